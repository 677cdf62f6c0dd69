"""Sums of outer products as one product of matrices."""

import numpy as np
import pytest

from matgrad.codegen import compile_program, program
from matgrad.codegen.plan.program import Options
from matgrad.core.expr import Expr
from matgrad.core.walk import symbols
from matgrad.ops import symbol
from tests.codegen.reference import arrays_for

a, b, c = (symbol(name, "m") for name in "abc")
u, v, w = (symbol(name, "n") for name in "uvw")
A = symbol("A", "m", "n")
rng = np.random.default_rng(9)


@pytest.mark.parametrize("target", ["numpy", "torch"])
@pytest.mark.parametrize(
    "expr",
    [
        a @ u.T + b @ v.T,
        a @ u.T - b @ v.T + 3 * c @ w.T,
        A - a @ u.T - b @ v.T,
        a @ u.T + b @ v.T - A,
        -(a @ u.T) - b @ v.T,
    ],
    ids=range(5),
)
def test_outer_products_are_stacked(expr: Expr, target: str) -> None:
    if target == "torch":
        pytest.importorskip("torch")
    f, off = (
        compile_program(target, program(expr, options=Options(skip=frozenset(skip))))
        for skip in ((), ("outer sums",))
    )
    stack = {"numpy": "np.array((", "torch": "torch.stack(("}[target]
    assert f.source.count(stack) == 2
    assert "outer(" not in f.source
    assert stack not in off.source
    assert "'outer sums'" in f.explain()
    given = arrays_for(symbols(expr), {"m": 3, "n": 4})
    np.testing.assert_allclose(np.asarray(f(**given)), np.asarray(off(**given)), rtol=1e-12)


def test_one_outer_product_stays_one() -> None:
    source = compile_program("numpy", program(A + a @ u.T)).source
    assert "np.outer(a, u)" in source
    assert "np.array" not in source


def test_an_outer_product_that_is_needed_itself_is_not_stacked() -> None:
    both = compile_program("numpy", program((a @ u.T, a @ u.T + b @ v.T)))
    assert "np.array" not in both.source
