"""Loops of C code: what they share, what needs no memory, and rows that are short or long."""

import re

import numpy as np
import pytest

import matgrad as mg
from matgrad import ops as o
from matgrad.codegen import compile_program, program
from matgrad.codegen.c.code import Loop, without_memory
from matgrad.codegen.c.native import compiler
from matgrad.ops import symbol

A, B, x = symbol("A", "m", "n"), symbol("B", "m", "n"), symbol("x", "n")
needs_compiler = pytest.mark.skipif(compiler() is None, reason="no C compiler")


def loop(*statements: str) -> Loop:
    return Loop((("i", "0", "n"),), list(statements), whole=True)


def test_an_array_that_one_loop_sets_and_reads_is_a_number():
    made = loop("t[i] = 2 * x[i];", "y[i] = t[i] * t[i];")
    assert without_memory([made], {"t"}) == {"t"}
    assert made.statements == ["const double t = 2 * x[i];", "y[i] = t * t;"]


@pytest.mark.parametrize(
    "other",
    ["gemv(n, n, A, n, 1, t, 1, z);", loop("z[i] = t[i];", "w[i] = z[i];"), "double s = t[0];"],
)
def test_an_array_that_is_read_elsewhere_stays(other):
    made = loop("t[i] = 2 * x[i];", "y[i] = t[i];")
    assert "t" not in without_memory([made, other], {"t", "y"})
    assert made.statements[0] == "t[i] = 2 * x[i];"


def test_an_array_that_is_read_at_another_place_stays():
    made = loop("t[i] = 2 * x[i];", "y[i] = t[i] + t[0];")
    assert not without_memory([made], {"t"})


def test_an_array_that_nothing_reads_stays():
    assert not without_memory([loop("t[i] = x[i];", "y[i] = x[i];")], {"t"})


def test_results_stay():
    assert not without_memory([loop("y[i] = x[i];", "z[i] = y[i];")], set())


@needs_compiler
def test_a_name_that_ends_like_another_is_another():
    """b is read across, in a loop of its own: that ab is read where b is set means nothing."""
    text = "ab = cos(X') .* X\nb = sin(X') + X\nf = sum(exp(b' .* ab))"
    d = mg.gradient(text, "X", {"X": ("n", "n")})
    given = np.random.default_rng(0).normal(size=(5, 5))
    np.testing.assert_allclose(d.compile("c")(given), d.compile("numpy")(given), rtol=1e-12)
    first = loop("b[i] = x[i];")
    assert not first.takes(loop("c[i] = b[0] * ab[i];"))
    assert first.takes(loop("c[i] = b[i] * ab[0];"))


@needs_compiler
def test_what_is_scaled_twice_is_written_once():
    f = mg.jacobian("softmax(A*x)", "x", {"A": ("m", "n")}).compile("c")
    assert re.search(r"const double (\w+) = .*\n.*result.* \1;", f.source)
    rng = np.random.default_rng(0)
    a, v = rng.normal(size=(7, 5)), rng.normal(size=5)
    p = np.exp(a @ v) / np.exp(a @ v).sum()
    np.testing.assert_allclose(f(A=a, x=v), p[:, None] * (a - p @ a), rtol=1e-12)


@needs_compiler
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_softmax_and_logsumexp_of_short_and_long_rows(dtype):
    f = compile_program("c", program((o.softmax_rows(A), o.logsumexp_rows(A))))
    for m, n in [(1, 1), (5, 2), (32, 10), (9, 23), (7, 24), (3, 700), (100, 3)]:
        a = np.random.default_rng(n).normal(size=(m, n)).astype(dtype) * 20
        a[0, -1] = 800
        top = a.max(1, keepdims=True)
        e = np.exp(a - top)
        exact = 1e-13 if dtype == "float64" else 1e-5
        share, total = f(A=a)
        np.testing.assert_allclose(share, e / e.sum(1, keepdims=True), rtol=exact, atol=1e-30)
        np.testing.assert_allclose(total, (np.log(e.sum(1)) + top[:, 0]), rtol=exact)


@needs_compiler
@pytest.mark.parametrize("n", [4, 40])
def test_a_row_with_nan_spoils_no_other(n):
    f = compile_program("c", program(o.softmax_rows(A)))
    a = np.ones((3, n))
    a[1, 2] = np.nan
    got = f(A=a)
    assert np.isnan(got[1]).all()
    np.testing.assert_allclose(got[[0, 2]], 1 / n)


@needs_compiler
def test_softmax_of_a_vector_beside_its_logarithm():
    f = compile_program("c", program((o.softmax(x), o.logsumexp(x))))
    v = np.array([1.0, 800.0, 799.0])
    share, total = f(x=v)
    np.testing.assert_allclose(share, [0, 1 / (1 + np.exp(-1)), 1 / (1 + np.e)], atol=1e-15)
    np.testing.assert_allclose(total, 800 + np.log1p(np.exp(-1)), rtol=1e-15)
