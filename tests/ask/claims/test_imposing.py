"""Claims that are right or wrong only with what else the text says of its matrices."""

import pytest

from matgrad.app.ask import ask

VERDICTS = {
    "wrong": (
        r"Let $P$ be a projection matrix, $P^2=P=P^T$. Is the gradient of $f(x)=\|Px\|^2$ "
        r"equal to $3Px$?",
        r"Let $P$ satisfy $P^2=P$ . The gradient of $f(x)=\|Px\|^2$ is $2Px$, right?",
        r"$D$ is a diagonal matrix of signs. Is it true that $\nabla \|Dx\|^2 = 4x$?",
        r"The matrix $A$ is either symmetric or diagonal. Is $\nabla_x x^TAx = 3Ax$?",
        r"$U\in\mathbb{R}^{m\times r}$ has orthonormal columns. Is $\nabla_x \|Ux\|^2 = x$?",
        r"$U\in\mathbb{R}^{m\times r}$ has orthonormal columns. Is $\nabla_x \|U^Tx\|^2 = 2x$?",
        r"Let $V\in\mathbb{R}^{k\times n}$ with $k<n$ have orthonormal rows. Then for "
        r"$f(x)=\|Vx\|^2$ the gradient is just $2x$, since $V$ is orthonormal, right?",
        r"The rows of $V\in\mathbb{R}^{k\times n}$ are orthonormal. As $V$ is an orthonormal "
        r"matrix, the gradient of $\|Vx\|^2$ is $2x$, right?",
        "V (k×n, k<n) has orthonormal rows. Because V is orthonormal, the gradient of "
        "||Vx - y||^2 in x is 2(x - V^T y). True?",
        r"Let $V\in\mathbb{R}^{k\times n}$ with $k<n$ be orthonormal. Is the gradient of "
        r"$\|Vx\|^2$ equal to $2x$?",
        r"Let $V\in\mathbb{R}^{2\times 5}$ be orthonormal. Is $\nabla_x \|Vx\|^2 = 2x$?",
        r"Let $W\in\mathbb{R}^{k\times n}$ with $k<n$ be semi-orthogonal. Is the gradient of "
        r"$\|Wx\|^2$ equal to $2x$?",
        r"Let $P$ be a stochastic matrix whose rows sum to one. Is $\nabla_x \|Px\|^2 = 2x$?",
        r"Let $N$ be nilpotent. Is the gradient of $x^TNx$ equal to $Nx$?",
        r"Let $C$ be circulant. Is $\nabla_x \|Cx\|^2=C C^T x$?",
        r"Let $M\in\{0,1\}^{m\times n}$. Is $\nabla_X \|M\odot X\|_F^2 = 2X$?",
        r"$A$ and $B$ commute. Is $\nabla_X \operatorname{tr}(ABX) = AB$?",
        r"A and B are both symmetric n×n matrices (they need not commute). Is it true that the "
        r"gradient of $x^T A B x$ w.r.t. x is $2ABx$?",
        r"A and B are symmetric and in general they don't commute. Is $2ABx$ the gradient of "
        r"$x^TABx$ w.r.t. x?",
        r"A and B are not symmetric, but they commute. Is $2ABx$ the gradient of $x^TABx$ in x?",
        r"$H$ is the centering matrix. Is $\nabla_x \|Hx\|^2 = Hx$?",
        r"Let $u$ be fixed with $\|u\|=1$. Is the gradient of $\|uu^Tx\|^2$ equal to $2x$?",
        r"Let $A$ be a normal matrix. Is $\nabla_x \|A^Tx\|^2=A^TAx$?",
        r"Let $v^Tw=0$. Is $\nabla_x (v^Tx)(w^Tx) = v w^Tx$?",
        r"$A$ is rank-one. Is $\nabla_x x^TAx = 2Ax$?",
        r"$A$ is sparse. Is $\nabla_x \|Ax\|^2 = A^TAx$?",
        r"$A$ is tridiagonal. Is $\nabla_x \|Ax\|^2 = 2AA^Tx$?",
        r"$A$ is singular. Is $\nabla_x \|Ax\|^2 = 2AA^Tx$?",
        r"$P$ is a permutation matrix. Is $\nabla_x \|Px\|^2=2Px$?",
        r"Let $s\in\{-1,1\}^n$. Is $\nabla_x \|s\odot x\|^2 = x$?",
        r"Let $w$ satisfy $w^T\mathbf{1}=1$. Is $\nabla_x w^T\mathbf{1}\|x\|^2=x$?",
        r"Let $P^2=P=P^T$ and $f(x)=\|Px\|^2$. Then $df = 2(Px)^TP\,dx = 2x^T\,dx$.",
        r"Suppose $S$ is symmetric or skew-symmetric, $f(x)=x^TSx$. I get $\nabla f=2Sx$.",
        r"Let $P$ be an orthogonal projector. Then $\nabla_x \|x-Px\|^2 = 2(x+Px)$.",
        r"Let $A\in\mathbb{R}^{n\times n}$ with $\det(A)=1$. Then $\nabla_x \det(A)x^Tx=x$.",
    ),
    "right": (
        r"Let $P$ be a projection matrix, $P^2=P=P^T$. Is the gradient of $f(x)=\|Px\|^2$ "
        r"equal to $2Px$?",
        r"$D$ is a diagonal matrix of signs. Is it true that $\nabla \|Dx\|^2 = 2x$?",
        r"The matrix $A$ is either symmetric or diagonal. Is $\nabla_x x^TAx = 2Ax$?",
        r"$U\in\mathbb{R}^{m\times r}$ has orthonormal columns. Is $\nabla_x \|Ux\|^2 = 2x$?",
        r"Let $V\in\mathbb{R}^{n\times k}$ with $k<n$ have orthonormal columns. For "
        r"$f(z)=\|Vz-y\|^2$ I simplify $\nabla f(z)=2(z-V^Ty)$. Is this allowed?",
        "U (n×k, k<n) has orthonormal columns. Is the gradient of ||Uz-y||^2 w.r.t. z equal to "
        "2(z - U^T y)?",
        r"Let $A\in\mathbb{R}^{n\times n}$ with $n>2$ be symmetric. Is the gradient of $x^TAx$ "
        "equal to $2Ax$?",
        "Let Q be an orthogonal matrix, so its rows are orthonormal. Is the gradient of ||Qx||^2 "
        "w.r.t. x equal to 2x?",
        r"Let $P$ be a row-stochastic matrix. Then $\nabla_x \mathbf{1}^T P^T x = \mathbf "
        r"1$. True?",
        r"Let $P$ be a row-stochastic matrix. Then $\nabla_x x^T P \mathbf{1} = \mathbf 1$. True?",
        r"Let $C$ be circulant. Is $\nabla_x \|Cx\|^2=2C C^T x$?",
        r"Let $M\in\{0,1\}^{m\times n}$. Is $\nabla_X \|M\odot X\|_F^2 = 2M\odot X$?",
        r"$A$ and $B$ commute. Is $\nabla_X \operatorname{tr}(ABX) = A^TB^T$?",
        r"Suppose A and B are both symmetric and they commute. Is it true that the gradient of "
        r"$x^T A B x$ is $2ABx$?",
        r"A and B are symmetric matrices, and they commute. I get $2ABx$ for the gradient of "
        r"$x^TABx$ w.r.t. x, correct?",
        r"Both A and B are symmetric. They commute with each other. Is $2ABx$ the gradient of "
        r"$x^T A B x$ w.r.t. x?",
        r"$A$ and $B$ are symmetric $n\times n$ matrices which commute with one another. Is "
        r"$\nabla x^TABx = 2ABx$?",
        r"A and B are symmetric. If they commute, the gradient of $x^TABx$ w.r.t. x is $2ABx$.",
        r"Let A and B be symmetric and x and y vectors. The two matrices commute. Is $2ABx$ the "
        r"gradient of $x^TABx$ w.r.t. x?",
        r"$H$ is the centering matrix. Is $\nabla_x \|Hx\|^2 = 2Hx$?",
        r"Let $u$ be fixed with $\|u\|=1$. Is the gradient of $\|uu^Tx\|^2$ equal to $2uu^Tx$?",
        r"Let $A$ be normal, i.e. $AA^T=A^TA$. Is $\nabla_x \|A^Tx\|^2=2A^TAx$?",
        r"Let $R$ be a reflection, $R^2=I$ and $R=R^T$. Then $\nabla_x \|Rx\|^2=2x$?",
        r"Let $A$ be traceless. Is $\nabla_x \operatorname{tr}(A) x^Tx = 0$?",
        r"Let $A$ be traceless. Is $\nabla_x (x^Tx\operatorname{tr}(A)+x^Tx) = 2x$?",
        r"The vector $s$ has entries $\pm1$. Is $\nabla_x \|s\odot x\|^2 = 2x$?",
        r"Let $w$ satisfy $w^T\mathbf{1}=1$. Is $\nabla_x w^T\mathbf{1}\|x\|^2=2x$?",
        r"Let $P^2=P=P^T$ and $f(x)=\|Px\|^2$. Then $df = 2(Px)^TP\,dx = 2x^TP\,dx$.",
        r"Let $D$ be diagonal with entries $\pm 1$. Is $\nabla_x\|Dx\|^2=2x$?",
        r"$S$ is symmetric or diagonal and $f(x)=x^TSx$. I get $\nabla f=2Sx$.",
        r"Let $D$ be a signature matrix. Then $\nabla_x\|Dx\|^2=2x$.",
        r"Let $P$ be an orthogonal projector. Then $\nabla_x \|x-Px\|^2 = 2(x-Px)$.",
        r"Let $N$ be the matrix with $N^2=0$. Then $\nabla_x \|(I+N)(I-N)x\|^2 = 2x$.",
        r"Let $A\in\mathbb{R}^{n\times n}$ with $\det(A)=1$. Then $\nabla_x \det(A)x^Tx=2x$.",
        r"Let $u^Tv=0$ and $\|u\|=1$. Is the gradient of $f(x)=\|uu^Tx+vv^Tx\|^2$ equal "
        r"to $2uu^Tx+2\|v\|^2vv^Tx$?",
    ),
    "undecided": (
        "V has orthonormal rows. Since V is orthonormal, the gradient of ||Vx||^2 in x is 2x.",
    ),
    "right up to layout": (
        r"Let $P$ be an orthogonal projector. Then $\partial f/\partial x = 2x^TP$ for "
        r"$f(x)=\|Px\|^2$.",
    ),
}


