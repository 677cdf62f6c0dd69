r"""Upright words: names of functions and indices, \operatorname{tr}, or prose, \text{where}."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from matgrad.syntax.latex.glyphs import Glyph
from matgrad.syntax.latex.groups import Argument, Item
from matgrad.syntax.latex.tables import (
    BLANKS,
    FONTS,
    ITALIC,
    PLAIN_WORDS,
    PROSE,
    TRANSPOSING,
    WORDS,
    function,
)
from matgrad.syntax.latex.writer import Frame, Position, Writer
from matgrad.syntax.tokens import Kind, Token

LONGEST_WORD = 12  # letters of \mathrm{…} that may be a name
LONGEST = 80  # characters that are looked at for a word of a formula
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:-[A-Za-z]+)*")
_PROSE = re.compile(r"[A-Za-z .,;:'?-]*[A-Za-z]{2}[A-Za-z .,;:'?-]*")


def upright(writer: Writer, frame: Frame, glyph: Glyph) -> None:
    r"""\operatorname{tr}, \mathrm{tr}, {\rm tr}, \mathit{ab}: a word, or letters that stand so."""
    following = frame.peek()
    if following is not None and following.is_sign("*"):
        frame.next()  # \operatorname*
        following = frame.peek()
    is_run = glyph.text in ("rm", "it") and following is not None and following.kind == "letter"
    found = _run(frame) if is_run else frame.argument(glyph)
    text = spelled(found.items, LONGEST).strip()
    is_operator = glyph.text.startswith("operatorname")
    word = text.replace(" ", "") if is_operator else text
    place = (found.start, found.end)
    is_short = is_operator or len(word) <= LONGEST_WORD or frame.script != ""
    if not _WORD.fullmatch(word) or word in PLAIN_WORDS:
        if _PROSE.fullmatch(text):
            _said(writer, frame, text, place, alone=True)
        else:
            font = "" if glyph.text in ITALIC else "rm"
            writer.push(Frame(found.items, font=font, script=frame.script))
    elif glyph.text in ITALIC:
        writer.name(word, place)
    elif function(word) or is_short:
        name(writer, frame, word, place)
    else:
        writer.words(word, place)


def prose(writer: Writer, frame: Frame, glyph: Glyph) -> None:
    r"""\text{where $x$ is known}: words, and formulas between them; or a name, \text{tr}."""
    is_alone = len(frame.items) == 2  # nothing stands beside it in its group
    found = frame.argument(glyph)
    parts = list(_parts(found))
    if len(parts) == 1:
        _said(writer, frame, spelled(found.items), (found.start, found.end), alone=is_alone)
        return
    new: list[Frame] = []
    for number, part in enumerate(parts):
        if number % 2:
            new.append(Frame(part))
        elif text := " ".join(spelled(part).split()):
            place = (part[0].start, part[-1].end)
            new.append(Frame((), opening=[Token(Kind.WORDS, text, *place)]))
    writer.push(*new)


def _said(writer: Writer, frame: Frame, text: str, place: Position, *, alone: bool) -> None:
    """A word that is a name, or prose."""
    is_index = frame.script and (alone or text == text.strip()) and text.strip() != ""
    if is_index and _WORD.fullmatch(joined := re.sub(r"\W+", "_", text.strip()).strip("_")):
        name(writer, frame, joined, place)
    elif _WORD.fullmatch(text) and _is_name(frame, text):
        name(writer, frame, text, place)
    elif text.strip(" .") in ("const", "constant", "cst"):
        writer.name("const", place)
    else:
        writer.words(text, place)


def _is_name(frame: Frame, word: str) -> bool:
    """Is this a function, a letter, or a word before (, = or an index?"""
    if word in PLAIN_WORDS:
        return False
    following = frame.peek()
    is_head = following is not None and (
        following.is_sign("(", "=", "_", "^") or following.is_command("left", "bigl", "Bigl")
    )
    return is_head or len(word) == 1 or function(word) is not None


def name(writer: Writer, frame: Frame, word: str, place: Position) -> None:
    """Write an upright word as a name; a T above is a transpose, a d or an e is a special one."""
    if frame.script == "sup" and word in ("T", "t"):
        writer.sign("⊤", place)
        return
    is_letter = len(word) == 1
    font = frame.font if is_letter and frame.font != "rm" else ""
    if word in ("d", "e", "E") and not font:
        font = "rm"
    as_function = function(word) if frame.script != "sub" else None
    writer.name(as_function or word.replace("-", ""), place, font)


def run_in_font(writer: Writer, frame: Frame, glyph: Glyph) -> bool:
    r"""Write the function that letters of one font spell, as in \mathbf{tr(A)}; was there one?"""
    if frame.font not in TRANSPOSING:
        return False
    begin = frame.at
    frame.at -= 1
    found = _run(frame)
    word = function("".join(item.text for item in found.items))
    if word is None:
        frame.at = begin
        return False
    writer.name(word, (glyph.start, found.end))
    return True


def _run(frame: Frame) -> Argument:
    """The letters that stand here side by side."""
    begin = frame.at
    while (item := frame.beside()) is not None and item.kind == "letter":
        frame.at += 1
        if frame.at - begin > LONGEST:
            break
    items = frame.items[begin : frame.at]
    return Argument(items, items[0].start, items[-1].end, False)


def _parts(found: Argument) -> Iterator[Sequence[Item]]:
    """Words and formulas in turn."""
    begin = 0
    for at, item in enumerate(found.items):
        if item.is_sign("$") or item.is_command("(", ")"):
            yield found.items[begin:at]
            begin = at + 1
    yield found.items[begin:]


def spelled(items: Sequence[Item], most: int = 1 << 60) -> str:
    """The characters that stand here, without the marks of fonts; commands keep a backslash."""
    parts: list[str] = []
    waiting = [iter(items)]
    while waiting and len(parts) < most:
        item = next(waiting[-1], None)
        if item is None:
            waiting.pop()
        elif not isinstance(item, Glyph):
            waiting.append(iter(item.items))
        elif item.kind in ("space", "newline") or item.is_sign("~") or item.is_command(*BLANKS):
            parts.append("" if item.text in (",", "!") else " ")
        elif item.kind != "command":
            parts.append(item.text)
        elif item.text not in FONTS and item.text not in WORDS:
            parts.append(item.text if item.text in ("_", "&", "%", "#") else f"\\{item.text} ")
    return "".join(parts)


assert PROSE
