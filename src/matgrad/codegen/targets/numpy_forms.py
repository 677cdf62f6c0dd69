"""NumPy: operations in the forms that cost it less, made when a program is written."""

from __future__ import annotations

from matgrad.codegen import exponentials, row_blocks
from matgrad.codegen.program import Program
from matgrad.codegen.targets import diagonals, row_forms
from matgrad.codegen.targets.forms import Rules, made, rewritten

WHY = {diagonals.NAME: diagonals.WHY, row_blocks.NAME: row_blocks.WHY}


def prepared(program: Program) -> Program:
    """The same program in these forms."""
    return exponentials.share(rewritten(program, _rules(program)).program)


def notes(program: Program) -> list[tuple[str, str]]:
    """The rewrites that are made when a program is written, with their reasons."""
    return [*made(rewritten(program, _rules(program)), WHY), *exponentials.notes(program)]


def _rules(program: Program) -> Rules:
    return {
        "add": ((diagonals.NAME, diagonals.diagonal),),
        "matmul": ((row_blocks.NAME, row_forms.rule(program)),),
    }
