"""Euler's number where the letter e would be read as a vector: beside a transpose it is exp(1)."""

from __future__ import annotations

from matgrad.core.expr import Expr
from matgrad.core.walk import substitute
from matgrad.ops import add, constant, exp, number, pinv, scale, transpose

E = constant("e")
WRITTEN_OUT = {E: exp(number(1))}


def unmistakable(node: Expr) -> Expr | None:
    """The argument of a transpose or a pseudoinverse, if an e in it must be written out."""
    if node.op not in (transpose, pinv) or not node.is_scalar:
        return None
    (inner,) = node.args
    terms = inner.args if inner.op is add else (inner,)
    alone = {x.args[-1] if x.op is scale else x for x in terms}
    return substitute(inner, WRITTEN_OUT) if E in alone else None
