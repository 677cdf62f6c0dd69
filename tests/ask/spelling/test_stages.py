"""A matrix with the letter of a step below may be made of the same letter without it."""

import pytest

import matgrad as mg

GAIN = r"""In deriving the Kalman gain one minimises $\operatorname{tr}(P_k)$,
$P_k = (I-KH)P(I-KH)^T+KRK^T$. Here P, R are covariance matrices. Take the derivative wrt $K$. """


@pytest.mark.parametrize(
    ("claim", "status"), [("-2(HP)^T+2K(HPH^T+R)", "right"), ("-(HP)^T+2K(HPH^T+R)", "wrong")]
)
def test_it_is_a_name_of_its_own(claim: str, status: str) -> None:
    reply = mg.ask(f"{GAIN}I'm told the result is ${claim}$.")
    assert [each.status for each in reply.claims] == [status]
    assert "a name of its own, called P_next" in str(reply)


def test_members_of_a_sum_stay_members() -> None:
    reply = mg.ask(r"Let $S = \sum_k x_k^TAx_k$. What is the gradient with respect to $A$?")
    assert str(reply.results["A"]) == "X'*X"
