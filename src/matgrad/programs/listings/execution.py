"""Statements of a program, one after the other: what its names stand for at the end."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from matgrad.errors import ShapeError
from matgrad.programs.listings import library
from matgrad.programs.listings.assignment import Place
from matgrad.programs.listings.calling import Calling
from matgrad.programs.listings.changing import (
    change_entries,
    change_in_place,
    is_mask,
    keep_unmasked,
)
from matgrad.programs.listings.derivatives import BACKWARD, BACKWARD_PASS, PLAIN
from matgrad.programs.listings.evaluation import LIBRARIES, shown, truth, value
from matgrad.programs.listings.loops import UNDER, loop, where_it_holds
from matgrad.programs.listings.objects import class_of, has_method, routine_of
from matgrad.programs.listings.parsing import place_of
from matgrad.programs.listings.passes import Each
from matgrad.programs.listings.values import (
    Known,
    Misfit,
    MissingShape,
    Module,
    Returned,
    Routine,
    Scope,
    Unread,
)


@dataclass
class Interpreter(Calling):
    """Reads a program statement by statement."""

    def run(self, body: Sequence[ast.stmt], scope: Scope) -> None:
        """Carry out statements."""
        for statement in body:
            self.tick()
            rule = STATEMENTS.get(type(statement))
            if rule is None:
                kind = type(statement).__name__.lower()
                message = f"“{kind}” is not read"
                raise Unread(message, place_of(statement)).on(statement.lineno)
            try:
                rule(self, scope, statement)
            except (Unread, ShapeError) as error:
                if isinstance(error, Unread):
                    error.on(statement.lineno)
                raise error.at(place_of(statement)) from None
            except (IndexError, ValueError) as error:  # of arrays with other axes
                message = f"{shown(statement)} does not fit its arrays"
                raise ShapeError(message, place_of(statement)) from error
            except (TypeError, AttributeError, KeyError, ArithmeticError) as error:
                message = f"{shown(statement)} is not read"
                raise Unread(message, place_of(statement)).on(statement.lineno) from error

    def routine(self, node: ast.Lambda, scope: Scope) -> Routine:
        """A function without a name."""
        match node:
            case ast.Lambda(args=given, body=body):
                end = ast.copy_location(ast.Return(body), body)
                return routine_of("lambda", given, [end], scope)


# ---------------------------------------------------------------- statements


def _set(m: Interpreter, scope: Scope, node: ast.Assign) -> None:
    if m.mask is not None and not isinstance(node.targets[0], ast.Name):
        raise Unread(UNDER.format(ast.unparse(node.targets[0])))
    outer = m.target
    try:
        match node.targets:
            case [ast.Subscript(slice=key) as target] if is_mask(scope, key) or isinstance(
                key, ast.Tuple
            ):
                change_entries(m, scope, target, node.value)
            case [target] if (place := m.kept_at(scope, target)) is not None:
                m.target = ("" if place.entry_of else place.key, node.value)
                _keep(m, scope, place, node.value)
            case _:
                found = _values(m, scope, node)
                for target in node.targets:
                    m.assign(scope, target, found)
    finally:
        m.target = outer


def _keep(m: Interpreter, scope: Scope, place: Place, node: ast.expr) -> None:
    """Set one value; one that is a derivative, or that nothing may need, may fail."""
    is_name = place.own is None and not place.entry_of
    is_started = place.own is not None and m.is_starting(scope)
    is_one = PLAIN.fullmatch(place.entry_of) if place.entry_of else m.is_derivative(place.key)
    if is_one:
        match node:
            case ast.BinOp(left=left, op=ast.Mult(), right=right) if is_name:
                keep_unmasked(m, scope, place.name, (left, right))
            case _:
                pass
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


def _values(m: Interpreter, scope: Scope, node: ast.Assign) -> Any:
    """The value of an assignment; in a, b = …, … each part has a name."""
    match node.targets, node.value:
        case [ast.Tuple(elts=targets)], ast.Tuple(elts=parts) if len(targets) == len(parts):
            found: list[Any] = []
            for target, part in zip(targets, parts, strict=True):
                place = None if isinstance(target, ast.Subscript) else m.kept_at(scope, target)
                m.target = (place.key if place is not None else "", part)
                found.append(value(m, scope, part))
            return tuple(found)
        case _:
            return value(m, scope, node.value)


def _annotated(m: Interpreter, scope: Scope, node: ast.AnnAssign) -> None:
    if node.value is not None:
        m.assign(scope, node.target, value(m, scope, node.value))


def _branch(m: Interpreter, scope: Scope, node: ast.If) -> None:
    if ast.unparse(node.test).startswith("__name__"):
        return
    test = value(m, scope, node.test)
    if isinstance(test, Each):
        where_it_holds(m, scope, node, test)
    else:
        m.run(node.body if truth(test) else node.orelse, scope)


_SAME = frozenset("jit njit compile script staticmethod no_type_check lru_cache cache".split())


def _define(m: Interpreter, scope: Scope, node: ast.FunctionDef) -> None:
    for mark in node.decorator_list:
        names = {x.attr if isinstance(x, ast.Attribute) else x.id for x in ast.walk(mark)
                 if isinstance(x, ast.Attribute | ast.Name)}  # fmt: skip
        if not names & _SAME:
            message = f"@{shown(mark)} makes another function of {node.name}"
            raise Unread(message, place_of(mark)).on(node.lineno)
    match node:
        case ast.FunctionDef(name=name, args=given, body=body):
            scope.names[name] = m.routines[name] = routine_of(name, given, body, scope)


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
        case ast.Call(func=ast.Attribute(value=of, attr=name)) if _is_method(m, scope, of, name):
            outer = m.is_backward
            m.is_backward = outer or BACKWARD_PASS.fullmatch(name) is not None
            try:
                value(m, scope, node.value)
            finally:
                m.is_backward = outer
        case ast.Call(func=ast.Attribute(value=of, attr="append")):
            if m.mask is not None:
                raise Unread(UNDER.format(ast.unparse(of)))
            value(m, scope, node.value)
        case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="init") | ast.Name(id="init"))):
            pass  # other numbers to start from
        case ast.Call(func=ast.Attribute(attr=name)) if name.endswith("_"):
            raise Unread(f".{name}() changes an array in place")
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)) if name not in HARMLESS:
            raise Unread(f"{name}(…) may change something, which is not read")
        case _:
            pass


def _is_method(m: Interpreter, scope: Scope, of: ast.expr, name: str) -> bool:
    """Is this a method of an object of the program?"""
    if isinstance(of, ast.Call):
        return isinstance(of.func, ast.Name) and of.func.id == "super"
    own = m.record(scope, of)
    return own is not None and (name not in HARMLESS or has_method(m, own, name))


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
    ast.Assign: _set, ast.AnnAssign: _annotated, ast.AugAssign: change_in_place, ast.For: loop,
    ast.If: _branch, ast.FunctionDef: _define, ast.ClassDef: _class, ast.Return: _return,
    ast.Import: _import, ast.ImportFrom: _import_from, ast.Expr: _alone, ast.With: _with,
    ast.Assert: _nothing, ast.Pass: _nothing,
}  # fmt: skip
