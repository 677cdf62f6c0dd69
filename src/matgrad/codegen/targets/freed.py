"""Large arrays that nothing uses any more: they are freed, and others take their memory.

Memory that the system has not given yet costs more than to compute with it, so a program that
holds less at a time is faster as well.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import prod

from matgrad.codegen.lines import Line, Listing
from matgrad.codegen.program import Program
from matgrad.codegen.values import Value, nominal

NAME = "freed"
WHY = "large arrays are freed where nothing uses them any more, and others take their memory"
_LARGE = 1 << 16  # entries of an array of which this is felt


def freed(program: Program, lines: Sequence[Line], results: Sequence[str]) -> dict[int, list[str]]:
    """The names that are deleted after each line, if sizes are told."""
    if NAME in program.options.skip or not program.options.sizes:
        return {}
    large = {line.name for line in lines if _is_large(program, line.value)}
    used = _words("\n".join(results))
    found: dict[int, list[str]] = {}
    for place, line in reversed(list(enumerate(lines)) if large else []):
        used.add(line.name)
        last = _words(line.code) - used
        used |= last
        if last & large:
            found[place] = sorted(last & large)
    return found


def notes(listing: Listing) -> list[tuple[str, str]]:
    """This, if a program does it."""
    return [(NAME, WHY)] if freed(*listing) else []


def _words(code: str) -> set[str]:
    return set(re.findall(r"\w+", code))


def _is_large(program: Program, value: Value) -> bool:
    sizes = program.options.sizes
    return prod(nominal(size, sizes) for size in value.axes) >= _LARGE
