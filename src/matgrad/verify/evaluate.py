"""Evaluating many expressions at one point, each distinct node once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from math import prod

from matgrad.core.expr import Axes, Expr
from matgrad.core.walk import postorder
from matgrad.ops.families import INNERMOST, deeper_name, member, merge_op, sum_op
from matgrad.verify.arithmetic import Arithmetic, Matrix, OutsideDomain, Undecided
from matgrad.verify.reasons import kept

# A node that has no value at the point holds the reason instead, and so does everything above it.
Outcome = Matrix | OutsideDomain | Undecided
Memo = dict[Expr, Outcome]
GATHERING = frozenset({member, sum_op, merge_op})  # they see all members of their argument


def fill(R: Arithmetic, nodes: Iterable[Expr], memo: Memo) -> None:
    """Evaluate nodes that come after their arguments, unless `memo` has them already.

    Nearly all time of a check is spent here, so this is one loop that calls nothing but values.
    """
    for node in nodes:
        if node in memo:
            continue
        args: list[Matrix] = []
        for arg in node.args:
            value = memo[arg]
            if not isinstance(value, list):
                memo[node] = value
                break
            args.append(value)
        else:
            R.node = node
            try:
                if node.axes or node.op in GATHERING:
                    memo[node] = of_members(R, node, args)
                else:
                    memo[node] = node.op.value(R, node, *args)
            except (OutsideDomain, Undecided) as reason:
                memo[node] = kept(reason)


def of_members(R: Arithmetic, node: Expr, args: Sequence[Matrix]) -> Matrix:
    """The value of a family, its members below each other, in the order of its axes by name."""
    given = [_Members(R, arg, value) for arg, value in zip(node.args, args, strict=True)]
    lengths = {axis.name: R.size(axis.size) for axis in node.axes}
    whole: Matrix = []
    for numbers in product(*(range(1, length + 1) for length in lengths.values())):
        R.place = places = dict(zip(lengths, numbers, strict=True))
        if node.op.binds:
            (family,), inner = given, {deeper_name(name): at for name, at in places.items()}
            count = range(1, R.size(node.data) + 1)
            members = [family.at(inner | {INNERMOST: number}) for number in count]
        elif node.op is member:
            (family,), names = given, dict(node.data)
            own = {name: names.get(name, name) for name in family.lengths}
            members = [family.at({name: R.at(place) for name, place in own.items()})]
        else:
            members = [family.at(places) for family in given]
        whole += node.op.value(R, node, *members)
    return whole


class _Members:
    """The members of a family, which stand below each other in its value."""

    def __init__(self, R: Arithmetic, node: Expr, value: Matrix) -> None:
        self.value, self.lengths = value, {a.name: R.size(a.size) for a in node.axes}
        self.rows = len(value) // prod(self.lengths.values())

    def at(self, places: Mapping[str, int]) -> Matrix:
        """One member; what does not change with an index is not asked for it."""
        number = 0
        for name, length in self.lengths.items():
            number = number * length + places[name] - 1
        return self.value[number * self.rows : (number + 1) * self.rows]


def spread(R: Arithmetic, node: Expr, value: Matrix, axes: Axes) -> Matrix:
    """The value of a family for more axes than it has: it does not change with the others."""
    if node.axes == axes:
        return value
    family = _Members(R, node, value)
    lengths = {axis.name: R.size(axis.size) for axis in axes}
    numbers = product(*(range(1, length + 1) for length in lengths.values()))
    return [row for at in numbers for row in family.at(dict(zip(lengths, at, strict=True)))]


def evaluate(R: Arithmetic, roots: Iterable[Expr], memo: Memo) -> Memo:
    """Fill `memo` with the value, or the reason there is none, of every node below the roots."""
    fill(R, postorder(*roots, skip=memo), memo)
    return memo


def value_of(R: Arithmetic, root: Expr, memo: Memo | None = None) -> Matrix:
    """The value of one expression; raises the reason if it has none."""
    outcome = evaluate(R, [root], {} if memo is None else memo)[root]
    if isinstance(outcome, list):
        return outcome
    raise outcome
