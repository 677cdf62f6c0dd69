r"""Functions of which a text gives the logarithm: \log f(x) = …, asked for f or for \log f."""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.formulas.notation import DENSITIES
from matgrad.app.ask.text.marks import M, numbers
from matgrad.app.ask.text.segments import Cut, Segment

_GIVEN = re.compile(
    r"\s*\\(?:log|ln)\s*(?P<f>[A-Za-z])\s*\((?P<x>[^()=|;]{1,20})\)\s*:?=(?P<value>[^=]+)",
    re.DOTALL,
)
_OF = re.compile(
    rf"\b(?:gradients?|derivatives?|hessians?|jacobians?)\s+of\s+(?:the\s+)?(?:[a-z]+\s+)?({M})",
    re.I,
)


# \ln y = …, without arguments
_LETTER = (
    r"(?:[A-Za-z](?![A-Za-z])|\\(?:theta|rho|sigma|phi|psi|tau|mu|nu)(?![A-Za-z]))"
    r"(?:\s*_\s*(?:\w|\{\w+\}))?"
)
_VALUE = r"(?:[^={}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})+"  # an = stands in braces only
_ALONE = re.compile(rf"\s*\\(?:log|ln)\s*(?P<y>{_LETTER})\s*:?=\s*(?P<value>{_VALUE})")
# \frac{d\ln y}{d\ln x} is \frac xy\frac{dy}{dx}
_ELASTICITY = re.compile(
    rf"\\[dt]?frac\s*\{{\s*(?P<d>d|\\partial)\s*(?:\\(?:log|ln)\s*(?P<y>{_LETTER})"
    rf"(?P<of>\s*\([^()]{{1,20}}\))?|(?P<name>\\mathrm\{{ln\w+\}}))\s*\}}"
    rf"\s*\{{\s*(?P=d)\s*\\(?:log|ln)\s*(?P<x>{_LETTER})\s*\}}"
)


def with_logarithms(cut: Cut) -> Cut:
    """The text with the function itself where that is asked for, not its logarithm."""
    cut = _named(cut).rewritten(lambda latex: _ELASTICITY.sub(_slope, latex))
    for i, each in enumerate(cut.segments):
        given = _GIVEN.fullmatch(each.text) if each.is_math else None
        if given:
            cut = _settled(cut, i, given)
    return cut


def _settled(cut: Cut, at: int, given: re.Match[str]) -> Cut:
    f, x, value = given["f"], given["x"].strip(), given["value"].strip().rstrip(".,;")
    letters = " ".join(cut.formulas)
    name = next((n for n in "fhFGk" if n not in letters), "f")
    alone = re.compile(rf"\s*\\(?:log|ln)\s*{f}\s*")
    segments = [
        Segment(True, f"{name}({x}) = {value}")
        if each.is_math and alone.fullmatch(each.text)
        else each
        for each in cut.segments
    ]
    asked = {n for found in _OF.finditer(cut.marked) for n in numbers(found[1])}
    own = re.compile(rf"\s*{f}\s*(?:\({re.escape(x)}\))?\s*")
    notes = cut.notes
    if any(own.fullmatch(segments[n].text) for n in asked):
        segments[at] = Segment(True, rf"{f}({x}) = \exp\left({value}\right)")
        notes = (*notes, f"{f} is the exponential of what is given as its logarithm")
    return replace(cut, segments=tuple(segments), notes=notes)


def _slope(found: re.Match[str]) -> str:
    d, x, y = found["d"], found["x"], found["name"] or f"{found['y']}{found['of'] or ''}"
    factor = rf"{x}\cdot" if found["name"] else rf"\frac{{{x}}}{{{y}}}\cdot"
    return rf"{factor}\frac{{{d} {y}}}{{{d} {x}}}"


def _named(cut: Cut) -> Cut:
    r"""The text with a name for \ln y, or y itself where the text asks for its derivative."""
    found = [(i, m) for i, each in enumerate(cut.segments) if each.is_math
             if (m := _ALONE.fullmatch(each.text)) and m["y"] not in DENSITIES]  # fmt: skip
    if len({m["y"].replace(" ", "") for _, m in found}) != 1:
        return cut
    at, given = found[0]
    y = re.escape(given["y"])
    signs = re.compile(rf"\\(?:log|ln)\s*{y}(?![A-Za-z_^(])")
    rest = [signs.sub("", latex) for latex in cut.formulas]
    others = re.compile(rf"\\[A-Za-z]+(?<!\\{given['y'].lstrip(chr(92))})|(?P<own>{y})(?![A-Za-z])")
    if not any(each["own"] for latex in rest for each in others.finditer(latex)):
        name = rf"\mathrm{{ln{re.sub(r'[^A-Za-z0-9]', '', given['y'])}}}"
        return cut.rewritten(lambda latex: signs.sub(lambda _: name, latex))
    slope = re.compile(rf"(?:\bd|\\partial)\s*{y}\s*[}}/]|(?<![A-Za-z\\]){y}\s*'|^\s*{y}\s*:?=")
    found_slopes = [each[0] for latex in rest for each in slope.finditer(latex)]
    if not found_slopes or any("=" in each for each in found_slopes) or len(found) > 1:
        return cut
    value = given["value"].strip().rstrip(".,;")
    segments = [*cut.segments]
    segments[at] = Segment(True, rf"{given['y']} = \exp\left({value}\right)")
    note = f"{given['y']} is the exponential of what is given as its logarithm"
    return replace(cut, segments=tuple(segments), notes=(*cut.notes, note))
