"""The differential of one expression, and factors moved across the Frobenius product.

These two functions are the whole of differentiation: everything else arranges their results.
"""

from __future__ import annotations

from collections.abc import Container

from matgrad.core.calculus import adjoint, partial
from matgrad.core.expr import Expr
from matgrad.core.walk import dependents, postorder
from matgrad.errors import LimitError
from matgrad.ops import add, differential_symbol, total_sum, zeros_of

LONGEST = 256  # factors of one product; matrix powers end there too


def linearise(value: Expr, sources: Container[Expr], name: Expr | None = None) -> Expr | None:
    """The differential of `value`, linear in the differentials of the source symbols.

    `name` is a symbol that stands for the value itself, for rules such as d(exp X) = exp X ⊙ dX.
    None if the value does not depend on the sources.
    """
    varying = dependents((value,), sources)
    d: dict[Expr, Expr] = {}
    for node in postorder(value):
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


def pull(linear: Expr, G: Expr, targets: Container[Expr]) -> tuple[dict[Expr, Expr], list[str]]:
    """Move every factor across: G : linear = Σ H : dX, as {dX: H}, with the reasons used."""
    varying = dependents((linear,), targets)
    waiting: dict[Expr, list[Expr]] = {linear: [G]}
    result: dict[Expr, Expr] = {}
    reasons: dict[str, None] = {}
    for node in reversed(postorder(linear)):
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
                waiting.setdefault(arg, []).append(adjoint(node, i, H))
    return {dX: result[dX] for dX in postorder(linear) if dX in result}, list(reasons)


def rule_of(node: Expr, moving: Container[Expr]) -> str:
    """The rule of differentiation of one operator, as a sentence."""
    return node.op.why + (node.op.why_last if node.args and node.args[-1] in moving else "")
