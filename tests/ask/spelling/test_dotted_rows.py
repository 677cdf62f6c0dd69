r"""Rows that are written X_{i\cdot} or X_{i,:}."""

import pytest

import matgrad as mg

ROWS = [
    (r"Denote by $\mathbf{X}_{i\cdot}$ the rows. "
     r"$f(\beta)=\sum_i w_i(y_i-\mathbf{X}_{i\cdot}\beta)^2$, "
     r"is $\nabla f=-2X^TW(y-X\beta)$ where $W=\mathrm{diag}(w)$?", "right"),
    (r"Let $f(\beta) = \sum_{i=1}^n(y_i - X_{i,:}\beta)^2$. Then $\nabla f = -2X^T(y - X\beta)$.",
     "right"),
    (r"$f(\beta)=\sum_i(y_i-X_{i\cdot}\beta)^2$. Then "
     r"$\nabla f(\beta) = -2\sum_i X_{i\cdot}^T(y_i-X_{i\cdot}\beta)$.", "right"),
    (r"$f(\beta)=\sum_i(y_i-X_{i\cdot}\beta)^2$. Then $\nabla f(\beta) = -2X(y-X^T\beta)$.",
     "wrong"),  # they are rows, no columns
]  # fmt: skip


@pytest.mark.parametrize(("text", "status"), ROWS, ids=range(len(ROWS)))
def test_a_dot_for_the_second_index_makes_a_row(text: str, status: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == [status]
