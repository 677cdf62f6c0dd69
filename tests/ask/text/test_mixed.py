"""Formulas of which a part is typed and a part stands between dollars."""

import pytest

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
