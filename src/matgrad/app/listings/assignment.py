"""Names of a program and the values that they get, derivatives among them."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from matgrad.app.arrays import Array
from matgrad.app.listings.derivatives import PASSED, PLAIN, derivative_of
from matgrad.app.listings.evaluation import value
from matgrad.app.listings.machine import Machine
from matgrad.app.listings.values import Made, Misfit, MissingShape, Record, Routine, Scope, Unread
from matgrad.errors import MatgradError, ShapeError


@dataclass
class Assigning(Machine):
    """A program whose names can be set."""

    routines: dict[str, Routine] = field(default_factory=dict[str, Routine])
    needed_ones: frozenset[str] = frozenset()  # g, where other values are computed from it
    used: frozenset[str] = frozenset()  # values with names of derivatives that the function uses
    written: dict[str, str] = field(default_factory=dict[str, str])  # derivatives, as they stand

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
            case ast.Attribute(value=ast.Name(id="self"), attr=name):
                self.own(scope).parts[name] = self.named(self.main, name, found)
            case ast.Attribute(attr="grad" | "data" | "requires_grad"):
                pass
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=str(key))):
                holder = scope.find(name)
                held = holder.names[name] if holder else scope.names.setdefault(name, {})
                held = held.parts if isinstance(held, Record) else held
                if not isinstance(held, dict):
                    raise Unread(f"{ast.unparse(target)} = … is not read")
                held[key] = found
            case ast.Starred():
                raise Unread("a star is not read")
            case _:
                raise Unread(f"{ast.unparse(target)} = … changes a part of an array")

    def is_derivative(self, name: str) -> bool:
        """Is a name that is set now that of a derivative, which the function does not use?"""
        known = [x for x in self.latest if x != name]
        is_one = derivative_of(name, known) is not None
        is_one = is_one or PLAIN.fullmatch(name) is not None or PASSED.fullmatch(name) is not None
        return is_one and name not in self.used and name not in self.needed_ones

    def attempt(self, scope: Scope, name: str, node: ast.expr) -> Any:
        """The value of a derivative; one that cannot be computed does not stop the program."""
        self.written[name] = ast.unparse(node)
        outer, self.is_backward = self.is_backward, True
        try:
            return self.named(scope, name, value(self, scope, node))
        except MissingShape:
            raise
        except ShapeError as error:
            if self._is_square_then(error, node):
                raise
            return Misfit(name, error)
        except MatgradError as error:
            return Misfit(name, error)
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

    def own(self, scope: Scope) -> Record:
        """What self has."""
        holder = scope.find("self")
        return holder.names["self"] if holder else self.main.names.setdefault("self", Record())

    def _parts(self, found: Any, targets: Sequence[ast.expr]) -> Sequence[Any]:
        """The parts of a tuple; of an input that is unpacked, those that have the same names."""
        if isinstance(found, Record):
            return [self.given(x.id if isinstance(x, ast.Name) else "") for x in targets]
        parts = cast("Sequence[Any]", found) if isinstance(found, tuple | list) else ()
        if not isinstance(found, tuple | list) or len(parts) != len(targets):
            raise Unread("what is unpacked here has another number of parts")
        return parts

    def named(self, scope: Scope, name: str, found: Any) -> Any:
        """A value under the name that it gets."""
        if isinstance(found, Made):
            if found.number is None or name in self.started:
                return self.declare(name, found.axes)
            return found
        if isinstance(found, int | float) and name in self.started and not isinstance(found, bool):
            return self.declare(name, ())
        if isinstance(found, Array) and name in self.started and not self.uses(found.expr):
            return self.declare(name, found.axes)  # numbers to start from
        if isinstance(found, Array) and scope.is_main:
            return self.define(name, found, is_own=scope.is_own)
        if isinstance(found, Array):
            self.latest.setdefault(name, found)
        if isinstance(found, Routine):
            found = replace(found, name=name)
            self.routines[name] = found
        return found

    def change(self, old: Any, new: Any, name: str, scope: Scope) -> None:
        """Give all names of an array that is changed in place its new value."""
        if not (isinstance(old, Array) and old.axes):
            scope.names[name] = self.named(scope, name, new)
            return
        others = [(s, key) for s in (self.main, *self.frames) for key, x in s.names.items()
                  if x is old and (s is not scope or key != name)]  # fmt: skip
        scope.names[name] = found = self.named(scope, name, new)
        for holder, key in others:
            holder.names[key] = found
        for key, x in self.inputs.items():  # y = x; y += 1 changes an input as well
            if x is old and self.main.find(key) is None:
                self.main.names[key] = found
