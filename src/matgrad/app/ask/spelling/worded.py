"""Words that belong to the function: “the trace of ⟦1⟧”, “⟦1⟧ plus ⟦3⟧” become formulas."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from matgrad.app.ask.spelling.wordings import BEFORE, BETWEEN, NUMBERS, OF, PAIRS, POWERS
from matgrad.app.ask.text.marks import MARK
from matgrad.app.ask.text.segments import Cut, Segment
from matgrad.app.ask.text.words import DERIVATIVE, RESPECT

_M = MARK.format(r"(\d+)")
_ANY = MARK.format(r"\d+")
# ⟦1⟧ squared, ⟦1⟧ to the power ⟦3⟧, ⟦1⟧ raised to the third power
_POWER = (
    r"(?:raised\s+)?(?:to\s+the\s+power(?:\s+of)?\s+(?:"
    + MARK.format(r"(?P<number>\d+)")
    + r"|(?P<digit>\d+\b|two\b|three\b|four\b|five\b|one half\b|minus one\b))"
    r"|to\s+the\s+(?P<ordinal>second|third|fourth|fifth)(?:\s+power)?\b|(?P<word>squared|cubed)\b)"
)
_DERIVATIVES = r"\b(?:gradients?|derivatives?|hessians?|jacobians?)"
_BY = rf"(?:\s+(?:{RESPECT}|by|in)\s+{_ANY})?"
_FUNCTION = r"(?:the\s+(?:\w+\s+)?function\s+)?"
# Where what follows is the function: the gradient of …, differentiate …, f is …, … plus …
_HERE = (
    rf"(?P<here>{_DERIVATIVES}{_BY}\s+(?:of|for)\s+{_FUNCTION}|\bdifferentiat(?:e|ing)\s+"
    rf"|\b(?:plus|minus|times|divided by)\s+|(?P<name>{_ANY})\s+(?:is|be|denotes?|equals?)\s+"
    r"|\b(?:minimi|maximi)[sz](?:e|ing)\s+|\b(?:is|be|get|got|obtain|obtained|equals|yields)\s+(?:it\s+)?"
    rf"|{_DERIVATIVES}\s+(?:of\s+{_ANY}\s+(?!minus\b))?)(?:the\s+|a\s+)?"
)
_KIND = r"(?P<kind>(?:the\s+|an?\s+|my\s+|this\s+)?(?:[a-z-]+\s+){0,3}?)"
_NAME = re.compile(r"\s*(?:\\[A-Za-z]+|[A-Za-z])(?:_\w|_\{\w+\})?(?:\([^()=]*\))?\s*")
_HARMLESS = frozenset(
    "function functions functional loss cost objective value values energy error risk likelihood "
    "log-likelihood loglikelihood negative-log-likelihood expression formula form equation output "
    "outputs result case rest side term terms part components component entries entry elements "
    "element coordinates gradient gradients derivative derivatives hessian jacobian kind kinds "
    "type class set sort family version squares residuals errors losses "
    "each both all any one either some such".split()
)
_APPOSED = re.compile(  # where m is the mean of x and s the variance of x
    rf"(?<=and )({_ANY})\s+the\s+(?=(?:mean|average|variance|standard deviation)\s+of\s+{_ANY})"
)
_UNKNOWN = re.compile(
    rf"{DERIVATIVE}{_BY}\s+of\s+(?P<words>(?:[\w.%-]+\s+){{1,5}}?"
    rf"(?:of|times|between))\s+(?:the\s+)?(?:(?:matrix|vector)\s+)?{_M}",
    re.I,
)
# What makes another function also of a value or a part.
_OTHER = frozenset(
    "expected expectation real imaginary absolute positive negative mean average maximum maximal "
    "minimum minimal largest smallest inverse percent times between integral".split()
)
MOST = 40  # words that are taken into formulas


@dataclass
class Writing:
    """A text with marks, and the formulas that these stand for."""

    text: str
    formulas: list[str]

    def add(self, formula: str) -> str:
        """The mark of a new formula."""
        self.formulas.append(formula)
        return MARK.format(len(self.formulas) - 1)

    def put(self, start: int, end: int, instead: str) -> None:
        """Write something in the place of something else."""
        self.text = f"{self.text[:start]}{instead}{self.text[end:]}"


def with_worded(cut: Cut) -> Cut:
    """The text with the words that belong to formulas inside of these."""
    if any(MARK[0] in segment.text for segment in cut.segments if not segment.is_math):
        return cut
    writing = Writing("", [])
    for segment in cut.segments:
        writing.text += writing.add(segment.text) if segment.is_math else segment.text
    before = writing.text
    writing.text = _APPOSED.sub(r"\1 is the ", writing.text)
    for _ in range(MOST):
        if not (
            _multiplied(writing)
            or _prefixed(writing)
            or _paired(writing)
            or _powered(writing)
            or _joined(writing)
        ):
            break
    return replace(cut, segments=_segments(writing)) if writing.text != before else cut


def unknown_words(cut: Cut) -> str | None:
    """The question about words that make another function of a formula, and are not known."""
    for found in _UNKNOWN.finditer(" ".join(cut.marked.split())):
        words = {*found["words"].lower().split()}
        if not _HARMLESS & words or _OTHER & words:
            return f"What is “{found['words']}”? Write the function as a formula."
    return None


def _segments(writing: Writing) -> tuple[Segment, ...]:
    parts = re.split(_M, writing.text)
    made = [
        Segment(i % 2 == 1, writing.formulas[int(p)] if i % 2 else p) for i, p in enumerate(parts)
    ]
    return tuple(segment for segment in made if segment.text)


def _prefixed(writing: Writing) -> bool:
    """Take in words before a formula: the trace of ⟦1⟧."""
    for table, of in ((OF, r"\s+of\s+" + _KIND), (BEFORE, r"\s+(?P<kind>)")):
        for phrase, pattern in table:
            words = phrase.replace(" ", r"\s+")
            if not re.search(words, writing.text, re.I):  # which is quick
                continue
            for found in re.finditer(rf"{_HERE}(?P<words>{words}){of}{_M}", writing.text, re.I):
                if _is_name(writing, found["name"]) and not re.search(r"\bof\b", found["kind"]):
                    _take(writing, found, pattern)
                    return True
    return False


def _multiplied(writing: Writing) -> bool:
    """Take in a number before a formula: 0.5 times ⟦1⟧, ten percent of ⟦1⟧."""
    number = rf"(?P<n>\d+(?:\.\d+)?|{'|'.join(NUMBERS)})"
    words = rf"(?P<words>{number}\s*(?:(?P<times>times)|(?:percent|%)\s+of))\s+(?P<kind>){_M}"
    found = re.search(rf"{_HERE}{words}", writing.text, re.I)
    if found is None or not _is_name(writing, found["name"]):
        return False
    factor = str(NUMBERS.get(found["n"].lower(), found["n"]))
    factor = factor if found["times"] else rf"\frac{{{{{factor}}}}}{{{{100}}}}"
    _take(writing, found, rf"{factor}\left({{}}\right)")
    return True


def _is_name(writing: Writing, mark: str | None) -> bool:
    """Is nothing defined here, or a name?"""
    return mark is None or _NAME.fullmatch(_formula(writing, mark)) is not None


def _formula(writing: Writing, mark: str) -> str:
    return writing.formulas[int(mark[1:-1])]


def _take(writing: Writing, found: re.Match[str], pattern: str) -> None:
    number = found.lastindex or 0
    mark = MARK.format(found[number])
    inside, is_defined, _ = _bare(writing.formulas[int(found[number])]).partition("=")
    made = writing.add(pattern.format(inside.strip()))
    kind = re.sub(r"^(?:the|an?|my|this)\s+", "", found["kind"].strip())
    if is_defined:
        made = f"{made}, where {mark},"
    elif kind and _NAME.fullmatch(inside):
        made = f"{made}, where {mark} is a {kind},"
    writing.put(found.start("words"), found.end(), made)


def _bare(formula: str) -> str:
    """Without what ends a sentence."""
    return formula.strip().rstrip(".,; ").removesuffix("\\")


def _paired(writing: Writing) -> bool:
    """Take in “the product of ⟦1⟧ and ⟦3⟧”."""
    words = "|".join(PAIRS)
    found = re.search(
        rf"{_HERE}(?P<words>{words})\s+(?:of|between)\s+{_M}\s+(?:and|with|by)\s+{_M}",
        writing.text,
        re.I,
    )
    if found is None or not _is_name(writing, found["name"]):
        return False
    parts = _two(writing, found)
    if any("=" in part for part in parts):
        return False
    made = writing.add(PAIRS[found["words"].lower()].format(*parts))
    writing.put(found.start("words"), found.end(), made)
    return True


def _two(writing: Writing, found: re.Match[str]) -> Sequence[str]:
    last = found.lastindex or 0
    return [_bare(writing.formulas[int(found[i])]) for i in (last - 1, last)]


def _powered(writing: Writing) -> bool:
    """Take in “⟦1⟧ squared”, and “the gradient of ⟦1⟧ over ⟦3⟧”, where ⟦3⟧ is no variable."""
    for found in re.finditer(rf"{_M},?\s+{_POWER}", writing.text, re.I):
        inside = _bare(writing.formulas[int(found[1])])
        if "=" not in inside:
            number, word = found["number"], _word(found).lower()
            power = _bare(writing.formulas[int(number)]) if number else POWERS.get(word, word)
            made = writing.add(rf"\left({inside}\right)^{{{power}}}")
            writing.put(found.start(), found.end(), made)
            return True
    for found in re.finditer(rf"(?<=of ){_M}\s+over\s+{_M}", writing.text):
        parts = _two(writing, found)
        if not _NAME.fullmatch(parts[1]) and not any("=" in part for part in parts):
            made = writing.add(rf"\frac{{{parts[0]}}}{{{parts[1]}}}")
            writing.put(found.start(), found.end(), made)
            return True
    return False


def _word(found: re.Match[str]) -> str:
    return found["word"] or found["ordinal"] or found["digit"] or ""


def _joined(writing: Writing) -> bool:
    """Take in “⟦1⟧ plus ⟦3⟧”."""
    words = "|".join(BETWEEN)
    pattern = rf"{_M},?\s+({words})\s+(?:the\s+|an?\s+)?(?:(?!the\b|of\b)[a-z-]+\s+){{0,2}}?{_M}"
    for found in re.finditer(pattern, writing.text):
        left, right = (_bare(writing.formulas[int(found[i])]) for i in (1, 3))
        is_whole = found[2] in ("plus", "minus", "added to")
        if "=" in right or r"\\" in left + right or ("=" in left and not is_whole):
            continue
        made = writing.add(BETWEEN[found[2]].format(left, right))
        writing.put(found.start(), found.end(), made)
        return True
    return False
