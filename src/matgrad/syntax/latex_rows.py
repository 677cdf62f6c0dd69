r"""Square brackets that may be no parentheses: [A\ b], x[1], E[x]."""

from __future__ import annotations

from matgrad.errors import AmbiguousError, UnsupportedError
from matgrad.syntax.latex_names import read_name
from matgrad.syntax.latex_reader import Reader
from matgrad.syntax.latex_tables import FONTS
from matgrad.syntax.tokens import Kind

_THIN = frozenset({",", "!", "thinspace"})  # spaces that stand inside of products, too


def check_row(reader: Reader, at: int) -> None:
    r"""Refuse [A\ b] and [A\;B]: a block row, or a product?"""
    bracket = reader.source.brackets[at]
    if bracket.sign != "[" or not _is_row(reader, at + 1, bracket.close):
        return
    raise AmbiguousError(
        "blocks side by side, or a product?",
        (reader.glyphs[at].start, reader.glyphs[bracket.close].end),
        r"\begin{bmatrix} A & b \end{bmatrix}, or (Ab)",
    )


_MOMENTS = {"E": "an expectation", "V": "a variance"}  # what a capital before brackets may be


def check_behind(reader: Reader, at: int, sign: str) -> None:
    """Refuse x[1], which is an entry, and E[x], unless E is a name that is known."""
    last = reader.out[-1] if reader.out else None
    if sign != "[" or last is None or last.kind is not Kind.NAME:
        return
    lo, hi, _ = reader.source.inside(at)
    position = last.start, reader.glyphs[hi].end
    if hi > lo and all(g.kind == "digit" or g.text in (",", ":") for g in reader.glyphs[lo:hi]):
        raise AmbiguousError(
            f"is this an entry of {last.text}, or a factor in brackets?", position,
            rf"\left[{last.text}\right]_{{1}} is an entry, {last.text} \cdot 2 a product",
        )  # fmt: skip
    own = {reader.names.chosen.get(name) for name in reader.names.own}
    is_given = last.text in own or reader.names.is_name(last.text)
    if last.text in _MOMENTS and not is_given:
        raise UnsupportedError(
            f"{last.text} before square brackets is {_MOMENTS[last.text]}, which is not read",
            position,
            "give what stands inside, or its average over samples; "
            f"if {last.text} is a matrix, declare it",
        )


def _is_row(reader: Reader, lo: int, hi: int) -> bool:
    """Are these only names and numbers with their marks, and wide spaces between them?"""
    cells, is_apart, at = 0, True, lo
    while at < hi:
        glyph = reader.glyphs[at]
        if glyph.kind == "space":
            is_apart = is_apart or glyph.text not in _THIN
            at += 1
            continue
        at += glyph.text == "-" and is_apart  # A\; -b
        after = _behind(reader, at, hi)
        if after is None:
            return False
        at = reader.scripts(after, hi).after
        cells, is_apart = cells + is_apart, False
    return cells > 1


def _behind(reader: Reader, at: int, hi: int) -> int | None:
    r"""Behind the name, the digit or the \mathbf{1} that stands here."""
    if at >= hi:
        return None
    if reader.glyphs[at].kind == "digit":
        return at + 1
    found = read_name(reader.source, at, hi)
    if found is not None:
        return found.after
    if not (reader.glyphs[at].kind == "command" and reader.glyphs[at].text in FONTS):
        return None
    inside = reader.source.argument(at + 1, hi)
    return inside.after if reader.source.word(inside.lo, inside.hi) else None
