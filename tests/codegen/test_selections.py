"""Slices, differences and running sums cost what they have entries: no identity is multiplied."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import matgrad as mg
from matgrad import ops as o
from matgrad.codegen import Wanted, compile_program, program
from matgrad.codegen.c.native import compiler
from matgrad.codegen.plan.program import Options
from matgrad.core.dims import dim
from matgrad.errors import ShapeError
from matgrad.ops import symbol
from matgrad.optional import available
from tests.codegen.agreement import double_precision
from tests.codegen.octave import OCTAVE
from tests.codegen.octave import values as run_octave
from tests.codegen.reference import arrays_for

n, k = dim("n"), dim("k")
x, v, A, X, M = (
    symbol("x", n),
    symbol("v", n - 1),
    symbol("A", n, n),
    symbol("X", n - 1, k),
    symbol("M", k, n),
)
S, P = o.units(2, n, n), o.units(1, n - 1, n)  # all columns of the identity but one
D = S - P
D2 = o.units(1, n - 2, n) - 2 * o.units(2, n - 1, n) + o.units(3, n, n)
L = o.toeplitz(o.below(o.number(0), o.ones(n - 1)), o.zeros(n))
L1 = o.toeplitz(o.below(o.number(0), o.ones(n - 2)), o.zeros(n - 1))
U = o.toeplitz(o.zeros(n), o.ones(n))
EXAMPLES = {
    "a vector placed": S @ v,
    "a vector cut": S.T @ x,
    "rows placed": S @ X,
    "columns placed": X.T @ P.T,
    "rows cut": S.T @ A,
    "columns cut": A @ P,
    "a block placed": S @ X @ M @ P @ S.T,
    "a row": v.T @ S.T,
    "a diagonal moved": S @ o.diag_matrix(v) @ P.T,
    "a masked identity": S @ S.T,
    "the whole identity": S.T @ S,
    "a shift": S.T @ P,
    "differences": D.T @ x,
    "differences back": D @ v,
    "second differences": D2 @ D2.T @ x,
    "their matrix": D2 @ D2.T,
    "a tridiagonal matrix": D @ o.diag_matrix(o.exp(v)) @ D.T + o.diag_matrix(x),
    "times a vector": (D @ o.diag_matrix(v) @ D.T + o.diag_matrix(x)) @ x,
    "times a matrix": (D @ o.diag_matrix(v) @ D.T) @ A,
    "beside a dense one": A + D @ D.T,
    "beside a dense one, times a vector": (A + D @ D.T) @ x,
    "sums up to an entry": x + L @ x,
    "sums before": L @ x,
    "sums after": L.T @ x,
    "sums after, by an upper triangle": U @ x + 3 * x,
    "sums along rows": A @ L + L @ A,
    "sums twice": (L.T + o.eye(n)) @ o.diag_matrix(x) @ (L + o.eye(n)),
    "all of them": L + 2 * o.eye(n),
    "sums of a slice": (S.T + L1 @ S.T) @ x,
    "and back": (S.T + L1 @ S.T).T @ (S.T + L1 @ S.T) @ x,
    "in a chain": (L1.T @ (S.T + L1 @ S.T) + S.T) @ x,
    "beside a dense one, cut": (X @ M - 2 * S.T) @ x,
    "equations": o.inv(A) @ S,
    "sums of the sums of columns": A.T @ o.ones(n) + L @ A.T @ o.ones(n),
    "sums of the sums of columns, from the end": (A @ L + A).T @ o.ones(n),
}
RUN = ["numpy", *(["c"] if compiler() else [])]
RUN += [t for t, package in (("jax", "jax"), ("torch", "torch")) if available(package)]
RUN += ["array_api"] if available("array_api_compat") else []
DENSE = frozenset({"selections", "running sums"})
GIVEN = arrays_for([x, v, A, X, M], {"n": 5, "k": 3})
ROSENBROCK = "sum(100*(x[2:n] - x[1:n-1].^2).^2 + (1 - x[1:n-1]).^2)"


def planned(expr: Any, skip: frozenset[str] = frozenset()) -> Any:
    return program(Wanted(expr, inputs=[x, v, A, X, M]), options=Options(skip=skip))


@cache
def dense(name: str) -> Any:
    return compile_program("numpy", planned(EXAMPLES[name], DENSE))(**GIVEN)


@pytest.mark.parametrize("skip", [frozenset[str](), DENSE, frozenset({"running sums"})])
@pytest.mark.parametrize("target", RUN)
def test_they_are_what_products_are(target, skip):
    double_precision()
    found = compile_program(target, planned(tuple(EXAMPLES.values()), skip))(**GIVEN)
    for name, got in zip(EXAMPLES, found, strict=True):
        wanted = dense(name)
        assert np.shape(got) == wanted.shape, name
        np.testing.assert_allclose(np.asarray(got), wanted, 1e-9, 1e-12, err_msg=name)


@pytest.mark.parametrize("name", EXAMPLES)
def test_they_are_what_products_are_one_by_one(name):
    got = compile_program("numpy", planned(EXAMPLES[name]))(**GIVEN)
    np.testing.assert_allclose(got, dense(name), 1e-9, 1e-12)


@pytest.mark.skipif(OCTAVE is None, reason="no octave")
def test_octave_agrees(tmp_path: Path):
    functions = [compile_program("octave", planned(expr)) for expr in EXAMPLES.values()]
    found = run_octave([(f, GIVEN) for f in functions], tmp_path)
    for name, got in zip(EXAMPLES, found, strict=True):
        wanted = np.ravel(dense(name), order="F")
        assert not isinstance(got, str), (name, got)
        np.testing.assert_allclose(np.ravel(got), wanted, rtol=1e-7, err_msg=name)


@pytest.mark.parametrize("name", [x for x in EXAMPLES if x not in ("equations", "all of them")])
def test_no_identity_is_multiplied(name):
    source = compile_program("numpy", planned(EXAMPLES[name])).source
    assert "np.eye(n)[" not in source
    assert "toeplitz" not in source
    assert "sums" in name or "np.tril" not in source


def test_julia_has_code_for_them():
    for expr in EXAMPLES.values():
        assert "end" in compile_program("julia", program(expr)).source


def test_slices_read_as_a_person_writes_them():
    source = compile_program("numpy", program(D.T @ x)).source
    assert "return x[1:] - x[:-1]" in source
    source = compile_program("numpy", program(x + L.T @ x)).source
    assert "return np.cumsum(x[::-1])[::-1]" in source


IMAGE = "X: m x n; sum((X[2:m,:] - X[1:m-1,:]).^2) + sum((X[:,2:n] - X[:,1:n-1]).^2)"


def test_differences_of_an_image_are_taken_once_each_and_placed_twice():
    """And not as the diagonals of D Dᵀ, each of which would be a pass over the image."""
    source = mg.gradient(IMAGE, "X").compile(sizes={"m": 300, "n": 200}).source
    assert "t1 = X[1:] - X[:-1]" in source
    assert "[(t1, 1, 0), (t2, 0, 1)], minus=[(t1, 0, 0), (t2, 0, 0)]" in source


def test_diagonals_with_one_number_have_one_number_in_their_product():
    source = compile_program("numpy", program(D @ D.T)).source
    assert "np.full(n - 1, -1.0)" in source


@pytest.mark.parametrize("target", ["numpy", "torch"])
def test_small_numbers_have_no_names(target):
    source = mg.gradient(IMAGE, "X").compile(target).source
    assert re.search(r"^ *\w+ = \d+$", source, re.M) is None


@pytest.mark.parametrize("target", RUN)
def test_gradients_and_products_of_long_vectors_are_linear(target):
    double_precision()
    long = np.linspace(-1, 1, 60_000)
    d = mg.hessian(ROSENBROCK, "x")
    g = np.asarray(mg.gradient(ROSENBROCK, "x").compile(target)(x=long))
    product = np.asarray(d.compile_map(target)(x=long, dx=np.ones_like(long)))
    r, y = long[1:] - long[:-1] ** 2, long[:-1]
    wanted = np.zeros_like(long)
    wanted[1:] += 200 * r
    wanted[:-1] -= 400 * r * y + 2 * (1 - y)
    np.testing.assert_allclose(g, wanted, rtol=1e-9, atol=1e-9)
    step = 1e-6
    plus, minus = (mg.gradient(ROSENBROCK, "x").compile()(x=long + h) for h in (step, -step))
    np.testing.assert_allclose(product, (plus - minus) / (2 * step), rtol=1e-5, atol=1e-4)


@pytest.mark.parametrize(
    "text",
    [
        "sum(x[2:n].*exp(cumsum(x[2:n])))",
        "sum(cumsum(x[3:n]).^2)",
        "sum((x[2:n] - x[1:n-1]).^2.*exp(x[2:n] + x[1:n-1]))",
        "sum(tanh(cumsum(x[2:n] - x[1:n-1])).^2)",
    ],
)
def test_products_with_hessians_have_no_matrix(text):
    planned = mg.hessian(text, "x", check=False).compile_map().program
    assert not any(value.is_matrix for value in planned.values)


def test_a_tridiagonal_hessian_is_written_on_its_diagonals():
    f = mg.hessian(ROSENBROCK, "x").compile()
    assert "@" not in f.source
    assert f.source.count("banded((n, n)") == 1
    H = f(x=np.linspace(-1, 1, 7))
    np.testing.assert_array_equal(H, np.triu(np.tril(H, 1), -1))


def test_explain_names_the_rewrites_and_counts_what_is_placed():
    f = mg.gradient(ROSENBROCK, "x").compile()
    assert "rewrite 'selections'" in f.explain(n=1000)
    assert "in all" in f.explain(n=60_000)
    assert "G" not in f.explain(n=60_000).partition("in all")[2].splitlines()[0]
    g = mg.gradient("sum(exp(cumsum(x)))", "x").compile()
    assert "rewrite 'running sums'" in g.explain(n=1000)


def test_sizes_that_are_not_known_to_overlap_are_cut_and_placed():
    part = o.units(1, "l", n).T @ o.units(k, n, n) @ symbol("w", n - k + 1)
    f = compile_program("numpy", program(part))
    w = np.arange(1.0, 5.0)
    np.testing.assert_array_equal(f(w=w, k=3, n=6, l=4), np.eye(6)[:4] @ np.eye(6)[:, 2:] @ w)


def test_torch_differentiates_through_them():
    torch = pytest.importorskip("torch")
    f = compile_program("torch", program(D @ o.diag_matrix(o.exp(v)) @ S.T @ x)).function
    inputs = [torch.tensor(GIVEN[name], requires_grad=True) for name in ("v", "x")]
    assert torch.autograd.gradcheck(f, inputs)
    matrix = compile_program("torch", program(D @ o.diag_matrix(o.exp(v)) @ D.T)).function
    assert torch.autograd.gradcheck(matrix, inputs[:1])


# Derivatives by matrices, whose arrays have four axes.
ARRAYS = {
    "sum(X[1:k-1,2:n].^3)": mg.hessian,
    "sum(exp(X[2:k,:] - X[1:k-1,:]))": mg.hessian,
    "sum(exp(X[2:k,2:n] - X[1:k-1,1:n-1]))": mg.hessian,
    "sum((X[2:k,:]*B).^3)": mg.hessian,
    "X[2:k,:].*X[1:k-1,:]": mg.jacobian,
    "sum(exp(cumsum(X)))": mg.hessian,
    "kron(A, X)": mg.jacobian,
    "kron(X, B)": mg.jacobian,
    "diag(sin(X*C))": mg.jacobian,
}
SHAPES = {"X": ("k", "n"), "A": ("m", "n"), "B": ("n", "m"), "C": ("n", "k")}
AT = {
    name: np.random.default_rng(3).normal(size=[{"k": 4, "n": 3, "m": 2}[s] for s in axes])
    for name, axes in SHAPES.items()
}


@pytest.mark.parametrize("text", ARRAYS)
def test_arrays_of_derivatives_are_made_without_large_matrices(text):
    d = ARRAYS[text](text, "X", {s: SHAPES[s] for s in SHAPES if s in text}, check=False)
    f = d.compile()
    given = {name: AT[name] for name in f.inputs}
    wanted = d.compile(skip=["deltas", *DENSE])(**given)
    np.testing.assert_allclose(f(**given), wanted, rtol=1e-9, atol=1e-12)
    code = f.source.rpartition('"""')[2]
    assert not any(mark in code for mark in ("np.kron", "commutation(", "selection("))
    if compiler():
        np.testing.assert_allclose(d.compile("c")(**given), wanted, rtol=1e-9, atol=1e-12)


