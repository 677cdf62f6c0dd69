"""Parts of arrays: x[0], X[:, None], the rows of a loop, and what class numbers choose."""

from __future__ import annotations

import ast
import operator
import re
from dataclasses import replace
from typing import Any, cast

from matgrad.core.dims import Dim
from matgrad.errors import AxisError, ShapeError
from matgrad.programs.arrays.array import Array, product
from matgrad.programs.arrays.functions import ENTRYWISE, total
from matgrad.programs.listings.machine import PLACE, Machine
from matgrad.programs.listings.passes import Each, Index, combined, entry, fresh, renamed
from matgrad.programs.listings.values import Chosen, Instance, Scope, Unread, parts_of

PLACED = "{0} chooses one place; {1} has a one there, and zeros elsewhere"
_SEVERAL = re.compile(r"\w*(?:mask|idx|ind(?:s|ices)|index(?:es)?|perm\w*|order|keep|sel\w*)")
CHOSEN = "{0} holds the class of each sample; {1} has a one there in each row, and zeros elsewhere"


def key_of(m: Machine, scope: Scope, node: ast.expr, of: Any) -> Any:
    """What stands between square brackets."""
    match node:
        case ast.Slice(lower=low, upper=high, step=None):
            ends = [None if x is None else _bound(m.value_of(scope, x)) for x in (low, high)]
            return slice(*ends)
        case ast.Tuple(elts=[first, ast.Name() as last]) if name := label_in(m, scope, last, of):
            rows = None if isinstance(first, ast.Slice) else m.value_of(scope, first)
            if isinstance(rows, range | Index):
                return Chosen(one_hot(m, name))
            raise Unread("these places of an array are not read")
        case ast.Name() if name := place_in(m, scope, node, of):
            return Chosen(placed_one(m, name, of))
        case ast.Name() if (name := label_in(m, scope, node, of)) and name not in m.latest:
            return Chosen(one_hot(m, name), is_row=True)
        case ast.Tuple(elts=entries):
            return tuple(key_of(m, scope, each, of) for each in entries)
        case _:
            return m.value_of(scope, node)


def label_in(m: Machine, scope: Scope, node: ast.expr, of: Any) -> str:
    """The input that a name stands for, if entries of a matrix are chosen with it."""
    if not (isinstance(node, ast.Name) and isinstance(of, Array) and of.ndim == 2):
        return ""
    holder = scope.find(node.id)
    held = holder.names[node.id] if holder is not None else m.inputs.get(node.id)
    if held is None:
        return node.id
    if not isinstance(held, Array):
        return ""
    root = m.aliases.get(held.expr, held.expr)
    found = [name for name, x in m.inputs.items() if x is held or x.expr is root]
    return node.id if node.id in found else next(iter(found), "")


def place_in(m: Machine, scope: Scope, node: ast.Name, of: Any) -> str:
    """The whole number that chooses an entry of a vector, or a row where it is told to be one."""
    if not isinstance(of, Array) or not of.axes or _SEVERAL.fullmatch(node.id):
        return ""
    holder = scope.find(node.id)
    held = holder.names[node.id] if holder is not None else m.inputs.get(node.id)
    name = next((n for n, x in m.inputs.items() if x is held), node.id if held is None else "")
    is_number = m.told.get(name) == () or f"{name}{PLACE}" in m.inputs
    if not name or (of.ndim > 1 and not is_number):
        return ""
    if isinstance(held, Array) and held.axes:
        raise ShapeError(f"{name} chooses one entry, and is a number")
    return name


def label_of(m: Machine, held: Array) -> str:
    """The input of class numbers that an array is."""
    root = m.aliases.get(held.expr, held.expr)
    is_vector = held.ndim == 1
    return next((n for n, x in m.inputs.items() if x.expr is root and is_vector), "")


def rows_of(m: Machine, label: Each) -> Each:
    """The one-hot row of the class number of each sample."""
    name = label_of(m, label.array()) if len(label.loops) == 1 and not label.own else ""
    if not name:
        raise Unread("these places of an array are not read inside of a loop")
    rows = one_hot(m, name)
    own = fresh(rows.axes[1:])
    return Each(((label.loops + own, rows),), own)


def same_class(m: Machine, op: type[ast.cmpop], left: Any, right: Any) -> Each | None:
    """Where j == y[i]: in each row, at the place of its class."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Index) and isinstance(other, Each) and op in (ast.Eq, ast.NotEq):
            rows = rows_of(m, other)
            one.see_that_it_runs_along(rows.own[0])
            chosen = Each(renamed(rows, {rows.own[0]: one}).factors)
            return chosen if op is ast.Eq else combined(operator.sub, 1, chosen)
    return None


def _bound(value: Any) -> Any:
    """The end of a slice: a whole number, or a size."""
    if isinstance(value, Array) and isinstance(value.expr.data, Dim):
        return value.expr.data
    return value


def item(m: Machine, of: Any, key: Any) -> Any:
    """The part of a value that a key means."""
    match of, key:
        case Array(), Chosen(ones=ones, is_row=is_row):
            return chosen_from(m, of, ones, is_row)
        case Array() | Each(), _ if isinstance(of, Each) or any(map(_is_each, parts_of(key))):
            keys = [rows_of(m, x) if isinstance(x, Each) else x for x in parts_of(key)]
            return entry(of, keys)
        case Instance(), _ if (method := of.of.method("__getitem__")) is not None:
            return m.call(replace(method, own=of), [key], {})
        case ((list() | tuple() | dict() | str()), _):
            return cast("Any", of)[key]
        case Array(), _:
            if isinstance(key, tuple) and sum(k is not None for k in parts_of(key)) > of.ndim:
                raise AxisError(f"an array with {of.ndim} axes has no part with so many indices")
            return of[key]
        case _:
            raise Unread("a part of this value is not read")


def _is_each(key: Any) -> bool:
    return isinstance(key, Index | Each)


def chosen_from(m: Machine, of: Array, ones: Array, is_row: bool) -> Array:
    """The entry of each row that a one chooses, one entry of a vector, or whole rows."""
    if ones.ndim < 2 or is_row:
        found = ones if of.expr.op.name == "eye" else product(ones, of)
    else:
        found = total(of * ones, 1)
    if of.ndim == ones.ndim and not is_row:
        m.chosen[found.expr] = (of, ones)
    return found


def placed_one(m: Machine, name: str, of: Array) -> Array:
    """The vector with a one in a place along the first axis of an array."""
    found = m.place(name, of.axes[0])
    m.note(PLACED.format(name, found.expr.name))
    return found


def of_chosen(m: Machine, name: str, x: Array) -> Array | None:
    """A function of entries that classes choose: the entries of the function, chosen later."""
    value = next((d.value for d in m.definitions if d.symbol is x.expr), x.expr)
    if value not in m.chosen or name not in ENTRYWISE:
        return None
    of, rows = m.chosen[value]
    inside = Array(ENTRYWISE[name](of.expr), of.axes)
    found = total(inside * rows, 1) if of.ndim == 2 else product(rows, inside)
    m.chosen[found.expr] = (inside, rows)
    return found


def one_hot(m: Machine, name: str) -> Array:
    """The matrix with a one in each row, in the place that a class number tells."""
    found = m.one_hot(name)
    m.note(CHOSEN.format(name, found.expr.name))
    return found
