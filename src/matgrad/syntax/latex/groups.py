r"""Glyphs in their groups: {…}, \begin{…} … \end{…} and {a \over b}, nested as they are typed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from matgrad.errors import ParseError
from matgrad.syntax.latex.glyphs import Glyph, Glyphs, shown
from matgrad.syntax.latex.tables import ARITY
from matgrad.syntax.limits import Limits


@dataclass(slots=True)
class _Level:
    name: str
    opening: Glyph
    items: list[Glyph] = field(default_factory=list[Glyph])
    bar: Glyph | None = None  # the \over of this level, and the items before it
    above: list[Glyph] = field(default_factory=list[Glyph])


def nested(found: Glyphs, limits: Limits) -> Glyphs:
    """The glyphs with every group as one item."""
    levels = [_Level("", Glyph("open", "", 0, 0))]
    at = 0
    while at < len(found):
        glyph, level = found[at], levels[-1]
        at += 1
        if glyph.kind == "open":
            levels.append(_Level("", glyph))
        elif glyph.kind == "close":
            _close(levels, "", glyph)
        elif glyph.is_command("begin", "end"):
            name, at = _environment(found, at)
            if glyph.text == "begin":
                levels.append(_Level(name, glyph))
            else:
                _close(levels, name, found[at - 1])
        elif glyph.is_command("over"):
            if level.bar:
                raise ParseError("two bars stand in one fraction", glyph.position)
            level.bar, level.above, level.items = glyph, level.items, []
        else:
            level.items.append(glyph)
        limits.check("depth", len(levels), glyph.position)
    if len(levels) > 1:
        opening = levels[-1].opening
        raise ParseError("what opens here is never closed", opening.position)
    return _items(levels[0])


def _close(levels: list[_Level], name: str, glyph: Glyph) -> None:
    level = levels[-1]
    if len(levels) == 1 or level.name != name:
        message = f"nothing was opened that \\end{{{name}}} closes" if name else "a } too many"
        raise ParseError(message, glyph.position)
    levels.pop()
    group = Glyph("group", name, level.opening.start, glyph.end, _items(level))
    levels[-1].items.append(group)


def _items(level: _Level) -> Glyphs:
    r"""The items of a level, with {a \over b} as \frac{a}{b}."""
    if level.bar is None:
        return level.items
    start, end = level.bar.position
    sides = [Glyph("group", "", start, end, side) for side in (level.above, level.items)]
    return [Glyph("command", "frac", start, end), *sides]


def _environment(found: Glyphs, at: int) -> tuple[str, int]:
    """The name of an environment, without its star, and where reading goes on."""
    end = at
    while end < len(found) and found[end].kind != "close":
        end += 1
    if end == len(found) or found[at].kind != "open" or end == at + 1:
        raise ParseError("the name of the environment is missing", found[at - 1].position)
    return "".join(glyph.text for glyph in found[at + 1 : end]).strip().removesuffix("*"), end + 1


# ---------------------------------------------------------------- arguments


class Argument(NamedTuple):
    """What a command or a script takes, and whether it stands in braces."""

    items: Glyphs
    start: int
    end: int
    is_braced: bool


MOST_NESTED = 12  # commands without braces, as in \hat\mathbf x
MOST_IN_BRACKETS = 60  # items of \sqrt[n]


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

    def star(self) -> None:
        r"""Pass over the star of \operatorname*."""
        item = self.peek()
        self.at += item is not None and item.is_sign("*")

    def argument(self, of: Glyph) -> Argument:
        """The group, or the glyph with what it takes in its turn, that a command takes."""
        first = self.next()
        begin = self.at - 1
        if first is not None and first.kind == "group" and not first.text:
            return Argument(first.items, first.start, first.end, True)
        item, needed = first, 1
        for _ in range(MOST_NESTED):
            if item is None:
                raise ParseError(f"something is missing after {shown(of)}", of.position)
            if item.kind == "newline" or item.is_sign("^", "_", "&"):
                raise ParseError(f"something is missing before {item.text}", item.position)
            needed += ARITY.get(item.text, 0) - 1 if item.kind == "command" else -1
            if not needed:
                items = self.items[begin : self.at]
                return Argument(items, items[0].start, items[-1].end, False)
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
