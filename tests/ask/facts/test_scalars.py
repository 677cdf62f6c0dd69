"""Texts about functions of numbers, in which capitals are numbers as well."""

import pytest

from matgrad.app.ask import ask

NUMBERS = [
    (r"Simple harmonic motion $x(t) = A\cos(\omega t + \phi)$. The velocity is "
     r"$\dot x = -A\omega\sin(\omega t + \phi)$. Right?", "right"),
    (r"The signal is $s(t) = A\sin(\omega t) + B\cos(\omega t)$. What is $ds/dt$? "
     r"I get $A\omega\cos(\omega t) - B\omega\sin(\omega t)$.", "right"),
    (r"The signal is $s(t) = A_1\sin(\omega_1 t) + A_2\sin(\omega_2 t)$. I get "
     r"$A_1\omega_1\cos(\omega_1 t) - A_2\omega_2\cos(\omega_2 t)$ for the derivative.", "wrong"),
    (r"Radioactive decay: $N(t) = N_0e^{-\lambda t}$. "
     r"Activity $A(t) = -N'(t) = \lambda N_0e^{-\lambda t}$. Right?", "right"),
    (r"Demand $Q(p) = Ap^{-\epsilon}$. The price elasticity is $\frac{p}{Q}Q'(p) = -\epsilon$. "
     "Right?", "right"),
    (r"A two-link arm: $x = l_1\cos\theta_1 + l_2\cos(\theta_1+\theta_2)$ and "
     r"$y = l_1\sin\theta_1 + l_2\sin(\theta_1+\theta_2)$, where $l_1$ and $l_2$ are the link "
     r"lengths. Find the Jacobian by $\theta_1,\theta_2$. I get $\det J = l_1l_2\sin\theta_2$.",
     "right"),
    (r"The current is $I(t) = I_0\sin(2\pi ft)$. Is $I'(t) = 2\pi fI_0\cos(2\pi ft)$?", "right"),
    (r"$Y(L) = AL^{\alpha}$. The marginal product is $Y'(L) = \alpha AL^{\alpha-1}$, right?",
     "right"),
    (r"A population grows as $P(t) = P_0e^{rt}$. Is $P'(t) = rP(t)$?", "right"),
    (r"$T(t) = T_a + (T_0 - T_a)e^{-kt}$. I get $T'(t) = -k(T_0 - T_a)e^{-kt}$.", "right"),
    (r"Arrhenius: $k(T) = Ae^{-E/(RT)}$. Is $k'(T) = \frac{AE}{RT^2}e^{-E/(RT)}$?", "right"),
    (r"Gompertz: $N(t) = Ke^{-Be^{-ct}}$. Is $N'(t) = KBce^{-ct}e^{-Be^{-ct}}$?", "right"),
    (r"Let $y(x) = A\sin(kx) + B\cos(kx)$. Then $y'(x) = kA\cos(kx) - kB\sin(kx)$. Correct?",
     "right"),
    ("x(t) = A*cos(w*t + phi). Is dx/dt = A*w*sin(w*t + phi)?", "wrong"),
    ("E = Σ_i (y_i - a·exp(-b·t_i))^2. "
     "Is dE/db = 2·a·Σ_i t_i·exp(-b·t_i)·(y_i - a·exp(-b·t_i))?", "right"),
    (r"$s(t) = A\cdot\sin(\omega\cdot t + \phi)$. Is $s'(t) = A\omega\sin(\omega t + \phi)$?",
     "wrong"),
    ("E = sum_i (y_i - a*exp(-b*t_i))^2. "
     "Is dE/db = 2*a*sum_i t_i*exp(-b*t_i)*(y_i - a*exp(-b*t_i))?", "right"),
    ("S = sum_{i=1}^n (y_i - a*sin(b*x_i))^2. "
     "dS/db = -2*a*sum_{i=1}^n (y_i - a*sin(b*x_i))*x_i*cos(b*x_i)?", "right"),
    ("S = sum_i (y_i - a*tanh(b*x_i + c))^2. "
     "dS/dc = -2*a*sum_i (y_i - a*tanh(b*x_i+c))*(1 - tanh(b*x_i+c)^2), right?", "right"),
    ("E = sum_i (y_i - A*exp(-k*t_i))^2. "
     "dE/dA = 2*sum_i exp(-k*t_i)*(y_i - A*exp(-k*t_i))?", "wrong"),
    (r"A sphere of radius $R$ at temperature $T$ radiates $P = 4\pi R^2 \sigma T^4$. I get "
     r"$dP/dT = 16\pi\sigma R^2T^3$.", "right"),
    (r"The energy in a capacitor is $E = \frac12 C V^2$, so $dE/dV = 2CV$, right?", "wrong"),
    ("Revenue is R(Q) = P Q with inverse demand P = A - B Q. What is dR/dQ? I think A - 2 B Q.",
     "right"),
    (r"Total cost is $TC(Q) = F + cQ + dQ^2$. The marginal cost is $c + 2dQ$, right?", "right"),
    (r"Heat: $Q = M C (T - T_0)$. Is $\partial Q/\partial T = MC$?", "right"),
    ("profit f(q) = (a - b q) q - c q - F. The first order condition is a - b q - c = 0. Right?",
     "wrong"),
    (r"Joule heating: $P = I^2 R$. What is $\partial P/\partial I$? I'd say $2IR$.", "right"),
    (r"A beam: deflection $w = \frac{F L^3}{3 E I}$. Is $\frac{\partial w}{\partial L} = "
     r"\frac{FL^2}{EI}$?", "right"),
    (r"Let $T(L)=2\pi\sqrt{\frac Lg}$. I get $\frac{\partial T}{\partial L}="
     r"\frac{\pi}{\sqrt{Lg}}$.", "undecided"),
    ("Let $M = PQ$. I get $M' = Q$ for the derivative by $P$. All letters are numbers.", "right"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "status"), NUMBERS, ids=range(len(NUMBERS)))