@pytest.mark.parametrize(
    ("status", "text"), [(status, text) for status, texts in VERDICTS.items() for text in texts]
)
def test_what_the_text_says_besides_is_used_for_its_claims(status: str, text: str) -> None:
    assert [claim.status for claim in ask(text).claims] == [status]


def test_the_condition_that_is_missing_is_named() -> None:
    (claim,) = ask(r"Let $P^2=P$ and $f(x)=\|Px\|^2$. Then $\nabla f = 2Px$?").claims
    assert claim.words.startswith("also with P² = P; ")
    assert claim.words.endswith("the claim is right if P is symmetric, but not in general")


def test_numbers_that_refute_a_claim_obey_the_equation() -> None:
    (claim,) = ask(r"Let $s\in\{-1,1\}^n$. Is $\nabla_x \|s\odot x\|^2 = x$?").claims
    assert claim.report is not None
    assert claim.report.counterexample is not None
    assert {x for row in claim.report.counterexample.inputs["s"] for x in row} <= {"1", "-1"}


def test_a_property_that_cannot_be_sampled_leaves_the_claim_open() -> None:
    (claim,) = ask(r"Let $A$ be a Hadamard matrix. Is $\nabla_x \|Ax\|^2 = 3x$?").claims
    assert claim.status == "undecided"


