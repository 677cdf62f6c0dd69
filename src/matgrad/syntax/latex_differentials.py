r"""dx and d\,X in a formula: a differential, or a product with a variable d."""

from __future__ import annotations

from matgrad.errors import UnsupportedError
from matgrad.syntax.latex_divisions import top_level
from matgrad.syntax.latex_names import Found, Written, read_name
from matgrad.syntax.latex_reader import Reader
from matgrad.syntax.latex_tokens import Position

_ENDS_TERM = ("+", "-")
_ENDS_SUM = ("=", ",", ";", "in")


def check_differential(reader: Reader, found: Found, position: Position) -> None:
    r"""Refuse \mathrm{d} before a formula, and dx of a variable x: d is no factor there."""
    if found.name != Written("d") or reader.setting.strict:
        return
    own = reader.names.is_known(found.name) or found.name in reader.names.own
    if not own and (found.is_word or not _is_variable(reader)):
        raise UnsupportedError(
            "a differential is not read", position,
            r"give the function, and ask for it; or declare d, or write d \cdot x",
        )  # fmt: skip


def _is_variable(reader: Reader) -> bool:
    """Does d stand somewhere in this text where no differential can?

    That is apart from a name behind it, before a power as in c + dx^2, or as a coefficient, as in
    a + dx: all terms of a sum have differentials, or none.
    """
    places = [at for at, g in enumerate(reader.glyphs) if g.kind == "letter" and g.text == "d"]
    for at in places:
        name = _beside(reader, at + 1)
        if name is None or _is_power(reader, name.after):
            return True
    names = [name for at in places if (name := _beside(reader, at + 1))]
    if any(reader.names.is_known(name.name) for name in names):
        return False
    return len(places) == 1 and _is_coefficient(reader, places[0], names[0])


def _is_coefficient(reader: Reader, at: int, moved: Found) -> bool:
    """Does d begin a term beside others, none of which is x alone as in x + dx?"""
    terms = _terms_around(reader, at)
    others = [(lo, hi) for lo, hi in terms if not lo <= at < hi]
    first = next((lo for lo, hi in terms if lo <= at < hi), at)
    if reader.source.skip_spaces(first, at) != at or not others:
        return False
    for lo, hi in others:
        start = reader.source.skip_spaces(lo, hi)
        found = read_name(reader.source, start, hi) if start < hi else None
        is_all = found is not None and reader.source.skip_spaces(found.after, hi) == hi
        if found is not None and is_all and found.name == moved.name:
            return False
    return True


def _terms_around(reader: Reader, at: int) -> list[tuple[int, int]]:
    """The terms of the sum in which a place stands, at its own depth of brackets."""
    lo, hi = 0, len(reader.glyphs)
    for opens, bracket in sorted(reader.source.brackets.items()):
        if lo <= opens < at < bracket.close < hi:
            lo, hi = opens + 1, bracket.close
    terms: list[tuple[int, int]] = []
    start = lo
    for each in [*top_level(reader.source, lo, hi), hi]:
        text = reader.glyphs[each].text if each < hi else "="
        if text not in (*_ENDS_TERM, *_ENDS_SUM):
            continue
        terms.append((start, each))
        start = each + 1
        if text in _ENDS_SUM and each > at:
            break
        terms = [] if text in _ENDS_SUM else terms
    return [(lo, hi) for lo, hi in terms if lo < hi]


def _is_power(reader: Reader, at: int) -> bool:
    """Does a number stand above what ends here, as in c + dx^2?"""
    signs = [glyph.text for glyph in reader.glyphs[at : at + 3] if glyph.text != "{"]
    return signs[:1] == ["^"] and signs[1:2] != [] and signs[1].isdigit()


def _beside(reader: Reader, at: int) -> Found | None:
    r"""The name that stands right behind the letter before this place, or a command for space."""
    if at >= len(reader.glyphs) or reader.glyphs[at].start != reader.glyphs[at - 1].end:
        return None
    at = reader.source.skip_spaces(at, len(reader.glyphs))
    is_name = at < len(reader.glyphs) and reader.glyphs[at].kind in ("letter", "command", "group")
    return read_name(reader.source, at, len(reader.glyphs)) if is_name else None
