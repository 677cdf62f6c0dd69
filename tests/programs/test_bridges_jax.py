"""Functions written for JAX are traced as they stand."""

import sys
from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import matgrad as mg
from matgrad.codegen import compile_numpy
from matgrad.errors import UnsupportedError
from matgrad.optional import available
from matgrad.programs.bridges.trace import trace

SHAPES = {"A": ("m", "n"), "x": ("n",), "b": ("m",)}
_rng = np.random.default_rng(3)
SIZES = {"A": (3, 2), "B": (3, 2), "S": (2, 2), "x": (2,), "b": (3,)}
VALUES = {name: _rng.uniform(0.2, 0.9, size) for name, size in SIZES.items()}
VALUES["S"] = np.eye(2) + VALUES["S"] @ VALUES["S"].T
needs_jax = pytest.mark.skipif(not available("jax"), reason="jax is not installed")


# ---------------------------------------------------------------- without JAX


def _refused(*_: Any, **__: Any) -> Any:
    raise TypeError("jax takes no arrays but its own")


@pytest.fixture
def jnp(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A module that takes none of our arrays, as JAX does."""
    jax, numpy, nn = ModuleType("jax"), ModuleType("jax.numpy"), ModuleType("jax.nn")
    jax.numpy, jax.nn, jax.grad = numpy, nn, _refused  # type: ignore[attr-defined]
    for name in ("sum", "tanh", "var", "sort", "log"):
        setattr(numpy, name, partial(_refused, name))
    for name in ("softmax", "gelu"):
        setattr(nn, name, partial(_refused, name))
    for module in (jax, numpy, nn):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    return numpy


def test_a_module_of_jax_is_taken_as_numpy(jnp: Any) -> None:
    f = trace(lambda A, x: jnp.sum(jnp.tanh(A @ x)), SHAPES)
    assert str(f.function) == "sum(tanh(A*x))"
    assert mg.gradient(f, "x").verdict.ok


def test_a_name_from_jax_is_taken_as_well(jnp: Any) -> None:
    total, softmax = jnp.sum, sys.modules["jax.nn"].softmax
    assert str(trace(lambda A: total(softmax(A)[:, 0]), SHAPES).function) == (
        "sum(softmax_rows(A)[:,1])"
    )


def test_functions_that_are_called_are_taken_too(jnp: Any) -> None:
    def squares(z):
        return jnp.sum(z**2)

    def deep(z, times):
        return z if times == 0 else deep(jnp.tanh(z), times - 1)

    assert str(trace(lambda x: squares(deep(x, 2)), SHAPES).function) == "sum(tanh(tanh(x)).^2)"


def test_an_import_inside_of_the_function_is_seen(jnp: Any) -> None:
    def f(x):
        import jax.numpy as other  # noqa: PLC0415 # pyright: ignore

        return other.sum(other.log(x))

    assert str(trace(f, SHAPES).function) == "sum(log(x))"


def test_functions_of_jax_that_are_not_known_are_named(jnp: Any) -> None:
    jax: Any = sys.modules["jax"]
    with pytest.raises(UnsupportedError, match="sort is not read"):
        trace(lambda x: 2 * jnp.sort(x), SHAPES)
    with pytest.raises(UnsupportedError, match="grad is not read"):
        trace(lambda x: 2 * jax.grad(jnp.sum)(x), SHAPES)
    with pytest.raises(UnsupportedError, match="gelu") as caught:
        trace(lambda x: 2 * jax.nn.gelu(x), SHAPES)
    assert "approximate=False" in (caught.value.hint or "")


def test_values_that_the_function_names_are_read_and_others_are_refused(jnp: Any) -> None:
    c, fixed, other = 0.5, np.array([1.0, 2.0]), object()
    f = trace(lambda x: jnp.sum(jnp.tanh(c * x) * fixed), {"x": (2,)})
    assert str(f.function) == "sum(tanh(x/2) .* fixed)"
    assert [str(x.value) for x in f.definitions] == ["[1; 2]"]
    with pytest.raises(UnsupportedError, match="names other"):
        trace(lambda x: jnp.sum(x * other), {"x": (2,)})


def test_the_same_name_may_mean_something_else_in_jax(jnp: Any) -> None:
    lax: Any = ModuleType("jax.lax")
    lax.clamp = lax.max = _refused
    sys.modules["jax"].lax = lax  # type: ignore[attr-defined]
    f = trace(lambda x: lax.clamp(0.3, x, 0.6) + lax.max(x, 0), SHAPES)
    assert str(f.function) == "min(max(x, 0.3*ones(n)), 3/5*ones(n)) + max(x, zeros(n))"


# ---------------------------------------------------------------- with JAX


def _functions() -> list[Callable[..., Any]]:
    jax: Any = pytest.importorskip("jax")
    jnp, lax, nn = jax.numpy, jax.lax, jax.nn
    special, linalg = jax.scipy.special, jax.scipy.linalg
    fixed = jnp.array([[1.0, 2.0], [0.5, 4.0]])
    return [
        lambda A, x: jnp.sum(jnp.tanh(A @ x)),
        lambda A, x, b: jnp.vdot(b, nn.softmax(A @ x)),
        lambda A: nn.softmax(A) + nn.softmax(A, axis=0) + nn.log_softmax(A, axis=0),
        lambda A: 2 * nn.log_softmax(A),
        lambda A: special.logsumexp(A) + special.logsumexp(A, axis=1)[0],
        lambda S: jnp.linalg.slogdet(S)[1] + jnp.linalg.slogdet(S).logabsdet,
        lambda A: jnp.var(A) + jnp.std(A, axis=0) + jnp.var(A, axis=0, ddof=1),
        lambda S: linalg.cholesky(S) + linalg.cholesky(S, lower=True) + jnp.linalg.cholesky(S),
        lambda x: lax.max(x, 0.5) + lax.clamp(0.3, x, 0.6) + lax.rsqrt(x),
        lambda x: nn.gelu(x, approximate=False) + nn.silu(x) + nn.leaky_relu(-x, 0.2),
        lambda x: nn.elu(-x) + nn.soft_sign(x) + nn.hard_tanh(3 * x),
        lambda A, x: jax.jit(lambda z: jnp.sum(z**2))(A @ x),
        lambda x: fixed @ x + jnp.dot(x, fixed) + jnp.ones(2) * jnp.pi,
        lambda A, x: jnp.einsum("ij,j->i", A, x) + jnp.clip(A @ x, 0.4, None),
        lambda x: jnp.array([x[0], x[1] ** 2]) + jnp.stack([x[1], x[0]]),
        lambda A, B: jnp.linalg.norm(A - B, axis=1) + jnp.linalg.norm(A, "nuc"),
        lambda A: jnp.mean(A, axis=1, keepdims=True) + jnp.where(A > 0.5, A, 0.5),
    ]


@needs_jax
@pytest.mark.parametrize("number", range(17))
def test_a_traced_function_computes_what_jax_does(number: int) -> None:
    f = _functions()[number]
    problem = trace(f, SIZES)
    given = {name: VALUES[name] for name in problem.symbols}
    expected = np.asarray(f(*(pytest.importorskip("jax.numpy").asarray(x) for x in given.values())))
    names = list(problem.symbols.values())
    found = compile_numpy(problem.function, problem.definitions, names)(**given)
    assert np.allclose(np.reshape(found, expected.shape), expected, rtol=1e-4)


@needs_jax
def test_what_transforms_of_jax_give_is_refused() -> None:
    jax: Any = pytest.importorskip("jax")
    rows = jax.vmap(jax.numpy.sum)
    with pytest.raises(UnsupportedError, match="rows, which is not read"):
        trace(lambda A: 2 * rows(A), SHAPES)
    with pytest.raises(UnsupportedError, match="all entries at once"):
        trace(lambda A: jax.nn.softmax(A, axis=None), SHAPES)
