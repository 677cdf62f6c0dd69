r"""The kind of norm that words or a formula give is that of every \|…\|; one in doubt is asked."""

from __future__ import annotations

import pytest

import matgrad as mg


@pytest.mark.parametrize(
    ("text", "function", "verdict"),
    [(r"Let $f(x)=\|x\|^2$ where $\|x\|^2 := x^TMx$ is the energy norm with $M$ symmetric positive"
      r" definite. I claim $\nabla f(x)=2x$.", "xᵀMx", "wrong"),
     (r"Let $f(x)=\|x\|^2$ where $\|x\|=\sqrt{x^TQ^{-1}x}$, $Q$ symmetric. Is $\nabla f=2Q^{-1}x$?",
      "xᵀQ⁻¹x", "right"),
     (r"Let $\|\cdot\|$ be the norm on $\mathbb{R}^n$ given by $\|x\|=\sqrt{x^TPx}$ with $P\succ0$."
      r" Is the gradient of $f(x)=\frac12\|x-z\|^2$ equal to $P(x-z)$?",
      "½(x − z)ᵀP(x − z)", "right"),
     (r"Let $f(x)=\frac12\|x\|^2$ in the norm induced by $M$ ($M$ symmetric). So $\nabla f=x$?",
      "½xᵀMx", "wrong"),
     (r"Let $f(x)=\|x-y\|$ in the $1$-norm. Is $\nabla f=\frac{x-y}{\|x-y\|}$?", "‖x − y‖₁",
      "wrong"),
     (r"Let $f(x)=\|x\|$ with $\|x\|:=\max_i|x_i|$. Is $\nabla f=x/\|x\|$?", "max(|x|)", "wrong"),
     (r"Let $f(X)=\|X\|^2$ with the spectral norm. Then $\nabla f=2X$.", "‖X‖₂²", "wrong"),
     (r"f(X) = ||X||^2 with the spectral norm. Then grad f = 2X.", "‖X‖₂²", "wrong"),
     (r"Let $f(X)=\|AX-B\|^2$, spectral norm. I got $2A^T(AX-B)$.", "‖AX − B‖₂²", "wrong"),
     (r"Let $f(X)=\|X\|^2$, where $\|\cdot\|=\|\cdot\|_2$. Is it 2X?", "‖X‖₂²", "wrong"),
     (r"Let $f(X)=\|X\|$ be the nuclear norm. A classmate says $\nabla f=X/\|X\|$.", "‖X‖_*",
      "wrong"),
     (r"In my course $\|x\|$ always means the max norm. For $f(x)=\|x\|^2$ I wrote $\nabla f=2x$.",
      "max(|x|)²", "wrong"),
     (r"All norms are nuclear norms. Let $f(X)=\|X\|$. Is $\nabla f=X/\|X\|$?", "‖X‖_*", "wrong"),
     (r"Let $f(X)=\|X\|^2$. Here the norm is the Frobenius norm, not the spectral norm. Is"
      r" $\nabla f=2X$?", "‖X‖_F²", "right"),
     (r"Let $f(x)=\|Ax-b\|^2$, where $A$ has spectral norm at most one. Is $\nabla f=2A^T(Ax-b)$?",
      "‖Ax − b‖²", "right"),
     (r"Let $f(x)=\|Ax-b\|^2$. Is $\nabla f=2A^T(Ax-b)$? What if we use the 1-norm instead?",
      "‖Ax − b‖²", "right")],
)  # fmt: skip
def test_a_named_norm_is_that_of_all_bars(text: str, function: str, verdict: str) -> None:
    reply = mg.ask(text)
    assert f"the function: f = {function}\n" in reply.text("short")
    assert [claim.status for claim in reply.claims] == [verdict]


@pytest.mark.parametrize(
    "text",
    [r"Let $f(x)=\|x\|^2$ in the dual norm. Is $\nabla f=2x$?",
     r"Which norm is meant in $f(X)=\|X\|^2$, the spectral norm or the Frobenius norm? Is"
     r" $\nabla f=2X$?",
     r"Let $f(x)=\|x\|^2$, the squared Mahalanobis norm. Is $\nabla f=2x$?",
     r"Let $f(x)=\|x\|^2$ where $\|x\|^2=x^TA^TAx$. Is $\nabla f=2x$?",
     r"Given $f(x)=\|x\|^2$ with $\|x\|^2=\sum_iw_ix_i^2$. Is $\nabla f=2x$?",
     r"Let $f(X)=\|X\|^2$. Is $\nabla f=2X$? If we use the nuclear norm, is it $2X/\|X\|$?"],
)  # fmt: skip
def test_a_norm_that_is_not_settled_is_asked_about(text: str) -> None:
    reply = mg.ask(text)
    assert "Which norm" in reply.questions[0]
    assert not {claim.status for claim in reply.claims} & {"right", "wrong"}
