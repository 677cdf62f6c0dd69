r"""Entries of a derivative without a left side: the Jacobian is p_i(\delta_{ij} - p_j).

No word says which index is that of the rows: it is the first of the alphabet. What is right with
the other one is left open.
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.claims.components import check_indices
from matgrad.app.ask.claims.steps import NOT_READ, Verdict
from matgrad.app.ask.claims.subjects import Subject
from matgrad.app.ask.claims.targets import Target
from matgrad.app.ask.formulas.claimed import Claimed
from matgrad.app.ask.formulas.notation import Derivative
from matgrad.errors import MatgradError
from matgrad.verify.claim import UNDECIDED

_BELOW = re.compile(r"_\s*(?:([i-l])(?![A-Za-z])|\{\s*([i-l])\s*,?\s*([i-l])?\s*\})")
_BOUND = re.compile(r"\\(?:sum|prod)\s*(?:\\limits\s*)?_\s*(?:([a-z])|\{([^{}]*)\})")
ENTRY, IN_ROW = "as the entry {}", "as the entry in row {} and column {}"
TURNED = "it is the entry in row {} and column {}, and not that in row {} and column {}"


def in_entries(subject: Subject, latex: str, aim: Target, found: Verdict, segment: int) -> Verdict:
    """The verdict on a formula with free indices; that on the whole, where there are none."""
    indices = _free(latex)
    if found.status != NOT_READ or not indices or len(aim.variables) != 1:
        return found
    try:
        true = aim.true(subject)
    except MatgradError:
        return found
    sides = [side for side in true.shape if side.value != 1]
    if len(sides) != len(indices) or any(index in subject.names.known for index in indices):
        return found
    claim = Claimed(Derivative(aim.kind, ""), "", (latex,), segment, found.latex)
    x = subject.problem.symbols[aim.variables[0]]
    verdict = check_indices(subject, claim, x, true, indices)
    other = indices[::-1]
    if verdict.is_wrong and other != indices:
        turned = check_indices(subject, claim, x, true, other)
        if turned.is_right:
            return Verdict(found.latex, UNDECIDED, TURNED.format(*other, *indices))
    if verdict.status == NOT_READ or verdict.claim is None:  # x_i may be a vector, one of many
        return found
    words = (ENTRY if len(indices) == 1 else IN_ROW).format(*indices)
    return replace(verdict, words="; ".join(filter(None, (words, verdict.words))))


def _free(latex: str) -> str:
    """The indices of entries in a formula over which it does not sum, in alphabetical order."""
    below = {index for each in _BELOW.findall(latex) for index in each if index}
    bound = {index for one, inside in _BOUND.findall(latex) for index in one or inside}
    return "".join(sorted(below - bound))
