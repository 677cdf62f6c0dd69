r"""Coordinates: \mathbf r = (x, y, z) is a vector of length 3 where no formula uses x, y and z.

And x = r\cos\theta, y = r\sin\theta, whose Jacobian is asked for, are one function of r and θ;
\frac{\partial(x, y)}{\partial(r, \theta)} is the determinant of its Jacobian.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from matgrad.app.ask.spelling.patterns import LETTER
from matgrad.app.ask.spelling.tuples import named_variables, with_tuples
from matgrad.app.ask.text.segments import Cut, Segment
from matgrad.app.ask.text.words import ALL_NUMBERS

_FONT = r"\\(?:mathbf|boldsymbol|bm|vec|mathrm)\s*"
_VECTOR = re.compile(
    rf"\s*(?P<name>{_FONT}(?:\{{\s*\\?\w+\s*\}}|\w)|{LETTER})\s*:?=\s*(?:\\left\s*)?[(\[]\s*"
    r"(?P<parts>[a-z](?:\s*,\s*[a-z]){1,3})\s*(?:\\right\s*)?[)\]]\s*"
    r"(?:\^\s*(?:T|\{\s*T\s*\}|\\top|\{\s*\\top\s*\}))?\s*[.,;]?\s*"
)
_CHANGED = re.compile(r"\bcoordinates?\b|\bchange of variables\b|\btransformation\b", re.I)
_JACOBIAN = re.compile(r"\bjacobian\b(?!\s+of\b(?!\s+(?:the|this|these|an?)\b))", re.I)
_OF_THESE = re.compile(  # the Jacobian determinant of polar coordinates ⟦x = …⟧
    r"(?P<jacobian>\bjacobian(?: determinant| matrix)?)\s+of\s+(?P<words>(?:[a-z-]+:?\s+){0,8})\Z",
    re.I,
)
_MATRICES = re.compile(r"\\(?:top|intercal|mathbf|boldsymbol|vec|lVert|Vert|\|)|\|\||[A-Z]")
_SYMBOL = re.compile(
    r"\\operatorname\s*\{\w+\}|\\(?P<word>[A-Za-z]+)|(?<![A-Za-z\\])(?P<letter>[A-Za-zα-ω])(?![A-Za-z])"
    r"|[A-Za-z]"
)
_DEFINED = re.compile(r"\s*(?P<name>[a-z])\s*=(?P<value>[^=]+?)[.,;]?\s*")
_SEVERAL = re.compile(r"(?:,|;|\\quad|\\qquad|\\;|\\ )+\s*(?=[a-z]\s*=)")
_GREEK = frozenset("theta phi varphi psi alpha beta rho sigma tau eta lambda mu".split())
_LIST = r"\s*\((?:[^(),]{1,20},){1,2}[^(),]{1,20}\)\s*"
_MAP = re.compile(rf"\s*(?P<of>{_LIST})\\mapsto\s*(?P<value>\(.*\))\s*[.,;]?\s*", re.DOTALL)
_BY = re.compile(  # \frac{\partial(x, y)}{\partial(u, v)} = 4u^2, d(x,y)/d(u,v)
    rf"\s*(?:\\[dt]?frac\s*\{{\s*\\partial{_LIST}\}}\s*\{{\s*\\partial{_LIST}\}}"
    rf"|(?:d|∂|\\partial){_LIST}/\s*(?:d|∂|\\partial){_LIST}"
    r"|\\(?:det|operatorname\s*\{det\})\s*\(?\s*(?P<J>J)(?:\s*_\s*\{?\s*\w\s*\}?)?(?:\s*\([^()]*\))?\s*\)?)"
    r"\s*(?:=(?P<value>.+))?",
    re.DOTALL,
)
_IS_J = re.compile(r"\s*J\s*(?:\([^()]*\)\s*)?:?=")
_CALLED = re.compile(r"(?:jacobian determinant|determinant of the jacobian)\s*$", re.I)
_DETERMINANT = "the determinant of the Jacobian"


def with_coordinates(cut: Cut) -> Cut:
    """The text with a length for vectors of letters, and one function of several coordinates."""
    return _with_functions(with_tuples(_with_maps(_with_vectors(_with_determinants(cut)))))


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


def _with_maps(cut: Cut) -> Cut:
    r"""The text with F(r, \theta) = (…) for (r, \theta) \mapsto (…)."""
    if any(re.search(r"(?<![A-Za-z\\])F", latex) for latex in cut.formulas):
        return cut
    return cut.rewritten(lambda latex: _MAP.sub(r"F\g<of> = \g<value>", latex, count=1))


def _with_functions(cut: Cut) -> Cut:
    """The text with F(r, θ) = (x; y) in the place of the equations for x and y."""
    segments = _apart(cut)
    found = {n: m for n, x in enumerate(segments) if x.is_math
             if (m := _DEFINED.fullmatch(x.text)) and not _is_value(m["value"])}  # fmt: skip
    names = [m["name"] for m in found.values()]
    of = [x for m in found.values() for x in _names(m["value"])]
    by = named_variables(segments)
    is_by = bool(by) and {x[0] for x in map(_names, by) if x} <= {*of}
    inside = re.sub(r"\\[A-Za-z]+", " ", " ".join(m["value"] for m in found.values()))
    is_apart = not {*inside, *of, *by} & {*names}
    of = by if is_by else _ordered(of)
    if not _is_asked(segments, found) or not (is_by or len(of) == len(names)) or not is_apart:
        return cut
    first = min(found) - 1
    segments[first] = Segment(
        False, _OF_THESE.sub(r"\g<jacobian> for \g<words>", segments[first].text)
    )
    rows = r" \\ ".join(names)
    column = rf"\begin{{pmatrix}} {rows} \end{{pmatrix}}"
    made = [*segments, Segment(False, " Let "), Segment(True, f"F({', '.join(of)}) = {column}")]
    if is_by and not any(_MATRICES.search(m["value"]) for m in found.values()):
        return replace(cut, segments=(*made, Segment(False, f". {ALL_NUMBERS}")))
    for n, name in enumerate(of):  # "Here r and θ are scalars."
        made += [Segment(False, " and " if n else ". Here "), Segment(True, name)]
    made.append(Segment(False, " are scalars."))
    return replace(cut, segments=tuple(made))


def _ordered(names: Sequence[str]) -> list[str]:
    """The variables, each once: Latin letters as in the alphabet, then Greek ones as they come."""
    once = [*dict.fromkeys(names)]
    return [*sorted(x for x in once if len(x) == 1), *(x for x in once if len(x) > 1)]


def _apart(cut: Cut) -> list[Segment]:
    """The segments, x = r, y = s cut into two."""
    made: list[Segment] = []
    for each in cut.segments:
        pieces = _SEVERAL.split(each.text) if each.is_math else []
        if len(pieces) < 2 or not all(map(_DEFINED.fullmatch, pieces)):
            made.append(each)
            continue
        for n, piece in enumerate(pieces):
            made += [Segment(False, ", ")] if n else []
            made.append(Segment(True, piece))
    return made


def _with_determinants(cut: Cut) -> Cut:
    r"""The text with words for \frac{\partial(x, y)}{\partial(u, v)}, and for what it is."""
    is_known = any(_IS_J.match(latex) for latex in cut.formulas)
    made: list[Segment] = []
    for each in cut.segments:
        found = _BY.fullmatch(each.text) if each.is_math else None
        if found is None or (found["J"] and is_known):
            made.append(each)
            continue
        is_called = made and not made[-1].is_math and _CALLED.search(made[-1].text)
        made += [] if is_called else [Segment(False, f" {_DETERMINANT} ")]
        made += [Segment(False, "equal to "), Segment(True, found["value"])] * bool(found["value"])
    return replace(cut, segments=tuple(made))


def _is_asked(segments: Sequence[Segment], found: Mapping[int, re.Match[str]]) -> bool:
    """Is the Jacobian of several coordinates asked for, and of nothing else?"""
    words = " ".join(x.text for x in segments if not x.is_math)
    is_plain = not any(_MATRICES.search(m["value"]) for m in found.values())
    is_change = _CHANGED.search(words) or is_plain
    names = {m["name"] for m in found.values()}
    formulas = [x.text for n, x in enumerate(segments) if x.is_math and n not in found]
    others = [x for x in formulas if not (_IS_J.match(x) or _is_value(x.partition("=")[2]))]
    is_free = "F" not in " ".join(formulas) and not any("=" in x for x in others)
    is_several = len(names) == len(found) and 2 <= len(found) <= 3
    before = segments[min(found) - 1].text if found and min(found) else ""
    is_told = _JACOBIAN.search(words) or _OF_THESE.search(before)
    return bool(is_change and is_free and is_several and is_told)


def _is_value(latex: str) -> bool:
    """Is this a number, as at x = 1, y = 1?"""
    return bool(latex) and not re.search(
        r"[A-Za-zα-ω]", latex.replace(r"\pi", "").replace(r"\frac", "")
    )


def _names(latex: str) -> list[str]:
    """The letters of a formula: r and θ of r\\cos\\theta."""
    found = _SYMBOL.finditer(re.sub(r"\\math\w+\s*", "", latex))
    names = [f"\\{m['word']}" if m["word"] in _GREEK else m["letter"] for m in found]
    return [name for name in names if name]
