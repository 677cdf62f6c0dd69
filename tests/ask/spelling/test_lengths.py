"""Bars around vectors that are marked as such are lengths."""

import pytest

import matgrad as mg

TEXTS = [
    (r"Gravitational potential $U(\vec r) = -\frac{GMm}{|\vec r|}$. Show force "
     r"$\vec F = -\nabla U = -\frac{GMm}{|\vec r|^3}\vec r$.", "right"),
    (r"Gravitational potential $U(\vec r) = -\frac{GMm}{|\vec r|}$. Show force "
     r"$\vec F = -\nabla U = \frac{GMm}{|\vec r|^3}\vec r$.", "wrong"),
    (r"$\phi=\frac{1}{|\mathbf r-\mathbf r_0|}$. What is $\nabla\phi$ w.r.t. $\mathbf r$? I get "
     r"$-\frac{\mathbf r-\mathbf r_0}{|\mathbf r-\mathbf r_0|^3}$.", "right"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "status"), TEXTS, ids=range(len(TEXTS)))
def test_they_are_no_absolute_values(text: str, status: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == [status]


def test_a_bold_capital_between_bars_is_a_matrix() -> None:
    assert str(mg.ask(r"gradient of $\log|\mathbf X|$ wrt X").results["X"]) == "inv(X)'"


def test_small_letters_behind_numbers_are_numbers_unless_a_jacobian_is_asked_for() -> None:
    reply = mg.ask(r"Let $f(y)=\frac{ABx}{\|y\|}$. Find the Jacobian.")
    assert str(reply.results["y"]) == "-A*B*x*y'/norm2(y)^3"
