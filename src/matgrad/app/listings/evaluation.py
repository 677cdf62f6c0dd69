"""Expressions of a program, as values: one rule for each kind of expression."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

from matgrad.app.arrays import Array
from matgrad.app.listings import library
from matgrad.app.listings.calls import applied
from matgrad.app.listings.machine import Machine, is_whole
from matgrad.app.listings.parts import item, key_of
from matgrad.app.listings.quotients import multiplied, quotient
from matgrad.app.listings.samples import Outer, Samples, index_of
from matgrad.app.listings.values import (
    Bound,
    Builtin,
    Depends,
    Index,
    Known,
    Made,
    Misfit,
    Module,
    Record,
    Scope,
    Unread,
)
from matgrad.errors import ShapeError

Rule = Callable[[Machine, Scope, Any], Any]
ATTRIBUTES = frozenset("T mT H shape ndim size dtype data real".split())
LIBRARIES = {"np": "numpy", "numpy": "numpy", "torch": "torch", "F": "torch", "nn": "torch",
             "jnp": "jax", "jax": "jax", "scipy": "scipy", "special": "scipy", "sp": "scipy"}  # fmt: skip
BUILTINS = frozenset(
    "len range sum abs float int max min zip enumerate print list tuple reversed round pow".split()
)
_OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.MatMult: operator.matmul, ast.Pow: operator.pow, ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod, ast.BitAnd: operator.and_, ast.BitOr: operator.or_,
}  # fmt: skip
_COMPARED: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Is: operator.is_, ast.IsNot: operator.is_not,
}  # fmt: skip
_NUMBERS = (int, float, bool)
LARGEST_POWER = 64  # of whole numbers that a program writes out
LONGEST_LIST = 200
_PYTHON = (
    TypeError, KeyError, ZeroDivisionError, OverflowError, AttributeError,
    AssertionError,
)  # fmt: skip


def value(m: Machine, scope: Scope, node: ast.expr) -> Any:
    """What an expression stands for."""
    m.tick()
    line = getattr(node, "lineno", 0)
    rule = RULES.get(type(node))
    if rule is None:
        raise Unread(f"{shown(node)} is not read").on(line)
    try:
        return rule(m, scope, node)
    except (IndexError, ValueError) as error:  # of an array with other axes
        raise ShapeError(f"{shown(node)} does not fit the axes of its arrays") from error
    except _PYTHON as error:
        raise Unread(f"{shown(node)} is not read").on(line) from error
    except Unread as error:
        raise error.on(line) from None


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
            raise Depends(found.name, found.why.message).on(found.why.line if isinstance(found.why, Unread) else 0)
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
        if owner == "F" and library.is_known(name) and name not in ("dot", *ATTRIBUTES):
            return Known(name, "torch")
        is_array = name in ATTRIBUTES or library.is_known(name) or owner in m.inputs
        if owner not in library.MODULES and not is_array and not name.endswith("_"):
            return m.given(name)
    of = value(m, scope, node.value)
    match of:
        case Module():
            return _of_module(of, name)
        case Record():
            return _part(m, of, name)
        case Array() | Samples() | Made() if name in ATTRIBUTES:
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
    of = library.constant(of) if isinstance(of, Made) else of
    return "float" if name == "dtype" else getattr(of, name)


# ---------------------------------------------------------------- operators


def _binary(m: Machine, scope: Scope, node: ast.BinOp) -> Any:
    left, right = value(m, scope, node.left), value(m, scope, node.right)
    return combined(m, node.op, left, right, (node.left, node.right))


def combined(
    m: Machine, op: ast.operator, left: Any, right: Any, nodes: tuple[ast.expr, ast.expr]
) -> Any:
    """Two values, combined by an operator."""
    if isinstance(left, Made) and isinstance(right, Made):
        raise Unread("two arrays of numbers are not combined")
    for made, other in ((left, right), (right, left)):
        if isinstance(made, Made) and isinstance(other, _NUMBERS) and made.number is None:
            return made  # random entries times a number are random entries
    left, right = (library.constant(x) if isinstance(x, Made) else x for x in (left, right))
    _check(op, left, right)
    m.weigh(op, left, right, nodes)
    if isinstance(op, ast.Div):
        return quotient(m, left, right)
    if type(op) not in _OPERATORS:
        raise Unread(f"the operator {type(op).__name__} is not read")
    if isinstance(op, ast.MatMult) and isinstance(left, Array) and isinstance(right, Array):
        return multiplied(left, right)
    if isinstance(right, Samples) and not isinstance(left, Samples):
        name = _OPERATORS[type(op)].__name__
        return getattr(right, f"__r{name}__")(left)
    return _OPERATORS[type(op)](left, right)


def _check(op: ast.operator, left: Any, right: Any) -> None:
    """Refuse what is no number or array, and whole numbers that would grow without end."""
    lists = isinstance(left, list | tuple) or isinstance(right, list | tuple)
    if lists and not (isinstance(op, ast.Add) and type(left) is type(right)):
        raise Unread("operators on lists are not read")
    if lists and len(left) + len(right) > LONGEST_LIST:
        raise Unread("a list is too long to be read")
    if not lists and not all(isinstance(x, (*_NUMBERS, Array, Samples)) for x in (left, right)):
        raise Unread("operators are read between arrays and numbers only")
    if isinstance(op, ast.Pow) and isinstance(left, int) and isinstance(right, int):
        if abs(right) > LARGEST_POWER or abs(left) > LARGEST_POWER**2:
            raise Unread("a power is too large to be read")


def _unary(m: Machine, scope: Scope, node: ast.UnaryOp) -> Any:
    of = value(m, scope, node.operand)
    of = library.constant(of) if isinstance(of, Made) else of
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
    if len(node.ops) != 1 or type(node.ops[0]) not in _COMPARED:
        raise Unread(f"{shown(node)} is not read")
    left, right = value(m, scope, node.left), value(m, scope, node.comparators[0])
    op, sides = type(node.ops[0]), (left, right)
    if any(isinstance(x, Index | Outer) for x in sides) or any(isinstance(x, Made) for x in sides):
        raise Unread(f"{shown(node)} is not read")
    if any(isinstance(x, Samples) for x in sides):
        return _compared(op, left, right)
    return _COMPARED[type(node.ops[0])](left, right)


def _compared(op: type[ast.cmpop], left: Any, right: Any) -> Samples:
    """Where a comparison holds, for each sample."""
    if op not in (ast.Gt, ast.GtE, ast.Lt, ast.LtE):
        raise Unread("a comparison of samples is not read")
    sides = [x.stacked if isinstance(x, Samples) else x for x in (left, right)]
    return Samples(_COMPARED[op](*sides), index_of(left, right))


def _choice(m: Machine, scope: Scope, node: ast.IfExp) -> Any:
    return value(m, scope, node.body if truth(value(m, scope, node.test)) else node.orelse)


def truth(found: Any) -> bool:
    """Does a condition hold? Of entries that are not known nobody can say."""
    if isinstance(found, bool | int | str | list | tuple | dict) or found is None:
        return bool(found)
    raise Unread("a condition on values that are not known is not read")


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
        case ast.Name(id=name), ast.Constant(value=str(part)) if scope.find(name) is None:
            return m.given(part)  # params["W1"] is W1
        case _, ast.Constant(value=str(part)):
            of = value(m, scope, node.value)
            return _part(m, of, part)
        case _:
            of = value(m, scope, node.value)
            return item(m, of, key_of(m, scope, node.slice, value, of))


def _part(m: Machine, of: Any, name: str) -> Any:
    """A part of params, cache or the like; one that nobody sets has the name it is kept under."""
    if not isinstance(of, Record):
        return of[name]
    return of.parts[name] if name in of.parts else m.given(name)


def _tuple(m: Machine, scope: Scope, node: ast.Tuple) -> Any:
    return tuple(value(m, scope, each) for each in node.elts)


def _list(m: Machine, scope: Scope, node: ast.List) -> Any:
    return [value(m, scope, each) for each in node.elts]


def _dict(m: Machine, scope: Scope, node: ast.Dict) -> Any:
    if None in node.keys:
        raise Unread(f"{shown(node)} is not read")
    pairs = zip(node.keys, node.values, strict=True)
    return {value(m, scope, k): value(m, scope, x) for k, x in pairs if k is not None}


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
        if not isinstance(found[0], Samples):
            raise Unread(f"{shown(node)} is not read")
        return found[0].stacked
    return found


def _lambda(m: Machine, scope: Scope, node: ast.Lambda) -> Any:
    return m.routine(node, scope)


def _call(m: Machine, scope: Scope, node: ast.Call) -> Any:
    return applied(m, scope, node, value)


def _text(m: Machine, scope: Scope, node: ast.JoinedStr) -> Any:
    return ""


RULES: dict[type[ast.expr], Rule] = {
    ast.Constant: _constant, ast.Name: _name, ast.Attribute: _attribute, ast.BinOp: _binary,
    ast.UnaryOp: _unary, ast.Compare: _compare, ast.IfExp: _choice, ast.BoolOp: _logic,
    ast.Subscript: _subscript, ast.Tuple: _tuple, ast.List: _list, ast.Dict: _dict,
    ast.ListComp: _comprehension, ast.GeneratorExp: _comprehension, ast.Lambda: _lambda,
    ast.Call: _call, ast.JoinedStr: _text,
}  # fmt: skip
