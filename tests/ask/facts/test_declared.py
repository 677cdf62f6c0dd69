"""Lists of declarations, and nouns before names."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(
    "text",
    [
        r"I'm fitting a weighted ridge regression. Let $X\in\mathbb{R}^{N\times p}$ be "
        r"the design matrix, $D$ a diagonal matrix of weights and $\lambda>0$. The "
        r"objective is $$J(\beta)=(y-X\beta)^TD(y-X\beta)+\lambda\beta^T\beta.$$ I "
        r"derived $\nabla J(\beta) = -2X^TD(y-X\beta)+2\lambda\beta$. Is that correct?",
        r"Let $x\in\mathbb{R}^n$. Show that the gradient of $f(x)=\frac{x^TAx}{x^Tx}$ "
        r"(the Rayleigh quotient, $A$ symmetric) equals $\frac{2}{x^Tx}(Ax-f(x)x)$.",
        "Let $J(u)=(Ax+Bu)^TP(Ax+Bu)+u^TRu$ with $P$ symmetric and $R$ symmetric. Is "
        r"$\nabla_uJ=2B^TP(Ax+Bu)+2Ru$?",
        "Let $V(x)=x^TPx$ be a Lyapunov function, $P$ symmetric positive definite. Is "
        r"$\nabla V=2Px$?",
        r"Let $x\in\mathbb{R}^n$ be a vector and $A$ a constant symmetric matrix. Is "
        r"$\nabla_x(x^TAx)=2Ax$?",
        r"Let $f(x)=x^TAx+x^TBx$, both $A$ and $B$ symmetric. Is $\nabla f=2Ax+2Bx$?",
        r"Let $f(x)=x^TAx+x^TBx$ with $A,B$ both symmetric. Is $\nabla f=2(A+B)x$?",
        r"Let $f(x)=x^TAx+x^TBx$, where all matrices are symmetric. Is $\nabla "
        "f=2(A+B)x$?",
        r"The matrix cookbook says $\frac{\partial\det(X^TAX)}{\partial X} = "
        r"2\det(X^TAX)X^{-T}$ for X square and invertible. Can anybody confirm?",
        r"Let $f(X)=\log\det(X^TX)$ where $X\in\mathbb{R}^{m\times n}$ has full column "
        r"rank. Is $\nabla f=2X(X^TX)^{-1}$?",
        r"Consider $f(x)=\exp(-x^TAx)$ ($A$ symmetric, $x\in\mathbb{R}^n$). I get "
        r"$\nabla f=-2f(x)Ax$.",
        "f(x) = x'Ax/(x'x), A symmetric, x nonzero. Is grad f = 2(Ax - f x)/(x'x)?",
        r"Let $x,b\in\mathbb{R}^n$, $A$ an $n\times n$ symmetric matrix, $c$ a scalar, "
        r"and $f(x)=x^TAx+b^Tx+c$. Then $\nabla f=2Ax+b$.",
        "Let $W$ be a diagonal weight matrix, $X$ the design matrix and $y$ the "
        r"response vector. $S(b)=(y-Xb)^TW(y-Xb)$. Is $\nabla S=-2X^TW(y-Xb)$?",
        r"Notation: $A$ is a symmetric $n\times n$ matrix; $b$ is a vector; $c$ is a "
        r"number. With $q(x)=\frac12x^TAx-b^Tx+c$, is $\nabla q=Ax-b$?",
        "$Q$ and $R$ being symmetric positive definite matrices, let "
        r"$J(u)=(Ax+Bu)^TQ(Ax+Bu)+u^TRu$. Is $\nabla_uJ=2B^TQ(Ax+Bu)+2Ru$?",
        r"LQR cost $J(u)=x^TQx+u^TRu$ ($Q\succeq0$, $R\succ0$ symmetric). Is "
        r"$\nabla_uJ=2Ru$?",
        "Suppose we have a symmetric matrix $S$, a vector $v$ and the function "
        r"$g(v)=v^TSv$. is it correct that $\nabla g=2Sv$?",
        r"Let $f(x)=\sqrt{x^TMx}$, $M$ is SPD. Gradient is $\frac{Mx}{\sqrt{x^TMx}}$, "
        "isn't it?",
        "Let M be a real symmetric matrix, and let f(x)=sqrt(x^T M x). Is the "
        "gradient M x / sqrt(x^T M x)?",
        r"Given: symmetric $A\in\mathbb{R}^{n\times n}$, vectors $b$ and $x$. Let "
        r"$f(x)=\frac12x^TAx-b^Tx$. Then $\nabla f=Ax-b$, right?",
        "I have $f(x)=x^TAx$ and A is a symmetric matrix of size n. My answer is $2Ax$.",
        r"Let $f(X)=\operatorname{tr}(X^TAX)$, here $A=A^T$. So $\nabla f=2AX$?",
        "Suppose matrix A is symmetric and that f(x) = x^T A x. Then f'(x) = 2 A x?",
        r"Quadratic form with symmetric matrix: $f(x)=x^TAx$. Is $\nabla f=2Ax$?",
        "Let $f(x)=x^TAx$ be a quadratic form, where the matrix $A$ is assumed "
        r"symmetric as usual. Is $\nabla f=2Ax$?",
        r"Let $f(x) = \frac{1}{2}x^T Q x$ where wlog $Q$ is symmetric. Then $\nabla f "
        "= Qx$. Do you agree?",
        r"Let $H(q,p)=\frac12p^TM^{-1}p+V(q)$ with $M$ symmetric and invertible. Is "
        r"$\frac{\partial H}{\partial p}=M^{-1}p$?",
        "Let $A$ and $B$ be square matrices, $A$ symmetric, $B$ skew-symmetric. "
        r"$f(x)=x^TAx+x^TBx$. Is $\nabla f=2Ax$?",
        r"Let $P$ be an orthogonal projection matrix. $f(y)=\|Py\|^2$. Is $\nabla "
        "f=2Py$?",
        r"Let $R$ be a rotation and $f(x)=\|Rx-b\|^2$. Is $\nabla f=2x-2R^Tb$?",
        r"Let $Q\in\mathbb{R}^{m\times n}$ have orthonormal columns, "
        r"$f(x)=\|Qx-b\|^2$. Then $\nabla f=2x-2Q^Tb$. True?",
        r"Let $U$ be a matrix whose columns are orthonormal. For $f(x)=\|Ux-b\|^2$ I "
        r"get $\nabla f=2(x-U^Tb)$.",
        r"Let $a=\sigma(Wx+b)$, where we use the sigmoid function, and "
        r"$L=\frac12\|a-y\|^2$. Is $\frac{\partial L}{\partial b}=(a-y)\odot "
        r"a\odot(1-a)$?",
        r"Let $f(w)=\log\sigma(w^Tx)$ with $\sigma$ the sigmoid. Is $\nabla "
        r"f=(1-\sigma(w^Tx))x$?",
        r"For $f(z)=\mathbf 1^T\sigma(z)$, $\sigma$ the elementwise logistic sigmoid, "
        r"is $\nabla f=\sigma(z)\odot(1-\sigma(z))$?",
        r"A neuron with sigmoid activation outputs $y=\sigma(w^Tx+b)$. Is "
        r"$\frac{\partial y}{\partial w}=y(1-y)x$?",
        r"One layer with ReLU activation: $h=\phi(Wx)$ and $L=\frac12\|h-y\|^2$. Is "
        r"$\nabla_WL=((h-y)\odot\phi'(Wx))x^T$?",
        r"Let $f(x)=(x-\mu)^T\Sigma^{-1}(x-\mu)$ be the squared Mahalanobis distance "
        r"with mean $\mu$ and covariance $\Sigma$. Is $\nabla f=2\Sigma^{-1}(x-\mu)$?",
        "Kalman filter with state vector $x$, measurement matrix $H$, noise "
        r"covariance $R$ and measurement $z$: $J(x)=(z-Hx)^TR^{-1}(z-Hx)$. Is $\nabla "
        "J=-2H^TR^{-1}(z-Hx)$?",
        r"Let $U(w)=\mu^Tw-\frac{\gamma}{2}w^T\Sigma w$ with mean vector $\mu$, "
        r"covariance matrix $\Sigma$ and risk aversion $\gamma$. Is $\nabla "
        r"U=\mu-\gamma\Sigma w$?",
    ],
)
def test_a_list_of_declarations_states_facts(text: str) -> None:
    assert [claim.status for claim in ask(text).claims] == ["right"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            r"For a portfolio with weights $w$, mean vector $\mu$, covariance matrix "
            r"$\Sigma$ and risk-free rate $r$, the Sharpe ratio is "
            r"$S(w)=\frac{w^T\mu-r}{\sqrt{w^T\Sigma w}}$. Compute $\nabla_wS$.",
            "w, μ: n, r: scalar, Σ: n×n symmetric",
        ),
        (
            r"Given expected returns $\mu$, covariance matrix $\Sigma$, risk-free rate "
            "$r$ and portfolio weights $w$, differentiate "
            r"$S(w)=\frac{\mu^Tw-r}{\sqrt{w^T\Sigma w}}$ with respect to $w$.",
            "r: scalar",
        ),
        (
            "A linear model with data matrix $X$, weight vector $w$, bias $b$ and "
            r"labels $y$ has loss $L=\|Xw+b\mathbf 1-y\|^2$. Derivative with respect "
            "to $w$?",
            "b: scalar",
        ),
        (
            r"Let $Y$ ($n\times q$), $X$ ($n\times p$) and $B$ ($p\times q$) be "
            r"matrices and $f(B)=\|Y-XB\|_F^2$. Compute the gradient with respect to "
            "$B$.",
            "B: p×q",
        ),
        (
            r"Multivariate regression: response matrix $Y$ ($n\times q$), design "
            r"matrix $X$ ($n\times p$), coefficient matrix $B$ ($p\times q$). What is "
            r"$\nabla_B\|Y-XB\|_F^2$?",
            "Y: n×q, X: n×p, B: p×q",
        ),
        (
            "Consider a system with mass matrix $M$, stiffness matrix $K$, "
            "displacement vector $q$ and load vector $f$. The energy is "
            r"$E(q)=\frac12q^TKq-f^Tq$. Find $\nabla_qE$.",
            "q: n",
        ),
        (
            r"We are given a feature matrix $\Phi$, a target vector $t$, a weight "
            r"vector $w$ and a regularization constant $\lambda$. Minimise "
            r"$J(w)=\|\Phi w-t\|^2+\lambda\|w\|^2$. What's the gradient?",
            "λ: scalar",
        ),
        (
            r"Logistic regression: prediction $p=\sigma(w^\top x + b)$ with the "
            r"sigmoid function and the loss $L=-y\log p-(1-y)\log(1-p)$. Find "
            r"$\partial L/\partial w$.",
            "σ is the function sigmoid",
        ),
        (
            r"Let $L(W)=\|\phi(Wx)-y\|^2$ using tanh as the activation function "
            r"$\phi$. Compute $\nabla_WL$.",
            "φ is the function tanh",
        ),
        (
            r"What is the gradient of $f(w)=\sigma(w^Tx)$ w.r.t. $w$ where sigma is "
            "the logistic function?",
            "σ is the function sigmoid",
        ),
        (
            r"The log posterior is $\log "
            r"p(w)=\sum_i\log\sigma(y_iw^Tx_i)-\frac{\lambda}{2}\|w\|^2$ with logistic "
            r"sigmoid $\sigma$. Gradient?",
            "σ is the function sigmoid",
        ),
        (
            r"Let $J(\theta)=-y^T\log(g(X\theta))-(1-y)^T\log(1-g(X\theta))$ where $g$ "
            r"is the sigmoid function. Find $\nabla_\theta J$.",
            "g is the function sigmoid",
        ),
    ],
)
def test_words_before_names_say_what_they_are(text: str, line: str) -> None:
    reply = ask(text)
    assert line in reply.text("short")
    assert reply.results


@pytest.mark.parametrize(("claim", "status"), [("x(A+A^T)", "right"), ("(A+A^T)x", "wrong")])
def test_a_row_vector_of_a_space_is_one_row(claim: str, status: str) -> None:
    text = rf"Let $x\in\mathbb{{R}}^n$ be a row vector and $f(x)=xAx^T$. I get ${claim}$."
    assert [each.status for each in ask(text).claims] == [status]


SPOKEN_OF = "{} the gradient of f(x) = x^T A x for {}"
PART = [
    (
        "In today's lecture you used",
        "symmetric A without deriving it. Could you tell me what it is?",
    ),
    ("The book uses", "symmetric A without any proof. What is the gradient?"),
    ("The lecture gave", "a symmetric matrix A in passing. What is it?"),
    ("Yesterday you wrote down", "symmetric A. What is it?"),
    ("I need", "symmetric A without much ado."),
]
OPEN = [
    ("The book has", "symmetric A. What is it otherwise?"),
    ("The book has", "symmetric A without proof. What is it for general matrices?"),
    ("The book has", "symmetric A only. What is the gradient?"),
    ("The book never uses", "symmetric A. What is the gradient?"),
    ("The book only gives", "symmetric A. I need the other case."),
]


@pytest.mark.parametrize(("host", "rest"), PART)
def test_a_property_of_what_is_spoken_of_holds(host: str, rest: str) -> None:
    assert str(ask(SPOKEN_OF.format(host, rest)).results["x"]) == "2*A*x"


@pytest.mark.parametrize(("host", "rest"), OPEN)
def test_a_property_of_another_case_is_not_taken(host: str, rest: str) -> None:
    assert str(ask(SPOKEN_OF.format(host, rest)).results["x"]) == "(A + A')*x"
