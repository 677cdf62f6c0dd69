r"""Operators, words in fonts, indices and quotients that must not become factors or constants."""

from __future__ import annotations

import pytest

import matgrad as mg
from matgrad.errors import AmbiguousError, UnknownNameError, UnsupportedError


@pytest.mark.parametrize(
    "text",
    [r"\operatorname{cond} A", r"\operatorname{rank}X+\operatorname{tr}X", r"\mathrm{Det} A",
     r"\operatorname{foo} x^Tx", r"\operatorname{grad} x^TAx"],
)  # fmt: skip
def test_an_unknown_operator_is_no_factor(text: str) -> None:
    with pytest.raises(UnknownNameError):
        mg.parse_latex(text)


@pytest.mark.parametrize(
    "text", [r"{\rm Tr}(A)", r"{\rm tr}(A)", r"\mathsf{tr}(A)", r"\mathbf{tr}(A)", r"{\it tr}(A)"]
)
def test_a_function_in_any_font_is_one(text: str) -> None:
    assert str(mg.parse_latex(text).function) == "tr(A)"


def test_letters_in_one_font_are_a_product() -> None:
    assert str(mg.parse_latex(r"{\bf Ax}").function) == "A*x"


@pytest.mark.parametrize(
    "text",
    [r"\sum_{j} A_{ij}x_j", r"\sum_i x_i y_{ij}", r"\sum_i\delta_{ij}x_i",
     r"\sum_{ij} A_{ij}B_{jk}", r"\sum_i (x_i-\mu_{ik})^2"],
)  # fmt: skip
def test_a_name_with_a_bound_and_a_free_index_is_no_constant(text: str) -> None:
    with pytest.raises(UnsupportedError, match="bound by no sum"):
        mg.parse_latex(text)


@pytest.mark.parametrize("text", [r"\log c / d", r"\sum_{i=1}^n p_i\log p_i/q_i"])
def test_a_quotient_behind_a_function_is_asked_about(text: str) -> None:
    with pytest.raises(AmbiguousError, match="argument of log"):
        mg.parse_latex(text)


def test_a_logarithm_over_a_number_is_read() -> None:
    assert str(mg.parse_latex(r"\log\det X / 2").function) == "logdet(X)/2"


def test_the_base_of_a_logarithm_stands_below_it() -> None:
    assert str(mg.parse_latex(r"\log_{10} x").function) == "log(x)/log(10)"


def test_terms_of_higher_order_are_refused() -> None:
    with pytest.raises(UnsupportedError, match="higher order"):
        mg.parse_latex("x^Tx+O(1)")


def test_a_power_of_a_function_is_asked_about() -> None:
    with pytest.raises(AmbiguousError, match="applied again"):
        mg.parse_latex(r"f(x)=x^Tx,\ f^2(x)")


def test_over_is_a_fraction() -> None:
    assert str(mg.parse_latex(r"{x^Tx \over 2}").function) == "x'*x/2"


def test_a_derivative_that_may_end_with_its_brackets_is_asked_about() -> None:
    with pytest.raises(AmbiguousError, match="derivative end"):
        mg.parse_latex(r"\frac{d}{dx}(x^2)+3x")


def test_a_transpose_is_not_read_as_a_declared_t() -> None:
    problem = mg.parse_latex("x^TAx", {"x": ("n",), "A": ("n", "n"), "t": ()})
    assert not any("occurs nowhere else" in note for note in problem.notes)


def test_a_differential_at_the_end_is_no_factor() -> None:
    with pytest.raises(UnsupportedError, match="differential"):
        mg.parse_latex(r"x^TAx\,dx")
    assert str(mg.parse_latex(r"x^TAx+dx^Tx").function) == "x'*A*x + d*x'*x"
