"""Arrays that are changed in place: y += 1, dh[h <= 0] = 0, p[np.arange(n), y] -= 1."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from matgrad.errors import ShapeError
from matgrad.programs.arrays.array import Array, as_array, product
from matgrad.programs.arrays.conditions import Condition, where
from matgrad.programs.listings import library
from matgrad.programs.listings.assignment import Assigning
from matgrad.programs.listings.evaluation import value
from matgrad.programs.listings.loops import accumulated, added_to
from matgrad.programs.listings.parts import label_in, one_hot, place_in, placed_one
from matgrad.programs.listings.passes import Index
from matgrad.programs.listings.values import Depends, Made, Misfit, Record, Scope, Unread

STARTS = "{0} is not set before it is added to; it is taken to start at 0"
SHARED = "{0} is changed in place and shares its entries with another array"


def change_in_place(m: Assigning, scope: Scope, node: ast.AugAssign) -> None:
    """Carry out y += …."""
    match node.target:
        case ast.Name(id=name):
            _change_name(m, scope, name, node)
        case ast.Attribute(value=of, attr=name) if (own := m.record(scope, of)) is not None:
            _change_part(m, scope, (own, name), node)
        case ast.Subscript(value=of) if m.passes:
            old = value(m, scope, of)
            _replace(m, scope, of, old, added_to(m, scope, node, node.target))
        case ast.Subscript(value=of, slice=ast.Tuple(elts=[rows, labels])) if isinstance(
            node.op, ast.Add | ast.Sub
        ):
            added = value(m, scope, node.value)
            old, chosen = _chosen(m, scope, of, (rows, labels))
            step = _in_places(chosen, added)
            _replace(m, scope, of, old, old + step if isinstance(node.op, ast.Add) else old - step)
        case ast.Subscript(value=of, slice=ast.Name() as at) if isinstance(
            node.op, ast.Add | ast.Sub
        ) and (name := place_in(m, scope, at, value(m, scope, of))):
            added, old = value(m, scope, node.value), value(m, scope, of)
            if old.is_shared:
                raise Unread(SHARED.format(ast.unparse(of)))
            one = placed_one(m, name, old)
            step = one * added if old.ndim == 1 else product(one[:, None], as_array(added)[None, :])
            _replace(m, scope, of, old, old + step if isinstance(node.op, ast.Add) else old - step)
        case _:
            raise Unread(f"{ast.unparse(node.target)} is changed in place")


def _change_name(m: Assigning, scope: Scope, name: str, node: ast.AugAssign) -> None:
    added = value(m, scope, node.value)
    holder = scope.find(name)
    if isinstance(node.op, ast.Mult):
        keep_unmasked(m, scope, name, (node.target, node.value))
    is_new = holder is None and name not in m.latest and isinstance(node.op, ast.Add)
    old = holder.names[name] if holder else 0 if is_new else value(m, scope, node.target)
    if is_new:
        m.note(STARTS.format(name))
    if isinstance(old, Misfit):  # it could not be computed, and stays so
        return
    if isinstance(old, Array) and old.axes and old.is_shared:
        (holder or scope).names[name] = _shared(name, node)
        return
    found = accumulated(m, node.op, old, added, (node.target, node.value))
    m.change(old, found, name, holder or scope)


def _shared(name: str, node: ast.AugAssign) -> Misfit:
    return Misfit(name, Unread(SHARED.format(name)).on(node.lineno))


def _change_part(m: Assigning, scope: Scope, at: tuple[Record, str], node: ast.AugAssign) -> None:
    """self.W -= …; a derivative that is added to may fail."""
    own, name = at
    key = own.key(name)

    def compute() -> Any:
        added = value(m, scope, node.value)
        old = 0 if _is_new(m, at, node.op) else value(m, scope, node.target)
        if isinstance(old, Array) and old.axes and old.is_shared:
            return _shared(key, node)
        m.put(own, name, accumulated(m, node.op, old, added, (node.target, node.value)))
        m.changed(old, own.parts[name])
        return own.parts[name]

    own.parts[name] = m.tried(key, node.value, compute) if m.is_derivative(key) else compute()


def _is_new(m: Assigning, at: tuple[Record, str], op: ast.operator) -> bool:
    """Is this derivative added to before it is set?"""
    own, name = at
    is_new = name not in own.parts and m.is_derivative(own.key(name)) and isinstance(op, ast.Add)
    if is_new:
        m.note(STARTS.format(name))
    return is_new


def _replace(m: Assigning, scope: Scope, of: ast.expr, old: Any, new: Any) -> None:
    """Give an array that is changed in place its new value, under all of its names."""
    match of:
        case ast.Name(id=name):
            m.change(old, new, name, scope.find(name) or scope)
        case ast.Attribute(value=outer, attr=name) if (own := m.record(scope, outer)) is not None:
            m.put(own, name, new)
            m.changed(old, own.parts[name])
        case _:
            raise Unread(f"{ast.unparse(of)}[…] = … changes a part of an array")


def set_where(m: Assigning, scope: Scope, at: tuple[ast.expr, ast.expr], new: Any) -> None:
    """dh[h <= 0] = 0 sets the entries where something holds."""
    of, mask = at
    try:
        old = value(m, scope, of)
    except Depends:  # it could not be computed, and stays so
        return
    if not isinstance(new, int | float):
        raise Unread(f"{ast.unparse(mask)} chooses entries that are set, which is not read")
    if isinstance(of, ast.Name):
        m.masked.setdefault(of.id, _written_out(m, old))
    _replace(m, scope, of, old, where(value(m, scope, mask), new, old))


def keep_unmasked(m: Assigning, scope: Scope, name: str, factors: Sequence[ast.expr]) -> None:
    """Keep what dh is before dh = dh * (h > 0) makes it a derivative by what stands inside of h."""
    holder = scope.find(name)
    others = [x for x in factors if not (isinstance(x, ast.Name) and x.id == name)]
    if holder is None or len(others) != len(factors) - 1:
        return
    if all(is_mask(scope, x) for x in others):
        m.masked.setdefault(name, _written_out(m, holder.names[name]))


def is_mask(scope: Scope, node: ast.expr) -> bool:
    """Is this a condition on entries, or a name for one: mask = h <= 0?"""
    match node:
        case ast.Compare() | ast.UnaryOp(op=ast.Invert()):
            return True
        case ast.Call(func=ast.Attribute(value=of, attr="astype" | "float" | "double")):
            return is_mask(scope, of)
        case ast.Name(id=name) if (holder := scope.find(name)) is not None:
            return isinstance(holder.names[name], Condition)
        case _:
            return False


def _written_out(m: Assigning, old: Any) -> Any:
    """A value without its name, which it loses."""
    if not isinstance(old, Array):
        return old
    value = next((d.value for d in m.definitions if d.symbol is old.expr), old.expr)
    return Array(value, old.axes)


# ---------------------------------------------------------------- what class numbers choose


def set_chosen(
    m: Assigning, scope: Scope, of: ast.expr, at: tuple[ast.expr, ast.expr], new: Any
) -> None:
    """margins[np.arange(n), y] = 0 sets one entry of each row: the others are kept by 1 − Y."""
    old, chosen = _chosen(m, scope, of, at)
    kept = None if isinstance(old, Made) else old * (1 - chosen)
    is_zero = isinstance(new, int | float) and new == 0
    if kept is None:
        found = _in_places(chosen, new)
    else:
        found = kept if is_zero else kept + _in_places(chosen, new)
    _replace(m, scope, of, old, found)


def _chosen(
    m: Assigning, scope: Scope, of: ast.expr, at: tuple[ast.expr, ast.expr]
) -> tuple[Any, Array]:
    """An array of which class numbers choose one entry in each row, and the one-hot rows."""
    rows, labels = at
    old = value(m, scope, of)
    if isinstance(old, Array | Made) and len(old.axes) < 2:
        raise ShapeError("a part with two indices is one of a matrix")
    is_zero = isinstance(old, Made) and old.number == 0
    name = label_in(m, scope, labels, library.as_constant(old) if is_zero else old)
    is_each = not isinstance(rows, ast.Slice) and isinstance(value(m, scope, rows), Index | range)
    if not name or not is_each:
        raise Unread(f"{ast.unparse(of)}[…] = … changes a part of an array")
    chosen = one_hot(m, name)
    if isinstance(old, Array) and old.is_shared:
        raise Unread(SHARED.format(ast.unparse(of)))
    if isinstance(old, Made):
        for one, other in zip(old.axes, chosen.axes, strict=True):
            if one != other:
                raise ShapeError("one-hot rows of another size").between(one, other)
    return old, chosen


def _in_places(chosen: Array, new: Any) -> Array:
    """Values in the places that are chosen: a number, or one for each row."""
    if isinstance(new, Array) and new.ndim == 1:
        return chosen * new[:, None]
    if isinstance(new, int | float) and new == 1:
        return chosen
    if not isinstance(new, int | float) and as_array(new).axes:
        raise Unread("what is put into these places of an array is not read")
    return chosen * new
