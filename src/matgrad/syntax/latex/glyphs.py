r"""LaTeX cut into glyphs, letters, digits, signs and commands, and these nested in their groups.

Nothing is judged here; what stands in a comment is gone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from matgrad.errors import ParseError
from matgrad.syntax.latex.tables import ARITY
from matgrad.syntax.limits import Limits


class Glyph(NamedTuple):
    r"""One sign of LaTeX, its kind and its characters; a command goes without the backslash.

    The kind is letter, digit, command, sign, space, newline, open or close; or group, which has
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


# ---------------------------------------------------------------- groups


def nested(found: Glyphs, limits: Limits) -> Glyphs:
    """The glyphs with every group as one item."""
    opened: list[tuple[Glyph, str, list[Glyph]]] = []  # what opens, its name, the items before it
    items: list[Glyph] = []
    at = 0
    while at < len(found):
        glyph = found[at]
        at += 1
        is_begin, is_end = glyph.is_command("begin"), glyph.is_command("end")
        name, at = _environment(found, at) if is_begin or is_end else ("", at)
        if glyph.kind == "open" or is_begin:
            opened.append((glyph, name, items))
            limits.check("depth", len(opened), glyph.position)
            items = []
        elif glyph.kind == "close" or is_end:
            if not opened or opened[-1][1] != name:
                closing = f"\\end{{{name}}}" if name else "}"
                raise ParseError(f"nothing was opened that {closing} closes", glyph.position)
            opening, _, before = opened.pop()
            end = found[at - 1].end
            before.append(Glyph("group", name, opening.start, end, items))
            items = before
        else:
            items.append(glyph)
    if opened:
        raise ParseError("what opens here is never closed", opened[-1][0].position)
    return items


def _environment(found: Glyphs, at: int) -> tuple[str, int]:
    """The name of an environment, without its star, and where reading goes on."""
    end = at
    while end < len(found) and found[end].kind != "close":
        end += 1
    if end == len(found) or found[at].kind != "open" or end == at + 1:
        raise ParseError("the name of the environment is missing", found[at - 1].position)
    return "".join(glyph.text for glyph in found[at + 1 : end]).strip().removesuffix("*"), end + 1


# ---------------------------------------------------------------- arguments


MOST_NESTED = 12  # commands without braces, as in \hat\mathbf x
MOST_IN_BRACKETS = 60  # items of \sqrt[n]


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


@dataclass(slots=True)
class Cursor:
    """A place among items."""

    items: Glyphs
    at: int = 0

    def next(self) -> Glyph | None:
        """The next item that is no space; None at the end."""
        item = self.peek()
        self.at += item is not None
        return item

    def peek(self) -> Glyph | None:
        """The next item that is no space, left where it is; spaces are passed over."""
        while self.at < len(self.items) and self.items[self.at].kind == "space":
            self.at += 1
        return self.beside()

    def beside(self) -> Glyph | None:
        """What stands here without a space before it."""
        return self.items[self.at] if self.at < len(self.items) else None

    def is_next(self, *signs: str) -> bool:
        """Does one of these characters come next?"""
        item = self.peek()
        return item is not None and item.is_sign(*signs)

    def star(self) -> None:
        r"""Pass over the star of \operatorname*."""
        self.at += self.is_next("*")

    def letters(self, at: int, most: int) -> Glyphs:
        """The letters that stand side by side from there on."""
        end = at
        while end < min(len(self.items), at + most) and self.items[end].kind == "letter":
            end += 1
        return self.items[at:end]

    def argument(self, of: Glyph) -> Glyph:
        """The group that a command takes, or a run: one glyph with what it takes in its turn."""
        item, needed = self.next(), 1
        begin = self.at - 1
        if item is not None and item.kind == "group" and not item.text:
            return item
        for _ in range(MOST_NESTED):
            if item is None:
                raise ParseError(f"something is missing after {of.shown}", of.position)
            if item.kind == "newline" or item.is_sign("^", "_", "&"):
                raise ParseError(f"something is missing before {item.text}", item.position)
            needed += ARITY.get(item.text, 0) - 1 if item.kind == "command" else -1
            if not needed:
                return run(self.items[begin : self.at])
            item = self.next()
        raise ParseError("too many commands stand in one another here", of.position)

    def optional(self) -> Glyphs | None:
        r"""What stands in brackets behind a command, as in \sqrt[3]{x}."""
        first = self.peek()
        if first is None or not first.is_sign("["):
            return None
        depth, begin = 0, self.at
        while (item := self.next()) is not None and self.at - begin <= MOST_IN_BRACKETS:
            depth += item.is_sign("[") - item.is_sign("]")
            if not depth:
                return self.items[begin + 1 : self.at - 1]
        raise ParseError("this bracket is not closed, or far away", first.position)
