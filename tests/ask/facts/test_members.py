"""A member p_i that words call the softmax of something is a number, no function."""

import pytest

import matgrad as mg


@pytest.mark.parametrize(
    ("claimed", "status"),
    [
        (r"\frac1\tau\left(\sum_i p_ik_i - k_+\right)", "right"),
        (r"\frac1\tau\left(k_+ - \sum_i p_ik_i\right)", "wrong"),
        (r"\sum_i p_ik_i - k_+", "wrong"),
    ],
)
def test_the_softmax_of_the_similarities(claimed: str, status: str) -> None:
    reply = mg.ask(
        r"They use $\ell(q) = -\frac{q^Tk_+}{\tau} + \log\sum_{i} \exp(q^Tk_i/\tau)$ and write "
        rf"$\nabla_q \ell = {claimed}$ where $p_i$ is the softmax of the similarities. Correct?"
    )
    assert [claim.status for claim in reply.claims] == [status]
