"""Statements of a program, one after the other: what its names stand for at the end."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from matgrad.app.array_conditions import where
from matgrad.app.arrays import Array
from matgrad.app.listings import library
from matgrad.app.listings.assignment import Assigning
from matgrad.app.listings.derivatives import BACKWARD, PLAIN
from matgrad.app.listings.evaluation import LIBRARIES, shown, truth, value
from matgrad.app.listings.loops import accumulated, loop
from matgrad.app.listings.machine import DEEPEST
from matgrad.app.listings.parts import one_hot
from matgrad.app.listings.values import (
    Index,
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
from matgrad.errors import ShapeError

FEW = 2  # statements of a routine whose values get no names
STARTS = "{0} is not set before it is added to; it is taken to start at 0"


@dataclass
class Interpreter(Assigning):
    """Reads a program statement by statement."""

    called: set[str] = field(default_factory=set[str])  # routines that others call

    def run(self, body: Sequence[ast.stmt], scope: Scope) -> None:
        """Carry out statements."""
        for statement in body:
            self.tick()
            rule = STATEMENTS.get(type(statement))
            if rule is None:
                kind = type(statement).__name__.lower()
                raise Unread(f"“{kind}” is not read").on(statement.lineno)
            try:
                rule(self, scope, statement)
            except (Unread, ShapeError) as error:
                if isinstance(error, Unread):
                    error.on(statement.lineno)
                raise error from None
            except (IndexError, ValueError) as error:  # of arrays with other axes
                raise ShapeError(f"{shown(statement)} does not fit its arrays") from error
            except (TypeError, AttributeError, KeyError, ArithmeticError) as error:
                raise Unread(f"{shown(statement)} is not read").on(statement.lineno) from error

    def call(self, routine: Routine, args: Sequence[Any], options: Mapping[str, Any]) -> Any:
        """What a routine returns; it has names of its own."""
        if len(self.frames) >= DEEPEST:
            raise Unread(f"{routine.name} calls itself too often")
        is_new = routine.name not in self.called and not library.is_known(routine.name)
        is_main = is_new and len(routine.body) > FEW
        scope = Scope(outer=routine.scope, is_main=is_main, is_own=False)
        self.called.add(routine.name)
        for name, each in routine.defaults.items():
            scope.names[name] = value(self, routine.scope, each)
        scope.names.update(zip(routine.parameters, args, strict=False))
        scope.names.update(options)
        missing = [name for name in routine.parameters if name not in scope.names]
        if missing or len(args) > len(routine.parameters):
            raise Unread(f"{routine.name} is called with other arguments than it takes")
        return self.finish(routine, scope)[0]

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

    def routine(self, node: ast.Lambda, scope: Scope) -> Routine:
        """A function without a name."""
        match node:
            case ast.Lambda(args=given, body=body):
                end = ast.copy_location(ast.Return(body), body)
                return _routine("lambda", given, [end], scope)


def _routine(name: str, given: ast.arguments, body: Sequence[ast.stmt], scope: Scope) -> Routine:
    match given:
        case ast.arguments(
            posonlyargs=first, args=args, kwonlyargs=last, defaults=defaults, kw_defaults=others
        ):
            names = [each.arg for each in (*first, *args, *last)]
            ends = names[len(first) + len(args) - len(defaults) : len(first) + len(args)]
            known = dict(zip(ends, defaults, strict=True))
            known |= {x.arg: y for x, y in zip(last, others, strict=True) if y is not None}
            return Routine(name, tuple(names), known, tuple(body), scope)


# ---------------------------------------------------------------- statements


def _set(m: Interpreter, scope: Scope, node: ast.Assign) -> None:
    match node.targets:
        case [ast.Name(id=name)] if m.is_derivative(name):
            scope.names[name] = m.attempt(scope, name, node.value)
        case [ast.Attribute(value=ast.Name(id="self"), attr=name)] if m.is_derivative(name):
            m.own(scope).parts[name] = m.attempt(scope, name, node.value)
        case [ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=str(key)))] if (
            PLAIN.fullmatch(name)
        ):
            inner = Scope(outer=scope, is_main=False)
            m.assign(scope, node.targets[0], m.attempt(inner, f"{name}[{key!r}]", node.value))
        case [ast.Subscript(value=ast.Name(id=name) as of, slice=ast.Compare() as mask)]:
            _masked(m, scope, (of, mask), value(m, scope, node.value))
        case [ast.Name(id=name)] if name not in m.used:
            outer = m.is_backward
            m.is_backward = outer or BACKWARD.fullmatch(name) is not None
            try:
                m.assign(scope, node.targets[0], value(m, scope, node.value))
            except MissingShape:
                raise
            except Unread as error:
                scope.names[name] = Misfit(name, error.on(node.lineno))
            finally:
                m.is_backward = outer
        case _:
            found = value(m, scope, node.value)
            for target in node.targets:
                m.assign(scope, target, found)


def _masked(m: Interpreter, scope: Scope, at: tuple[ast.Name, ast.Compare], new: Any) -> None:
    """dh[h <= 0] = 0 sets the entries where something holds."""
    name, mask = at
    old = value(m, scope, name)
    if not isinstance(new, int | float):
        raise Unread(f"{ast.unparse(mask)} chooses entries that are set, which is not read")
    found = where(value(m, scope, mask), new, old)
    m.masked.add(name.id)
    m.change(old, found, name.id, scope.find(name.id) or scope)


def _annotated(m: Interpreter, scope: Scope, node: ast.AnnAssign) -> None:
    if node.value is not None:
        m.assign(scope, node.target, value(m, scope, node.value))


def _changed(m: Interpreter, scope: Scope, node: ast.AugAssign) -> None:
    added = value(m, scope, node.value)
    match node.target:
        case ast.Name(id=name):
            holder = scope.find(name)
            is_new = holder is None and name not in m.latest and isinstance(node.op, ast.Add)
            old = holder.names[name] if holder else 0 if is_new else value(m, scope, node.target)
            if is_new:
                m.note(STARTS.format(name))
            nodes = (node.target, node.value)
            if isinstance(old, Array) and old.axes and old.is_shared:
                found = Unread(
                    f"{name} is changed in place and shares its entries with another array"
                )
                (holder or scope).names[name] = Misfit(name, found.on(node.lineno))
                return
            m.change(old, accumulated(m, node.op, old, added, nodes), name, holder or scope)
        case ast.Subscript(
            value=ast.Name(id=name), slice=ast.Tuple(elts=[rows, ast.Name(id=labels)])
        ) if isinstance(node.op, ast.Sub) and isinstance(added, int | float) and added == 1:
            if isinstance(rows, ast.Slice) or not isinstance(value(m, scope, rows), Index | range):
                raise Unread(f"{ast.unparse(node.target)} is changed in place")
            old = value(m, scope, ast.Name(name, ast.Load()))
            m.change(old, old - one_hot(m, labels), name, scope.find(name) or scope)
        case _:
            raise Unread(f"{ast.unparse(node.target)} is changed in place")


def _branch(m: Interpreter, scope: Scope, node: ast.If) -> None:
    if ast.unparse(node.test).startswith("__name__"):
        return
    m.run(node.body if truth(value(m, scope, node.test)) else node.orelse, scope)


def _define(m: Interpreter, scope: Scope, node: ast.FunctionDef) -> None:
    match node:
        case ast.FunctionDef(name=name, args=given, body=body):
            scope.names[name] = m.routines[name] = _routine(name, given, body, scope)


def _class(m: Interpreter, scope: Scope, node: ast.ClassDef) -> None:
    """The functions of a class are those of the program; self has their parts."""
    m.main.names.setdefault("self", Record())
    if "forward" in m.routines and any(getattr(x, "name", "") == "forward" for x in node.body):
        raise Unread("several classes are not read together; ask about one at a time")
    for each in node.body:
        if isinstance(each, ast.FunctionDef) and each.name != "__init__":
            _define(m, scope, each)


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
    """A call for its effect: one may change a list, but none an array."""
    match node.value:
        case ast.Call(func=ast.Attribute(attr="append")):
            value(m, scope, node.value)
        case ast.Call(func=ast.Attribute(attr=name)) if name.endswith("_"):
            raise Unread(f".{name}() changes an array in place")
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)) if name not in HARMLESS:
            raise Unread(f"{name}(…) may change something, which is not read")
        case _:
            pass


HARMLESS = frozenset(
    "print backward step zero_grad seed manual_seed plot show grid title legend figure train eval"
    " set_printoptions simplefilter set_title xlabel ylabel scatter set_default_dtype".split()
)


def _with(m: Interpreter, scope: Scope, node: ast.With) -> None:
    """A block that only takes steps is left out; one without gradients holds its values fixed."""
    if "no_grad" not in ast.unparse(node.items[0]):
        m.run(node.body, scope)
    elif not all(isinstance(x, ast.AugAssign | ast.Expr | ast.Pass) for x in node.body):
        raise Unread("what is computed without gradients is not read")


def _nothing(m: Interpreter, scope: Scope, node: ast.stmt) -> None:
    pass


Statement = Callable[[Interpreter, Scope, Any], None]
STATEMENTS: dict[type[ast.stmt], Statement] = {
    ast.Assign: _set, ast.AnnAssign: _annotated, ast.AugAssign: _changed, ast.For: loop,
    ast.If: _branch, ast.FunctionDef: _define, ast.ClassDef: _class, ast.Return: _return,
    ast.Import: _import, ast.ImportFrom: _import_from, ast.Expr: _alone, ast.With: _with,
    ast.Assert: _nothing, ast.Pass: _nothing,
}  # fmt: skip
