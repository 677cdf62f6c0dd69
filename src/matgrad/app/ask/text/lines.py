r"""Formulas that go on in the next line, gaps between lines, and decimal commas."""

from __future__ import annotations

import re
from collections.abc import Sequence

from matgrad.syntax.latex_glyphs import Glyph

BINARY = frozenset("+ - minus cdot times odot otimes oslash circ".split())
_GAP = re.compile(r"-?\d*\.?\d*(?:pt|mm|cm|em|ex|in|mu|baselineskip)")
_OPENING, _CLOSING = ({"(", "[", "\\{", "lbrace"}, {")", "]", "\\}", "rbrace"})
_LONGEST_GAP = 14  # glyphs of [0.5\baselineskip]
_END, _BEGIN = (rf"\\{word}\{{(?:equation|displaymath)\*?\}}" for word in ("end", "begin"))
_DISPLAY = re.compile(rf"(\$\$|\\\]|{_END})\s*(\$\$|\\\[|{_BEGIN})\s*(?:\{{\s*\}})?\s*(?=\+)")


def without_breaks(text: str) -> str:
    r"""The text with one formula for two displays of which the second begins with a plus."""
    return _DISPLAY.sub(lambda found: " " if _fits(found[1], found[2]) else found[0], text)


def _fits(end: str, begin: str) -> bool:
    ends = {"$$": "$$", r"\]": r"\["}
    return ends.get(end, end.replace(r"\end", r"\begin")) == begin


def continued(found: Sequence[Glyph]) -> list[Glyph]:
    """Without breaks before and behind a sign that joins two lines to one formula."""
    kept: list[Glyph] = []
    index, depth = 0, 0
    while index < len(found):
        glyph = found[index]
        depth += _inside(glyph)
        if glyph.kind != "newline" or depth:
            kept.append(glyph)
            index += 1
            continue
        after = _visible(found, _after_gap(found, index + 1))
        ends = after < len(found) and found[after].text in BINARY
        begins = _last(kept) in BINARY
        if not (ends or begins):
            kept.append(glyph)
            after = _after_gap(found, index + 1)
        index = after
    return kept


def _inside(glyph: Glyph) -> int:
    """+1 where a matrix or cases begin, −1 where they end: their lines are rows."""
    from_rows = "matrix" in glyph.text or glyph.text in ("cases", "rcases", "array")
    return ((glyph.kind == "begin") - (glyph.kind == "finish")) if from_rows else 0


def _after_gap(found: Sequence[Glyph], index: int) -> int:
    r"""Behind the [2mm] of \\[2mm]."""
    if index >= len(found) or found[index].text != "[":
        return index
    part = found[index + 1 : index + _LONGEST_GAP]
    end = next((i for i, glyph in enumerate(part) if glyph.text == "]"), None)
    words = "".join(glyph.text for glyph in part[:end])
    return index + end + 2 if end is not None and _GAP.fullmatch(words) else index


def _visible(found: Sequence[Glyph], index: int) -> int:
    """The next glyph that is no space, no mark of alignment and no empty group."""
    while index < len(found):
        is_empty = found[index].kind == "group" and found[index + 1 : index + 2]
        if found[index].kind in ("space", "align"):
            index += 1
        elif is_empty and found[index + 1].kind == "end":
            index += 2
        else:
            break
    return index


def _last(kept: Sequence[Glyph]) -> str:
    seen = (g.text for g in reversed(kept) if g.kind not in ("space", "align"))
    return next(seen, "")


def with_points(found: Sequence[Glyph]) -> list[Glyph]:
    """With points for decimal commas: 0,5 and 1{,}5 and 1,5x, but not the list 1,2."""
    kept = _without_braces(found)
    depth = 0
    for i, glyph in enumerate(kept):
        depth += (glyph.kind in ("group", "left") or glyph.text in _OPENING) - (
            glyph.kind in ("end", "right") or glyph.text in _CLOSING
        )
        if glyph.text == "," and not depth and _is_decimal(kept, i):
            kept[i] = glyph._replace(text=".")
    return kept


def _without_braces(found: Sequence[Glyph]) -> list[Glyph]:
    """With 0.5 for 0{,}5."""
    kept = list(found)
    for i in range(len(kept) - 4, -1, -1):
        inside = kept[i : i + 5]
        kinds = [glyph.kind for glyph in inside]
        if kinds == ["digit", "group", "sign", "end", "digit"] and inside[2].text == ",":
            kept[i + 1 : i + 4] = [inside[2]._replace(text=".")]
    return kept


def _is_decimal(found: Sequence[Glyph], at: int) -> bool:
    """Is this comma between digits that touch, behind a 0 or before what the number multiplies?"""
    before, after = at, at + 1
    while before and found[before - 1].kind == "digit" and _touch(found[before - 1 : before + 1]):
        before -= 1
    while (
        after < len(found) and found[after].kind == "digit" and _touch(found[after - 1 : after + 1])
    ):
        after += 1
    whole, part = at - before, after - at - 1
    if not whole or not part or (before and found[before - 1].text in (",", ".")):
        return False
    if [g.text for g in found[after : after + 1]] == [","] and _goes_on(found[after + 1 :]):
        return False  # t = 0,1,2
    factors = [g for g in found[after : after + 1] if g.text not in _CLOSING]
    is_factor = any(g.kind in ("letter", "command", "left", "fence") for g in factors)
    is_zero = whole == 1 and found[before].text == "0"
    return is_zero or (is_factor and part != 3)


def _goes_on(rest: Sequence[Glyph]) -> bool:
    """Does a list of numbers go on, with a number or with dots?"""
    first = next((g for g in rest if g.text.strip()), None)
    return first is not None and (first.kind == "digit" or first.text.endswith("dots"))


def _touch(pair: Sequence[Glyph]) -> bool:
    return len(pair) == 2 and pair[0].end == pair[1].start
