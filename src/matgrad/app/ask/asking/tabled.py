"""Answers that are laid out in a table or a list: “| ⟦1⟧ | ⟦3⟧ |”, “- ⟦1⟧: ⟦3⟧”.

A row becomes a sentence, “With respect to ⟦1⟧ I get ⟦3⟧.”, if what stands above speaks of answers.
"""

from __future__ import annotations

import re

from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.text.marks import M, numbers

_OWN = r"claim|answer|gradient|derivative|partial|result|mine|my\b|formula|guess|attempt|solution"
_ANSWERS = re.compile(
    rf"{_OWN}|book|gpt|says|auto-?(?:grad|diff)|\bjax\b|torch|code|prof|expect|computed|notes", re.I
)
_OWNED = re.compile(rf"\b(?:{_OWN})", re.I)
_CELLS = r"[^\n|]*(?:\|[^\n|]*)+"
_TABLE = re.compile(
    rf"^[ \t]*\|?(?P<head>{_CELLS})\n[ \t]*\|?[ \t]*:?-[-:| \t]*\n"
    rf"(?P<rows>(?:[^\n]*\|[^\n]*(?:\n|$))+)",
    re.M,
)
_SAYS = (
    r"\b(?:answers?|results?|claims?|guess(?:es)?|attempts?|gradients are"
    r"|I (?:get|got|found|have|obtain(?:ed)?))"
)
_MARK = r"(?:[-*•+]|\d[.)])"
_JOIN = r"(?::|[–—]|[ \t]-[ \t]|→|->|=)"
_ITEM = rf"[ \t]*{_MARK}?[ \t]*({M})[ \t]*{_JOIN}[ \t]*({M})[.,;]?[ \t]*"
_LIST = re.compile(
    rf"(?P<intro>{_SAYS}\b[^\n.?!{M[0]}]*:[ \t]*\n+)(?P<rows>(?:{_ITEM}(?:\n|$)){{1,12}})", re.I
)


def with_told_tables(marked: str, reading: Reading) -> str:
    """The text with sentences for the answers in its tables and lists."""
    marked = _TABLE.sub(lambda found: _table(found, reading), marked)
    return _LIST.sub(lambda found: _list(found, reading), marked)


def _table(found: re.Match[str], reading: Reading) -> str:
    heads = _cells(found["head"])
    lines = [_row(heads, _cells(row), reading) for row in found["rows"].splitlines()]
    return "\n" + "\n".join(filter(None, lines)) + "\n" if all(lines) else found[0]


def _row(heads: list[str], cells: list[str], reading: Reading) -> str:
    """The sentences of a row; nothing if it is no variable with answers."""
    if len(cells) < 2 or len(cells) != len(heads) or not _is_name(cells[0], reading):
        return ""
    told = [pair for pair in zip(heads[1:], cells[1:], strict=True) if pair[1]]
    if not all(re.fullmatch(M, cell) and _ANSWERS.search(head) for head, cell in told):
        return ""
    return " ".join(_sentence(cells[0], cell, head) for head, cell in told)


def _list(found: re.Match[str], reading: Reading) -> str:
    rows: list[tuple[str, str]] = re.findall(_ITEM, found["rows"])
    if not all(_is_name(name, reading) for name, _ in rows):
        return found[0]
    return (
        found["intro"] + "\n".join(_sentence(name, answer, "mine") for name, answer in rows) + "\n"
    )


def _sentence(name: str, formula: str, head: str) -> str:
    who = "I get" if _OWNED.search(head) else f"{head} says"
    return f"With respect to {name} {who} {formula}."


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _is_name(cell: str, reading: Reading) -> bool:
    """Is a cell the name of one variable?"""
    return re.fullmatch(M, cell) is not None and all(
        len(reading.names.get(n, ())) == 1 for n in numbers(cell)
    )
