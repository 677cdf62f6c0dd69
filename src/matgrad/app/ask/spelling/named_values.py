r"""Names for derivatives at a point: of k = V''(1), what is said of k is said of V''(1).

k = V''(1) and k = 8 become V''(1) and V''(1) = 8, so that k is no function of the variable of V. So
does v(2) = 6 become s'(2) = 6 where v(t) = s'(t).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from matgrad.app.ask.spelling.named_gradients import derived_names
from matgrad.app.ask.spelling.primed_points import BELOW, DERIVATIVE, Function, functions_in, has
from matgrad.app.ask.text.segments import Cut

_NAME = rf"(?:\\mathrm\s*\{{\s*\w+\s*\}}|\\[A-Za-z]+|[A-Za-z]){BELOW}?"
# k = V''(1), perhaps with what that is
_GIVEN = (
    rf"\s*(?P<name>{_NAME})\s*:?=\s*(?P<value>(?:-\s*)?{DERIVATIVE})(?P<rest>\s*(?:=.*)?[.,;?]?)"
)
_REST = r"(?P<rest>$|[.,;?]|(?::?=|\\approx(?![A-Za-z])).*)"
_SAID = r"\s*{0}\s*" + _REST  # {0} is the name
_POINT = r"\s*(?:\\left\s*)?\((?P<point>(?:[^(),=]|\([^()=]*\))+?)(?:\\right\s*)?\)"


@dataclass(frozen=True)
class _Named:
    """A derivative at a point, and the name that the text gives to it."""

    name: str
    value: str
    whole: str
    rest: str


def with_named_values(cut: Cut) -> Cut:
    """The text with such derivatives in the place of their names, where these stand alone."""
    found = [each for f in functions_in(cut) for each in _named(cut, f)]
    for each in found:
        if sum(each.name == other.name for other in found) == 1:
            said = re.compile(_SAID.replace("{0}", re.escape(each.name)), re.DOTALL)
            cut = cut.rewritten(lambda latex, e=each, s=said: _put(latex, e, s))
    for name, sign, by in [*derived_names(cut)]:
        cut = cut.rewritten(_at_point(name, sign, by))
    return cut


def _at_point(name: str, sign: str, by: str) -> Callable[[str], str]:
    """What puts a derivative in the place of its name where that is taken at a point: v(2)."""
    call = rf"\s*{re.escape(name)}{_POINT}\s*"
    said = re.compile(call + _REST, re.DOTALL)

    def put(latex: str) -> str:
        found = said.fullmatch(latex)
        is_there = found is not None and found["point"].strip() != by
        return f"{sign}({found['point'].strip()}) {found['rest']}" if found and is_there else latex

    return put


def _named(cut: Cut, f: Function) -> Iterator[_Named]:
    given = re.compile(_GIVEN.replace("{0}", re.escape(f.name)), re.DOTALL)
    for latex in dict.fromkeys(cut.formulas):
        found = given.fullmatch(latex)
        if found and not has(found["at"], f.by) and not has(f.value, found["name"]):
            yield _Named(found["name"].strip(), found["value"], latex, found["rest"])


def _put(latex: str, named: _Named, said: re.Pattern[str]) -> str:
    if latex == named.whole:
        return f"{named.value}{named.rest}"
    found = said.fullmatch(latex)
    return f"{named.value} {found['rest']}" if found else latex
