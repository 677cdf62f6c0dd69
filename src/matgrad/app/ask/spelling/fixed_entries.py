r"""Entries at a place that is a letter: L = -\log y_k, where y = \operatorname{softmax}(Wx).

Such an entry is e_k^Ty, with a vector e_k that has a one at the place k and zeros elsewhere. Where
a text differentiates by something with the index k, that place is not any one, and it is asked.
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.text.segments import Cut, Segment

_STEM = r"(?:\\(?:hat|tilde)\s*(?:\{\s*[a-z]\s*\}|[a-z])|(?<![A-Za-z\\{])[a-df-z]|\\pi)"
_I = r"\s*_\s*(?:\{\s*(?P<i>[a-z])\s*\}|(?P<i1>[a-z]))"
_K = _I.replace("<i", "<k").replace("[a-z]", "[ijklcyn]")
_LEFT = re.compile(rf"\s*(?P<x>{_STEM})(?:{_I})?\s*&?\s*:?=(?!=)")
_ENTRY = re.compile(rf"(?P<x>{_STEM}){_K}(?![A-Za-z])")
_VECTOR = re.compile(r"\s*(?:\^\s*\{?\s*(?:T|\\top)|')")  # y_k^T is no number
_MADE = re.compile(r"\\operatorname|[A-Z]|\\(?:exp|frac|tanh|sin|cos)(?![A-Za-z])")


def with_fixed_entries(cut: Cut) -> Cut:
    """The text with e_k^Ty for y_k, where y is defined and k is bound by nothing."""
    lefts = {at: m for at, x in enumerate(cut.segments) if x.is_math and (m := _LEFT.match(x.text))}
    values = {_squeezed(m["x"]): cut.segments[at].text[m.end() :] for at, m in lefts.items()}
    wholes = {name for name, value in values.items() if _MADE.search(value)}
    places = {
        (_squeezed(m["x"]), m["k"] or m["k1"])
        for at, each in enumerate(cut.segments)
        if each.is_math and not _is_entry(lefts.get(at))
        for m in _ENTRY.finditer(each.text)
    }
    vectors = {
        _squeezed(m["x"])
        for latex in cut.formulas
        for m in _ENTRY.finditer(latex)
        if _VECTOR.match(latex, m.end()) or latex[: m.start()].rstrip().endswith((r"\|", "||"))
    }
    places = {(x, k) for x, k in places if x in wholes - vectors and not _is_bound(cut, k)}
    if not places or len({k for _, k in places}) != 1 or len(places) > 2:
        return cut
    (k,) = {k for _, k in places}

    def written(found: re.Match[str]) -> str:
        name = _squeezed(found["x"])
        is_one = (name, found["k"] or found["k1"]) in places
        return rf"\left(e_{k}^T {found['x']}\right)" if is_one else found[0]

    segments = [
        replace(each, text=_ENTRY.sub(written, each.text))
        if each.is_math and not _is_entry(lefts.get(at))
        else each
        for at, each in enumerate(cut.segments)
    ]
    said = [Segment(False, "\n\nHere "), Segment(True, f"e_{k}"), Segment(False, " is one-hot.")]
    names = " and ".join(sorted(f"{quoted(x).plain}_{k}" for x, _ in places))
    note = f"e_{k} is the vector with a one at the place {k}, where {names} stands"
    return replace(cut, segments=(*segments, *said), notes=(*cut.notes, note))


def _squeezed(latex: str) -> str:
    return re.sub(r"[\s{}]", "", latex)


def _is_entry(left: re.Match[str] | None) -> bool:
    """Does a formula define the entries of something?"""
    return left is not None and bool(left["i"] or left["i1"])


def _is_bound(cut: Cut, k: str) -> bool:
    """Does an index run, or is it that of a variable, or a number by itself?"""
    running = (
        rf"\\(?:sum|prod|max|min|bigcup)\s*(?:\\limits\s*)?_\s*\{{?[^{{}}]*?(?<![A-Za-z\\]){k}"
    )
    by = rf"(?:\\partial|\\nabla\s*_?\s*\{{?|\bd)\s*\\?[A-Za-z]+\s*_\s*\{{?\s*{k}(?![A-Za-z])"
    alone = rf"\s*\\?[A-Za-z]+\s*_\s*\{{?\s*{k}\s*\}}?\s*"
    given = rf"\s*{k}\s*=\s*\d"
    ways = [re.compile(way) for way in (running, by, given)]
    is_own = any(re.fullmatch(alone, latex) for latex in cut.formulas)
    return is_own or any(way.search(latex) for way in ways for latex in cut.formulas)
