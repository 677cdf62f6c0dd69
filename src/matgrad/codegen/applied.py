"""Sums of products applied to vectors: (AᵀA + λI)x as Aᵀ(Ax) + λx, without the matrix.

That is done where the matrix itself is not needed, term by term from the vector on; a name that it
has is given up if it is used once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import replace

from matgrad.codegen.expand import is_structured
from matgrad.core.dims import ONE
from matgrad.core.expr import Expr
from matgrad.core.steps import Definition
from matgrad.core.walk import fold, postorder, rebuild, substitute, symbols
from matgrad.ops import add, inv, matmul, matrix_power_op, scale, transpose
from matgrad.ops.linear import mirror, mirror_factor

NAME = "applied"
WHY = "a sum of products acts on a vector term by term, without the matrix"
_MOST = 4  # vectors that a sum acts on without being computed
_INVERSES = frozenset({inv, matrix_power_op})
_PRODUCTS = _INVERSES | {matmul}


def applied(
    outputs: Sequence[Expr], definitions: Sequence[Definition], fixed: Container[str]
) -> tuple[list[Expr], list[Definition]] | None:
    """The outputs and definitions in which sums act on vectors, if there are such."""
    roots = [*(each.value for each in definitions), *outputs]
    acting, values = _acting(roots), dict[Expr, Expr]()
    inverses = {each.symbol for each in definitions if each.value.op in _INVERSES}
    for each in definitions:
        is_sum = _is_sum(each.value, inverses) and _varies(each.value, fixed)
        if acting[each.symbol] == 1 and is_sum:
            values[each.symbol] = substitute(each.value, values)
    kept = [each for each in definitions if each.symbol not in values]
    if values:
        roots = [substitute(root, values) for root in (*(d.value for d in kept), *outputs)]
        acting = _acting(roots)
    sums = {node for node in acting if _is_sum(node, inverses) and _varies(node, fixed)}
    found = _by_terms(roots, sums) if sums else roots
    if found == roots:
        return None
    named = zip(kept, found, strict=False)
    return found[len(kept) :], [replace(each, value=value) for each, value in named]


def _by_terms(roots: Sequence[Expr], sums: Container[Expr]) -> list[Expr]:
    known: dict[Expr, Expr] = {}

    def visit(node: Expr, args: list[Expr]) -> Expr:
        marked = [node.op is matmul and _bare(arg) in sums for arg in node.args]
        return _product(args, marked) if any(marked) else rebuild(node, args)

    return [fold(root, visit, known) for root in roots]


def _bare(node: Expr) -> Expr:
    return node.args[0] if node.op is transpose else node


def _acting(roots: Sequence[Expr]) -> Counter[Expr]:
    """The matrices that act on a few vectors and are needed for nothing else, and how often."""
    found: Counter[Expr] = Counter()
    needed = {_bare(root) for root in roots}
    for node in postorder(*roots):
        if node.op is matmul and any(ONE in arg.shape for arg in node.args):
            found.update(_bare(arg) for arg in node.args if ONE not in arg.shape)
        elif node.op is not transpose:
            needed.update(map(_bare, node.args))
    few = {node: count for node, count in found.items() if count <= _MOST and node not in needed}
    return Counter(few)


def _varies(node: Expr, fixed: Container[str]) -> bool:
    return not all(s.name in fixed for s in symbols(node))


def _is_sum(node: Expr, inverses: Container[Expr]) -> bool:
    """Is this a sum of matrices that have to be computed themselves? `inverses` have names."""
    if node.op is not add or ONE in node.shape:
        return False
    return any(
        (_body(term).op in _PRODUCTS and not is_structured(term)) or _body(term) in inverses
        for term in node.args
    )


def _body(term: Expr) -> Expr:
    return _bare(term.args[-1] if term.op is scale else term)


def _product(factors: Sequence[Expr], marked: Sequence[bool]) -> Expr:
    """A product that is computed from its vectors on, where marked sums stand in the way."""
    parts: list[Expr] = []
    start = 0
    for end, factor in enumerate(factors, 1):
        if factor.shape.cols == ONE:
            parts.append(_from_column(factors[start:end], marked[start:end]))
            start = end
    if start < len(factors):  # a row, and what stands to its right: the same of the transposes
        turned = [mirror(factor) for factor in reversed(factors[start:])]
        column = _from_column(turned, marked[start:][::-1])
        parts.append(add(*map(mirror, column.args)) if column.op is add else mirror(column))
    return matmul(*parts) if len(parts) > 1 else parts[0]


def _from_column(factors: Sequence[Expr], marked: Sequence[bool]) -> Expr:
    """A product that ends in a column."""
    done: list[Expr] = []
    for factor, is_sum in zip(reversed(factors), reversed(marked), strict=True):
        if is_sum:
            done = [add(*(_times(term, done) for term in _terms(factor)))]
        else:
            done.insert(0, factor)
    return matmul(*done) if len(done) > 1 else done[0]


def _terms(node: Expr) -> Sequence[Expr]:
    return [mirror(t) for t in node.args[0].args] if node.op is transpose else node.args


def _times(term: Expr, rest: Sequence[Expr]) -> Expr:
    """A term of a sum, times what stands to its right; its scalars stay in front."""
    *scalars, body = term.args if term.op is scale else (term,)
    product = matmul(mirror_factor(body.args[0]) if body.op is transpose else body, *rest)
    return scale(*scalars, product) if scalars else product
