"""Claims about one case of a function with pieces: when the hinge is active, in the flat region."""

from __future__ import annotations

import re
from collections.abc import Iterator

from matgrad.app.ask.facts.said import Said
from matgrad.app.ask.formulas.notation import left_side
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.text.marks import M, numbers

_INSIDE = (
    r"(?:hinge|margin|max|maximum|argument|inside|bracket|relu|pre-?activation|residual|slack)"
)
_OFF = r"inactive|satisfied|not\s+(?:active|violated)|negative|saturated|off"
_ON = r"active|violated|positive|on"
IF = (
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
    rf"{IF}(?:[a-z'’-]+\s+){{0,3}}?{_INSIDE}\s+(?:[a-z'’-]+\s+){{0,2}}?{_STATE}",
    rf"{IF}(?:[a-z'’-]+\s+){{0,4}}?(?:is\s+|are\s+)?"
    r"(?:(?P<off>inactive|not\s+(?:active|violated))|(?P<on>active|violated))\b",
    rf"\b(?:in|for|on|inside|within)\s+(?:the\s+|an?\s+|all\s+|every\s+)?"
    r"(?:(?P<off>inactive|saturated)|(?P<on>active|violated|violating))"
    rf"\s+(?:[a-z'’-]+\s+)?{_NOUN}\b",
    rf"\b(?:in|for|on|inside|within)\s+the\s+(?:{_PIECE})\s+(?:branch|piece|region|regime|zone)\b",
)
CASE = tuple(re.compile(case, re.I) for case in _CASES)
# The function itself: when the loss is positive, where ⟦f⟧ is nonzero, if ⟦f(x) > 0⟧.
_VALUE = (
    r"(?:is\s+)?(?:strictly\s+)?(?:(?P<on>positive|non-?zero|not\s+zero|(?:above|larger\s+than"
    rf"|greater\s+than)\s+zero)|(?P<off>zero|vanish(?:es|ing)))\b{_DEFINITE}"
)
LOSS = re.compile(
    rf"{IF}(?:the|our|this|its)\s+(?:[a-z'’-]+\s+)?"
    rf"(?:loss|cost|objective|function|error|penalty)(?:\s+function)?\s+{_VALUE}",
    re.I,
)
_NAMED = re.compile(rf"{IF}(?:the\s+[a-z]+\s+)?({M})(?:\s+{_VALUE})?", re.I)
_COMPARED = re.compile(  # f(x) > 0, \ell \neq 0
    r"\s*(?P<left>[^<>=]+?)\s*(?:(?P<on>>|\\gt\b|\\neq?\b|≠)|=)\s*0\s*"
)
_GENERAL = re.compile(r"\b(?:in general|otherwise|everywhere|in all cases|generally)\b", re.I)
_RIVAL = re.compile(
    r"\W*(?:but\s+|and\s+)?(?:I|we|he|she|my|mine|someone|others?|a\s+\w+|the\s+\w+)\b", re.I
)
_BEHIND = re.compile(  # is ⟦1⟧ and ⟦3⟧ when …
    rf"({M}(?:(?:\s*,\s*|\s+)and\s+{M})?)\s*,?\s*(?:only\s+|just\s+)?$"
)


def tell_active(said: Said, sentence: str, reading: Reading, before: str = "") -> None:
    """Keep which formulas of a sentence are claimed of one case, and of which if that is plain.

    What somebody sets against it in the next sentence, “I say ⟦3⟧”, is claimed of the same case.
    """
    if _RIVAL.match(sentence) and not _GENERAL.search(sentence):
        cases = [m[0] for case in (*CASE, LOSS) for m in case.finditer(before)]
        sentence = f"{cases[0]}, {sentence}" if cases else sentence
    for case in CASE:
        for found in case.finditer(sentence):
            state = found.groupdict()
            is_plain = bool(state.get("on") or state.get("off"))
            _keep(said, sentence, found, bool(state.get("on")) if is_plain else None)
    for found in LOSS.finditer(sentence):
        said.of_sign |= dict.fromkeys(_keep(said, sentence, found, found["on"] is not None), -1)
    for found in _NAMED.finditer(sentence):
        is_positive = _sign_of(found, reading)
        if is_positive is not None:
            claims = _keep(said, sentence, found, is_positive)
            said.of_sign |= dict.fromkeys(claims, next(numbers(found[1])))


def _keep(said: Said, sentence: str, found: re.Match[str], is_on: bool | None) -> set[int]:
    segments = {*_meant(sentence, found)}
    said.conditional |= segments
    if is_on is not None:
        said.active |= dict.fromkeys(segments, is_on)
    return segments


def _sign_of(found: re.Match[str], reading: Reading) -> bool | None:
    """Is a function of the text said to be positive, or zero? None if it is something else."""
    segment = next(numbers(found[1]))
    latex = reading.bare.get(segment, "")
    stated = next((each for each in reading.stated if each.segment == segment), None)
    compared = _COMPARED.fullmatch(latex)
    if found["on"] or found["off"]:
        left, is_positive = latex or reading.formula(segment), found["on"] is not None
    elif stated is not None and stated.fact in ("positive", "nonzero"):  # \ell > 0
        left, is_positive = reading.spelled.get(stated.name, stated.name), True
    elif compared is not None:
        left, is_positive = compared["left"], compared["on"] is not None
    else:
        return None
    side = left_side(left)
    defined = {each.left.name for each in reading.defined}
    return is_positive if side is not None and side.name in defined else None


def _meant(sentence: str, found: re.Match[str]) -> Iterator[int]:
    """The formula right before a case, or all behind it up to what is said in general."""
    if before := _BEHIND.search(sentence[: found.start()]):
        yield from numbers(before[1])
        return
    rest = _GENERAL.split(sentence[found.end() :])[0]
    yield from numbers("".join(re.findall(M, rest)))
