"""Arrays whose entries are not known: they note what happens to them, with the axes NumPy has."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial, reduce, wraps
from numbers import Real
from typing import Any, NoReturn, cast

from matgrad import ops
from matgrad.core.dims import ONE, Dim, dim
from matgrad.core.expr import Expr, number_value
from matgrad.core.shape import Shape, shape_of
from matgrad.errors import AxisError, ShapeError, UnsupportedError
from matgrad.programs.arrays.tables import TORCH, called, called_method, called_torch, named

Axes = tuple[Dim, ...]
MOST_NUMBERS = 400  # entries of an array of numbers that stands in a function
LARGEST_DENOMINATOR = 1000  # of fractions that are recognised by their sixteen digits
_CONSTANTS = {math.pi: "pi", math.e: "e"}
_KEYS = "x[0], X[0, 1], X[:, 0] and X[1:3] are read, and x[:, None]"


def number(value: Any) -> Expr:
    """A number as it is written: 0.1 is one tenth."""
    if isinstance(value, bool | int | Fraction):
        return ops.number(Fraction(value))
    if float(value) in _CONSTANTS:
        return ops.constant(_CONSTANTS[float(value)])
    if not math.isfinite(float(value)):
        raise UnsupportedError(f"{value} is not a number that can be traced")
    written = Fraction(repr(float(value)))
    simple = written.limit_denominator(LARGEST_DENOMINATOR)  # 1/3 is computed before it is seen
    return ops.number(simple if float(simple) == float(value) else written)


def _single(value: Any) -> Expr:
    """A number of 32 bits by the fewest digits that tell it from others: 0.1 is one tenth."""
    written = (float(f"{value:.{digits}g}") for digits in range(6, 9))
    same = (x for x in written if struct.pack("f", x) == struct.pack("f", value))
    return number(next(same, value))


def numbers(value: Any) -> tuple[Expr, Axes]:
    """An array of numbers: identities and equal entries are seen, others are written out."""
    short = _single if "float32" in str(getattr(value, "dtype", "")) else number
    if value.ndim == 0:
        return short(value.tolist()), ()
    count = math.prod(value.shape)
    if value.ndim > 2 or count > MOST_NUMBERS or not count:
        raise UnsupportedError(
            f"an array of {count:,} numbers with {value.ndim} axes is not traced",
            hint="make it a parameter of the function",
        )
    axes = tuple(dim(int(size)) for size in value.shape)
    rows: list[list[Any]] = value.tolist() if value.ndim == 2 else [[x] for x in value.tolist()]
    same = {x for row in rows for x in row}
    if len(same) == 1:
        return ops.filled(short(same.pop()), shape_of(*axes)), axes
    square = value.ndim == 2 and len(rows) == len(rows[0])
    if square and all(x == (i == j) for i, row in enumerate(rows) for j, x in enumerate(row)):
        return ops.eye(axes[0]), axes
    return ops.below(*(ops.beside(*map(short, row)) for row in rows)), axes


# ---------------------------------------------------------------- parts


def part(expr: Expr, axes: Axes, key: Any) -> tuple[Expr, Axes]:
    """The part of an array that NumPy's key means: numbers drop an axis, None adds one."""
    keys: list[Any] = list(cast("tuple[Any, ...]", key)) if isinstance(key, tuple) else [key]
    if ... in keys:
        at = keys.index(...)
        missing = len(axes) - sum(k is not None for k in keys) + 1
        keys[at : at + 1] = [slice(None)] * missing
    taken = [k for k in keys if k is not None]
    if len(taken) > len(axes):
        raise AxisError(f"an array with {len(axes)} axes has no part with {len(taken)} indices")
    taken += [slice(None)] * (len(axes) - len(taken))
    columns = [_columns(k, axis) for k, axis in zip(taken, axes, strict=True)]
    units = [units for units, _ in columns] + [ops.eye(ONE)] * (2 - len(axes))
    if all(kept is None for _, kept in columns):
        return ops.entry_op(expr, *units), _with_new((), keys, len(axes))
    found = ops.part(expr, *units)
    left = tuple(kept for _, kept in columns if kept is not None)
    if len(axes) == 2 and columns[0][1] is None:
        found = found.T  # a row is a vector
    axes = _with_new(left, keys, len(axes))
    return (found.T if len(left) == 1 and axes[:1] == (ONE,) and len(axes) == 2 else found), axes


def _columns(key: Any, axis: Dim) -> tuple[Expr, Dim | None]:
    """The unit vectors that a key takes, and how long that axis is then."""
    if isinstance(key, slice):
        return _span(cast("slice[Any, Any, Any]", key), axis)
    if isinstance(key, bool) or not hasattr(key, "__index__"):
        raise UnsupportedError("this index cannot be traced", hint=_KEYS)
    place = dim(int(key) + 1) if key >= 0 else axis + (int(key) + 1)
    if place.value is None:  # an entry from the end of an axis with a name
        return ops.units(place, place, axis), None
    return ops.unit(place.value, axis), None


