"""Jacobians of tuples of quantities that a text defines."""

import pytest

import matgrad as mg

POLAR = r"Let $x = r\cos\theta$ and $y = r\sin\theta$. "
DETERMINANTS = [
    (rf"{POLAR}Find the Jacobian matrix of $(x, y)$ with respect to $(r,\theta)$ and its "
     "determinant. Is it $r$?", "right"),
    (rf"{POLAR}Find the Jacobian of $(y, x)$ with respect to $(r,\theta)$ and its determinant. "
     "Is it $r$?", "wrong"),
    (r"$x = l_1\cos\theta_1 + l_2\cos(\theta_1+\theta_2)$ and $y = l_1\sin\theta_1 + "
     r"l_2\sin(\theta_1+\theta_2)$. Find the Jacobian of $(x, y)$ with respect to "
     r"$(\theta_1,\theta_2)$ and its determinant. I get $l_1l_2\sin\theta_2$.", "right"),
    (r"Let $u = x^2 - y^2$ and $v = 2xy$. What is the Jacobian determinant of $(u, v)$? I get "
     "$4x^2+4y^2$.", "right"),
]  # fmt: skip
MATRICES = [
    (r"\begin{pmatrix}2x & -2y\\2y & 2x\end{pmatrix}", "right"),
    (r"\begin{pmatrix}2x & -2y\\2y & -2x\end{pmatrix}", "wrong"),
]


@pytest.mark.parametrize(("text", "status"), DETERMINANTS, ids=range(len(DETERMINANTS)))
def test_the_determinant_is_that_of_one_function(text: str, status: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == [status]


@pytest.mark.parametrize(("claim", "status"), MATRICES, ids=range(len(MATRICES)))
@pytest.mark.parametrize("by", ["$(x, y)$", "$x$ and $y$", "$(x, y)^T$"])
def test_a_claimed_matrix_has_a_row_for_each(claim: str, status: str, by: str) -> None:
    reply = mg.ask(
        rf"Let $u = x^2 - y^2$ and $v = 2xy$. What is the Jacobian of $(u, v)$ wrt {by}? I get "
        rf"${claim}$."
    )
    assert [each.status for each in reply.claims] == [status]


def test_vectors_stay_vectors() -> None:
    reply = mg.ask("Let $y = Ax$ and $z = Bx$. Find the Jacobian of $(y, z)$ with respect to $x$.")
    assert reply.results["x"].shape.cols == reply.derivations[0].problem.symbols["x"].shape.rows
