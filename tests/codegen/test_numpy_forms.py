"""Forms that NumPy's code takes when it is written."""

from __future__ import annotations

import numpy as np
import pytest

import matgrad as mg
from matgrad import ops as o
from matgrad.codegen import compile_program, program
from matgrad.codegen.plan.program import Options
from matgrad.core.expr import Expr
from matgrad.ops import symbol
from tests.codegen.reference import arrays_for

S, B = symbol("S", "n", "n"), symbol("B", "n", "m")
v, t = symbol("v", "n"), symbol("t")
EXAMPLES = {
    "add_diagonal(S.copy(), t)": S + t * o.eye("n"),
    "add_diagonal(S.copy(), -t)": S - t * o.eye("n"),
    "add_diagonal(S.T.copy(), 1)": S.T + o.eye("n"),
    "add_diagonal(B @ B.T, t)": B @ B.T + t * o.eye("n"),
    "add_diagonal(S + S.T, v)": S + S.T + o.diag_matrix(v),
}


@pytest.mark.parametrize("code", EXAMPLES)
def test_a_diagonal_is_added_to_a_new_array(code: str) -> None:
    sizes = {"n": 400, "m": 400}
    told, plain = (
        compile_program("numpy", program(EXAMPLES[code], options=Options(known, skip=skip)))
        for known, skip in ((sizes, frozenset[str]()), (sizes, frozenset({"diagonal"})))
    )
    assert code in told.source
    assert "'diagonal'" in told.explain()
    assert "add_diagonal(" not in plain.source
    given = arrays_for([S, B, v, t], {"n": 4, "m": 3})
    given = {name: given[name] for name in told.inputs}
    before = {name: np.copy(array) for name, array in given.items()}
    np.testing.assert_allclose(told(**given), plain(**given), rtol=1e-14)
    for name, array in before.items():
        np.testing.assert_array_equal(given[name], array)


def test_what_is_used_again_is_left_as_it_is() -> None:
    E = o.exp(S)
    both: tuple[Expr, ...] = (E + t * o.eye("n"), E @ v)
    f = compile_program("numpy", program(both, options=Options({"n": 400})))
    assert ".copy()" in f.source
    A, x = np.arange(9.0).reshape(3, 3) / 9, np.ones(3)
    shifted, image = f(S=A, t=2.0, v=x)
    np.testing.assert_allclose(shifted, np.exp(A) + 2 * np.eye(3))
    np.testing.assert_allclose(image, np.exp(A) @ x)


def test_sizes_that_are_not_told_leave_the_identity_to_be_read() -> None:
    assert "np.eye(n)" in compile_program("numpy", program(S + t * o.eye("n"))).source


X, w, p = symbol("X", "N", "d"), symbol("w", "d"), symbol("p", "N")


def test_a_tall_matrix_is_read_once_by_blocks_of_rows() -> None:
    expr = X.T @ o.hadamard(p, o.tanh(X @ w))
    told, plain = (
        compile_program("numpy", program(expr, options=Options(sizes)))
        for sizes in ({"N": 100_000, "d": 200}, {"N": 400, "d": 200})
    )
    assert "by_rows(lambda X, p: X.T @ (p * np.tanh(X @ w)), X, p)" in told.source
    assert "'row blocks'" in told.explain()
    assert "by_rows" not in plain.source
    rng = np.random.default_rng(1)
    for rows in (1, 3000):
        given = {"X": rng.normal(size=(rows, 200)), "w": rng.normal(size=200) / 20}
        given["p"] = rng.normal(size=rows)
        np.testing.assert_allclose(told(**given), plain(**given), rtol=1e-10, atol=1e-12)


