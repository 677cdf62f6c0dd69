r"""Formulas that were read as something else than what stands there."""

import pytest

import matgrad as mg
from matgrad.errors import AmbiguousError, ShapeError, UnsupportedError


@pytest.mark.parametrize(
    "formula",
    [r"\operatorname{tr}(A dX)", r"\|dX\|^2", "dX", r"x^\top dx", "x + dx", r"\log\det(X+dX)"],
)
def test_a_differential_of_a_name_that_is_not_declared_is_refused(formula: str) -> None:
    with pytest.raises(UnsupportedError, match="a differential is not read"):
        mg.parse_latex(formula)


@pytest.mark.parametrize(
    ("formula", "read"),
    [
        ("ax^3+bx^2+cx+d", "a*x^3 + b*x^2 + c*x + d"),
        ("Dx + dx", "D*x + d*x"),
        (r"d\cdot X", "d*X"),
        (r"d^\top x", "d'*x"),
    ],
)
def test_a_d_that_no_differential_can_be_is_a_variable(formula: str, read: str) -> None:
    assert str(mg.parse_latex(formula).function) == read


@pytest.mark.parametrize(
    ("formula", "read"),
    [
        (r"\norm*{Ax-b}_2^2", "norm2(A*x - b)^2"),
        (r"\norm[\big]{Ax-b}_1", "norm1(A*x - b)"),
        (r"\abs*{c^\top x}", "abs(c'*x)"),
    ],
)
def test_the_size_of_bars_means_nothing(formula: str, read: str) -> None:
    assert str(mg.parse_latex(formula).function) == read


@pytest.mark.parametrize("formula", [r"\norm[1]{x}", r"\norm[F]{X}", r"\norm[2]{Ax-b}^2"])
def test_what_stands_in_square_brackets_behind_norm_is_asked_about(formula: str) -> None:
    with pytest.raises(AmbiguousError, match="which"):
        mg.parse_latex(formula)


@pytest.mark.parametrize("formula", ["x^Ty + yx^T", r"x^\top y + xy^\top", "x^TAx + A"])
def test_what_is_transposed_is_not_made_a_number_to_fit(formula: str) -> None:
    with pytest.raises(ShapeError, match="is transposed"):
        mg.parse_latex(formula)
