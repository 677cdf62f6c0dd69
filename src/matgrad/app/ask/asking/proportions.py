"""Claims up to a factor: “the gradient is proportional to …”, “up to a constant factor”."""

from __future__ import annotations

import re

from matgrad.app.ask.facts.said import Said
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.spelling.wordings import NUMBERS
from matgrad.app.ask.text.marks import M, numbers

_SIZE = r"(?:constants?|factors?|scalings?|scales?|scalars?|multiples?|multipliers?|coefficients?)"
_KIND = (
    r"(?:an?|some|the|irrelevant|positive|constant|scalar|multiplicative|numerical|overall|global)"
)
_BUT = r"(?:up\s+to|except\s+for|apart\s+from|modulo)"
_NUMBER = (
    rf"(?:minus\s+)?(?:(?:one[- ])?half|(?:{'|'.join(NUMBERS)})\b(?![- ]\w+th)|\d+(?:/\d+)?|{M})"
)
_FRACTION = re.compile(r"\s*\\[dt]?frac\s*\{?\s*(\d)\s*\}?\s*\{?\s*(\d+)\s*\}?\s*")
PROPORTIONAL = re.compile(
    r"\b(?:proportional|parallel|collinear)\s+(?:to|with)\b"
    rf"|\b{_BUT}\s+(?:{_KIND}\s+){{0,4}}{_SIZE}\b(?:\s+of\s+(?P<by>{_NUMBER}))?"
    rf"|\b{_BUT}\s+(?:(?:an?|the|its|overall|global|minus)\s+){{0,3}}(?P<sign>sign)\b"
    rf"(?P<more>\s+(?:and|or)\s+(?:{_KIND}\s+){{0,4}}{_SIZE}\b)?"
    rf"|\b(?:is|be)\s+(?:just\s+)?a\s+(?:constant\s+|scalar\s+|positive\s+)?multiple\s+of\b"
    r"|\b(?:ignoring|dropping|omitting|neglecting|disregarding|without)\s+"
    rf"(?:{_KIND}\s+|any\s+|all\s+){{0,3}}{_SIZE}\b"
    rf"|\b(?:divid(?:ing|ed)|division|multipl(?:ying|ied)|scal(?:ing|ed))\s+(?:(?:it|both sides"
    rf"|everything|through|out)\s+)?by\s+(?:an?\s+|the\s+)?(?:two|2|half|constant|{M})"
    rf"|\b(?:dropping|cancel\w+|absorb\w+|removing)\s+(?:the\s+)?(?:factor(?:\s+of)?\s+)?(?:two|2|{M})",
    re.I,
)
POSITIVE = "+"  # in the place of a factor that is named
_NOT = re.compile(r"(?:\bnot|n['’]t|\bnever)\s+(?:just\s+|only\s+)?$", re.I)
_ADDED = re.compile(r"\badd(?:itive|ed)\b", re.I)  # up to an additive constant


_DROPPED = re.compile(  # those that may be added: a function that is multiplied is another one
    r"(?:up|ignoring|dropping|omitting|neglecting|disregarding|without)\b"
    r"(?!.*\b(?:multiplicative|scalar)\b).*\bconstants?",
    re.I | re.S,
)
_TAIL = re.compile(r"\s+(?:that|which|independent|not|in)\b[^,;.)]*")  # constants in ⟦2⟧
_SLOPE = re.compile(r"\b(?:gradient|derivative|jacobian|hessian|score|slope|differential)", re.I)
_FUNCTION = re.compile(
    r"\b(?:likelihood|densit|posterior|objective|loss|cost|energy|function|criterion|entropy|nll\b)"
    r"|(?:likelihood|posterior|density|prior)\b",
    re.I,
)


def tell_proportions(said: Said, sentence: str, reading: Reading) -> None:
    """Keep the formulas of a sentence that speaks of a factor which does not matter."""
    for found in PROPORTIONAL.finditer(sentence):
        is_denied = _NOT.search(sentence, 0, found.start()) or _ADDED.search(found[0])
        if not is_denied and not _is_of_function(found, reading):
            marked = numbers("".join(re.findall(M, sentence)))
            said.proportional |= dict.fromkeys(marked, _factor(found, reading))


def _factor(found: re.Match[str], reading: Reading) -> str:
    """The factor that words name: the sign, a number, a positive one; nothing if it may be any."""
    words = (found["by"] or "").lower()
    number = re.sub(r"^minus\s+", "", words)
    number = "1/2" if number.endswith("half") else str(NUMBERS.get(number, number))
    for mark in re.findall(M, number):
        latex = _FRACTION.sub(r"\1/\2", reading.formula(next(numbers(mark))) or "")
        number = latex if re.fullmatch(r"-?\d+(?:/[1-9]\d*)?", latex) else ""
    if found["sign"]:
        return "" if found["more"] else "-1"
    if not number and re.search(r"\bpositive\b", found[0], re.I):
        return POSITIVE
    return f"-{number}" if number and words.startswith("minus") else number


def _is_of_function(found: re.Match[str], reading: Reading) -> bool:
    """Is it a function that is told up to constants? Its derivative is told as it is.

    “the log-likelihood is ⟦1⟧ up to constants, and its gradient is ⟦2⟧” says nothing of ⟦2⟧.
    """
    if not _DROPPED.fullmatch(found[0]):
        return False
    text, before = found.string, found.string[: found.start()]
    tail = _TAIL.match(text, found.end())
    end = tail.end() if tail else found.end()
    is_closed = tail or re.match(r"\s*(?:[,;.:)]|and\b|so\b|$)", text[end:])
    behind = re.search(rf"({M})\s*(?:[,(]\s*)?$", before) if is_closed else None
    if behind:  # ⟦1⟧, up to constants
        start = max((m.end() for m in re.finditer(M, before[: behind.start()])), default=0)
        words, mark = before[start : behind.start()], behind[1]
    else:  # up to constants the log-likelihood is ⟦1⟧
        after = re.compile(M).search(text, end)
        words, mark = (text[end : after.start()], after[0]) if after else ("", "")
    is_defined = mark != "" and next(numbers(mark)) in {each.segment for each in reading.defined}
    return not _SLOPE.search(words) and (is_defined or _FUNCTION.search(words) is not None)
