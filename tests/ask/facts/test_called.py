"""Nouns by which matrices are called, and functions that are named in words."""

from time import process_time

import pytest

from matgrad.app.ask import ask
from matgrad.app.ask.understand import understand


@pytest.mark.parametrize(
    "text",
    [
        r"Let $p(x)=\frac{1}{\sqrt{(2\pi)^d|\Sigma|}}"
        r"\exp\left(-\frac12(x-\mu)^T\Sigma^{-1}(x-\mu)\right)$ "
        "be the density of the multivariate normal distribution. Show that "
        r"$\nabla_xp(x)=-p(x)\Sigma^{-1}(x-\mu)$.",
        r"Let $X\sim N(\mu,\Sigma)$ with log density $\log "
        r"p(x)=-\frac12\log|\Sigma|-\frac12(x-\mu)^T\Sigma^{-1}(x-\mu)+c$. I claim "
        r"$\frac{\partial\log p}{\partial\mu}=\Sigma^{-1}(x-\mu)$.",
        r"Suppose $x\sim\mathcal{N}(\mu,\Sigma)$. The log-likelihood is "
        r"$\ell(\mu)=-\frac12(x-\mu)^T\Sigma^{-1}(x-\mu)$. Is "
        r"$\nabla_\mu\ell=\Sigma^{-1}(x-\mu)$?",
        r"Here $x$ is Gaussian with mean $\mu$ and covariance $\Sigma$, so up to "
        r"constants $\log p(x)=-\frac12(x-\mu)^T\Sigma^{-1}(x-\mu)$. I get "
        r"$\nabla_x\log p=-\Sigma^{-1}(x-\mu)$, is that right?",
        "The log-likelihood of a multivariate Gaussian is "
        r"$L(\mu)=-\frac12(x-\mu)^\top\Sigma^{-1}(x-\mu)-\frac12\log\det\Sigma$. Is "
        r"the gradient with respect to $\mu$ equal to $\Sigma^{-1}(x-\mu)$?",
        r"The negative log likelihood of a normal distribution with mean $\mu$ and "
        r"covariance $\Sigma$ is $J(\mu)=\frac12(x-\mu)^T\Sigma^{-1}(x-\mu)$ plus a "
        r"constant. Is $\nabla_\mu J=-\Sigma^{-1}(x-\mu)$?",
        r"Let $x_1,\dots,x_n$ be i.i.d. samples from $N(\mu,\Sigma)$ and let "
        r"$\ell(\mu)=-\frac12\sum_{i=1}^n(x_i-\mu)^T\Sigma^{-1}(x_i-\mu)$. Then "
        r"$\frac{\partial\ell}{\partial\mu}=\Sigma^{-1}\sum_i(x_i-\mu)$. Correct?",
        "In a Gaussian process model with kernel matrix $K$, the term is "
        r"$f(y)=-\frac12y^TK^{-1}y$. Is $\nabla_yf=-K^{-1}y$?",
        "Let $K_{ij}=k(x_i,x_j)$ be the Gram matrix and "
        r"$J(\alpha)=\frac12\alpha^TK\alpha-\alpha^Ty$. Show $\nabla J=K\alpha-y$.",
        r"Kernel ridge regression: $J(\alpha)=\|y-K\alpha\|^2+\lambda\alpha^TK\alpha$ "
        "where $K$ is the kernel matrix with entries $K_{ij}=k(x_i,x_j)$. I think "
        r"$\nabla J=-2K(y-K\alpha)+2\lambda K\alpha$.",
        "Let $L$ be the Laplacian of an undirected graph. For $E(f)=f^TLf$, is "
        r"$\nabla E=2Lf$?",
        r"$E(f)=f^TLf$ where $L=D-W$ is the graph Laplacian. Is $\nabla E=2Lf$?",
        r"The second-order model is $m(p)=f+g^Tp+\frac12p^THp$ with gradient $g$ and "
        r"Hessian $H$. Is $\nabla m(p)=g+Hp$?",
        r"Let $\Lambda$ be the precision matrix and $E(x)=\frac12(x-m)^T\Lambda(x-m)$. "
        r"Is $\nabla E=\Lambda(x-m)$?",
        r"The rotational energy is $T(\omega)=\frac12\omega^TJ\omega$ with moment of "
        r"inertia matrix $J$. Then $\nabla T=J\omega$?",
        r"$T=\frac12\omega^T J\omega$ where $J$ is the inertia tensor. $\partial "
        r"T/\partial\omega=J\omega$?",
        "Let $A$ be the adjacency matrix of an undirected graph and $f(x)=x^TAx$. Is "
        "the gradient $2Ax$?",
        "Let $P$ be the orthogonal projector onto the column space of $X$, "
        r"$f(y)=y^TPy$. Is $\nabla f=2Py$?",
        r"Let $C$ be a correlation matrix and $v(w)=w^TCw$. Is $\nabla v=2Cw$?",
        r"Potential energy $V(u)=\frac12u^TKu-f^Tu$ where $K$ is the stiffness matrix. "
        r"Is $\nabla V=Ku-f$ right?",
        r"We have a random vector with covariance matrix $\Sigma$. The variance of the "
        r"portfolio is $V(w)=w^T\Sigma w$. Is $\nabla V=2\Sigma w$?",
        r"Let $\Sigma=\operatorname{Cov}(x)$ and $g(w)=w^T\Sigma w$. Is $\nabla "
        r"g=2\Sigma w$?",
        r"Let $F$ be the Fisher information matrix, $h(d)=g^Td+\frac12d^TFd$. Is "
        r"$\nabla h=g+Fd$?",
        r"Mahalanobis: $d(x)=(x-\mu)^TS^{-1}(x-\mu)$ with $S$ the sample covariance "
        r"matrix. gradient is $2S^{-1}(x-\mu)$?",
        r"Assume $y|x\sim\mathcal N(Wx,\Sigma)$. The negative log-likelihood is "
        r"$L(W)=\frac12(y-Wx)^T\Sigma^{-1}(y-Wx)$. Is "
        r"$\nabla_WL=-\Sigma^{-1}(y-Wx)x^T$?",
        "The noise is normally distributed with covariance $R$, so we minimise "
        r"$J(x)=(y-Hx)^TR^{-1}(y-Hx)$. Is $\nabla J=-2H^TR^{-1}(y-Hx)$?",
        "3D-Var: $J(x)=(x-x_b)^TB^{-1}(x-x_b)+(y-Hx)^TR^{-1}(y-Hx)$, with $B$ and $R$ "
        r"the background and observation error covariance matrices. Is $\nabla "
        "J=2B^{-1}(x-x_b)-2H^TR^{-1}(y-Hx)$?",
        "Let $W$ be a symmetric weight matrix and $D$ its degree matrix. "
        r"$f(x)=x^T(D-W)x$. $\nabla f=2(D-W)x$?",
    ],
)
def test_a_noun_says_what_a_matrix_is(text: str) -> None:
    reply = ask(text)
    assert [claim.status for claim in reply.claims] == ["right"]
    assert "symmetric" in reply.text("short")


