"""The prime of a function of a number, inside of another function, is its derivative."""

import pytest

import matgrad as mg


@pytest.mark.parametrize(
    ("text", "gradient"),
    [
        ("u(t) = c e^{-a t} and r = u' + k u. What is dr/da?",
         "-c*exp(-a*t)*(1 + k*t - a*t)"),
        ("The ODE residual is $r = u' + ku$ with $u(t) = ce^{-at}$. What is $dr/da$?",
         "-c*exp(-a*t)*(1 + k*t - a*t)"),
        ("y(t) = A sin(ω t). Let E = y'^2 + ω^2 y^2. dE/dω?",
         "2*A^2*ω"),
        ("p(t) = a t^2 + b t. F = p'(t)^2. dF/da?", "4*t*(2*a*t + b)"),
        ("Let f(x) = x^3 and g(x) = f'(x) + f(x). What is g'(x)?", "6*x + 3*x^2"),
        ("u(x) = exp(-k x), residual r = u'' - k u. dr/dk?",
         "exp(-k*x)*(2*k - k^2*x - 1 + k*x)"),
    ],
)  # fmt: skip
def test_a_prime_inside_of_a_function_is_a_derivative(text: str, gradient: str) -> None:
    reply = mg.ask(f"{text} I get {gradient}")
    assert [claim.status for claim in reply.claims] == ["right"]
    assert "is the derivative" in reply.text("short")
    assert "n×n" not in reply.text("short")


@pytest.mark.parametrize(
    "text",
    [
        "u(x) = A x. f = u'u, A is a matrix and x in R^n. df/dx?",
        "f(x) = x'A x, what is the gradient?",
    ],
)
def test_the_prime_of_a_vector_stays_a_transpose(text: str) -> None:
    assert "is the derivative" not in mg.ask(text).text("short")


RHO = r"Let $\rho(r)=\sqrt{1+r^2}-1$ and $\psi=\rho'$. "
NAMED = [
    (RHO + r"Is $\psi(r)=r/\sqrt{1+r^2}$?", ["right"]),
    (RHO + r"Is $\psi(r)=r/(1+r^2)$?", ["wrong"]),
    (RHO + r"Let $F(x) = \sum_i \rho(a_i^Tx - b_i)$. Then $\nabla F = A^T\psi(Ax-b)$.", ["right"]),
    (RHO + r"Let $F(x) = \sum_i \rho(a_i^Tx - b_i)$. Then $\nabla F = A^T\rho(Ax-b)$.", ["wrong"]),
    (r"Let $s(t) = t^3 - 2t$, $v = s'$ and $a = s''$. Is $a(t) = 6t$ and $v(t) = 3t^2 - 2$?",
     ["right", "right"]),
    (r"Let $s(t) = t^3 - 2t$, $v = s'$ and $a = v'$. Is $a(t) = 6t$?", ["right"]),
    (r"Let $s(t) = t^3 - 2t$, $v = s'$ and $a = v'$. Is $a(t) = 3t$?", ["wrong"]),
    (r"Morse: $V(r) = D(1-e^{-a(r-r_e)})^2$. The force is "
     r"$F(r) = -V'(r) = -2aD(1-e^{-a(r-r_e)})e^{-a(r-r_e)}$. Is this right?", ["right"]),
    (r"Gravity: $U(r) = -\frac{GMm}{r}$, $F(r) = -U'(r) = \frac{GMm}{r^2}$. Is it right?",
     ["wrong"]),
    (r"$V(x) = V_0\cos(kx)$, $F(x) = -V'(x) = kV_0\sin(kx)$. Right?", ["right"]),
    (r"Charge $Q(t) = Q_0e^{-t/\tau}$; $I(t) = -Q'(t) = \frac{Q_0}{\tau}e^{-t/\tau}$. Correct?",
     ["right"]),
    (r"Spring: $U(x) = \frac12Kx^2$, so $F(x) = -U'(x) = -Kx$.", ["right"]),
    (r"Double well: $V(x) = Ax^4 - Bx^2$. Then $F(x) = -V'(x) = 2Bx - 4Ax^3$. Right?", ["right"]),
    (r"$V(t) = V_0(1 - e^{-t/(RC)})$. The current is "
     r"$I(t) = CV'(t) = \frac{V_0}{R}e^{-t/(RC)}$. OK?", ["right"]),
    (r"$x(t) = A\sin(\omega t)$. $F(t) = mx''(t) = -m\omega^2A\sin(\omega t)$. Right?",
     ["right"]),
    (r"$I(t) = I_0\cos(\omega t)$, $V(t) = LI'(t) = L\omega I_0\sin(\omega t)$. Check.",
     ["wrong"]),
    (r"$V(r)=d(1-e^{-ar})^2$. The force is $F(r) = -V'(r) = -2ade^{-ar}(1-e^{-ar})$. Right?", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), NAMED, ids=range(len(NAMED)))
def test_a_name_for_a_prime_stands_for_the_derivative(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == statuses


CALLED = [
    ("Let $f(x) = x^3$ and $h(x) = f(a) + f'(a)(x - a)$. What is $\\partial h/\\partial x$?",
     "x", "3*a^2"),
    ("Let $f(x) = x^3$ and $h(x) = f'(x - a)$. What is $h'(x)$?", "x", "6*(x - a)"),
    (r"Let $g(t) = t^3$ and $h(x) = \sum_i g'(w_i^Tx)$. What is the gradient of $h$?",
     "x", "6*W'*W*x"),
    (r"Let $g(t) = t^3$ and $h(x) = \|g'(Ax - b)\|^2$. What is the gradient of $h$?",
     "x", "36*A'*(A*x - b).^3"),
    (r"Let $g(t) = t^4$ and $h(x) = a^Tg''(Wx)$. What is the gradient of $h$?",
     "x", "24*W'*(a .* (W*x))"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "variable", "result"), CALLED, ids=range(len(CALLED)))
def test_a_derivative_may_be_taken_elsewhere(text: str, variable: str, result: str) -> None:
    assert str(mg.ask(text).results[variable]) == result


def test_a_step_of_an_iteration_is_left_as_it_is() -> None:
    reply = mg.ask("Let $f(x) = x^3$ and $x_1 = x_0 - f(x_0)/f'(x_0)$. What is $f'(x)$?")
    assert str(reply.results["x"]) == "3*x^2"
    assert reply.problem is not None
    assert reply.problem.name == "f"
