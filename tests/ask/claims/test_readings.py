"""Claims as people write them: what belongs to ⊙, cases, alternatives, layouts."""

import pytest

from matgrad.app.ask import ask

PRODUCTS = (
    (
        ["right"],
        r"Let $f(W)=\frac12\|V\phi(Wx)-y\|^2$ with $\phi$ applied elementwise. Is "
        r"$\nabla_W f = \phi'(Wx)\odot V^T(V\phi(Wx)-y)x^T$?",
    ),
    (
        ["right"],
        r"Let $f(W)=\frac12\|V\phi(Wx)-y\|^2$ with $\phi$ applied elementwise. Is "
        r"$\nabla_W f = V^T(V\phi(Wx)-y)\odot\phi'(Wx)x^T$?",
    ),
    (
        ["right"],
        r"Let $f(W)=\frac12\|V\phi(Wx)-y\|^2$ with $\phi$ applied elementwise. Is "
        r"$\nabla_W f = [\phi'(Wx)\odot V^T(V\phi(Wx)-y)]x^T$?",
    ),
    (
        ["wrong"],
        r"Let $f(W)=\frac12\|V\phi(Wx)-y\|^2$ with $\phi$ applied elementwise. Is "
        r"$\nabla_W f = \phi'(Wx)\odot V^T(V\phi(Wx)-y)$?",
    ),
    (
        ["right"],
        r"Let $f(x)=\|\tanh(Ax)\|^2$. The gradient is "
        r"$2A^T\tanh(Ax)\odot(1-\tanh^2(Ax))$, right?",
    ),
    (
        ["right"],
        r"Let $A$ be square and $f(x)=\|\tanh(Ax)\|^2$. The gradient is "
        r"$2A^T\tanh(Ax)\odot(1-\tanh^2(Ax))$, right?",
    ),
    (
        ["right"],
        r"Let $A\in\mathbb{R}^{n\times n}$, $f(x)=\sum_i \exp(Ax)_i$. Is $\nabla f= "
        r"A^T\mathbf 1\odot \exp(Ax)$?",
    ),
    (
        ["right"],
        r"Let $f(X)=\|A(X\odot B)\|_F^2$. Is $\nabla_X f=2B\odot A^TA(X\odot B)$?",
    ),
    (
        ["right"],
        r"Let $f(X)=\|A(X\odot B)\|_F^2$ with square matrices. Is $\nabla_X "
        r"f=2A^TA(X\odot B)\odot B$?",
    ),
    (
        ["wrong"],
        r"Let $f(X)=\|A(X\odot B)\|_F^2$. Is $\nabla_X f=2A^TA(X\odot B)$?",
    ),
    (
        ["right"],
        r"Let $z=W_1x$, $L=\frac12\|W_2\sigma(z)-y\|^2$. Then $\frac{\partial "
        r"L}{\partial W_1}=W_2^T(W_2\sigma(z)-y)\odot\sigma'(z)x^T$ where $\sigma$ is "
        r"applied elementwise.",
    ),
    (
        ["right"],
        r"Let $z=W_1x$, $L=\frac12\|W_2\sigma(z)-y\|^2$. Then $\frac{\partial "
        r"L}{\partial W_1}=\sigma'(z)\odot W_2^T(W_2\sigma(z)-y)x^T$ where $\sigma$ "
        r"is applied elementwise.",
    ),
    (
        ["right"],
        r"Let $z=W_1x$, $L=\frac12\|W_2\sigma(z)-y\|^2$. Then "
        r"$dL=(W_2\sigma(z)-y)^TW_2\,(\sigma'(z)\odot dz)$ where $\sigma$ is applied "
        r"elementwise. With respect to $W_1$.",
    ),
    (
        ["right"],
        r"Let $f(x)=\frac12\|\sin(Ax)\|^2$. Then $df = \sin(Ax)^T(\cos(Ax)\odot "
        r"A\,dx) = (\sin(Ax)\odot\cos(Ax))^TA\,dx$.",
    ),
    (
        ["right"],
        r"Let $f(x)=\frac12\|\sin(Ax)\|^2$. Then $df = \sin(Ax):\cos(Ax)\odot A\,dx = "
        r"A^T\sin(Ax)\odot\cos(Ax):dx$.",
    ),
)
CASES = (
    (
        ["right"],
        r"Let $f(x)=\|\max(x,0)\|^2$. Is the derivative $\frac{\partial f}{\partial "
        r"x_i}=\begin{cases}2x_i & x_i>0\\ 0 & \text{otherwise}\end{cases}$?",
    ),
    (
        ["wrong"],
        r"Let $f(x)=\|\max(x,0)\|^2$. Is the derivative $\frac{\partial f}{\partial "
        r"x_i}=\begin{cases}x_i & x_i>0\\ 0 & \text{otherwise}\end{cases}$?",
    ),
    (
        ["right"],
        r"Let $f(x)=\sum_i |x_i|$. Is $\frac{\partial f}{\partial x_i}=\begin{cases}1 "
        r"& x_i>0\\ -1 & x_i<0\end{cases}$?",
    ),
    (
        ["right"],
        r"Let $f(x)=\mathrm{relu}(x)$ for a scalar $x$. Is $f'(x)=\begin{cases}1 & "
        r"x>0\\0&x<0\end{cases}$?",
    ),
    (
        ["wrong"],
        r"Let $f(x)=\mathrm{relu}(x)$ for a scalar $x$. Is $f'(x)=\begin{cases}1 & "
        r"x<0\\0&x>0\end{cases}$?",
    ),
    (
        ["right"],
        r"Let $f(x)=\|\max(x,0)\|^2$. Is $\nabla f=\begin{cases}2x & \text{if } x>0\\ "
        r"0 & \text{if } x\le 0\end{cases}$, elementwise?",
    ),
    (
        ["right"],
        r"Let $f(x)=\max(0,1-y\,w^Tx)$. Is $\nabla_w f = \begin{cases}-yx & "
        r"y\,w^Tx<1\\0&\text{otherwise}\end{cases}$?",
    ),
    (
        ["wrong"],
        r"Let $f(x)=\max(0,1-y\,w^Tx)$. Is $\nabla_w f = \begin{cases}yx & "
        r"y\,w^Tx<1\\0&\text{otherwise}\end{cases}$?",
    ),
    (
        ["right"],
        r"Let $f(w)=\sum_i \max(0,1-y_i w^Tx_i)$. Then $\nabla_w f = \sum_i "
        r"\begin{cases}-y_ix_i & y_i w^Tx_i<1\\0&\text{otherwise}\end{cases}$?",
    ),
    (
        ["right"],
        r"Let $f(x)=\sum_i h(x_i)$ with the Huber function "
        r"$h(t)=\begin{cases}t^2/2&|t|\le1\\|t|-1/2&|t|>1\end{cases}$. Is "
        r"$\frac{\partial f}{\partial x_i}=\begin{cases}x_i&|x_i|\le 1\\ "
        r"\operatorname{sign}(x_i)&|x_i|>1\end{cases}$?",
    ),
)
ALTERNATIVES = (
    (
        ["wrong", "right"],
        r"$f(x)=x^TAx$. Is it $2Ax$ or $=(A+A^T)x$?",
    ),
    (
        ["wrong", "right"],
        r"$f(x)=x^TAx$. Is the gradient $2Ax$ or $(A+A^T)x$?",
    ),
    (
        ["wrong", "right"],
        r"$f(x)=x^TAx$. Is $\nabla f = 2Ax$ or $=(A+A^T)x$?",
    ),
    (
        ["wrong", "right"],
        r"$f(x)=x^TAx$. Is $\nabla f = 2Ax \text{ or } (A+A^T)x$?",
    ),
    (
        ["wrong", "right"],
        r"$f(x)=x^TAx$. Is $\nabla f = 2Ax$, or is it $= (A+A^T)x$?",
    ),
    (
        ["wrong", "right"],
        r"$f(x)=x^TAx$. Is $\nabla f = 2Ax$ or rather $\nabla f= (A+A^T)x$?",
    ),
    (
        ["wrong", "right", "wrong"],
        r"$f(x)=\|Ax-b\|^2$. Should the gradient be $A^T(Ax-b)$, $2A^T(Ax-b)$ or "
        r"$2A(Ax-b)$?",
    ),
    (
        ["wrong", "wrong"],
        r"$f(x)=x^TAx$. I get $\nabla f=2Ax$ or $\nabla f=2A^Tx$, which one?",
    ),
)
LAYOUTS = (
    (
        ["right up to layout"],
        r"Let $f(x)=Ax$ with $A\in\mathbb{R}^{n\times n}$. Is the Jacobian $A^T$?",
    ),
    (
        ["right up to layout"],
        r"Let $f(x)=Ax$ with $A\in\mathbb{R}^{n\times n}$. Is $\frac{\partial "
        r"f}{\partial x}=A^T$?",
    ),
    (
        ["right up to layout"],
        r"Let $f(x)=Ax$ with $A\in\mathbb{R}^{n\times n}$. In denominator layout "
        r"$\frac{\partial f}{\partial x}=A^T$.",
    ),
    (
        ["wrong"],
        r"Let $A\in\mathbb{R}^{n\times n}$. In numerator layout, is the Jacobian of "
        r"$f(x)=Ax$ equal to $A^T$?",
    ),
    (
        ["right up to layout"],
        r"Let $f(X)=\operatorname{tr}(AX)$ with square matrices. In numerator layout, "
        r"is $\frac{\partial f}{\partial X} = A$?",
    ),
    (
        ["right"],
        r"Let $f(x)=\frac12\|x\|^2 x$. Is the Jacobian $xx^T+\frac12\|x\|^2I$?",
    ),
    (
        ["right up to layout"],
        r"Let $x\in\mathbb{R}^n$, $A\in\mathbb{R}^{n\times n}$, $f(x)=A\sin(x)$. The "
        r"Jacobian is $\operatorname{diag}(\cos x)A^T$.",
    ),
    (
        ["wrong"],
        r"Let $x\in\mathbb{R}^n$, $A\in\mathbb{R}^{n\times n}$, $f(x)=A\sin(x)$. The "
        r"Jacobian is $A\operatorname{diag}(\cos x)^2$.",
    ),
    (
        ["wrong"],
        r"Let $f(x)=Ax$ with $A\in\mathbb{R}^{n\times n}$. In denominator layout, is "
        r"$\frac{\partial f}{\partial x}=A$?",
    ),
    (
        ["right up to layout"],
        r"Let $f(x)=Ax$ with $A\in\mathbb{R}^{m\times n}$. In denominator layout, is "
        r"$\frac{\partial f}{\partial x}=A^T$?",
    ),
    (
        ["wrong"],
        r"Let $f(x)=Ax$ with $A\in\mathbb{R}^{m\times n}$. In numerator layout, is "
        r"$\frac{\partial f}{\partial x}=A^T$?",
    ),
    (
        ["wrong"],
        r"Let $A,X\in\mathbb{R}^{n\times n}$, $f(X)=\operatorname{tr}(AX)$. Is "
        r"$\nabla_X f=A$?",
    ),
    (
        ["right up to layout"],
        r"Let $A,X\in\mathbb{R}^{n\times n}$, $f(X)=\operatorname{tr}(AX)$. I use "
        r"numerator layout and get $\frac{\partial f}{\partial X}=A$.",
    ),
    (
        ["wrong"],
        r"Let $A,X\in\mathbb{R}^{n\times n}$, $f(X)=\operatorname{tr}(AX)$. I use "
        r"numerator layout and get $\frac{\partial f}{\partial X}=A^T$.",
    ),
    (
        ["right up to layout"],
        r"Let $A\in\mathbb{R}^{n\times n}$, $f(x,y)=x^TAy$. Is $\frac{\partial^2 "
        r"f}{\partial x\partial y}=A^T$?",
    ),
    (
        ["wrong"],
        r"Let $A\in\mathbb{R}^{n\times n}$, $f(x,y)=x^TAy$. Is $\frac{\partial^2 "
        r"f}{\partial x\partial y}=2A$?",
    ),
    (
        ["right"],
        r"Let $f(x)=\frac{x}{\|x\|}$. The Jacobian is "
        r"$\frac{1}{\|x\|}(I-\frac{xx^T}{\|x\|^2})$.",
    ),
    (
        ["right"],
        r"Let $f(x)=\|Ax\|^2$. In numerator layout the derivative is $2x^TA^TA$.",
    ),
    (
        ["right up to layout", "right"],
        r"In numerator layout, is $\partial (x^TAx)/\partial x = (A+A^T)x$? Or is it $x^T(A+A^T)$?",
    ),
    (
        ["right up to layout"],
        "In numerator layout (gradient is a row), I get for f(x) = b^T x: df/dx = b. Correct?",
    ),
    (
        ["right up to layout"],
        r"In denominator layout, is $\partial (x^TAx)/\partial x = x^T(A+A^T)$?",
    ),
    (["right"], r"In denominator layout, is $\frac{\partial}{\partial x} b^Tx = b$?"),
    (["wrong"], r"In numerator layout, is $\frac{\partial}{\partial x} (b^Tx) = 2b^T$?"),
    (["right"], "In numerator layout, is f'(x) = 2x for f(x) = x^2?"),
    (["right"], "In numerator layout, at $x=0$ the derivative of $f(x)=x^TAx$ is $0$. Right?"),
    (
        ["right", "right"],
        r"Let $f(x)=\|x\|^2$. I get $\nabla f = 2x$ but my friend gets $2x^T$ in numerator layout.",
    ),
)