@pytest.mark.parametrize(
    "text",
    [
        r"Let $B$ be a covariance matrix. Let $f(x)=x^TAx$. Is $\nabla f=2Ax$?",
        "Let $f(x)=x^TAx$ with $A$ square. In the case of a Gaussian density one "
        r"would have a covariance matrix instead. Is $\nabla f=2Ax$?",
        r"Let $X\sim N(0,\Sigma)$ and $f(x)=x^TAx$. Is $\nabla f=2Ax$?",
        "Let $f(x)=x^TAx$. If $A$ were a covariance matrix, things would be easier. "
        r"Is $\nabla f=2Ax$?",
        r"Let $f(x)=x^TKx$ where $K$ is not a kernel matrix. Is $\nabla f=2Kx$?",
        "Let $f(x)=x^TSx$ with $S$ the cross-covariance matrix of $u$ and $v$. Is "
        r"$\nabla f=2Sx$?",
        "Let $f(x)=x^TAx$ with $A$ the adjacency matrix of a directed graph. Is "
        r"$\nabla f=2Ax$?",
        "Let $P$ be a projection onto a subspace along another one (oblique). "
        r"$f(x)=x^TPx$. Is $\nabla f=2Px$?",
        r"Let $K_{ij}=k(x_i,y_j)$ and $f(a)=a^TKa$. Is $\nabla f=2Ka$?",
        r"Let $f(x)=x^TAx$, $B$ symmetric. Is $\nabla f=2Ax$?",
        r"Let $f(x)=x^TAx+x^TBx$ ($B$ symmetric). Is $\nabla f=2Ax+2Bx$?",
        r"Let $P$ be a transition matrix (row stochastic), $f(x)=x^TPx$. Is $\nabla "
        "f=2Px$?",
        r"Let $f(x)=x^TJx$ where $J$ is the Jacobian, not the Hessian. Is $\nabla "
        "f=2Jx$?",
        r"Let $x\sim N(\mu,\Sigma)$. Let $g(z)=z^TMz$ for a matrix $M$. Is $\nabla "
        "g=2Mz$?",
        r"Let $R$ be a rotation and $f(x)=x^TRx$. Is $\nabla f=2Rx$?",
        r"Let $M$ be a matrix with noise variance $R$ and $f(x)=x^TMx$. Is $\nabla "
        "f=2Mx$?",
        "Let $A$ be the weight matrix of a layer and $K$ the kernel matrix. "
        r"$f(x)=x^TAx$. Is $\nabla f=2Ax$?",
        "Let $f(x)=x^TAx+x^TBx$, with gradient $g$ and Hessian $B$ of some other "
        r"function. Is $\nabla f=2Ax+2Bx$?",
    ],
)
def test_another_fact_is_not_taken(text: str) -> None:
    assert [claim.status for claim in ask(text).claims] == ["wrong"]


