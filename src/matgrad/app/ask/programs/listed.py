"""Shapes that words tell of several names at once: logits zs, labels Y, both (N, C)."""

from __future__ import annotations

import re
from collections.abc import Iterator

SIZE = r"[A-Za-z]\w{0,15}|\d{1,4}"
_TOGETHER = re.compile(
    r",?\s+(?:(?:are|have|being|is|has)\s+)?(?P<how>both|all|each)\s+(?:(?:of|are|have|has|with|in|the|same|an?"
    r"|shapes?|sizes?|arrays?|matri(?:x|ces)|tensors?|real|dimensions?)\s+){0,6}[`$]{0,2}"
    rf"(?:[(\[]\s*(?P<first>{SIZE})\s*,\s*(?P<second>{SIZE})?\s*[)\]]"
    rf"|(?P<rows>{SIZE})\s*(?:x|×|\\times|by|-by-)\s*(?P<columns>{SIZE})(?!\w)"
    rf"|(?:(?:column\s+)?vectors?\s+)?(?:of|with)?\s*(?:length|size)\s+(?P<length>{SIZE})(?!\w))"
)
_CLAUSE = re.compile(r"[.;:?!()\[\]\n]")
_ITEM = re.compile(r"\s*(?:,\s*and\b|,|\band\b|&)\s*")
_NAME = re.compile(r"[`$*]{0,2}([A-Za-z]\w{0,20})[`$*]{0,2}\s*$")
_ASIDE = re.compile(r"\s*\([A-Za-z][A-Za-z' -]{0,40}\)")  # zs (student) and zt (teacher)
_FIRST = re.compile(r"\b(?:vectors|matrices|arrays|tensors)\b")  # vectors a, b and c
_WIDEST = 240


def shapes_of_lists(prose: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The names of lists, and the shape that all of each list have.

    >>> [*shapes_of_lists("Student logits zs, teacher logits zt, both (N, C).")]
    [('zt', ('N', 'C')), ('zs', ('N', 'C'))]
    """
    plain = _ASIDE.sub("", prose)
    for found in _TOGETHER.finditer(plain):
        sizes = tuple(x for x in found.groups()[1:] if x)
        before = plain[max(0, found.start() - _WIDEST) : found.start()]
        for name in _names(_CLAUSE.split(before)[-1], found["how"]):
            yield name, sizes


def _names(clause: str, how: str) -> Iterator[str]:
    """The names at the ends of items, the last item first."""
    items = _ITEM.split(clause)[::-1]
    for item in items[:2] if how == "both" else items:
        name = _NAME.search(item)
        if name is None:
            return
        yield name[1]
        if _FIRST.search(item):
            return
