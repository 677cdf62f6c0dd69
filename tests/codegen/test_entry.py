"""The quick way into C code takes what it can be sure of and leaves the rest to the slow way."""

import os
import sys
from copy import copy
from dataclasses import replace
from inspect import signature
from pathlib import Path
from pickle import dumps, loads
from typing import Any

import numpy as np
import pytest

import matgrad as mg
from matgrad import ops as o
from matgrad.codegen import compile_program, program
from matgrad.codegen.c.native import compiler
from matgrad.errors import DomainError, ShapeError, UnknownNameError
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
    f(np.ones((2500, 2)))  # more than is ever taken from memory that others gave back
    held = _memory() - before
    del f
    assert held > 40e6
    assert _memory() - before < 0.2 * held


def _memory() -> int:
    """Bytes of memory that this process has."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def directly() -> Any:
    """A function that machine code answers from now on."""
    f: Any = compile_program("c", program(A @ x))
    f(M, V)
    assert type(f.__call__) is type(len)
    return f


def test_once_compiled_a_call_needs_no_frame_of_python():
    f = directly()
    frames: list[str] = []
    sys.setprofile(lambda frame, event, arg: frames.append(event))
    try:
        f(M, V)
    finally:
        sys.setprofile(None)
    assert "call" not in frames


def test_what_machine_code_does_not_take_goes_the_usual_way():
    f = directly()
    wanted = M @ V
    np.testing.assert_allclose(f(A=M, x=V), wanted)
    np.testing.assert_allclose(f(M, x=V), wanted)
    np.testing.assert_allclose(f(M.tolist(), V.tolist()), wanted)
    out = np.empty(3)
    assert f(M, V, out=out) is out
    np.testing.assert_allclose(out, wanted)
    for _ in range(2):
        with pytest.raises(ShapeError):
            f(M, np.ones(5))
        with pytest.raises(UnknownNameError):
            f(M, V, y=V)


def test_singular_matrices_are_refused_in_our_words():
    S = symbol("S", "n", "n")
    f: Any = compile_program("c", program(o.inv(S) @ x))
    f(np.eye(4), V)
    with pytest.raises(DomainError):
        f(np.zeros((4, 4)), V)


@pytest.mark.parametrize(
    "way", [copy, lambda f: loads(dumps(f)), replace], ids=["copied", "pickled", "replaced"]
)
def test_copies_are_functions_of_their_own(way):
    f = directly()
    other = way(f)
    np.testing.assert_allclose(other(M, V), M @ V)
    assert other.__call__ is not f.__call__


def test_a_copy_with_another_program_computes_that():
    f = directly()
    doubled = program(2 * A @ x)
    np.testing.assert_allclose(replace(f, program=doubled)(M, V), 2 * M @ V)


def test_what_is_not_taken_is_not_kept_alive():
    f = directly()
    single = V.astype(np.float32)
    before = sys.getrefcount(single), sys.getrefcount(NotImplemented)
    for _ in range(100):
        f(M, single)
    assert abs(sys.getrefcount(NotImplemented) - before[1]) < 50
    assert sys.getrefcount(single) == before[0]


def test_signatures_can_be_asked_for():
    assert str(signature(directly())) == "(*args, **kwargs)"


def test_sizes_that_are_halves_are_divided_as_in_c():
    """Of a symmetric matrix there are n(n + 1)/2 entries to differentiate by."""
    shapes, assume = {"M": ("n", "n")}, {"M": ["symmetric"]}
    f = mg.hessian("sum(M.*M)", "M", shapes, assume, structure="independent").compile("c")
    np.testing.assert_array_equal(f(np.eye(2)), np.diag([2.0, 4.0, 2.0]))


def test_a_size_that_nothing_tells_and_nothing_needs_is_not_missed():
    d = mg.jacobian("kron_left(zeros(n,k), A)", "A", {"A": ("m*n", "k*m")})
    assert d.compile_map("c")(A=np.ones((4, 6)), dA=np.ones((4, 6)), m=2).tolist() == [[0, 0]] * 2


def test_a_function_whose_call_alone_is_kept_says_so():
    called = compile_program("c", program(A @ x)).__call__
    with pytest.raises(ReferenceError, match="keep it"):
        called(M, V)
