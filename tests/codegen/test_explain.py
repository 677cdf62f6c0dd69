"""explain() shows the lines of the target that it explains."""

from typing import Any

import numpy as np
import pytest

import matgrad as mg
from matgrad.codegen import TARGETS

SHAPES = {"X": ("N", "n"), "w": ("n",)}
LARGE = {"N": 100_000, "n": 300}


def logistic():
    return mg.hessian("sum(log(1 + exp(X*w)))", "w", SHAPES)


@pytest.mark.parametrize("target", [name for name, each in TARGETS.items() if each.lines])
def test_the_lines_are_those_of_the_source(target):
    f = logistic().compile(target, sizes=LARGE)
    rows = [line.rsplit(maxsplit=2)[0] for line in f.explain().splitlines()[2:-2]]
    assigned = [row for row in rows if " = " in row]
    assert assigned
    for row in assigned:
        assert row in f.source
    assert "written as in NumPy" not in f.explain()


def test_of_c_it_is_said_that_the_lines_are_those_of_numpy():
    assert "C code has loops and calls for these lines" in logistic().compile("c").explain()


def test_operations_of_one_target_are_counted_as_what_they_do():
    halves = logistic().compile("torch", sizes=LARGE).explain()
    (row,) = [line for line in halves.splitlines() if "return gram(" in line]
    assert row.split()[-2] == "9.03G"  # N n² for one half of the products, N n for the scaling


def test_factored_functions_are_explained_too():
    f = mg.jacobian("sin(A*x)", "x").factored()
    assert f(A=np.eye(3), x=np.zeros(3)).shape == (3, 3)
    assert "rewrite 'factored'" in f.explain(m=10)


def least_squares():
    shapes = {"A": ("m", "n"), "X": ("n", "k"), "B": ("k", "l"), "C": ("m", "l")}
    return mg.gradient("normF(A*X*B - C)^2", "X", shapes, check=False)


def test_the_sizes_of_what_prepare_does_are_said():
    f = least_squares().compile(fixed=["A", "B", "C"])
    assert "by prepare, once, for l, m assumed to be 1000:" in f.explain(n=10, k=10)
    assert "by prepare, once, for l = 3; m = 5:" in f.explain(n=10, k=10, m=5, l=3)


def test_rewrites_that_are_listed_can_be_switched_off_by_the_same_name():
    given: Any = {"fixed": ["A", "B", "C"]}
    assert "rewrite 'expansion'" in least_squares().compile(**given).explain()
    assert "expansion" not in least_squares().compile(**given, skip="expansion").explain()
    assert "rewrite 'guard'" in least_squares().compile(guard=True).explain()
    assert "guard" not in least_squares().compile(guard=True, skip="guard").explain()
