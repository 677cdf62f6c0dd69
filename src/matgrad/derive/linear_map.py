"""The matrix of a linear map: M with vec(F) = M vec(dX), columns below each other.

For vectors this is the plain Jacobian: v ⊙ (A dx) has the matrix Diag(v) A. An operator without
a row here has no such matrix, and the answer stays the map dX ↦ dF.
"""

from __future__ import annotations

from collections.abc import Callable

from matgrad.core.dims import ONE, Dim
from matgrad.core.expr import Expr, Op
from matgrad.core.shape import Shape
from matgrad.core.walk import dependents, postorder
from matgrad.ops import (
    add,
    below,
    beside,
    commutation,
    conv,
    correlate,
    diag,
    diag_matrix,
    diagonal_selection,
    entry_op,
    eye,
    frobenius,
    hadamard,
    inv,
    kron,
    kron_left,
    kron_right,
    lower_sums,
    matmul,
    mean,
    multiply,
    number,
    ones,
    part_op,
    power,
    scale,
    size,
    spans,
    sylvester,
    toeplitz,
    toeplitz_columns,
    toeplitz_part,
    toeplitz_rows,
    total,
    total_sum,
    trace,
    transpose,
    tril,
    trilhalf,
    triu,
    units,
    unvec_op,
    upper_sums,
    vec,
    zeros_of,
)

# matrix[op](node, index, M): the matrix of the node if its argument `index` has the matrix M.
LONG = 128  # entries of a product of many factors whose matrix is written
MatrixRule = Callable[[Expr, int, Expr], Expr | None]


def matrix_of(linear: Expr, dX: Expr) -> Expr | None:
    """The matrix M with vec(linear) = M vec(dX), or None if an operator has no such matrix."""
    varying = dependents((linear,), {dX})
    found: dict[Expr, Expr] = {dX: eye_or_one(dX.shape.rows * dX.shape.cols)}
    for node in postorder(linear):
        if node not in varying or node in found:
            continue
        rule = RULES.get(node.op)
        if rule is None:
            return None
        places = [i for i, arg in enumerate(node.args) if arg in varying]
        parts = [rule(node, i, found[node.args[i]]) for i in places]
        parts = [part for part in parts if part is not None]
        if len(parts) < len(places):
            return None
        found[node] = total_sum(parts, parts[0].shape)
    return found.get(linear)


def eye_or_one(n: Dim) -> Expr:
    """The identity of a size; the number 1 for size one."""
    return number(1) if n == ONE else eye(n)


def flat(A: Expr) -> Expr:
    """vec(A), which is A itself for a column."""
    return A if A.shape.cols == ONE else A.T if A.shape.rows == ONE else vec(A)


def _times(factor: Expr | None, M: Expr) -> Expr:
    return M if factor is None else multiply(factor, M)


def _matmul(node: Expr, i: int, M: Expr) -> Expr:
    """vec(A Y B) = (Bᵀ ⊗ A) vec(Y)."""
    Y = node.args[i]
    left, right = node.args[:i], node.args[i + 1 :]
    A = _product(left) if left else eye_or_none(Y.shape.rows)
    B = _product(right).T if right else eye_or_none(Y.shape.cols)
    if A is None or B is None:
        return _times(A if B is None else B, M)
    if left or right:
        return multiply(kron(B, A), M)
    return M


def eye_or_none(n: Dim) -> Expr | None:
    """The identity of a size, or nothing where it is 1×1."""
    return None if n == ONE else eye(n)


def _product(factors: tuple[Expr, ...]) -> Expr:
    return factors[0] if len(factors) == 1 else matmul(*factors)


def _transpose(node: Expr, i: int, M: Expr) -> Expr:
    shape = node.args[0].shape
    return M if shape.is_vector else multiply(commutation(shape.rows, shape.cols), M)


def _hadamard(node: Expr, i: int, M: Expr) -> Expr:
    others = node.args[:i] + node.args[i + 1 :]
    V = others[0] if len(others) == 1 else hadamard(*others)
    return multiply(diag_matrix(flat(V)), M)


def _scale(node: Expr, i: int, M: Expr) -> Expr:
    others = node.args[:i] + node.args[i + 1 :]
    if i == len(node.args) - 1 or node.is_scalar:
        return scale(*others, M)
    *scalars, body = others
    outer = multiply(flat(body), M)
    return scale(*scalars, outer) if scalars else outer


def _kron(node: Expr, i: int, M: Expr) -> Expr | None:
    """vec(A ⊗ B) = (I ⊗ K ⊗ I)(vec(A) ⊗ vec(B)); the factors on each side are one factor."""
    entries = (node.shape.rows * node.shape.cols).value
    is_short = node.shape.is_vector or (entries is not None and entries <= LONG)
    if len(node.args) > 2 and not is_short:
        return None  # the map says more than a matrix of this size
    shape = node.args[i].shape
    left, right = node.args[:i], node.args[i + 1 :]
    if left:
        A = left[0] if len(left) == 1 else kron(*left)
        M = _commuted(A.shape, shape, kron(flat(A), M))
        shape = Shape(A.shape.rows * shape.rows, A.shape.cols * shape.cols)
    if right:
        B = right[0] if len(right) == 1 else kron(*right)
        M = _commuted(shape, B.shape, kron(M, flat(B)))
    return M


def _commuted(A: Shape, B: Shape, inner: Expr) -> Expr:
    """vec(A ⊗ B) from vec(A) ⊗ vec(B)."""
    middle = _between(A, B)
    return inner if middle is None else multiply(middle, inner)


