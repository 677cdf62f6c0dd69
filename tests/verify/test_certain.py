import pytest

from matgrad.core.expr import Expr
from matgrad.ops import frobenius, number, sin, symbol
from matgrad.verify.certain import is_certain

t, x = symbol("t"), symbol("x", "n")
CERTAIN = [
    (frobenius(x, x), 1, ()),
    (sin(t) - 2, -1, ()),
    (t - 3, 1, (t - 5,)),
    (sin(t), 1, (t, number(3) - t)),
]


@pytest.mark.parametrize(("root", "sign", "inside"), CERTAIN, ids=range(len(CERTAIN)))
def test_a_sign_that_holds_everywhere_is_certain(
    root: Expr, sign: int, inside: tuple[Expr, ...]
) -> None:
    assert is_certain(root, sign, inside)


UNCERTAIN = [(t - 3, 1, (t - 1,)), (sin(t), 1, (t, number(4) - t)), (t - 10**70, -1, ())]


@pytest.mark.parametrize(("root", "sign", "inside"), UNCERTAIN, ids=range(len(UNCERTAIN)))
def test_a_sign_that_changes_is_not(root: Expr, sign: int, inside: tuple[Expr, ...]) -> None:
    assert not is_certain(root, sign, inside)
