"""Formulas of strangers in LaTeX documents: what TeX would stop at is written sign by sign."""

import pytest

from matgrad.app.ask import ask
from matgrad.app.ask.formulas.typeset import is_settable
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


def test_a_formula_that_tex_refuses_is_words() -> None:
    source = ask("What is the gradient of $x^Tx$ by $x$? Let $h = a_1_2$.").tex()
    assert "h = $a_{1_2}$" in source


def test_signs_of_other_scripts_are_declared() -> None:
    source = ask("What is the gradient of $x^Tx$ by $x$? Also $日 + x$.").tex()
    assert r"\foreign{日}{65E5}" in source.split(r"\begin{document}", maxsplit=1)[0]


@pytest.mark.parametrize(("width", "size"), [(60, ""), (95, r"\footnotesize"), (500, r"\tiny")])
def test_code_is_as_small_as_its_longest_line_needs(width: int, size: str) -> None:
    assert Tex().code("x" * width).startswith(f"{{{size}\\begin{{verbatim}}")
