"""Answers that are laid out in a table, in a list or behind labels, as sentences that say the same.

“| ⟦1⟧ | ⟦3⟧ |”, “- ⟦1⟧: ⟦3⟧” and “for ⟦1⟧: ⟦3⟧” become “With respect to ⟦1⟧ I get ⟦3⟧.”, and
“⟦∂L/∂W⟧: ⟦3⟧” becomes “⟦∂L/∂W⟧ is ⟦3⟧.” A table or a list of names does so if what stands above
speaks of answers, a label if a function stands before and nothing asks for what follows.
"""

from __future__ import annotations

import re

from matgrad.app.ask.asking.attributed import who_says
from matgrad.app.ask.asking.tellers import HEADING, NAME
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.text.marks import M, numbers
from matgrad.app.ask.text.words import DERIVATIVE, RESPECT

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
    rf"(?P<intro>{_SAYS}\b[^\n.?!{M[0]}]*:?[ \t]*\n+)(?P<rows>(?:{_ITEM}(?:\n|$)){{1,12}})", re.I
)
# What a label calls its formula: the gradient w.r.t. the weights ⟦1⟧, for ⟦1⟧, ⟦∂L/∂W⟧.
_NOUN = r"(?:(?:the\s+)?(?:weights?|bias|matrix|vector|variable|parameter|scalar|layer)\s+)?"
_WORDS = rf"(?:(?:(?:the|my)\s+)?(?:{DERIVATIVE}|partial|part)s?\s+)?(?:{RESPECT}|for|by)\s+{_NOUN}"
_LABEL = rf"(?:(?P<by>{_WORDS})(?P<name>{M})|(?P<sign>{M}))"
_ASIDE = rf"(?:\([^(){M[0]}]{{1,60}}\)[ \t]*)?"  # (by the chain rule)
_NEXT = rf"\s*(?:(?:and|while|but)\s+)?{_WORDS}{M}\s*[:,]"
_LABELLED = re.compile(
    rf"(?:^|(?<=[\n.;:?!,])|(?<=\band)|(?<=\bwhile)|(?<=\bbut))\s*{_MARK}?[ \t]*{_LABEL}[ \t]*"
    rf"(?P<join>:|,|[–—]|→|->)[ \t]*(?P<formula>{M})[ \t]*{_ASIDE}"
    rf"(?:[.;]|,?(?=[ \t]*(?:\n|$)|{_NEXT}))",
    re.I,
)
_SPEAKER = re.compile(  # Bob: ⟦3⟧, on a line of its own
    rf"^[ \t]*(?:[-*•][ \t]+)?(?!(?-i:{HEADING})\b)(?P<name>{NAME})[ \t]*:[ \t]*\n?[ \t]*"
    rf"(?P<formula>{M})[ \t.]*$",
    re.M,
)
_TASK = re.compile(  # find the derivatives: w.r.t. ⟦1⟧: ⟦3⟧
    r"\b(?:differentiate|find|compute|calculate|determine|evaluate|work out|derive|take)\b"
    r"(?![^.?!]*\b(?:I|we)\s+(?:get|got|found|have|obtain))[^.?!]*$",
    re.I,
)
_BETWEEN = re.compile(r"\s*(?:and|while|but)?\s*", re.I)  # two labels of one list


def with_told_tables(marked: str, reading: Reading) -> str:
    """The text with sentences for the answers in its tables and lists, and behind its labels."""
    marked = _TABLE.sub(lambda found: _table(found, reading), marked)
    marked = _SPEAKER.sub(lambda found: _said(found, reading), marked)
    return _labelled(_LIST.sub(lambda found: _list(found, reading), marked), reading)


def _said(found: re.Match[str], reading: Reading) -> str:
    """What somebody says on a line of his own, behind a function, as a sentence."""
    number = next(numbers(found["formula"]))
    known = [*reading.bare, *(each.segment for each in reading.defined)]
    is_answer = number in reading.bare and any(n < number for n in known)
    return f"\n\n{found['name']} says it is {found['formula']}.\n\n" if is_answer else found[0]


def _labelled(marked: str, reading: Reading) -> str:
    """The text with sentences for the formulas behind labels, said by whom their list is."""
    told, end, who, is_task, kind = "", 0, "", False, ""
    for found in _LABELLED.finditer(marked):
        between, formula = marked[end : found.start()], found["formula"]
        if not (end and _BETWEEN.fullmatch(between)):
            before = marked[: found.start()]
            who = who_says(before + formula, next(numbers(formula)))
            is_task = _TASK.search(before) is not None
            kind = ([*map(str.lower, re.findall(DERIVATIVE, before, re.I))] or ["derivative"])[-1]
        is_told = not is_task and _is_label(found, reading)
        is_task = not is_told  # what one label of a list does not answer, the next do not
        told += between + (_behind(found, who, kind) if is_told else found[0])
        end = found.end()
    return told + marked[end:]


def _is_label(found: re.Match[str], reading: Reading) -> bool:
    """Is a formula an answer behind a label? It may be the function if none stands before it."""
    (segment,), sign = numbers(found["formula"]), found["sign"]
    is_answer = segment in reading.bare or (found["join"] != "," and reading.formula(segment))
    known = [*reading.bare, *(each.segment for each in reading.defined)]
    known += [n for each, n in reading.asked if each.function and n != segment]
    own = next(numbers(sign or found["name"]))
    is_named = any(n == own for _, n in reading.asked) if sign else _is_name(found["name"], reading)
    return bool(is_named and is_answer) and any(n < own for n in known)


def _behind(found: re.Match[str], who: str, kind: str) -> str:
    if found["sign"]:
        return f"\n\n{found['sign']} is {found['formula']}."
    own = re.search(DERIVATIVE, found["by"], re.I)
    says = f"{who} says" if who else "I get"
    kind = own[0].lower() if own else kind
    return f"\n\nWith respect to {found['name']} {says} the {kind} is {found['formula']}."


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
