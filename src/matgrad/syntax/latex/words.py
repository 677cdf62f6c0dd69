r"""Upright words: names of functions and indices, \operatorname{tr}, or prose, \text{where}."""

from __future__ import annotations

import re

from matgrad.syntax.latex import tables
from matgrad.syntax.latex.glyphs import Glyph, Glyphs, run, split
from matgrad.syntax.latex.writer import Frame, Position, Writer, words

LONGEST_WORD = 12  # letters of \mathrm{…} that may be a name
LONGEST = 80  # characters that are looked at for a word of a formula
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?:-[A-Za-z]+)*")
_PROSE = re.compile(r"[A-Za-z .,;:'?-]*[A-Za-z]{2}[A-Za-z .,;:'?-]*")


def upright(writer: Writer, frame: Frame, glyph: Glyph) -> None:
    r"""\operatorname{tr}, \mathrm{tr}, {\rm tr}, \mathit{ab}: a word, or letters that stand so."""
    frame.star()
    following = frame.peek()
    is_run = glyph.text in ("rm", "it") and following is not None and following.kind == "letter"
    found = _run(frame, frame.at) if is_run else frame.argument(glyph)
    frame.at += len(found.items) if is_run else 0
    place = found.position
    text = spelled(found.items, LONGEST).strip()
    is_operator, is_italic = glyph.text.startswith("operatorname"), glyph.text in tables.ITALIC
    word = text.replace(" ", "") if is_operator else text
    is_short = is_operator or len(word) <= LONGEST_WORD or frame.script != ""
    if not _WORD.fullmatch(word) or word in tables.PLAIN_WORDS:
        if _PROSE.fullmatch(text):
            _said(writer, frame, text, place)
        else:
            font = "" if is_italic else "rm"
            writer.push(Frame(found.items, font=font, script=frame.script))
    elif is_italic:
        writer.name(word, place, "it" if len(word) > 1 else frame.font)
    elif is_operator and len(word) == 1 and word.isupper():
        writer.name(word, place, "op")  # \operatorname{K}_{m,n} is no variable K
    elif tables.function(word) or is_short:
        name(writer, frame, word, place)
    else:
        writer.write(words(word, place))


def prose(writer: Writer, frame: Frame, glyph: Glyph) -> None:
    r"""\text{where $x$ is known}: words, and formulas between them; or a name, \text{tr}."""
    is_alone = len(frame.items) == 2  # nothing stands beside it in its group
    found = frame.argument(glyph)
    parts = list(split(found.items, lambda item: item.is_sign("$")))
    if len(parts) == 1:
        text = spelled(found.items)
        text = text.strip() if frame.script and is_alone else text
        _said(writer, frame, text, found.position)
        return
    frames = [Frame(part) for part in parts]
    for said in frames[::2]:
        place = run(said.items).position if said.items else found.position
        said.opening, said.items = words(spelled(said.items), place), ()
    writer.push(*frames)


def _said(writer: Writer, frame: Frame, text: str, place: Position) -> None:
    """A word that is a name, an index, a function, or stands before ( or =; or prose."""
    following = frame.peek()
    is_head = following is not None and (
        following.is_sign("(", "=", "_", "^") or following.is_command("left", "bigl", "Bigl")
    )
    is_name = text not in tables.PLAIN_WORDS and (
        is_head or len(text) == 1 or tables.function(text) is not None
    )
    joined = re.sub(r"\W+", "_", text).strip("_")
    if _WORD.fullmatch(text) and is_name:
        name(writer, frame, text, place)
    elif frame.script and text == text.strip() and _WORD.fullmatch(joined):
        name(writer, frame, joined, place)
    elif text.strip(" .") in ("const", "constant", "cst"):
        writer.name("const", place)
    else:
        writer.write(words(text, place))


def name(writer: Writer, frame: Frame, word: str, place: Position) -> None:
    """Write an upright word as a name; a T above is a transpose, a d or an e is a special one."""
    font = frame.font if len(word) == 1 and frame.font != "rm" else ""
    as_function = tables.function(word) if frame.script != "sub" else None
    if frame.script == "sup" and word in ("T", "t"):
        writer.sign("⊤", place)
    elif word in ("d", "e", "E") and not font:
        writer.name(word, place, "rm")
    else:
        is_word = as_function is None and len(word) > 1 and not frame.script
        writer.name(as_function or word.replace("-", ""), place, "up" if is_word else font)


def run_in_font(writer: Writer, frame: Frame) -> bool:
    r"""Write the function that letters of one font spell, as in \mathbf{tr(A)}; was there one?"""
    found = _run(frame, frame.at - 1)
    word = tables.function("".join(item.text for item in found.items))
    if word is None or frame.font not in tables.WORD_FONTS:
        return False
    frame.at += len(found.items) - 1
    writer.name(word, found.position)
    return True


def _run(frame: Frame, at: int) -> Glyph:
    """The letters that stand side by side from here on."""
    end = at
    while end < len(frame.items) and frame.items[end].kind == "letter" and end - at < LONGEST:
        end += 1
    return run(frame.items[at:end])


def spelled(items: Glyphs, most: int = 1 << 60) -> str:
    """The characters that stand here, without the marks of fonts; commands keep a backslash."""
    parts: list[str] = []
    waiting = [iter(items)]
    while waiting and len(parts) < most:
        item = next(waiting[-1], None)
        if item is None:
            waiting.pop()
        elif item.kind == "group":
            waiting.append(iter(item.items))
        elif item.kind != "command":
            is_blank = item.kind in ("space", "newline") or item.is_sign("~")
            parts.append(" " if is_blank else item.text)
        elif item.text in tables.BLANKS:
            parts.append("" if item.text in (",", "!") else " ")
        elif item.text not in tables.FONTS and item.text not in tables.WORDS:
            parts.append(item.text if item.text in ("_", "&", "%", "#") else f"\\{item.text} ")
    return "".join(parts)
