"""Names that a text gives to derivatives at a point."""

import pytest

from matgrad import ask

WELL = "Let $V(x) = x^4 - 2x^2$. "
PEAKS = "Let $f(x) = (x-a)^2(x-b)$, $m = f'(a)$ and $n = f'(b)$. "
JUDGED = [
    (WELL + "What is $k = V''(1)$? I get $k = 8$.", ["right"]),
    (WELL + "What is $k = V''(1)$? I get $k = 10$.", ["wrong"]),
    (WELL + "The slope is $m = V'(2) = 24$.", ["right"]),
    (WELL + "Let $m_1 = V'(1)$ and $m_2 = V'(2)$. I get $m_1 = 0$ and $m_2 = 20$.",
     ["right", "wrong"]),
    ("V(x) = x^4 - 2x^2. The slope is m = V'(2). I get m = 24.", ["right"]),
    (PEAKS + "I get $m = 0$ and $n = (b-a)^2$.", ["right", "right"]),
    (PEAKS + "I get $n = 0$.", ["wrong"]),
    ("s(t) = t^3. The velocity is v(t) = s'(t). I get v(2) = 12.", ["right"]),
    ("s(t) = t^3, v(t) = s'(t) and a(t) = v'(t). I get v(2) = 12 and a(1) = 3.",
     ["right", "wrong"]),
    (r"Let $N(t) = N_0e^{-\lambda t}$ and $A(t) = -\frac{dN}{dt}$. Is $A(0) = \lambda N_0$?",
     ["right"]),
    (r"Let $N(t) = N_0e^{-\lambda t}$ and $A(t) = -N'(t)$. Is $A(0) = \lambda$?", ["wrong"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), JUDGED, ids=range(len(JUDGED)))
def test_what_is_said_of_the_name_is_judged_at_the_point(text: str, statuses: list[str]) -> None:
    assert sorted(claim.status for claim in ask(text).claims) == statuses


@pytest.mark.parametrize("asked", ["Compute $k = V''(1)$.", "Let $k = V''(1)$. What is $k$?"])
def test_the_derivative_is_given_there_and_not_differentiated_again(asked: str) -> None:
    reply = ask(WELL + asked)
    assert reply.problem is not None
    assert reply.problem.name == "V"
    assert "\n  V''(1) = 8\n" in reply.text("short")
