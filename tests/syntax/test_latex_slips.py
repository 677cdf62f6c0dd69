r"""Spellings that set something else than what they may mean."""

import pytest

import matgrad as mg
from matgrad.errors import AmbiguousError, ParseError
from matgrad.syntax.latex.hints import with_signs


@pytest.mark.parametrize("formula", [r"2\frac12", r"1\frac12\|x\|^2", r"10\tfrac{3}{4}\|x\|^2"])
def test_a_number_before_a_fraction_of_numbers_is_asked_about(formula: str) -> None:
    with pytest.raises(AmbiguousError, match="their sum, or their product"):
        mg.parse_latex(formula)


@pytest.mark.parametrize(
    ("formula", "read"),
    [
        (r"\|x\|^2\frac12", "norm2(x)^2/2"),
        (r"2\cdot\frac12\|x\|^2", "2*norm2(x)^2/2"),
        (r"2\frac{1}{n}\sum_{i=1}^n x_i", "2*sum(x)/n"),
        (r"\sqrt2\frac12", "sqrt(2)/2"),
        (r"x_1\frac12", "x1/2"),
        ("x^2/2", "x^2/2"),
        ("x^{1/2}", "x^(1/2)"),
        (r"2\ast\|x\|^2", "2*norm2(x)^2"),
    ],
)
def test_numbers_and_fractions_that_nobody_mixes_are_read(formula: str, read: str) -> None:
    assert str(mg.parse_latex(formula).function) == read


def test_one_over_two_behind_an_exponent_is_asked_about() -> None:
    with pytest.raises(AmbiguousError, match="the exponent 1, or the fraction"):
        mg.parse_latex("x^1/2")


@pytest.mark.parametrize("formula", ["x^-1", r"x^\top A^-1x", "x^-2"])
def test_a_minus_above_needs_braces(formula: str) -> None:
    with pytest.raises(ParseError, match="only the minus") as error:
        mg.parse_latex(formula)
    assert error.value.hint in ("write ^{-1}", "write ^{-2}")


@pytest.mark.parametrize("formula", [r"W\ast x", r"\|w\ast x-y\|^2"])
def test_a_star_between_letters_may_be_a_convolution(formula: str) -> None:
    with pytest.raises(AmbiguousError, match="a convolution, or a product"):
        mg.parse_latex(formula)


def test_letters_that_are_declared_alone_and_together_are_asked_about() -> None:
    shapes = {"A": ("n", "n"), "B": ("n", "n"), "AB": ("n", "n")}
    with pytest.raises(AmbiguousError, match="one name here, or a product"):
        mg.parse_latex("AB", shapes)
    assert str(mg.parse_latex(r"A\cdot B+\mathrm{AB}", shapes).function) == "A*B + AB"
    assert str(mg.parse_latex("AB", {"A": ("n", "n"), "B": ("n", "n")}).function) == "A*B"


@pytest.mark.parametrize(
    ("hint", "meant"),
    [
        (r"\det A*ones(n) or \det A*matrix(1) adds it", r"\det A \mathbf{1}_{n} adds it"),
        ("e^{x}'*x is a scalar", r"(e^{x})^\top x is a scalar"),
    ],
)
def test_hints_are_written_in_latex(hint: str, meant: str) -> None:
    assert with_signs(hint) == meant


def test_a_letter_before_brackets_may_be_defined() -> None:
    with pytest.raises(AmbiguousError) as error:
        mg.parse_latex(r"\sigma(Wx)")
    assert r"\sigma(z) = …" in (error.value.hint or "")
