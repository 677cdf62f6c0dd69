"""Single precision: asked for by name, or by arrays that have it."""

import warnings
from dataclasses import replace

import numpy as np
import pytest

import matgrad as mg
from matgrad.codegen import compile_program, for_target, program
from matgrad.codegen.c import native
from matgrad.codegen.c.native import compiler
from matgrad.core.walk import symbols
from matgrad.errors import UnsupportedError
from matgrad.optional import available
from tests.codegen.agreement import double_precision
from tests.codegen.reference import arrays_for
from tests.codegen.test_targets import SIZES as GRID
from tests.codegen.test_targets import grid, lacks

RNG = np.random.default_rng(0)
SHAPES = {"X": ("N", "n"), "y": ("N",), "w": ("n",), "S": ("n", "n"), "W": ("n", "k")}
SIZES = {"N": 9, "n": 4, "k": 3}
GIVEN = {name: RNG.normal(size=[SIZES[s] for s in shape]) for name, shape in SHAPES.items()}
GIVEN["S"] = GIVEN["S"] @ GIVEN["S"].T + 4 * np.eye(4)
CASES = {
    "logistic regression": ("value_and_grad", "sum(log(1 + exp(-y.*(X*w)))) + 3*w'*w", "w"),
    "a Hessian with an identity": ("hessian", "sum(log(1 + exp(-y.*(X*w)))) + w'*w/3", "w"),
    "ones": ("gradient", "sum(X*W) + sum(sqrt(2)*W)", "W"),
    "a determinant and an inverse": ("gradient", "logdet(S) + w'*inv(S)*w", "S"),
    "a Jacobian": ("jacobian", "softmax(X*w)", "w"),
    "a Jacobian by a matrix": ("jacobian", "tanh(X*W)", "W"),
}
needs = {"c": compiler() is not None, "jax": available("jax"), "torch": available("torch")}
TARGETS = [
    pytest.param(name, marks=pytest.mark.skipif(not needs.get(name, True), reason=f"no {name}"))
    for name in ("numpy", "c", "jax", "torch")
]


def derivation(name):
    kind, text, wrt = CASES[name]
    used = {key: shape for key, shape in SHAPES.items() if key in text}
    return getattr(mg, kind)(text, wrt, shapes=used, check=False)


def flat(result):
    return [np.asarray(a) for a in (result if isinstance(result, tuple) else (result,))]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_the_precision_asked_for_is_used(target, name, dtype):
    double_precision()
    d = derivation(name)
    f = d.compile(target, dtype=dtype)
    given = {key: GIVEN[key] for key in f.inputs}
    other = np.float64 if dtype == "float32" else np.float32
    got = flat(f(**{key: array.astype(other) for key, array in given.items()}))
    assert {str(array.dtype) for array in got} == {dtype}
    for one, wanted in zip(got, flat(d.compile()(**given)), strict=True):
        np.testing.assert_allclose(one, wanted, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("target", [t for t in TARGETS if t.values[0] != "c"])
@pytest.mark.parametrize("name", CASES)
def test_nothing_on_the_way_is_in_double_precision(target, name):
    double_precision()
    f = derivation(name).compile(target, dtype="float32")
    given = [GIVEN[key].astype(np.float32) for key in f.inputs]
    if target == "torch":
        torch = pytest.importorskip("torch")
        given = [torch.as_tensor(array) for array in given]
    assert {str(np.asarray(a).dtype) for a in flat(f.function(*given))} == {"float32"}


@pytest.mark.skipif(not available("jax"), reason="no jax")
def test_jax_keeps_to_single_precision_where_double_is_switched_on():
    double_precision()
    jax = pytest.importorskip("jax")
    for name, expr in grid().items():
        if lacks(expr, "jax"):
            continue
        f = compile_program("jax", program(expr))
        found = {
            key: np.asarray(a, np.float32) for key, a in arrays_for(symbols(expr), GRID).items()
        }
        if f.functions or f.sizes or not found or all(a.ndim == 0 for a in found.values()):
            continue
        shown = jax.eval_shape(f.function, *(found[key] for key in f.inputs))
        # What depends on comparisons alone takes the precision of what it meets.
        assert shown.weak_type or str(shown.dtype) == "float32", (name, f.source)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("adjoint", [False, True])
def test_maps_and_values_have_a_precision_too(target, adjoint):
    double_precision()
    d = derivation("a Hessian with an identity")
    product = d.compile_map(target, adjoint=adjoint, dtype="float32")
    (direction,) = set(product.inputs) - GIVEN.keys()
    given = {**GIVEN, direction: GIVEN["w"]}
    given = {key: given[key] for key in product.inputs}
    got = np.asarray(product(**given))
    wanted = d.compile_map(adjoint=adjoint)(**given)
    assert (str(got.dtype), str(wanted.dtype)) == ("float32", "float64")
    np.testing.assert_allclose(got, wanted, rtol=1e-4, atol=1e-5)
    value = d.compile_value(target, dtype="float32")
    assert str(np.asarray(value(**{key: GIVEN[key] for key in value.inputs})).dtype) == "float32"


@pytest.mark.parametrize("target", TARGETS)
def test_arrays_in_half_precision_are_computed_with_in_double(target):
    double_precision()
    d = derivation("logistic regression")
    half = {key: GIVEN[key].astype("f2") for key in ("X", "y", "w")}
    doubles = {key: array.astype("f8") for key, array in half.items()}
    for got, wanted in zip(
        flat(d.compile(target)(**half)), flat(d.compile()(**doubles)), strict=True
    ):
        assert str(got.dtype) == "float64"
        np.testing.assert_allclose(got, wanted, rtol=1e-10)


def test_other_precisions_are_refused():
    with pytest.raises(UnsupportedError, match="no code computes in float16"):
        derivation("ones").compile(dtype="float16")


@pytest.mark.parametrize("target", TARGETS[:2])
def test_what_is_prepared_has_the_precision_too(target):
    d = derivation("logistic regression")
    f = d.compile(target, fixed=["X", "y"], dtype="float32")
    ready = f.prepare(X=GIVEN["X"], y=GIVEN["y"])
    assert {str(each.dtype) for each in ready.known.values()} == {"float32"}


@pytest.mark.skipif(compiler() is None, reason="no C compiler")
def test_every_operator_has_the_same_value_in_single_precision(monkeypatch):
    monkeypatch.setattr(native, "_FLAGS", [f.replace("-O2", "-O0") for f in native._FLAGS])
    there = [(name, expr) for name, expr in grid().items() if not lacks(expr, "c")]
    for start in range(0, len(there), 60):
        names, expressions = zip(*there[start : start + 60], strict=True)
        found = arrays_for(list(symbols(*expressions)), GRID)
        arrays = {name: np.asarray(value) / 3 for name, value in found.items()}
        options = replace(for_target("c"), dtype="float32")
        single = compile_program("c", program(expressions, options))
        wanted = compile_program("numpy", program(expressions))(**arrays)
        for name, one, other in zip(names, single(**arrays), wanted, strict=True):
            size = np.abs(other).max()
            np.testing.assert_allclose(one, other, rtol=2e-3, atol=1e-5 * size, err_msg=name)


@pytest.mark.parametrize("scale", [1e-22, 1.0, 1e25])
def test_lengths_of_single_precision_neither_overflow_nor_vanish(scale: float) -> None:
    x = np.array([1, 2, 3], np.float32) * np.float32(scale)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = mg.gradient("norm2(x)", "x").compile()(x)
    np.testing.assert_allclose(found, np.array([1, 2, 3]) / 14**0.5, rtol=1e-5)


@pytest.mark.parametrize("target", TARGETS)
def test_a_pseudoinverse_leaves_out_what_is_zero_in_its_precision(target):
    M = np.random.default_rng(0).normal(size=(5, 2)) @ np.random.default_rng(1).normal(size=(2, 4))
    f = mg.gradient("tr(A*pinv(X))", "A", {"A": ("m", "n")}).compile(target, dtype="float32")
    found = np.asarray(f(A=np.float32(M), X=np.float32(M)))
    np.testing.assert_allclose(found, np.linalg.pinv(M).T, rtol=1e-3, atol=1e-4)
