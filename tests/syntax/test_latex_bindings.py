"""What belongs together in a ⊙ B c yᵀ."""

import pytest

from matgrad import ops
from matgrad.core.expr import Expr
from matgrad.errors import MatgradError, UnsupportedError
from matgrad.render import plain
from matgrad.syntax.latex_bindings import MOST
from matgrad.syntax.latex_problem import parse_latex_expression

KNOWN: dict[str, Expr] = {
    "a": ops.symbol("a", "m"),
    "B": ops.symbol("B", "m", "n"),
    "c": ops.symbol("c", "n"),
    "y": ops.symbol("y", "k"),
}


def readings(latex: str) -> list[str]:
    """All ways to read a formula in which the shapes fit."""
    found: list[str] = []
    for binding in range(MOST):
        try:
            found.append(plain(parse_latex_expression(latex, KNOWN, binding=binding)))
        except UnsupportedError:
            break
        except MatgradError:
            continue
    return found


def test_some_factors_beside_a_sign_belong_to_it() -> None:
    assert readings(r"a \odot Bcy^T") == ["(a ⊙ Bc)yᵀ"]


def test_factors_before_a_sign_may_stay_outside() -> None:
    assert readings(r"B^TBc \odot a") == ["Bᵀ(Bc ⊙ a)"]


def test_a_formula_without_such_signs_has_one_reading() -> None:
    assert readings("Bcy^T") == ["Bcyᵀ"]


def test_no_more_readings_than_there_are() -> None:
    with pytest.raises(UnsupportedError):
        parse_latex_expression("Bc", KNOWN, binding=1)
