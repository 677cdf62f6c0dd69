"""Sizes that words give to all matrices, and what they call a number."""

import pytest

from matgrad.app.ask import ask

F = r"Let $f=\operatorname{tr}(AX^{-1}B)$."


@pytest.mark.parametrize(
    "words",
    [
        r"Everything is $n\times n$.",
        r"Dimensions are all $n\times n$.",
        "All are n by n.",
        "All matrices below are square of size n.",
        "All matrices are square of size $n$.",
        "(all matrices square)",
    ],
)
def test_one_size_may_be_that_of_all(words: str) -> None:
    problem = ask(f"{F} What is the gradient by $X$? {words}").problem
    assert problem is not None
    assert {str(problem.symbols[name].shape) for name in "ABX"} == {"n×n"}


@pytest.mark.parametrize(
    "words", ["If all matrices are square, it is easy.", "Not all are square."]
)
def test_a_size_that_is_not_stated_is_none(words: str) -> None:
    problem = ask(f"{F} What is the gradient by $X$? {words}").problem
    assert problem is not None
    assert str(problem.symbols["A"].shape) != "n×n"


def test_a_number_that_is_transposed_is_named() -> None:
    understood = ask("Let $x$ be a scalar, $f(x)=x^TAx$. The gradient?").to_json()["understood"]
    assert "x is a number, as the text says, though it writes xᵀ" in understood


DENSITY = r"$p(x) = |S|^{-1/2}\exp(-\frac12(x-m)^TS^{-1}(x-m))$"


def test_the_covariance_of_a_gaussian_density_is_symmetric() -> None:
    text = rf"For the Gaussian density {DENSITY}, show that $\nabla p(x) = -p(x)S^{{-1}}(x-m)$."
    reply = ask(text)
    assert reply.claims[0].is_right
    assert any("covariance" in line for line in reply.to_json()["understood"])


@pytest.mark.parametrize(
    "text",
    [
        rf"Let {DENSITY}. Then $\nabla p(x) = -p(x)S^{{-1}}(x-m)$.",
        rf"The normal density is a special case of {DENSITY}. $\nabla p(x) = -p(x)S^{{-1}}(x-m)$.",
    ],
)
def test_another_matrix_is_not(text: str) -> None:
    assert not any(each.is_right for each in ask(text).claims)


@pytest.mark.parametrize(
    "sizes", ["$X$: N×D, $W$: D×K", r"where $X$: $N\times D$ and $W$: $D\times K$"]
)
def test_sizes_may_stand_behind_colons(sizes: str) -> None:
    reply = ask(rf"Let $L=\|XW-Y\|_F^2$, {sizes}. Gradient with respect to $W$?")
    assert "X: N×D, W: D×K" in reply.text("short")


CROSS = (
    r"$P=\mathrm{softmax}(XW)$ row-wise, $L=-\frac1N\sum_{n,k}Y_{nk}\log P_{nk}$. Prove "
    r"$\nabla_WL=\frac1NX^T(P-Y)$."
)


@pytest.mark.parametrize(
    "sizes",
    [
        "$X$: N×D, $W$: D×K, one-hot labels $Y$: N×K.",
        r"Let $X\in\mathbb{R}^{N\times D}$ and one-hot labels $Y\in\mathbb{R}^{N\times K}$.",
    ],
)
def test_of_a_one_hot_matrix_each_row_is_one_hot(sizes: str) -> None:
    reply = ask(f"{sizes} {CROSS}")
    assert [claim.status for claim in reply.claims] == ["right"]
    assert "each row of Y is one-hot" in reply.text("short")


def test_no_case_takes_a_matrix_for_a_one_hot_vector() -> None:
    reply = ask(
        r"Let $Y\in\mathbb{R}^{K\times N}$ hold one-hot labels in its columns, $Y$ is one-hot. "
        r"$L=-\sum_{k,n}Y_{kn}\log P_{kn}$. Gradient with respect to $P$?"
    )
    assert str(reply.results["P"]) == "-(Y ./ P)"


def test_numbers_may_be_called_so_in_brackets() -> None:
    reply = ask(r"Find the derivatives of $L(a,b)=\|y-a\mathbf 1-bx\|^2$ ($a,b$ scalars).")
    assert [*reply.results] == ["a", "b"]


def test_a_size_in_numbers_may_follow_a_name() -> None:
    reply = ask("Let f(A) = ||Ax-b||^2, A 3x4. What is the gradient with respect to A?")
    assert "A: 3×4, x: 4, b: 3" in reply.text("short")


