"""Quotients with a slash before functions, as constants of likelihoods are written."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(("text", "answer"), [
    (r"Find the derivative of $-n/2 \log s - 1/(2s)$ with respect to $s$.", "(1/s - n)/(2*s)"),
    (r"Find the derivative of $n/2\log(2\pi s)$ with respect to $s$.", "n/(2*s)"),
    ("Find the derivative of - n/2 log(2 pi) - n/2 log s with respect to s.", "-n/(2*s)"),
    (r"Find the derivative of $-1/2\log s$ with respect to $s$.", "-1/(2*s)"),
    (r"Find the gradient of $n/2\|x\|^2$ with respect to $x$.", "n*x"),
    (r"Find the gradient of $a/2 x^T x$ with respect to $x$.", "a*x"),
    (r"Find the gradient of $1/\lambda \sum_i x_i^2$ with respect to $x$.", "2*x/lambda"),
    (r"Find the gradient of $\sum_i n_i/2 \log s_i$ with respect to $s$.", "(n ./ s)/2"),
    (r"Find the derivative of $-n/2 \cdot \log s$ with respect to $s$.", "-n/(2*s)"),
    (r"Find the gradient of $n\cdot\log s$ by $s$, where $n, s\in\mathbb{R}^d$.", "n ./ s"),
    ("l = -n/2 * log(s) - n * log(2). derivative wrt s", "-n/(2*s)"),
    ("gradient of a'b + l2/2 ||b||^2 wrt b", "l2*b + a"),
    (r"Let $s = q^Tk/\sqrt d$ with $q,k\in\mathbb{R}^d$. Find $\nabla_q s$.", "k/sqrt(d)"),
    ("gradient of a'b + lam/2 ||b||^2 wrt b", "lam*b + a"),
])  # fmt: skip
def test_a_quotient_before_a_function_is_its_factor(text: str, answer: str) -> None:
    assert [str(each) for each in ask(text).results.values()] == [answer]


@pytest.mark.parametrize("latex", [r"x/2 s", r"a/b \log s", r"x^2/2 s^2"])
def test_what_a_slash_divides_is_asked_where_both_are_written(latex: str) -> None:
    reply = ask(f"Find the derivative of ${latex}$ with respect to $s$.")
    assert not reply.results
    assert "belongs together" in reply.questions[0]


def test_both_parameters_of_a_typed_normal_likelihood() -> None:
    text = "l(mu, s) = - n/2 log(2 pi) - n/2 log s - 1/(2s) sum_i (x_i - mu)^2. derivative wrt mu?"
    (answer,) = ask(text).results.values()
    assert str(answer) == "(sum(x) - m*mu)/s"


@pytest.mark.parametrize(
    "text",
    [
        "Let U(x) = k/2 (||x|| - c)^2. What is dU/dx?",
        r"Let $U(x) = k/2 \left(\|x\| - c\right)^2$. What is $\partial U/\partial x$?",
    ],
)
def test_a_blank_sets_a_bracket_apart_from_a_quotient(text: str) -> None:
    assert str(ask(text).results["x"]) == "k*(norm2(x) - c)*x/norm2(x)"
