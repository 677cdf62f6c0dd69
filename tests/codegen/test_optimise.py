"""Every rewrite makes the program cheaper and leaves its results the same, in every target."""

from typing import Any

import numpy as np
import pytest

import matgrad as mg
from matgrad import codegen
from matgrad import ops as o
from matgrad.codegen import Wanted, compile_program, program
from matgrad.codegen.c import native
from matgrad.codegen.c.native import compiler
from matgrad.codegen.plan.optimise import PASSES
from matgrad.codegen.plan.program import Options
from matgrad.core.dims import dim
from matgrad.core.steps import Definition
from matgrad.ops import symbol
from matgrad.optional import available
from tests.codegen import octave
from tests.codegen.agreement import double_precision
from tests.codegen.reference import arrays_for

A, M, x, y = symbol("A", "n", "n"), symbol("M", "m", "n"), symbol("x", "n"), symbol("y", "m")
T, R = symbol("T", "n", 20), symbol("R", "m", 400)
P, Q = symbol("P", 200, 100), symbol("Q", 100, 16)
S = o.symbol("S", "n", "n", facts=["positive_definite"])
G = o.symbol("G", "n", "n", facts=["lower_triangular"])
p, c = o.softmax(x), o.sigmoid(y)
m, n = dim("m"), dim("n")
LAST = o.units(2, n, n)
BELOW = o.toeplitz(o.below(o.number(0), o.ones(n - 1)), o.zeros(n))
# An example for each pass, what its code must have, and the axes of a result with more than two.
EXAMPLES = {
    "cholesky": (o.logdet(S) + x.T @ o.inv(S) @ x, "cholesky", None),
    "structure": ((o.diag_matrix(p) - x @ p.T) @ A, "[:, None] * A", None),
    "syrk": (M.T @ o.diag_matrix(o.hadamard(c, 1 - c)) @ M, "np.sqrt(", None),
    "transposes": (o.sin(A.T @ M.T), "M @ A", None),
    "triangular": (o.inv(G) @ x + o.inv(G).T @ p, "solve_triangular(", None),
    "factors": (o.inv(A) @ x + o.inv(A).T @ p, "lu(", None),
    "selections": (LAST @ o.exp(LAST.T @ x), "placed(", None),
    "running sums": (x + BELOW @ x, "np.cumsum(x)", None),
    "symmetry": (o.sin((A @ A.T).T @ x) + A @ A.T @ x, "", None),
    "half angle": (M.T @ o.hadamard(o.sin(y), o.cos(y)), "np.sin(2 * y)", None),
    "others": (o.prod(x) * o.power(x, -1), "others(x)", None),
    "centred": (o.diag_matrix(p) @ A - p @ x.T @ A, "(A - ", None),
    "spread": (M - y @ o.ones("n").T, "M - y[:, None]", None),
    "inner": (o.total(o.hadamard(M, o.exp(M))), "np.vdot(", None),
    "thin": (M @ T, "T.T @ M.T", None),
    "slim": (P @ Q, "Q.T.dot(P.T)", None),
    "turned": (M.T @ R, "R.T @ M", None),
    "outer arrays": (2 * o.kron(A, M), "[:, None, :, None]", (m, n, n, n)),
}
U = symbol("U", "n", "r")
LOW = 3 * o.eye("n") + U @ U.T
EXAMPLES_MORE = {
    "low rank": (o.inv(LOW) @ x, None),
    "low rank inverse": (o.inv(LOW) + o.inv(o.diag_matrix(o.exp(x)) + 2 * x @ x.T), None),
    "low rank determinant": (o.logdet(LOW) + o.logdet(o.eye("n") + x @ x.T), None),
    "low rank block": (o.inv(o.diag_matrix(o.exp(x)) + U @ U.T) @ A, None),
    "inverse": (o.inv(S) - o.inv(S) @ x @ x.T @ o.inv(S), None),
    "solve": (o.inv(S) @ M.T, None),
    "definite": (o.det(S) * o.matrix_power(S, -2) @ x, None),
    "power of an inverse": (o.matrix_power(A, -3).T @ o.inv(A) @ x, None),
    "its columns": (o.matrix_power(A, -2) @ U + o.inv(A) @ M.T @ M @ U, None),
    "determinants": (o.det(A) * o.inv(A).T + o.logdet(A @ A.T) * o.inv(A @ A.T), None),
    "triangles": (o.inv(G) @ M.T + o.inv(G.T) @ M.T + o.det(G) * o.inv(G) @ U @ U.T @ M.T, None),
    "determinant of a triangle": (o.logdet(G @ G) * o.inv(G) + o.det(-2 * G) * A, None),
    "sums on vectors": ((A @ M.T @ M - 2 * o.inv(A).T + (A @ A).T) @ p, None),
    "rows": (((x.T @ (A @ A + S)).T @ p.T @ (M.T @ M + o.eye("n"))).T, None),
    "identity blocks": (2 * o.kron(M.T @ M, o.eye("m")), (m, n, m, n)),
    "a row and a matrix": (o.kron(x.T, M), (m, n, n)),
}
TARGETS = [
    "numpy",
    *(name for name, package in (("torch", "torch"), ("jax", "jax")) if available(package)),
    *(["array_api"] if available("array_api_compat") else []),
    *(["c"] if compiler() else []),
]


