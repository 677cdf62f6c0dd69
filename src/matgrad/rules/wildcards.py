"""The symbols that stand for anything in equations and examples."""

from __future__ import annotations

from collections.abc import Callable

from matgrad.core.expr import Expr, Op
from matgrad.core.rule import Context, Rule
from matgrad.ops import symbol

A = symbol("A", "m", "n")
B = symbol("B", "m", "n")
C = symbol("C", "n", "k")
M = symbol("M", "n", "n")
N = symbol("N", "n", "n")
S = symbol("S", "n", "n", facts=("symmetric",))
K = symbol("K", "n", "n", facts=("skew",))
Q = symbol("Q", "n", "n", facts=("orthogonal",))
W = symbol("W", "m", "n", facts=("orthogonal_columns",))
e = symbol("e", "n", facts=("unit",))
x = symbol("x", "n")
y = symbol("y", "n")
u = symbol("u", "m")
a = symbol("a")
b = symbol("b")
c = symbol("c")
k = symbol("k", facts=("integer",))
P = symbol("P", "m", "n", facts=("positive",))


def rewrite(
    name: str,
    *heads: Op,
    examples: tuple[Expr, ...],
    why: str = "",
    needs: tuple[Op, ...] | None = None,
    needs_fact: bool = False,
) -> Callable[[Callable[[Context, Expr], Expr | None]], Rule]:
    """Make a rule of a function that rewrites a node, or returns None where it does not fit.

    It fits no node in which none of the operators in `needs` occurs.
    """
    groups = () if needs is None else (needs,)
    return lambda function: Rule(name, heads, function, examples, why, groups, needs_fact)
