"""Generated code computes what the expression says, and by the cheap way."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import matgrad as mg
from matgrad import ops as o
from matgrad.codegen import compile_numpy
from matgrad.core.dims import dim
from matgrad.core.expr import catalogue
from matgrad.ops import symbol
from tests.codegen.reference import SIZES, agree, arrays_for

A, B = symbol("A", "m", "n"), symbol("B", "n", "k")
P = symbol("P", "m", "n")
M, N = symbol("M", "n", "n"), symbol("N", "n", "n")
x, y, u = symbol("x", "n"), symbol("y", "n"), symbol("u", "m")
row = symbol("row", 1, "n")
c, d = symbol("c"), symbol("d")

CASES = {
    "matrix times column": A @ x,
    "row times matrix": u.T @ A,
    "row times column": x.T @ y,
    "column times row": u @ x.T,
    "declared row": row,
    "transposed row": row.T,
    "row times its transpose": row @ row.T,
    "outer product with a row": u @ row,
    "row scaled": c * row,
    "transpose of a column": x.T,
    "chain": A @ M @ N @ x,
    "chain of matrices": A @ M @ B,
    "scalar inside a chain": u @ (x.T @ y) @ x.T,
    "scaled factor": (2 * A) @ (c * x),
    "division by a scalar": A / c,
    "double division": x / c / d,
    "elementwise division": o.hadamard(A, o.power(P, -1)),
    "reciprocal": o.power(x, -1),
    "number over a vector": 3 * o.power(x, -2),
    "a third": x * o.number(Fraction(1, 3)),
    "minus two thirds": -(x * o.number(Fraction(2, 3))),
    "minus": -(A @ x),
    "difference": A @ x - u,
    "negative first": -(A @ x) + u,
    "all negative": -x - y,
    "number added to a vector": 1 + o.exp(x),
    "number subtracted": 1 - o.power(o.tanh(x), 2),
    "number added to a scalar": 1 + c,
    "filled vector": o.filled(c, x.shape),
    "filled matrix": o.filled(2, A.shape) + 0 * A,
    "product of fills": o.hadamard(o.ones("n"), o.filled(3, x.shape)) + 0 * x,
    "long sum": o.add(*[i * x for i in range(1, 30)]),
    "long product": o.hadamard(*[x + i for i in range(1, 15)]),
    "power two": o.power(A, 2),
    "power three": o.power(x, 3),
    "square root": o.power(x, Fraction(1, 2)),
    "inverse square root": o.power(x, Fraction(-1, 2)),
    "symbolic power": o.power(x, c),
    "cube root of negatives": o.power(-x, Fraction(1, 3)),
    "two thirds power of negatives": o.power(-x, Fraction(2, 3)),
    "power minus a third": o.power(-x, Fraction(-1, 3)),
    "inverse": o.inv(M),
    "inverse times vector": o.inv(M) @ x,
    "inverse times matrix": o.inv(M) @ B,
    "vector times inverse": x.T @ o.inv(M),
    "matrix times inverse": A @ o.inv(M),
    "transposed inverse": o.inv(M).T @ x,
    "matrix times transposed inverse": A @ o.inv(M).T,
    "inverse used twice": o.inv(M) + o.inv(M) @ N,
    "two inverses": o.inv(M) @ o.inv(N),
    "inverse of Diag": o.inv(o.diag_matrix(x)) @ y,
    "gradient of tr(inv(X) C)": -(o.inv(M).T @ N.T @ o.inv(M).T),
    "Diag times vector": o.diag_matrix(x) @ y,
    "Diag times matrix": o.diag_matrix(x) @ B,
    "matrix times Diag": A @ o.diag_matrix(x),
    "row times Diag": row @ o.diag_matrix(x),
    "Diag times Diag": o.diag_matrix(x) @ o.diag_matrix(y),
    "Diag alone": o.diag_matrix(x).T + M,
    "Diag between": A @ o.diag_matrix(x) @ A.T,
    "identity in a product": A @ o.eye("n") @ x,
    "identity in a sum": M + c * o.eye("n"),
    "sum by ones": o.ones("n").T @ x,
    "column sums": o.ones("m").T @ A,
    "row sums": A @ (2 * o.ones("n")),
    "outer with ones": u @ o.ones("n").T + 0 * A,
    "unit vector": o.unit(2, "n") + 0 * x,
    "row picked": o.unit(2, "m").T @ A,
    "column picked": A @ o.unit(3, "n"),
    "entry picked": o.unit(2, "n").T @ x,
    "entry": o.entry(A, 2, 3),
    "vector entry": o.entry(x, 2),
    "row entry": o.entry(row, 1, 3),
    "entry by vectors": o.entry_op(A, u, x),
    "scalar entry": o.entry(c, 1, 1),
    "outer of units": c * (o.unit(1, "m") @ o.unit(2, "n").T) + 0 * A,
    "frobenius": o.frobenius(A, P),
    "frobenius of vectors": o.frobenius(2 * x, y),
    "frobenius with ones": o.frobenius(A, o.ones("m", "n")),
    "frobenius with identity": o.frobenius(o.eye("n"), M),
    "frobenius with outer": o.frobenius(u @ x.T, A),
    "frobenius of outers": o.frobenius(u @ x.T, u @ y.T),
    "frobenius of scalars": o.frobenius(c, d),
    "frobenius of rows": o.frobenius(row, x.T),
    "trace": o.trace(M),
    "trace of a product": o.trace(A @ P.T),
    "trace of three": o.trace(A @ M @ P.T),
    "trace of an outer product": o.trace(x @ y.T),
    "trace of Diag": o.trace(-o.diag_matrix(x)),
    "trace of a scalar": o.trace(c),
    "sum": o.total(A),
    "sum of products": o.total(o.hadamard(x, y)),
    "mean": o.mean(A),
    "diag": o.diag(M),
    "diag of a product": o.diag(A @ P.T),
    "diag of outer": o.diag(x @ y.T),
    "determinant": o.det(M),
    "adjugate": o.adj(M).T,
    "log determinant": o.logdet(M @ M.T),
    "matrix power": o.matrix_power(M, 3) @ o.matrix_power(M, -2),
    "scalars as square matrices": o.det(c) + o.logdet(c) + o.trace(o.inv(c)) + o.adj(c),
    "norm": o.norm2(A @ x - u),
    "norm squared": o.power(o.norm2(A @ x - u), 2),
    "norm to the fourth": o.power(o.normF(A), 4),
    "norm as a divisor": x / o.norm2(x),
    "size": o.total(x) / o.size("n"),
    "product of sizes": o.size(dim("m") * dim("n") + 1) * o.total(A),
    "constants": o.constant("pi") * x + o.filled(o.constant("e"), x.shape),
    "larger of two": o.maximum(x, o.filled(Fraction(1, 2), x.shape)),
    "smaller of two": o.minimum(x, y),
    "shared parts": o.exp(A @ x) + o.hadamard(o.exp(A @ x), o.sin(A @ x)),
    "large number": c * 10**20 + o.number(Fraction(1, 3)),
    "number alone": o.number(Fraction(7, 3)),
    "double transpose": A.T.T @ x,
    "transposed product": (A @ B).T @ u,
    "nested products": o.matmul(A, o.add(M, N), o.hadamard(x, y)),
}


@pytest.mark.parametrize("name", CASES)
def test_code_computes_the_expression(name):
    inputs = [A, B, P, M, N, x, y, u, row, c, d]
    assert agree(CASES[name], inputs=inputs)


@pytest.mark.parametrize("name", CASES)
def test_code_computes_the_expression_at_size_one(name):
    inputs = [A, B, P, M, N, x, y, u, row, c, d]
    if "pick" in name or "entry" in name or "unit" in name:
        return  # an index above the size
    assert agree(CASES[name], sizes=dict.fromkeys(SIZES, 1), inputs=inputs)


@pytest.mark.parametrize("name", [n for n, op in catalogue.items() if op.derivative])
@pytest.mark.parametrize("argument", [c, x, A, row])
def test_elementwise_functions_and_their_derivatives(name, argument):
    op = catalogue[name]
    argument = argument * 0.5
    assert agree(op(argument))
    assert op.derivative is not None
    assert agree(op.derivative(op(argument), argument), inputs=[c, x, A, row])


LEAVES = [M, N, M.T, x @ y.T, o.eye("n"), o.diag_matrix(x), o.ones("n", "n")]
BUILD = [
    lambda a, b: a @ b,
    lambda a, b: a + b,
    lambda a, b: a - b,
    o.hadamard,
    lambda a, b: a.T @ b,
    lambda a, b: o.frobenius(a, b) * a,
    lambda a, b: a / (2 + o.power(o.trace(b), 2)),
    lambda a, b: o.diag_matrix(a @ y) @ b,
    lambda a, b: a @ o.inv(M) @ b,
    lambda a, b: (a @ x) @ (y.T @ b),
    lambda a, b: o.tanh(a) - o.number(Fraction(2, 3)) * b,
]


@given(st.lists(st.tuples(st.integers(0, 10), st.integers(0, 9), st.integers(0, 9)), max_size=8))
def test_random_expressions(choices):
    made = list(LEAVES)
    for build, i, j in choices:
        made.append(o.tanh(BUILD[build](made[-1 - i % len(made)], made[-1 - j % len(made)])))
    assert agree(made[-1], inputs=[M, N, x, y])


def source(expr, *definitions):
    return compile_numpy(expr, definitions).source


def returned(expr):
    last = source(expr).splitlines()[-1]
    return last.removeprefix("    return ").partition("  #")[0]


@pytest.mark.parametrize(
    ("expr", "code"),
    [
        (2 * (A.T @ u), "2 * (A.T @ u)"),
        (A.T @ A @ x, "A.T @ (A @ x)"),
        (2 * (u @ x.T), "np.outer(2 * u, x)"),
        (o.inv(M) @ x, "np.linalg.solve(M, x)"),
        ((x.T @ o.inv(M)).T, "np.linalg.solve(M.T, x)"),
        (x.T @ M @ y, "x @ (M @ y)"),
        (1 - o.power(o.tanh(A @ x), 2), "1 - np.tanh(A @ x) ** 2"),
        (o.diag_matrix(x) @ B, "x[:, None] * B"),
        (A @ o.diag_matrix(x), "A * x"),
        (o.diag_matrix(x) @ y, "x * y"),
        (o.power(x, Fraction(-1, 2)), "1 / np.sqrt(x)"),
        (o.hadamard(x, o.power(y, -1)), "x / y"),
        (o.power(o.norm2(x), 2), "x @ x"),
        (o.trace(A @ P.T), "np.vdot(A, P)"),
        (o.ones("n").T @ x, "np.sum(x)"),
        (o.frobenius(u @ x.T, A), "u @ (A @ x)"),
        (c * x / d, "(c / d) * x"),
        (x / c, "x / c"),
        (u - A @ x, "u - A @ x"),
        (-(A @ x) + u, "u - A @ x"),
        (-2 * (A @ x), "-2 * (A @ x)"),
        (1 + o.exp(x), "1 + np.exp(x)"),
        (A @ B @ o.symbol("C", "k", "k"), "A @ B @ C"),
        (A @ o.unit(2, "n"), "A[:, 1]"),
        (x * o.number(Fraction(1, 2)), "0.5 * x"),
        (x * o.number(Fraction(1, 3)), "x / 3"),
    ],
)
def test_code_is_what_a_person_would_write(expr, code):
    assert returned(expr) == code


def test_an_inverse_that_is_needed_anyway_is_used_in_products():
    text = source(o.inv(M) + o.inv(M) @ N)
    assert text.count("np.linalg") == 1


def test_shared_parts_are_computed_once():
    assert source(o.exp(A @ x) + o.hadamard(o.exp(A @ x), o.sin(A @ x))).count("A @ x") == 1


def test_a_product_and_its_transpose_are_computed_once():
    assert source(o.sin(A @ x) + (x.T @ A.T).T).count("@") == 1
    assert source(o.sin(A.T @ u) + (u.T @ A).T).count("@") == 1
    assert source(o.sin((u.T @ A).T) + A.T @ u).count("@") == 1


def test_a_product_that_is_there_already_is_used_again():
    assert source(o.exp(A.T @ P) @ x + A.T @ P @ x).count("A.T @ P") == 1


def test_adjugate_of_a_singular_matrix():
    Q = symbol("Q", 2, 2)
    got = compile_numpy(o.adj(Q))(Q=[[1.0, 2.0], [2.0, 4.0]])
    np.testing.assert_allclose(got, [[4, -2], [-2, 1]], atol=1e-12)


def test_very_long_products_go_through():
    factors = [M] * 100
    arrays = arrays_for([M, x], SIZES)
    arrays["M"] /= 3
    got = compile_numpy(o.matmul(*factors, x))(**arrays)
    wanted = np.linalg.matrix_power(arrays["M"], 100) @ arrays["x"]
    np.testing.assert_allclose(got, wanted, rtol=1e-9)


def test_a_function_and_its_derivative_share_what_both_need():
    for text, name in (("sum(gelu(A*x))", "special.ndtr("), ("sum(silu(A*x))", "special.expit(a)")):
        assert mg.value_and_grad(text, "x").compile().source.count(name) == 1
