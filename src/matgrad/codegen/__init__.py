"""Expressions as straight-line programs, and programs as source in a target language."""

from matgrad.codegen.basis import compile_parts
from matgrad.codegen.choice import compile_for, compile_plan, for_target
from matgrad.codegen.columns import Part
from matgrad.codegen.compiled import Compiled, compile_numpy, compile_program
from matgrad.codegen.factored import Factored, FactoredFunction, compile_factored, unfactored
from matgrad.codegen.map_reduce import MapReduce, map_reduce
from matgrad.codegen.options import Options
from matgrad.codegen.planning import Wanted, program
from matgrad.codegen.program import Program
from matgrad.codegen.switches import rewrite_names
from matgrad.codegen.targets import TARGETS, Target
from matgrad.codegen.wrappers import autograd_function, custom_jvp

__all__ = [
    "TARGETS",
    "Compiled",
    "Factored",
    "FactoredFunction",
    "MapReduce",
    "Options",
    "Part",
    "Program",
    "Target",
    "Wanted",
    "autograd_function",
    "compile_factored",
    "compile_for",
    "compile_numpy",
    "compile_parts",
    "compile_plan",
    "compile_program",
    "custom_jvp",
    "for_target",
    "map_reduce",
    "program",
    "rewrite_names",
    "unfactored",
]
