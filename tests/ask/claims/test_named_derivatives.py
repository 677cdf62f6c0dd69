r"""Claims about derivatives that have a name, perhaps with a factor: E = -\nabla\phi."""

import pytest

import matgrad as mg

FIELD = r"Let $\phi(r) = \frac{kq}{\|r-a\|}$ with $r\in\mathbb{R}^3$ and $E = -\nabla\phi$. "
SPRING = r"Let $U = \frac k2(\|p-q\|-c)^2$ with $p,q\in\mathbb{R}^3$. "
FLOW = r"For $f(w)=\|Xw-y\|^2$ the gradient flow is $\dot w = -\nabla f(w)$. "
SCALED = r"Let $f(x)=x^Tx$. Then "


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (FIELD + r"I get $E = kq\frac{r-a}{\|r-a\|^3}$.", "right"),
        (FIELD + r"I get $E = -kq\frac{r-a}{\|r-a\|^3}$.", "wrong"),
        (
            SPRING + r"The force is $F_p=-\frac{\partial U}{\partial p}$. "
            r"I have $F_p = -k(\|p-q\|-c)\frac{p-q}{\|p-q\|}$.",
            "right",
        ),
        (r"$V=\frac k2(x-c)^2$; force $F=-\frac{dV}{dx}$? I get $F=k(x-c)$.", "wrong"),
        (FLOW + r"I get $\dot w = -2X^T(Xw-y)$.", "right"),
        (FLOW + r"I get $\dot w = 2X^T(Xw-y)$.", "wrong"),
        (r"Let $f(x)=\|x\|^4$. With $g = \frac12\nabla f(x)$ I get $g = 2\|x\|^2x$.", "right"),
    ],
)
def test_a_formula_for_a_named_derivative_is_judged(text: str, verdict: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == [verdict]


@pytest.mark.parametrize(
    ("claim", "right"),
    [
        (r"$\frac12\nabla f(x) = 2x$", "x"),
        (r"$-2\nabla f(x) = 4x$", "-4*x"),
        (r"$-\frac12\nabla^2 f(x) = I$", "-I(n)"),
    ],
)
def test_what_is_right_has_the_factor_of_the_claim(claim: str, right: str) -> None:
    (verdict,) = mg.ask(f"{SCALED}{claim}.").claims
    assert verdict.is_wrong
    assert str(verdict.true) == right


def test_a_name_for_a_derivative_is_not_the_function() -> None:
    reply = mg.ask(r"What is the force $F = -\nabla U$ of $U(x)=\frac{1}{\|x\|}$?")
    assert reply.derivations[0].trace.origin.problem.name == "U"


def test_what_a_gradient_flow_is_called_is_neither_a_claim_nor_unused() -> None:
    reply = mg.ask(FLOW + "What is the gradient?")
    assert not reply.claims
    assert "Not used" not in reply.text("short")


def test_a_function_of_a_named_derivative_is_not_derived_by_it() -> None:
    text = r"""Let $f(x)=\frac12x^TAx-b^Tx$, $A$ symmetric, and $r=-\nabla f(x)$.
    Then $r = b-Ax$. Find the gradient of $g(x) = r^Tr$."""
    assert "The derivative of g(x) is asked for as well" in mg.ask(text).text("short")


@pytest.mark.parametrize(
    "text",
    [
        r"The force is $F=-\nabla V$ with $V(x)=\frac12x^TKx$. Find the Jacobian of $F$.",
        r"Let $V(x)=\|x\|^4$ and $F=\nabla V(x)$. What is $\frac{\partial F}{\partial x}$?",
    ],
)
def test_the_derivative_of_a_derivative_is_asked_about(text: str) -> None:
    reply = mg.ask(text)
    assert not reply.results
    assert reply.questions == ["F is a derivative of V itself; ask for the Hessian of V."]


def test_words_may_say_what_a_named_derivative_equals() -> None:
    text = FIELD + r"The field $E = -\nabla\phi$ equals $kq\frac{r-a}{\|r-a\|^3}$. Right?"
    assert [claim.status for claim in mg.ask(text).claims] == ["right"]


def test_the_equations_of_motion_are_names_of_derivatives() -> None:
    text = r"""Let $H(q,p) = \frac12p^TM^{-1}p + \frac12q^TKq$ with $M$ and $K$ symmetric,
    $\dot q = \frac{\partial H}{\partial p}$ and $\dot p = -\frac{\partial H}{\partial q}$.
    I get $\dot q = M^{-1}p$, $\dot p = Kq$."""
    assert [claim.status for claim in mg.ask(text).claims] == ["right", "wrong"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The function is $f(x)=x^TAx$ and its gradient $g(x)=2Ax$. Checking it fails.", "wrong"),
        ("Let $f(x)=x^TAx$ with gradient $h(x) = (A+A^T)x$ and Hessian $H(x)=2A$.", "right wrong"),
        ("$f(x)=x^TAx$, whose gradient is given by $G(x)=(A+A^T)x$. What is the Hessian?", "right"),
    ],
)
def test_a_function_that_is_called_the_gradient_is_a_claim(text: str, wanted: str) -> None:
    reply = mg.ask(text)
    assert reply.problem is not None and reply.problem.name == "f"
    assert [claim.status for claim in reply.claims] == wanted.split()


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (r"What is the derivative of $e^{-\|x-a\|^2}$ by $x$? Is it $-2f(x)(x-a)$?", "right"),
        (r"What is the derivative of $e^{-\|x-a\|^2}$ by $x$? Is it $2f(x)(x-a)$?", "wrong"),
    ],
)
def test_a_function_without_a_name_may_be_called_f(text: str, status: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == [status]


UNNAMED = [
    (r"Trying to differentiate $\operatorname{tr}(A X^{-1})$ w.r.t. the square matrix $X$. I found "
     r"$\frac{\partial f}{\partial X} = -X^{-1}AX^{-1}$. Is that OK?", "wrong"),
    (r"What is the derivative of $\|Ax-b\|^2$ with respect to x? I have "
     r"$\frac{df}{dx}=2A^T(Ax-b)$.", "right"),
    (r"Differentiate $\operatorname{tr}(AX)$. I get $\frac{\partial f}{\partial X}=A^T$.", "right"),
    (r"What is the derivative of $\|Ax-b\|^2$ and of $x^TCx$ with respect to $x$? I have "
     r"$\frac{df}{dx}=2A^T(Ax-b)$.", "not checked"),
    (r"I want the gradient of $CE(y) = -\sum_i t_i \log p_i$ where $p=\mathrm{softmax}(\beta)$ and "
     r"$\beta = A^T \vec y$, w.r.t. $\vec y$. $t$ is one-hot. I get $\frac{dCE}{dy} = A(p - t)$.",
     "right"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "status"), UNNAMED, ids=range(len(UNNAMED)))
def test_the_only_function_may_have_a_name_in_claims_alone(text: str, status: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == [status]


CHAINED = [
    (r"The potential is $V(r) = 4\epsilon\left[(\sigma/r)^{12} - (\sigma/r)^6\right]$. Its force "
     r"is $F(r)=-\frac{dV}{dr}=\frac{24\epsilon}{r}\left[2(\sigma/r)^{12}-(\sigma/r)^6\right]$.",
     "right"),
    (r"Let $V(x) = \frac12 kx^2$. Then $F(x) = -\frac{dV}{dx} = -kx$. Right?", "right"),
    (r"Let $V(x) = \frac12 kx^2$. Then $F(x) = -\frac{dV}{dx} = -2kx$. Right?", "wrong"),
    (r"Let $V(x) = \frac12 kx^2$. Then $F = -V'(x) = -kx$. Right?", "right"),
    (r"Let $V(x) = \frac12 kx^2$. Then $F = -V'(x) = kx$. Right?", "wrong"),
    (r"Let $C(q) = a + bq^2$. Marginal cost $MC = \frac{dC}{dq} = 2bq$. Right?", "right"),
    (r"Let $S(t) = e^{-\lambda t^2}$. The hazard is $h(t) = -\frac{d}{dt}\log S(t) = 2\lambda t$.",
     "right"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "status"), CHAINED, ids=range(len(CHAINED)))
def test_behind_a_derivative_with_a_name_stands_a_claim(text: str, status: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == [status]


MARGINAL = [
    ("CES utility U(x,y) = (a x^ρ + (1−a) y^ρ)^(1/ρ), a and ρ are parameters. Is the marginal "
     "utility of x equal to a x^(ρ−1) U^(1−ρ)? And is the marginal utility of y equal to "
     "(1-a) y^(ρ-1) U^(ρ-1)?", "right wrong"),
    ("Utility U(x,y) = x^a y^(1-a). Is the marginal utility of x equal to a U/x?", "right"),
    ("Production Q(K,L) = K^a L^b. Is the marginal product of K equal to a K^(a-1) L^b? And is the "
     "marginal product of L equal to b K^a L^(b+1)?", "right wrong"),
    ("Cost C(q) = F + c q^2. Is the marginal cost equal to 2cq? And the marginal cost at q = 3 "
     "equal to 6c?", "right right"),
    (r"$U(x,y)=x^ay^{1-a}$. The marginal utility of $x$ is $ax^{a-1}y^{1-a}$ and that of $y$ is "
     r"$x^ay^{-a}$.", "right wrong"),
    ("U(x,y) = x y^2. The marginal utilities of x and y are y^2 and xy. Right?", "right wrong"),
    ("U(x,y) = (x^r + y^r)^(1/r). Is the partial by x equal to x^(r-1) U^(1-r)? And is the partial "
     "by y equal to y^(r-1) U^(r-1)?", "right wrong"),
    ("f(x,y) = x^2 + 3y. Is the partial by x equal to 2x? And is the partial by y equal to 3?",
     "right right"),
    ("f(x,y) = x^2 + 3y. The partial derivative with respect to y is 2. Right?", "wrong"),
    (r"Log marginal likelihood of $y$: $L=-\frac12y^TKy$. What is the derivative by $K$?", ""),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), MARGINAL, ids=range(len(MARGINAL)))
def test_derivatives_have_names_in_economics(text: str, statuses: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == statuses.split()


def test_a_marginal_quantity_is_asked_by_its_letter() -> None:
    assert [*mg.ask("$Q(K,L)=K^aL^b$. Find the marginal product of labour $L$.").results] == ["L"]


def test_what_a_product_with_a_derivative_is_equal_to_is_not_the_function() -> None:
    text = r"Demand is $q = A p^{-b}$. The elasticity is $e = \frac{dq}{dp}\frac{p}{q} = -b$."
    assert not mg.ask(text).results
