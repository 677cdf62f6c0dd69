"""Names that a text gives to derivatives, by their entries or in words."""

import pytest

import matgrad as mg

LEAST = r"For $f(x)=\frac12\|Ax-b\|^2$ "
FORM = r"$f(x)=x^TAx$. Define $g_i=\partial f/\partial x_i$. "
CLAIMS = [
    (LEAST + "let $H$ denote the Hessian. Is $H=AA^T$?", ["wrong"]),
    (LEAST + "let $H$ be the Hessian of $f$. Is $H=A^TA$?", ["right"]),
    (LEAST + "denote the gradient by $g$. Is $g=A^T(Ax-b)$?", ["right"]),
    (FORM + "Is $g=2Ax$?", ["wrong"]),
    (FORM + "Is $g=(A+A^T)x$?", ["right"]),
    (r"Let $f(X)=\operatorname{tr}(X^3)$. Define $G_{ij}=\partial f/\partial X_{ij}$. Is $G=3X^2$?",
     ["wrong"]),
    ("$f(x)=x^TQx-b^Tx$, $Q$ symmetric. The gradient is $g=2Qx-b$. The step length is "
     r"$\frac{g^Tg}{2g^TQg}$.", ["right"]),
    ("$f(x)=x^TQx-b^Tx$, $Q$ symmetric. The gradient is $g=2Qx+b$. The step length is "
     r"$\frac{g^Tg}{2g^TQg}$.", ["wrong"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), CLAIMS, ids=range(len(CLAIMS)))
def test_what_is_said_of_a_name_is_said_of_the_derivative(text: str, statuses: list[str]) -> None:
    reply = mg.ask(text)
    assert [claim.status for claim in reply.claims] == statuses
    assert reply.problem is not None
    assert reply.problem.name == "f"


OTHERS = [
    ("rho(r) = (nu+1)/2 * log(1 + r^2/nu). psi = drho/dr = (nu+1)*r/(nu + r^2). And the weight is "
     "psi/r. Can you confirm psi?", ["right"]),
    ("cost C(q) = a*q^2 + b*q + c. marginal cost mc = dC/dq = 2*a*q + b. And the elasticity is "
     "mc*q/C. Can you confirm mc?", ["right"]),
    (r"Newton's method for $f(x)=\frac14\|x\|^4+b^Tx$. Gradient $\|x\|^2x+b$, Hessian "
     r"$\|x\|^2I+2xx^T$. Newton direction $p=-(\|x\|^2I+2xx^T)^{-1}(\|x\|^2x+b)$.",
     ["right", "right"]),
    ("V(x) = k*x^2/2. F = -dV/dx = -k*x. The power is F*v. Is the force right?", ["right"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), OTHERS, ids=range(len(OTHERS)))
def test_what_is_made_of_a_derivative_is_neither_the_function_nor_a_claim(
    text: str, statuses: list[str]
) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == statuses


WELL = r"Let $V(r) = kr^2$. "
SWING = r"Let $s(t) = A\cos(\omega t)$. "
NAMED = [
    (WELL + "Find the force $F(r) = -V'(r)$. My answer: $F(r) = -2kr$.", ["right"]),
    (WELL + "The force is $F(r) = -V'(r)$. Is $F(r) = 2kr$ correct?", ["wrong"]),
    (WELL + r"Find the force $F(r) = -\frac{dV}{dr}$. I get $F(r) = -2kr$.", ["right"]),
    (SWING + r"Find the velocity $v = s'(t)$ and the acceleration $a = v'(t)$. I get "
     r"$v = -A\omega\sin(\omega t)$ and $a = -A\omega^2\cos(\omega t)$.", ["right", "right"]),
    (SWING + r"Find the velocity $v = \frac{ds}{dt}$ and the acceleration $a = \frac{dv}{dt}$. "
     r"I get $v = -A\omega\sin(\omega t)$ and $a = A\omega^2\cos(\omega t)$.", ["right", "wrong"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), NAMED, ids=range(len(NAMED)))
def test_what_has_a_name_is_not_differentiated_again(text: str, statuses: list[str]) -> None:
    reply = mg.ask(text)
    assert [claim.status for claim in reply.claims] == statuses
    assert reply.problem is not None
    assert reply.problem.name in "Vs"


FORCES = [
    (WELL + "Find the force $F(r) = -V'(r)$.", "F = −2kr"),
    (WELL + "The force is $F = -dV/dr$. Compute it.", "F = −2kr"),
    (r"Let $U(q) = \frac12 q^TKq$. Find the force $F(q) = -\nabla U(q)$.", "F = −½(K + Kᵀ)q"),
    (WELL + "Find the force $F = -dV/dr$ and the second derivative of $V$.", "F = −2kr"),
    (WELL + "What is the force $F = -dV/dr$? I get $F = -2kr$.", "F = −2kr"),
]


@pytest.mark.parametrize(("text", "answer"), FORCES, ids=range(len(FORCES)))
def test_what_a_name_stands_for_is_given(text: str, answer: str) -> None:
    assert f"\n  {answer}\n" in mg.ask(text).text("short")


def test_a_name_that_is_differentiated_is_a_function() -> None:
    reply = mg.ask(
        r"Let $F(x) = \frac14(x^2-1)^2$ and $g(x) = F'(x)$. What is the derivative of $g$?"
    )
    assert str(reply.results["x"]) == "3*x^2 - 1"


def test_of_two_derivatives_with_names_both_are_given_where_one_is_claimed() -> None:
    reply = mg.ask(
        "s(t) = t^3 - 6t. Find the velocity v(t) = s'(t) and the acceleration a(t) = v'(t). "
        "I get v(t) = 3t^2 - 6."
    )
    assert [claim.status for claim in reply.claims] == ["right"]
    assert str(reply.results["t"]) == "6*t"
