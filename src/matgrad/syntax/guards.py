"""Demands on shapes that rewritten sums rely on: functions whose names no text can spell."""

from __future__ import annotations

from collections.abc import Sequence

from matgrad.core.dims import ONE
from matgrad.core.expr import Expr
from matgrad.core.shape import SCALAR, Shape, shape_of
from matgrad.errors import ShapeError
from matgrad.syntax.functions import FUNCTIONS
from matgrad.syntax.signature import Builder, Function, unfit
from matgrad.syntax.sizes import dimension
from matgrad.syntax.tree import Node
from matgrad.syntax.unify import Misfit, Sizes


def _scalar(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    if not sizes.equate_shapes(args[0], SCALAR):
        raise unfit(sizes, node, node.args[0], SCALAR, args[0])
    return SCALAR


def _column(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    if not sizes.equate(args[0].cols, ONE):
        raise unfit(sizes, node, node.args[0], shape_of("n"), args[0])
    return args[0]


def _counted(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    axis = args[0].rows if node.text == "terms of a sum" else args[0].cols
    if not sizes.equate(axis, dimension(node.args[1])):
        (shape,) = sizes.named([args[0]])
        found = shape.rows if node.text == "terms of a sum" else shape.cols
        limit = node.args[1].text
        message = f"the index of this sum has {found} values, and its limit is {limit}"
        raise Misfit(ShapeError(message, node.position), node)
    return args[0]


def _itself(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
    return args[0]


GUARDS: tuple[Function, ...] = (
    Function("a factor in a sum", (1,), _scalar, _itself),
    Function("a term of a sum", (1,), _column, _itself),
    Function("terms of a sum", (2,), _counted, _itself, roles="vs"),
    Function("vectors of a sum", (2,), _counted, _itself, roles="vs"),
)
FUNCTIONS.update({function.name: function for function in GUARDS})
