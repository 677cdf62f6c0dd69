"""What bridges must not misread: stacked vectors, constrained variables, values of other types."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import matgrad as mg
from matgrad.errors import MatgradError, UnknownNameError

sympy = pytest.importorskip("sympy")


def _agrees(function: Any, name: str, shape: tuple[int, ...]) -> bool:
    """Does the traced function have the value that NumPy gives?"""
    value = np.arange(1.0, 1.0 + np.prod(shape)).reshape(shape)
    problem = mg.trace(function, {name: shape})
    traced, _ = mg.value_and_grad(problem, name).compile("numpy")(**{name: value})
    return bool(np.isclose(traced, function(value)))


@pytest.mark.parametrize(
    ("function", "name", "shape"),
    [(lambda x: np.sum(np.vstack([x, 2 * x])[1] ** 2), "x", (3,)),
     (lambda A: np.sum(np.outer(A, A)[1] ** 2), "A", (2, 2)),
     (lambda A: np.sum(np.concatenate([A, 2 * A], axis=None)[3] ** 2), "A", (2, 2)),
     (lambda x: np.sum(np.hstack([x, 2 * x])[4] ** 2), "x", (3,))],
    ids=["vstack", "outer", "concatenate", "hstack"],
)  # fmt: skip
def test_arrays_are_stacked_as_numpy_does(function: Any, name: str, shape: tuple[int, ...]) -> None:
    assert _agrees(function, name, shape)


def test_cholesky_of_a_general_matrix_is_told() -> None:
    problem = mg.trace(lambda A: np.linalg.cholesky(A)[1, 0], {"A": (2, 2)})
    assert any("cholesky is taken of the symmetric part" in note for note in problem.notes)


@pytest.mark.parametrize("fact", ["unit", "simplex"])
def test_a_variable_that_cannot_move_freely_is_refused(fact: str) -> None:
    x = [0.6, 0.8] if fact == "unit" else [0.5, 0.5]
    with pytest.raises(MatgradError, match="moves it freely"):
        mg.objective("x'*C*x", {"x": np.array(x)}, {"C": np.eye(2)}, assume={"x": [fact]})


@pytest.mark.parametrize("start", [{"x": "ab"}, {}, {"x": np.array([1j, 2])}])
def test_a_start_that_is_no_real_array_is_refused(start: dict[str, Any]) -> None:
    with pytest.raises(MatgradError):
        mg.objective("x'*x", start, {})


@pytest.mark.parametrize("claim", [None, 5])
def test_a_claim_that_is_no_text_is_refused(claim: Any) -> None:
    with pytest.raises(MatgradError):
        mg.check("x'*A*x", "x", claim)


@pytest.mark.parametrize("given", [{"shapes": "foo"}, {"assume": {"A": None}}])
def test_what_is_no_table_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(MatgradError):
        mg.check("x'*A*x", "x", "A*x", **given)


def test_a_matrix_without_entries_is_refused() -> None:
    with pytest.raises(MatgradError):
        mg.from_sympy(sympy.Matrix([]))


def test_the_transpose_of_an_exponential_goes_to_sympy() -> None:
    assert "exp(X.T)" in str(mg.to_sympy(mg.gradient("tr(expm(X))", "X").result))


def test_claims_know_functions_that_are_short_for_formulas() -> None:
    assert mg.check("x^2/2", "x", "cbrt(x^3)", {"x": ()}).right


def test_an_array_is_in_start_or_in_data() -> None:
    x = np.zeros(2)
    with pytest.raises(UnknownNameError, match="x is in start and in data"):
        mg.objective("x'*x", {"x": x}, {"x": x})
