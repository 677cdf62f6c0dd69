"""Nouns that a text gives a formula for, in words that make something of them.

“The residual is ⟦r = y - w^Tx⟧ … the square of the residual” is the square of ⟦r⟧. Where another
formula makes use of r, it says itself what is made of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from matgrad.app.ask.spelling.wordings import OF
from matgrad.app.ask.spelling.writing import ONE, Writing, has_marks
from matgrad.app.ask.text.patterns import ignoring_case
from matgrad.app.ask.text.segments import Cut
from matgrad.app.ask.text.words import RESPECT

_ARTICLE = r"(?:the|our|my|its|an?|this|that)"
_NOUN = (
    r"(?!gradient|derivative|hessian|jacobian|answer|result|solution|claim|chain|matrix|vector|scalar"
    r"|column|row|value|case|sum|norm|trace|product|inverse|square|first|second|one|other|same"
    r"|following|above|whole|form)[a-z]{3,}"
)
_CALLED = (
    rf"\b{_ARTICLE}\s+(?P<noun>{_NOUN})(?:\s+vector|\s+function)?\s+(?:is|are|be|was)\s+(?:given\s+by\s+|defined\s+as\s+)?{ONE}",
    rf"\b(?:let|write|define|denote)\s+{ONE}\s+(?:be|denote|for|denotes|stand\s+for)\s+{_ARTICLE}\s+(?P<noun>{_NOUN})\b",
    rf"\b(?:with|define|for)\s+(?:{_ARTICLE}\s+)?(?P<noun>{_NOUN})\s+{ONE}",
)
_DEFINED = re.compile(
    r"\s*(?P<name>(?:\\[A-Za-z]+|[A-Za-z])(?:_\w|_\{\w+\})?)\s*(?:\([^()=]*\))?\s*:?=(?P<value>.+)",
    re.DOTALL,
)
_INDEX = r"(?:_\s*(?:\w|\{\s*\w\s*\}))?\s*"
_SQUARE = re.compile(  # of a bracket or a norm: what is called the squared error is no square of it
    rf"(?:[)|\]]|\\r?[vV]ert)\s*{_INDEX}\^\s*(?:2|\{{\s*2\s*\}})\s*{_INDEX}[\s.,;)\]]*\Z"
)
_MADE = "|".join(phrase.replace(" ", r"\s+") for phrase, _ in OF)
_ENDS = rf"(?=\s*(?:[.,;?!]|$|(?:{RESPECT}|by|and|is|in|w\.?r\.?t)\b))"


def with_named_nouns(cut: Cut) -> Cut:
    """The text with the name behind a noun of which words make something."""
    if has_marks(cut) or not ignoring_case(r"\bsquared?\b|\bof\s+(?:the|this|that)\b").search(
        cut.words
    ):
        return cut
    writing = Writing.of(cut)
    before = writing.text
    for noun, name, value in _nouns(writing):
        of = ignoring_case(rf"\b(?:{_MADE})\s+of\s+(?:the|this|that)\s+{noun}{_ENDS}")
        for found in reversed([*of.finditer(writing.text)]):
            writing.put(found.end(), found.end(), f" {writing.add(name)}")
        squared = ignoring_case(rf"\b(?:the|its)\s+squared\s+{noun}{_ENDS}")
        is_square = _SQUARE.search(value) is not None
        for found in reversed([*squared.finditer(writing.text)] if not is_square else []):
            writing.put(*found.span(), f"the square of {writing.add(name)}")
    return writing.recut(cut) if writing.text != before else cut


def _nouns(writing: Writing) -> Iterator[tuple[str, str, str]]:
    """The nouns with formulas: the names that these define and no other formula has, and values."""
    found = [each for way in _CALLED for each in ignoring_case(way).finditer(writing.text)]
    for each in found:
        mark = next(x for x in each.groups() if x and x.isdigit())
        own = _DEFINED.fullmatch(writing.formula(mark))
        name = own["name"] if own else ""
        letter = re.compile(rf"(?<![A-Za-z\\]){re.escape(name)}(?![A-Za-z])")
        others = [latex for i, latex in enumerate(writing.formulas) if i != int(mark)]
        defined = [other for latex in others if (other := _DEFINED.fullmatch(latex))]
        is_used = any(letter.search(x["value"]) or x["name"] == name for x in defined)
        if own and not is_used:
            yield each["noun"], name, own["value"]
