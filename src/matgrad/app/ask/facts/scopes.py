"""From where to where in a text a fact holds: what part (b) supposes says nothing of part (a)."""

from __future__ import annotations

import re

from matgrad.app.ask.facts.assumptions import sentence_around
from matgrad.app.ask.facts.contradictions import claim_places
from matgrad.app.ask.facts.openings import general_case
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
        behind = sentence_around(marked, max(places))[1]
        end = min([*ends, general_case(marked, behind, fact[0], reading)])
        inside = [n for n, place in claims.items() if begin <= place < end]
        if not inside or len(inside) == len(claims) or fact[1] not in said.facts.get(fact[0], ()):
            continue
        said.suppose(fact, inside)
