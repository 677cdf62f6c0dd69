"""The one of many vectors that a label chooses."""

import pytest

from matgrad import ask

L = r"Let $L = -w_y^Tx + \log\sum_k\exp(w_k^Tx)$, where $y$ is the true class. "
P = r"with $p_k=\exp(w_k^Tx)/\sum_j\exp(w_j^Tx)$"


def test_it_is_one_of_them() -> None:
    reply = ask(L + "What is the gradient with respect to $w_k$?")
    assert [str(x) for x in reply.results.values()] == ["(softmax(W*x) - o)*x'"]
    assert "o is one-hot, with its one at the place y, where w_y stands" in reply.text("short")


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        (r"\partial L/\partial w_k = p_kx", "wrong"),
        (r"\partial L/\partial x = \sum_k p_kw_k - w_y", "right"),
        (r"\partial L/\partial x = \sum_k p_kw_k", "wrong"),
    ],
    ids=range(3),
)
def test_claims_are_judged_with_it(claim: str, status: str) -> None:
    assert [each.status for each in ask(f"{L}Is ${claim}$ {P}?").claims] == [status]
