"""The ways in which people mean one formula: what |X| is, which product comes first, entries."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from matgrad.app.ask.formulas.entrywise import entrywise, with_offsets
from matgrad.app.ask.formulas.notation import source_of, text_of
from matgrad.core.expr import Expr
from matgrad.core.steps import Problem
from matgrad.core.walk import postorder
from matgrad.ops import det, logdet, norm2
from matgrad.syntax.latex_bindings import MOST
from matgrad.syntax.latex_functions import BARS, DETERMINANT_BARS, LENGTH_BARS
from matgrad.syntax.latex_tables import TRANSPOSES

ENTRIES = "element by element"
_BARS = re.compile(r"(?<!\\)\||\\[lr]?vert\b|\\mid\b")
_ENTRIES = re.compile(r"\\(?:odot|oslash|circ)(?![A-Za-z])")
_DOTS = re.compile(r"\\cdot(?![A-Za-z])|(?<![\^{_])\*")  # as in a * b of programs
# What is said of a formula that has a meaning only if its signs act on entries.
NO_POWER, NO_PRODUCT = "matrices have powers", "cannot multiply"
MISFITS = (NO_POWER, "cannot divide by", "cannot add", "cannot subtract")


@dataclass(frozen=True)
class Way:
    """One way of reading a formula, and the words for it if it is not the first."""

    words: str = ""
    bars: str = BARS
    binding: int = 0  # V ⊘ WH is V ⊘ (WH), a ⊙ Bc yᵀ is (a ⊙ Bc)yᵀ
    entries: bool = False  # quotients and powers are those of entries
    rows: bool = False  # gradients inside are rows
    dots: bool = False  # · and * are products of entries


AS_WRITTEN = Way()
AS_ENTRIES = Way(ENTRIES, entries=True)
WITH_ROWS = Way("with gradients as rows", rows=True)
_MEANINGS = (
    Way("|·| is read as a length", LENGTH_BARS),
    Way("|·| is read as a determinant", DETERMINANT_BARS),
    Way("|·| is read entry by entry", BARS),
)


def ways_of(latex: str, problem: Problem) -> Iterator[Way]:
    """The ways of reading a formula, the likeliest first."""
    yield from _by_bars(latex, problem)
    if _ENTRIES.search(latex):
        yield from (Way(binding=n) for n in range(1, MOST))
    if _DOTS.search(latex):
        yield from (Way(ENTRIES, binding=n, dots=True) for n in range(MOST))


def _by_bars(latex: str, problem: Problem) -> Iterator[Way]:
    if not _BARS.search(latex):
        yield AS_WRITTEN
        return
    used = {node.op for node in postorder(*_roots(problem))}
    first = BARS
    if used & {det, logdet}:  # bars beside a determinant are one
        first = DETERMINANT_BARS
    elif norm2 in used:
        first = LENGTH_BARS
    yield Way(bars=first)
    yield from (way for way in _MEANINGS if way.bars != first)


def _roots(problem: Problem) -> list[Expr]:
    return [problem.function, *(d.value for d in problem.definitions)]


def by_entries(way: Way) -> Way:
    """The same, with quotients and powers of entries."""
    return replace(way, words="; ".join(filter(None, (way.words, ENTRIES))), entries=True)


def dots_of_entries(latex: str) -> str:
    """The formula with products of entries where it has a dot or a star."""
    return _DOTS.sub(r"\\odot ", latex)


def all_of_entries(latex: str) -> str:
    """The formula with quotients and all powers of entries; transposes and e^x stay."""
    latex = entrywise(with_offsets(latex) if "sqrt" in latex else latex, inverse=True)
    source = source_of(latex)
    parts: list[str] = []
    position = 0
    for at, glyph in enumerate(source.glyphs if source else ()):
        if source is None or glyph.kind != "sup" or at + 1 == len(source.glyphs):
            continue
        mark = source.argument(at + 1, len(source.glyphs))
        inside = text_of(source, mark.lo, mark.hi, latex).strip("{} ")
        is_function = at > 0 and source.glyphs[at - 1].text == "e"
        is_power = inside[:1] != "\\" and inside.strip("- ") not in {"", *TRANSPOSES}
        if glyph.start >= position and is_power and not is_function:
            parts += [latex[position : glyph.start], rf"^{{\odot {inside}}}"]
            position = source.glyphs[mark.after - 1].end
    return "".join([*parts, latex[position:]])
