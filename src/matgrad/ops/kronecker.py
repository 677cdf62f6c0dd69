"""Kronecker products, vec and the constant matrices that go with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matgrad.core.curves import LINEAR
from matgrad.core.dims import ONE, Dim, dim
from matgrad.core.expr import Expr, make, operator
from matgrad.core.notation import KRON, Call, Infix, Leaf, Spelling, in_latex
from matgrad.core.shape import Shape
from matgrad.errors import ShapeError
from matgrad.ops.code import Kernel, code, helper
from matgrad.ops.linear import Args

Matrix = list[list[Any]]


# ---------------------------------------------------------------- vec


def _vec_shape(args: Args, data: object) -> Shape:
    return Shape(args[0].shape.rows * args[0].shape.cols, ONE)


vec = operator(
    "vec",
    shape=_vec_shape,
    notation=Call(Spelling("vec", "vec", r"\operatorname{vec}")),
    code=code(
        numpy="np.ravel({0}, order='F')",
        torch="{0}.T.reshape(-1)",
        array_api="xp.reshape({0}.T, (-1,))",
        julia="vec({0})",
        matlab="reshape({0}, [], 1)",
    ),
    value=lambda R, node, A: [[x] for column in R.transpose(A) for x in column],
    adjoints=(lambda G, A: unvec(G, A.shape),),
    why="vec is linear: d vec(A) = vec(dA)",
    across="g : vec(A) = unvec(g) : A",
    curves=LINEAR,
    samples=((("m", "n"),),),
    spellings=("vec", "vectorize"),
    doc="the columns of a matrix below each other",
)


def _unvec_shape(args: Args, data: Shape) -> Shape:
    if args[0].shape != Shape(data.rows * data.cols, ONE):
        raise ShapeError(f"a vector of length {data.rows * data.cols} is needed")
    return data


def _unvec_value(R: Any, node: Expr, v: Matrix) -> Matrix:
    rows, cols = R.size(node.shape.rows), R.size(node.shape.cols)
    return [[v[j * rows + i][0] for j in range(cols)] for i in range(rows)]


unvec_op = operator(
    "unvec",
    shape=_unvec_shape,
    notation=Call(Spelling("unvec", "unvec", r"\operatorname{unvec}")),
    code=code(
        numpy="np.reshape({0}, ({1}, {2}), order='F')",
        torch="{0}.reshape({2}, {1}).T",
        array_api="xp.reshape({0}, ({2}, {1})).T",
        julia="reshape({0}, {1}, {2})",
        matlab="reshape({0}, {1}, {2})",
    ),
    value=_unvec_value,
    adjoints=(lambda shape, G, v: vec(G),),
    why="unvec is linear",
    across="G : unvec(v) = vec(G) : v",
    curves=LINEAR,
    doc="unvec(v,m,n), the m×n matrix whose columns are the parts of v",
)


def unvec(v: Expr, shape: Shape) -> Expr:
    """The matrix of a shape that vec turns into v."""
    return make(unvec_op, (v,), shape)


# ---------------------------------------------------------------- kron


def _kron_shape(args: Args, data: object) -> Shape:
    rows, cols = ONE, ONE
    for arg in args:
        rows, cols = rows * arg.shape.rows, cols * arg.shape.cols
    return Shape(rows, cols)


def _kron_value(R: Any, node: Expr, *factors: Matrix) -> Matrix:
    result = factors[0]
    for B in factors[1:]:
        result = [[R.times(x, y) for x in a for y in b] for a in result for b in B]
    return result


def _flatten(args: Args) -> Args:
    return tuple(p for arg in args for p in (arg.args if arg.op.name == "kron" else (arg,)))


def _kron_adjoint(G: Expr, i: int, args: Args) -> Expr:
    left, right = args[:i], args[i + 1 :]
    result = G
    if left:
        result = kron_left(left[0] if len(left) == 1 else kron(*left), result)
    if right:
        result = kron_right(right[0] if len(right) == 1 else kron(*right), result)
    return result


_KEPT_BY_KRON = frozenset(
    "symmetric diagonal orthogonal positive_definite invertible positive lower_triangular "
    "upper_triangular identity".split()
)


kron = operator(
    "kron",
    shape=_kron_shape,
    notation=Infix(Spelling("kron", " ⊗ ", r" \otimes "), KRON),
    code=helper(
        "kron",
        2,
        numpy="np.kron({0}, {1})",
        torch="torch.kron({0}.contiguous(), {1}.contiguous())",  # it fails on transposed views
    ),
    value=_kron_value,
    adjoints=_kron_adjoint,
    why="product rule: d(A ⊗ B) = dA ⊗ B + A ⊗ dB",
    across="A ⊗ B is linear in each factor",
    normal=_flatten,
    facts=lambda node, below: frozenset.intersection(*below) & _KEPT_BY_KRON,
    samples=((("m", "n"), ("k", "l")),),
    spellings=("kron", "kronecker"),
    doc="Kronecker product",
)


def _quotient(whole: Dim, part: Dim) -> Dim:
    found = whole.divide(part)
    if found is None:
        raise ShapeError(f"{whole} is not a multiple of {part}")
    return found


def _contracted_shape(args: Args, data: object) -> Shape:
    A, G = args
    return Shape(_quotient(G.shape.rows, A.shape.rows), _quotient(G.shape.cols, A.shape.cols))


def _left_value(R: Any, node: Expr, A: Matrix, G: Matrix) -> Matrix:
    p, q = len(G) // len(A), len(G[0]) // len(A[0])
    return [
        [R.inner(A, [[G[i * p + k][j * q + m] for j in range(len(A[0]))] for i in range(len(A))])
         for m in range(q)]
        for k in range(p)
    ]  # fmt: skip


def _right_value(R: Any, node: Expr, B: Matrix, G: Matrix) -> Matrix:
    p, q = len(B), len(B[0])
    return [
        [
            R.inner(B, [row[j * q : (j + 1) * q] for row in G[i * p : (i + 1) * p]])
            for j in range(len(G[0]) // q)
        ]
        for i in range(len(G) // p)
    ]


_REORDERED = {
    "matrix": "where the first argument varies, no product gives the entries in their order",
    **dict.fromkeys(("array_api", "matlab", "julia"), "it is a sum over indices, as einsum has it"),
}

kron_left = operator(
    "kron_left",
    shape=_contracted_shape,
    notation=Call(Spelling("kron_left", "kron_left", in_latex("kron_left"))),
    value=_left_value,
    adjoints=(
        lambda H, A, G: kron_right(H, G),
        lambda H, A, G: kron(A, H),
    ),
    why="linear in each argument",
    across="H : kron_left(A, G) = (A ⊗ H) : G",
    holes=_REORDERED,
    spellings=("kron_left",),
    samples=((("m", "n"), ("m*k", "n*l")),),
    doc="Σᵢⱼ A[i,j] G⁽ⁱʲ⁾ over the blocks of G: kron_left(A, G) : B = G : (A ⊗ B)",
)

kron_right = operator(
    "kron_right",
    shape=_contracted_shape,
    notation=Call(Spelling("kron_right", "kron_right", in_latex("kron_right"))),
    value=_right_value,
    adjoints=(
        lambda H, B, G: kron_left(H, G),
        lambda H, B, G: kron(H, B),
    ),
    why="linear in each argument",
    across="H : kron_right(B, G) = (H ⊗ B) : G",
    holes=_REORDERED,
    spellings=("kron_right",),
    samples=((("m", "n"), ("k*m", "l*n")),),
    doc="the matrix of B : G⁽ⁱʲ⁾ over the blocks of G: kron_right(B, G) : A = G : (A ⊗ B)",
)


# ---------------------------------------------------------------- constant matrices

commutation_op = operator(
    "commutation",
    shape=lambda args, data: Shape(data.rows * data.cols, data.rows * data.cols),
    notation=Leaf(),
    code=helper(
        "commutation",
        2,
        c="(j == i / (long){1!s} + i % (long){1!s} * (long){0!s} ? 1.0 : 0.0)",
    ),
    value=lambda R, node: _commutation(R, R.size(node.data.rows), R.size(node.data.cols)),
    facts=lambda node, below: frozenset({"orthogonal"}),
    doc="commutation(m,n), the matrix K with K vec(A) = vec(Aᵀ) for m×n matrices A",
)

selection_op = operator(
    "diagonal_selection",
    shape=lambda args, data: Shape(data * data, data),
    notation=Leaf(),
    code=helper("selection", c="(i == j * ({columns} + 1) ? 1.0 : 0.0)"),
    value=lambda R, node: _selection(R, R.size(node.data)),
    doc="diagonal_selection(n), the matrix E with vec(Diag(v)) = E v and diag(A) = Eᵀ vec(A)",
)

duplication_op = operator(
    "duplication",
    shape=lambda args, data: Shape(data * data, triangular(data)),
    notation=Leaf(),
    code=code(
        numpy="duplication({0})",
        torch="duplication({0})",
        julia="duplication({0})",
        c=Kernel("duplication({A}, {out});"),
        matlab="duplication({0})",
    ),
    value=lambda R, node: _duplication(R, R.size(node.data)),
    doc="duplication(n), the matrix D with D vech(S) = vec(S) for symmetric n×n matrices S",
)


elimination_op = operator(
    "elimination",
    shape=lambda args, data: Shape(triangular(data), data * data),
    notation=Leaf(),
    code=code(
        numpy="elimination({0})",
        torch="elimination({0})",
        julia="elimination({0})",
        matlab="elimination({0})",
    ),
    value=lambda R, node: _elimination(R, R.size(node.data)),
    doc="elimination(n), the matrix L with L vec(A) = vech(A) for n×n matrices A",
)


def triangular(n: Dim) -> Dim:
    """How many entries are on and below the diagonal."""
    return (n * n + n) / 2


def _places(R: Any, rows: int, columns: Sequence[Sequence[int]]) -> Matrix:
    """The matrix with ones in the given rows of each column."""
    return [[R.one if i in places else R.zero for places in columns] for i in range(rows)]


def _commutation(R: Any, m: int, n: int) -> Matrix:
    return _places(R, m * n, [[i * n + j] for j in range(n) for i in range(m)])


def _selection(R: Any, n: int) -> Matrix:
    return _places(R, n * n, [[i * n + i] for i in range(n)])


def _duplication(R: Any, n: int) -> Matrix:
    pairs = [(i, j) for j in range(n) for i in range(j, n)]
    return _places(R, n * n, [[j * n + i, i * n + j] for i, j in pairs])


def _elimination(R: Any, n: int) -> Matrix:
    kept = [j * n + i for j in range(n) for i in range(j, n)]
    return [[R.one if k == place else R.zero for k in range(n * n)] for place in kept]


def commutation(m: Dim | int | str, n: Dim | int | str) -> Expr:
    """The matrix K with K vec(A) = vec(Aᵀ) for m×n matrices A."""
    return make(commutation_op, (), Shape(dim(m), dim(n)))


def diagonal_selection(n: Dim | int | str) -> Expr:
    """The matrix E with vec(Diag(v)) = E v."""
    return make(selection_op, (), dim(n))


def duplication(n: Dim | int | str) -> Expr:
    """The matrix D with D vech(S) = vec(S)."""
    return make(duplication_op, (), dim(n))


def elimination(n: Dim | int | str) -> Expr:
    """The matrix L with L vec(A) = vech(A)."""
    return make(elimination_op, (), dim(n))
