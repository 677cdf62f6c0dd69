"""What tried to break generated code: rows that are fixed, arrays without entries, odd sizes."""

from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

import matgrad as mg
from matgrad.errors import ShapeError

TORCH = pytest.param(
    "torch", marks=pytest.mark.skipif(find_spec("torch") is None, reason="torch is not installed")
)
LAYER = {"X": ("m", "n"), "W": ("n", "k"), "b": ("k",), "Y": ("m", "k")}


def arrays() -> dict[str, Any]:
    random = np.random.default_rng(1)
    sizes = {"m": 5, "n": 3, "k": 4}
    return {name: random.normal(size=[sizes[d] for d in shape]) for name, shape in LAYER.items()}


@pytest.mark.parametrize("target", ["numpy", "c", TORCH])
@pytest.mark.parametrize("fixed", [["X", "b"], ["X", "b", "Y"], ["X", "Y"]])
def test_rows_that_stay_the_same_are_spread_at_each_call(target: str, fixed: list[str]) -> None:
    d = mg.gradient("normF(tanh(X*W + ones(m)*tanh(b)') - Y)^2 + sum(X'*Y)", "W", LAYER)
    given = arrays()
    f = d.compile(target, fixed=fixed)
    known = {name: value for name, value in given.items() if name in fixed}
    rest = {name: value for name, value in given.items() if name not in fixed}
    if f.program.prepared is not None:
        f = f.prepare(**known)
    else:
        rest = given
    np.testing.assert_allclose(np.asarray(f(**rest)), d.compile()(**given), rtol=1e-10)


@pytest.mark.parametrize("target", ["numpy", "c"])
def test_arrays_without_entries_are_refused(target: str) -> None:
    f = mg.gradient("norm2(A*x - b)^2", "x").compile(target)
    with pytest.raises(ShapeError):
        f(np.zeros((3, 0)), np.zeros(0), np.zeros(3))


@pytest.mark.parametrize("target", ["numpy", "c"])
@pytest.mark.parametrize("size", [-5, 0, 2.7, None])
def test_a_size_that_is_none_is_refused(target: str, size: Any) -> None:
    d = mg.gradient("norm2(sum(x)*ones(m))^2 + sum(x)", "x", shapes={"x": ("n",)})
    with pytest.raises(ShapeError, match="which is no size"):
        d.compile(target)(np.ones(3), m=size)


@pytest.mark.parametrize("target", ["numpy", "c", TORCH])
def test_two_results_that_are_equal_are_two_arrays(target: str) -> None:
    d = mg.gradient("norm2(a + b)^2", ["a", "b"], {"a": ("n",), "b": ("n",)})
    first, second = d.compile(target)(np.ones(3), np.ones(3))
    first[0] = 7.0
    assert second[0] == 4.0
