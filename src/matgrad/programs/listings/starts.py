"""Random arrays, from which programs start: only their sizes matter."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

RANDOM = frozenset(
    "randn rand random normal standard_normal uniform randint random_sample"
    " truncated_normal".split()
)
SOURCES = frozenset("default_rng RandomState Generator PRNGKey".split())  # of random numbers
FILLED = RANDOM | frozenset("zeros ones empty full eye zeros_like ones_like".split())
_TWO_FIRST = frozenset("normal uniform truncated_normal randint".split())


def sizes_of(name: str, given: Sequence[Any], size: Any) -> Sequence[Any]:
    """The sizes of an array of random entries; np.random.normal has them behind two numbers."""
    listed: list[Any] = [x for x in given if isinstance(x, tuple | list)]
    if size is not None or listed:
        return [listed[0] if listed else size]
    return given[2:] if name in _TWO_FIRST else given


def makes_arrays(body: Sequence[ast.stmt]) -> bool:
    """Do statements make arrays of numbers?"""
    calls = [x.func for each in body for x in ast.walk(each) if isinstance(x, ast.Call)]
    names = {x.id if isinstance(x, ast.Name) else getattr(x, "attr", "") for x in calls}
    return bool(names & FILLED)
