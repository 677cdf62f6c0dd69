"""Several formulas that words give as the answers, one for each derivative that is asked for.

“They're ⟦1⟧ and ⟦3⟧”, “I have ⟦1⟧ for ⟦3⟧ and ⟦5⟧ for ⟦7⟧”, “they are ⟦1⟧ and ⟦3⟧, respectively”.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from matgrad.app.ask.asking.labels import ASKED
from matgrad.app.ask.asking.tellers import BETWEEN, TELLING
from matgrad.app.ask.facts.said import Placed, Told
from matgrad.app.ask.formulas.reading import Reading, names_of
from matgrad.app.ask.text.marks import LIST, M, mark_of, numbers
from matgrad.app.ask.text.patterns import ignoring_case
from matgrad.app.ask.text.words import RESPECT

_MANY = (
    r"(?:they|these|those|both|(?:the|my|our|its|his|her|their)\s+(?:\w+\s+){0,2}?(?:gradients"
    r"|(?:partial\s+)?derivatives|partials|jacobians|hessians|answers|results|solutions"
    r"|formulas|expressions|guesses))"
)
_BY = rf"(?:\s*,?\s*\b(?:{RESPECT}|for|by|in)\s+(?:the\s+)?{LIST})?"
_JUST = r"(?:(?:just|simply|then|not|indeed|really|respectively|given by|equal to)\s*,?\s+)*"
_MODAL = r"(?:should|would|must|could|might|will)"
_ARE = rf"(?:\s+(?:are|were|equal|become)|['’]re|\s+{_MODAL}(?:\s+\w+)?\s+be|\s*:)"
_PLURAL = (
    rf"\b{_MANY}{_BY}\s*{BETWEEN}{_ARE}\s+{_JUST}({M})",
    rf"\b(?:are|aren['’]t|were)\s+{_MANY}{_BY}\s+{_JUST}({M})",
)
_KIND = r"(?:gradient|derivative|jacobian|hessian)"
_KINDS = rf"(?P<kinds>{_KIND}\s+and\s+(?:the\s+|its\s+)?{_KIND})"
_OF = r"\s+of\s+(?:the\s+)?(?:[a-z]+\s+){0,2}?"
_WRT = rf"\s*,?\s*{RESPECT}\s+(?:the\s+)?(?:[a-z]+\s+)?{LIST}"
# A sentence that says itself of what: the gradients of ⟦1⟧ and ⟦3⟧ are ⟦5⟧ and ⟦7⟧.
_STATED = re.compile(
    rf"\b(?:(?:the|its|their|my|our)\s+)?(?:partial\s+)?(?:{_KINDS}(?:{_OF}{M})?(?:{_WRT})?"
    rf"|{_KIND}s(?:{_OF}(?P<all>{LIST})(?:{_WRT})?|{_WRT}))"
    rf"\s*{BETWEEN}{_ARE}\s+{_JUST}(?P<first>{M})",
    re.I,
)
_HAVE = rf"\b(?:I|we)\s+(?:have|had)\s+({M})"
OWN = (  # mine is ⟦1⟧; my answer ⟦1⟧
    rf"(?:\bme\s*:|\bmine\s*(?::|\b(?:is|are|was|were)\b)|\bmy\s+(?:own\s+)?(?:answer|result|solution|guess"
    rf"|attempt|try)s?(?:\s+so\s+far)?)\s*({M})"
)
_VARIABLE = rf"(?:{RESPECT}|for|by|in)\s+(?:the\s+)?{M}"
_BEHIND = (
    rf"(?:\s*\(\s*(?:{_VARIABLE}|{M})\s*\)|\s+{_VARIABLE}"
    rf"(?!(?:\s*(?:,\s*and|,|and)\s+{M}){{1,12}}\s*(?:[.?!;]|$|,?\s*resp)))?"
)
_LEADING = rf"(?:{_VARIABLE}\s*,?\s*(?:(?:it|I|we|is|get|got|have|find|found)\s+)*)?"
_NEXT = re.compile(
    rf"{_BEHIND}\s*(?:,\s*and\b|,|\band\b|\bwhile\b|;\s*and\b)\s*{_LEADING}({M})", re.I
)
_END = re.compile(
    rf"{_BEHIND}\s*(?=[.?!;):]|$|,?\s*resp|,\s|\b(?:but|correct|right|where|with|(?:in|on)\s+(?:different|various|several|other)|online)\b|(?:{RESPECT}|for)\s+{LIST})",
    re.I,
)
_WHOLE = re.compile(r"\s*(?:[.?!]|$)")
_STRICT = re.compile(r"\brespectively\b|\bresp\b", re.I)
_TO = re.compile(rf"\s*,?\s*(?:respectively,?\s*)?(?:{RESPECT}|for|by)\s+({LIST})", re.I)
_FROM = re.compile(rf"\b(?:{RESPECT}|for|by)\s+(?:the\s+)?(?:[a-z]+\s+){{0,2}}?({LIST})", re.I)


def series_in(
    sentence: str, reading: Reading, claims: Sequence[int], *, is_asked: bool
) -> dict[int, Placed]:
    """The formulas of a sentence that are answers in a list of two or more, and their places."""
    patterns = (*TELLING, *(_PLURAL if is_asked else ()))
    starts = {n for pattern in patterns for n in firsts(pattern, sentence)} | {*claims}
    starts |= {n for each in _STATED.finditer(sentence) for n in numbers(each["first"])}
    starts |= {n for n in firsts(_HAVE, sentence) if is_asked and n in reading.bare}
    found: dict[int, Placed] = {}
    for start in sorted(starts, key=lambda n: sentence.find(mark_of(n))):
        found |= _run(sentence, start, reading, is_asked) if start not in found else {}
    return found


def firsts(pattern: str, sentence: str) -> list[int]:
    """The formulas that a pattern names."""
    if M[0] not in sentence:  # which is quick
        return []
    return [next(numbers(each[1])) for each in ignoring_case(pattern).finditer(sentence)]


def _run(sentence: str, start: int, reading: Reading, is_asked: bool) -> dict[int, Placed]:
    """The formulas that follow one in a list, if the sentence says no more of the last of them."""
    segments, joins = [start], ""
    at = sentence.find(mark_of(start)) + len(mark_of(start))
    while more := _NEXT.match(sentence, at):
        segments.append(next(numbers(more[1])))
        joins += more[0]
        at = more.end()
    named = _variables(sentence, segments, reading, at)
    is_joined = bool(named) or re.search(r"\band\b|\bwhile\b", joins) is not None
    is_whole = is_asked and _WHOLE.match(sentence, at) is not None  # I get ⟦1⟧, ⟦3⟧.
    is_joined = is_joined or (is_whole and all(n in reading.bare for n in segments))
    is_ended = _END.match(sentence, at) is not None
    may_be = is_joined and is_ended and all(_may_answer(n, reading) for n in segments)
    if len(segments) < 2 or not may_be:
        return {}
    is_strict, count = _STRICT.search(sentence) is not None, len(segments)
    names = named or [""] * count
    functions, kinds = _stated(sentence, segments)
    pairs = zip(segments, names, functions, kinds, strict=True)
    return {
        n: Placed(i, count, name, is_strict, of, kind)
        for i, (n, name, of, kind) in enumerate(pairs)
    }


def _stated(sentence: str, segments: list[int]) -> tuple[list[int], list[str]]:
    """The functions, or the kinds of derivatives, that the sentence lists for these formulas."""
    count = len(segments)
    functions, kinds = [-1] * count, [""] * count
    for each in _STATED.finditer(sentence):
        if next(numbers(each["first"])) == segments[0]:
            of = [*numbers(each["all"] or "")]
            functions = of if len(of) == count else functions
            named = re.findall(_KIND, each["kinds"] or "", re.I)
            kinds = [*map(_kind, named)] if len(named) == count else kinds
    return functions, kinds


def _kind(word: str) -> str:
    return next(kind for pattern, kind in ASKED if re.search(pattern, word, re.I))


def in_place(told: Told, placed: Placed | None) -> Told:
    """What is told, of the function and the kind that stand in its place."""
    if placed is None:
        return told
    of = placed.of if placed.of >= 0 else told.of
    return replace(told, of=of, kind=placed.kind or told.kind)


def _may_answer(segment: int, reading: Reading) -> bool:
    is_name = len(reading.names.get(segment, ())) == 1
    return segment in reading.bare or segment in reading.lengths or is_name


def _variables(sentence: str, segments: list[int], reading: Reading, at: int) -> list[str]:
    """The variables that the sentence lists for these formulas: for ⟦1⟧ and ⟦3⟧ I get …"""
    behind = _TO.match(sentence, at)
    before = [*_FROM.finditer(sentence, 0, sentence.find(mark_of(segments[0])))]
    for each in (behind, *reversed(before)):
        names = names_of(each[1], reading) if each else []
        if len(names) == len(segments):
            return names
    return []
