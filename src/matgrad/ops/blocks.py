"""Parts of matrices and matrices put together from parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from matgrad.core.curves import LINEAR
from matgrad.core.dims import ONE, Dim, dim
from matgrad.core.expr import NO_FACTS, Expr, Facts, make, operator
from matgrad.core.notation import Entry, Grid, Leaf
from matgrad.core.shape import Shape, Span
from matgrad.errors import ShapeError
from matgrad.ops.code import Either, code, told
from matgrad.ops.leaves import COLUMN, eye, eye_op, unit
from matgrad.ops.linear import Args, is_symmetric, is_transpose_of, matmul

Matrix = list[list[Any]]

# ---------------------------------------------------------------- parts


def _units_value(R: Any, node: Expr) -> Matrix:
    span = node.data
    first, count = R.size(span.first), R.size(span.length)
    return [
        [R.one if i == first - 1 + j else R.zero for j in range(count)]
        for i in range(R.size(span.size))
    ]


units_op = operator(
    "units",
    shape=lambda args, data: Shape(data.size, data.length),
    notation=Leaf(),
    value=_units_value,
    code={
        language: Either(told, COLUMN[language], eyes)
        for language, eyes in code("xp.eye({0}{kind})[:, {start}:{2}]").items()
    }
    | code(
        matlab="double((1:{0}).' == ({1} + 1:{2}))",
        c=Either(told, "(i == {1!s} ? 1.0 : 0.0)", "(i == j + {1!s} ? 1.0 : 0.0)"),
        julia=Either(told, "float.((1:{0}) .== {1} + 1)", "float.((1:{0}) .== ({1} + 1:{2})')"),
    ),
    doc="e(i:j,n), the columns i to j of the identity: e(i:j,n)ᵀ A are the rows i to j of A",
)


def units(first: Dim | int | str, last: Dim | int | str, n: Dim | int | str) -> Expr:
    """The columns first to last of the identity; one of them is a unit vector."""
    span = Span(dim(first), dim(last), dim(n))
    if span.first == ONE and span.last == span.size:
        return eye(span.size)
    if span.first == span.last and span.first.value is not None:
        return unit(span.first.value, span.size)
    for size in (span.first, span.length, span.size - span.last + 1):
        if size.value is not None and size.value < 1:
            raise ShapeError(f"{span} is not a part of 1:{span.size}")
    return make(units_op, (), span)


def _part_shape(args: Args, data: object) -> Shape:
    A, rows, cols = args
    if (rows.shape.rows, cols.shape.rows) != A.shape:
        raise ShapeError(f"indices for a {rows.shape.rows}×{cols.shape.rows} matrix, not {A.shape}")
    return Shape(rows.shape.cols, cols.shape.cols)


def _between(left: Expr, middle: Expr, right: Expr) -> Expr:
    """A product without 1×1 factors and identities."""
    factors = [f for f in (left, middle, right) if not (f.is_scalar or f.op is eye_op)]
    scalars = [f for f in (left, middle, right) if f.is_scalar and f.op is not eye_op]
    body = matmul(*factors) if factors else middle
    return body if not factors or not scalars else scalars[0] * body


part_op = operator(
    "part",
    shape=_part_shape,
    notation=Entry(),
    value=lambda R, node, A, S, T: R.matmul(R.transpose(S), A, T),
    adjoints=(
        lambda G, A, S, T: _between(S, G, T.T),
        lambda G, A, S, T: _between(A, T, G.T),
        lambda G, A, S, T: _between(A.T, S, G),
    ),
    why="taking a part is linear: d(A[i,:]) = (dA)[i,:]",
    across="G : A[i,:] = e(i) G : A",
    curves=LINEAR,
    doc="A[i,:], A[:,j], A[i:j,k:l] and x[i:j], counted from one",
)


def part(A: Expr, rows: Expr, cols: Expr) -> Expr:
    """The rows and columns of A that are given as columns of identities."""
    if rows.op is eye_op and cols.op is eye_op:
        return A
    return part_op(A, rows, cols)


# ---------------------------------------------------------------- blocks


def _flatten(name: str) -> Callable[[Args], Args]:
    return lambda args: tuple(
        part for arg in args for part in (arg.args if arg.op.name == name else (arg,))
    )


def _total(sizes: Iterable[Dim]) -> Dim:
    return sum(sizes, start=Dim({}))


def _beside_shape(args: Args, data: object) -> Shape:
    for block in args[1:]:
        if block.shape.rows != args[0].shape.rows:
            raise ShapeError(
                f"blocks side by side have equally many rows, not {args[0].shape.rows} and "
                f"{block.shape.rows}"
            )
    return Shape(args[0].shape.rows, _total(block.shape.cols for block in args))


def _below_shape(args: Args, data: object) -> Shape:
    for block in args[1:]:
        if block.shape.cols != args[0].shape.cols:
            raise ShapeError(
                f"blocks below each other have equally many columns, not {args[0].shape.cols} "
                f"and {block.shape.cols}"
            )
    return Shape(_total(block.shape.rows for block in args), args[0].shape.cols)


def spans(sizes: Sequence[Dim]) -> list[Span]:
    """Where blocks of these sizes lie, one after the other."""
    whole, end, found = _total(sizes), Dim({}), list[Span]()
    for size in sizes:
        found.append(Span(end + 1, end + size, whole))
        end = end + size
    return found


def _columns(G: Expr, i: int, args: Args) -> Expr:
    span = spans([block.shape.cols for block in args])[i]
    return part(G, eye(G.shape.rows), units(*span))


def _rows(G: Expr, i: int, args: Args) -> Expr:
    span = spans([block.shape.rows for block in args])[i]
    return part(G, units(*span), eye(G.shape.cols))


def _grid_facts(node: Expr, facts: Sequence[Facts]) -> Facts:
    """[A, B; Bᵀ, D] is symmetric with A and D."""
    rows = [row.args if row.op is beside else (row,) for row in node.args]
    n = len(rows)
    if not node.shape.is_square or any(len(row) != n for row in rows):
        return NO_FACTS
    pairs = [(rows[i][j], rows[j][i]) for i in range(n) for j in range(i + 1, n)]
    whole = all(A.is_scalar or is_symmetric(A) for A in (rows[i][i] for i in range(n)))
    return frozenset({"symmetric"} if whole and all(_are_turned(*p) for p in pairs) else ())


def _are_turned(A: Expr, B: Expr) -> bool:
    zero = A.op.name == B.op.name == "zeros" and A.shape == B.shape.transposed
    return zero or (A is B and A.is_scalar) or is_transpose_of(A, B)


beside = operator(
    "hcat",
    shape=_beside_shape,
    notation=Grid(vertical=False),
    value=lambda R, node, *blocks: [
        [x for row in rows for x in row] for rows in zip(*blocks, strict=True)
    ],
    adjoints=_columns,
    jointly=True,
    why="a block matrix is linear in its blocks: d[A, B] = [dA, dB]",
    across="G : [A, B] = G₁ : A + G₂ : B with G = [G₁, G₂]",
    normal=_flatten("hcat"),
    curves=LINEAR,
    samples=((("m", "n"), ("m", "k")), (("n",), ("n",), ("n", "m")), ((1, "n"), ())),
    spellings=("hcat", "hstack"),
    doc="blocks side by side, [A, B]",
)

below = operator(
    "vcat",
    shape=_below_shape,
    notation=Grid(vertical=True),
    value=lambda R, node, *blocks: [row for block in blocks for row in block],
    adjoints=_rows,
    facts=_grid_facts,
    jointly=True,
    why="a block matrix is linear in its blocks: d[A; B] = [dA; dB]",
    across="G : [A; B] = G₁ : A + G₂ : B with G = [G₁; G₂]",
    normal=_flatten("vcat"),
    curves=LINEAR,
    samples=((("m", "n"), ("k", "n")), (("n",), ("m",)), (("n",), ())),
    spellings=("vcat", "vstack"),
    doc="blocks below each other, [A; B]; [A, B; C, D] has two rows of two blocks",
)
