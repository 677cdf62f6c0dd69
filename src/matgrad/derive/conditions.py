"""The conditions an answer needs, collected from the operators of the function."""

from __future__ import annotations

from collections.abc import Iterable

from matgrad.core.expr import Condition, Expr, number_value
from matgrad.core.rule import Context
from matgrad.core.steps import Problem
from matgrad.core.walk import dependents, postorder
from matgrad.derive.structure import convention
from matgrad.ops import absolute, frobenius, inv, power_op
from matgrad.ops.inverse import invertible
from matgrad.rules import simplify

# Facts that make a condition superfluous.
GRANTED = {
    "positive": "positive",
    "nonzero": "nonzero",
    "invertible": "invertible",
    "positive_det": "positive_definite",
    "nonzero_norm": "nonzero",
    "principal": "positive_definite",
}


def conditions_of(
    problem: Problem, variables: Iterable[Expr], context: Context, structure: str = "free"
) -> tuple[Condition, ...]:
    """What must hold for the function to be differentiable, each thing said once."""
    wrt = tuple(variables)
    roots = [d.value for d in problem.definitions] + [problem.function]
    moving = set(wrt)
    for definition in problem.definitions:
        if definition.value in dependents((definition.value,), moving):
            moving.add(definition.symbol)
    varying = dependents(roots, moving)
    found: dict[tuple[str, Expr], Condition] = {}
    for node in postorder(*roots):
        if node.op.conditions is None:
            continue
        for condition in node.op.conditions(node):
            if condition.predicate == "convention" and node not in varying:
                continue
            weaker = _weaken(condition, context)
            if weaker is not None:
                found.setdefault((weaker.predicate, weaker.subject), weaker)
    for X in wrt:
        sentence = convention(X, structure)
        if sentence:
            found["convention", X] = Condition("convention", X, sentence)
    return once(found.values())


def once(conditions: Iterable[Condition]) -> tuple[Condition, ...]:
    """Each condition once, without those that another one implies."""
    found = {(c.predicate, c.subject): c for c in conditions}
    return tuple(c for c in found.values() if not _implied(c, found))


def answer_conditions(results: Iterable[Expr], context: Context) -> list[Condition]:
    """The inverses that an answer contains although the function has none, as that of det."""
    nodes = [node for node in postorder(*results) if node.op is inv]
    found = [_weaken(c, context) for node in nodes for c in invertible(node)]
    return [condition for condition in found if condition is not None]


def _weaken(condition: Condition, context: Context) -> Condition | None:
    """The condition in its simplest words, or None if it always holds."""
    predicate, subject, words = condition
    granted = GRANTED.get(predicate)
    if granted and context.has(subject, granted):
        return None
    simple = simplify(subject, context)
    if (granted and context.has(simple, granted)) or number_value(simple) not in (None, 0):
        return None
    if predicate == "positive":
        square = _squared(simple)
        if square is not None:  # x² > 0 says no more than x ≠ 0
            return Condition("nonzero", square, "{0} ≠ 0")
    if predicate in ("positive", "nonzero", "invertible", "positive_det", "nonzero_norm"):
        return Condition(predicate, simple, words)
    return Condition(predicate, simple, words)


def _squared(node: Expr) -> Expr | None:
    """The base of an even power, or what stands inside an absolute value."""
    if node.op is absolute:
        return node.args[0]
    if node.op is power_op:
        k = number_value(node.args[1])
        if k is not None and k.denominator == 1 and k % 2 == 0:
            return node.args[0]
    if node.op is frobenius and node.args[0] is node.args[1]:
        return node.args[0]
    return None


def _implied(condition: Condition, found: dict[tuple[str, Expr], Condition]) -> bool:
    stronger = {"nonzero": "positive", "invertible": "positive_det"}.get(condition.predicate)
    return stronger is not None and (stronger, condition.subject) in found
