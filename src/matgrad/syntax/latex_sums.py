r"""Sums over an index: \sum_i, \sum_{ij}, \sum_{t=1}^T, and how far they reach."""

from __future__ import annotations

from matgrad.errors import AmbiguousError, LimitError, ParseError, UnsupportedError
from matgrad.syntax.latex_glyphs import Glyph
from matgrad.syntax.latex_reader import Job, Reader, Span, Waiting
from matgrad.syntax.latex_source import Range
from matgrad.syntax.latex_tables import LETTERS
from matgrad.syntax.latex_tokens import name_token, token

MOST_SUMS = 16
_ENDS = frozenset({"=", ",", "in", ";"})


def index_sum(reader: Reader, span: Span, glyph: Glyph) -> None:
    """A sum: its indices are bound in all that belongs to it."""
    scripts = reader.scripts(span.at + 1, span.end)
    if scripts.below is None or scripts.primes:
        raise UnsupportedError("a sum needs its index below", glyph.position, r"\sum_i x_i")
    indices, lower = _indices(reader, scripts.below)
    if (lower is None) != (scripts.above is None):
        raise UnsupportedError("a sum has both limits, or none", glyph.position, r"\sum_{i=1}^n")
    reader.sums += 1
    if reader.sums > MOST_SUMS:
        raise LimitError(f"at most {MOST_SUMS} sums are read", glyph.position)
    reader.operand(span, glyph, "function")
    span.at = scripts.after
    until = _reach(reader, span, indices, glyph)
    reader.bound.extend(indices)

    def leave() -> None:
        del reader.bound[-len(indices) :]

    closing = [token(")", glyph)] * len(indices)
    span.waiting.append(
        Waiting("sum", glyph.position, closing, is_sum=True, until=until, leave=leave)
    )
    reader.schedule(*_opening(glyph, indices, lower, scripts.above))


def _opening(
    glyph: Glyph, indices: list[str], lower: Range | None, upper: Range | None
) -> list[Job]:
    jobs: list[Job] = []
    for index in indices:
        name = "Σ" if lower is None else "sum"
        jobs += [name_token(name, glyph.position), token("(", glyph)]
        jobs += [name_token(index, glyph.position), token(",", glyph)]
        for limit in (lower, upper):
            if limit is not None:
                jobs += [Span(limit.lo, limit.hi), token(",", glyph)]
    return jobs


def _indices(reader: Reader, below: Range) -> tuple[list[str], Range | None]:
    """The indices below a sum, and the lower limit."""
    found: list[str] = []
    for at in range(below.lo, below.hi):
        glyph = reader.glyphs[at]
        if glyph.text == "=" and found:
            return found, Range(at + 1, below.hi, below.hi)
        is_letter = glyph.kind == "letter" or (glyph.kind == "command" and glyph.text in LETTERS)
        if is_letter and glyph.text not in found:
            found.append(glyph.text)
        elif glyph.text != "," and glyph.kind != "space":
            raise UnsupportedError(
                "only all values of an index are summed", glyph.position, r"\sum_i, \sum_{i=1}^n"
            )
    if not found:
        raise ParseError("the index of the sum is missing", reader.glyphs[below.lo - 1].position)
    return found, None


# ---------------------------------------------------------------- how far a sum reaches


def _reach(reader: Reader, span: Span, indices: list[str], glyph: Glyph) -> int:
    """Where the last term begins that has the index; a sum ends with the term it stands in else."""
    starts = [span.at]
    has_index = [False]
    for at in _top_level(reader, span):
        following = reader.glyphs[at]
        is_sign = following.kind == "sign" and following.text in ("+", "-")
        if following.kind == "sign" and following.text in _ENDS:
            break
        if is_sign and reader.source.ends_operand(at - 1) and at > span.at:
            starts.append(at)
            has_index.append(False)
        elif _holds(reader, at, indices):
            has_index[-1] = True
    last = max((number for number, found in enumerate(has_index) if found), default=0)
    if last == 0:
        return 0
    if last + 1 < len(starts) or not all(has_index[: last + 1]):
        end = reader.glyphs[starts[-1]].end
        raise AmbiguousError(
            "which terms belong to this sum?", (glyph.start, end), "put them in brackets"
        )
    return starts[last] + 1


def _top_level(reader: Reader, span: Span) -> list[int]:
    found: list[int] = []
    at = span.at
    while at < span.end:
        found.append(at)
        bracket = reader.source.brackets.get(at)
        at = at + 1 if bracket is None else bracket.close + 1
    return found


def _holds(reader: Reader, at: int, indices: list[str]) -> bool:
    """Does an index stand in this glyph, or inside the bracket that opens here?"""
    bracket = reader.source.brackets.get(at)
    end = at + 1 if bracket is None else bracket.close
    return any(glyph.text in indices for glyph in reader.glyphs[at:end])
