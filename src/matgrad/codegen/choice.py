"""What a program is compiled to: one target, one over devices, or the faster of two."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from matgrad.codegen import guard
from matgrad.codegen.auto import compile_auto
from matgrad.codegen.compiled import Compiled, compile_program
from matgrad.codegen.options import Options
from matgrad.codegen.program import Program
from matgrad.codegen.shard import compile_sharded
from matgrad.codegen.targets import TARGETS


def compile_for(target: str, planned: Program) -> Compiled:
    """A program as a function, in the way that its options and the target ask for."""
    if planned.options.shard:
        return compile_sharded(target, planned)
    return compile_auto(planned) if target == "auto" else compile_program(target, planned)


def compile_plan(
    target: str, plan: Callable[[Options], Program], options: Options | None = None
) -> Compiled:
    """What is planned for a target, which may be done again for other sizes."""
    chosen = for_target(target, options)
    if chosen.guard and guard.NAME not in chosen.skip:
        return guard.compile_guarded(target, plan, chosen)
    return compile_for(target, plan(chosen))


def for_target(target: str, options: Options | None = None) -> Options:
    """Options without the rewrites whose operations a target has no code for."""
    chosen = options or Options()
    known = TARGETS.get("numpy" if target == "auto" else target)
    if known is None:
        return chosen
    left = known.skip - {"thin"} if chosen.blas else known.skip  # BLAS likes what our loops do not
    left |= known.single if chosen.dtype == "float32" else frozenset()
    return replace(chosen, skip=chosen.skip | left)
