"""Claims about the sign of a derivative everywhere."""

import pytest

import matgrad as mg


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("Let $f(x) = e^x + x$. Is the derivative positive for all $x$?", "right"),
        ("Let $f(x) = x^3$. My friend says the derivative is positive for all x.", "wrong"),
        ("Let $f(x) = x^3$. The derivative is non-negative for all $x$.", "right"),
        ("Let $f(x) = -e^x$. The derivative is always negative.", "right"),
        ("Let $f(x) = x^4$. The second derivative is nonnegative everywhere.", "right"),
        ("Let $f(x) = x^2$ for positive $x$. The derivative is positive for all $x$.", "right"),
        ("Let $f(x) = x^2$. The derivative is positive for all $x$.", "wrong"),
        (r"Let $f(x) = \sin x + 2x$. The derivative is positive everywhere.", "undecided"),
        ("Let $f(x) = x^TAx$. The gradient is positive for all $x$.", "not checked"),
    ],
)
def test_the_sign_of_a_derivative_is_proved_or_refuted(text: str, status: str) -> None:
    reply = mg.ask(text)
    assert [claim.status for claim in reply.claims] == [status]
    assert not reply.understood.said.doubtful


def test_where_there_is_no_derivative_nothing_is_refuted() -> None:
    (claim,) = mg.ask(r"Let $f(x) = \log x$. The derivative is positive for all $x$.").claims
    assert claim.status != "wrong"
