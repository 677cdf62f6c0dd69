"""Functions of each row of a matrix, and of each column: those of its transpose."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from matgrad import ops
from matgrad.core.dims import ONE
from matgrad.core.expr import Expr
from matgrad.core.shape import SCALAR, Shape
from matgrad.syntax import arithmetic
from matgrad.syntax.signature import Builder, Function, unfit
from matgrad.syntax.tree import Node
from matgrad.syntax.unify import Sizes

Make = Callable[..., Expr]  # of a matrix, and of numbers that stay what they are


def _ones(X: Expr) -> Expr:
    return ops.filled(1, Shape(X.shape.cols, ONE))


def _sum(X: Expr) -> Expr:
    return ops.multiply(X, _ones(X))


def _mean(X: Expr) -> Expr:
    return arithmetic.quotient(_sum(X), ops.size(X.shape.cols))


def _less(X: Expr, level: Expr) -> Expr:
    """The matrix less one number for each row."""
    return ops.add(X, arithmetic.negated(ops.multiply(level, ops.transpose(_ones(X)))))


def _var(X: Expr) -> Expr:
    return _mean(ops.power(_less(X, _mean(X)), 2))


def _std(X: Expr) -> Expr:
    return ops.sqrt(_var(X))


def _min(X: Expr) -> Expr:
    return arithmetic.negated(ops.max_rows(arithmetic.negated(X)))


def _log_softmax(X: Expr) -> Expr:
    return _less(X, ops.logsumexp_rows(X))


def _layernorm(X: Expr, *eps: Expr) -> Expr:
    """Each less its mean, over its standard deviation; ε is added to the variance."""
    var = _var(X)
    below = ops.sqrt(ops.add(var, ops.filled(eps[0], var.shape)) if eps else var)
    spread = ops.multiply(below, ops.transpose(_ones(X)))
    return arithmetic.quotient(_less(X, _mean(X)), spread)


NUMBERS: dict[str, Make] = {  # one for each row
    "sum": _sum, "mean": _mean, "var": _var, "std": _std,
    "max": ops.max_rows, "min": _min, "prod": ops.prod_rows, "logsumexp": ops.logsumexp_rows,
}  # fmt: skip
ROWS: dict[str, Make] = {  # of the same length as each row
    "softmax": ops.softmax_rows,
    "log_softmax": _log_softmax,
    "layernorm": _layernorm,
}


def _functions() -> Iterator[Function]:
    for name, make in (NUMBERS | ROWS).items():
        arities = (1, 2) if name == "layernorm" else (1,)
        for axis in ("rows", "cols"):
            shape = _column if name in NUMBERS else _same
            yield Function(
                f"{name}_{axis}", arities, shape, _built(make, axis == "cols", name in ROWS)
            )


def _built(
    make: Make, is_turned: bool, is_matrix: bool
) -> Callable[[Builder, Node, Sequence[Expr]], Expr]:
    def build(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
        X, *numbers = args
        found = make(ops.transpose(X) if is_turned else X, *numbers)
        return ops.transpose(found) if is_turned and is_matrix else found

    return build


def _column(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    return Shape(args[0].rows if node.text.endswith("_rows") else args[0].cols, ONE)


def _same(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    """The shape of the first argument; others are numbers."""
    for piece, shape in zip(node.args[1:], args[1:], strict=True):
        if not sizes.equate_shapes(shape, SCALAR):
            raise unfit(sizes, node, piece, SCALAR, shape)
    return args[0]


def _of_column(sizes: Sizes, node: Node, args: Sequence[Shape]) -> Shape:
    if not sizes.equate(args[0].cols, ONE):
        raise unfit(sizes, node, node.args[0], Shape(args[0].rows, ONE), args[0])
    return args[0]


def _of_vector(builder: Builder, node: Node, args: Sequence[Expr]) -> Expr:
    (x,) = args
    return ops.add(x, arithmetic.negated(ops.filled(ops.logsumexp(x), x.shape)))


AXES = (*_functions(), Function("log_softmax", (1,), _of_column, _of_vector))