def _between(A: Shape, B: Shape) -> Expr | None:
    """I ⊗ K ⊗ I, or nothing where the commutation matrix is an identity."""
    if ONE in (B.cols, A.rows):
        return None
    parts = (eye_or_none(A.cols), commutation(B.cols, A.rows), eye_or_none(B.rows))
    return kron(*(part for part in parts if part is not None))


def _contraction(node: Expr, i: int, M: Expr) -> Expr | None:
    """The adjoint of a Kronecker product: (vec(A)ᵀ ⊗ I)(I ⊗ K ⊗ I)ᵀ vec(G), where G varies."""
    if i == 0:
        return None  # the entries of G in another order, which no product gives
    factor = flat(node.args[0]).T
    n = node.shape.rows * node.shape.cols
    is_left = node.op is kron_left
    shapes = (node.args[0].shape, node.shape) if is_left else (node.shape, node.args[0].shape)
    sides = (factor, eye_or_one(n)) if is_left else (eye_or_one(n), factor)
    middle = _between(*shapes)
    outer = kron(*sides)
    return multiply(outer, M if middle is None else multiply(middle.T, M))


def _sylvester(node: Expr, i: int, M: Expr) -> Expr | None:
    """A W + W B = C is (I ⊗ A + Bᵀ ⊗ I) vec(W) = vec(C)."""
    if i != 2:
        return None
    A, B, _ = node.args
    whole = kron(eye(B.shape.rows), A) + kron(B.T, eye(A.shape.rows))
    return multiply(inv(whole), M)


def _kept(node: Expr, i: int, M: Expr) -> Expr:
    """Entries are kept, halved or dropped: a diagonal matrix, which the same makes of ones."""
    return multiply(diag_matrix(vec(node.op(ones(*node.shape)))), M)


def _toeplitz(node: Expr, i: int, M: Expr) -> Expr:
    return multiply((toeplitz_columns, toeplitz_rows)[i](*node.shape), M)


def _averages(node: Expr, i: int, M: Expr) -> Expr:
    """Sums along diagonals, divided by how many entries there are, and put back."""
    weights = diag_matrix(power(lower_sums(ones(*node.shape)), -1))
    sides = [make(*node.shape) for make in (toeplitz_columns, toeplitz_rows)]
    whole = total_sum([matmul(T, weights, T.T) for T in sides], sides[0].shape)
    return multiply(whole, M)


def _correlate(node: Expr, i: int, M: Expr) -> Expr | None:
    """The transpose of a convolution, where the first vector varies."""
    if i == 1:
        return None
    g, y = node.args
    column = multiply(units(1, y.shape.rows, g.shape.rows), y)
    matrix = toeplitz(column, zeros_of(Shape(node.shape.rows, ONE)))
    return multiply(matrix.T, M)


def _beside(node: Expr, i: int, M: Expr) -> Expr:
    """The columns of [A, B] are those of A, then those of B."""
    span = spans([block.shape.cols for block in node.args])[i]
    return multiply(_placed(units(*span), eye_or_none(node.shape.rows)), M)


def _below(node: Expr, i: int, M: Expr) -> Expr:
    span = spans([block.shape.rows for block in node.args])[i]
    return multiply(_placed(eye_or_none(node.shape.cols), units(*span)), M)


def _placed(*factors: Expr | None) -> Expr:
    kept = [factor for factor in factors if factor is not None]
    return kept[0] if len(kept) == 1 else kron(*kept)


def _part(node: Expr, i: int, M: Expr) -> Expr:
    """vec(Sᵀ A T) = (Tᵀ ⊗ Sᵀ) vec(A)."""
    _, rows, cols = node.args
    picked = [None if side.is_scalar else side.T for side in (cols, rows)]
    return multiply(_placed(*picked), M) if any(picked) else M


def _conv(node: Expr, i: int, M: Expr) -> Expr:
    """Convolution with a vector is a Toeplitz matrix, its first column the vector and zeros."""
    other, length = node.args[1 - i], node.args[i].shape.rows
    column = multiply(units(1, other.shape.rows, node.shape.rows), other)
    return multiply(toeplitz(column, zeros_of(Shape(length, ONE))), M)


RULES: dict[Op, MatrixRule] = {
    add: lambda node, i, M: M,
    matmul: _matmul,
    transpose: _transpose,
    hadamard: _hadamard,
    scale: _scale,
    frobenius: lambda node, i, M: multiply(flat(node.args[1 - i]).T, M),
    trace: lambda node, i, M: multiply(flat(eye_or_one(node.args[0].shape.rows)).T, M),
    total: lambda node, i, M: multiply(ones(M.shape.rows).T, M),
    mean: lambda node, i, M: scale(power(size(M.shape.rows), -1), ones(M.shape.rows).T @ M),
    diag: lambda node, i, M: multiply(diagonal_selection(node.shape.rows).T, M),
    diag_matrix: lambda node, i, M: multiply(diagonal_selection(node.shape.rows), M),
    vec: lambda node, i, M: M,
    unvec_op: lambda node, i, M: M,
    kron: _kron,
    entry_op: lambda node, i, M: multiply(kron(node.args[2].T, node.args[1].T), M),
    part_op: _part,
    beside: _beside,
    below: _below,
    conv: _conv,
    sylvester: _sylvester,
    **dict.fromkeys((tril, triu, trilhalf), _kept),
    toeplitz: _toeplitz,
    lower_sums: lambda node, i, M: multiply(toeplitz_columns(*node.args[0].shape).T, M),
    upper_sums: lambda node, i, M: multiply(toeplitz_rows(*node.args[0].shape).T, M),
    toeplitz_part: _averages,
    correlate: _correlate,
    **dict.fromkeys((kron_left, kron_right), _contraction),
}
