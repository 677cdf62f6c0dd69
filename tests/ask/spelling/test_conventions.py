r"""Notation that a text states is used, or asked about; decorations are none."""

from __future__ import annotations

import pytest

import matgrad as mg
from matgrad.app.ask.formulas.statements import statements
from matgrad.app.ask.spelling.conventions import with_index, with_sign


@pytest.mark.parametrize(
    ("text", "function"),
    [(r"$f(X)=\|X\|^2$ where $\|\cdot\|$ is the spectral norm", "‖X‖₂²"),
     (r"$f(X)=\|X\|^2$ where $\|\cdot\|$ is the 1-norm", "‖X‖₁²"),
     (r"$f(X)=\|X\|$ where $\|\cdot\|$ denotes the nuclear norm", "‖X‖_*"),
     (r"$f(X)=\left\|X\right\|$ where $\|.\|$ denotes the Frobenius norm", "‖X‖_F"),
     (r"$f(X)=\operatorname{sum}(X*B)$ where $*$ is the Hadamard product", "sum(X ⊙ B)"),
     (r"$f(X)=\operatorname{tr}(X\circ B)$ where $\circ$ is the matrix product", "tr(XB)")],
)  # fmt: skip
def test_stated_notation_is_used(text: str, function: str) -> None:
    reply = mg.ask(f"{text}. What is the gradient with respect to $X$?")
    assert f"the function: f = {function}\n" in reply.text("short")


def test_a_stated_base_is_that_of_the_logarithm() -> None:
    text = r"$f(x)=\log x$ where $\log$ is the base-10 logarithm, $x\in\mathbb{R}$. Is $f'(x)=1/x$?"
    assert [claim.status for claim in mg.ask(text).claims] == ["wrong"]


@pytest.mark.parametrize(
    "text",
    [r"$f(X)=\operatorname{sum}(X*B)$ where $*$ denotes convolution",
     r"$f(X)=\|X\|$ where $\|\cdot\|$ is the dual norm",
     r"$f(X)=\langle X,X\rangle$ where $\langle x,y\rangle=x^TMy$"],
)  # fmt: skip
def test_notation_that_is_not_known_is_asked_about(text: str) -> None:
    reply = mg.ask(f"{text}. What is the gradient with respect to $X$?")
    assert reply.questions
    assert not reply.results


def test_other_words_about_a_norm_change_nothing() -> None:
    reply = mg.ask(r"Let $f(x)=\|x\|^2$. Here $\|\cdot\|$ is convex. What is $\nabla f$?")
    assert str(reply.results["x"]) == "2*x"


def test_an_index_stands_below_norms_without_one() -> None:
    assert with_index(r"\|x\|^2+\|y\|_1", "_F") == r"\|x\|_F^2+\|y\|_1"


def test_a_star_above_a_letter_is_no_product() -> None:
    assert with_sign("x^*A*B", "*", r"\odot ") == r"x^*A\odot B"


@pytest.mark.parametrize(
    ("latex", "plain"),
    [(r"f=\underbrace{(A+B)}_{C}x", "f = {(A+B)}x"), (r"f\overset{\text{def}}{=}x", "f = x"),
     (r"f\stackrel{?}{=}x", "f = x"), (r"f=\boxed{x}", "f = {x}"), (r"f=.5x", "f = 0.5x"),
     (r"f=x\text{ plus }y", "f = x+y"), (r"x =: f", "f = x")],
)  # fmt: skip
def test_decorations_are_left_out(latex: str, plain: str) -> None:
    assert [each.latex for each in statements(latex, "", 0)] == [plain]


STARS = [
    (r"In this problem $A^*$ is the transpose of $A$. For "
     r"$f(x) = \frac12\|Ax\|^2 - \langle b,x\rangle$ we have $\nabla f = A^*Ax - b$, "
     "and the Hessian is $AA^*$.", ["right", "wrong"]),
    (r"Let $A^*$ denote the transpose. $f(x) = \langle Ax, x\rangle$. $\nabla f = (A + A^*)x$.",
     ["right"]),
    (r"Throughout, the star denotes transposition. Let $f(x) = \|Ax-b\|^2$, so "
     r"$\nabla f = 2A^*(Ax-b)$.", ["right"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), STARS, ids=range(len(STARS)))
def test_a_star_that_is_called_the_transpose_is_one(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == statuses


def test_a_sum_that_is_known_is_not_defined() -> None:
    text = "loss = -sum(t .* log(softmax(z))), sum(t) = 1, t fixed. d loss/dz = softmax(z) - t ?"
    reply = mg.ask(text)
    assert "sum is called" not in reply.text("short")
    assert [claim.status for claim in reply.claims] == ["right"]


WEIGHTED = r"Here $\langle x,y\rangle = x^TGy$ with symmetric $G$ and $f(x) = \langle x,x\rangle$. "


def test_an_inner_product_that_a_matrix_gives_is_written_with_it() -> None:
    reply = mg.ask(f"{WEIGHTED}What's the gradient in the usual sense? I get $2Gx$.")
    assert [claim.status for claim in reply.claims] == ["right"]
    assert mg.ask(f"{WEIGHTED}What's the gradient?").questions  # by which inner product?