def _span(key: slice[Any, Any, Any], axis: Dim) -> tuple[Expr, Dim]:
    if key.step not in (None, 1):
        raise UnsupportedError("a slice with steps cannot be traced", hint=_KEYS)
    if key.start is None and key.stop is None:
        return ops.eye(axis), axis
    first = _bound(0 if key.start is None else key.start, axis)
    last = axis if key.stop is None else _bound(key.stop, axis)
    if axis.value is not None and last.value is not None:
        last = dim(min(axis.value, last.value))
    return ops.units(first + 1, last, axis), last - first


def _bound(value: Any, axis: Dim) -> Dim:
    if isinstance(value, Dim):
        return value
    if not hasattr(value, "__index__"):
        raise UnsupportedError("this slice cannot be traced", hint=_KEYS)
    return dim(int(value)) if value >= 0 else axis + int(value)


def _with_new(axes: Axes, keys: Sequence[Any], count: int) -> Axes:
    """The axes with those of length one that None makes."""
    keys = [*keys, *[slice(None)] * (count - sum(k is not None for k in keys))]
    rest = iter(axes)
    found = [ONE if k is None else next(rest) for k in keys if k is None or isinstance(k, slice)]
    if len(found) > 2:
        raise UnsupportedError("arrays have at most two axes here", hint=_KEYS)
    return tuple(found)


_COMPARED = "np.where(x > 0, a, b), np.maximum, np.abs and np.clip choose between values"
_STACK = "np.stack([x[0], x[1]]) puts values together; np.sum, np.exp and the like are read"
_LENGTH = 'x.shape[0] may be a name; for len(x) give the size as a number, as in {"x": (3,)}'
_SYMBOLIC = 'sizes are names here; give them as numbers, as in {"x": (3,)}'


def by(compute: Callable[[Any, Any], Any]) -> Callable[[Array, Any], Array]:
    """An operator as a method."""
    return compute


