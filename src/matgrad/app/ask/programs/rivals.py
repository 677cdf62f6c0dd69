"""Other ways to read a program that are about as likely."""

from __future__ import annotations

from matgrad.app.ask.programs.reading import Reader
from matgrad.programs.listings.shapes import Fit

OTHERS = "shapes are not told: {} would fit as well; say which shapes it has if that is meant"
MOST_RIVALS = 3
CLOSE = 0.2


def is_rival(fit: Fit[Reader], best: Fit[Reader]) -> bool:
    """Is this way to read a program about as likely as the best one, or do more lines fit it?"""
    if fit.machine.misfits < best.machine.misfits:
        return True
    return fit.cost <= best.cost + CLOSE and fit.machine.misfits <= best.machine.misfits


def rivals_in_words(fits: list[Fit[Reader]]) -> list[str]:
    """What else would fit, in words."""
    words = {"s": "a number", "v": "a vector", "m": "a matrix", "r": "one row", "c": "one column"}
    best = fits[0].kinds
    lines: list[str] = []
    for other in fits[1:MOST_RIVALS]:
        differ = [f"{x} as {words[kind]}" for x, kind in other.kinds.items()
                  if best.get(x) != kind and kind in words]  # fmt: skip
        lines += [OTHERS.format(" with ".join(differ))] if differ else []
    return lines
