"""The score of a density: the derivative of its logarithm."""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.formulas.reading import Defined
from matgrad.app.ask.problem.understood import Understood

_SCORE = re.compile(r"\bscores?(?:\s+(?:function|vector|equations?))?\b", re.I)


def as_score(found: Understood) -> None:
    """Take the logarithm of the density whose score is asked for."""
    function = found.function
    words = found.cut.words
    if function is None or not _SCORE.search(words):
        return
    left = function.left
    if left.before and left.name[0] in "pqPf" and len(left.name.partition("_")[0]) == 1:
        name = f"log{left.name}"
        value = rf"\log {function.latex}"
        latex = rf"\mathrm{{{name}}}"
        found.function = Defined(replace(left, name=name), latex, (value,), function.segment)
        found.notes.append(f"the score is the derivative of log {left.name}")
