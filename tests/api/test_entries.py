"""Answers of small sizes written out entry by entry."""

import json
from typing import Any

import pytest

import matgrad as mg
from matgrad.errors import LimitError, UnsupportedError, VerifyError
from matgrad.nets.entries import check_entries
from matgrad.ops import differential_symbol, matmul, number, symbol
from tests.cli.command import run

ENTRIES = [
    ("jacobian", "W*x", "W", {"W": (2, 2), "x": (2,)}, {"order": "rows"},
     [["x_1", "x_2", "0", "0"], ["0", "0", "x_1", "x_2"]]),
    ("jacobian", "x .* y", "x", {"x": (2,), "y": (2,)}, {}, [["y_1", "0"], ["0", "y_2"]]),
    ("jacobian", "toeplitz(x,y)", "x", {"x": (2,), "y": (2,)}, {},
     [["1", "0"], ["0", "1"], ["0", "0"], ["1", "0"]]),
    ("hessian", "x[1]^2*x[2]", "x", {"x": (2,)}, {}, [["2*x_2", "2*x_1"], ["2*x_1", "0"]]),
    ("gradient", "x'*A*x", "x", {"A": (2, 2), "x": (2,)}, {},
     [["x_2*(A_12 + A_21) + 2*A_11*x_1"], ["x_1*(A_12 + A_21) + 2*A_22*x_2"]]),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "function", "variable", "shapes", "options", "entries"), ENTRIES)
def test_all_entries_of_an_answer(  # noqa: PLR0913, PLR0917
    kind: str, function: str, variable: str, shapes: Any, options: Any, entries: Any
) -> None:
    d = getattr(mg, kind)(function, variable, shapes, **options)
    assert [[str(x) for x in row] for row in d.entries()] == entries


def test_entries_stand_below_each_other_in_text_and_in_a_matrix_elsewhere() -> None:
    d = mg.jacobian("W*x", "W", {"W": (2, 2), "x": (2,)}, order="rows").in_entries()
    assert "∂vec(f)/∂vec(W) = ⎡x₁  x₂  0   0 ⎤\n                    ⎣0   0   x₁  x₂⎦" in d.text()
    assert r"\begin{bmatrix} x_{1} & x_{2} & 0 & 0 \\ 0 & 0 & x_{1} & x_{2}" in d.latex()
    assert d.html().count("<mtr>") == 2


def test_entries_are_written_in_named_parts() -> None:
    d = mg.hessian("logsumexp(x)", "x", {"x": (2,)}).in_entries()
    assert "⎡p₁(1 − p₁)  −p₁p₂     ⎤" in d.text()


def test_a_symmetric_matrix_has_each_entry_once() -> None:
    d = mg.gradient("x'*A*x", "x", {"A": (2, 2), "x": (2,)}, {"A": ["symmetric"]})
    assert str(d.entries()[1][0]) == "2*(A_12*x_1 + A_22*x_2)"


def test_the_command_line_writes_entries() -> None:
    done = run("jacobian", "A*x", "--wrt", "x", "--shape", "A=1,2", "--entries", "--json")
    assert json.loads(done.out)["answers"][0]["entries"] == [["A_1", "A_2"]]


def test_sizes_that_are_no_numbers_have_no_entries() -> None:
    with pytest.raises(LimitError, match="sizes are numbers"):
        mg.jacobian("A*x", "x").entries()


@pytest.mark.parametrize("function", ["sum(x[1:k])", "sum(i, 1, n-1, (x[i+1] - x[i])^2)"])
def test_a_range_that_ends_at_a_name_has_no_entries(function: str) -> None:
    with pytest.raises(LimitError, match=r"sizes are numbers, and [kn] is not"):
        mg.gradient(function, "x", {"x": (4,)}).entries()


def test_a_function_of_whole_matrices_has_no_entries() -> None:
    with pytest.raises(UnsupportedError, match="expm"):
        mg.jacobian("expm(X)", "X", {"X": (2, 2)}).entries()


def test_wrong_entries_are_withheld() -> None:
    with pytest.raises(VerifyError, match="entries disagree"):
        check_entries(symbol("x", 2), [[number(1)], [number(2)]])


def test_the_matrix_of_a_map_that_is_turned_is_withheld() -> None:
    d = mg.hessian("x[1]^2*x[2]", "x", {"x": (2,)})
    dX, A = differential_symbol(symbol("X", 2, 1)), symbol("A", 2, 2)
    right = [[symbol("A_11"), symbol("A_12")], [symbol("A_21"), symbol("A_22")]]
    assert check_entries(matmul(A, dX), right, is_map=True)
    with pytest.raises(VerifyError, match="entries disagree"):
        check_entries(matmul(A, dX), [*map(list, zip(*right, strict=True))], is_map=True)
    assert "the entries: exact" in d.in_entries().text()


DIFFERENTIALS = [
    ("sin(A*x)", "x", [["cos(A_11*x_1 + A_12*x_2)*(A_11*dx_1 + A_12*dx_2)"],
                       ["cos(A_21*x_1 + A_22*x_2)*(A_21*dx_1 + A_22*dx_2)"]]),
    ("A*x", "A,x", [["dA_11*x_1 + dA_12*x_2 + A_11*dx_1 + A_12*dx_2"],
                    ["dA_21*x_1 + dA_22*x_2 + A_21*dx_1 + A_22*dx_2"]]),
    ("A*y + 0*x", "x", [["0"], ["0"]]),
]  # fmt: skip


@pytest.mark.parametrize(("function", "variables", "entries"), DIFFERENTIALS)
def test_a_differential_is_written_in_the_entries_of_differentials(
    function: str, variables: str, entries: list[list[str]]
) -> None:
    d = mg.differential(function, variables, {"A": (2, 2), "x": (2,)})
    assert [[str(x) for x in row] for row in d.entries()] == entries
    assert "Entry by entry\n  df = " in d.in_entries().text()
