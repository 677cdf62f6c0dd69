"""The conditions an answer needs, collected from the operators of the function."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from matgrad.core.expr import Condition, Expr, number_value
from matgrad.core.rule import Context
from matgrad.core.steps import Problem
from matgrad.core.walk import dependents, postorder
from matgrad.derive.signs import Known, known_signs, signs_of
from matgrad.derive.structure import convention
from matgrad.ops import (
    absolute,
    det,
    frobenius,
    hadamard,
    inv,
    matmul,
    norm2,
    normF,
    power_op,
    relu,
    scale,
    sqrt,
)
from matgrad.ops.families import renamed, with_letters
from matgrad.ops.inverse import invertible
from matgrad.rules import simplify

SMOOTH = ("convention", "nonzero_norm")  # needed to differentiate, not to evaluate
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
    flat = _flattened(problem)
    found: list[Condition] = []
    for node in postorder(*roots):
        if node.op.conditions is None:
            continue
        for condition in node.op.conditions(node):
            if condition.predicate in SMOOTH and (node not in varying or node in flat):
                continue
            weaker = _weaken(condition, context)
            if weaker is not None:
                found.append(weaker)
    sentences = [(X, convention(X, structure)) for X in wrt]
    found += [Condition("convention", X, words) for X, words in sentences if words]
    return once(found)


def _flattened(problem: Problem) -> set[Expr]:
    """The kinks of |x| and relu(x) that stand only in powers above 1: x₊² has the slope 0 at 0."""
    given = {d.symbol: d.value for d in problem.definitions}
    users: dict[Expr, list[Expr]] = {problem.function: [problem.function]}
    for node in postorder(*given.values(), problem.function):
        for each in {*node.args}:
            users.setdefault(given.get(each, each), []).append(node)
    norms = [node for node in users if node.op in (norm2, normF)]
    flat = {node for node in norms if all(map(_is_power, users[node]))}  # ‖relu(x)‖²
    kinks = [node for node in users if node.op in (absolute, relu)]
    return {node for node in kinks if all(x in flat or _is_power(x) for x in users[node])}


def _is_power(node: Expr) -> bool:
    """Is this a power above 1, or a product of something with itself?"""
    k = number_value(node.args[1]) if node.op is power_op else None
    is_square = node.op in (frobenius, hadamard) and len(node.args) > 1 and len({*node.args}) == 1
    return is_square or (k is not None and k > 1)


def once(conditions: Iterable[Condition]) -> tuple[Condition, ...]:
    """Each condition once, without those that the other ones imply."""
    found = dict.fromkeys(conditions)
    for condition in list(found):
        others = [other for other in found if other is not condition]
        if _implied(condition, others):
            del found[condition]
    return tuple(found)


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
    if predicate == "sylvester":
        return condition  # it is about the equation, whatever its solution is
    simple = simplify(subject, context)
    if (granted and context.has(simple, granted)) or number_value(simple) not in (None, 0):
        return None
    plainer = _plainer(Condition(predicate, simple, words))
    if _holds(plainer, {}):
        return None
    members = renamed(plainer.subject, with_letters(plainer.subject))
    return plainer._replace(subject=members)


def _plainer(condition: Condition) -> Condition:
    """√y ≠ 0 as y > 0, ‖x‖ ≠ 0 and xᵀx ≠ 0 as x ≠ 0, det(X) ≠ 0 as: X is invertible."""
    following: Condition | None = condition
    while following is not None:
        condition = following
        steps = {"positive": _plainer_positive, "nonzero": _plainer_nonzero}
        step = steps.get(condition.predicate)
        following = step(condition.subject) if step else None
    return condition


def _plainer_positive(subject: Expr) -> Condition | None:
    rest = _without_positive(subject)
    if rest is not subject:
        return Condition("positive", rest, "{0} > 0")
    vector, base, root = _form_of(subject), _base(subject, odd=True), _squared(subject)
    if vector is not None:
        return Condition("nonzero_norm", vector, "{0} ≠ 0")
    if subject.op is det:
        return Condition("positive_det", subject.args[0], "det({0}) > 0")
    if base is not None:
        return Condition("positive", base, "{0} > 0")
    return None if root is None else Condition("nonzero", root, "{0} ≠ 0")


def _plainer_nonzero(subject: Expr) -> Condition | None:
    vector, base = _form_of(subject), _base(subject, odd=False)
    if subject.op is sqrt:
        return Condition("positive", subject.args[0], "{0} > 0")
    if vector is not None:
        return Condition("nonzero_norm", vector, "{0} ≠ 0")
    if subject.op is det:
        return Condition("invertible", subject.args[0], "{0} is invertible")
    return None if base is None else Condition("nonzero", base, "{0} ≠ 0")


def _without_positive(node: Expr) -> Expr:
    """A product without the factors that are positive whatever they are, as the n of ‖r‖²/n."""
    if node.op is not scale:
        return node
    rest = [factor for factor in node.args if ">0" not in signs_of(factor)]
    return node if len(rest) != 1 else rest[0]


def _base(node: Expr, odd: bool) -> Expr | None:
    """The y of 1/y and y³, which have its sign; of any whole power where only zero matters."""
    k = number_value(node.args[1]) if node.op is power_op else None
    fits = k is not None and k.denominator == 1 and (k % 2 == 1 or not odd)
    return node.args[0] if fits else None


def _form_of(node: Expr) -> Expr | None:
    """The x of ‖x‖, of x : x, and of xᵀPx with P positive definite."""
    if node.op in (norm2, normF) or (node.op is frobenius and node.args[0] is node.args[1]):
        return node.args[0]
    if node.op is not matmul or not node.is_scalar:
        return None
    first, *middle, last = node.args
    is_form = not middle or (len(middle) == 1 and "pd" in signs_of(middle[0]))
    return last if is_form and first is last.T else None


def _squared(node: Expr) -> Expr | None:
    """The base of an even power, or what stands inside an absolute value."""
    if node.op is absolute:
        return node.args[0]
    if node.op is power_op:
        k = number_value(node.args[1])
        if k is not None and k.denominator == 1 and k % 2 == 0:
            return node.args[0]
    return None


PROVES = {
    "positive": ">0", "nonzero": "≠0", "nonzero_norm": "vector≠0",
    "positive_det": "pd", "invertible": "pd",
}  # fmt: skip


LONGEST = 400  # nodes of a subject, and conditions, whose signs are looked at


def _holds(condition: Condition, known: Known) -> bool:
    """Do the signs that are known prove it?"""
    wanted = PROVES.get(condition.predicate)
    if wanted is None or max(condition.subject.size, len(known)) > LONGEST:
        return False
    return wanted in signs_of(condition.subject, known)


def _implied(condition: Condition, others: Sequence[Condition]) -> bool:
    if condition.predicate not in PROVES:
        return False
    stronger = {"nonzero": "positive", "invertible": "positive_det"}.get(condition.predicate)
    same = any(c.subject is condition.subject and c.predicate == stronger for c in others)
    return same or _holds(condition, known_signs(others))
