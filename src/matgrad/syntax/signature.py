"""What it takes to call a function: arguments of which shapes, and what is built of them.

An operator of the catalogue says by its sample shapes what it fits: the sample (n, n) of `inv` asks
for a square matrix. So a new operator is understood without a line being added. Other functions
have a signature: in `m*n; size m; size n -> m x n` two of the three arguments are sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from matgrad import ops
from matgrad.core.dims import ONE, Dim
from matgrad.core.expr import Expr, Op
from matgrad.core.shape import SCALAR, Shape, shape_of
from matgrad.errors import ParseError, ShapeError, UnsupportedError
from matgrad.syntax.sizes import dimension, read_size
from matgrad.syntax.tree import Node
from matgrad.syntax.unify import Misfit, Sizes, is_unknown

MOST_FACTORS = 32  # of an operator that takes any number of arguments
VALUE, SIZE, INDEX = "value", "size", "index"
Index = int | tuple[Dim, Dim]  # one place, or the first and the last of several
Infer = Callable[[Sizes, Node, Sequence[Shape]], Shape]
OfValues = (
    Callable[[Expr], Expr]
    | Callable[[Expr, Expr], Expr]
    | Callable[[Expr, Expr, Expr], Expr]
    | Callable[[Expr, Expr, Expr, Expr], Expr]
)


class Signature(NamedTuple):
    """The shapes that a function takes and gives, with names for sizes."""

    roles: tuple[str, ...]
    takes: tuple[Shape, ...]  # for a size or an index: the size that it is
    gives: Shape

    def infer(self, sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
        """The shape of a call whose values have these shapes."""
        return self.shape(sizes, node, node.args, args)

    def shape(
        self, sizes: Sizes, node: Node, pieces: Sequence[Node], args: Sequence[Shape]
    ) -> Shape:
        """The shape of a call of these pieces: what a size is, its first place says."""
        known: dict[str, Dim] = {}
        taken = [*zip(self.roles, self.takes, pieces, strict=True)]
        for role, (size, _), piece in taken:
            if role != VALUE:
                known[str(size)] = dimension(piece) if role == SIZE else length_of(piece)
        values = ((want, piece) for role, want, piece in taken if role == VALUE)
        for (want, piece), given in zip(values, args, strict=True):
            before = {**known}
            for size, side in zip(want, given, strict=True):
                if size.name is not None:
                    known.setdefault(size.name, side)
            if not sizes.equate_shapes(substituted(want, known), given):
                raise unfit(sizes, node, piece, with_sizes(want, before, sizes), given)
        return with_sizes(self.gives, known, sizes)


def with_sizes(shape: Shape, known: Mapping[str, Dim], sizes: Sizes) -> Shape:
    """The shape with what is known for its names, and with unknown sizes for the others."""
    names = {name for size in shape for name in size.names}
    return substituted(shape, {name: known.get(name) or sizes.fresh() for name in sorted(names)})


def signature(text: str) -> Signature:
    """The signature that a text says.

    >>> signature("m*n; size m; size n -> m x n").roles
    ('value', 'size', 'size')
    """
    left, right = text.split(" -> ")
    pieces = [piece.split(" ", 1) for piece in left.split("; ")]
    roles = [words[0] if words[0] in (SIZE, INDEX) else VALUE for words in pieces]
    shapes = [words[role != VALUE :] for role, words in zip(roles, pieces, strict=True)]
    return Signature((*roles,), tuple(_shape(" ".join(x)) for x in shapes), _shape(right))


def _shape(text: str) -> Shape:
    return shape_of(*map(read_size, text.split(" x ")))


def substituted(shape: Shape, sizes: Mapping[str, Dim]) -> Shape:
    """The shape with names replaced by sizes."""
    return Shape(shape.rows.substitute(sizes), shape.cols.substitute(sizes))


def unfit(sizes: Sizes, node: Node, piece: Node, want: Shape, given: Shape) -> Misfit:
    """The error of an argument that has another shape than its function needs."""
    shape, wanted = sizes.named([given, want])
    size = "" if is_unknown(want.rows) else str(want.rows)
    if want.is_scalar:
        needed = "a scalar"
    elif want.is_square:
        needed = f"a square matrix of size {size}" if size else "a square matrix"
    elif want.is_column:
        needed = f"a vector of length {size}" if size else "a column vector"
    else:
        needed = f"shapes like {wanted}"
    why = f": {shape.rows} and {shape.cols} differ" if want.is_square and not size else ""
    error = ShapeError(f"{node.text} needs {needed}, this is {shape}{why}", piece.position)
    return Misfit(error, node)


def length_of(index: Node) -> Dim:
    """How many rows or columns an index picks."""
    if not index.is_infix(":"):
        return ONE
    first, last = map(dimension, index.args)
    return last - first + 1


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


# ---------------------------------------------------------------- functions


def _nothing(*args: Expr) -> str:
    return ""


def of_matrix(words: str) -> Callable[..., str]:
    """A note that is given if there is a matrix among the arguments."""
    return lambda *args: words if not all(arg.shape.is_vector for arg in args) else ""


@dataclass(frozen=True)
class Form:
    """One way of calling a function; sizes and indices are given to `build` beside the values."""

    infer: Infer
    build: Callable[..., Expr]
    roles: tuple[str, ...]  # what each argument is: a value, a size or an index
    note: Callable[..., str] = _nothing  # how values are read, if that has to be said
    is_open: bool = False  # is `build` given the shape that the formula around the call needs?


Forms = dict[int, Form]  # of one function, by the number of arguments


def forms(*several: Form) -> Forms:
    """The forms of a function."""
    return {len(form.roles): form for form in several}


def form(
    text: str,
    build: OfValues,
    infer: Infer | None = None,
    note: Callable[..., str] = _nothing,
) -> Form:
    """The form with a signature; `infer` is for what the signature cannot say."""
    found = signature(text)
    return Form(infer or found.infer, build, found.roles, note)


def sized(
    text: str, build: Callable[..., Expr], infer: Infer | None = None, is_open: bool = False
) -> Form:
    """The form with a signature in which not all arguments are values."""
    found = signature(text)
    return Form(infer or found.infer, build, found.roles, is_open=is_open)


def of_op(name: str, op: Op) -> Forms:
    """An operator of the catalogue as a function, called by one of its names."""
    counts = {len(sample) for sample in op.samples} or {1}
    if callable(op.adjoints):
        counts = {*range(2, MOST_FACTORS + 1)}
    if op.linear_in and op.partials is not None:  # derivatives take any number of directions
        counts = {*range(min(counts), len(op.partials) + 1)}
    note = _nothing
    if op.derivative is not None:
        note = of_matrix(f"{name} of a matrix is taken elementwise")
    if op is ops.norm2:
        note = of_matrix(f"{name} of a matrix is the Euclidean norm of all its entries")

    def infer(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
        return _of_samples(op, sizes, node, args)

    return {count: Form(infer, op, (VALUE,) * count, note) for count in counts}


def _of_samples(op: Op, sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    """The shape that the samples of an operator say, or its own shape rule if they say nothing."""
    if op.derivative is not None:  # it acts on each entry
        return args[0]
    found = sample_signature(op)
    if found is None:
        given = [ops.symbol(f"X{i}", *sizes.shape(shape)) for i, shape in enumerate(args)]
        try:
            return op(*given).shape
        except ShapeError as error:
            raise Misfit(error.at(node.position), node) from None
    if callable(op.adjoints):  # of any number of arguments: two at a time
        shape = args[0]
        for piece, other in zip(node.args[1:], args[1:], strict=True):
            shape = found.shape(sizes, node, (node.args[0], piece), (shape, other))
        return shape
    return found.shape(sizes, node, node.args, args) if len(found.takes) == len(args) else args[0]


@cache
def sample_signature(op: Op) -> Signature | None:
    """What the most general sample shapes of an operator say, if they say anything."""
    samples = [s for s in op.samples if all(str(d).isalpha() for shape in s for d in shape)]
    if not samples:
        return None
    best = max(samples, key=lambda s: len({d for shape in s for d in shape}))
    args = [ops.symbol(f"X{i}", *sizes) for i, sizes in enumerate(best)]
    return Signature((VALUE,) * len(args), tuple(arg.shape for arg in args), op(*args).shape)


def pair(op: Op) -> Form:
    """A function of two shapes that are equal, or of a number and a shape."""

    def infer(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
        wide = [shape for shape in args if not sizes.is_scalar(shape)]
        if len(wide) == 2 and not sizes.equate_shapes(*wide):
            a, b = sizes.named(wide)
            message = f"{node.text} needs equal shapes: {a} and {b} differ"
            raise Misfit(ShapeError(message, node.position), node)
        return wide[0] if wide else SCALAR

    def build(*args: Expr) -> Expr:
        shape = next((arg.shape for arg in args if not arg.is_scalar), SCALAR)
        return op(*(ops.filled(arg, shape) if arg.is_scalar else arg for arg in args))

    return Form(infer, build, (VALUE, VALUE))


def by_shape(is_first: Callable[[Shape], bool], first: Form, second: Form) -> Form:
    """A function that is one thing of arguments of some shapes, and another of all others."""

    def chosen(shape: Shape) -> Form:
        return first if is_first(shape) else second

    def infer(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
        return chosen(sizes.shape(args[0])).infer(sizes, node, args)

    def build(*args: Expr) -> Expr:
        return chosen(args[0].shape).build(*args)

    def note(*args: Expr) -> str:
        return chosen(args[0].shape).note(*args)

    return Form(infer, build, first.roles, note)
