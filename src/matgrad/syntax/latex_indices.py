r"""What stands below a sum: indices, a first value, and relations such as i \ne j and i < j."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from matgrad.errors import MatgradError, ParseError, UnsupportedError
from matgrad.syntax.latex_glyphs import Glyph
from matgrad.syntax.latex_names import read_name
from matgrad.syntax.latex_reader import Job, Reader
from matgrad.syntax.latex_source import Range
from matgrad.syntax.latex_tables import LETTERS
from matgrad.syntax.latex_tokens import name_token, number_token, token
from matgrad.syntax.tokens import Kind, Token

RELATIONS = {"<": "<", "lt": "<", ">": ">", "gt": ">", "ne": "≠", "neq": "≠"}
RELATIONS |= {"le": "≤", "leq": "≤", "leqslant": "≤", "ge": "≥", "geq": "≥", "≤": "≤", "≠": "≠"}


@dataclass(frozen=True)
class Under:
    """The indices of a sum, its limits, and how its two indices are related."""

    indices: tuple[str, ...]
    lower: Range | None = None
    upper: Range | None = None
    relation: str = ""
    within: Range | None = None  # the set of its indices


def read_under(reader: Reader, below: Range) -> Under:
    """The indices and limits below a sum."""
    if under := _inside_of_set(reader, below):
        return under
    cuts = [at for at in range(below.lo, below.hi) if _relation(reader.glyphs[at])]
    if not cuts:
        return _plain(reader, below)
    edges = [below.lo - 1, *cuts, below.hi]
    parts = [Range(a + 1, b, b) for a, b in pairwise(edges)]
    signs = [_relation(reader.glyphs[at]) for at in cuts]
    lower = upper = None
    if len(parts) > 2 and _letter(reader, parts[0]) is None and signs[0] == "≤":
        lower, parts, signs = parts[0], parts[1:], signs[1:]
    if len(parts) > 2 and signs[-1] == "≤" and lower is not None:
        upper, parts, signs = parts[-1], parts[:-1], signs[:-1]
    single = _letter(reader, parts[0])
    if lower is not None and upper is None and signs == ["≤"] and single is not None:
        return Under((single,), lower, parts[1])  # 1 ≤ i ≤ n
    names = [_letter(reader, part) for part in parts]
    if len(names) != 2 or None in names or (lower is None) != (upper is None):
        raise _unread(reader.glyphs[cuts[0]])
    first, second = (name for name in names if name is not None)
    if signs[0] in (">", "≥"):
        first, second = second, first
    return Under((first, second), lower, upper, {">": "<", "≥": "≤"}.get(signs[0], signs[0]))


def _inside_of_set(reader: Reader, below: Range) -> Under | None:
    r"""(i,j) \in \Omega and i \in [n]."""
    places = range(below.lo, below.hi)
    sign = next((at for at in places if reader.glyphs[at].is_command("in")), None)
    if sign is None:
        return None
    before = [glyph for glyph in reader.glyphs[below.lo : sign] if glyph.kind != "space"]
    letters = [glyph for glyph in before if glyph.text not in ("(", ")", ",")]
    lo = reader.source.skip_spaces(sign + 1, below.hi)
    if not 0 < len(letters) < 3 or not all(map(_is_index, letters)) or lo == below.hi:
        raise _unread(reader.glyphs[sign])
    indices = tuple(glyph.text for glyph in letters)
    bracket = reader.source.brackets.get(lo)
    if len(indices) == 1 and bracket and bracket.sign == "[" and bracket.close + 1 == below.hi:
        inside = reader.source.inside(lo)
        return Under(indices, upper=inside, within=inside)
    found = read_name(reader.source, lo, below.hi)
    if found is None or found.after != below.hi or found.name.below or len(indices) < 2:
        raise _unread(reader.glyphs[sign])
    return Under(indices, relation="∈", within=Range(lo, below.hi, below.hi))


def _unread(glyph: Glyph) -> MatgradError:
    hint = r"\sum_i, \sum_{i=1}^n, \sum_{i<j}, \sum_{(i,j)\in\Omega}, and \sum_i s_i x_i for a part"
    return UnsupportedError("only all values of an index are summed", glyph.position, hint)


def _relation(glyph: Glyph) -> str:
    return RELATIONS.get(glyph.text, "") if glyph.kind != "letter" else ""


def _letter(reader: Reader, part: Range) -> str | None:
    glyphs = [glyph for glyph in reader.glyphs[part.lo : part.hi] if glyph.kind != "space"]
    return glyphs[0].text if len(glyphs) == 1 and _is_index(glyphs[0]) else None


def _is_index(glyph: Glyph) -> bool:
    return glyph.kind == "letter" or (glyph.kind == "command" and glyph.text in LETTERS)


def _plain(reader: Reader, below: Range) -> Under:
    """i, or i, j, or i = 1."""
    found: list[str] = []
    for at in range(below.lo, below.hi):
        glyph = reader.glyphs[at]
        if glyph.text == "=" and found:
            return Under(tuple(found), Range(at + 1, below.hi, below.hi))
        if _is_index(glyph) and glyph.text not in found:
            found.append(glyph.text)
        elif glyph.text != "," and glyph.kind != "space":
            raise _unread(glyph)
    if not found:
        raise ParseError("the index of the sum is missing", reader.glyphs[below.lo - 1].position)
    return Under(tuple(found))


def masked(reader: Reader, under: Under, glyph: Glyph) -> list[Job]:
    """A factor of ones where the relation holds and zeros elsewhere, before the terms."""
    if not under.relation:
        return []
    ordered = sorted(under.indices) if under.relation == "≠" else under.indices
    entry = [token("[", glyph)]
    for index in ordered:
        entry += [token(",", glyph)] if len(entry) > 1 else []
        entry.append(name_token(index, glyph.position))
    within = under.within
    mask = _MASKS[under.relation](glyph) if within is None else [_set(reader, within)]
    return [*mask, *entry, token("]", glyph), token("*", glyph), token("(", glyph)]


def _set(reader: Reader, within: Range) -> Token:
    """The set that a sum runs over, which becomes a matrix of zeros and ones."""
    found = read_name(reader.source, within.lo, within.hi)
    assert found is not None
    position = reader.glyphs[within.lo].start, reader.glyphs[within.hi - 1].end
    name = reader.names.text(found.name, position)
    reader.notes.append(f"{name} is a matrix here, with a 1 for each pair of the set and else 0")
    return name_token(name, position)


def _filled(value: int, glyph: Glyph) -> list[Token]:
    number = number_token(value, glyph.position)
    return [name_token("vector", glyph.position), token("(", glyph), number, token(")", glyph)]


def _with_first(value: int, rest: int, glyph: Glyph) -> list[Token]:
    """[value; vector(rest)]."""
    end = Token(Kind.BREAK, ";", *glyph.position)
    first = number_token(value, glyph.position)
    return [token("[", glyph), first, end, *_filled(rest, glyph), token("]", glyph)]


def _toeplitz(column: list[Token], row: list[Token], glyph: Glyph) -> list[Token]:
    opening = [name_token("toeplitz", glyph.position), token("(", glyph)]
    return [*opening, *column, token(",", glyph), *row, token(")", glyph)]


def _off_diagonal(glyph: Glyph) -> list[Token]:
    ones = [name_token("matrix", glyph.position), token("(", glyph)]
    ones += [number_token(1, glyph.position), token(")", glyph)]
    identity = [token("-", glyph), name_token("I", glyph.position)]
    return [token("(", glyph), *ones, *identity, token(")", glyph)]


_MASKS: dict[str, Callable[[Glyph], list[Token]]] = {
    "≠": _off_diagonal,
    "<": lambda glyph: _toeplitz(_filled(0, glyph), _with_first(0, 1, glyph), glyph),
    "≤": lambda glyph: _toeplitz(_with_first(1, 0, glyph), _filled(1, glyph), glyph),
}
