"""Facts in the words of several fields."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(
    "text",
    [
        "Consider the weighted inner product defined by the Gram matrix $G$ and "
        r"$f(x)=\frac12x^TGx$. Is $\nabla f=Gx$?",
        r"Dynamics: $M$ is the inertia matrix of the manipulator, $T(v)=\frac12v^TMv$. "
        r"Is $\partial T/\partial v=Mv$?",
        r"Elasticity: strain energy $U(\epsilon)=\frac12\epsilon^TC\epsilon$ with a "
        r"symmetric elasticity matrix $C$. Stress $\nabla U=C\epsilon$?",
        "Electrical network: power $P(v)=v^TGv$ with a symmetric conductance matrix "
        r"$G$; is $\nabla P=2Gv$?",
        "Quadratic approximation at $x_0$ with gradient $g$ and Hessian matrix $B$: "
        r"$m(p)=g^Tp+\frac12p^TBp$. Is $\nabla m=g+Bp$?",
        r"Assume $W=W^T$ has zero diagonal. Hopfield energy: $E(s)=-\frac12s^TWs$. Is "
        r"$\nabla E=-Ws$?",
        "spectral clustering: minimise tr(H^T L H) where L is graph laplacian. "
        "gradient w.r.t. H is 2LH?",
        "Gaussian process regression with covariance matrix $K$ and noise variance "
        r"$s$: $\ell(y)=-\frac12y^T(K+sI)^{-1}y$. Is $\nabla_y\ell=-(K+sI)^{-1}y$?",
        r"Bayesian linear regression, prior precision $\Lambda$: "
        r"$J(w)=\frac12w^T\Lambda w+\frac12\|Xw-y\|^2$. Is $\nabla J=\Lambda "
        "w+X^T(Xw-y)$?",
        "We have n observations stacked in X, response y and a diagonal matrix W of "
        "weights. Loss: (y-Xb)'W(y-Xb). Is the derivative with respect to b equal to "
        "-2X'W(y-Xb)?",
        "A and B are n x n symmetric matrices. f(x) = x'Ax + x'Bx. Is the gradient 2(A+B)x?",
        r"Let $A,B\in\mathbb{R}^{n\times n}$ be symmetric, "
        r"$f(X)=\operatorname{tr}(X^TAXB)$. Is $\nabla f=2AXB$?",
        r"Let both $A$ and $B$ be symmetric, $f(X)=\operatorname{tr}(X^TAXB)$. Is "
        r"$\nabla f=2AXB$?",
        r"Each of $A$, $B$ is symmetric. Let $f(X)=\operatorname{tr}(X^TAXB)$. Is "
        r"$\nabla f=2AXB$?",
        r"Let $f(X)=\operatorname{tr}(X^TAXB)$ for symmetric $A$ and $B$. Is $\nabla "
        "f=2AXB$?",
        r"Let $f(X)=\operatorname{tr}(X^TAXB)$, $A^T=A$ and $B^T=B$. Is $\nabla "
        "f=2AXB$?",
        "X is square and invertible. f(X)=log|det X|. Is grad f = inv(X)'?",
        r"Let $X$ be a nonsingular square matrix. Then $\frac{\partial}{\partial "
        r"X}\log|\det X|=X^{-T}$. Agree?",
        r"$A$ tall with full column rank, $f(x)=\|Ax-b\|^2$. Hessian $2A^TA$?",
        "In the following $A$ is always a symmetric matrix. What is the gradient of "
        "$x^TAx$ with respect to $x$? I think $2Ax$.",
        r"Let $f(x)=\frac{1}{2}\langle Ax,x\rangle-\langle b,x\rangle$ where $A$ is "
        r"self-adjoint. Then $\nabla f=Ax-b$.",
        "Let $a(u,v)=u^TAv$ be a symmetric bilinear form, so $A=A^T$. For "
        r"$J(u)=\frac12a(u,u)=\frac12u^TAu$, is $\nabla J=Au$?",
        r"$\Sigma$ (symmetric, positive definite) is the covariance. "
        r"$f(w)=\sqrt{w^T\Sigma w}$. Is $\nabla f=\frac{\Sigma w}{\sqrt{w^T\Sigma "
        "w}}$?",
        r"Risk contribution: portfolio volatility $\sigma(w)=\sqrt{w^TVw}$, where $V$ "
        "is the variance-covariance matrix of returns. Is "
        r"$\nabla\sigma=\frac{Vw}{\sqrt{w^TVw}}$?",
        r"Let $x\in\mathbb{R}^n$, let $A$ be a symmetric matrix, and let "
        r"$f(x)=\exp(-x^TAx)$. Compute $\nabla f$. My result is $-2\exp(-x^TAx)Ax$.",
        "f(x) = ln(x^T S x), S sym pos def. grad = 2Sx/(x^T S x)?",
        "f(x) = ln(x^T S x), S positive definite and symmetric. grad = 2Sx/(x^T S x)?",
        "L = - y . log(softmax(z)), y is a one hot encoded label. dL/dz = softmax(z) - y.",
        r"$f(X)=\operatorname{tr}(X\log X)$ for positive definite X, log being the "
        "matrix logarithm. gradient = log X + I?",
    ],
)
def test_a_fact_is_taken_in_the_words_of_its_field(text: str) -> None:
    assert [claim.status for claim in ask(text).claims] == ["right"]
