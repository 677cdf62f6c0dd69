"""A function is written with a part that the text names later and takes derivatives by."""

import pytest

import matgrad as mg

TEXT = r"""Derivative of $x^T(A^TA)^{-1}x$ w.r.t. A

I tried the chain rule: let $M = A^T A$. Then $\partial f/\partial M = -M^{-1}xx^TM^{-1}$ and so
$\partial f/\partial A = CLAIM$. Is this correct?"""
RESIDUAL = r"""What is the gradient of $f(w) = \left(Xw - y\right)^T(Xw - y)$ with respect to $w$?
With $r = Xw - y$ I have $\partial f/\partial r = CLAIM$."""


@pytest.mark.parametrize(
    "text, claim, verdicts",
    [
        (TEXT, r"-2A M^{-1}xx^TM^{-1}", ["right", "right"]),
        (TEXT, r"-A M^{-1}xx^TM^{-1}", ["right", "wrong"]),
        (RESIDUAL, "2r", ["right"]),
        (RESIDUAL, "r", ["wrong"]),
    ],
)
def test_derivatives_by_parts_are_judged(text: str, claim: str, verdicts: list[str]) -> None:
    reply = mg.ask(text.replace("CLAIM", claim))
    assert reply.is_answered
    assert [each.status for each in reply.claims] == verdicts
