"""The same Jacobian in another arrangement: rows of a matrix one after the other, or transposed."""

from __future__ import annotations

from dataclasses import replace

from matgrad.core.expr import Expr
from matgrad.core.rule import Context
from matgrad.core.shape import Shape
from matgrad.core.steps import Phase, Trace
from matgrad.errors import UnsupportedError
from matgrad.ops import commutation
from matgrad.render.labels import is_map
from matgrad.rules import shortest

ORDERS = {"columns": "", "rows": "vec puts the rows of a matrix one after the other"}
LAYOUTS = {"numerator": "", "denominator": "denominator layout: columns are outputs"}


def arrange(trace: Trace, order: str = "columns", layout: str = "numerator") -> Trace:
    """Rearrange the matrices of a Jacobian; the arrangement is named with the answer."""
    for given, known in ((order, ORDERS), (layout, LAYOUTS)):
        if given not in known:
            raise UnsupportedError(f"no arrangement {given!r}", hint="known: " + ", ".join(known))
    if (order, layout) == ("columns", "numerator"):
        return trace
    context = Context()
    F = trace.problem.function.shape
    closed = trace.forms["closed"] or trace.results
    arranged = {X.name: _arranged(closed[X.name], F, X, order, layout, context) for X in trace.wrt}
    if all(is_map(J) for J in arranged.values()):
        return trace  # there is no matrix to be arranged
    words = "; ".join(w for w in (ORDERS[order], LAYOUTS[layout]) if w)
    steps = (*trace.steps, *context.trail.steps)
    ways = {"arrangement": words, "arranged_as": (order, layout)}
    return replace(trace, arranged=arranged, steps=steps, **ways)


def acts_on_columns(J: Expr, F: Shape, X: Expr) -> bool:
    """Is this a matrix that takes vec(dX) to vec(dF), for F of this shape?"""
    return J.shape.rows == F.rows * F.cols and J.shape != X.shape and not is_map(J)


def _arranged(J: Expr, F: Shape, X: Expr, order: str, layout: str, context: Context) -> Expr:  # noqa: PLR0913, PLR0917
    whole = Shape(F.rows * F.cols, X.shape.rows * X.shape.cols)
    by_entries = J.shape not in (whole, X.shape)  # the independent ones of a structured X
    if not acts_on_columns(J, F, X):
        return J
    moved = J
    if order == "rows":  # rows after each other are the columns of the transpose
        moved = moved if F.is_vector else commutation(F.rows, F.cols) @ moved
        keep = X.shape.is_vector or by_entries
        moved = moved if keep else moved @ commutation(X.shape.rows, X.shape.cols).T
    if layout == "denominator":
        moved = moved.T
    simple = shortest(moved, context)
    return context.trail.record(Phase.FORM, moved, simple, "rearrange", "K vec(A) = vec(Aᵀ)")
