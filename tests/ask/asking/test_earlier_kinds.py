"""What is proposed before another kind is named is of the kind that was asked for."""

import pytest

import matgrad as mg


@pytest.mark.parametrize(
    ("claimed", "statuses"),
    [
        (r"I'd say $A^TA+\rho I$, and the gradient is $A^T(Ax-b)+\rho(x-z)$.", ["right", "right"]),
        (r"I think it is $A^TA$, while the gradient is $A^T(Ax-b)+\rho(x-z)$.", ["wrong", "right"]),
        (r"I'd say $A^TA+\rho I$, and the gradient is $A(Ax-b)+\rho(x-z)$.", ["right", "wrong"]),
    ],
)
def test_a_hessian_before_a_gradient(claimed: str, statuses: list[str]) -> None:
    reply = mg.ask(
        rf"What's the Hessian of $\frac12\|Ax-b\|^2+\frac\rho2\|x-z\|^2$ in $x$? {claimed}"
    )
    assert [claim.status for claim in reply.claims] == statuses
