r"""Displays with equations on lines of their own, remarks in columns, and rows in brackets."""

import pytest

from matgrad.app.ask import ask
from matgrad.app.ask.text.bracketed import with_rows
from matgrad.app.ask.text.own_lines import with_own_lines, with_remarks_as_words

BY = r"\frac{\partial %s}{\partial %s}"


def by(f: str, x: str) -> str:
    return BY % (f, x)


@pytest.mark.parametrize(
    "display",
    [
        f"{by('f', 'V')} = {by('f', 'y')}{by('y', 'V')}\n{by('f', 'b')} = {by('f', 'y')}",
        f"{by('f', 'V')} = A\n  {by('f', 'W')} = B",
        f"{by('f', 'V')} &= A\n{by('f', 'W')} &= B",
        "\\nabla_V f = A\n\\nabla_W f = B",
        f"L = x^Tx\n{by('L', 'x')} = 2x",
        "\\frac{dL}{dx} = 2x\n\\frac{dL}{dy} = 2y",
    ],
)
def test_a_line_that_begins_with_its_own_derivative_is_an_equation(display: str) -> None:
    assert with_own_lines(display).count(r"\\") == 1


@pytest.mark.parametrize(
    "display",
    [
        f"{by('f', 'x')} = {by('f', 'y')}\n{by('y', 'x')} = B",  # a chain that goes on
        f"{by('f', 'x')} =\n{by('f', 'y')} = B",
        f"{by('f', 'x')} = A +\n{by('g', 'x')} = B",
        f"{by('f', 'x')} = A \\\\\n{by('f', 'y')} = B",
        f"{by('f', 'x')} = A\n= B",
        f"{by('f', 'x')} = A\n{by('f', 'y')} B",
        f"{by('f', 'x')} = \\left( a\n{by('f', 'y')} = b \\right)",
    ],
)
def test_a_line_that_goes_on_is_none(display: str) -> None:
    assert with_own_lines(display) == display


def test_equations_of_one_display_are_claims_of_their_own() -> None:
    text = f"Let $f = x^TAx + b^Tx$. I get\n$${by('f', 'x')} = (A+A^T)x + b\n{by('f', 'b')} = A$$"
    claims = {each.latex.replace(" ", ""): each.status for each in ask(text).claims}
    assert claims == {
        r"\frac{\partialf}{\partialx}=(A+A^T)x+b": "right",
        r"\frac{\partialf}{\partialb}=A": "wrong",
    }


@pytest.mark.parametrize("look", ["mathbf", "mathrm", "textbf", "textit"])
def test_a_word_in_the_last_column_is_a_remark(look: str) -> None:
    table = rf"\begin{{array}}{{ll}} a & = & b & \{look}{{computed}} \\ c & = & d \end{{array}}"
    assert r"& \text{computed} \\ c" in with_remarks_as_words(table)


@pytest.mark.parametrize(
    "table",
    [
        r"a & = & \mathbf{b} \\ c & = & d",
        r"a & = & \mathrm{tr}(A) \\ c & = & d",
        r"A = \begin{bmatrix} 1 & \mathbf{zero} \end{bmatrix}",
        r"a & = & \mathrm{softmax}(x)",
    ],
)
def test_a_letter_and_a_function_are_none(table: str) -> None:
    assert with_remarks_as_words(table) == table


@pytest.mark.parametrize(
    ("latex", "row"),
    [
        (r"[a & b]", r"\begin{bmatrix}a & b\end{bmatrix}"),
        (r"\left[ a & b \right]", r"\begin{bmatrix} a & b \end{bmatrix}"),
        (r"(a & b)^T", r"\begin{pmatrix}a & b\end{pmatrix}^T"),
        (r"x ([f(a) & b])", r"x (\begin{bmatrix}f(a) & b\end{bmatrix})"),
        (r"a &= [b, c] & d", r"a &= [b, c] & d"),
        (r"a &= (b \\ &+ c)", r"a &= (b \\ &+ c)"),
        (r"\begin{bmatrix} [a] & (b) \end{bmatrix}", r"\begin{bmatrix} [a] & (b) \end{bmatrix}"),
        (r"[a & b \end{bmatrix}", r"[a & b \end{bmatrix}"),
    ],
)
def test_columns_in_brackets_are_a_row(latex: str, row: str) -> None:
    assert with_rows(latex) == row


def test_a_gradient_may_be_a_row_in_brackets() -> None:
    text = r"Let $x\in\mathbb{R}^2$, $f(x)=x_1x_2$. Is $\nabla f = [x_2 & x_1]$?"
    assert [each.status for each in ask(text).claims] == ["right up to layout"]
