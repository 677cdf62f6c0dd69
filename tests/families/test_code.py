"""Families in code: arrays whose first axes count the members, in every library of arrays."""

import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import matgrad as mg
from matgrad.api.code import compile_trace
from matgrad.core.dims import dim
from matgrad.core.expr import Expr, Symbol, make
from matgrad.core.shape import shape_of
from matgrad.core.steps import Problem, Trace
from matgrad.core.walk import symbols
from matgrad.derive.gradient import gradient
from matgrad.errors import ShapeError, UnsupportedError
from matgrad.ops import (
    add,
    det,
    hadamard,
    inv,
    logdet,
    logsumexp,
    matmul,
    maximum,
    norm2,
    normnuc,
    power,
    scale,
    sigmoid,
    softmax,
    symbol,
    symbol_op,
    tanh,
    total,
    trace,
)
from matgrad.ops.families import delta, index_op, member_at, merge, renamed, split, sum_over
from matgrad.optional import available, load
from matgrad.verify.check import check
from tests.families.terms import BY_H, BY_I, BY_J, BY_K, family
from tests.families.test_engine import PROBLEMS, A_i, x, x_i

LIBRARIES = {"numpy": "numpy", "jax": "jax", "torch": "torch"}
HERE = [target for target, package in LIBRARIES.items() if available(package)]
M_i, S_k = family("M", "n", "n"), family("S", "n", "n", axes=(BY_K,), facts="positive_definite")
w_i, w_ik = family("w"), family("v", axes=(BY_K, BY_I))  # the second is written v_ki
X, W, A = symbol("X", "t", BY_H.size * 3), symbol("W", "d", "d"), symbol("A", "d", "d")
a_ij = family("a", axes=(BY_I, BY_J))
r_i = make(symbol_op, (), Symbol("r", shape_of(1, "n"), axes=(BY_I,)))
u_i, x_j = family("u", "n"), renamed(x_i, {"i": "j"})

FUNCTIONS = {
    **{name: function for name, (function, _) in PROBLEMS.items()},
    "inverses": sum_over(BY_I, trace(inv(M_i))),
    "determinants": sum_over(BY_I, det(M_i)),
    "equations with many right-hand sides": sum_over(
        BY_I, sum_over(BY_K, matmul(u_i.T, inv(S_k), u_i))
    ),
    "logarithms of determinants": sum_over(BY_K, logdet(S_k)),
    "softmax of each": sum_over(BY_I, matmul(softmax(x_i).T, tanh(x_i))),
    "logsumexp of each": sum_over(BY_I, scale(w_i, logsumexp(x_i))),
    "a function that is taken member by member": sum_over(BY_I, normnuc(A_i)),
    "an index that is written second": sum_over(BY_I, sum_over(BY_K, scale(w_i, power(w_ik, 3)))),
    "an index as a number": sum_over(BY_I, scale(make(index_op, (), BY_I), norm2(x_i) ** 2)),
    "what is the same for all": sum_over(BY_I, add(norm2(x) ** 2, w_i)),
    "a diagonal": sum_over(BY_I, power(member_at(a_ij, {"j": "i"}), 2)),
    "entries on a diagonal": sum_over(
        BY_I, power(split(split(symbol("Y", "N", "N"), BY_I).T, BY_I), 3)
    ),
    "columns side by side": norm2(tanh(merge(BY_I, W @ x_i))) ** 2,
    "blocks side by side": norm2(merge(BY_H, tanh(split(X, BY_H, dim(3))))) ** 2,
    "rows of a family": sum_over(BY_I, power(matmul(r_i, M_i, u_i), 2) + norm2(r_i) ** 2),
    "products of three": sum_over(BY_I, matmul(x_i.T, W, A, x_i)),
    "all but one": sum_over(
        BY_I,
        sum_over(BY_J, scale(1 - delta("i", "j", BY_I.size), x_i.T @ x_j)),
    ),
    "largest entries": sum_over(BY_I, total(maximum(x_i, x_i * symbol("c")))),
    "matrices entry by entry": sum_over(BY_I, total(hadamard(sigmoid(A_i), A_i))),
}  # fmt: skip


def derived(function: Expr) -> Trace:
    """The gradient by all that is in it."""
    known = {each.name: each for each in symbols(function)}
    return gradient(Problem(function, symbols=known), list(known.values()))


