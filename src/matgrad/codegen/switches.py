"""The names by which rewrites are switched off."""

from __future__ import annotations

from matgrad.codegen import (
    applied,
    association,
    deltas,
    expand,
    exponentials,
    guard,
    inlined,
    row_blocks,
    thin,
)
from matgrad.codegen.optimise import PASSES
from matgrad.codegen.targets import diagonals, freed, jax_forms, numpy_forms, torch_forms


def rewrite_names() -> tuple[str, ...]:
    """All of them, in the order of the alphabet."""
    single = (applied.NAME, deltas.NAME, association.FOLDED, expand.NAME)
    opened = (thin.NAME, inlined.NAME)
    written = (exponentials.NAME, guard.NAME, row_blocks.NAME, diagonals.NAME)
    forms = (*numpy_forms.WHY, *jax_forms.WHY, *torch_forms.WHY, freed.NAME)
    return tuple(sorted({*PASSES, *single, *opened, *written, *forms}))
