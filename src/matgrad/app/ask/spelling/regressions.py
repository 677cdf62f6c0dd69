r"""Straight lines in typed sums: mean((w*x + b - y)^2) has numbers w and b, and data x and y.

A star is a product of entries there, but a line has one slope: w times each entry of x, plus b.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.spelling.statistics import summed
from matgrad.app.ask.text.segments import Cut, Segment

_LETTER = r"(?:\\hat\s*\{[a-z]\}|(?<![A-Za-z\\])[a-z]|\\[a-z]+(?![A-Za-z])|[α-ω])(?:_\{?\w+\}?)?"
_NUMBER = rf"(?![xyzt](?![A-Za-z])|\\(?:cdot|operatorname|mathrm|hat)(?![A-Za-z])){_LETTER}"
_SLOPE = rf"(?P<w>{_NUMBER})\s*\\cdot\s*(?P<x>[xt])(?![A-Za-z_^'(])"
_AFTER = re.compile(rf"{_SLOPE}\s*(?P<s>[-+])\s*(?P<b>{_NUMBER})(?![A-Za-z_^'(])(?!\s*\\cdot)")
_BEFORE = re.compile(rf"(?<!\\cdot )(?P<b>{_NUMBER})\s*(?P<s>[-+])\s*{_SLOPE}")
_LEFT = re.compile(
    r"\s*(?P<name>\\hat\s*\{[a-z]\}|[a-z]|\\mathrm\s*\{\w+\})\s*:?=(?P<value>.*)", re.S
)
_VECTORS = re.compile(r"\bvectors?\b", re.I)
_NUMBERS = re.compile(r"\b(?:scalars?|numbers?)\b", re.I)


def with_regressions(cut: Cut) -> Cut:
    """The text with w x + b 1 for w*x + b in what is summed, and what these letters are."""
    lines = list(_lines(cut))
    is_other = _VECTORS.search(cut.words) and not _NUMBERS.search(cut.words)
    if not lines or is_other or not cut.has_stars:
        return cut
    numbers = dict.fromkeys(name.strip() for m in lines for name in (m["w"], m["b"]))
    data = dict.fromkeys(m["x"] for m in lines)
    names = [*((x, "number") for x in numbers), *((x, "vector") for x in data)]
    told = (
        part for x, kind in names for part in (Segment(True, x), Segment(False, f" is a {kind}. "))
    )
    shown = ", ".join(quoted(name).plain for name in numbers)
    note = f"{shown} are numbers, the same for each entry of {', '.join(data)}"
    made = cut.rewritten(_written, note)
    return replace(made, segments=(*made.segments, Segment(False, "\n\nHere "), *told))


def _lines(cut: Cut) -> Iterator[re.Match[str]]:
    """The straight lines in what is summed, or in what the text defines for it."""
    inside = [text[a:b] for text in cut.formulas for a, b in summed(text)]
    heads = (_LEFT.fullmatch(text) for text in cut.formulas)
    used = [m["value"] for m in heads if m and any(m["name"] in text for text in inside)]
    for text in (*inside, *used):
        found = _AFTER.search(text) or _BEFORE.search(text)
        if found:
            yield found


def _written(latex: str) -> str:
    latex = _AFTER.sub(r"\g<w> \g<x> \g<s> \g<b> \\mathbf{1}", latex)
    return _BEFORE.sub(r"\g<b> \\mathbf{1} \g<s> \g<w> \g<x>", latex)
