"""Statements of a program, one after the other: routines that are called, loops, branches."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from matgrad.programs.arrays.array import Array
from matgrad.programs.listings import library
from matgrad.programs.listings.assignment import (
    Assigning,
    Place,
    change_entries,
    change_in_place,
    is_mask,
    keep_unmasked,
)
from matgrad.programs.listings.evaluation import carried_out, shown, truth, value
from matgrad.programs.listings.library import HARMLESS, LIBRARIES
from matgrad.programs.listings.likely import (
    BACKWARD,
    BACKWARD_PASS,
    FORWARD,
    PLAIN,
    derivative_of,
    name_of,
)
from matgrad.programs.listings.machine import DEEPEST
from matgrad.programs.listings.objects import class_of, method_of, routine_of
from matgrad.programs.listings.script import place_of
from matgrad.programs.listings.values import (
    Class,
    Instance,
    Known,
    Misfit,
    MissingShape,
    Module,
    Record,
    Returned,
    Routine,
    Scope,
    Unread,
)

FEW = 2  # statements of a routine whose values get no names


@dataclass
class Interpreter(Assigning):
    """Reads a program statement by statement, and calls its routines."""

    called: set[str] = field(default_factory=set[str])  # routines that others call
    kinds: dict[str, Class] = field(default_factory=dict[str, Class])  # classes of the program
    left: list[Scope] = field(default_factory=list[Scope])  # of backward passes

    def run(self, body: Sequence[ast.stmt], scope: Scope) -> None:
        """Carry out statements."""
        for statement in body:
            carried_out(STATEMENTS, self, scope, statement)

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

    def entered(self, routine: Routine) -> Scope:
        """The names of a routine whose parameters are inputs, but for those with defaults."""
        scope = Scope(outer=self.main, parameters=routine.parameters, own=routine.own)
        held = parameters_that_hold_others(routine)
        for number, name in enumerate(routine.parameters):
            if routine.own is not None and number == 0:
                found: Any = routine.own
            elif name == "self":  # of methods whose class is not pasted
                found = self.main.names.setdefault(name, Record())
            elif name in held:
                found = self.main.names.get(name, Record())
            elif self.has_default(routine, name):
                found = value(self, routine.scope, routine.defaults[name])
            else:
                found = self.argument_of(name, routine.own)
            scope.names[name] = found
        return scope

    def has_default(self, routine: Routine, name: str) -> bool:
        """Has a parameter the value that its routine gives it?"""
        return name in routine.defaults

    def argument_of(self, name: str, own: Record | None = None) -> Any:
        """What a parameter stands for."""
        return self.given(name)

    def _scope(self, routine: Routine) -> Scope:
        """The names of a routine that is called; those of the first call get names."""
        is_new = routine.name not in self.called and not library.is_known(routine.name)
        self.called.add(routine.name)
        return Scope(
            outer=routine.scope, is_main=is_new and len(routine.body) > FEW, is_own=False,
            own=routine.own,
        )  # fmt: skip

    def _carried_out(self, routine: Routine, scope: Scope) -> Any:
        """What a routine returns; an object keeps what its forward pass gave."""
        own = routine.own
        if not isinstance(own, Instance) or own.is_starting:
            return self.finish(routine, scope)[0]
        own.is_used = True
        is_backward = BACKWARD_PASS.fullmatch(routine.name) is not None
        found, _ = self.finish(routine, scope)
        if is_backward:
            names = {x: y for x, y in scope.names.items() if x not in routine.parameters}
            self.left.append(replace(scope, names=names))
        elif routine.name in FORWARD:
            own.result = found
        return found

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


def parameters_that_hold_others(routine: Routine) -> set[str]:
    """The parameters from which others are taken: W1 = params["W1"], W, b = params."""
    held: set[str] = set()
    for node in (x for statement in routine.body for x in ast.walk(statement)):
        match node:
            case (
                ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=str()))
                | ast.Assign(targets=[ast.Tuple()], value=ast.Name(id=name))
                | ast.Attribute(value=ast.Name(id="self" as name))
            ):
                held.add(name)
            case _:
                pass
    return held & {*routine.parameters}


STEP = re.compile(r"step|update\w*|zero_grad\w*|apply_grad\w*")
ONCE = "a loop that only takes steps is read once: one step of it"


def loop(m: Interpreter, scope: Scope, node: ast.For) -> None:
    """Carry out a loop."""
    if node.orelse:
        raise Unread("“else” behind a loop is not read")
    if updates := _updates(node):
        m.note(ONCE)
        m.run([x for x in node.body if x not in updates], scope)
        return
    for entry in m.entries(value(m, scope, node.iter)):
        m.assign(scope, node.target, entry)
        m.run(node.body, scope)


def _updates(node: ast.For) -> list[ast.stmt]:
    """The steps of a training loop, w -= lr * dw, in which nothing else depends on the loop."""
    names = _names(node.target)
    found = [statement for statement in node.body if _is_step(statement)]
    others = [x for x in node.body if not isinstance(x, ast.If | ast.Expr)]
    return [] if names & _names(*others) else found


def _is_step(statement: ast.stmt) -> bool:
    """Is this w -= lr * dw, or w = w - lr * dw, or opt.step(): a step along a derivative?"""
    match statement:
        case ast.AugAssign(target=target, op=ast.Sub(), value=step):
            pass
        case ast.Assign(
            targets=[target], value=ast.BinOp(left=before, op=ast.Sub(), right=step)
        ) if ast.unparse(target) == ast.unparse(before):
            pass
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name))):
            return STEP.fullmatch(name) is not None
        case _:
            return False
    names = [name_of(x) for x in ast.walk(step)]
    own = name_of(target)
    return bool(own) and any(derivative_of(x, [own]) or PLAIN.fullmatch(x) for x in names if x)


def _names(*nodes: ast.AST) -> set[str]:
    return {x.id for each in nodes for x in ast.walk(each) if isinstance(x, ast.Name)}


# ---------------------------------------------------------------- statements


def _set(m: Interpreter, scope: Scope, node: ast.Assign) -> None:
    match node.targets:
        case [ast.Subscript(slice=key) as target] if is_mask(scope, key) or isinstance(
            key, ast.Tuple
        ):
            change_entries(m, scope, target, node.value)
        case [target] if (place := m.kept_at(scope, target)) is not None:
            _keep(m, scope, place, node.value)
        case _:
            found = value(m, scope, node.value)
            for target in node.targets:
                m.assign(scope, target, found)


def _keep(m: Interpreter, scope: Scope, place: Place, node: ast.expr) -> None:
    """Set one value; one that is a derivative, or that nothing may need, may fail."""
    if place.key in m.used:
        m.written[place.key] = ast.unparse(node)
    is_name = place.own is None and not place.entry_of
    is_started = place.own is not None and m.is_starting(scope)
    is_one = PLAIN.fullmatch(place.entry_of) if place.entry_of else m.is_derivative(place.key)
    if is_one:
        if is_name and isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
            keep_unmasked(m, scope, place.name, (node.left, node.right))
        place.held[place.name] = m.tried(
            place.key, node, lambda: m.keep(place, value(m, scope, node))
        )
    elif is_name and place.name not in m.used:
        _unless_unread(m, scope, place, node)
    elif not (is_started and isinstance(node, ast.Constant) and node.value is None):
        m.keep(place, value(m, scope, node))


def _unless_unread(m: Interpreter, scope: Scope, place: Place, node: ast.expr) -> None:
    """Set a value of which only those need to be read that the function uses."""
    outer, name = m.is_backward, place.name
    is_handed = name.startswith("d") and m.hands_down(scope, node)
    m.is_backward = outer or is_handed or BACKWARD.fullmatch(name) is not None
    try:
        m.keep(place, value(m, scope, node))
    except MissingShape:
        raise
    except Unread as error:
        place.held[name] = Misfit(name, error.on(node.lineno))
    finally:
        m.is_backward = outer


def _branch(m: Interpreter, scope: Scope, node: ast.If) -> None:
    if ast.unparse(node.test).startswith("__name__") or is_idle(node):
        return
    m.run(node.body if truth(value(m, scope, node.test)) else node.orelse, scope)


def is_idle(statement: ast.stmt) -> bool:
    """Does a statement only print, or so?"""
    match statement:
        case ast.If(body=body, orelse=others):
            return all(map(is_idle, (*body, *others)))
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name))):
            return name in HARMLESS
        case _:
            return isinstance(statement, ast.Pass)


_SAME = frozenset("jit njit compile script staticmethod no_type_check lru_cache cache".split())


def _define(m: Interpreter, scope: Scope, node: ast.FunctionDef) -> None:
    for mark in node.decorator_list:
        names = {x.attr if isinstance(x, ast.Attribute) else x.id for x in ast.walk(mark)
                 if isinstance(x, ast.Attribute | ast.Name)}  # fmt: skip
        if not names & _SAME:
            message = f"@{shown(mark)} makes another function of {node.name}"
            raise Unread(message, place_of(mark)).on(node.lineno)
    made = routine_of(node.name, node.args, node.body, scope)
    scope.names[node.name] = m.routines[node.name] = made


def _class(m: Interpreter, scope: Scope, node: ast.ClassDef) -> None:
    scope.names[node.name] = m.kinds[node.name] = class_of(m, scope, node)


def _return(m: Interpreter, scope: Scope, node: ast.Return) -> None:
    raise Returned(None if node.value is None else value(m, scope, node.value), node.value)


def _import(m: Interpreter, scope: Scope, node: ast.Import) -> None:
    for each in node.names:
        root = each.name.partition(".")[0]
        scope.names[each.asname or root] = Module(each.name, LIBRARIES.get(root, ""))


def _import_from(m: Interpreter, scope: Scope, node: ast.ImportFrom) -> None:
    for each in node.names:
        name = each.asname or each.name
        is_module = each.name in library.SUBMODULES or each.name in library.MODULES
        constant = library.CONSTANTS.get(each.name)
        of = LIBRARIES.get((node.module or "").partition(".")[0], "")
        found = Module(each.name, of) if is_module else constant
        scope.names[name] = Known(each.name, of) if found is None else found


def _alone(m: Interpreter, scope: Scope, node: ast.Expr) -> None:
    """A call for its effect: one may change a list or an object, but none an array."""
    match node.value:
        case ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr=name)):
            if name != "__init__":
                raise Unread(f"super().{name}(…) is not read")
        case ast.Call(func=ast.Attribute(value=of, attr=name)) if (
            own := m.record(scope, of)
        ) is not None and (name not in HARMLESS or method_of(m, own, name)):
            outer = m.is_backward
            m.is_backward = outer or BACKWARD_PASS.fullmatch(name) is not None
            try:
                value(m, scope, node.value)
            finally:
                m.is_backward = outer
        case ast.Call(func=ast.Attribute(value=of, attr="append")):
            value(m, scope, node.value)
        case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="init") | ast.Name(id="init"))):
            pass  # other numbers to start from
        case ast.Call(func=ast.Attribute(attr=name)) if name.endswith("_"):
            raise Unread(f".{name}() changes an array in place")
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)) if name not in HARMLESS:
            raise Unread(f"{name}(…) may change something, which is not read")
        case _:
            pass


def _with(m: Interpreter, scope: Scope, node: ast.With) -> None:
    """A block that only takes steps is left out; one without gradients holds its values fixed."""
    if "no_grad" not in ast.unparse(node.items[0]):
        m.run(node.body, scope)
    elif not all(isinstance(x, ast.AugAssign | ast.Expr | ast.Pass) for x in node.body):
        raise Unread("what is computed without gradients is not read")


Statement = Callable[[Interpreter, Scope, Any], None]
STATEMENTS: dict[type[ast.stmt], Statement] = {
    ast.Assign: _set, ast.AugAssign: change_in_place, ast.For: loop, ast.If: _branch,
    ast.FunctionDef: _define, ast.ClassDef: _class, ast.Return: _return, ast.Import: _import,
    ast.ImportFrom: _import_from, ast.Expr: _alone, ast.With: _with,
    ast.AnnAssign: lambda m, scope, node: m.assign(
        scope, node.target, value(m, scope, node.value)) if node.value is not None else None,
    ast.Assert: lambda m, scope, node: None, ast.Pass: lambda m, scope, node: None,
}  # fmt: skip
