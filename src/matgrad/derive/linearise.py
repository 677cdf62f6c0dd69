"""The differential of one expression, and factors moved across the Frobenius product.

These two functions are the whole of differentiation: everything else arranges their results.
"""

from __future__ import annotations

from collections.abc import Container

from matgrad.core.calculus import adjoint, partial
from matgrad.core.expr import Axes, Expr
from matgrad.core.walk import depending, postorder
from matgrad.errors import LimitError
from matgrad.ops import add, differential_symbol, total_sum, zeros_of
from matgrad.ops.families import sum_over_all

LONGEST = 256  # factors of one product; matrix powers end there too


def linearise(value: Expr, sources: Container[Expr], name: Expr | None = None) -> Expr | None:
    """The differential of `value`, linear in the differentials of the source symbols.

    `name` is a symbol that stands for the value itself, for rules such as d(exp X) = exp X ⊙ dX.
    None if the value does not depend on the sources.
    """
    nodes = postorder(value)
    varying = depending(nodes, sources)
    d: dict[Expr, Expr] = {}
    for node in nodes:
        if node in sources:
            d[node] = differential_symbol(node)
        elif node in varying:
            whole = name if node is value and name is not None else node
            d[node] = _differential_of(node, whole, [d.get(arg) for arg in node.args])
    return d.get(value)


def _differential_of(node: Expr, whole: Expr, below: list[Expr | None]) -> Expr:
    """One rule of differentiation: sum, product, or the operator's own."""
    op, args = node.op, node.args
    if op.partials is not None:
        terms = [partial(node, i, whole, dX) for i, dX in enumerate(below) if dX is not None]
    elif op is add:
        terms = [dX for dX in below if dX is not None]
    elif op.jointly:
        return op(*(dX or zeros_of(X.shape) for X, dX in zip(args, below, strict=True)))
    else:
        _check_length(node, sum(dX is not None for dX in below))
        terms = [
            op(*args[:i], dX, *args[i + 1 :], data=node.data)
            for i, dX in enumerate(below)
            if dX is not None
        ]
    return total_sum(terms, node.shape)


def _check_length(node: Expr, varying: int) -> None:
    """A product of k factors has a differential of k terms with k factors each."""
    if varying > LONGEST:
        raise LimitError(
            f"a product of {varying} factors that vary is too long ({node.op.name})",
            hint=f"name parts of it, as in y = X*X; up to {LONGEST} factors are differentiated",
        )


def pull(
    linear: Expr, G: Expr, targets: Container[Expr], axes: Axes = ()
) -> tuple[dict[Expr, Expr], list[str]]:
    """Move every factor across: G : linear = Σ H : dX, as {dX: H}, with the reasons used.

    Families are added up over all their axes; `axes` are those over which G : linear is.
    """
    nodes = postorder(linear)
    varying = depending(nodes, targets)
    waiting: dict[Expr, list[Expr]] = {linear: [_summed(G, axes, linear)]}
    result: dict[Expr, Expr] = {}
    reasons: dict[str, None] = {}
    for node in reversed(nodes):
        if node not in varying or node not in waiting:
            continue
        H = total_sum(waiting.pop(node), node.shape)
        if node in targets:
            result[node] = H
            continue
        is_last = node.op.across_last and not any(arg in varying for arg in node.args[:-1])
        reasons[node.op.across_last if is_last else node.op.across] = None
        for i, arg in enumerate(node.args):
            if arg in varying:
                moved = adjoint(node, i, H)
                if node.axes != arg.axes and node.op.axes is None:
                    moved = _summed(moved, node.axes, arg)
                waiting.setdefault(arg, []).append(moved)
    return {dX: result[dX] for dX in nodes if dX in result}, list(reasons)


def _summed(G: Expr, axes: Axes, arg: Expr) -> Expr:
    """What stands left of an argument that does not change with all of these axes.

    This is the transpose of using one thing for all members: Σ_i (G_i : A) = (Σ_i G_i) : A.
    """
    return sum_over_all([axis for axis in axes if axis not in arg.axes], G)


def rule_of(node: Expr, moving: Container[Expr]) -> str:
    """The rule of differentiation of one operator, as a sentence."""
    return node.op.why + (node.op.why_last if node.args and node.args[-1] in moving else "")
