r"""Vectors and matrices that a text writes out, or defines, by their entries."""

from __future__ import annotations

import pytest

import matgrad as mg


def _verdicts(text: str) -> list[str]:
    return [claim.status for claim in mg.ask(text).claims]


@pytest.mark.parametrize(
    "text",
    [r"$\phi(x)=-\sum_{i=1}^m\log(1-a_i^Tx)$. Then $\nabla\phi(x)=A^Td$ with "
     r"$d=(1/(1-a_1^Tx),\dots,1/(1-a_m^Tx))^T$.",
     r"$f(x)=\left(\prod_{i=1}^nx_i\right)^{1/n}$. Is $\nabla "
     r"f=\frac{f(x)}{n}(1/x_1,\dots,1/x_n)^T$?",
     r"Let $g=(\sin x_1,\dots,\sin x_n)^T$ and $f(x)=-\sum_{i=1}^n\cos x_i$. Is $\nabla f=g$?",
     r"$f(x)=\sum_{i=1}^ne^{x_i}$. Is $\nabla f=\begin{pmatrix}e^{x_1}\\ \vdots\\ "
     r"e^{x_n}\end{pmatrix}$?",
     r"$f(x)=\sum_{i=1}^n\log x_i$. Is $\nabla^2f=-\operatorname{diag}(1/x_1^2,\dots,1/x_n^2)$?",
     "f(x) = sum_i log(x_i). Is the gradient (1/x_1, ..., 1/x_n)?",
     r"$f(w)=\sum_{i=1}^n\log(1+e^{w^Tx_i})$. Is $\nabla^2f=X^TDX$ with "
     r"$D=\mathrm{diag}(p_i(1-p_i))$ "
     r"and $p_i=\frac{1}{1+e^{-w^Tx_i}}$?",
     r"$\ell(\beta)=\sum_{i=1}^n[y_ix_i^T\beta-e^{x_i^T\beta}]$. With $\mu_i=e^{x_i^T\beta}$ we "
     r"have "
     r"$\nabla\ell=X^T(y-\mu)$.",
     r"$f(x)=\sum_i\sqrt{x_i^2+\epsilon}$. I get $\nabla "
     r"f=\operatorname{diag}\left((x_i^2+\epsilon)^{-1/2}\right)x$.",
     r"$f(x)=\sum_i\sqrt{x_i^2+1}$. I get $\nabla f=\mathrm{diag}\Bigl[(x_i^2+1)^{-1/2}\Bigr]x$."],
)  # fmt: skip
def test_the_first_and_the_last_entry_say_what_each_is(text: str) -> None:
    assert _verdicts(text) == ["right"]


def test_another_entry_is_another_vector() -> None:
    assert _verdicts(r"$f(x)=\sum_{i=1}^n\log x_i$. Is $\nabla f=(x_1^2,\dots,x_n^2)^T$?") == [
        "wrong"
    ]


@pytest.mark.parametrize(
    ("text", "results"),
    [(r"Let $A_{ij}=x_ix_j$ and $f(x)=\operatorname{tr}(AB)$. Find $\nabla f$.", {"x": "(B + "
      r"B')*x"}),
     (r"Let $d_i=e^{x_i}$ and $f(x)=c^Td$. What is $\nabla f$?", {"x": "c .* exp(x)"}),
     (r"Let $p_i=\frac{e^{z_i}}{\sum_je^{z_j}}$ and $L=-y^T\log p$ with $y$ one-hot. Find "
      r"$\nabla_zL$.",
      {"z": "softmax(z) - y"})],
)  # fmt: skip
def test_a_function_may_use_what_is_defined_by_its_entries(
    text: str, results: dict[str, str]
) -> None:
    assert {name: str(value) for name, value in mg.ask(text).results.items()} == results


@pytest.mark.parametrize("size", ["", r" with $\alpha\in\mathbb{R}^n$"])
def test_a_kernel_matrix_is_given_by_its_entries(size: str) -> None:
    text = r"Let $K_{ij}=\exp(-\gamma\|x_i-x_j\|^2)$ and $f=\alpha^TK\alpha$"
    reply = mg.ask(rf"{text}{size}. Find $\partial f/\partial\gamma$.")
    assert [d.verdict.ok for d in reply.derivations] == [True]


DIAGONALS = [
    r"Let $f(x)=\sum_{i=1}^m\sqrt{(a_i^Tx-b_i)^2+\mu^2}$. Show that the Hessian is $A^TDA$ with "
    r"$D_{ii}=\mu^2/((a_i^Tx-b_i)^2+\mu^2)^{3/2}$.",
    r"Logistic regression: $\ell(w)=\sum_i\log(1+e^{w^Tx_i})$. The Hessian is $X^TSX$ where $S$ is "
    r"diagonal with $S_{ii}=p_i(1-p_i)$, $p_i=\sigma(w^Tx_i)$.",
]


@pytest.mark.parametrize("text", DIAGONALS, ids=range(len(DIAGONALS)))
def test_a_matrix_may_be_given_by_its_diagonal(text: str) -> None:
    reply = mg.ask(text)
    assert [claim.status for claim in reply.claims] == ["right"]
    assert "is diagonal: only such entries are given" in reply.text("short")
