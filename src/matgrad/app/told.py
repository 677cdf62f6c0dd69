"""What a caller tells of a function before its code is written: names of its parts, and sizes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from matgrad.codegen.sizes import whole
from matgrad.core.steps import Trace
from matgrad.errors import UnknownNameError


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
    """Numbers for sizes."""
    return {name: whole(name, size) for name, size in (given or {}).items()}
