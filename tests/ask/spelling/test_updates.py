"""Steps of gradient descent are claims about the gradient."""

import pytest

import matgrad as mg

F = r"Let $f(w) = \frac12\|Xw-y\|^2$."
STEPS = [
    (rf"{F} Is the update $w_{{t+1}} = w_t - \eta X^T(Xw_t - y)$ correct?", ["right"]),
    (rf"{F} The update is $w \leftarrow w - \alpha X^T(y - Xw)$. Correct?", ["wrong"]),
    (rf"{F} The update is $w \leftarrow w + \alpha X^T(y - Xw)$. Correct?", ["right"]),
    (rf"{F} The step is $w^{{(k+1)}} = w^{{(k)}} - \eta_k X(Xw^{{(k)}} - y)$.", ["wrong"]),
    (r"With $r = Xw - y$ let $L = \|r\|^2$. The update is $w_{t+1} = w_t - \eta X^Tr$.", ["right"]),
    ("For gradient descent on L = ||Aw - b||^2 I use w = w - lr * A^T (A w - b).", ["right"]),
    (
        r"Gradient ascent on $f(x) = b^Tx - \frac12x^Tx$: $x_{k+1} = x_k + \eta(b - x_k)$.",
        ["right"],
    ),
]

A = r"Let $A$ be square and $f(x) = \frac12\|Ax-b\|^2$. "
STEPS += [
    (A + r"A step is $x^+ = x-\eta\nabla f(x) = x-\eta A(Ax-b)$. Is this right?", ["wrong"]),
    (A + r"It is $x_{k+1} = x_k-\eta\nabla f(x_k) = x_k - \eta A^T(Ax_k-b)$.", ["right"]),
    (A + r"It is $x_{k+1} = x_k-\eta\nabla f(x_k) = x_k - 2\eta A^T(Ax_k-b)$.", ["wrong"]),
    (A + r"A step is $x^+ = x-\eta\nabla f(x)$. Is $\nabla f(x) = A^T(Ax-b)$?", ["right"]),
]


@pytest.mark.parametrize(("text", "verdicts"), STEPS, ids=range(len(STEPS)))
def test_steps_are_judged(text: str, verdicts: list[str]) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == verdicts


def test_the_size_of_a_step_takes_a_factor() -> None:
    text = r"Let $f(w) = \|Xw-y\|^2$. The update is $w \leftarrow w - \alpha X^T(Xw-y)$."
    (claim,) = mg.ask(text).claims
    assert (claim.status, claim.words) == ("right", "up to a constant factor")


def test_a_step_along_the_gradient_itself_claims_nothing() -> None:
    text = r"Gradient descent: $x_{k+1} = x_k - \eta\nabla f(x_k)$ for $f(x) = x^TAx$. Gradient?"
    reply = mg.ask(text)
    assert not reply.claims
    assert str(reply.results["x"]) == "(A + A')*x"