def arrays(inputs):
    found = arrays_for(inputs, {"m": 3, "n": 4, "r": 2})
    if "S" in found:
        found["S"] = found["S"] @ found["S"].T
    if "G" in found:
        found["G"] = np.tril(found["G"])
    return found


def planned(expr, axes, skip: Any = (*PASSES, "woodbury")):
    sizes = {"m": 1000, "n": 1000, "r": 3}
    return program(Wanted(expr, tensors=[axes]), options=Options(sizes, skip=frozenset(skip)))


@pytest.mark.parametrize("target", TARGETS)
def test_rewrites_keep_the_results(target, monkeypatch):
    double_precision()
    monkeypatch.setattr(native, "_FLAGS", [f.replace("-O2", "-O1") for f in native._FLAGS])
    examples = [(expr, axes) for expr, _, axes in EXAMPLES.values()] + [*EXAMPLES_MORE.values()]
    for expr, axes in examples:
        plain = compile_program("numpy", planned(expr, axes))
        given = arrays([A, M, x, y, S, T, U, R, P, Q, G])
        given = {name: given[name] for name in plain.inputs}
        got = compile_program(target, planned(expr, axes, codegen.TARGETS[target].skip))(**given)
        np.testing.assert_allclose(np.asarray(got), plain(**given), rtol=1e-9, atol=1e-12)


