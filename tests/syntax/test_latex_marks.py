"""Marks of LaTeX that mean something else by what stands around them."""

import pytest

from matgrad.errors import AmbiguousError
from matgrad.syntax import parse_latex


@pytest.mark.parametrize(
    ("text", "function"),
    [
        (r"|x|_2^2", "norm2(x)^2"),
        (r"\left|x\right|_1", "norm1(x)"),
        (r"\lvert x \rvert_\infty", "max(abs(x))"),
    ],
)
def test_an_index_below_single_bars_names_a_norm(text: str, function: str) -> None:
    assert str(parse_latex(text, {"x": ("n",)}).function) == function


def test_a_number_called_t_makes_a_transpose_a_question() -> None:
    with pytest.raises(AmbiguousError, match="the power T"):
        parse_latex(r"T \in \mathbb{R}, x \in \mathbb{R}, x^T")


@pytest.mark.parametrize(
    "latex",
    [
        r"\frac{d}{dc} c^2 d", r"\frac{dc^2}{dc}", r"\frac{\mathrm{d}}{\mathrm{d}c} c^2 d",
        r"\frac{d^2}{dc^2} c^3",
    ],
)  # fmt: skip
def test_a_derivative_is_no_quotient_with_a_variable_d(latex: str) -> None:
    with pytest.raises(AmbiguousError, match="a derivative, or a quotient"):
        parse_latex(latex, {"c": (), "d": ()})


def test_a_variable_d_is_divided_by() -> None:
    for latex in (r"\frac{d}{c}", r"\frac{c}{d}", r"\frac{d+1}{d+c}", r"\frac{d}{d \cdot c}"):
        assert parse_latex(latex, {"c": (), "d": ()}).asked is None
