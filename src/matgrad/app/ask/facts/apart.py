"""Clauses that meet between two names: in “the response is y and X is the design matrix” y is no
matrix, as the list “y and X” that stands there is none."""

from __future__ import annotations

import re

from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.text.marks import LIST, M, numbers
from matgrad.app.ask.text.words import DERIVATIVE

_IS = r"(?:is|are|be|denotes?|represents?)"
_NOUNS = rf"(?:(?!{_IS}\b)[a-z][a-z'’-]*\s+){{1,6}}?"
_MEETING = re.compile(  # the response is ⟦1⟧ and ⟦3⟧ is …
    rf"(?P<noun>\b(?:the|an?|our|my|its|their)\s+{_NOUNS})"
    r"(?P<verb>is|are|be|(?:is|are|be)\s+(?:called|denoted(?:\s+by)?|given\s+by|written(?:\s+as)?))\s+"
    rf"(?P<list>{LIST})(?=\s+(?P<next>{_IS}|has|have|stands?\s+for)\b)",
    re.I,
)
_CASE = re.compile(r"\b(if|when|whenever|suppose|assume|let)\b(?:\s+that\b)?[^.;?!]*$", re.I)
_DERIVED = re.compile(rf"\b{DERIVATIVE}|\bpartials?\b", re.I)
NEAR = 120  # characters before a clause in which it may be a case


def clause_by_clause(marked: str, reading: Reading) -> str:
    """The text with a mark, or the word of the case again, where such clauses meet."""

    def parted(found: re.Match[str]) -> str:
        marks = [*re.finditer(M, found["list"])]
        first = _first_of_next(found, marks)
        segments = [n for mark in marks for n in numbers(mark[0])]
        are_names = all(len(reading.names.get(n, ())) == 1 for n in segments)
        if not first or not are_names or _DERIVED.search(found["noun"]):
            return found[0]
        before = marked[max(0, found.start() - NEAR) : found.start()]
        case = _CASE.search(before)
        link = f" and {case[1].lower()} " if case else "; "
        cut = found.start("list") - found.start()
        before, behind = cut + marks[first - 1].end(), cut + marks[first].start()
        return f"{found[0][:before]}{link}{found[0][behind:]}"

    return _MEETING.sub(parted, marked)


def _first_of_next(found: re.Match[str], marks: list[re.Match[str]]) -> int:
    """Which name begins the second clause: one before “is”, and as few as can be two before “are”.

    Nothing is parted where the numbers of the verbs leave it open."""
    count = len(marks)
    is_one = re.match(r"is|denotes|represents|has|stands", found["next"], re.I) is not None
    if is_one or (found["next"].lower() == "be" and count == 2):
        return count - 1
    is_noun_one = found["verb"].lower().startswith("is")
    return 1 if count == 3 or (is_noun_one and count > 2) else 0
