"""Formulas of strangers in LaTeX documents: what TeX would stop at is written sign by sign."""

import pytest

from matgrad.app.ask import ask
from matgrad.app.ask.formulas.typeset import is_settable, repaired
from matgrad.render.paper import Tex


@pytest.mark.parametrize(
    "latex",
    [
        "a_1_2", "x^2^3", "x^T'", "x__F", r"\frac{1}", r"\frac", r"\sqrt", "x^", "x_{a^2^3}",
        r"{\frac{1}}x", r"\sum_i_j",
    ],
)  # fmt: skip
def test_tex_stops_at_this(latex: str) -> None:
    assert not is_settable(latex)


@pytest.mark.parametrize(
    "latex",
    ["a_1^2", "x'^2", "x''", r"\sum_{i=1}^n x_i^2", "{x^2}^3", r"\frac12", "a_{b_c}", "x^2y^2"],
)
def test_tex_sets_this(latex: str) -> None:
    assert is_settable(latex)


def test_a_formula_that_tex_refuses_is_shown_as_it_was_typed() -> None:
    source = ask("What is the gradient of $x^Tx$ by $x$? Let $h = a_1_2$.").tex()
    assert r"{\ttfamily h = a\_1\_2}" in source


@pytest.mark.parametrize(
    ("latex", "one"),
    [
        (r"\mathbf{z}^{(1)}^{\top}", r"\mathbf{z}^{(1) \top}"),
        ("z^{(1)}_i^T", "z_i^{(1) T}"),
        (r"{A^{-1}}^T", r"{A^{-1}}^T"),
        ("A^{-1}^*", "A^{-1 *}"),
        ("x^T'", r"x^{T \prime}"),
        ("x^2^3", "x^2^3"),  # is it 2³?
        ("x^a y^T", "x^a y^T"),
    ],
)
def test_a_mark_behind_an_exponent_is_part_of_it(latex: str, one: str) -> None:
    assert repaired(latex) == one


@pytest.mark.parametrize(
    "latex",
    [r"[a & b \end{bmatrix}", r"\begin{bmatrix} a \end{pmatrix}", r"\left( a", "{a", "a}"],
)
def test_brackets_that_do_not_match_cannot_be_set(latex: str) -> None:
    assert not is_settable(latex)


def test_signs_of_other_scripts_are_declared() -> None:
    source = ask("What is the gradient of $x^Tx$ by $x$? Also $日 + x$.").tex()
    assert r"\foreign{日}{65E5}" in source.split(r"\begin{document}", maxsplit=1)[0]


@pytest.mark.parametrize(("width", "size"), [(60, ""), (95, r"\footnotesize"), (500, r"\tiny")])
def test_code_is_as_small_as_its_longest_line_needs(width: int, size: str) -> None:
    assert Tex().code("x" * width).startswith(f"{{{size}\\begin{{verbatim}}")
