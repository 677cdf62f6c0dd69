"""Words between formulas: “⟦1⟧ plus ⟦3⟧”, “⟦1⟧ divided by two” become one formula."""

from __future__ import annotations

import re
from collections.abc import Iterator

from matgrad.app.ask.spelling.defining import NAME
from matgrad.app.ask.spelling.wordings import BETWEEN, NUMBERS, SUMS
from matgrad.app.ask.spelling.writing import ANY, ONE, Writing
from matgrad.app.ask.text.marks import MARK
from matgrad.app.ask.text.words import RESPECT

DERIVATIVES = r"\b(?:gradients?|derivatives?|hessians?|jacobians?)"
BY = rf"(?:\s+(?:{RESPECT}|by|in)\s+{ANY})?"
FUNCTION = r"(?:the\s+(?:\w+\s+)?function\s+)?"
SET = re.compile(r"\\in(?![A-Za-z])")
INNER = re.compile(r"\([^()]*\)|\\\|.*?\\\||\|\|.*?\|\||\{[^{}]*\}")
NUMBER = rf"(?:\d+(?:\.\d+)?(?:/\d+)?|{'|'.join(NUMBERS)})"
_OF_NAME = re.compile(rf"{DERIVATIVES}{BY}\s+of\s+{FUNCTION}(?:the\s+)?$", re.I)
SUM = re.compile(r"(?<=[\w)}\]])\s*[-+]")
_VARIED = re.compile(rf",?\s+(?:{RESPECT}|by)\s+(?:[a-z]+\s+)?{ANY}")
_ENDS = re.compile(rf"\s*(?:[.,;:?!)]|$|(?:{RESPECT}|with|by|in|and|for)\b)")
# Behind these, an equation defines; in “one maximises ⟦Q = …⟧ over ⟦μ⟧” the variable is told.
_BEGINS = re.compile(
    r"(?:^|[.?!:;,]\s|\b(?:let|take|with|where|for|if|suppose|given|and|say)\s)\s*$", re.I
)
# Words before the second formula that tell what it is; “plus a constant wrt ⟦x⟧” adds no x.
_KIND = (
    r"(?:the\s+|an?\s+)?(?:(?:number|count)\s+of\s+)?"
    r"(?:(?!(?:the|of|wrt|with|by|to|respect)\b)[a-z-]+\s+){0,3}?"
)


def numeral(word: str) -> str:
    """The number of a word: 2 of “two”."""
    return str(NUMBERS.get(word.lower(), word))


def bare(formula: str) -> str:
    """Without what ends a sentence."""
    return formula.strip().rstrip(".,; ").removesuffix("\\")


def join(writing: Writing) -> bool:
    """Take in “⟦1⟧ plus ⟦3⟧”, “⟦1⟧ divided by two”; products before sums."""
    for found in _joints(writing):
        sign = found["sign"]
        left = bare(writing.formula(found[1]))
        right = bare(writing.formula(found[3])) if found[3] else numeral(found["n"])
        name, is_defined, value = left.rpartition("=")
        if "=" in right or r"\\" in left + right:
            continue
        if not _is_clear(sign, is_defined, value) or (
            sign == "over" and _is_variable(right) and not _is_divided(writing, found, left, right)
        ):
            continue
        if _OF_NAME.search(writing.text[: found.start()]) and not _are_alike(writing, left, right):
            continue
        made = BETWEEN[sign].format(value.strip(), right)
        writing.put(found.start(), found.end(), writing.add(f"{name}{is_defined}{made}"))
        return True
    return False


def _are_alike(writing: Writing, left: str, right: str) -> bool:
    """Are both functions of the text, or neither? The gradient of f times B may be ∇f times B."""
    names = (re.escape(each.partition("(")[0].strip()) for each in (left, right))
    known = [
        any(re.match(rf"\s*{name}\s*(?:\([^()=]*\))?\s*:?=", x) for x in writing.formulas)
        for name in names
    ]
    return NAME.fullmatch(left) is None or known[0] == known[1]


def _joints(writing: Writing) -> Iterator[re.Match[str]]:
    """Where two formulas are joined by words, those with products first."""
    products = [words for words in BETWEEN if words not in SUMS]
    for words in (products, SUMS):
        sign = rf"(?P<sign>{'|'.join(words)})"
        right = rf"(?:{_KIND}{ONE}|(?P<n>{NUMBER})\b(?!\s+times))"
        yield from re.finditer(rf"{ONE},?\s+{sign}\s+{right}", writing.text)


def _is_clear(sign: str, is_defined: str, value: str) -> bool:
    """Is it clear what is joined? Of f = a + b times c it is not."""
    return sign in SUMS or not is_defined or SUM.search(INNER.sub("n", value)) is None


def _is_variable(right: str) -> bool:
    """May “over ⟦x⟧” tell the variable, where nothing else does?"""
    return NAME.fullmatch(right) is not None or SET.search(right) is not None


def _is_divided(writing: Writing, found: re.Match[str], left: str, right: str) -> bool:
    """Does “over ⟦x⟧” divide, since the variable is told elsewhere, or an equation is?"""
    is_told = _VARIED.match(writing.text, found.end()) is not None
    is_index = re.search(rf"_\s*(?:\{{[^{{}}]*)?{re.escape(right.strip())}", left) is not None
    is_next = re.search(r"over\s+$", found[0][: found[0].rindex(MARK[0])]) is not None
    is_defined = "=" in left and _BEGINS.search(writing.text[: found.start()]) is not None
    is_last = _ENDS.match(writing.text, found.end()) is not None  # not “over ⟦n⟧ data points”
    is_over = is_next and is_last and not is_index and not SET.search(right)
    return (is_defined or is_told) and is_over