@dataclass(frozen=True, eq=False)
class Array:
    """An array of at most two axes; a vector is a column."""

    expr: Expr
    axes: tuple[Dim, ...]
    is_shared: bool = False  # is there a view of it, or is it one?

    __array_priority__ = 1000

    # ------------------------------------------------------------ operators

    __add__ = by(lambda x, y: entrywise(ops.plus, x, y))
    __sub__ = by(lambda x, y: entrywise(difference, x, y))
    __rsub__ = by(lambda x, y: entrywise(difference, y, x))
    __mul__ = by(lambda x, y: entrywise(ops.entrywise, x, y))
    __rmul__ = by(lambda x, y: entrywise(ops.entrywise, y, x))
    __truediv__ = by(lambda x, y: entrywise(divided, x, y))
    __rtruediv__ = by(lambda x, y: entrywise(divided, y, x))
    __rpow__ = by(lambda x, y: to_the_power(y, x))
    __rmatmul__ = by(lambda x, y: product(y, x))
    __lt__ = by(lambda x, y: called("less", (x, y), {}))
    __le__ = by(lambda x, y: called("less_equal", (x, y), {}))
    __gt__ = by(lambda x, y: called("greater", (x, y), {}))
    __ge__ = by(lambda x, y: called("greater_equal", (x, y), {}))
    __iadd__ = by(lambda x, y: changed(x, x + y))
    __isub__ = by(lambda x, y: changed(x, x - y))
    __imul__ = by(lambda x, y: changed(x, x * y))
    __itruediv__ = by(lambda x, y: changed(x, x / y))
    __ipow__ = by(lambda x, y: changed(x, x**y))
    __imatmul__ = by(lambda x, y: changed(x, x @ y))

    def __pow__(self, other: Any) -> Array:
        return to_the_power(self, other)

    def __matmul__(self, other: Any) -> Array:
        return product(self, other)

    def __radd__(self, other: Any) -> Array:
        if isinstance(other, int) and other == 0:  # where sum() and loops begin
            return +self
        return entrywise(ops.plus, other, self)

    def __neg__(self) -> Array:
        return Array(negated(self.expr) or -self.expr, self.axes)

    def __pos__(self) -> Array:
        return Array(self.expr, self.axes)

    def __abs__(self) -> Array:
        return Array(ops.absolute(self.expr), self.axes)

    # ------------------------------------------------------------ axes

    @property
    def T(self) -> Array:
        """The transpose; a vector stays as it is, as in NumPy."""
        turned = self if len(self.axes) < 2 else Array(transposed(self.expr), self.axes[::-1])
        return shared(self, turned)

    mT = T

    @property
    def ndim(self) -> int:
        """How many axes there are."""
        return len(self.axes)

    @property
    def shape(self) -> tuple[Any, ...]:
        """The sizes of the axes: integers, or scalars where they are names."""
        return tuple(_size(axis) for axis in self.axes)

    @property
    def size(self) -> Any:
        """How many entries there are."""
        return _size(self.axes[0] * self.axes[1]) if self.ndim == 2 else math.prod(self.shape)

    def __len__(self) -> int:
        if not self.axes or self.axes[0].value is None:
            raise UnsupportedError("the length of this array is not a number", hint=_LENGTH)
        return self.axes[0].value

    def __iter__(self) -> Iterator[Array]:
        return (self[number] for number in range(len(self)))

    def __getitem__(self, key: Any) -> Array:
        return shared(self, Array(*part(self.expr, self.axes, key)))

    # ------------------------------------------------------------ what needs the numbers

    def __bool__(self) -> NoReturn:
        raise UnsupportedError("a condition on the entries cannot be traced", hint=_COMPARED)

    def __eq__(self, other: object) -> bool:
        """Are two sizes the same? Of entries this is not known."""
        same = isinstance(other, Array) and self.expr is other.expr and self.axes == other.axes
        if same or self.expr.op is ops.size_op:
            return same
        raise UnsupportedError("a comparison of entries cannot be traced", hint=_COMPARED)

    def __hash__(self) -> int:
        return hash((self.expr, self.axes))

    def __float__(self) -> NoReturn:
        raise UnsupportedError("the entries have no numbers while a function is traced")

    def __index__(self) -> NoReturn:
        raise UnsupportedError("a whole number is needed, and this is a name", hint=_SYMBOLIC)

    def __array__(self, *_: Any, **__: Any) -> NoReturn:
        raise UnsupportedError("this function works on numbers and cannot be traced", hint=_STACK)

    def __setitem__(self, key: Any, value: Any) -> NoReturn:
        raise UnsupportedError(
            "entries cannot be set while a function is traced",
            hint="np.concatenate puts arrays together",
        )

    def __getattr__(self, name: str) -> Any:
        if name not in TORCH and named(name) is None:
            raise AttributeError(name)
        return partial(called_method, name, self)

    # ------------------------------------------------------------ functions of libraries

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        name = ufunc.__name__ if method == "__call__" else f"{ufunc.__name__}.{method}"
        return called(name, inputs, options)

    def __array_function__(
        self, function: Any, types: Any, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> Any:
        return called(function.__name__, args, kwargs)

    @classmethod
    def __torch_function__(
        cls,
        function: Any,
        types: Any,
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        return called_torch(function.__name__, args, kwargs or {})


# ---------------------------------------------------------------- numbers


def as_array(value: Any) -> Array:
    """Numbers become arrays without axes, arrays of numbers matrices of numbers."""
    if isinstance(value, Array):
        return value
    if isinstance(value, Dim):
        return Array(ops.size(value), ())
    if isinstance(value, Real):
        return Array(number(value), ())
    if hasattr(value, "ndim") and hasattr(value, "tolist"):
        return Array(*numbers(value))
    if isinstance(value, list | tuple):
        raise UnsupportedError("a list cannot be traced", hint="np.array(…) holds numbers")
    raise UnsupportedError(f"a {type(value).__name__} cannot be traced")


def _size(axis: Dim) -> Any:
    return axis.value if axis.value is not None else Array(ops.size(axis), ())


# ---------------------------------------------------------------- arrays that share entries


def changed(array: Array, new: Array) -> Array:
    """The array with other entries under all of its names, as in NumPy; a number is another one."""
    if not array.axes:
        return new
    if new.axes != array.axes:
        raise ShapeError("an array that is changed in place keeps its axes", hint="y = y * x")
    if array.is_shared:
        raise UnsupportedError(
            "this array is changed in place and shares its entries with another one",
            hint="y = y * 2 makes a new array where y *= 2 changes both",
        )
    object.__setattr__(array, "expr", new.expr)
    return array


def shared(base: Array, view: Array) -> Array:
    """A view of an array: to change one of them in NumPy changes the other."""
    if base.axes and view.axes and view is not base:
        for each in (base, view):
            object.__setattr__(each, "is_shared", True)
    return view


def sharing(function: Callable[..., Array]) -> Callable[..., Array]:
    """A function of an array that gives a view of it."""

    @wraps(function)
    def called(x: Any, *args: Any, **options: Any) -> Array:
        found = function(x, *args, **options)
        return shared(x, found) if isinstance(x, Array) else found

    return called


# ---------------------------------------------------------------- entrywise and products


def entrywise(op: Callable[..., Expr], left: Any, right: Any) -> Array:
    """Two arrays entry by entry, spread over their common axes as NumPy does."""
    a, b = as_array(left), as_array(right)
    axes = common_axes(a, b)
    spread = op in (ops.plus, difference, ops.maximum, ops.minimum)
    sides = [side if not (side.axes or spread) else spread_over(side, axes) for side in (a, b)]
    return Array(op(*(side.expr for side in sides)), axes)


def common_axes(*arrays: Array) -> tuple[Dim, ...]:
    """The axes that arrays are spread over: from the last one on, equal or one."""
    most = max(len(array.axes) for array in arrays)
    padded = [(ONE,) * (most - len(array.axes)) + array.axes for array in arrays]
    axes: list[Dim] = []
    for sizes in zip(*padded, strict=True):
        wide = {size for size in sizes if size != ONE}
        if len(wide) > 1:
            sides = " and ".join(str(shape_of(*array.axes)) for array in arrays)
            raise ShapeError(f"arrays of {sides} have no common axes").between(
                *sorted(wide, key=str)[:2]
            )
        axes.append(wide.pop() if wide else ONE)
    return tuple(axes)


def spread_over(array: Array, axes: tuple[Dim, ...]) -> Array:
    """The array repeated along the axes that it lacks."""
    if array.axes == axes:
        return array
    if array.expr.is_scalar:
        return Array(ops.filled(array.expr, shape_of(*axes)), axes)
    if len(axes) == 1:
        return Array(array.expr, axes)
    rows, cols = axes
    if len(array.axes) == 1 or array.axes[0] == ONE:  # the same row again and again
        row = array.expr.T if len(array.axes) == 1 else array.expr
        row = row if row.shape.cols == cols else ops.multiply(row, ops.filled(1, Shape(ONE, cols)))
        column = ops.filled(1, Shape(rows, ONE))
        return Array(row if rows == ONE else ops.multiply(column, row), axes)
    return Array(ops.multiply(array.expr, ops.filled(1, Shape(ONE, cols))), axes)


def divided(top: Expr, bottom: Expr) -> Expr:
    """The quotient entry by entry."""
    if bottom.is_scalar:
        return ops.divide(top, bottom)
    return ops.entrywise(top, ops.power(bottom, -1))


def to_the_power(base: Any, exponent: Any) -> Array:
    """Every entry to a power; a number to the power of every entry."""
    a, b = as_array(base), as_array(exponent)
    if b.expr.is_scalar:
        return Array(ops.power(a.expr, b.expr), common_axes(a, b))
    return entrywise(_exponential, a, b)


def _exponential(base: Expr, exponent: Expr) -> Expr:
    return ops.exp(ops.entrywise(ops.log(base), exponent))


def product(left: Any, right: Any) -> Array:
    """The matrix product; as in NumPy, a vector is a row on the left, a column on the right."""
    a, b = as_array(left), as_array(right)
    if not a.axes or not b.axes:
        return entrywise(ops.entrywise, a, b)
    if len(a.axes) == 1 and len(b.axes) == 1:
        return Array(reduce(ops.multiply, (*row_of(a.expr), b.expr)), ())
    if len(a.axes) == 1:
        return Array(ops.multiply(transposed(b.expr), a.expr), b.axes[1:])
    return Array(ops.multiply(a.expr, b.expr), (*a.axes[:1], *b.axes[1:]))


def row_of(column: Expr) -> list[Expr]:
    """The factors of a transposed column: x @ B came as Bᵀx, and is xᵀB again."""
    factors = column.args if column.op is ops.matmul else (column,)
    if factors[0].op is not ops.transpose:
        return [column.T]
    return [transposed(x) for x in reversed(factors)]


def transposed(X: Expr) -> Expr:
    """The transpose, which undoes another one."""
    return X.args[0] if X.op is ops.transpose else X.T


# ---------------------------------------------------------------- signs


def difference(left: Expr | float, right: Expr | float) -> Expr:
    """The first without the second.

    >>> x, y = ops.symbol("x", "n"), ops.symbol("y", "n")
    >>> difference(x, 2 * y)
    <x - 2*y: n×1>
    """
    other = ops.as_expr(right)
    turned = negated(other)
    return ops.minus(left, other) if turned is None else ops.plus(ops.as_expr(left), turned)


def negated(expr: Expr) -> Expr | None:
    """What has a number as a factor with the other sign; nothing if it has none."""
    if expr.op is not ops.scale:
        return None
    values = [number_value(x) for x in expr.args]
    place = next((i for i, value in enumerate(values) if value is not None), None)
    if place is None:
        return None
    value = values[place]
    assert value is not None
    return ops.scale(*expr.args[:place], ops.number(-value), *expr.args[place + 1 :])
