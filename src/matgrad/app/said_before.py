"""What the lines of a conversation are: declarations, definitions, questions in words, LaTeX."""

from __future__ import annotations

import re
from collections.abc import Sequence

from matgrad.core.expr import Expr
from matgrad.core.steps import Problem
from matgrad.errors import MatgradError
from matgrad.syntax import Limits, parse_latex, parse_problem
from matgrad.syntax.functions import FUNCTIONS

HINT = "    a question in words begins with ask: ask What is the gradient of $x^TAx$ by $x$?"
DEFINES = re.compile(r"^\w+\s*(?:\([^=]*\))?\s*=[^=]")
DECLARES = re.compile(r"^[\w\s,]+(?::(?!=)|\bin\b|\bis\b|∈)")


def read_latex(text: str, lines: Sequence[str], limits: Limits) -> Problem:
    r"""A function in LaTeX; declarations may say what it means, as X: n×d for \sum_{i=1}^n x_i."""
    known = declared(lines, limits)
    try:
        problem = parse_latex(text, limits=limits)
    except MatgradError:
        if not known:
            raise
    else:
        known = {name: x for name, x in known.items() if name in problem.symbols}
        if not known:
            return problem
    shapes = {name: tuple(map(str, x.shape)) for name, x in known.items()}
    assume = {name: sorted(x.data.facts) for name, x in known.items() if x.data.facts}
    return parse_latex(text, shapes, assume, limits)


def declared(lines: Sequence[str], limits: Limits) -> dict[str, Expr]:
    """The variables that declarations speak of."""
    spoken = [line for line in lines if DECLARES.match(line) and not DEFINES.match(line)]
    heads = (re.split(r":|\bin\b|\bis\b|∈", line)[0] for line in spoken)
    names = {name for head in heads for name in re.findall(r"\w+", head)}
    found: dict[str, Expr] = {}
    for name in sorted(names):
        symbols = parse_problem("\n".join([*spoken, name]), limits=limits).symbols
        found |= {name: symbols[name]} if name in symbols else {}
    return found


def is_prose(text: str) -> bool:
    """Does someone ask in words, without the word ask in front?"""
    words = re.findall(r"(?<![\\\w])[a-z]{2,}(?!\w|\()", text.replace("$", " "), re.I)
    return text.rstrip().endswith("?") or len([w for w in words if w not in FUNCTIONS]) > 3
