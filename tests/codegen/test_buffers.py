"""Results go into arrays that the caller has, in whatever order and type those are."""

import numpy as np
import pytest

from matgrad import ops as o
from matgrad.codegen import compile_program, program
from matgrad.codegen.c.native import compiler
from matgrad.errors import ShapeError, UnsupportedError
from matgrad.ops import symbol

A, x, c, B = symbol("A", "m", "n"), symbol("x", "n"), symbol("c"), symbol("B", "n", "k")
RNG = np.random.default_rng(0)
GIVEN = {"A": RNG.normal(size=(2, 3)), "x": RNG.normal(size=3), "c": 2.0, "B": np.ones((3, 4))}
TARGETS = ["numpy", pytest.param("c", marks=pytest.mark.skipif(compiler() is None, reason="no C"))]
EXPRESSIONS = {
    "a product": A @ x,
    "a multiple": c * (A @ B),
    "a sum": A @ x + o.sin(A @ x),
    "a function": o.exp(A @ B),
    "a transpose": A.T,
    "an input": x,
    "a row": x.T,
    "a number": x.T @ x,
    "zeros": A - A,
    "an outer product": (A @ x) @ x.T,
    "minus": -x,
}


def compiled(target, expression):
    f = compile_program(target, program(expression))
    return f, {name: GIVEN[name] for name in f.inputs}


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", EXPRESSIONS)
@pytest.mark.parametrize(("order", "dtype"), [("C", float), ("F", float), ("C", np.float32)])
def test_an_array_is_filled(target, name, order, dtype):
    f, given = compiled(target, EXPRESSIONS[name])
    wanted = np.asarray(f(**given))
    out = np.full(wanted.shape, np.nan, dtype, order=order)
    assert f(**given, out=out) is out
    np.testing.assert_allclose(out, wanted, rtol=1e-12 if dtype is float else 1e-6)


@pytest.mark.parametrize("target", TARGETS)
def test_several_results_go_into_several_arrays(target):
    f, given = compiled(target, (x.T @ x, (A @ x, c * A)))
    out = (np.empty(()), (np.empty(2), np.empty((2, 3))))
    assert f(**given, out=out) is out
    value, (product, multiple) = f(**given)
    assert out[0] == value
    np.testing.assert_array_equal(out[1][0], product)
    np.testing.assert_array_equal(out[1][1], multiple)


@pytest.mark.parametrize("target", TARGETS)
def test_arrays_that_do_not_fit_are_refused(target):
    f, given = compiled(target, A @ x)
    with pytest.raises(ShapeError, match=r"shape \(2,\), not \(3,\)"):
        f(**given, out=np.empty(3))
    with pytest.raises(ShapeError, match="out has 2 arrays, wanted: 1"):
        f(**given, out=[np.empty(2), np.empty(2)])
    with pytest.raises(ShapeError, match="not float"):
        f(**given, out=0.0)


def test_an_input_may_be_called_out():
    out, out1 = symbol("out", "n"), symbol("out1", "n")
    f = compile_program("numpy", program(o.add(out, out1)))
    assert f(out=np.ones(2), out1=np.ones(2)).tolist() == [2.0, 2.0]
    g = compile_program("numpy", program(2 * out1))
    room = np.empty(2)
    assert g(out1=np.ones(2), out=room) is room
    assert room.tolist() == [2.0, 2.0]


def test_other_targets_make_their_own_arrays():
    with pytest.raises(UnsupportedError, match="out is for NumPy and C"):
        compile_program("jax", program(A @ x))(**GIVEN, out=np.empty(2))


@pytest.mark.parametrize("target", TARGETS)
def test_an_array_of_integers_cannot_hold_the_result(target):
    f, given = compiled(target, A @ x)
    with pytest.raises(ShapeError, match="int"):
        f(**given, out=np.zeros(2, int))


@pytest.mark.parametrize("target", TARGETS)
def test_what_cannot_be_written_to_is_refused(target):
    f, given = compiled(target, A @ x)
    out = np.empty(2)
    out.flags["WRITEABLE"] = False
    with pytest.raises(UnsupportedError, match="out 1 is read-only"):
        f(**given, out=out)
    with pytest.raises(ShapeError, match="real numbers, not complex128"):
        f(**given, out=np.empty(2, complex))


@pytest.mark.parametrize("target", TARGETS)
def test_an_input_may_be_written_over(target):
    f, given = compiled(target, A.T @ (A @ x))
    wanted = f(**given)
    given["x"] = np.copy(given["x"])
    assert f(**given, out=given["x"]) is given["x"]
    np.testing.assert_allclose(given["x"], wanted)


@pytest.mark.parametrize("target", TARGETS)
def test_a_part_of_an_input_may_be_written_over(target):
    f, given = compiled(target, A @ x)
    wanted = f(**given)
    given["x"] = np.copy(given["x"])
    f(**given, out=np.asarray(given["x"])[1:])
    np.testing.assert_allclose(np.asarray(given["x"])[1:], wanted)
