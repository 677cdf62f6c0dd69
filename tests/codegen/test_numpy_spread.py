"""Rows and columns over large matrices in NumPy: not copied into buffers, new matrices in place."""

from __future__ import annotations

import numpy as np
import pytest

import matgrad as mg
from matgrad import ops as o
from matgrad.codegen import compile_program, program
from matgrad.codegen.helpers import helpers
from matgrad.codegen.plan.planning import Outputs
from matgrad.codegen.plan.program import Options
from matgrad.codegen.run.compiled import Compiled
from matgrad.ops import symbol
from tests.codegen.reference import arrays_for

A, B = symbol("A", "m", "n"), symbol("B", "m", "n")
v, w, t = symbol("v", "m"), symbol("w", "n"), symbol("t")
NAME = "unbuffered"
LARGE = {"m": 500, "n": 1000}
row, column = o.ones("m") @ w.T, v @ o.ones("n").T
EXAMPLES: dict[str, Outputs] = {
    "unbuffered(np.multiply, v[:, None], A)": o.diag_matrix(v) @ A,
    "unbuffered(np.multiply, A, w)": A @ o.diag_matrix(w),
    "unbuffered(np.multiply, v[:, None], w)": v @ w.T,
    "unbuffered(np.subtract, A, w[None, :])": A - row,
    "unbuffered(np.add, w[None, :], v[:, None])": row + column,
    "unbuffered(np.subtract, A, v[:, None])": A - column,
    "unbuffered(np.multiply, A, v[:, None])": o.entrywise(A, column),
    "unbuffered(np.add, t1, A, out=t1)": v @ w.T + A,
    "unbuffered(np.subtract, A, t1, out=t1)": A - v @ w.T,
    "unbuffered(np.subtract, t1, v[:, None], out=t1)": A - row - column,
    "unbuffered(np.multiply, B, t1, out=t1)": o.entrywise(B, A - row),
}


def _compiled(expr: Outputs, *skip: str, **sizes: int) -> Compiled:
    options = Options(sizes or LARGE, skip=frozenset(skip))
    return compile_program("numpy", program(expr, options=options))


def _same(told: Compiled, plain: Compiled) -> None:
    given = arrays_for([A, B, v, w, t], {"m": 4, "n": 3})
    given = {name: np.asarray(given[name]) + 1.0 for name in told.inputs}
    before = {name: np.copy(array) for name, array in given.items()}
    for one, other in zip(_flat(told(**given)), _flat(plain(**given)), strict=True):
        np.testing.assert_array_equal(one, other)
    for name, array in before.items():
        np.testing.assert_array_equal(given[name], array)


def _flat(found: object) -> tuple[object, ...]:
    return found if isinstance(found, tuple) else (found,)


@pytest.mark.parametrize("code", EXAMPLES)
def test_what_is_spread_over_a_large_matrix_is_not_copied(code: str) -> None:
    told, plain = _compiled(EXAMPLES[code]), _compiled(EXAMPLES[code], NAME)
    assert code in told.source
    assert f"'{NAME}'" in told.explain()
    assert "unbuffered" not in plain.source
    _same(told, plain)


@pytest.mark.parametrize("sizes", [{"m": 100, "n": 300}, {"m": 10_000, "n": 100}], ids=str)
def test_small_matrices_and_those_with_short_rows_are_left_alone(sizes: dict[str, int]) -> None:
    assert "unbuffered" not in _compiled(v @ w.T, **sizes).source


def test_a_new_matrix_is_changed_in_place() -> None:
    expr = o.diag_matrix(v) @ (A - row)
    told = _compiled(expr)
    assert "t1 = unbuffered(np.subtract, A, w[None, :])" in told.source
    assert "unbuffered(np.multiply, v[:, None], t1, out=t1)" in told.source
    _same(told, _compiled(expr, NAME))


def test_a_matrix_that_is_given_or_used_again_is_not_changed() -> None:
    shifted = A - row
    both = (o.diag_matrix(v) @ shifted, shifted @ w)
    assert "out=" not in _compiled(both).source.replace(helpers("numpy.txt")["unbuffered("], "")
    _same(_compiled(both), _compiled(both, NAME))


def test_the_jacobian_of_softmax_makes_one_matrix() -> None:
    shapes = {"A": ("n", "n"), "x": ("n",)}
    d = mg.jacobian("softmax(A*x)", "x", shapes=shapes, check=False)
    told, plain = d.compile(sizes={"n": 1000}), d.compile()
    assert "out=t2)" in told.source
    given = {"A": np.arange(9.0).reshape(3, 3) / 9, "x": np.array([0.3, -1.0, 2.0])}
    np.testing.assert_allclose(told(**given), plain(**given), rtol=1e-14)
    room = np.empty((3, 3))
    assert told(**given, out=room) is room
    np.testing.assert_allclose(room, plain(**given), rtol=1e-14)


def test_buffers_have_their_size_again_and_numbers_of_another_kind_are_not_lost() -> None:
    f = _compiled(o.diag_matrix(v) @ (A - row))
    before = np.getbufsize()
    found = f.function(np.array([0.5, 0.25]), np.array([[1, 2], [3, 4]]), np.array([1, 1]))
    assert found.tolist() == [[0.0, 0.5], [0.5, 0.75]]
    with pytest.raises(ValueError, match="broadcast"):
        f.function(np.ones(3), np.ones((2, 2)), np.ones(2))
    assert np.getbufsize() == before


def test_products_of_arrays_with_long_rows_need_no_sum_over_indices() -> None:
    shapes = {"A": ("p", "l"), "B": ("l", "m"), "V": ("m", "k"), "z": ("k",)}
    d = mg.jacobian("A*square(B*V*z)", "V", shapes=shapes, check=False)
    sizes = {"p": 50, "l": 200, "m": 200, "k": 300}
    told, plain = d.compile(sizes=sizes), d.compile(sizes=sizes, skip=[NAME])
    assert "unbuffered(np.multiply, " in told.source
    assert "einsum" in plain.source
    rng = np.random.default_rng(3)
    lengths = {"p": 2, "l": 3, "m": 4, "k": 5}
    given = {name: rng.normal(size=[lengths[n] for n in shape]) for name, shape in shapes.items()}
    np.testing.assert_allclose(told(**given), plain(**given), rtol=1e-14)


def test_outer_products_of_matrices_with_short_rows_have_two_axes_as_one() -> None:
    d = mg.hessian("sum(exp(W*y))", "W", shapes={"W": ("m", "n"), "y": ("n",)}, check=False)
    told, skipped, small = (
        d.compile(sizes={"m": m, "n": n}, skip=skip)
        for m, n, skip in ((30, 40, []), (30, 40, [NAME]), (4, 40, []))
    )
    assert "spread_pairs(np.outer(y, y)[:, None, :], " in told.source
    assert f"'{NAME}'" in told.explain()
    assert "spread_pairs" not in skipped.source + small.source
    given = {"W": np.arange(6.0).reshape(2, 3) / 6, "y": np.array([0.5, -1.0, 2.0])}
    found = told(**given)
    assert found.shape == (2, 3, 2, 3)
    np.testing.assert_array_equal(found, skipped(**given))
