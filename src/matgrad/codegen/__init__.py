"""Expressions as straight-line programs, and programs as source in a target language."""

from matgrad.codegen.plan.planning import Wanted, program
from matgrad.codegen.plan.program import Options, Program
from matgrad.codegen.run.auto import compile_for, compile_plan, for_target, rewrite_names
from matgrad.codegen.run.basis import Part, compile_parts
from matgrad.codegen.run.compiled import Compiled, compile_numpy, compile_program
from matgrad.codegen.run.factored import Factored, FactoredFunction, compile_factored, unfactored
from matgrad.codegen.run.wrappers import autograd_function, custom_jvp
from matgrad.codegen.scale.map_reduce import MapReduce, map_reduce
from matgrad.codegen.targets import TARGETS, Target

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