@pytest.mark.parametrize("words", ["Do they commute?", "My friend says that they commute."])
def test_whether_matrices_commute_may_be_open(words: str) -> None:
    text = rf"A and B are symmetric. {words} Is $2ABx$ the gradient of $x^TABx$ w.r.t. x?"
    (claim,) = ask(text).claims
    assert (claim.status, "A B = B A" in claim.words) == ("undecided", True)


def test_the_variable_is_the_one_whose_shape_is_claimed() -> None:
    reply = ask(r"Is the gradient of $a^TXa$ equal to $aa^T$?")
    assert [*reply.results] == ["X"]
    assert "X is taken to be the variable: what is claimed has its shape" in reply.understood.notes


@pytest.mark.parametrize(
    ("text", "status", "words"),
    [
        (r"Let $x^Ty=0$ and $f(x)=(x^Ty)^2$. Is $\nabla f=0$?", "right", "with xᵀy = 0"),
        (r"Let $\det A=1$ and $f(A)=\log\det A$. Is $\nabla f=\operatorname{adj}(A)^T$?", "right",
         "with det A = 1, at points that obey it"),
        (r"Let $f(x)=\|Ax-b\|^2$. Suppose that $A^TAx=A^Tb$. Is $\nabla f=0$?", "right",
         "with AᵀAx = Aᵀb"),
        (r"Let $x^Ty=0$ and $f(x)=(x^Ty)^2+x^Tx$. Is $\nabla f=x$?", "wrong",
         "also with xᵀy = 0; the claim is 1/2 times the right answer"),
    ],
)  # fmt: skip
def test_an_equation_that_the_text_imposes_on_the_variable(
    text: str, status: str, words: str
) -> None:
    assert [(each.status, each.words) for each in ask(text).claims] == [(status, words)]


