"""Products of sums multiplied out: Aᵀ(A X B − C)Bᵀ as AᵀA X BBᵀ − AᵀCBᵀ.

That is cheaper where a product turns out small, or does not change from call to call; it costs
digits where the sum is small against its terms, so it is never done to a value.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product as every

from matgrad.core.expr import Expr
from matgrad.core.steps import Definition
from matgrad.core.walk import fold, postorder, rebuild
from matgrad.ops import add, diag_matrix, eye_op, matmul, scale, transpose
from matgrad.ops.linear import mirror

NAME = "expansion"
WHY = "products of sums are cheaper multiplied out"
_MOST = 8  # terms of one product


def expanded(outputs: Sequence[Expr], definitions: Sequence[Definition]) -> tuple[list[Expr], bool]:
    """The outputs without names, with products of sums multiplied out, and if there are such."""
    known: dict[Expr, Expr] = {}  # shared by all: what they have in common is built once
    for each in definitions:
        known[each.symbol] = fold(each.value, rebuild, known)
    closed = [fold(output, rebuild, known) for output in outputs]
    found = [expr if expr.is_scalar else fold(expr, _multiplied) for expr in closed]
    return found, found != closed


def is_expandable(outputs: Sequence[Expr], definitions: Sequence[Definition]) -> bool:
    """Is there a product in which a sum of products may stand?"""
    return any(
        node.op is matmul for node in postorder(*outputs, *(each.value for each in definitions))
    )


def _terms(node: Expr) -> list[Expr]:
    """The terms of a sum, with the scalar factors that stand before it.

    Diagonal matrices and products of a column and a row stay together: they are multiplied one by
    one in any case.
    """
    if node.op is add and all(map(is_structured, node.args)):
        return [node]
    if node.op is add:
        return list(node.args)
    if node.op is transpose and node.args[0].op is add:
        return [mirror(term) for term in node.args[0].args]
    if node.op is scale and node.args[-1].op is add:
        return [scale(*node.args[:-1], term) for term in node.args[-1].args]
    return [node]


def _multiplied(node: Expr, args: Sequence[Expr]) -> Expr:
    new = rebuild(node, args)
    if new.op is not matmul:
        return new
    choices = [_terms(arg) for arg in new.args]
    count = 1
    for terms in choices:
        count *= len(terms)
    has_product = any(_has_product(term) for terms in choices if len(terms) > 1 for term in terms)
    if count == 1 or count > _MOST or not has_product:
        return new
    return add(*(_product(factors) for factors in every(*choices)))


def is_structured(term: Expr) -> bool:
    """Is this a diagonal matrix, or the product of a column and a row?"""
    bare = term.args[-1] if term.op is scale else term
    is_outer = bare.op is matmul and bare.args[0].shape.is_column and not bare.shape.is_vector
    return is_outer or bare.op is diag_matrix or bare.op is eye_op


def _has_product(term: Expr) -> bool:
    return (term.args[-1] if term.op is scale else term).op is matmul


def _product(factors: Sequence[Expr]) -> Expr:
    """The product of factors, whose scalars come first."""
    scalars = [s for f in factors if f.op is scale for s in f.args[:-1]]
    bare = matmul(*(f.args[-1] if f.op is scale else f for f in factors))
    return scale(*scalars, bare) if scalars else bare
