"""Marks of LaTeX that mean something else by what stands around them."""

import pytest

from matgrad import parse_latex
from matgrad.errors import AmbiguousError, UnsupportedError


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


@pytest.mark.parametrize(
    ("latex", "function"),
    [
        (r"|a^Tx||b^Tx|", "abs(a'*x)*abs(b'*x)"),
        (r"|a^Tx||b^Tx||c^Tx|", "abs(a'*x)*abs(b'*x)*abs(c'*x)"),
        (r"|a^Tx ||y|| - 1|", "abs((a'*x)*norm2(y) - 1)"),
        (r"|a^Tx||y|| - 1|", "abs((a'*x)*norm2(y) - 1)"),
        (r"|| |a^Tx| b ||", "norm2(abs(a'*x)*b)"),
        (r"||a||||b||", "norm2(a)*norm2(b)"),
        (r"\frac{|a^Tx||b^Tx|}{||x||||y||}", "abs(a'*x)*abs(b'*x)/(norm2(x)*norm2(y))"),
    ],
)
def test_two_bars_side_by_side_end_one_pair_and_begin_another(latex: str, function: str) -> None:
    assert str(parse_latex(latex).function) == function


@pytest.mark.parametrize(
    "latex",
    [
        r"\phantom{-}x^TAx", r"\left.x^TAx\right.", r"\vphantom{\frac{1}{2}}x^TAx",
        r"\smash{x^TAx}", r"\mathstrut x^T\hspace{-1em}Ax", r"\left.x^T\left.A\right.x\right.",
    ],
)  # fmt: skip
def test_what_sets_nothing_is_left_out(latex: str) -> None:
    assert str(parse_latex(latex).function) == "x'*A*x"


def test_a_bracket_may_be_opened_and_closed_in_two_lines() -> None:
    latex = r"\begin{aligned}f = \left(x^TAx\right.& + \left. b^Tx\right)\end{aligned}"
    with pytest.raises(UnsupportedError, match="invisible"):
        parse_latex(latex)  # something stands between: no line was broken
    latex = r"2\left(x^TAx + \right. \quad \left. b^Tx\right)"
    assert str(parse_latex(latex).function) == "2*(x'*A*x + b'*x)"
