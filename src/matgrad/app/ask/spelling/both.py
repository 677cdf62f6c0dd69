"""Of which names “both” speaks: f = sqrt(K L), both positive numbers; K > 0 and L > 0 scalars."""

from __future__ import annotations

import re

from matgrad.app.ask.formulas.notation import names_in
from matgrad.app.ask.spelling.writing import ANY, ONE, Writing, has_marks
from matgrad.app.ask.text.adjectives import ANY_FACT
from matgrad.app.ask.text.segments import Cut
from matgrad.syntax.latex_tables import LETTERS

_KIND = r"(?:scalars|numbers|reals|constants|vectors|matrices)"
_HOW = (
    r"(?:strictly|real|positive|non-?negative|non-?zero|given|fixed|constant|known|column|row|square"
    r"|independent|n-dimensional)"
)
_ARGUMENTS = re.compile(r"[^=(]{1,20}\(([^()=]*)\)\s*:?=")  # f(x, y) = …
_SAID = re.compile(
    r"(?:[,;(]|(?<=\s)(?=where\b|with\b))\s*(?:(?:where|with|here)\s+)?"
    r"(?P<all>both|all(?:\s+(?:three|four|of\s+(?:them|which)))?)\s+(?:(?:are|being)\s+)?"
    rf"(?=(?:{_HOW}\s+){{0,3}}(?:{_KIND}\s*(?:[.,;:?!)]|$|(?:of|in|with)\b)|{ANY_FACT}\b))",
    re.I,
)
_COMPARED = re.compile(
    rf"(?P<names>{ANY}(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+){ANY}){{0,3}})\s+"
    r"(?:(?:are|both|all)\s+){0,2}(?P<kind>(?:real\s+)?(?:scalars|numbers|reals))(?!\w)"
)
_RELATION = re.compile(r"[<>]|\\(?:ge|le|geq|leq|gt|lt)(?![A-Za-z])")
_SENTENCE = re.compile(r"[.?!;]\s")


def with_both(cut: Cut) -> Cut:
    """The text with the names of which it is said."""
    if has_marks(cut) or not re.search(r"\b(?:both|all|scalars|numbers|reals)\b", cut.words, re.I):
        return cut
    writing = Writing.of(cut)
    for found in reversed([*_COMPARED.finditer(writing.text)]):
        marks = [*re.finditer(ONE, found["names"])]
        ends = [i for i, mark in enumerate(marks) if not _is_compared(writing.formula(mark[1]))]
        listed = marks[ends[-1] + 1 if ends else 0 :]
        if any(_RELATION.search(writing.formula(mark[1])) for mark in listed):
            start = found.start() + listed[0].start()
            names = writing.text[start : found.end("names")]
            writing.put(start, found.end(), f"with {found['kind']} {names}")
    for found in reversed([*_SAID.finditer(writing.text)]):
        names = _names(writing, found.start())
        is_two = len(names) == 2 or (len(names) > 2 and found["all"].lower() != "both")
        if is_two and all(names):
            listed = " and ".join([", ".join(names[:-1]), names[-1]])
            every = "both" if len(names) == 2 else "all"
            is_apart = found[0][0] == ","  # a clause of its own behind what else is listed
            start = found.start() if is_apart else found.start("all")
            writing.put(start, found.end(), f"{'; ' if is_apart else ''}{listed} are {every} ")
    return writing.recut(cut)


def _names(writing: Writing, end: int) -> list[str]:
    """The marks of the names in a sentence before this, or of those in its only equation."""
    start = max((each.end() for each in _SENTENCE.finditer(writing.text, 0, end)), default=0)
    formulas = [writing.formula(number) for number in re.findall(ONE, writing.text[start:end])]
    alone = [_letters(each) for each in formulas if len(_letters(each)) == 1 and "=" not in each]
    if len(alone) > 1:
        return [writing.add(name) for (name,) in alone]
    if sum("=" in each for each in formulas) > 1 or not formulas:
        return []  # both may be the functions
    arguments = _ARGUMENTS.match(formulas[-1])
    names = _letters(arguments[1]) if arguments else []
    names = names if len(names) > 1 else _letters(formulas[-1].rpartition("=")[2])
    return [writing.add(name) for name in names]


def _is_compared(latex: str) -> bool:
    """Is this a name, or a name that is compared: K > 0?"""
    return len(_letters(latex)) == 1 and "=" not in latex


def _letters(latex: str) -> list[str]:
    """The names in a formula in LaTeX; none if one of them is no letter."""
    names = [rf"\{name}" if name in LETTERS else name for name in names_in(latex)]
    return names if all(re.fullmatch(r"\\?[A-Za-z]+|\w", name) for name in names) else []
