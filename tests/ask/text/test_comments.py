r"""What is no part of a text: comments, words struck out, labels and numbers of formulas."""

from __future__ import annotations

import time

import pytest

import matgrad as mg
from matgrad.app.ask.text.comments import NOT_READ, without_comments
from matgrad.app.ask.text.segments import cut

COMMENTS = (
    "% Let $A$ be symmetric\n",
    "<!-- $A$ is symmetric -->",
    "~~Let $A$ be symmetric.~~",
    r"\sout{Let $A$ be symmetric.}",
    r"\iffalse $A$ is symmetric. \fi ",
    r"\begin{comment}Let $A$ be symmetric.\end{comment}",
    r"\begin{verbatim}Let $A$ be symmetric.\end{verbatim}",
)


@pytest.mark.parametrize("comment", COMMENTS)
def test_a_comment_assumes_nothing(comment: str) -> None:
    reply = mg.ask(comment + r" Let $f(x)=x^TAx$. Is $\nabla f=2Ax$?")
    assert [claim.status for claim in reply.claims] == ["wrong"]
    assert NOT_READ in reply.text("short")


@pytest.mark.parametrize("text", ["5% of $x$", "y = x % 2", r"50\% of it", "$a$~~$b$~~$c$"])
def test_other_signs_are_no_comments(text: str) -> None:
    assert without_comments(text) == (text, ())


def test_unclosed_comments_are_text_and_take_no_time() -> None:
    text = "<!-- ~~x " * 8_000
    assert without_comments(text)[0] == text


@pytest.mark.parametrize(
    "number", [r"\tag{3}", r"\tag*{A.2}", r"\label{eq:f_1}", r"\notag", r"\nonumber", r"\quad(3)"]
)
def test_a_number_of_a_formula_is_no_factor(number: str) -> None:
    reply = mg.ask(rf"$$f(x)=x^TAx{number}$$ What is the gradient of f with respect to x?")
    assert "f = xᵀAx\n" in reply.text("short")


def test_a_footnote_is_read() -> None:
    assert r"(it is symmetric)" in cut(r"Let $A$ be given\footnote{it is symmetric}.").marked


def test_a_wide_space_separates_and_a_thin_one_does_not() -> None:
    assert without_comments(r"a\hspace{2em}b\hspace{-2pt}c")[0] == r"a\quad b\, c"


def test_many_blank_lines_and_long_words_take_no_time() -> None:
    text = "Let $f(x)=x^TAx$." + "A_" * 15_000 + "\n " * 15_000 + "What is $\\nabla f$?"
    started = time.perf_counter()
    mg.ask(text)
    assert time.perf_counter() - started < 20


@pytest.mark.parametrize("dash", ["-", "–", "*"])
def test_equations_behind_dashes_are_a_list(dash: str) -> None:
    reply = mg.ask(
        f"f(x,y) = x^2*y. My partial derivatives:\n{dash} df/dx = 2*x*y\n{dash} df/dy = 2*x"
    )
    assert [claim.status for claim in reply.claims] == ["right", "wrong"]


def test_a_line_that_goes_on_with_a_minus_is_no_item() -> None:
    assert str(mg.ask("f = x^2\n - y^2\nWhat is df/dy?").results["y"]) == "-2*y"
