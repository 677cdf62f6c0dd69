"""What words ask for, and which formulas they give as the answer."""

from __future__ import annotations

import re

from matgrad.app.ask.marks import LIST, M, names_of, numbers
from matgrad.app.ask.notation import GRADIENT, HESSIAN, JACOBIAN, Derivative
from matgrad.app.ask.reading import Reading
from matgrad.app.ask.said import Said, Told

ASKED = (
    (r"\bhessians?\b|\bsecond derivatives?\b", HESSIAN),
    (r"\bjacobians?\b", JACOBIAN),
    (r"\bgradients?\b|\bderivatives?\b|\bdifferentiat\w*|\bback-?prop\w*|\bpartials?\b", GRADIENT),
)
_BY = r"(?:with respect to|w\.?\s?r\.?\s?t\.?|with regard to|regarding|by|in|for)"
_ASKS = re.compile(
    r"\?$|\b(?:what|how|comput\w+|find|derive|calculat\w+|determine|differentiate|show|give|please"
    r"|want|would like|need|trying|try|looking|interested|ask\w*)\b",
    re.I,
)
_KNOWS = re.compile(
    r"^\W*(?:I|we)\s+(?:already\s+|also\s+)?(?:know|can|understand|found|have|see|get|got)\b"
    r"(?!\s+(?:to|no)\b)(?!.*\?$)",
    re.I,
)
_ADVERBS = r"(?:(?:just|simply|really|indeed|then|here|equal to|given by|the same as)\s+)*"


def sentences(marked: str) -> list[str]:
    """The sentences of a text; a formula at the end of a line does not end one."""
    parts = re.split(r"(?<=[a-z\d\N{RIGHT WHITE SQUARE BRACKET})])([.?!])(?:\s+|$)|\n\s*\n", marked)
    return [text + (mark or "") for text, mark in zip(parts[::2], [*parts[1::2], ""], strict=True)]


def is_asking(sentence: str) -> bool:
    """Does a sentence want something, or does it tell?"""
    return _ASKS.search(sentence) is not None and not _KNOWS.search(sentence)


def listen_to_questions(said: Said, sentence: str, reading: Reading) -> None:
    """Keep what a sentence asks for and what it claims."""
    kind = next((kind for word, kind in ASKED if re.search(word, sentence, re.I)), None)
    if kind is None:
        claim = claim_in(sentence, r"(?:answer|result|it|solution)", reading)
        said.told += [] if claim is None else [Told(claim)]
        return
    word = next(word for word, k in ASKED if k == kind)
    by = re.search(rf"(?:{word})[^.?]*?\b{_BY}\s+(?:[a-z()\s-]{{0,50}}?)({LIST})", sentence, re.I)
    names = names_of(by[1], reading) if by else []
    claim = claim_in(sentence, rf"(?:{word}|\bit\b|answer|result)", reading)
    of = re.search(rf"(?:{word})\s+((?!{_BY})[a-z*]+\s+){{0,6}}?({M})", sentence, re.I)
    segment = next(numbers(of[2])) if of else -1
    segment = -1 if segment == claim else segment
    kept = said.of if is_asking(sentence) and claim is None else said.mentioned
    for each in (segment, *also(sentence, of)):
        is_known = each in reading.bare or each in reading.names
        if is_known or is_definition(each, reading):
            kept.append(each)
    said.asked.append((Derivative(kind, "", tuple(names)), segment))
    said.told += [] if claim is None else [Told(claim, kind, segment)]


def also(sentence: str, of: re.Match[str] | None) -> list[int]:
    """The formulas that follow another one: the gradient of ⟦1⟧ and of ⟦3⟧."""
    more = rf"(?:\s*,?\s*and\s+(?:(?:the\s+[a-z]+\s+)?of\s+)?{M})+"
    found = re.compile(more, re.I).match(sentence, of.end()) if of else None
    return list(numbers(found[0])) if found else []


def is_definition(segment: int, reading: Reading) -> bool:
    """Does this formula define something?"""
    return any(each.segment == segment for each in reading.defined)


def claim_in(sentence: str, word: str, reading: Reading) -> int | None:
    """The formula that a sentence gives as the answer."""
    begins = r"(?:^|[,;:]|\b(?:so|but|and|then|why|or))\s*"
    by = rf"(?:\s+(?:of|wrt|with respect to|by|in)\s+(?:[a-z]+\s+){{0,2}}?{M})*"
    patterns = (
        rf"{word}\b[^.?{M[0]}]*(?:{M}[^.?{M[0]}]*){{0,4}}?"
        rf"(?:\bis|\bequals?|\bbe|\bto|\bas|\bgives|\bget|\bgot|\bobtain(?:ed)?|:|\bequal to)"
        rf"\s+(?:just|simply|equal to|the same as)?\s*({M})",
        rf"(?:\bis it|\bi (?:get|got|obtain(?:ed)?|found|think)|\bwe get|\bmy answer is)"
        rf"[a-z\s]*?({M})",
        rf"{begins}is\s+(?:the|its|my|our|this)\s+(?:\w+\s+)??{word}{by}\s*,?\s*{_ADVERBS}({M})",
        rf"{begins}is\s+({M})\s+(?:[a-z]+\s+){{0,3}}?(?:{word}|correct|right)",
    )
    for pattern in patterns:
        found = re.search(pattern, sentence, re.I)
        if found is not None and (number := next(numbers(found[1]))) in reading.bare:
            return number
    return None