@pytest.mark.parametrize(("statuses", "text"), [*PRODUCTS, *CASES, *ALTERNATIVES, *LAYOUTS])
def test_claims_are_judged_as_they_are_meant(statuses: list[str], text: str) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses


def test_the_reading_of_a_product_is_said() -> None:
    text = r"Let $f(W)=\|\tanh(Wx)\|^2$. Is $\nabla f = \tanh(Wx)\odot 2(1-\tanh^2(Wx))x^T$?"
    (claim,) = ask(text).claims
    assert claim.status == "right"


def test_the_layout_of_a_square_jacobian_is_said() -> None:
    text = r"Let $f(x)=Ax$ with $A\in\mathbb{R}^{n\times n}$. Is the Jacobian $A^T$?"
    (claim,) = ask(text).claims
    words = "it is right in denominator layout: it is the transpose of what is given here"
    assert claim.words == words


def test_products_in_a_differential_are_read_as_its_shape_needs() -> None:
    text = (
        r"Let $f(W)=\frac12\|V\phi(Wx)-y\|^2$, where $\phi$ acts elementwise, and "
        r"$r=V\phi(Wx)-y$. Then $df=r^TV\,\phi'(Wx)\odot dW\,x$."
    )
    assert [claim.status for claim in ask(text).claims] == ["right"]


