r"""Bars side by side: || in |A||B| ends one pair and begins the next, in a||x|| it is one sign.

It is read as two bars where one bar is open, something stands right before it, and what follows
has a bar of its own: |A||B|, |a||b||c|. In |x||y|| - z| the norm of y is meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from matgrad.syntax.latex_glyphs import Glyph
from matgrad.syntax.latex_tables import LETTERS

_OPENS = frozenset({"(", "[", "\\{", "lbrace", "langle", "lVert", "lvert"})
_CLOSES = frozenset({")", "]", "\\}", "rbrace", "rangle", "rVert", "rvert"})
_OPERANDS = frozenset({"letter", "digit", "group", "end", "prime", "raised"})


class _Bar(NamedTuple):
    """Where a bar stands, or two side by side."""

    at: int
    is_double: bool


def double_bars(found: Sequence[Glyph]) -> set[int]:
    """Where two bars begin that are one sign."""
    doubles: set[int] = set()
    for bars in _levels(found):
        signs, is_closed = _paired(found, bars)
        if not is_closed:  # | |x| - 1 | may be written without the spaces
            single, is_better = _paired(found, _apart(bars))
            signs = single if is_better else signs
        doubles |= signs
    return doubles


def _apart(bars: Sequence[_Bar]) -> list[_Bar]:
    """The bars with none that are one sign."""
    return [_Bar(bar.at + k, False) for bar in bars for k in range(1 + bar.is_double)]


def _paired(found: Sequence[Glyph], bars: Sequence[_Bar]) -> tuple[set[int], bool]:
    """Where two bars begin that are one sign, and whether all that is opened is closed."""
    doubles, closed = set[int](), set[int]()
    opened: list[str] = []
    for number, bar in enumerate(bars):
        ends = _is_operand(found, bar.at - 1, is_end=True) or bar.at - 1 in closed
        sign = "‖" if bar.is_double else "|"
        if bar.is_double and opened[-1:] == ["|"] and ends and _begins(found, bars, number):
            continue  # one pair ends and another begins
        if bar.is_double:
            doubles.add(bar.at)
        if opened[-1:] == [sign] and ends:
            opened.pop()
            closed.add(bar.at)
        else:
            opened.append(sign)
    return doubles, not opened


def _levels(found: Sequence[Glyph]) -> list[list[_Bar]]:
    """The bars between the same brackets, in their order."""
    levels: list[list[_Bar]] = [[]]
    inner = [levels[0]]
    at = 0
    while at < len(found):
        glyph = found[at]
        before = found[at - 1] if at else glyph
        if glyph.kind == "group" or glyph.is_command("left") or glyph.text in _OPENS:
            if not before.is_command("left", "right"):
                levels.append([])
                inner.append(levels[-1])
        elif glyph.kind == "end" or glyph.is_command("right") or glyph.text in _CLOSES:
            if len(inner) > 1 and not before.is_command("left", "right"):
                inner.pop()
        elif _is_bar(found, at) and not before.is_command("left", "right"):
            is_double = _is_bar(found, at + 1) and glyph.end == found[at + 1].start
            inner[-1].append(_Bar(at, is_double))
            at += is_double
        at += 1
    return levels


def _is_bar(found: Sequence[Glyph], at: int) -> bool:
    return at < len(found) and found[at].kind == "fence" and found[at].text == "|"


def _begins(found: Sequence[Glyph], bars: Sequence[_Bar], number: int) -> bool:
    """Does another pair begin with the second of these bars?"""
    bar = bars[number]
    before = found[bar.at - 1]
    is_apart = before.end < found[bar.at].start and before.kind != "command"
    if is_apart or number + 1 == len(bars):
        return False
    following = bars[number + 1]
    return not following.is_double or _is_operand(found, following.at + 2)


def _is_operand(found: Sequence[Glyph], at: int, *, is_end: bool = False) -> bool:
    """Does something that is multiplied begin here, or end?"""
    if not 0 <= at < len(found):
        return False
    glyph = found[at]
    brackets = _CLOSES if is_end else _OPENS
    return (
        glyph.kind in _OPERANDS
        or glyph.text in brackets
        or (glyph.kind == "command" and glyph.text in LETTERS)
        or (is_end and at > 0 and found[at - 1].kind in ("sup", "sub"))
    )
