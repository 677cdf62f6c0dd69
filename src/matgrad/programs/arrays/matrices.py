"""Functions of NumPy on matrices, and those that give arrays other axes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any, NamedTuple, cast

from matgrad import ops
from matgrad.core.dims import ONE, Dim, dim
from matgrad.core.expr import Expr
from matgrad.core.shape import Shape
from matgrad.errors import AxisError, ShapeError, UnsupportedError
from matgrad.programs.arrays.array import Array, as_array, product
from matgrad.programs.arrays.changes import sharing
from matgrad.programs.arrays.functions import axis_of, total
from matgrad.programs.arrays.sums import einsum
from matgrad.programs.arrays.tables import FUNCTIONS, METHODS, unknown


class SlogdetResult(NamedTuple):
    """The sign of a determinant and the logarithm of its absolute value."""

    sign: Array
    logabsdet: Array


def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Array:
    """The norms of vectors and matrices that NumPy has by their order."""
    x = as_array(x)
    if axis is not None and x.ndim == 2:
        if ord not in (None, 2):
            raise unknown("numpy.linalg.norm with ord and axis")
        return total(x**2, axis, keepdims) ** 0.5
    if axis is not None:
        axis_of(x, axis)  # norm(x, axis=1) of a vector is refused
    key = str(ord).removesuffix(".0")
    op = (OF_MATRICES if x.ndim == 2 else OF_VECTORS).get(key)
    if op is None:
        raise unknown(f"numpy.linalg.norm with ord={ord!r}")
    return Array(op(x.expr), (ONE,) * x.ndim if keepdims else ())


def vector_norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Array:
    """The norm of all entries as one vector, or along an axis."""
    flat = x if axis is not None or ord is None else ravel(x)
    return norm(flat, ord, axis, keepdims)


OF_VECTORS: dict[str, Callable[[Expr], Expr]] = {
    **dict.fromkeys(("None", "2", "fro"), ops.norm2),
    "1": ops.norm1,
    "inf": lambda x: ops.max_entry(ops.absolute(x)),
}
OF_MATRICES: dict[str, Callable[[Expr], Expr]] = {
    **dict.fromkeys(("None", "fro"), ops.normF),
    "2": ops.normspec,
    "nuc": ops.normnuc,
}


def _matrix(op: Callable[[Expr], Expr]) -> Callable[[Any], Array]:
    """A function of a square matrix that is a matrix of the same size."""
    return lambda X: Array(op(as_array(X).expr), as_array(X).axes)


def _number(op: Callable[[Expr], Expr]) -> Callable[[Any], Array]:
    return lambda X: Array(op(as_array(X).expr), ())


def diagonal(x: Any) -> Array:
    """The diagonal of a matrix, or the matrix with this diagonal."""
    x = as_array(x)
    if x.ndim == 1:
        return Array(ops.diag_matrix(x.expr), (*x.axes, *x.axes))
    return Array(ops.diag(x.expr), x.axes[:1])


def solve(A: Any, b: Any) -> Array:
    """A⁻¹b, written with the inverse."""
    A, b = as_array(A), as_array(b)
    return Array(ops.multiply(ops.inv(A.expr), b.expr), b.axes)


def slogdet(X: Any) -> SlogdetResult:
    """The sign of the determinant, and the logarithm of its absolute value."""
    value = ops.det(as_array(X).expr)
    return SlogdetResult(Array(ops.sign(value), ()), Array(ops.log(ops.absolute(value)), ()))


def outer(x: Any, y: Any) -> Array:
    """The matrix of all products of entries, those of matrices row by row."""
    x, y = ravel(x), ravel(y)
    return Array(ops.multiply(x.expr, y.expr.T), (*x.axes, *y.axes))


def inner(x: Any, y: Any) -> Array:
    """The sum of products along the last axes."""
    x, y = as_array(x), as_array(y)
    return product(x, y.T) if y.ndim == 2 else product(x, y)


def vdot(x: Any, y: Any) -> Array:
    """The sum of the products of all entries."""
    return total(as_array(x) * y)


# ---------------------------------------------------------------- axes


def ravel(x: Any) -> Array:
    """All entries, row by row."""
    x = as_array(x)
    if x.ndim < 2:
        return x if x.axes else Array(x.expr, (ONE,))
    return Array(ops.vec(x.expr.T), (x.axes[0] * x.axes[1],))


def reshape(x: Any, *shape: Any) -> Array:
    """The entries in other axes, row by row; one size may be −1."""
    sequence = len(shape) == 1 and isinstance(shape[0], tuple | list)
    sizes = list(cast("Sequence[Any]", shape[0] if sequence else shape))
    flat = ravel(x)
    axes = _sizes(flat.axes[0], sizes)
    if len(axes) == 1:
        return Array(flat.expr, axes)
    return Array(ops.unvec(flat.expr, Shape(axes[1], axes[0])).T, axes)


def _sizes(count: Dim, sizes: list[Any]) -> tuple[Dim, ...]:
    given = [None if isinstance(size, int) and size == -1 else _dim(size) for size in sizes]
    if len(given) > 2 or given.count(None) > 1:
        raise UnsupportedError("arrays have at most two axes here")
    if None in given:
        rest = next((size for size in given if size is not None), ONE)
        missing = count if rest == ONE else _quotient(count, rest)
        given = [missing if size is None else size for size in given]
    axes = tuple(size for size in given if size is not None)
    if reduce(lambda a, b: a * b, axes, ONE) != count:
        raise ShapeError(f"{count} entries do not fill these axes")
    return axes


def _dim(size: Any) -> Dim:
    if isinstance(size, Array) and isinstance(size.expr.data, Dim):
        return size.expr.data
    if not isinstance(size, int):
        raise UnsupportedError("a size is a number, or one of the sizes in the shape of an array")
    return dim(size)


def _quotient(count: Dim, by: Dim) -> Dim:
    if count.value is not None and by.value is not None and count.value % by.value == 0:
        return _dim(count.value // by.value)
    raise UnsupportedError("a size of −1 needs sizes that are numbers")


def concatenate(arrays: Sequence[Any], axis: int | None = 0) -> Array:
    """Arrays one after the other along an axis; all entries in one if there is none."""
    parts = [ravel(part) if axis is None else as_array(part) for part in arrays]
    axis = 0 if axis is None else axis
    along = axis_of(parts[0], axis)
    for part in parts[1:]:
        if part.ndim != parts[0].ndim:
            raise AxisError("arrays that are put together have as many axes")
        for n, (one, other) in enumerate(zip(parts[0].axes, part.axes, strict=True)):
            if n != along and one != other:
                raise ShapeError("arrays that are put together fit").between(one, other)
    length = reduce(lambda a, b: a + b, (part.axes[along] for part in parts))
    op = ops.beside if along else ops.below
    axes = tuple(length if n == along else size for n, size in enumerate(parts[0].axes))
    return Array(op(*(part.expr for part in parts)), axes)


# ---------------------------------------------------------------- tables


def _kron(A: Any, B: Any) -> Array:
    A, B = as_array(A), as_array(B)
    axes = tuple(a * b for a, b in zip(A.axes, B.axes, strict=True))
    return Array(ops.kron(A.expr, B.expr), axes)


def _power(X: Any, n: int) -> Array:
    return Array(ops.matrix_power(as_array(X).expr, n), as_array(X).axes)


def _expanded(x: Any, axis: int) -> Array:
    return as_array(x)[(None, slice(None)) if axis == 0 else (slice(None), None)]


def _copied(x: Any) -> Array:
    return +as_array(x)


def _flattened(x: Any) -> Array:
    return _copied(ravel(x))


def beside(arrays: Sequence[Any]) -> Array:
    """Arrays beside each other."""
    return concatenate(arrays, as_array(arrays[0]).ndim - 1)


def below(arrays: Sequence[Any]) -> Array:
    """Arrays below each other; vectors are rows."""
    rows = [as_array(part) for part in arrays]
    return concatenate([_expanded(ravel(x), 0) if x.ndim < 2 else x for x in rows])


def _multi_dot(arrays: Sequence[Any]) -> Array:
    return reduce(product, arrays)


OF_MATRIX: dict[str, Callable[[Any], Any]] = {
    "slogdet": slogdet, "diag": diagonal, "diagflat": diagonal, "inv": _matrix(ops.inv),
    "det": _number(ops.det), "logdet": _number(ops.logdet), "trace": _number(ops.trace),
    "prod": _number(ops.prod), "cholesky": _matrix(ops.chol), "tril": _matrix(ops.tril),
    "triu": _matrix(ops.triu), "expm": _matrix(ops.expm), "logm": _matrix(ops.logm),
    "sqrtm": _matrix(ops.sqrtm), "diagonal": sharing(diagonal), "copy": _copied,
    "ravel": sharing(ravel),
    "transpose": lambda X: as_array(X).T,
    "pinv": lambda X: Array(ops.pinv(as_array(X).expr), as_array(X).axes[::-1]),
    "eigvalsh": lambda S: Array(ops.eigvals_sym(as_array(S).expr), as_array(S).axes[:1]),
}  # fmt: skip
OTHERS: dict[str, Callable[..., Any]] = {
    "norm": norm, "matrix_norm": norm, "vector_norm": vector_norm, "solve": solve, "outer": outer,
    "inner": inner, "vdot": vdot, "dot": product, "matrix_power": _power,
    "reshape": sharing(reshape), "kron": _kron, "multi_dot": _multi_dot,
    "concatenate": concatenate, "cat": concatenate,
    "hstack": beside, "vstack": below, "einsum": einsum, "expand_dims": _expanded,
}  # fmt: skip
FUNCTIONS.update({**OF_MATRIX, **OTHERS})
_METHODS = "sum mean var std max min prod trace transpose diagonal dot copy clip ravel reshape"
METHODS.update({name: FUNCTIONS[name] for name in _METHODS.split()})
METHODS["flatten"] = _flattened
