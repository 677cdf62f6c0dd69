r"""Names for what is made of derivatives: what is said of E = \frac pQ\frac{dQ}{dp} is said of it.

So it is where nobody differentiates E, and no word speaks of a derivative: it is no function then
that would be differentiated again. \frac pQ\frac{dQ}{dp} is worked out, and E = -bp/Q an equation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from matgrad.app.ask.spelling.named_gradients import is_differentiated
from matgrad.app.ask.spelling.patterns import D
from matgrad.app.ask.spelling.primed_points import BELOW, has
from matgrad.app.ask.text.segments import Cut
from matgrad.app.ask.text.words import DERIVATIVE

_LETTER = r"(?:\\[A-Za-z]+|[A-Za-z])"
_OF = rf"\s*(?:\\left\s*)?\((?P<of>\s*{_LETTER}(?:\s*,\s*{_LETTER}){{0,3}})\s*(?:\\right\s*)?\)\s*"
_HEAD = re.compile(rf"\s*(?P<f>{_LETTER}){_OF}:?=")
_NAME = rf"(?P<name>(?:\\mathrm\s*\{{\s*\w+\s*\}}|{_LETTER}){BELOW}?)"
_DEFINED = re.compile(rf"\s*{_NAME}\s*(?:{_OF})?:?=(?P<value>[^=]+)(?P<rest>=.*)?", re.DOTALL)
_ASKED = re.compile(rf"{DERIVATIVE}|differentiat|{D}\s*/", re.I)


def named_as(cut: Cut, latex: str) -> str:
    """The name in whose place a formula stands, or the formula itself."""
    meant = "".join(latex.split())
    return next((name for value, name in cut.named if "".join(value.split()) == meant), latex)


@dataclass(frozen=True)
class _Named:
    """What a name stands for, and the formula that says so."""

    name: str
    value: str
    whole: str
    rest: str


def with_named_products(cut: Cut) -> Cut:
    """The text with such formulas in the place of their names, where these stand alone."""
    if _ASKED.search(cut.words):
        return cut
    heads = [found for latex in cut.formulas if (found := _HEAD.match(latex))]
    found = [*_named(cut, heads)]
    for each in found:
        if sum(each.name == other.name for other in found) == 1 and _is_free(cut, each):
            cut = cut.rewritten(lambda latex, e=each: _put(latex, e))
            cut = replace(cut, named=(*cut.named, (each.value, each.name)))
    return cut


def _named(cut: Cut, heads: list[re.Match[str]]) -> Iterator[_Named]:
    for latex in dict.fromkeys(cut.formulas):
        found = _DEFINED.fullmatch(latex)
        name, value = (found["name"].strip(), found["value"].strip(" .,;?")) if found else ("", "")
        signs = [_sign(head) for head in heads if head["f"].strip() != name]
        is_made = any(x.search(value) and not x.fullmatch(value.strip("- ")) for x in signs)
        if found and is_made:
            yield _Named(name, value, latex, found["rest"] or "")


def _sign(head: re.Match[str]) -> re.Pattern[str]:
    """The derivatives of a function: Q', Q'(p), dQ/dp."""
    name, letters = re.escape(head["f"]), re.findall(_LETTER, head["of"])
    by = "|".join(map(re.escape, letters))
    call = r"(?:\s*(?:\\left\s*)?\([^()]*\))?"
    twice = r"(?:\^\s*\{?\s*2\s*\}?\s*)?"
    quotient = (
        rf"\\[dt]?frac\s*\{{\s*{D}\s*{twice}{name}{call}\s*\}}\s*\{{\s*{D}\s*(?:{by})\s*{twice}\}}"
    )
    typed = rf"(?<![A-Za-z\\]){D}\s*{name}\s*/\s*{D}\s*(?:{by})(?![A-Za-z])"
    prime = rf"(?<![\\]){name}\s*'{{1,2}}\s*(?:\\left\s*)?\(\s*(?:{by})\s*(?:\\right\s*)?\)"
    ways = [quotient, typed, *([prime] if len(letters) == 1 else [])]
    return re.compile("|".join(ways))


def _is_free(cut: Cut, named: _Named) -> bool:
    """Is a name neither differentiated nor part of another formula, so that it names a value?"""
    if is_differentiated(named.name, cut):
        return False
    others = (
        latex for latex in cut.formulas if latex != named.whole and _said(latex, named) is None
    )
    return not any(has(latex, named.name) for latex in others)


def _said(latex: str, named: _Named) -> str | None:
    """What a formula says of a name: nothing where it is the name alone."""
    call = r"(?:\s*(?:\\left\s*)?\([^()=]*\))?"
    said = rf"\s*{re.escape(named.name)}{call}\s*(?P<rest>$|[.,;?]|(?::?=|\\approx(?![A-Za-z])).*)"
    found = re.fullmatch(said, latex, re.DOTALL)
    return found["rest"] if found else None


def _put(latex: str, named: _Named) -> str:
    if latex == named.whole:
        return f"{named.value} {named.rest}"
    said = _said(latex, named)
    return latex if said is None else f"{named.value} {said}"