def test_the_matrix_that_a_vector_is_the_diagonal_of_is_no_larger_than_its_derivative():
    f = mg.jacobian("Diag(x)", "x").compile()
    assert "n * n" not in f.source
    J = f(x=np.zeros(3))
    assert J.shape == (3, 3, 3)
    assert J.sum() == J[0, 0, 0] + J[1, 1, 1] + J[2, 2, 2] == 3


@pytest.mark.parametrize("target", RUN)
def test_arrays_shorter_than_a_part_are_refused(target: str) -> None:
    function = mg.hessian("norm2(tanh(x[60:n] - x[1:n-59]))^4", "x").compile(target)
    assert function(np.ones(60)).shape == (60, 60)
    for n in (1, 30, 59):
        with pytest.raises(ShapeError, match="a part that is taken has no entry: "):
            function(np.ones(n))


def test_a_part_ends_within_its_array() -> None:
    function = mg.gradient("sum(x[2:m])^2", "x", shapes={"x": ("n",)}).compile()
    assert function(np.ones(5), m=3).tolist() == [0, 4, 4, 0, 0]
    with pytest.raises(ShapeError, match="a part that is taken ends beyond its array: n-m = -1"):
        function(np.ones(5), m=6)


@pytest.mark.skipif(OCTAVE is None, reason="no octave")
def test_names_of_functions_that_they_call_are_free(tmp_path: Path):
    d = mg.gradient("sum(exp(cumsum(flip)))*sum(placed)", "flip", {"flip": 3, "placed": 2})
    given = {"flip": np.array([0.1, 0.2, 0.3]), "placed": np.array([1.0, 2.0])}
    (got,) = run_octave([(d.compile("octave"), given)], tmp_path)
    np.testing.assert_allclose(np.ravel(got), d.compile()(**given), rtol=1e-9)


@pytest.mark.parametrize("target", RUN)
def test_a_window_that_is_longer_than_what_it_is_of_is_refused(target: str) -> None:
    d = mg.gradient("norm2(correlate(x,y))^2", "x", {"x": ("m",), "y": ("n",)})
    function = d.compile(target)
    assert function(x=np.ones(3), y=np.ones(2)).tolist() == [4, 8, 4]
    for made in (function, d.compile_value(target)):
        with pytest.raises(ShapeError, match="a part that is taken has no entry: m\\+1-n = -2"):
            made(x=np.ones(2), y=np.ones(5))


@pytest.mark.skipif(OCTAVE is None, reason="no octave")
@pytest.mark.parametrize(
    ("text", "name"), [("x .* (x - cumsum(x))", "x"), ("eigproj_max(S)", "S"), ("cumsum(x)", "x")]
)
def test_octave_agrees_where_a_part_of_a_single_entry_is_empty(tmp_path: Path, text, name):
    d = mg.jacobian(text, name, check=False)
    given = {"x": [2.0], "S": [[2.0]]}[name]
    (found,) = run_octave([(d.compile("octave"), {name: given})], tmp_path)
    np.testing.assert_allclose(np.ravel(found), np.ravel(d.compile()(**{name: given})))
