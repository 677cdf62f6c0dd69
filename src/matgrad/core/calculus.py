"""The derivative fact of an operator, applied to one of its nodes."""

from __future__ import annotations

from matgrad.core.expr import Expr
from matgrad.errors import UnsupportedError


def adjoint(node: Expr, index: int, G: Expr) -> Expr:
    """Move every factor but argument `index` across: G : node(… dX …) = adjoint : dX.

    An operator with data is given the data first.
    """
    rule = node.op.adjoints
    given = () if node.data is None else (node.data,)
    if index in node.op.linear_in:
        return node.op.linear_in[index](*given, G, *node.args)
    if rule is None:
        raise UnsupportedError(f"operator {node.op.name!r} has no adjoint: it is not linear")
    if callable(rule):
        return rule(G, index, node.args)
    return rule[index](*given, G, *node.args)


def partial(node: Expr, index: int, Y: Expr, dX: Expr) -> Expr:
    """The part of the differential of `node` that is linear in dX, that of argument `index`.

    `Y` is `node` itself, or a name for it; an operator with data is given the data first.
    """
    rules = node.op.partials
    if rules is None:
        raise UnsupportedError(f"operator {node.op.name!r} has no differential")
    given = () if node.data is None else (node.data,)
    return rules[index](*given, Y, *node.args, dX)
