"""Traces, sums, diagonals and entries: operators that pick and arrange entries."""

from __future__ import annotations

from typing import Any

from matgrad.core.curves import LINEAR, Curve
from matgrad.core.expr import Expr, operator
from matgrad.core.notation import Call, Entry, Spelling
from matgrad.core.shape import SCALAR, Shape, square
from matgrad.errors import ShapeError
from matgrad.ops.code import Either, Fold, Kernel, code, of_columns
from matgrad.ops.leaves import eye, size, unit
from matgrad.ops.linear import Args, matmul, scale
from matgrad.ops.sugar import filled, multiply

SUM = Fold("0", "{1} += {0};")

# Entries on the diagonal grow with a matrix in the order of its entries and of the quadratic form.
DIAGONAL = (*LINEAR, Curve("affine", "grows", order="matrix"))
trace = operator(
    "tr",
    shape=lambda args, data: square(args[0].shape) and SCALAR,
    notation=Call(Spelling("tr", "tr", r"\operatorname{tr}")),
    value=lambda R, node, A: R.total(R.diagonal(A)),
    code=code(
        "xp.trace({0})",
        array_api="xp.linalg.trace({0})",
        julia="tr({0})",
        matlab="trace({0})",
        c=Kernel("const double {number} = trace({m}, {A});"),
    ),
    adjoints=(lambda G, A: multiply(G, eye(A.shape.rows)),),
    of_number=lambda X: X,
    why="the trace is linear: d tr(A) = tr(dA)",
    across="tr(A) = I : A",
    curves=DIAGONAL,
    samples=((("n", "n"),),),
    spellings=("tr", "trace"),
    doc="trace, the sum of the diagonal entries",
)

total = operator(
    "sum",
    shape=lambda args, data: SCALAR,
    notation=Call(Spelling("sum", "sum", r"\operatorname{sum}")),
    value=lambda R, node, A: R.total(A),
    code=code("xp.sum({0})", julia="sum({0})", matlab=of_columns("sum"), c=SUM),
    adjoints=(lambda G, A: filled(G, A.shape),),
    of_number=lambda X: X,
    why="a sum of entries is linear: d sum(A) = sum(dA)",
    across="sum(A) = 1 : A, with 1 the matrix of ones",
    curves=LINEAR,
    samples=((("m", "n"),), (("n",),)),
    spellings=("sum",),
    doc="sum of all entries",
)


def _count(shape: Shape) -> Expr:
    return size(shape.rows * shape.cols)


mean = operator(
    "mean",
    shape=lambda args, data: SCALAR,
    notation=Call(Spelling("mean", "mean", r"\operatorname{mean}")),
    value=lambda R, node, A: R.scale(R.inverse(R.number(len(A) * len(A[0]))), R.total(A)),
    code=code(
        "xp.mean({0})",
        julia="(sum({0}) / length({0}))",
        matlab=of_columns("mean"),
        c=SUM._replace(last="{1} / {2}"),
    ),
    means=lambda A: total(A) / _count(A.shape),
    adjoints=(lambda G, A: filled(G / _count(A.shape), A.shape),),
    why="a mean is linear: d mean(A) = mean(dA)",
    across="mean(A) = (1/N) 1 : A over the N entries",
    curves=LINEAR,
    samples=((("m", "n"),), (("n",),)),
    spellings=("mean",),
    doc="mean of all entries",
)


def _column(shape: Shape) -> Shape:
    if not shape.is_column:
        raise ShapeError(f"a column vector is needed, this is {shape}")
    return shape


def _is_factorisation(value: Any) -> bool:
    return value.args[0].op == "cholesky"


diag = operator(
    "diag",
    shape=lambda args, data: Shape(square(args[0].shape).rows, SCALAR.cols),
    notation=Call(Spelling("diag", "diag", r"\operatorname{diag}")),
    value=lambda R, node, A: R.diagonal(A),
    code=code(
        "xp.diagonal({0})",
        array_api="xp.linalg.diagonal({0})",
        matlab="diag({0})",
        # A factorisation is no matrix there, and has its factor under a name.
        julia=Either(_is_factorisation, "diag({0}.L)", "diag({0})"),
    ),
    adjoints=(lambda G, A: diag_matrix(G),),
    of_number=lambda X: X,
    why="taking the diagonal is linear: d diag(A) = diag(dA)",
    across="g : diag(A) = Diag(g) : A",
    facts=lambda node, below: (
        below[0] & {"positive"}
        | (frozenset({"positive"}) if "positive_definite" in below[0] else frozenset[str]())
    ),
    curves=DIAGONAL,
    samples=((("n", "n"),),),
    spellings=("diag",),
    doc="the diagonal of a square matrix as a column vector",
)

diag_matrix = operator(
    "Diag",
    shape=lambda args, data: Shape(_column(args[0].shape).rows, args[0].shape.rows),
    notation=Call(Spelling("Diag", "Diag", r"\operatorname{Diag}")),
    value=lambda R, node, v: R.diagonal_matrix(v),
    code=code(
        "xp.diag({0})",
        array_api="{0} * xp.eye({0}.shape[0], dtype={0}.dtype)",
        julia="diagm({0})",
        matlab="diag({0})",
        c="(i == j ? {0[i]} : 0.0)",
    ),
    adjoints=(lambda G, v: diag(G),),
    of_number=lambda X: X,
    why="Diag is linear: d Diag(v) = Diag(dv)",
    across="G : Diag(v) = diag(G) : v",
    facts=lambda node, below: frozenset(
        {"diagonal"}
        | ({"positive_definite"} if "positive" in below[0] else set[str]())
        | ({"invertible"} if "nonzero" in below[0] else set[str]())
    ),
    curves=LINEAR,
    samples=((("n",),),),
    spellings=("Diag", "diagm", "diagflat"),
    doc="the diagonal matrix with a given diagonal",
)


def _entry_shape(args: Args, data: object) -> Shape:
    A, row, column = args
    if (row.shape.rows, column.shape.rows) != A.shape:
        raise ShapeError(
            f"indices for a {row.shape.rows}×{column.shape.rows} matrix, not {A.shape}"
        )
    return SCALAR


entry_op = operator(
    "entry",
    shape=_entry_shape,
    notation=Entry(),
    value=lambda R, node, A, u, v: R.matmul(R.transpose(u), A, v),
    adjoints=(
        lambda G, A, u, v: scale(G, matmul(u, v.T)),
        lambda G, A, u, v: scale(G, matmul(A, v)),
        lambda G, A, u, v: scale(G, matmul(A.T, u)),
    ),
    why="an entry is linear: d(A[i,j]) = (dA)[i,j]",
    across="A[i,j] = e(i) e(j)ᵀ : A",
    doc="A[i,j] and x[i], counted from one",
)


def entry(A: Expr, i: int, j: int = 1) -> Expr:
    """The entry in row i and column j, counted from one."""
    return entry_op(A, unit(i, A.shape.rows), unit(j, A.shape.cols))
