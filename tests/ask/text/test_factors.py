"""The letters a, A and I in typed formulas, which are words elsewhere."""

import pytest

from matgrad.app.ask import ask
from matgrad.app.ask.text.segments import cut


def first(text: str) -> str:
    return next(segment.text for segment in cut(text).segments if segment.is_math)


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("What is the gradient of a x^2 + b x + c with respect to x?", "a x^2 + b x + c"),
        ("derivative of a + x^2 wrt x", "a + x^2"),
        ("gradient of 1/2 a x^2 wrt x", r"\frac{1}{2} a x^2"),
        ("jacobian of A x - b wrt x", "A x - b"),
        ("gradient of b' X a wrt X", "b' X a"),
        ("gradient of x^2 a wrt x", "x^2 a"),
        ("gradient of a ||x||^2 wrt x", "a ||x||^2"),
        ("gradient of a exp(x) wrt x", r"a \exp (x)"),
        ("gradient of a log det X wrt X", r"a \log \operatorname{det} X"),
        ("minimize a x^2 + b x over x", "a x^2 + b x"),
        ("I think it is I - (1/2) A.", r"I - (1/2) A"),
        ("I get I + A. Right?", "I + A"),
    ],
)
def test_a_factor_is_no_article(text: str, formula: str) -> None:
    assert first(text) == formula


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("gradient of a function f(x) = x^2", "f(x) = x^2"),
        ("gradient of a quadratic form x'Ax wrt x", "x'Ax"),
        ("the gradient of a 2x2 determinant det(X)", r"\operatorname{det}(X)"),
        ("Find the gradient of a log-likelihood l(w) = w'w", "l(w) = w'w"),
        ("differentiate a product x'y wrt x", "x'y"),
    ],
)
def test_an_article_is_no_factor(text: str, formula: str) -> None:
    assert first(text) == formula


def test_the_factor_may_be_the_variable() -> None:
    assert [s.text for s in cut("gradient of a x^2 wrt a").segments if s.is_math] == ["a x^2", "a"]


def test_a_number_before_a_sum_in_brackets_is_its_factor() -> None:
    reply = ask(
        "J(w) = (w' S_B w)/(w' S_W w) with symmetric S_B and S_W. "
        "I claim the gradient is 2 (S_B w - J S_W w)/(w' S_W w)."
    )
    assert [claim.status for claim in reply.claims] == ["right"]
    words = "It is in Section 2 (and also - so - in 3), in 2 (two - or three) parts"
    assert not cut(words).formulas


def test_a_letter_before_at_is_no_article() -> None:
    problem = ask("second derivative of t -> a'(B + tC)^{-1} a at t = 0?").problem
    assert problem is not None
    assert str(problem.function) == "a'*inv(B + t*C)*a"
