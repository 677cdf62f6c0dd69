"""Questions as people write them, from the first word to the last, and the verdicts on them."""

import pytest

from matgrad import ask

TEXTS = {
    "over": (
        r"I want the gradient of $h(R)=\operatorname{tr}(R^TMRD)$ over $R\in\mathbb R^{p\times q}$."
        r" Here $M$ happens to be a Gram matrix and $D=\operatorname{diag}(d_1,\dots,d_q)$."
        r" I get $2MRD$.",
        ["right"],
    ),
    "greek-call": (
        r"Let $\rho(x)=\frac{x^TAx}{x^Tx}$. Is $\nabla\rho(x)=\frac{2}{x^Tx}(Ax-\rho(x)x)$ for"
        r" symmetric $A$?",
        ["right"],
    ),
    "question-mark": (
        r"Let $X\in\mathbb{R}^{n\times k}$ with full column rank. Is it true that"
        r" $$\frac{\partial\det(X^TX)}{\partial X}=2\det(X^TX)\,X(X^TX)^{-1}\;?$$",
        ["right"],
    ),
    "mask": (
        r"For a low-rank recommender I minimise $$L(U,V)=\|M\circ(R-UV^T)\|_F^2+\lambda\|U\|_F^2$$"
        r" where $\circ$ is the Hadamard product and $M$ is a 0/1 mask of observed ratings."
        r" I derived $\partial L/\partial U=-2(M\circ(R-UV^T))V+2\lambda U$.",
        ["right"],
    ),
    "plus": (
        r"In the Kalman filter one chooses $K$ to minimise $\operatorname{tr}(P^+)$,"
        r" $P^+=(I-KH)P(I-KH)^T+KRK^T$, $P$ and $R$ being covariance matrices. I get"
        r" $$\frac{\partial\operatorname{tr}P^+}{\partial K}=-2(I-KH)PH^T+2KR$$"
        r" and hence $K=PH^T(HPH^T+R)^{-1}$.",
        ["right", "right"],
    ),
    "one-hot": (
        r"Let $z\in\mathbb R^K$ be logits, $T>0$ a temperature, $p=\operatorname{softmax}(z/T)$ and"
        r" let $y$ be one-hot. The loss is $L=-\sum_k y_k\log p_k$. Then I'd guess"
        r" $\partial L/\partial z=(p-y)/T$?",
        ["right"],
    ),
    "laplacian": (
        r"Graph signal smoothness: $$S(x)=\frac12\sum_{i,j}w_{ij}(x_i-x_j)^2$$ with symmetric"
        r" weights $w_{ij}=w_{ji}$. What is $\nabla S$? I was told $2Lx$ with $L=D-W$,"
        r" $D=\operatorname{diag}(W\mathbf 1)$.",
        ["right"],
    ),
    "hadamard": (
        r"Let $f(X)=\operatorname{tr}(A(X\circ X))$, $\circ$ Hadamard. What's $\partial f/\partial"
        r" X$? I get $2(A^T\circ X)$.",
        ["right"],
    ),
    "condition": (
        r"Soft-margin SVM. $J(w,b)=\frac12\|w\|^2+C\sum_{i=1}^n\max(0,1-y_i(w^Tx_i+b))$. What are"
        r" the (sub)gradients in $w$ and $b$? My solution:"
        r" $\partial J/\partial w=w-C\sum_{i:\,y_i(w^Tx_i+b)<1}y_ix_i$ and"
        r" $\partial J/\partial b=-C\sum_{i:\,y_i(w^Tx_i+b)<1}y_i$.",
        ["right", "right"],
    ),
    "bar": (
        r"RMSNorm: $y=g\odot\frac{x}{r}$, $r=\sqrt{\frac1n\sum_{i=1}^nx_i^2+\epsilon}$,"
        r" $x,g\in\mathbb R^n$. Given $\bar y=\partial\mathcal L/\partial y$, find"
        r" $\partial\mathcal L/\partial x$. My guess was"
        r" $\frac{1}{r}\left(g\odot\bar y\right)-\frac{1}{nr^3}(x^T(g\odot\bar y))x$.",
        ["right"],
    ),
    "bars": (
        r"Let $C = AB$. Given $\bar C=\frac{\partial L}{\partial C}$, what is $\bar A$?"
        r" I get $\bar A = \bar C B^T$.",
        ["right"],
    ),
    "multipliers": (
        r"Markowitz: one minimises $\frac12 w^T\Sigma w$ subject to $w^T\mathbf 1=1$ and"
        r" $w^T\mu = m$, where $\Sigma$ is a covariance matrix. The Lagrangian is"
        r" $L = \frac12w^T\Sigma w - \lambda(w^T\mathbf 1-1)-\gamma(w^T\mu - m)$. Is $\partial"
        r" L/\partial w = \Sigma w-\lambda\mathbf 1-\gamma\mu$ and what are the derivatives with"
        r" respect to $\lambda$ and $\gamma$?",
        ["right"],
    ),
    "notation": (
        r"Why is the derivative of $\operatorname{tr}(X^k)$ w.r.t. $X$ equal to $k(X^{k-1})^T$?"
        r" (For me $k=3$, and $\frac{\partial f}{\partial X}$ is the matrix with entries"
        r" $\frac{\partial f}{\partial X_{ij}}$ at $(i,j)$.)",
        ["right"],
    ),
    "just": (
        r"Let $D=\operatorname{diag}(d)$ with $d>0$ and $f(x)=\frac12\|D^{1/2}(x-c)\|^2$."
        r" The Hessian is just $D$, right?",
        ["right"],
    ),
    "bold-features": (
        r"The weighted sum-of-squares error is $$E_D(\mathbf w)=\frac12\sum_{n=1}^N"
        r" r_n\{t_n-\mathbf w^T\boldsymbol\phi(\mathbf x_n)\}^2,$$ where $r_n>0$ is a weighting"
        r" factor. I have $$\nabla E_D(\mathbf w)=\sum_{n=1}^N r_n\{\mathbf"
        r" w^T\boldsymbol\phi(\mathbf x_n) - t_n\}\boldsymbol\phi(\mathbf x_n).$$",
        ["right"],
    ),
    "root": (
        r"Let $D$ be a diagonal matrix with positive entries and $f(x)=\frac12\|D^{1/2}(x-c)\|^2$."
        r" Is the gradient $D(x-c)$?",
        ["right"],
    ),
}


