"""Kronecker products, vec, and the matrices that go with them."""

from itertools import product

import numpy as np
import pytest

import matgrad as mg
from matgrad.core.expr import Expr
from matgrad.core.steps import Problem
from matgrad.ops import (
    commutation,
    diagonal_selection,
    duplication,
    elimination,
    kron,
    kron_left,
    kron_right,
    symbol,
    unvec,
    vec,
)
from matgrad.render import latex, plain, text
from tests.codegen.reference import agree

A, B, x = symbol("A", "m", "n"), symbol("B", "k", "l"), symbol("x", "n")
SHAPES = [("m", "n"), ("m", 1), (1, "n"), (1, 1)]
OTHERS = [("k", "l"), ("k", 1), (1, "l"), (1, 1)]


@pytest.mark.parametrize(("left", "right"), list(product(SHAPES, OTHERS)))
def test_code_keeps_rows_and_columns_apart(left: tuple[str, str], right: tuple[str, str]) -> None:
    P, Q = symbol("P", *left), symbol("Q", *right)
    G = symbol("G", *kron(P, Q).shape)
    for expr in (kron(P, Q), kron(P, Q, P), kron_left(P, G), kron_right(Q, G), vec(P)):
        agree(expr)


@pytest.mark.parametrize(
    ("expr", "spellings"),
    [
        (kron(A, B), ("kron(A, B)", "A ⊗ B", r"A \otimes B")),
        (-kron(A, B), ("-kron(A, B)", "−A ⊗ B", r"-A \otimes B")),
        (kron(A @ x, B), ("kron(A*x, B)", "Ax ⊗ B", r"\left(A x\right) \otimes B")),
        (vec(A), ("vec(A)", "vec(A)", r"\operatorname{vec}(A)")),
        (commutation("m", "n"), ("commutation(m,n)", "K(m,n)", r"\operatorname{K}_{m,n}")),
        (duplication(3), ("duplication(3)", "D(3)", r"\operatorname{D}_{3}")),
        (elimination(3), ("elimination(3)", "L(3)", r"\operatorname{L}_{3}")),
        (diagonal_selection("n"), ("diagonal_selection(n)", "E(n)", r"\operatorname{E}_{n}")),
    ],
)
def test_spellings(expr: Expr, spellings: tuple[str, str, str]) -> None:
    assert (text(expr), plain(expr), latex(expr)) == spellings


@pytest.mark.parametrize(
    "written",
    [
        "kron(A, B)", "A ⊗ B", "A ⊗ B ⊗ C", "-(A ⊗ B)", "2*kron(A, B)/3", "kron(A, B)'",
        "unvec(x, 2*m, n)", "commutation(m,n)*x", "duplication(3)*x", "diagonal_selection(n)*x",
        "vec(A)*c'", "elimination(2)*x", "kron_left(I(2), A)", "kron(A, x') + B", "kron(x, y')*C",
    ],
)  # fmt: skip
def test_what_is_printed_reads_back(written: str) -> None:
    problem = mg.parse(written, {"A": (4, 4)} if "kron_left" in written else None)
    shapes = {name: tuple(symbol.shape) for name, symbol in problem.symbols.items()}
    assert mg.parse(str(problem.function), shapes).function is problem.function


def test_the_matrices_do_what_they_are_for() -> None:
    W = np.arange(6.0).reshape(2, 3)
    S = np.array([[1.0, 2, 4], [2, 3, 5], [4, 5, 6]])
    K = mg.parse("commutation(2,3)*vec(W)", {"W": (2, 3)})
    D = mg.parse("duplication(3)*vech(S) - vec(S)", {"S": (3, 3)})
    assert value(K, W=W).tolist() == W.ravel().tolist()
    assert not value(D, S=S).any()
    E = mg.differential("diagonal_selection(3)'*vec(S)", "S", {"S": (3, 3)})
    assert str(E.result) == "diag(dS)"


def value(problem: Problem, **arrays: np.ndarray) -> np.ndarray:
    d = mg.differential(problem, list(arrays))  # linear, so the differential is the function
    return d.compile()(**{f"d{name}": array for name, array in arrays.items()})


@pytest.mark.parametrize(
    ("function", "variable", "gradient"),
    [
        ("norm2(kron(A,B)*x)^2", "A", "2*A*unvec(x, p, n)'*B'*B*unvec(x, p, n)"),
        ("norm2(kron(A,B)*x)^2", "B", "2*B*unvec(x, p, n)*A'*A*unvec(x, p, n)'"),
        ("c'*vec(A*X*B)", "X", "A'*unvec(c, m, n)*B'"),
        ("norm2(unvec(x,m,n)*B)^2", "x", "2*vec(unvec(x, m, n)*B*B')"),
        ("c: m*n; A: m x n; c'*commutation(m,n)*vec(A)", "A", "unvec(c, n, m)'"),
        ("A: m x n; B: m x n; norm2(vec(A) - vec(B))^2", "A", "2*(A - B)"),
        ("sum(exp(vec(A)))", "A", "exp(A)"),
    ],
)
def test_gradients_are_in_matrix_form(function: str, variable: str, gradient: str) -> None:
    d = mg.gradient(function, variable)
    assert str(d.result) == gradient
    assert d.verdict.ok


def test_the_trace_of_a_kronecker_product_has_a_multiple_of_the_identity_as_gradient() -> None:
    d = mg.gradient("tr(kron(A, X))", "X", {"A": ("m", "m"), "X": ("n", "n")})
    assert str(d.result) == "tr(A)*I(n)"


def test_a_partial_trace_has_a_kronecker_product_as_gradient() -> None:
    d = mg.gradient("tr(ptrace(R,m,n)*B)", "R", {"R": ("m*n", "m*n"), "B": ("m", "m")})
    assert str(d.result) == "kron(B', I(n))"


def test_unvec_says_which_length_it_needs() -> None:
    with pytest.raises(mg.MatgradError, match="needs a vector of length 6"):
        mg.parse("unvec(x, 2, 3)", {"x": (5,)})


def test_vech_has_half_as_many_entries_whatever_the_size() -> None:
    problem = mg.parse("vech(A)", {"A": ("n", "n")})
    assert str(problem.function.shape.rows) == "(n*n+n)/2"
    d = mg.gradient("norm2(vech(A))^2", "A", {"A": ("n", "n")})
    assert d.verdict.ok
    assert d.compile()(A=[[1.0, 2.0], [3.0, 4.0]]).tolist() == [[2, 0], [6, 8]]


def test_a_size_that_is_no_integer_is_an_error() -> None:
    assert mg.parse("x", {"x": ("n*(n+1)/2",)}).function.shape.rows.evaluate({"n": 4}) == 10
    with pytest.raises(mg.MatgradError, match="not always an integer"):
        mg.parse("x", {"x": ("n/2",)})


def test_unvec_of_vec_in_another_shape_stays() -> None:
    assert str(mg.gradient("norm2(unvec(vec(A),3,2)*x)^2", "A", {"A": (2, 3), "x": (2,)}).result)
    assert unvec(vec(symbol("A", 2, 3)), symbol("B", 3, 2).shape).shape == symbol("B", 3, 2).shape
