"""What follows from fixed inputs is computed once; sums are multiplied out where that pays."""

import numpy as np
import pytest

import matgrad as mg
from matgrad.codegen.native import compiler
from matgrad.errors import UnknownNameError, UnsupportedError

SHAPES = {"A": ("m", "n"), "X": ("n", "k"), "B": ("k", "l"), "C": ("m", "l")}
TALL = {"m": 2000, "n": 100, "k": 100, "l": 2000}


def product():
    return mg.gradient("normF(A*X*B - C)^2", "X", shapes=SHAPES, check=False)


def arrays():
    rng = np.random.default_rng(0)
    sizes = {"m": 5, "n": 3, "k": 2, "l": 4}
    return {n: rng.normal(size=[sizes[s] for s in shape]) for n, shape in SHAPES.items()}


def test_fixed_inputs_leave_small_products_only():
    f = product().compile(fixed=["A", "B", "C"])
    assert f.inputs == ("X", "fixed1", "fixed2", "fixed3")
    assert f.source.count("@") == 2


def test_a_prepared_function_computes_the_same():
    given = arrays()
    f = product().compile(fixed=["A", "B", "C"])
    ready = f.prepare(**{name: given[name] for name in "ABC"})
    wanted = product().compile()(**given)
    assert ready.inputs == ("X",)
    np.testing.assert_allclose(ready(given["X"]), wanted)
    np.testing.assert_allclose(ready(X=given["X"]), wanted)


def test_without_fixed_inputs_there_is_nothing_to_prepare():
    with pytest.raises(UnsupportedError, match="fixed"):
        product().compile().prepare()


def test_products_are_multiplied_out_where_that_is_cheaper():
    tall = product().compile(sizes=TALL, expand=True)
    assert "A.T @ A @ X @ (B @ B.T)" in tall.source
    np.testing.assert_allclose(tall(**arrays()), product().compile()(**arrays()))
    assert "- C" in product().compile(sizes=TALL).source
    square = dict.fromkeys(TALL, 100)
    assert "- C" in product().compile(sizes=square, expand=True).source


def test_a_value_is_never_multiplied_out():
    d = mg.value_and_grad("normF(A*X*B - C)^2", "X", shapes=SHAPES, check=False)
    value, _ = d.compile(sizes=TALL, expand=True)(**arrays())
    given = arrays()
    residual = given["A"] @ given["X"] @ given["B"] - given["C"]
    assert value == np.sum(residual * residual)


def test_a_program_is_explained_line_by_line():
    shown = product().compile(fixed=["A", "B", "C"]).explain(**TALL)
    assert "fixed1 @ X @ fixed2 - fixed3" in shown
    assert "4.01M" in shown
    assert "rewrite 'expansion'" in shown
    assert "3 parts are computed once" in shown


def test_sizes_that_are_not_given_are_said_to_be_assumed():
    assert "assumed to be 1000" in product().compile().explain(m=2)


@pytest.mark.parametrize("target", ["numpy", *(["c"] if compiler() else [])])
def test_fixed_inputs_that_each_call_needs_are_kept(target):
    A, x, b = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), np.ones(2), np.arange(3.0)
    f = mg.gradient("norm2(A*x - b)^2", "x", check=False).compile(target, fixed=["A"])
    ready = f.prepare(A=A)
    wanted = 2 * A.T @ (A @ x - b)
    assert ready.inputs == ("x", "b")
    np.testing.assert_allclose(ready(x=x, b=b), wanted)
    np.testing.assert_allclose(ready(x, b), wanted)
    with pytest.raises(UnknownNameError, match="fixed"):
        ready(x=x, b=b, A=A)


@pytest.mark.parametrize("target", ["numpy", *(["c"] if compiler() else [])])
def test_sizes_that_only_fixed_inputs_tell_are_known(target):
    A, B = np.arange(6.0).reshape(3, 2), np.arange(8.0).reshape(2, 4)
    f = mg.jacobian("kron(A,B)*x", "x", check=False).compile(target, fixed=["A", "B"])
    np.testing.assert_allclose(f.prepare(A=A, B=B)(x=np.ones(8)), np.kron(A, B))
