"""Derivatives inside of claims: on the right side, at points, and in equations of their own."""

import pytest

from matgrad.app.ask import ask

RIGHT, WRONG, NOT_READ = "right", "wrong", "not checked"
QUADRATIC = "Let $f(x)=x^TAx$."
MINIMUM = r"Let $f(x)=\frac12x^TAx-b^Tx$ with $A$ symmetric positive definite."


@pytest.mark.parametrize(("text", "statuses"), [
    (r"Let $f(x)=x^3$. Is $f''(x)=6f'(x)/x^3$?", [WRONG]),
    (r"Let $f(x)=x^3$. Is $f''(x)=2f'(x)/x$?", [RIGHT]),
    (r"Let $f(x)=e^{2x}$. Is $f''=2f'$?", [RIGHT]),
    (r"Let $f(x)=e^{2x}$. Is $f''=3f'$?", [WRONG]),
    (r"Let $f(x)=e^{2x}$. Is $\frac{d^2f}{dx^2}=2\frac{df}{dx}$?", [RIGHT]),
    (r"Let $f(x)=\log(1+e^x)$. Is $f''(x)=f'(x)(1-f'(x))$?", [RIGHT]),
    (r"Let $f(x)=\|x\|$. Is $\nabla^2 f = \frac{1}{f}(I-\nabla f\nabla f^T)$?", [RIGHT]),
    (rf"{QUADRATIC} Is $x^T\nabla f=2f$?", [RIGHT]),
    (r"Let $y=x^3$. Is $y'=3x^2$? Is $y''=6x$? Is $y'=x^2$?", [RIGHT, RIGHT, WRONG]),
    (r"Let $f(x)=g(x)^Tg(x)$ where $g(x)=Ax-b$. Is $\nabla f=2g'(x)^Tg(x)$?", [RIGHT]),
    (r"Let $f(x)=g(x)^Tg(x)$ where $g(x)=Ax-b$. Is $\nabla f=g'(x)^Tg(x)$?", [WRONG]),
    (rf"{QUADRATIC} Is $x^T\nabla f=3f$?", [WRONG]),
    (rf"{QUADRATIC} Is $\|\nabla f\|^2 = \|(A+A^T)x\|^2 = x^T(A+A^T)x$?", [WRONG]),
])  # fmt: skip
def test_a_derivative_in_a_formula_stands_for_what_it_is(text: str, statuses: list[str]) -> None:
    assert [each.status for each in ask(text).claims] == statuses


@pytest.mark.parametrize(("text", "statuses"), [
    (r"Let $f(x)=\|x\|^2$. Is $\nabla f(x+y)=2x$?", [WRONG]),
    (r"Let $f(x)=\|x\|^2$. Is $\nabla f(x+y)=2x+2y$?", [RIGHT]),
    (rf"{QUADRATIC} Is $\nabla f(Ax)=(A+A^T)Ax$?", [RIGHT]),
    (rf"{MINIMUM} Is $\nabla f(A^{{-1}}b)=0$?", [RIGHT]),
    (rf"{MINIMUM} Is $\nabla f(b)=0$?", [WRONG]),
    (r"Let $f(x)=\|x-c\|^2$. Is $\nabla f(c)=0$?", [RIGHT]),
    (r"Let $f(x)=x^2$. Is $f'(x^2)=2x^2$?", [RIGHT]),
    (r"Let $f(x)=x^2$. Is $f'(2x)=2x$?", [WRONG]),
    (r"Let $f(x)=x^2$. Is $\frac{d}{dx}f(x^2)=4x^3$?", [RIGHT]),  # of the composition
    (r"Let $f(x)=x^2$. Is $\frac{d}{dx}f(x^2)=2x^2$?", [WRONG]),
])  # fmt: skip
def test_a_claim_is_compared_at_its_point(text: str, statuses: list[str]) -> None:
    assert [each.status for each in ask(text).claims] == statuses


