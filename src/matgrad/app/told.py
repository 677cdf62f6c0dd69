"""What a caller tells of a function before its code is written: names of its parts, and sizes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import index

from matgrad.core.steps import Trace
from matgrad.errors import ShapeError, UnknownNameError


def told_names(trace: Trace, option: str, given: Iterable[str]) -> frozenset[str]:
    """The names in an option, one by itself or several; each is an input or a named part."""
    names = frozenset((given,) if isinstance(given, str) else given)
    problem = trace.problem
    known = [*problem.symbols, *(each.symbol.name for each in problem.definitions)]
    known += [each.symbol.name for each in trace.definitions]
    for name in sorted(names.difference(known)):
        hint = f"there are {', '.join(dict.fromkeys(known))}"
        raise UnknownNameError(f"{option}: nothing is called {name}", hint=hint)
    return names


def told_sizes(given: Mapping[str, int] | None) -> dict[str, int]:
    """Numbers for sizes, which are whole and not less than one."""
    sizes: dict[str, int] = {}
    for name, size in (given or {}).items():
        try:
            sizes[name] = index(size)
        except TypeError:
            sizes[name] = 0
        if sizes[name] < 1:
            raise ShapeError(f"sizes: {name} is {size!r}, which is no size", hint="1, 2, 3, …")
    return sizes
