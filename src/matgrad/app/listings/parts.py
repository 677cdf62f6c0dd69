"""Parts of arrays: x[0], X[:, None], the rows of a loop, and what class numbers choose."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, cast

from matgrad.app.array_functions import ENTRYWISE, total
from matgrad.app.arrays import Array, product
from matgrad.app.listings.machine import Machine
from matgrad.app.listings.samples import Samples
from matgrad.app.listings.values import Classes, Index, Scope, Unread, parts_of
from matgrad.core.dims import Dim
from matgrad.errors import ShapeError

Evaluate = Callable[[Machine, Scope, ast.expr], Any]
CHOSEN = "{0} holds the class of each sample; {1} has a one there in each row, and zeros elsewhere"


def key_of(m: Machine, scope: Scope, node: ast.expr, value: Evaluate, of: Any) -> Any:
    """What stands between square brackets."""
    match node:
        case ast.Slice(lower=low, upper=high, step=None):
            ends = [None if x is None else _bound(value(m, scope, x)) for x in (low, high)]
            return slice(*ends)
        case ast.Tuple(elts=[first, ast.Name(id=name)]) if _is_label(m, scope, name, of):
            rows = None if isinstance(first, ast.Slice) else value(m, scope, first)
            if isinstance(rows, range | Index):
                return Classes(name)
            raise Unread("these places of an array are not read")
        case ast.Name(id=name) if _is_label(m, scope, name, of) and name not in m.latest:
            return Classes(name, is_row=True)
        case ast.Tuple(elts=entries):
            return tuple(key_of(m, scope, each, value, of) for each in entries)
        case _:
            return value(m, scope, node)


def _is_label(m: Machine, scope: Scope, name: str, of: Any) -> bool:
    """Is this an input with which entries of a matrix are chosen?"""
    holder = scope.find(name)
    held = holder.names[name] if holder is not None else m.inputs.get(name)
    is_input = held is None or (isinstance(held, Array) and held is m.inputs.get(name))
    return isinstance(of, Array) and of.ndim == 2 and is_input


def _bound(value: Any) -> Any:
    """The end of a slice: a whole number, or a size."""
    if isinstance(value, Array) and isinstance(value.expr.data, Dim):
        return value.expr.data
    return value


def item(m: Machine, of: Any, key: Any) -> Any:  # noqa: PLR0911
    """The part of a value that a key means."""
    match of, key:
        case Array(), Classes(name=name, is_row=True):
            rows = one_hot(m, name)
            return rows if of.expr.op.name == "eye" else product(rows, of)
        case Array(), Classes(name=name):
            return _chosen(m, of, name)
        case Array(), Index():
            return sample(of, key)
        case Array(), (Index() as index, slice(start=None, stop=None)):
            return sample(of, index)
        case Samples(stacked=stacked), int(place) if of.own == 1:
            return Samples(stacked[:, place], of.index)
        case ((list() | tuple() | dict() | str()), _):
            return cast("Any", of)[key]
        case Array(), _:
            if isinstance(key, tuple) and sum(k is not None for k in parts_of(key)) > of.ndim:
                raise ShapeError(f"an array with {of.ndim} axes has no part with so many indices")
            if _has_index(key):
                raise Unread("these places of an array are not read inside of a loop")
            return of[key]
        case _:
            raise Unread("a part of this value is not read")


def _has_index(key: Any) -> bool:
    return any(isinstance(x, Index) for x in parts_of(key))


def sample(of: Array, index: Index) -> Samples:
    """One entry or row for each sample."""
    if not of.axes:
        raise Unread("a number has no entries")
    if of.axes[0] != index.count:
        raise ShapeError(f"a loop over {index.count} samples of {of.axes[0]}").between(
            index.count, of.axes[0]
        )
    return Samples(of, index)


def _chosen(m: Machine, of: Array, name: str) -> Array:
    """The entries of the rows of a matrix that class numbers choose; of an identity, all rows."""
    rows = one_hot(m, name)
    found = total(of * rows, 1)
    m.chosen[found.expr] = (of, rows)
    return found


def of_chosen(m: Machine, name: str, x: Array) -> Array | None:
    """A function of entries that classes choose: the entries of the function, chosen later."""
    value = next((d.value for d in m.definitions if d.symbol is x.expr), x.expr)
    if value not in m.chosen or name not in ENTRYWISE:
        return None
    of, rows = m.chosen[value]
    found = total(Array(ENTRYWISE[name](of.expr), of.axes) * rows, 1)
    m.chosen[found.expr] = (Array(ENTRYWISE[name](of.expr), of.axes), rows)
    return found


def one_hot(m: Machine, name: str) -> Array:
    """The matrix with a one in each row, in the place that a class number tells."""
    found = m.one_hot(name)
    m.note(CHOSEN.format(name, found.expr.name))
    return found
