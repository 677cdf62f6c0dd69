"""Largest entries, which most programs only subtract for safety."""

from __future__ import annotations

from typing import Any

from matgrad import ops
from matgrad.core.dims import ONE
from matgrad.core.shape import shape_of
from matgrad.programs.arrays.array import Array
from matgrad.programs.arrays.functions import axis_of
from matgrad.programs.listings.machine import Machine


def largest(m: Machine, x: Array, axis: Any, keeps: bool) -> Array:
    """The largest entry of an array: a name, as most programs only subtract it for safety."""
    along = None if axis is None else axis_of(x, axis)
    if along is None or x.ndim == 1:
        axes, true = (ONE,) * x.ndim * keeps, ops.max_entry(x.expr)
    else:
        axes, true = (x.axes[1 - along],), None
    symbol = ops.symbol(f"shift_{len(m.shifts)}", *shape_of(*axes))
    m.shifts[symbol] = true
    found = Array(symbol, axes)
    return found if along is None or x.ndim == 1 or not keeps else _kept(found, along)


def _kept(column: Array, along: int) -> Array:
    """A vector with the axis of length one in its place."""
    return column[:, None] if along == 1 else column[None, :]
