"""Results that are another look at memory that somebody else has."""

from __future__ import annotations

from collections import Counter

from matgrad.codegen.operations import VIEWS
from matgrad.codegen.program import Program
from matgrad.codegen.values import Value


def shared(program: Program) -> tuple[bool, ...]:
    """Which results are views of an input, of what is used otherwise, or another result again."""
    uses = Counter(arg for value in program.values for arg in value.args)
    uses.update(program.results)
    results = program.results
    return tuple(v in results[:i] or _is_shared(v, uses) for i, v in enumerate(results))


def _is_shared(value: Value, uses: Counter[Value]) -> bool:
    if value.op not in VIEWS:
        return False
    while value.op in VIEWS and value.args:
        value = value.args[0]
        if uses[value] > 1:
            return True
    return value.op in VIEWS
