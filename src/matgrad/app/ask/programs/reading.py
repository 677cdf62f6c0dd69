"""A program with all that a text tells of it, read in the likeliest ways."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from matgrad import ops
from matgrad.app.arrays import Array
from matgrad.app.ask.programs.finding import Found
from matgrad.app.ask.programs.roles import (
    OBJECTIVE,
    called_as,
    forward_routine,
    forward_routines,
    function_among,
    gradient_routines,
    needed_ones,
    numbers_by_default,
    parameters_that_hold_others,
)
from matgrad.app.listings.derivatives import PLAIN, derivative_of
from matgrad.app.listings.evaluation import value
from matgrad.app.listings.execution import Interpreter, Returned
from matgrad.app.listings.likely import UNKNOWN, likeliest
from matgrad.app.listings.machine import MissingShape
from matgrad.app.listings.naming import Naming
from matgrad.app.listings.samples import Samples
from matgrad.app.listings.values import Depends, Misfit, Record, Routine, Scope, Unread
from matgrad.core.dims import ONE, Dim
from matgrad.errors import MatgradError, ShapeError
from matgrad.syntax import parse_latex_expression

_BY_LIBRARY = re.compile(
    r"\bgrad\(|\.grad\b|value_and_grad|backward\("
)  # no formula of the asker's
NOT_A_NUMBER = 1.75  # a function of which a gradient is asked, and that is no number
OTHER_SHAPE = 1.0  # a derivative that has not the shape of its variable


@dataclass(frozen=True)
class Typed:
    """A formula of the text that is claimed to be a derivative, in code."""

    node: ast.expr | None
    written: str
    target: str = ""  # by what, if the words say so
    is_latex: bool = False


@dataclass(frozen=True)
class Claim:
    """A derivative that the program computes or the text claims."""

    target: str  # by what; "" if that is not said
    found: Array | Misfit
    written: str
    name: str = ""  # its name in the program
    is_formula: bool = False  # in LaTeX, where derivatives have several layouts


@dataclass(frozen=True)
class Told:
    """What the text tells of a program."""

    shapes: Mapping[str, tuple[str, ...]]
    sizes: frozenset[str]
    facts: Mapping[str, Sequence[str]]
    equations: tuple[tuple[str, str], ...]  # that hold, in LaTeX
    words: str
    asked: tuple[str, ...]  # the variables
    started: frozenset[str]  # variables, also where they are set to numbers at first
    of: str  # the function, if the words name it
    library: str  # whose methods arrays have
    given: tuple[str, ...]  # derivatives from above
    typed: tuple[Typed, ...]
    wants_number: bool  # is a gradient asked for?


@dataclass
class Reader(Interpreter):
    """A program on its way to a function, and the derivatives that it computes itself."""

    claims: list[Claim] = field(default_factory=list[Claim])
    function: Array | None = None
    called_so: str = "f"
    equations: tuple[tuple[str, str], ...] = ()
    misfits: int = 0  # derivatives without the shape of their variable
    spaces: list[Scope] = field(default_factory=list[Scope])
    returned: Any = None

    def read(self, found: Found, told: Told) -> None:
        """Carry it out, then find the function and the derivatives."""
        self.spaces = [self.main]
        try:
            self.run(found.body, self.main)
        except Returned as end:
            self.main.names.setdefault("f", end.found)
        self._forward(told)
        self.is_backward = True
        for name in told.given:
            self.given(name)
        self.is_backward = False
        for routine in gradient_routines(self.routines.values()):
            if routine.name not in self.called:
                self._backward(routine)
        self._choose(told)
        self._collect(told)

    def _forward(self, told: Told) -> None:
        """Carry out the routine that is the function, unless the program calls it."""
        routines = list(self.routines.values())
        chosen = self.routines.get(told.of) or forward_routine(
            routines, self._called_inside(), told.words
        )
        name = self._named(told)
        if chosen is None or (name is not None and OBJECTIVE.fullmatch(name)):
            return
        for other in forward_routines(routines, self._called_inside()):
            if other is chosen:
                break
            self._beside(other)
        scope = self._entered(chosen)
        result, node = self.finish(chosen, scope)
        self.spaces.append(scope)
        self.returned = self.returned if isinstance(self.returned, tuple) else result
        self._take(chosen, scope, result, node)

    def _beside(self, routine: Routine) -> None:
        """Carry out a routine that is not the function itself: what it computes may be needed."""
        try:
            scope = self._entered(routine)
            self.returned, _ = self.finish(routine, scope)
            self.spaces.append(scope)
        except MissingShape:
            raise
        except ShapeError as error:
            if error.apart is not None:
                raise
        except MatgradError:
            pass

    def _take(self, routine: Routine, scope: Scope, result: Any, node: ast.expr | None) -> None:
        """The function among what a routine returns: the objective, or the first array."""
        parts = [
            x for x in (result if isinstance(result, tuple) else (result,)) if isinstance(x, Array)
        ]
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
        return self.latest[name] if name in self.latest else self.given(name)

    def _backward(self, routine: Routine) -> None:
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
            if name in ("cache", "saved", "ctx") and isinstance(self.returned, tuple):
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
            scope.names.setdefault("grad", result)
            self.written.setdefault("grad", ast.unparse(node))

    def _choose(self, told: Told) -> None:
        """Find the function: what a derivative from above belongs to, or the value itself."""
        if self.upstream:
            pairs = [(self.inputs[name].expr, x.expr) for name, (_, x) in self.upstream.items()]
            terms = [g * x if x.is_scalar else ops.frobenius(g, x) for g, x in pairs]
            self.function, self.called_so = Array(ops.add(*terms), ()), self._letter("L", "J", "f")
        elif self.function is None:
            name = self._named(told)
            if name is None:
                raise Unread("the program computes no value that could be the function")
            found = self.main.names[name]
            if isinstance(found, Misfit):
                raise Depends(name) if name not in self.used else found.why
            self.function, self.called_so = found, name
        if self.function.axes and told.wants_number:
            self.cost += NOT_A_NUMBER

    def _named(self, told: Told) -> str | None:
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

    def _letter(self, *letters: str) -> str:
        return next((x for x in letters if x not in self.naming.taken), letters[0])

    # ------------------------------------------------------------ derivatives

    def _collect(self, told: Told) -> None:
        """The derivatives that the program has names for, and those of the text."""
        assert self.function is not None
        inside = self.uses(self.function.expr)
        own = self.main.names.get("self")
        spaces = [scope.names for scope in self.spaces]
        for names in [*spaces, *([own.parts] if isinstance(own, Record) else [])]:
            for name, found in list(names.items()):
                target = derivative_of(name, self.known) or ""
                is_plain = not target and PLAIN.fullmatch(name) is not None
                if not isinstance(found, Array | Misfit) or not (target or is_plain):
                    continue
                if isinstance(found, Array) and (found.expr in inside or name in self.inputs):
                    continue
                if _BY_LIBRARY.search(self.written.get(name, "")):
                    continue
                self._claim(Claim(target, found, self.written.get(name, name), name), told)
        for each in told.typed:
            typed = Claim(each.target, self._typed(each), each.written, is_formula=each.is_latex)
            self._claim(typed, told)

    @property
    def known(self) -> list[str]:
        """The names by which derivatives may be: inputs and what is computed of them."""
        return [x for x in self.latest if x not in self.upstream and x != self.called_so]

    def _typed(self, each: Typed) -> Array | Misfit:
        scope = Scope(outer=self.spaces[-1], is_main=False)
        for space in self.spaces:  # outside of a loop, what each sample has is that of all
            held = {n: x.stacked for n, x in space.names.items() if isinstance(x, Samples)}
            scope.names.update(held)
        called = {x.expr.name: x for x in self.inputs.values() if x.expr.name not in self.latest}
        scope.names.update({n: x for n, x in called.items() if self.main.find(n) is None})
        try:
            if each.node is None:
                return self.formula(each.written)
            found = value(self, scope, each.node)
        except MissingShape as error:
            return Misfit(each.written, Unread(f"{error.name} stands for nothing that is known"))
        except MatgradError as error:
            return Misfit(each.written, error)
        if isinstance(found, int | float):
            found = Array(ops.number(found), ())
        return found if isinstance(found, Array) else Misfit(each.written, Unread("it is no array"))

    def formula(self, latex: str) -> Array:
        """A formula in LaTeX, in the names of the program."""
        known = {name: x.expr for name, x in self.latest.items()}
        sizes = {size: ops.size(size) for size in {*self.sizes, *self.counted} if size not in known}
        expr = parse_latex_expression(latex, {**known, **sizes})
        rows, columns = expr.shape
        return Array(expr, () if expr.is_scalar else (rows,) if columns == ONE else (rows, columns))

    def _claim(self, claim: Claim, told: Told) -> None:
        target = claim.target or self._by_shape(claim, told)
        claim = replace(claim, target=target)
        self.claims.append(claim)
        assert self.function is not None
        if (variable := self.version(target, self.function.expr)) is not None:
            axes = variable.axes
            fits = isinstance(claim.found, Array) and claim.found.axes == axes
            self.cost += 0.0 if fits else OTHER_SHAPE
            self.misfits += not fits

    def _by_shape(self, claim: Claim, told: Told) -> str:
        """The variable of a claim that names none: the one that is asked about, or has its shape."""
        if claim.name == "grad" and self.upstream:  # what a backward pass hands on
            return next((x for x in self.inputs if UNKNOWN.fullmatch(x)), "")
        if len(told.asked) == 1:
            return told.asked[0]
        assert self.function is not None
        inside = self.uses(self.function.expr)
        inputs = [
            x for x, array in self.inputs.items() if array.expr in inside and x not in self.upstream
        ]
        fitting = [x for x in told.asked or inputs if x in self.latest]
        if isinstance(claim.found, Array):
            axes = claim.found.axes
            fitting = [x for x in fitting if self.latest[x].axes == axes] or fitting
        return likeliest(fitting)


def reader(
    found: Found, told: Told, axes: Mapping[str, tuple[Dim, ...]], used: frozenset[str]
) -> Reader:
    """The program, read with these shapes of its inputs."""
    made = Reader(
        axes=axes, naming=Naming(), facts=told.facts, told=told.shapes, sizes=told.sizes, used=used,
        handed=frozenset(told.given), started=told.started, equations=told.equations, library=told.library,
        needed_ones=frozenset(needed_ones(found.body)),
    )  # fmt: skip
    made.read(found, told)
    return made
