"""Large systems of linear equations in balls."""

from __future__ import annotations

from random import Random
from typing import Any

import flint
import pytest

from matgrad.verify.ball import precision
from matgrad.verify.systems import LARGE, solved

SIZE = LARGE + 4


def drawn(rows: int, cols: int, seed: int) -> Any:
    draw = Random(seed)
    return flint.arb_mat(
        [[flint.arb(draw.randrange(-50, 51)) / 17 for _ in range(cols)] for _ in range(rows)]
    )


def bits(x: Any) -> float:
    return min(-float((ball.rad() + flint.arb(2) ** -300).log()) for ball in x.entries()) / 0.694


def test_what_is_found_encloses_the_solution_about_as_closely_as_flint_does() -> None:
    with precision():
        K, b = drawn(SIZE, SIZE, 1), drawn(SIZE, 2, 2)
        mine, theirs = solved(K, b), K.solve(b)
        assert mine.overlaps(theirs)
        assert bits(mine) > bits(theirs) - 8
        with flint.ctx.workprec(600):
            exact = K.mid().solve(b.mid())
        assert all(x.contains(y) for x, y in zip(mine.entries(), exact.entries(), strict=True))


def test_a_matrix_that_is_nearly_singular_is_left_to_flint() -> None:
    with precision():
        K, b = drawn(SIZE, SIZE, 3), drawn(SIZE, 1, 4)
        for j in range(SIZE):
            K[0, j] = K[1, j] + flint.arb(2) ** -70 * j
        assert solved(K, b).overlaps(K.solve(b))


def test_a_singular_matrix_has_no_solution() -> None:
    with precision():
        K, b = drawn(SIZE, SIZE, 5), drawn(SIZE, 1, 6)
        for j in range(SIZE):
            K[0, j] = K[1, j]
        with pytest.raises(ZeroDivisionError):
            solved(K, b)
