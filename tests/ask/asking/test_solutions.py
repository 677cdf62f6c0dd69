"""Formulas that follow from a gradient are claims about where it vanishes."""

import pytest

from matgrad.app.ask import ask

RIDGE = (
    r"$L(\alpha)=\|y-K\alpha\|^2+\lambda\alpha^TK\alpha$. $K$ symmetric. "
    r"I get $\nabla L = -2K(y-K\alpha)+2\lambda K\alpha$"
)
SQUARES = r"Let $f(x)=\|Ax-b\|^2$. The gradient is $2A^T(Ax-b)$"


@pytest.mark.parametrize(
    ("text", "statuses"),
    [
        (rf"{RIDGE}, so $\alpha=(K+\lambda I)^{{-1}}y$. OK?", ["right", "right"]),
        (rf"{RIDGE}, hence $\alpha=(K-\lambda I)^{{-1}}y$. OK?", ["right", "undecided"]),
        (rf"{SQUARES} and therefore $x=(A^TA)^{{-1}}A^Tb$. Right?", ["right", "right"]),
        (rf"{SQUARES}, and so $x=2(A^TA)^{{-1}}A^Tb$. Right?", ["right", "undecided"]),
    ],
)
def test_what_follows_from_a_gradient_is_judged(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses


@pytest.mark.parametrize(
    ("point", "status"),
    [("YX^T(XX^T)^{-1}", "right"), ("X^TY(XX^T)^{-1}", "wrong")],
)
def test_a_question_for_the_solution_defines_nothing(point: str, status: str) -> None:
    text = r"I want to optimise $\|Y - DX\|_F^2$ with respect to the dictionary $D$."
    reply = ask(f"{text} Is $D = {point}$ the solution?")
    assert [*reply.results] == ["D"]
    assert [claim.status for claim in reply.claims] == [status]


RIGHT, WRONG = "right", "wrong"
LEAST = r"Let $f(w) = \|Xw-y\|^2$. "
POINT = "w = (X^TX)^{-1}X^Ty"
CHAINS = [
    (rf"{LEAST}$\nabla f = 2X^T(Xw-y) = 0$ gives ${POINT}$. Correct?", [RIGHT, RIGHT]),
    (rf"{LEAST}$\nabla f = 2X^T(Xw-y) = 0$ gives $w = (XX^T)^{{-1}}X^Ty$.", [RIGHT, WRONG]),
    (rf"{LEAST}$\nabla f = 2X^T(Xw-y) = 0$, so $X^TXw = X^Ty$, so ${POINT}$.", [RIGHT] * 3),
    (rf"{LEAST}$$\nabla f = 2X^T(Xw-y) = 0 \implies {POINT}$$ Right?", [RIGHT, RIGHT]),
    (rf"{LEAST}$\nabla f = 2X^T(Xw-y) = 0 \Rightarrow w = (X^TX + I)^{{-1}}X^Ty$", [RIGHT, WRONG]),
    (rf"{LEAST}My solution: \begin{{align}}\nabla f(w) &= 2X^T(Xw-y) = 0 \\ X^TXw &= X^Ty \\"
     rf"{POINT}\end{{align}}", [RIGHT] * 3),
    ("f(w) = ||Xw-y||^2\ngrad f = 2X'(Xw-y) = 0\n=> X'Xw = X'y\n=> w = (X'X)^-1 X'y\nok?",
     [RIGHT] * 3),
    ("We minimise f(x) = ||x - a||^2 + ||x - b||^2. df/dx = 2(x-a) + 2(x-b) = 0 => x = a + b.",
     [RIGHT, WRONG]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), CHAINS, ids=range(len(CHAINS)))
def test_what_stands_behind_a_gradient_that_is_zero_is_judged(
    text: str, statuses: list[str]
) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses


def test_a_definition_behind_a_gradient_that_is_zero_is_none() -> None:
    reply = ask(rf"{LEAST}$\nabla f = 2X^Tr = 0, \quad r = Xw-y$. Right?")
    assert [claim.status for claim in reply.claims] == [RIGHT]


def test_points_are_judged_behind_an_equation_with_zero_in_one_formula() -> None:
    text = r"Let $f(x) = \frac12x^TAx + b^Tx$ with $A=A^T$. $\nabla f(x) = 0 \iff x = {}A^{{-1}}b$."
    assert [claim.status for claim in ask(text.format("")).claims] == [WRONG]
    assert [claim.status for claim in ask(text.format("-")).claims] == [RIGHT]


def test_a_mean_tells_how_many_terms_the_sums_of_the_text_have() -> None:
    text = (
        r"Let $\ell(\mu,\sigma) = -n\log\sigma - \frac{1}{2\sigma^2}\sum_i (x_i-\mu)^2$. Then "
        r"$\partial\ell/\partial\mu = \frac{1}{\sigma^2}\sum_i(x_i-\mu) = 0$, hence "
        r"$\hat\mu = \frac1n\sum_i x_i$."
    )
    assert [claim.status for claim in ask(text).claims] == [RIGHT, RIGHT]
    other = ask(text.replace(r"\frac1n", r"\frac2n")).claims
    assert [claim.status for claim in other] == [RIGHT, WRONG]


MEANS = (
    r"Given $\ell(\lambda) = n\log\lambda - \lambda\sum_i x_i$, the score is "
    r"$n/\lambda - \sum_i x_i$, the MLE is $\hat\lambda = n/\sum_i x_i = 1/\bar x$."
)
PCA = (
    r"PCA: maximise $u^TSu$ subject to $u^Tu=1$. Lagrangian $L = u^TSu + \lambda(1-u^Tu)$. "
    r"Setting the derivative wrt $u$ to zero: "
)


def test_a_chain_gives_an_estimate_in_two_ways_and_a_mean_is_not_the_function() -> None:
    reply = ask(MEANS)
    assert [*reply.results] == ["lambda"]
    assert [claim.status for claim in reply.claims] == ["right", "undecided", "undecided"]
    assert all("the gradient is zero there" in claim.words for claim in reply.claims[1:])


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (PCA + r"$Su = \lambda u$.", "right"),
        (PCA + r"$Su = 2\lambda u$.", "wrong"),
        (PCA.removeprefix("PCA: ") + r"$Su = \lambda u$.", "wrong"),
    ],
)
def test_conditions_of_a_lagrangian_that_is_written_out(text: str, status: str) -> None:
    (claim,) = ask(text).claims
    assert claim.status == status
    is_general = not text.startswith("PCA")
    assert ("right if S is symmetric, but not in general" in claim.words) == is_general


