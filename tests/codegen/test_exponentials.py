"""softmax beside logsumexp takes one exponential."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import matgrad as mg
from matgrad.codegen.c.native import compiler

ROWS = mg.value_and_grad("sum(logsumexp_rows(X*W))", "W", {"X": ("m", "d"), "W": ("d", "k")})
FLAT = mg.value_and_grad("logsumexp(A*x)", "x", {"A": ("m", "n"), "x": ("n",)})
GIVEN = np.random.default_rng(0)
MATRICES = {"X": GIVEN.normal(size=(4, 3)), "W": GIVEN.normal(size=(3, 5))}
VECTORS = {"A": GIVEN.normal(size=(4, 3)), "x": GIVEN.normal(size=3)}


@pytest.mark.parametrize(("d", "given"), [(ROWS, MATRICES), (FLAT, VECTORS)], ids=["rows", "flat"])
def test_it_gives_the_same_with_one_exponential(d: Any, given: dict[str, np.ndarray]) -> None:
    shared, apart = d.compile(), d.compile(skip=["exponentials"])
    assert shared.source.count("np.exp(") == 1
    assert apart.source.count("np.exp(") == 2
    assert "'exponentials'" in shared.explain()
    assert "'exponentials'" not in apart.explain()
    for one, other in zip(shared(**given), apart(**given), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-14)


def test_it_does_not_overflow() -> None:
    value, slope = FLAT.compile()(A=1e5 * np.eye(3), x=np.array([1.0, 0.0, -1.0]))
    assert value == 1e5
    np.testing.assert_array_equal(slope, [1e5, 0, 0])


def test_one_of_the_two_alone_stays_a_function() -> None:
    assert "logsumexp(" in mg.gradient("logsumexp(x)", "x").compile_value().source


@pytest.mark.parametrize("target", ["numpy", *(["c"] if compiler() else [])])
def test_of_a_row_and_of_a_number(target: str) -> None:
    row = GIVEN.normal(size=(1, 4))
    f = mg.differential("sqrt(logsumexp_rows(C))", "C", {"C": (1, "k")}).compile(target)
    found = f(C=row, dC=np.ones((1, 4)))
    assert np.shape(found) == ()
    np.testing.assert_allclose(found, 0.5 / np.sqrt(np.log(np.exp(row).sum())))
    g = mg.differential("softmax(2)*logsumexp(3)*N", "N", {"N": ("n", "n")}).compile(target)
    np.testing.assert_allclose(g(dN=np.eye(2)), 3 * np.eye(2))
