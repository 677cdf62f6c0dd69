"""Inputs for the parameters of routines: arrays, what was computed before, and derivatives."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from matgrad import ops
from matgrad.core.dims import Dim
from matgrad.programs.arrays.array import Array
from matgrad.programs.listings.calling import home_of, parameters_that_hold_others
from matgrad.programs.listings.evaluation import value
from matgrad.programs.listings.execution import Interpreter
from matgrad.programs.listings.values import Instance, Made, Record, Routine, Scope, Unread
from matgrad.programs.verdicts.roles import (
    is_left_out,
    numbers_by_default,
)

HANDED = re.compile(r"d_?[A-Za-z]\w{0,5}|grad\w*|g|delta\w*")  # a derivative from above
PREDICTED = re.compile(
    r"y_?(?:hat|pred\w*|out\w*|prob\w*)|pred\w*|outputs?|out|logits|prob\w*|scores|a_?out|net_out"
)
TAKEN = "{0} is taken to be what {1} returns"
LENT = "{0} outside of {1} is taken to be that of {1}"
SEVERAL_SET = "{0} is used outside of routines, and several of them set it: {1}"


@dataclass
class Entering(Interpreter):
    """A program whose routines are entered with inputs for their parameters."""

    predicted: tuple[str, Any] = ("", None)  # what the last routine returns, and its name
    beside: list[Record] = field(default_factory=list[Record])  # layers with inputs of their own
    ended: dict[str, list[Scope]] = field(default_factory=dict[str, list[Scope]])  # of routines

    def entered(self, routine: Routine) -> Scope:
        """The names of a routine whose parameters are inputs."""
        scope = Scope(
            outer=self.main, parameters=routine.parameters, own=routine.own, of=home_of(routine)
        )
        held = parameters_that_hold_others(routine)
        numbers = numbers_by_default(routine)
        for name in routine.parameters:
            if routine.own is not None and name == routine.parameters[0]:
                scope.names[name] = routine.own
            elif name == "self":  # of methods whose class is not pasted
                scope.names[name] = self.main.names.setdefault(name, Record())
            elif name in held:
                scope.names[name] = self.main.names.get(name, Record())
            elif (
                name in routine.defaults and name not in numbers and not is_left_out(routine, name)
            ):
                scope.names[name] = value(self, self.main, routine.defaults[name])
            else:
                scope.names[name] = self.argument_of(name, routine.own)
        return scope

    def finish(self, routine: Routine, scope: Scope) -> tuple[Any, ast.expr | None]:
        """Carry out the body of a routine; what its names stand for is kept."""
        self.ended.setdefault(routine.name, []).append(scope)
        return super().finish(routine, scope)

    def lend(self, outside: Mapping[str, tuple[str, ...]]) -> None:
        """Give names that only routines set to the statements outside of them."""
        for name, routines in outside.items():
            of, *others = routines
            if others:
                raise Unread(SEVERAL_SET.format(name, ", ".join(routines)))
            if len(self.ended.get(of, ())) != 1:  # with which arguments is not known
                routine = self.routines[of]
                self.finish(routine, self.entered(routine))
            if name in (held := self.ended[of][-1].names):
                self.main.names[name] = held[name]
                self.note(LENT.format(name, of))

    def argument_of(self, name: str, own: Record | None = None) -> Any:
        """What a parameter stands for: an input, or what was computed under its name before."""
        is_passed = self.is_backward and HANDED.fullmatch(name) is not None
        if is_passed and isinstance(own, Instance) and own.label and own.result is not None:
            return self.hand(own.key(name), self.result_of(own, own.result))
        name = own.key(name) if own is not None and own in self.beside else name
        for held in (self.inputs, self.main.names, self.latest):
            if name in held:
                axes = self._started_from(held[name])
                return held[name] if axes is None else self.declare(name, axes)
        if is_passed and self.function is not None and self.function.axes:
            target = self.upstream_of(name) or self._result(self.function)
            return self.hand(name, target)  # a backward pass begins with it
        by, result = self.predicted
        if isinstance(result, Array) and PREDICTED.fullmatch(name) and name not in self.told:
            self.note(TAKEN.format(name, by))
            return self.define(name, result)
        return self.given(name)

    def _started_from(self, held: Any) -> tuple[Dim, ...] | None:
        """The axes of numbers that a program only begins with, w = np.zeros(3); else nothing."""
        match held:
            case Made(axes=axes):
                return axes
            case Array(axes=axes) if not self.uses(held.expr) and held.expr.op is not ops.size_op:
                return axes
            case int() | float() if not isinstance(held, bool):
                return ()
            case _:
                return None

    def handed_down(self, name: str) -> None:
        """Take a derivative from above that words name; the output may have no name of its own."""
        is_open = self.upstream_of(name) is None and name not in self.inputs
        if is_open and self.function is not None and self.function.axes:
            self.hand(name, self._result(self.function))
        else:
            self.given(name)

    def result_of(self, own: Instance, found: Any) -> str:
        """The name of what the forward pass of an object gives."""
        if not isinstance(found, Array):
            raise Unread("what the forward pass gives is no array")
        if not own.label:
            return self._result(found)
        names = [name for name, x in self.latest.items() if x.expr is found.expr]
        if not names:
            self.define(own.key("out"), found, is_own=False)
        return (names or [own.key("out")])[-1]

    def _result(self, function: Array) -> str:
        """The name of what the forward pass gives."""
        names = [name for name, x in self.latest.items() if x.expr is function.expr]
        if not names:
            self.latest[self.called_so] = function
        return (names or [self.called_so])[-1]
