r"""Names that formulas and words imply: fonts, columns, means, diagonals."""

from __future__ import annotations

import pytest

import matgrad as mg


def _verdicts(text: str) -> list[str]:
    return [claim.status for claim in mg.ask(text).claims]


@pytest.mark.parametrize(
    ("text", "verdicts"),
    [(r"Let $\mathcal{L}=\|L\|_F^2$. Is $\partial\mathcal{L}/\partial L=2L$? Is "
      r"$\partial\mathcal L/\partial L=2\mathcal L$?", ["right", "wrong"]),
     (r"Let $\mathcal{S}=x^TSx$ with $S$ symmetric. Is $\nabla_x \mathcal S = 2\mathcal{S}x$?",
      ["wrong"]),
     (r"Let ${\cal J}=\|Jx\|^2$. Is $\nabla_x{\cal J}=2J^TJx$?", ["right"])],
)  # fmt: skip
def test_a_letter_in_another_font_is_another_name(text: str, verdicts: list[str]) -> None:
    assert _verdicts(text) == verdicts


@pytest.mark.parametrize(
    "words",
    [r"where the $x_i$ are the columns of $X$", r"where the columns of $X$ are the $x_i$",
     r"where $X$ has $x_i$ as its columns", r"where $x_i$ is the $i$-th column of $X$",
     r"where $X$ contains one sample $x_i$ per column"],
)  # fmt: skip
def test_words_say_that_members_are_columns(words: str) -> None:
    text = rf"Let $f(A)=\sum_i x_i^TAx_i$, {words}. Is $\nabla_Af=XX^T$? Is $\nabla_Af=X^TX$?"
    assert _verdicts(text) == ["right", "wrong"]


def test_rows_stay_rows() -> None:
    text = r"Let $f(A)=\sum_i x_i^TAx_i$, where the $x_i$ are the rows of $X$. Is $\nabla_Af=X^TX$?"
    assert _verdicts(text) == ["right"]


def test_a_declared_matrix_keeps_its_shape() -> None:
    text = (
        r"Let $X\in\mathbb{R}^{d\times n}$ and $f(A)=\sum_{i=1}^n x_i^TAx_i$, where the $x_i$ are "
        r"the columns of $X$. Is $\nabla_Af=XX^T$?"
    )
    assert _verdicts(text) == ["right"]


def test_the_mean_is_taken_from_each_entry() -> None:
    reply = mg.ask(
        r"Let $y=\frac{x-\mu}{\sigma}$ with $\mu=\frac1n\sum_ix_i$. Find $\partial y/\partial x$."
    )
    assert "∂y/∂x = (I − 𝟏𝟏ᵀ/n)/σ" in reply.text("short")


def test_what_stands_on_a_diagonal_is_a_vector() -> None:
    text = (
        r"Let $f(x)=x^T\Lambda x$ with $\Lambda=\mathrm{diag}(\lambda)$. Is $\nabla f=2\lambda x$?"
    )
    assert _verdicts(text) == ["wrong"]


def test_the_length_of_a_vector_is_its_size() -> None:
    text = r"Let $f(x)=x^T x/n$ where $n$ is the length of $x$. Is $\nabla f=2x/n$?"
    assert _verdicts(text) == ["right"]
