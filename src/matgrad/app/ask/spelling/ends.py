r"""Directions from one point to another: “from P towards the point Q(2, 2, 1)”, \vec{PQ}.

They are written as the vector between the two, “in the direction of the vector ⟦(1, 0, -2)⟧”.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from matgrad.app.ask.formulas.lists import numbers_in
from matgrad.app.ask.spelling.writing import ONE, Writing, has_marks
from matgrad.app.ask.text.segments import Cut

_SPOKEN = re.compile(r"\bdirection", re.I)
_NUMBERS = r"[(\[]\s*(?:[^()\[\]=,]+,)+[^()\[\]=,]+[)\]]"
_POINT = re.compile(  # P(1, 2), P = (1, 2), (1, 2), P
    rf"\s*(?:(?P<name>[A-Z](?:_\w|_\{{\w+\}})?)\s*(?P<is>=)?)?\s*(?P<list>{_NUMBERS})?\s*"
)
_PAIR = re.compile(  # \vec{PQ}, PQ
    r"\s*(?:\\(?:overrightarrow|vec|overline)\s*)?\{?\s*(?P<a>[A-Z])\s*(?P<b>[A-Z])\s*\}?\s*"
)


def _end(key: str) -> str:
    """One of the two ends: the point ⟦3⟧, the origin."""
    mark = ONE.replace(r"(\d+)", rf"(?P<{key}>\d+)")
    return rf"(?:the\s+)?(?:(?P<{key}_origin>origin)|(?P<{key}_point>point\s+)?{mark})"


_GOES = r"(?:(?:that\s+)?(?:goes|going|pointing|points|leading|leads|heading)\s+)?"
_LEAD = rf"(?:\bin\s+the\s+direction\s+{_GOES}|\balong\s+the\s+(?:straight\s+)?(?:line|segment)\s+)"
_FROM = re.compile(rf"{_LEAD}?\bfrom\s+{_end('a')}\s+(?:to|towards?)\s+{_end('b')}", re.I)
_TOWARDS = re.compile(
    rf"{_LEAD}?\btowards?\s+{_end('b')}(?:\s+(?:starting\s+)?from\s+{_end('a')})?", re.I
)
_OF = re.compile(
    rf"\bin\s+the\s+direction\s+of\s+{_end('b')}(?:\s+(?:as\s+)?(?:seen\s+)?from\s+{_end('a')})?",
    re.I,
)
_BETWEEN = re.compile(
    rf"(?:\bin\s+the\s+direction\s+(?:of\s+)?|\balong\s+)(?:the\s+)?(?:vector\s+)?{ONE}", re.I
)
_AT = re.compile(rf"\bat\s+(?:the\s+)?(?:point\s+)?(?:(?P<origin>origin)|{ONE})", re.I)
_NOTE = "the direction from ({}) to ({}) is ({})"


@dataclass(frozen=True)
class _Text:
    """A text, and the points to which it gives names."""

    writing: Writing
    named: dict[str, list[str]]

    @classmethod
    def of(cls, writing: Writing) -> _Text:
        found = (_POINT.fullmatch(latex) for latex in writing.formulas)
        given = [x for x in found if x and x["name"] and numbers_in(x["list"] or "")]
        return cls(writing, {x["name"]: numbers_in(x["list"]) for x in given})

    def point(self, mark: str | None) -> list[str]:
        """The numbers of the point that a formula is; none if it is something else."""
        found = _POINT.fullmatch(self.writing.formula(mark)) if mark else None
        if found is None:
            return []
        return numbers_in(found["list"]) if found["list"] else self.named.get(found["name"], [])

    def is_point(self, mark: str | None) -> bool:
        """Is a formula called by the letter of a point, P or P(1, 2), not v = (1, 2)?"""
        found = _POINT.fullmatch(self.writing.formula(mark)) if mark else None
        return found is not None and bool(found["name"]) and not found["is"]

    def start(self, end: int) -> list[str]:
        """The point of which the text speaks last before a place, “at (1, 2)”."""
        places = [x for x in _AT.finditer(self.writing.text, 0, end) if self.point(x[2])]
        return self.point(places[-1][2]) if places else []


def with_ends(cut: Cut) -> Cut:
    """The text with the vector between two points where it goes from one to the other."""
    if has_marks(cut) or not _SPOKEN.search(cut.words):
        return cut
    writing = Writing.of(cut)
    text, notes = _Text.of(writing), list[str]()
    for pattern, ends_of in _WAYS:
        for found in reversed([*pattern.finditer(writing.text)]):
            first, last = ends_of(text, found)
            if (vector := _difference(first, last)) is None:
                continue
            mark = writing.add(f"({', '.join(vector)})")
            writing.put(*found.span(), f"in the direction of the vector {mark}")
            shown = (", ".join(each).replace("-", "−") for each in (first, last, vector))
            notes.append(_NOTE.format(*shown))
    return replace(writing.recut(cut), notes=(*cut.notes, *notes)) if notes else cut


_Ends = tuple[list[str], list[str]]


def _towards(text: _Text, found: re.Match[str]) -> _Ends:
    """The ends of “towards the point Q”; towards (1, 2) may be along that vector."""
    start, end = text.start(found.start()), text.point(found["b"])
    is_told = bool(found["a"] or found["a_origin"])
    first = text.point(found["a"]) if found["a"] else ["0"] * len(end) if is_told else start
    if found["b_origin"]:
        return first, ["0"] * len(first)
    is_point = is_told or bool(found["b_point"]) or text.is_point(found["b"])
    return (first, end) if is_point else ([], [])


def _between(text: _Text, found: re.Match[str]) -> _Ends:
    """The ends of the vector PQ."""
    pair = _PAIR.fullmatch(text.writing.formula(found[1]))
    return (text.named.get(pair["a"], []), text.named.get(pair["b"], [])) if pair else ([], [])


_WAYS: tuple[tuple[re.Pattern[str], Callable[[_Text, re.Match[str]], _Ends]], ...] = (
    (_FROM, _towards),
    (_TOWARDS, _towards),
    (_OF, _towards),
    (_BETWEEN, _between),
)


def _difference(first: list[str], last: list[str]) -> list[str] | None:
    """The vector from one point to another, where that is known."""
    if not first or len(first) != len(last):
        return None
    entries = [_minus(*pair) for pair in zip(last, first, strict=True)]
    known = [entry for entry in entries if entry is not None]
    is_vector = len(known) == len(entries) and any(entry != "0" for entry in known)
    return known if is_vector else None


def _minus(last: str, first: str) -> str | None:
    """One number less another, if that is a number as well."""
    last, first = (x.replace(" ", "") for x in (last, first))
    if first in ("0", last):
        return "0" if last == first else last
    try:
        return str(Fraction(last) - Fraction(first))
    except ValueError:
        return None