LOGISTIC = r"Let $p=\sigma(Xw)$ where $\sigma$ is the sigmoid. $\ell(w)=y^TXw-1^T\log(1+e^{Xw})$."


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (r"Let $h=\sigma(z)$ be the sigmoid applied to the vector $z$. Is the Jacobian "
         r"$\operatorname{diag}(h(1-h))$?", "right"),
        (rf"{LOGISTIC} I obtain $\nabla^2\ell=-X^T\operatorname{{diag}}(p(1-p))X$.", "right"),
        (rf"{LOGISTIC} I obtain $\nabla^2\ell=X^T\operatorname{{diag}}(p(1-p))X$.", "wrong"),
        (rf"{LOGISTIC} I obtain $\nabla^2\ell=-X^T(p(1-p))X$.", "wrong"),
    ],
    ids=range(4),
)  # fmt: skip
def test_products_of_vectors_in_a_diag_are_those_of_entries(text: str, status: str) -> None:
    assert [claim.status for claim in ask(text).claims] == [status]


ROOTS = r"Let $f(u)=\sum_i\sqrt{(Du)_i^2+\epsilon^2}$. Is $\nabla f(u)="


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (rf"{ROOTS}D^T\frac{{Du}}{{\sqrt{{(Du)^2+\epsilon^2}}}}$ (division and square"
         " componentwise)?", "right"),
        (rf"{ROOTS}2D^T\frac{{Du}}{{\sqrt{{(Du)^2+\epsilon^2}}}}$ (division and square"
         " componentwise)?", "wrong"),
        (rf"{ROOTS}D^T\left(\frac{{Du}}{{\sqrt{{\epsilon^2+(Du)^2}}}}\right)$?", "right"),
        (r"Let $f(u)=\sum_i\log((Du)_i^2+\epsilon)$. Is "
         r"$\nabla f(u)=2D^T\frac{Du}{(Du)^2+\epsilon}$"
         " elementwise?", "right"),
    ],
    ids=range(4),
)  # fmt: skip
def test_numbers_are_added_to_each_entry(text: str, status: str) -> None:
    (claim,) = ask(text).claims
    assert claim.status == status
    assert claim.words.startswith("element by element")
