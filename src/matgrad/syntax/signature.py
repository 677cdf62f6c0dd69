"""What it takes to call a function: how many arguments, of which shapes, and what is built.

A function of the catalogue says by its sample shapes what it fits: the sample (n, n) of `inv`
asks for a square matrix. So a new operator is understood without a line being added.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, Protocol

from matgrad import ops
from matgrad.core.dims import Dim
from matgrad.core.expr import Expr, Op
from matgrad.core.shape import Shape
from matgrad.errors import MatgradError, ParseError, ShapeError, UnsupportedError
from matgrad.syntax.tree import Node
from matgrad.syntax.unify import Misfit, Sizes


class Builder(Protocol):
    """What a function needs to know to be built."""

    def shape(self, node: Node) -> Shape:
        """The shape that was found for a piece."""
        ...

    def size(self, node: Node) -> Dim:
        """The size that is written there."""
        ...

    def note(self, words: str) -> None:
        """Tell the user how something was read."""
        ...


@dataclass(frozen=True)
class Function:
    """A name that may stand before parentheses."""

    name: str
    arities: tuple[int, ...]
    infer: Callable[[Sizes, Node, Sequence[Shape]], Shape]
    build: Callable[[Builder, Node, Sequence[Expr]], Expr]
    roles: str = ""  # what each argument is: v a value, s a size, i an index; none: all values
    later: tuple[int, ...] = ()  # numbers of arguments that have a meaning, but no rule yet

    def playing(self, role: str, node: Node) -> tuple[Node, ...]:
        """The arguments that are values, sizes or indices."""
        if not self.roles:
            return node.args if role == "v" else ()
        return tuple(
            arg for arg, played in zip(node.args, self.roles, strict=False) if played == role
        )


class Pattern(NamedTuple):
    """The most general sample shapes of an operator, and the shape of its result on them."""

    wanted: tuple[Shape, ...]
    result: Shape
    names: tuple[str, ...]  # of the sizes
    keeps_shape: bool  # one argument of any shape is taken, and its shape kept


@cache
def pattern(op: Op) -> Pattern | None:
    """What the sample shapes of an operator say, if they say anything."""
    samples = [s for s in op.samples if all(isinstance(d, str) for shape in s for d in shape)]
    if not samples:
        return None
    best = max(samples, key=lambda s: len({d for shape in s for d in shape}))
    args = [ops.symbol(f"X{i}", *sizes) for i, sizes in enumerate(best)]
    try:
        wanted, result = tuple(arg.shape for arg in args), op(*args).shape
    except MatgradError:
        return None
    names = {name for shape in (*wanted, result) for d in shape for name in d.names}
    return Pattern(wanted, result, tuple(sorted(names)), wanted == (result,) and len(names) == 2)


def infer_by_pattern(op: Op) -> Callable[[Sizes, Node, Sequence[Shape]], Shape]:
    """The shape rule that the sample shapes of an operator say."""

    def infer(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
        found = pattern(op)
        if found is None or len(found.wanted) != len(args) or found.keeps_shape:
            return args[0]
        fresh = {name: sizes.fresh() for name in found.names}
        for want, given, piece in zip(found.wanted, args, node.args, strict=True):
            if not sizes.equate_shapes(substituted(want, fresh), given):
                raise unfit(sizes, node, piece, want, given)
        return substituted(found.result, fresh)

    return infer


def substituted(shape: Shape, sizes: dict[str, Dim]) -> Shape:
    """The shape with names replaced by sizes."""
    return Shape(shape.rows.substitute(sizes), shape.cols.substitute(sizes))


def unfit(sizes: Sizes, node: Node, piece: Node, want: Shape, given: Shape) -> Misfit:
    """The error of an argument that has another shape than its function needs."""
    (shape,) = sizes.named([given])
    if want.is_scalar:
        needed = "a scalar"
    elif want.is_square:
        needed = "a square matrix"
    else:
        needed = "a column vector" if want.is_column else f"shapes like {want}"
    why = f": {shape.rows} and {shape.cols} differ" if want.is_square else ""
    error = ShapeError(f"{node.text} needs {needed}, this is {shape}{why}", piece.position)
    return Misfit(error, node)


def _build_op(op: Op) -> Callable[[Builder, Node, Sequence[Expr]], Expr]:
    def build(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
        if op.derivative is not None and not args[0].shape.is_vector:
            builder.note(f"{node.text} of a matrix is taken elementwise")
        if node.text in ("norm2", "norm") and not args[0].shape.is_vector:
            builder.note(f"{node.text} of a matrix is the Euclidean norm of all its entries")
        return op(*args)

    return build


def of_op(name: str, op: Op) -> Function:
    """An operator of the catalogue as a function, called by one of its names."""
    arities = tuple(sorted({len(sample) for sample in op.samples})) or (1,)
    if op.linear_in and op.partials is not None:  # derivatives take any number of directions
        arities = tuple(range(arities[0], len(op.partials) + 1))
    return Function(name, arities, infer_by_pattern(op), _build_op(op))


def equal_shapes(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    """The shape that all arguments have."""
    for other in args[1:]:
        if not sizes.equate_shapes(args[0], other):
            a, b = sizes.named([args[0], other])
            message = f"{node.text} needs equal shapes: {a} and {b} differ"
            raise Misfit(ShapeError(message, node.position), node)
    return args[0]


def integer(node: Node) -> int:
    """The positive integer that is written there."""
    if node.kind in ("slice", "name"):
        raise UnsupportedError(
            "an index is an integer, or a letter that stands nowhere else",
            node.position,
            "for example A[1,2] or A[i,j]",
        )
    if node.kind != "number" or node.value.denominator != 1:
        raise ParseError("an index is an integer, counted from 1", node.position)
    return int(node.value)
