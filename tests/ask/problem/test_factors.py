"""Capitals before brackets are factors where the text has them as matrices, or before a sum."""

import pytest

import matgrad as mg


@pytest.mark.parametrize(
    ("function", "answer"),
    [
        (r"\|W_d(Gx-d)\|^2", "2*G'*W_d'*W_d*(G*x - d)"),
        (r"\frac12(x-\mu)^T\Lambda(x-\mu)", "(Lambda + Lambda')*(x - mu)/2"),
        (r"\|A_1(x+b)\|^2", "2*A1'*A1*(b + x)"),
    ],
)
def test_a_capital_before_a_sum_is_a_factor(function: str, answer: str) -> None:
    assert str(mg.ask(f"Let $f(x)={function}$. What is the gradient?").results["x"]) == answer


def test_a_capital_that_the_text_transposes_is_a_factor() -> None:
    reply = mg.ask(r"Let $f(x)=\|G_s(x)\|^2$. I get $\nabla f=2G_s^TG_sx$. Right?")
    assert [claim.status for claim in reply.claims] == ["right"]


@pytest.mark.parametrize("function", [r"\|G_s(x)\|^2", r"\|F_\theta(x+z)\|^2", r"\phi_i(x-y)"])
def test_what_may_be_a_function_is_asked_about(function: str) -> None:
    (question,) = mg.ask(f"Let $f(x)={function}$. What is the gradient?").questions
    assert "a function of what follows, or a product?" in question


@pytest.mark.parametrize(
    ("function", "answer"),
    [
        (r"\frac12 k_1x^2 + \frac12 k_2(x-a)^2", "k2*(x - a) + k1*x"),
        ("k_1(x-a)^2", "2*k1*(x - a)"),
        ("c_1(x-a)", "c1"),
    ],
)
def test_a_number_with_an_index_before_a_sum_is_a_factor(function: str, answer: str) -> None:
    assert str(mg.ask(f"Let $U(x)={function}$. What is $dU/dx$?").results["x"]) == answer


@pytest.mark.parametrize("function", ["k_1(x-a)", "f_1(x+1)", "k_1(x+1)^2 + f_2(x+1)"])
def test_with_a_letter_of_functions_it_is_asked_about(function: str) -> None:
    (question,) = mg.ask(f"Let $U(x)={function}$. What is $dU/dx$?").questions
    assert "a function of what follows, or a product?" in question


def test_a_capital_alone_before_a_sum_stays_a_matrix() -> None:
    text = r"Let $\phi(t)=f(x+tv)$ where $f(x)=\|Ax\|^2$. What is the second derivative of $\phi$?"
    assert str(mg.ask(text).results["t"]) == "2*v'*A'*A*v"
