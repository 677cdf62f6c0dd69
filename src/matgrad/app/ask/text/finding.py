"""Where formulas stand in prose in which nothing marks them, and each of them in LaTeX."""

from __future__ import annotations

import re
from collections.abc import Iterator

from matgrad.app.ask.text.beside import balanced
from matgrad.app.ask.text.between import end_of_bounded
from matgrad.app.ask.text.keyboard import without_end
from matgrad.app.ask.text.plain import to_latex
from matgrad.app.ask.text.typed import Typed

# A sign beside a formula that no sentence has, and what it takes: / (number of samples).
_SIGN = r"[ \t]*(?:[*/⊙∘×·⊗@^%]|\.[*/])[ \t]*"
_BRACKET = r"\((?:[^()\n]|\([^()\n]*\)){1,80}\)"
_BEHIND = re.compile(rf"{_SIGN}(?:{_BRACKET}|[^\s,;:?!()*]+(?:{_BRACKET})?)")
_BEFORE = re.compile(rf"(?:(?<=[\s=:(])|^)-?(?:[\w#.^/]*{_BRACKET}|[\w#][\w#.^/]*){_SIGN}$")
_NAME = re.compile(r"[A-Za-z]\w?|[A-Za-z]+")
NEAR = 120  # characters before a formula in which a factor of it stands


def formulas_in(text: str, given: str = "") -> Iterator[tuple[int, int, str]]:
    """Where formulas stand in prose, and each in LaTeX; `given` are letters of other formulas."""
    typed = Typed(text.replace("’", "'"), frozenset(given))
    index = position = 0
    while index < len(typed.words):
        end = end_of_bounded(typed.words, index)
        is_bounded = end > index
        end = end if is_bounded else typed.end_of_formula(index)
        if end == index:
            index += 1
            continue
        start, stop = typed.words[index].start, typed.words[end - 1].end
        inside = without_end(typed.text[start:stop])
        if is_bounded or typed.is_worth(index, end):
            begin, inside = _whole(typed.written, start, balanced(inside), position)
            position = begin + len(inside)
            yield begin, position, to_latex(inside)
        index = end


def _whole(text: str, start: int, formula: str, position: int) -> tuple[int, str]:
    """A formula with factors beside it of which nothing is known, and where it begins.

    Without them it is another formula, and with them it is refused where it is read. A name alone
    may stand beside a word: x / Hessian.
    """
    end = start + len(formula)
    if _NAME.fullmatch(formula):
        return start, formula
    behind = end
    while found := _BEHIND.match(text, behind):
        behind = found.start() + len(found[0].rstrip("."))
    first = max(position, start - NEAR)
    before = _BEFORE.search(text[first:start])
    head = before[0] if before else ""
    return start - len(head), f"{head}{formula}{text[end:behind]}"