@pytest.mark.parametrize(("text", "statuses"), TEXTS.values(), ids=TEXTS)
def test_every_claim_is_judged(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses


def test_a_claim_of_one_class_is_wrong_at_points_of_that_class() -> None:
    reply = ask(
        r"Let $z\in\mathbb R^K$ be logits, $T>0$ a temperature, $p=\operatorname{softmax}(z/T)$ and"
        r" let $y$ be one-hot. The loss is $L=-\sum_k y_k\log p_k$. Then I'd guess"
        r" $\partial L/\partial z=p-y$, as in the usual case?"
    )
    assert "the factor 1/T is missing" in reply.text("short")


def test_an_equation_for_a_pseudoinverse_makes_no_name() -> None:
    reply = ask(r"Recall $A^+=(A^TA)^{-1}A^T$. What is the gradient of $\|A^+b-x\|^2$ by $x$?")
    assert "A_plus" not in reply.text("short")


def test_multipliers_are_variables_of_the_lagrangian() -> None:
    reply = ask(TEXTS["multipliers"][0])
    assert [*reply.results] == ["lambda", "gamma"]


def test_a_list_towards_which_one_goes_is_no_function() -> None:
    reply = ask(
        r"$u(x,y)=\ln(x^2+y^2)$. (i) Find grad $u$ at $(1,2)$. (ii) Find the directional derivative"
        " there towards $v=(2,1)$."
    )
    assert [*reply.results] == ["x", "y"]
    assert "∇u·(2, 1) = 8/5" in reply.text("short")


def test_the_largest_eigenvalue_needs_no_definition() -> None:
    reply = ask(
        r"Denote by $\lambda_{\max}(X)$ the largest eigenvalue of the symmetric matrix $X$."
        r" What is the gradient?"
    )
    assert [str(x) for x in reply.results.values()] == ["eigproj_max(X)"]


def test_a_factor_that_one_term_lacks_is_said_of_that_term() -> None:
    (claim,) = ask(
        r"Let $f(w)=\frac{w^T\mu}{\sqrt{w^T\Sigma w}}$ with $\Sigma$ the covariance matrix of"
        r" returns. Its gradient should be"
        r" $\frac{\mu}{\sqrt{w^T\Sigma w}}-\frac{(w^T\mu)\Sigma w}{(w^T\Sigma w)^{1/2}}$. Right?"
    ).claims
    assert claim.words == "the factor 1/(wᵀΣw) is missing in the term −(μᵀw)Σw/(wᵀΣw)"


def test_a_name_that_words_introduce_is_not_the_function() -> None:
    reply = ask(r"Let $f(x)=x^TAx$ where $B$ is the inverse of $A$. What is the gradient?")
    assert [str(x) for x in reply.results.values()] == ["(A + A')*x"]


def test_a_counterexample_has_matrices_that_one_can_read() -> None:
    (claim,) = ask(
        r"Consider $Y = AXB$ with $A\in\mathbb{R}^{m\times n}$, $X\in\mathbb R^{n\times p}$,"
        r" $B\in\mathbb R^{p\times q}$. With $\operatorname{vec}$ stacking columns, what is"
        r" $\frac{\partial \operatorname{vec}(Y)}{\partial \operatorname{vec}(X)^T}$? I believe"
        r" it's $A\otimes B^T$."
    ).claims
    assert claim.status == "wrong"
    assert claim.report is not None
    assert claim.report.counterexample is not None
    assert len(claim.report.counterexample.claimed) == 4


@pytest.mark.parametrize(
    ("text", "statuses"),
    [
        (r"Let $f(x)=\|Ax-b\|^2$. What is the gradient? I get $2A^TAx-2A^Tb=2A^T(Ax-b)$.",
         ["right", "right"]),
        (r"What is the gradient of $\operatorname{tr}(R^TMR)$ with respect to $R$? My answer:"
         " $MR+M^TR=2MR$.", ["right", "wrong"]),
        (r"Let $f(x)=\|Ax-b\|^2$. What is the gradient? Setting it to zero I get $A^TAx=A^Tb$.",
         ["right"]),
        (r"Let $f(x)=\|x\|^2$. What is the gradient? I have $3x+x=4x$.", []),
    ],
    ids=range(4),
)  # fmt: skip
def test_an_answer_in_two_forms_is_judged_side_by_side(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses
