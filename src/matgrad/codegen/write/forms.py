"""Rewrites that one target or a few gain by, made just before a program is written.

They make operations that only these targets have code for. `gains.STAGES` is the table of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from matgrad.codegen.plan import row_blocks
from matgrad.codegen.plan.operations import ENTRYWISE
from matgrad.codegen.plan.program import Program
from matgrad.codegen.plan.row_blocks import Turn
from matgrad.codegen.plan.values import Graph, Value, nominal, ordered


@dataclass
class Forms:
    """A program that is being rewritten: the uses and names of its values, and what was done."""

    program: Program
    uses: Counter[Value]
    names: dict[Value, str] = field(default_factory=dict[Value, str])
    made: list[Form] = field(default_factory=list["Form"])
    origin: dict[Value, Value] = field(default_factory=dict[Value, Value])  # before its arguments
    graph: Graph = field(default_factory=Graph)  # of values that several others may need

    def length(self, value: Value, axis: int) -> int:
        """A size as it is said to be."""
        return nominal(value.axes[axis], self.program.options.sizes)

    def is_inner(self, value: Value, uses: int = 1) -> bool:
        """May this be merged with what uses it?"""
        return self.uses[value] == uses and value not in self.names

    @cached_property
    def turns(self) -> dict[Value, Turn]:
        """Products that may be computed some rows at a time, by their last value."""
        found = row_blocks.turns(self.program.values, ENTRYWISE)
        return {turn.last: turn for turn in found.values()}

    @cached_property
    def taken(self) -> set[tuple[str, Value]]:
        """Which operations are applied to which values."""
        return {(value.op, value.args[0]) for value in self.program.values if value.args}


Rule = Callable[[Forms, Value], Value | None]


class Form(NamedTuple):
    """One rewrite, of values of some operations in programs for some targets.

    If it is `told`, it is made where sizes are told: what it saves depends on how large arrays are.
    """

    name: str
    why: str
    targets: Sequence[str]
    heads: Sequence[str]
    rule: Rule
    told: bool = True


def rewritten(target: str, program: Program, forms: Sequence[Form]) -> Forms:
    """The program with rules applied to its values, arguments first."""
    uses = Counter(arg for value in program.values for arg in value.args)
    uses.update(program.results)
    found, options = Forms(program, uses), program.options
    rules: dict[str, list[Form]] = {}
    for form in forms:
        if target in form.targets and form.name not in options.skip:
            for head in form.heads if options.sizes or not form.told else ():
                rules.setdefault(head, []).append(form)
    if not any(value.op in rules for value in program.values):
        return found
    better: dict[Value, Value] = {}
    for value in program.values:
        args = tuple(better[arg] for arg in value.args)
        new = value if args == value.args else replace(value, args=args)
        uses[new] = uses[value]
        found.origin[new] = value
        new = better[value] = _better(found, new, rules.get(value.op, ()))
        if value in program.names:
            found.names[new] = program.names[value]
    results = tuple(better[value] for value in program.results)
    reached = set(ordered(results))
    values = ordered((*(value for value in found.names if value in reached), *results))
    found.program = replace(program, values=tuple(values), results=results, names=found.names)
    return found


def _better(forms: Forms, value: Value, rules: Sequence[Form]) -> Value:
    for form in rules:
        found = form.rule(forms, value)
        if found is not None:
            forms.made.append(form)
            forms.uses[found] = forms.uses[value]
            return found
    return value
