"""What a program is compiled to: one target, one over devices, or the faster of two."""

from __future__ import annotations

from matgrad.codegen.auto import compile_auto
from matgrad.codegen.compiled import Compiled, compile_program
from matgrad.codegen.program import Program
from matgrad.codegen.shard import compile_sharded


def compile_for(target: str, planned: Program) -> Compiled:
    """A program as a function, in the way that its options and the target ask for."""
    if planned.options.shard:
        return compile_sharded(target, planned)
    return compile_auto(planned) if target == "auto" else compile_program(target, planned)
