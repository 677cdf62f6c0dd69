"""Functions that are named by their place: “the gradient of the latter”, “that of the former”.

The place is one in the last list before it, “⟦f(x) = …⟧ and ⟦g(x) = …⟧”, or among the functions
that the text defines, if it has no more than that.
"""

from __future__ import annotations

import re

from matgrad.app.ask.spelling.writing import ANY, Writing, has_marks
from matgrad.app.ask.text.segments import Cut
from matgrad.app.ask.text.words import DERIVATIVE, RESPECT

_PLACES = {"former": 0, "first": 0, "latter": -1, "second": 1, "third": 2, "last": -1}
_WHAT = r"(?:one|function|expression|formula|of\s+(?:them|these|the\s+two|those))"
_PLACE = (
    rf"(?P<all>the\s+(?P<place>(?:former|latter)(?:\s+{_WHAT})?"
    rf"|(?:first|second|third|last)(?:\s+{_WHAT}|(?=\s*(?:[.,;:?!)]|$|{ANY}|(?:is|and|equals?|by|then"
    rf"|{RESPECT})\b)))))"
)
_KIND = rf"(?:(?:second|partial|directional)\s+)?{DERIVATIVE}"
_OF = re.compile(
    rf"\b(?P<kind>{_KIND})s?\s+(?:{RESPECT}\s+(?:the\s+)?(?:[a-z]+\s+)?{ANY}\s+)?of\s+(?:only\s+)?{_PLACE}",
    re.I,
)
_FOR = re.compile(rf"(?<={ANY[-1]})\s+for\s+{_PLACE}", re.I)  # ⟦2x⟧ for the former
_KINDS = re.compile(rf"\b{_KIND}\s+and\s+(?:also\s+)?(?:(?:the|its)\s+)?{_KIND}\b", re.I)
_THAT = re.compile(
    rf"\b(?P<kind>{_KIND})(?P<between>[^.?!;]*?(?:\b(?:and|but|while|whereas)|,)\s+(?:that\s+)?)"
    rf"that\s+of\s+(?={ANY}|{_PLACE})",
    re.I,
)
_ITEM = rf"(?:(?:let|also|define|then|the|function)\s+)*{ANY}"
_LIST = re.compile(rf"{ANY}(?:\s*,\s*{_ITEM}){{0,4}}\s*,?\s+and\s+{_ITEM}", re.I)
_DEFINED = re.compile(
    r"\s*(?P<name>(?:\\[A-Za-z]+|[A-Za-z])(?:_\w|_\{\w+\})?)\s*(?P<of>\([^()=]*\))?\s*:?="
)


def with_ordinals(cut: Cut) -> Cut:
    """The text with the functions that are named by their place."""
    if has_marks(cut) or not any(way.search(cut.marked) for way in (_OF, _FOR, _THAT)):
        return cut
    writing = Writing.of(cut)
    before = writing.text
    while found := _THAT.search(writing.text):  # each may be the first of another
        writing.put(
            found.start(), found.end(), f"{found['kind']}{found['between']}the {found['kind']} of "
        )
    ways = (_OF,) if _KINDS.search(writing.text) else (_OF, _FOR)
    places = [found for way in ways for found in way.finditer(writing.text)]
    for found in sorted(places, key=lambda found: -found.start()):
        functions = _functions(writing, found.start())
        place = _PLACES[found["place"].split()[0].lower()]
        if len(functions) > max(place, 1):
            writing.put(found.start("all"), found.end(), writing.add(functions[place]))
    return writing.recut(cut) if writing.text != before else cut


def _functions(writing: Writing, end: int) -> list[str]:
    """The functions among which a place is meant: their names, or what stands for them."""
    lists = [re.findall(ANY, found[0]) for found in _LIST.finditer(writing.text, 0, end)]
    lists = [marks for marks in lists if _are_functions(writing, marks)]
    if not lists:
        marks = re.findall(ANY, writing.text[:end])
        lists = [
            [mark for mark in marks if (d := _DEFINED.match(writing.formula(mark))) and d["of"]]
        ]
    return [_name(writing.formula(mark)) for mark in lists[-1]]


def _are_functions(writing: Writing, marks: list[str]) -> bool:
    """Are the formulas of a list of one kind: f(x) = …, f = …, or without a name?"""
    found = [_DEFINED.match(writing.formula(mark)) for mark in marks]
    return len({each and bool(each["of"]) for each in found}) == 1


def _name(latex: str) -> str:
    found = _DEFINED.match(latex)
    return found["name"] if found else latex
