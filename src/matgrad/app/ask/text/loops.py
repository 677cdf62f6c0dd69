"""Loops of programs that add something up: they are sums over an index.

Of for i in range(n): r = y[i] - w @ X[i]; f += r**2 the sum is sum_i((y[i] - w @ x[i])**2). There
X[i] is written x[i], as a row of X is elsewhere. The samples of zip(X, Y) are X[i] and Y[i].
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from matgrad.app.ask.text.library import put

_INDICES = "ijk"
_COUNT = re.compile(r"[A-Za-z]|len\(\w+\)|\w+\.shape\[0\]")  # of all; n - 1 or 3 are only some


class Unread(Exception):
    """A program does more than to compute, line by line."""


def is_zero(value: ast.expr | None) -> bool:
    """Is this the number from which a sum begins?"""
    return isinstance(value, ast.Constant) and value.value == 0


def added(target: ast.expr, over: ast.expr, body: Sequence[ast.stmt]) -> Iterator[ast.AugAssign]:
    """What a loop adds to names, each as one sum."""
    index, known = _index(target, over)
    for statement in body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                known[name] = put(value, known)
            case ast.AugAssign(target=ast.Name(id=name), op=ast.Add(), value=value) if (
                name not in known
            ):
                inside = _Row(index).visit(put(value, known))
                total = ast.Call(ast.Name(f"sum_{index}", ast.Load()), [inside], [])
                yield ast.AugAssign(ast.Name(name, ast.Store()), ast.Add(), total)
            case ast.Expr() | ast.Pass():
                pass
            case _:
                raise Unread


def _index(target: ast.expr, over: ast.expr) -> tuple[str, dict[str, ast.expr]]:
    """The index of a loop, and what stands for the names that it sets."""
    match target, over:
        case ast.Name(id=name), ast.Call(func=ast.Name(id="range"), args=[count]) if (
            _COUNT.fullmatch(ast.unparse(count))
        ):
            index = name if name in _INDICES else _INDICES[0]
            return index, {name: ast.Name(index, ast.Load())}
        case ast.Tuple(elts=names), ast.Call(func=ast.Name(id="zip"), args=arrays) if len(
            names
        ) == len(arrays):
            return _INDICES[0], dict(_samples(names, arrays))
        case _:
            raise Unread


def _samples(
    names: Sequence[ast.expr], arrays: Sequence[ast.expr]
) -> Iterator[tuple[str, ast.expr]]:
    for name, array in zip(names, arrays, strict=True):
        if not isinstance(name, ast.Name):
            raise Unread
        yield name.id, ast.Subscript(array, ast.Name(_INDICES[0], ast.Load()), ast.Load())


class _Row(ast.NodeTransformer):
    """Rows X[i] of a matrix as x[i], behind what they are multiplied by: w @ x[i]."""

    def __init__(self, index: str) -> None:
        self.index = index

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        match node:
            case ast.Subscript(
                value=ast.Name(id=name),
                slice=ast.Name(id=index)
                | ast.Tuple(elts=[ast.Name(id=index), ast.Slice(None, None, None)]),
            ) if index == self.index and name.isupper() and len(name) == 1:
                return ast.Subscript(
                    ast.Name(name.lower(), ast.Load()), ast.Name(index, ast.Load())
                )
            case _:
                return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.BinOp(
                left=ast.Subscript() as row, op=ast.MatMult(), right=ast.Name() as other
            ):
                return ast.BinOp(other, node.op, row)
            case _:
                return node
