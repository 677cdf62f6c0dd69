r"""A loss that a text gives without its letter: the loss is \|Xw-y\|^2; is \nabla_w L = …?

The letter of the derivatives is that of the loss, if there is one loss, and the letter has no other
meaning. And a number that is written in two ways, \|AX\|_F^2 = \operatorname{tr}(X^TA^TAX), is f
where nothing else is defined.
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.spelling.patterns import D
from matgrad.app.ask.text.segments import Cut, Segment

_LETTER = r"(?P<letter>(?:\\mathcal\s*\{?\s*[LJEC]\s*\}?|\\ell(?![A-Za-z])|[LJEC]))"
_BY = r"(?:\\nabla\s*(?:_\s*(?:\{[^{}]*\}|\\[A-Za-z]+|[A-Za-z])\s*)?)"
_DERIVED = re.compile(rf"(?:\\[dt]?frac\s*\{{\s*{D}\s*|{_BY}){_LETTER}\s*(?![A-Za-z_^])")
_OBJECTIVE = re.compile(
    r"\b(?:loss|cost|objective|error|energy|criterion)(?:\s+function)?"
    r"(?:\s*(?:,|:|\b(?:is|be|equals|reads|given\s+by|defined\s+(?:as|by)|simply|then|just)\b))*\s*$",
    re.I,
)
_NUMBER = re.compile(
    r"\s*(?:\\left\s*)?(?:\\(?:\||[lV]ert|lVert|Vert|det(?![A-Za-z])|[tT]r(?![A-Za-z])"
    r"|(?:log|ln)\s*\\det|(?:operatorname|mathrm|text)\s*\{\s*(?:tr|Tr|trace|det|logdet)\s*\}))"
    r"[^=]*[^=:<>]=[^=]+"
)
_BEGINS = re.compile(r"(?:^|[.?!:])\s*(?:(?:we have|note that|since|recall that|so)\s+)?$", re.I)
_GIVEN = re.compile(r"\s*&?\s*\\?[A-Za-z]+(?:\s*_\s*(?:\w|\{\w+\}))?(?:\([^()]*\))?\s*:?=")
_NAME = re.compile(r"\s*(?:\\[A-Za-z]+|[A-Za-z])(?:_\w|_\{\w+\})?\s*(?:\([^()]*\))?\s*")


def with_objectives(cut: Cut) -> Cut:
    """The text with letters for its functions that have none."""
    return _with_numbers(_with_losses(cut))


def _with_numbers(cut: Cut) -> Cut:
    """The text with f before a number that it writes in two ways, if that is all it defines."""
    places = [n for n in range(len(cut.segments)) if _is_two_ways(cut, n)]
    letters = re.sub(r"\\[A-Za-z]+|\{[A-Za-z]{2,}\}", " ", " ".join(cut.formulas))
    is_open = not any(_GIVEN.match(latex) for latex in cut.formulas) and "f" not in letters
    if len(places) != 1 or not is_open or r"\nabla" in " ".join(cut.formulas):
        return cut
    (place,) = places
    segments = list(cut.segments)
    segments[place] = Segment(True, f"f = {segments[place].text.strip()}")
    return replace(cut, segments=tuple(segments))


def _is_two_ways(cut: Cut, n: int) -> bool:
    r"""Does a sentence begin with a number, in two ways with the same letters? Not \|u\| = 1."""
    here, before = cut.segments[n], cut.segments[n - 1].text if n else ""
    if not here.is_math or not _NUMBER.fullmatch(here.text) or not _BEGINS.search(before):
        return False
    plain = re.sub(
        r"\\(?:operatorname|mathrm|text)\s*\{[^{}]*\}|\\[A-Za-z]+|_F|\^T", " ", here.text
    )
    left, _, right = plain.partition("=")
    return {*re.findall(r"[A-Za-z]", left)} == {*re.findall(r"[A-Za-z]", right)}


def _with_losses(cut: Cut) -> Cut:
    """The text with the letter of its derivatives before the loss that it gives."""
    letters = {m["letter"].replace(" ", "") for x in cut.formulas for m in _DERIVED.finditer(x)}
    places = [n for n in range(1, len(cut.segments)) if _is_objective(cut, n)]
    if len(letters) != 1 or len(places) != 1:
        return cut
    (letter,), (place,) = letters, places
    plain = [_DERIVED.sub(" ", latex).replace(" ", "") for latex in cut.formulas]
    if any(re.search(rf"(?<![A-Za-z\\{{]){re.escape(letter)}(?![A-Za-z])", x) for x in plain):
        return cut
    segments = list(cut.segments)
    segments[place] = Segment(True, f"{letter} = {segments[place].text.strip()}")
    return replace(cut, segments=tuple(segments))


def _is_objective(cut: Cut, n: int) -> bool:
    """Is this a formula without a name that words call the loss?"""
    before, here = cut.segments[n - 1], cut.segments[n]
    is_formula = here.is_math and "=" not in here.text and not _NAME.fullmatch(here.text)
    return is_formula and not before.is_math and _OBJECTIVE.search(before.text) is not None
