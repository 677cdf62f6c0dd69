"""Python that somebody pastes, parsed and never run; what is too large is not parsed."""

from __future__ import annotations

import ast
from textwrap import dedent
from warnings import catch_warnings, simplefilter

LONGEST = 16_000  # characters of a program
DEEPEST = 60  # brackets inside of each other
HIGHEST = 150  # parts inside of each other


def parsed(code: str) -> ast.Module | None:
    """The parts of a program, if it is Python and not too large."""
    if len(code) > LONGEST or _depth(code) > DEEPEST:
        return None
    try:
        with catch_warnings():
            simplefilter("ignore")  # what a stranger writes is no fault of ours
            module = ast.parse(dedent(code))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return module if _height(module) <= HIGHEST else None


def _depth(code: str) -> int:
    depth = deepest = 0
    for sign in code:
        depth += (sign in "([{") - (sign in ")]}")
        deepest = max(deepest, depth)
    return deepest


def _height(module: ast.Module) -> int:
    """How many parts are inside of each other; long sums count one for each term."""
    height, level = 0, [*ast.iter_child_nodes(module)]
    while level and height <= HIGHEST:
        height += 1
        level = [child for node in level for child in ast.iter_child_nodes(node)]
    return height
