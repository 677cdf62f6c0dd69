"""Steps of a method, whose second equation is a claim."""

import pytest

from matgrad import ask

F = r"Let $A$ be square and $f(x) = \frac12\|Ax-b\|^2$. "
CASES = [
    (F + r"A step is $x^+ = x-\eta\nabla f(x) = x-\eta A(Ax-b)$. Is this right?", ["wrong"]),
    (F + r"It is $x_{k+1} = x_k-\eta\nabla f(x_k) = x_k - \eta A^T(Ax_k-b)$.", ["right"]),
    (F + r"A step is $x^+ = x-\eta\nabla f(x)$. Is $\nabla f(x) = A^T(Ax-b)$?", ["right"]),
]


@pytest.mark.parametrize(("text", "statuses"), CASES, ids=range(len(CASES)))
def test_a_step_of_a_method_is_judged(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses
