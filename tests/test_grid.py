"""Operator by operator: text, LaTeX, code, both arithmetics and the matrix of its Jacobian.

What an operator lacks is declared with it, and nothing is declared that is there.
"""

from collections.abc import Callable, Iterator
from functools import cache
from math import prod
from random import Random

import pytest

import matgrad as mg
from matgrad import ops as o
from matgrad.codegen import compile_program, program
from matgrad.core.dims import ONE, Dim, dim
from matgrad.core.expr import Axis, Expr, catalogue, make
from matgrad.core.steps import Problem
from matgrad.core.walk import postorder, substitute, symbols
from matgrad.derive import jacobian
from matgrad.errors import MatgradError, UnsupportedError
from matgrad.ops import families, functions_of, symbol
from matgrad.render.labels import is_map
from matgrad.render.reference import COLUMNS, lacking
from matgrad.syntax import parse_expression, parse_latex_expression
from matgrad.verify.ball import Balls, precision
from matgrad.verify.evaluate import evaluate
from matgrad.verify.field import Field
from matgrad.verify.sample import STYLES, Sampler
from matgrad.verify.sizes import dimensions
from tests.families.terms import family

SIZES = {"m": 3, "n": 2, "k": 2, "l": 2}
M, x = symbol("M", "n", "n"), symbol("x", "n")
BY_I = Axis("i", dim("k"))
A_i = family("A", "m", "n", axes=(BY_I,))
OTHERS: dict[str, Expr] = {
    "symbol": M,
    "number": o.number(3),
    "constant": o.constant("pi"),
    "size": o.size("n"),
    "eye": o.eye("n"),
    "ones": o.ones("m", "n"),
    "zeros": o.zeros("m", "n"),
    "unit": o.unit(1, "n"),
    "units": o.units(1, 2, "n"),
    "part": o.part(M, o.units(1, 2, "n"), o.unit(1, "n")),
    "entry": o.entry(M, 1, 2),
    "matrix_power": o.matrix_power(M, 3),
    "integer_power": o.integer_power(M, symbol("k", facts=["integer"])),
    "frechet_power": o.frechet_power(M, symbol("k", facts=["integer"]), symbol("A", "n", "n")),
    "unvec": o.unvec(symbol("v", dim("m") * dim("n")), symbol("A", "m", "n").shape),
    "commutation": o.commutation("m", "n"),
    "duplication": o.duplication("n"),
    "elimination": o.elimination("n"),
    "diagonal_selection": o.diagonal_selection("n"),
    "toeplitz_columns": o.toeplitz_columns("m", "n"),
    "toeplitz_rows": o.toeplitz_rows("m", "n"),
    "unspecified": o.unspecified("sigma", x),
    "power": o.power(x, 3),
    "asin": o.asin(x),
    "acos": o.acos(x),
    "member": families.member_at(A_i, {"i": "j"}),
    "delta": families.delta("i", "j", BY_I.size),
    "index": make(families.index_op, (), BY_I),
    "sum_over": o.sum_over(BY_I, A_i),
    "split": families.split(symbol("A", "m", "k"), BY_I),
    "merge": families.merge(BY_I, A_i),
}
NAMED = {
    "named_curve": "A(t): n x n; A(t)",
    "named_scalar": "function f(X); X: m x n; f(X)",
    "named_vector": "function g(x): m; x: n; g(x)",
    "named_matrix": "function F(X): m x n; X: m x n; F(X)",
}


def size_of(written: str | int) -> Dim:
    return (
        prod(map(dim, written.split("*")), start=ONE) if isinstance(written, str) else dim(written)
    )


def argument(name: str, sizes: tuple[str | int, ...] | int) -> Expr:
    return o.number(sizes) if isinstance(sizes, int) else symbol(name, *map(size_of, sizes))


@cache
def example(name: str) -> Expr:
    """The operator applied to symbols."""
    if name in OTHERS:
        return OTHERS[name]
    if name in NAMED:
        return mg.parse(NAMED[name]).function
    if name == "named_map":
        map_of = mg.differential(NAMED["named_matrix"], "X", check=False).result
        return substitute(
            map_of, {d: symbol("E", *d.shape) for d in symbols(map_of) if d.name == "dX"}
        )
    if name == "named_hessian":
        return mg.hessian("function g(x): m; x: n; c: m; g(x)'*c", "x", check=False).result
    assert catalogue[name].samples, "declare samples, or write an example in this file"
    shapes = catalogue[name].samples[0]
    return catalogue[name](*map(argument, "ABCD", shapes))


def reads(expr: Expr, parse: Callable[..., Expr], written: str) -> bool:
    known = {s.name: s for s in symbols(expr)}
    names = {n for d in dimensions([expr])[0] for n in d.names}
    known |= {f"size {n}": symbol(f"size {n}", n) for n in names}
    try:
        return parse(written, known, functions_of(postorder(expr))).shape == expr.shape
    except MatgradError:
        return False


def has_code(expr: Expr) -> bool:
    try:
        return bool(compile_program("numpy", program(expr)).source)
    except MatgradError:
        return False


def values(expr: Expr, R: Field | Balls) -> Iterator[object]:
    """What the operator gives at points of every style."""
    for seed in range(24):
        S = Sampler(R, Random(seed), STYLES[seed % len(STYLES)])
        memo = {s: S.value(s) for s in symbols(expr)}
        yield evaluate(R, [expr], dict(memo))[expr]


def has_value(expr: Expr, arithmetic: type[Field] | type[Balls]) -> bool:
    with precision():
        return any(isinstance(value, list) for value in values(expr, arithmetic(SIZES)))


def has_matrix(expr: Expr) -> bool:
    """Is the Jacobian by every argument that may move a matrix?"""
    known = {s.name: s for s in symbols(expr) if "integer" not in s.data.facts}
    try:
        traces = [jacobian(Problem(expr, "f", (), known), [X]) for X in known.values()]
    except UnsupportedError:
        return False
    return not any(is_map(G) for trace in traces for G in trace.results.values())


CHECKS: dict[str, Callable[[Expr], bool]] = {
    "text": lambda e: reads(e, parse_expression, str(e)),
    "latex": lambda e: reads(e, parse_latex_expression, e.latex()),
    "numpy": has_code,
    "field": lambda e: has_value(e, Field),
    "ball": lambda e: has_value(e, Balls),
    "matrix": has_matrix,
}


@pytest.mark.parametrize("column", CHECKS)
@pytest.mark.parametrize("name", list(catalogue))
def test_an_operator_has_all_that_it_does_not_declare_to_lack(name: str, column: str) -> None:
    assert CHECKS[column](example(name)) == (column not in lacking(catalogue[name]))


def test_what_an_operator_may_lack_is_known() -> None:
    holes = {column for op in catalogue.values() for column in op.holes}
    assert holes | set(CHECKS) <= set(COLUMNS)
