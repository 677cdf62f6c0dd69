"""Points that have a name and a value."""

import pytest

from matgrad import ask

F = r"Let $f(x)=ax-x^2$. Find the derivative and evaluate it at $x_0=a/4$. "
CASES = [
    (F + "At $x_0$ it equals $2x_0$.", ["right"]),
    (F + "At $x_0$ it equals $x_0$.", ["wrong"]),
    (r"$\ell(p)=k\log p+(n-k)\log(1-p)$. Find the second derivative and evaluate at $\hat p=k/n$. "
     r"At $\hat p$ it equals $-\frac{n}{\hat p(1-\hat p)}$.", ["right"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), CASES, ids=range(len(CASES)))
def test_a_point_has_its_value_in_claims(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses
