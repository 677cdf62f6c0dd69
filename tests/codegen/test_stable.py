"""Code stays finite where the formula as written would overflow."""

import numpy as np
import pytest

import matgrad as mg
from matgrad import ops as o
from matgrad.codegen import compile_numpy
from matgrad.codegen.c.native import compiler
from matgrad.core.steps import Definition
from matgrad.errors import UnsupportedError
from matgrad.ops import symbol
from tests.codegen.agreement import double_precision

x, y, z, r = (symbol(name, "n") for name in "xyzr")
E = o.exp(x)
LARGE = np.array([-800.0, 0.0, 800.0])


@pytest.mark.parametrize(
    ("expr", "code"),
    [
        (o.log(1 + E), "np.logaddexp(x, 0)"),
        (o.log(E + 1), "np.logaddexp(x, 0)"),
        (o.log(1 + x), "np.log1p(x)"),
        (o.log(1 - x), "np.log1p(-x)"),
        (o.hadamard(E, o.power(1 + E, -1)), "special.expit(x)"),
        (o.hadamard(y, E, o.power(1 + E, -1)), "y * special.expit(x)"),
        (o.power(1 + o.exp(-x), -1), "special.expit(x)"),
        (2 * o.power(1 + E, -1), "2 * special.expit(-x)"),
        (o.log(o.total(E)), "logsumexp(x)"),
        (o.log(E) + y, "x + y"),
        (E / o.total(E), "softmax(x)"),
        (o.log(2 - E), "np.log(2 - np.exp(x))"),
        (o.log(y + E), "np.log(y + np.exp(x))"),
        (o.log(2 + E), "t1 + np.logaddexp(x - t1, 0)"),
        (o.log(E + o.exp(y)), "y + np.logaddexp(x - y, 0)"),
        (o.log(E + o.exp(-x)), "np.logaddexp(2 * x, 0) - x"),
        (o.hadamard(E, o.power(E + o.exp(y), -1)), "special.expit(x - y)"),
        (
            o.hadamard(o.power(E + o.exp(y), -2), E, o.exp(y)),
            "special.expit(x - y) * special.expit(y - x)",
        ),
        (o.hadamard(E, o.power(1 + E, -2)), "special.expit(x) * special.expit(-x)"),
        (o.hadamard(E - o.exp(-x), o.power(E + o.exp(-x), -1)), "np.tanh(x)"),
        (E - 1, "np.expm1(x)"),
        (1 - E, "-np.expm1(x)"),
        (E + 1, "np.exp(x) + 1"),
        (o.sigmoid(x) - 1, "-special.expit(-x)"),
        (1 - o.erf(x), "special.erfc(x)"),
        (o.erf(x) - 1, "-special.erfc(x)"),
        (1 + o.erf(x), "1 + special.erf(x)"),
        (o.log(2 * o.cosh(x)), "np.logaddexp(2 * x, 0) - x"),
        (o.hadamard(o.sinh(x), y, o.power(2 * o.cosh(x), -1)), "np.tanh(x) * y / 2"),
        (o.log(x + o.sqrt(o.square(x) + 1)), "np.arcsinh(x)"),
        (o.log(o.hadamard(1 + x, o.power(1 - x, -1))), "np.log1p(x) - np.log1p(-x)"),
        (o.hadamard(o.exp(y), o.power(1 + E, -1)), "np.exp(y) * special.expit(-x)"),
    ],
)
def test_naive_forms_are_written_by_stable_ones(expr, code):
    last = compile_numpy(expr).source.splitlines()[-1]
    assert last.partition("  #")[0] == f"    return {code}"


@pytest.mark.parametrize(
    ("expr", "wanted"),
    [
        (o.log(1 + E), [0, np.log(2), 800]),
        (o.hadamard(E, o.power(1 + E, -1)), [0, 0.5, 1]),
        (o.power(1 + o.exp(-x), -1), [0, 0.5, 1]),
        (o.log(o.total(E)), 800),
        (E / o.total(E), [0, 0, 1]),
    ],
)
def test_large_arguments_do_not_overflow(expr, wanted):
    np.testing.assert_allclose(compile_numpy(expr)(x=LARGE), wanted, atol=1e-300)


def test_names_in_between_do_not_hide_a_naive_form():
    definitions = [Definition(z, E), Definition(r, 1 + z)]
    f = compile_numpy(o.hadamard(z, o.power(r, -1)), definitions)
    np.testing.assert_allclose(f(x=LARGE), [0, 0.5, 1], atol=1e-300)
    assert "np.exp" not in f.source


COSINE = "x'*y/(norm2(x)*norm2(y))"
MATRICES = "tr(X'*Y)/(normF(X)*normF(Y))"


@pytest.mark.parametrize("target", ["numpy", "torch", "jax", "c"])
@pytest.mark.parametrize("scale", [1e-25, 1e25])
@pytest.mark.parametrize(("text", "names"), [(COSINE, "xy"), (MATRICES, "XY")])
def test_quotients_by_squares_go_by_lengths_that_are_there(target, scale, text, names):
    if target == "c":
        if compiler() is None:
            pytest.skip("no C compiler")
    else:
        pytest.importorskip(target)
    axes, shape = (("n",), (3,)) if names == "xy" else (("n", "m"), (3, 1))
    d = mg.gradient(text, names[0], shapes=dict.fromkeys(names, axes))
    f = d.compile(target, dtype="float32")
    one = np.array([1.0, 2.0, 3.0], np.float32).reshape(shape)
    other = np.array([3.0, -1.0, 2.0], np.float32).reshape(shape)
    near = np.asarray(f(one, other)).ravel()
    far = np.asarray(f(one * np.float32(scale), other), float).ravel() * scale
    np.testing.assert_allclose(near, np.array([5, -4, 1]) / 28, rtol=1e-5)
    np.testing.assert_allclose(far, near, rtol=1e-5)


def test_a_length_is_not_computed_for_that():
    source = mg.gradient("log(norm2(x))", "x", shapes={"x": ("n",)}).compile().source
    assert "return x / (x @ x)" in source


FAR = np.array([-1e8, -800.0, -40.0, -1e-9, 1e-9, 40.0, 800.0, 1e8])
NEAR_ONE = 1 / (1 + np.exp(np.minimum(FAR, 700)))  # 1 − σ
# Functions as they are typed, with their values and derivatives; 0 where those underflow.
FUNCTIONS = {
    "asinh(x)": (np.arcsinh(FAR), 1 / np.sqrt(FAR**2 + 1)),
    "expm1(min(x, 1))": (np.expm1(np.minimum(FAR, 1)), np.exp(np.minimum(FAR, 1)) * (FAR < 1)),
    "1 - sigmoid(x)": (NEAR_ONE, -NEAR_ONE * NEAR_ONE[::-1]),
    "log(exp(x) + exp(-x))": (np.logaddexp(FAR, -FAR), np.tanh(FAR)),
    "1 + log(cosh(x))": (1 + np.logaddexp(FAR, -FAR) - np.log(2), np.tanh(FAR)),
    "log(2 + exp(x))": (np.logaddexp(FAR, np.log(2)), 1 / (1 + 2 * np.exp(-np.maximum(FAR, -700)))),
    "exp(x) ./ (1 + exp(x)).^2": (NEAR_ONE * NEAR_ONE[::-1], None),
}
PACKAGES = {"torch": "torch", "jax": "jax", "array_api": "array_api_compat"}
TARGETS = ["numpy", *PACKAGES, *(["c"] if compiler() else [])]


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("text", FUNCTIONS)
def test_functions_as_they_are_typed_keep_their_digits_far_from_zero(text, target):
    if target in PACKAGES:
        pytest.importorskip(PACKAGES[target])
    double_precision()
    d = mg.jacobian(text, "x", {"x": ("n",)}, check=False)
    for function, wanted in zip((d.compile_value, d.compile), FUNCTIONS[text], strict=True):
        if wanted is not None:
            got = np.asarray(function(target)(x=FAR))
            got = got if got.ndim == 1 else np.diagonal(got)
            np.testing.assert_allclose(got, wanted, rtol=1e-7, atol=1e-300)


def test_the_complement_of_erf_has_no_array_api_code_as_erf_has_none():
    with pytest.raises(UnsupportedError, match="'erfc' has no array_api code"):
        mg.gradient("sum(erfc(x))", "x", check=False).compile_value("array_api")
