r"""What only decorates a formula: braces below, words above a sign, boxes, and words for signs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import dropwhile, takewhile

from matgrad.syntax.latex_glyphs import Glyph
from matgrad.syntax.latex_tables import CALLS, CONSTANTS, FONTS, LETTERS, PROSE

_BRACED = (
    "underbrace",
    "overbrace",
    "underbracket",
    "overbracket",
)  # what stands at them is a name
_STACKED = ("overset", "underset", "stackrel")  # the second group is what is meant
_FRAMED = ("boxed", "fbox", "underline")
_TEXTS = ("text", "mbox", "textrm", "mathrm")
_COMMENTING = PROSE | {"mathrm", "mathit", "rm", "it"}  # what words in braces begin with
_DROPPED = frozenset({"displaystyle", "nonumber", "notag", "limits"})
_BOLD = frozenset(name for name, font in FONTS.items() if font == "bf")
SIGNS = {"plus": ("sign", "+"), "minus": ("sign", "-"), "times": ("command", "cdot")}


def undecorated(found: Sequence[Glyph]) -> list[Glyph]:
    """The glyphs without decorations, with signs for words, and with f = x^2 for x^2 =: f."""
    kept: list[Glyph] = []
    index = 0
    skipped: set[int] = set()  # where the marks at a brace begin
    while index < len(found):
        glyph = found[index]
        after = group_after(found, index + 1)
        if index in skipped:
            index = group_after(found, index + 1) or index + 2
        elif glyph.is_command(*_BRACED) and after:
            skipped |= (
                {after} if after < len(found) and found[after].kind in ("sub", "sup") else set()
            )
            index += 1
        elif glyph.is_command(*_STACKED) and after:
            is_sign = group_after(found, after) == after + 3  # {=}
            kept += found[after + 1 : after + 2] if is_sign else ()
            index = after + 3 if is_sign else after
        elif glyph.is_command(*_FRAMED) and after:
            index += 1
        elif glyph.is_command(*_TEXTS) and after and (sign := _sign(found[index + 1 : after])):
            kept.append(Glyph(*sign, glyph.start, glyph.end))
            index = after
        else:
            kept += _with_zero(found, index)
            index += 1
    return kept


def group_after(found: Sequence[Glyph], index: int) -> int | None:
    """Behind the group that begins here; none if there is none."""
    if index >= len(found) or found[index].kind != "group":
        return None
    depth = 0
    for at in range(index, len(found)):
        depth += (found[at].kind == "group") - (found[at].kind == "end")
        if depth == 0:
            return at + 1
    return None


def _sign(group: Sequence[Glyph]) -> tuple[str, str] | None:
    return SIGNS.get("".join(glyph.text for glyph in group[1:-1]))


def _with_zero(found: Sequence[Glyph], index: int) -> list[Glyph]:
    """A point before digits with a 0 in front of it: .5 is 0.5."""
    glyph = found[index]
    after = found[index + 1 : index + 2]
    before = found[index - 1] if index else None
    is_point = glyph.text == "." and bool(after) and after[0].kind == "digit"
    is_decimal = is_point and after[0].start == glyph.end
    begins = before is None or (before.kind != "digit" and not before.is_command("left", "right"))
    zero = Glyph("digit", "0", glyph.start, glyph.start)
    return [zero, glyph] if is_decimal and begins else [glyph]


# ---------------------------------------------------------------- colours, bold type, frames


def cleaned(found: Sequence[Glyph]) -> list[Glyph]:
    r"""Without colours, bold type, comments in braces and the frames around aligned equations."""
    kept: list[Glyph] = []
    index = 0
    frames: list[bool] = []  # is this group the one of \eqalign?
    while index < len(found):
        glyph = found[index]
        if glyph.is_command("color", "textcolor"):
            index = after_group(found, index + 1)
            continue
        if glyph.is_command("eqalign", "align", "aligned", "matrix") and opens(found, index + 1):
            index += 2
            frames.append(True)
            kept.append(line_break(glyph))
            continue
        if glyph.text in ("\\{", "lbrace") and (end := end_of_comment(found, index)):
            index = end
            continue
        if glyph.kind == "command" and is_look(found, index) and _is_one(found, index + 1):
            kept.append(found[index + 2])  # f in bold may be called, {f} could not
            index += 4
            continue
        index += 1
        if glyph.kind == "group":
            frames.append(False)
        elif glyph.kind == "end" and frames and frames.pop():
            glyph = line_break(glyph)
        if not (glyph.kind == "command" and is_look(found, index - 1)):
            kept.append(glyph)
    return kept


def _is_one(found: Sequence[Glyph], index: int) -> bool:
    """Is there one letter in the group that begins here?"""
    inside = found[index : index + 3]
    kinds = [glyph.kind for glyph in inside]
    is_name = len(inside) == 3 and (kinds[1] == "letter" or inside[1].text in LETTERS)
    return is_name and kinds[::2] == ["group", "end"]


def is_look(found: Sequence[Glyph], index: int) -> bool:
    """Does this command only say how something looks? A bold 1 is more: a vector of ones."""
    inside = index + 2 if opens(found, index + 1) else index + 1
    is_number = inside < len(found) and found[inside].kind == "digit"
    return found[index].text in _DROPPED or (found[index].text in _BOLD and not is_number)


def line_break(glyph: Glyph) -> Glyph:
    r"""A \\ in the place of something."""
    return Glyph("newline", "\\", glyph.start, glyph.end)


def opens(found: Sequence[Glyph], index: int) -> bool:
    """Does a group begin here?"""
    return index < len(found) and found[index].kind == "group"


def after_group(found: Sequence[Glyph], index: int) -> int:
    """Behind the group that begins here."""
    if not opens(found, index):
        return index + 1
    depth = 0
    for at in range(index, len(found)):
        depth += (found[at].kind == "group") - (found[at].kind == "end")
        if depth == 0:
            return at + 1
    return len(found)


def end_of_comment(found: Sequence[Glyph], index: int) -> int | None:
    r"""Behind \{ {\rm words} \}; a bracket around a formula is none."""
    for at in range(index + 1, min(index + 80, len(found))):
        if found[at].text in ("\\}", "rbrace"):
            return at + 1 if _is_comment(found[index + 1 : at]) else None
    return None


def _is_comment(inside: Sequence[Glyph]) -> bool:
    r"""Does this begin with words? \operatorname{tr}(A), \text{tr}A and \text{const} are none."""
    begun = list(dropwhile(lambda glyph: glyph.kind in ("group", "space"), inside))
    if not begun or not begun[0].is_command(*_COMMENTING):
        return False
    rest = list(dropwhile(lambda glyph: glyph.kind in ("group", "space"), begun[1:]))
    word = "".join(g.text for g in takewhile(lambda glyph: glyph.kind == "letter", rest))
    after = list(dropwhile(lambda g: g.kind in ("end", "space"), rest[len(word) :]))
    is_called = bool(after) and after[0].text in ("(", "[", "\\{")
    return not is_called and word not in CONSTANTS and (word,) not in CALLS
