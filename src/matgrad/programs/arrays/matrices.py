"""Functions of matrices, those that give arrays other axes, put them together, or multiply them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import reduce
from itertools import combinations
from typing import Any, NamedTuple, cast

from matgrad import ops
from matgrad.core.dims import ONE, Dim, dim
from matgrad.core.expr import Expr
from matgrad.core.shape import Shape
from matgrad.errors import AxisError, ShapeError, UnsupportedError
from matgrad.programs.arrays.array import (
    Array,
    as_array,
    common_axes,
    product,
    sharing,
    spread_over,
)
from matgrad.programs.arrays.functions import axis_of, each, norm, ravel, total, vector_norm
from matgrad.programs.arrays.tables import FUNCTIONS, TORCH, Table, unknown

MOST_ARRAYS = 4
Labels = tuple[Hashable, ...]
Factor = tuple[Labels, Array]


def einsum(subscripts: str, *operands: Any) -> Array:
    """The sum of products that the letters say."""
    arrays = [as_array(operand) for operand in operands]
    left, arrow, out = subscripts.replace(" ", "").partition("->")
    if not arrow:  # letters that occur once, in alphabetical order
        letters = left.replace(",", "")
        out = "".join(sorted(c for c in {*letters} if letters.count(c) == 1))
    inputs = left.split(",")
    if [len(letters) for letters in inputs] != [array.ndim for array in arrays]:
        raise AxisError(f"{subscripts!r} names other axes than the arrays have")
    if len(arrays) > MOST_ARRAYS or not {*out} <= {*left}:
        raise unknown("numpy.einsum")
    return summed([(tuple(x), array) for x, array in zip(inputs, arrays, strict=True)], tuple(out))


def summed(factors: Sequence[Factor], out: Labels) -> Array:
    """The product of arrays, added up over all labels but these."""
    left = [*factors]
    for n, (labels, array) in enumerate(left):  # what no other has can be added up first
        others = {x for m, (each, _) in enumerate(left) if m != n for x in each} | {*out}
        left[n] = _reduced(labels, array, tuple(x for x in dict.fromkeys(labels) if x in others))
    while len(left) > 1:
        left = _with_two_in_one(left, out)
    return _reduced(*left[0], out)[1]


def _with_two_in_one(factors: list[Factor], out: Labels) -> list[Factor]:
    """Two of the arrays multiplied, if what they give has at most two axes."""
    for pair in combinations(factors, 2):
        rest = [x for x in factors if x is not pair[0] and x is not pair[1]]
        kept = {*out, *(label for labels, _ in rest for label in labels)}
        if (found := _multiplied(*pair, kept, out)) is not None:
            return [found, *rest]
    raise unknown("numpy.einsum")


def _multiplied(one: Factor, other: Factor, kept: set[Hashable], out: Labels) -> Factor | None:
    """The product of two arrays, added up over the labels that are not kept."""
    (at, A), (by, B) = one, other
    labels = tuple(dict.fromkeys(at + by))
    left = tuple(x for x in labels if x in kept)
    over = tuple(x for x in at if x in by and x not in kept)
    if len(over) == 2:
        return (), Array(ops.frobenius(A.expr, _reduced(by, B, at)[1].expr), ())
    if not over and not {*at} & {*by} and len(at) == len(by) == 1:
        return labels, Array(ops.multiply(A.expr, B.expr.T), (*A.axes, *B.axes))
    if len(over) == 1 and len(labels) == len(left) + 1 and not {*at} & {*by} & kept:
        if out and out[0] in by:  # in the order that leaves least to transpose
            return _multiplied(other, one, kept, out)
        first = _reduced(at, A, tuple(sorted(at, key=lambda x: x in over)))[1]
        last = _reduced(by, B, tuple(sorted(by, key=lambda x: x not in over)))[1]
        return left, product(first, last)
    if len(labels) > 2:
        return None
    return _reduced(labels, _along(at, A, labels) * _along(by, B, labels), left)


def _along(at: Labels, x: Array, labels: Labels) -> Array:
    """An array with axes in this order, of length one where it has none."""
    x = _reduced(at, x, tuple(label for label in labels if label in at))[1]
    return x[:, None] if len(labels) == 2 and at == labels[:1] else x


def _reduced(labels: Labels, x: Array, out: Labels) -> Factor:
    """An array with these of its axes, in this order, added up over the others."""
    if len({*labels}) < len(labels):  # the diagonal
        found = Array(ops.diag(x.expr), x.axes[:1]) if out else Array(ops.trace(x.expr), ())
        return out, found
    if labels == out:
        return out, x
    if not out:
        return out, Array(ops.total(x.expr), ())
    turned = x if labels[0] == out[0] else x.T
    if len(out) == len(labels):
        return out, turned
    columns = ops.filled(1, Shape(turned.expr.shape.cols, ONE))
    return out, Array(ops.multiply(turned.expr, columns), turned.axes[:1])


class SlogdetResult(NamedTuple):
    """The sign of a determinant and the logarithm of its absolute value."""

    sign: Array
    logabsdet: Array


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
    """The sum of products along the last axes; a number times each entry."""
    x, y = as_array(x), as_array(y)
    if not x.axes or not y.axes:
        return x * y
    return product(x, y.T) if y.ndim == 2 else product(x, y)


def vdot(x: Any, y: Any) -> Array:
    """The sum of the products of all entries, which are as many."""
    x, y = as_array(x), as_array(y)
    return total(x * y) if x.axes == y.axes else product(ravel(x), ravel(y))


# ---------------------------------------------------------------- axes


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
    given = [None if isinstance(size, int) and size == -1 else size_of(size) for size in sizes]
    known = [size for size in given if size is not None]
    if len(given) > 2 or len(known) < len(given) - 1:
        raise UnsupportedError("arrays have at most two axes here")
    if len(known) < len(given):
        rest = next(iter(known), ONE)
        known.insert(given.index(None), count if rest == ONE else _quotient(count, rest))
    if reduce(lambda a, b: a * b, known, ONE) != count:
        raise ShapeError(f"{count} entries do not fill these axes")
    return tuple(known)


def size_of(value: Any) -> Dim:
    """A size: a whole number, one of the sizes of an array, or the name of one."""
    if isinstance(value, int) and not isinstance(value, bool) and value > 0:
        return dim(value)
    if isinstance(value, Array) and isinstance(value.expr.data, Dim):
        return value.expr.data
    if isinstance(value, Array) and value.expr.op is ops.symbol_op:
        if value.axes:
            raise ShapeError("a size is one whole number")
        return dim(value.expr.name)
    raise UnsupportedError("a size is a number, or one of the sizes in the shape of an array")


def _quotient(count: Dim, by: Dim) -> Dim:
    if count.value is not None and by.value is not None and count.value % by.value == 0:
        return size_of(count.value // by.value)
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


def beside(arrays: Sequence[Any]) -> Array:
    """Arrays beside each other."""
    return concatenate(arrays, as_array(arrays[0]).ndim - 1)


def below(arrays: Sequence[Any]) -> Array:
    """Arrays below each other; vectors are rows."""
    rows = [as_array(part) for part in arrays]
    return concatenate([_expanded(ravel(x), 0) if x.ndim < 2 else x for x in rows])


def stack(arrays: Sequence[Any], axis: int = 0) -> Array:
    """Vectors as the rows of a matrix, or with axis 1 as its columns; numbers as a vector."""
    columns = [as_array(x) for x in arrays]
    if not any(each.axes for each in columns):  # numbers
        return Array(ops.below(*(each.expr for each in columns)), (dim(len(columns)),))
    if any(each.ndim != 1 for each in columns):
        raise unknown("numpy.stack of what are no vectors")
    rows = below(columns)
    return rows if axis_of(rows, axis) == 0 else rows.T


def array(x: Any) -> Array:
    """Numbers in a list are a vector, vectors in a list the rows of a matrix."""
    if not isinstance(x, list | tuple):
        return +as_array(x)
    rows = cast("Sequence[Any]", x)
    return stack([stack(cast("Sequence[Any]", row)) if isinstance(row, list | tuple) else row
                  for row in rows])  # fmt: skip


def column_stack(arrays: Sequence[Any]) -> Array:
    """Vectors and matrices beside each other; vectors are columns."""
    parts = [as_array(x) for x in arrays]
    return concatenate([each[:, None] if each.ndim == 1 else each for each in parts], 1)


def block(rows: Any) -> Array:
    """A matrix of blocks, given as lists of lists."""
    if not isinstance(rows, list | tuple):
        return as_array(rows)
    nested = cast("Sequence[Any]", rows)
    if nested and isinstance(nested[0], list | tuple):
        return concatenate([block(row) for row in nested], 0)
    if any(as_array(each).ndim != 2 for each in nested):
        raise unknown("numpy.block of vectors")
    return beside(nested)


def transpose(x: Any, *axes: Any) -> Array:
    """The transpose, with the order of the axes that it has then."""
    is_one = len(axes) == 1 and isinstance(axes[0], tuple | list)
    order = cast("Sequence[Any]", axes[0] if is_one else axes)
    if [*order] not in ([], [1, 0]):
        raise unknown("numpy.transpose with this order of axes")
    return as_array(x).T


def swapped(x: Any, first: int, second: int) -> Array:
    """A matrix with two of its axes exchanged."""
    x = as_array(x)
    return x if axis_of(x, first) == axis_of(x, second) else x.T


def squeeze(x: Any, axis: Any = None) -> Array:
    """The array without axes of length one."""
    x = as_array(x)
    gone = range(x.ndim) if axis is None else [axis_of(x, axis)]
    kept = [n for n, size in enumerate(x.axes) if n not in gone or (axis is None and size != ONE)]
    expr = x.expr.T if x.ndim == 2 and kept == [1] else x.expr
    return Array(expr, tuple(x.axes[n] for n in kept))


def _expanded(x: Any, axis: int) -> Array:
    return as_array(x)[(None, slice(None)) if axis == 0 else (slice(None), None)]


def _spread(x: Any, y: Any) -> Array:
    """An array with the axes of another one."""
    return spread_over(as_array(x), common_axes(as_array(x), as_array(y)))


# ---------------------------------------------------------------- products


def _kron(A: Any, B: Any) -> Array:
    A, B = as_array(A), as_array(B)
    axes = tuple(a * b for a, b in zip(A.axes, B.axes, strict=True))
    return Array(ops.kron(A.expr, B.expr), axes)


def _power(X: Any, n: Any) -> Array:
    if not isinstance(n, int) or abs(n) > LARGEST_POWER:
        raise unknown("numpy.linalg.matrix_power with this power")
    return Array(ops.matrix_power(as_array(X).expr, n), as_array(X).axes)


def convolve(x: Any, y: Any, mode: str = "full") -> Array:
    """The coefficients of the product of two polynomials."""
    a, b = as_array(x), as_array(y)
    if mode != "full" or a.ndim != 1 or b.ndim != 1:
        raise unknown(f"numpy.convolve with mode={mode!r}")
    return Array(ops.conv(a.expr, b.expr), (a.axes[0] + b.axes[0] - 1,))


def tensordot(A: Any, B: Any, axes: Any = 2) -> Array:
    """The product of matrices over one axis, or over both."""
    A, B = as_array(A), as_array(B)
    if axes == 1:
        return product(A, B)
    if axes == 2 and A.ndim == B.ndim == 2:
        return Array(ops.frobenius(A.expr, B.expr), ())
    raise unknown("numpy.tensordot with these axes")


LARGEST_POWER = 16
OF_MATRIX: dict[str, Callable[[Any], Array]] = {
    "pinv": lambda X: Array(ops.pinv(as_array(X).expr), as_array(X).axes[::-1]),
    "eigvalsh": lambda S: Array(ops.eigvals_sym(as_array(S).expr), as_array(S).axes[:1]),
    "flatten": lambda x: +ravel(x),
    "multi_dot": lambda arrays: reduce(product, arrays),
}
ALL: Table = {
    "slogdet": slogdet, "diag": diagonal, "inv": each(ops.inv), "det": _number(ops.det),
    "logdet": _number(ops.logdet), "trace": _number(ops.trace), "prod": _number(ops.prod),
    "cholesky": each(ops.chol), "tril": each(ops.tril), "triu": each(ops.triu),
    "expm": each(ops.expm), "logm": each(ops.logm), "sqrtm": each(ops.sqrtm),
    "diagonal": sharing(diagonal), "copy": array, "ravel": sharing(ravel),
    "reshape": sharing(reshape), "squeeze": squeeze,
    "transpose": transpose, "swapaxes": swapped, "expand_dims": _expanded, "expand_as": _spread,
    "norm": norm, "vector_norm": vector_norm, "solve": solve, "outer": outer, "inner": inner,
    "vdot": vdot, "matrix_power": _power, "kron": _kron,
    "concatenate": concatenate, "hstack": beside, "vstack": below, "einsum": einsum,
    "block": block, "stack": stack, "column_stack": column_stack, "convolve": convolve,
    "tensordot": tensordot,
}  # fmt: skip
FUNCTIONS.update({**OF_MATRIX, **ALL})
TORCH["transpose"] = swapped
