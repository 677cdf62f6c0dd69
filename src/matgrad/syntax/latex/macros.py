r"""Abbreviations that a text defines for itself: \def\op#1{…}, \newcommand{\tr}[1]{…}.

Nothing else is expanded, and never more than a bounded amount.
"""

from __future__ import annotations

import re

from matgrad.errors import LimitError, ParseError
from matgrad.syntax.latex.glyphs import Glyph, shown

DEFINING = frozenset("def newcommand renewcommand providecommand DeclareMathOperator let".split())
MOST_WORK = 200_000  # glyphs looked at while abbreviations are expanded


def expanded(glyphs: list[Glyph]) -> list[Glyph]:
    """The glyphs with the definitions taken out and the abbreviations filled in."""
    if any(glyph.is_command(*DEFINING) for glyph in glyphs):
        return _Expansion(glyphs).run()
    return glyphs


class _Expansion:
    """Glyphs that wait to be read, the next one last, and the macros so far."""

    def __init__(self, glyphs: list[Glyph]) -> None:
        self.waiting = list(reversed(glyphs))
        self.macros: dict[str, tuple[int, list[Glyph]]] = {}  # parameters, body
        self.result: list[Glyph] = []
        self.work = 0

    def run(self) -> list[Glyph]:
        while self.waiting:
            glyph = self.next()
            if glyph.is_command("let"):
                self.let(glyph)
            elif glyph.is_command(*DEFINING):
                self.define(glyph)
            elif glyph.kind == "command" and glyph.text in self.macros:
                self.fill(glyph, *self.macros[glyph.text])
            else:
                self.result.append(glyph)
        return self.result

    def next(self) -> Glyph:
        self.spend(1, self.waiting[-1])
        return self.waiting.pop()

    def spend(self, work: int, glyph: Glyph) -> None:
        self.work += work
        if self.work > MOST_WORK:
            raise LimitError("the abbreviations of this text expand to too much", glyph.position)

    def is_next(self, sign: str) -> bool:
        """Does this sign come next, behind spaces? These are passed over."""
        while self.waiting and self.waiting[-1].kind == "space":
            self.next()
        return bool(self.waiting) and self.waiting[-1].is_sign(sign)

    def let(self, glyph: Glyph) -> None:
        name = self.name(glyph)
        if self.is_next("="):
            self.next()
        meaning = self.group(glyph)[:1]
        known = self.macros.get(meaning[0].text) if meaning else None
        self.macros[name] = known or (0, meaning)

    def define(self, glyph: Glyph) -> None:
        if self.is_next("*"):
            self.next()
        name = self.name(glyph)
        parameters, body = self.parameters(glyph), self.group(glyph)
        if glyph.text == "DeclareMathOperator":
            marks = (("command", "operatorname"), ("open", "{"), ("close", "}"))
            operator, opening, closing = (Glyph(*mark, *glyph.position) for mark in marks)
            body = [operator, opening, *body, closing]
        self.macros[name] = (parameters, body)

    def name(self, glyph: Glyph) -> str:
        name = [part for part in self.group(glyph) if part.kind != "space"]
        if len(name) != 1 or name[0].kind != "command":
            raise ParseError("the name of the abbreviation is missing", glyph.position)
        return name[0].text

    def parameters(self, glyph: Glyph) -> int:
        """How many there are, as [2] or #1#2 say."""
        count, head = 0, ""
        while self.waiting and self.waiting[-1].kind not in ("open", "command"):
            part = self.next()
            count = int(part.text) if part.kind == "digit" else count
            head += part.text.strip()
        if not re.fullmatch(r"(\[\d\])?|(#\d)*", head):
            raise ParseError("parameters are counted [2], or #1#2", glyph.position)
        return count

    def group(self, glyph: Glyph) -> list[Glyph]:
        """The next group without its braces, or the next glyph."""
        self.is_next("")
        if not self.waiting:
            raise ParseError(f"something is missing after {shown(glyph)}", glyph.position)
        first = self.next()
        if first.kind != "open":
            return [first]
        inside, depth = list[Glyph](), 1
        while depth:
            if not self.waiting:
                raise ParseError("this group is never closed", first.position)
            inside.append(self.next())
            depth += (inside[-1].kind == "open") - (inside[-1].kind == "close")
        return inside[:-1]

    def fill(self, glyph: Glyph, parameters: int, body: list[Glyph]) -> None:
        arguments = [self.group(glyph) for _ in range(parameters)]
        filled: list[Glyph] = []
        parts = iter(body)
        for part in parts:
            if not part.is_sign("#"):
                filled.append(part._replace(start=glyph.start, end=glyph.end))
                continue
            number = next(parts, part).text
            if number not in "123456789" or int(number) > len(arguments):
                raise ParseError(f"{shown(glyph)} has no parameter #{number}", glyph.position)
            filled.extend(arguments[int(number) - 1])
        self.spend(len(filled), glyph)
        self.waiting.extend(reversed(filled))
