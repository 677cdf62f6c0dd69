"""Whether a text says a fact, denies it, speaks of the case that it holds, or only mentions it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from matgrad.app.ask.facts.clauses import Clause, is_taken_back
from matgrad.app.ask.facts.phrases import DOUBTS
from matgrad.app.ask.facts.said import CONDITIONAL, DENIED, MENTIONED, STATED
from matgrad.app.ask.text.marks import M

LONGEST = 800  # characters of a sentence before or behind a place
NEAR = 160  # characters before a fact in which it is denied
_NOT = re.compile(
    r"(?:\b(?:not|never|neither|nor|cannot|no|without(?! (?:any )?loss))\b|n['’]t\b)"
    rf"(?:(?!\b(?:and|but)\b)[^,;:(){M[0]}])*$|\b(?:non|un)-?$",
    re.I,
)
_CASE = re.compile(r"\b(?:unless|whether|what about|if|when|whenever|assum\w+|suppos\w+)\b", re.I)
_OR = re.compile(r"\s*,?\s*(?:or|ro)\b", re.I)
_SUBJECT = re.compile(
    r"\bsubject to\b|\bconstrain\w*|(?:\bmin|\bmax|\bargm|\boptimi)\w*\b.*\b(?:s\.?t\.?|such that"
    r"|under)\b",
    re.I | re.S,
)
_SOUGHT = re.compile(
    r"\b(?:find|determine|construct|search for|look for|exists?|there (?:is|are)|which|is there)\s+"
    rf"(?:[a-z-]+\s+){{0,3}}{M.replace('(?:', '(')}\s*,?\s*"
    r"(?:with|such that|so that|satisf\w+|for which|where|that \w+)\s*$",
    re.I,
)
_TAG = re.compile(
    r"^\w*\s*,\s*(?:right|correct|true|no|yes|(?:is|are)n['’]t (?:it|they)|I (?:think|guess|believe"
    r"|suppose))\s*[?.]?$",
    re.I,
)
_ADMITS = re.compile(r"\b(?:I|we) (?:was|were) (?:wrong|mistaken)\b", re.I)
_END = re.compile(r"[.?!;](?=[)\]]?(?:\s|$))|\n\s*\n")


def standing(text: str, subject: int, begin: int, end: int) -> str:
    """How a text speaks of a fact from `begin` to `end`, said of what stands at `subject`."""
    start, stop = sentence_around(text, min(subject, begin))
    stop = max(stop, end)
    is_followed = re.search(M, text[stop:]) is not None
    sentence = text[start : stop + 1]
    is_first = M[0] not in text[:start]
    clause = Clause(sentence, subject - start, begin - start, end - start, is_followed, is_first)
    if _NOT.search(text[max(start, begin - NEAR) : begin]) or _NOT.search(
        text[max(start, subject - NEAR) : subject]
    ):
        return DENIED
    if clause.is_declared and not is_taken_back(text[stop : stop + NEAR]):
        return STATED
    if not clause.is_known or is_taken_back(text[stop : stop + NEAR]):
        return _left_open(clause)
    return CONDITIONAL if clause.is_supposed else STATED


def _left_open(clause: Clause) -> str:
    """How a sentence speaks of a fact that it does not establish."""
    if _TAG.search(clause.rest):
        return MENTIONED  # A is symmetric, isn't it?
    others = re.findall(M, clause.sentence)
    is_asked = clause.sentence.endswith("?") and len(others) == 1
    is_either = _OR.match(clause.rest) or _OR.match(clause.before[::-1])
    if clause.opening["if"] or is_asked or is_either or _CASE.search(clause.before):
        return CONDITIONAL
    return DENIED if DOUBTS.search(_ADMITS.sub("", clause.sentence)) else MENTIONED


def is_sought(text: str, at: int, names: Iterable[int]) -> bool:
    """Is what stands here a condition on a name that is looked for: find all A with A = A^T?"""
    found = _SOUGHT.search(text[sentence_around(text, at)[0] : at])
    return found is not None and int(found[1]) in names


def is_constraint(text: str, at: int) -> bool:
    """Is what stands here what a minimum or maximum is subject to?"""
    before = text[sentence_around(text, at)[0] : at]
    return _SUBJECT.search(before) is not None


def sentence_around(text: str, at: int) -> tuple[int, int]:
    """Where the sentence begins and ends in which a place lies."""
    first, last = max(0, at - LONGEST), min(len(text), at + LONGEST)
    start = max((found.end() for found in _END.finditer(text, first, at)), default=first)
    found = _END.search(text, at, last)
    return start, found.start() if found else last
