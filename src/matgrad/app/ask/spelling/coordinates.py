r"""Coordinates: \mathbf r = (x, y, z) is a vector of length 3 where no formula uses x, y and z.

And x = r\cos\theta, y = r\sin\theta, whose Jacobian is asked for, are one function of r and θ.
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.spelling.patterns import LETTER
from matgrad.app.ask.text.segments import Cut, Segment

_FONT = r"\\(?:mathbf|boldsymbol|bm|vec|mathrm)\s*"
_VECTOR = re.compile(
    rf"\s*(?P<name>{_FONT}(?:\{{\s*\\?\w+\s*\}}|\w)|{LETTER})\s*:?=\s*(?:\\left\s*)?[(\[]\s*"
    r"(?P<parts>[a-z](?:\s*,\s*[a-z]){1,3})\s*(?:\\right\s*)?[)\]]\s*"
    r"(?:\^\s*(?:T|\{\s*T\s*\}|\\top|\{\s*\\top\s*\}))?\s*[.,;]?\s*"
)
_CHANGED = re.compile(r"\bcoordinates?\b|\bchange of variables\b|\btransformation\b", re.I)
_JACOBIAN = re.compile(r"\bjacobian\b", re.I)
_SYMBOL = re.compile(
    r"\\(?P<word>[A-Za-z]+)|(?<![A-Za-z\\])(?P<letter>[A-Za-z])(?![A-Za-z])|[A-Za-z]"
)
_DEFINED = re.compile(r"\s*(?P<name>[a-z])\s*=(?P<value>[^=]+?)[.,;]?\s*")
_GREEK = frozenset("theta phi varphi psi alpha beta rho sigma tau eta lambda mu".split())


def with_coordinates(cut: Cut) -> Cut:
    """The text with a length for vectors of letters, and one function of several coordinates."""
    return _with_functions(_with_vectors(cut))


def _with_vectors(cut: Cut) -> Cut:
    segments = list(cut.segments)
    for n, each in enumerate(segments):
        found = _VECTOR.fullmatch(each.text) if each.is_math else None
        if found is None:
            continue
        parts = found["parts"].replace(" ", "").split(",")
        others = [x.text for i, x in enumerate(segments) if x.is_math and i != n]
        if not any(letter in _names(latex) for latex in others for letter in parts):
            within = rf"{found['name']} \in \mathbb{{R}}^{{{len(parts)}}}"
            segments[n] = Segment(True, within)
    return replace(cut, segments=tuple(segments))


def _with_functions(cut: Cut) -> Cut:
    """The text with F(r, θ) = (x; y) in the place of the equations for x and y."""
    words = cut.words
    found = {n: m for n, x in enumerate(cut.segments) if x.is_math
             if (m := _DEFINED.fullmatch(x.text))}  # fmt: skip
    names = [m["name"] for m in found.values()]
    of = [x for m in found.values() for x in _names(m["value"])]
    of = [x for x in dict.fromkeys(of) if x not in names]
    is_asked = _CHANGED.search(words) and _JACOBIAN.search(words)
    if not is_asked or not 2 <= len(names) <= 3 or len(of) != len(names):
        return cut
    if len({*names}) < len(names) or "F" in " ".join(cut.formulas):
        return cut
    rows = r" \\ ".join(m["value"].strip() for m in found.values())
    value = rf"F({', '.join(of)}) = \begin{{pmatrix}} {rows} \end{{pmatrix}}"
    first, *rest = found
    segments = [Segment(True, value) if n == first else x for n, x in enumerate(cut.segments)
                if n not in rest]  # fmt: skip
    shown = ", ".join(names)
    return replace(cut, segments=tuple(segments), notes=(*cut.notes, f"F is ({shown})"))


def _names(latex: str) -> list[str]:
    """The letters of a formula: r and θ of r\\cos\\theta."""
    found = _SYMBOL.finditer(re.sub(r"\\math\w+\s*", "", latex))
    names = [f"\\{m['word']}" if m["word"] in _GREEK else m["letter"] for m in found]
    return [name for name in names if name]
