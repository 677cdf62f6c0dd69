"""What the lines of a conversation are: declarations, definitions, questions in words, LaTeX."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from matgrad.core.expr import Expr
from matgrad.core.steps import Problem
from matgrad.errors import MatgradError
from matgrad.syntax import Limits, parse_latex, parse_problem
from matgrad.syntax.functions import FUNCTIONS

HINT = "    a question in words begins with ask: ask What is the gradient of $x^TAx$ by $x$?"
DEFINES = re.compile(r"^\w+\s*(?:\([^=]*\))?\s*=[^=]")
DECLARES = re.compile(r"^[\w\s,]+(?::(?!=)|\bin\b|\bis\b|∈)")


# What a line speaks of: the name that it defines or declares. “A is symmetric” only adds to A: n×n.
_OLD = re.compile(r"\w+\s*(?=[=:(]|\bin\b|\bis\b|∈)")
_NEW = re.compile(r"\w+\s*(?=[=:(]|\bin\b|∈)")


def is_declaration(line: str) -> bool:
    """Does a line only say what a variable is?"""
    return bool(DECLARES.match(line)) and not DEFINES.match(line)


def pieces(text: str) -> list[str]:
    """The lines that semicolons part, brackets aside."""
    found, depth = [""], 0
    for char in text:
        depth += (char in "([{") - (char in ")]}")
        if char == ";" and depth <= 0:
            found.append("")
        else:
            found[-1] += char
    return [each.strip() for each in found if each.strip()]


def with_line(lines: Sequence[str], text: str) -> list[str]:
    """The lines with a new one: a part before what uses it, a function in the place of the old."""
    name = _NEW.match(text)
    if not name or not (DEFINES.match(text) or is_declaration(text)):
        return [*filter(_is_named, lines), text]
    old = [(found := _OLD.match(line)) and found[0].strip() == name[0].strip() for line in lines]
    kept = [line for line, is_old in zip(lines, old, strict=True) if not is_old]
    if is_declaration(text):
        return [*kept, text]
    users = [i for i, line in enumerate(kept) if not is_declaration(line) and _has(line, name[0])]
    if not users:
        return [*filter(_is_named, kept), text]
    at = min([users[0], *(i for i, is_old in enumerate(old) if is_old)])
    return [*kept[:at], text, *kept[at:]]


def counted(lines: Sequence[str], made: Container[str] = ()) -> list[str]:
    """Declarations, then the parts that the last line uses, and that line, which is the function.

    Declarations that a formula in LaTeX brought along (`made`) count as long as that formula does.
    """
    formulas = [line for line in lines if not is_declaration(line)]
    used: list[str] = []
    for line in reversed(formulas):
        name = re.match(r"\w+", line)
        if not used or (name and any(_has(other, name[0]) for other in used)):
            used.insert(0, line)
    brought = any(line in made for line in used)
    said = [x for x in lines if is_declaration(x) and (brought or x not in made)]
    return [*said, *used]


def _is_named(line: str) -> bool:
    return bool(DEFINES.match(line) or DECLARES.match(line))


def _has(line: str, name: str) -> bool:
    return re.search(rf"\b{name.strip()}\b", line) is not None


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
