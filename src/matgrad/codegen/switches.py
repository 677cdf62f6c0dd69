"""The names by which rewrites are switched off."""

from __future__ import annotations

from matgrad.codegen.plan import deltas, products, rewriting, row_blocks, thin
from matgrad.codegen.plan.optimise import PASSES
from matgrad.codegen.run import guard
from matgrad.codegen.write import gains, lines


def rewrite_names() -> tuple[str, ...]:
    """All of them, in the order of the alphabet."""
    single = (rewriting.APPLIED, deltas.NAME, products.FOLDED, rewriting.EXPANSION)
    opened = (thin.NAME, rewriting.NARROW)
    written = (guard.NAME, row_blocks.NAME, lines.NAME)
    return tuple(sorted({*PASSES, *single, *opened, *written, *gains.NAMES}))
