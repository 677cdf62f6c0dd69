"""Arrays that are changed in place: y += 1, dh[h <= 0] = 0, p[np.arange(n), y] -= 1."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from matgrad.errors import ShapeError
from matgrad.programs.arrays.array import Array, as_array, common_axes, product
from matgrad.programs.arrays.conditions import Condition, where
from matgrad.programs.listings import library
from matgrad.programs.listings.assignment import Assigning, Place
from matgrad.programs.listings.evaluation import value
from matgrad.programs.listings.loops import accumulated, added_to
from matgrad.programs.listings.parts import key_of
from matgrad.programs.listings.values import Chosen, Depends, Made, Misfit, Scope, Unread

STARTS = "{0} is not set before it is added to; it is taken to start at 0"
SHARED = "{0} is changed in place and shares its entries with another array"
PART = "{0} = … changes a part of an array"


def change_in_place(m: Assigning, scope: Scope, node: ast.AugAssign) -> None:
    """Carry out y += …."""
    match node.target:
        case ast.Name() | ast.Attribute() | ast.Subscript(slice=ast.Constant(value=str())):
            _change(m, scope, node)
        case ast.Subscript(value=of) as target if m.passes:
            old = value(m, scope, of)
            m.changed(old, m.keep(_where(m, scope, of), added_to(m, scope, node, target)))
        case ast.Subscript() as target if isinstance(node.op, ast.Add | ast.Sub):
            change_entries(m, scope, target, node.value, node.op)
        case _:
            raise Unread(f"{ast.unparse(node.target)} is changed in place")


def _change(m: Assigning, scope: Scope, node: ast.AugAssign) -> None:
    """Carry out dW += … or self.W -= …; a part that is a derivative may fail."""
    place = _where(m, scope, node.target)

    def compute() -> Any:
        added = value(m, scope, node.value)
        if isinstance(node.op, ast.Mult) and isinstance(node.target, ast.Name):
            keep_unmasked(m, scope, place.name, (node.target, node.value))
        may_be_new = place.name not in m.latest if place.own is None else m.is_derivative(place.key)
        old = place.held.get(place.name)
        if place.name not in place.held:
            is_new = may_be_new and not place.entry_of and isinstance(node.op, ast.Add)
            old = 0 if is_new else value(m, scope, node.target)
            if is_new:
                m.note(STARTS.format(place.name))
        if isinstance(old, Misfit):  # it could not be computed, and stays so
            return old
        if isinstance(old, Array) and old.axes and old.is_shared:
            why = Unread(SHARED.format(place.key)).on(node.lineno)
            place.held[place.name] = Misfit(place.key, why)
            return place.held[place.name]
        found = m.keep(place, accumulated(m, node.op, old, added, (node.target, node.value)))
        m.changed(old, found)
        return found

    if place.own is not None and m.is_derivative(place.key):
        place.held[place.name] = m.tried(place.key, node.value, compute)
    else:
        compute()


def _where(m: Assigning, scope: Scope, target: ast.expr) -> Place:
    """Where what is changed is kept."""
    holder = scope.find(target.id) if isinstance(target, ast.Name) else None
    place = m.kept_at(holder or scope, target)
    if place is None:
        raise Unread(PART.format(ast.unparse(target)))
    return place


def change_entries(
    m: Assigning,
    scope: Scope,
    target: ast.Subscript,
    node: ast.expr,
    op: ast.operator | None = None,
) -> None:
    """dh[h <= 0] = 0, p[np.arange(n), y] -= 1: entries that conditions or class numbers choose."""
    of, key, new = target.value, target.slice, value(m, scope, node)
    try:
        old = value(m, scope, of)
    except Depends:  # it could not be computed, and stays so
        return
    if is_mask(scope, key):
        if op is not None or not isinstance(new, int | float):
            raise Unread(f"{ast.unparse(key)} chooses entries that are set, which is not read")
        if isinstance(of, ast.Name):
            m.masked.setdefault(of.id, _written_out(m, old))
        found = where(value(m, scope, key), new, old)
    elif isinstance(old, Array) and old.is_shared:
        raise Unread(SHARED.format(ast.unparse(of)))
    else:
        found = _with_chosen(m, scope, target, (old, new), op)
    m.changed(old, m.keep(_where(m, scope, of), found))


def _with_chosen(
    m: Assigning,
    scope: Scope,
    target: ast.Subscript,
    values: tuple[Any, Any],
    op: ast.operator | None,
) -> Any:
    """An array with other entries in the places that whole numbers choose, or with more there."""
    old, new = values
    base: Any = library.as_constant(old) if isinstance(old, Made) and old.number == 0 else old
    if isinstance(target.slice, ast.Tuple) and len(getattr(base, "axes", (0, 0))) < 2:
        raise ShapeError("a part with two indices is one of a matrix")
    chosen = key_of(m, scope, target.slice, base)
    if not isinstance(chosen, Chosen) or chosen.is_row or not isinstance(base, Array):
        raise Unread(PART.format(ast.unparse(target)))
    ones = chosen.ones
    if ones.ndim == base.ndim:
        common_axes(ones, base)
        step = _in_places(ones, new)
    else:
        step = product(ones[:, None], as_array(new)[None, :])
    if op is not None:
        return base + step if isinstance(op, ast.Add) else base - step
    if isinstance(old, Made):
        return step
    is_zero = isinstance(new, int | float) and new == 0
    return base * (1 - ones) if is_zero else base * (1 - ones) + step


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


def _in_places(chosen: Array, new: Any) -> Array:
    """Values in the places that are chosen: a number, or one for each row."""
    if isinstance(new, Array) and new.ndim == 1:
        return chosen * new[:, None]
    if isinstance(new, int | float) and new == 1:
        return chosen
    if not isinstance(new, int | float) and as_array(new).axes:
        raise Unread("what is put into these places of an array is not read")
    return chosen * new
