"""Toeplitz matrices and convolutions, with the sums along diagonals that are their adjoints."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from matgrad.core.dims import ONE, Dim, dim
from matgrad.core.expr import NO_FACTS, Expr, Facts, make, operator
from matgrad.core.notation import Call, Leaf, Spelling, in_latex
from matgrad.core.shape import Shape, square
from matgrad.errors import ShapeError
from matgrad.ops.code import Kernel, helper
from matgrad.ops.elementwise import power
from matgrad.ops.leaves import number, zeros_of
from matgrad.ops.linear import Args
from matgrad.ops.sugar import entrywise, filled

Matrix = list[list[Any]]


def _name(name: str, latex: str | None = None) -> Call:
    return Call(Spelling(name, name, in_latex(latex or name)))


def _columns(args: Args) -> None:
    for arg in args:
        if not arg.shape.is_column:
            raise ShapeError(f"a column vector is needed, this is {arg.shape}")


# ---------------------------------------------------------------- Toeplitz matrices


def _toeplitz_shape(args: Args, data: object) -> Shape:
    _columns(args)
    return Shape(args[0].shape.rows, args[1].shape.rows)


def _toeplitz_value(R: Any, node: Expr, c: Matrix, r: Matrix) -> Matrix:
    return [[c[i - j][0] if i >= j else r[j - i][0] for j in range(len(r))] for i in range(len(c))]


def _toeplitz_facts(node: Expr, below: Sequence[Facts]) -> Facts:
    if not node.shape.is_square:
        return NO_FACTS
    same = node.args[0] is node.args[1]
    return frozenset({"toeplitz", "symmetric"} if same else {"toeplitz"})


toeplitz = operator(
    "toeplitz",
    shape=_toeplitz_shape,
    notation=_name("toeplitz"),
    code=helper(
        "toeplitz",
        2,
        matlab="toeplitz_of({0}, {1})",
        c="(i >= j ? {0[(i - j)]} : {1[(j - i)]})",
    ),
    value=_toeplitz_value,
    adjoints=(
        lambda G, c, r: lower_sums(G),
        lambda G, c, r: upper_sums(G),
    ),
    jointly=True,
    why="a Toeplitz matrix is linear in its first column and row",
    across="G : toeplitz(c, r) = lower_sums(G) : c + upper_sums(G) : r, sums along diagonals",
    facts=_toeplitz_facts,
    samples=((("m",), ("n",)), (("n",), ("n",))),
    spellings=("toeplitz",),
    doc="toeplitz(c,r), constant along diagonals, with first column c and first row r after r[1]; "
    "toeplitz(t) and symtoeplitz(t) are toeplitz(t,t)",
)


def _sums(R: Any, A: Matrix, count: int, lower: bool) -> Matrix:
    found: list[list[Any]] = []
    for s in range(count):
        places = [(i + s, i) if lower else (i, i + s) for i in range(max(len(A), len(A[0])))]
        inside = [A[i][j] for i, j in places if i < len(A) and j < len(A[0])]
        found.append([R.reduced(sum(inside, R.zero)) if lower or s else R.zero])
    return found


lower_sums = operator(
    "lower_sums",
    shape=lambda args, data: Shape(args[0].shape.rows, ONE),
    notation=_name("lower_sums", "sums_lower"),
    code=helper("lower_sums", c=Kernel("diagonal_sums({m}, {n}, {A}, 0, {out});")),
    value=lambda R, node, A: _sums(R, A, len(A), True),
    adjoints=(lambda g, A: toeplitz(g, zeros_of(Shape(A.shape.cols, ONE))),),
    of_number=lambda A: A,
    why="sums along diagonals are linear",
    across="g : lower_sums(A) = toeplitz(g, 0) : A",
    samples=((("m", "n"),),),
    spellings=("lower_sums",),
    doc="the sums along the main diagonal and those below it",
)

upper_sums = operator(
    "upper_sums",
    shape=lambda args, data: Shape(args[0].shape.cols, ONE),
    notation=_name("upper_sums", "sums_upper"),
    code=helper("upper_sums", c=Kernel("diagonal_sums({m}, {n}, {A}, 1, {out});")),
    value=lambda R, node, A: _sums(R, A, len(A[0]), False),
    adjoints=(lambda g, A: toeplitz(zeros_of(Shape(A.shape.rows, ONE)), g),),
    of_number=lambda A: number(0),
    why="sums along diagonals are linear",
    across="g : upper_sums(A) = toeplitz(0, g) : A",
    samples=((("m", "n"),),),
    spellings=("upper_sums",),
    doc="a zero, then the sums along the diagonals above the main one",
)


# ---------------------------------------------------------------- their matrices


def _stacked(R: Any, m: int, n: int, count: int, place: Any) -> Matrix:
    """A one in row (i, j), column by column, and in the column of the entry that stands there."""
    return [
        [R.one if place(i, j) == k else R.zero for k in range(count)]
        for j in range(n)
        for i in range(m)
    ]


def _columns_value(R: Any, node: Expr) -> Matrix:
    m, n = (R.size(d) for d in node.data)
    return _stacked(R, m, n, m, lambda i, j: i - j)


def _rows_value(R: Any, node: Expr) -> Matrix:
    m, n = (R.size(d) for d in node.data)
    return _stacked(R, m, n, n, lambda i, j: j - i if j > i else -1)


columns_op = operator(
    "toeplitz_columns",
    shape=lambda args, data: Shape(data.rows * data.cols, data.rows),
    notation=Leaf(),
    code=helper(
        "toeplitz_columns",
        2,
        julia="Float64[i - j == k for (i, j) in places({0}, {1}), k in 0:{0} - 1]",
        matlab="diagonals({0}, {1}, 1, 0:{0} - 1)",
        c="(i % (long){0!s} - i / (long){0!s} == j ? 1.0 : 0.0)",
    ),
    value=_columns_value,
    doc="toeplitz_columns(m,n), the matrix T with vec(toeplitz(c, 0)) = T c and "
    "lower_sums(A) = Tᵀ vec(A) for m×n matrices",
)

rows_op = operator(
    "toeplitz_rows",
    shape=lambda args, data: Shape(data.rows * data.cols, data.cols),
    notation=Leaf(),
    code=helper(
        "toeplitz_rows",
        2,
        julia="Float64[j - i == k > 0 for (i, j) in places({0}, {1}), k in 0:{1} - 1]",
        matlab="diagonals({0}, {1}, -1, [Inf, 1:{1} - 1])",
        c="(j && i / (long){0!s} - i % (long){0!s} == j ? 1.0 : 0.0)",
    ),
    value=_rows_value,
    doc="toeplitz_rows(m,n), the matrix T with vec(toeplitz(0, r)) = T r and "
    "upper_sums(A) = Tᵀ vec(A) for m×n matrices",
)


def toeplitz_columns(m: Dim | int | str, n: Dim | int | str) -> Expr:
    """The matrix T with vec(toeplitz(c, 0)) = T c."""
    return make(columns_op, (), Shape(dim(m), dim(n)))


def toeplitz_rows(m: Dim | int | str, n: Dim | int | str) -> Expr:
    """The matrix T with vec(toeplitz(0, r)) = T r."""
    return make(rows_op, (), Shape(dim(m), dim(n)))


def _averages(R: Any, node: Expr, A: Matrix) -> Matrix:
    n = len(A)
    counts = [R.rational(Fraction(1, n - s)) for s in range(n)]
    lower, upper = _sums(R, A, n, True), _sums(R, A, n, False)
    c, r = (
        [[R.times(x, count)] for (x,), count in zip(v, counts, strict=True)] for v in (lower, upper)
    )
    return _toeplitz_value(R, node, c, r)


def _along_diagonals(A: Expr) -> tuple[Expr, Expr]:
    """The averages below and above the main diagonal; both halves have the same counts."""
    over = power(lower_sums(filled(1, A.shape)), -1)
    return entrywise(lower_sums(A), over), entrywise(upper_sums(A), over)


toeplitz_part = operator(
    "toeplitz_part",
    shape=lambda args, data: square(args[0].shape),
    notation=_name("toeplitz_part"),
    value=_averages,
    of_number=lambda A: A,
    means=lambda A: toeplitz(*_along_diagonals(A)),
    adjoints=(lambda G, A: toeplitz_part(G),),
    why="averages along diagonals are linear",
    across="an orthogonal projection is its own adjoint",
    facts=lambda node, below: frozenset({"toeplitz"}) | (below[0] & {"symmetric", "skew"}),
    samples=((("n", "n"),),),
    spellings=("toeplitz_part",),
    doc="the nearest Toeplitz matrix: every entry becomes the average along its diagonal",
)


# ---------------------------------------------------------------- convolutions


def _conv_shape(args: Args, data: object) -> Shape:
    _columns(args)
    return Shape(args[0].shape.rows + args[1].shape.rows - 1, ONE)


def _conv_value(R: Any, node: Expr, x: Matrix, y: Matrix) -> Matrix:
    found = [[R.zero] for _ in range(len(x) + len(y) - 1)]
    for i, (a,) in enumerate(x):
        for j, (b,) in enumerate(y):
            found[i + j][0] = R.reduced(found[i + j][0] + R.times(a, b))
    return found


conv = operator(
    "conv",
    shape=_conv_shape,
    notation=_name("conv"),
    code=helper(
        "conv", 2, numpy="np.convolve({0}, {1})", c=Kernel("conv({m}, {A}, {k}, {B}, {out});")
    ),
    value=_conv_value,
    adjoints=(
        lambda G, x, y: correlate(G, y),
        lambda G, x, y: correlate(G, x),
    ),
    why="a convolution is linear in each vector: d(x * y) = dx * y + x * dy",
    across="g : conv(x, y) = correlate(g, y) : x",
    samples=((("m",), ("n",)),),
    spellings=("conv",),
    doc="the full convolution of two vectors, conv(x,y)[k] = Σ x[i] y[k−i+1]",
)


def _correlate_shape(args: Args, data: object) -> Shape:
    _columns(args)
    length = args[0].shape.rows - args[1].shape.rows + 1
    if length.value is not None and length.value < 1:
        raise ShapeError("the first vector of correlate is at least as long as the second")
    return Shape(length, ONE)


def _correlate_value(R: Any, node: Expr, g: Matrix, y: Matrix) -> Matrix:
    return [
        [R.dot([a for (a,) in g[k : k + len(y)]], [b for (b,) in y])]
        for k in range(len(g) - len(y) + 1)
    ]


correlate = operator(
    "correlate",
    shape=_correlate_shape,
    notation=_name("correlate"),
    code=helper(
        "correlate",
        2,
        numpy="np.correlate({0}, {1}, 'valid')",
        matlab="conv({0}, flipud({1}), 'valid')",
        c=Kernel("correlate({m}, {A}, {k}, {B}, {out});"),
    ),
    value=_correlate_value,
    adjoints=(
        lambda H, g, y: conv(H, y),
        lambda H, g, y: correlate(g, H),
    ),
    why="a correlation is linear in each vector",
    across="h : correlate(g, y) = conv(h, y) : g",
    samples=((("n",), ("m",)), (("n",), ("n",))),
    holes={"matrix": "where the second vector varies, its matrix is a Hankel one, not a product"},
    spellings=("correlate",),
    doc="correlate(g,y)[k] = Σ g[k+j−1] y[j], for the places where y fits; the adjoint of conv",
)
