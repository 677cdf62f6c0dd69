"""By what a sentence asks for a derivative: with respect to W, along v, minimised over x."""

from __future__ import annotations

import re
from collections.abc import Sequence

from matgrad.app.ask.formulas.claimed import listed as as_parts
from matgrad.app.ask.formulas.lists import numbers_in
from matgrad.app.ask.formulas.notation import names_in, whole_name
from matgrad.app.ask.formulas.reading import Defined, Reading, defined_in, names_of
from matgrad.app.ask.formulas.relations import is_identity
from matgrad.app.ask.text.marks import LIST, M, numbers
from matgrad.app.ask.text.segments import Cut
from matgrad.app.ask.text.words import DERIVATIVE, RESPECT, WANTED

PROPERTY = (
    r"(?:(?:skew-?)?symm?(?:etric)?|s?ps?d|skew|anti-?symmetric|positive|negative|diagonal|orthogonal|invertible"
    r"|singular|triangular|general|arbitrary|square|non-?symmetric|integer|whole|natural|real|fixed"
    r"|constant|given)"
)
_SOME = rf"(?:(?:this|that|such|any|every|some)\s+{M}|the\s+{M}\s+(?:of|from|in|above|given)\b)"
_IDIOMS = (  # in front of ⟦1⟧ names no variable
    r"terms|front|place|lieu|contrast|addition|view|case|fact|general|order|particular|agreement"
)
BY = (  # not: for symmetric A, for this A, for the A of part (b)
    rf"(?:{RESPECT}|regarding|by|in(?!\s+(?:{_IDIOMS})\b)"
    rf"|for(?!\s+(?:an?\s+|any\s+|the\s+)?{PROPERTY}\b|\s+{M}\s+{PROPERTY}\b|\s+{_SOME}"
    rf"|\s+{LIST}\s+(?:is|are|being)\b))"
)
# Further variables with a noun before each: the scalar ⟦1⟧, the scalar ⟦3⟧, and the vector ⟦5⟧.
_KIND = (
    r"(?:scalars?|numbers?|vectors?|matri(?:x|ces)|parameters?|variables?|weights?|bias(?:es)?"
    r"|coefficients?|intercept|slope|inputs?|outputs?|mean|variance|covariance|multipliers?)"
)
_ALSO = r"(?:and|&|as\s+well\s+as|along\s+with|together\s+with)"
_AND = (
    rf"\s*(?:,\s*{_ALSO}|,|{_ALSO})\s+"
    r"(?!(?:with|where|for|given|by|then|not|keeping|using|fixed)\b)"
)
_ENDS = r"(?=\s*(?:[.,;:?!)]|$|(?:and|when|if|at)\b))"
_FIXED = (
    r"(?:constants?|fixed|known|given|not|symmetric|for|with|where|by|when|if|at|then|all|any|some"
    r"|only|using|assuming|keeping|holding)\b"
)
_OTHER = rf"(?:{DERIVATIVE}s?|functions?|maps?|loss|cost|objective|other|rest|others|same)\b"
_NOUN = rf"(?!{_FIXED}|{_OTHER})\(?[a-z-]+\)?"
_NOUNS = re.compile(  # and the length scale ⟦3⟧; not: and the Hessian of ⟦3⟧
    rf"(?:{_AND}(?:the\s+)?(?:[a-z-]+\s+)??{_KIND}|\s*,?\s*{_ALSO}\s+(?:the|its|our|an?)\s+"
    rf"(?:(?:{_NOUN}\s+){{0,2}}?{_NOUN}\s+of\s+)?(?:{_NOUN}\s+){{0,3}}?(?!(?:of|in|to|on|from)\b){_NOUN})\s+({M}){_ENDS}",
    re.I,
)
_LIKEWISE = re.compile(  # , and likewise for ⟦3⟧; and then in ⟦3⟧; with ⟦3⟧ in place of ⟦1⟧
    rf"\s*,?\s*(?:{_ALSO}|then|plus|also)\s+(?:(?:then|also|likewise|similarly|finally|the|same|thing|ones?|that"
    rf"|those|in|for|by|wrt|with(?:\s+respect\s+to)?)\s+){{0,6}}({M})"
    rf"(?=\s*(?:[.,;:?!)]|$|and\b|(?:in\s+place|instead)\s+of\b))",
    re.I,
)
_ALIKE = re.compile(  # anchor ⟦1⟧, positive ⟦3⟧, negative ⟦5⟧
    rf"\b{RESPECT}\s+[a-z-]+\s+{M}((?:{_AND}[a-z-]+\s+{M}){{2,6}}){_ENDS}", re.I
)
_ALONG = re.compile(  # in the direction of the unit vector ⟦1⟧
    r"\b(?:directions?(?:\s+(?:of|given by|is))?|along|towards)\s+(?:the\s+|an?\s+)?"
    rf"(?:(?!from\b|point\b)[a-z]+\s+){{0,2}}?({M})"
)
_BOTH = re.compile(  # the encoder ⟦1⟧ and decoder ⟦3⟧
    rf"\b{RESPECT}\s+(?:the\s+)?(?!{_FIXED})[a-z-]+\s+{M}"
    rf"(\s+and\s+(?:the\s+)?(?!{_FIXED})[a-z-]+\s+{M})(?=\s*(?:[.,;?!]|$|where\b))",
    re.I,
)
_OVER_AGAIN = re.compile(  # over ⟦1⟧ and then over ⟦3⟧
    rf"\s*,?\s*(?:and|then|or)\s+(?:(?:then|also|alternately|afterwards)\s+)*over\s+({LIST})", re.I
)
_NEW = re.compile(  # w.r.t. the precision ⟦τ = 1/σ²⟧; not: w.r.t. x for ⟦M = I⟧
    rf"\b{RESPECT}\s+(?:(?!{_FIXED})(?:the|our|its|[a-z-]{{3,}})\s+){{0,3}}?({M})", re.I
)
_FOR = re.compile(r"\bfor\s+(?:[a-z]+\s+){0,2}$", re.I)


