"""Powers of vectors: of each entry where the text says so; otherwise it is asked."""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.problems import Script, settled
from matgrad.app.ask.understood import Understood
from matgrad.core.steps import Problem
from matgrad.errors import AmbiguousError, ShapeError

_WISE = r"(?:element|component|entry|coordinate|point)-?\s?wise"
# Words that make every power one of entries, also that of a square matrix.
_POWERS = re.compile(
    rf"\b(?:squar\w+|powers?|cubes?|exponents?|operations?)\s+(?:\w+\s+){{0,3}}?{_WISE}"
    rf"|{_WISE}\s+(?:squar|power|cube|operation)",
    re.I,
)
_EXPONENT = re.compile(r"\^\s*(?:\{\s*(-?\s*\d+)\s*\}|(\d))")
NO_POWER = "only scalars and square matrices have powers"
NOTE = "powers are those of each entry"


def settled_entries(script: Script, found: Understood) -> tuple[Problem, list[str]]:
    """The problem, with powers of entries where words say so or where only they fit."""
    words = "".join(segment.text for segment in found.cut.segments if not segment.is_math)
    of_entries = replace(
        script,
        function=powers_of_entries(script.function),
        definitions=tuple((name, powers_of_entries(v)) for name, v in script.definitions),
    )
    if of_entries != script and _POWERS.search(words):
        problem, notes = settled(of_entries)
        return problem, [NOTE, *notes]
    try:
        return settled(script)
    except ShapeError as error:
        if NO_POWER not in error.message:
            raise
        if not re.search(_WISE, words, re.I):
            raise _question(error) from None
    problem, notes = settled(of_entries)
    return problem, [NOTE, *notes]


def powers_of_entries(latex: str) -> str:
    r"""The formula with x^{\odot 2} for x^2."""
    return _EXPONENT.sub(lambda power: rf"^{{\odot {power[1] or power[2]}}}", latex)


def _question(error: ShapeError) -> AmbiguousError:
    base = error.message.partition(" is ")[0]
    return AmbiguousError(
        f"a power of the vector {base}: of each entry, or of its length?", error.position,
        rf"say that it is elementwise, or write \|{base}\|^2",
    )  # fmt: skip
