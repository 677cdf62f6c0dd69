"""JAX: forms that XLA joins to fewer passes over memory, where sizes are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from matgrad.codegen import exponentials
from matgrad.codegen.operations import ENTRYWISE
from matgrad.codegen.program import Program
from matgrad.codegen.targets.forms import Forms, Rules, made, rewritten
from matgrad.codegen.values import Value

WHY = {"scaled": "c (A R B) is A (c R) B: R is computed entry by entry, and c in the same pass"}


def prepared(program: Program) -> Program:
    """The same program in these forms."""
    return exponentials.share(rewritten(program, _RULES).program)


def notes(program: Program) -> Sequence[tuple[str, str]]:
    """The rewrites that are made when a program is written, with their reasons."""
    return [*made(rewritten(program, _RULES), WHY), *exponentials.notes(program)]


def _scaled(forms: Forms, value: Value) -> Value | None:
    """A number times a product of matrices goes to a factor that is computed entry by entry."""
    number, *rest = value.args
    if number.op != "number" or len(rest) != 1 or not value.is_matrix:
        return None
    around: list[tuple[Value, int]] = []
    inner = rest[0]
    while inner.op == "matmul" and inner.is_matrix and forms.is_inner(inner):
        index = next((i for i in (0, 1) if _leads(forms, inner.args[i])), None)
        if index is None:
            return None
        around.append((inner, index))
        inner = inner.args[index]
    if not around or inner.op not in ENTRYWISE:
        return None
    done = Value("mul", (number, inner), None, inner.axes)
    for outer, index in reversed(around):
        forms.uses[done] = 1
        args = (*outer.args[:index], done, *outer.args[index + 1 :])
        done = replace(outer, args=args)
    return done


def _leads(forms: Forms, value: Value) -> bool:
    """Is this computed entry by entry, or a product with such a factor?"""
    while value.op == "matmul" and value.is_matrix and forms.is_inner(value):
        value = next((arg for arg in value.args if arg.op in ENTRYWISE), value.args[0])
    return value.is_matrix and value.op in ENTRYWISE


_RULES: Rules = {"mul": (("scaled", _scaled),)}
