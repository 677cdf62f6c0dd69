r"""Products of a vector with a Jacobian, as in backward passes: a^T\frac{\partial f}{\partial h}.

With a held fixed this is the derivative of a^Tf by h, so no Jacobian has to be written down.
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.spelling.patterns import LETTER, D
from matgrad.app.ask.text.segments import Cut, Segment

_BELOW = r"(?:\s*_\s*(?:\{\s*\w+\s*\}|\w))?"
_NAME = rf"{LETTER}{_BELOW}"
_TURNED = (
    r"\s*\^\s*(?:T|\\top(?![A-Za-z])|\{\s*(?:T|\\top|\\mathsf\s*\{?\s*T\s*\}?|\\intercal)\s*\})"
)
_OF = r"(?P<of>\s*(?:\\left\s*)?\([^()=]*\))?"
_QUOTIENT = (
    rf"\\[dt]?frac\s*\{{\s*{D}\s*(?P<f>{_NAME}){_OF}\s*\}}\s*\{{\s*{D}\s*(?P<x>{_NAME})\s*\}}"
)
_BRACKETS = rf"(?:\\left\s*)?[(\[]\s*{_QUOTIENT}\s*(?:\\right\s*)?[)\]]"
_JACOBIAN = rf"J\s*_\s*\{{?\s*(?P<f>{LETTER})\s*\}}?{_OF}"
_SPACE = r"(?:\\[,;:! ]|\s)*"
HELD = "held fixed"
_END = r"\s*[.,;?]?\s*"
# v^T ∂f/∂x, and the transpose of ∂f/∂x times v
_WAYS = tuple(
    re.compile(rf"\s*{way}{_END}")
    for way in (
        rf"(?P<v>{_NAME}){_TURNED}{_SPACE}{_QUOTIENT}",
        rf"(?P<v>{_NAME}){_TURNED}{_SPACE}{_BRACKETS}",
        rf"{_QUOTIENT}{_TURNED}{_SPACE}(?P<v>{_NAME})",
        rf"{_BRACKETS}{_TURNED}{_SPACE}(?P<v>{_NAME})",
        rf"(?P<v>{_NAME}){_TURNED}{_SPACE}{_JACOBIAN}",  # v^TJ_f
        rf"{_JACOBIAN}{_TURNED}{_SPACE}(?P<v>{_NAME})",
    )
)


def with_jacobian_products(cut: Cut) -> Cut:
    r"""The text with \frac{\partial}{\partial x}(v^Tf) for v^T\frac{\partial f}{\partial x}."""
    segments: list[Segment] = []
    notes: list[str] = []
    for each in cut.segments:
        found = _product(each.text) if each.is_math else None
        if found is None or not _is_defined(cut, found["f"]) or _is_bound(cut, found):
            segments.append(each)
            continue
        f, v = found["f"].strip(), found["v"].strip()
        x = _variable(cut, found)
        value = rf"{v}^T {f}"
        segments.append(Segment(True, rf"\frac{{\partial}}{{\partial {x}}}\left({value}\right)"))
        shown, by, held = (quoted(latex).plain for latex in (value, x, v))
        notes.append(f"the product is the derivative of {shown} by {by}, {held} {HELD}")
    return replace(cut, segments=tuple(segments), notes=(*cut.notes, *dict.fromkeys(notes)))


def _product(latex: str) -> re.Match[str] | None:
    return next(filter(None, (way.fullmatch(latex) for way in _WAYS)), None)


def _variable(cut: Cut, found: re.Match[str]) -> str:
    """By what it is: what stands below, or the one argument that the function has."""
    if below := found.groupdict().get("x"):
        return below.strip()
    f = re.escape(found["f"].strip())
    left = re.compile(rf"\s*{f}\s*(?:\\left\s*)?\(\s*({_NAME})\s*(?:\\right\s*)?\)\s*:?=")
    given = {m[1].strip() for latex in cut.formulas if (m := left.match(latex))}
    return given.pop() if len(given) == 1 else ""


def _is_bound(cut: Cut, found: re.Match[str]) -> bool:
    """May the vector depend on the variable, or is that not known?"""
    x, v = _variable(cut, found), found["v"].strip()
    return x in (v, "") or _is_defined(cut, v)


def _is_defined(cut: Cut, name: str) -> bool:
    """Does a formula of the text say what a function is?"""
    start = re.compile(rf"\s*{re.escape(name.strip())}\s*(?:(?:\\left\s*)?\([^()=]*\)\s*)?:?=(?!=)")
    return any(start.match(latex) for latex in cut.formulas)
