r"""Velocities: L(q, \dot q) = …, or what is differentiated by, \frac{\partial T}{\partial\dot q}.

There, and where a function that is given by \dot q is differentiated by q in part, \dot q is a
variable beside q, and gets a name of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from matgrad.app.ask.spelling.patterns import D
from matgrad.app.ask.text.segments import Cut

_GREEK = r"\\(?:theta|phi|varphi|psi|alpha|beta|gamma|xi|eta|rho|omega)(?![A-Za-z])"
_DOTTED = (
    rf"\\dot(?![A-Za-z])\s*(?:\{{\s*(?P<one>[A-Za-z]|{_GREEK})\s*\}}"
    rf"|(?P<other>[A-Za-z](?![A-Za-z])|{_GREEK}))"
)
_BELOW = re.compile(rf"(?:[{{/]\s*{D}|\\nabla\s*_\s*\{{?)\s*{_DOTTED}")
_GIVEN = re.compile(
    r"\s*(?:\\mathcal\s*)?\{?[A-Za-z]\}?\s*(?:\\left\s*)?\((?P<given>[^()=]*)\)\s*:?="
)
_ALL = re.compile(_DOTTED)
_HEAD = re.compile(
    r"\s*(?:\\mathcal\s*)?\{?(?P<f>[A-Z])\}?\s*(?:\([^()=]*\)\s*)?:?=(?P<value>.*)", re.S
)


def with_velocities(cut: Cut) -> Cut:
    r"""The text with a name for \dot q, where it differentiates by that."""
    found = [each for text in cut.formulas for each in _BELOW.finditer(text)]
    given = (left["given"] for text in cut.formulas if (left := _GIVEN.match(text)))
    found += [each for inside in given for each in _ALL.finditer(inside)]
    letters = {_letter(each) for each in found} | {*_in_part(cut)}
    if letters:  # where one velocity is a variable, all are
        letters |= {_letter(each) for text in cut.formulas for each in _ALL.finditer(text)}

    def named(dotted: re.Match[str]) -> str:
        letter = _letter(dotted)
        return rf"\mathrm{{{letter}dot}} " if letter in letters else dotted[0]

    notes = (
        f"the derivative of {x} by time is a variable of its own, {x}dot" for x in sorted(letters)
    )
    return cut.rewritten(lambda latex: _ALL.sub(named, latex), *notes) if letters else cut


def _in_part(cut: Cut) -> Iterator[str]:
    r"""The letters x of a function that is given by \\dot x and differentiated by x in part."""
    heads = {each["f"]: each for each in filter(None, map(_HEAD.match, cut.formulas))}
    for head in heads.values():
        inside = [x["value"] for f, x in heads.items() if f in head["value"]]  # L = T - V
        for dotted in _ALL.finditer("  ".join((head["value"], *inside))):
            x = re.escape(dotted["one"] or dotted["other"])
            above = rf"\{{\s*\\partial\s*(?:\\mathcal\s*)?\{{?{head['f']}\}}?\s*\}}"
            slope = re.compile(rf"{above}\s*\{{\s*\\partial\s*{x}\s*\}}")
            if any(map(slope.search, cut.formulas)):
                yield _letter(dotted)


def _letter(dotted: re.Match[str]) -> str:
    return (dotted["one"] or dotted["other"]).lstrip("\\")
