"""Properties that words give to matrices without naming them: both matrices are symmetric."""

from __future__ import annotations

import re

from matgrad.app.ask.facts.assumptions import sentence_around, standing
from matgrad.app.ask.facts.said import CONDITIONAL, DENIED, General, Said
from matgrad.app.ask.facts.suppositions import supposing
from matgrad.app.ask.text.adjectives import ANY_FACT, FACTS
from matgrad.app.ask.text.marks import M
from matgrad.app.ask.text.sentences import is_asking

_SOME = r"(?:(?:two|three|other|given|square|real|constant|fixed|involved|coefficient)\s+){0,2}"
_SUBJECT = re.compile(  # both matrices are symmetric; here the matrix is symmetric
    r"(?:^|[.;:,(]|\b(?:both|all|of|the|these|our|that|here|assum\w+|suppos\w+|let|throughout))\s+"
    rf"{_SOME}matri(?:x|(?P<many>ces))\s+(?:(?:here|above|involved|in question)\s+)?"
    rf"(?:(?:is|are|be|being|to be)\s+|(?:(?<=both matrices )|(?<=all matrices ))(?={ANY_FACT}))"
    r"(?P<words>[^.;,?!)]{1,60})",
    re.I,
)
_BOTH = re.compile(  # both scatter matrices are symmetric
    rf"\bboth\s+(?:of\s+)?(?:(?:the|these|our|my)\s+)?(?!{_SOME}matri)(?:[a-z-]+\s+){{1,2}}matri"
    r"(?P<many>ces)\s+(?:are|being|to be)\s+(?P<words>[^.;,?!)]{1,60})",
    re.I,
)
_OBJECT = re.compile(  # with a symmetric matrix
    r"\b(?:with|for|given|assuming|has|have|involves?)\s+(?:an?\s+|the\s+|all\s+|both\s+)?"
    r"(?P<words>(?:[a-z-]+\s+){1,3}?matri(?:x|(?P<many>ces)))"
    rf"(?=\s*(?:[.;,?!)]|$|:\s*{M}))",
    re.I | re.M,
)
_TOLD = re.compile(
    rf"\b(?:says?|said|claims?|states?|gives?|writes?|wrote|get|got|found|has|obtain\w*)\s+"
    rf"(?:[a-z]+\s+){{0,3}}{M}\s*,?\s*$",
    re.I,
)
_CASE = re.compile(r"\b(?:in|for) the\s+(?P<words>[a-z -]{4,30}?)\s+case\b(?P<many>)", re.I)


def listen_to_general(said: Said, marked: str) -> None:
    """Keep what is said of matrices that are not named."""
    for pattern in (_SUBJECT, _BOTH, _OBJECT, _CASE):
        for found in pattern.finditer(marked):
            for word, fact in FACTS:
                part = re.search(word, found["words"], re.I)
                if part is None:
                    continue
                said.heard.append(found.span("words"))
                begin = found.start("words") + part.start()
                end = found.start("words") + part.end()
                is_title = marked[found.end() : found.end() + 1] == ":"
                subject = found.start("words") if is_title else found.start()
                how = standing(marked, subject, begin, end)
                how = CONDITIONAL if pattern is _CASE and how != DENIED else how
                is_open = pattern is _OBJECT and not is_meant(marked, found) and how != DENIED
                how = CONDITIONAL if is_open else how
                segments = tuple(supposing(marked, begin)) if how == CONDITIONAL else ()
                only = 2 if pattern is _BOTH else 0
                said.general.append(General(fact, bool(found["many"]), how, segments, only))


def is_meant(marked: str, found: re.Match[str]) -> bool:
    """Is this about a formula before it, or about what a sentence asks for?"""
    start, stop = sentence_around(marked, found.start())
    before = marked[start : found.start()]
    is_beside = re.search(rf"{M}\s*,?\s*$", before)
    if is_beside and found[0].lower().startswith("for") and _TOLD.search(before):
        return False  # the book says ⟦3⟧ for symmetric matrices
    is_title = re.match(rf":\s*{M}", marked[found.end() :])
    return is_beside is not None or is_title is not None or is_asking(marked[start : stop + 1])
