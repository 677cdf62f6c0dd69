"""Functions that are named by their place among others."""

import pytest

from matgrad import ask

TWO = "Consider $f(x) = x^TAx$ and $g(x) = x^Tx$. "
CASES = [
    (TWO + "Is the gradient of the latter $2x$?", ["right"]),
    (TWO + "Is the gradient of the second function $3x$?", ["wrong"]),
    (TWO + "The gradient of the former is $(A+A^T)x$ and that of the latter is $3x$.",
     ["right", "wrong"]),
    (TWO + "I get $2Ax$ for the former and $2x$ for the latter.", ["wrong", "right"]),
    ("Take f(x) = x'Ax and g(x) = b'x. The gradient of the first is 2Ax, that of the second is b.",
     ["wrong", "right"]),
    ("Let $f(x) = x^3$. Find the gradient and the Hessian. I get $3x^2$ for the former and $6x$ "
     "for the latter.", ["right", "right"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), CASES, ids=range(len(CASES)))
def test_a_claim_is_that_of_the_function_in_its_place(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses
