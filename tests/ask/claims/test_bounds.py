"""Claims where the inequalities and intervals of a text hold, and points without a derivative."""

import pytest

from matgrad.app.ask import ask

RIGHT, WRONG, NOT_READ = "right", "wrong", "not checked"


@pytest.mark.parametrize(("text", "status"), [
    (r"Let $x\in(-\infty,0)$ and $f(x)=\sqrt{x^2}$. Is $f'(x)=-1$?", RIGHT),
    (r"Let $x\in(-\infty,0)$ and $f(x)=\sqrt{x^2}$. Is $f'(x)=1$?", WRONG),
    (r"Let $x\in[0,1]^n$ and $f(x)=\sum_i|x_i|$. Is $\nabla f=\mathbf 1$?", RIGHT),
    (r"Let $x\in\mathbb{R}$, $f(x)=|x-1|$ with $x<1$. Is $f'(x)=-1$?", RIGHT),
    (r"Let $x\in\mathbb{R}$, $f(x)=|x-1|$ with $x<1$. Is $f'(x)=1$?", WRONG),
    (r"Let $0<x<\pi/2$ and $f(x)=\sqrt{1-\sin^2x}$. Is $f'(x)=-\sin x$?", RIGHT),
    (r"The loss is $f(w)=\max(0,1-yw^Tx)$. If $yw^Tx>1$ the gradient is $-yx$.", WRONG),
    (r"Let $0<x<\pi$ and $f(x)=\sqrt{1-\sin^2x}$. Is $f'(x)=-\sin x$?", WRONG),
])  # fmt: skip
def test_a_claim_is_compared_where_inequalities_hold(text: str, status: str) -> None:
    (claim,) = ask(text).claims
    assert claim.status == status


def test_an_inequality_that_a_verdict_rests_on_is_said_and_is_not_unused() -> None:
    reply = ask(r"Let $x\in\mathbb{R}$, $f(x)=|x-1|$ with $x<1$. Is $f'(x)=-1$?")
    assert "x < 1" in reply.claims[0].words
    assert "Not used" not in reply.text()


@pytest.mark.parametrize("text", [
    r"Let $f(x)=\log x$. Is $f'(-1)=-1$?",
    r"Let $f(x)=\max(0,x)$ for real $x$. Is $f'(0)=0$?",
])  # fmt: skip
def test_where_there_is_no_derivative_no_claim_is_right(text: str) -> None:
    (claim,) = ask(text).claims
    assert claim.status == NOT_READ
    assert "no derivative at this point" in claim.words


def test_a_counterexample_has_the_names_of_the_text() -> None:
    (claim,) = ask(r"Let $x\in\mathbb{R}$, $f(x)=|x-1|$ with $x<1$. Is $f'(x)=1$?").claims
    assert claim.report is not None
    assert claim.report.counterexample is not None
    assert set(claim.report.counterexample.inputs) == {"x"}


@pytest.mark.parametrize(
    ("text", "inputs"),
    [
        (r"Let $f(x)=|x-1|$ with $x\in\mathbb{R}$, $x>1$. Is $f'(x)=-1$?", {"x": [["2"]]}),
        (r"Let $x\in(0,1)$ and $f(x)=-\log(1-x)$. Is $f'(x)=-\frac{1}{1-x}$?", {"x": [["1/2"]]}),
        (r"Let $f(x)=\|x\|$ with $\|x\|<1$. Is $\nabla f=2x$?", {"x": [["1/2"], ["1/2"]]}),
        (r"Let $f(x)=x^TQx$ with $Q$ symmetric positive definite. Is $\nabla f=Qx$?",
         {"x": [["2"]], "Q": [["5"]]}),
        (r"Let $p$ be a probability vector and $f(p)=-p^T\log p$. Is $\nabla f=-\log p$?",
         {"p": [["3/5"], ["2/5"]]}),  # with one entry it could be nothing but 1
    ],
)  # fmt: skip
def test_the_numbers_of_a_counterexample_are_small_and_allowed(
    text: str, inputs: dict[str, list[list[str]]]
) -> None:
    (claim,) = ask(text).claims
    assert claim.report is not None
    assert claim.report.counterexample is not None
    assert claim.report.counterexample.inputs == inputs
