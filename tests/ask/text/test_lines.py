r"""Formulas that go on in the next line, and decimal commas."""

from __future__ import annotations

import pytest

import matgrad as mg
from matgrad.app.ask.formulas.statements import statements

CONTINUED = (
    r"\begin{align} f(x)&=x^TAx\\&+b^Tx\end{align}",
    r"\begin{equation}\begin{split} f(x)&=x^TAx\\&\quad+b^Tx\end{split}\end{equation}",
    r"\begin{multline} f(x)=x^TAx\\+b^Tx\end{multline}",
    r"$\begin{aligned} f(x)&=x^TAx+\\[2mm]&b^Tx\end{aligned}$",
    r"\[f(x)=x^TAx\] \[{}+b^Tx\]",
)


@pytest.mark.parametrize("text", CONTINUED)
def test_a_line_that_goes_on_is_one_formula(text: str) -> None:
    reply = mg.ask(text + r" Is $\nabla f=(A+A^T)x$?")
    assert "f = xᵀAx + bᵀx" in reply.text("short")
    assert "the term b is missing" in reply.text("short")


def test_lines_with_their_own_equations_stay_apart() -> None:
    text = r"\begin{align} y&=Ax\\[2mm] z&=-y \end{align}"
    assert [len(each.pieces) for each in statements(text, "", 0)] == [2, 2]


def test_rows_of_a_matrix_are_no_lines() -> None:
    text = r"f=\begin{pmatrix} a\\ -b\end{pmatrix}"
    assert r"\\" in statements(text, "", 0)[0].latex


@pytest.mark.parametrize(("text", "read"), [("0,5x", "0.5x"), ("1{,}5x", "1.5x"), ("1,5x", "1.5x")])
def test_a_decimal_comma_is_a_point(text: str, read: str) -> None:
    assert [each.latex for each in statements(text, "", 0)] == [read]


@pytest.mark.parametrize("text", ["i=1,2", "c=(0,5)", "A_{0,5}", r"x\in\{0,1\}"])
def test_a_comma_of_a_list_is_none(text: str) -> None:
    assert "." not in "".join(each.latex for each in statements(text, "", 0))


def test_a_constant_that_is_added_in_words_is_left_out() -> None:
    text = r"Let $f(x) = x^TAx + \text{const.}$ What is the gradient with respect to $x$?"
    assert str(mg.ask(text).results["x"]) == "(A + A')*x"


def test_an_index_may_run_with_dots() -> None:
    text = r"Let $x_i\in\mathbb R^d$, $i=1..n$, and $f(w)=\sum_{i=1}^n w^Tx_i$. Gradient by $w$?"
    assert str(mg.ask(text).results["w"]) == "X'*ones(n)"


@pytest.mark.parametrize("values", ["0,1,2", "1,2,3", "1, 2", r"0,1,\dots,n"])
def test_a_list_of_values_gives_no_value(values: str) -> None:
    reply = mg.ask(rf"Let $f(x)=tx^Tx$ for $t={values}$. Gradient with respect to $x$?")
    assert str(reply.results["x"]) == "2*t*x"
    assert "0.1" not in reply.text("short")


def test_a_step_is_not_the_function_where_there_is_another() -> None:
    reply = mg.ask(r"Let $x_{t+1}=Ax_t$ and $f=\|x_3\|^2$. Gradient with respect to $A$?")
    assert reply.questions == ["A does not occur in the function; which variable is meant?"]
