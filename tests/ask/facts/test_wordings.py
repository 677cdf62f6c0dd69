"""Facts in the words that people use, with slips of the pen, and what is no such fact."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(
    "text",
    [
        "hello, i have a quadratic form q(x) = x^T M x, M is symetric matrix. the "
        "gradient is 2Mx ?",
        r"Let $A$ be a real, symmetric $n\times n$-matrix and consider "
        r"$f:\mathbb{R}^n\to\mathbb{R}$, $f(x)=x^TAx$. Prove that $\nabla f(x)=2Ax$.",
        r"For symmetric, positive definite $A$ define $\|x\|_A=\sqrt{x^TAx}$. Is the "
        r"gradient of $\frac12x^TAx$ with respect to $x$ equal to $Ax$?",
        r"Let's say $S\in\mathbb{S}^n$ and $f(x)=x^TSx$. Is $\nabla f=2Sx$?",
        r"Let $S\in\mathbb{S}^n_{++}$, $f(x)=\frac12x^TSx$. Then $\nabla f(x)=Sx$, "
        "correct?",
        r"$f(x)=\tfrac12x^\top Hx+g^\top x$, $H=H^\top$. $\nabla f=Hx+g$ ok?",
        "I am reading about natural gradient. The Fisher matrix $F$ gives "
        r"$D(\delta)=\frac12\delta^TF\delta$. The book has $\nabla_\delta D=F\delta$. "
        "Is it right?",
        r"In GLS the error covariance matrix is $\Omega$ and "
        r"$S(\beta)=(y-X\beta)^T\Omega^{-1}(y-X\beta)$. Is $\frac{\partial "
        r"S}{\partial\beta}=-2X^T\Omega^{-1}(y-X\beta)$?",
        r"Generalized least squares with $\operatorname{Var}(\varepsilon)=\Omega$: "
        r"$S(b)=(y-Xb)^T\Omega^{-1}(y-Xb)$. Is the gradient $-2X^T\Omega^{-1}(y-Xb)$?",
        r"Weighted least squares, where $W=\operatorname{diag}(w_1,\dots,w_n)$: "
        r"$S(b)=(y-Xb)^TW(y-Xb)$, and I claim $\nabla S=-2X^TW(y-Xb)$.",
        "Weighted least squares with a diagonal weight matrix $W$: "
        r"$S(b)=(y-Xb)^TW(y-Xb)$. Is $\nabla S=-2X^TW(y-Xb)$?",
        r"Let $\varepsilon\sim N(0,\Omega)$ and $y=X\beta+\varepsilon$. Up to "
        "constants, the negative log likelihood equals "
        r"$\ell(\beta)=\frac12(y-X\beta)^T\Omega^{-1}(y-X\beta)$. Is "
        r"$\nabla\ell=-X^T\Omega^{-1}(y-X\beta)$?",
        r"MAP estimation: prior $\theta\sim\mathcal{N}(m,P)$, noise "
        r"$v\sim\mathcal{N}(0,R)$, cost "
        r"$J(\theta)=\frac12(\theta-m)^TP^{-1}(\theta-m)+\frac12(z-H\theta)^TR^{-1}(z-H\theta)$. "
        r"Is $\nabla J=P^{-1}(\theta-m)-H^TR^{-1}(z-H\theta)$?",
        r"Let $K$ denote the $n\times n$ Gram matrix of the data. "
        r"$f(\alpha)=\frac{1}{2}\alpha^TK\alpha-\mathbf{1}^T\alpha$. Is the gradient "
        r"$K\alpha-\mathbf{1}$?",
        r"SVM dual: $W(\alpha)=\mathbf1^T\alpha-\frac12\alpha^TQ\alpha$ with "
        r"$Q_{ij}=y_iy_jK(x_i,x_j)$. $\nabla W=\mathbf1-Q\alpha$?",
        r"Energy of an Ising/Hopfield network: $E(s)=-\frac12s^TWs-b^Ts$ with "
        r"symmetric weights $W$. Is $\nabla E=-Ws-b$?",
        r"Boltzmann machine energy $E(x)=-\frac12x^TWx-b^Tx$, where $W$ is the "
        r"symmetric matrix of couplings. Is $\nabla_xE=-Wx-b$?",
        "Let $L$ be the (combinatorial) graph Laplacian. Smoothness $S(f)=f^TLf$; I "
        r"get $\nabla S=2Lf$.",
        "Let $G$ be an undirected graph with Laplacian matrix $L$ and $S(f)=f^TLf$. "
        r"Is $\nabla S=2Lf$?",
        r"Finite elements: $\Pi(u)=\frac12u^TKu-u^Tf$ with the global stiffness matrix "
        r"$K$ and load vector $f$. Stationarity: $\nabla\Pi=Ku-f$. Is that gradient "
        "right?",
        r"The kinetic energy $T(v)=\frac12v^TMv$ of a robot with mass matrix $M$. "
        r"Momentum $\frac{\partial T}{\partial v}=Mv$?",
        r"In a trust region method one minimises $m(s)=g^Ts+\frac12s^TBs$ where $B$ is "
        r"a symmetric approximation to the Hessian. $\nabla m=g+Bs$?",
        r"Taylor: $q(d)=f+g^Td+\frac12d^THd$ where $g$ is the gradient and $H$ the "
        r"Hessian at $x$. Then $\nabla_d q=g+Hd$.",
        r"CG: minimise $\phi(x)=\frac12x^TAx-b^Tx$, $A$ s.p.d. Then $\nabla\phi=Ax-b$.",
        "Let A be spd. phi(x) = 1/2 x^T A x - b^T x. Is grad phi = Ax - b?",
        r"Consider $f(x)=x^T(A+B)x$. Both matrices are symmetric. Is $\nabla "
        "f=2(A+B)x$?",
        r"$f(X)=\operatorname{tr}(X^TAXB)$, $A$ and $B$ both symmetric. Then $\nabla "
        "f=2AXB$?",
        r"Let $f(X)=\operatorname{tr}(AXBX^T)$ and suppose $A$, $B$ are both symmetric "
        r"matrices. Is it true that $\nabla f=2AXB$?",
        r"Suppose that $A=A^\top$ and that $B=B^\top$. Let "
        r"$f(X)=\operatorname{tr}(AXBX^T)$. Then $\nabla f=2AXB$.",
        r"Let $P$ be a symmetric idempotent matrix (projection) and $f(x)=\|Px-b\|^2$. "
        r"Is $\nabla f=2P(x-b)$?",
        "Let $M=I-X(X^TX)^{-1}X^T$ be the residual maker matrix and $f(y)=y^TMy$. Is "
        r"$\nabla_yf=2My$?",
        r"Let $H$ be the hat matrix and $f(y)=\|y-Hy\|^2$. Is $\nabla f=2(I-H)y$?",
        r"Let $Q$ be orthogonal, i.e. $Q^TQ=I$. $f(x)=\|Qx\|^2$. Is $\nabla f=2x$?",
        r"Let $V$ have orthonormal columns and $f(x)=\|Vx\|^2$. Is $\nabla f=2x$?",
        r"For a unit vector $u$ let $f(x)=\|(uu^T)x\|^2$. Is $\nabla f=2uu^Tx$?",
        "Cross entropy with one-hot labels: "
        r"$L(z)=-y^T\log(\operatorname{softmax}(z))$ where $y$ is one-hot. Is $\nabla "
        r"L=\operatorname{softmax}(z)-y$?",
        r"The label $y$ is a one-hot vector, $p=\operatorname{softmax}(z)$, and the "
        r"loss is $L=-\sum_ky_k\log p_k$. So $\frac{\partial L}{\partial z}=p-y$?",
        r"With one-hot target vector $t$ and $L(z)=-t^T\log\operatorname{softmax}(z)$ "
        r"I get $\nabla_zL=\operatorname{softmax}(z)-t$.",
        r"Let $T$ be a doubly stochastic matrix and $f(x)=\mathbf{1}^TTx$. Is $\nabla "
        r"f=\mathbf{1}$?",
        r"Let $P$ be a row-stochastic matrix, $f(x)=x^TP\mathbf1$. Is $\nabla "
        r"f=\mathbf1$?",
        r"Let $X$ have full column rank and $f(\beta)=\|y-X\beta\|^2$. Is the Hessian "
        "$2X^TX$?",
        r"Let $J(\theta)=\theta^TC\theta$, where $C$ stands for the sample correlation "
        r"matrix. Is $\nabla J=2C\theta$?",
        r"Let $\Gamma$ be a symmetric matrix containing the regularisation weights, "
        r"$R(x)=x^T\Gamma x$, so $\nabla R=2\Gamma x$?",
        r"Let $D$ be the diagonal matrix with entries $d_1,\dots,d_n$ and "
        r"$f(x)=x^TDx$. Then $\nabla f=2Dx$.",
        r"$f(x)=x^TDx$ with $D$ diagonal and positive. $\nabla f=2Dx$?",
        "Let $f(u)=u^TRu$; $R$: symmetric positive definite control weight. Is "
        r"$\nabla f=2Ru$?",
        r"Minimum variance portfolio: $L(w,\lambda)=w^T\Sigma "
        r"w+\lambda(1-\mathbf1^Tw)$, $\Sigma$ being the covariance matrix of asset "
        r"returns. Is $\frac{\partial L}{\partial w}=2\Sigma w-\lambda\mathbf1$?",
    ],
)
def test_a_fact_is_taken(text: str) -> None:
    assert [claim.status for claim in ask(text).claims] == ["right"]


@pytest.mark.parametrize(
    "text",
    [
        r"Let $f(x)=x^TAx$. My friend says you need $A$ symmetric. Is $\nabla f=2Ax$?",
        "Let $f(x)=x^TAx$ where $A$ is the product of a covariance matrix and a "
        r"rotation. Is $\nabla f=2Ax$?",
        r"Let $L$ be the Cholesky factor of the covariance matrix $\Sigma$ and "
        r"$f(x)=x^TLx$. Is $\nabla f=2Lx$?",
        "Let $f(x)=x^TAx$. Covariance matrices are symmetric, but $A$ is general. Is "
        r"$\nabla f=2Ax$?",
        r"Let $N(\mu,\Sigma)$ be a normal distribution. Consider $f(x)=x^TAx$ instead. "
        r"Is $\nabla f=2Ax$?",
        r"Let $f(x)=x^TKx$ with a convolution kernel matrix $K$. Is $\nabla f=2Kx$?",
        r"Let $f(x)=x^TAx$. Suppose $B$ is the Hessian of $f$. Is $\nabla f=2Ax$?",
        "Let $M$ be a mass matrix and $G$ a gyroscopic matrix. $f(v)=v^TGv$. Is "
        r"$\nabla f=2Gv$?",
        r"Let $f(x)=x^TAx$ with a matrix $A$ and a symmetric matrix $B$. Is $\nabla "
        "f=2Ax$?",
        r"Let $A$ be a matrix, $B$ its symmetric part, $f(x)=x^TAx$. Is $\nabla "
        "f=2Ax$?",
        "For a non-symmetric stiffness matrix $K$ (follower loads) let $f(u)=u^TKu$. "
        r"Is $\nabla f=2Ku$?",
        r"$f(x)=x^TCx$ where $C$ is the covariance of $u$ with $v$. Is $\nabla f=2Cx$?",
        r"Let $f(x)=x^TPx$ where $P$ is the transition probability matrix. Is $\nabla "
        "f=2Px$?",
        "Let $f(x)=x^TRx$ where $R$ is the upper triangular factor of the Gram "
        r"matrix. Is $\nabla f=2Rx$?",
        "A covariance matrix would be symmetric. Our $A$ is an arbitrary square "
        r"matrix. Let $f(x)=x^TAx$. Is $\nabla f=2Ax$?",
        "Let $W$ be the weight matrix of a recurrent network with covariance matrix "
        r"$C$ of the inputs. $f(x)=x^TWx$. Is $\nabla f=2Wx$?",
        r"Part 1: let $\Sigma$ be a covariance matrix, $g(x)=x^T\Sigma x$. Part 2: let "
        r"$A\in\mathbb{R}^{n\times n}$ and $f(x)=x^TAx$. Is $\nabla f=2Ax$?",
        r"Let $f(X)=\operatorname{tr}(X^TAX)$, $X$ with orthonormal columns. Is "
        r"$\nabla f=2AX$?",
        r"Let $A\in\mathbb{R}^{n\times n}$, the vector $x$ Gaussian with covariance "
        r"$\Sigma$, $f(x)=x^TAx$. Is $\nabla f=2Ax$?",
        "Let $A$ be invertible and $S$ the inertia matrix of a body. $f(x)=x^TAx$. Is "
        r"$\nabla f=2Ax$?",
        r"Let $f(x)=x^TBx$ where $B$ is a block of the covariance matrix. Is $\nabla "
        "f=2Bx$?",
        "Let $f(x)=x^THx$ with measurement matrix $H$ and noise covariance $R$. Is "
        r"$\nabla f=2Hx$?",
        r"Let $f(x)=x^TAx$ where $A$ is similar to a covariance matrix. Is $\nabla "
        "f=2Ax$?",
    ],
)
def test_a_fact_of_something_else_is_not(text: str) -> None:
    assert [claim.is_right for claim in ask(text).claims] == [False]


@pytest.mark.parametrize(
    "words",
    [
        "is symmetric with zero diagonal",
        "is a symmetric matrix with zeros on the diagonal",
        "is symmetric and hollow",
        "has zeros on its main diagonal and is symmetric",
        "is a symmetric weight matrix whose diagonal is zero",
    ],
)
def test_a_zero_diagonal_makes_no_matrix_diagonal(words: str) -> None:
    text = ask(f"Let $f(x)=x^TWx$ where $W$ {words}. I get $2Wx$.").text("short")
    assert "W: n×n symmetric (inferred)" in text
    assert "diag(W) = 0 is used for claims only" in text
    assert "diagonal" not in text


def test_claims_may_use_a_zero_diagonal() -> None:
    reply = ask(
        r"Let $f(x)=x^TWx$, where $W$ is hollow. Is the gradient "
        r"$(W+W^T-\operatorname{Diag}(\operatorname{diag}(W)))x$?"
    )
    assert reply.claims[0].status == "right"


def test_what_stands_in_brackets_before_what_was_found_is_stated() -> None:
    reply = ask(
        r"With softmax output $\hat y=\mathrm{softmax}(Wh+b)$ and cross-entropy "
        r"$L=-\sum_c y_c\log\hat y_c$ ($y$ one-hot), I found "
        r"$\frac{\partial L}{\partial W}=(\hat y-y)h^T$."
    )
    assert [claim.status for claim in reply.claims] == ["right"]


@pytest.mark.parametrize(
    "words",
    [
        "with a matrix $A$ (symmetric, positive definite)",
        "with all of $A$, $B$ symmetric",
        "with both of A and B symmetric",
    ],
)
def test_facts_in_brackets_and_of_all_are_stated(words: str) -> None:
    assert str(ask(rf"Let $f(x)=x^TAx$ {words}. What is the gradient?").results["x"]) == "2*A*x"


@pytest.mark.parametrize(
    "words",
    [
        "with $A$ (symmetric, or positive definite)",
        "where the matrix $A$ is symmetric depending on $c$",
    ],
)
def test_facts_that_are_limited_are_not_stated(words: str) -> None:
    reply = ask(rf"Let $f(x)=x^TAx$ {words}. What is the gradient by $x$?")
    assert str(reply.results["x"]) == "(A + A')*x"


def test_what_a_matrix_depends_on_leaves_its_facts_as_they_are() -> None:
    text = r"""Let $M(s)$ be a symmetric matrix that depends on the scalar $s$.
    What is the derivative of $\log\det M(s)$?"""
    assert not any("not taken" in note for note in ask(text).understood.notes)


@pytest.mark.parametrize(
    ("words", "facts"),
    [
        ("lower triangular with positive diagonal", ["lower_triangular"]),
        ("a lower triangular matrix with a positive diagonal", ["lower_triangular"]),
        ("symmetric with unit diagonal", ["symmetric"]),
        ("a symmetric matrix with ones on the diagonal", ["symmetric"]),
        ("a matrix with nonzero diagonal", []),
        ("diagonal with positive diagonal entries", ["diagonal"]),
        ("a positive diagonal matrix", ["diagonal"]),
        ("the diagonal degree matrix", ["diagonal"]),
    ],
)
def test_a_diagonal_is_no_diagonal_matrix(words: str, facts: list[str]) -> None:
    reply = ask(rf"Let $L$ be {words}. What is the gradient of $x^TLx$ with respect to $x$?")
    assert reply.problem is not None
    assert sorted(reply.problem.symbols["L"].data.facts) == facts


@pytest.mark.parametrize("words", ["What if", "And what if both", "What happens if"])
def test_a_case_of_two_matrices_is_a_case_of_each(words: str) -> None:
    reply = ask(
        r"Let $f(X) = \operatorname{tr}(X^TAXB)$. Find $\nabla f$. "
        rf"{words} $A$ and $B$ are symmetric?"
    )
    assert str(reply.results["X"]) == "A'*X*B' + A*X*B"
    assert reply.understood.said.supposed == [("A", "symmetric"), ("B", "symmetric")]
    (case,) = reply.cases
    assert case.words == "A and B are symmetric"
    assert str(case.derivation.result) == "2*A*X*B"


FREE = [
    "Let $X$ be symmetric and treat the entries on and above the diagonal as independent. Then",
    "Let $X$ be symmetric; we regard the upper triangular entries as the independent variables. So",
    "Let $X$ be symmetric, taking the entries on and below the diagonal as free. We get",
]


@pytest.mark.parametrize("words", FREE, ids=range(len(FREE)))
def test_the_entries_of_a_symmetric_matrix_may_be_called_free(words: str) -> None:
    left = r"\frac{\partial\log\det X}{\partial X}"
    (right,) = ask(rf"{words} ${left} = 2X^{{-1}} - X^{{-1}}\circ I$.").claims
    (wrong,) = ask(rf"{words} ${left} = X^{{-1}} - X^{{-1}}\circ I$.").claims
    assert (right.status, wrong.status) == ("right by convention", "wrong")


def test_a_claim_by_the_entries_of_a_perhaps_symmetric_matrix_is_not_wrong() -> None:
    text = r"$\frac{\partial\log\det X}{\partial X} = 2X^{-1} - X^{-1}\circ I$."
    (claim,) = ask(f"Some $X$ that happens to be somehow symmetric: {text}").claims
    assert claim.status == "undecided"
