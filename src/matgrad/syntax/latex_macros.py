r"""Abbreviations that a text defines for itself: \def\op#1{…}, \newcommand{\tr}[1]{…}.

Nothing else is expanded, and never more than a bounded amount.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from matgrad.errors import LimitError, ParseError
from matgrad.syntax.latex_glyphs import Glyph

DEFINING = frozenset({"def", "newcommand", "renewcommand", "providecommand", "DeclareMathOperator"})
MOST_WORK = 200_000  # glyphs looked at while abbreviations are expanded
MOST_PARAMETERS = 9


class Macro(NamedTuple):
    """An abbreviation: the number of its parameters, and what it stands for."""

    parameters: int
    body: tuple[Glyph, ...]


def expand(glyphs: Sequence[Glyph]) -> list[Glyph]:
    """The glyphs with the definitions taken out and the abbreviations filled in."""
    if not any(glyph.kind == "command" and glyph.text in DEFINING for glyph in glyphs):
        return list(glyphs)
    return _Expansion(glyphs).run()


class _Expansion:
    """Glyphs that wait to be read, the next one last, and the macros so far."""

    def __init__(self, glyphs: Sequence[Glyph]) -> None:
        self.waiting = list(reversed(glyphs))
        self.macros: dict[str, Macro] = {}
        self.result: list[Glyph] = []
        self.work = 0

    def run(self) -> list[Glyph]:
        while self.waiting:
            glyph = self.next()
            if glyph.kind == "command" and glyph.text in DEFINING:
                self.define(glyph)
            elif glyph.kind == "command" and glyph.text in self.macros:
                self.fill(glyph, self.macros[glyph.text])
            else:
                self.result.append(glyph)
        return self.result

    def next(self) -> Glyph:
        self.work += 1
        glyph = self.waiting.pop()
        if self.work > MOST_WORK:
            raise LimitError("the abbreviations of this text expand to too much", glyph.position)
        return glyph

    # ------------------------------------------------------------ definitions

    def define(self, glyph: Glyph) -> None:
        if self.waiting and self.waiting[-1].text == "*":
            self.next()
        name = self.group(glyph)
        if len(name) != 1 or name[0].kind not in ("command", "fence", "space"):
            raise ParseError("the name of the abbreviation is missing", glyph.position)
        parameters = self.parameters(glyph)
        body = self.group(glyph)
        if glyph.text == "DeclareMathOperator":
            here = glyph.position
            opening = (Glyph("command", "operatorname", *here), Glyph("group", "{", *here))
            body = [*opening, *body, Glyph("end", "}", *here)]
        self.macros[name[0].text] = Macro(parameters, tuple(body))

    def parameters(self, glyph: Glyph) -> int:
        count = 0
        if self.waiting and self.waiting[-1].text == "[" and glyph.text != "def":
            digits = [self.next() for _ in range(min(3, len(self.waiting)))]
            text = "".join(digit.text for digit in digits[1:2])
            if len(digits) < 3 or digits[2].text != "]" or not text.isdigit():
                raise ParseError("the number of parameters is missing", glyph.position)
            return int(text)
        while self.waiting and self.waiting[-1].kind == "hash":
            self.next()
            count += 1
            if not self.waiting or self.next().text != str(count) or count > MOST_PARAMETERS:
                raise ParseError("parameters are counted #1, #2, …", glyph.position)
        return count

    # ------------------------------------------------------------ use

    def group(self, glyph: Glyph) -> list[Glyph]:
        """The next group without its braces, or the next glyph."""
        if not self.waiting:
            raise ParseError(f"something is missing after \\{glyph.text}", glyph.position)
        first = self.next()
        if first.kind != "group":
            return [first]
        inside, depth = list[Glyph](), 1
        while depth:
            if not self.waiting:
                raise ParseError("this group is never closed", first.position)
            inside.append(self.next())
            depth += (inside[-1].kind == "group") - (inside[-1].kind == "end")
        return inside[:-1]

    def fill(self, glyph: Glyph, macro: Macro) -> None:
        arguments = [self.group(glyph) for _ in range(macro.parameters)]
        filled: list[Glyph] = []
        parts = iter(macro.body)
        for part in parts:
            if part.kind != "hash":
                filled.append(part._replace(start=glyph.start, end=glyph.end))
                continue
            number = next(parts, part).text
            if not number.isdigit() or not 0 < int(number) <= len(arguments):
                raise ParseError(f"\\{glyph.text} has no parameter #{number}", glyph.position)
            filled.extend(arguments[int(number) - 1])
        self.work += len(filled)
        self.waiting.extend(reversed(filled))