SOUGHT = [
    ("Let $f(x)=(x-3)^2$. At which point is the derivative zero? I get $3$.", ["right"]),
    ("Minimise $f(x)=(x-3)^2$. I get $3$.", ["right"]),
    ("Minimise $f(x)=x^2$. For the second derivative I get $2$.", ["right"]),
    ("Let $f(x)=x^Tx$. For which $x$ does the gradient vanish? Since the gradient is $2x$, I"
     " get $0$.",
     ["right", "right"]),
    (r"Let $p(x)=ax^2+bx+c$. At its vertex the derivative vanishes. I get $-\frac{b}{2a}$.",
     ["right"]),
    ("Let $f(x)=x^4-2x^2$. What are the stationary points? I get $0$, $1$ and $-1$.",
     ["right", "right", "right"]),
    ("Let $f(x)=(x-3)^2$. Setting the derivative to zero I get $3$. Right?", ["right"]),
    ("Let $f(x)=(x-c)^2$. What is the minimiser? I get $c$.", ["right"]),
    (r"Let $f(x)=\|Ax-b\|^2$. What is the minimiser? I get $(A^TA)^{-1}A^Tb$.", ["right"]),
    ("Let $f(x)=(x-3)^2$. What is the minimiser? I get $4$.", ["wrong"]),
    ("Let $f(x)=x^2+1$. The minimum: I found $1$.", ["undecided"]),  # which is its value
    (r"Let $f(x)=\|Ax-b\|^2$. What is the gradient, and where is it zero? I get $2A^T(Ax-b)$.",
     ["right"]),
    ("Let $f(x)=(x-3)^2$. What is its derivative and where does it vanish? I get $2(x-3)$ and $3$.",
     ["right", "right"]),
    (r"Let $f(x)=\|Ax-b\|^2$. I want to minimise $f$ by gradient descent. I get $2A^Tb$ for the"
     " gradient.", ["wrong"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), SOUGHT, ids=range(len(SOUGHT)))
def test_an_answer_to_where_it_vanishes_is_no_gradient(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses


@pytest.mark.parametrize(
    ("sign", "statuses"), [("-", ["right", "right"]), ("+", ["right", "wrong"])]
)
def test_a_second_argument_is_solved_for_in_the_same_way(sign: str, statuses: list[str]) -> None:
    reply = ask(
        r"Let $f(x,y) = \|Ax + By - c\|^2$. Setting the gradient with respect to $x$ to zero gives "
        r"$x = (A^TA)^{-1}A^T(c - By)$. In the same way, "
        rf"$y = (B^TB)^{{-1}}B^T(c {sign} Ax)$."
    )
    assert [claim.status for claim in reply.claims] == statuses


PENALTY = r"$E(x) = \|x - y\|^2 + \lambda\|x\|^2$"


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (rf"Minimise {PENALTY} with $\lambda>0$. Is $x^* = y/(1+\lambda)$ right?", "right"),
        (rf"Minimise {PENALTY} with $\lambda>0$. Is $x = y/(1+\lambda)$ correct?", "right"),
        (rf"Minimise {PENALTY} with $\lambda>0$. Is $x^* = y/\lambda$ right?", "wrong"),
        (rf"I minimise {PENALTY} with $\lambda>0$ and get $x^* = y/(1+\lambda)$.", "right"),
        (rf"I minimised {PENALTY} and found $x = \frac{{2}}{{1+\lambda}}y$. Right?", "wrong"),
        (r"We want to minimise $f(x) = \frac12x^TAx - b^Tx$ with $A$ symmetric positive definite. "
         r"Is $x^* = A^{-1}b$ right?", "right"),
    ],
)  # fmt: skip
def test_the_answer_to_what_is_minimised_is_a_point(text: str, status: str) -> None:
    reply = ask(text)
    assert [claim.status for claim in reply.claims] == [status]
    assert not reply.unused


