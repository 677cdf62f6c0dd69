r"""LaTeX as a list of glyphs: what a reader of the typeset formula would see, one after the other.

Letters and digits stand alone, `\alpha` is one glyph, comments and spaces are gone. Nothing is
expanded or guessed here.
"""

from __future__ import annotations

import re
from string import ascii_letters, digits
from typing import NamedTuple

from matgrad.errors import MatgradError, ParseError
from matgrad.syntax.latex_tables import (
    CHARACTERS,
    DELIMITERS,
    FONTS,
    FORBIDDEN,
    REFUSED,
    SPACES,
    WORDS,
)
from matgrad.syntax.limits import GENEROUS, Limits
from matgrad.syntax.tokens import GREEK, LOWERED, LOWERED_SIGNS, RAISED_SIGNS

BLANK = " \t\r\n\N{NO-BREAK SPACE}"


class Glyph(NamedTuple):
    r"""One sign of LaTeX.

    The kind is letter, digit, command, sign, fence, left, right, group, end, sup, sub, prime,
    space, raised, align, newline, begin, finish, math or hash.
    """

    kind: str
    text: str
    start: int
    end: int

    @property
    def position(self) -> tuple[int, int]:
        """The half-open range of characters."""
        return self.start, self.end

    def is_command(self, *names: str) -> bool:
        """Is this one of these commands?"""
        return self.kind == "command" and self.text in names


_SINGLE = {
    "{": "group",
    "}": "end",
    "^": "sup",
    "_": "sub",
    "'": "prime",
    "\N{PRIME}": "prime",
    "&": "align",
    "~": "space",
    "#": "hash",
    "$": "math",
    **dict.fromkeys(ascii_letters, "letter"),
    **dict.fromkeys(digits, "digit"),
    **dict.fromkeys(RAISED_SIGNS, "raised"),
    **dict.fromkeys("()[]|", "fence"),
    **dict.fromkeys("+-*/=:,.;<>!?", "sign"),
}
# By far the most: each is a glyph as it stands.
_PLAIN = {char: kind for char, kind in _SINGLE.items() if kind not in ("prime", "math")}
_LETTERS = re.compile("[A-Za-z]*")
_NUMBER = r"[-+]?\s*(?:\d+\.?\d*|\.\d+)\s*"
_LENGTH = (
    rf"\s*(?:{_NUMBER}(?:pt|em|ex|mm|cm|in|bp|pc|px|mu)|(?:{_NUMBER})?\\(?:jot|[a-z]+skip))\s*"
)
_AFTER_BREAK = re.compile(rf"\*?(?:\s*\[{_LENGTH}\])?")


def glyphs(text: str, limits: Limits = GENEROUS) -> list[Glyph]:
    """Cut LaTeX into glyphs, in one pass over the characters."""
    found: list[Glyph] = []
    position = 0
    while position < len(text):
        char = text[position]
        kind = _PLAIN.get(char)
        if kind is not None:
            found.append(Glyph(kind, char, position, position + 1))
            position += 1
            if len(found) > limits.tokens:
                limits.check("tokens", len(found), found[-1].position)
        elif char in BLANK:
            position += 1
        elif char in LOWERED_SIGNS:
            found += _lowered(text, position)
            position = found[-1].end
            limits.check("tokens", len(found), found[-1].position)
        elif char == "%":
            end = text.find("\n", position)
            position = len(text) if end < 0 else end
        else:
            glyph = _glyph(text, position)
            if glyph.kind == "newline":
                glyph = glyph._replace(end=_after_break(text, glyph.end))
            if char in "ᵀ⊤" and not (found and found[-1].kind in ("sup", "group")):
                glyph = glyph._replace(kind="prime", text="'")  # a mark by itself
            found.append(glyph)
            limits.check("tokens", len(found), glyph.position)
            position = glyph.end
    return found


def _lowered(text: str, start: int) -> list[Glyph]:
    """x₁₂ as x_{12}: what is set below in characters of its own."""
    end = start
    while end < len(text) and text[end] in LOWERED_SIGNS:
        end += 1
    inside = [Glyph("digit", text[k].translate(LOWERED), k, k + 1) for k in range(start, end)]
    opening = [Glyph("sub", "_", start, start), Glyph("group", "{", start, start)]
    return [*opening, *inside, Glyph("end", "}", end, end)]


def _glyph(text: str, start: int) -> Glyph:
    char = text[start]
    if char == "\\":
        return _command(text, start)
    if char == "$" and text.startswith("$$", start):
        return Glyph("math", "$$", start, start + 2)
    kind = _SINGLE.get(char)
    if kind is not None:
        return Glyph(kind, "'" if kind == "prime" else char, start, start + 1)
    if char in GREEK or char in CHARACTERS:
        name = GREEK.get(char) or CHARACTERS[char]
        return Glyph("fence" if name in DELIMITERS else "command", name, start, start + 1)
    shown = f"{char} " if char.isprintable() else ""
    raise ParseError(
        f"the character {shown}(U+{ord(char):04X}) is not part of the language", (start, start + 1)
    )


def _after_break(text: str, at: int) -> int:
    r"""Behind the star and the distance of a line break: \\\\*, \\\\[4pt]."""
    found = _AFTER_BREAK.match(text, at)
    return found.end() if found else at


def _command(text: str, start: int) -> Glyph:
    letters = _LETTERS.match(text, start + 1)
    end = letters.end() if letters else start + 1
    if end == start + 1:
        end = min(end + 1, len(text))
        return _control_symbol(text[start + 1 : end], start, end)
    name = text[start + 1 : end]
    if name in FORBIDDEN:
        raise ParseError(
            f"\\{name} is a command that does something; only formulas are read", (start, end)
        )
    if name in SPACES:
        return Glyph("space", name, start, end)
    if name in DELIMITERS:
        return Glyph("fence", name, start, end)
    return Glyph("newline" if name == "newline" else "command", name, start, end)


def _control_symbol(sign: str, start: int, end: int) -> Glyph:
    if sign == "\\":
        return Glyph("newline", "\\", start, end)
    if sign in SPACES or (sign and sign in BLANK):
        return Glyph("space", sign, start, end)
    if sign in ("[", "]", "(", ")"):
        return Glyph("math", "\\" + sign, start, end)
    if "\\" + sign in DELIMITERS:
        return Glyph("fence", "\\" + sign, start, end)
    if sign == "_":
        return Glyph("letter", "_", start, end)
    if not sign:
        raise ParseError("a command name is missing after the backslash", (start, end))
    raise ParseError(f"\\{sign} is not a command of formulas", (start, end))


def refused(glyph: Glyph) -> MatgradError:
    """The error for a command that is known but has no place here, or is not known at all."""
    if glyph.text in REFUSED:
        kind, message, hint = REFUSED[glyph.text]
        return kind(message, glyph.position, hint)
    if glyph.text in FONTS or glyph.text in WORDS:
        return ParseError(
            f"what stands in \\{glyph.text}{{…}} is not one name", glyph.position,
            rf"put the font around each letter: \{glyph.text}{{A}}\{glyph.text}{{x}}",
        )  # fmt: skip
    return ParseError(f"\\{glyph.text} is not a command that is read", glyph.position)
