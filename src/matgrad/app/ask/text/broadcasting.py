"""Products and sizes of arrays in programs, as far as names and told shapes tell what they are.

X * s of a matrix and a vector scales the columns of X, and s[:, None] * X its rows: both are
written as products with a diagonal matrix. The sizes of what a program defines are those of what
it is made of: Z.size with Z = X @ W.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from copy import deepcopy

from matgrad.app.ask.text.array_kinds import MATRIX, NUMBER, OPEN, VECTOR, is_capital

_TOLD = re.compile(  # s has shape (D,), X is (N, D), x is a 1-D array of shape (n,)
    r"(?<![\w.])(?P<name>[A-Za-z]\w{0,7})\s*(?:is|has|with|of|:|are)\s*(?:(?:an?|the|of|with|\d-?[dD]|array"
    r"|vector|matrix|tensor|shape)\s+)*\(\s*\w+\s*,\s*(?P<second>\w*)\s*\)"
)
_REDUCED = frozenset("sum mean norm trace det dot vdot max min var std logsumexp prod".split())


def told_kinds(text: str) -> dict[str, int]:
    """The kinds of the arrays whose shapes words tell."""
    return {m["name"]: MATRIX if m["second"] else VECTOR for m in _TOLD.finditer(text)}


def with_broadcasts(values: Mapping[str, ast.expr], told: Mapping[str, int]) -> dict[str, ast.expr]:
    """The values of a program with products of matrices where arrays are broadcast."""
    arrays = _Arrays(values, told)
    return {name: arrays.visit(deepcopy(value)) for name, value in values.items()}


class _Arrays(ast.NodeTransformer):
    def __init__(self, values: Mapping[str, ast.expr], told: Mapping[str, int]) -> None:
        self.values = values
        self.kinds = {**told}
        self.flat = {name for name, kind in told.items() if kind == VECTOR}
        for name, value in values.items():
            self.kinds[name] = self.kind(value)

    def kind(self, node: ast.expr) -> int:
        """Is this a number, a vector or a matrix, or is that open?"""
        match node:
            case ast.Constant():
                return NUMBER
            case ast.Name(id=name):
                return self.kinds.get(name, MATRIX if is_capital(name) else OPEN)
            case ast.Attribute(value=of, attr="T") | ast.UnaryOp(operand=of) | ast.Compare(left=of):
                return self.kind(of)
            case ast.BinOp(left=left, op=op, right=right):
                of = _product if isinstance(op, ast.MatMult) else max
                return of(self.kind(left), self.kind(right))
            case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name), args=[first, *_]):
                return self._called(name, first, node.keywords)
            case _:
                return OPEN

    def _called(self, name: str, first: ast.expr, keywords: list[ast.keyword]) -> int:
        if name in ("outer", "diag"):
            return MATRIX
        if name in _REDUCED:
            return OPEN if keywords else NUMBER
        return self.kind(first)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        match node.op:
            case ast.MatMult() if self._is_row(node):
                return _product_of(_turned(node.right), node.left)  # x @ A is A.T @ x
            case ast.Mult():
                return self._scaled(node.left, node.right) or node
            case ast.Div() if self.kind(node.left) == MATRIX and self.kind(node.right) == VECTOR:
                inverse = ast.BinOp(ast.Constant(1), ast.Div(), node.right)
                return _product_of(node.left, _diagonal(inverse))
            case _:
                return node

    def _is_row(self, node: ast.BinOp) -> bool:
        is_flat = isinstance(node.left, ast.Name) and node.left.id in self.flat
        return is_flat and self.kind(node.right) == MATRIX

    def _scaled(self, left: ast.expr, right: ast.expr) -> ast.expr | None:
        """The product of a matrix with a vector that scales its columns, or its rows."""
        for one, other in ((left, right), (right, left)):
            if self.kind(one) != MATRIX:
                continue
            if column := self._column(other):
                return _product_of(_diagonal(column), one)
            if self.kind(other) == VECTOR:
                return _product_of(one, _diagonal(other))
        return None

    def _column(self, node: ast.expr) -> ast.expr | None:
        """The vector s of s[:, None]."""
        match node:
            case ast.Subscript(
                value=of, slice=ast.Tuple(elts=[ast.Slice(), ast.Constant(value=None)])
            ) if self.kind(of) in (OPEN, VECTOR):
                return of
            case _:
                return None

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.Attribute(value=ast.Name(id=name) as of, attr="T") if name in self.flat:
                return of  # of an array with one axis nothing is transposed
            case ast.Attribute(value=ast.Name(id=name) as of, attr="size") if name in self.values:
                sizes = [self.size(of, axis) for axis in range(1 + (self.kind(of) == MATRIX))]
                whole = sizes[0]
                for other in sizes[1:]:
                    whole = ast.BinOp(whole, ast.Mult(), other) if whole and other else None
                return whole or node
            case _:
                return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        match node:
            case ast.Subscript(
                value=ast.Attribute(value=ast.Name(id=name) as of, attr="shape"),
                slice=ast.Constant(value=0 | 1 as axis),
            ) if name in self.values:
                return self.size(of, 1 if axis else 0) or node
            case _:
                return node

    def size(self, node: ast.expr, axis: int) -> ast.expr | None:
        """A size of a value, as one of an array that is given; none if that is not known."""
        while not (isinstance(node, ast.Name) and node.id not in self.values):
            made = self._made_of(node, axis)
            if made is None:
                return None
            node, axis = made
        shape = ast.Attribute(node, "shape", ast.Load())
        return ast.Subscript(shape, ast.Constant(axis), ast.Load())

    def _made_of(self, node: ast.expr, axis: int) -> tuple[ast.expr, int] | None:
        """A part of a value that is as large along an axis of its own."""
        match node:
            case ast.Name(id=name):
                return self.values[name], axis
            case ast.Attribute(value=of, attr="T"):
                return of, 1 - axis
            case ast.BinOp(left=left, op=ast.MatMult(), right=right):
                return (right if axis else left), axis
            case ast.BinOp(left=left, right=right):
                return (left if self.kind(left) >= self.kind(right) else right), axis
            case ast.UnaryOp(operand=of) | ast.Call(args=[of, *_]) if self.kind(node) > OPEN:
                return of, axis
            case _:
                return None


def _product(left: int, right: int) -> int:
    if left == right == MATRIX:
        return MATRIX
    return VECTOR if MATRIX in (left, right) else NUMBER if left == right == VECTOR else OPEN


def _product_of(left: ast.expr, right: ast.expr) -> ast.expr:
    return ast.BinOp(left, ast.MatMult(), right)


def _turned(matrix: ast.expr) -> ast.expr:
    if isinstance(matrix, ast.Attribute) and matrix.attr == "T":
        return matrix.value
    return ast.Attribute(matrix, "T", ast.Load())


def _diagonal(vector: ast.expr) -> ast.expr:
    module = ast.Name("np", ast.Load())
    return ast.Call(ast.Attribute(module, "diag", ast.Load()), [vector], [])
