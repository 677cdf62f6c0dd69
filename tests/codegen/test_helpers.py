"""The functions beside generated code lie in files of their own language, each under its mark."""

import ast
import re

import pytest

from matgrad.codegen.helpers import helpers, needed

PYTHON = ("numpy.txt", "jax.txt", "torch.txt", "array_api.txt")


@pytest.mark.parametrize("file", [*PYTHON, "julia.jl", "matlab.m"])
def test_a_mark_names_the_function_behind_it(file):
    for mark, text in helpers(file).items():
        assert re.search(rf"\b{mark.rstrip('(')}\(", text), mark


@pytest.mark.parametrize("file", PYTHON)
def test_helpers_of_python_are_one_function_each(file):
    for mark, text in helpers(file).items():
        (function,) = ast.parse(text).body
        assert isinstance(function, ast.FunctionDef)
        assert function.name == mark.rstrip("(")
        assert ast.get_docstring(function)


def test_what_a_helper_calls_stands_before_it():
    known = helpers("array_api.txt")
    assert needed(known, "sylvester(") == [known["kron("], known["sylvester("]]


def test_other_names_call_for_nothing():
    assert not needed(helpers("numpy.txt"), "np.linalg.norm(x) + my_norm(x)")
