r"""Members x_i of which nothing says whether they are the rows or the columns of X.

They are read as rows. A formula that is written for columns is one for rows with X^T for X.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from matgrad.core.steps import Problem
from matgrad.render.glyphs import latex_name

_ROWS = re.compile(r"(?P<member>\w+) is the \w+-th row of (?P<whole>\w+)")
IN_COLUMNS = "with the members of the sum as columns of {}"


def open_matrices(problem: Problem) -> list[str]:
    """The matrices whose rows are the members of sums because no word says otherwise."""
    found = [_ROWS.fullmatch(note) for note in problem.notes]
    names = [each["whole"] for each in found if each]
    return [name for name in dict.fromkeys(names) if name in problem.symbols]


def for_columns(latex: str, matrices: Sequence[str], variables: Collection[str]) -> str:
    r"""The formula with X^T for each X; the derivative by such an X is transposed itself.

    >>> for_columns("2X(X^Tw-y)", ["X"], ["w"])
    '2\\left(X^{\\top}\\right)(\\left(X^{\\top}\\right)^Tw-y)'
    """
    before = latex
    for name in matrices:
        turned = rf"\left({latex_name(name)}^{{\top}}\right)"
        latex = _standing(name).sub(lambda x, turned=turned: turned if x["x"] else x[0], latex)
    is_derivative = bool({*matrices} & {*variables}) and latex != before
    return rf"\left({latex}\right)^{{\top}}" if is_derivative else latex


def stands(name: str, latex: str) -> bool:
    """Does a name stand in a formula without an index?"""
    return any(found["x"] for found in _standing(name).finditer(latex))


def _standing(name: str) -> re.Pattern[str]:
    """A name without an index, or a command or word, which is none."""
    one = re.escape(latex_name(name))
    end = "(?![A-Za-z])" if one.startswith("\\") else ""
    return re.compile(
        rf"(?P<x>{one}{end})(?!\s*_)|\\(?:operatorname|mathrm|text)\s*\{{[^{{}}]*\}}|\\[A-Za-z]+"
    )