def test_a_text_about_numbers_has_no_matrices(text: str, status: str) -> None:
    reply = ask(text)
    assert [claim.status for claim in reply.claims] == [status]
    assert "×n" not in reply.text("short")


MATRICES = [
    r"Let $x(t) = e^{At}x_0$. Is $x'(t) = Ae^{At}x_0$?",
    r"Let $f(x) = \sin(Ax)$ elementwise. Is the Jacobian $\mathrm{diag}(\cos(Ax))A$?",
    r"$f(x) = \sin(Wx + b)$. I think the derivative is $\mathrm{Diag}(\cos(Wx+b))W$.",
    r"$f(x) = e^{-x^TAx}$. Is the gradient $-e^{-x^TAx}(A+A^T)x$?",
    r"Let $F(t) = A\cos(\omega t)B$. Is $F'(t) = -\omega A\sin(\omega t)B$?",
    r"$f(x) = Ax$. Is $f'(x) = A$?",
    r"$y = A\sin(x)$. Is the Jacobian by $x$ equal to $A\,\mathrm{diag}(\cos x)$?",
    r"$f(t) = A(t)B(t)$. Is $f'(t) = A'(t)B(t) + A(t)B'(t)$?",
]


@pytest.mark.parametrize("text", MATRICES, ids=range(len(MATRICES)))
def test_what_may_be_a_matrix_stays_one(text: str) -> None:
    reply = ask(text)
    assert [claim.status for claim in reply.claims] == ["right"]
    assert "×n" in reply.text("short")


@pytest.mark.parametrize(
    "text",
    [
        r"$B(t) = (A + tC)^2$. Is $B'(t) = 2C(A + tC)$?",
        r"$B(t) = A + tCA$. Is $B'(t) = AC$?",
    ],
    ids=["square", "product"],
)
def test_matrices_do_not_commute(text: str) -> None:
    assert not any(claim.is_right for claim in ask(text).claims)


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("Let $F(A) = A^2$. I get $dF/dA = 2A$. Right?", "undecided"),
        (r"Let $M = PQ$. I get $\frac{dM}{dP} = Q$.", "undecided"),
        ("Let $F(X) = X^2$. I get $dF/dX = 2X$. Right?", "wrong"),
        (r"Let $S = A^{-1}$. I think $\frac{dS}{dA} = -A^{-2}$.", "wrong"),
    ],
)
def test_what_is_right_of_numbers_alone_is_not_called_wrong_unless_there_are_matrices(
    text: str, status: str
) -> None:
    assert [claim.status for claim in ask(text).claims] == [status]


@pytest.mark.parametrize(
    "text",
    [
        "Gradient of $x^TAx$ with respect to $x$. The entries of $A$ are real numbers.",
        "The components of $A$ are numbers. What is the gradient of $x^TAx$ by $x$?",
    ],
)
def test_a_matrix_of_numbers_is_no_number(text: str) -> None:
    assert str(ask(text).results["x"]) == "(A + A')*x"
