"""What one text says when a formula is compared: the formula, its label, and names that it gives.

`df/dx = A'*r with r = A*x - b` is the formula A'*r, of a derivative, where r is A*x - b.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from matgrad.api.judge.labels import JACOBIAN, Label, label_of, name_in, written
from matgrad.api.judge.lines import Line, Side, lines_of
from matgrad.syntax import Limits, is_latex
from matgrad.syntax.tokens import Kind

FUNCTION = "f"
_ENTRIES = re.compile(r"(?P<name>[A-Za-z]\w*?)_(?P<entry>[ijkl],?[ijkl]?)")
_BRACES = re.compile(r"[\^_]\s*\{")
_SIGNS = re.compile(r"[*@']|\.[T^/]|\w\w\(")  # of text, which LaTeX hardly has
_BELOW = re.compile(r"_([ijkl]{1,2})\b")
_INDEXED, _BARE = re.compile(r"\b([a-z])_[ijkl]\b"), re.compile(r"\b([a-z])\b(?!_)")
_BOUND = re.compile(r"(?:[∑Σ∏]|\b(?:sum|prod))_([ijkl]{1,2})(?![a-z])")
_HENCE = re.compile(r"\\(?:therefore|because|implies|(?:R|Longr)ightarrow)(?![A-Za-z])")
_CONDITION = re.compile(  # a word before a condition, which the lines know as another one
    r"(?P<before>\\text\s*\{\s*|(?<![A-Za-z\\{_]))(?:if|when|assuming|provided)(?![A-Za-z_])"
)
_CALL = re.compile(r"[A-Za-z]\w*(?:_\w+)? \( .* \)")


@dataclass(frozen=True)
class Spoken:
    """A formula, the names given with it, and the derivative or the entries that it is said to be.

    The sides are those of a chain a = b = …; the last one is the formula.
    """

    text: str
    is_latex: bool
    sides: tuple[Side, ...]
    given: tuple[tuple[str, Side], ...] = ()
    stated: tuple[str, ...] = ()  # what else is said: A is symmetric, X = X^T
    label: Label | None = None
    entries: tuple[str, ...] = ()

    @property
    def formula(self) -> Side:
        """The formula itself."""
        return self.sides[-1]

    @property
    def is_jacobian(self) -> bool:
        """Is it said to be the derivative by a vector, a Jacobian if it is a matrix?"""
        label = self.label
        is_by_vector = label is not None and len(label.by) == 1 and label.by.islower()
        return label is not None and (label.kind == JACOBIAN or is_by_vector)

    @property
    def indices(self) -> list[str]:
        """The letters of an index that stand below others in the formula, and below no sum."""
        text = written(self.formula.tokens)
        bound = {letter for inside in _BOUND.findall(text) for letter in inside}
        below = (letter for inside in _BELOW.findall(text) for letter in inside)
        return [letter for letter in dict.fromkeys(below) if letter not in bound]

    @property
    def letters(self) -> set[str]:
        """The names in its formulas."""
        sides = (self.formula, *(side for _, side in self.given))
        return {name for side in sides for name in _words(side, self.is_latex)}

    @property
    def indexed(self) -> set[str]:
        """The letters that never stand without an index."""
        text = written(self.formula.tokens)
        return {*_INDEXED.findall(text)} - {*_BARE.findall(text)}

    @property
    def names(self) -> set[str]:
        """The names that it gives."""
        return {name for name, _ in self.given}


def spoken(text: str, beside: str = "", limits: Limits | None = None) -> Spoken:
    """Take a text apart; where it may be LaTeX it is, if it has braces or stands `beside` LaTeX.

    >>> found = spoken("df/dx = 2*A'*r with r = A*x - b")
    >>> found.formula.text, [name for name, _ in found.given]
    ("2*A'*r", ['r'])
    """
    text = _HENCE.sub("\n", text).strip()
    text = _CONDITION.sub(r"\g<before>where", text)
    lines = lines_of(text, limits)
    main = _main(lines)
    latex = is_latex(text) or bool(_BRACES.search(text))
    latex = latex or (is_latex(beside) and not _SIGNS.search(text))
    given: list[tuple[str, Side]] = []
    stated: list[str] = []
    for line in lines:
        name = name_in(line.sides[0]) if len(line.sides) == 2 else ""
        if line is not main and name and name not in _words(line.sides[1], latex):
            given.append((name, line.sides[1]))
        elif line is not main:
            stated.append(text[slice(*line.place)])
    sides, words = _without_words(main.sides, text)
    found = Spoken(text, latex, sides, tuple(_in_order(given)), (*stated, *words))
    while len(found.sides) > 1 and (shorter := _without_head(found)) is not None:
        found = shorter
    return found


def _without_head(found: Spoken) -> Spoken | None:
    """The same without a label, or a name, in front of its formulas; None if there is none."""
    first, *others = found.sides
    known = {name for side in others for name in _words(side, found.is_latex)}
    label = label_of(first, FUNCTION, known | (_words(first, found.is_latex) - {"d"}))
    rest = replace(found, sides=tuple(others))
    if label is not None:
        return replace(rest, label=label, entries=_free(label.entries))
    head = _ENTRIES.fullmatch(written(first.tokens))
    if head is not None and head["name"] not in known:
        return replace(rest, entries=tuple(head["entry"].replace(",", "")))
    name = name_in(first)
    is_head = bool(name and name not in known) or _CALL.fullmatch(written(first.tokens))
    return rest if is_head else None


def _without_words(sides: Sequence[Side], text: str) -> tuple[tuple[Side, ...], list[str]]:
    """The sides without words around them or the 0 of a derivative that vanishes, and the words."""
    kept: list[Side] = []
    said: list[str] = []
    for side in sides:
        tokens, (start, end) = list(side.tokens), side.place
        while tokens and tokens[0].kind is Kind.WORDS:
            start = text.find("}", tokens.pop(0).end - 1) + 1
        if [t.text for t in tokens[-4:-2]] == [",", "("] and tokens[-2].kind is Kind.NUMBER:
            end, tokens = tokens[-4].start, tokens[:-4]  # \\quad (1)
        cut = next((n for n, t in enumerate(tokens) if t.kind is Kind.WORDS), len(tokens))
        if tokens[cut:]:
            begin = text.rfind("\\", start, tokens[cut].start)  # that of \text
            said.append(text[begin:end])
            end = begin
        kept.append(Side(text[start:end].strip(), (start, end), tuple(tokens[:cut])))
    is_zero = len(kept) > 1 and kept[-1].text == "0"
    return tuple(kept[:-1] if is_zero else kept), said


def _main(lines: Sequence[Line]) -> Line:
    """The line that is compared: the last that gives no name to others."""
    given = [line for n, line in enumerate(lines) if line.is_given or _is_used(line, lines, n)]
    others = [line for line in lines if line not in given]
    return others[-1] if others else lines[0]


def _is_used(line: Line, lines: Sequence[Line], at: int) -> bool:
    name = name_in(line.sides[0]) if len(line.sides) == 2 else ""
    return bool(name) and any(n != at and each.uses(name) for n, each in enumerate(lines))


def _free(entries: Sequence[str]) -> tuple[str, ...]:
    return () if any(map(str.isdigit, entries)) else tuple(entries)


def _in_order(given: Sequence[tuple[str, Side]]) -> Iterator[tuple[str, Side]]:
    """Names after those that they use."""
    waiting = list(given)
    while waiting:
        open_ = {name for name, _ in waiting}
        free = (each for each in waiting if not _words(each[1]) & (open_ - {each[0]}))
        ready = next(free, waiting[0])
        waiting.remove(ready)
        yield ready


def _words(side: Side, latex: bool = False) -> set[str]:
    names = {t.text for t in side.tokens if t.kind is Kind.NAME}
    return names | {letter for name in names for letter in name if latex}
