"""Functions of each row of a matrix, and of each column: those of the rows of the transpose."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from matgrad import ops
from matgrad.core.dims import ONE
from matgrad.core.expr import Expr
from matgrad.core.shape import Shape
from matgrad.syntax import arithmetic
from matgrad.syntax.signature import Builder, Function, unfit
from matgrad.syntax.tree import Node
from matgrad.syntax.unify import Sizes

Rows = Callable[..., Expr]  # of a matrix, and of numbers that stay what they are


def sum_rows(X: Expr) -> Expr:
    """The sum of each row, A 1."""
    return ops.multiply(X, ops.filled(1, Shape(X.shape.cols, ONE)))


def mean_rows(X: Expr) -> Expr:
    """The mean of each row."""
    return arithmetic.quotient(sum_rows(X), ops.size(X.shape.cols))


def in_columns(x: Expr, like: Expr) -> Expr:
    """A column in every column, x 1ᵀ."""
    return ops.multiply(x, ops.transpose(ops.filled(1, Shape(like.shape.cols, ONE))))


def _centred(X: Expr) -> Expr:
    return ops.add(X, arithmetic.negated(in_columns(mean_rows(X), X)))


def var_rows(X: Expr) -> Expr:
    """The variance of each row."""
    return mean_rows(ops.power(_centred(X), 2))


def std_rows(X: Expr) -> Expr:
    """The standard deviation of each row."""
    return ops.sqrt(var_rows(X))


def log_softmax_rows(X: Expr) -> Expr:
    """The logarithm of the softmax of each row."""
    return ops.add(X, arithmetic.negated(in_columns(ops.logsumexp_rows(X), X)))


def layernorm_rows(X: Expr, *eps: Expr) -> Expr:
    """Each row less its mean, over its standard deviation; ε is added to the variance."""
    var = var_rows(X)
    spread = ops.sqrt(ops.add(var, ops.filled(eps[0], var.shape)) if eps else var)
    return arithmetic.quotient(_centred(X), in_columns(spread, X))


# Functions that give a number for each row, and those that keep the shape.
NUMBERS: dict[str, Rows] = {
    "sum": sum_rows, "mean": mean_rows, "var": var_rows, "std": std_rows,
    "logsumexp": ops.logsumexp_rows,
}  # fmt: skip
WHOLES: dict[str, Rows] = {
    "softmax": ops.softmax_rows, "log_softmax": log_softmax_rows, "layernorm": layernorm_rows,
}  # fmt: skip


def _columns_kept(rows: Rows) -> Rows:
    return lambda X, *others: ops.transpose(rows(ops.transpose(X), *others))


def _numbers(name: str, rows: Rows) -> tuple[Function, Function]:
    return (
        Function(f"{name}_rows", (1,), lambda s, n, args: Shape(args[0].rows, ONE),
                 lambda b, n, args: rows(*args)),
        Function(f"{name}_cols", (1,), lambda s, n, args: Shape(args[0].cols, ONE),
                 lambda b, n, args: rows(ops.transpose(args[0]))),
    )  # fmt: skip


def _wholes(name: str, rows: Rows) -> tuple[Function, Function]:
    arities = (1, 2) if name == "layernorm" else (1,)
    cols = _columns_kept(rows)
    return (
        Function(f"{name}_rows", arities, _same, lambda b, n, args: rows(*args)),
        Function(f"{name}_cols", arities, _same, lambda b, n, args: cols(*args)),
    )


def _same(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    """The shape of the first argument; others are numbers."""
    for piece, shape in zip(node.args[1:], args[1:], strict=True):
        if not sizes.equate_shapes(shape, Shape(ONE, ONE)):
            raise unfit(sizes, node, piece, Shape(ONE, ONE), shape)
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
    *(f for name, rows in NUMBERS.items() for f in _numbers(name, rows)),
    *(f for name, rows in WHOLES.items() for f in _wholes(name, rows)),
    Function("log_softmax", (1,), _column, _log_softmax),
)
