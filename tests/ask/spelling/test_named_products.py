"""Names for what is made of derivatives: they are no functions to be differentiated again."""

import pytest

from matgrad import ask

DEMAND = "Demand is $Q(p) = a - bp$. "
SWING = r"Let $x(t) = A\sin(\omega t)$. "
ELASTICITY = r"The elasticity is $E = \frac{p}{Q}\frac{dQ}{dp}$. "
ELLIPSE = r"Let $x(t) = a\cos t$, $y(t) = b\sin t$ and $v = \sqrt{x'(t)^2 + y'(t)^2}$. "
JUDGED = [
    (ELLIPSE + r"I get $v = \sqrt{a^2\sin^2 t + b^2\cos^2 t}$.", ["right"]),
    (ELLIPSE + r"I get $v = \sqrt{a^2\sin^2 t - b^2\cos^2 t}$.", ["wrong"]),
    (DEMAND + ELASTICITY + r"I get $E = -\frac{bp}{a-bp}$.", ["right"]),
    (DEMAND + ELASTICITY + r"I get $E = \frac{bp}{a-bp}$.", ["wrong"]),
    (DEMAND + r"The elasticity is $E(p) = pQ'(p)/Q(p) = -\frac{bp}{a-bp}$.", ["right"]),
    ("Q(p) = k*p^(-c). The elasticity is E = (p/Q)*(dQ/dp) = -c.", ["right"]),
    (SWING + r"The force is $F(t) = mx''(t)$. Is $F(t) = -m\omega^2A\sin(\omega t)$?", ["right"]),
    (SWING + r"The force is $F(t) = mx''(t)$. Is $F(t) = m\omega^2A\sin(\omega t)$?", ["wrong"]),
]
ASKED = [
    ("Q(p) = 100 - 2p. What is the elasticity E = p/Q * dQ/dp at p = 10?", "E = −1/4"),
    (
        r"Let $f(x) = e^{-x^2}$. What is $k = \frac{f''(x)}{(1+f'(x)^2)^{3/2}}$ at $x = 0$?",
        "k = −2",
    ),
    (DEMAND + "What is the elasticity $E(p) = pQ'(p)/Q(p)$?", "E = −bp/(a − bp)"),
    (DEMAND + ELASTICITY, "E = −bp/(a − bp)"),
    (SWING + "What is the force $F = mx''(t)$?", "F = −Aω² sin(ωt) m"),
]


@pytest.mark.parametrize(("text", "statuses"), JUDGED, ids=range(len(JUDGED)))
def test_what_is_said_of_the_name_is_said_of_the_formula(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses


@pytest.mark.parametrize(("text", "answer"), ASKED, ids=range(len(ASKED)))
def test_it_is_worked_out(text: str, answer: str) -> None:
    assert f"\n  {answer}\n" in ask(text).text("short")


@pytest.mark.parametrize(
    "text",
    [
        DEMAND + r"Let $E(p) = \frac{p}{Q(p)}\frac{dQ}{dp}$. What is $E'(p)$?",
        "Q(p) = a - b*p. E(p) = p/Q(p) * dQ/dp. What is the derivative of E?",
    ],
)
def test_one_that_is_differentiated_is_a_function(text: str) -> None:
    reply = ask(text)
    assert reply.problem is not None
    assert reply.problem.name == "E"
    assert reply.results["p"]


def test_a_partial_derivative_inside_of_a_function_is_worked_out() -> None:
    reply = ask(
        r"Let $U(x,y) = x^2y$ and $M(x,y) = \frac{U_x}{U_y}$. What is $\partial M/\partial x$?"
    )
    assert str(reply.results["x"]) == "-2*y/x^2"
