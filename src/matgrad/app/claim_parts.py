"""Differentials of formulas in the lines of a claim: of d(A*x - b) it is said dq1, q1 = A*x - b."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from matgrad.core.expr import Expr
from matgrad.core.steps import Definition
from matgrad.ops import symbol

MOST = 20  # differentials of formulas in one claim
_OPENED = re.compile(r"(?<![\w\\])d\s*(?:\\left\s*)?(?=[(\[])")


def with_named_parts(
    line: str, read: Callable[[str], Expr], known: Mapping[str, Expr], spelled: str
) -> tuple[str, list[Definition]]:
    """The line with dq1 in the place of d(…), and what q1 is; spelled says how q1 is written."""
    named: list[Definition] = []
    for _ in range(MOST if "d" not in known else 0):
        found = _OPENED.search(line)
        end = _closed(line, found.end()) if found else None
        if found is None or end is None:
            break
        taken = {*known, *(d.symbol.name for d in named)}
        number = next(n for n in range(1, len(taken) + 2) if f"q{n}" not in taken)
        value = read(re.sub(r"\\right\s*$", "", line[found.end() + 1 : end]))
        named.append(Definition(symbol(f"q{number}", *value.shape), value))
        line = f"{line[: found.start()]}{spelled.replace('1', str(number))}{line[end + 1 :]}"
    return line, named


def _closed(line: str, start: int) -> int | None:
    """Where the bracket that opens here is closed."""
    depth = 0
    for at in range(start, len(line)):
        depth += (line[at] in "([{") - (line[at] in ")]}")
        if depth == 0:
            return at
    return None
