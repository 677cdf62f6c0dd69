"""Entries of arrays that a loop over samples adds to: dW[:, j] += X[i], dW[:, y[i]] -= X[i]."""

from __future__ import annotations

import ast
from typing import Any

from matgrad.programs.arrays.array import Array, as_array, product
from matgrad.programs.arrays.functions import total
from matgrad.programs.listings import library
from matgrad.programs.listings.assignment import Assigning
from matgrad.programs.listings.cells import Cells, Columns, weight, weighted
from matgrad.programs.listings.evaluation import value
from matgrad.programs.listings.parts import label_of, one_hot
from matgrad.programs.listings.samples import Samples
from matgrad.programs.listings.values import Index, Made, Scope, Unread

NOT_READ = "these places of an array are not read inside of a loop"


def added_to(m: Assigning, scope: Scope, node: ast.AugAssign, target: ast.Subscript) -> Any:
    """The array with what all passes of a loop add to places of it, and what it was before."""
    if not isinstance(node.op, ast.Add | ast.Sub):
        raise Unread("in a loop over samples only sums are read")
    held = value(m, scope, target.value)
    old = library.as_constant(held)
    keys = target.slice.elts if isinstance(target.slice, ast.Tuple) else [target.slice]
    at = [None if isinstance(x, ast.Slice) else value(m, scope, x) for x in keys]
    more = _more(m, old, at, value(m, scope, node.value))
    more = more if isinstance(node.op, ast.Add) else -more
    is_zero = isinstance(held, Made) and held.number == 0 and held.axes == more.axes
    return more if is_zero else old + more


def _more(m: Assigning, old: Any, at: list[Any], added: Any) -> Any:
    """What is added."""
    match old, at:
        case Samples(), [Samples() as label] if old.own == 1 and m.inner is None and m.mask is None:
            return Samples(_chosen(m, label) * _each(added), old.index)
        case Array(), [Index() as row, Samples() as label] if (
            old.ndim == 2 and row is m.loop and m.inner is None and m.mask is None
        ):  # fmt: skip
            return _chosen(m, label) * _each(added)
        case Array(), [None, place] if old.ndim == 2:
            vectors, factors = _factors(m, place, added)
            return product(vectors.T, factors)
        case Array(), [place, None] | [place] if old.ndim == 2:
            vectors, factors = _factors(m, place, added)
            return product(factors.T, vectors)
        case Array(), [place] if old.ndim == 1:
            return total(_cells(m, place, added), 0)
        case _:
            raise Unread(NOT_READ)


def _each(added: Any) -> Any:
    """A number for each sample beside a matrix."""
    if isinstance(added, Samples) and added.own == 0:
        return added.stacked[:, None]
    if isinstance(added, int | float) or (isinstance(added, Array) and not added.axes):
        return added
    raise Unread(NOT_READ)


def _chosen(m: Assigning, label: Samples) -> Array:
    name = label_of(m, label.stacked)
    if not name:
        raise Unread(NOT_READ)
    return one_hot(m, name)


def _factors(m: Assigning, place: Any, added: Any) -> tuple[Array, Array]:
    """Vectors of samples, and by how much each counts for each place."""
    if isinstance(added, Samples) and added.own == 1:
        return added.stacked, _cells(m, place, 1)
    if isinstance(added, Columns):
        return added.vectors.stacked, _cells(m, place, added.factors)
    raise Unread(NOT_READ)


def _cells(m: Assigning, place: Any, added: Any) -> Array:
    """A number for each sample and each place."""
    assert m.loop is not None
    if m.inner is not None:
        found = weighted(added, weight(m.mask, m.loop, m.inner))
        if not isinstance(found, Cells):
            raise Unread(NOT_READ)
        if place is m.inner:
            return found.stacked
        counted: Any = total(found.stacked, 1)[:, None]
    elif m.mask is not None:
        counted = _each(added) * m.mask.stacked[:, None]
    else:
        counted = _each(added)
    if not isinstance(place, Samples):
        raise Unread(NOT_READ)
    is_one = isinstance(counted, int | float) and counted == 1
    return _chosen(m, place) if is_one else _chosen(m, place) * as_array(counted)
