"""What NumPy computes in arrays of the caller, so that it makes none of its own for it."""

import tracemalloc

import numpy as np
import pytest

import matgrad as mg
from matgrad import ops as o
from matgrad.codegen import compile_program, program
from matgrad.codegen.plan.program import Options
from matgrad.codegen.write.into import changed, put, source_into
from matgrad.ops import symbol

A, B, C = (symbol(name, "n", "n") for name in "ABC")
v = symbol("v", "n")
RNG = np.random.default_rng(0)


def last_lines(wanted):
    """The statements of a program that writes its results into arrays."""
    body = source_into(program(wanted)).rpartition('"""')[2]
    return [line.strip() for line in body.splitlines() if line.startswith("    ")]


def test_no_copy_is_made_where_numpy_can_do_without():
    assert put("out", "2 * (A @ x)") == "np.multiply(2, A @ x, out=out)"
    assert put("out", "np.exp(A)") == "np.exp(A, out=out)"
    assert put("out", "-A") == "np.negative(A, out=out)"
    assert put("out", "A ** 2") == "np.square(A, out=out)"
    assert put("out", "A.T") == "out[...] = A.T"


def test_what_mixes_entries_is_not_done_in_its_place():
    assert changed("out", "2 * out") == ["np.multiply(2, out, out=out)"]
    for code in ("out @ A", "2 * (A @ out)", "np.outer(out, x)", "out - out.T", "f(out)"):
        assert changed("out", code) == [], code


def test_a_product_is_made_where_its_multiple_is_to_be():
    assert last_lines(2 * (A @ B)) == [
        "np.matmul(A, B, out=out1)",
        "np.multiply(2, out1, out=out1)",
    ]


def test_a_transposed_product_is_made_in_the_transposed_array():
    assert last_lines(-((A @ B).T)) == [
        "np.matmul(A, B, out=out1.T)",
        "np.negative(out1, out=out1)",
    ]


def test_of_two_new_arrays_one_is_made_in_the_array():
    assert last_lines(A @ B - B @ C) == [
        "np.matmul(A, B, out=out1)",
        "np.subtract(out1, B @ C, out=out1)",
    ]


def test_a_result_that_others_use_is_their_input():
    R = A @ B
    assert last_lines((R, R @ R)) == [
        "np.matmul(A, B, out=out1)",
        "t1 = out1  # (n, n)",
        "np.matmul(t1, t1, out=out2)",
    ]


def test_what_is_used_twice_is_left_as_it_is():
    R = A @ B
    f = compile_program("numpy", program(2 * R + R @ C))
    given = {name: RNG.normal(size=(3, 3)) for name in "ABC"}
    np.testing.assert_allclose(f(**given, out=np.empty((3, 3))), f(**given), rtol=1e-14)


CASES = [
    ("gradient", "normF(A*X - B)^2", "X", 1),
    ("gradient", "tr(inv(X)*A)", "X", 1),
    ("jacobian", "softmax(A*x)", "x", 2),
    ("jacobian", "x/norm2(x)", "x", 1),
    ("hessian", "norm2(A*x)^2", "x", 1),
]


@pytest.mark.parametrize(("kind", "f", "wrt", "saved"), CASES)
@pytest.mark.parametrize("order", ["C", "F"])
def test_memory_is_saved(kind, f, wrt, saved, order):
    n = 400
    function = getattr(mg, kind)(f, wrt).compile()
    X = RNG.normal(size=(n, n))
    given = {name: X[0] if name == "x" else X + n * np.eye(n) for name in function.inputs}
    wanted = function(**given)
    out = np.empty((n, n), order=order)
    np.testing.assert_allclose(function(**given, out=out), wanted, rtol=1e-12)
    fresh, reused = _peak(function, given), _peak(function, {**given, "out": out})
    assert fresh - reused > (saved - 0.3) * out.nbytes


def _peak(function, given):
    tracemalloc.start()
    try:
        function(**given)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("sizes", [{}, {"n": 400}])
def test_results_are_those_of_the_plain_function(sizes):
    parts = (A @ B - o.sin(v) @ v.T, o.exp(A @ v), 3 * (A @ B).T + C)
    f = compile_program("numpy", program(parts, Options(sizes=sizes)))
    given = {name: RNG.normal(size=(4, 4)) for name in "ABC"} | {"v": RNG.normal(size=4)}
    outs = (np.empty((4, 4)), np.empty(4), np.empty((4, 4)))
    f(**given, out=outs)
    for out, wanted in zip(outs, f(**given), strict=True):
        np.testing.assert_allclose(out, wanted, rtol=1e-14)
