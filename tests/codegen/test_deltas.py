"""Kronecker products and identities in products are never formed, and the numbers are the same."""

import numpy as np
import pytest

import matgrad as mg
from matgrad import ops as o
from matgrad.codegen import Options, compile_program, program
from matgrad.codegen.c.native import compiler
from matgrad.codegen.plan.values import ordered
from matgrad.ops import symbol

A, B, X = symbol("A", "m", "n"), symbol("B", "p", "q"), symbol("X", "q", "n")
C, D = symbol("C", "n", "r"), symbol("D", "q", "s")
y, v = symbol("y", o.kron(A, B).shape.cols), symbol("v", "n")
P = symbol("P", "p", "m")
RNG = np.random.default_rng(1)
SIZES = {"m": 2, "n": 3, "p": 4, "q": 5, "r": 6, "s": 7}
LIBRARIES = ["numpy", *(["c"] if compiler() else [])]

PRODUCTS = {
    "applied": o.kron(A, B) @ o.vec(X),
    "applied to a vector": o.kron(A, B) @ y,
    "from the left": o.vec(P).T @ o.kron(A, B),
    "mixed": o.kron(A, B) @ o.kron(C, D),
    "with an identity": o.kron(o.eye("m"), B) @ o.kron(A, D),
    "scaled": o.diag_matrix(o.vec(P)) @ o.kron(A, B),
    "scaled columns": o.kron(A, B) @ o.diag_matrix(o.vec(X)),
    "sum": (o.kron(A, B) - o.kron(2 * A, B)) @ o.vec(X),
    "block diagonal": o.kron(o.eye("n"), B) @ o.diag_matrix(o.vec(X)) @ o.kron(o.eye("n"), B.T),
    "rank one": o.kron(v, B) @ o.kron(v.T, D),
    "long": o.kron(A.T, B.T) @ o.diag_matrix(o.vec(P)) @ (o.kron(A, B) @ o.diag_matrix(o.vec(X))),
}


def arrays(expr):
    found = {}
    for name, each in (
        ("A", A),
        ("B", B),
        ("X", X),
        ("C", C),
        ("D", D),
        ("y", y),
        ("v", v),
        ("P", P),
    ):
        lengths = [size.evaluate(SIZES) for size in each.shape]
        found[name] = RNG.normal(size=lengths if lengths[1] != 1 else lengths[:1])
    return found


def ops(planned):
    return {value.op for value in ordered(planned.results)}


@pytest.mark.parametrize("target", LIBRARIES)
@pytest.mark.parametrize("name", PRODUCTS)
def test_the_numbers_are_those_of_the_large_matrices(name, target):
    expr = PRODUCTS[name]
    given = arrays(expr)
    plain = compile_program("numpy", program(expr, options=Options(skip=frozenset({"deltas"}))))
    quick = compile_program(target, program(expr))
    assert "kron" not in ops(quick.program)
    inputs = {n: given[n] for n in plain.inputs}
    np.testing.assert_allclose(quick(**inputs), plain(**inputs), rtol=1e-12, atol=1e-12)


def test_an_application_is_two_products():
    planned = program(PRODUCTS["applied"])
    assert ops(planned) == {"symbol", "transpose", "matmul", "vec"}
    assert ("deltas", planned.rewrites[0][1]) in planned.rewrites


def test_the_hessian_of_a_sum_over_samples_is_one_product_over_them():
    text = "sum(square(tanh(tanh(X*W1)*W2) - Y))"
    shapes = {"X": ("N", "d"), "W1": ("d", "k"), "W2": ("k", "m"), "Y": ("N", "m")}
    d = mg.hessian(text, "W1", shapes=shapes, check=False)
    sizes = {"N": 9, "d": 4, "k": 3, "m": 2}
    given = {n: RNG.normal(size=[sizes[s] for s in shape]) for n, shape in shapes.items()}
    quick, plain = d.compile(sizes=sizes), d.compile(skip=["deltas"])
    assert all(len(value.axes) <= 4 for value in quick.program.values)
    assert "np.kron" not in quick.source
    np.testing.assert_allclose(quick(**given), plain(**given), rtol=1e-11, atol=1e-11)
    for target in LIBRARIES[1:]:
        np.testing.assert_allclose(
            d.compile(target)(**given), plain(**given), rtol=1e-11, atol=1e-11
        )


def test_a_target_without_sums_over_indices_keeps_the_kronecker_products():
    d = mg.hessian("sum(square(tanh(X*W)))", "W", check=False)
    assert "kron" in d.compile("matlab").source
