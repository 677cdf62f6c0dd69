"""Typed answers by the labels of their parts: “My answers: a) 2xy, b) (3, 13)”."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from matgrad.app.ask.text.greek import SIGNS
from matgrad.app.ask.text.plain import SAFE

_INTRO = re.compile(
    r"\b(?:(?:my|our)\s+(?:\w+\s+)?(?:answers?|results?|solutions?|guess(?:es)?|attempts?)(?:\s+(?:are|so\s+far))*"
    r"|mine|(?:I|we)(?:['’]ve)?\s+(?:get|got|have|found|find|obtain(?:ed)?))\s*:?\s+(?=\(?\w{1,3}[.)]\s)",
    re.I,
)
_LABEL = re.compile(r"(?<![\w(])\(?(?P<n>[a-h]|\d{1,2}|i{1,3}|iv|v)(?:\)|\.(?=\s))[\s:]*", re.I)
_END = re.compile(r"[?!]|\.(?=\s|$)|\n\s*\n")
_WORD = re.compile(r"(?<![\w\\])[A-Za-z]{4,}(?![\w(])")
_SHORT = re.compile(r"\b(?:is|it|as|of|to|or|no|an|in|so|if|the|and|not|see|for|are|was)\b", re.I)
_BEHIND = re.compile(r"[.\s]*")
_MOST = 2000  # characters of such a list


def typed_answers(text: str, labels: Sequence[str]) -> tuple[str, dict[int, str]]:
    """The text without such a list, and its answers by the places of their labels.

    >>> typed_answers("My answers: a) 2xy, b) (3, 13). Right?", ["a", "b"])
    ('Right?', {0: '2xy', 1: '(3, 13)'})
    """
    for found in _INTRO.finditer(text):
        marks = [*_labels(text, found.end())]
        names = [mark["n"].lower() for mark in marks]
        is_list = len(marks) > 1 and marks[0].start() == found.end()
        if not is_list or len({*names}) < len(names) or not {*names} <= {*labels}:
            continue
        end = _last(text, marks[-1].end())
        stops = [mark.start() for mark in marks[1:]] + [end]
        items = [text[m.end() : stop] for m, stop in zip(marks, stops, strict=True)]
        items = [re.sub(r"(?:[\s,;.]|\band\b)+$", "", item) for item in items]
        if all(map(_is_formula, items)):
            rest = f"{text[: found.start()]}{text[end:].lstrip('.!? ')}"
            return rest, {labels.index(n): x for n, x in zip(names, items, strict=True)}
    return text, {}


def _labels(text: str, start: int) -> Iterator[re.Match[str]]:
    """The labels of a list that stand in no bracket; all are letters, or all are numbers."""
    at, depth, first = start, 0, None
    while at < min(len(text), start + _MOST):
        found = _LABEL.match(text, at) if depth == 0 else None
        is_alike = first is None or (found and found["n"].isdigit() == first["n"].isdigit())
        if found and is_alike:
            first = first or found
            at = found.end()
            yield found
            continue
        if depth == 0 and _END.match(text, at) and not _goes_on(text, at):
            return
        depth = max(0, depth + (text[at] in "([{") - (text[at] in ")]}"))
        at += 1


def _goes_on(text: str, at: int) -> bool:
    """Does a list have another label behind this full stop?"""
    found = _BEHIND.match(text, at)
    return found is not None and _LABEL.match(text, found.end()) is not None


def _last(text: str, start: int) -> int:
    """Where the last answer of a list ends."""
    found = _END.search(text, start)
    return found.start() if found else len(text)


def _is_formula(item: str) -> bool:
    """Is an answer a formula without words?"""
    words = {*_WORD.findall(item)} - SAFE - {*SIGNS, "logdet"}
    is_written = re.search(r"[\w\])]", item) is not None and "$" not in item
    return is_written and not words and not _SHORT.search(item)
