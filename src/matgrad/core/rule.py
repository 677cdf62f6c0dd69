"""Rewrite rules, tables of them, and the loop that runs a table to a normal form.

Most rules are equations over ordinary expressions whose symbols are wildcards; being equations,
they are tested by themselves. Rules about any number of terms are functions with examples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

from matgrad.core.dims import Dim
from matgrad.core.expr import Expr, Facts, Op, Symbol, make
from matgrad.core.facts import facts_of
from matgrad.core.shape import Shape
from matgrad.core.steps import Phase, Trail
from matgrad.core.walk import fold, postorder

Rewrite = Callable[["Context", Expr], "Expr | None"]
Args = tuple[Expr, ...]
MANY = 4096  # sets of operators whose rules are remembered


@dataclass(frozen=True)
class Rule:
    """One rewrite: `apply` gives the new expression, or None where the rule does not fit.

    It is tried only on nodes in which one of each group of operators in `needs` occurs.
    """

    name: str
    heads: tuple[Op, ...]
    apply: Rewrite
    examples: tuple[Expr, ...]
    why: str = ""
    needs: tuple[tuple[Op, ...], ...] = ()
    needs_fact: bool = False  # of what it rewrites, such as symmetry
    bits: tuple[int, ...] = field(init=False, repr=False)  # of the operators of each group

    def __post_init__(self) -> None:
        """Put the operators of each group into one number."""
        bits = tuple(sum({op.bit for op in group}) for group in self.needs)
        object.__setattr__(self, "bits", bits)

    def may_fit(self, node: Expr) -> bool:
        """Does the node have what the rule needs?"""
        occurring = node.occurring
        for group in self.bits:  # noqa: SIM110, a call less where there are many
            if not occurring & group:
                return False
        return True


class Table:
    """Rules by the operator they start at, tried in the order in which they are listed.

    `layers` are tables that are tried one after the other: a node that none of the rules of one
    of them fits is not tried against these rules again, whichever table that layer is part of.
    """

    def __init__(self, name: str, *rules: Rule, layers: tuple[Table, ...] = ()) -> None:
        self.name = name
        self.rules = rules
        self.layers = layers or (self,)
        self.by_head: dict[Op, list[Rule]] = {}
        self.heads = sum({head.bit for rule in rules for head in rule.heads})
        self._fitting: dict[tuple[Op, int], list[Rule]] = {}
        for rule in rules:
            for head in rule.heads:
                self.by_head.setdefault(head, []).append(rule)

    def __add__(self, other: Table) -> Table:
        return Table(f"{self.name}, {other.name}", *self.rules, *other.rules)

    def fitting(self, node: Expr) -> list[Rule]:
        """The rules that are worth trying, found once for all nodes with the same operators."""
        key = node.op, node.occurring
        found = self._fitting.get(key)
        if found is None:
            found = [rule for rule in self.by_head.get(node.op, ()) if rule.may_fit(node)]
            if len(self._fitting) < MANY:
                self._fitting[key] = found
        return found

    def then(self, other: Table) -> Table:
        """This table, and the other where no rule of this one fits."""
        name, rules = f"{self.name}; {other.name}", (*self.rules, *other.rules)
        return Table(name, *rules, layers=(*self.layers, *other.layers))


@dataclass
class Context:
    """What a run of the rules knows and has found out; shared by all runs of one derivation."""

    trail: Trail = field(default_factory=Trail)
    known: dict[Expr, Facts] = field(default_factory=dict[Expr, Facts])
    normal: dict[str, dict[Expr, Expr]] = field(default_factory=dict[str, dict[Expr, Expr]])
    # By layer of a table, the nodes that none of its rules fits.
    settled: dict[str, set[Expr]] = field(default_factory=dict[str, set[Expr]])
    circles: list[str] = field(default_factory=list[str])  # defects of tables, for their tests

    def has(self, node: Expr, fact: str) -> bool:
        """Is this known of the node?"""
        return fact in facts_of(node, self.known)


def normalise(root: Expr, table: Table, context: Context) -> Expr:
    """Apply a table bottom-up until no rule fits; every rewrite is recorded in the trail.

    What holds none of the operators at which rules start is not looked through.
    """
    done, heads = context.normal.setdefault(table.name, {}), table.heads
    stack = [root]
    waiting: dict[Expr, tuple[Rule | None, Expr]] = {}  # for what they lead to
    while stack:
        node = stack[-1]
        if node in done:
            stack.pop()
            continue
        pending = [arg for arg in node.args if arg.occurring & heads and arg not in done]
        if pending:
            stack.extend(pending)
            continue
        rule, following = waiting.get(node) or _next(node, done, table, context)
        if following is node:
            done[node] = node
        elif following in done:
            done[node] = done[following]
        elif node in waiting:  # the rules went in a circle: what is here is equal, so rest here
            name = rule.name if rule else "arguments"
            context.circles.append(f"{table.name}: {name} leads back to itself at {node}")
            rule, done[node] = None, node
        else:
            waiting[node] = rule, following
            stack.append(following)
            continue
        if rule is not None:
            context.trail.record(
                Phase.DETAIL, node, following, rule.name, rule.why, rule.needs_fact
            )
        stack.pop()
    return done[root]


def _next(
    node: Expr, done: dict[Expr, Expr], table: Table, context: Context
) -> tuple[Rule | None, Expr]:
    """The node with its arguments in normal form, or else what the first rule that fits gives."""
    args = tuple([done.get(arg, arg) for arg in node.args])
    if args != node.args:
        return None, make(node.op, args, node.data)
    for layer in table.layers:
        if node.op not in layer.by_head:
            continue
        settled = context.settled.setdefault(layer.name, set())
        if node in settled:
            continue
        for rule in layer.fitting(node):
            following = rule.apply(context, node)
            if following is not None and following is not node:
                return rule, following
        settled.add(node)
    return None, node


# ---------------------------------------------------------------- equations

# Operators whose arguments may stand in any order; a pattern may match some of them.
COMMUTATIVE = frozenset({"add", "hadamard"})
_SIZES = (Dim, Shape)


def equation(
    name: str, lhs: Expr, rhs: Expr, when: dict[Expr, str] | None = None, why: str = ""
) -> Rule:
    """The rule lhs → rhs; symbols are wildcards, `when` gives a fact that a wildcard must have.

    In a product the left side may match a run of factors, in a Hadamard product or a sum any of
    the arguments; the rest stays.
    """
    conditions = when or {}
    fixed = None if isinstance(lhs.data, _SIZES) else lhs.data  # the k of a power A^k
    heads = [(k, arg.op) for k, arg in enumerate(lhs.args) if not isinstance(arg.data, Symbol)]
    links = _links(lhs)

    def apply(context: Context, node: Expr) -> Expr | None:
        if fixed is not None and node.data != fixed:
            return None
        for chosen, left, right in _choices(lhs, heads, node):
            if any(_at(chosen, one) is not _at(chosen, other) for one, other in links):
                continue
            bound = _match(lhs, chosen)
            if bound is None:
                continue
            if all(context.has(bound[wild], fact) for wild, fact in conditions.items()):
                new = _instantiate(rhs, bound)
                return make(node.op, (*left, new, *right), node.data) if left or right else new
        return None

    parts = postorder(*lhs.args)
    needs = dict.fromkeys((part.op,) for part in parts if not isinstance(part.data, Symbol))
    return Rule(name, (lhs.op,), apply, (lhs,), why, tuple(needs), bool(conditions))


Spot = tuple[int, bool]  # an argument, or the only argument of that


def _links(lhs: Expr) -> list[tuple[Spot, Spot]]:
    """Spots at which the same wildcard stands: Q′Q fits few products, which is seen at once."""
    first: dict[Expr, Spot] = {}
    found: list[tuple[Spot, Spot]] = []
    for k, arg in enumerate(lhs.args):
        inside = not isinstance(arg.data, Symbol) and len(arg.args) == 1
        wild = arg.args[0] if inside else arg
        if isinstance(wild.data, Symbol) and first.setdefault(wild, (k, inside)) != (k, inside):
            found.append((first[wild], (k, inside)))
    return found


def _at(args: Args, spot: Spot) -> Expr:
    return args[spot[0]].args[0] if spot[1] else args[spot[0]]


def _choices(
    lhs: Expr, heads: list[tuple[int, Op]], node: Expr
) -> Iterator[tuple[Args, Args, Args]]:
    """Arguments that may be those of the left side, and what stands left and right of them."""
    width, args = len(lhs.args), node.args
    if len(args) == width:
        if all(args[k].op is op for k, op in heads):
            yield args, (), ()
        if lhs.op.name not in COMMUTATIVE or width != 2:
            return
    if lhs.op.name == "matmul":
        for i in range(len(args) - width + 1):
            for k, op in heads:
                if args[i + k].op is not op:
                    break
            else:
                yield args[i : i + width], args[:i], args[i + width :]
    elif lhs.op.name in COMMUTATIVE:
        for picked in permutations(range(len(args)), width):
            if not all(args[picked[k]].op is op for k, op in heads):
                continue
            others = tuple(arg for i, arg in enumerate(args) if i not in picked)
            yield tuple(args[i] for i in picked), others, ()


def _match(lhs: Expr, args: Sequence[Expr]) -> dict[Any, Any] | None:
    bound: dict[Any, Any] = {}
    todo: list[tuple[Expr, Expr]] = list(zip(lhs.args, args, strict=True))
    wild: list[tuple[Expr, Expr]] = []  # shapes come last: most patterns fail before
    while todo:
        pattern, node = todo.pop()
        if isinstance(pattern.data, Symbol):
            if bound.setdefault(pattern, node) is not node:
                return None
            wild.append((pattern, node))
        elif pattern.op is not node.op or len(pattern.args) != len(node.args):
            return None
        elif isinstance(pattern.data, _SIZES):
            if not _match_shape(pattern, node, bound):
                return None
        elif pattern.data != node.data:
            return None
        else:
            todo.extend(zip(pattern.args, node.args, strict=True))
    return bound if all(_match_shape(*pair, bound) for pair in wild) else None


def _match_shape(pattern: Expr, node: Expr, bound: dict[Any, Any]) -> bool:
    for left, right in zip(pattern.shape, node.shape, strict=True):
        if left.value is None:  # a pattern's sizes are single names
            (name,) = left.names
            if bound.setdefault(name, right) != right:
                return False
        elif left != right:
            return False
    return True


def _instantiate(rhs: Expr, bound: dict[Any, Any]) -> Expr:
    sizes = {name: value for name, value in bound.items() if isinstance(name, str)}

    def visit(node: Expr, args: list[Expr]) -> Expr:
        if node in bound:
            return bound[node]
        data = node.data
        if isinstance(data, Dim):
            data = data.substitute(sizes)
        elif isinstance(data, Shape):
            data = Shape(*(d.substitute(sizes) for d in data))
        return make(node.op, tuple(args), data)

    return fold(rhs, visit)
