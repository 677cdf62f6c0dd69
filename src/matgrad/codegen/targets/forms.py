"""Programs rewritten for one target, just before they are written, where sizes are known.

These are no passes of their own on the way from an expression to a program: they make operations
that one target only has code for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from matgrad.codegen.program import Program
from matgrad.codegen.values import Value, nominal, ordered


@dataclass
class Forms:
    """A program that is being rewritten: the uses and names of its values, and what was done."""

    program: Program
    uses: Counter[Value]
    names: dict[Value, str] = field(default_factory=dict[Value, str])
    made: list[str] = field(default_factory=list[str])

    def length(self, value: Value, axis: int) -> int:
        """A size as it is said to be."""
        return nominal(value.axes[axis], self.program.options.sizes)

    def is_inner(self, value: Value, uses: int = 1) -> bool:
        """May this be merged with what uses it?"""
        return self.uses[value] == uses and value not in self.names


Rule = Callable[[Forms, Value], Value | None]
Rules = Mapping[str, Sequence[tuple[str, Rule]]]  # by operation, each with its name


def rewritten(program: Program, rules: Rules) -> Forms:
    """The program with rules applied to its values, if its sizes are known."""
    return remade(program, rules if program.options.sizes else {})


def remade(program: Program, rules: Rules) -> Forms:
    """The program with rules applied to its values, whatever its sizes are."""
    uses = Counter(arg for value in program.values for arg in value.args)
    uses.update(program.results)
    forms = Forms(program, uses)
    if not any(value.op in rules for value in program.values):
        return forms
    better: dict[Value, Value] = {}
    for value in program.values:
        args = tuple(better[arg] for arg in value.args)
        new = value if args == value.args else replace(value, args=args)
        uses[new] = uses[value]
        new = better[value] = _better(forms, new, rules)
        if value in program.names:
            forms.names[new] = program.names[value]
    results = tuple(better[value] for value in program.results)
    reached = set(ordered(results))
    values = ordered((*(value for value in forms.names if value in reached), *results))
    forms.program = replace(program, values=tuple(values), results=results, names=forms.names)
    return forms


def _better(forms: Forms, value: Value, rules: Rules) -> Value:
    for name, rule in rules.get(value.op, ()):
        found = rule(forms, value) if name not in forms.program.options.skip else None
        if found is not None:
            forms.made.append(name)
            forms.uses[found] = forms.uses[value]
            return found
    return value


def made(forms: Forms, why: Mapping[str, str]) -> list[tuple[str, str]]:
    """The rewrites that were made, with their reasons."""
    return [(name, why[name]) for name in dict.fromkeys(forms.made)]
