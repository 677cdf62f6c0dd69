r"""A function written with a part that the text names only later.

Where a derivative of x^\top(A^\top A)^{-1}x by M = A^\top A is spoken of, it is x^\top M^{-1}x.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from matgrad.app.ask.formulas.notation import Derivative
from matgrad.app.ask.formulas.reading import Defined
from matgrad.app.ask.problem.choosing import reached, squeezed
from matgrad.app.ask.problem.understood import Understood


def write_with_parts(found: Understood, asked: Sequence[Derivative]) -> None:
    """Put the names of its parts into the function, where a derivative by them is spoken of."""
    spoken = (*asked, *(each.derivative for each in found.reading.claimed))
    for name in dict.fromkeys(name for each in spoken for name in each.variables):
        function, part = found.function, found.meaning.defined.get(name)
        assert function is not None
        if part is None or part.left.arguments is not None or name in reached(found, function):
            continue
        if function.left.name == name or len(squeezed(part.values[0])) < 2:
            continue
        # Only within brackets is it a part for sure: AB is none of C AB^T.
        whole = rf"(?:\\left)?\(\s*{_spaced(part.values[0])}\s*(?:\\right)?\)"
        values = tuple(
            re.sub(whole, lambda _, part=part: f" {part.latex} ", x) for x in function.values
        )
        _put(found, function, replace(function, values=values))


def _put(found: Understood, function: Defined, written: Defined) -> None:
    """Take the function, written otherwise, wherever its definition stood."""
    found.function, defined = written, found.meaning.defined
    found.reading.defined = [written if d is function else d for d in found.reading.defined]
    defined.update({name: written for name, d in defined.items() if d is function})


def _spaced(latex: str) -> str:
    """A pattern for a formula with any blanks between its signs."""
    return r"\s*".join(re.escape(glyph) for glyph in squeezed(latex))
