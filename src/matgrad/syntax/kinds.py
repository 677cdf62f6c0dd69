"""Whether a piece of a formula is a number, a column, a row or a matrix."""

from __future__ import annotations

from collections.abc import Sequence

from matgrad.errors import MatgradError
from matgrad.syntax.forms import column
from matgrad.syntax.inference import convention
from matgrad.syntax.readings import infer
from matgrad.syntax.scope import Scope, check_call
from matgrad.syntax.tree import Node, postorder

Definitions = Sequence[tuple[str, Node]]


def kind_of(node: Node, scope: Scope, done: Definitions, source: str) -> str:
    """What the shape of a piece makes it, with the definitions before it."""
    for tree in (*(value for _, value in done), node):
        for each in (piece for piece in postorder(tree) if piece.kind == "call"):
            check_call(each, scope)
    shape = infer(scope, done, node, source, scalar=False).shape(node)
    if shape.is_scalar:
        return "scalar"
    if shape.is_vector:
        return "column" if shape.is_column else "row"
    return "column" if _may_be_column(node, scope, done, source) else "matrix"


def _may_be_column(node: Node, scope: Scope, done: Definitions, source: str) -> bool:
    """Is this a small letter for Xβ, which is a vector if β is one?"""
    value = dict(done).get(node.text) if node.kind == "name" else None
    if value is None or convention(node.text) == "matrix":
        return False
    if not any(_is_of_matrix(each, scope) for each in postorder(value)):
        return False
    try:
        infer(scope, done, column(node), source, scalar=False)
    except MatgradError:
        return False
    return True


def _is_of_matrix(node: Node, scope: Scope) -> bool:
    """Is this a capital times a small letter of which nothing is said?"""
    if not node.is_infix("*") or any(each.kind != "name" for each in node.args):
        return False
    first, second = (each.text for each in node.args)
    is_open = second not in scope.declared and convention(second) != "matrix"
    return is_open and convention(first) == "matrix"
