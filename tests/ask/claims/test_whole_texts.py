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