def test_what_is_only_mentioned_is_undecided() -> None:
    text = r"Let $f(x)=x^TAx$. Some authors take $A$ to be a covariance matrix. Is $\nabla f=2Ax$?"
    assert [claim.status for claim in ask(text).claims] == ["undecided"]


@pytest.mark.parametrize(
    "words",
    [
        "Bob: $A$ is symmetric.",
        "$A$ is the covariance matrix. Just kidding.",
        "I asked whether the covariance matrix $A$ exists.",
        "Nobody calls $A$ a covariance matrix.",
        "One could call $A$ the stiffness matrix.",
        "$A$ plays the role of a covariance matrix.",
        "A covariance matrix $B$ is given, $A$ is its square root factor.",
        "$A$ is, I guess, a covariance matrix.",
        "$A$ is the sum of a covariance matrix and a nilpotent matrix.",
    ],
)
def test_a_noun_that_is_not_stated_is_not_taken(words: str) -> None:
    (claim,) = ask(rf"Let $f(x)=x^TAx$. {words} Is $\nabla f=2Ax$?").claims
    assert not claim.is_right


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (r"PCA. $\mathcal L(w,\lambda) = w^TSw-\lambda(w^Tw-1)$, S sample covariance. "
         r"$\partial\mathcal L/\partial w = 2Sw-2\lambda w$. Is this step right?", "right"),
        ("Let $f(w)=w^TSw$, $S$ noise covariance. Is $\\nabla f(w)=2Sw$?", "right"),
        ("Let $f(w)=w^TSw$, $S$ sample cross-covariance. Is $\\nabla f(w)=2Sw$?", "wrong"),
        (r"GP hyperparameters: $\log p(y|\theta) = -\frac12 y^TK^{-1}y - \frac12\log|K|$ with "
         r"$K = K(\theta)$. Show that $\frac{\partial}{\partial\theta}\log p = \frac12\mathrm{tr}"
         r"\left((\alpha\alpha^T-K^{-1})\frac{\partial K}{\partial\theta}\right)$ with "
         r"$\alpha=K^{-1}y$.", "right"),
    ],
    ids=range(4),
)  # fmt: skip
def test_a_noun_without_an_article_is_one(text: str, status: str) -> None:
    assert [claim.status for claim in ask(text).claims] == [status]


def test_two_functions_in_words_leave_open_which_is_meant() -> None:
    text = r"A network with ReLU and sigmoid units. Let $L=\|\phi(Wx)-y\|^2$. What is $\nabla_WL$?"
    assert "φ is" not in ask(text).text("short")


@pytest.mark.parametrize(
    "text",
    [
        "the covariance matrix $K$ and " * 800,
        "Let a matrix $A$ be a matrix and " * 800 + "$B$ symmetric.",
        "Let $A$ be " + "a matrix $B$, and " * 800 + "$C$ symmetric.",
        "Gaussian $x$ with covariance " * 800,
        r"$x\sim N(m,S)$ is normally distributed " * 400,
    ],
    ids=range(5),
)
def test_long_lists_are_read_quickly(text: str) -> None:
    begin = process_time()
    understand(text)
    assert process_time() - begin < 10
