r"""Functions behind \min or \max with nothing below: \min\|Ax-b\|^2 is about \|Ax-b\|^2.

In \min(a, b), \max\{0, x\} and \min x the sign is a function of what follows.
"""

from __future__ import annotations

import re

from matgrad.app.ask.spelling.patterns import COMMAND, STAR
from matgrad.app.ask.text.segments import Cut

_SIGN = re.compile(
    r"\s*\\(?:arg\s*\\)?(?:arg)?(?:min|max)(?![A-Za-z])\s*+(?:\\[,;:! ]|\\quad(?![A-Za-z])|~)*+\s*+"
    r"(?!_|\(|\[|\\\{|\\left\s*(?:\(|\[|\\\{)|\\limits|\\?[A-Za-z]\s*$)"
)
# \hat x = \arg\min_x f says what \hat x is called, and f.
_CALLED = re.compile(
    r"\s*(?:\\(?:hat|widehat|tilde|bar)\s*)?\{?\s*\\?[A-Za-z]+\s*\}?\s*(?:[_^]\s*(?:\{[^{}]*\}|\S))?\s*:?=\s*"
    r"(?=\\(?:arg|operatorname\s*\*?\s*\{\s*arg))"
)
# x^* and \\hat x in an equation, where x is what a function is of: A^TAx^* = A^Tb.
_ARGUMENT = re.compile(r"\s*\\?[A-Za-z]+(?:_\w)?\s*\(\s*(?P<x>\\[a-z]+|[a-z])\s*\)\s*:?=")
_SOUGHT = re.compile(
    r"\b(?:minim|maxim|optim|stationar|critical|iff|if and only if|satisf|first-order)", re.I
)
_LEAST = re.compile(r"\\(?:arg)?(?:min|max|inf|sup)(?![A-Za-z])|\bmin\b|\bmax\b")
FIXED = "opt"  # the index of an optimum that a function is made of
READ = "the function to be optimised is read"


def _with_points(cut: Cut) -> Cut:
    r"""The text with x for x^* in equations that hold at an optimum, if x^* has no value.

    Beside x itself, as in \|x - x^*\|^2, x^* is another point, which does not move with x.
    """
    names = [found["x"] for x in cut.formulas if (found := _ARGUMENT.match(x))]
    if not names or not _SOUGHT.search(cut.words):
        return cut
    x = re.escape(names[0])
    at = rf"{x}{STAR}|\\(?:wide)?hat\s*(?:\{{\s*{x}\s*\}}|\s{x}(?![A-Za-z]))"
    point = re.compile(rf"(?P<at>{at})|(?P<bare>{x}(?![A-Za-z]))|{COMMAND}")
    if any(re.match(rf"\s*(?:{at})\s*(?:\([^()]*\)\s*)?:?=", latex) for latex in cut.formulas):
        return cut
    if any(_is_beside(latex, point) for latex in cut.formulas):
        own = f"{names[0]}_{{{FIXED}}}"
        shown = names[0].removeprefix("\\")
        note = f"the optimum of {shown} is a point of its own, held fixed, called {shown}_{FIXED}"
        return cut.rewritten(
            lambda latex: point.sub(lambda m: own if m["at"] else m[0], latex), note
        )

    def changed(latex: str) -> str:
        is_equation = "=" in latex and r"\arg" not in latex
        return point.sub(lambda m: names[0] if m["at"] else m[0], latex) if is_equation else latex

    return cut.rewritten(changed)


def _is_beside(latex: str, point: re.Pattern[str]) -> bool:
    r"""Do x and x^* stand in one formula, other than in f(x^*) = \min_x f(x)?"""
    found = [*point.finditer(latex)]
    is_both = any(m["at"] for m in found) and any(m["bare"] for m in found)
    return is_both and not _LEAST.search(latex)


def with_optima(cut: Cut) -> Cut:
    """The text without signs of minima before a whole formula, and names of where they are."""
    cut = _with_points(cut)
    if any(map(_CALLED.match, cut.formulas)):
        cut = cut.rewritten(
            lambda latex: _CALLED.sub("", latex, count=1) if _CALLED.match(latex) else latex
        )
    if not any(map(_SIGN.match, cut.formulas)):
        return cut
    return cut.rewritten(
        lambda latex: _SIGN.sub("", latex, count=1) if _SIGN.match(latex) else latex, READ
    )