def test_a_hessian_over_samples_computes_half_of_the_products_and_no_identities() -> None:
    shapes = {"X": ("m", "d"), "W": ("d", "k"), "V": ("k", "n"), "Y": ("m", "n")}
    d = mg.hessian("sum(square(tanh(tanh(X*W)*V) - Y))", "W", shapes=shapes, check=False)
    told, plain = d.compile(sizes={"m": 300, "d": 30, "k": 20, "n": 10}), d.compile()
    assert "pair_sums(X, t" in told.source
    assert "add_diagonals(2 * t" in told.source
    assert all(name in told.explain() for name in ("'halves'", "'diagonal'"))
    lengths = {"m": 7, "d": 3, "k": 4, "n": 2}
    rng = np.random.default_rng(4)
    given = {name: rng.normal(size=[lengths[n] for n in shape]) for name, shape in shapes.items()}
    np.testing.assert_allclose(told(**given), plain(**given), rtol=1e-10, atol=1e-12)


Y = symbol("Y", "N", "d")
rng = np.random.default_rng(4)


@pytest.mark.parametrize(
    ("columns", "written"),
    [
        (10, "np.vecdot(X, Y)"),
        (100, "np.einsum('ij,ij->i', X, Y)"),
        (5000, "np.sum(X * Y, axis=1)"),
    ],
)
def test_sums_over_products_of_rows_take_one_function(columns: int, written: str) -> None:
    expr = o.hadamard(X, Y) @ o.ones("d")
    told, plain = (
        compile_program(
            "numpy", program(expr, options=Options({"N": 300, "d": columns}, skip=skip))
        )
        for skip in (frozenset[str](), frozenset({"row products"}))
    )
    assert written in told.source
    assert ("'row products'" in told.explain()) is (columns < 5000)
    assert ".sum(1)" in plain.source or "np.sum(X * Y, axis=1)" in plain.source
    given = {"X": np.arange(6.0).reshape(2, 3), "Y": np.arange(6.0).reshape(3, 2).T}
    np.testing.assert_allclose(told(**given), plain(**given), rtol=1e-14)
    np.testing.assert_allclose(told(**given), np.sum(given["X"] * given["Y"], 1), rtol=1e-14)


def test_sums_over_products_of_columns_take_one_function() -> None:
    for expr, written in (
        (o.hadamard(X, Y).T @ o.ones("N"), "np.einsum('ij,ij->j', X, Y)"),
        (o.power(X, 2).T @ o.ones("N"), "np.einsum('ij,ij->j', X, X)"),
    ):
        told = compile_program("numpy", program(expr, options=Options({"N": 300, "d": 40})))
        assert written in told.source
        given = {"X": rng.normal(size=(7, 3)), "Y": rng.normal(size=(7, 3))}
        plain = compile_program("numpy", program(expr))
        assert "axis=0" in plain.source
        given = {each.label: given[each.label] for each in told.program.inputs}
        np.testing.assert_allclose(told(**given), plain(**given), rtol=1e-13)


def test_a_matrix_is_subtracted_from_a_diagonal_in_place() -> None:
    expr = o.diag_matrix(symbol("v", "n")) - o.hadamard(
        symbol("P", "n", "n"), symbol("P", "n", "n").T
    )
    f = compile_program("numpy", program(expr, options=Options({"n": 300})))
    assert "np.diag(" not in f.source
    given = {"v": rng.normal(size=4), "P": rng.normal(size=(4, 4))}
    right = np.diag(given["v"]) - given["P"] * given["P"].T
    np.testing.assert_allclose(f(**given), right, rtol=1e-13)


def test_a_tall_matrix_with_weights_is_multiplied_by_itself_a_few_rows_at_a_time() -> None:
    expr = X.T @ o.diag_matrix(o.square(p)) @ X
    told, plain, wide = (
        compile_program("numpy", program(expr, options=Options(sizes, skip=frozenset(skip))))
        for sizes, skip in (
            ({"N": 10_000, "d": 200}, []),
            ({"N": 10_000, "d": 200}, ["row blocks"]),
            ({"N": 1000, "d": 200}, []),
        )
    )
    assert "gram(X, " in told.source
    assert "'row blocks'" in told.explain()
    assert "gram" not in plain.source + wide.source
    rng = np.random.default_rng(2)
    for rows in (1, 2500):
        given = {"X": rng.normal(size=(rows, 3)), "p": rng.normal(size=rows)}
        found = told(**given)
        np.testing.assert_allclose(found, plain(**given), rtol=1e-12)
        np.testing.assert_array_equal(found, found.T)
