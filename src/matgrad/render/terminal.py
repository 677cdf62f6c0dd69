"""A document as plain text in Unicode, with the equals signs and the reasons in columns."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest

from matgrad.core.expr import Expr
from matgrad.render.document import Document, Equation, Item, Row, Section, Words
from matgrad.render.plain import plain

WIDTH = 100
INDENT = "  "
TIE = "\N{NO-BREAK SPACE}"
_TIED = re.compile(r" (?=[:=⊙])|(?<=[ (][:=⊙]) ")  # formulas inside sentences stay whole
BOLD, DIM, RESET = "\x1b[1m", "\x1b[2m", "\x1b[0m"
OPENING, CLOSING = "([", ")]"
GAP, NARROWEST = 4, 36  # before a reason; and the columns a reason needs to stand beside a line
SIGNS = frozenset("+−⊙⊘:")  # a line may break before these
ENTRIES = frozenset(",;")  # and behind these
_PLACES = re.compile(r"[][() ]")


def as_plain(doc: Document, color: bool = False, width: int = WIDTH) -> str:
    """The document for a terminal; colour only where it is asked for."""
    blocks: list[str] = []
    for section in doc.sections:
        lines = section_lines(section, width, color)
        title = [f"{BOLD}{section.title}{RESET}" if color else section.title]
        blocks.append("\n".join([*(title if section.title else []), *lines]))
    return "\n\n".join(blocks) + "\n"


def columns(string: str) -> int:
    """How many columns a string takes: accents take none."""
    if string.isascii():
        return len(string)
    others = [character for character in set(string) if _width(character) != 1]
    return len(string) + sum((_width(c) - 1) * string.count(c) for c in others)


@lru_cache(4096)
def _width(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def pad(string: str, width: int) -> str:
    """A string with spaces after it, up to a number of columns."""
    return string + " " * (width - columns(string))


def spell(item: Item | None) -> str:
    """One item of a row."""
    return plain(item) if isinstance(item, Expr) else "" if item is None else item.plain


def sentence(words: Words) -> str:
    """Words with the expressions among them."""
    return "".join(word if isinstance(word, str) else spell(word) for word in words)


def equals(equation: Equation, left_width: int = 0) -> str:
    """An equation with its sign in a column."""
    left = spell(equation.left)
    return f"{' ' * (left_width - columns(left))}{left} = {spell(equation.right)}"


def section_lines(section: Section, width: int, color: bool) -> list[str]:
    """The lines of a section below its title."""
    indent = INDENT if section.title else ""
    left = max(map(left_width, section.rows), default=0)
    math = [row_math(row, left) for row in section.rows]
    implied = column(
        (m for m, row in zip(math, section.rows, strict=True) if row.implies), width // 2
    )
    math = [
        f"{pad(m, implied)}  ⟹  {equals(row.implies)}" if row.implies else m
        for m, row in zip(math, section.rows, strict=True)
    ]
    reasons = column(
        (m for m, row in zip(math, section.rows, strict=True) if m and row.words), 2 * width // 3
    )
    at = Columns(left + 3, reasons, width - len(indent))
    rows = zip(math, section.rows, strict=True)
    return [indent + line for m, row in rows for line in row_lines(m, row, at, color)]


def left_width(row: Row) -> int:
    """The columns that the left side of a row takes."""
    if row.display is not None:
        return columns(row.display[0].plain) if row.display[1].plain else 0
    return columns(spell(row.equation.left)) if row.equation and not row.is_detail else 0


def row_math(row: Row, left: int) -> str:
    """The equation of a row; details are set in from the line they explain."""
    if row.display is not None:
        first, rest = (side.plain for side in row.display)
        return f"{' ' * (left - columns(first))}{first} {rest}".rstrip() if rest else first
    if row.equation is None:
        return ""
    return (
        f"{' ' * (left + 3)}· {equals(row.equation)}"
        if row.is_detail
        else equals(row.equation, left)
    )


def column(strings: Iterable[str], most: int) -> int:
    """Where the next column begins: after the longest string that leaves room for it."""
    widths = [max(map(columns, string.split("\n"))) for string in strings]
    return max((width for width in widths if width <= most), default=0)


@dataclass(frozen=True, slots=True)
class Columns:
    """Where things stand in the lines of a section."""

    hang: int  # what follows the equals sign
    reasons: int
    width: int


def row_lines(math: str, row: Row, at: Columns, color: bool) -> list[str]:
    """A row as one line, or as several: broken formula first, then the reason."""
    words = sentence(row.words)
    if not math:
        return textwrap.wrap(words, at.width, subsequent_indent=INDENT, break_long_words=False)
    lines = written_lines(math, at)
    is_beside = max(map(columns, lines)) <= at.reasons and at.width - at.reasons - GAP >= NARROWEST
    column = (at.reasons if is_beside else at.hang) + GAP
    reason = wrapped_reasons(words, at.width - column)
    if color:
        reason = [f"{DIM}{line}{RESET}" for line in reason]
    if not is_beside:
        return [*lines, *(" " * column + line for line in reason)]
    return [
        f"{pad(line, at.reasons)}{' ' * GAP}{words}" if words else line
        for line, words in zip_longest(lines, reason, fillvalue="")
    ]


def written_lines(math: str, at: Columns) -> list[str]:
    """A formula, broken where it is too long; the rows of a matrix stand below each other."""
    if "\n" not in math:
        return break_formula(math, at.width, at.hang)
    first, *rest = math.split("\n")
    return [first, *(" " * at.hang + line for line in rest)]


def wrapped_reasons(words: str, width: int) -> list[str]:
    """Reasons on as few lines as keep each of them whole, where it fits."""
    lines = [""]
    for part in words.split("; "):
        joined = f"{lines[-1]}; {part}" if lines[-1] else part
        if columns(joined) <= width:
            lines[-1] = joined
        else:
            lines += textwrap.wrap(_TIED.sub(TIE, part), width, break_long_words=False)
    return [line.replace(TIE, " ") for line in lines if line]


def break_formula(math: str, width: int, hang: int) -> list[str]:
    """Break a long formula at spaces, where it is least nested, and indent what follows."""
    lines: list[str] = []
    start, indent, left = 0, "", columns(math)
    earliest = max(hang + 2, width // 3)
    while left > width:
        before = start - len(indent)  # where the line would begin without its indentation
        cut = best_break(math, start, before + earliest, before + width)
        if cut is None:
            break
        lines.append(indent + math[start:cut])
        start, indent = cut + 1, " " * (hang + 2)
        left += hang + 2 - columns(lines[-1]) - 1
    return [*lines, indent + math[start:]]


def best_break(math: str, start: int, first: int, last: int) -> int | None:
    """The last space after the first place, up to the last, that has the fewest brackets around."""
    best: tuple[int, int] | None = None
    depth = 0
    for found in _PLACES.finditer(math, start, last + 1):
        position = found.start()
        depth += (found[0] in OPENING) - (found[0] in CLOSING)
        is_sign = math[position + 1 : position + 2] in SIGNS or math[position - 1] in ENTRIES
        usable = found[0] == " " and position > first and is_sign
        if usable and (best is None or depth <= best[0]):
            best = depth, position
    return None if best is None else best[1]
