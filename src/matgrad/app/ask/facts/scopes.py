"""From where to where in a text a fact holds: what part (b) supposes says nothing of part (a)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from matgrad.app.ask.facts.assumptions import sentence_around
from matgrad.app.ask.facts.contradictions import claim_places
from matgrad.app.ask.facts.openings import general_case
from matgrad.app.ask.facts.said import Said
from matgrad.app.ask.formulas.notation import left_side
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.text.marks import M, mark_of

_ANOTHER = (
    r"in (?:another|a second|a different|the (?:next|second|other))"
    r" (?:problem|question|part|exercise|case|example)"
)
_PART = re.compile(  # what begins a part of the text
    r"(?:^|(?<=[.?!:;])\s|\n)\s*(?:\(?(?:[b-h]|i{2,3}|iv|v|[2-9])\)\s"
    r"|part \(?(?:[b-h]|[2-9]|two|three)\b|(?:now|next|secondly|finally|later|second question)\b"
    rf"|{_ANOTHER})",
    re.I,
)
_FIRST = re.compile(  # what begins the first part
    r"(?:^|(?<=[.?!:;])\s|\n)\s*(?:\(?(?:a|i|1)\)\s|part \(?(?:a|1|one)\b|first question\b)", re.I
)
_DROPPED = re.compile(  # what takes back what was assumed before
    r"\b(?:drop|remov|relax|forget|abandon|giv(?:e|ing) up|without)\w*\b[^.?!;]{0,40}?"
    rf"\b(?:symmetry|assumptions?|this|conditions?)\b|\b{_ANOTHER}"
    rf"|{M}\s+(?:be|is)\s+(?:now\s+)?(?:an?\s+)?(?:arbitrary|general)\b(?!\s+(?:but|and(?!\s+{M})|symm|positive))",
    re.I,
)


_OPENS = re.compile(  # up to the fact
    rf"\W*(?:for|with|given|assuming|supposing)\s+(?:(?!if\b)[a-z-]+\s+){{0,3}}(?:{M}\s+)?", re.I
)
_APART = [  # of one matrix only if it is diagonal, or zero
    {"symmetric", "upper_triangular"}, {"symmetric", "lower_triangular"}, {"symmetric", "skew"},
    {"upper_triangular", "lower_triangular"},
]  # fmt: skip
_THIS_CASE = re.compile(r"\b(?:in|under) (?:this|that|such a|the same|this same) case\b", re.I)


def carry_cases(said: Said, marked: str, reading: Reading) -> None:
    """What is supposed before “in this case” is supposed for the claims behind these words, too."""
    found = _THIS_CASE.search(marked)
    if found is None or not said.supposed:
        return
    for segment, place in claim_places(said, marked, reading).items():
        if place > sentence_around(marked, found.start())[0]:
            known = said.cases.setdefault(segment, [])
            known += [fact for fact in said.supposed if fact not in known]


def state_defining(said: Said, marked: str, reading: Reading) -> None:
    """What a sentence opens with and defines a function for holds for what follows, too.

    “For symmetric X, det being the determinant, let f(X) = …. Then …”
    """
    claims = {*claim_places(said, marked, reading)}
    moved = _differentiated(reading)
    defined = {d.segment for d in reading.defined if d.left.arguments or d.left.name in moved}
    for fact in list(said.supposed):
        segments = {n for n, facts in said.cases.items() if fact in facts}
        is_defining = bool(segments & defined) and not segments & claims
        at = said.places.get(fact, 0)
        before = marked[sentence_around(marked, at)[0] : at]
        if is_defining and _OPENS.fullmatch(before) and fact not in said.denied:
            said.supposed.remove(fact)
            said.state(fact, at)


def _differentiated(reading: Reading) -> set[str]:
    """The names of the functions whose derivatives the text gives or asks for."""
    known = [*(each for each, _ in reading.asked), *(c.derivative for c in reading.claimed)]
    lefts = (left_side(each.function) for each in known if each.function)
    return {left.name for left in lefts if left is not None}


def keep_behind(said: Said, marked: str, reading: Reading) -> None:
    """Keep the claims behind a case up to what takes it back: it may be meant for them as well."""
    claims, parts = claim_places(said, marked, reading), _Parts(marked, reading)
    for fact in said.supposed:
        at = said.places.get(fact, len(marked))
        begin, end = parts.around(at, fact[0])
        end = min([end, *_other_case(said, marked, fact, at)])
        behind = {n for n, place in claims.items() if max(at, begin) < place < end}
        said.behind[fact] = {n for n in behind if not _has_case(said, n, fact[0])}


def _other_case(said: Said, marked: str, fact: tuple[str, str], at: int) -> list[int]:
    """Where the text states behind a case what makes it another: in mine, A is triangular."""
    stop = sentence_around(marked, at)[1]
    stated = [(x, p) for x, places in said.stated_at.items() for p in places if p > stop]
    return [p for (name, other), p in stated if name == fact[0] and {other, fact[1]} in _APART]


def _has_case(said: Said, claim: int, name: str) -> bool:
    """Is a claim made for a case of its own?"""
    own = any(other == name for other, _ in said.cases.get(claim, ()))
    return own or any(claim in claims for claims in said.bounded.values())


def limit_facts(said: Said, marked: str, reading: Reading) -> None:
    """Suppose a fact only for the claims of the part that states it, if there are others."""
    claims = claim_places(said, marked, reading)
    parts = _Parts(marked, reading)
    for fact, places in said.stated_at.items():
        inside = _within(claims, [parts.around(at, fact[0]) for at in places])
        is_given_up = fact in said.lifted and bool(claims) and not inside
        is_part = is_given_up or 0 < len(inside) < len(claims)
        if is_part and fact[1] in said.facts.get(fact[0], ()):
            said.suppose(fact, inside)
    for each, places in said.given_at.items():
        inside = _within(claims, [parts.around(at, each.turned) for at in places])
        if inside and len(inside) < len(claims):
            said.given_for.setdefault(each, frozenset(inside))


def leave_unclaimed(said: Said, marked: str, reading: Reading) -> None:
    """An equation that is supposed where nothing is claimed may be meant for any claim."""
    claims = {*claim_places(said, marked, reading)}
    for each, segments in list(said.given_for.items()):
        if segments and not segments & claims:
            del said.given_for[each]
            said.given = [x for x in said.given if x != each]
            said.doubtful_given.append(each)


def _within(claims: dict[int, int], scopes: list[tuple[int, int]]) -> list[int]:
    return [n for n, at in claims.items() if any(begin <= at < end for begin, end in scopes)]


class _Parts:
    """Where the parts of a text begin, and where it takes back what it has assumed."""

    def __init__(self, marked: str, reading: Reading) -> None:
        self.marked, self.reading = marked, reading
        self.begins = [found.start() for found in _PART.finditer(marked)]
        self.firsts = [found.start() for found in _FIRST.finditer(marked)]
        self.dropped = [found.start() for found in _DROPPED.finditer(marked)]
        self.own = [*_defining(marked, self.begins, reading)]

    def around(self, at: int, name: str) -> tuple[int, int]:
        """From where to where what is stated of a name at a place holds."""
        begin = max((part for part in self.begins if part <= at), default=0)
        is_in_first = any(first <= at for first in self.firsts)
        parts = self.begins if begin else self.own if is_in_first else []
        behind = sentence_around(self.marked, at)[1]
        general = general_case(self.marked, behind, name, self.reading)
        return begin, min([general, *(end for end in (*parts, *self.dropped) if end > at)])


def _defining(marked: str, parts: list[int], reading: Reading) -> Iterator[int]:
    """The parts that define a function of their own, as exercises do."""
    places = [marked.find(mark_of(each.segment)) for each in reading.defined if each.left.arguments]
    for part, end in pairwise([*parts, len(marked)]):
        if any(part <= place < end for place in places):
            yield part
