"""Routines of a program that nothing calls: the function itself, and its derivatives."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from matgrad.core.expr import Expr
from matgrad.errors import MatgradError, ShapeError
from matgrad.programs.arrays.array import Array
from matgrad.programs.listings.derivatives import BACKWARD, PLAIN, UPSTREAM, derivative_of
from matgrad.programs.listings.values import (
    Depends,
    Misfit,
    MissingShape,
    Routine,
    Scope,
    Unread,
    bare,
    parts_of,
)
from matgrad.programs.verdicts.entering import Entering
from matgrad.programs.verdicts.meant import variables_in
from matgrad.programs.verdicts.roles import (
    LOSSES,
    OBJECTIVE,
    called_as,
    forward_routine,
    forward_routines,
    function_among,
    gradient_routines,
)

PREDICTS = re.compile(r"\w*forward\w*|predict\w*|model\w*|net\w*|hypothesis|infer\w*|__call__")
READ_SO_FAR = "{0} is read{1}: {2}"
NOT_CARRIED_OUT = 3.0  # a routine that does not fit these shapes


@dataclass
class Routines(Entering):
    """A program whose routines are carried out with inputs for their parameters."""

    parameters: list[str] = field(default_factory=list[str])  # of the routine that is the function
    spaces: list[Scope] = field(default_factory=list[Scope])
    returned: tuple[Any, ...] = ()  # by the last routine, if it returns several values
    left_out: list[tuple[set[str], MatgradError]] = field(
        default_factory=list[tuple[set[str], MatgradError]]
    )  # what routines set that could not be carried out

    def forward(self) -> None:
        """Carry out the routine that is the function, unless the program calls it."""
        routines = list(self.routines.values())
        chosen = forward_routine(routines, self._called_inside())
        name = self.value_named()
        if chosen is None or (name is not None and OBJECTIVE.fullmatch(name)):
            return
        for other in forward_routines(routines, self._called_inside()):
            if other is chosen:
                break
            self._beside(other)
        self.parameters = own_parameters(chosen)
        scope = self.entered(chosen)
        result, node = self.finish(chosen, scope)
        self.spaces.append(scope)
        self.returned = self.returned or _several(result)
        self._take(chosen, scope, result, node)
        if self.function is not None and not self.function.axes:
            match node:
                case ast.Tuple(elts=[_, *others]):
                    self._unnamed(chosen, scope, _several(result)[1:], ast.Tuple(others))
                case _:
                    pass

    def value_named(self) -> str | None:
        """The name of the value that is the function, by how it is called."""
        given = {x.expr for x in self.inputs.values()}
        names = {
            n: x
            for n, x in self.main.names.items()
            if not (isinstance(x, Array) and x.expr in given)
        }
        name = function_among(names, [*self.latest, *self.naming.of_parts()])
        is_called = name is None or OBJECTIVE.fullmatch(name) is not None
        return name if name is None or is_called else self._meant_instead(names, name)

    def _meant_instead(self, names: Mapping[str, Any], name: str) -> str:
        """A loss that other shapes make a number, unless the number here is made of it."""
        inside = self.uses(names[name].expr) if isinstance(names[name], Array) else set[Expr]()
        called = [x for x in names if x in LOSSES and isinstance(names[x], Array)]
        return next((x for x in called if names[x].expr not in inside), name)

    def _beside(self, routine: Routine) -> None:
        """Carry out a routine that is not the function itself: what it computes may be needed."""
        try:
            scope = self.entered(routine)
            found, _ = self.finish(routine, scope)
            self.returned = _several(found)
            if PREDICTS.fullmatch(routine.name):
                self.predicted = (routine.name, next(iter(parts_of(found)), None))
            self.spaces.append(scope)
        except MissingShape:
            raise
        except MatgradError as error:
            if isinstance(error, ShapeError) and error.apart is not None:
                raise
            self.cost += NOT_CARRIED_OUT
            self.left_out.append((names_set(routine), error))

    def see_that_nothing_is_left_out(self) -> None:
        """Refuse a program whose function uses what a routine sets that is not carried out."""
        assert self.function is not None
        inside = self.uses(self.function.expr)
        used = {name for name, x in self.inputs.items() if x.expr in inside}
        for names, error in self.left_out:
            if names & used:
                raise error

    def _take(self, routine: Routine, scope: Scope, result: Any, node: ast.expr | None) -> None:
        """The function among what a routine returns: the objective, or the first array."""
        parts = [x for x in parts_of(result) if isinstance(x, Array)]
        names = {name: x for name, x in scope.names.items() if any(x is part for part in parts)}
        if not parts:
            raise Unread(f"{routine.name} returns no array")
        name = function_among(names, self.latest) if names else None
        if name is not None and _is_unnamed(result, node) and not _is_objective(name, names):
            name = None  # the others are only kept for the backward pass
        first = parts[0] if name is None else names[name]
        self.called_so = called_as(routine.name) if name is None else name
        self.function = first
        if first.axes and first.expr.args:  # dout, or ∂L/∂out, speaks of it
            self.called_so = "out" if "out" not in self.latest else "output"
            self.function = self.define(self.called_so, first)

    def _called_inside(self) -> set[str]:
        """The routines that others call, seen in how they are written."""
        found = set(self.called)
        gradients = gradient_routines(self.routines.values())
        for routine in self.routines.values():
            if routine in gradients:
                continue
            nodes = (node for statement in routine.body for node in ast.walk(statement))
            for node in (x for x in nodes if isinstance(x, ast.Call)):
                match node.func:
                    case ast.Name(id=name):
                        found.add(name)
                    case ast.Attribute(value=ast.Name(id=of), attr=name):
                        is_own = routine.own is not None and of == routine.parameters[0]
                        found.add(routine.own.key(name) if is_own and routine.own else name)
                    case _:
                        pass
        return found

    def backward(self, routine: Routine) -> None:
        """Carry out a routine that computes derivatives, with what was computed before."""
        outer, self.is_backward = self.is_backward, True
        try:
            self.carry_out(routine)
        finally:
            self.is_backward = outer

    def tell(self, routine: Routine, error: MatgradError) -> None:
        """Say why a routine that computes derivatives is not judged."""
        if isinstance(error, Unread):
            at = f" only up to line {error.line}" if error.line else " in part"
            self.note(READ_SO_FAR.format(routine.name, at, error.message))

    def carry_out(self, routine: Routine) -> None:
        """Carry out a routine that computes derivatives."""
        scope = self.entered(routine)
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
            self.tell(routine, error)
            returned = next((x.value for x in routine.body if isinstance(x, ast.Return)), None)
            if returned is not None and not isinstance(returned, ast.Name | ast.Tuple | ast.Dict):
                name = self._own_name(routine)
                scope.names[name] = Misfit(name, error)
                self.written[name] = ast.unparse(returned)
        self.spaces.append(scope)
        self._unnamed(routine, scope, _several(result), node)
        if isinstance(node, ast.Name) and not self._is_named(node.id):
            name = self._own_name(routine)  # p[y] -= 1; return p
            scope.names.setdefault(name, result)
            self.written.setdefault(name, node.id)
        elif node is not None and not isinstance(node, ast.Name | ast.Tuple | ast.Dict):
            name = self._own_name(routine)
            for each in (x.id for x in ast.walk(node) if isinstance(x, ast.Name)):
                if PLAIN.fullmatch(each) or derivative_of(each, self.latest):
                    scope.names.pop(each, None)  # only a part of what is returned
            scope.names[name] = result
            self.written[name] = ast.unparse(node)

    def _is_named(self, name: str) -> bool:
        """Does a name say that it is a derivative?"""
        found = derivative_of(name, [*map(bare, self.latest)]) or BACKWARD.fullmatch(name)
        return bool(found) or PLAIN.fullmatch(name) is not None

    def _own_name(self, routine: Routine) -> str:
        """The name for what a routine returns: grad_W tells by what it is."""
        return routine.name if derivative_of(routine.name, self.latest) else "grad"

    def _unnamed(
        self, routine: Routine, scope: Scope, parts: Sequence[Any], node: ast.expr | None
    ) -> None:
        """Derivatives that are returned without names are in the order of the arguments."""
        nodes = node.elts if isinstance(node, ast.Tuple) else []
        given = [x for x in routine.parameters if x in self.inputs and x not in self.upstream]
        own = [x for x in given if UPSTREAM.fullmatch(x) is None]
        wanted = variables_in(own or self.parameters, len(parts))
        for each, part, name in zip(nodes, parts, wanted, strict=False):
            if isinstance(part, Array) and not isinstance(each, ast.Name):
                key = f"grad_{name}" if name else "grad"
                scope.names[key] = part
                self.written[key] = ast.unparse(each)


def own_parameters(routine: Routine) -> list[str]:
    """The parameters of a routine besides self."""
    own = [*routine.parameters[1:]] if routine.own is not None else [*routine.parameters]
    return [x for x in own if x != "self"]


def _is_unnamed(result: Any, node: ast.expr | None) -> bool:
    """Has what a routine returns, or the first of several arrays, no name?"""
    if not isinstance(result, tuple):
        return not isinstance(node, ast.Name)
    is_array = isinstance(next(iter(parts_of(result)), None), Array)
    return is_array and isinstance(node, ast.Tuple) and not isinstance(node.elts[0], ast.Name)


def _is_objective(name: str, among: Mapping[str, Array]) -> bool:
    """Is this a number that is called loss, or so?"""
    return not among[name].axes and OBJECTIVE.fullmatch(name) is not None


def names_set(routine: Routine) -> set[str]:
    """The names that a routine hands on: parts of self, and what it returns."""
    found: set[str] = set()
    for node in (node for statement in routine.body for node in ast.walk(statement)):
        match node:
            case ast.Attribute(value=ast.Name(id=of), attr=name, ctx=ast.Store()) if (
                of == routine.parameters[0]
            ):
                found.add(routine.own.key(name) if routine.own is not None else name)
            case ast.Return(value=ast.expr() as returned):
                found |= {x.id for x in ast.walk(returned) if isinstance(x, ast.Name)}
            case _:
                pass
    return found - {*routine.parameters}


def _several(result: Any) -> tuple[Any, ...]:
    return parts_of(result) if isinstance(result, tuple) else ()
