"""The lines of a display, for reading: each with what stands left of its sign."""

from __future__ import annotations

import re

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.formulas.typeset import repaired
from matgrad.core.notation import Spelling
from matgrad.render.formula import BRACKETS

_TOKEN = re.compile(
    r"\\(?P<side>begin|end)\s*\{(?P<environment>\w+)\*?\}"
    r"|(?P<next>\n\s*&?\s*(?==|\\(?:Rightarrow|Longrightarrow|implies|iff)(?![A-Za-z])))"
    r"|\\[A-Za-z]+|\\.|.",
    re.DOTALL,
)
_SIDE = re.compile(
    r"\\(?P<side>begin|end|left|right)(?![A-Za-z])|(?P<sign>:?=)|\\.|(?P<open>[\[({])|[\])}]",
    re.DOTALL,
)
_SIGN = (
    r"(?:[-+=:<>,]|\\(?:leq?|geq?|approx|equiv|in|to|sim|propto|odot|cdot|times|q?quad|implies|iff"
    r"|Rightarrow)(?![A-Za-z]))"
)
_JOINED = re.compile(rf"{_SIGN}\s*$")
_JOINS = re.compile(rf"[&\s]*(?:$|{_SIGN})")
_END = re.compile(r"[\])}]|\\(?:end|right)")
NOTHING = Spelling("", "", "")


def display_lines(latex: str) -> list[str]:
    r"""The lines of a display such as align, with what aligns them.

    A line of the source that begins with its sign is one, too.

    >>> display_lines(r"\begin{align} a &= b\\ &= c \end{align}")
    ['a &= b', '&= c']
    """
    depth = 0
    lines = [""]
    for found in _TOKEN.finditer(latex):
        token = found[0]
        if found["environment"] and found["environment"] not in BRACKETS:
            continue
        depth = max(0, depth + (found["side"] == "begin") - (found["side"] == "end"))
        if not depth and (token == r"\\" or found["next"]):
            lines.append("")
        else:
            lines[-1] += token
    return [line.strip() for line in lines if line.strip(" &\n\t")]


def unaligned(line: str) -> str:
    r"""A line without the marks that align it; what stands in a column of its own keeps apart.

    >>> unaligned(r"a &= b && \text{since } b > 0")
    'a = b \\quad \\text{since } b > 0'
    """
    depth, shown = 0, ""
    for found in _TOKEN.finditer(line):
        depth = max(0, depth + (found["side"] == "begin") - (found["side"] == "end"))
        if found[0] != "&" or depth:
            shown += found[0]
        elif shown and not _JOINED.search(shown) and not _JOINS.match(line, found.end()):
            shown = f"{shown.rstrip()} \\quad"
    return shown.strip()


def sides_of(line: str) -> tuple[Spelling, Spelling]:
    r"""A line in two parts: up to its equals sign, and from there.

    >>> [side.latex for side in sides_of(r"\sum_{i=1}^n x_i = s")]
    ['\\sum_{i=1}^n x_i', '= s']
    """
    depth = 0
    for found in _SIDE.finditer(line):
        if found["sign"] and depth == 0:
            return _spelled(line[: found.start()]), _spelled(line[found.start() :])
        is_open = found["open"] or found["side"] in ("begin", "left")
        depth += bool(is_open) - (_END.match(found[0]) is not None)
    return NOTHING, _spelled(line)


def _spelled(latex: str) -> Spelling:
    return quoted(repaired(latex.strip())) if latex.strip() else NOTHING
