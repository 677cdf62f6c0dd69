"""Results returned by their factors are the same arrays, and are applied without writing them."""

import numpy as np
import pytest

import matgrad as mg
from matgrad.errors import ShapeError, UnsupportedError

RNG = np.random.default_rng(0)
A, x, T, U, V = (RNG.normal(size=s) for s in ((4, 3), 3, (5, 4), (5, 2), (4, 2)))


@pytest.mark.parametrize(
    ("d", "given", "factors"),
    [
        (mg.jacobian("sin(A*x)", "x", check=False), {"A": A, "x": x}, 2),
        (mg.hessian("normF(T - U*V')^2", "U", check=False), {"T": T, "U": U, "V": V}, 2),
        (mg.gradient("x'*A*y", "A", check=False), {"A": A, "x": A[:, 0], "y": x}, 2),
    ],
    ids=["diagonal", "kronecker", "outer"],
)
def test_factors_multiply_to_the_dense_result(d, given, factors):
    dense = d.compile()(**{n: given[n] for n in d.compile().inputs})
    found = d.factored()(**{n: given[n] for n in d.factored().inputs})
    assert len(found.factors) == factors
    assert found.shape == dense.shape
    np.testing.assert_allclose(found.toarray(), dense)
    np.testing.assert_allclose(np.asarray(found), dense)
    last = dense.shape[dense.ndim // 2 :]
    direction = RNG.normal(size=last)
    np.testing.assert_allclose(found @ direction, np.tensordot(dense, direction, direction.ndim))


def test_a_value_beside_gradients_stays_a_number():
    d = mg.value_and_grad("x'*A*y", "A", check=False)
    value, gradient = d.factored()(A=A, x=A[:, 0], y=x)
    np.testing.assert_allclose(value, A[:, 0] @ A @ x)
    np.testing.assert_allclose(gradient.toarray(), np.outer(A[:, 0], x))


def test_axes_that_do_not_fit_are_refused():
    found = mg.jacobian("sin(A*x)", "x", check=False).factored()(A=A, x=x)
    with pytest.raises(ShapeError):
        _ = found @ np.ones(7)


def test_what_is_no_product_is_returned_as_it_is():
    found = mg.gradient("x'*x", "x", check=False).factored()(x=x)
    np.testing.assert_allclose(found, 2 * x)


def test_factors_have_the_options_of_compile_that_make_sense():
    d = mg.jacobian("sin(A*x)", "x", check=False)
    found = d.factored(dtype="float32", sizes={"m": 3})(A=A, x=x)
    assert {factor.dtype.name for factor in found.factors} == {"float32"}
    with pytest.raises(UnsupportedError, match="not written with fixed"):
        d.factored(fixed=["A"])