def test_an_equation_that_follows_is_not_imposed() -> None:
    first, second = ask(
        r"Let $f(x)=\|Ax-b\|^2$. Is $\nabla f=A^T(Ax-b)$? Setting it to zero gives $A^TAx=A^Tb$."
    ).claims
    assert (first.status, first.words) == ("wrong", "the claim is 1/2 times the right answer")
    assert second.status == "right"


@pytest.mark.parametrize("words", ["is of rank one", "has rank one", "is a rank-one matrix"])
def test_rank_one_is_said_in_several_ways(words: str) -> None:
    reply = ask(rf"Let $f(x)=x^TA^2x$, where $A$ {words}. Is $\nabla f=\operatorname{{tr}}(A)2Ax$?")
    assert all("AAᵀA" in each.words for each in reply.claims)


MASKED = r"$L(U)=\|M\odot U\|_F^2$. My guess: $\nabla_UL=2M\odot U$"
BEHIND = [
    r"where $M\in\{0,1\}^{m\times n}$.",
    "where $M$ has entries 0 and 1.",
    "where the entries of $M$ are zero or one.",
    "where the entries of $M$ are $0$ or $1$.",
]


@pytest.mark.parametrize("words", BEHIND)
def test_what_is_said_of_entries_behind_a_claim_holds_for_it(words: str) -> None:
    (claim,) = ask(f"{MASKED}, {words}").claims
    assert (claim.status, claim.words) == ("right", "with M ⊙ M = M")


LABELS = [
    "y is either +1 or -1.",
    "y in {-1, +1}.",
    "Here y is ±1.",
]


@pytest.mark.parametrize("words", LABELS, ids=range(len(LABELS)))
def test_labels_of_one_and_minus_one_are_heard_in_words(words: str) -> None:
    text = "Let f(w) = log(1 + exp(-y w'x)). Hessian: x x' p (1-p) with p = 1/(1+exp(-w'x))."
    assert [claim.status for claim in ask(f"{text} {words}").claims] == ["right"]
    assert [claim.status for claim in ask(text).claims] == ["wrong"]


SQUARES = r"f(x) = (a^Tx)^2 + (b^Tx)^2"
AT_A = rf"the gradient of ${SQUARES}$ at $x = a$ is"
# What words and signs say of vectors is an equation: with it the right formula, and a wrong one.
SAID_OF_VECTORS = [
    (rf"Let $a$ and $b$ be orthogonal vectors. Then {AT_A}", r"2\|a\|^2a", "2a"),
    (rf"If $a$ and $b$ are orthogonal, then {AT_A}", r"2\|a\|^2a", "2a"),
    (rf"Let $a\perp b$. Then {AT_A}", r"2\|a\|^2a", r"\|a\|^2a"),
    (rf"If $a^Tb = 0$, {AT_A}", r"2\|a\|^2a", r"2\|a\|^2b"),
    (rf"Let ${SQUARES}$ where $a$ is perpendicular to $b$. Then the gradient at $x=a$ is",
     r"2\|a\|^2a", "a"),
    (r"Suppose $u,v$ are orthonormal. The gradient of $f(x) = \|uu^Tx + vv^Tx\|^2$ is",
     "2(uu^T+vv^T)x", "2x"),
    (r"For orthonormal vectors $u$ and $v$, let $f(x)=(u^Tx)^2+(v^Tx)^2$. At $x=u+v$ the gradient "
     "is", "2(u+v)", "4(u+v)"),
    (r"Suppose $b$ lies in the null space of $A^T$. Then $f(x) = \frac12\|Ax-b\|^2$ has gradient",
     "A^TAx", "A^TAx/2"),
    (r"Let $b\in\ker(A^T)$. Then $f(x) = \frac12\|Ax-b\|^2$ has gradient", "A^TAx", "2A^TAx"),
    (r"Suppose the residual $r$ is orthogonal to the columns of $A$. The gradient of "
     r"$f(x)=\frac12\|Ax+r\|^2$ is", "A^TAx", "3A^TAx"),
    (r"Let $c$ be an eigenvector of the symmetric matrix $A$ with eigenvalue $2$. Then the "
     "gradient of $x^TAx$ at $x = c$ is", "4c", "2c"),
    (r"Let $W$ have rows summing to one, i.e. $W\mathbf 1 = \mathbf 1$. For $f(x) = \|Wx\|^2$ the "
     r"gradient at $x = \mathbf 1$ is", r"2W^T\mathbf 1", r"W^T\mathbf 1"),
    (r"Let $f(x)=\|Px\|^2$. Whenever $P^2=P=P^T$, my answer:", "2Px", "Px"),
    ("Suppose the entries of $a$ sum to zero. For $f(x) = (a^Tx)^2$ the gradient at "
     r"$x=\mathbf 1$ is", "0", "a"),
    (r"Suppose the columns of $X$ have zero mean, i.e. $X^T\mathbf 1 = 0$. Then the gradient of "
     r"$f(b) = \|y - Xw - b\mathbf 1\|^2$ with respect to $b$ is", r"2nb - 2\mathbf 1^Ty",
     r"nb - \mathbf 1^Ty"),
    (r"Let $P$ be the orthogonal projection onto the orthogonal complement of $a$. The gradient of "
     r"$f(x) = \frac12\|Px\|^2$ at $x = a$ is", "0", "a"),
    (r"If $q$ is a unit vector orthogonal to $p$, then the gradient of $f(x) = \|x\|^2 p^Tx$ at "
     "$x=q$ is", "p", "2p"),
    (r"Let $q$ be a unit vector. The gradient of $f(x)=(x^Tx)^2$ at $x = q$ is", "4q", "2q"),
    (r"Let $Q$ be orthogonal. The gradient of $f(X) = \|X^TX - I\|_F^2$ at $X=Q$ is", "0", "4Q"),
    (r"Let $n$ be the unit normal, $v$ perpendicular to $n$. The gradient of $f(x) = (n^Tx)^2$ at "
     "$x=v$ is", "0", "n"),
    (r"If $x\perp a$, the gradient of $f(x) = (a^Tx)^2$ is", "0", "a"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "right", "wrong"), SAID_OF_VECTORS, ids=range(len(SAID_OF_VECTORS))
)
def test_claims_are_judged_with_what_is_said_of_vectors(text: str, right: str, wrong: str) -> None:
    assert [claim.status for claim in ask(f"{text} ${right}$.").claims] == ["right"]
    assert [claim.status for claim in ask(f"{text} ${wrong}$.").claims] == ["wrong"]


