"""What is said of arrays, as far as it can be said of their shapes."""

from __future__ import annotations

from collections.abc import Sequence

_OF_ROWS = {"onehot": "simplex_rows", "simplex": "simplex_rows"}
_OF_VECTORS = frozenset("onehot simplex unit".split())
_OF_ALL = frozenset("positive nonnegative nonzero constant integer".split())


def fitting_facts(facts: Sequence[str], rank: int) -> list[str]:
    """What is said of an array, as far as it can be said of one with so many axes."""
    if rank == 2:
        return sorted({_OF_ROWS.get(x, x) for x in facts} - {"unit"})
    return [x for x in facts if x in _OF_ALL or (rank == 1 and x in _OF_VECTORS)]
