r"""What f: \mathbb{R}^n \to \mathbb{R} says of the values of f, where the text defines f(x)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from matgrad.core.shape import Shape
from matgrad.core.steps import Problem
from matgrad.errors import ShapeError
from matgrad.syntax.latex_divisions import top_level
from matgrad.syntax.latex_meaning import Names
from matgrad.syntax.latex_names import read_name
from matgrad.syntax.latex_source import Source
from matgrad.syntax.latex_statements import ARROWS, Sentence
from matgrad.syntax.latex_tokens import Position

NUMBER, COLUMN, MATRIX = "a number", "a column", "a matrix"
_SIMPLE = ("R", "Reals", "reals")


class Range(NamedTuple):
    """The name of a function, what its values are, and where that is said."""

    name: str
    kind: str
    position: Position


def stated_ranges(source: Source, found: Sequence[Sentence], names: Names) -> list[Range]:
    """The ranges of the functions that a text both maps and defines."""
    defined = {s.names[0].name for s in found if s.kind == "definition"}
    ranges: list[Range] = []
    for sentence in found:
        written = sentence.names[0].name if sentence.kind == "mapping" else None
        kind = _kind(source, sentence) if written in defined else None
        if written is not None and kind is not None:
            end = sentence.body.hi - 1
            position = source.glyphs[sentence.at[0]].start, source.glyphs[end].end
            ranges.append(Range(names.text(written, position), kind, position))
    return ranges


def _kind(source: Source, sentence: Sentence) -> str | None:
    """What the elements of the set behind the arrow are; None of sets that are not read."""
    lo, hi, _ = sentence.body
    arrows = [at for at in top_level(source, lo, hi) if source.glyphs[at].is_command(*ARROWS)]
    at = source.skip_spaces(arrows[-1] + 1, hi)
    reals = read_name(source, at, hi) if at < hi else None
    is_command = at < hi and source.glyphs[at].is_command(*_SIMPLE)
    if not is_command and (reals is None or reals.name.stem != "R"):
        return None
    after = reals.after if reals is not None and not is_command else at + 1
    sizes = [glyph for glyph in source.glyphs[after:hi] if glyph.kind != "space"]
    if not any(glyph.kind in ("sup", "raised") for glyph in sizes):
        return NUMBER
    if any(glyph.text in ("times", "×") for glyph in sizes):
        return MATRIX
    return None if "1" in [glyph.text for glyph in sizes] else COLUMN


def as_stated(read: Callable[[bool], Problem], ranges: Sequence[Range], scalar: bool) -> Problem:
    """The problem, in a reading whose values are those that are stated.

    `read` is told whether the function must have one value, which tells numbers from vectors.
    """
    problem = read(scalar)
    misfit = _misfit(problem, ranges)
    if misfit is None:
        return problem
    if Range(problem.name, NUMBER, misfit[1]) in ranges:
        try:
            problem = read(True)
        except ShapeError:
            pass
        else:
            if _misfit(problem, ranges) is None:
                return problem
    raise ShapeError(*misfit)


def _misfit(problem: Problem, ranges: Sequence[Range]) -> tuple[str, Position] | None:
    shapes = {d.symbol.name: d.value.shape for d in problem.definitions}
    shapes[problem.name] = problem.function.shape
    for name, kind, position in ranges:
        if name in shapes and not _fits(shapes[name], kind):
            return f"{name} is stated to be {kind}, but its formula is {shapes[name]}", position
    return None


def _fits(shape: Shape, kind: str) -> bool:
    if kind == MATRIX:
        return not shape.is_scalar
    return shape.is_scalar if kind == NUMBER else shape.is_column and not shape.is_scalar
