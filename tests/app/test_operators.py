"""Jacobians and Hessians that are applied to vectors and never written out."""

import numpy as np
import pytest

import matgrad as mg
from matgrad.errors import UnsupportedError

RNG = np.random.default_rng(0)
ARRAYS = {"A": RNG.normal(size=(3, 4)), "x": RNG.normal(size=4), "X": RNG.normal(size=(4, 2))}


def dense(d, given):
    J = d.compile()(**given)
    return J.reshape(-1, given[d.trace.wrt[0].name].size)


@pytest.mark.parametrize(
    ("kind", "text", "wrt"),
    [
        (mg.jacobian, "sin(A*x)", "x"),
        (mg.jacobian, "tanh(A*X)", "X"),
        (mg.hessian, "sum(log(1 + exp(A*x)))", "x"),
        (mg.hessian, "normF(A*X)^4", "X"),
    ],
)
def test_an_operator_is_the_dense_derivative(kind, text, wrt):
    d = kind(text, wrt, check=False)
    given = {name: array for name, array in ARRAYS.items() if name in d.problem.symbols}
    operator, whole = d.operator(**given), dense(d, given)
    assert operator.shape == whole.shape
    v, u = RNG.normal(size=whole.shape[1]), RNG.normal(size=whole.shape[0])
    np.testing.assert_allclose(operator @ v, whole @ v)
    np.testing.assert_allclose(operator.T @ u, whole.T @ u)


def test_a_hessian_vector_product_takes_a_direction():
    d = mg.hessian("sum(log(1 + exp(A*x)))", "x", check=False)
    product = d.compile_map()
    assert product.inputs == ("A", "x", "dx")
    given = {"A": ARRAYS["A"], "x": ARRAYS["x"]}
    v = RNG.normal(size=4)
    np.testing.assert_allclose(product(**given, dx=v), d.compile()(**given) @ v)


def test_a_gradient_is_no_map():
    with pytest.raises(UnsupportedError, match="Jacobian or a Hessian"):
        mg.gradient("x'*x", "x", check=False).operator(x=[1.0])
