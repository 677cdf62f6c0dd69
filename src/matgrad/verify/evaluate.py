"""Evaluating many expressions at one point, each distinct node once."""

from __future__ import annotations

from collections.abc import Iterable

from matgrad.core.expr import Expr
from matgrad.core.walk import postorder
from matgrad.verify.arithmetic import Arithmetic, Matrix, OutsideDomain, Undecided
from matgrad.verify.reasons import kept

# A node that has no value at the point holds the reason instead, and so does everything above it.
Outcome = Matrix | OutsideDomain | Undecided
Memo = dict[Expr, Outcome]


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
                memo[node] = node.op.value(R, node, *args)
            except (OutsideDomain, Undecided) as reason:
                memo[node] = kept(reason)


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
