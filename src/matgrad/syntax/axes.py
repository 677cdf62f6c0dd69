"""Functions of each row of a matrix, and of each column."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from matgrad import ops
from matgrad.core.dims import ONE, Dim
from matgrad.core.expr import Expr
from matgrad.core.shape import SCALAR, Shape
from matgrad.syntax import arithmetic
from matgrad.syntax.signature import Builder, Function, unfit
from matgrad.syntax.tree import Node
from matgrad.syntax.unify import Sizes

Make = Callable[..., Expr]  # of a matrix, and of numbers that stay what they are


class Axis(NamedTuple):
    """The rows, or the columns: their sums as a column, and a column put into each of them."""

    name: str
    sums: Callable[[Expr], Expr]
    spread: Callable[[Expr, Expr], Expr]
    along: Callable[[Expr], Expr]  # the matrix with these as its rows

    def mean(self, X: Expr) -> Expr:
        """The means."""
        return arithmetic.quotient(self.sums(X), ops.size(self.along(X).shape.cols))

    def centred(self, X: Expr) -> Expr:
        """The matrix less the means."""
        return ops.add(X, arithmetic.negated(self.spread(self.mean(X), X)))

    def var(self, X: Expr) -> Expr:
        """The variances."""
        return self.mean(ops.power(self.centred(X), 2))

    def std(self, X: Expr) -> Expr:
        """The standard deviations."""
        return ops.sqrt(self.var(X))

    def max(self, X: Expr) -> Expr:
        """The largest entries."""
        return ops.max_rows(self.along(X))

    def min(self, X: Expr) -> Expr:
        """The smallest entries."""
        return arithmetic.negated(self.max(arithmetic.negated(X)))

    def prod(self, X: Expr) -> Expr:
        """The products of the entries."""
        return ops.prod_rows(self.along(X))

    def logsumexp(self, X: Expr) -> Expr:
        """The logarithms of the sums of exponentials."""
        return ops.logsumexp_rows(self.along(X))

    def softmax(self, X: Expr) -> Expr:
        """The softmax of each."""
        return self.along(ops.softmax_rows(self.along(X)))

    def log_softmax(self, X: Expr) -> Expr:
        """The logarithms of that."""
        return ops.add(X, arithmetic.negated(self.spread(self.logsumexp(X), X)))

    def layernorm(self, X: Expr, *eps: Expr) -> Expr:
        """Each less its mean, over its standard deviation; ε is added to the variance."""
        var = self.var(X)
        below = ops.sqrt(ops.add(var, ops.filled(eps[0], var.shape)) if eps else var)
        return arithmetic.quotient(self.centred(X), self.spread(below, X))


def _ones(size: Dim) -> Expr:
    return ops.filled(1, Shape(size, ONE))


def _row_sums(X: Expr) -> Expr:
    return ops.multiply(X, _ones(X.shape.cols))


def _in_columns(x: Expr, X: Expr) -> Expr:
    return ops.multiply(x, ops.transpose(_ones(X.shape.cols)))


def _column_sums(X: Expr) -> Expr:
    return _row_sums(ops.transpose(X))


def _in_rows(x: Expr, X: Expr) -> Expr:
    return ops.multiply(_ones(X.shape.rows), ops.transpose(x))


def _itself(X: Expr) -> Expr:
    return X


ROWS = Axis("rows", _row_sums, _in_columns, _itself)
COLS = Axis("cols", _column_sums, _in_rows, ops.transpose)


def _functions(axis: Axis) -> Iterator[Function]:
    numbers = {
        "sum": axis.sums, "mean": axis.mean, "var": axis.var, "std": axis.std,
        "max": axis.max, "min": axis.min, "prod": axis.prod, "logsumexp": axis.logsumexp,
    }  # fmt: skip
    for name, make in numbers.items():
        yield Function(f"{name}_{axis.name}", (1,), _LENGTHS[axis.name], _built(make))
    wholes = {"softmax": axis.softmax, "log_softmax": axis.log_softmax}
    for name, make in wholes.items():
        yield Function(f"{name}_{axis.name}", (1,), _same, _built(make))
    yield Function(f"layernorm_{axis.name}", (1, 2), _same, _built(axis.layernorm))


def _built(make: Make) -> Callable[[Builder, Node, Sequence[Expr]], Expr]:
    return lambda builder, node, args: make(*args)


_LENGTHS: dict[str, Callable[[Sizes, Node, Sequence[Shape]], Shape]] = {
    "rows": lambda sizes, node, args: Shape(args[0].rows, ONE),
    "cols": lambda sizes, node, args: Shape(args[0].cols, ONE),
}


def _same(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    """The shape of the first argument; others are numbers."""
    for piece, shape in zip(node.args[1:], args[1:], strict=True):
        if not sizes.equate_shapes(shape, SCALAR):
            raise unfit(sizes, node, piece, SCALAR, shape)
    return args[0]


def _log_softmax(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
    (x,) = args
    level = ops.filled(ops.logsumexp(x), x.shape)
    return ops.add(x, arithmetic.negated(level))


def _column(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    if not sizes.equate(args[0].cols, ONE):
        raise unfit(sizes, node, node.args[0], Shape(args[0].rows, ONE), args[0])
    return args[0]


AXES: tuple[Function, ...] = (
    *_functions(ROWS),
    *_functions(COLS),
    Function("log_softmax", (1,), _column, _log_softmax),
)
