r"""Entries at a place that is a letter: L = -\log p_y, where p_k = e^{z_k}/\sum_j e^{z_j} is given.

Such an entry is e_y^Tp, with a vector e_y that has a one at the place y and zeros elsewhere. Where
a text differentiates by something with the index y, that place is not any one, and it is asked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.text.segments import Cut, Segment

_STEM = r"(?:\\(?:hat|tilde)\s*(?:\{\s*[a-z]\s*\}|[a-z])|(?<![A-Za-z\\{])[a-df-z]|\\pi)"
_I = r"\s*_\s*(?:\{\s*(?P<i>[a-z])\s*\}|(?P<i1>[a-z]))"
_K = _I.replace("<i", "<k").replace("[a-z]", "[ijklcyn]")
_FIRST = r"(?:(?<![A-Za-z\\])|(?<=\^T))"  # x of \theta^Tx
_LETTER = rf"(?:\\(?!top|cdot)[a-z]+|{_FIRST}[a-z])"
_BELOW = r"\s*_\s*(?:\{{\s*{0}\s*\}}|{0}(?![A-Za-z]))"
_LEFT = re.compile(rf"\s*(?P<x>{_STEM})(?:{_I})?\s*&?\s*:?=(?!=)")
_ENTRY = re.compile(rf"(?P<x>{_STEM}){_K}(?![A-Za-z])")
_SOFTMAX = re.compile(r"\s*\\(?:mathrm|operatorname|text|textrm)\s*\{\s*softmax\s*\}")
_DELTA = re.compile(r"\\delta\s*_\s*\{\s*[a-z]\s*,?\s*[a-z]\s*\}")  # of two indices that run
_VECTOR = re.compile(r"\s*(?:\^\s*\{?\s*(?:T|\\top)|')")  # y_k^T is no number


def with_fixed_entries(cut: Cut) -> Cut:
    """The text with e_y^Tp for p_y, where p is defined by its entries and y is bound by nothing."""
    lefts = {at: m for at, x in enumerate(cut.segments) if x.is_math and (m := _LEFT.match(x.text))}
    wholes = {_squeezed(m["x"]) for m in lefts.values() if _is_entry(m)}
    wholes -= {_squeezed(m["x"]) for m in lefts.values() if not _is_entry(m)}
    wholes |= {_squeezed(m["x"]) for m in lefts.values() if _SOFTMAX.match(m.string, m.end())}
    places = {
        (_squeezed(m["x"]), m["k"] or m["k1"])
        for at, each in enumerate(cut.segments)
        if each.is_math and not _is_entry(lefts.get(at)) and not _DELTA.search(each.text)
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
    made = replace(cut, segments=tuple(segments))
    for at, left in lefts.items():
        if _is_entry(left) and _squeezed(left["x"]) in {x for x, _ in places}:
            members = members_in(left.string[left.end() :], left["i"] or left["i1"])
            made = with_members_at(made, [k], members, at)
    return one_hot(made, [k], *sorted(x for x, _ in places))


def members_in(value: str, index: str) -> list[str]:
    r"""The vectors with an index in a formula: x of \theta^Tx_i, w of w_i^Tx; not z of e^{z_i}."""
    below = _BELOW.format(index)
    turned = rf"(?:\^\s*(?:T|\\top|\{{\s*(?:T|\\top)\s*\}})|\\cdot)\s*(?P<a>{_LETTER}){below}"
    turning = rf"(?P<b>{_LETTER}){below}\s*(?:\^\s*(?:T|\\top|\{{\s*(?:T|\\top)\s*\}})|\\cdot)"
    found = re.finditer(f"{turned}|{turning}", value)
    return list(dict.fromkeys(_squeezed(each["a"] or each["b"]) for each in found))


def with_members_at(cut: Cut, places: Sequence[str], members: Sequence[str], at: int) -> Cut:
    r"""The text with X^Te_i for x_i, the row of X at the place i, but in the formula that runs.

    Nothing is changed where X is something else, or where the x_i may be columns.
    """
    text = re.sub(r"_\s*\{[^{}]*\}", "", " ; ".join(cut.formulas))
    for name in members:
        whole = rf"\{name[1].upper()}{name[2:]}" if name[0] == "\\" else name.upper()
        is_used = re.search(rf"(?<![A-Za-z\\]){re.escape(whole)}(?![A-Za-z])", text) is not None
        if is_used or name.startswith((r"\mathbf", r"\boldsymbol", r"\bm")):
            continue
        for k in places:
            here = re.compile(rf"{_FIRST}{re.escape(name)}{_BELOW.format(k)}")
            segments = [
                replace(
                    x, text=here.sub(lambda _, w=whole, k=k: rf"\left({w}^Te_{k}\right)", x.text)
                )
                if x.is_math and i != at
                else x
                for i, x in enumerate(cut.segments)
            ]
            cut = replace(cut, segments=tuple(segments))
    return cut


_MARK = re.compile(r"\\(hat|widehat|bar|tilde|vec|mathbf|boldsymbol|mathrm)")
_SPACED = r"\\\1 "  # names are squeezed to be compared, and \haty is none


def one_hot(cut: Cut, indices: Sequence[str], *names: str) -> Cut:
    """The text with what the vectors e_k are that stand in it now.

    It is said before all else: behind a numbered list it would be said of the last item alone.
    """
    for k in indices:
        said = (
            Segment(False, "Here "),
            Segment(True, f"e_{k}"),
            Segment(False, " is one-hot.\n\n"),
        )
        shown = " and ".join(f"{quoted(_MARK.sub(_SPACED, x)).plain}_{k}" for x in names)
        note = f"e_{k} is the vector with a one at the place {k}, where {shown} stands"
        cut = replace(cut, segments=(*said, *cut.segments), notes=(*cut.notes, note))
    return cut


def _squeezed(latex: str) -> str:
    return re.sub(r"[\s{}]", "", latex)


def _is_entry(left: re.Match[str] | None) -> bool:
    """Does a formula define the entries of something?"""
    return left is not None and bool(left["i"] or left["i1"])


def _is_bound(cut: Cut, k: str) -> bool:
    """Does an index run, or is it that of a variable, or a number by itself?"""
    running = (
        r"\\(?:sum|prod|max|min|bigcup)\s*(?:\\limits\s*)?_\s*"
        rf"(?:\{{[^{{}}]*?(?<![A-Za-z\\]){k}|{k}(?![A-Za-z]))"
    )
    given = rf"\s*{k}\s*=\s*\d"
    is_running = any(re.search(running, latex) or re.match(given, latex) for latex in cut.formulas)
    return is_running or is_variable(cut, k)


def is_variable(cut: Cut, k: str) -> bool:
    """Is an index that of something by which the text differentiates?"""
    by = rf"(?:\\partial|\\nabla\s*_?\s*\{{?|\bd)\s*\\?[A-Za-z]+\s*_\s*\{{?\s*{k}(?![A-Za-z])"
    alone = rf"\s*(?!e\b|e_)\\?[A-Za-z]+\s*_\s*\{{?\s*{k}\s*\}}?\s*"
    return any(re.search(by, x) or re.fullmatch(alone, x) for x in cut.formulas)
