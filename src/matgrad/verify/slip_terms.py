"""The terms of a formula, in which slips are looked for."""

from __future__ import annotations

from collections.abc import Iterator

from matgrad.core.expr import Expr
from matgrad.ops import add, matmul, scale
from matgrad.render.plain import plain
from matgrad.rules.simplify import simplify

LONGEST = 80  # characters of a term that is quoted


def in_term(term: Expr) -> str:
    """Where in a sum something is; a long term is not quoted."""
    quoted = plain(term)
    return f" in the term {quoted}" if len(quoted) <= LONGEST else " in one of the terms"


def terms_of(root: Expr) -> tuple[Expr, ...]:
    """The terms of a sum, also behind a common factor."""
    if root.op is scale and root.args[-1].op is add:
        return tuple(simplify(scale(*root.args[:-1], term)) for term in root.args[-1].args)
    return root.args if root.op is add else (root,)


def opened_terms(result: Expr) -> Iterator[list[Expr]]:
    """The terms of a product of which a factor is a sum, for each such factor."""
    is_scaled = result.op is scale and result.args[-1].op is matmul
    products = [(result, ())] + ([(result.args[-1], result.args[:-1])] if is_scaled else [])
    for node, outer in products if result.op in (matmul, scale) else ():
        for i, arg in enumerate(node.args):
            if arg.op is add:
                wholes = (node.op(*node.args[:i], x, *node.args[i + 1 :]) for x in arg.args)
                yield [simplify(scale(*outer, x) if outer else x) for x in wholes]
