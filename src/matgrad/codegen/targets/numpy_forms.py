"""NumPy: operations in the forms that cost it less, made when a program is written."""

from __future__ import annotations

from matgrad.codegen import exponentials
from matgrad.codegen.program import Program
from matgrad.codegen.targets import diagonals
from matgrad.codegen.targets.forms import Rules, made, rewritten

_RULES: Rules = {"add": ((diagonals.NAME, diagonals.diagonal),)}


def prepared(program: Program) -> Program:
    """The same program in these forms."""
    return exponentials.share(rewritten(program, _RULES).program)


def notes(program: Program) -> list[tuple[str, str]]:
    """The rewrites that are made when a program is written, with their reasons."""
    found = made(rewritten(program, _RULES), {diagonals.NAME: diagonals.WHY})
    return [*found, *exponentials.notes(program)]
