"""Expressions of a program, as values: one rule for each kind of expression."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, cast

from matgrad.errors import MatgradError, ShapeError
from matgrad.programs.arrays.array import Array
from matgrad.programs.arrays.matrices import SlogdetResult
from matgrad.programs.listings import library
from matgrad.programs.listings.calls import applied
from matgrad.programs.listings.functions import BUILTINS
from matgrad.programs.listings.machine import Machine
from matgrad.programs.listings.objects import has_part, part
from matgrad.programs.listings.operators import COMPARED, combined
from matgrad.programs.listings.parsing import place_of
from matgrad.programs.listings.parts import item, key_of, same_class
from matgrad.programs.listings.passes import Each, Index, is_whole
from matgrad.programs.listings.passes import combined as in_passes
from matgrad.programs.listings.values import (
    Bound,
    Builtin,
    Depends,
    Known,
    Made,
    Misfit,
    Module,
    Record,
    Scope,
    Super,
    Unread,
)

Rule = Callable[[Machine, Scope, Any], Any]
ATTRIBUTES = frozenset("T mT H shape ndim size dtype data real".split())
LIBRARIES = {
    "np": "numpy", "numpy": "numpy", "torch": "torch", "F": "torch", "nn": "torch",
    "jnp": "jax", "jax": "jax", "scipy": "scipy", "special": "scipy", "sp": "scipy",
}  # fmt: skip
_ORDERED = (ast.Gt, ast.GtE, ast.Lt, ast.LtE)
_PYTHON = (
    TypeError, KeyError, ZeroDivisionError, OverflowError, AttributeError, AssertionError,
)  # fmt: skip


def value(m: Machine, scope: Scope, node: ast.expr) -> Any:
    """What an expression stands for."""
    m.tick()
    line = getattr(node, "lineno", 0)
    rule = RULES.get(type(node))
    if rule is None:
        raise Unread(f"{shown(node)} is not read", place_of(node)).on(line)
    try:
        return rule(m, scope, node)
    except (IndexError, ValueError) as error:  # of an array with other axes
        message = f"{shown(node)} does not fit the axes of its arrays"
        raise ShapeError(message, place_of(node)) from error
    except _PYTHON as error:
        message = f"{shown(node)} is not read"
        raise Unread(message, place_of(node)).on(line) from error
    except MatgradError as error:
        if isinstance(error, Unread):
            error.on(line)
        raise error.at(place_of(node)) from None


def shown(node: ast.AST) -> str:
    """A part of a program in few characters."""
    text = ast.unparse(node)
    return text if len(text) <= 60 else f"{text[:57]}…"


# ---------------------------------------------------------------- names


def _constant(m: Machine, scope: Scope, node: ast.Constant) -> Any:
    if isinstance(node.value, complex | bytes):
        raise Unread(f"{shown(node)} is not read")
    return node.value


def _name(m: Machine, scope: Scope, node: ast.Name) -> Any:
    holder = scope.find(node.id)
    if holder is not None:
        found = holder.names[node.id]
        if isinstance(found, Misfit):
            raise Depends(found.name, found.why.message).on(
                found.why.line if isinstance(found.why, Unread) else 0
            )
        return found
    if node.id in BUILTINS:
        return Builtin(node.id)
    if node.id in library.MODULES and node.id != "F":
        return Module(node.id, LIBRARIES.get(node.id, ""))
    return m.given(node.id)


def _attribute(m: Machine, scope: Scope, node: ast.Attribute) -> Any:
    name = node.attr
    if isinstance(node.value, ast.Name) and scope.find(node.value.id) is None:
        owner = node.value.id
        is_known = library.is_known(name)
        if owner == "F" and is_known and name not in ("dot", *ATTRIBUTES):
            return Known(name, "torch")
        is_array = name in ATTRIBUTES or library.is_known(name) or owner in m.inputs
        if owner not in library.MODULES and not is_array and not name.endswith("_"):
            return m.given(name)
    of = value(m, scope, node.value)
    match of:
        case Module():
            return _of_module(of, name)
        case Record() | Super() | SlogdetResult():
            return getattr(of, name) if isinstance(of, SlogdetResult) else part(m, of, name)
        case Array() | Each() | Made() if name in ATTRIBUTES:
            m.weigh_call("transpose" if name == "T" else name, [of])
            return _property(of, name)
        case _:
            return Bound(of, name)


def _of_module(module: Module, name: str) -> Any:
    of = LIBRARIES.get(module.name, module.of)
    if name in library.CONSTANTS:
        return library.CONSTANTS[name]
    if name in library.SUBMODULES:
        return Module(name, of)
    is_spectral = module.name == "linalg" and name == "norm"
    return Known(name, "" if is_spectral else of)


def _property(of: Any, name: str) -> Any:
    if name in ("T", "mT", "H"):
        return of.T
    if name == "data":
        raise Unread(".data holds a part of the function fixed, which is not read")
    if name == "real":
        return of
    of = library.as_constant(of)
    return "float" if name == "dtype" else getattr(of, name)


# ---------------------------------------------------------------- operators


def _binary(m: Machine, scope: Scope, node: ast.BinOp) -> Any:
    left, right = value(m, scope, node.left), value(m, scope, node.right)
    return combined(m, node.op, left, right, (node.left, node.right))


def _unary(m: Machine, scope: Scope, node: ast.UnaryOp) -> Any:
    of = library.as_constant(value(m, scope, node.operand))
    match node.op:
        case ast.USub():
            return -of
        case ast.UAdd():
            return of
        case ast.Invert():
            return ~of
        case _:
            if isinstance(of, Array):
                raise Unread("a condition on the entries of an array is not read")
            return not of


def _compare(m: Machine, scope: Scope, node: ast.Compare) -> Any:
    if len(node.ops) != 1 or type(node.ops[0]) not in COMPARED:
        raise Unread(f"{shown(node)} is not read")
    left, right = value(m, scope, node.left), value(m, scope, node.comparators[0])
    op, sides = type(node.ops[0]), (left, right)
    if (found := same_class(m, op, left, right)) is not None:
        return found
    if any(isinstance(x, Index | Made) for x in sides):
        raise Unread(f"{shown(node)} is not read")
    if any(isinstance(x, Each) for x in sides) and op in _ORDERED:
        return in_passes(COMPARED[op], left, right)
    return COMPARED[op](left, right)


def _choice(m: Machine, scope: Scope, node: ast.IfExp) -> Any:
    return value(m, scope, node.body if truth(value(m, scope, node.test)) else node.orelse)


def truth(found: Any) -> bool:
    """Does a condition hold? Of entries that are not known nobody can say."""
    if found is not None and not isinstance(found, bool | int | str | list | tuple | dict):
        raise Unread("a condition on values that are not known is not read")
    return bool(cast("object", found))


def _logic(m: Machine, scope: Scope, node: ast.BoolOp) -> Any:
    found: Any = None
    for each in node.values:
        found = value(m, scope, each)
        if truth(found) is isinstance(node.op, ast.Or):
            break
    return found


# ---------------------------------------------------------------- parts and lists


def _subscript(m: Machine, scope: Scope, node: ast.Subscript) -> Any:
    match node.value, node.slice:
        case ast.Name(id=name), ast.Constant(value=str(key)) if scope.find(name) is None:
            return m.given(key)  # params["W1"] is W1
        case ast.Attribute(value=outer, attr=name), ast.Constant(value=str(key)) if (
            own := m.record(scope, outer)
        ) is not None and not has_part(own, name):
            return m.given(own.key(key))  # self.params["W1"] is W1
        case _, ast.Constant(value=str(key)):
            of = value(m, scope, node.value)
            return part(m, of, key) if isinstance(of, Record) else of[key]
        case _:
            of = value(m, scope, node.value)
            return item(m, of, key_of(m, scope, node.slice, of))


def _tuple(m: Machine, scope: Scope, node: ast.Tuple) -> Any:
    return tuple(value(m, scope, each) for each in node.elts)


def _list(m: Machine, scope: Scope, node: ast.List) -> Any:
    return [value(m, scope, each) for each in node.elts]


def _dict(m: Machine, scope: Scope, node: ast.Dict) -> Any:
    if None in node.keys:
        raise Unread(f"{shown(node)} is not read")
    pairs = zip(node.keys, node.values, strict=True)
    found = {value(m, scope, k): value(m, scope, x) for k, x in pairs if k is not None}
    random = {k: x for k, x in found.items() if isinstance(x, Made) and x.number is None}
    return {**found, **{k: m.declare(str(k), x.axes) for k, x in random.items()}}


def _comprehension(m: Machine, scope: Scope, node: ast.ListComp | ast.GeneratorExp) -> Any:
    if len(node.generators) != 1 or node.generators[0].ifs:
        raise Unread(f"{shown(node)} is not read")
    each = node.generators[0]
    over = value(m, scope, each.iter)
    m.enter(over)
    inner = Scope(outer=scope, is_main=False)
    found: list[Any] = []
    for entry in m.entries(over):
        m.assign(inner, each.target, entry)
        found.append(value(m, inner, node.elt))
    if is_whole(over):
        if not isinstance(found[0], Each):
            raise Unread(f"{shown(node)} is not read")
        return found[0].array()
    return found


def _lambda(m: Machine, scope: Scope, node: ast.Lambda) -> Any:
    return m.routine(node, scope)


def _call(m: Machine, scope: Scope, node: ast.Call) -> Any:
    return applied(m, scope, node)


def _text(m: Machine, scope: Scope, node: ast.JoinedStr) -> Any:
    return ""


RULES: dict[type[ast.expr], Rule] = {
    ast.Constant: _constant, ast.Name: _name, ast.Attribute: _attribute, ast.BinOp: _binary,
    ast.UnaryOp: _unary, ast.Compare: _compare, ast.IfExp: _choice, ast.BoolOp: _logic,
    ast.Subscript: _subscript, ast.Tuple: _tuple, ast.List: _list, ast.Dict: _dict,
    ast.ListComp: _comprehension, ast.GeneratorExp: _comprehension, ast.Lambda: _lambda,
    ast.Call: _call, ast.JoinedStr: _text,
}  # fmt: skip