def names_by(sentence: str, word: str, reading: Reading) -> list[str]:
    """The variables of a sentence: with respect to W, and with respect to b."""
    by = re.search(
        rf"(?:{word})[^.?]{{0,200}}?\b{BY}\s+(?:[a-z()\s-]{{0,50}}?)({LIST})", sentence, re.I
    )
    more = re.finditer(rf"\b{RESPECT}\s+(?:[a-z()\s-]{{0,30}}?)({LIST})", sentence, re.I)
    facts = {each.segment for each in reading.stated}
    stating = facts - {d.segment for d in reading.declared}
    if by and _FOR.search(sentence, 0, by.start(1)) and facts & {*numbers(by[1])}:
        by = None  # for ⟦M \in \{0,1\}^n⟧
    lists = [listed(each) + apposed(each) for each in (by, *more) if each is not None]
    lists += [each[1] for way in (_ALIKE, _BOTH) for each in way.finditer(sentence)]
    known = [n for each in lists for n in numbers(each) if n not in stating]  # not ⟦A = A^T⟧
    names = [name for n in known for name in reading.names.get(n, ())]
    names += [
        name for each in new_variables(sentence, reading) for name in _asked_by(each, reading)
    ]
    return list(dict.fromkeys(names))


def new_variables(words: str, reading: Reading) -> list[Defined]:
    """The variables that words define where they name them: with respect to ⟦v = σ²⟧."""
    return [each for found in _NEW.finditer(words) for each in defined_in(found[1], reading)]


def _asked_by(new: Defined, reading: Reading) -> Sequence[str]:
    """By what a new variable asks: by v, or by the σ in v = σ² if no other formula has v."""
    others = (x for x in reading.defined if x is not new)
    is_used = any(new.left.name in names_in(value) for x in others for value in x.values)
    inner = [*dict.fromkeys(names_in(new.values[0]))]
    is_one = len(inner) == 1 and not is_identity(inner[0])
    return [new.left.name] if is_used else inner if is_one else []


