r"""Lagrangians that a text asks for and does not write: maximise ⟦1⟧ subject to ⟦3⟧.

It becomes L = f + \lambda(g - c) of a minimum, f - \lambda(g - c) of a maximum, with a multiplier
for each equation; a vector of them for Ax = b. Inequalities and equations of matrices are left.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from matgrad.app.ask.formulas.notation import left_side
from matgrad.app.ask.spelling.writing import ANY, Writing, has_marks
from matgrad.app.ask.text.segments import Cut

_ASKED = re.compile(r"\bLagrang(?:ian|e function)\b", re.I)
_LEFT = re.compile(r"\s*(?:\\mathcal\s*\{?\s*L\s*\}?|L|\\Lambda|\\ell)\s*(?:\([^()=]*\))?\s*:?=")
_PROBLEM = re.compile(
    r"(?:\b(?P<way>minimi|maximi|extremi|optimi)[sz](?:e|ing)\s+(?:[a-z]+\s+){0,4}?)?"
    rf"(?P<f>{ANY})\s*,?\s*"
    r"(?:subject to|s\.?\s?t\.?|such that|under|given|with)\s+"
    r"(?:(?:the|constraints?|conditions?|equality|that|linear)\s+){0,4}:?\s*"
    rf"(?P<g>{ANY}(?:\s*(?:,\s*and|,|and)\s*{ANY}){{0,2}})",
    re.I,
)
_RELATION = re.compile(r"[<>≤≥]|\\(?:le|leq|ge|geq|succeq|preceq|in|leqslant|geqslant)(?![A-Za-z])")
_OVER = re.compile(r"\s*\\(?:min|max)(?:\s*_\s*(?:\{[^{}]*\}|\w))?")
_TURNED = r"(?:\s*(?:'|\^\s*(?:T|\\top|\{\s*(?:T|\\top)\s*\})))"
_PRODUCT = rf"[A-Z]{_TURNED}?(?:\s*_\s*\w)?\s*[a-z](?:\s*_\s*\w)?"
_VECTOR = re.compile(rf"\s*-?\s*{_PRODUCT}\s*(?:[-+]\s*(?:{_PRODUCT}|[a-z])\s*)*")
_NUMBER = re.compile(
    rf"[a-z\d)}}]{_TURNED}|\\\||\\l?Vert|\\sum|\\(?:operatorname|mathrm)\s*\{{\s*[tT]r|\\det"
)
_WHOLE = re.compile(rf"[A-Z]|{_TURNED}|\\\||\\[lr]?Vert|\\math|\|")
_MULTIPLIERS = (r"\lambda", r"\mu", r"\nu")
_LETTER = r"(?:\\[a-z]+|[A-Za-z](?![A-Za-z]))"
_L = rf"(?:\\mathcal\s*\{{?\s*L\s*\}}?|{_LETTER})\s*(?:\([^()]*\))?"
_NAMES = re.compile(  # (x, \lambda), \nabla_\lambda L
    rf"[(\s]*{_LETTER}(?:[\s,]*{_LETTER})*[)\s]*|\s*\\nabla\s*_\s*(?:{_LETTER}|\{{[^{{}}]*\}})\s*{_L}\s*"
    rf"|\s*\\[dt]?frac\s*\{{\s*\\partial\s*{_L}\s*\}}\s*\{{\s*\\partial\s*{_LETTER}\s*\}}\s*"
)


def with_lagrangians(cut: Cut) -> Cut:
    """The text with the Lagrangian of its problem in the place of the problem."""
    if not _ASKED.search(cut.words) or any(map(_LEFT.match, cut.formulas)) or has_marks(cut):
        return cut
    writing = Writing.of(cut)
    found = _PROBLEM.search(writing.text)
    formula = _formed(writing, found) if found else None
    if found is None or formula is None:
        return cut
    writing.put(*found.span(), f"The Lagrangian is {writing.add(formula)}")
    made = writing.recut(cut)
    note = "the Lagrangian is formed; a multiplier may have the other sign as well"
    return made.rewritten(str, note)


def _formed(writing: Writing, found: re.Match[str]) -> str | None:
    """The Lagrangian of a problem, if all of its constraints are equations."""
    given = writing.formula(found["f"])
    way = _OVER.match(given) or found["way"]
    *lefts, value = _OVER.sub("", given).split("=")
    left = left_side(lefts[0]) if len(lefts) == 1 else None
    constraints = [writing.formula(mark) for mark in re.findall(ANY, found["g"])]
    others = " ; ".join(x for x in writing.formulas if x not in (given, *constraints))
    is_used = left is not None and re.search(rf"(?<![A-Za-z\\]){left.name}(?![A-Za-z])", others)
    told = [x for x in writing.formulas if any(name in x for name in _MULTIPLIERS)]
    is_told = not all(map(_NAMES.fullmatch, told))
    named = [name for name in _MULTIPLIERS if any(name in x for x in told)]  # by x and \nu
    names = dict.fromkeys((*named, *_MULTIPLIERS))
    if not way or len(lefts) > 1 or (lefts and left is None) or is_used or is_told:
        return None
    terms = [_term(each, name, value) for each, name in zip(constraints, names, strict=False)]
    if not all(terms) or len(named) > len(terms):
        return None
    sign = "-" if "max" in str(way).lower() else "+"
    arguments = list(left.arguments or ()) if left else _numbers(value)
    head = f"L({', '.join((*arguments, *[*names][: len(terms)]))})" if arguments else "L"
    return f"{head} = {value.strip()} " + " ".join(f"{sign} {term}" for term in terms)


def _numbers(objective: str) -> list[str]:
    """The variables of a function of numbers, x^2 + y^2; of others it is seen later."""
    letters = re.findall(
        r"(?<![A-Za-z\\_])[u-z](?![A-Za-z]*\{)", re.sub(r"\\[A-Za-z]+", " ", objective)
    )
    return [] if _WHOLE.search(objective) or "_" in objective else sorted({*letters})


def _term(constraint: str, multiplier: str, objective: str) -> str | None:
    """A multiplier times what is zero, if one can tell whether that is a number or a vector."""
    sides = constraint.split("=")
    if len(sides) != 2 or _RELATION.search(constraint):
        return None
    zero = sides[0].strip() if sides[1].strip() == "0" else _difference(*sides)
    if _VECTOR.fullmatch(sides[0]):
        return rf"{multiplier}^T({zero})"
    is_number = _NUMBER.search(sides[0]) or not _WHOLE.search(constraint + objective)
    return rf"{multiplier}\cdot ({zero})" if is_number and not _ends_in_capital(sides) else None


def _difference(left: str, right: str) -> str:
    is_sum = re.search(r"\S\s*[-+]", right) is not None
    return f"{left.strip()} - ({right.strip()})" if is_sum else f"{left.strip()} - {right.strip()}"


def _ends_in_capital(sides: Sequence[str]) -> bool:
    """Is one side a matrix, as in X^TX = I?"""
    return any(re.fullmatch(r"\s*(?:I|[A-Z])(?:_\s*\w)?\s*", side) for side in sides)
