"""Signs of programs in formulas, and what a barrier is."""

import pytest

import matgrad as mg

BARRIER = r"The barrier is $-\sum_i\log(b_i-a_i^Tx)$. "


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (BARRIER + r"With $d=1./(b-Ax)$ the gradient is $A^Td$.", "right"),
        (BARRIER + r"With $d=1./(b-Ax)$ the gradient is $-A^Td$.", "wrong"),
        (BARRIER + r"With $d=1/(b-Ax)$ the gradient is $A^Td$.", "right"),
        (r"$f(\theta)=(a+b)\cos\theta$. I get $f'(\theta)=-\sin\theta\,(a+b)$.", "right"),
    ],
)
def test_claims_are_judged(text: str, status: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == [status]
