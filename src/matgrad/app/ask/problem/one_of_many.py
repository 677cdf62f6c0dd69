r"""One member beside a sum over all of them: \theta_a^Ts - \log\sum_b e^{\theta_b^Ts}, by \theta_a.

It is among those that are added, so that as a name of its own it would lose a part of the
derivative. And \theta_K = 1 - \sum_k\theta_k makes an entry depend on the others. Both are asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from matgrad.app.ask.problem.understood import Understood
from matgrad.core.walk import symbols
from matgrad.render.glyphs import latex_name, plain_name

_MEMBER = re.compile(r"(?P<stem>[A-Za-z]+)_(?P<index>[A-Za-z])")
_INDEX = re.compile(r"\\sum\s*(?:\\limits\s*)?_\s*(?:\{\s*)?(?P<i>[a-z])")


def one_of_many(found: Understood) -> Iterator[str]:
    """The questions about variables that are members, and entries that follow from others."""
    formulas = _formulas(found)
    running = {m["i"] for latex in formulas for m in _INDEX.finditer(latex)}
    for name in found.variables:
        member = _MEMBER.fullmatch(name)
        if member and _is_summed(member, formulas, running):
            yield (
                f"{plain_name(name)} is one of those over which a sum runs, and stands by itself. "
                "Ask for the derivative by all of them, or call it otherwise if it is none."
            )
    yield from _outside(found, running)
    for each in found.reading.defined:
        entry = _MEMBER.fullmatch(each.left.name)
        if entry and _is_summed(entry, formulas, running) and _is_in(entry["stem"], each.values):
            shown = plain_name(each.left.name)
            yield f"{shown} depends on the others; put what it is into the function."


def _outside(found: Understood, running: set[str]) -> Iterator[str]:
    """Names with the index of a sum inside of what is defined apart: there is one for each."""
    assert found.problem is not None
    parts = [each.value for each in found.problem.definitions]
    for name in sorted({x.name for value in parts for x in symbols(value)} - {*found.variables}):
        member = _MEMBER.fullmatch(name)
        if member and member["index"] in running:
            yield (
                f"{plain_name(name)} has the index of a sum, and stands in what is defined outside "
                "of it; write it with that index, or put it into the sum."
            )


def _formulas(found: Understood) -> list[str]:
    """The formulas of the function and of what it is made of."""
    assert found.problem is not None and found.function is not None
    known = found.meaning.defined
    names = [d.symbol.name for d in found.problem.definitions]
    parts = [found.function, *(known[name] for name in names if name in known)]
    return [value for each in parts for value in each.values]


def _is_summed(member: re.Match[str], formulas: Iterable[str], running: set[str]) -> bool:
    """Does a sum run over others with the same letter?"""
    if member["index"] in running:
        return False
    stem = re.escape(latex_name(member["stem"]))
    indices = "|".join(sorted(running)) or "(?!)"
    others = re.compile(rf"(?<![A-Za-z\\]){stem}\s*_\s*(?:{indices}|\{{\s*(?:{indices})\s*\}})")
    return any(map(others.search, formulas))


def _is_in(stem: str, values: Iterable[str]) -> bool:
    others = re.compile(rf"(?<![A-Za-z\\]){re.escape(latex_name(stem))}\s*_")
    return any(map(others.search, values))
