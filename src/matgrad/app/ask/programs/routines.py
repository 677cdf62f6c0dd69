"""Routines of a program that nothing calls: the function itself, and its derivatives."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from typing import Any

from matgrad.app.arrays import Array
from matgrad.app.ask.programs.roles import (
    OBJECTIVE,
    called_as,
    forward_routine,
    forward_routines,
    function_among,
    gradient_routines,
    numbers_by_default,
    parameters_that_hold_others,
)
from matgrad.app.ask.programs.told import Told
from matgrad.app.listings.derivatives import PLAIN, derivative_of
from matgrad.app.listings.evaluation import value
from matgrad.app.listings.execution import Interpreter
from matgrad.app.listings.values import (
    Depends,
    Misfit,
    MissingShape,
    Record,
    Routine,
    Scope,
    Unread,
    parts_of,
)
from matgrad.errors import MatgradError, ShapeError

HANDED = re.compile(r"d_?[A-Za-z]\w{0,5}|grad\w*|g|delta\w*")  # a derivative from above
NOT_CARRIED_OUT = 3.0  # a routine that does not fit these shapes


@dataclass
class Routines(Interpreter):
    """A program whose routines are carried out with inputs for their parameters."""

    function: Array | None = None
    parameters: list[str] = field(default_factory=list[str])  # of the routine that is the function
    called_so: str = "f"
    spaces: list[Scope] = field(default_factory=list[Scope])
    returned: tuple[Any, ...] = ()  # by the last routine, if it returns several values

    def forward(self, told: Told) -> None:
        """Carry out the routine that is the function, unless the program calls it."""
        routines = list(self.routines.values())
        chosen = self.routines.get(told.of) or forward_routine(
            routines, self._called_inside(), told.words
        )
        name = self.value_named(told)
        if chosen is None or (name is not None and OBJECTIVE.fullmatch(name)):
            return
        for other in forward_routines(routines, self._called_inside()):
            if other is chosen:
                break
            self._beside(other)
        self.parameters = [x for x in chosen.parameters if x != "self"]
        scope = self._entered(chosen)
        result, node = self.finish(chosen, scope)
        self.spaces.append(scope)
        self.returned = self.returned or _several(result)
        self._take(chosen, scope, result, node)

    def value_named(self, told: Told) -> str | None:
        """The name of the value that is the function, by the words or by how it is called."""
        if isinstance(self.main.names.get(told.of), Array):
            return told.of
        given = {x.expr for x in self.inputs.values()}
        names = {
            n: x
            for n, x in self.main.names.items()
            if not (isinstance(x, Array) and x.expr in given)
        }
        return function_among(names, self.latest)

    def _beside(self, routine: Routine) -> None:
        """Carry out a routine that is not the function itself: what it computes may be needed."""
        try:
            scope = self._entered(routine)
            self.returned = _several(self.finish(routine, scope)[0])
            self.spaces.append(scope)
        except MissingShape:
            raise
        except ShapeError as error:
            if error.apart is not None:
                raise
            self.cost += NOT_CARRIED_OUT
        except MatgradError:
            self.cost += NOT_CARRIED_OUT

    def _take(self, routine: Routine, scope: Scope, result: Any, node: ast.expr | None) -> None:
        """The function among what a routine returns: the objective, or the first array."""
        parts = [x for x in parts_of(result) if isinstance(x, Array)]
        names = {name: x for name, x in scope.names.items() if any(x is part for part in parts)}
        if not parts:
            raise Unread(f"{routine.name} returns no array")
        name = function_among(names, self.latest) if names else None
        is_alone = not isinstance(result, tuple) and not isinstance(node, ast.Name)
        first = parts[0] if name is None or is_alone else names[name]
        self.called_so = called_as(routine.name) if name is None or is_alone else name
        self.function = first
        if first.axes and first.expr.args:  # dout, or ∂L/∂out, speaks of it
            self.called_so = "out" if "out" not in self.latest else "output"
            self.function = self.define(self.called_so, first)

    def _called_inside(self) -> set[str]:
        """The routines that others call, seen in how they are written."""
        calls = (
            node.func
            for routine in self.routines.values()
            if routine not in gradient_routines([routine])
            for statement in routine.body
            for node in ast.walk(statement)
            if isinstance(node, ast.Call)
        )
        names = {x.id if isinstance(x, ast.Name) else getattr(x, "attr", "") for x in calls}
        return self.called | names

    def _entered(self, routine: Routine) -> Scope:
        """The names of a routine whose parameters are inputs."""
        scope = Scope(outer=self.main)
        held = parameters_that_hold_others(routine)
        numbers = numbers_by_default(routine)
        for name in routine.parameters:
            if name in held or name == "self":
                scope.names[name] = self.main.names.get(name, Record())
            elif name in routine.defaults and name not in numbers:
                scope.names[name] = value(self, self.main, routine.defaults[name])
            else:
                scope.names[name] = self._argument(name)
        return scope

    def _argument(self, name: str) -> Any:
        """What a parameter stands for: an input, or what was computed under its name before."""
        if name in self.inputs:
            return self.inputs[name]
        if name in self.main.names:
            return self.main.names[name]
        if name in self.latest:
            return self.latest[name]
        is_passed = self.is_backward and HANDED.fullmatch(name) is not None
        if is_passed and self.function is not None and self.function.axes:
            return self.hand(name, self._result(self.function))  # a backward pass begins with it
        return self.given(name)

    def handed_down(self, name: str) -> None:
        """Take a derivative from above that words name; the output may have no name of its own."""
        is_open = self.upstream_of(name) is None and name not in self.inputs
        if is_open and self.function is not None and self.function.axes:
            self.hand(name, self._result(self.function))
        else:
            self.given(name)

    def _result(self, function: Array) -> str:
        """The name of what the forward pass gives."""
        names = [name for name, x in self.latest.items() if x.expr is function.expr]
        if not names:
            self.latest[self.called_so] = function
        return (names or [self.called_so])[-1]

    def backward(self, routine: Routine) -> None:
        """Carry out a routine that computes derivatives, with what was computed before."""
        outer, self.is_backward = self.is_backward, True
        try:
            self._carry_out(routine)
        finally:
            self.is_backward = outer

    def _carry_out(self, routine: Routine) -> None:
        scope = self._entered(routine)
        scope.is_own = False  # what it computes again hides nothing
        for name in routine.parameters:
            if name in ("cache", "saved", "ctx") and self.returned:
                scope.names[name] = self.returned[-1]
        try:
            result, node = self.finish(routine, scope)
        except MissingShape:
            raise
        except Depends:  # it returns what could not be computed
            result, node = None, None
        except MatgradError as error:
            result, node = None, None
            returned = next((x.value for x in routine.body if isinstance(x, ast.Return)), None)
            if returned is not None and not isinstance(returned, ast.Name | ast.Tuple | ast.Dict):
                scope.names["grad"] = Misfit("grad", error)
                self.written["grad"] = ast.unparse(returned)
        self.spaces.append(scope)
        if node is not None and not isinstance(node, ast.Name | ast.Tuple | ast.Dict):
            name = routine.name if derivative_of(routine.name, self.latest) else "grad"
            for each in (x.id for x in ast.walk(node) if isinstance(x, ast.Name)):
                if PLAIN.fullmatch(each) or derivative_of(each, self.latest):
                    scope.names.pop(each, None)  # only a part of what is returned
            scope.names[name] = result
            self.written[name] = ast.unparse(node)


def _several(result: Any) -> tuple[Any, ...]:
    return parts_of(result) if isinstance(result, tuple) else ()
