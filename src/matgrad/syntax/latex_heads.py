r"""The left sides of definitions: L(\theta \mid x) = … and D(p \| q) = … have two arguments."""

from __future__ import annotations

from collections.abc import Sequence

from matgrad.syntax.latex_glyphs import Glyph

SEPARATORS = frozenset({"|", "\\|", "mid", "vert", "Vert", "parallel", ";"})
_OPENS, _CLOSES = "(", ")"
_OF_NAMES = frozenset(
    {"letter", "digit", "command", "group", "end", "sub", "sup", "prime", "space"}
)


def with_commas(glyphs: list[Glyph]) -> list[Glyph]:
    """Commas for the bars and semicolons between the arguments of a function that is defined."""
    found = list(glyphs)
    for at, glyph in enumerate(glyphs):
        if glyph.text == "=" and glyph.kind == "sign":
            for place in _bars_of_head(glyphs, at):
                bar = glyphs[place]
                found[place] = Glyph("sign", ",", bar.start, bar.end)
    return found


def _bars_of_head(glyphs: Sequence[Glyph], end: int) -> list[int]:
    """Where the separators stand in the f(x | y) before this sign; nothing for other brackets."""
    at = _before(glyphs, end)
    if at < 0 or glyphs[at].kind not in ("fence", "right") or glyphs[at].text != _CLOSES:
        return []
    bars, is_name = list[int](), False
    at -= 1
    while at > 0 and glyphs[at].text != _OPENS:
        glyph = glyphs[at]
        divides = glyph.text == "," and glyph.kind == "sign"
        if glyph.text in SEPARATORS:
            bars.append(at)
            divides = True
        elif not divides and glyph.kind not in _OF_NAMES:
            return []
        if divides and not is_name:
            return []
        is_name = not divides and (is_name or glyph.kind != "space")
        at -= 1
    before = _before(glyphs, at)
    named = before >= 0 and glyphs[before].kind in ("letter", "end", "command")
    return bars if is_name and named else []


def _before(glyphs: Sequence[Glyph], at: int) -> int:
    """The place before this one that holds more than space, or -1."""
    at -= 1
    while at >= 0 and glyphs[at].kind == "space":
        at -= 1
    return at
