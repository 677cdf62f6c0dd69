r"""Chains of derivatives in a text: ∂f/∂ŷ ∂ŷ/∂h ∂h/∂z ∂z/∂W, checked link by link."""

from __future__ import annotations

from matgrad.app.ask.formulas.derivatives import derivative
from matgrad.app.ask.formulas.notation import (
    Derivative,
    left_side,
    names_in,
    source_of,
    whole_name,
    with_bases,
)
from matgrad.app.ask.problem.understood import Understood
from matgrad.render.glyphs import plain_name

Link = tuple[str, str]  # what is differentiated, and by what


def links_in(latex: str) -> list[Link] | None:
    """The factors of a product of derivatives, if a formula is nothing else."""
    source = source_of(latex)
    found: list[Link] = []
    at, end = 0, len(source.glyphs) if source else 0
    while source is not None and at < end:
        if not source.glyphs[at].is_command("frac", "tfrac", "dfrac"):
            return None
        top = source.argument(at + 1, end)
        bottom = source.argument(top.after, end)
        piece = latex[source.glyphs[at].start : source.glyphs[bottom.after - 1].end]
        link = _link(derivative(piece))
        if link is None:
            return None
        found.append(link)
        at = source.skip_spaces(bottom.after, end)
    return found or None


def _link(each: Derivative | None) -> Link | None:
    name = whole_name(each.function) if each else None
    return (name, each.variables[0]) if each and name and len(each.variables) == 1 else None


def chain_fault(links: list[Link], name: str, variable: str, found: Understood) -> str | None:
    """What is wrong with a chain, or None: each link must begin where the one before ended."""
    ends = [name, *(below for _, below in links)]
    for (above, _), expected in zip(links, ends, strict=False):
        if above not in (expected, _is_call_of(expected, found)):
            return f"∂{plain_name(above)} follows ∂{plain_name(expected)}"
    if ends[-1] != variable:
        return f"it ends at {plain_name(ends[-1])}, not at {plain_name(variable)}"
    for above, below in links:
        if not passes(above, variable, below, found):
            x, y, z = map(plain_name, (above, variable, below))
            return f"{x} depends on {y} not only through {z}"
    return None


def _is_call_of(name: str, found: Understood) -> str | None:
    """The function g where a name is defined as g(…), so that ∂g stands for its derivative."""
    main = found.function
    known = main if main and name == main.left.name else found.meaning.defined.get(name)
    left = left_side(known.values[0]) if known else None
    return left.name if left and left.arguments else None


def passes(start: str, end: str, through: str, found: Understood) -> bool:
    """Does every way from a name to a variable pass through another name?"""
    start = _is_call_of(start, found) or start  # y = h(x) is h
    if through == end:
        return not any(
            depends(part, end, "", found) for part in _parts(start, found) if part != end
        )
    return not depends(start, end, through, found)


def depends(start: str, end: str, but: str, found: Understood) -> bool:
    """Does a name depend on a variable, other than through a third name?"""
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        name = waiting.pop()
        if name == end:
            return True
        if name not in seen and name != but:
            seen.add(name)
            waiting += _parts(name, found)
    return False


def _parts(name: str, found: Understood) -> list[str]:
    known = found.meaning.defined.get(name)
    if found.function is not None and name == found.function.left.name:
        known = found.function
    return with_bases(names_in(known.values[0])) if known else []
