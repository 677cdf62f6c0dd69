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


@pytest.mark.parametrize(
    ("point", "status"),
    [("YX^T(XX^T)^{-1}", "right"), ("X^TY(XX^T)^{-1}", "wrong")],
)
def test_a_question_for_the_solution_defines_nothing(point: str, status: str) -> None:
    text = r"I want to optimise $\|Y - DX\|_F^2$ with respect to the dictionary $D$."
    reply = ask(f"{text} Is $D = {point}$ the solution?")
    assert [*reply.results] == ["D"]
    assert [claim.status for claim in reply.claims] == [status]
