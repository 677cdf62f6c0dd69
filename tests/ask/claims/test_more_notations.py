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


NAMED = [
    (r"Let $x\mapsto g(x):=x^TAx$. Is $\nabla g=(A+A^T)x$?", "g", ["right"]),
    (r"Consider the map $x\mapsto f(x)=\|Ax-b\|^2$ and its gradient $2A^T(Ax-b)$.", "f", ["right"]),
    (r"We want the sensitivity of $y^* = \sqrt{a^2+b^2}$ to changes in $b$, holding $a$ fixed."
     " I have $b/y^*$.", "ŷ", ["right"]),
    (r"For $g(x) = \tfrac12x^TQx$ ($Q\succ0$) the conjugate is $g^*(y) = \tfrac12y^TQ^{-1}y$."
     r" I claim $\nabla g^*(y) = Q^{-1}y$.", "ĝ", ["right"]),
    (r"Let $p(r)=\frac{c}{1+r}$. What is the sensitivity of $p$ to $r$? I get $-\frac{c}{1+r}$.",
     "p", ["wrong"]),
    (r"Let $V(r)=\frac43\pi r^3$. The rate of change of $V$ with respect to $r$ is $4\pi r^2$.",
     "V", ["right"]),
    (r"$\ell(p) = k\log p + (n-k)\log(1-p)$. The score is $\frac kp - \frac{n-k}{1-p}$"
     r" and the observed information is $-\ell''(p) = \frac{k}{p^2} - \frac{n-k}{(1-p)^2}$.",
     "l", ["wrong", "right"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "name", "statuses"), NAMED, ids=range(len(NAMED)))
def test_functions_by_other_names(text: str, name: str, statuses: list[str]) -> None:
    reply = mg.ask(text)
    assert f"the function: {name} = " in reply.text("short")
    assert [claim.status for claim in reply.claims] == statuses
