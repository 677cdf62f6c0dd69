"""The quick way into C code takes what it can be sure of and leaves the rest to the slow way."""

import os
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from matgrad import ops as o
from matgrad.codegen import compile_program, program
from matgrad.codegen.native import compiler
from matgrad.errors import ShapeError, UnknownNameError
from matgrad.ops import symbol

pytestmark = pytest.mark.skipif(compiler() is None, reason="no C compiler")

A, x, c = symbol("A", "m", "n"), symbol("x", "n"), symbol("c")
RNG = np.random.default_rng(0)
M, V = RNG.normal(size=(3, 4)), RNG.normal(size=4)


def quick(*outputs, **given):
    several: list[Any] = list(outputs)
    wanted = tuple(several) if len(several) > 1 else several[0]
    f: Any = compile_program("c", program(wanted))
    return f.function.quick(*(given[name] for name in f.inputs))


@pytest.mark.parametrize("number", [2.0, np.float64(2), np.array(2.0)], ids=repr)
def test_numbers_may_be_of_python_or_of_numpy(number):
    np.testing.assert_allclose(quick(c * A @ x, c=number, A=M, x=V), 2 * M @ V)


@pytest.mark.parametrize(
    "vector", [V.tolist(), V.astype(np.float32), np.ones(5), np.repeat(V, 2)[::2], V[None], None]
)
def test_what_does_not_fit_is_left_to_the_slow_way(vector):
    assert quick(A @ x, A=M, x=vector) is NotImplemented


def test_shapes_may_change_from_call_to_call():
    f: Any = compile_program("c", program(o.exp(A @ x) @ x.T @ A.T))
    for m, n in [(2, 3), (30, 40), (1, 1), (2, 3)]:
        P, v = RNG.normal(size=(m, n)), RNG.normal(size=n)
        wanted = np.outer(np.exp(P @ v), P @ v)
        np.testing.assert_allclose(f.function.quick(P, v), wanted, rtol=1e-12)


def test_scalars_and_groups_come_back_as_from_numpy():
    f: Any = compile_program("c", program((x.T @ x, (A @ x, 2 * x))))
    value, (first, second) = f.function.quick(*({"A": M, "x": V}[name] for name in f.inputs))
    assert type(value) is np.float64
    np.testing.assert_allclose(first, M @ V)
    np.testing.assert_allclose(second, 2 * V)


def test_results_are_not_kept_alive():
    f: Any = compile_program("c", program(A @ x))
    found = f.function.quick(M, V)
    assert sys.getrefcount(found) == 2
    inputs = sys.getrefcount(V)
    for _ in range(10):
        f.function.quick(M, V)
    assert sys.getrefcount(V) == inputs


def test_mistakes_are_still_told():
    f: Any = compile_program("c", program(A @ x))
    with pytest.raises(ShapeError, match="x"):
        f(M, np.ones(5))
    with pytest.raises(UnknownNameError, match="missing"):
        f(M)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
def test_room_to_work_in_goes_with_the_function():
    f: Any = compile_program("c", program(o.trace(o.sin(A @ A.T) @ o.cos(A @ A.T))))
    before = _memory()
    f(np.ones((1500, 2)))
    held = _memory() - before
    del f
    assert held > 15e6
    assert _memory() - before < 0.2 * held


def _memory() -> int:
    """Bytes of memory that this process has."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
