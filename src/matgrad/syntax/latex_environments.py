r"""Matrices written out, functions given case by case, and indicators."""

from __future__ import annotations

from typing import NamedTuple

from matgrad.errors import ParseError, UnsupportedError
from matgrad.syntax.latex_divisions import top_level
from matgrad.syntax.latex_glyphs import Glyph
from matgrad.syntax.latex_reader import Job, Reader, Span
from matgrad.syntax.latex_scripts import marked
from matgrad.syntax.latex_source import Range
from matgrad.syntax.latex_tables import ELSE, FILLERS, WORDS
from matgrad.syntax.latex_tokens import name_token, number_token, token
from matgrad.syntax.tokens import Kind, Token

MATRICES = {"matrix": "", "pmatrix": "", "bmatrix": "", "Bmatrix": "", "smallmatrix": ""}
MATRICES |= {"vmatrix": "det"}
# Relations as (is the left side the larger one, is equality included).
RELATIONS: dict[str, tuple[bool, bool]] = {
    **dict.fromkeys((">", "gt"), (True, False)),
    **dict.fromkeys(("<", "lt"), (False, False)),
    **dict.fromkeys(("ge", "geq", "geqslant"), (True, True)),
    **dict.fromkeys(("le", "leq", "leqslant"), (False, True)),
}
ZERO = ["0"]
THIN = "what is said of single points, as for x = 0, is left out"


class Relation(NamedTuple):
    """left > right, or left ≥ right if equality is included."""

    left: Range
    right: Range
    inclusive: bool


def environment(reader: Reader, span: Span, glyph: Glyph) -> None:
    """A matrix, or a function given by cases."""
    if glyph.text in MATRICES:
        _matrix(reader, span, glyph)
    elif glyph.text == "cases":
        _cases(reader, span, glyph)
    else:
        raise UnsupportedError(f"the environment {glyph.text} is not read", glyph.position)


def _cells(reader: Reader, inside: Range) -> list[list[Range]]:
    """The cells of a table, row by row."""
    rows: list[list[Range]] = [[]]
    start = inside.lo
    ends = [*top_level(reader.source, inside.lo, inside.hi), inside.hi]
    for index in ends:
        kind = reader.glyphs[index].kind if index < inside.hi else "newline"
        if kind in ("align", "newline"):
            rows[-1].append(Range(start, index, index + 1))
            start = index + 1
            if kind == "newline":
                rows.append([])
    is_empty = [all(cell.lo == cell.hi for cell in row) for row in rows]
    return [row for row, empty in zip(rows, is_empty, strict=True) if not empty]


def _write(reader: Reader, span: Span, glyph: Glyph, after: int, jobs: list[Job]) -> None:
    """Write an operand down, and the marks after it."""
    start = reader.operand(span, glyph, "other")
    span.at = after
    reader.schedule(*jobs, marked(reader, span, start))


def _matrix(reader: Reader, span: Span, glyph: Glyph) -> None:
    inside = reader.source.inside(span.at)
    rows = _cells(reader, inside)
    if not rows or len({len(row) for row in rows}) > 1:
        raise ParseError("the rows of this matrix have different lengths", glyph.position)
    jobs: list[Job] = [token("[", glyph)]
    for number, row in enumerate(rows):
        jobs += [Token(Kind.BREAK, ";", *glyph.position)] if number else []
        for place, cell in enumerate(row):
            jobs += [token(",", glyph)] if place else []
            jobs.append(Span(cell.lo, cell.hi))
    jobs.append(token("]", glyph))
    if MATRICES[glyph.text]:
        jobs = [name_token(MATRICES[glyph.text], glyph.position), token("(", glyph), *jobs]
        jobs.append(token(")", glyph))
    _write(reader, span, glyph, inside.after, jobs)


# ---------------------------------------------------------------- cases


def _cases(reader: Reader, span: Span, glyph: Glyph) -> None:
    inside = reader.source.inside(span.at)
    every = _cells(reader, inside)
    rows = [row for row in every if not _is_thin(reader, row)]
    reader.notes += [THIN] if len(rows) < len(every) else []
    if [len(row) for row in rows] != [2, 2]:
        raise UnsupportedError("only two cases with their conditions are read", glyph.position)
    (value, when), (other, when_not) = rows
    value, other = _trimmed(reader, value), _trimmed(reader, other)
    relation = _relation(reader, _condition(reader, when))
    if relation is None:
        raise UnsupportedError("the condition of this case is not read", glyph.position, "x > 0")
    if not _is_complement(reader, relation, _condition(reader, when_not)):
        raise UnsupportedError(
            "the second case must hold wherever the first does not", glyph.position, "otherwise"
        )
    inside_relu = _relu_of(reader, relation, value, other)
    if inside_relu is not None:
        jobs: list[Job] = [name_token("relu", glyph.position), *_bracketed(inside_relu, glyph)]
        _write(reader, span, glyph, inside.after, jobs)
        return
    values = (other, value) if relation.inclusive else (value, other)
    _write(reader, span, glyph, inside.after, _chosen(reader, relation, values, glyph))


def _chosen(
    reader: Reader, relation: Relation, values: tuple[Range, Range], glyph: Glyph
) -> list[Job]:
    """step ⊙ first + (1 − step) ⊙ second; a 0 has the shape of the other, so it is left out."""
    there = _step(reader, relation, glyph)
    beside: list[Job] = [*_one_minus(glyph), *_step(reader, relation, glyph), token(")", glyph)]
    parts = [(there, values[0]), (beside, values[1])]
    shown = [pair for pair in parts if _texts(reader, pair[1]) != ZERO] or parts[:1]
    jobs: list[Job] = [token("(", glyph)]
    for number, (weight, part) in enumerate(shown):
        jobs += [token("+", glyph)] if number else []
        jobs += [*weight, token(".*", glyph), *_bracketed(part, glyph)]
    return [*jobs, token(")", glyph)]


