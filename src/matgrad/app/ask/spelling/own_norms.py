r"""Norms that a text defines by a formula: \|x\|^2 := x^TMx, \|x\| = \max_i|x_i|."""

from __future__ import annotations

import re
from collections.abc import Iterator

from matgrad.app.ask.spelling.patterns import TURNED
from matgrad.app.ask.text.segments import Cut

_IS = r"\s*(?P<sign>:\s*=|=|\\(?:equiv|coloneqq|triangleq|doteq)(?![a-z]))\s*"
_X = r"(?P<x>[a-z]|\\(?:mathbf|boldsymbol|bm|vec)\s*\{\s*[a-z]\s*\})"
_OPEN = r"(?:\\left\s*)?(?:\\\||\|\||\\lVert|\\Vert)\s*"
_CLOSE = r"\s*(?:\\right\s*)?(?:\\\||\|\||\\rVert|\\Vert)\s*"
_OWN = re.compile(
    rf"\s*{_OPEN}{_X}{_CLOSE}(?P<square>\^\s*\{{?\s*2\s*\}}?)?{_IS}(?P<value>.*)", re.S
)
_DOT = r"(?:\\cdot|\.|\\bullet|-)"
_SAME = re.compile(
    rf"\s*{_OPEN}{_DOT}{_CLOSE}{_IS}{_OPEN}{_DOT}{_CLOSE}(?P<index>_\s*(?:\{{[^{{}}]+\}}|\\?\w+|\*))\s*"
)
_ROOT = re.compile(r"\s*\\sqrt\s*\{(.*)\}\s*", re.S)
_HALF = re.compile(
    r"\s*(?:\\left)?\((.*)(?:\\right)?\)\s*\^\s*\{\s*(?:1\s*/\s*2|\\frac\s*12)\s*\}\s*"
)
_WEIGHT = r"(?P<M>(?:\\[A-Z][a-z]+|[A-Z])(?:\s*\^\s*\{\s*-\s*1\s*\})?)?"
_BELOW = r"(?:\\limits)?(?:\s*[_^]\s*(?:\w|\{[^{}]*\})){0,2}\s*"
_BAR = r"\s*(?:\\(?:left|right)\s*)?(?:\\[lr]?vert|\|)\s*"
_COMMANDS = re.compile(r"\\[A-Za-z]+|\^\s*\{?\s*T\s*\}?")
_INDICES = "ijklmn"
_ENDS = r"\s*[.,;]?\s*"


def own_norms(cut: Cut) -> Iterator[tuple[int, str | None]]:
    """The formulas that define a norm, and its index; none where it is not one that is known."""
    for number, segment in enumerate(cut.segments):
        if segment.is_math and (same := _SAME.fullmatch(segment.text)):
            yield number, same["index"]
        elif segment.is_math and (own := _OWN.fullmatch(segment.text)):
            index = _index(own)
            if index:
                yield number, index
            elif index is None and _is_definition(own):
                yield number, None


def _index(own: re.Match[str]) -> str | None:
    """What stands below the bars; nothing for the usual norm, none for one that is not known."""
    x, value = re.escape(own["x"]), own["value"]
    if not own["square"]:
        entry = rf"{_BELOW}{_BAR}{x}\s*_\s*\{{?\s*\w+\s*\}}?{_BAR}{_ENDS}"
        if re.fullmatch(rf"\s*\\max{entry}", value):
            return r"_\infty "
        if re.fullmatch(rf"\s*\\sum{entry}", value):
            return "_1"
        root = _ROOT.fullmatch(value) or _HALF.fullmatch(value)
        if root is None:
            return None
        value = root[1]
    forms = (
        rf"\s*{x}{TURNED}\s*{_WEIGHT}\s*{x}{_ENDS}",
        rf"\s*\\langle\s*{x}\s*,\s*{_WEIGHT}\s*{x}\s*\\rangle{_ENDS}",
    )
    found = next(filter(None, (re.fullmatch(form, value) for form in forms)), None)
    if found is None:
        squares = rf"\s*\\sum{_BELOW}{x}\s*_\s*\{{?\w\}}?\s*\^\s*\{{?2\}}?{_ENDS}"
        return "" if re.fullmatch(squares, value) else None
    return f"_{{{found['M']}}}" if found["M"] else ""


def _is_definition(own: re.Match[str]) -> bool:
    """Is it a norm of its own, and no value or identity, as ‖x‖ = 1 or ‖x‖² = tr(xxᵀ)?"""
    letters = {*re.findall("[A-Za-z]", _COMMANDS.sub(" ", own["value"]))} - {*_INDICES}
    is_made = own["x"].strip("{} ")[-1] in letters and len(letters) > 1
    is_split = re.search(rf"{_OPEN}|{_CLOSE}", own["value"]) is not None  # ‖Px‖² + ‖Qx‖²
    return own["sign"] != "=" or (is_made and not is_split)
