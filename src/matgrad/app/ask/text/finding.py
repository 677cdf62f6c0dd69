"""Where formulas stand in prose in which nothing marks them, and each of them in LaTeX."""

from __future__ import annotations

from collections.abc import Iterator

from matgrad.app.ask.text.beside import balanced
from matgrad.app.ask.text.between import end_of_bounded
from matgrad.app.ask.text.keyboard import without_end
from matgrad.app.ask.text.plain import to_latex
from matgrad.app.ask.text.typed import Typed


def formulas_in(text: str, given: str = "") -> Iterator[tuple[int, int, str]]:
    """Where formulas stand in prose, and each in LaTeX; `given` are letters of other formulas."""
    typed = Typed(text.replace("’", "'"), frozenset(given))
    index = 0
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
            inside = balanced(inside)
            yield start, start + len(inside), to_latex(inside)
        index = end
