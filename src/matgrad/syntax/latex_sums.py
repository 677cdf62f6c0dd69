r"""Sums over an index: \sum_i, \sum_{ij}, \sum_{t=1}^T, and how far they reach."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from matgrad.errors import (
    AmbiguousError,
    LimitError,
    MatgradError,
    ParseError,
    UnsupportedError,
)
from matgrad.syntax.latex_glyphs import Glyph
from matgrad.syntax.latex_indices import Under, masked, read_under
from matgrad.syntax.latex_marks import is_turned
from matgrad.syntax.latex_reader import Job, Reader, Span
from matgrad.syntax.latex_source import Range
from matgrad.syntax.latex_tables import NORMS
from matgrad.syntax.latex_tokens import name_token, number_token, token
from matgrad.syntax.latex_waiting import Waiting
from matgrad.syntax.sums import BY_ENTRIES, INSIDE

MOST_SUMS = 16
_INDICES = frozenset("ijkl")
_ENDS = frozenset({"=", ",", "in", ";"})
_WORDS = (
    "operatorname text textrm textit textbf textsf mathrm mathit mathsf mathtt mbox rm it sf tt bf"
).split()
_RELATIONS = frozenset({"=", "in", "ne", "neq", "<", ">", "le", "leq", "ge", "geq", "lt", "gt"})


def index_sum(reader: Reader, span: Span, glyph: Glyph) -> None:
    """A sum, a product or the largest of all: its indices are bound in all that belongs to it."""
    scripts = reader.scripts(span.at + 1, span.end)
    if scripts.below is None or scripts.primes:
        hint = r"\sum_i x_i" if glyph.text == "sum" else r"\operatorname{prod}(x), or \prod_{i=1}^n"
        raise UnsupportedError(f"a {glyph.text} needs its index below", glyph.position, hint)
    under = read_under(reader, scripts.below)
    if scripts.above is not None and under.upper is None:
        under = replace(under, upper=scripts.above)
    is_bounded = under.within is not None or bool(under.relation)
    if (under.lower is None) != (under.upper is None) and not is_bounded:
        raise UnsupportedError("a sum has both limits, or none", glyph.position, r"\sum_{i=1}^n")
    if glyph.text == "prod" and under.relation:
        raise UnsupportedError("a product needs limits", glyph.position, r"\prod_{i=1}^n x_i")
    reader.sums += 1
    if reader.sums > MOST_SUMS:
        raise LimitError(f"at most {MOST_SUMS} sums are read", glyph.position)
    outer = reader.bound if under.relation else ()  # j ≠ i where i belongs to a sum around
    indices = [index for index in under.indices if index not in outer]
    if not indices:
        raise ParseError("these indices are bound already", glyph.position)
    _check_free(under, indices, glyph)
    reader.operand(span, glyph, "function", "sum")
    span.at = scripts.after
    until = _reach(reader, span, indices, glyph)
    if until and any(not waiting.is_sum for waiting in span.waiting):
        raise _unclear(glyph, reader.glyphs[until - 1].end)  # \log\sum_i e^{x_i} - x_i
    is_nested = any(not (w.is_sum and w.name == "sum") for w in span.waiting)
    last = _behind(reader, span, indices, until) if is_nested or glyph.text != "sum" else None
    reader.bound.extend(indices)

    def leave() -> None:
        del reader.bound[-len(indices) :]

    mask = masked(reader, under, glyph)
    is_whole = glyph.text != "sum" and under.upper is None
    closing = [token(")", glyph)] * (len(indices) + bool(mask) + is_whole)
    span.waiting.append(
        Waiting(
            glyph.text, glyph.position, closing, is_sum=True, until=until, leave=leave, last=last
        )
    )
    reader.schedule(*_opening(glyph, indices, under), *mask)


def is_extreme(reader: Reader, at: int, end: int) -> bool:
    r"""Is this \max_i x_i, the largest of the numbers at all i, which it is of an index alone?"""
    if not reader.glyphs[at].is_command("max", "min"):
        return False
    below = reader.scripts(at + 1, end).below
    if below is None:
        return False
    indices = _indices_below(reader, below)
    return bool(indices) and all(
        any(_holds(reader, place, [index]) for place in range(below.hi, end)) for index in indices
    )


def _indices_below(reader: Reader, below: Range) -> tuple[str, ...]:
    r"""The indices i, i,j or 1 \le i \le n below an extreme; none where these are variables."""
    try:
        under = read_under(reader, below)
    except MatgradError:
        return ()
    is_all = (
        under.within is None
        and not under.relation
        and (under.lower is None) == (under.upper is None)
    )
    return under.indices if is_all and {*under.indices} <= _INDICES else ()


def _check_free(under: Under, indices: Sequence[str], glyph: Glyph) -> None:
    r"""Refuse \sum_{j \ne i} alone: i is a number that is given, or it is summed over as well."""
    if under.relation == "≠" and len(indices) == 2 and indices[0] > indices[1]:
        later, first = indices
        raise AmbiguousError(
            f"is this a sum over {later} alone, or over {first} as well?",
            glyph.position,
            rf"\sum_{first} \sum_{{{later} \ne {first}}} is one over both",
        )


def _opening(glyph: Glyph, indices: Sequence[str], under: Under) -> list[Job]:
    jobs: list[Job] = []
    open_name = "Σ"
    if glyph.text != "sum" and under.upper is None:  # of all entries of a vector
        jobs += [name_token(glyph.text, glyph.position), token("(", glyph)]
        open_name = BY_ENTRIES
    for number, index in enumerate(indices):
        name = open_name if under.upper is None else glyph.text
        name = INSIDE if number and name == BY_ENTRIES else name
        jobs += [name_token(name, glyph.position), token("(", glyph)]
        jobs += [name_token(index, glyph.position), token(",", glyph)]
        if under.upper is None:
            continue
        first = number_token(1, glyph.position)
        jobs += [first if under.lower is None else Span(under.lower.lo, under.lower.hi)]
        jobs += [token(",", glyph), Span(under.upper.lo, under.upper.hi), token(",", glyph)]
    return jobs


# ---------------------------------------------------------------- how far a sum reaches


def _reach(reader: Reader, span: Span, indices: list[str], glyph: Glyph) -> int:
    """Where the last term begins that has the index; a sum ends with the term it stands in else."""
    starts = [span.at]
    marks = _marks(reader)
    has_index = [False]
    rebound: set[str] = set()  # by a sum of its own inside of this term
    for at in _top_level(reader, span):
        following = reader.glyphs[at]
        rebound |= _rebinds(reader, at, indices)
        is_sign = following.kind == "sign" and following.text in ("+", "-")
        if following.kind == "sign" and following.text in _ENDS:
            break
        if is_sign and reader.source.ends_operand(at - 1) and at > span.at:
            starts.append(at)
            has_index.append(False)
            rebound = set()
        elif _holds(reader, at, [index for index in indices if index not in rebound], marks):
            has_index[-1] = True
    last = max((number for number, found in enumerate(has_index) if found), default=0)
    if last == 0:
        return 0
    if last + 1 < len(starts) or not all(has_index[: last + 1]):
        raise _unclear(glyph, reader.glyphs[starts[-1]].end)
    return starts[last] + 1


def _behind(reader: Reader, span: Span, indices: list[str], until: int) -> int | None:
    """Behind the last factor that has the index, in a sum whose reach changes its value."""
    found: int | None = None
    marks = _marks(reader)
    rebound: set[str] = set()
    for at in _top_level(reader, span):
        glyph = reader.glyphs[at]
        is_sign = glyph.kind == "sign" and glyph.text in ("+", "-", *_ENDS)
        if is_sign and at >= until and reader.source.ends_operand(at - 1):
            break
        rebound |= _rebinds(reader, at, indices)
        if _holds(reader, at, [index for index in indices if index not in rebound], marks):
            bracket = reader.source.brackets.get(at)
            found = at + 1 if bracket is None else bracket.close + 1
    return found


def _unclear(glyph: Glyph, end: int) -> AmbiguousError:
    return AmbiguousError(
        "which terms belong to this sum?", (glyph.start, end), "put them in brackets"
    )


def _marks(reader: Reader) -> frozenset[int]:
    r"""Where letters stand that are no indices: in x^T, in \|A\|_F, and e in e^x."""
    found: set[int] = set()
    brackets = reader.source.brackets.values()
    norms = {bracket.close for bracket in brackets if bracket.sign == "‖"}
    for at, glyph in enumerate(reader.glyphs):
        if at in norms:
            below = reader.scripts(at + 1, len(reader.glyphs)).below
            if below and reader.source.word(below.lo, below.hi) in NORMS:
                found.update(range(below.lo, below.hi))
        follows = at + 1 < len(reader.glyphs)
        if glyph.kind == "sup" and follows:
            above = reader.source.argument(at + 1, len(reader.glyphs))
            found.update(range(above.lo, above.hi) if is_turned(reader, above) else ())
        is_power = follows and reader.glyphs[at + 1].kind == "sup"
        if glyph.text == "e" and is_power and (at == 0 or reader.glyphs[at - 1].kind != "sub"):
            found.add(at)
    return frozenset(found)


def _rebinds(reader: Reader, at: int, indices: Sequence[str]) -> set[str]:
    """The indices over which another sum, product or extreme begins here."""
    if not reader.glyphs[at].is_command("sum", "prod", "max", "min"):
        return set()
    below = reader.scripts(at + 1, len(reader.glyphs)).below
    if below is None:
        return set()
    texts = [glyph.text for glyph in reader.glyphs[below.lo : below.hi]]
    first = min((k for k, text in enumerate(texts) if text in _RELATIONS), default=len(texts))
    return {text for text in texts[:first] if text in indices}


def _is_word(reader: Reader, at: int) -> bool:
    r"""Is the group that opens here a word, as in \operatorname{diag} or {\rm tr}? Its letters are
    no indices."""
    bracket = reader.source.brackets.get(at)
    if bracket is None or reader.glyphs[at].kind != "group":
        return False
    inside = [g for g in reader.glyphs[at + 1 : bracket.close] if g.kind != "space"]
    before = at - 1
    while before > 0 and (
        reader.glyphs[before].kind == "space" or reader.glyphs[before].text == "*"
    ):
        before -= 1
    is_named = before >= 0 and reader.glyphs[before].is_command(*_WORDS)
    return is_named and len(inside) > 1


def _top_level(reader: Reader, span: Span) -> list[int]:
    found: list[int] = []
    at = span.at
    while at < span.end:
        found.append(at)
        bracket = reader.source.brackets.get(at)
        at = at + 1 if bracket is None else bracket.close + 1
    return found


def _holds(reader: Reader, at: int, indices: Sequence[str], marks: Collection[int] = ()) -> bool:
    """Does an index stand in this glyph, or inside the bracket that opens here?

    What a sum inside of the bracket binds again, from there to the end of its own bracket, is
    another index: \\sum_i a_i + c(\\sum_i b_i - 1).
    """
    brackets = reader.source.brackets
    bracket = brackets.get(at)
    ends = [at + 1 if bracket is None else bracket.close]  # of the brackets around a glyph
    stop, place = ends[0], at
    again: list[tuple[int, set[str]]] = []  # until where, and which
    while place < stop:
        if _is_word(reader, place):
            place = brackets[place].close + 1
            continue
        while place > ends[-1]:
            ends.pop()
        again = [(end, names) for end, names in again if place <= end]
        glyph = reader.glyphs[place]
        if names := _rebinds(reader, place, indices):
            again.append((ends[-1], names))
        elif glyph.text in indices and not (
            place in marks or any(glyph.text in names for _, names in again)
        ):
            return True
        inner = brackets.get(place)
        if inner is not None and place > at:
            ends.append(inner.close)
        place += 1
    return False