def test_octave_has_factors_and_triangles(tmp_path):
    if octave.OCTAVE is None:
        pytest.skip("no octave")
    names = ["power of an inverse", "its columns", "determinants", "triangles", "sums on vectors"]
    asked, wanted = [], []
    for expr, axes in (EXAMPLES_MORE[name] for name in names):
        f = compile_program("octave", planned(expr, axes, codegen.TARGETS["octave"].skip))
        given = {name: a for name, a in arrays([A, M, x, S, U, G]).items() if name in f.inputs}
        asked.append((f, given))
        wanted.append(compile_program("numpy", planned(expr, axes))(**given))
    for got, expected in zip(octave.values(asked, tmp_path), wanted, strict=True):
        np.testing.assert_allclose(got, np.ravel(expected, order="F"), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_pass_can_be_switched_off(name):
    expr, mark, axes = EXAMPLES[name]
    on, off = (planned(expr, axes, skip=["unbuffered", *skip]) for skip in ((), [name]))
    assert name in [found for found, _ in on.rewrites]
    assert name not in [found for found, _ in off.rewrites]
    assert mark in compile_program("numpy", on).source
    assert not mark or mark not in compile_program("numpy", off).source


def test_every_pass_has_an_example():
    assert EXAMPLES.keys() == PASSES.keys()


def test_a_product_and_its_transpose_are_one_product():
    expr = o.sin(M @ A).T + A.T @ M.T
    assert compile_program("numpy", program(expr)).source.count("@") == 1


def test_a_function_that_is_needed_by_itself_is_not_merged():
    expr = o.hadamard(o.sin(y), o.cos(y)) + o.sin(y)
    assert "np.sin(2" not in compile_program("numpy", program(expr)).source


def test_weights_that_may_be_negative_keep_their_product():
    expr = M.T @ o.diag_matrix(y) @ M
    assert "sqrt" not in compile_program("numpy", program(expr)).source


def test_products_follow_the_sizes_given():
    B, C = symbol("B", "n", "k"), symbol("C", "k", "l")
    tall = program(M @ B @ C, options=Options(sizes={"m": 10, "n": 10, "k": 1000, "l": 1000}))
    flat = program(M @ B @ C, options=Options(sizes={"m": 1000, "n": 1000, "k": 1000, "l": 8}))
    assert "M @ B @ C" in compile_program("numpy", tall).source
    assert "M @ (B @ C)" in compile_program("numpy", flat).source


def test_the_transpose_of_a_product_is_not_multiplied_again():
    A, B, C, D = (symbol(name, "n", "n") for name in "ABCD")
    J = A @ o.diag_matrix(symbol("v", "n")) @ B @ C
    source = compile_program("numpy", program((J, J.T @ D @ J))).source
    assert source.count("@") == 4


def source_of(expr, **options: Any):
    return compile_program("numpy", program(expr, options=Options(**options))).source


def test_powers_of_inverses_on_vectors_are_equations_with_one_factorisation():
    source = source_of(o.matrix_power(A, -2) @ x + o.matrix_power(A, -3).T @ p)
    assert "matrix_power" not in source
    assert source.count("= lu(A)") == 1
    assert source.count("solve_lu(t") == 5


def test_a_power_of_an_inverse_that_is_asked_for_is_that_of_one_inverse():
    source = source_of((o.matrix_power(A, -2), o.inv(A) @ x))
    assert "np.linalg.matrix_power(t1, 2)" in source
    assert source.count("inv(A)") == 1
    assert "t1 @ x" in source


def test_a_determinant_and_an_inverse_share_factors():
    source = source_of((o.logdet(A), o.inv(A).T))
    assert "logdet_lu(t1), inverse_lu(t1).T" in source


def test_two_determinants_are_no_reason_for_factors():
    singular = np.ones((3, 3))
    assert compile_program("numpy", program(o.det(A) + o.det(A.T)))(A=singular) == 0


def test_one_equation_is_solved_at_once():
    assert "np.linalg.solve(A.T, x)" in source_of(o.inv(A).T @ x)


def test_few_columns_are_equations_and_many_are_products_with_the_inverse():
    expr = o.inv(A) @ M.T + o.inv(A).T @ M.T
    assert "solve_lu(" in source_of(expr, sizes={"n": 1000, "m": 10})
    assert "inverse(" in source_of(expr, sizes={"n": 1000, "m": 1000})


def test_the_inverse_of_a_fixed_matrix_is_computed_once():
    planned = program(o.inv(A).T @ o.exp(x), options=Options(fixed=frozenset({"A"})))
    f = compile_program("numpy", planned)
    assert "solve" not in f.source
    assert planned.prepared is not None
    assert "inv(A)" in compile_program("numpy", planned.prepared).source
    given = arrays([A, x])
    wanted = np.linalg.solve(given["A"].T, np.exp(given["x"]))
    np.testing.assert_allclose(f.prepare(A=given["A"])(x=given["x"]), wanted)


def test_a_sum_of_products_acts_on_a_vector_without_the_matrix():
    expr = (M.T @ M + 2 * o.eye("n")) @ (A @ A.T + S) @ x
    source = source_of(expr)
    assert "M.T @ (M @ " in source
    assert "A @ (A.T @ x) + S @ x" in source
    assert "M.T @ M" in source_of(expr, skip=frozenset({"applied"}))


def test_a_sum_of_inverses_with_a_name_acts_on_a_vector_by_equations():
    shapes = {"b": ("n",), "K": ("n", "n")}
    d = mg.gradient("Y = inv(K)\nb'*(Y + Y')*b", "b", shapes=shapes)
    assert "linalg.inv(" not in d.compile().source
    given = arrays_for([symbol("b", "n"), symbol("K", "n", "n")], {"n": 4})
    wanted = d.compile(skip=["applied"])(**given)
    np.testing.assert_allclose(d.compile()(**given), wanted, rtol=1e-9)


def test_a_sum_with_a_name_acts_on_a_vector_too():
    H = symbol("H", "n", "n")
    named = [Definition(H, M.T @ M @ S + A @ A + 2 * o.eye("n"))]
    source = compile_program("numpy", program(Wanted(x.T @ H @ p, named))).source
    assert "H" not in source
    assert "M @ (S @ " in source
    twice = compile_program("numpy", program(Wanted((H @ x, H @ p), named))).source
    assert "H @ x" in twice


def test_a_sum_that_is_needed_itself_is_computed():
    H = M.T @ M + S
    assert "t1 @ x" in source_of((H, H @ x))


def test_a_sum_of_fixed_matrices_is_computed_once():
    H = A @ A + S
    planned = program(H @ x, options=Options(fixed=frozenset({"A", "S"})))
    assert compile_program("numpy", planned).source.rpartition("def ")[2].count("@") == 1
