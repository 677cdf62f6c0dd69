"""Jacobians and Hessians that are applied to vectors and never written out."""

import pickle
from typing import Any

import numpy as np
import pytest

import matgrad as mg
from matgrad.errors import ShapeError, UnknownNameError, UnsupportedError

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


def at_a_point() -> Any:
    return mg.jacobian("tanh(A*X)", "X", check=False).operator(A=ARRAYS["A"], X=ARRAYS["X"])


@pytest.mark.parametrize("entries", [np.ones(7), np.ones((7, 2)), np.ones((4, 2))])
def test_an_operator_says_what_it_acts_on(entries):
    with pytest.raises(ShapeError, match="acts on 8 entries"):
        _ = at_a_point() @ entries
    with pytest.raises(ShapeError, match="acts on 6 entries"):
        _ = at_a_point().T @ entries


def test_an_operator_can_be_sent_away():
    J = at_a_point()
    again: Any = pickle.loads(pickle.dumps(J))
    np.testing.assert_array_equal(again @ np.eye(8), J @ np.eye(8))
    np.testing.assert_array_equal(again.T @ np.eye(6), J.T @ np.eye(6))
    assert again.T.T.shape == J.shape


def test_an_operator_has_the_precision_of_its_arrays():
    single: Any = {"A": ARRAYS["A"].astype("f4"), "x": ARRAYS["x"].astype("f4")}
    for kind in (mg.hessian, mg.jacobian):
        H = kind("sum(sin(A*x))", "x", check=False).operator(**single)
        assert H.dtype == (H @ np.ones(4)).dtype == (H.T @ np.ones(H.shape[0])).dtype == "f4"
    assert mg.hessian("sum(sin(x))", "x", check=False).operator(x=[0.0]).dtype == "f8"


def test_changing_the_arrays_leaves_an_operator_as_it_is():
    x = np.ones(3)
    H = mg.hessian("sum(x.^3)", "x", check=False).operator(x=x)
    x[:] = 7
    np.testing.assert_array_equal(H @ np.ones(3), [6, 6, 6])


def test_maps_and_values_take_the_options_of_compile():
    d = mg.hessian("norm2(tanh(A'*A*x))^2", "x", check=False)
    given = {"A": ARRAYS["A"], "x": ARRAYS["x"]}
    dx = RNG.normal(size=4)
    product = d.compile_map(fixed=["A"], sizes={"m": 1000})
    assert "fixed1 = A.T @ A" in product.source
    wanted = d.compile_map()(**given, dx=dx)
    np.testing.assert_allclose(product.prepare(A=given["A"])(x=given["x"], dx=dx), wanted)
    value = d.compile_value(fixed=["A"], guard=False, skip=["inner"])
    assert "fixed1 = A.T @ A" in value.source
    np.testing.assert_allclose(value.prepare(given["A"])(given["x"]), d.compile_value()(**given))


def test_a_value_is_never_multiplied_out():
    shapes = {"A": ("m", "n"), "x": ("n",), "b": ("m",)}
    d = mg.jacobian("A'*(A*x - b)", "x", shapes, check=False)
    ways: list[Any] = [{"fixed": ["A", "b"]}, {"expand": True}]
    for told in ways:
        assert "A @ x - b" in d.compile_value(**told).source


@pytest.mark.parametrize("make", ["compile", "compile_map", "compile_value"])
def test_an_option_that_is_not_there_is_refused(make):
    d = mg.hessian("sum(sin(x))", "x", check=False)
    with pytest.raises(UnknownNameError, match="no option is called fix") as caught:
        getattr(d, make)(fix=["x"])
    assert "sizes, fixed" in (caught.value.hint or "")


def test_a_derivation_cannot_be_pickled_and_says_what_can():
    with pytest.raises(UnsupportedError, match="cannot be pickled") as caught:
        pickle.dumps(mg.gradient("sum(sin(x))", "x", check=False))
    assert "d.compile()" in (caught.value.hint or "")


def test_complex_numbers_are_refused_and_not_cut() -> None:
    H = mg.hessian("sum(exp(x))", "x").operator(x=np.ones(3))
    with pytest.raises(UnsupportedError, match="not real numbers"):
        H.matvec(1j * np.ones(3))


def test_a_prepared_function_shows_its_text_and_explains_itself() -> None:
    d = mg.gradient("norm2(tanh(A'*A*x))^2", "x")
    told: dict[str, Any] = {"dtype": None, "skip": None}  # as if not told
    p = d.compile(fixed=["A"], **told).prepare(A=ARRAYS["A"])
    assert "def " in p.source
    assert "n = 4" in p.explain()
