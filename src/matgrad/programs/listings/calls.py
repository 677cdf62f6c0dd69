"""Calls: of functions of libraries, of methods, and of the routines of the program itself."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Any, cast

from matgrad.programs.arrays.array import Array
from matgrad.programs.listings import library
from matgrad.programs.listings.functions import BUILTINS, computed
from matgrad.programs.listings.layers import layer
from matgrad.programs.listings.machine import Machine
from matgrad.programs.listings.objects import above, applied_function, built, called, own_method
from matgrad.programs.listings.passes import Each
from matgrad.programs.listings.values import (
    Bound,
    Builtin,
    Class,
    Instance,
    Known,
    Made,
    Record,
    Routine,
    Scope,
    Super,
    Unread,
)

_HELD = (Array, Each, Made, list, dict)  # whose methods are those of libraries


def applied(m: Machine, scope: Scope, node: ast.Call) -> Any:
    """What a call gives."""
    function = _function(m, scope, node.func)
    if isinstance(function, Known) and function.name == "super":
        return above(scope)
    options = _options(m, scope, node)
    given = _values(m, scope, _given(node))
    match function:
        case Builtin(name=name):
            return BUILTINS[name](m, *given)
        case Known(name=name, of=of):
            made = layer(m, function, given)
            if made is function:
                return computed(m, name, given, options, of)
            return built(m, made, node, given, options) if isinstance(made, Class) else made
        case Bound(of=of, name=name) if isinstance(of, _HELD):
            return _method(m, of, name, given, options)
        case _:
            return _of_program(m, function, node, given, options)


def _of_program(
    m: Machine, function: Any, node: ast.Call, given: Sequence[Any], options: Mapping[str, Any]
) -> Any:
    """What a routine, a class or an object of the program gives."""
    match function:
        case Routine():
            return m.call(function, given, options)
        case Class():
            return built(m, function, node, given, options)
        case Instance():
            return called(m, function, given, options)
        case Bound(of=Class() as of, name="apply"):
            return applied_function(m, of, given, options)
        case Bound(of=Record() | Super() as of, name=name):
            return own_method(of, name, given)
        case _:
            raise Unread(f"{ast.unparse(node.func)}(…) is not read")


def _values(m: Machine, scope: Scope, nodes: Sequence[ast.expr]) -> list[Any]:
    """The values of arguments; those of *layers are the entries of a list."""
    found: list[Any] = []
    for each in nodes:
        starred = isinstance(each, ast.Starred)
        held = m.value_of(scope, each.value if starred else each)
        found += m.entries(held) if starred else [held]
    return found


def _options(m: Machine, scope: Scope, node: ast.Call) -> dict[str, Any]:
    """The arguments by name; those of **options are the entries of a dict."""
    found: dict[str, Any] = {}
    for each in node.keywords:
        held = m.value_of(scope, each.value)
        if each.arg is None and not isinstance(held, dict):
            raise Unread(f"{ast.unparse(node)} is not read")
        found |= held if each.arg is None else {each.arg: held}
    return found


def _given(node: ast.Call) -> Sequence[ast.expr]:
    """The arguments by position."""
    match node:
        case ast.Call(args=given):
            return given


def _function(m: Machine, scope: Scope, node: ast.expr) -> Any:
    """What is called; sigmoid(z) is known though the program does not define it."""
    match node:
        case ast.Name(id="super"):
            return Known("super")
        case ast.Name(id=name) if scope.find(name) is None and name not in BUILTINS:
            if library.is_known(name):
                return Known(name)
            raise Unread(f"{name}(…) is not defined in the program")
        case _:
            return m.value_of(scope, node)


def _method(
    m: Machine, of: Any, name: str, given: Sequence[Any], options: Mapping[str, Any]
) -> Any:
    """What a method gives; one that changes its array is not read."""
    match of:
        case list() if name == "append":
            cast("list[Any]", of).append(*given)
            return None
        case dict() if name in ("items", "values", "keys", "get"):
            return getattr(cast("dict[Any, Any]", of), name)(*given)
        case Array() if name in library.METHODS_OF_SIZE:
            return getattr(of, library.METHODS_OF_SIZE[name])
        case Array() if name == "size":
            return of.shape[given[0]] if given else of.shape
        case Array() | Each() | Made():
            if name.endswith("_") and name != "requires_grad_":
                raise Unread(f".{name}() changes an array in place")
            library_of = "torch" if name == "norm" else m.library  # arrays of NumPy have none
            return computed(m, name, [of, *given], options, library_of)
        case _:
            raise Unread(f".{name}(…) is not read")
