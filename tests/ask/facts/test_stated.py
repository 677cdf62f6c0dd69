"""What people write of their matrices, in signs and in words, as they write it."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(
    "text",
    [
        "Let Sigma be a covariance matrix. f(w) = w' Sigma w / 2. Then grad f = Sigma w.",
        "Let Sigma be symmetric. f(w) = w^T Sigma w. Is grad f = 2 Sigma w?",
        "Let Lambda be diagonal and f(x) = x^T Lambda x. Gradient 2 Lambda x?",
        "f = ½(x−μ)ᵀΣ⁻¹(x−μ), Σ ∈ ℝⁿˣⁿ symmetric. ∂f/∂μ = −Σ⁻¹(x−μ)?",
        "A ∈ ℝⁿˣⁿ symmetric. f(x) = xᵀAx. ∇f(x) = 2Ax?",
        r"Let $J(u)=x^TQx+u^TRu$ with Q,R symmetric. $\nabla_uJ=2Ru$.",
        r"Let $Q,R\succ0$ and $J(u)=(Ax+Bu)^TQ(Ax+Bu)+u^TRu$. "
        r"Then $\nabla_uJ=2B^TQ(Ax+Bu)+2Ru$.",
        "J(x) = x'Px where P = P' > 0. dJ/dx = 2Px?",
        "J(x) = x^T P x, where P > 0 (positive definite). Then dJ/dx = 2Px?",
        "Let f(x) = x'Qx where Q > 0 is symmetric positive definite. Is the gradient 2Qx?",
        "gradient of f(x)=½xᵀQx − bᵀx with Q ≻ 0? Is ∇f(x)=Qx−b ?",
        "Let Q ≽ 0 be n×n. f(x) = xᵀQx. ∇f = 2Qx?",
        r"$q(p)=g^Tp+\frac12p^THp$, with $H$ the (symmetric) Hessian. So $\nabla q(p)=g+Hp$.",
        "L = -t^T log softmax(z), t any probability vector. dL/dz = softmax(z) - t, right?",
        r"$L=-\sum_iq_i\log p_i$, $p=\mathrm{softmax}(z)$ and $q$ is a probability distribution. "
        r"$\nabla_zL=p-q$.",
        r"$f(x)=\frac12x^TQx+C$ where $C$ is a constant not depending on $x$, $Q=Q^T$. "
        r"$\nabla f=Qx$?",
        "There is no reason why A should not be symmetric, so assume it is. "
        "f(x) = x^TAx, ∇f = 2Ax?",
        r"$\frac{\partial\det(X^TAX)}{\partial X} = 2\det(X^TAX)X^{-T}$ for X square and "
        "invertible.",
        "G is a metric tensor; L = ½ v^T G v; ∂L/∂v = Gv.",
        r"With $\ell(m) = -\frac12(x-m)^TS^{-1}(x-m)$ and $S$ a covariance matrix, I believe "
        r"$\nabla_m\ell = S^{-1}(x-m)$.",
        r"For the Lagrangian $F(x,v)=\frac12x^TPx+v^T(Ax-b)$, $P=P^T$, KKT: $\nabla_xF=Px+A^Tv$.",
        r"$\operatorname{tr}(Y^TLY)$ where $L=D-W$ is the graph Laplacian of an undirected graph. "
        r"Derivative w.r.t. $Y$ is $2LY$?",
        r"risk: $s(w) = w^TSw$; marginal contributions $\nabla s = 2Sw$, $S$ is symmetric. ok?",
        r"$\ell=-\frac12(x-m)^TL(x-m)$ where $L=S^{-1}$ is the precision matrix of a Gaussian. "
        r"$\nabla_m\ell=L(x-m)$.",
        r"$F(u)=\frac12u^TKu$ with symmetric stiffness matrix $K$. $\nabla F=Ku$. Right?",
        r"$J(w)=w^TRw$ with autocorrelation matrix $R$ (symmetric). Gradient $2Rw$.",
        r"Let $f(X)=\operatorname{tr}(X^TAXB)$, A, B symmetric. Is $\nabla f=2AXB$?",
    ],
)
def test_what_is_stated_makes_the_claim_right(text: str) -> None:
    claims = ask(text).claims
    assert claims
    assert all(each.is_right for each in claims)


@pytest.mark.parametrize(
    "text",
    [
        r"Let $P>0$ and $f(x)=x^TPx$. Is $\nabla f=2Px$?",  # its entries, perhaps
        r"Let $f(X)=\operatorname{tr}(X^TAXB)$, $X$, $B$ symmetric. Is $\nabla f=2AXB$?",
        r"$L=-\sum_iq_i\log p_i$, $p=\mathrm{softmax}(z)$ and $q$ is no probability distribution. "
        r"$\nabla_zL=p-q$.",
        r"Let $f(x)=x^TLx$ where $L=D-W$ is symmetric. Is $\nabla f=2Dx-2Wx$?",
    ],
)
def test_what_is_not_stated_does_not(text: str) -> None:
    assert not any(each.status == "right" and not each.words for each in ask(text).claims)


@pytest.mark.parametrize("letter", "ds")
def test_a_vector_may_be_defined_by_its_entries(letter: str) -> None:
    text = rf"$f(x)=\sum_{{i=1}}^m e^{{a_i^Tx}}$. Put ${letter}_i=e^{{a_i^Tx}}$."
    (claim,) = ask(rf"{text} Then $\nabla f=A^T{letter}$.").claims
    assert claim.is_right
    (claim,) = ask(rf"{text} Then $\nabla f=2A^T{letter}$.").claims
    assert claim.is_wrong


def test_a_vector_that_is_not_read_is_no_size() -> None:
    (claim,) = ask(
        r"$f(x)=-\sum_{i=1}^m\log(1-a_i^Tx)$. Then $\nabla f=A^Td$, with "
        r"$d=(1/(1-a_1^Tx),\dots,1/(1-a_m^Tx))^T$."
    ).claims
    assert not claim.is_wrong


LOSS = r"Let $L(z)=-y^T\log\mathrm{softmax}(z)$"


@pytest.mark.parametrize(
    "text",
    [
        rf"{LOSS} where the entries of $y$ sum to one. Is $\nabla L=\mathrm{{softmax}}(z)-y$?",
        rf"{LOSS} where $y$ sums to one. Is $\nabla L=\mathrm{{softmax}}(z)-y$?",
        r"Let $f(x)=\|x\|_1$ where all entries of $x$ are positive. Is $\nabla f=\mathbf 1$?",
        r"Let $f(x)=\|Px\|^2$, where $P$ is an orthogonal projection onto a subspace. "
        r"Is $\nabla f=2Px$?",
    ],
)
def test_what_entries_do_is_stated(text: str) -> None:
    assert [each.is_right for each in ask(text).claims] == [True]


@pytest.mark.parametrize(
    "text",
    [
        rf"{LOSS} where $y$ was one-hot before. Is $\nabla L=\mathrm{{softmax}}(z)-y$?",
        rf"{LOSS}. If $y$ sums to one, it is easy. Is $\nabla L=\mathrm{{softmax}}(z)-y$?",
        r"Let $f(x)=\|x\|_1$ where most entries of $x$ are positive. Is $\nabla f=\mathbf 1$?",
        r"Let $f(x)=\|x\|_1$ where $x$ is positive on average. Is $\nabla f=\mathbf 1$?",
        r"Let $f(x)=\|Px\|^2$ where $P$ is a projection onto a subspace. Is $\nabla f=2Px$?",
        r"Let $f(x)=x^TMx$ where $M$ is the symmetrization of $B$. Is $\nabla f=2Mx$?",
    ],
)
def test_what_some_entries_do_is_not(text: str) -> None:
    assert not any(each.is_right for each in ask(text).claims)


def test_a_list_without_spaces_is_one() -> None:
    text = "$Q(x,u)=x^TQx+u^TRu+(Ax+Bu)^TP(Ax+Bu)$ with Q,R,P symmetric. Derivative wrt u, set to "
    reply = ask(text + "zero: u = $-(R+B^TPB)^{-1}B^TPAx$. is this right?")
    assert [claim.status for claim in reply.claims] == ["right"]


def test_a_distribution_function_is_known_by_its_name() -> None:
    text = r"Probit: $\ell(\beta)=\sum_i y_i\ln\Phi(x_i'\beta)$ where Φ is the standard normal cdf."
    reply = ask(f"{text} Score?")
    assert str(reply.results["beta"]) == "X'*(y ./ Phi(X*beta) .* exp(-(X*beta).^2/2))/sqrt(2*pi)"


@pytest.mark.parametrize("words", ["Each row of Y is one-hot.", "The rows of Y are one-hot."])
def test_rows_that_are_one_hot_sum_to_one(words: str) -> None:
    loss = r"$P=\mathrm{softmax}(XW)$ row-wise, $L=-\frac1N\sum_{n}\sum_{k}Y_{nk}\log P_{nk}$. "
    asked = r" Is $\nabla_WL=\frac1NX^T(P-Y)$ correct? Or is $\nabla_WL=X^T(P-Y)$ correct?"
    assert [claim.status for claim in ask(loss + words + asked).claims] == ["right", "wrong"]


def test_a_set_is_declared_whatever_words_follow() -> None:
    reply = ask(
        r"We have a binary mask $M\in\{0,1\}^{m\times n}$ of observed entries. "
        r"$J(P,Q)=\frac12\|M\odot(R-PQ^T)\|_F^2$. "
        r"Is $\frac{\partial J}{\partial P}=-\left(M\odot(R-PQ^T)\right)Q$?"
    )
    assert [claim.status for claim in reply.claims] == ["right"]


ROWS = r"Let $P=\mathrm{softmax}(XW)$ row-wise and $L=-\sum_{i,j}Y_{ij}\log P_{ij}$, where "


@pytest.mark.parametrize(
    "words",
    ["each row of $Y$ is one-hot", "$Y$ has one-hot rows", "$Y$ is one-hot in each row",
     "the rows of $Y$ are one-hot"],
)  # fmt: skip
def test_one_hot_rows_simplify(words: str) -> None:
    reply = ask(rf"{ROWS}{words}. Is $\nabla_WL=X^T(P-Y)$?")
    assert str(reply.results["W"]) == "X'*(softmax_rows(X*W) - Y)"
    assert [claim.status for claim in reply.claims] == ["right"]


@pytest.mark.parametrize("claim", ["X(P-Y)", "X^T(Y-P)", "X^TP"])
def test_a_wrong_claim_is_wrong_for_one_hot_rows_as_well(claim: str) -> None:
    reply = ask(
        rf"{ROWS}each row of $Y$ is one-hot. I get $\frac{{\partial L}}{{\partial W}}={claim}$."
    )
    assert [claim.status for claim in reply.claims] == ["wrong"]


def test_the_entries_of_one_hot_rows_are_their_own_squares() -> None:
    text = r"Let $f(X)=\|Y\odot X\|_F^2$, where each row of $Y$ is one-hot. "
    reply = ask(text + r"Is $\nabla f=2Y\odot X$? Or is $\nabla f=2X$?")
    assert [claim.status for claim in reply.claims] == ["right", "wrong"]


OPENINGS = [
    (r"Let $p=\mathrm{softmax}(Wx)$. For a one-hot target $y$, the cross-entropy is "
     r"$L=-\sum_ky_k\log p_k$. Then $\nabla_WL=(p-y)x^T$.", ["right"]),
    ("Let $y=Wx$. For a symmetric matrix $A$, the energy is $E=y^TAy$. Then $\\nabla_x E=2W^TAy$.",
     ["right"]),
    ("Let $y=Wx$. For a symmetric matrix $A$, the energy is $E=y^TAy$. Then $\\nabla_x E=2Ay$.",
     ["wrong"]),
    (r"Let $E=x^TAx$. For symmetric $A$, $\nabla_xE=2Ax$. Is $\nabla_xE=2Ax$ in general?",
     ["right", "wrong"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), OPENINGS, ids=range(len(OPENINGS)))
def test_a_sentence_that_opens_with_a_fact_and_defines_the_function(
    text: str, statuses: list[str]
) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses
