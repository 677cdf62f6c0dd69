"""What a sentence says in the place of what it denies is not denied."""

import pytest

from matgrad import ask

IS = "Is the gradient of $x^TAx$ equal to $2Ax$?"
CASES = [
    ("$A$ is not orthogonal, but symmetric. " + IS, ["right"]),
    ("The matrix $A$ is not positive definite, only symmetric. " + IS, ["right"]),
    ("$A$ is diagonal. Sorry, $A$ is not diagonal, it is only symmetric. " + IS, ["right"]),
    ("$A$ is not diagonal. It is symmetric. " + IS, ["right"]),
    ("$A$ is not just square, it is symmetric. " + IS, ["right"]),
    ("$A$ is not only symmetric but also positive definite. " + IS, ["right"]),
    ("In general $A$ is not symmetric, but here it is. " + IS, ["right"]),
    ("Let A be a matrix that is not diagonal but symmetric. " + IS, ["right"]),
    ("$A$ is usually symmetric, but here it is not. " + IS, ["wrong"]),
    ("$A$ is not symmetric, but invertible. " + IS, ["wrong"]),
    ("$A$ is not symmetric but its symmetric part is positive definite. " + IS, ["wrong"]),
    ("$f$ is not convex, but $A$ is symmetric. " + IS, ["right"]),
    ("My friend says that $A$ is not diagonal, but symmetric. " + IS, ["undecided"]),
    ("If $A$ is not diagonal but symmetric, the gradient of $x^TAx$ is $2Ax$. In general it is "
     "$2Ax$ too.", ["right", "wrong"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), CASES, ids=range(len(CASES)))
def test_what_is_said_instead_is_not_denied(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses
