"""A layout that was asked for has the entries of the answer, each in its place."""

from dataclasses import replace

import pytest

import matgrad as mg
from matgrad.verify.check import check

LAYOUTS = [("rows", "numerator"), ("columns", "denominator"), ("rows", "denominator")]


@pytest.mark.parametrize(("order", "layout"), LAYOUTS)
@pytest.mark.parametrize("function", ["A*X*B", "X*X", "X .* X'"])
def test_entries_in_another_place_are_wrong(function: str, order: str, layout: str) -> None:
    d = mg.jacobian(function, "X", order=order, layout=layout)
    assert d.verdict.ok
    for other, to in LAYOUTS:
        moved = mg.jacobian(function, "X", order=other, layout=to).trace.arranged
        is_same = moved["X"] is d.trace.arranged["X"]
        assert check(replace(d.trace, arranged=moved)).wrong is not is_same


def test_large_sizes_are_compared_where_they_are_small() -> None:
    shapes = {"A": (300, 400), "x": (400,)}
    assert mg.jacobian("sin(A*x)", "x", shapes, layout="denominator").verdict.ok
