r"""Glyphs that belong together: `\left(`, `\begin{cases}`, `||`, `{\rm tr}`, `{a \over b}`."""

from __future__ import annotations

from itertools import pairwise

from matgrad.errors import ParseError
from matgrad.syntax.latex_bars import double_bars
from matgrad.syntax.latex_glyphs import Glyph, refused
from matgrad.syntax.latex_tables import (
    CALLS,
    DELIMITERS,
    FONTS,
    LETTERS,
    SIZING,
    SWITCHES,
    UNSEEN,
    WORDS,
)

_FONTS = SWITCHES & {*FONTS, *WORDS}
_BREAKS = frozenset({"newline", "align", "space"})


def joined(found: list[Glyph]) -> list[Glyph]:
    r"""Join `\left(`, `\begin{cases}` and `||`, and drop commands that only set sizes."""
    found = _unwrapped(_with_bars(_with_switches(_with_words(found))))
    doubles = double_bars(found)
    result: list[Glyph] = []
    index = 0
    while index < len(found):
        glyph = found[index]
        if glyph.kind == "group" and _is_switch(found, index + 1):  # {\rm tr} is \rm{tr}
            result.append(found[index + 1])
            index += 1
        elif glyph.kind not in ("command", "fence"):
            pass
        elif glyph.is_command("left", "right", "middle"):
            glyph, index = _fence(found, index)
        elif glyph.is_command("begin", "end"):
            glyph, index = _environment(found, index)
        elif index in doubles:
            glyph = Glyph("fence", "\\|", glyph.start, found[index + 1].end)
            index += 1
        if glyph.is_command(*UNSEEN) and found[index + 1 : index + 2]:
            index = _after_label(found, index)
        elif not (glyph.kind == "command" and glyph.text in SIZING):
            result.append(glyph)
        index += 1
    result = _visible(result)
    bars = [g.kind == "left" and g.text == "|" for g in result]
    return _doubled(result) if (True, True) in pairwise(bars) else result


def _unwrapped(found: list[Glyph]) -> list[Glyph]:
    r"""\mathrm{tr} for \mathop{\mathrm{tr}}, \operatorname{\mathrm{tr}} and {\mathrm{tr}}."""
    if not any(a.kind == "group" and b.text in WORDS for a, b in pairwise(found)):
        return found
    left_out: set[int] = set()
    for at, glyph in enumerate(found):
        end = _end_of_word(found, at + 1) if glyph.kind == "group" else 0
        if end and end < len(found) and found[end].kind == "end":
            before = at - 1 if at and found[at - 1].is_command("mathop", "operatorname") else at
            is_word = before < at or (_spelled(found[at + 1 : end]),) in CALLS
            kinds = ("sub", "sup") if before < at else ("sub", "sup", "command")
            is_argument = before > 0 and found[before - 1].kind in kinds
            left_out |= {before, at, end} if is_word and not is_argument else set()
    return [glyph for at, glyph in enumerate(found) if at not in left_out]


def _end_of_word(found: list[Glyph], at: int) -> int:
    r"""Behind the \mathrm{tr} that begins here; 0 if there is none."""
    if not found[at : at + 2] or found[at].text not in WORDS or found[at].kind != "command":
        return 0
    if at + 1 >= len(found) or found[at + 1].kind != "group":
        return 0
    end = at + 2
    while end < len(found) and found[end].kind in ("letter", "space"):
        end += 1
    return end + 1 if end < len(found) and found[end].kind == "end" else 0


def _spelled(glyphs: list[Glyph]) -> str:
    return "".join(glyph.text for glyph in glyphs if glyph.kind == "letter")


def _is_switch(found: list[Glyph], index: int) -> bool:
    r"""Does a command stand here that sets the rest of its group in another font?"""
    return index < len(found) and found[index].kind == "command" and found[index].text in _FONTS


def _with_words(found: list[Glyph]) -> list[Glyph]:
    r"""\rm{tr} A for \rm tr A: without a group, it is the word behind it that is set so."""
    result: list[Glyph] = []
    closing = -1  # where the word ends that is being read
    for at, glyph in enumerate(found):
        if at == closing:
            result.append(Glyph("end", "}", glyph.start, glyph.start))
        result.append(glyph)
        begins = at > 0 and found[at - 1].kind == "group"
        end = _end_of_run(found, at + 1) if glyph.is_command("rm") and not begins else 0
        word = _spelled(found[at + 1 : end])
        if len(word) > 1 and (word,) in CALLS:
            result.append(Glyph("group", "{", found[at + 1].start, found[at + 1].start))
            closing = end
    if closing == len(found):
        result.append(Glyph("end", "}", found[-1].end, found[-1].end))
    return result


def _end_of_run(found: list[Glyph], at: int) -> int:
    """Behind the letters that stand here side by side."""
    end = at
    while end < len(found) and found[end].kind == "letter":
        if end > at and found[end].start != found[end - 1].end:
            break
        end += 1
    return end


