"""Derivatives inside of claims that the text gives before."""

import pytest

import matgrad as mg

COST = r"$Z = WX$, $J = \frac{1}{2m}\|Z - Y\|_F^2$. Then $\frac{\partial J}{\partial Z} = Z-Y$ and "


@pytest.mark.parametrize(
    ("claim", "statuses"),
    [
        (r"\frac1m\frac{\partial J}{\partial Z}X^T", ["wrong", "right"]),
        (r"\frac{\partial J}{\partial Z}X^T", ["wrong", "right"]),
        (r"\frac2m\frac{\partial J}{\partial Z}X^T", ["wrong", "wrong"]),
    ],
    ids=["with its own value", "with the derivative", "with neither"],
)
def test_what_was_given_before_may_be_meant(claim: str, statuses: list[str]) -> None:
    reply = mg.ask(rf"{COST}$\frac{{\partial J}}{{\partial W}} = {claim}$.")
    assert [each.status for each in reply.claims] == statuses


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        (r"\nabla u = u(a)", "right"),
        (r"\nabla^2u = u\left(aa^T\right)", "right"),
        (r"\nabla u = u(2a)", "wrong"),
    ],
    ids=range(3),
)
def test_the_value_of_the_function_may_stand_before_brackets(claim: str, status: str) -> None:
    reply = mg.ask(rf"Let $u(x) = e^{{a^Tx}}$. Then ${claim}$.")
    assert [each.status for each in reply.claims] == [status]
