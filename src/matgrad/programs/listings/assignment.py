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


@dataclass
class Assigning(Machine):
    """A program whose names can be set."""

    needed_ones: frozenset[str] = frozenset()  # g, where other values are computed from it
    used: frozenset[str] = frozenset()  # values with names of derivatives that the function uses
    written: dict[str, str] = field(default_factory=dict[str, str])  # derivatives, as they stand

    def value_of(self, scope: Scope, node: ast.expr) -> Any:
        """What an expression stands for."""
        return value(self, scope, node)

    def assign(self, scope: Scope, target: ast.expr, found: Any) -> None:
        """Set what a target names."""
        match target:
            case ast.Name(id="_"):
                pass
            case ast.Name(id=name):
                scope.names[name] = self.named(scope, name, found)
            case ast.Tuple(elts=targets) | ast.List(elts=targets):
                for each, part in zip(targets, self._parts(found, targets), strict=True):
                    self.assign(scope, each, part)
            case ast.Attribute(value=of, attr=name) if (own := self.record(scope, of)) is not None:
                self.put(own, name, found)
            case ast.Attribute(attr="grad" | "data" | "requires_grad"):
                pass
            case ast.Subscript(value=of, slice=ast.Constant(value=str(key))):
                self._put_under_key(scope, of, key, found)
            case ast.Starred():
                raise Unread("a star is not read")
            case _:
                raise Unread(f"{ast.unparse(target)} = … changes a part of an array")

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

    def attempt(self, scope: Scope, name: str, node: ast.expr) -> Any:
        """The value of a derivative; one that cannot be computed does not stop the program."""
        return self.tried(
            scope.key(name), node, lambda: self.named(scope, name, value(self, scope, node))
        )

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

    def _put_under_key(self, scope: Scope, of: ast.expr, key: str, found: Any) -> None:
        """Set params["W"], or self.params["W"]; random entries get the name of the key."""
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
            raise Unread(f"{ast.unparse(of)}[{key!r}] = … is not read")
        if isinstance(found, Made) and (found.number is None or self.is_starting(scope)):
            found = self.declare(scope.key(key), found.axes)
        parts[key] = found

    def is_starting(self, scope: Scope) -> bool:
        """Is something made here, with the values that it starts from?"""
        return isinstance(scope.own, Instance) and scope.own.is_starting

    def put(self, own: Record, name: str, found: Any) -> None:
        """Set a part of an object; arrays of numbers that it starts from are variables."""
        key = own.key(name)
        if isinstance(own, Instance) and own.is_starting and not self.is_derivative(key):
            found = self._started(key, found)
        own.parts[name] = self._named(key, found, self.main)

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

    def named(self, scope: Scope, name: str, found: Any) -> Any:
        """A value under the name that it gets."""
        if isinstance(found, Routine) and found.own is None:
            found = replace(found, name=name)
            self.routines[name] = found
        return self._named(scope.key(name), found, scope)

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

    def change(self, old: Any, new: Any, name: str, scope: Scope) -> None:
        """Give all names of an array that is changed in place its new value."""
        scope.names[name] = found = self.named(scope, name, new)
        self.changed(old, found)

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
