"""Words that change the function: “without the square”, “with b replaced by Bx”, “instead”.

What is asked for the changed function is not answered by the derivative of the function as it
stands, and a formula that is given for it is neither right nor wrong there. Where the text writes
the changed function out, “if I use ⟦3⟧ instead”, that is what such a sentence is about.
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.asking.instead import instead_in
from matgrad.app.ask.facts.said import Said
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.text.marks import M, mark_of, numbers
from matgrad.app.ask.text.sentences import is_asking
from matgrad.app.ask.text.words import DERIVATIVE, MADE

_PART = (  # of a function, that words take away or put in the place of another
    r"(?:squares?|(?:one[- ])?half|halves|(?:leading\s+|constant\s+)?factors?|(?:square\s+)?roots?"
    r"|logs?|logarithms?|minus(?:\s+sign)?|exponents?|powers?|sums?|means?|averages?|(?:[a-z0-9-]+[\s-])?norms?"
    r"|(?:squared|absolute)\s+\w+|transposes?|inverses?|exponential)"
)
_OPENS = (
    r"(?:for|with|using|if|when|take|taking|use|suppose|say|had|have|consider\w*|minimi[sz]\w*)"
)
_TERM = (  # which is not the whole function: the gradient of the smooth part, not: of the term ⟦1⟧
    r"(?:first|second|third|last|smooth|non-?smooth|differentiable|quadratic|linear|penalty|data|fit"
    r"|data[- ]fit|fitting|regulari[sz]\w+|prior|likelihood)\s+"
    rf"(?:part|term|piece|summand|component)s?\b(?!\s*\(?{M})"
)
_CHANGE = re.compile(
    rf"{DERIVATIVE}\s+of\s+(?:the|its|our)\s+{_TERM}"
    rf"|\bwithout\s+(?:the|its|that|this|a)\s+{_PART}\b"
    rf"|\b(?:drop|omit|remov|forget|leav)\w*\s+(?:out\s+|off\s+|away\s+)?(?:the|that|its)\s+{_PART}\b"
    rf"|\b(?:if|with|when|and)\b[^.?!;:]{{0,60}}\breplac(?:ed|e|es|ing)\b[^.?!;:]{{0,40}}?\b(?:by|with)\b"
    rf"|\b{_OPENS}\b(?:\s+[a-z-]+){{0,3}}?\s+(?:the|a|an)\s+{_PART}\s+instead\b(?:\s+of\b)?"
    rf"|\binstead\s+of\s+(?:the|a|an)\s+{_PART}\b"
    r"|\bwith\s+an?\s+(?:additional|extra|another|further)\s+(?:factor|term|penalty|weight)\b"
    rf"|\b(?:with|if|when)\b[^.?!;:]{{0,40}}{M}\s+(?:(?:is|were|gets)\s+)?added\b"
    rf"|\b(?:when|if|with)\s+the\s+(?:[a-z]+\s+)?(?:norm|sum|loss|squares?|errors?|residuals?)\s+"
    r"(?:is|are|were)\s+(?:weighted|scaled)\s+by\b",
    re.I,
)
_ROUGHLY = re.compile(  # what is said of a limit, or of a mean, is not what holds everywhere
    rf"\b(?:for|when|if|as|at)\s+(?:(?:very|sufficiently|extremely)\s+)?(?:large|small|big|tiny|huge)\s+"
    rf"(?:values?\s+of\s+)?{M}|{M}\s+(?:is|are|gets|becomes)\s+(?:very\s+)?(?:large|small|big|tiny)\b"
    rf"|\basymptotically\b|\b(?:approximately|roughly)\s+(?:equal\s+to\s+)?{M}"
    r"|\bin\s+the\s+(?:[a-z-]+\s+)?limit\b"
    r"|(?P<order>\bto\s+(?:first|leading|lowest|second)\s+order\b)|\bin\s+expectation\b|\bon\s+average\b"
    rf"|\b(?:averaged|averaging|in\s+the\s+mean)\s+over\s+(?:the\s+)?(?:[a-z-]+|{M})",
    re.I,
)
_SO = re.compile(r"[,;]\s*(?:and\s+)?(?:so|hence|thus|therefore)\b", re.I)
_LIKELIHOOD = r"log[- ]?likelihood"
_NEGATIVE = re.compile(rf"\bnegative\s+{_LIKELIHOOD}|\bNLL\b", re.I)
_POSITIVE = re.compile(  # the gradient of the log-likelihood by ⟦1⟧ is ⟦3⟧
    rf"{DERIVATIVE}s?\s+of\s+the\s+{_LIKELIHOOD}\b(?:[^.?!;{M[0]}]|{M}(?=\s+(?:is|equals|are)\b))*(?P<claim>{M})",
    re.I,
)
_UNMADE = re.compile(rf"\b{DERIVATIVE}s?\s+of\s+its\s+{MADE}\b(?!\s+(?:of|term|part))", re.I)
_ASKS = re.compile(
    rf"{DERIVATIVE}|\bwhat\s+(?:changes|happens)\b|\bhow\s+does\b[^.?!]*\bchange\b"
    r"|\b(?:what|how)\s+about\b",
    re.I,
)


def hear_changes(said: Said, sentence: str, reading: Reading) -> None:
    """Keep for which formulas, or for what is asked, words change the function."""
    change = _CHANGE.search(sentence)
    for rough in _ROUGHLY.finditer(sentence):
        claims = {each.segment for each in (*said.told, *reading.claimed)}
        here = _expansion(sentence, rough) if rough["order"] else sentence
        near = claims & {*numbers("".join(re.findall(M, here)))}
        said.roughly |= dict.fromkeys(near, _read_aloud(rough[0], reading))
    if (segment := instead_in(said, sentence, reading)) is not None:
        _speak_of(said, reading, segment, sentence.partition(mark_of(segment))[2])
    elif change:
        behind = {*numbers("".join(re.findall(M, sentence[change.start() :])))}
        words = _read_aloud(change[0], reading)
        claims = {each.segment for each in (*said.told, *reading.claimed)} & behind
        said.changed |= dict.fromkeys(claims, words)
        if not claims and is_asking(sentence) and _ASKS.search(sentence):
            said.changes.append(words)


def _expansion(sentence: str, rough: re.Match[str]) -> str:
    """The part of a sentence that is to some order; what is concluded from it is exact."""
    end = _SO.search(sentence, rough.end())
    return sentence[: end.start()] if end else sentence


def hear_negatives(said: Said, marked: str, reading: Reading) -> None:
    """Claims about the log-likelihood in a text that defines the negative one."""
    if not _NEGATIVE.search(marked):
        return
    claims = {each.segment for each in (*said.told, *reading.claimed)}
    for found in _POSITIVE.finditer(marked):
        there = claims & {*numbers(found["claim"])}
        said.changed |= dict.fromkeys(there, "the log-likelihood without the minus")


def hear_unmade(said: Said, marked: str, reading: Reading) -> None:
    """What is claimed behind “the gradient of its reciprocal”, where it is not clear of what."""
    found = _UNMADE.search(marked)
    if found is None:
        return
    behind = {*numbers("".join(re.findall(M, marked[found.end() :])))}
    claims = {each.segment for each in (*said.told, *reading.claimed)} & behind
    said.changed |= dict.fromkeys(claims, words := " ".join(found[0].split()))
    said.changes += [words] if words not in said.changes else []


def _read_aloud(words: str, reading: Reading) -> str:
    """Words as a person reads them, with formulas for their marks."""
    parts = re.split(rf"({M})", " ".join(words.split()))
    return "".join(
        quoted(reading.formula(next(numbers(each)))).plain if i % 2 else each
        for i, each in enumerate(parts)
    )


def _speak_of(said: Said, reading: Reading, segment: int, behind: str) -> None:
    """What stands behind in the sentence is about the formula that is written out there."""
    there = {*numbers("".join(re.findall(M, behind)))}
    claims = {each.segment for each in said.told} & there
    said.partial -= there
    said.instead |= dict.fromkeys(claims or {segment}, segment)
    said.told = [replace(t, of=segment) if t.segment in claims else t for t in said.told]
    if not claims and segment in reading.bare and segment not in said.of:
        said.of.append(segment)
