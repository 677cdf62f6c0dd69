"""Names of a program and the values that they get, derivatives among them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from matgrad import ops
from matgrad.core.dims import Dim
from matgrad.errors import MatgradError, ShapeError
from matgrad.programs.arrays.array import Array
from matgrad.programs.listings.derivatives import PASSED, PLAIN, derivative_of
from matgrad.programs.listings.evaluation import value
from matgrad.programs.listings.machine import Machine
from matgrad.programs.listings.values import (
    Instance,
    Made,
    Misfit,
    MissingShape,
    Record,
    Routine,
    Scope,
    ToldShape,
    Unread,
    bare,
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

    needed_ones: frozenset[str] = frozenset()  # g, where other values are computed from it
    used: frozenset[str] = frozenset()  # values with names of derivatives that the function uses
    written: dict[str, str] = field(default_factory=dict[str, str])  # derivatives, as they stand

    def value_of(self, scope: Scope, node: ast.expr) -> Any:
        """What an expression stands for."""
        return value(self, scope, node)

    def kept_at(self, scope: Scope, target: ast.expr) -> Place | None:
        """Where what is assigned to a target is kept, if that is one value."""
        match target:
            case ast.Name(id=name) if name != "_":
                return Place(scope.names, name, scope.key(name), scope)
            case ast.Attribute(value=of, attr=name) if (own := self.record(scope, of)) is not None:
                return Place(own.parts, name, own.key(name), self.main, own)
            case ast.Subscript(value=of, slice=ast.Constant(value=str(name))):
                written = ast.unparse(of)
                inner = Scope(outer=scope, is_main=False, own=scope.own)
                held = self._entries_of(scope, of)
                return Place(held, name, f"{written}[{name!r}]", inner, entry_of=written)
            case _:
                return None

    def _entries_of(self, scope: Scope, of: ast.expr) -> dict[str, Any]:
        """The entries of params, or of self.params, which may be new."""
        match of:
            case ast.Name(id=name) if scope.find(name) is None:
                scope.names[name] = {}
            case ast.Attribute(value=outer, attr=name):
                own = self.record(scope, outer)
                if own is not None and name not in own.parts:
                    own.parts[name] = {} if PLAIN.fullmatch(name) else Record(label=own.label)
            case _:
                pass
        held = value(self, scope, of)
        parts = held.parts if isinstance(held, Record) else held
        if not isinstance(parts, dict):
            raise Unread(f"{ast.unparse(of)}[…] = … is not read")
        return cast("dict[str, Any]", parts)

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
                found = self.declare(place.scope.key(place.name), found.axes)
            elif PLAIN.fullmatch(place.entry_of):
                found = self._named(place.key, found, place.scope)
        else:
            is_starting = isinstance(place.own, Instance) and place.own.is_starting
            if is_starting and not self.is_derivative(place.key):
                found = self._started(place.key, found)
            if place.own is None and isinstance(found, Routine) and found.own is None:
                found = self.routines[place.name] = replace(found, name=place.name)
            found = self._named(place.key, found, place.scope)
        place.held[place.name] = found
        return found

    def is_derivative(self, name: str) -> bool:
        """Is a name that is set now that of a derivative, which the function does not use?"""
        own = bare(name)
        known = [x for x in (*map(bare, self.latest), *self.naming.of_parts()) if x != own]
        is_one = derivative_of(own, known) is not None
        is_one = is_one or PLAIN.fullmatch(own) is not None or PASSED.fullmatch(own) is not None
        return is_one and name not in self.used and name not in self.needed_ones

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
        except MissingShape:
            raise
        except ShapeError as error:
            if isinstance(error, ToldShape) or self._is_square_then(error, node):
                raise
            return Misfit(key, error)
        except MatgradError as error:
            return Misfit(key, error)
        finally:
            self.is_backward = outer

    def _is_square_then(self, error: ShapeError, node: ast.expr) -> bool:
        """Would a matrix only have to be square, as A in A + A.T?"""
        sides = {*(error.apart or ())}
        for each in ast.walk(node):
            match each:
                case ast.BinOp(
                    left=ast.Name(id=name), right=ast.Attribute(value=ast.Name(id=other), attr="T")
                ) if name == other and name in self.inputs:
                    return {*self.inputs[name].axes} == sides
                case _:
                    pass
        return False

    def is_starting(self, scope: Scope) -> bool:
        """Is something made here, with the values that it starts from?"""
        return isinstance(scope.own, Instance) and scope.own.is_starting

    def _started(self, key: str, found: Any) -> Any:
        """What an object starts from: zeros and random entries become other numbers later."""
        if isinstance(found, Made):
            return self.declare(key, found.axes)
        if isinstance(found, dict) and not found and not PLAIN.fullmatch(bare(key)):
            return Record(label=key.rpartition(".")[0])  # params: what is put into it, and more
        if isinstance(found, list):
            entries = cast("list[Any]", found)
            return [self._started(f"{key}.{n}", x) for n, x in enumerate(entries)]
        return cast("Any", found)

    def _parts(self, found: Any, targets: Sequence[ast.expr]) -> Sequence[Any]:
        """The parts of a tuple; of an input that is unpacked, those that have the same names."""
        if isinstance(found, Record):
            return [self.given(x.id if isinstance(x, ast.Name) else "") for x in targets]
        parts = cast("Sequence[Any]", found) if isinstance(found, tuple | list) else ()
        is_shape = isinstance(found, tuple) and all(map(_is_size, parts))
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
        is_started = key in self.started or bare(key) in self.started
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


def _is_size(part: Any) -> bool:
    """Is this the size of an array?"""
    return isinstance(part, Array) and part.expr.op is ops.size_op
