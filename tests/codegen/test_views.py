"""Results share memory with nothing that the caller has."""

import numpy as np

from matgrad.codegen import compile_program, program
from matgrad.codegen.run.compiled import shared
from matgrad.ops import sin, symbol

A = symbol("A", "n", "n")
GIVEN = np.arange(9.0).reshape(3, 3)


def test_a_view_of_an_input_is_copied():
    f = compile_program("numpy", program(A.T))
    for _ in range(2):  # the second call does not check again
        assert not np.shares_memory(f(GIVEN), GIVEN)


def test_two_views_of_one_array_are_apart():
    first, second = compile_program("numpy", program((sin(A), sin(A).T)))(GIVEN)
    assert not np.shares_memory(first, second)


def test_what_nobody_else_has_is_not_copied():
    assert shared(program(sin(A).T)) == (False,)


def test_what_is_used_otherwise_is():
    assert shared(program((sin(A).T, sin(A) @ A))) == (True, False)