def test_a_function_that_is_asked_about_is_no_point() -> None:
    (claim,) = ask(r"Let $E(x) = \|x - y\|^2$. Is $E(x) = x^Tx - 2x^Ty + y^Ty$ right?").claims
    assert (claim.status, claim.words) == ("right", "the same function")


WELL = r"Let $V(r) = \frac{a}{r^2} - \frac{b}{r}$. "
POINTS = [
    (WELL + "Show that the equilibrium distance is $r_0 = 2a/b$.", ["right"]),
    (WELL + "Show that the equilibrium distance is $r_0 = a/b$.", ["wrong"]),
    (WELL + r"The equilibrium position is $r_{eq} = 2a/b$.", ["right"]),
    ("V(r) = a/r^2 - b/r. Then the minimum is r_0 = a/b.", ["wrong"]),
    (WELL + "Show that the equilibrium distance is $r_0 = 2a/b$ and that the stiffness at "
     "equilibrium is $V''(r_0) = b^4/(8a^3)$.", ["right", "right"]),
    (r"Let $D(p) = a - bp$. The equilibrium price is $p_0 = a/b$.", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), POINTS, ids=range(len(POINTS)))
def test_forces_vanish_at_an_equilibrium(text: str, statuses: list[str]) -> None:
    reply = ask(text)
    assert [claim.status for claim in reply.claims] == statuses
    assert reply.problem is not None
    assert reply.problem.name in "VD"


@pytest.mark.parametrize("point", ["r_0", r"r_{eq}", r"\hat r"])
def test_a_point_is_not_the_function(point: str) -> None:
    reply = ask(WELL + rf"Show that the turning point is ${point} = 2a/b$.")
    assert reply.problem is not None
    assert reply.problem.name == "V"


@pytest.mark.parametrize(
    ("factor", "status"), [("", "right"), ("2", "wrong"), ("-", "wrong")], ids=str
)
def test_what_a_definition_brings_in_makes_it_no_point(factor: str, status: str) -> None:
    (claim,) = ask(
        r"Let $f(x) = \|Ax-b\|^2 + \lambda\|x\|^2$ with $\lambda > 0$ and $r = b - Ax$. Setting "
        rf"the gradient to zero gives $x = {factor}A^Tr/\lambda$."
    ).claims
    assert claim.status == status


@pytest.mark.parametrize(("value", "status"), [("X'Wy", "right"), ("X'y", "wrong")])
def test_a_sentence_that_begins_with_then_tells_what_follows(value: str, status: str) -> None:
    claims = ask(
        r"Let $Q(\beta) = (y-X\beta)'W(y-X\beta)$ with $W$ symmetric. We get $\frac{\partial Q}"
        r"{\partial\beta} = -2X'Wy + 2X'WX\beta$. Then $\hat\beta = (X'WX)^{-1}" + value + "$."
    ).claims
    assert [claim.status for claim in claims] == ["right", status]


def test_a_point_that_is_looked_for_and_told_later_is_not_unused() -> None:
    reply = ask(
        "Let $J(u) = u^TRu + x^TBu$, $R$ symmetric. Find $u^*$. We have $\\nabla J = 2Ru + B^Tx$ "
        r"and hence $u^* = -\frac12R^{-1}B^Tx$."
    )
    assert [claim.status for claim in reply.claims] == ["right", "right"]
    assert "Not used" not in reply.text()


@pytest.mark.parametrize(("factor", "status"), [("T", "right"), ("", "wrong")])
def test_what_stationary_points_fulfil_is_judged(factor: str, status: str) -> None:
    (claim,) = ask(
        r"Let $f(m) = -\frac12 m^TJm - h^Tm + T\sum_i \log\cosh(m_i)$ with $J$ symmetric. Show "
        rf"that the stationary points fulfil $Jm + h = {factor}\tanh(m)$."
    ).claims
    assert claim.status == status
