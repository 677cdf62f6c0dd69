r"""Derivatives that stand before a whole formula: \frac{\partial}{\partial X} F, \nabla_X F."""

from __future__ import annotations

from typing import NamedTuple

from matgrad.errors import UnsupportedError
from matgrad.syntax.latex_meaning import Names
from matgrad.syntax.latex_names import read_name
from matgrad.syntax.latex_source import Range, Source
from matgrad.syntax.latex_tables import FRACTIONS


class Asked(NamedTuple):
    """The variable, and where the function stands."""

    variable: str
    body: tuple[int, int]


def asked_in(source: Source, names: Names, lo: int, hi: int) -> Asked | None:
    """What a formula asks for, if it is a derivative as a whole."""
    glyph = source.glyphs[lo]
    if glyph.is_command("nabla") and lo + 1 < hi and source.glyphs[lo + 1].kind == "sub":
        below = source.argument(lo + 2, hi)
        return _asked(source, names, below, (below.after, hi))
    if not (glyph.kind == "command" and glyph.text in FRACTIONS):
        return None
    top = source.argument(lo + 1, hi)
    bottom = source.argument(top.after, hi)
    if not (_begins_with_d(source, names, top) and _begins_with_d(source, names, bottom)):
        return None
    variable = Range(bottom.lo + 1, bottom.hi, bottom.after)
    if top.hi == top.lo + 1:
        return _asked(source, names, variable, (bottom.after, hi))
    if bottom.after != hi:
        return None
    return _asked(source, names, variable, (top.lo + 1, top.hi))


def _begins_with_d(source: Source, names: Names, side: Range) -> bool:
    if side.lo >= side.hi:
        return False
    first = source.glyphs[side.lo]
    is_d = first.kind == "letter" and first.text == "d" and not names.is_name("d")
    return first.is_command("partial") or is_d


def _asked(source: Source, names: Names, variable: Range, body: tuple[int, int]) -> Asked:
    found = read_name(source, variable.lo, variable.hi)
    position = source.glyphs[variable.lo - 1].start, source.glyphs[variable.hi - 1].end
    if found is None or found.after != variable.hi:
        raise UnsupportedError("only derivatives by one variable are read", position)
    whole = read_name(source, *body) if body[0] < body[1] else None
    is_name = whole is not None and whole.after == body[1]
    if body[0] == body[1] or (is_name and not (whole and names.is_known(whole.name))):
        raise UnsupportedError(
            "a derivative of something that is not given", position, "give the function itself"
        )
    return Asked(names.text(found.name, position), body)
