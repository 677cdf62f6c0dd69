"""Formulas that are one slip away from one whose shapes do not fit."""

import pytest

from matgrad import ops
from matgrad.render import text as written
from matgrad.syntax import near_formulas

X, y, w = ops.symbol("X", "m", "n"), ops.symbol("y", "m"), ops.symbol("w", "n")
KNOWN = {"X": X, "y": y, "w": w}


@pytest.mark.parametrize(
    ("text", "words", "near"),
    [
        ("2*X*(X*w - y)", "a transpose is missing", "2*X'*(X*w - y)"),
        ("X'*y + w'", "", ""),
        ("X*w - y'*X", "", ""),
        ("X'*X*w'", "a transpose is too much", "X'*X*w"),
        ("X*y*X*w", "", ""),
        ("y*X'", "the order of a product is wrong", "X'*y"),
        ("y*(1 - y)*w'", "the product of entries is meant", "(y .* (1 - y))*w'"),
        ("2*y*(1 - y)*y*w'", "the product of entries is meant", "((2*y) .* (1 - y) .* y)*w'"),
        ("2*X'*X*w - y", "a bracket is missing", "2*X'*(X*w - y)"),
        ("X'*X*w - y + w", "a bracket is missing", "X'*(X*w - y) + w"),
        ("y*w*X", "two transposes are missing", "y*w'*X'"),
    ],
)
def test_a_formula_is_repaired_by_one_slip(text: str, words: str, near: str) -> None:
    found = [(each.words, written(each.formula)) for each in near_formulas(text, KNOWN)]
    assert ((words, near) in found) if near else not found


def test_latex_is_repaired_in_the_same_way() -> None:
    found = [
        (each.words, written(each.formula)) for each in near_formulas(r"2X\left(Xw-y\right)", KNOWN)
    ]
    assert found == [("a transpose is missing", "2*X'*(X*w - y)")]
