"""Formulas that follow from a gradient are claims about where it vanishes."""

import pytest

from matgrad.app.ask import ask

RIDGE = (
    r"$L(\alpha)=\|y-K\alpha\|^2+\lambda\alpha^TK\alpha$. $K$ symmetric. "
    r"I get $\nabla L = -2K(y-K\alpha)+2\lambda K\alpha$"
)
SQUARES = r"Let $f(x)=\|Ax-b\|^2$. The gradient is $2A^T(Ax-b)$"


@pytest.mark.parametrize(
    ("text", "statuses"),
    [
        (rf"{RIDGE}, so $\alpha=(K+\lambda I)^{{-1}}y$. OK?", ["right", "right"]),
        (rf"{RIDGE}, hence $\alpha=(K-\lambda I)^{{-1}}y$. OK?", ["right", "undecided"]),
        (rf"{SQUARES} and therefore $x=(A^TA)^{{-1}}A^Tb$. Right?", ["right", "right"]),
        (rf"{SQUARES}, and so $x=2(A^TA)^{{-1}}A^Tb$. Right?", ["right", "undecided"]),
    ],
)
def test_what_follows_from_a_gradient_is_judged(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses
