r"""A formula of a question as statements: chains of pieces with = between them.

Colours, comments in braces and alignment marks are dropped, and abbreviations are filled in, so a
statement is LaTeX that the parser reads.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from matgrad.app.ask.formulas.decoration import after_group, cleaned, opens, undecorated
from matgrad.app.ask.formulas.lists import with_arguments
from matgrad.app.ask.text.beside import NO_NAMES
from matgrad.app.ask.text.lines import continued, with_points
from matgrad.app.ask.text.plain import SAFE
from matgrad.errors import MatgradError
from matgrad.syntax.latex_glyphs import Glyph, glyphs
from matgrad.syntax.latex_joining import joined
from matgrad.syntax.latex_macros import expand
from matgrad.syntax.latex_statements import DISPLAYS

LONGEST = 4_000  # characters of a formula
EQUALS = frozenset({"=", "coloneqq", "equiv", "triangleq", "eqqcolon"})
COMPARES = frozenset("> < succ succeq prec preceq gt lt ge geq le leq ne neq".split())
ARROWS = frozenset(
    "implies iff Rightarrow Longrightarrow Leftrightarrow Longleftrightarrow therefore".split()
)
_CLOSES = {"(": ")", "[": "]", "\\{": "\\}", "lbrace": "rbrace", "langle": "rangle"}
_WIDE = frozenset({"quad", "qquad"})
_VALUES = re.compile(  # t = 0, 1, 2 gives t no value; 0,1 alone is a decimal
    r"\s*(?:[A-Za-z]|\\[A-Za-z]+)\s*=\s*(?!0,\d+\s*$)\d+(?:\s*,\s*\d+)+\s*(?:,\s*\\?\w+\s*){0,2}"
)
Piece = tuple[Glyph, ...]
BELOW_SUM = re.compile(r"\\sum\s*(?:\\limits\s*)?_\s*\{[^{}]*\}")  # i in a set declares nothing


@dataclass(frozen=True)
class Statement:
    """Pieces with = between them, or one piece alone; `goes_on` if it began with =."""

    pieces: tuple[Piece, ...]
    segment: int
    goes_on: bool = False

    @property
    def latex(self) -> str:
        """The whole statement."""
        return ("= " if self.goes_on else "") + " = ".join(map(spell, self.pieces))


def statements(text: str, abbreviations: str, segment: int) -> list[Statement]:
    """The statements of one formula; none if it is not LaTeX of formulas at all."""
    if len(text) > LONGEST or _VALUES.fullmatch(text):
        return []
    try:
        found = expand(glyphs(abbreviations + with_arguments(text)))
        found = continued(joined(cleaned(undecorated(with_points(found)))))
    except MatgradError:
        return []
    made: list[Statement] = []
    for part in parts(found):
        pieces = list(split(part, is_equals))
        if len(pieces) == 2 and is_reversed(part):
            pieces.reverse()
        goes_on = len(pieces) > 1 and not pieces[0]
        pieces = [piece for piece in pieces if piece]
        if pieces:
            made.append(Statement(tuple(pieces), segment, goes_on))
    return made


# ---------------------------------------------------------------- where statements end


def parts(found: Sequence[Glyph]) -> Iterator[Piece]:
    """The glyphs between line breaks, commas, wide spaces, arrows and connecting words."""
    merged: list[Piece] = []
    for part in split(found, is_separator):
        piece = trimmed(tuple(unaligned(part)))
        if piece:
            merged.append(piece)
    yield from with_lists(merged)


def unaligned(part: Piece) -> Iterator[Glyph]:
    """Without the marks of alignment, except for those inside of matrices."""
    depth, columns = 0, 0
    for glyph in part:
        depth = max(0, depth + nesting(glyph))
        if glyph.kind == "begin" and glyph.text == "array":
            columns = 1  # the group that follows says how columns look
        elif columns:
            columns = 0 if glyph.kind == "end" else columns
        elif not is_frame(glyph) and (glyph.kind != "align" or depth):
            yield glyph


def with_lists(found: Sequence[Piece]) -> Iterator[Piece]:
    r"""Names before a declaration belong to it: A, B \in \mathbb{R}^{n \times n}."""
    waiting: list[Piece] = []
    for piece in found:
        if any(g.is_command("in") for g in piece):
            comma = Glyph("sign", ",", 0, 0)
            yield tuple(g for part in waiting for g in (*part, comma)) + piece
            waiting = []
        elif len(piece) <= 6 and not any(g.text in EQUALS | COMPARES for g in piece):
            waiting.append(piece)
        else:
            yield from (*waiting, piece)
            waiting = []
    yield from waiting


def is_frame(glyph: Glyph) -> bool:
    """Is this the beginning or the end of aligned equations?"""
    return glyph.kind in ("begin", "finish") and glyph.text in DISPLAYS | {"array"}


def split(found: Sequence[Glyph], ends: Callable[[Sequence[Glyph], int], int]) -> Iterator[Piece]:
    """The glyphs between those outside of all brackets at which `ends` holds."""
    depth = 0
    part: list[Glyph] = []
    index = 0
    while index < len(found):
        glyph = found[index]
        width = ends(found, index) if depth == 0 else 0
        if width:
            yield tuple(part)
            part = []
            index += width
            continue
        depth = max(0, depth + nesting(glyph))
        part.append(glyph)
        index += 1
    yield tuple(part)


def nesting(glyph: Glyph) -> int:
    """+1 if it opens something, −1 if it closes."""
    match glyph.kind:
        case "group" | "left":
            return 1
        case "end" | "right":
            return -1
        case "begin" | "finish" if not is_frame(glyph):
            return 1 if glyph.kind == "begin" else -1
        case "fence":
            return (glyph.text in _CLOSES) - (glyph.text in _CLOSES.values())
        case _:
            return 0


def is_equals(found: Sequence[Glyph], index: int) -> int:
    """How many glyphs an equals sign has here."""
    glyph = found[index]
    after = found[index + 1] if index + 1 < len(found) else glyph
    if (glyph.text, after.text) in ((":", "="), ("=", ":")) and glyph is not after:
        return 2
    return 1 if glyph.text in EQUALS else 0


def is_reversed(part: Piece) -> bool:
    """Does it say what stands right of its sign: x^2 =: f?"""
    texts = [glyph.text for glyph in part]
    return "eqqcolon" in texts or ("=", ":") in pairwise(texts)


def is_separator(found: Sequence[Glyph], index: int) -> int:
    """How many glyphs separate two statements here."""
    glyph = found[index]
    if glyph.kind == "newline" or (glyph.kind == "sign" and glyph.text in ",;"):
        return 1
    if glyph.kind == "space" and glyph.text in _WIDE:
        return 1
    if glyph.kind == "command" and glyph.text in ARROWS:
        return 1
    if (
        glyph.kind == "command"
        and glyph.text in ("text", "mbox", "textrm")
        and opens(found, index + 1)
    ):
        end = after_group(found, index + 1)
        return 0 if is_function(found, index + 1, end) else end - index
    return 0


def is_function(found: Sequence[Glyph], start: int, end: int) -> bool:
    r"""Is a group the name of a function, as in \text{softmax}(x), or a transpose, not words?"""
    word = "".join(glyph.text for glyph in found[start + 1 : end - 1])
    if start > 1 and found[start - 2].text == "^":
        return True
    applied = end < len(found) and (found[end].text in ("(", "[") or found[end].kind == "left")
    return word in SAFE or (applied and len(word) > 2 and word.isalpha() and word not in NO_NAMES)


def trimmed(piece: Piece) -> Piece:
    """Without spaces and full stops at the ends."""
    lo, hi = 0, len(piece)
    while lo < hi and piece[lo].kind == "space":
        lo += 1
    while lo < hi and (piece[hi - 1].kind == "space" or piece[hi - 1].text == "."):
        hi -= 1
    return piece[lo:hi]


# ---------------------------------------------------------------- LaTeX again


def spell(piece: Sequence[Glyph]) -> str:
    """Glyphs as LaTeX."""
    return "".join(map(spell_one, piece)).strip()


def spell_one(glyph: Glyph) -> str:  # noqa: PLR0911
    """One glyph as LaTeX."""
    match glyph.kind:
        case "command":
            return f"\\{glyph.text} "
        case "fence" if glyph.text.isalpha():
            return f"\\{glyph.text} "
        case "left" | "right":
            sign = f"\\{glyph.text}" if glyph.text.isalpha() else glyph.text
            return f"\\{glyph.kind}{sign} "
        case "begin" | "finish":
            return f"\\{'begin' if glyph.kind == 'begin' else 'end'}{{{glyph.text}}}"
        case "newline":
            return r"\\ "
        case "space":
            return " "
        case "align":
            return "&"
        case _:
            return glyph.text
