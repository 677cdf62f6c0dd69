"""Values and derivatives of every kind, compiled in every target that runs from Python."""

import re
from functools import cache
from typing import Any

import numpy as np
import pytest

import matgrad as mg
from matgrad.codegen.c.native import compiler
from matgrad.optional import available
from tests.codegen.agreement import double_precision

SHAPES = {
    "X": ("m", "n"), "y": ("m",), "w": ("n",), "W": ("n", "k"), "V": ("k", "l"), "S": ("n", "n"),
    "Y": ("m", "l"), "a": (),
}  # fmt: skip
SIZES = {"m": 5, "n": 4, "k": 3, "l": 2}
RNG = np.random.default_rng(0)
ARRAYS: dict[str, Any] = {
    name: RNG.normal(size=[SIZES[s] for s in shape]) for name, shape in SHAPES.items()
}
ARRAYS["a"] = 0.7
ARRAYS["S"] = ARRAYS["S"] @ ARRAYS["S"].T + 3 * np.eye(4)
SCALARS = {
    "logistic regression": ("sum(log(1 + exp(-y.*(X*w)))) + a*w'*w", "w", "a"),
    "a network": ("sum(logsumexp_rows(tanh(X*W)*V)) - sum(Y.*(tanh(X*W)*V))", "W", "V"),
    "a likelihood": ("logdet(S) + w'*inv(S)*w", "S", "w"),
    "factors": ("normF(X*W*V - Y)^2", "W", "V"),
}
OTHERS = {
    "a vector": ("sin(X*w) + y", "w"),
    "a matrix": ("tanh(X*W)*V", "W"),
    "probabilities": ("softmax(X*w)", "w"),
    "an inverse": ("inv(S)*w", "S"),
}
there = {"c": compiler() is not None, "jax": available("jax"), "torch": available("torch"),
         "array_api": available("array_api_compat")}  # fmt: skip
TARGETS = [
    pytest.param(name, marks=pytest.mark.skipif(not there.get(name, True), reason=f"no {name}"))
    for name in ("numpy", "c", "jax", "torch", "array_api")
]
EPS = 1e-6


@cache
def derive(kind: str, text: str, wrt: str) -> Any:
    used = {name: SHAPES[name] for name in re.findall(r"\w+", text) if name in SHAPES}
    return getattr(mg, kind)(text, wrt, shapes=used, check=False)


def given(function: Any, **more: Any) -> dict[str, Any]:
    return {name: ARRAYS[name] for name in function.inputs if name in ARRAYS} | more


@cache
def slopes(kind: str, text: str, wrt: str, name: str) -> Any:
    """The derivative by differences: the axes of a value or gradient, then those of a variable."""
    d = derive("gradient" if kind == "gradient" else "differential", text, wrt)
    f = d.compile() if kind == "gradient" else d.compile_value()
    at = given(f)
    shape = np.shape(at[name])
    columns: list[Any] = []
    for i in np.ndindex(shape):
        step = np.zeros(shape)
        step[i] = EPS
        ahead, behind = (f(**{**at, name: at[name] + s}) for s in (step, -step))
        columns.append((np.asarray(ahead) - np.asarray(behind)) / (2 * EPS))
    return np.reshape(np.stack(columns, -1), (*np.shape(columns[0]), *shape))


def near(one: Any, other: Any) -> None:
    np.testing.assert_allclose(np.asarray(one), np.asarray(other), rtol=1e-5, atol=1e-6)


@pytest.fixture(autouse=True)
def doubles() -> None:
    double_precision()


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", SCALARS)
def test_derivatives_of_a_scalar(target, name):
    text, one, other = SCALARS[name]
    both = derive("value_and_grad", text, f"{one},{other}")
    f, value = both.compile(target), both.compile_value(target)
    number, (first, second) = f(**given(f))
    near(value(**given(value)), number)
    near(first, slopes("value", text, one, one))
    near(second, slopes("value", text, one, other))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", SCALARS)
def test_second_derivatives(target, name):
    text, one, other = SCALARS[name]
    H = derive("hessian", text, one).compile(target)
    dense = np.asarray(H(**given(H)))
    near(dense, slopes("gradient", text, one, one))
    mixed = derive("hessian", text, f"{one},{other}")
    M = mixed.compile(target)
    by = mixed.trace.wrt[0].name
    near(M(**given(M)), slopes("gradient", text, one if by == other else other, by))
    product = derive("hessian", text, one).compile_map(target)
    v = np.random.default_rng(1).normal(size=ARRAYS[one].shape)
    near(product(**given(product, **{f"d{one}": v})), np.tensordot(dense, v, v.ndim))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", OTHERS)
def test_derivatives_of_other_functions(target, name):
    text, wrt = OTHERS[name]
    d = derive("jacobian", text, wrt)
    f, value = d.compile(target), d.compile_value()
    J = np.asarray(f(**given(f)))
    near(J, slopes("value", text, wrt, wrt))
    rng = np.random.default_rng(1)
    dx, G = (
        rng.normal(size=ARRAYS[wrt].shape),
        rng.normal(size=J.shape[: J.ndim - ARRAYS[wrt].ndim]),
    )
    forward, backward = d.compile_map(target), d.compile_map(target, adjoint=True)
    near(forward(**given(forward, **{f"d{wrt}": dx})), np.tensordot(J, dx, dx.ndim))
    near(backward(**given(backward, **{backward.inputs[0]: G})), np.tensordot(G, J, G.ndim))
    operator = d.operator(**given(value))
    near(operator @ dx.ravel(), np.tensordot(J, dx, dx.ndim).ravel())
    near(operator.T @ G.ravel(), np.tensordot(G, J, G.ndim).ravel())


@pytest.mark.parametrize("name", [*SCALARS, *OTHERS])
def test_torch_differentiates_each_of_them_twice(name):
    torch = pytest.importorskip("torch")
    text, wrt, *_ = {**SCALARS, **OTHERS}[name]
    f = derive("differential", text, wrt).differentiable("torch")
    inputs = [torch.tensor(ARRAYS[n], dtype=torch.float64, requires_grad=True) for n in f.inputs]
    assert torch.autograd.gradcheck(f, inputs)
    assert torch.autograd.gradgradcheck(f, inputs)


@pytest.mark.parametrize("name", ["factors", "a matrix"])
def test_jax_differentiates_each_of_them_twice(name):
    pytest.importorskip("jax")
    test_util = pytest.importorskip("jax.test_util")
    text, wrt, *_ = {**SCALARS, **OTHERS}[name]
    f = derive("differential", text, wrt).differentiable("jax")
    test_util.check_grads(f.function, [ARRAYS[n] for n in f.inputs], order=2, rtol=1e-4)