def _one_minus(glyph: Glyph) -> list[Job]:
    return [token("(", glyph), number_token(1, (glyph.start, glyph.start)), token("-", glyph)]


def _bracketed(part: Range, glyph: Glyph) -> list[Job]:
    return [token("(", glyph), Span(part.lo, part.hi), token(")", glyph)]


def _step(reader: Reader, relation: Relation, glyph: Glyph) -> list[Job]:
    """step(left − right), or step(right − left) where equality belongs to the first case."""
    larger, smaller = relation.left, relation.right
    if relation.inclusive:
        larger, smaller = smaller, larger
    jobs: list[Job] = [name_token("step", glyph.position), token("(", glyph)]
    if _texts(reader, larger) != ZERO:
        jobs += _bracketed(larger, glyph)
    if _texts(reader, smaller) != ZERO:
        jobs += [token("-", glyph), *_bracketed(smaller, glyph)]
    return [*jobs, token(")", glyph)]


def _condition(reader: Reader, cell: Range) -> Range:
    """The condition without words such as `if`."""
    lo, hi = cell.lo, cell.hi
    while lo < hi:
        glyph = reader.glyphs[lo]
        if glyph.kind == "space":
            lo += 1
            continue
        word, after = _word(reader, lo, hi)
        if word not in FILLERS:
            break
        lo = after
    return _trimmed(reader, Range(lo, hi, cell.after))


def _trimmed(reader: Reader, part: Range) -> Range:
    """A part without the marks of a sentence at its end."""
    lo, hi = part.lo, part.hi
    while lo < hi and (
        reader.glyphs[hi - 1].kind == "space" or reader.glyphs[hi - 1].text in (",", ".", ";")
    ):
        hi -= 1
    return Range(lo, hi, part.after)


def _word(reader: Reader, lo: int, hi: int) -> tuple[str, int]:
    glyph = reader.glyphs[lo]
    if glyph.kind != "command" or glyph.text not in WORDS or lo + 1 >= hi:
        return "", lo
    found = _trimmed(reader, reader.source.argument(lo + 1, hi))
    return reader.source.word(found.lo, found.hi) or "", found.after


def _relation(reader: Reader, part: Range) -> Relation | None:
    places = [
        index
        for index in top_level(reader.source, part.lo, part.hi)
        if reader.glyphs[index].kind in ("sign", "command")
        and reader.glyphs[index].text in RELATIONS
    ]
    if len(places) != 1 or not part.lo < places[0] < part.hi - 1:
        return None
    (at,) = places
    left, right = Range(part.lo, at, at), Range(at + 1, part.hi, part.hi)
    greater, inclusive = RELATIONS[reader.glyphs[at].text]
    return Relation(left, right, inclusive) if greater else Relation(right, left, inclusive)


def _texts(reader: Reader, part: Range) -> list[str]:
    return [g.text for g in reader.glyphs[part.lo : part.hi] if g.kind != "space"]


def _is_complement(reader: Reader, relation: Relation, other: Range) -> bool:
    if other.lo < other.hi and _word(reader, other.lo, other.hi)[0] in ELSE:
        return True
    second = _relation(reader, other)
    if second is None or (second.inclusive and relation.inclusive):
        return False  # both or neither at the edge; neither is as if nobody had asked there
    mine = _texts(reader, relation.left), _texts(reader, relation.right)
    return mine == (_texts(reader, second.right), _texts(reader, second.left))


def _is_thin(reader: Reader, row: list[Range]) -> bool:
    """Is this the case of one number, x = 0, where a derivative has a jump?"""
    condition = _condition(reader, row[1]) if len(row) == 2 else None
    return condition is not None and "=" in _texts(reader, condition)


def _relu_of(reader: Reader, relation: Relation, value: Range, other: Range) -> Range | None:
    """What stands in max(x, 0), if that is what the cases say."""
    left, right = _texts(reader, relation.left), _texts(reader, relation.right)
    values = _texts(reader, value), _texts(reader, other)
    if right == ZERO and values == (left, ZERO):
        return value
    return other if left == ZERO and values == (ZERO, right) else None


def indicator(reader: Reader, span: Span, glyph: Glyph) -> None:
    r"""\mathbf{1}[x > 0] is step(x)."""
    at = reader.source.argument(span.at + 1, span.end).after
    _indicator(reader, span, glyph, reader.source.inside(at))


def indicator_below(reader: Reader, span: Span, glyph: Glyph) -> None:
    r"""\mathbf{1}_{x > 0} and \mathbf{1}_{\{x > 0\}} are step(x)."""
    at = reader.source.argument(span.at + 1, span.end).after
    below = reader.source.argument(at + 1, span.end)
    lo = reader.source.skip_spaces(below.lo, below.hi)
    bracket = reader.source.brackets.get(lo)
    if bracket is not None and bracket.close == below.hi - 1:
        below = Range(lo + 1, bracket.close, below.after)
    _indicator(reader, span, glyph, below)


def _indicator(reader: Reader, span: Span, glyph: Glyph, inside: Range) -> None:
    relation = _relation(reader, inside)
    if relation is None:
        raise UnsupportedError(
            "the condition of this indicator is not read", glyph.position, "x > 0"
        )
    jobs = _step(reader, relation, glyph)
    if relation.inclusive:
        jobs = [*_one_minus(glyph), *jobs, token(")", glyph)]
    _write(reader, span, glyph, inside.after, jobs)
