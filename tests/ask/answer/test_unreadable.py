"""A formula that cannot be read is listed; the rest of the question is answered all the same."""

import json
import time

import pytest

from matgrad.app.ask import ask

F = "Let $f(x) = x^TAx$. What is the gradient of $f$?"
BROKEN = [r"x^^2", r"\|X\|__F", r"\frac{1", r"\left(x", r"x^{T}A}x", r"x_{", r"x^'^", r"\frac{1}"]


@pytest.mark.parametrize("formula", BROKEN)
def test_a_broken_formula_is_listed(formula: str) -> None:
    reply = ask(f"{F} Also ${formula}$.")
    assert str(reply.results["x"]) == "(A + A')*x"
    listed = [s for s in reply.document().sections if s.title == "Not read"]
    assert len(listed) == 1 and len(listed[0].rows) == 1


@pytest.mark.parametrize("formula", BROKEN)
def test_a_broken_claim_is_not_judged_and_hinders_no_other(formula: str) -> None:
    reply = ask(rf"{F} Is $\nabla f = {formula}$? Is $\nabla f = (A + A^T)x$?")
    assert reply.claims[-1].status == "right"
    assert "Not read" in reply.text()


@pytest.mark.parametrize("formula", BROKEN)
def test_every_kind_of_document_is_made(formula: str) -> None:
    reply = ask(f"{F} Let $g = {formula}$, and also ${formula}$.")
    assert "Not read" in reply.text() and "Not read" in reply.html() and "Not read" in reply.tex()
    assert json.dumps(reply.to_json())


def test_many_definitions_take_time_in_proportion() -> None:
    def seconds(count: int) -> float:
        text = " ".join(f"Let $f_{{{i}}}(x) = x^TA_{{{i}}}x$." for i in range(count))
        before = time.process_time()
        assert str(ask(f"{text} What is the gradient of $f_7$?").results["x"]) == "(A7 + A7')*x"
        return time.process_time() - before

    seconds(20)  # what is loaded on first use
    assert seconds(200) < 4 + 10 * seconds(20)


@pytest.mark.parametrize(
    "text",
    [
        r"Let $f:\mathbb{R}^n\to\mathbb{R}$, $f(x,y)=x^TAy$. Find the gradient by $x$.",
        r"Let $S=X^TX$ and $f(X)=\log\\fr}acdet S$. What is the gradient?",
        r"Let $f = (()x-y)^TS^{-1{}}(x-y)$. What is $\nabla_y f = (()x)$. $?",
    ],
)
def test_what_does_not_fit_together_stops_nothing(text: str) -> None:
    assert "Understood" in ask(text).text()


def test_a_network_of_many_layers_is_answered_in_its_own_names() -> None:
    layers = " ".join(
        rf"$h_{{{i}}} = \tanh(W_{{{i}}}h_{{{i - 1}}} + b_{{{i}}})$." for i in range(1, 31)
    )
    text = rf"Let $h_0 = x$. {layers} $L = \frac12\|h_{{30}} - y\|^2$. What are the gradients?"
    before = time.process_time()
    reply = ask(f"{text} They are by all parameters.")
    assert time.process_time() - before < 5
    assert reply.ok and len(reply.results) == 60
    assert all(result.size < 700 for result in reply.results.values())
