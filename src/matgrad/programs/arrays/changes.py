"""Arrays that are changed in place: y *= 2 changes every other name of y, as in NumPy."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from matgrad.errors import ShapeError, UnsupportedError

Found = TypeVar("Found")


class Changes:
    """The operators that change an array itself."""

    def __iadd__(self, other: Any) -> Any:
        return changed(self, "add", other)

    def __isub__(self, other: Any) -> Any:
        return changed(self, "sub", other)

    def __imul__(self, other: Any) -> Any:
        return changed(self, "mul", other)

    def __itruediv__(self, other: Any) -> Any:
        return changed(self, "truediv", other)

    def __ipow__(self, other: Any) -> Any:
        return changed(self, "pow", other)

    def __imatmul__(self, other: Any) -> Any:
        return changed(self, "matmul", other)


def changed(array: Any, name: str, other: Any) -> Any:
    """The array with what an operator makes of it; of a number it makes another number."""
    new = getattr(operator, name)(array, other)
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


def shared(base: Any, view: Found) -> Found:
    """A view of an array: to change one of them in NumPy changes the other."""
    if base.axes and getattr(view, "axes", ()) and view is not base:
        for each in (base, view):
            object.__setattr__(each, "is_shared", True)
    return view


def sharing(function: Callable[..., Found]) -> Callable[..., Found]:
    """A function of an array that gives a view of it."""

    @wraps(function)
    def called(x: Any, *args: Any, **options: Any) -> Found:
        found = function(x, *args, **options)
        return shared(x, found) if hasattr(x, "axes") else found

    return called
