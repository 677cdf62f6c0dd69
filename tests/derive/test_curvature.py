"""Convex or not by the way a function is built: atoms, textbook functions, and traps.

A trap looks convex and is not, or not on all of its domain. Only a few have no proof by their
composition; those are proved by the Hessian in tests/api/test_convex.py.
"""

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest

from campaign.convexity import case, outcome
from matgrad.api.pipeline import problem_of, variable_names, variable_of
from matgrad.core.curves import LINEAR
from matgrad.core.expr import Expr, catalogue
from matgrad.core.rule import Context
from matgrad.core.steps import Problem
from matgrad.core.walk import symbols
from matgrad.derive.conditions import conditions_of
from matgrad.derive.curvature import Composition, composed
from matgrad.errors import MatgradError
from matgrad.ops import exp, inv, power, sqrt, sqrtm, symbol
from matgrad.verify.chords import contradicted

ROWS = [
    json.loads(line)
    for line in Path(__file__).with_name("curvature.jsonl").read_text(encoding="utf-8").splitlines()
]
BY_HESSIAN = {
    "-sum(y.*log(sigmoid(X*w)) + (1 - y).*log(1 - sigmoid(X*w)))",
    "x: n; sum(x.*exp(x))",
    "x^2 + x*y + y^2",
}


def read(row: dict[str, Any]) -> tuple[Problem, list[Expr], Composition]:
    f, wrt, assume = row["f"], row["wrt"], row["assume"]
    problem = problem_of(f, None, assume, None, scalar=True, wrt=wrt)
    variables = [variable_of(problem, name) for name in variable_names(problem, wrt)]
    proof = composed(problem.function, variables, conditions_of(problem, variables, Context()))
    return problem, variables, proof


def named(row: dict[str, Any]) -> str:
    facts = " ".join(f"{name}:{','.join(each)}" for name, each in row["assume"].items())
    return f"{row['f']} by {row['wrt']} {facts}"


def status(shape: frozenset[str]) -> str:
    return "affine" if len(shape) == 2 else min(shape, default="")


@pytest.mark.parametrize("row", ROWS, ids=named)
def test_a_function_is_certified_if_and_only_if_it_is_convex(row: dict[str, Any]) -> None:
    *_, proof = read(row)
    expected = "" if row["status"] == "trap" or row["f"] in BY_HESSIAN else row["status"]
    assert status(proof.shape) == expected


@pytest.mark.parametrize("row", ROWS[::9], ids=named)
def test_no_chord_contradicts_a_line_of_a_proof(row: dict[str, Any]) -> None:
    problem, variables, proof = read(row)
    claims = [(node, what) for word in proof.shape for node, what, _ in proof.proof(word)]
    assert contradicted(problem, variables, claims) is None


@pytest.mark.parametrize("first", range(0, 120, 20))
def test_no_certificate_of_a_random_composition_is_contradicted(first: int) -> None:
    found = [case(1, index) for index in range(first, first + 20)]
    wrong = [outcome(*each) for each in found if each is not None]
    assert not [words for words in wrong if words.startswith(("WRONG", "error"))]


def test_a_chord_contradicts_a_wrong_line() -> None:
    problem, variables, _ = read({"f": "x: n; sum(x.^3)", "wrt": "x", "assume": {}})
    assert contradicted(problem, variables, [(problem.function, "convex")]) is not None


X_POSITIVE = symbol("x", "n", facts=("positive",))
VECTORS = [
    symbol("x", "n"),
    X_POSITIVE,
    power(symbol("x", "n"), 2),
    -power(symbol("x", "n"), 2),
    sqrt(X_POSITIVE),
    -exp(symbol("x", "n")),
]
DEFINITE = symbol("X", "n", "n", facts=("positive_definite",))
MATRICES = [DEFINITE, symbol("X", "n", "n", facts=("symmetric",)), inv(DEFINITE), sqrtm(DEFINITE)]
CURVED = [
    name
    for name, op in catalogue.items()
    if op.curves and op.curves != LINEAR and op.samples and len(op.samples[0]) == 1
]


def of_one_argument(name: str) -> list[Expr]:
    """The operator applied to convex, concave and affine arguments of different signs."""
    found: list[Expr] = []
    for argument in (*VECTORS, *MATRICES):
        with contextlib.suppress(MatgradError, TypeError, ValueError):
            found.append(catalogue[name](argument))
    return found


@pytest.mark.parametrize("name", CURVED)
def test_no_chord_contradicts_how_an_operator_is_said_to_curve(name: str) -> None:
    for f in of_one_argument(name):
        problem = Problem(f, "f", symbols={X.name: X for X in symbols(f)})
        variables = list(problem.symbols.values())
        proof = composed(f, variables, conditions_of(problem, variables, Context()))
        claims = [(proof.function, word) for word in proof.words(proof.function)]
        assert contradicted(problem, variables, claims) is None


@pytest.mark.parametrize(
    "name", [name for name, op in catalogue.items() if op.curves == LINEAR], ids=str
)
def test_what_is_declared_to_be_linear_has_adjoints(name: str) -> None:
    assert catalogue[name].adjoints is not None
