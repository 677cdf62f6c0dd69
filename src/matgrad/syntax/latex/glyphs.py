r"""LaTeX cut into glyphs: letters, digits, signs and commands, one after the other.

Nothing is expanded or judged here; what stands in a comment is gone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from matgrad.errors import ParseError
from matgrad.syntax.limits import Limits


class Glyph(NamedTuple):
    r"""One sign of LaTeX, its kind and its characters; a command goes without the backslash.

    The kind is letter, digit, command, sign, space, newline, open or close; or group, which has
    items, and the name of the environment as its text.
    """

    kind: str
    text: str
    start: int
    end: int
    items: Glyphs = ()

    @property
    def position(self) -> tuple[int, int]:
        """The half-open range of characters."""
        return self.start, self.end

    def is_command(self, *names: str) -> bool:
        """Is this one of these commands?"""
        return self.kind == "command" and self.text in names

    def is_sign(self, *signs: str) -> bool:
        """Is this one of these characters?"""
        return self.kind == "sign" and self.text in signs


Glyphs = Sequence[Glyph]
_NUMBER = r"[-+]?\s*(?:\d+\.?\d*|\.\d+)\s*"
_LENGTH = (
    rf"\s*(?:{_NUMBER}(?:pt|em|ex|mm|cm|in|bp|pc|px|mu)|(?:{_NUMBER})?\\(?:jot|[a-z]+skip))\s*"
)
_PIECE = re.compile(
    rf"(?P<newline>\\\\\*?(?:\s*\[{_LENGTH}\])?|\\(?:newline|cr)(?![A-Za-z]))"
    r"|\\(?P<command>[A-Za-z]+|.?)"
    r"|(?P<comment>%[^\n]*\n?)|(?P<space>\s+)"
    r"|(?P<letter>[A-Za-z])|(?P<digit>[0-9])|(?P<open>\{)|(?P<close>\})|(?P<sign>.)",
    re.DOTALL,
)


def glyphs(text: str, limits: Limits) -> list[Glyph]:
    """Cut LaTeX into glyphs, in one pass over the characters."""
    found: list[Glyph] = []
    visible = 0
    for piece in _PIECE.finditer(text):
        kind = piece.lastgroup or ""
        if kind == "comment":
            continue
        found.append(Glyph(kind, piece[kind], piece.start(), piece.end()))
        visible += kind != "space"
        if visible > limits.tokens:
            limits.check("tokens", visible, found[-1].position)
        if kind == "command" and not piece[kind]:
            raise ParseError("a command name is missing after the backslash", found[-1].position)
    return found


def shown(glyph: Glyph) -> str:
    """The glyph as it is typed."""
    return f"\\{glyph.text}" if glyph.kind == "command" else glyph.text
