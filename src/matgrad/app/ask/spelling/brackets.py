r"""Lists in brackets: (1, 2) in prose is a formula, and [[1, 2], [3, 4]] is a matrix."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from matgrad.app.ask.text.segments import Cut, Segment

_NUMBER = r"\s*-?\d+(?:[./]\d+)?\s*"
_LIST = rf"(?:{_NUMBER},){{1,5}}{_NUMBER}"
_TURNED = r"(?:\^\{?T\}?|ᵀ|')?"
# At (1, 2); the gradient is (4, 13); I got (7, 3).
_POINT = re.compile(
    r"(?:\bat|\bpoint|\bgradient|\bhessian|\bis|\bare|\bit|\bget|\bgot|\bobtain(?:ed)?|\bequals?|\bto|\bbe|\bgives?)\s+"
    rf"(?P<list>\({_LIST}\){_TURNED}|\[{_LIST}\]{_TURNED}|\[\s*\[{_LIST}\](?:\s*,\s*\[{_LIST}\]){{1,5}}\s*\])"
    r"(?=\s*(?:[.,;?!]|$|and\b|or\b|equal\b|is\b|zero\b|vanish|of\b|be\b))"
)
_NAMES = r"(?:\\[a-z]+|[A-Za-z])(?:_\w|_\{\w+\})?"
_PAIRED = re.compile(  # (x, y) = (1, 2)
    rf"\s*\(\s*(?P<names>{_NAMES}(?:\s*,\s*{_NAMES}){{1,5}})\s*\)\s*=\s*\((?P<list>{_LIST})\)\s*"
)
_CALLED = re.compile(rf"\s*[A-Z]\s*(?P<list>\({_LIST}\))\s*")  # at P(1, 2)
_AT = re.compile(r"\b(?:at|point)\s+$", re.I)
_ITEM = re.compile(r"\s*\(?(?:\d{1,2}|[a-h]|[ivx]{1,4})[.)]\s+(?=\S)")
_ENTRY = r"[^\[\],;&]{1,40}"
_ROW = rf"\[(?:{_ENTRY},){{1,5}}{_ENTRY}\]"
_GRID = re.compile(rf"\[\s*{_ROW}(?:\s*[,;]\s*{_ROW}){{1,5}}\s*\]")
_INSIDE = re.compile(r"\[([^\[\]]+)\]")


def with_lists(cut: Cut) -> Cut:
    """The text with lists of numbers as formulas, and lists of rows as matrices."""
    pieces = [piece for each in without_items(cut) for piece in _pieces(each)]
    changed = replace(cut, segments=tuple(_apart(pieces)))
    return changed.rewritten(lambda latex: _GRID.sub(_matrix, latex))


def _apart(segments: list[Segment]) -> Iterator[Segment]:
    """The pieces with x = 1, y = 2 for (x, y) = (1, 2), and at (1, 2) for at P(1, 2)."""
    before = ""
    for each in segments:
        paired = _PAIRED.fullmatch(each.text) if each.is_math else None
        pairs = (
            list(zip(*(paired[x].split(",") for x in ("names", "list")), strict=False))
            if paired
            else []
        )
        called = _CALLED.fullmatch(each.text) if each.is_math and _AT.search(before) else None
        if paired and len(pairs) == paired["names"].count(",") + 1 == paired["list"].count(",") + 1:
            for n, (name, value) in enumerate(pairs):
                yield from [Segment(False, ", ")] if n else []
                yield Segment(True, f"{name.strip()} = {value.strip()}")
        else:
            yield Segment(True, called["list"]) if called else each
        before = each.text


def without_items(cut: Cut) -> Iterator[Segment]:
    """The pieces of a text, with the number of an item outside of the formula behind it."""
    before = "\n"
    for each in cut.segments:
        item = _ITEM.match(each.text) if each.is_math and before.endswith("\n") else None
        if item:
            yield Segment(False, item[0])
            yield replace(each, text=each.text[item.end() :])
        else:
            yield each
        before = each.text


def _pieces(segment: Segment) -> Iterator[Segment]:
    """A piece of prose around the points that it names."""
    at = 0
    for found in () if segment.is_math else _POINT.finditer(segment.text):
        start, stop = found.span("list")
        yield Segment(False, segment.text[at:start])
        yield Segment(True, segment.text[start:stop].replace("ᵀ", "^T").replace("'", "^T"))
        at = stop
    yield replace(segment, text=segment.text[at:]) if at else segment


def _matrix(found: re.Match[str]) -> str:
    rows = [row.replace(",", " & ") for row in _INSIDE.findall(found[0][1:-1])]
    return r"\begin{pmatrix}" + r" \\ ".join(rows) + r"\end{pmatrix}"