@pytest.mark.parametrize(("text", "statuses"), [
    (rf"{QUADRATIC} Is $\nabla f=(A+A^T)x$? Is $\partial f/\partial A=xx^T$?", [RIGHT, RIGHT]),
    (rf"{MINIMUM} Is $\nabla f(x)=Ax-b$? Is $\partial f/\partial b=-x$?", [RIGHT, RIGHT]),
])  # fmt: skip
def test_a_gradient_without_a_variable_is_by_the_arguments(text: str, statuses: list[str]) -> None:
    assert [each.status for each in ask(text).claims] == statuses


@pytest.mark.parametrize(
    "text",
    [
        "Let $X'X=I$ and $f(b)=(y-Xb)'(y-Xb)$. What is the gradient of $f$ with respect to $b$?",
        rf"{MINIMUM} Solve $\nabla f(x)=0$ for $x$.",
        rf"{MINIMUM} At the minimum $\nabla f(x^*)=0$. What is the gradient with respect to $x$?",
    ],
)
def test_transposes_and_conditions_are_no_claims(text: str) -> None:
    assert not [each for each in ask(text).claims if each.status != NOT_READ]


@pytest.mark.parametrize(("words", "status"), [
    ("the negative gradient $-2x$", RIGHT),
    ("the negative gradient $2x$", WRONG),
    ("the inverse Hessian $2I$", WRONG),
    (r"the inverse Hessian $\frac12I$", RIGHT),
    ("twice the gradient $4x$", RIGHT),
    ("the natural gradient $2x$", NOT_READ),
])  # fmt: skip
def test_what_words_make_of_a_derivative_is_not_the_derivative(words: str, status: str) -> None:
    (claim,) = ask(rf"Let $f(x)=\|x\|^2$. Is {words}?").claims
    assert claim.status == status


LAYER = (
    r"Let $C=\frac12\|a-y\|^2$, $a=\sigma(z)$, $z=Wx+b$ with $\sigma$ the sigmoid applied "
    "elementwise."
)
COMPOSED = r"Let $f:\mathbb{R}^m\to\mathbb{R}$ be twice differentiable and $g(x)=f(Ax+b)$."


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        (r"\frac{\partial C}{\partial W}=\frac{\partial C}{\partial z}x^T", "right"),
        (r"\frac{\partial C}{\partial W}=x\frac{\partial C}{\partial z}", "right up to layout"),
        (r"\frac{\partial C}{\partial W}=\frac{\partial C}{\partial z}x", "wrong"),
        (r"\frac{\partial C}{\partial x}=W^T\frac{\partial C}{\partial z}", "right"),
        (r"\frac{\partial C}{\partial x}=\frac{\partial C}{\partial z}W", "right up to layout"),
        (r"\frac{\partial C}{\partial x}=\frac{\partial C}{\partial z}", "wrong"),
        (r"\frac{\partial C}{\partial b}=\frac{\partial C}{\partial z}", "right"),
        (r"\frac{\partial C}{\partial b}=\frac{\partial C}{\partial a}\frac{\partial a}"
         r"{\partial z}", "right"),
        (r"\frac{\partial C}{\partial x}=\frac{\partial C}{\partial a}\frac{\partial a}"
         r"{\partial z}", "wrong"),
    ],
)  # fmt: skip
def test_the_derivative_by_an_intermediate_has_its_size(claim: str, status: str) -> None:
    assert [each.status for each in ask(f"{LAYER} Is ${claim}$?").claims] == [status]


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        (r"\nabla^2g(x)=A^T\nabla^2f(Ax+b)A", "right"),
        (r"\nabla^2g(x)=A\nabla^2f(Ax+b)A^T", "wrong"),
        (r"\nabla g(x)=A^T\nabla f(Ax+b)", "right"),
    ],
)
def test_derivatives_of_a_function_that_is_only_named(claim: str, status: str) -> None:
    assert [each.status for each in ask(f"{COMPOSED} Is ${claim}$?").claims] == [status]


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (r"Let $f(x)=\ln(x^TAx)$ with $A$ symmetric. $\nabla f=\frac{1}{x^TAx}\nabla(x^TAx)"
         r"=\frac{2Ax}{x^TAx}$.", ("right", None)),
        (r"Let $f(x)=\ln(x^TAx)$ with $A$ symmetric. $\nabla f=\frac{2}{x^TAx}\nabla(x^TAx)"
         r"=\frac{2Ax}{x^TAx}$.", ("wrong", 1)),
        (r"Let $f(x)=(b^Tx)^3$. $\nabla f=3(b^Tx)^2\frac{\partial}{\partial x}(b^Tx)=3(b^Tx)^2b$.",
         ("right", None)),
        (r"Let $s=a^Tx$ and $f=\sin(s)$. $\nabla f=\cos(s)\nabla s=\cos(s)a$. Correct?",
         ("right", None)),
        (r"Let $s=a^Tx$ and $f=\sin(s)$. $\nabla f=\cos(s)\nabla s=-\cos(s)a$. Correct?",
         ("wrong", 2)),
        (r"Find the error: $\nabla_x(x^TAx)=\nabla_x(x^T)Ax+x^TA=Ax+x^TA$.", ("wrong", 2)),
        (r"Let $f(x)=e^{-\|x\|^2}$. $\nabla f=e^{-\|x\|^2}\nabla(\|x\|^2)=2xe^{-\|x\|^2}$.",
         ("wrong", 1)),
    ],
)  # fmt: skip
def test_the_gradient_of_a_formula_inside_of_a_step(text: str, verdict: tuple[str, int]) -> None:
    (claim,) = ask(text).claims
    assert (claim.status, claim.line) == verdict


