"""The differentials of a cascade: dy for each definition, with derivative factors named."""

from __future__ import annotations

from dataclasses import dataclass, field

from matgrad.core.expr import Expr
from matgrad.core.facts import facts_of
from matgrad.core.rule import Context
from matgrad.core.steps import Definition, Phase
from matgrad.core.walk import fold, postorder, rebuild, substitute
from matgrad.derive.cascade import Cascade, is_function
from matgrad.derive.linearise import linearise, rule_of
from matgrad.ops import differential_symbol
from matgrad.ops.families import symbol_of
from matgrad.rules import tidy


@dataclass
class Differentials:
    """The cascade with a differential for each definition that depends on the variables."""

    cascade: Cascade
    context: Context
    of: dict[Expr, Expr] = field(default_factory=dict[Expr, Expr])  # symbol y -> dy


def differentiate(cascade: Cascade, context: Context) -> Differentials:
    """Write the differential of every definition; factors such as s = sin(a) get a name."""
    result = Differentials(cascade, context)
    given, cascade.definitions = cascade.definitions, []
    for definition in given:
        name, value = definition.symbol, definition.value
        learn(name, value, context)
        dy = linearise(value, cascade.varying, name)
        if dy is not None:
            dy = tidy(dy, context)
            named = in_names(dy, cascade) if cascade.is_named else None
            dy = named or _name_factors(dy, cascade, context)
        cascade.definitions.append(definition)
        context.trail.record(Phase.DEFINE, name, value, "definition", f"a name for {value.op.name}")
        if dy is not None:
            result.of[name] = dy
            context.trail.record(
                Phase.DIFFERENTIAL, differential_symbol(name), dy, value.op.name,
                rule_of(value, cascade.varying),
            )  # fmt: skip
    return result


def learn(name: Expr, value: Expr, context: Context) -> None:
    """What is known of a value is known of its name: that softmax sums to one, that XᵀX = its ᵀ."""
    context.known[name] = facts_of(name) | facts_of(value, context.known)


def in_names(dy: Expr, cascade: Cascade) -> Expr:
    """What the definitions stand for, by their names: σ′ = ŷ(1 − ŷ) where ŷ = σ(z)."""
    return substitute(dy, {value: name for value, name in cascade.by_value.items() if value.args})


def in_known_names(df: Expr, cascade: Cascade) -> Expr:
    """The functions that have a name by that name: p for softmax(z) where p = softmax(z)."""
    known = {v: name for v, name in cascade.by_value.items() if is_function(v)}
    return substitute(df, known) if known else df


def _name_factors(dy: Expr, cascade: Cascade, context: Context) -> Expr:
    """Name the elementwise functions of named vectors in a differential, as in dy = −s ⊙ da."""
    named: dict[Expr, Expr] = {}
    for node in postorder(dy):
        if not is_function(node):
            continue
        if node in cascade.by_value:
            named[node] = cascade.by_value[node]
        elif symbol_of(node.args[0]) in cascade.varying and node.args[0] not in cascade.variables:
            named[node] = cascade.name(node, "derivative", node.op.letters + node.op.name[0])
            name, value = symbol_of(named[node]), cascade.definitions[-1].value
            learn(name, value, context)
            why = "a factor of the differential"
            context.trail.record(Phase.DEFINE, name, value, "definition", why)
    return tidy(substitute(dy, named), context) if named else dy


def closed_values(definitions: list[Definition]) -> dict[Expr, Expr]:
    """Each symbol's value with all earlier names substituted back."""
    memo: dict[Expr, Expr] = {}  # shared by all: what two definitions have in common is built once
    for definition in definitions:
        memo[definition.symbol] = fold(definition.value, rebuild, memo)
    return memo


def closed_sizes(definitions: list[Definition]) -> dict[Expr, int]:
    """How long each symbol's value would print with all earlier names substituted back."""
    memo: dict[Expr, int] = {}
    for definition in definitions:
        memo[definition.symbol] = fold(definition.value, _printed, memo)
    return memo


def printed_size(root: Expr, sizes: dict[Expr, int]) -> int:
    """How many nodes an expression would print with if its symbols had these sizes."""
    return fold(root, _printed, dict(sizes))


def _printed(node: Expr, below: list[int]) -> int:
    return min(1 + sum(below), 1 << 62)
