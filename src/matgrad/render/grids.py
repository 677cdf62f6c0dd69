"""Parts of matrices: indices, and blocks whose rows are not equally long, as in [A, b; 0]."""

from __future__ import annotations

from collections.abc import Callable

from matgrad.core.dims import Dim
from matgrad.core.expr import Expr
from matgrad.core.notation import Grid
from matgrad.core.shape import Shape, Span
from matgrad.ops import zeros_of, zeros_op


def blocks_of(row: Expr) -> tuple[Expr, ...]:
    """The blocks of one row of a block matrix."""
    return row.args if isinstance(row.op.notation, Grid) else (row,)


def is_ragged(node: Expr) -> bool:
    """Have the rows of a block matrix different numbers of blocks, zeros apart?"""
    return len({len(split_zeros(node, row) or blocks_of(row)) for row in node.args}) > 1


def split_zeros(node: Expr, row: Expr) -> tuple[Expr, ...] | None:
    """A row of zeros, as blocks below those of the longest row."""
    if row.op is not zeros_op:
        return None
    longest = max((blocks_of(other) for other in node.args), key=len)
    return tuple(zeros_of(Shape(row.shape.rows, block.shape.cols)) for block in longest)


def indices(node: Expr, size: Callable[[Dim], str] = str) -> tuple[str, ...] | None:
    """The indices of an entry or a part: one for a column vector, two for a matrix."""
    found: list[str] = []
    for unit in node.args[1:]:
        match unit.op.name, unit.data:
            case "unit", (index, _):
                found.append(str(index))
            case "units", Span() as span:
                found.append(f"{size(span.first)}:{size(span.last)}")
            case "eye", _:
                found.append(":")
            case _:
                return None
    return tuple(found[:1] if node.args[0].shape.is_column else found)