def test_a_made_up_name_is_not_shown() -> None:
    (claim,) = ask(
        rf"{LAYER} Is $\frac{{\partial C}}{{\partial W}}=\frac{{\partial C}}{{\partial z}}x$?"
    ).claims
    assert "∂C/∂z (m×1)" in claim.words


CHAINS = [
    (r"$f(x)=g(Ax)$ with $g(u)=\|u\|^2$. Then $\nabla f(x)=A^T\nabla g(Ax)=2A^TAx$.", "right"),
    (r"$f(x)=g(Ax+b)$, $g(z)=\sum_i\log(1+e^{z_i})$. Then $\nabla f=A^T\nabla g(Ax+b)$.", "right"),
    (r"$f(x)=\phi(x^Tx)$ with $\phi(t)=e^{-t}$. Then $\nabla f(x)=2\phi'(x^Tx)x$.", "right"),
    (r"$f(x)=\phi(x^Tx)$ with $\phi(t)=e^{-t}$. Then $\nabla f(x)=\phi'(x^Tx)x$.", "wrong"),
    (r"$f(x)=g(Ax)$ with $g(u)=\|u\|^2$. Then $\nabla f(x)=2A^T\nabla g(Ax)$.", "wrong"),
]


@pytest.mark.parametrize(("text", "status"), CHAINS)
def test_the_outer_function_is_differentiated_by_its_own_variable(text: str, status: str) -> None:
    assert [claim.status for claim in ask(f"Let {text}").claims] == [status]


def test_a_letter_of_which_nothing_is_known_makes_no_claim_wrong() -> None:
    (claim,) = ask(r"Let $f(x)=\|x\|^2$. Then $\nabla f(Ax)=2Ax$.").claims
    assert claim.status == "not checked"


@pytest.mark.parametrize(("text", "statuses"), [
    (r"Let $f(t)=g(3t)$ with $g(t)=t^3$. Is $f'=3g'(3t)$? Is $f'=g'(3t)$?", [RIGHT, WRONG]),
    (r"Let $g(y)=y^TCy$ and $f(x)=g(Ax)$. I claim $\nabla f(x)=A^T\nabla g(Ax)$.", [RIGHT]),
    (r"Let $g(x)=x^TCx$ and $f(x)=g(Ax)$. I claim $\nabla f(x)=A^T(\nabla g)(Ax)$.", [RIGHT]),
    (r"Let $g(y)=\|y\|^4$ and $f(x)=g(Ax)$. Is $\nabla f(x)=A^T(\nabla g)(Ax)$?", [RIGHT]),
    (r"Let $g(y)=\|y\|^4$ and $f(x)=g(Ax)$, $A$ square. Is $\nabla f=A(\nabla g)(Ax)$?", [WRONG]),
    (r"Let $g(y)=y^TCy$, $f(x)=g(Ax)$. I claim $\nabla f(x)=A^T\nabla g\big|_{Ax}$.", [RIGHT]),
    (r"Let $h(x)=\|x\|^2$. Is $\nabla f(x)=(\nabla h)(x-b)$ for $f(x)=h(x-b)$?", [RIGHT]),
    (r"Let $g(u)=\sum_i u_i^3$, $f(x)=g(Ax+b)$. Is $\nabla^2 f=A^T(\nabla^2 g)(Ax+b)A$?", [RIGHT]),
])  # fmt: skip
def test_the_chain_rule_with_an_outer_function_of_the_text(text: str, statuses: list[str]) -> None:
    assert [each.status for each in ask(text).claims] == statuses


