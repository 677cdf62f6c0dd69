"""Claims about one case of a function with pieces: when the hinge is active, in the flat region."""

from __future__ import annotations

import re
from collections.abc import Iterator

from matgrad.app.ask.facts.said import Said
from matgrad.app.ask.text.marks import M, numbers

_INSIDE = (
    r"(?:hinge|margin|max|maximum|argument|inside|bracket|relu|pre-?activation|residual|slack)"
)
_OFF = r"inactive|satisfied|not\s+(?:active|violated)|negative|saturated|off"
_ON = r"active|violated|positive|on"
_IF = (
    r"\b(?:when(?:ever)?|where|if|while|once|as\s+long\s+as|provided|assuming|supposing|suppose)"
    r"\s+(?:that\s+)?"
)
_DEFINITE = r"(?!\s+(?:semi-?\s?)?definite)"
_STATE = rf"(?:(?P<off>{_OFF})|(?P<on>{_ON}))\b{_DEFINITE}"
_NOUN = (
    r"(?:case|region|regime|branch|piece|side|part|zone|range|samples?|examples?|units?|points?)"
)
_PIECE = r"linear|quadratic|flat|middle|upper|lower|outer|inner|other|first|second|left|right"
_CASES = (
    rf"{_IF}(?:[a-z'’-]+\s+){{0,3}}?{_INSIDE}\s+(?:[a-z'’-]+\s+){{0,2}}?{_STATE}",
    rf"{_IF}(?:[a-z'’-]+\s+){{0,4}}?(?:is\s+|are\s+)?"
    r"(?:(?P<off>inactive|not\s+(?:active|violated))|(?P<on>active|violated))\b",
    rf"\b(?:in|for|on|inside|within)\s+(?:the\s+|an?\s+|all\s+|every\s+)?"
    r"(?:(?P<off>inactive|saturated)|(?P<on>active|violated|violating))"
    rf"\s+(?:[a-z'’-]+\s+)?{_NOUN}\b",
    rf"\b(?:in|for|on|inside|within)\s+the\s+(?:{_PIECE})\s+(?:branch|piece|region|regime|zone)\b",
)
_CASE = tuple(re.compile(case, re.I) for case in _CASES)
_GENERAL = re.compile(r"\b(?:in general|otherwise|everywhere|in all cases|generally)\b", re.I)
_BEHIND = re.compile(  # is ⟦1⟧ and ⟦3⟧ when …
    rf"({M}(?:(?:\s*,\s*|\s+)and\s+{M})?)\s*,?\s*(?:only\s+|just\s+)?$"
)


def tell_active(said: Said, sentence: str) -> None:
    """Keep which formulas of a sentence are claimed of one case, and of which if that is plain."""
    for case in _CASE:
        for found in case.finditer(sentence):
            segments = [*_meant(sentence, found)]
            said.conditional |= {*segments}
            state = found.groupdict()
            if state.get("on") or state.get("off"):
                said.active |= dict.fromkeys(segments, bool(state.get("on")))


def _meant(sentence: str, found: re.Match[str]) -> Iterator[int]:
    """The formula right before a case, or all behind it up to what is said in general."""
    if before := _BEHIND.search(sentence[: found.start()]):
        yield from numbers(before[1])
        return
    rest = _GENERAL.split(sentence[found.end() :])[0]
    yield from numbers("".join(re.findall(M, rest)))
