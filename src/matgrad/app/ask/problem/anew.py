"""A name that a text defines another time: if y = x^3, then …; f(A) = …, so ∂f/∂A = …"""

from __future__ import annotations

import re

from matgrad.app.ask.formulas.reading import Defined
from matgrad.app.ask.problem.choosing import squeezed
from matgrad.app.ask.problem.understood import Understood

_ANEW = re.compile(r"\b(?:if|let|when|for|suppose|now|take|consider|but if|instead)[\s,:]*$", re.I)
_BEGUN = re.compile(r"[.?!;]\s*(?:and\s+|also,?\s+)?$|\n\s*$", re.I)
_SO = re.compile(r"[\s,;:]*(?:so|then|hence|thus|therefore|gives|and so|implies)\b[\s,:]*", re.I)


def defined_anew(found: Understood, name: str, before: int) -> Defined | None:
    """The last definition before a formula that gives a name another meaning: if y = x^3, then …"""
    first, *others = [d for d in found.reading.defined if d.left.name == name] or [None]
    for each in reversed(others):
        words = found.cut.segments[each.segment - 1].text if each and each.segment > 0 else ""
        is_other = each and first and squeezed(each.values[0]) != squeezed(first.values[0])
        if not (each and is_other and each.segment < before):
            continue
        if _ANEW.search(words) or (_BEGUN.search(words) and _is_followed(found, each)):
            return each
    return None


def _is_followed(found: Understood, each: Defined) -> bool:
    """Is a definition, at once, that of another claim than those before: f = …, so ⟦∇f = …⟧?"""
    segments = found.cut.segments[each.segment + 1 : each.segment + 2]
    claims = [claim.segment for claim in found.reading.claimed]
    is_next = each.segment + 2 in claims and any(n < each.segment for n in claims)
    return is_next and any(_SO.fullmatch(segment.text) for segment in segments)