def test_a_claim_at_zero_is_not_called_left_out() -> None:
    text = r"Let $\phi(t)=f(x+td)$ with $f(x)=x^TAx$. Is $\phi'(0)=d^T(\nabla f)(x)$?"
    reply = ask(text)
    assert [each.status for each in reply.claims] == [RIGHT]
    assert "is not used" not in str(reply)


def test_a_norm_of_a_derivative_is_no_point() -> None:
    text = r"Let $f(x)=x^TAx$. Is $\|\nabla f\|_{2}^2 = \|(A+A^T)x\|^2$?"
    assert [each.status for each in ask(text).claims] == [RIGHT]


ROBUST = r"Let $\rho(r)=\log(1+r^2)$ and $E(\theta)=\sum_i\rho(y_i-\theta^Tx_i)$. "


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (ROBUST + r"Then $\nabla E(\theta)=-\sum_i\rho'(y_i-\theta^Tx_i)x_i$.", "right"),
        (ROBUST + r"Then $\nabla E(\theta)=\sum_i\rho'(y_i-\theta^Tx_i)x_i$.", "wrong"),
        (ROBUST + r"With $r=y-X\theta$, $\nabla E(\theta)=-X^T\rho'(r)$.", "right"),
        (r"Let $\psi(u)=u^3$ and $f(x)=\sum_i\psi(x_i)$. Then $\frac{\partial f}{\partial x_j}="
         r"\psi'(x_j)$.", "right"),
    ],
)  # fmt: skip
def test_a_function_of_a_number_has_a_prime_at_each_entry(text: str, status: str) -> None:
    assert [claim.status for claim in ask(text).claims] == [status]


ENTRIES = r"Let $g(t) = t\tanh(t)$ and $f(x) = \sum_i g(w_i^Tx)$. "


@pytest.mark.parametrize(("sign", "status"), [("+", "right"), ("-", "wrong")])
def test_powers_beside_a_derivative_of_entries_are_those_of_entries(sign: str, status: str) -> None:
    text = rf"{ENTRIES}I think $g'(Wx) = \tanh(Wx) {sign} Wx\odot(1-\tanh^2(Wx))$."
    assert [claim.status for claim in ask(text).claims] == [status]


PAIR = r"Let $f(x) = x^2$ and $g(x) = \sin x$. "
CHAINED = [
    (PAIR + r"Then $(f\circ g)'(x) = f'(g(x))g'(x) = 2\sin x\cos x$.", "right"),
    (PAIR + r"Then $(f\circ g)'(x) = f'(x)g'(x)$.", "wrong"),
    (PAIR + r"Let $h(x) = f(g(x))$. Then $h'(x) = f'(g(x))g'(x)$.", "right"),
    (PAIR + r"Let $h(x) = f(g(x))$. Then $h'(x) = f'(g(x))$.", "wrong"),
    ("Let $f(x) = x^3$, $g(x) = 1 + ax^2$ and $h(x) = f(g(x))$. Then $h'(x) = f'(g(x))g'(x)$.",
     "right"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "status"), CHAINED, ids=range(len(CHAINED)))
def test_a_derivative_may_be_taken_at_the_value_of_a_function(text: str, status: str) -> None:
    assert [claim.status for claim in ask(text).claims] == [status]
