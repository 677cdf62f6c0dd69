r"""LaTeX as a list of glyphs: what a reader of the typeset formula would see, one after the other.

Letters and digits stand alone, `\alpha` is one glyph, comments and spaces are gone, and delimiters
know whether they were written with `\left` or `\right`. Nothing is expanded or guessed here.
"""

from __future__ import annotations

from typing import NamedTuple

from matgrad.errors import MatgradError, ParseError
from matgrad.syntax.latex_tables import (
    CHARACTERS,
    DELIMITERS,
    FORBIDDEN,
    REFUSED,
    SIZING,
    SPACES,
)
from matgrad.syntax.limits import GENEROUS, Limits
from matgrad.syntax.tokens import GREEK, RAISED_SIGNS, is_digit, is_letter

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
    **dict.fromkeys("()[]|", "fence"),
    **dict.fromkeys("+-*/=:,.;<>!?", "sign"),
}


def glyphs(text: str, limits: Limits = GENEROUS) -> list[Glyph]:
    """Cut LaTeX into glyphs, in one pass over the characters."""
    found: list[Glyph] = []
    position = 0
    while position < len(text):
        char = text[position]
        if char in BLANK:
            position += 1
        elif char == "%":
            end = text.find("\n", position)
            position = len(text) if end < 0 else end
        else:
            glyph = _glyph(text, position)
            found.append(glyph)
            limits.check("tokens", len(found), glyph.position)
            position = glyph.end
    return _joined(found)


def _glyph(text: str, start: int) -> Glyph:
    char = text[start]
    if char == "\\":
        return _command(text, start)
    if text.startswith("$$", start):
        return Glyph("math", "$$", start, start + 2)
    kind = "letter" if is_letter(char) else "digit" if is_digit(char) else _SINGLE.get(char)
    if kind is not None:
        return Glyph(kind, "'" if kind == "prime" else char, start, start + 1)
    if char == "$":
        return Glyph("math", "$", start, start + 1)
    if char in GREEK:
        return Glyph("command", GREEK[char], start, start + 1)
    if char in CHARACTERS:
        kind = "fence" if CHARACTERS[char] in DELIMITERS else "command"
        return Glyph(kind, CHARACTERS[char], start, start + 1)
    if char in RAISED_SIGNS:
        return Glyph("raised", char, start, start + 1)
    shown = f"{char} " if char.isprintable() else ""
    raise ParseError(
        f"the character {shown}(U+{ord(char):04X}) is not part of the language", (start, start + 1)
    )


def _command(text: str, start: int) -> Glyph:
    end = start + 1
    while end < len(text) and is_letter(text[end]):
        end += 1
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


# ---------------------------------------------------------------- what belongs together


def _joined(found: list[Glyph]) -> list[Glyph]:
    r"""Join `\left(`, `\begin{cases}` and `||`, and drop commands that only set sizes."""
    result: list[Glyph] = []
    index = 0
    while index < len(found):
        glyph = found[index]
        if glyph.is_command("left", "right", "middle"):
            glyph, index = _fence(found, index)
        elif glyph.is_command("begin", "end"):
            glyph, index = _environment(found, index)
        elif _is_double_bar(found, index):
            glyph = Glyph("fence", "\\|", glyph.start, found[index + 1].end)
            index += 1
        if not (glyph.kind == "command" and glyph.text in SIZING):
            result.append(glyph)
        index += 1
    return result


def _is_double_bar(found: list[Glyph], index: int) -> bool:
    pair = found[index : index + 2]
    is_bar = [glyph.kind == "fence" and glyph.text == "|" for glyph in pair]
    return is_bar == [True, True] and pair[0].end == pair[1].start


def _fence(found: list[Glyph], index: int) -> tuple[Glyph, int]:
    command = found[index]
    index += 1
    delimiter = found[index] if index < len(found) else command
    text = {"<": "langle", ">": "rangle"}.get(delimiter.text, delimiter.text)
    if text not in DELIMITERS or command.text == "middle":
        raise ParseError(f"a delimiter is missing after \\{command.text}", command.position)
    return Glyph(command.text, text, command.start, delimiter.end), index


def _environment(found: list[Glyph], index: int) -> tuple[Glyph, int]:
    command = found[index]
    end = index + 1
    while end < len(found) and found[end].kind != "end":
        end += 1
    inside = found[index + 2 : end]
    if end == len(found) or found[index + 1].kind != "group":
        raise ParseError(f"\\{command.text} needs the name of an environment", command.position)
    name = "".join(glyph.text for glyph in inside).removesuffix("*")
    kind = "begin" if command.text == "begin" else "finish"
    return Glyph(kind, name, command.start, found[end].end), end


def refused(glyph: Glyph) -> MatgradError:
    """The error for a command that is known but has no place here, or is not known at all."""
    if glyph.text in REFUSED:
        kind, message, hint = REFUSED[glyph.text]
        return kind(message, glyph.position, hint)
    return ParseError(f"\\{glyph.text} is not a command that is read", glyph.position)
