"""The names by which rewrites are switched off."""

from __future__ import annotations

from matgrad.codegen import (
    applied,
    association,
    deltas,
    expand,
    guard,
    inlined,
    row_blocks,
    thin,
)
from matgrad.codegen.optimise import PASSES
from matgrad.codegen.targets import freed, gains


def rewrite_names() -> tuple[str, ...]:
    """All of them, in the order of the alphabet."""
    single = (applied.NAME, deltas.NAME, association.FOLDED, expand.NAME)
    opened = (thin.NAME, inlined.NAME)
    written = (guard.NAME, row_blocks.NAME, freed.NAME)
    return tuple(sorted({*PASSES, *single, *opened, *written, *gains.NAMES}))
