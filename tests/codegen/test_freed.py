"""Large arrays are deleted where nothing uses them any more."""

from __future__ import annotations

import re

import numpy as np
import pytest

from matgrad import ops as o
from matgrad.codegen import compile_program, program
from matgrad.codegen.plan.planning import Wanted
from matgrad.codegen.plan.program import Options
from matgrad.codegen.run.compiled import Compiled
from matgrad.codegen.write.lines import NAME
from matgrad.core.steps import Definition
from matgrad.ops import symbol

A, x = symbol("A", "n", "n"), symbol("x", "n")
E = symbol("E", "n", "n")
G = o.exp(E)
BOTH = (x.T @ G @ x, G @ (G @ x))
WANTED = Wanted(BOTH, [Definition(E, o.sin(A))])


def _compiled(target: str, size: int, *skip: str) -> Compiled:
    options = Options({"n": size}, skip=frozenset(skip))
    return compile_program(target, program(WANTED, options))


@pytest.mark.parametrize("target", ["numpy", "torch"])
def test_a_large_array_goes_after_the_line_that_uses_it_last(target: str) -> None:
    pytest.importorskip(target)
    told, plain = _compiled(target, 1000), _compiled(target, 1000, NAME)
    lines = [line.strip() for line in told.source.splitlines()]
    place = lines.index("del E")
    assert re.search(r"\bE\b", lines[place - 1])
    assert not any(re.search(r"\bE\b", line) for line in lines[place + 1 :])
    assert f"'{NAME}'" in told.explain()
    assert "del " not in plain.source
    assert f"'{NAME}'" not in plain.explain()
    given = {"A": np.eye(3) + 0.5, "x": np.ones(3)}
    for one, other in zip(told(**given), plain(**given), strict=True):
        np.testing.assert_array_equal(one, other)


def test_small_arrays_and_those_of_unknown_size_stay() -> None:
    untold = compile_program("numpy", program(WANTED))
    assert "del " not in _compiled("numpy", 100).source + untold.source


def test_other_targets_have_no_use_for_it() -> None:
    assert "del " not in _compiled("array_api", 1000).source
