"""Claims about the function without one of its parts."""

import pytest

from matgrad import ask

F = r"Let $f(x) = \frac12x^TQx - b^Tx + \lambda\|x\|_1$ with $Q$ symmetric. "
CASES = [
    (F + r"Without the $\ell_1$ part, is the gradient $Qx - b$?", "right"),
    (F + r"Ignoring the penalty, $\nabla f = Qx - b$.", "right"),
    (F + "Without the penalty, the gradient is $2Qx - b$. Right?", "undecided"),
    (F + r"Without the linear term, the gradient is $Qx + \lambda\operatorname{sign}(x)$. Right?",
     "undecided"),
    (F + r"Without the penalty, the gradient is $Qx - b + \lambda\operatorname{sign}(x)$.",
     "undecided"),
    ("For the elastic net f(x) = 1/2 x^TQx - b^Tx + lambda ||x||_1, Q symmetric. Without the l1 "
     "part, the gradient is Qx - b. Right?", "right"),
    (F + "Is the gradient $Qx - b$?", "wrong"),
    (r"Ignoring the $\ell_1$ term, the gradient of $\|\beta\|_2^2+\alpha\|\beta\|_1$ w.r.t. "
     r"$\beta$ is $2\beta$.", "right"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "status"), CASES, ids=range(len(CASES)))
def test_claims_are_judged_without_the_part(text: str, status: str) -> None:
    reply = ask(text)
    assert [claim.status for claim in reply.claims] == [status]
    assert "not taken to be symmetric" not in reply.text("short")
