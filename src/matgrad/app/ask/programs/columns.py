"""Column vectors that nobody tells: d @ x.T is a matrix only if x is a column."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from matgrad.programs.listings.likely import COUNT

_AXES = frozenset("axis dim keepdims keepdim".split())


def columns_in(body: Sequence[ast.stmt]) -> frozenset[str]:
    """The names whose transpose is the last factor of a product; none where samples are counted."""
    nodes = [node for statement in body for node in ast.walk(statement)]
    if any(map(_is_of_samples, nodes)):
        return frozenset()
    return frozenset(name for node in nodes if (name := _turned_last(node)))


def _turned_last(node: ast.AST) -> str:
    match node:
        case (
            ast.BinOp(op=ast.MatMult(), right=ast.Attribute(value=ast.Name(id=name), attr="T"))
            | ast.Call(
                func=ast.Attribute(attr="dot" | "matmul"),
                args=[*_, ast.Attribute(value=ast.Name(id=name), attr="T")],
            )
        ):
            return name
        case _:
            return ""


def _is_of_samples(node: ast.AST) -> bool:
    """Does a program speak of several samples: along an axis, by their number?"""
    match node:
        case ast.keyword(arg=name):
            return name in _AXES
        case ast.Attribute(attr="shape") | ast.Call(func=ast.Name(id="len")):
            return True
        case ast.BinOp(op=ast.Div(), right=ast.Name(id=name)):
            return COUNT.fullmatch(name) is not None
        case _:
            return False
