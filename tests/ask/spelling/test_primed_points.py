"""Derivatives of a function of a number at a letter that is not its variable."""

import pytest

from matgrad import ask

MORSE = r"Let $V(r) = D(1-e^{-a(r-r_0)})^2$. "
WELL = r"Let $V(x) = \frac{a}{x^2} - \frac{b}{x}$ "
JUDGED = [
    (MORSE + "Is it true that $V''(r_0) = 2Da^2$?", ["right"]),
    (MORSE + "Is it true that $V''(r_0) = Da^2$?", ["wrong"]),
    (MORSE + "Compute the spring constant $k = V''(r_0)$. I get $k = 2Da^2$.", ["right"]),
    (MORSE + "Compute the spring constant $k = V''(r_0)$. I get $k = Da^2$.", ["wrong"]),
    (MORSE + "Then $V'(r_0) = 0$ and $V''(r_0) = 2Da^2$.", ["right", "right"]),
    (r"Let $\sigma(x) = 1/(1+e^{-x})$. Then $\sigma'(z) = \sigma(z)(1-\sigma(z))$.", ["right"]),
    (r"Let $\sigma(x) = 1/(1+e^{-x})$. Then $\sigma'(z) = \sigma(z)(1+\sigma(z))$.", ["wrong"]),
    (r"Let $f(x) = x^2e^{-x/a}$. Then $f'(2a) = 0$.", ["right"]),
    (r"Let $f(x) = x^2e^{-x/a}$. Then $f'(3a) = 0$.", ["wrong"]),
    (r"Let $f(x) = \sin(\omega x)$. Then $f'(\pi/\omega) = -\omega$.", ["right"]),
    (r"Let $f(x) = \sin(\omega x)$. Then $f'(\frac{\pi}{\omega}) = \omega$.", ["wrong"]),
    (WELL + "and $x_0 = 2a/b$. Is $V''(x_0) = b^4/(8a^3)$?", ["right"]),
    (WELL + "and $x_0 = 2a/b$. Is $V''(x_0) = b^4/(4a^3)$?", ["wrong"]),
    (WELL + "and show that $V'(x_0) = 0$ for $x_0 = 2a/b$.", ["right"]),
    (WELL + "and show that $V'(x_0) = 0$ for $x_0 = a/b$.", ["wrong"]),
    (WELL + "and let $x_0$ be the equilibrium. Is $V''(x_0) = b^4/(8a^3)$?", ["undecided"]),
    (r"Let $f(x) = x\ln x$. Is $f'(e) = 2$?", ["right"]),
    (r"Let $f(x) = x\ln x$. Is $f'(e) = 1$?", ["wrong"]),
    ("Let $f(x) = x^3$. Find the $c$ in $(0, 1)$ with $f'(c) = 1$.", ["undecided"]),
    ("Let $f(x) = x^3e^{cx}$. I get $f'(b) = (3b^2 + cb^3)e^{cb}$.", ["right"]),
]
ASKED = [
    (MORSE + "What is $V''(r_0)$?", "∂²V/∂r² = 2Da²"),
    (r"Let $V(x) = \frac12 k(x-x_0)^2$. Compute $V'(x_0)$.", "∂V/∂x = 0"),
    (
        "Let V(x) = a/x^2 - b/x. The equilibrium is x_0 = 2a/b. What is V''(x_0)?",
        "∂²V/∂x² = b⁴/(8a³)",
    ),
    ("Let V(x) = x^4 - 2x^2. What is the stiffness V''(x_0) at x_0 = 1?", "∂²V/∂x² = 8"),
    (r"Let $f(x) = x^2e^{-x/a}$. What is $f''(2a)$?", "∂²f/∂x² = −2 exp(−2)"),
    ("Let $f(x) = (x-a)^2 e^{-x}$. What is $f'(a)$?", "∂f/∂x = 0"),
]


@pytest.mark.parametrize(("text", "statuses"), JUDGED, ids=range(len(JUDGED)))
def test_what_is_claimed_there_is_judged_there(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses


@pytest.mark.parametrize(("text", "answer"), ASKED, ids=range(len(ASKED)))
def test_what_is_asked_there_is_worked_out_there(text: str, answer: str) -> None:
    assert f"\n  {answer}\n" in ask(text).text("short").partition("\nAt ")[2]


def test_a_letter_that_the_text_defines_is_asked_about() -> None:
    assert ask("Let $f(x) = x^2 + 1$ and let $y = f(x)$. What is $f'(y)$?").questions


def test_what_words_say_of_a_point_is_said_not_to_be_used() -> None:
    reply = ask(WELL + "and let $x_0$ be the equilibrium. What is $V''(x_0)$?")
    assert "what the text says of x₀ is not used" in str(reply)


def test_the_definition_of_a_point_is_used() -> None:
    assert not ask(WELL + "and $x_0 = 2a/b$. What is $V''(x_0)$?").unused


def test_pi_below_a_derivative_of_another_letter_is_the_number() -> None:
    reply = ask(r"Let $f(x) = \sin(x)$. Is $f'(\pi c) = \cos(\pi c)$? Is $f'(\pi/3) = 1/2$?")
    assert [claim.status for claim in reply.claims] == ["right", "right"]