@pytest.mark.parametrize(
    "text",
    [
        "Let x: R^n and A: n x n symmetric matrix. d/dx of x^T A x",
        "A: n x n symmetric, x: n-vector. Find the gradient of x'Ax wrt x.",
        "Let A be a symmetric (n x n) matrix; grad of x^T A x wrt x",
        "- A: n x n symmetric matrix\n- x: n x 1 vector\n\nf(x) = x^T A x. What is the gradient?",
        "Let x in R^n and A be an n x n symmetric matrix. What is d/dx of x^T A x?",
        r"$A: n\times n$ symmetric, $x: n\times 1$. What is $\nabla_x x^TAx$?",
        r"Let $x: \mathbb{R}^n$, and $A: \mathbb{R}^{n\times n}$ symmetric. $\nabla_x x^TAx$?",
        "x is n x 1, A is n x n and symmetric. d/dx x'Ax?",
        "A (n x n) is symmetric. Gradient of x'Ax wrt x?",
        "Gradient of x'Ax wrt x, where A is a scale matrix, symmetric positive definite.",
    ],
)
def test_typed_sizes_are_no_products(text: str) -> None:
    assert str(ask(text).results["x"]) == "2*A*x"


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("Find the gradient of n x m wrt x", "m*n"),
        ("f(x) = k x n. What is df/dx?", "k*n"),
        ("Let f = m x d. What is the derivative of f wrt x?", "d*m"),
    ],
)
def test_what_is_differentiated_is_no_size(text: str, result: str) -> None:
    assert str(ask(text).results["x"]) == result


def test_a_size_behind_be_is_that_of_the_last_name() -> None:
    text = (
        r"Let $B\in\mathbb{R}^{n\times n}$ and $A$ be a symmetric $n\times n$ matrix. "
        r"What is the gradient of $x^T(A+B)x$ wrt $x$?"
    )
    assert str(ask(text).results["x"]) == "(2*A + B + B')*x"


@pytest.mark.parametrize(
    ("text", "variable", "answer"),
    [
        (
            r"A pendulum of mass $m$ and length $\ell$ has the potential energy "
            r"$V=-mg\ell\cos\theta$. Find $\partial V/\partial\theta$.",
            "theta",
            "g*l*m*sin(theta)",
        ),
        ("a spring of stiffness k and length l: E = k*(x-l)^2/2. dE/dx?", "x", "k*(x - l)"),
        (
            r"With gain $c$ and arm length $a$ let $E(x)=\frac c2(\|x\|-a)^2$. The gradient?",
            "x",
            "c*(norm2(x) - a)*x/norm2(x)",
        ),
        (
            "A cylinder of radius r and length L has volume V = pi*r^2*L. dV/dr?",
            "r",
            "2*pi*L*r",
        ),
    ],
)
def test_a_length_beside_a_mass_is_a_number(text: str, variable: str, answer: str) -> None:
    assert str(ask(text).results[variable]) == answer


@pytest.mark.parametrize(
    "text",
    [
        "x is 1 x n. f(x) = b x^T, b also 1 x n. Gradient wrt x?",
        "x is 1 x n, b too. Gradient of b x^T wrt x?",
        r"Let $x$ be $1\times n$ and $b$ also $1\times n$. Gradient of $bx^T$ with respect to $x$?",
    ],
)
def test_what_also_has_a_size_has_it(text: str) -> None:
    assert str(ask(text).results["x"]) == "b"


CONSTANTS = [
    (r"$P(t) = \frac{K}{1+Ce^{-rt}}$ with positive constants $K, C, r$. "
     r"Is $P'(t) = rP(t)\left(1-\frac{P(t)}{K}\right)$?", "right"),
    ("$N(t)=Me^{-kt}$, with constants $M, k>0$. Is $N' = -kN$?", "right"),
    ("$N(t)=Me^{-kt}$, where $M$ and $k$ are constants. Is $N' = -Mk$?", "wrong"),
    ("Let $A$ be a constant matrix and $f(x) = x^TAx$. Is $\\nabla f = (A+A^T)x$?", "right"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "status"), CONSTANTS, ids=range(len(CONSTANTS)))
def test_constants_of_a_text_without_matrices_are_numbers(text: str, status: str) -> None:
    assert [claim.status for claim in ask(text).claims] == [status]