@pytest.mark.parametrize("target", HERE)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_code_computes_the_gradient_of_a_function_of_families(name: str, target: str) -> None:
    trace_ = derived(FUNCTIONS[name])
    verdict = check(trace_, compiled=compile_trace(trace_, target))
    assert verdict.ok, verdict.details
    assert "+ code" in verdict.status


@pytest.fixture
def standard(monkeypatch: Any) -> Iterator[None]:
    """NumPy in place of the package for the array API, which is forgotten afterwards."""
    numpy = SimpleNamespace(array_namespace=lambda *arrays: np, is_array_api_obj=lambda x: True)
    monkeypatch.setitem(sys.modules, "array_api_compat", numpy)
    load.cache_clear()
    yield
    load.cache_clear()


@pytest.mark.usefixtures("standard")
@pytest.mark.parametrize("name", FUNCTIONS)
def test_code_for_the_array_api_computes_it_too(name: str) -> None:
    trace_ = derived(FUNCTIONS[name])
    try:
        compiled = compile_trace(trace_, "array_api")
    except UnsupportedError as error:
        assert "array" in str(error)
        return
    verdict = check(trace_, compiled=compiled)
    assert verdict.ok, verdict.details


def lines(function: Expr, target: str = "numpy") -> list[str]:
    """The lines of the function in generated code, without comments."""
    source = compile_trace(derived(function), target).source
    body = source.partition('    """\n')[2]
    return [line.partition("  #")[0].strip() for line in body.splitlines() if line]


def test_code_for_least_squares_is_what_a_person_would_write() -> None:
    assert lines(FUNCTIONS["least squares"]) == [
        "r = A @ x - b",
        "t1 = 2 * r",
        "return t1[:, :, None] * x, 2 * np.tensordot(r, A, ([0, 1], [0, 1])), -t1",
    ]


def test_the_members_of_a_family_are_counted_by_the_first_axes() -> None:
    compiled = compile_trace(derived(FUNCTIONS["least squares"]), "numpy")
    with pytest.raises(ShapeError, match="A is a family of shape"):
        compiled(A=np.ones((3, 2)), x=np.ones(2), b=np.ones((4, 3)))


CHUNKED = {
    "least squares": "A_i: m x n for i = 1..N; x: n; b_i: m; sum(i, norm2(A_i*x - b_i)^2)",
    "a mixture": (
        "x_i: n for i = 1..N; mu_k: n for k = 1..K; Sigma_k: n x n for k = 1..K; "
        "Sigma_k is positive_definite; sum(i, log(sum(k, exp(-1/2*(logdet(Sigma_k) + "
        "(x_i - mu_k)'*inv(Sigma_k)*(x_i - mu_k))))))"
    ),
    "attention": "X_i: m x n for i = 1..N; W: n x n; sum(i, normF(softmax_rows(X_i*W*X_i'))^2)",
}


@pytest.mark.parametrize("name", CHUNKED)
def test_sums_over_an_index_are_taken_chunk_by_chunk(name: str) -> None:
    text = CHUNKED[name]
    wrt = {"a mixture": "mu_k, Sigma_k", "attention": "W"}.get(name, "x")
    d, draw = mg.gradient(text, wrt, check=False), np.random.default_rng(0)
    f, summed = d.compile(sizes={"N": 20}), d.map_reduce("N")
    counts = {"N": 20, "m": 3, "n": 2, "K": 2}
    given = {each.label: draw.normal(size=[counts[str(n)] for n in each.axes])
             for each in f.program.inputs}  # fmt: skip
    if "Sigma" in given:
        given["Sigma"] = given["Sigma"] @ given["Sigma"].mT + np.eye(2)
    along = summed.samples
    chunks = [
        {each: np.take(given[each], range(i, min(i + 7, 20)), axis) for each, axis in along.items()}
        for i in range(0, 20, 7)
    ]
    found = summed(chunks, {each: array for each, array in given.items() if each not in along})
    wanted = f(**given)
    pairs = zip(found, wanted, strict=True) if isinstance(found, tuple) else [(found, wanted)]
    for ours, whole in pairs:
        np.testing.assert_allclose(ours, whole, rtol=1e-9, atol=1e-12)


NAMED = "A_i: m x n for i = 1..N; x: n; w_i: scalar for i = 1..N; "
SECOND = {
    "a Jacobian of a family": (mg.jacobian, "softmax(w_i*A_i*x)", "x", "NmXn"),
    "a Jacobian by a family": (mg.jacobian, "sum(i, w_i*tanh(A_i*x))", "A_i", "mXNmn"),
    "a Jacobian of a family by one": (mg.jacobian, "w_i^2*A_i*x", "w_i", "NmXN"),
    "a Hessian by a family": (mg.hessian, "sum(i, w_i*norm2(A_i*x)^4)", "A_i", "NmnXNmn"),
    "a Hessian by numbers": (mg.hessian, "sum(i, w_i*norm2(A_i*x))^2", "w_i", "NXN"),
    "a differential": (mg.differential, "sum(i, w_i*norm2(A_i*x)^2)", "A_i", ""),
}
SIZES = {"N": 4, "m": 3, "n": 2}


@pytest.mark.parametrize("what", SECOND)
def test_a_map_between_families_is_an_array_in_code(what: str) -> None:
    derive, function, wrt, axes = SECOND[what]
    d = derive(NAMED + function, wrt)
    assert "+ code" in d.verdict.status
    f, draw = d.compile(), np.random.default_rng(0)
    given = {"A": "Nmn", "x": "n", "w": "N", "dA": "Nmn"}
    found = f(*(draw.normal(size=[SIZES[n] for n in given[name]]) for name in f.inputs))
    assert np.shape(found) == tuple(SIZES[n] for n in axes if n != "X")


WRITTEN_SECOND = "A_ki: m x n for k = 1..K, i = 1..N; x: n; "


def test_maps_of_families_are_operators_with_adjoints() -> None:
    draw = np.random.default_rng(0)
    A, x = draw.normal(size=(2, 5, 4, 3)), draw.normal(size=3)
    J = mg.jacobian(WRITTEN_SECOND + "tanh(A_ki*x)", "A_ki")
    maps, array = J.operator(A=A, x=x), J.compile()(A=A, x=x)
    assert array.shape == (5, 2, 4, 2, 5, 4, 3)  # of the value, in the order of the alphabet
    matrix = array.reshape(40, 120)
    np.testing.assert_allclose(maps @ A.ravel(), matrix @ A.ravel(), rtol=1e-9)
    np.testing.assert_allclose(maps.rmatvec(np.arange(40.0)), np.arange(40.0) @ matrix, rtol=1e-9)


@pytest.mark.parametrize("target", [each for each in HERE if each != "numpy"])
def test_functions_of_families_are_differentiated_by_other_libraries(target: str) -> None:
    d = mg.gradient(WRITTEN_SECOND + "sum(k, sum(i, norm2(A_ki*x)^4))", "A_ki, x")
    draw = np.random.default_rng(0)
    given = {"A": draw.normal(size=(2, 5, 4, 3)), "x": draw.normal(size=3)}
    f, library = d.differentiable(target), load(target)
    if target == "jax":
        library.config.update("jax_enable_x64", True)
        found = library.grad(lambda arrays: f(**arrays))(given)
    else:
        tensors = {name: library.tensor(array, requires_grad=True) for name, array in given.items()}
        f(**tensors).backward()
        found = {name: tensor.grad for name, tensor in tensors.items()}
    for name, wanted in zip(("A", "x"), d.compile()(**given), strict=True):
        np.testing.assert_allclose(np.asarray(found[name]), wanted, rtol=1e-9, atol=1e-12)


def test_a_hessian_that_is_zero_is_an_array_of_zeros() -> None:
    f = mg.hessian(NAMED + "sum(i, w_i*norm2(A_i*x)^2)", "w_i").compile()
    given = {"A": np.ones((4, 3, 2)), "x": np.ones(2), "w": np.ones(4)}
    assert not f(**given).any()
    assert f(**given).shape == (4, 4)


@pytest.mark.parametrize("target", ["c", "matlab", "julia"])
def test_where_families_have_no_code_that_is_said(target: str) -> None:
    with pytest.raises(UnsupportedError, match=f"families have no {target} code yet"):
        compile_trace(derived(FUNCTIONS["least squares"]), target)
