"""Claims in the notations that people use, and the first wrong step of their derivations."""

import pytest

from matgrad.app.ask import ask

NOTATIONS = (
    (
        "right",
        r"$f(X)=\operatorname{tr}(AXB)$. Is $df=\operatorname{tr}(BA\,dX)$?",
    ),
    (
        "wrong",
        r"$f(X)=\operatorname{tr}(AXB)$. Is $df=\operatorname{tr}(AB\,dX)$?",
    ),
    (
        "right",
        r"$f(x)=\|Ax-b\|^2$. I get $df = 2(Ax-b)^TA\,dx$.",
    ),
    (
        "wrong",
        r"$f(x)=\|Ax-b\|^2$. I get $df = (Ax-b)^TA\,dx$.",
    ),
    (
        "right",
        r"$f(X)=\log\det(X)$. Then $\mathrm{d}f = "
        r"\operatorname{tr}(X^{-1}\mathrm{d}X)$.",
    ),
    (
        "right",
        r"$f(X)=\det(X)$. Then $df = \det(X)\operatorname{tr}(X^{-1}dX)$.",
    ),
    (
        "right",
        r"$F(X)=X^{-1}$. Then $dF=-X^{-1}dX\,X^{-1}$.",
    ),
    (
        "wrong",
        r"$F(X)=X^{-1}$. Then $dF=-X^{-2}dX$.",
    ),
    (
        "wrong",
        r"$F(X)=X^TX$. Is $dF = 2X^TdX$?",
    ),
    (
        "right",
        r"$F(X)=X^TX$. Is $dF = dX^T X+X^TdX$?",
    ),
    (
        "right",
        r"$f(X)=\|X\|_F^2$. $df = 2\langle X, dX\rangle$. Right?",
    ),
    (
        "right",
        r"$f(x)=\|x\|$. Is $df = \frac{x^Tdx}{\|x\|}$?",
    ),
    (
        "right",
        r"$f(X)=\operatorname{tr}(X^3)$; claim: $\delta f = "
        r"3\operatorname{tr}(X^2\delta X)$.",
    ),
    (
        "right",
        r"$F(X)=AXB$. Is $\frac{\partial "
        r"\operatorname{vec}F}{\partial\operatorname{vec}X}=B^T\otimes A$?",
    ),
    (
        "right",
        r"$F(X)=AXB$. Is $\frac{\partial "
        r"\operatorname{vec}(F)}{\partial\operatorname{vec}(X)^T}=B^T\otimes A$?",
    ),
    (
        "wrong",
        r"$F(X)=AXB$. Is $\frac{\partial "
        r"\operatorname{vec}(F)}{\partial\operatorname{vec}(X)}=A\otimes B$?",
    ),
    (
        "right",
        r"$F(X)=AXB$. The Jacobian is $B^T\otimes A$.",
    ),
    (
        "right",
        r"$F(X)=AXB$. Is $\operatorname{vec}(dF)=(B^T\otimes "
        r"A)\operatorname{vec}(dX)$?",
    ),
    (
        "right",
        r"$F(X)=AXB$. Then $d\operatorname{vec}(F)=(B^T\otimes "
        r"A)\,d\operatorname{vec}(X)$.",
    ),
    (
        "right",
        r"$F(X)=AX+XB$. Then $\operatorname{vec}(dF)=(I\otimes A+B^T\otimes I)"
        r"\operatorname{vec}(dX)$.",
    ),
    (
        "right",
        r"$F(X)=AX+XB+X$. The Jacobian is $I\otimes A+B^T\otimes I+I$.",
    ),
    (
        "wrong",
        r"$F(X)=X^2$. The Jacobian is $X\otimes\mathbf{I}+\mathbf{I}\otimes X$.",
    ),
    (
        "right up to layout",
        r"$f(X)=\|AX-B\|_F^2$. Is $\frac{\partial "
        r"f}{\partial\operatorname{vec}(X)}=2\operatorname{vec}(A^T(AX-B))$?",
    ),
    (
        "right",
        r"$f(X)=\operatorname{tr}(X^TAX)$. Is the Hessian $I\otimes(A+A^T)$?",
    ),
    (
        "right",
        r"$F(X)=X^{-1}$ with $X\in\mathbb{R}^{n\times n}$. Its Jacobian is "
        r"$-X^{-T}\otimes X^{-1}$.",
    ),
    (
        "wrong",
        r"$F(X)=X^{-1}$ with $X\in\mathbb{R}^{n\times n}$. Its Jacobian is "
        r"$-X^{-1}\otimes X^{-1}$.",
    ),
    (
        "right",
        r"$f(x)=x^TAx$. Is $\frac{\partial f}{\partial "
        r"x_k}=\sum_j(A_{kj}+A_{jk})x_j$?",
    ),
    (
        "wrong",
        r"$f(x)=x^TAx$. Is $\frac{\partial f}{\partial x_k}=2\sum_jA_{kj}x_j$?",
    ),
    (
        "right",
        r"$f(X)=\operatorname{tr}(AX)$. Then $\frac{\partial f}{\partial "
        r"X_{ij}}=A_{ji}$.",
    ),
    (
        "wrong",
        r"$f(X)=\operatorname{tr}(AX)$. Then $\frac{\partial f}{\partial "
        r"X_{ij}}=A_{ij}$.",
    ),
    (
        "right",
        r"$f(X)=\|X\|_F^2$. Is $\frac{\partial f}{\partial X_{ij}}=2X_{ij}$?",
    ),
    (
        "right",
        r"$f(x)=\sum_i x_i^3$, is $\frac{\partial f}{\partial x_i}=3x_i^2$?",
    ),
    (
        "wrong",
        r"$f(x)=\sum_i e^{x_i}$, is $\partial f/\partial x_i = x_i e^{x_i}$?",
    ),
    (
        "right",
        r"$f(x)=\log\sum_i e^{x_i}$. Is $\frac{\partial f}{\partial "
        r"x_k}=\frac{e^{x_k}}{\sum_j e^{x_j}}$?",
    ),
    (
        "right",
        r"$f(x)=\log\sum_i e^{x_i}$. Is $\frac{\partial^2 f}{\partial x_i\partial "
        r"x_j}=p_i\delta_{ij}-p_ip_j$ with $p=\mathrm{softmax}(x)$?",
    ),
    (
        "right",
        r"$f(X)=\log\det X$. Is $\frac{\partial f}{\partial X_{ij}}=(X^{-1})_{ji}$?",
    ),
    (
        "wrong",
        r"$f(X)=\log\det X$. Is $\frac{\partial f}{\partial X_{ij}}=(X^{-1})_{ij}$?",
    ),
    (
        "right",
        r"$s=\mathrm{softmax}(z)$. Is $\frac{\partial s_i}{\partial "
        r"z_j}=s_i(\delta_{ij}-s_j)$?",
    ),
    (
        "wrong",
        r"$s=\mathrm{softmax}(z)$. Is $\frac{\partial s_i}{\partial z_j}=s_i(1-s_j)$?",
    ),
    (
        "right",
        r"$f(x)=\frac12\|Ax-b\|^2$. $\frac{\partial f}{\partial x_j}=\sum_i "
        r"A_{ij}(\sum_k A_{ik}x_k-b_i)$.",
    ),
    (
        "right",
        r"$f(W)=\frac12\|Wx-y\|^2$. Is $\frac{\partial f}{\partial "
        r"W_{ij}}=(Wx-y)_ix_j$?",
    ),
    (
        "right",
        r"$f(W)=\frac12\|Wx-y\|^2$. Is $\frac{\partial f}{\partial w_{ij}}=(\sum_k "
        r"w_{ik}x_k-y_i)x_j$?",
    ),
    (
        "right",
        r"$f(x)=\|Ax-b\|^2$. The Hessian is $2A^TA$.",
    ),
    (
        "wrong",
        r"$f(x)=\|Ax-b\|^2$. Is $\nabla^2f=A^TA$?",
    ),
    (
        "right",
        r"$f(x,y)=x^TAy$. Is $\nabla_{xy}^2f=A$?",
    ),
    (
        "right",
        r"$f(x,y)=x^TAy$. Is $\frac{\partial^2f}{\partial x\partial y^T}=A$?",
    ),
    (
        "right",
        r"$f(x)=\frac14(x^Tx)^2$. Is $\nabla^2 f = x^Tx I+2xx^T$?",
    ),
    (
        "wrong",
        r"$f(x)=\frac14(x^Tx)^2$. Is $\nabla^2 f = x^Tx I+xx^T$?",
    ),
    (
        "right",
        r"$f(x)=\exp(a^Tx)$. Is $H_f = \exp(a^Tx)aa^T$?",
    ),
    (
        "right",
        r"$f(x)=x^3-2x$. Is $f'(2)=10$?",
    ),
    (
        "wrong",
        r"$f(x)=x^3-2x$. Is $f'(2)=8$?",
    ),
    (
        "right",
        r"$f(x)=\|x\|^2$ at $x=(1,2)^T$ has gradient $(2,4)^T$.",
    ),
    (
        "right",
        r"$f(x)=\|x\|^2$. Is $\nabla f(1,2)=(2,4)^T$?",
    ),
    (
        "right",
        r"$f(x,y)=x^2y$. Is $\frac{\partial f}{\partial x}(1,3)=6$?",
    ),
    (
        "right",
        r"$f(x,y)=x^2y$. Is $\nabla f(1,3)=(6,1)$?",
    ),
    (
        "wrong",
        r"$f(x,y)=x^2y$. Is $\nabla f(1,3)=(6,2)$?",
    ),
    (
        "right",
        r"$f(X)=\log\det X$. At $X=I$ the gradient is $I$.",
    ),
    (
        "right",
        r"$f(x)=e^{a^Tx}$. At $x=0$ the gradient equals $a$.",
    ),
    (
        "right",
        r"$f(x)=e^{a^Tx}$. Is $\nabla f(0)=a$?",
    ),
    (
        "wrong",
        r"$f(x)=e^{a^Tx}$. Is $\nabla f(0)=2a$?",
    ),
)
DERIVATIONS = (
    (
        [["wrong", 2], ["right", None]],
        r"""Where did I go wrong? Let $f(x)=\|Ax-b\|^2$.
\begin{align}
f &= (Ax-b)^T(Ax-b)\\
df &= 2(Ax-b)^TA\,dx\\
&= 2A^T(Ax-b)\,dx
\end{align}""",
    ),
    (
        [["wrong", 3]],
        r"I want the gradient of $f(X)=\operatorname{tr}(X^TAX)$. My steps: "
        r"$df=\operatorname{tr}(dX^TAX)+\operatorname{tr}(X^TA\,dX)="
        r"\operatorname{tr}(X^TA^TdX)+\operatorname{tr}(X^TAdX)=\operatorname{tr}(2X^TA\,dX)$. "
        r"Which step is wrong?",
    ),
    (
        [["wrong", 3]],
        r"Let $f(x)=\log(1+e^{w^Tx})$. I computed $\nabla f = "
        r"\frac{1}{1+e^{w^Tx}}\nabla(1+e^{w^Tx}) = \frac{e^{w^Tx}}{1+e^{w^Tx}} w = "
        r"\sigma(-w^Tx)w$ with $\sigma$ the sigmoid. Where is my mistake?",
    ),
    (
        [["wrong", 1]],
        r"Find my error: $f(w)=\frac{1}{2}\|Xw-y\|^2$, so $\nabla f = \frac12 \cdot 2 "
        r"X(Xw-y) = X(Xw-y)$.",
    ),
    (
        [["wrong", 2]],
        r"""For $f(x)=x^TAx$ I did
$$\nabla f = \nabla(x^TAx)$$
$$= Ax + x^TA$$
$$= 2Ax$$
What is wrong here?""",
    ),
    (
        [["right", None], ["wrong", 3]],
        r"""Let $J(\theta)=\frac1m\|X\theta-y\|^2$.
$dJ = \frac2m (X\theta-y)^TX\,d\theta$
$\nabla J = \frac2m X^T(X\theta - y)$
$= \frac2m(X^TX\theta - X^Ty)$
$= \frac2m X^T X\theta - X^Ty$. Where did I go wrong?""",
    ),
    (
        [["right", None], ["right", None]],
        r"$f(X)=\log\det X$ with $X$ symmetric. $df = \operatorname{tr}(X^{-1}dX)$, "
        r"so $\nabla f = X^{-1}$. Then the Hessian... never mind. Is the first step "
        r"ok?",
    ),
    (
        [["right", None], ["right", None], ["right up to layout", None]],
        r"""Check each line please, $f(W)=\|Wx-y\|^2$:
1. $df = 2(Wx-y)^T dW x$
2. $df = 2\operatorname{tr}(x(Wx-y)^TdW)$
3. $\nabla_W f = 2x(Wx-y)^T$""",
    ),
    (
        [["wrong", 2]],
        r"Can somebody spot the mistake? $\phi(x)=\exp(-\|x\|^2)$, $\nabla\phi = "
        r"\exp(-\|x\|^2)\cdot\nabla(-\|x\|^2) = -2\exp(-\|x\|^2)\|x\| = "
        r"-2\|x\|\phi(x)$",
    ),
    (
        [["right", None], ["right", None]],
        r"I am trying to differentiate $f(x)=(a^Tx)^2$. $df = 2a^Tx\,d(a^Tx) = "
        r"2a^Tx\,a^Tdx = 2(a^Tx)a^T dx$ so $\nabla f = 2aa^Tx$. Everything right?",
    ),
    (
        [["wrong", 3], ["wrong", None]],
        r"$g(X)=\|AXB-C\|_F^2$. Set $E = AXB-C$. Then $dg = 2E:dE = 2E:A\,dX\,B = "
        r"2A^TEB:dX$. Hence $\nabla g = 2A^TEB$. Where's the error?",
    ),
    (
        [["wrong", 2]],
        r"Let $f(x) = \frac{x^TAx}{x^Tx}$ with symmetric $A$. $\nabla f = "
        r"\frac{2Ax\,x^Tx - x^TAx\,2x}{(x^Tx)^2} = "
        r"\frac{2Ax}{x^Tx}-\frac{2x^TAx}{x^Tx}x$. I doubt the last equality.",
    ),
    (
        [["right", None]],
        r"""My derivation for $f(x)=\|x\|_2$:
\[ \nabla f = \nabla (x^Tx)^{1/2} = \tfrac12 (x^Tx)^{-1/2}\cdot 2x = \frac{x}{\|x\|} \]
Is every step right?""",
    ),
    (
        [["wrong", 2]],
        r"f(x) = x'Ax - 2b'x. grad f = (A+A')x - 2b = 2Ax - 2b. Did I make a mistake?",
    ),
    (
        [["right", None], ["wrong", None]],
        r"""Let $f(A)=\operatorname{tr}(A^{-1}B)$. Then
\begin{align*}
df &= \operatorname{tr}(d(A^{-1})B)\\
 &= -\operatorname{tr}(A^{-1}dA\,A^{-1}B)\\
 &= -\operatorname{tr}(A^{-1}BA^{-1}dA)\\
\nabla f &= -A^{-1}BA^{-1}
\end{align*}
Where did I go wrong?""",
    ),
)


@pytest.mark.parametrize(("status", "text"), NOTATIONS)
def test_claims_are_read_in_all_notations(status: str, text: str) -> None:
    assert [claim.status for claim in ask(text).claims] == [status]


@pytest.mark.parametrize(("verdicts", "text"), DERIVATIONS)
def test_the_first_wrong_step_is_found(verdicts: list[list[str | int | None]], text: str) -> None:
    assert [[claim.status, claim.line] for claim in ask(text).claims] == verdicts
