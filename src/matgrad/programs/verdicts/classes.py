"""Classes of a program of which it makes no objects: their methods, carried out with inputs."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from matgrad.errors import MatgradError, ShapeError
from matgrad.programs.listings.calling import home_of
from matgrad.programs.listings.derivatives import BACKWARD_PASS, FORWARD, PLAIN, derivative_of
from matgrad.programs.listings.evaluation import value
from matgrad.programs.listings.starts import FILLED, RANDOM, makes_arrays
from matgrad.programs.listings.values import (
    Class,
    Instance,
    Misfit,
    MissingShape,
    Returned,
    Routine,
    Scope,
    Unread,
)
from matgrad.programs.verdicts.entering import HANDED
from matgrad.programs.verdicts.placed import Handing
from matgrad.programs.verdicts.roles import OBJECTIVE, numbers_by_default

SEVERAL = "several classes are not read together; ask about one at a time"
_TRAINING = re.compile(  # what uses the function, and is not it
    r"__\w+__|fit\w*|train\w*|step|update\w*|optimi[sz]e\w*|learn|predict\w*|accuracy|evaluate"
    r"|score|test\w*|zero_\w+|save\w*|load\w*|plot\w*|reset\w*|init\w*|[gs]et_\w+|summary"
)
_MADE = FILLED | {"Linear"}


@dataclass
class Classes(Handing):
    """A program whose classes are carried out, though it makes no objects of them."""

    training: list[Routine] = field(default_factory=list[Routine])  # that compute derivatives

    def open_classes(self, body: Sequence[ast.stmt]) -> None:
        """Take the methods of a class that nothing uses for routines of the program."""
        roots = [x for x in self.kinds.values() if self._is_root(x, body)]
        name = self.value_named()
        if any(x.is_used for x in self.made) or (name is not None and OBJECTIVE.fullmatch(name)):
            roots = [x for x in roots if any(y.of is x for y in self.made)]  # others are beside it
        if len(roots) > 1:
            self._open_each(roots, body)
            return
        for made in roots:
            unused = [x for x in self.made if x.of is made]
            self._open(unused[0] if unused else self._made(made))

    def _open_each(self, roots: Sequence[Class], body: Sequence[ast.stmt]) -> None:
        """Carry out layers beside each other, each with arguments and a derivative of its own."""
        for made in roots:
            forward = made.method("forward")
            passes = [x for x in made.methods.values() if BACKWARD_PASS.fullmatch(x.name)]
            taken = [x for each in passes for x in each.parameters[1:]]
            is_layer = len(passes) == 1 and any(map(HANDED.fullmatch, taken))
            if forward is None or not is_layer or made.method("setup_context") is not None:
                raise Unread(SEVERAL).on(_line_of(roots[1], body))
            self.naming.suffixes[made.name] = str(len(self.naming.suffixes) + 1)
            own = self._made(made, made.name)
            forward = replace(forward, own=own)
            scope = self.entered(forward)
            own.result, _ = self.finish(forward, scope)
            own.is_used = True

    def _is_root(self, made: Class, body: Sequence[ast.stmt]) -> bool:
        """Does the program use no object of this class, nor the class itself?"""
        objects = [x for x in self.made if x.of is made]
        if objects:
            return len(objects) == 1 and (not objects[0].is_used or self._has_loss(objects[0]))
        others = [x for x in body if not (isinstance(x, ast.ClassDef) and x.name == made.name)]
        nodes = (node for statement in others for node in ast.walk(statement))
        return not any(isinstance(x, ast.Name) and x.id == made.name for x in nodes)

    def _has_loss(self, own: Instance) -> bool:
        """Does an object compute a loss that the program does not ask for?"""
        names = [name for each in own.of.line() for name in each.methods]
        return any(OBJECTIVE.fullmatch(x) and own.key(x) not in self.called for x in names)

    def _open(self, own: Instance) -> None:
        methods = {name: x for each in own.of.line()[::-1] for name, x in each.methods.items()}
        if own.of.is_a("Function"):
            is_old = "setup_context" not in methods
            methods = {x: y for x, y in methods.items() if x in ("forward", "backward")}
            forward = methods.pop("forward", None)
            if forward is not None:
                self.routines["forward"] = replace(forward, own=own) if is_old else forward
        useful = {name: x for name, x in methods.items() if not _TRAINING.fullmatch(name)}
        is_enough = any(name in FORWARD or OBJECTIVE.fullmatch(name) for name in useful)
        chosen = useful if is_enough else methods
        for name, routine in methods.items():
            if name not in chosen and name != "__init__" and self._trains(routine):
                self.training.append(replace(routine, own=own))
        for name, routine in chosen.items():
            is_static = routine.kind == "staticmethod" and not own.of.is_a("Function")
            if name != "__init__":
                self.routines[name] = routine if is_static else replace(routine, own=own)

    def _trains(self, routine: Routine) -> bool:
        """Does a routine compute derivatives itself, as fit may do?"""
        nodes = [node for statement in routine.body for node in ast.walk(statement)]
        stored = {x.id for x in nodes if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store)}
        parts = {x.attr for x in nodes if isinstance(x, ast.Attribute)}
        return any(derivative_of(x, parts) or PLAIN.fullmatch(x) for x in stored)

    # ------------------------------------------------------------ what an object starts from

    def _made(self, made: Class, label: str = "") -> Instance:
        """An object of a class, made with inputs; beside others they are its own."""
        own = Instance(of=made, label=label)
        self.made.append(own)
        self.beside += [own] if label else []
        start = made.method("__init__")
        if start is None:
            return own
        start, own.is_starting = replace(start, own=own), True
        scope = Scope(outer=start.scope, own=own, of=home_of(start), is_main=False)
        self._start(start, scope)
        for statement in start.body:
            try:
                self.run([statement], scope)
            except Returned:
                break
            except MissingShape:
                raise
            except MatgradError as error:
                if isinstance(error, ShapeError) and error.apart is not None:
                    raise
                self._leave_open(own, statement, error)
        own.is_starting = False
        return own

    def _start(self, start: Routine, scope: Scope) -> None:
        """The arguments with which an object is made: sizes, numbers, arrays."""
        scope.names[start.parameters[0]] = start.own
        numbers = numbers_by_default(start)
        nodes = [node for statement in start.body for node in ast.walk(statement)]
        used = {x.id for x in nodes if isinstance(x, ast.Name)}
        sizes = {x.id for call in nodes if isinstance(call, ast.Call) and _name(call) in _MADE
                 for each in call.args for x in ast.walk(each)
                 if isinstance(x, ast.Name)}  # fmt: skip
        for name in start.parameters[1:]:
            if name in sizes:
                scope.names[name] = self.open_size(name)
            elif name in start.defaults and name not in numbers:
                scope.names[name] = value(self, start.scope, start.defaults[name])
            elif name in used:
                scope.names[name] = self.argument_of(name, start.own)

    def _leave_open(self, own: Instance, statement: ast.stmt, error: MatgradError) -> None:
        """What a line sets that is not read is not known; random entries are inputs anyway."""
        nodes = list(ast.walk(statement))
        if any(isinstance(x, ast.Call) and _name(x) in RANDOM for x in nodes):
            return
        for node in nodes:
            match node:
                case (
                    ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store())
                    | ast.Call(
                        func=ast.Attribute(
                            value=ast.Attribute(value=ast.Name(id="self"), attr=name)
                        )
                    )
                ):
                    own.parts[name] = Misfit(own.key(name), error)
                case _:
                    pass


def _name(call: ast.Call) -> str:
    """The name of what is called, without its module."""
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def objects_in(body: Sequence[ast.stmt]) -> int:
    """How many objects with arrays of their own a program makes, as far as it is seen."""
    nodes = [node for statement in body for node in ast.walk(statement)]
    starts = [(x.name, y) for x in nodes if isinstance(x, ast.ClassDef) for y in x.body
              if isinstance(y, ast.FunctionDef) and y.name == "__init__"]  # fmt: skip
    made = {name for name, start in starts if makes_arrays(start.body)} | {"Linear"}
    loops = [x for x in nodes if isinstance(x, ast.For | ast.ListComp)]
    again = [x for each in loops for x in ast.walk(each)]  # made there, there are several
    return sum(1 for x in [*nodes, *again] if isinstance(x, ast.Call) and _name(x) in made)


def _line_of(made: Class, body: Sequence[ast.stmt]) -> int:
    lines: Any = (x.lineno for x in body if isinstance(x, ast.ClassDef) and x.name == made.name)
    return next(lines, 0)
