"""Sizes of the factors of a Kronecker product beside vec(X)."""

import pytest

from matgrad.errors import ShapeError
from matgrad.syntax import parse_latex, parse_problem

VEC = r"\operatorname{vec}"


@pytest.mark.parametrize(
    ("latex", "shapes"),
    [
        (rf"{VEC}(X)^T(A\otimes B){VEC}(X)", {"X": "m×n", "A": "n×n", "B": "m×m"}),
        (rf"\|(A\otimes B){VEC}(X) - y\|^2", {"A": "m×n", "B": "k×p", "X": "p×n", "y": "k*m×1"}),
        (rf"{VEC}(X)^T(A\otimes B)^T{VEC}(Y)",
         {"X": "m×n", "A": "k×n", "B": "p×m", "Y": "p×k"}),
        (rf"{VEC}(X)^T(I\otimes B){VEC}(X)", {"X": "m×n", "B": "m×m"}),
    ],
)  # fmt: skip
def test_each_factor_has_a_side_of_the_matrix(latex: str, shapes: dict[str, str]) -> None:
    symbols = parse_latex(latex).symbols
    assert {name: str(symbol.shape) for name, symbol in symbols.items()} == shapes


def test_a_call_is_read_like_the_sign() -> None:
    symbols = parse_problem("vec(X)'*kron(A, B)*vec(X)").symbols
    assert [str(symbols[name].shape) for name in "XAB"] == ["m×n", "n×n", "m×m"]


def test_declared_sizes_that_do_not_fit_are_refused() -> None:
    shapes = {"A": (2, 2), "B": (3, 3), "X": (2, 4)}
    with pytest.raises(ShapeError, match="differ"):
        parse_latex(rf"{VEC}(X)^T(A\otimes B){VEC}(X)", shapes)
