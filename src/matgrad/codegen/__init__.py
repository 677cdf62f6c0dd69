"""Expressions as straight-line programs, and programs as source in a target language."""

from matgrad.codegen.compiled import TARGETS, Compiled, Target, compile_numpy, compile_program
from matgrad.codegen.program import Program, program

__all__ = [
    "TARGETS",
    "Compiled",
    "Program",
    "Target",
    "compile_numpy",
    "compile_program",
    "program",
]
