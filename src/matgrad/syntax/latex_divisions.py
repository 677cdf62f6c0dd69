r"""Where the sentences of a LaTeX text end: at line breaks, commas and connecting words."""

from __future__ import annotations

from collections.abc import Iterator

from matgrad.syntax.latex_names import read_name
from matgrad.syntax.latex_remarks import end_of_remark, remark_at_end, width_between
from matgrad.syntax.latex_source import Source


def trimmed(source: Source, lo: int, hi: int) -> tuple[int, int]:
    """Without spaces, alignment marks and full stops at the ends."""

    def is_empty(index: int) -> bool:
        glyph = source.glyphs[index]
        return glyph.kind in ("space", "align", "newline") or glyph.text in (".", ",", ";")

    while lo < hi and source.glyphs[lo].kind in ("space", "align", "newline"):
        lo += 1
    while lo < hi and is_empty(hi - 1):
        hi -= 1
    if lo < hi and source.glyphs[hi - 1].text == "?":  # … = ?
        lo, hi = trimmed(source, lo, hi - 1)
        is_equation = lo < hi and source.glyphs[hi - 1].text == "="
        return trimmed(source, lo, hi - 1) if is_equation else (lo, hi)
    return lo, hi


def top_level(source: Source, lo: int, hi: int) -> Iterator[int]:
    """The glyphs that stand in no bracket of this range."""
    while lo < hi:
        yield lo
        bracket = source.brackets.get(lo)
        lo = lo + 1 if bracket is None else bracket.close + 1


def parts_of(source: Source, lo: int, hi: int) -> list[tuple[int, int]]:
    """The ranges between line breaks, commas and connecting words."""
    parts: list[tuple[int, int]] = []
    start = lo
    for index in top_level(source, lo, hi):
        width = _separator(source, index, start, hi)
        if width:
            parts.append((start, index))
            start = index + width
        elif after := end_of_remark(source, index, hi):
            parts.append((start, after))
            start = after
    parts.append((start, hi))
    listed = _with_name_lists(source, [trimmed(source, *part) for part in parts])
    return [part for each in listed for part in _without_remark(source, *each) if part[0] < part[1]]


def _without_remark(source: Source, lo: int, hi: int) -> list[tuple[int, int]]:
    r"""A formula, and what (A = A^\top) behind it states."""
    at = remark_at_end(source, lo, hi)
    return [(lo, hi)] if at is None else [trimmed(source, lo, at), (at + 1, hi - 1)]


def _separator(source: Source, index: int, start: int, end: int) -> int:
    """How many glyphs separate two sentences here; 0 if they are one."""
    glyph = source.glyphs[index]
    if glyph.kind == "sign" and glyph.text in (",", ";"):
        return 1
    if glyph.kind == "newline":
        following = source.skip_spaces(index + 1, end)
        while following < end and source.glyphs[following].kind in ("align", "space"):
            following += 1
        goes_on = following < end and source.glyphs[following].text in ("+", "-", "=", "cdot")
        return 0 if goes_on else 1
    if glyph.text == ":" and source.glyphs[min(index + 1, end - 1)].text != "=":
        declares = any(source.glyphs[i].is_command("in") for i in top_level(source, start, index))
        return int(declares)
    return width_between(source, index, end)


def _with_name_lists(source: Source, parts: list[tuple[int, int]]) -> list[tuple[int, int]]:
    r"""Join `A`, `B \in R` to one declaration of two names."""
    joined: list[tuple[int, int]] = []
    names: list[tuple[int, int]] = []
    for lo, hi in parts:
        alone = read_name(source, lo, hi) if lo < hi else None
        if alone is not None and alone.after == hi:
            names.append((lo, hi))
            continue
        is_declaration = any(source.glyphs[i].is_command("in") for i in top_level(source, lo, hi))
        if names and is_declaration:
            joined.append((names[0][0], hi))
        else:
            joined += [*names, (lo, hi)]
        names = []
    return joined + names
