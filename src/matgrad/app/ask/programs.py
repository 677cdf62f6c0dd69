"""Programs in a question: they are no formulas, and are not read as such."""

from __future__ import annotations

import re

_FENCED = re.compile(r"```[^\n`]*\n.*?```", re.DOTALL)
_LINE = re.compile(
    r"`?\b\w+\s*=\s*lambda\b[^\n`]*`?|^[ \t]*def \w+\([^\n]*(?:\n[ \t]+[^\n]*)*", re.M
)
_PROGRAM = re.compile(
    r"\blambda\b[^:\n]*:|^\s*def \w+\(|^\s*(?:import|from) \w|^\s*return\b|\b(?:np|jnp|torch|tf)\."
    r"|\w\s@\s\w|\w\s*\*\*\s*\w|%\*%",
    re.M,
)
CODE = "code is not read; write the function as a formula, or hand it to matgrad.trace"


def without_programs(text: str) -> tuple[str, tuple[str, ...]]:
    """The text without its programs, and the note that they are left out."""
    kept = _FENCED.sub(lambda found: "\n" if _PROGRAM.search(found[0]) else found[0], text)
    kept = _LINE.sub(" ", kept)
    return kept, (CODE,) if kept != text else ()
