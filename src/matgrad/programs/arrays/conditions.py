"""Comparisons of arrays: entries that are one where they hold, and np.where.

`x > 0` is step(x), so both values of np.where are computed everywhere, as in NumPy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn

from matgrad import ops
from matgrad.errors import UnsupportedError
from matgrad.programs.arrays.array import Array, as_array, entrywise
from matgrad.programs.arrays.tables import FUNCTIONS, UFUNCS, unknown

_LOGIC = "of two conditions, a & b, a | b and ~a are read"
ZERO = ops.number(0)


@dataclass(frozen=True, eq=False)
class Condition(Array):
    """Where something holds: ones and zeros. `greater` and `smaller` are what was compared."""

    greater: Array | None = None
    smaller: Array | None = None
    opposite: Condition | None = None

    def __and__(self, other: Any) -> Condition:
        both = entrywise(ops.entrywise, self, _condition(other))
        return Condition(both.expr, both.axes)

    def __or__(self, other: Any) -> Condition:
        return ~(~self & ~_condition(other))

    def __invert__(self) -> Condition:
        if self.opposite is not None:
            return self.opposite
        elsewhere = 1 - Array(self.expr, self.axes)
        return Condition(elsewhere.expr, elsewhere.axes, opposite=self)

    def __add__(self, other: Any) -> Array:
        return _of_number(self, other) + other

    def __sub__(self, other: Any) -> Array:
        return _of_number(self, other) - other

    def __neg__(self) -> NoReturn:
        raise UnsupportedError("NumPy has no minus of a condition", hint="~a is its opposite")


def _condition(value: Any) -> Condition:
    if not isinstance(value, Condition):
        raise UnsupportedError("this is no comparison of entries", hint="x > 0")
    return value


def _opposite(value: Any) -> Condition:
    return ~_condition(value)


def _of_number(condition: Condition, other: Any) -> Array:
    """A condition as the numbers that it is beside numbers."""
    if isinstance(other, Condition):
        raise UnsupportedError("conditions are not added", hint=_LOGIC)
    return Array(condition.expr, condition.axes)


def is_greater(left: Any, right: Any) -> Condition:
    """Where left > right."""
    a, b = as_array(left), as_array(right)
    away = a if b.expr is ZERO else a - b
    return Condition(ops.step(away.expr), away.axes, False, a, b)


def where(condition: Any, value: Any, other: Any) -> Array:
    """One value where something holds, and another one where it does not."""
    chosen = _condition(condition)
    a, b = as_array(value), as_array(other)
    if (larger := _larger(chosen, a, b)) is not None:
        return larger
    there, beside = Array(chosen.expr, chosen.axes), Array((~chosen).expr, chosen.axes)
    if b.expr is ZERO:
        return there * a
    return beside * b if a.expr is ZERO else there * a + beside * b


def _larger(condition: Condition, value: Array, other: Array) -> Array | None:
    """The larger or the smaller of two values, if that is what is chosen: x where x > 0, or 0."""
    if condition.greater is None or condition.smaller is None:
        return None
    compared = (condition.greater.expr, condition.smaller.expr)
    for op, chosen in ((ops.maximum, (value, other)), (ops.minimum, (other, value))):
        if compared == (chosen[0].expr, chosen[1].expr):
            return entrywise(op, value, other)
    return None


def astype(x: Any, dtype: Any) -> Array:
    """A condition as numbers; other arrays have these already, and whole ones would be rounded."""
    if not isinstance(x, Condition) and "float" not in str(dtype):
        raise unknown("numpy.astype of entries that would be rounded")
    return Array(as_array(x).expr, as_array(x).axes)


COMPARED: dict[str, Callable[[Any, Any], Condition]] = {
    "greater": is_greater,
    "less": lambda x, y: is_greater(y, x),
    "greater_equal": lambda x, y: ~is_greater(y, x),
    "less_equal": lambda x, y: ~is_greater(x, y),
    "logical_and": lambda x, y: _condition(x) & y,
    "logical_or": lambda x, y: _condition(x) | y,
}
UFUNCS.update(COMPARED)
UFUNCS["logical_not"] = _opposite
FUNCTIONS.update({"where": where, "astype": astype})
