"""Functions that words make of those before them: “its logarithm”, “half of it”, “their sum”.

The words get the names, “the logarithm of ⟦p⟧”, with which they are read as any others.
"""

from __future__ import annotations

import re

from matgrad.app.ask.spelling.writing import ANY, Writing, has_marks
from matgrad.app.ask.text.segments import Cut
from matgrad.app.ask.text.words import DERIVATIVE, RESPECT

_OF = rf"\b{DERIVATIVE}s?(?:\s+(?:{RESPECT}|by|in)\s+{ANY})?\s+of\s+"
_MADE = (
    r"(?:(?:natural\s+)?log(?:arithm)?|square(?:\s+root)?|reciprocal|exponential|cube|negative|inverse"
    r"|root|absolute\s+value)"
)
_ITS = re.compile(
    rf"(?P<of>{_OF})its\s+(?P<made>{_MADE})(?=\s*(?:[.,;?!]|$|(?:{RESPECT}|by|is|in)\b))", re.I
)
_PART = re.compile(
    rf"(?P<of>{_OF})(?P<made>(?:one[- ])?half|twice|minus|two\s+times|three\s+times)\s+(?:of\s+)?"
    rf"(?:it|this|that)(?=\s*(?:[.,;?!]|$|(?:{RESPECT}|by|is|in)\b))",
    re.I,
)
_THEIR = re.compile(
    rf"(?P<of>{_OF})(?:their\s+(?P<made>sum|product|difference|quotient|ratio|average)"
    r"|the\s+(?P<other>sum|product|difference|quotient|ratio|average)\s+of\s+(?:the\s+two|both|these|them))\b",
    re.I,
)
_DEFINED = re.compile(
    r"\s*(?P<name>(?:\\[A-Za-z]+|[A-Za-z])(?:_\w|_\{\w+\})?)\s*\((?P<x>[^()=]*)\)\s*:?=(?P<value>[^=]+?)[.,;\s]*"
)
_WORDS = {"log": "logarithm", "natural log": "logarithm", "root": "square root"}


def with_made(cut: Cut) -> Cut:
    """The text with the functions that its words make of one or two before them, by their names."""
    if has_marks(cut) or not re.search(r"\b(?:its|their|it|this|that|two|both)\b", cut.words):
        return cut
    writing = Writing.of(cut)
    before = writing.text
    for pattern, count in ((_ITS, 1), (_PART, 1), (_THEIR, 2)):
        for found in reversed([*pattern.finditer(writing.text)]):
            names = [*_names(writing, found.start())]
            if len(names) == count:
                marks = [writing.add(name) for name in names]
                writing.put(*found.span(), f"{found['of']}{_said(found, marks)}")
    return writing.recut(cut) if writing.text != before else cut


def _names(writing: Writing, end: int) -> list[str]:
    """The names of the functions that are defined before a place."""
    numbers = re.findall(rf"{ANY}", writing.text[:end])
    found = (_DEFINED.fullmatch(writing.formula(mark)) for mark in numbers)
    return list(dict.fromkeys(each["name"] for each in found if each))


def _said(found: re.Match[str], marks: list[str]) -> str:
    """The words with the names of what they speak of."""
    made = " ".join((found["made"] or found.groupdict().get("other", "")).lower().split())
    if len(marks) == 2:
        return f"the {made} of {marks[0]} and {marks[1]}"
    is_factor = found.re is _PART
    return f"{made} {marks[0]}" if is_factor else f"the {_WORDS.get(made, made)} of {marks[0]}"
