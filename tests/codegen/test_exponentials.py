"""softmax beside logsumexp takes one exponential."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import matgrad as mg

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
