r"""Distances that are defined apart: r_{ij} = \|x_i - x_j\|, and \sum_{i<j} V(r_{ij}).

They are written out where they stand, for a matrix of all r_{ij} has zeros on its diagonal, by
which 1/r_{ij} would divide. Members may be declared by one of them, x_i \in \mathbb{R}^3.
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.text.segments import Cut, Segment

_STEM = r"(?:\\(?:mathbf|boldsymbol|bm|vec)\s*\{\s*[A-Za-z]\s*\}|\\[a-z]+|[a-z])"
_OPENS = r"(?:\\left\s*)?(?:\\\||\\[lr]?[vV]ert(?![A-Za-z])|\|\|?)\s*"
_CLOSES = _OPENS.replace("left", "right")
_BELOW = r"\s*_\s*(?:\{{\s*{0}\s*\}}|{0}(?![A-Za-z]))\s*"
_DEFINED = re.compile(
    rf"\s*(?P<r>{_STEM})\s*_\s*\{{\s*(?P<i>[a-z])\s*,?\s*(?P<j>[a-z])\s*\}}\s*:?=\s*{_OPENS}"
    rf"(?P<x>{_STEM}){_BELOW.format('(?P=i)')}-\s*(?P=x){_BELOW.format('(?P=j)')}"
    rf"{_CLOSES}(?:_\s*\{{?\s*2\s*\}}?)?\s*(?P<square>\^\s*\{{?\s*2\s*\}}?)?\s*[.,;]?\s*"
)
_MEMBER = re.compile(
    r"\s*(?P<x>[a-z])\s*_\s*\{?\s*(?P<i>[a-z])\s*\}?\s*\\in\s*\\mathbb\s*\{?\s*R\s*\}?\s*\^\s*"
    r"\{?\s*(?P<d>\w)\s*\}?\s*[.,;]?\s*"
)
_PAIRS = re.compile(r"\\sum\s*(?:\\limits\s*)?_\s*\{\s*[a-z]\s*(?:<|>|,|\\ne|\\neq|\\lt)")
_LENGTHS = "nNmM"


def with_distances(cut: Cut) -> Cut:
    """The text with distances written out, and with the matrix of the members declared."""
    if not any(map(_PAIRS.search, cut.formulas)):
        return cut
    for found in [m for latex in cut.formulas if (m := _DEFINED.fullmatch(latex))]:
        cut = _written(cut, found)
    return _declared(cut)


def _written(cut: Cut, found: re.Match[str]) -> Cut:
    r, x, power = re.escape(found["r"]), found["x"], "^2" if found["square"] else ""
    one = re.compile(rf"(?<![A-Za-z\\]){r}\s*_\s*\{{\s*([a-z])\s*,?\s*([a-z])\s*\}}(?P<up>\s*\^)?")

    def distance(each: re.Match[str]) -> str:
        made = rf"\|{x}_{{{each[1]}}} - {x}_{{{each[2]}}}\|{power}"
        made = rf"\left({made}\right)" if power and each["up"] else made
        return made + (each["up"] or "")

    segments = [
        Segment(False, "")
        if each.text == found.string
        else Segment(True, one.sub(distance, each.text))
        if each.is_math
        else each
        for each in cut.segments
    ]
    if not any(one.search(latex) for latex in cut.formulas if latex != found.string):
        return cut
    name = f"{found['r'].lstrip(chr(92))}_{found['i']}{found['j']}"
    return replace(cut, segments=tuple(segments), notes=(*cut.notes, f"{name} is written out"))


def _declared(cut: Cut) -> Cut:
    r"""The text with x_1, \dots, x_n \in \mathbb{R}^3 for x_i \in \mathbb{R}^3, beside x_j."""
    letters = " ".join(re.sub(r"\\[A-Za-z]+", " ", latex) for latex in cut.formulas)
    size = next((n for n in _LENGTHS if n not in letters), "")

    def written(latex: str) -> str:
        found = _MEMBER.fullmatch(latex)
        other = rf"(?<![A-Za-z\\]){found['x']}\s*_\s*\{{?\s*(?!{found['i']})[j-l]" if found else ""
        is_whole = found is not None and found["x"].upper() in letters
        if found is None or not size or is_whole or not re.search(other, letters):
            return latex
        return rf"{found['x']}_1, \dots, {found['x']}_{size} \in \mathbb{{R}}^{{{found['d']}}}"

    return cut.rewritten(written)
