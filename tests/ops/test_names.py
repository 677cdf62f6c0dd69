"""Programs, SymPy and the reader know a function by the names in its declaration."""

import pytest

import matgrad as mg
from matgrad.core.expr import catalogue
from matgrad.ops.code import library_names
from matgrad.programs.arrays import functions

ELEMENTWISE = [op for op in catalogue.values() if op.derivative is not None]


@pytest.mark.parametrize("op", ELEMENTWISE, ids=lambda op: op.name)
def test_programs_may_call_a_function_as_libraries_do(op) -> None:
    assert all(
        functions.NAMES.get(name, name) in functions.UFUNCS for name in library_names(op.code)
    )


@pytest.mark.parametrize("name", ["logistic", "sinc", "huber"])
def test_a_name_that_means_something_else_elsewhere_is_explained(name: str) -> None:
    given = "x, c" if name == "huber" else "x"
    said = mg.gradient(f"sum({name}({given}))", "x").problem.notes
    assert any(str(note).startswith(f"{name}(") for note in said)
