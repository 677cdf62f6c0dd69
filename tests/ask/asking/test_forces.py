"""Forces of potentials are negative gradients."""

import pytest

from matgrad import ask

V = r"Let $V(x)=\frac14(x^Tx-1)^2$. "
CASES = [
    (V + "I believe the force is $F=-(x^Tx-1)x$. Is it?", ["right"]),
    (V + "The force is $F=(x^Tx-1)x$.", ["wrong"]),
    (V + "The force on the particle is $-(x^Tx-1)x$, and the gradient is $(x^Tx-1)x$.",
     ["right", "right"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), CASES, ids=range(len(CASES)))
def test_a_force_is_minus_the_gradient(text: str, statuses: list[str]) -> None:
    reply = ask(text)
    assert [claim.status for claim in reply.claims] == statuses
    assert [str(x) for x in reply.results.values()] == ["(x'*x - 1)*x"]


def test_what_follows_from_a_function_is_not_the_function() -> None:
    reply = ask("Let $V(x)=x^2$, so $F=-2x$. What is the gradient?")
    assert [str(x) for x in reply.results.values()] == ["2*x"]
