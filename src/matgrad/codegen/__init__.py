"""Expressions as straight-line programs, and programs as source in a target language."""

from matgrad.codegen.compiled import Compiled, compile_numpy, compile_program
from matgrad.codegen.program import Program, program
from matgrad.codegen.targets import TARGETS, Target

__all__ = [
    "TARGETS",
    "Compiled",
    "Program",
    "Target",
    "compile_numpy",
    "compile_program",
    "program",
]