def apposed(found: re.Match[str]) -> str:
    """The marks of further variables that have a noun before each."""
    marks, at = "", found.end(1)
    while more := _NOUNS.match(found.string, at) or _LIKEWISE.match(found.string, at):
        marks, at = marks + more[1], more.end(1)
    return marks


def take_lists(sentence: str, reading: Reading) -> None:
    """Take a list in brackets for the variables that it names: with respect to ⟦(a, b)⟧."""
    for found in re.finditer(rf"\b{RESPECT}\s+(?:[a-z]+\s+){{0,3}}?({M})", sentence, re.I):
        (segment,) = numbers(found[1])
        names = [whole_name(part) for part in as_parts(reading.bare.get(segment, ""))]
        if len(names) > 1 and all(names):
            reading.names[segment] = [*filter(None, names)]
            del reading.bare[segment]


def formulas_by(sentence: str, reading: Reading) -> list[int]:
    """The formulas that are no names and stand where a variable should: with respect to X^{-1}."""
    found = re.finditer(rf"\b{RESPECT}\s+(?:[a-z()\s-]{{0,30}}?)({M})", sentence, re.I)
    inside = [number for each in found for number in numbers(each[1])]
    return [each for each in inside if each in reading.bare and each not in reading.names]


def names_along(sentence: str, reading: Reading) -> list[str]:
    """The directions of a sentence about directional derivatives."""
    is_along = r"\bdirectional\b|\bg[aâ]teaux\b|\bfr[eé]chet\b|\bin (?:the )?direction\b"
    if not re.search(is_along, sentence, re.I):
        return []
    return [name for each in _ALONG.finditer(sentence) for name in names_of(each[1], reading)]


def take_directions(sentence: str, reading: Reading) -> None:
    """Take a list of numbers that is a direction for nothing else."""
    for segment in (n for each in _ALONG.finditer(sentence) for n in numbers(each[1])):
        if numbers_in(reading.bare.get(segment, "")):
            del reading.bare[segment]


def lists_along(cut: Cut) -> list[str]:
    """The lists of numbers that a text calls the direction of a derivative."""
    marked = " ".join(cut.marked.split())
    if not re.search(r"\bdirectional\b|\bdirection\b", marked, re.I):
        return []
    marks = (n for each in _ALONG.finditer(marked) for n in numbers(each[1]))
    return [text for text in (cut.segments[n].text for n in marks) if numbers_in(text)]


def listed(found: re.Match[str]) -> str:
    """The list that was found; its last part is left out if the words after it are about that."""
    parts = found[1].rpartition(",")
    is_said = re.match(rf"\s*(?:(?:is|are)(?!{WANTED})|being|an?|not|need not|may|{PROPERTY})\b",
                       found.string[found.end(1) :])  # fmt: skip
    return parts[0] if is_said and parts[0] and "and" not in parts[2] else found[1]


def names_over(sentence: str, reading: Reading) -> list[str]:
    """The variables over which something is minimised."""
    found = re.search(
        rf"\b(?:min(?!us\b|or\b)|max|optim)\w*\b[^.?]{{0,200}}?\b(?:over|in(?!\s+(?:{_IDIOMS})\b))\s+"
        rf"(?:[a-z]+\s+){{0,2}}?({LIST})",
        sentence,
        re.I,
    )
    found = found or re.search(rf"\b{RESPECT}\s+(?:[a-z]+\s+){{0,3}}?({LIST})", sentence, re.I)
    both = [each[1] for each in _BOTH.finditer(sentence)] if found else []
    both += [each[1] for each in _OVER_AGAIN.finditer(sentence, found.end() if found else 0)]
    return names_of(listed(found) + "".join(both), reading) if found else []
