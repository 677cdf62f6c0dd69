"""From where to where in a text a fact holds: what part (b) supposes says nothing of part (a)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from matgrad.app.ask.facts.assumptions import sentence_around
from matgrad.app.ask.facts.contradictions import claim_places
from matgrad.app.ask.facts.said import Said
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.text.marks import M

_ANOTHER = (
    r"in (?:another|a second|a different|the (?:next|second|other))"
    r" (?:problem|question|part|exercise|case|example)"
)
_PART = re.compile(  # what begins a part of the text
    r"(?:^|(?<=[.?!:;])\s|\n)\s*(?:\(?(?:[b-h]|i{2,3}|iv|v|[2-9])\)\s"
    rf"|part \(?(?:[b-h]|[2-9]|two|three)\b|(?:now|next|secondly|finally|later)\b|{_ANOTHER})",
    re.I,
)
_DROPPED = re.compile(  # what takes back what was assumed before
    r"\b(?:drop|remov|relax|forget|abandon|giv(?:e|ing) up|without)\w*\b[^.?!;]{0,40}?"
    rf"\b(?:symmetry|assumptions?|this|conditions?)\b|\b{_ANOTHER}"
    rf"|{M}\s+(?:be|is)\s+(?:now\s+)?(?:an?\s+)?(?:arbitrary|general)\b(?!\s+(?:but|and|symm|positive))",
    re.I,
)


_LEADS = re.compile(  # what holds for the sentence that it begins, if other claims stand elsewhere
    r"\s*(?:(?:and|but|now|then|so|also)[\s,]+)*(?:with|using|given|under|provided|assuming|supposing"
    r"|for)\b",
    re.I,
)
_BEYOND = re.compile(
    r"\b(?:in general|otherwise|without (?:it|this|that|symmetry|the assumption|assuming)"
    r"|(?:for|using|with) (?:every|any|all|an? general|an? arbitrary|general|arbitrary))\b",
    re.I,
)


def _of_sentence(
    marked: str, at: int, claims: Iterable[int], limits: tuple[int, int]
) -> tuple[int, int]:
    """From where to where a fact holds: with symmetric A, is it …? And in general?"""
    start, stop = sentence_around(marked, at)
    places = [*claims]
    if not _LEADS.match(marked, start) or not any(start <= place < stop for place in places):
        return limits
    beyond = _BEYOND.search(marked, stop)
    is_before = any(limits[0] <= place < start for place in places)
    begin = start if is_before else limits[0]
    return begin, sentence_around(marked, beyond.start())[0] if beyond else limits[1]


def limit_facts(said: Said, marked: str, reading: Reading) -> None:
    """Suppose a fact only for the claims of the part that states it, if there are others."""
    claims = claim_places(said, marked, reading)
    parts = [found.start() for found in _PART.finditer(marked)]
    dropped = [found.start() for found in _DROPPED.finditer(marked)]
    for fact, places in said.stated_at.items():
        at = min(places)
        begin = max((part for part in parts if part <= at), default=0)
        ends = [part for part in parts if begin and part > at]
        ends += [place for place in dropped if place > at]
        end = min(ends, default=len(marked))
        begin, end = _of_sentence(marked, at, claims.values(), (begin, end))
        inside = [n for n, place in claims.items() if begin <= place < end]
        if not inside or len(inside) == len(claims) or fact[1] not in said.facts.get(fact[0], ()):
            continue
        said.facts[fact[0]].discard(fact[1])
        said.supposed.append(fact)
        for segment in inside:
            said.cases.setdefault(segment, []).append(fact)
