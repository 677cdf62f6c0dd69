"""Derivatives in notations that people use without saying what they mean."""

import pytest

import matgrad as mg

CLAIMS = [
    (r"Prove that $d(X^{-1})=-X^{-1}(dX)X^{-1}$.", ["right"]),
    (r"Is $d(X^{-1})=-X^{-2}dX$ true for matrices?", ["wrong"]),
    (
        r"$f=g(h(x))$ with $h(x)=Ax$, $g(y)=\|y\|^2$. $\frac{\partial f}{\partial x}="
        r"\frac{\partial g}{\partial y}\frac{\partial y}{\partial x}=2y^TA$ where $y=h(x)$.",
        ["right up to layout"],
    ),
    (
        r"Since the Hessian of $\frac12x^TPx$ is $P$ when $P$ is symmetric, what's the gradient "
        r"of $\frac12x^TPx$ in this case? Is it $Px$?",
        ["right"],
    ),
    (
        r"$\log p(y|\theta) = -\frac12 y^TK^{-1}y$, where $K=K(\theta)$. They say "
        r"$\frac{\partial}{\partial\theta}\log p = \frac12 y^TK^{-1}"
        r"\frac{\partial K}{\partial\theta}K^{-1}y$, if $K$ is symmetric.",
        ["right"],
    ),
    (
        r"The score of $p(x)\propto\exp(-\frac12(x-\mu)^T(x-\mu))$ is "
        r"$\nabla_x\log p(x)=\mu-x$, isn't it?",
        ["right"],
    ),
    (r"$\frac{d}{dt}(A(t)B(t))=A'B+AB'$?", ["right"]),
    (r"d/dt ||A(t)x||^2 = 2 x^T A^T A' x ?", ["right"]),
    (r"∂vec(AXB)/∂vec(X) = B^T ⊗ A. true?", ["right"]),
    (
        r"Let $A=\begin{pmatrix}1&2\\3&4\end{pmatrix}$ and $f(x)=x^TAx$. Then "
        r"$\nabla f(x)=\begin{pmatrix}2x_1+5x_2\\5x_1+8x_2\end{pmatrix}$.",
        ["right"],
    ),
    (
        "The loss is $L(w)=\\|Xw-y\\|^2$, my gradient is `2 * X.T @ (X @ w - y)`. Correct?",
        ["right"],
    ),
]


@pytest.mark.parametrize(("text", "verdicts"), CLAIMS, ids=range(len(CLAIMS)))
def test_the_claim_is_read_and_judged(text: str, verdicts: list[str]) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == verdicts


def test_a_gradient_of_a_product_is_no_direction() -> None:
    assert str(mg.ask(r"Compute $\nabla_x\, a^Tx$.").results["x"]) == "a"
