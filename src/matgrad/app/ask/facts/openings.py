"""Cases with which a sentence opens: “with symmetric A, is it 2Ax?” says nothing of what was
claimed before, nor of what a later sentence claims in general."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from matgrad.app.ask.facts.assumptions import sentence_around
from matgrad.app.ask.facts.contradictions import claim_places
from matgrad.app.ask.facts.said import Said
from matgrad.app.ask.formulas.reading import Reading, names_of
from matgrad.app.ask.text.adjectives import ANY_FACT
from matgrad.app.ask.text.marks import M, numbers
from matgrad.app.ask.text.words import DERIVATIVE

_OPENS = re.compile(
    r"\W*(?:(?:and|but|so|now|then|also|however|next)\W+)*(?:with|using|given|under|provided|for"
    r"|if|when|whenever|in case|in the case|supposing|assuming)\b",
    re.I,
)
_ASKS = re.compile(rf"\b(?:what|which|find|compute|derive|is|are)\b.*\b{DERIVATIVE}", re.I | re.S)
_DEFINED = re.compile(  # if ⟦f(x) = …⟧, ⟦Q⟧ symmetric, is …
    r"\b(?P<if>if|when|suppose(?: that)?|given|for)\s+(?P<noun>(?:(?:the|an?|our)\s+(?:[a-z-]+\s+)"
    rf"{{1,4}}?)?)(?P<what>{M})\s*,\s*"
    rf"(?={M}\s+(?:is\s+|being\s+)?(?:an?\s+)?(?:{ANY_FACT}))",
    re.I,
)
_GENERAL = re.compile(
    r"\b(?:in general|generally|in the general case|otherwise|if not|without (?:it|symmetry)"
    r"|without (?:this|that|the|any|an?|such an?) (?:assumption|condition|symmetry|restriction)"
    r"|(?:every|each|any|all|general|arbitrary|non-?symmetric|unsymmetric|asymmetric)"
    rf"\s+(?:(?:square|real|such|other|matri(?:x|ces))\s+)*(?P<name>{M})"
    rf"|(?:if|when|whenever|had|were)\s+(?P<denied>{M})\s+(?:(?:is|was|were|be)\s+)?(?:not|non)\b)",
    re.I,
)


_VERIFY = r"(?:verify|show|prove|check|confirm)\b"
_GIVEN_FOR = re.compile(  # for an invertible matrix ⟦X⟧, verify: ⟦…⟧; verify: for … ⟦X⟧, ⟦…⟧
    rf"\A(?P<before>[^{M[0]}]*?)\bfor\s+(?P<what>(?:an?|any|every)\s+(?:{ANY_FACT})\s+matrix)\s+"
    rf"(?P<name>{M})\s*,\s*(?P<rest>(?P<verify>(?:please\s+)?{_VERIFY})?.*)",
    re.I | re.DOTALL,
)
_OTHERWISE = re.compile(r"\b(?:in general|otherwise|if|when|without|not|general)\b", re.I)


def _with_given_for(marked: str) -> str:
    """The text with “let ⟦X⟧ be invertible” for the case in which all of it is to be verified."""
    found = _GIVEN_FOR.match(marked)
    if found is None or _OTHERWISE.search(found["rest"]):
        return marked
    if not (found["verify"] or re.search(_VERIFY, found["before"], re.I)):
        return marked
    return f"Let {found['name']} be {found['what']}. {found['before']} {found['rest']}"


def with_definitions(marked: str, reading: Reading) -> str:
    """The text with “with” where a fact follows an “if” that only defines the function."""
    defined = {each.segment for each in reading.defined}

    def joined(found: re.Match[str]) -> str:
        is_defined = next(numbers(found["what"])) in defined
        return f"{found['if']} {found['noun']}{found['what']} with " if is_defined else found[0]

    return _DEFINED.sub(joined, _with_given_for(marked))


@dataclass(frozen=True)
class _Span:
    """A sentence of a text."""

    start: int
    stop: int


def limit_openings(said: Said, marked: str, reading: Reading) -> None:
    """Suppose what a sentence opens with only there and in what follows, up to the general case."""
    claims = claim_places(said, marked, reading)
    text = _Text(marked, reading)
    for fact, places in said.stated_at.items():
        inside = text.claims_behind(places, fact[0], claims)
        if inside is not None and fact[1] in said.facts.get(fact[0], ()):
            said.suppose(fact, inside)
    for each, places in said.given_at.items():
        inside = text.claims_behind(places, each.turned, claims)
        if inside is not None:
            said.given_for[each] = frozenset(inside)


@dataclass(frozen=True)
class _Text:
    """A text in which formulas are marked, and what they say."""

    marked: str
    reading: Reading

    def claims_behind(
        self, places: list[int], name: str, claims: dict[int, int]
    ) -> list[int] | None:
        """The claims of the case that sentences open with at all these places, if it is one."""
        spans = [_opened(self.marked, at, self.reading) for at in places]
        if not all(spans):
            return None
        first = min(span.start for span in spans if span)
        last = max(span.stop for span in spans if span)
        end = general_case(self.marked, last, name, self.reading)
        inside = [n for n, at in claims.items() if first <= at < end]
        is_case = _speaks_outside(self.marked, first, end, len(inside) < len(claims), bool(inside))
        return inside if is_case else None


def _opened(marked: str, at: int, reading: Reading) -> _Span | None:
    """The sentence that opens with a case at this place and defines nothing."""
    span = _Span(*sentence_around(marked, at))
    inside = {*numbers("".join(re.findall(M, marked[span.start : span.stop])))}
    is_first = M[0] not in marked[: span.start]
    is_defining = any(each.segment in inside for each in reading.defined)
    is_opened = _OPENS.match(marked, span.start, at) is not None
    return span if is_opened and not (is_first or is_defining) else None


def general_case(marked: str, behind: int, name: str, reading: Reading) -> int:
    """Where a later sentence begins to speak of the general case, or of every such matrix."""
    for found in _generals(marked):
        if found.start() < behind:
            continue
        own = found["name"] or found["denied"]
        if not own or name in names_of(own, reading):
            return max(sentence_around(marked, found.start())[0], behind)
    return len(marked)


@lru_cache(4)
def _generals(marked: str) -> tuple[re.Match[str], ...]:
    """Where a text speaks of the general case, found once for all of its facts."""
    return tuple(_GENERAL.finditer(marked))


def _speaks_outside(marked: str, first: int, end: int, is_claimed: bool, has_claims: bool) -> bool:
    """Does the text claim or ask something for which the case was not made?"""
    is_asked = has_claims and _ASKS.search(marked, 0, first) is not None
    return is_claimed or is_asked or end < len(marked)


def tell_general(said: Said, marked: str) -> None:
    """Keep the formulas of sentences that speak of the general case, or of every such matrix."""
    for found in _GENERAL.finditer(marked):
        start, stop = sentence_around(marked, found.start())
        said.generally |= {*numbers("".join(re.findall(M, marked[start:stop])))}
