"""Words that belong to the function: “the trace of ⟦1⟧”, “⟦1⟧ plus ⟦3⟧” become formulas.

What is inside is taken in first: the logarithm of the norm of ⟦1⟧. Products bind before sums.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from matgrad.app.ask.spelling.defining import NAME, define_made, is_differentiated, name_defined
from matgrad.app.ask.spelling.joined import (
    BY,
    DERIVATIVES,
    FUNCTION,
    INNER,
    NUMBER,
    SET,
    SUM,
    bare,
    join,
    numeral,
)
from matgrad.app.ask.spelling.wordings import BEFORE, OF, PAIRS, POWERS, SUMS
from matgrad.app.ask.spelling.writing import ANY, ONE, Writing, has_marks
from matgrad.app.ask.text.marks import MARK
from matgrad.app.ask.text.segments import Cut
from matgrad.app.ask.text.sums import only_index
from matgrad.app.ask.text.totals import AMONG, with_totals
from matgrad.app.ask.text.words import DERIVATIVE

# ⟦1⟧ squared, ⟦1⟧ to the power ⟦3⟧, ⟦1⟧ raised to the third power
_POWER = (
    r"(?:raised\s+)?(?:to\s+the\s+power(?:\s+of)?\s+(?:"
    + MARK.format(r"(?P<number>\d+)")
    + r"|(?P<digit>\d+\b|two\b|three\b|four\b|five\b|one half\b|minus one\b))"
    r"|to\s+the\s+(?P<ordinal>second|third|fourth|fifth)(?:\s+power)?\b|(?P<word>squared|cubed)\b)"
)
_RAISED = re.compile(rf",?\s+{_POWER}", re.I)  # three times x squared
_WORDS = "|".join(words for words, _ in OF)
_PAIRS = "|".join(sorted(PAIRS, key=len, reverse=True))
# The function begins a sentence, or is all of it, and its derivative is asked for behind it.
_BEGINS = (
    rf"(?:^|(?<=[.?!:]\s))(?=[^.?!;]{{1,90}}{ANY}[^.?!;]{{0,30}}[:;,.?]\s*(?:what(?:'s|\s+is)\s+)?"
    r"(?:the\s+|its\s+)?(?:gradient|derivative|hessian|jacobian|differentiate)\b)"
)
# For …, Consider …, at the beginning of a sentence.
_TAKEN = (
    r"(?:^|(?<=[.?!:;]\s))(?:(?:now|so|then|next|please),?\s+)?(?:for|with|consider|take|given"
    r"|(?:i|we)(?:\s+have|['’]ve\s+got|\s+use|\s+take|\s+consider))\s+"
)
_CALLED = r"(?:(?:identity|unit|matrix|vector|residual)\s+){0,2}"  # two times the identity ⟦I⟧
_JUST = r"(?:(?:just|simply|only|really|exactly|actually|then|equal\s+to|given\s+by)\s+)*"
# Where what follows is the function: the gradient of …, differentiate …, f is …, … plus …,
# the logarithm of …
_HERE = (
    rf"(?P<here>{DERIVATIVES}{BY}\s+(?:of|for)\s+{FUNCTION}|\bdifferentiat(?:e|ing)\s+"
    rf"|\b(?:plus|minus|times|divided by)\s+|(?P<name>{ANY})\s+(?:is|be|denotes?|equals?)\s+{_JUST}"
    r"|\b(?:minimi|maximi)[sz](?:e|ing)\s+|(?:\b(?:is|be|gets?|got|obtain|obtained|equals?|equal\s+to"
    rf"|yields?|gives?|becomes?|claims?|says)|\bit['’]s|:)\s+(?:it\s+)?{_JUST}"
    rf"|(?<={MARK[-1]})\s*,?\s+(?:and\s+of|or(?:\s+is\s+it)?)\s+{_JUST}|\b(?:{_WORDS}|{_PAIRS})\s+of\s+(?:{ANY}\s+and\s+)?|\b(?:twice|half|negative)\s+|{_BEGINS}|{_TAKEN}"
    rf"|{DERIVATIVES}\s+(?:of\s+{ANY}\s+(?!minus\b))?)(?:the\s+|an?\s+)?"
)
# What kind of thing it is, not what is done to it, nor what that gives: the square of y is ⟦1⟧.
_DONE = (
    r"(?:of|between|over|plus|minus|times|and|or|by|to|from|per|less|twice|angle|distance|sum"
    r"|jacobian|hessian|gradient|derivative|(?<!which )(?<!that )(?:is|are|was|equals?|reads))"
)
_KIND = rf"(?P<kind>(?:the\s+|an?\s+|my\s+|this\s+)?(?:(?!{_DONE}\b)[a-z-]+\s+){{0,3}}?)"
_SLOPE = re.compile(
    r"\s*(?:\\nabla|\\[dt]?frac\s*\{\s*(?:\\partial|d)\b|[A-Za-z]'+)[^=]*$"
)  # ∇f is …
_APPOSED = re.compile(  # where m is the mean of x and s the variance of x
    rf"(?<=and )({ANY})\s+the\s+(?=(?:mean|average|variance|standard deviation)\s+of\s+{ANY})"
)
_APPLIED = re.compile(  # a function of numbers, which has an inverse function
    r"\s*(?:e\s*\^|\\(?:operatorname\s*\{\s*)?(?:sin|cos|tan|exp|log|ln|sec|csc|cot|sigmoid))(?!d)"
)
_AND = re.compile(rf"\s+and\s+(?:the\s+)?{ANY}")
MOST, FEWEST = 200, 10  # words that are taken into formulas
LEAD = 400  # characters before such words that tell what they are
LABOUR = 600_000  # characters that are searched for them


def with_worded(cut: Cut) -> Cut:
    """The text with the words that belong to formulas inside of these."""
    if has_marks(cut):
        return cut
    writing = Writing.of(cut)
    before = writing.text
    name_defined(writing)
    _vary(writing)
    writing.text = _APPOSED.sub(r"\1 is the ", writing.text)
    given = len(writing.formulas)
    steps = (_multiplied, _prefixed, _summed, _sampled, _paired, _powered, join)
    for _ in range(min(MOST, max(FEWEST, LABOUR // (len(writing.text) + 1)))):
        if not any(step(writing) for step in steps):
            break
    define_made(writing, given)
    return writing.recut(cut) if writing.text != before else cut


def _vary(writing: Writing) -> None:
    """Write “with respect to” in “the gradient of ⟦1⟧ over ⟦X \\in …⟧”: nobody divides by a set."""
    ways = re.finditer(rf"{DERIVATIVE}s?\s+of\s+(?:the\s+)?{ONE},?\s+(over)\s+{ONE}", writing.text)
    for found in reversed([*ways]):
        if SET.search(writing.formula(found[3])):
            writing.put(*found.span(2), "with respect to")


def _prefixed(writing: Writing) -> bool:
    """Take in words before a formula: the trace of ⟦1⟧."""
    for table, of in ((OF, r"\s+of\s+" + _KIND), (BEFORE, r"\s+(?:the\s+)?(?P<kind>)")):
        for phrase, pattern in table:
            words = phrase.replace(" ", r"\s+")
            for found in _told(rf"(?P<words>{words}){of}{ONE}", writing.text):
                is_pair = found["words"].lower() in PAIRS and _AND.match(writing.text, found.end())
                is_pair = is_pair or (table is BEFORE and _RAISED.match(writing.text, found.end()))
                formula = writing.formula(found[found.lastindex or 0])
                is_doubted = _is_doubted(found["words"].lower(), formula, table is BEFORE)
                if _is_open(writing, found) and not is_pair and not is_doubted:
                    _take(writing, found, pattern)
                    return True
    return False


def _is_doubted(word: str, formula: str, is_before: bool) -> bool:
    """Is it open what a word does: the inverse of ⟦sin(x)⟧, reciprocal ⟦x + 1⟧?"""
    if word == "inverse":
        return _APPLIED.match(formula) is not None and not re.search("[A-Z]", formula)
    return is_before and word == "reciprocal" and SUM.search(INNER.sub("n", formula)) is not None


def _told(said: str, text: str) -> Iterator[re.Match[str]]:
    """Where words stand for a function; whether they stand anywhere is found out quickly."""
    quick, whole = _patterns(said)
    first = quick.search(text)
    return iter(()) if first is None else whole.finditer(text, max(0, first.start() - LEAD))


@lru_cache(256)
def _patterns(said: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    return re.compile(said, re.I), re.compile(_HERE + said, re.I)


def _multiplied(writing: Writing) -> bool:
    """Take in a number before a formula: 0.5 times ⟦1⟧, one plus ⟦1⟧, ten percent of ⟦1⟧."""
    signs = r"(?P<sign>times|plus|minus|over|(?:percent|%)\s+of)"
    words = rf"(?P<words>(?P<n>{NUMBER})\s*{signs})\s+(?:the\s+)?{_CALLED}(?P<kind>){ONE}"
    found = next(_told(words, writing.text), None)
    if found is None or not _is_open(writing, found) or _RAISED.match(writing.text, found.end()):
        return False
    factor, sign = numeral(found["n"]), found["sign"].lower()
    if sign == "over":
        pattern = rf"\frac{{{{{factor}}}}}{{{{{{}}}}}}"
    elif sign in SUMS:
        pattern = factor + (r"+\left({}\right)" if sign == "plus" else r"-\left({}\right)")
    else:
        is_whole = sign == "times"
        factor = factor if is_whole else rf"\frac{{{{{factor}}}}}{{{{100}}}}"
        pattern = rf"{factor}\left({{}}\right)"
    _take(writing, found, pattern)
    return True


def _is_open(writing: Writing, found: re.Match[str]) -> bool:
    """Is nothing defined here, or a name?"""
    mark = found["name"]
    formula = "" if mark is None else writing.formula(mark)
    is_name = mark is None or bool(NAME.fullmatch(formula) or _SLOPE.match(formula))
    return is_name or is_differentiated(writing, found.start("name"))


def _take(writing: Writing, found: re.Match[str], pattern: str) -> None:
    number = found.lastindex or 0
    mark = MARK.format(found[number])
    inside, is_defined, _ = bare(writing.formula(found[number])).partition("=")
    made = writing.add(with_totals(pattern.format(inside.strip())))
    kind = re.sub(r"^(?:the|an?|my|this)\s+", "", found["kind"].strip())
    if is_defined:
        made = f"{made}, where {mark},"
    elif kind and NAME.fullmatch(inside):
        made = f"{made}, where {mark} is a {kind},"
    is_one = re.match(r"an?\s", writing.text[found.end("here") :], re.I)  # a third of ⟦1⟧
    start = found.end("here") if is_one else found.start("words")
    writing.put(start, found.end(), made)


def _paired(writing: Writing) -> bool:
    """Take in “the product of ⟦1⟧ and ⟦3⟧”."""
    words = _PAIRS.replace(" ", r"\s+")
    said = rf"(?P<words>{words})\s+(?:of|between)\s+{ONE}\s+(?:and|with|by|to)\s+(?:the\s+)?{ONE}"
    found = next(_told(said, writing.text), None)
    if found is None or not _is_open(writing, found):
        return False
    parts = _two(writing, found)
    if any("=" in part for part in parts):
        return False
    made = writing.add(PAIRS[" ".join(found["words"].lower().split())].format(*parts))
    writing.put(found.start("words"), found.end(), made)
    return True


def _summed(writing: Writing) -> bool:
    """Take in “the sum of ⟦1⟧ over all ⟦i⟧”, “the mean over ⟦i⟧ of ⟦1⟧”."""
    index = rf"(?:all\s+)?(?:(?:the\s+)?(?:index|indices|samples)\s+)?{ONE}"
    term = rf"(?:the\s+|all\s+)?{ONE}"
    orders = (rf"of\s+{term}\s+over\s+{index}", rf"over\s+{index}\s+of\s+{term}")
    for is_turned, order in enumerate(orders):
        for found in _told(rf"(?P<words>sum|mean|average)\s+{order}", writing.text):
            inside, below = _two(writing, found)[:: -1 if is_turned else 1]
            is_index = re.fullmatch(r"[ijklmnt]", below) is not None
            if is_index and "=" not in inside and _is_open(writing, found):
                made = writing.add(_added(found["words"].lower(), inside, below))
                writing.put(found.start("words"), found.end(), made)
                return True
    return False


def _sampled(writing: Writing) -> bool:
    """Take in “the mean over the batch of ⟦1⟧”, by the only index of each of its terms."""
    for found in _told(rf"(?P<words>sum|mean|average)\s+over\s+{AMONG}\s+of\s+{ONE}", writing.text):
        inside = bare(writing.formula(found[found.lastindex or 0]))
        index = only_index(inside)
        is_one = re.fullmatch(r"[ijklmnt]", index or "") and not {"=", "+"} & {
            *INNER.sub("", inside)
        }
        if index and is_one and _is_open(writing, found):
            made = writing.add(_added(found["words"].lower(), inside, index))
            writing.put(found.start("words"), found.end(), made)
            return True
    return False


def _added(word: str, inside: str, index: str) -> str:
    if word == "sum":
        return rf"\sum_{{{index}}} \left({inside}\right)"
    return with_totals(rf"\operatorname{{mean}}_{index} \left({inside}\right)")


def _two(writing: Writing, found: re.Match[str]) -> Sequence[str]:
    last = found.lastindex or 0
    return [bare(writing.formula(found[i])) for i in (last - 1, last)]


def _powered(writing: Writing) -> bool:
    """Take in “⟦1⟧ squared”."""
    for found in re.finditer(rf"{ONE},?\s+{_POWER}", writing.text, re.I):
        inside = bare(writing.formula(found[1]))
        if "=" not in inside:
            number, word = found["number"], _word(found).lower()
            power = bare(writing.formula(number)) if number else POWERS.get(word, word)
            made = writing.add(rf"\left({inside}\right)^{{{power}}}")
            writing.put(found.start(), found.end(), made)
            return True
    return False


def _word(found: re.Match[str]) -> str:
    return found["word"] or found["ordinal"] or found["digit"] or ""
