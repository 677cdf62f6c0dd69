"""Routines of the program that are called, with names of their own."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from matgrad.core.expr import Expr
from matgrad.programs.arrays.array import Array
from matgrad.programs.listings import library
from matgrad.programs.listings.assignment import Assigning
from matgrad.programs.listings.derivatives import BACKWARD_PASS, FORWARD
from matgrad.programs.listings.evaluation import value
from matgrad.programs.listings.machine import DEEPEST
from matgrad.programs.listings.objects import has_backward
from matgrad.programs.listings.values import Class, Instance, Returned, Routine, Scope, Unread

FEW = 2  # statements of a routine whose values get no names


@dataclass
class Calling(Assigning):
    """A program whose routines can be called."""

    called: set[str] = field(default_factory=set[str])  # routines that others call
    kinds: dict[str, Class] = field(default_factory=dict[str, Class])  # classes of the program
    left: list[Scope] = field(default_factory=list[Scope])  # of backward passes
    handed_back: dict[Expr, str] = field(default_factory=dict[Expr, str])  # by what each is
    handed_on: list[tuple[str, Array, str]] = field(default_factory=list[tuple[str, Array, str]])

    def call(self, routine: Routine, args: Sequence[Any], options: Mapping[str, Any]) -> Any:
        """What a routine returns; it has names of its own."""
        if len(self.frames) >= DEEPEST:
            raise Unread(f"{routine.name} calls itself too often")
        args = args if routine.own is None else [routine.own, *args]
        scope = self._scope(routine)
        for name, each in routine.defaults.items():
            scope.names[name] = value(self, routine.scope, each)
        scope.names.update(zip(routine.parameters, args, strict=False))
        more, other = routine.rest
        left = {x: y for x, y in options.items() if x not in routine.parameters}
        scope.names.update({x: y for x, y in options.items() if x not in left})
        extra = args[len(routine.parameters) :]
        missing = [name for name in routine.parameters if name not in scope.names]
        if missing or (extra and not more) or (left and not other):
            raise Unread(f"{routine.name} is called with other arguments than it takes")
        scope.names |= {name: x for name, x in ((more, tuple(extra)), (other, left)) if name}
        return self._carried_out(routine, scope)

    def _scope(self, routine: Routine) -> Scope:
        """The names of a routine that is called; those of the first call get names."""
        own = routine.own
        key = routine.key
        is_new = key not in self.called and not library.is_known(routine.name)
        is_main = is_new and len(routine.body) > FEW
        self.called.add(key)
        return Scope(
            outer=routine.scope, is_main=is_main, is_own=False, own=own, of=home_of(routine)
        )

    def _carried_out(self, routine: Routine, scope: Scope) -> Any:
        """What a routine returns; an object keeps what its forward pass gave."""
        own = routine.own
        if not isinstance(own, Instance) or own.is_starting:
            return self.finish(routine, scope)[0]
        own.is_used = True
        is_backward = BACKWARD_PASS.fullmatch(routine.name) is not None
        if own.label and not self.is_backward and not is_backward and has_backward(own.of):
            arrays = {x: y for x, y in scope.names.items() if isinstance(y, Array)}
            scope.names |= {x: self.argument(own.key(x), y) for x, y in arrays.items()}
        found, _ = self.finish(routine, scope)
        if is_backward:
            names = {x: y for x, y in scope.names.items() if x not in routine.parameters}
            self.left.append(replace(scope, names=names))
            return self._hand_back(own, found)
        if routine.name in FORWARD:
            own.result = found
        return found

    def _hand_back(self, own: Instance, found: Any) -> Any:
        """What a backward pass returns is the derivative by what the forward pass took."""
        forward = next((x for name in FORWARD if (x := own.of.method(name)) is not None), None)
        if not own.label or not isinstance(found, Array) or forward is None:
            return found
        _, *names = forward.parameters
        if len(names) != 1:
            return found
        key = own.key(f"d{names[0]}")
        named = self.define(key, found, is_own=False)
        self.handed_back[named.expr] = own.key(names[0])
        self.handed_on.append((own.key(names[0]), named, key))
        return named

    def held(self) -> Iterator[tuple[str, Array]]:
        """All arrays that names stand for, those of backward passes among them."""
        yield from super().held()
        for scope in self.left:
            yield from ((f"({name})", x) for name, x in scope.names.items() if isinstance(x, Array))

    def finish(self, routine: Routine, scope: Scope) -> tuple[Any, ast.expr | None]:
        """Carry out the body of a routine: what it returns, and how that is written."""
        self.frames.append(scope)
        try:
            self.run(routine.body, scope)
        except Returned as end:
            return end.found, end.node
        finally:
            self.frames.pop()
        return None, None


def home_of(routine: Routine) -> Class | None:
    """The class that defines a method."""
    line = routine.own.of.line() if isinstance(routine.own, Instance) else []
    name = routine.name
    found = (x for x in line if name in x.methods and x.methods[name].body is routine.body)
    return next(found, None)


def parameters_that_hold_others(routine: Routine) -> set[str]:
    """The parameters from which others are taken: W1 = params["W1"], W, b = params."""
    held: set[str] = set()
    for statement in routine.body:
        for node in ast.walk(statement):
            match node:
                case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=str())):
                    held.add(name)
                case ast.Assign(targets=[ast.Tuple()], value=ast.Name(id=name)):
                    held.add(name)
                case ast.Attribute(value=ast.Name(id="self")):
                    held.add("self")
                case _:
                    pass
    return held & {*routine.parameters}
