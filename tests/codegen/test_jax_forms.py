"""JAX multiplies by a number where entries are computed anyway."""

import numpy as np
import pytest

from matgrad import ops as o
from matgrad.codegen import Options, compile_program, program
from matgrad.ops import symbol

pytest.importorskip("jax")

A, X, B, C = (
    symbol("A", "m", "n"),
    symbol("X", "n", "k"),
    symbol("B", "k", "l"),
    symbol("C", "m", "l"),
)
R = A @ X @ B - C
SIZES = {"m": 500, "n": 500, "k": 500, "l": 500}
SMALL = {"m": 5, "n": 4, "k": 3, "l": 6}


def written(expr, sizes=SIZES, *skip):
    return compile_program("jax", program(expr, options=Options(sizes, skip=frozenset(skip))))


@pytest.mark.parametrize(
    ("expr", "code"),
    [
        (2 * (A.T @ R @ B.T), "A.T @ (2 * t1) @ B.T"),
        (3 * (A @ o.sin(X) @ B), "A @ (3 * jnp.sin(X))"),
        (2 * (A @ X), "2 * (A @ X)"),
    ],
)
def test_numbers_go_to_a_factor_that_is_computed_entry_by_entry(expr, code):
    f = written(expr)
    assert code in f.source
    rng = np.random.default_rng(1)
    shapes = [tuple(d.evaluate(SMALL) for d in each.shape) for each in f.program.inputs]
    given = [rng.normal(size=shape) for shape in shapes]
    wanted = compile_program("numpy", program(expr))(*given)
    np.testing.assert_allclose(np.asarray(f(*given)), wanted, rtol=1e-5)


def test_it_has_a_name():
    expr = 2 * (A.T @ R @ B.T)
    assert "rewrite 'scaled'" in written(expr).explain()
    assert written(expr, SIZES, "scaled").source == written(expr, {}).source
