r"""Functions by what they do to a variable: \sigma: x \mapsto x^2, or x \mapsto xx^Ta alone."""

from __future__ import annotations

import re
from collections.abc import Collection

from matgrad.app.ask.formulas.notation import Left, left_side, whole_name

FREE = "fghF"  # letters for functions without a name
_MAPS = re.compile(r"^(?:(?P<name>.+?)(?:\\colon|:))?\s*(?P<x>[^:]+?)\s*\\mapsto\s*(?P<value>.+)$")


def mapped(latex: str) -> tuple[str, str, str]:
    r"""The name, the variable and the value of a map; what is missing is empty.

    >>> mapped(r"x \mapsto xx^Ta")
    ('', 'x', 'xx^Ta')
    """
    found = _MAPS.match(latex)
    if found is None:
        return "", "", ""
    named = found["name"]
    name = whole_name(named.strip()) if named else ""
    return ("", "", "") if name is None else (name, found["x"].strip("() "), found["value"])


def without_map(pieces: list[str]) -> list[str]:
    r"""The equation f(x) = xx^Ta of x \mapsto f(x) = xx^Ta; others as they are."""
    x, maps, value = pieces[0].partition(r"\mapsto")
    is_named = len(pieces) > 1 and maps and ":" not in x and r"\colon" not in x
    return [value.strip(), *pieces[1:]] if is_named and left_side(value.strip()) else pieces


def unnamed(x: str, taken: Collection[str]) -> Left | None:
    """The left side f(x) for a function that has no name."""
    name = next((name for name in FREE if name not in taken), FREE[0])
    return left_side(f"{name}({x})") if x else None