def _with_switches(found: list[Glyph]) -> list[Glyph]:
    r"""\bf{x}^T\bf{A} for \bf x^TA: without a group of its own it reaches to the end of one.

    Letters that stand outside, too, are meant by it only right behind it: f(x) = \bf a^T x.
    """
    fonts = _reach_of_switches(found)
    if not any(fonts):
        return found
    outside = {g.text for g, font in zip(found, fonts, strict=True) if font is None}
    result: list[Glyph] = []
    for at, (glyph, font) in enumerate(zip(found, fonts, strict=True)):
        if font is glyph:
            continue
        is_letter = glyph.kind == "letter" or (glyph.kind == "command" and glyph.text in LETTERS)
        is_meant = glyph.text not in outside or found[at - 1] is font
        result += [font] if font is not None and is_letter and is_meant else []
        result.append(glyph)
    return result


def _reach_of_switches(found: list[Glyph]) -> list[Glyph | None]:
    """The switch outside of a group of its own in whose reach each glyph stands."""
    fonts: list[Glyph | None] = [None]  # of the groups around
    result: list[Glyph | None] = []
    for at, glyph in enumerate(found):
        if glyph.kind == "group":
            is_word = at > 0 and found[at - 1].kind == "command" and found[at - 1].text in WORDS
            fonts.append(None if is_word or _is_switch(found, at + 1) else fonts[-1])
        elif glyph.kind == "end" and len(fonts) > 1:
            fonts.pop()
        begins = at > 0 and found[at - 1].kind == "group"
        is_grouped = at + 1 < len(found) and found[at + 1].kind == "group"
        if _is_switch(found, at) and glyph.text in FONTS and not (begins or is_grouped):
            fonts[-1] = glyph
        result.append(fonts[-1])
    return result


def _after_label(found: list[Glyph], index: int) -> int:
    r"""Where \label{eq:1} or \phantom{-} ends; it says nothing about the formula."""
    if found[index + 1].kind != "group":
        raise refused(found[index])
    depth = 0
    for at in range(index + 1, len(found)):
        depth += (found[at].kind == "group") - (found[at].kind == "end")
        if depth == 0:
            return at
    return index


def _visible(found: list[Glyph]) -> list[Glyph]:
    r"""Without \left. … \right., which set nothing, and \right. … \left. around a line break."""
    points = [i for i, g in enumerate(found) if g.kind in ("left", "right") and g.text == "."]
    if len(points) < 2:
        return found
    closes = _closing(found)
    left_out = {i for i in points if closes.get(i) in points}
    left_out |= {closes[i] for i in left_out}
    for i, j in pairwise(points):
        between = {glyph.kind for glyph in found[i + 1 : j]}
        if (found[i].kind, found[j].kind) == ("right", "left") and between <= _BREAKS:
            left_out |= {i, j}
    return [glyph for i, glyph in enumerate(found) if i not in left_out]


def _doubled(found: list[Glyph]) -> list[Glyph]:
    r"""\left|\left| … \right|\right| with double bars, where these four belong together."""
    result: list[Glyph | None] = [*found]
    closes = _closing(found)
    for i, close in sorted(closes.items()):
        inner = close - 1
        four = (i, i + 1, inner, close)
        if None in (result[k] for k in four) or closes.get(i + 1) != inner:
            continue
        if all(found[k].text == "|" for k in four):
            result[i] = Glyph("left", "\\|", found[i].start, found[i + 1].end)
            result[close] = Glyph("right", "\\|", found[inner].start, found[close].end)
            result[i + 1] = result[inner] = None
    return [glyph for glyph in result if glyph is not None]


def _closing(found: list[Glyph]) -> dict[int, int]:
    r"""Where each \left is closed."""
    waiting: list[int] = []
    closes: dict[int, int] = {}
    for i, glyph in enumerate(found):
        if glyph.kind == "left":
            waiting.append(i)
        elif glyph.kind == "right" and waiting:
            closes[waiting.pop()] = i
    return closes


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


def _with_bars(found: list[Glyph]) -> list[Glyph]:
    r"""The fraction {a \over b} as \frac{a}{b}."""
    if not any(glyph.is_command("over") for glyph in found):
        return found
    opened: list[int] = []
    result = [*found]
    for i, glyph in enumerate(found):
        if glyph.kind == "group":
            opened.append(i)
        elif glyph.kind == "end" and opened:
            opened.pop()
        elif glyph.is_command("over") and opened:
            start = opened[-1]
            fraction = Glyph("command", "frac", glyph.start, glyph.end)
            if result[start].kind != "group":
                raise ParseError("two bars stand in one fraction", glyph.position)
            result[start] = fraction
            result[i] = Glyph("end", "}", glyph.start, glyph.end)
    return _with_groups(result, found)


def _with_groups(result: list[Glyph], found: list[Glyph]) -> list[Glyph]:
    """The groups that the two sides of a bar stand in."""
    made: list[Glyph] = []
    for new, old in zip(result, found, strict=True):
        is_start = new is not old and new.kind == "command"
        is_bar = new is not old and new.kind == "end"
        made.append(new)
        made += [Glyph("group", "{", old.start, old.end)] if is_start or is_bar else []
    return made
