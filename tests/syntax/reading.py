"""Reading text in tests: the problem, the error, and formulas in a world of known symbols."""

from typing import Any

import pytest

from matgrad import ops
from matgrad.core.expr import Expr
from matgrad.core.steps import Problem
from matgrad.errors import MatgradError
from matgrad.syntax import parse_expression, parse_problem

KNOWN: dict[str, Expr] = {
    **{name: ops.symbol(name) for name in ("a", "b", "c")},
    **{name: ops.symbol(name, "n") for name in ("x", "y")},
    **{name: ops.symbol(name, "n", "n") for name in ("A", "B")},
    "M": ops.symbol("M", "m", "n"),
}


def formula(text: str) -> Expr:
    """A formula over a, b, c: scalar, x, y: n, A, B: n×n and M: m×n."""
    return parse_expression(text, KNOWN, functions=("s",))


def shapes(text: str, **options: Any) -> dict[str, str]:
    """The shapes of the variables of a problem."""
    return {name: str(e.shape) for name, e in parse_problem(text, **options).symbols.items()}


def error(text: str, **options: Any) -> MatgradError:
    """The error that reading a problem ends in."""
    with pytest.raises(MatgradError) as caught:
        parse_problem(text, **options)
    return caught.value


def outcome(text: str, **options: Any) -> Problem | str:
    """The problem, or the code of the error."""
    try:
        return parse_problem(text, **options)
    except MatgradError as caught:
        return caught.code


def place(text: str, **options: Any) -> str:
    """The piece of input that an error points at."""
    caught = error(text, **options)
    assert caught.position is not None
    assert caught.source == text
    return text[slice(*caught.position)]
