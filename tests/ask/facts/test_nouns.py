"""What nouns, lists and brackets say of names, and what sentences only speak of."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(
    "text",
    [
        r"The moment generating function of a normal vector with mean $\mu$ and "
        r"covariance matrix $\Sigma$ is $M(t)=\exp(t^T\mu+\frac12t^T\Sigma t)$. Is "
        r"$\nabla M=M(t)(\mu+\Sigma t)$?",
        r"If $X\sim N(\mu,\Sigma)$, then $M(t)=\exp(\mu^Tt+\frac12t^T\Sigma t)$ and "
        r"$\nabla M(t)=M(t)(\mu+\Sigma t)$. Is this gradient correct?",
        "EKF update: predicted state $x_p$, covariance $P$, measurement noise "
        "covariance $R$. $J(x)=(x-x_p)^TP^{-1}(x-x_p)+(z-Cx)^TR^{-1}(z-Cx)$. Is "
        r"$\nabla J=2P^{-1}(x-x_p)-2C^TR^{-1}(z-Cx)$?",
        "Portfolio with expected return vector $r$, covariance $C$, risk tolerance "
        r"$\tau$: $U(w)=\tau r^Tw-\frac12w^TCw$. I get $\nabla U=\tau r-Cw$.",
        "logistic regression: h = sigma(w'x), J = -y log h - (1-y) log(1-h). Is dJ/dw = (h - y) x?",
        r"The output neuron uses a logistic sigmoid: $\hat y=\sigma(w^Th)$, cost "
        r"$C=-\log\hat y$. Then $\nabla_wC=-(1-\hat y)h$.",
        r"RNN cell $h=\phi(Wx+Uh_0)$ with a tanh nonlinearity; loss $L=v^Th$. Is "
        r"$\nabla_WL=(v\odot(1-h\odot h))x^T$?",
        r"We use ReLU units, so $a=\sigma(Wx)$ and $L=v^Ta$. Is "
        r"$\nabla_WL=(v\odot\sigma'(Wx))x^T$?",
        r"Let $y\in\mathbb{R}^K$ be a one-hot encoded label, "
        r"$p=\operatorname{softmax}(z)$ the predicted probabilities and $L=-y^T\log "
        r"p$. Is $\partial L/\partial z=p-y$?",
        "Attention weights $a$ are a probability vector (nonnegative, sum to one). "
        r"$L(z)=-a^T\log\operatorname{softmax}(z)$. Is $\nabla "
        r"L=\operatorname{softmax}(z)-a$?",
        "$t$ is the target distribution (entries sum to 1). "
        r"$L(z)=-t^T\log\operatorname{softmax}(z)$. $\nabla "
        r"L=\operatorname{softmax}(z)-t$?",
        r"For positive scalars $a$ and a unit vector $u$, let $f(x)=a\|uu^Tx\|^2$. Is "
        r"$\nabla f=2auu^Tx$?",
        r"Let $M\in\mathbb{R}^{n\times n}$ be given with $M^T=M$. The function is "
        r"$x\mapsto x^TMx$. The gradient is $2Mx$.",
        r"Let $B$ be skew-symmetric. $f(x)=x^TBx+c^Tx$. Is $\nabla f=c$?",
        r"Let $f(x)=\frac12x^TAx$ where $A$, being a Gram matrix, is symmetric. "
        r"$\nabla f=Ax$?",
        r"Let $f(x)=\frac12x^TAx$, where the symmetric matrix $A$ and the vector $b$ "
        r"are constant. $\nabla f=Ax$?",
        r"Throughout, $A$ denotes a symmetric matrix and $\lambda$ a positive number. "
        r"Let $f(x)=\frac12x^TAx+\frac\lambda2\|x\|^2$. $\nabla f=(A+\lambda I)x$?",
        "$f(x,y)=x^TAx+2x^TBy+y^TCy$ with $A$ and $C$ symmetric. Is "
        r"$\nabla_xf=2Ax+2By$?",
        "Schur complement trick: $A$ symmetric invertible, $g(x)=x^TA^{-1}x$. Is "
        r"$\nabla g=2A^{-1}x$?",
        "let P be an orthogonal projection, so P^2=P and P^T=P. f(x)=||x-Px||^2. "
        "gradient is 2(x-Px)?",
        r"Let $P=P^2=P^T$. $f(x)=x^TPx$. Is $\nabla f=2Px$?",
        r"Suppose the columns of $U$ are orthonormal; $f(x)=\|Ux-b\|^2$; is the "
        "gradient $2x-2U^Tb$?",
        r"$U$ is column-orthonormal ($U^TU=I$). $f(x)=\|Ux-b\|^2$. Is $\nabla "
        "f=2x-2U^Tb$?",
        r"Let $R\in SO(3)$ and $f(x)=\|Rx-b\|^2$ with $x\in\mathbb{R}^3$. Is $\nabla "
        "f=2(x-R^Tb)$?",
    ],
)
def test_a_claim_is_right_by_what_a_name_is(text: str) -> None:
    assert [claim.status for claim in ask(text).claims] == ["right"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            r"Given data matrix $X$ ($n\times d$), labels $y$ ($n\times1$), weights "
            r"$w$ ($d\times 1$) and ridge penalty $\lambda$, find the gradient of "
            r"$J(w)=\|Xw-y\|^2+\lambda\|w\|^2$.",
            "X: n×d",
        ),
        (
            "A perceptron with weight vector $w$, input $x$, bias $b$ and target $t$ "
            r"has error $E=\frac12(\sigma(w^Tx+b)-t)^2$ with sigmoid activation. Find "
            r"$\partial E/\partial w$.",
            "b, t: scalar",
        ),
        (
            r"With learning rate $\eta$, momentum $\mu$ and weights $w$, consider "
            r"$L(w)=\eta\|w\|^2+\mu a^Tw$. Compute the gradient w.r.t. $w$.",
            "η: scalar",
        ),
        (
            "Softmax with temperature $T$: "
            r"$L(z)=-y^T\log\operatorname{softmax}(z/T)$, where $y$ is one-hot. What "
            r"is $\nabla_zL$?",
            "T: scalar",
        ),
        (
            r"Matrix factorization with user factors $U$ ($m\times k$), item factors "
            r"$V$ ($n\times k$) and ratings $R$: $f=\|R-UV^T\|_F^2$. Gradient with "
            "respect to $U$?",
            "U: m×k, V: n×k",
        ),
        (
            r"Linear autoencoder: encoder matrix $W$ of size $k\times d$, decoder "
            r"matrix $V$ of size $d\times k$, input $x$. Loss $L=\|x-VWx\|^2$. Find "
            r"$\nabla_WL$.",
            "W: k×d",
        ),
        (
            r"Let $X$ be a random vector with mean $\mu$ and covariance matrix "
            r"$\Sigma$; differentiate $g(a)=a^T\mu+\frac12a^T\Sigma a$ with respect to "
            "$a$.",
            "μ: n",
        ),
        (
            "Let A (m x n), x (n x 1), b (m x 1). f(x) = ||Ax - b||^2. Gradient?",
            "A: m×n",
        ),
        (
            "A is p by q, b has length p, f(x) = ||A x - b||^2. derivative with respect to x?",
            "A: p×q",
        ),
        (
            r"Let $f(w)=\sum_i\phi(w^Tx_i)$ where the nonlinearity is the softplus. "
            "Find the gradient.",
            "softplus",
        ),
    ],
)
def test_a_name_is_what_words_call_it(text: str, line: str) -> None:
    reply = ask(text)
    assert line in reply.text("short")
    assert reply.results


@pytest.mark.parametrize(
    "text",
    [
        "Let $f(x)=x^TAx$. It would be nice if $A$ were the covariance matrix of "
        r"something. Is $\nabla f=2Ax$?",
        r"Let $f(x)=x^TAx$ where $A$ need not be a covariance matrix. Is $\nabla "
        "f=2Ax$?",
        "Does it matter whether $A$ is the stiffness matrix? Let $f(x)=x^TAx$. Is "
        r"$\nabla f=2Ax$?",
        "In Example 1 we had a covariance matrix $C$. In Example 2 the matrix $A$ is "
        r"arbitrary and $f(x)=x^TAx$. Is $\nabla f=2Ax$?",
        r"Let $f(x)=x^TAx$ with $A=LL^T+N$, $N$ not symmetric. Is $\nabla_xf=2Ax$?",
        "Let $f(x)=x^TAx$, $A$ the Jacobian matrix of a vector field and $H$ the "
        r"Hessian matrix. Is $\nabla f=2Ax$?",
        r"Let $f(x)=x^TAx$. Recall that kernel matrices are symmetric. Is $\nabla "
        "f=2Ax$?",
        "Let $A$ be a matrix such that $A+A^T$ is a covariance matrix, and "
        r"$f(x)=x^TAx$. Is $\nabla f=2Ax$?",
        "Let $f(x)=x^TAx$; $A$ is the weight matrix and the noise is Gaussian with "
        r"covariance $S$. Is $\nabla f=2Ax$?",
        r"Let $f(x)=x^TAx$, $x\sim N(0,I)$. Is $\nabla f=2Ax$?",
        r"The Gaussian density is $p(x)=c\exp(-\frac12x^TSx)$, but now take "
        r"$f(x)=x^TAx$. Is $\nabla f=2Ax$?",
        r"Let $f(x)=x^TAx$ where A used to be symmetric. Is $\nabla f=2Ax$?",
        r"Let $f(x)=x^TAx$ (in the book $A$ is symmetric, but not here). Is $\nabla "
        "f=2Ax$?",
        r"Let $f(x)=x^TAx$ (if $A$ is symmetric this is easy). Is $\nabla f=2Ax$?",
        r"Let $f(x)=x^TAx$ (is $A$ symmetric?). Is $\nabla f=2Ax$?",
        r"Let $f(x)=x^TAx$ ($B$ is symmetric, $A$ is not). Is $\nabla f=2Ax$?",
        "Let $x$ be a vector, $A$ a matrix that is not necessarily symmetric, "
        r"$f(x)=x^TAx$. Is $\nabla f=2Ax$?",
        r"Let $B$ be a symmetric matrix, $A$ a matrix and $f(x)=x^TAx$. Is $\nabla "
        "f=2Ax$?",
        r"Let $A$ be a matrix, $B$ a diagonal matrix and $f(x)=x^TAx$. Is $\nabla "
        "f=2Ax$?",
        r"Suppose $A$ is a non-symetric matrix. $f(x)=x^TAx$. Is $\nabla f=2Ax$?",
        r"Let $A$ be unsymmetric with symmetric part $S$ and $f(x)=x^TAx$. Is $\nabla "
        "f=2Ax$?",
        "Let $Q_{ij}=k(x_i,x_j)$ with a non-symmetric kernel $k$ and $f(a)=a^TQa$. Is "
        r"$\nabla f=2Qa$?",
        "Let $f(x)=x^TMx$ where $M$ is a mass matrix times a rotation matrix. Is "
        r"$\nabla f=2Mx$?",
        "Consider $f(x)=x^TAx$ with arbitrary $A$ and the covariance matrix of the "
        r"noise unknown. Is $\nabla f=2Ax$?",
        r"Show that $A$ is a covariance matrix. Let $f(x)=x^TAx$. Is $\nabla f=2Ax$?",
        r"Let $f(x)=x^TAx$. Can $A$ be assumed symmetric? Is $\nabla f=2Ax$?",
        r"Let $f(x)=x^TAx$. Why can $A$ be taken symmetric? Is $\nabla f=2Ax$ for all "
        "$A$?",
        "Let $K$ be the kernel matrix between training and test points and "
        r"$f(a)=a^TKa$. Is $\nabla f=2Ka$?",
        r"Let $\Sigma_{xy}$ be the covariance matrix of $x$ and $y$ and "
        r"$f(a)=a^T\Sigma_{xy}a$. Is $\nabla f=2\Sigma_{xy}a$?",
        r"Let $L$ be the Laplacian of a directed graph and $f(x)=x^TLx$. Is $\nabla "
        "f=2Lx$?",
    ],
)
def test_what_a_sentence_only_speaks_of_is_not_taken(text: str) -> None:
    assert [claim.is_right for claim in ask(text).claims] == [False]


@pytest.mark.parametrize(
    "text",
    [
        "f = x'*Sigma^-1*x, Sigma covariance. gradient wrt x is 2*Sigma^-1*x?",
        "J(x) = (x-m)ᵀP⁻¹(x-m) + (y-Hx)ᵀR⁻¹(y-Hx), P and R covariances. "
        "∇J = 2P⁻¹(x-m) - 2HᵀR⁻¹(y-Hx)?",
        "f = x'*A*x, A precision matrix. gradient wrt x is 2*A*x?",
    ],
)
def test_a_noun_right_behind_a_name_calls_it_so(text: str) -> None:
    assert [claim.status for claim in ask(text).claims] == ["right"]


def test_a_laplacian_is_symmetric_and_its_definition_is_not_put_in() -> None:
    reply = ask(
        r"Let $L = D - W$ be the Laplacian of an undirected graph. What is the gradient of "
        r"$x^TLx$ with respect to $x$?"
    )
    assert str(reply.results["x"]) == "2*L*x"
    note = "L is symmetric, as the text says; L = D − W, which does not show this, is not put in"
    assert note in reply.understood.notes
