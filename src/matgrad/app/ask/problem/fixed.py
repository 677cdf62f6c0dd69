"""Which names a text holds fixed: “B = xxᵀ is held constant”, “holding B fixed”.

What the text defines is held only by a clause that is understood wholly. Whether one may hold it,
that one must not, or what somebody gets who does, says nothing of the function itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from matgrad.app.ask.facts.assumptions import sentence_around
from matgrad.app.ask.facts.clauses import is_known, is_taken_back
from matgrad.app.ask.facts.phrases import DOUBTS, TASK
from matgrad.app.ask.facts.said import CONDITIONAL, DENIED, MENTIONED, STATED
from matgrad.app.ask.problem.totals import called, is_of_partial
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.text.held import HELD, NAMELESS, WHILE
from matgrad.app.ask.text.marks import M, numbers

_LEAD = (  # words before “treat y as constant”, or before “y is held constant”, that state it
    r"(?:(?:please|here|now|then|so|also|and|but|first|again|throughout|we|you|one|I|let['’]s|let|us"
    r"|will|shall|can|may|assume|assuming|suppose|supposing|that|where|while|with|as|since|because"
    r"|for simplicity|in (?:this|the|my|our) [a-z-]+|note|notice|recall|remember"
    r"|need to|have to|want to|are to|am to|which|both|the|a|vector|matrix|scalar|weights?|data"
    r"|parameters?|given|when|if|for|as usual|usually|typically|by convention|in practice|target"
    r"|factor|term|part|first|second|last|other|expression|quantity|label|bracket"
    r"|(?:bootstrap|desir|estimat|precomput|comput|predict|scal|whole|entire|TD|one-step|n-step|new|old|next|current|inner|outer)(?:p?ed|ing)?)\s*,?\s*)*"
)
_STATES = re.compile(_LEAD, re.I)
_IF = re.compile(r"\b(?:if|when|whenever|in case|unless|whether)\b", re.I)
_CUT = re.compile(r"[,;:()]|(?<=\N{RIGHT WHITE SQUARE BRACKET})\s+(?=where|with|and|but|while)")
_TOLD = re.compile(
    r"(?:\b(?:get|got|gets|obtain\w*|gives?|yields?|is|are|becomes?|equals?|find|found|have)|,|:)"
    rf"\s+({M})",
    re.I,
)
_TELLS = re.compile(r"\W*(?:is|are|does|do|i (?:have|derived?|computed?)|we have)\b", re.I)
_SPEAKER = re.compile(  # a friend says: …
    r"\b(?!(?:we|I)\b)\w+\s+(?:says?|said|claims?|claimed|thinks?|thought|suggests?|suggested|tells?"
    r"|told(?:\s+\w+)?|argues?|wrote|writes?|insists?|advises?|proposes?)\b[^.?!]*$",
    re.I,
)
_OTHER = re.compile(r"\b(?:my|the|his|her|our|an?|some|this|he|she|they)\s+(?:[a-z]+\s+)?$", re.I)


def called_fixed(found: Understood) -> list[str]:
    """The names that the text calls fixed or constant, in whatever words."""
    return [*dict.fromkeys(name for name, _ in _told(found))]


def held_fixed(found: Understood) -> list[str]:
    """The names that the text defines and then holds fixed."""
    held = [name for name, how in _told(found) if how == STATED]
    return [name for name in dict.fromkeys(held) if name in found.meaning.defined]


def perhaps_fixed(found: Understood) -> dict[str, str]:
    """The names that the text defines and only speaks of holding fixed, and how it does."""
    held = {*held_fixed(found)}
    return {n: how for n, how in _told(found) if n in found.meaning.defined and n not in held}


def others_hold(found: Understood) -> bool:
    """Is it somebody else who holds something fixed: my notes hold ⟦1⟧ fixed and get ⟦3⟧?"""
    marked = " ".join(found.cut.marked.split())
    places = (match.start() for match in _matches(marked) if match[0][0].isalpha())
    return any(_OTHER.search(marked[sentence_around(marked, at)[0] : at]) for at in places)


def nameless_held(found: Understood) -> list[str]:
    """The words that hold a part of the function fixed which has no name, unless they deny it."""
    marked = " ".join(found.cut.marked.split())
    quotes: list[str] = []
    for match in NAMELESS.finditer(marked) if not _told(found) else ():
        start, stop = sentence_around(marked, match.start())
        around = f"{marked[start : match.start()]} {_CUT.split(marked[match.end() : stop])[0]}"
        if not DOUBTS.search(around):
            quotes.append(f"“{match[0]}”")
    return quotes


def fixed_for(found: Understood) -> set[int]:
    """The formulas of sentences that speak of such a case: if y is held fixed, it is ⟦3⟧."""
    marked = " ".join(found.cut.marked.split())
    places = [m.start() for m in _matches(marked) if _how(found, marked, m) == CONDITIONAL]
    spans = [sentence_around(marked, at) for at in places]
    marks = [mark for start, stop in spans for mark in re.findall(M, marked[start:stop])]
    inside = {n for mark in marks for n in numbers(mark)}
    return {n for n in inside if called(found.cut, n) != "total"}


def _matches(marked: str) -> Iterator[re.Match[str]]:
    return (match for way in HELD for match in way.finditer(marked))


def _told(found: Understood) -> list[tuple[str, str]]:
    marked = " ".join(found.cut.marked.split())
    told: list[tuple[str, str]] = []
    for match in _matches(marked):
        how = _how(found, marked, match)
        places = {*numbers(match["of"])}
        names = [d.left.name for d in found.reading.defined if d.segment in places]
        names += [name for n in places for name in found.reading.names.get(n, [])]
        told += [(name, how) for name in names]
    return told


def _how(found: Understood, marked: str, match: re.Match[str]) -> str:
    """How a text speaks of holding something fixed: perhaps for a partial derivative alone."""
    how = _standing(marked, match, _answers(found))
    start, stop = sentence_around(marked, match.start())
    is_partial = how == STATED and is_of_partial(found.cut, marked[start:stop])
    return CONDITIONAL if is_partial else how


def _answers(found: Understood) -> set[int]:
    """The formulas that may be answers, and no definitions."""
    claimed = (each.segment for each in (*found.reading.claimed, *found.said.points))
    return {*found.reading.bare, *found.reading.equal, *claimed}


def _standing(marked: str, match: re.Match[str], answers: set[int]) -> str:
    """How a text speaks of holding something fixed."""
    start, stop = sentence_around(marked, match.start())
    before, rest = marked[start : match.start()], marked[match.end() : stop]
    cuts = [0, *(each.end() for each in _CUT.finditer(before))]
    lead, host = before[cuts[-1] :].strip(), before[: cuts[-1]].strip()
    own = WHILE.sub("", _CUT.split(rest)[0])
    if DOUBTS.search(f"{before} {own}") or is_taken_back(marked[stop:]):
        return DENIED
    if _SPEAKER.search(before) or not is_known(own):
        return MENTIONED
    is_asked = marked[stop : stop + 1] == "?"
    is_task = TASK.match(before) is not None and M[0] in before and not _TELLS.match(before)
    is_told = any(n in answers for each in _TOLD.finditer(rest) for n in numbers(each[1]))
    is_part = match.groupdict().get("doing") or match.groupdict().get("for")
    if is_part:
        is_said = is_task or (is_known(lead) and not is_told)
    else:
        is_said = _STATES.fullmatch(lead) is not None and (not is_asked or bool(host or is_task))
    is_case = _IF.search(before) or is_told
    if is_case and not is_task:
        return CONDITIONAL
    return STATED if is_said or (is_task and is_known(before)) else MENTIONED
