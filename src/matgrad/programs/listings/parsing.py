"""Python that somebody pastes, parsed and never run; what is too large is not parsed."""

from __future__ import annotations

import ast
from collections.abc import Callable
from itertools import accumulate
from textwrap import dedent
from warnings import catch_warnings, simplefilter

from matgrad.errors import LimitError, MatgradError, ParseError

LONGEST = 16_000  # characters of a program
DEEPEST = 60  # brackets inside of each other
HIGHEST = 150  # parts inside of each other


def parsed(code: str) -> ast.Module | None:
    """The parts of a program, if it is Python and not too large."""
    try:
        return module_of(code)
    except MatgradError:
        return None


def module_of(code: str) -> ast.Module:
    """The parts of a program, or why there are none."""
    if len(code) > LONGEST:
        raise LimitError(f"the program has more than {LONGEST:,} characters")
    if _depth(code) > DEEPEST:
        raise LimitError(f"the program has more than {DEEPEST} brackets inside of each other")
    try:
        with catch_warnings():
            simplefilter("ignore")  # what a stranger writes is no fault of ours
            module = ast.parse(dedent(code))
    except SyntaxError as error:
        at = _places(code)(error.lineno or 1, (error.offset or 1) - 1)
        raise ParseError(f"this is no Python: {error.msg}", (at, at + 1), source=code) from None
    except (ValueError, RecursionError, MemoryError):
        raise ParseError("this is no Python", source=code) from None
    if _height(module) > HIGHEST:
        raise LimitError(f"the program has more than {HIGHEST} parts inside of each other")
    return module


def note_places(module: ast.Module, code: str) -> None:
    """Note of each part of a program where it stands in the text, for `place_of`."""
    place = _places(code)
    for node in ast.walk(module):
        if isinstance(node, ast.expr | ast.stmt) and node.end_lineno is not None:
            end = place(node.end_lineno, node.end_col_offset or 0)
            node.__dict__["place"] = (place(node.lineno, node.col_offset), end)


def _places(code: str) -> Callable[[int, int], int]:
    """The place in a text of a line and of a column, which Python counts in bytes."""
    given, plain = code.split("\n"), dedent(code).split("\n")
    starts = [0, *accumulate(len(line) + 1 for line in given)]

    def place(line: int, column: int) -> int:
        row = min(line, len(plain)) - 1
        before = plain[row].encode()[:column].decode(errors="ignore")
        return starts[row] + len(given[row]) - len(plain[row]) + len(before)

    return place


def place_of(node: ast.AST) -> tuple[int, int] | None:
    """Where a part of a program stands in its text, if that was noted."""
    return getattr(node, "place", None)


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
