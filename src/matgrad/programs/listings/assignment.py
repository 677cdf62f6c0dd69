"""Names of a program and the values that they get, and arrays that are changed in place."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from matgrad import ops
from matgrad.core.dims import Dim
from matgrad.errors import MatgradError, ShapeError
from matgrad.programs.arrays.array import Array, as_array, common_axes, product
from matgrad.programs.arrays.functions import Condition, where
from matgrad.programs.listings import library
from matgrad.programs.listings.evaluation import combined, key_of, value
from matgrad.programs.listings.likely import PASSED, PLAIN, derivative_of
from matgrad.programs.listings.machine import Machine
from matgrad.programs.listings.values import (
    Chosen,
    Depends,
    Instance,
    Made,
    Misfit,
    MissingShape,
    Record,
    Routine,
    Scope,
    ToldShape,
    Unread,
)

OTHER_AXES = "an array has another number of axes than its shape is unpacked into"


@dataclass(frozen=True)
class Place:
    """Where a value is kept: under a name, as a part of an object, or in a dictionary."""

    held: dict[str, Any]
    name: str
    key: str  # its name in the whole program
    scope: Scope
    own: Record | None = None
    entry_of: str = ""  # the dictionary, if it is one


@dataclass
class Assigning(Machine):
    """A program whose names can be set."""

    used: frozenset[str] = frozenset()  # values with names of derivatives that the function uses
    written: dict[str, str] = field(default_factory=dict[str, str])  # derivatives, as they stand

    def kept_at(self, scope: Scope, target: ast.expr) -> Place | None:
        """Where what is assigned to a target is kept, if that is one value."""
        match target:
            case ast.Name(id=name) if name != "_":
                return Place(scope.names, name, name, scope)
            case ast.Attribute(value=of, attr=name) if (own := self.record(scope, of)) is not None:
                return Place(own.parts, name, name, self.main, own)
            case ast.Subscript(value=of, slice=ast.Constant(value=str(name))):
                written = ast.unparse(of)
                inner = Scope(outer=scope, is_main=False, own=scope.own)
                held = self._entries_of(scope, of)
                return Place(held, name, f"{written}[{name!r}]", inner, entry_of=written)
            case _:
                return None

    def _entries_of(self, scope: Scope, of: ast.expr) -> dict[str, Any]:
        """The entries of params, or of self.params, which may be new."""
        if isinstance(of, ast.Name) and scope.find(of.id) is None:
            scope.names[of.id] = {}
        elif isinstance(of, ast.Attribute) and (own := self.record(scope, of.value)):
            own.parts.setdefault(of.attr, {})
        held = value(self, scope, of)
        if not isinstance(held, dict):
            raise Unread(f"{ast.unparse(of)}[…] = … is not read")
        return cast("dict[str, Any]", held)

    def assign(self, scope: Scope, target: ast.expr, found: Any) -> None:
        """Set what a target names."""
        match target:
            case ast.Name(id="_"):
                pass
            case ast.Tuple(elts=targets) | ast.List(elts=targets):
                for each, part in zip(targets, self._parts(found, targets), strict=True):
                    self.assign(scope, each, part)
            case _ if (place := self.kept_at(scope, target)) is not None:
                self.keep(place, found)
            case ast.Attribute(attr="grad" | "data" | "requires_grad"):
                pass
            case _:
                raise Unread(f"{ast.unparse(target)} = … changes a part of an array")

    def keep(self, place: Place, found: Any) -> Any:
        """Set what is kept in a place; a value gets the name that it has there."""
        if place.entry_of:
            if isinstance(found, Made) and (found.number is None or self.is_starting(place.scope)):
                found = self.declare(place.name, found.axes)
            elif PLAIN.fullmatch(place.entry_of):
                found = self._named(place.key, found, place.scope)
        else:
            is_starting = isinstance(place.own, Instance) and place.own.is_starting
            if is_starting and isinstance(found, Made) and not self.is_derivative(place.key):
                found = self.declare(place.key, found.axes)  # they become other numbers later
            if place.own is None and isinstance(found, Routine) and found.own is None:
                found = self.routines[place.name] = replace(found, name=place.name)
            found = self._named(place.key, found, place.scope)
        place.held[place.name] = found
        return found

    def is_derivative(self, name: str) -> bool:
        """Is a name that is set now that of a derivative, which the function does not use?"""
        is_one = derivative_of(name, [x for x in self.latest if x != name]) is not None
        is_one = is_one or PLAIN.fullmatch(name) is not None or PASSED.fullmatch(name) is not None
        return is_one and name not in self.used

    def hands_down(self, scope: Scope, node: ast.expr) -> bool:
        """Is something made of a derivative by a computed value, which must come from above?"""
        computed = [x for x in self.latest if x not in self.inputs]
        names = {x.id for x in ast.walk(node) if isinstance(x, ast.Name)}
        unset = [x for x in names if scope.find(x) is None and x not in self.inputs]
        return any(derivative_of(x, computed) is not None for x in unset)

    def tried(self, key: str, node: ast.expr, compute: Callable[[], Any]) -> Any:
        """What is computed as a part of a backward pass, or why it is not."""
        self.written[key] = ast.unparse(node)
        outer, self.is_backward = self.is_backward, True
        try:
            return compute()
        except (MissingShape, ToldShape):
            raise
        except MatgradError as error:
            return Misfit(key, error)
        finally:
            self.is_backward = outer

    def is_starting(self, scope: Scope) -> bool:
        """Is something made here, with the values that it starts from?"""
        return isinstance(scope.own, Instance) and scope.own.is_starting

    def _parts(self, found: Any, targets: Sequence[ast.expr]) -> Sequence[Any]:
        """The parts of a tuple; of an input that is unpacked, those that have the same names."""
        if isinstance(found, Record):
            return [self.given(x.id if isinstance(x, ast.Name) else "") for x in targets]
        parts = cast("Sequence[Any]", found) if isinstance(found, tuple | list) else ()
        is_shape = isinstance(found, tuple) and all(
            isinstance(x, Array) and x.expr.op is ops.size_op for x in parts
        )
        if is_shape and len(parts) != len(targets):
            raise ShapeError(OTHER_AXES)  # n, d = x.shape: with other axes it may fit
        if not isinstance(found, tuple | list) or len(parts) != len(targets):
            raise Unread("what is unpacked here has another number of parts")
        return parts

    def _named(self, key: str, found: Any, scope: Scope) -> Any:
        if (axes := self._start_of(key, found)) is not None:
            is_same = self.is_backward and key in self.inputs and self.inputs[key].axes == axes
            return self.inputs[key] if is_same else self.declare(key, axes)
        if isinstance(found, Array) and scope.is_main:
            return self.define(key, found, is_own=scope.is_own)
        if isinstance(found, Array):
            self.latest.setdefault(key, found)
        return found

    def _start_of(self, key: str, found: Any) -> tuple[Dim, ...] | None:
        """The axes of a variable, if what it is set to is only what it starts from."""
        is_started = key in self.started
        match found:
            case Made():
                return found.axes if found.number is None or is_started else None
            case bool():
                return None
            case int() | float():
                return () if is_started else None
            case Array():
                return found.axes if is_started and not self.uses(found.expr) else None
            case _:
                return None

    def changed(self, old: Any, found: Any) -> None:
        """Give the other names of an array that was changed in place its new value."""
        if not (isinstance(old, Array) and old.axes):
            return
        holders = [s.names for s in (self.main, *self.frames)] + [x.parts for x in self.records()]
        for names in holders:
            names.update({key: found for key, x in names.items() if x is old})
        for key, x in self.inputs.items():  # y = x; y += 1 changes an input as well
            if x is old and "." not in key and self.main.find(key) is None:
                self.main.names[key] = found

    def records(self) -> list[Record]:
        """All objects of the program."""
        own = self.main.names.get("self")
        return [*self.made, *([own] if isinstance(own, Record) else [])]


STARTS = "{0} is not set before it is added to; it is taken to start at 0"
SHARED = "{0} is changed in place and shares its entries with another array"
PART = "{0} = … changes a part of an array"


def change_in_place(m: Assigning, scope: Scope, node: ast.AugAssign) -> None:
    """Carry out y += …."""
    match node.target:
        case ast.Name() | ast.Attribute() | ast.Subscript(slice=ast.Constant(value=str())):
            _change(m, scope, node)
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
        if old is None:
            place.held.pop(place.name, None)
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


def accumulated(
    m: Assigning, op: ast.operator, old: Any, added: Any, nodes: tuple[ast.expr, ast.expr]
) -> Any:
    """The new value of what is added to; zeros are where sums begin."""
    is_zero = isinstance(old, int | float) and old == 0
    is_zero = is_zero or (isinstance(old, Made) and old.number == 0 and isinstance(added, Array)
                          and old.axes == added.axes)  # fmt: skip
    if is_zero and isinstance(op, ast.Add | ast.Sub):
        return added if isinstance(op, ast.Add) else -added
    return combined(m, op, old, added, nodes)
