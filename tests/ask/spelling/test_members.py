r"""Members of sums that words or lists call the rows or columns of a matrix."""

from __future__ import annotations

import pytest

import matgrad as mg


def _verdicts(text: str) -> list[str]:
    return [claim.status for claim in mg.ask(text).claims]


@pytest.mark.parametrize(
    "words",
    [r"where $w_i^T$ are the rows of $W$", r"with $w_i^T$ the rows of $W$",
     r"$w_i$ the rows of $W$", r"where $w_i^T$ is the $i$-th row of $W$",
     r"where the rows of $W$ are $w_i^T$"],
)  # fmt: skip
@pytest.mark.parametrize(
    ("more", "gradient"),
    [(r"\log|\det W|", r"W^{-T}"), (r"\|W\|_F^2", "2W")],
)
def test_words_say_that_members_are_rows(words: str, more: str, gradient: str) -> None:
    text = rf"Let $L(W)={more}-\sum_i\log\cosh(w_i^Tx)$, {words}. "
    text += rf"Is $\nabla L={gradient}-\tanh(Wx)x^T$? Is $\nabla L={gradient}-x\tanh(Wx)^T$?"
    assert _verdicts(text) == ["right", "wrong"]


@pytest.mark.parametrize(
    ("matrix", "verdicts"),
    [(r"X=[x_1,\dots,x_n]\in\mathbb{R}^{d\times n}", ["right", "wrong"]),
     (r"X=[x_1,\dots,x_n]^T\in\mathbb{R}^{n\times d}", ["wrong", "right"]),
     (r"X=\begin{bmatrix}x_1^T\\ \vdots\\ x_n^T\end{bmatrix}\in\mathbb{R}^{n\times d}",
      ["wrong", "right"])],
)  # fmt: skip
def test_a_list_may_be_declared_where_it_stands(matrix: str, verdicts: list[str]) -> None:
    text = rf"Let ${matrix}$ and $f(w)=\sum_i(w^Tx_i-y_i)^2$. "
    assert _verdicts(text + r"Is $\nabla f=2X(X^Tw-y)$? Is $\nabla f=2X^T(Xw-y)$?") == verdicts


def test_row_vectors_are_the_transposes_of_columns() -> None:
    text = r"Let $x_i$ be row vectors and $f(w)=\sum_i(x_iw-y_i)^2$. "
    text += r"Is $\nabla f=2\sum_ix_i^T(x_iw-y_i)$? Is $\nabla f=2X^T(Xw-y)$?"
    assert _verdicts(text) == ["right", "right"]


def test_greek_members_are_vectors_where_only_that_fits() -> None:
    text = r"$E(w)=\frac12\sum_{n=1}^N\{t_n-w^T\phi_n\}^2$. Is $\nabla E=\Phi^T(\Phi w-t)$?"
    assert _verdicts(text) == ["right"]


@pytest.mark.parametrize(
    ("text", "result"),
    [(r"$C=\sum_{i\neq j}w_{ij}\|y_i-y_j\|^2$. Find $\partial C/\partial y_i$.", "Y"),
     (r"$J=\sum_{i=1}^n\sum_{k=1}^Kr_{ik}\|x_i-\mu_k\|^2$. Find $\partial J/\partial\mu_k$.", "M"),
     (r"$L=\sum_{i=1}^n\log\sum_{k=1}^K\pi_k\exp(-\frac12\|x_i-\mu_k\|^2)$. What is the gradient "
      r"with respect to $\mu_k$?", "M")],
)  # fmt: skip
def test_the_derivative_by_a_member_is_a_row_of_the_answer(text: str, result: str) -> None:
    reply = mg.ask(text)
    assert list(reply.results) == [result]
    assert "-th row of that by" in reply.text("short")


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [(r"\nabla_wf=2X^T(Xw-y)", "right"), (r"\nabla_wf=2X(X^Tw-y)", "right"),
     (r"\nabla_wf=2X(Xw-y)", "wrong"), (r"\nabla_wf=X(X^Tw-y)", "wrong"),
     (r"\nabla_Xf=2w(X^Tw-y)^T", "right"), (r"\nabla_Xf=2(Xw-y)w^T", "right"),
     (r"\nabla_Xf=w(X^Tw-y)^T", "wrong")],
)  # fmt: skip
def test_a_claim_may_be_written_for_columns_where_nothing_is_said(claim: str, verdict: str) -> None:
    assert _verdicts(rf"$f=\sum_{{i=1}}^n(w^Tx_i-y_i)^2$. Is ${claim}$?") == [verdict]


def test_what_is_declared_has_no_columns_for_rows() -> None:
    text = r"$f(w)=\sum_{i=1}^n(w^Tx_i-y_i)^2$ where $X\in\mathbb{R}^{n\times d}$. "
    assert _verdicts(text + r"Is $\nabla f=2X(X^Tw-y)$?") == ["wrong"]


@pytest.mark.parametrize("claim", [r"-(M-UV^T)V+\lambda U", r"-V(M-U^TV)^T+\lambda U"])
def test_members_may_stand_beside_their_matrix(claim: str) -> None:
    text = r"$J=\frac12\sum_{i,j}(M_{ij}-u_i^Tv_j)^2+\frac\lambda2(\|U\|_F^2+\|V\|_F^2)$. "
    assert _verdicts(rf"{text}Is $\nabla_UJ={claim}$?") == ["right"]


@pytest.mark.parametrize(("claim", "status"), [("W^{-T}", "right"), ("W^{-1}", "wrong")])
def test_the_matrix_of_the_rows_may_have_adjectives(claim: str, status: str) -> None:
    text = (
        r"Let $L(W) = \log|\det W| - \sum_{i=1}^n\log\cosh(w_i^Tx)$, where the $w_i^T$ are the "
        r"rows of the square unmixing matrix $W$. I get "
        rf"$\frac{{\partial L}}{{\partial W}} = {claim} - \tanh(Wx)x^T$."
    )
    assert _verdicts(text) == [status]


SUM = r"Let $\ell(\beta) = \sum_i e^{x_i^T\beta}$"
FACTORS = [
    rf"{SUM}, where the rows of $X$ are the $x_i^T$. What is $\nabla\ell$?",
    rf"{SUM} with $\beta\in\mathbb{{R}}^p$. The rows of $X$ are the $x_i^T$. What is $\nabla\ell$?",
]


@pytest.mark.parametrize("text", FACTORS, ids=range(len(FACTORS)))
def test_what_members_are_multiplied_by_is_a_vector_of_their_length(text: str) -> None:
    assert str(mg.ask(text).results["beta"]) == "X'*exp(X*beta)"


@pytest.mark.parametrize(
    ("members", "answer"),
    [("columns", "W*(softmax(W'*x) - e_y)"), ("rows", "W'*(softmax(W*x) - e_y)")],
)
def test_members_below_a_sum_with_another_index_are_what_words_say(
    members: str, answer: str
) -> None:
    reply = mg.ask(
        rf"Let $p_k = \frac{{e^{{w_k^Tx}}}}{{\sum_j e^{{w_j^Tx}}}}$, where the $w_k$ are the "
        rf"{members} of $W$, and $L = -\log p_y$. What is $\nabla_x L$?"
    )
    assert str(reply.results["x"]) == answer