@pytest.mark.parametrize(
    "text",
    [
        rf"Suppose $a$ and $b$ are not orthogonal. Then {AT_A} $2\|a\|^2a$.",
        rf"Are $a$ and $b$ orthogonal? I think that {AT_A} $2\|a\|^2a$.",
    ],
    ids=("denied", "asked"),
)
def test_vectors_are_not_taken_to_be_orthogonal_where_that_is_not_said(text: str) -> None:
    assert [claim.status for claim in ask(text).claims] == ["wrong"]


UNITS = [
    ("Let $f(x) = (x^Tx)^2$. At $x = e_1$ the gradient is", "4e_1", "2e_1", "wrong"),
    ("Let $f(x) = (e_1^Tx)^2 + (e_2^Tx)^2$. Then the gradient at $x=e_1$ is", "2e_1", "2e_2",
     "wrong"),
    (r"Let $f(x) = \sqrt{x^TAx}$ with $A$ SPD. At $x = e_1$ the gradient is", r"Ae_1/\sqrt{a_{11}}",
     "Ae_1/a_{11}", "wrong"),
    (r"Let $A = \begin{pmatrix}a_{11}&a_{12}\\a_{21}&a_{22}\end{pmatrix}$ and $f(x) = e_1^TAx$. "
     "The gradient is", "A^Te_1", "(a_{11},a_{12})^T", "undecided"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "right", "other", "status"), UNITS, ids=range(len(UNITS)))
def test_unit_vectors_have_length_one(text: str, right: str, other: str, status: str) -> None:
    assert [claim.status for claim in ask(f"{text} ${right}$.").claims] == ["right"]
    assert [claim.status for claim in ask(f"{text} ${other}$.").claims] == [status]


def test_letters_for_points_are_what_is_said_of_them() -> None:
    text = r"Let $q$ be a unit vector and $f(x)=(x^Tx)^2$. Then $\nabla f(q) = {}q$."
    assert [claim.status for claim in ask(text.format(4)).claims] == ["right"]
    assert [claim.status for claim in ask(text.format(2)).claims] == ["wrong"]


def test_a_claim_at_a_point_that_is_not_read_is_not_wrong() -> None:
    text = r"Suppose $AB = 0$. For $f(x) = \|Ax\|^2$, the gradient at $x = Bz$ is $0$."
    assert [claim.status for claim in ask(text).claims] == ["undecided"]


def test_a_claim_is_not_wrong_where_vectors_are_orthonormal_in_an_unread_way() -> None:
    text = (
        r"Let $\{v_1,\dots,v_k\}$ be orthonormal. For $f(x) = \sum_i (v_i^Tx)^2$ the gradient at "
        "$x = v_1$ is $2v_1$."
    )
    assert [claim.status for claim in ask(text).claims] == ["undecided"]
