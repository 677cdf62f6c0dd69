"""Which letters of a program are numbers of samples: n in sum(…) / n, but not n in a - n."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence

from matgrad.programs.listings.likely import COUNT

_OF_ARRAYS = frozenset(
    "sum mean norm dot outer inner vdot tanh sigmoid softmax relu exp sin cos matmul transpose"
    " maximum minimum square".split()
)
_OF_SIZES = frozenset("range arange zeros ones eye randn reshape sqrt".split())


def counts(body: Sequence[ast.stmt], names: Collection[str]) -> frozenset[str]:
    """The names for numbers of samples: nothing is done with them that is done with arrays.

    >>> counts(ast.parse("f = np.sum((a - n)**2) / m").body, ["n", "m"])
    frozenset({'m'})
    """
    found = [x for x in names if COUNT.fullmatch(x)]
    uses: dict[str, set[str]] = {x: set() for x in found}
    for node in (node for statement in body for node in ast.walk(statement)):
        for name, use in _uses(node):
            if name in uses:
                uses[name].add(use)
    return frozenset(x for x in found if not _is_array(uses[x]))


def _is_array(uses: Collection[str]) -> bool:
    """Is it what only arrays are, or added to others and nothing else?"""
    return "array" in uses or ("added" in uses and "number" not in uses)


def _uses(node: ast.AST) -> list[tuple[str, str]]:
    """What is done with names in one place: as with an array, added, or as with a number."""
    parts: Sequence[ast.AST] = ()
    use = "number"
    match node:
        case ast.BinOp(op=ast.MatMult(), left=left, right=right):
            parts, use = (left, right), "array"
        case ast.Attribute(value=part) | ast.Subscript(value=ast.Name() as part):
            parts, use = (part,), "array"
        case ast.BinOp(op=ast.Div(), right=ast.Name() as part):
            parts = (part,)
        case ast.BinOp(op=op, left=left, right=right):
            use = "added" if isinstance(op, ast.Add | ast.Sub) else use
            is_plain = isinstance(left, ast.Constant) or isinstance(right, ast.Constant)
            parts = () if is_plain else (left, right)
        case ast.Call(func=ast.Attribute(attr=called) | ast.Name(id=called), args=given):
            use = "array" if called in _OF_ARRAYS else use
            parts = given if called in _OF_ARRAYS or called in _OF_SIZES else ()
        case _:
            pass
    return [(x.id, use) for x in parts if isinstance(x, ast.Name)]
