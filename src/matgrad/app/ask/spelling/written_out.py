r"""Vectors that are written out by their entries, d = (e^{a_1^Tx}, \dots, e^{a_m^Tx})^T.

The first and the last entry say what each entry is: d_i = e^{a_i^Tx}. Inside of another formula,
as in \frac1n(1/x_1, \dots, 1/x_n)^T or \operatorname{diag}(p_i(1-p_i)), such a vector gets a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.text.segments import Cut, Segment

_DOTS = r"\s*(?:\\[lcvd]?dots[cb]?|\.\.\.)\s*"
_TURNED = re.compile(r"\s*\^\s*(?:T|\\top(?![A-Za-z])|\{\s*(?:T|\\top|\\mathsf\s*\{?T\}?)\s*\})")
_BEHIND = re.compile(r"\s*\\right\s*")
_SIZE = r"(?:left|right|[bB]igg?[lr]?)"
_RIGHT = re.compile(rf"\s*\\{_SIZE}\s*$")
_GRID = re.compile(r"\\begin\s*\{([bp]?matrix)\}(.*?)\\end\s*\{\1\}", re.DOTALL)
_DIAG = re.compile(
    rf"\\(?:(?:operatorname|mathrm|text)\s*\{{\s*[dD]iag\s*\}}|diag)\s*(?:\\{_SIZE}\s*)?(?=[(\[])"
)
_PLAIN_DIAG = re.compile(
    rf"(?P<open>{_DIAG.pattern}\()\s*(?P<name>[a-z]|\\[a-z]+)\s*_\s*(?:[ijk]|\{{\s*[ijk]\s*\}})\s*"
    r"(?P<close>(?:\\right\s*)?\))"
)
_ON_DIAGONAL = re.compile(
    r"\s*(?P<name>[A-Z]|\\(?:Lambda|Sigma|Delta|Omega))\s*_\s*\{\s*(?P<i>[ijk])\s*,?\s*(?P=i)\s*\}\s*:?="
    r"(?P<entry>[^=]+)"
)
_LAST = re.compile(r"_\s*(?:\{\s*(\w)\s*\}|(\w))")
_DEFINED = re.compile(r"\s*(\\?[A-Za-z]+|\\mathbf\s*\{\w\})\s*(:?=)\s*$")
_PLAIN = re.compile(
    r"\s*(?:\\?[A-Za-z]+|\\(?:mathbf|boldsymbol|bm)\s*\{\\?\w+\})\s*_\{?\w\}?\s*(?:\^\s*\{?\s*(?:T|\\top)\s*\}?)?"
)
_SUM = re.compile(r"\\(?:sum|prod)|\\m(?:ax|in)\s*_")
_OPEN, _CLOSE = "([{", ")]}"
NAMES, INDICES = "vuszhqrpd", "ijkl"


class Listed(NamedTuple):
    """Where a list of entries stands in a formula, and what one of them is."""

    start: int
    end: int
    entry: str  # with the index i


def with_entries(cut: Cut) -> Cut:
    """The text with definitions for the vectors that it writes out."""
    cut = _with_plain_diagonals(_with_diagonals(cut))
    letters = "".join(re.sub(r"\\[A-Za-z]+", " ", text) for text in cut.formulas)
    names = [x for x in NAMES if x not in letters]
    segments: list[Segment] = []
    defined: list[tuple[str, str]] = []
    for each in cut.segments:
        found = next(_lists(each.text), None) if each.is_math else None
        before = each.text[: found.start] if found else ""
        own = _DEFINED.fullmatch(before)
        if found is None or not (own or names):
            segments.append(each)
        elif own and not each.text[found.end :].strip(" .,;"):
            made = f"{own[1]}_{{{_index(found.entry)}}} {own[2]} {found.entry}"
            segments.append(Segment(True, made))
        else:
            name = names.pop(0)
            defined.append((name, found.entry))
            segments.append(Segment(True, f"{before}{name} {each.text[found.end :]}"))
    for name, entry in defined:
        let = f"{name}_{{{_index(entry)}}} = {entry}"
        segments += [Segment(False, "\n\nLet "), Segment(True, let), Segment(False, ".")]
    notes = (
        f"{name} is the vector with the entries {quoted(entry).plain}" for name, entry in defined
    )
    return replace(cut, segments=tuple(segments), notes=(*cut.notes, *notes))


def _with_diagonals(cut: Cut) -> Cut:
    r"""The text with D = \operatorname{diag}(w_i) for D_{ii} = w_i, if D has no other entries."""
    for latex in cut.formulas:
        found = _ON_DIAGONAL.fullmatch(latex)
        if found is None or not re.search(rf"_\{{?{found['i']}\}}?(?![A-Za-z])", found["entry"]):
            continue
        name = re.escape(found["name"])
        other = re.compile(rf"(?<![A-Za-z\\]){name}(?:_|\s*:?=)")
        if any(other.search(x) for x in cut.formulas if x != latex):
            continue
        made = rf"{found['name']} = \operatorname{{diag}}({found['entry'].strip(' .,;')})"
        note = f"{quoted(found['name']).plain} is diagonal: only such entries are given"
        cut = cut.rewritten(lambda x, a=latex, b=made: b if x == a else x, note)
    return cut


def _with_plain_diagonals(cut: Cut) -> Cut:
    r"""The text with \operatorname{diag}(c) for \operatorname{diag}(c_i) of numbers c_i."""
    text = " ; ".join(cut.formulas)

    def plain(found: re.Match[str]) -> str:
        one = rf"{re.escape(found['name'])}\s*_\s*(?:\w|\{{\w+\}})"
        turned = _TURNED.pattern
        vectors = rf"{turned}\s*{one}|(?<![A-Za-z\\]){one}{turned}|\\\|\s*{one}"
        whole = f"{found['open']}{found['name']}{found['close']}"
        return found[0] if re.search(vectors, text) else whole

    return cut.rewritten(lambda x: x if _SUM.search(x) else _PLAIN_DIAG.sub(plain, x))


def _index(entry: str) -> str:
    return next(x for x in INDICES if re.search(rf"_\{{{x}\}}", entry))


def _lists(latex: str) -> Iterator[Listed]:
    """The lists with dots, and diagonals with the entries at one free index."""
    for found in _GRID.finditer(latex):
        parts = [part.strip() for part in found[2].split(r"\\")]
        if entry := _entry(parts):
            yield Listed(found.start(), found.end(), entry)
    for found in re.finditer(_DOTS, latex):
        start, end = _around(latex, found.start())
        entry = _entry(_parts(latex[start + 1 : end])) if start >= 0 else None
        if entry:
            turned = _TURNED.match(latex, end + 1)
            opening = re.search(r"\\left\s*$", latex[:start])
            begin = opening.start() if opening else start
            is_argument = re.search(r"[A-Za-z}]\s*$", latex[:begin]) and not turned
            if is_argument and not re.search(r"[dD]iag\s*\}?\s*$", latex[:begin]):
                continue
            keep = 1 if is_argument else 0
            yield Listed(
                begin + keep,
                end + 1 - keep if keep else (turned.end() if turned else end + 1),
                entry,
            )
    for found in _DIAG.finditer(latex):
        start, end = _around(latex, found.end() + 1)
        inside = _RIGHT.sub("", latex[start + 1 : end])
        entry = _at_index(inside)
        if entry and not _SUM.search(latex):
            yield Listed(start + 1, start + 1 + len(inside), entry)


def _around(latex: str, at: int) -> tuple[int, int]:
    """The brackets around a place, −1 if there are none."""
    depth, start = 0, at - 1
    while start >= 0:
        depth += (latex[start] in _CLOSE) - (latex[start] in _OPEN)
        if depth < 0:
            break
        start -= 1
    depth, end = 0, at
    while end < len(latex):
        depth += (latex[end] in _OPEN) - (latex[end] in _CLOSE)
        if depth < 0:
            break
        end += 1
    fits = start >= 0 and end < len(latex) and latex[start] in "([" and latex[end] in ")]"
    return (start, end) if fits else (-1, -1)


def _parts(inside: str) -> list[str]:
    """What stands between the commas that are in no bracket."""
    inside = _BEHIND.sub("", inside)
    parts, depth = [""], 0
    for sign in inside:
        depth += (sign in _OPEN) - (sign in _CLOSE)
        if sign == "," and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts]


def _entry(parts: list[str]) -> str | None:
    """The entry at i, of which the first and the last part are the entries at 1 and n."""
    dots = [at for at, part in enumerate(parts) if re.fullmatch(_DOTS, part)]
    if len(dots) != 1 or not 0 < dots[0] < len(parts) - 1 or dots[0] != len(parts) - 2:
        return None
    first, last = parts[0], parts[-1]
    if _PLAIN.fullmatch(first):
        return None  # x_1, …, x_n themselves
    ends = {found[1] or found[2] for found in _LAST.finditer(last)}
    letters = f"{first} {last}"
    index = next((x for x in INDICES if not re.search(rf"_\s*\{{?\s*{x}", letters)), "i")
    for end in sorted(ends):
        entry = _at(first, "1", index)
        if entry == _at(last, end, index) and entry != first.replace(" ", ""):
            return entry
    return None


def _at(latex: str, place: str, index: str) -> str:
    """An entry with the index i for a place."""
    below = rf"_\s*(?:\{{\s*{place}\s*\}}|{place}(?!\d))"
    return re.sub(
        r"(?<=\\)\s|(?<![A-Za-z])\s+|\s+(?![A-Za-z])", "", re.sub(below, f"_{{{index}}}", latex)
    )


def _at_index(inside: str) -> str | None:
    """The entry of a diagonal with one free index: p_i(1-p_i)."""
    found = {x[1] or x[2] for x in _LAST.finditer(inside)} & {*INDICES}
    if len(found) != 1 or _PLAIN.fullmatch(inside) or "," in inside:
        return None
    (index,) = found
    return _at(inside, index, index)
