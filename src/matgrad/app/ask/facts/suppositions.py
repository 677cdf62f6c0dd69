"""Which formulas of a text belong to a case that it supposes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from matgrad.app.ask.facts.assumptions import sentence_around
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.text.marks import M, numbers

_OTHER_CASE = re.compile(
    rf"\b(?:but|whereas|while)\b|(?:(?:\band|,|\bor)\s+(?:it\s+is\s+)?{M}\s+)?"
    r"\b(?:otherwise|in general|else|if not|when not)\b",
    re.I,
)
_IF_NOT = re.compile(r"\b(?:if|when|whenever|in case)\b", re.I)
_ELSE = re.compile(rf"(?:(?:\band|,|\bor)\s+(?:it\s+is\s+)?({M})\s+)?\b(?:otherwise|else)\b", re.I)
_CASE = r"(?:if|when|whenever|for|with|using|in case|provided)"
_LEADS = re.compile(  # if A is symmetric, it is ⟦1⟧, and if it is skew, ⟦2⟧
    rf"(?:^|[,;]|\b(?:and|but|while|whereas))\s*(?:(?:and|but)\s+)?{_CASE}\s+"
    rf"(?:(?!all\b|every\b|each\b)[a-z-]+\s+){{0,4}}?{M}",
    re.I,
)
_FOLLOWS = re.compile(rf"{M}\s*,?\s+{_CASE}\b", re.I)  # ⟦1⟧ if A is symmetric, and ⟦2⟧ if …
_GENERAL = re.compile(r"\b(?:in general|generally|in the general case)\b", re.I)
_NEXT = re.compile(r",|;|\b(?:and|but|while|which)\b", re.I)
_CLAIMS = re.compile(r"\b(?:then|right|correct|true|get|got)\b", re.I)
_IS = re.compile(rf"\b(?:is|are)\s+(?:it\s+)?{M}", re.I)
_WHETHER = re.compile(r"\b(?:unless|whether|not|even if|(?<!if and )only if|what if)\b", re.I)
_IF = re.compile(
    rf"({M})\s*,?\s+(?:if|when|whenever|provided|as long as)\b(?! (?:and )?only)", re.I
)
_GENERAL_CASE = re.compile(  # if A is not symmetric: this is what is derived
    rf"\s+(?:{M}|it)\s+(?:is\s+not|isn['’]t|need\s+not\s+be)\s+(?:necessarily\s+|assumed\s+to\s+be\s+)?"
    r"(?:symmetric|orthogonal|diagonal|skew|positive\s+(?:semi)?-?definite)\b",
    re.I,
)
_HELD = re.compile(  # I treat the denominator as constant and get ⟦1⟧
    rf"\b(?:treat|hold|keep|regard)(?:s|ing|ed)?\s+[^.?!{M[0]}]{{3,40}}?\b(?:constant|fixed)\b",
    re.I,
)
_REGION = re.compile(  # inside I get ⟦1⟧; in the second case ⟦1⟧
    r"(?:^|[,;:]|\b(?:and|but|while))\s*(?:inside|outside|within|beyond)\b(?:\s+(?:of\s+)?(?:the|this|that)\s+\w+)?"
    r"(?=\s*,|\s+(?:I|we|it|the|this|one)\b)"
    r"|\b(?:in|on)\s+(?:the|its)\s+(?:first|second|third|other|former|latter|last|linear|quadratic|flat|left|right"
    r"|inner|outer|middle|constant)\s+(?:case|branch|piece|part|region|regime|half|segment|interval)\b",
    re.I,
)
_WHERE = re.compile(  # when ⟦y_i w^T x_i < 1⟧ for all ⟦i⟧, it is ⟦5⟧
    rf"\W*(?:(?:and|but|so|now)\s+)?(?:when|if|whenever)\s+({M})\s+for\s+(?:all|every|each)\s+{M}",
    re.I,
)
_COMPARES = re.compile(r"[<>]|\\(?:leq?|geq?|neq?|lt|gt)(?![A-Za-z])")
_WHEN = re.compile(  # not: when I differentiate, it is …
    r"\b(?:when|whenever|if|where)\s+(?!(?:I|we|you|one)\b|differentiat|tak|comput|expand|do)"
    rf"(?:[a-z-]+\s+){{0,4}}?[a-z-]+,?\s+(?:then\s+)?(?:it|this|that|(?:answer|result|solution)"
    rf"|(?:the\s+)?(?:gradient|derivative))\s+(?:is|equals|becomes|should be)\s+(?:just\s+)?({M})",
    re.I,
)


def supposing(text: str, at: int) -> list[int]:
    """The formulas of a sentence that speaks of a case at this place, up to another case."""
    start, stop = sentence_around(text, at)
    other = _OTHER_CASE.search(text, at, stop)
    is_open = text[stop - 1 : stop + 1].endswith("?") and not _CLAIMS.search(text, start, stop)
    is_open = is_open and not _IS.search(text, start, stop) and other is None
    if is_open or _WHETHER.search(text, start, at):
        return []
    start, stop = _own(text, at, start, stop)
    general = [found.end() for found in _GENERAL.finditer(text, start, at)]
    own = _NEXT.search(text, general[-1], at) if general else None
    end = min(stop, other.start() if other else stop)
    return list(numbers(text[own.end() if own else start : end]))


def otherwise(text: str, at: int) -> list[int]:
    """The formulas of the other case than the one that is denied here: if not, ⟦1⟧, else ⟦2⟧."""
    start, stop = sentence_around(text, at)
    other = _ELSE.search(text, at, stop) if _IF_NOT.search(text, start, at) else None
    if other is None:
        return []
    return list(numbers(other[1] or text[other.end() : stop]))


def _own(text: str, at: int, start: int, stop: int) -> tuple[int, int]:
    """From where to where a sentence speaks of this case, where it speaks of several."""
    sentence = text[start:stop]
    cases = [start + found.start() for found in _LEADS.finditer(sentence)]
    if not cases or not re.match(r"\W*(?:(?:and|but|so|then)\b)?\W*$", text[start : cases[0]]):
        cases = [start + found.start() for found in _FOLLOWS.finditer(sentence)]
    own = max((case for case in cases if case <= at), default=start)
    return own, min((case for case in cases if case > at), default=stop)


def of_cases(sentence: str, reading: Reading) -> Iterator[int]:
    """The formulas behind which a case stands: ⟦1⟧ when active, ⟦1⟧ if ⟦2⟧; no “when ⟦f = …⟧”."""
    known = {each.segment for each in (*reading.defined, *reading.declared)}
    for found in _IF.finditer(sentence):
        next_one = re.match(rf"\s+(?:[a-z]+\s+){{0,2}}?({M})", sentence[found.end() :], re.I)
        is_general = _GENERAL_CASE.match(sentence, found.end()) is not None
        if is_general or (next_one is not None and known & set(numbers(next_one[1]))):
            continue
        yield from numbers(found[1])


def in_case(sentence: str, reading: Reading) -> Iterator[int]:
    """The formulas before which a case stands: when active it is ⟦1⟧."""
    for found in _WHEN.finditer(sentence):
        yield from numbers(found[1])
    for found in (*_REGION.finditer(sentence), *filter(None, (_HELD.search(sentence),))):
        yield from numbers("".join(re.findall(M, sentence[found.end() :])))
    found = _WHERE.match(sentence)
    if found and _COMPARES.search(reading.bare.get(next(numbers(found[1])), "")):
        yield from numbers("".join(re.findall(M, sentence[found.end() :])))
