r"""Rows of matrices in brackets alone: [a & b] is \begin{bmatrix} a & b \end{bmatrix}."""

from __future__ import annotations

import re
from dataclasses import dataclass

_TOKEN = re.compile(
    r"\\(?P<frame>begin|end)\s*\{[^{}]*\}"
    r"|(?P<open>(?:\\left\s*|\\[bB]igg?l?\s*)?[\[(])|(?P<close>(?:\\right\s*|\\[bB]igg?r?\s*)?[\])])"
    r"|(?P<break>\\\\)|\\.|(?P<brace>[{}])|(?P<mark>&)(?!\s*(?:[-+=:<>]|\\(?:le|ge|approx|equiv)))",
    re.DOTALL,
)
_SIDES = {"[": ("]", "bmatrix"), "(": (")", "pmatrix")}


@dataclass
class _Bracket:
    """A bracket that is open."""

    start: int
    end: int
    sign: str
    depth: int
    has_columns: bool = False


def with_rows(latex: str) -> str:
    r"""A formula with environments for the rows that stand in brackets alone.

    >>> print(with_rows(r"g = [x_1 & x_2]"))
    g = \begin{bmatrix}x_1 & x_2\end{bmatrix}
    """
    depth, opened = 0, list[_Bracket]()
    changes: list[tuple[int, int, str]] = []
    for found in _TOKEN.finditer(latex) if "&" in latex else ():
        depth += (found["frame"] == "begin" or found["brace"] == "{") - (
            found["frame"] == "end" or found["brace"] == "}"
        )
        here = [each for each in opened if each.depth == depth]
        if found["open"]:
            opened.append(_Bracket(found.start(), found.end(), found[0][-1], depth))
        elif found["break"]:  # a line ends, and with it what aligns it
            opened = [each for each in opened if each.depth != depth]
        elif found["mark"] and here:
            here[-1].has_columns = True
        elif found["close"] and here:
            begun = here[-1]
            opened = opened[: opened.index(begun)]
            closing, name = _SIDES[begun.sign]
            if begun.has_columns and found[0][-1] == closing:
                changes.append((begun.start, begun.end, rf"\begin{{{name}}}"))
                changes.append((found.start(), found.end(), rf"\end{{{name}}}"))
    for start, end, new in sorted(changes, reverse=True):
        latex = latex[:start] + new + latex[end:]
    return latex
