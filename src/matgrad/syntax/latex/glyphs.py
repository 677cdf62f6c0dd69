r"""LaTeX cut into glyphs, letters, numbers, signs and commands, and these nested in their groups.

Nothing is judged here; what stands in a comment is gone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from matgrad.errors import LimitError, ParseError
from matgrad.syntax.limits import Limits

MOST_NESTED = 100  # groups in one another


class Glyph(NamedTuple):
    r"""One sign of LaTeX, its kind and its characters; a command goes without the backslash.

    The kind is letter, number, command, sign, space, newline or parameter; or group, which has
    items, and the name of an environment as its text; or run, items without braces.
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

    @property
    def shown(self) -> str:
        """The glyph as it is typed."""
        return f"\\{self.text}" if self.kind == "command" else self.text


Glyphs = Sequence[Glyph]
_LENGTH = r"[-+.\d\s]*(?:pt|em|ex|mm|cm|in|bp|pc|px|mu|\\jot|\\[a-z]+skip)\s*"
_PIECE = re.compile(
    rf"(?P<newline>\\\\\*?(?:\s*\[{_LENGTH}\])?|\\(?:newline|cr)(?![A-Za-z]))"
    r"|(?P<open>\{|\\begin\s*\{(?P<begun>[^{}]+)\})|(?P<close>\}|\\end\s*\{(?P<ended>[^{}]+)\})"
    r"|\\(?P<command>[A-Za-z]+|.?)|(?P<parameter>\#[1-9])"
    r"|(?P<comment>%[^\n]*\n?)|(?P<space>\s+)|(?P<letter>[A-Za-z])"
    r"|(?P<number>[0-9]+(?:\{,\}[0-9]{3})*(?:\.[0-9]+)?|(?<!\.)\.[0-9]+)|(?P<sign>.)",
    re.DOTALL,
)


def glyphs(text: str, limits: Limits) -> Glyphs:
    """Cut LaTeX into glyphs, in one pass over the characters, with every group as one item."""
    opened: list[tuple[Glyph, list[Glyph]]] = []  # what opens a group, and the items before it
    items: list[Glyph] = []
    visible = 0
    for piece in _PIECE.finditer(text):
        kind = piece.lastgroup or ""
        name = (piece["begun"] or piece["ended"] or "").strip().removesuffix("*")
        glyph = Glyph(kind, name or piece[kind], *piece.span())
        visible += kind not in ("comment", "space")
        if visible > limits.tokens:
            limits.check("tokens", visible, glyph.position)
        if kind == "open":
            opened.append((glyph._replace(text=name), items))
            if len(opened) > MOST_NESTED:
                raise LimitError(f"more than {MOST_NESTED} groups are nested", glyph.position)
            items = []
        elif kind == "close":
            if not opened or opened[-1][0].text != name:
                raise ParseError(f"nothing was opened that {piece[0]} closes", glyph.position)
            opening, before = opened.pop()
            before.append(Glyph("group", name, opening.start, glyph.end, items))
            items = before
        elif kind == "command" and not glyph.text:
            raise ParseError("a command name is missing after the backslash", glyph.position)
        elif kind != "comment":
            items.append(glyph)
    if opened:
        raise ParseError("what opens here is never closed", opened[-1][0].position)
    return items


def run(items: Glyphs) -> Glyph:
    """Items side by side as one."""
    return Glyph("run", "", items[0].start, items[-1].end, items)


def split(items: Glyphs, is_end: Callable[[Glyph], bool]) -> Iterator[Glyphs]:
    """The runs of items between those that end one."""
    begin = 0
    for at, item in enumerate(items):
        if is_end(item):
            yield items[begin:at]
            begin = at + 1
    yield items[begin:]


def visible(items: Glyphs) -> list[Glyph]:
    """The items without spaces."""
    return [item for item in items if item.kind != "space"]
