"""The lines of a claim: what each says is a chain of equal formulas, with a label in front.

A line is lexed in its own spelling. Line breaks, `;` and the words before a definition part lines;
a line that begins with `=` or ends with a sign goes on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import cast

from matgrad.errors import ParseError
from matgrad.syntax import Limits, tokens_in
from matgrad.syntax.latex.tables import ALIGNED
from matgrad.syntax.tokens import Kind, Token

_WORDS = r"(?:with|where|let)"
_WORD = re.compile(  # before a definition
    rf"(?:[,;.]\s*)?(?:\\(?:text|textrm|mbox|mathrm)\s*\{{[\s,;]*(?:{_WORDS}|and)\b[^{{}}]*\}}"
    rf"|(?<![A-Za-z\\{{_]){_WORDS}(?![A-Za-z_]))"
)
_BREAK = re.compile(rf"(?P<word>{_WORD.pattern})|\n|\\begin\b|\\end\b|[(\[{{]|[)\]}}]")
_ALIGNED = "|".join(sorted(ALIGNED))
_LAYOUT = re.compile(
    rf"\\(?:begin|end)\s*\{{(?:{_ALIGNED})\*?\}}(?:\{{\d+\}})?|\$|\\[\[\]()]"
    r"|\\(?:nonumber|notag|q?quad)(?![A-Za-z])"
)
_ALIGNING = re.compile(r"\\\\(?:\s*\[[^\]]*\])?|(?<!\\)&|\n")
_GRID = re.compile(rf"\\begin\s*\{{(?!(?:{_ALIGNED})\*?\}})")
_OPEN = frozenset("( [ { ⟨ ⦃ ⟮| ⟮‖".split())
_CLOSE = frozenset(") ] } ⟩ ⦄ |⟯ ‖⟯".split())
_GOES_ON = frozenset("= * / ^ + .* ./ .^ : ⋅ × ⊗".split())
_MARKS = " \t\r\n.,;:"


@dataclass(frozen=True)
class Side:
    """What stands between two equals signs: its text, its place in the claim, its tokens."""

    text: str
    place: tuple[int, int]
    tokens: tuple[Token, ...]


@dataclass(frozen=True)
class Line:
    """A line, counted from one: its sides, and whether a word gives it as a definition."""

    number: int
    sides: tuple[Side, ...]
    is_given: bool = False

    def uses(self, name: str) -> bool:
        """Does a name stand in it, perhaps side by side with others?"""
        words = (t.text for side in self.sides for t in side.tokens if t.kind is Kind.NAME)
        return any(word == name or (len(word) <= 3 and name in word) for word in words)

    @property
    def place(self) -> tuple[int, int]:
        """Where it stands in the claim."""
        return self.sides[0].place[0], self.sides[-1].place[1]


@dataclass(frozen=True)
class _Piece:
    """A range of the claim that may be a line, with its tokens; they begin where it begins."""

    start: int
    end: int
    tokens: tuple[Token, ...]
    is_given: bool
    is_bare: bool  # LaTeX behind a line break of its source, which says little


def lines_of(claim: str, limits: Limits | None = None) -> list[Line]:
    """The lines of a claim.

    >>> [[side.text for side in line.sides] for line in lines_of("df = 2*r'*dr; r = A*x - b")]
    [['df', "2*r'*dr"], ['r', 'A*x - b']]
    """
    if not isinstance(cast("object", claim), str):
        raise ParseError(f"a claim is a formula, not {claim!r}", hint="2*A*x, in quotes")
    pieces = [piece for each in _pieces(claim, limits) for piece in _parted(each)]
    pieces = [piece for piece in pieces if piece.tokens]
    if not pieces:
        raise ParseError("the claim is missing", (0, len(claim)), "2*A*x", claim)
    joined: list[_Piece] = []
    for at, piece in enumerate(pieces):
        before = joined[-1] if joined else None
        if before and _goes_on(before, piece, is_last=at == len(pieces) - 1):
            joined[-1] = replace(before, end=piece.end, tokens=(*before.tokens, *piece.tokens))
        else:
            joined.append(piece)
    return [Line(n, _sides(claim, piece), piece.is_given) for n, piece in enumerate(joined, 1)]


# ---------------------------------------------------------------- pieces


def _pieces(claim: str, limits: Limits | None) -> Iterator[_Piece]:
    """The ranges between line breaks outside of brackets, and words before definitions."""
    depth, start, is_given, is_bare = 0, 0, False, False
    for found in (*_BREAK.finditer(claim), None):
        sign = found[0] if found else "\n"
        if found and not found["word"] and sign != "\n":
            depth += 1 if sign in ("(", "[", "{", r"\begin") else -1
        elif found is None or depth <= 0:
            end = found.start() if found else len(claim)
            tokens = _tokens(claim[start:end], start, limits)
            yield _Piece(start, end, tokens, is_given, is_bare and "\\" in claim[start:end])
            start = found.end() if found else end
            is_given = bool(found and found["word"])
            is_bare = sign == "\n" and not claim[start:].lstrip(" \t\r").startswith("\n")


def _tokens(text: str, start: int, limits: Limits | None) -> tuple[Token, ...]:
    whole = text.rstrip(_MARKS)
    try:
        found = tokens_in(whole, limits)[:-1]
    except ParseError as error:
        raise error.at(None, text) from None
    return tuple(t._replace(start=t.start + start, end=t.end + start) for t in found)


def _parted(piece: _Piece) -> Iterator[_Piece]:
    """The lines in one piece: breaks part them, and commas before a name that is defined."""
    begin, start = 0, piece.start
    for at, depth in _depths(piece.tokens):
        token = piece.tokens[at]
        is_break = token.kind is Kind.BREAK
        is_comma = token.text == "," and _defines(piece.tokens[at + 1 :])
        if depth == 0 and (is_break or is_comma):
            yield replace(piece, start=start, end=token.start, tokens=piece.tokens[begin:at])
            begin, start = at + 1, token.end
            piece = replace(piece, is_bare=False, is_given=is_comma or piece.is_given)
    yield replace(piece, start=start, tokens=piece.tokens[begin:])


def _depths(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """The places of the tokens, and how many brackets are open there."""
    depth = 0
    for at, token in enumerate(tokens):
        if token.kind is Kind.SIGN:
            depth += (token.text in _OPEN) - (token.text in _CLOSE)
        yield at, depth


def _defines(tokens: Sequence[Token]) -> bool:
    """Do these begin with a name and an equals sign?"""
    texts = [token.text for token in tokens[:6]]
    end = texts.index("=") if "=" in texts else 0
    is_indexed = end > 1 and texts[1] == "_"
    return end > 0 and tokens[0].kind is Kind.NAME and (end == 1 or is_indexed)


def _goes_on(before: _Piece, piece: _Piece, is_last: bool) -> bool:
    if piece.is_given:
        return False
    first, last = piece.tokens[0], before.tokens[-1]
    if first.text in _GOES_ON or (last.text in _GOES_ON | {"-"} and last.kind is Kind.SIGN):
        return True
    if first.text == "-":
        # r = b - A*x and then -2*A'*r: something must be the claim.
        return not (is_last and _has_sides(before) and not _has_sides(piece))
    return piece.is_bare and not _has_sides(piece)


def _has_sides(piece: _Piece) -> bool:
    return any(depth == 0 and piece.tokens[at].text == "=" for at, depth in _depths(piece.tokens))


# ---------------------------------------------------------------- sides


def _sides(claim: str, piece: _Piece) -> tuple[Side, ...]:
    found: list[Side] = []
    begin, start = 0, piece.start
    for at, depth in (*_depths(piece.tokens), (len(piece.tokens), 0)):
        token = piece.tokens[at] if at < len(piece.tokens) else None
        if token is None or (depth == 0 and token.text == "=" and token.kind is Kind.SIGN):
            end = token.start if token else piece.end
            found.append(_side(claim, start, end, piece.tokens[begin:at]))
            begin, start = at + 1, token.end if token else end
    found = [side for n, side in enumerate(found) if side.text or n]
    if not found or not all(side.text for side in found):
        raise ParseError("a side of an equals sign is missing", (piece.end, piece.end), None, claim)
    return tuple(found)


def _side(claim: str, start: int, end: int, tokens: Sequence[Token]) -> Side:
    """The text without what only sets it in lines."""
    text = _LAYOUT.sub(lambda found: " " * len(found[0]), claim[start:end])
    if not _GRID.search(text):
        text = _ALIGNING.sub(lambda found: " " * len(found[0]), text)
    text = text.rstrip(_MARKS)
    bare = text.lstrip()
    return Side(bare, (start + len(text) - len(bare), start + len(text)), tuple(tokens))
