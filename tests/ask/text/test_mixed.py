"""Formulas of which a part is typed and a part stands between dollars."""

import pytest

from matgrad.app.ask import ask
from matgrad.app.ask.text.mixed import with_mixed
from tests.ask.reading import by


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("$a$ x^2", "a*x^2"),
        ("a $x^2$", "a*x^2"),
        ("2 $x^TAx$", "2*x'*A*x"),
        ("- $x^TAx$", "-x'*A*x"),
        ("$x^TAx$ + $b^Tx$", "x'*A*x + b'*x"),
        ("$x^TAx + b$ c", "c*(x'*A*x + b)"),
        ("$x^TAx$ / 2", "x'*A*x/2"),
        ("log($x$)", "log(x)"),
    ],
)
def test_typed_and_marked_pieces_are_one_formula(typed: str, meant: str) -> None:
    assert by(typed) == meant


@pytest.mark.parametrize(
    "text",
    [
        "Is the gradient of $f$ $(A+A^T)x$?",
        "the gradient of $f$ with respect to $x$",
        "Let $x$ be a vector and $A$ a matrix.",
    ],
)
def test_formulas_side_by_side_in_other_sentences_are_left(text: str) -> None:
    assert with_mixed(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "TL;DR: the gradient of $x^TAx$ (w.r.t. $x$) is $2Ax$, right?",
        "The gradient of x'Ax (with respect to x) is 2Ax, right?",
        "The gradient of $x^TAx$ [wrt $x$] is $2Ax$.",
    ],
)
def test_words_in_brackets_behind_a_formula_are_no_part_of_it(text: str) -> None:
    reply = ask(text)
    assert str(reply.results["x"]) == "(A + A')*x"
    assert [claim.status for claim in reply.claims] == ["wrong"]


@pytest.mark.parametrize(
    ("text", "result"),
    [
        (r"Loss$(w)$ = $\|Xw-y\|^2$. What is the gradient?", "2*X'*(X*w - y)"),
        (r"NLL$(w)=\frac12\|Xw-y\|^2$. What is the gradient?", "X'*(X*w - y)"),
        (r"Let cost$(w)=w^TAw$; what is $\nabla_w$ cost?", "(A + A')*w"),
        (r"RSS$(w)=(y-Xw)^T(y-Xw)$. Is $\frac{\partial RSS}{\partial w}=-2X^T(y-Xw)$?",
         "-2*X'*(y - X*w)"),
    ],
)  # fmt: skip
def test_a_name_before_the_dollars_is_that_of_the_function(text: str, result: str) -> None:
    reply = ask(text)
    assert str(reply.results["w"]) == result
    assert all(claim.status == "right" for claim in reply.claims)


def test_a_derivative_of_a_name_outside_of_dollars_is_claimed() -> None:
    text = r"MSE$(w) = \frac1n\|Xw-y\|^2$. Then $\nabla$MSE$(w) = \frac2n X^T(Xw-y)$, correct?"
    assert [claim.status for claim in ask(text).claims] == ["right"]


def test_a_display_is_not_joined_to_what_stands_behind_it() -> None:
    text = (
        r"$S(w) = \sqrt{w^T\Sigma w}$, so $$\nabla S = \frac{\Sigma w}{\sqrt{w^T\Sigma w}}.$$ "
        r"($\Sigma$ is a covariance matrix.)"
    )
    assert [claim.status for claim in ask(text).claims] == ["right"]
