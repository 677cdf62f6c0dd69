"""Expressions of a program, as values: names, operators, parts of arrays, calls."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from matgrad import ops
from matgrad.core.dims import Dim
from matgrad.core.expr import Expr
from matgrad.core.walk import postorder
from matgrad.errors import AxisError, MatgradError, ShapeError
from matgrad.programs.arrays.array import Array, product
from matgrad.programs.arrays.functions import total
from matgrad.programs.arrays.matrices import SlogdetResult
from matgrad.programs.arrays.tables import FUNCTIONS
from matgrad.programs.listings import library
from matgrad.programs.listings.library import (
    ATTRIBUTES,
    BUILTINS,
    LAYERS,
    LIBRARIES,
    METHODS_OF_SIZE,
    as_constant,
    builtin,
    computed,
    is_known,
)
from matgrad.programs.listings.machine import MOST_STEPS, PLACE, Machine
from matgrad.programs.listings.objects import (
    built,
    called,
    own_method,
    part,
    routine_of,
)
from matgrad.programs.listings.script import place_of
from matgrad.programs.listings.values import (
    Bound,
    Chosen,
    Class,
    Instance,
    Known,
    Made,
    Misfit,
    Module,
    Record,
    Routine,
    Samples,
    Scope,
    Unread,
    parts_of,
)
from matgrad.rules.simplify import simplify

_OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.MatMult: "matmul", ast.Pow: "pow",
    ast.FloorDiv: "floordiv", ast.Mod: "mod", ast.BitAnd: "and_", ast.BitOr: "or_",
}  # fmt: skip
COMPARED: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Is: operator.is_, ast.IsNot: operator.is_not,
}  # fmt: skip
_NUMBERS = (int, float, bool)
LARGEST_POWER = 64  # of whole numbers that a program writes out
LONGEST_LIST = 200
MOST_BITS = 1024  # of whole numbers


def combined(
    m: Machine, op: ast.operator, left: Any, right: Any, nodes: tuple[ast.expr, ast.expr]
) -> Any:
    """Two values, combined by an operator."""
    if isinstance(left, Made) and isinstance(right, Made):
        raise Unread("two arrays of numbers are not combined")
    for made, other in ((left, right), (right, left)):
        is_number = isinstance(other, _NUMBERS) or (isinstance(other, Array) and not other.axes)
        if isinstance(made, Made) and made.number is None and is_number:
            return made  # random entries times a number are random entries
    left, right = map(library.as_constant, (left, right))
    _check(op, left, right)
    m.weigh(op, left, right, nodes)
    if isinstance(op, ast.Div):
        return quotient(m, left, right)
    if isinstance(op, ast.BitXor):
        raise Unread("^ is no power in Python", hint="a power is written **: x**2")
    if type(op) not in _OPERATORS:
        raise Unread(f"the operator {type(op).__name__} is not read")
    if isinstance(op, ast.MatMult) and isinstance(left, Array) and isinstance(right, Array):
        return multiplied(left, right)
    if isinstance(op, ast.MatMult) and any(isinstance(x, _NUMBERS) for x in (left, right)):
        raise ShapeError("@ takes no numbers")
    return getattr(operator, _OPERATORS[type(op)])(left, right)


def _check(op: ast.operator, left: Any, right: Any) -> None:
    """Refuse what is no number or array, and whole numbers that would grow without end."""
    lists = _is_list(left) or _is_list(right)
    if lists and not (isinstance(op, ast.Add) and type(left) is type(right)):
        raise Unread("operators on lists are not read")
    if lists and len(left) + len(right) > LONGEST_LIST:
        raise Unread("a list is too long to be read")
    if not lists and not all(isinstance(x, (*_NUMBERS, Array)) for x in (left, right)):
        raise Unread("operators are read between arrays and numbers only")
    are_whole = isinstance(left, int) and isinstance(right, int)
    is_large = are_whole and (abs(right) > LARGEST_POWER or abs(left) > LARGEST_POWER**2)
    if isinstance(op, ast.Pow) and is_large:
        raise Unread("a power is too large to be read")
    if are_whole and left.bit_length() + right.bit_length() > MOST_BITS:
        raise Unread("a whole number is too large to be read")


def _is_list(x: Any) -> bool:
    return isinstance(x, list | tuple)


def quotient(m: Machine, left: Any, right: Any) -> Any:
    """One value divided by another."""
    found = (
        _softmax(m, left, right) if isinstance(left, Array) and isinstance(right, Array) else None
    )
    if found is None and isinstance(left, int | float) and left == 1:
        found = _sigmoid(m, right)
    return left / right if found is None else found


def multiplied(left: Array, right: Array) -> Array:
    """The matrix product, with a number in front of it: 0.5 * x @ A @ x is ½ xᵀAx."""
    if not left.axes or not right.axes:
        raise ShapeError("@ takes no numbers")
    (one, first), (other, second) = _scaled(left), _scaled(right)
    factors, found = [*one, *other], product(first, second)
    return Array(ops.scale(*factors, found.expr), found.axes) if factors else found


def _scaled(side: Array) -> tuple[list[Expr], Array]:
    """The numbers in front of an array, and the array without them."""
    if side.expr.op is not ops.scale:
        return [], side
    *numbers, body = side.expr.args
    return numbers, Array(body, side.axes)


def _softmax(m: Machine, top: Array, bottom: Array) -> Array | None:
    """The softmax that a quotient is, with the axis along which it adds up."""
    value = opened(m, top.expr)
    if value.op is not ops.exp or not top.axes:
        return None
    below = opened(m, bottom.expr)
    axes = [None] if top.ndim == 1 else [0, 1, None]
    sums = ((axis, _sum(top, axis, bottom.ndim == top.ndim)) for axis in axes)
    axis = next(
        (axis for axis, x in sums if x is not None and _is_one(m, x, below, bottom, top)), ...
    )
    if axis is ... or (axis is None and top.ndim == 2):
        return None
    return FUNCTIONS["softmax"](Array(value.args[0], top.axes), axis)


def _sigmoid(m: Machine, bottom: Any) -> Any:
    """1/(1 + exp(−z)) is the logistic function of z."""
    if not isinstance(bottom, Array):
        return None
    value = opened(m, bottom.expr)
    for each in (opened(m, x) for x in postorder(value) if x is not value):
        if each.op is ops.exp and (1 + Array(each, bottom.axes)).expr is value:
            return Array(ops.sigmoid(simplify(-each.args[0])), bottom.axes)
    return None


def _sum(top: Array, axis: int | None, keeps: bool) -> Array | None:
    try:
        return total(top, axis, keepdims=keeps and axis is not None)
    except MatgradError:
        return None


def _is_one(m: Machine, x: Array, below: Expr, bottom: Array, top: Array) -> bool:
    """Is this the sum that is divided by, and is it spread along the axis it is taken of?"""
    is_spread = not x.axes or x.ndim == top.ndim == bottom.ndim
    same = m.closed(x.expr) is m.closed(below) or m.closed(x.expr) is m.closed(bottom.expr)
    return is_spread and same


def opened(m: Machine, expr: Expr) -> Expr:
    """What the last name stands for."""
    return next((d.value for d in m.definitions if d.symbol is expr), expr)


_SEVERAL = re.compile(r"\w*(?:mask|idx|ind(?:s|ices)|index(?:es)?|perm\w*|order|keep|sel\w*)")
_UNARY: dict[type[ast.unaryop], Callable[[Any], Any]] = {
    ast.USub: operator.neg, ast.UAdd: lambda x: x, ast.Invert: operator.invert,
    ast.Not: operator.not_,
}  # fmt: skip
_PYTHON = (TypeError, KeyError, ArithmeticError, AttributeError, AssertionError)


def value(m: Machine, scope: Scope, node: ast.expr) -> Any:
    """What an expression stands for."""
    return carried_out(RULES, m, scope, node)


def carried_out(
    rules: Mapping[Any, Callable[..., Any]], m: Machine, scope: Scope, node: ast.expr | ast.stmt
) -> Any:
    """What the rule for this kind of expression or statement gives; errors tell where it stands."""
    m.steps += 1
    if m.steps > MOST_STEPS:
        raise Unread("the program does too much to be read")
    line = getattr(node, "lineno", 0)
    try:
        if (rule := rules.get(type(node))) is None:
            kind = f"“{type(node).__name__.lower()}”" if isinstance(node, ast.stmt) else shown(node)
            raise Unread(f"{kind} is not read")
        return rule(m, scope, node)
    except (IndexError, ValueError) as error:  # of an array with other axes
        message = f"{shown(node)} does not fit the axes of its arrays"
        raise ShapeError(message, place_of(node)) from error
    except _PYTHON as error:
        raise Unread(f"{shown(node)} is not read", place_of(node)).on(line) from error
    except MatgradError as error:
        if isinstance(error, Unread):
            error.on(line)
        raise error.at(place_of(node)) from None


def shown(node: ast.AST) -> str:
    """A part of a program in few characters."""
    text = ast.unparse(node)
    return text if len(text) <= 60 else f"{text[:57]}…"


def _refused(node: ast.AST) -> Unread:
    return Unread(f"{shown(node)} is not read")


# ---------------------------------------------------------------- names


def _name(m: Machine, scope: Scope, node: ast.Name) -> Any:
    if (holder := scope.find(node.id)) is not None:
        found = holder.names[node.id]
        if isinstance(found, Misfit):
            raise found.used(found.name)
        return found
    if node.id in BUILTINS:
        return Known(node.id, "python")
    if node.id in library.MODULES and node.id != "F":
        return Module(node.id, LIBRARIES.get(node.id, ""))
    return m.given(node.id)


def _attribute(  # noqa: PLR0911
    m: Machine, scope: Scope, node: ast.Attribute
) -> Any:
    name = node.attr
    if isinstance(node.value, ast.Name) and scope.find(node.value.id) is None:
        owner = node.value.id
        if owner == "F" and is_known(name) and name not in ("dot", *ATTRIBUTES):
            return Known(name, "torch")
        is_array = name in ATTRIBUTES or is_known(name) or owner in m.inputs
        if owner not in library.MODULES and not is_array and not name.endswith("_"):
            return m.given(name)
    of = value(m, scope, node.value)
    match of:
        case Module():
            return _of_module(of, name)
        case Record() | SlogdetResult():
            return getattr(of, name) if isinstance(of, SlogdetResult) else part(m, of, name)
        case Array() | Made() if name in ATTRIBUTES:
            m.weigh_call("transpose" if name == "T" else name, [of])
            if name == "data":
                raise Unread(".data holds a part of the function fixed, which is not read")
            if name == "dtype":
                return "float"
            name = "T" if name in ("mT", "H") else name
            return of if name == "real" else getattr(of if name == "T" else as_constant(of), name)
        case _:
            return Bound(of, name)


def _of_module(module: Module, name: str) -> Any:
    *_, own = parts = module.name.split(".")
    of = "scipy" if "scipy" in parts else module.of or LIBRARIES.get(own, "")
    if name in library.CONSTANTS:
        return library.CONSTANTS[name]
    if name in library.SUBMODULES:
        return Module(name, of)
    if own == "lax" and name in ("max", "min"):  # of two arrays
        name = f"{name}imum"
    return Known(name, "" if (own, name) == ("linalg", "norm") else of)


# ---------------------------------------------------------------- operators


def _unary(m: Machine, scope: Scope, node: ast.UnaryOp) -> Any:
    of = library.as_constant(value(m, scope, node.operand))
    if isinstance(node.op, ast.Not) and isinstance(of, Array):
        raise Unread("a condition on the entries of an array is not read")
    return _UNARY[type(node.op)](of)


def _compare(m: Machine, scope: Scope, node: ast.Compare) -> Any:
    if len(node.ops) != 1 or type(node.ops[0]) not in COMPARED:
        raise _refused(node)
    op = type(node.ops[0])
    left, right = sides = value(m, scope, node.left), value(m, scope, node.comparators[0])
    if any(isinstance(x, Samples | Made) for x in sides):
        raise _refused(node)
    return COMPARED[op](left, right)


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


# ---------------------------------------------------------------- lists


def _dict(m: Machine, scope: Scope, node: ast.Dict) -> Any:
    if None in node.keys:
        raise _refused(node)
    pairs = zip(node.keys, node.values, strict=True)
    found = {value(m, scope, k): value(m, scope, x) for k, x in pairs if k is not None}
    random = {k: x for k, x in found.items() if isinstance(x, Made) and x.number is None}
    return {**found, **{k: m.declare(str(k), x.axes) for k, x in random.items()}}


def _comprehension(m: Machine, scope: Scope, node: ast.ListComp | ast.GeneratorExp) -> Any:
    if len(node.generators) != 1 or node.generators[0].ifs:
        raise _refused(node)
    each = node.generators[0]
    over = value(m, scope, each.iter)
    inner = Scope(outer=scope, is_main=False)
    found: list[Any] = []
    for one in m.entries(over):
        m.assign(inner, each.target, one)
        found.append(value(m, inner, node.elt))
    return found


# ---------------------------------------------------------------- parts


def _subscript(m: Machine, scope: Scope, node: ast.Subscript) -> Any:
    match node.value, node.slice:
        case ast.Name(id=name), ast.Constant(value=str(key)) if scope.find(name) is None:
            return m.given(key)  # params["W1"] is W1
        case ast.Attribute(value=outer, attr=name), ast.Constant(value=str(key)) if (
            own := m.record(scope, outer)
        ) is not None and name not in own.parts:
            return m.given(key)  # self.params["W1"] is W1
        case _:
            of = value(m, scope, node.value)
            return _item(m, of, key_of(m, scope, node.slice, of))


def key_of(m: Machine, scope: Scope, node: ast.expr, of: Any) -> Any:
    """What stands between square brackets."""
    match node:
        case ast.Slice(lower=low, upper=high, step=None):
            return slice(*(None if x is None else _bound(value(m, scope, x)) for x in (low, high)))
        case ast.Tuple(elts=[first, ast.Name() as last]) if name := _label_in(m, scope, last, of):
            rows = None if isinstance(first, ast.Slice) else value(m, scope, first)
            if isinstance(rows, range | Samples):
                return Chosen(m.one_hot(name))
            raise Unread("these places of an array are not read")
        case ast.Name() if name := _place_in(m, scope, node, of):
            return Chosen(m.place(name, of.axes[0]))
        case ast.Name() if (name := _label_in(m, scope, node, of)) and name not in m.latest:
            return Chosen(m.one_hot(name), is_row=True)
        case ast.Tuple(elts=entries):
            return tuple(key_of(m, scope, each, of) for each in entries)
        case _:
            return value(m, scope, node)


def _input_of(m: Machine, scope: Scope, name: str) -> tuple[str, Any]:
    """The input that a name stands for, or will be, and what is known of it."""
    holder = scope.find(name)
    held = holder.names[name] if holder is not None else m.inputs.get(name)
    if not isinstance(held, Array):
        return (name if held is None else ""), held
    found = [n for n, x in m.inputs.items() if x is held or x.expr is held.expr]
    return name if name in found else next(iter(found), ""), held


def _label_in(m: Machine, scope: Scope, node: ast.Name, of: Any) -> str:
    """The input that a name stands for, if entries of a matrix are chosen with it."""
    is_matrix = isinstance(of, Array) and of.ndim == 2
    return _input_of(m, scope, node.id)[0] if is_matrix else ""


def _place_in(m: Machine, scope: Scope, node: ast.Name, of: Any) -> str:
    """The whole number that chooses an entry of a vector, or a row where it is told to be one."""
    if not isinstance(of, Array) or not of.axes or _SEVERAL.fullmatch(node.id):
        return ""
    name, held = _input_of(m, scope, node.id)
    is_number = m.told.get(name) == () or f"{name}{PLACE}" in m.inputs
    if not name or (of.ndim > 1 and not is_number):
        return ""
    if isinstance(held, Array) and held.axes:
        raise ShapeError(f"{name} chooses one entry, and is a number")
    return name


def _bound(end: Any) -> Any:
    """The end of a slice: a whole number, or a size."""
    is_size = isinstance(end, Array) and isinstance(end.expr.data, Dim)
    return end.expr.data if is_size else end


def _item(m: Machine, of: Any, key: Any) -> Any:
    """The part of a value that a key means."""
    match of, key:
        case Array(), Chosen(ones=ones, is_row=is_row):
            return _chosen_from(m, of, ones, is_row)
        case Instance(), _ if (method := of.of.method("__getitem__")) is not None:
            return m.call(replace(method, own=of), [key], {})
        case Record(), str():
            return part(m, of, key)
        case ((list() | tuple() | dict() | str()), _):
            return cast("Any", of)[key]
        case Array(), _:
            if isinstance(key, tuple) and sum(k is not None for k in parts_of(key)) > of.ndim:
                raise AxisError(f"an array with {of.ndim} axes has no part with so many indices")
            return of[key]
        case _:
            raise Unread("a part of this value is not read")


def _chosen_from(m: Machine, of: Array, ones: Array, is_row: bool) -> Array:
    """The entry of each row that a one chooses, one entry of a vector, or whole rows."""
    if ones.ndim < 2 or is_row:
        found = ones if of.expr.op.name == "eye" else product(ones, of)
    else:
        found = total(of * ones, 1)
    if of.ndim == ones.ndim and not is_row:
        m.chosen[found.expr] = (of, ones)
    return found


# ---------------------------------------------------------------- calls


def _call(m: Machine, scope: Scope, node: ast.Call) -> Any:
    match node.func:  # sigmoid(z) is known though the program does not define it
        case ast.Name(id=name) if scope.find(name) is None and name not in BUILTINS:
            if not is_known(name):
                raise Unread(f"{name}(…) is not defined in the program")
            function: Any = Known(name)
        case called_so:
            function = value(m, scope, called_so)
    options: dict[str, Any] = {}
    for each in node.keywords:  # **options are the entries of a dict
        held = value(m, scope, each.value)
        if each.arg is None and not isinstance(held, dict):
            raise _refused(node)
        options |= held if each.arg is None else {each.arg: held}
    given: list[Any] = []
    for each in node.args:  # *layers are the entries of a list
        is_list = isinstance(each, ast.Starred)
        held = value(m, scope, each.value if isinstance(each, ast.Starred) else each)
        given += m.entries(held) if is_list else [held]
    return _applied(m, function, node, given, options)


OWN_WEIGHTS = "write what it computes, as x @ W.T + b for nn.Linear"


def _applied(  # noqa: PLR0911
    m: Machine, function: Any, node: ast.Call, given: list[Any], options: dict[str, Any]
) -> Any:
    """What a function of a library, or a routine, class, or object of the program gives."""
    match function:
        case Known(name=name, of="python"):
            return builtin(m, name, given)
        case Known(name=name, of="torch") if name in LAYERS:
            return Known(LAYERS[name], "torch", tuple(given), options)
        case Known(name=name, of="torch") if name[:1].isupper() and name not in library.SAME:
            raise Unread(f"nn.{name} is not read", hint=OWN_WEIGHTS)
        case Known(name=name, of=of, given=more, options=own):
            return computed(m, name, [*given, *more], {**own, **options}, of)
        case Routine():
            return m.call(function, given, options)
        case Class():
            return built(m, function, given, options)
        case Instance():
            return called(m, function, given, options)
        case Bound(of=Record() as of, name=name):
            return own_method(of, name, given)
        case Bound(of=of, name=name):
            return _method(m, of, name, given, options)
        case _:
            raise Unread(f"{ast.unparse(node.func)}(…) is not read")


def _method(
    m: Machine, of: Any, name: str, given: Sequence[Any], options: Mapping[str, Any]
) -> Any:
    """What a method gives; one that changes its array is not read."""
    match of:
        case list() if name == "append":
            return cast("list[Any]", of).append(*given)
        case dict() if name in ("items", "values", "keys", "get"):
            return getattr(cast("dict[Any, Any]", of), name)(*given)
        case Array() if name in METHODS_OF_SIZE:
            return getattr(of, METHODS_OF_SIZE[name])
        case Array() if name == "size":
            return of.shape[given[0]] if given else of.shape
        case Array() | Made():
            if name.endswith("_") and name != "requires_grad_":
                raise Unread(f".{name}() changes an array in place")
            library_of = "torch" if name == "norm" else m.library  # arrays of NumPy have none
            return computed(m, name, [of, *given], options, library_of)
        case _:
            raise Unread(f".{name}(…) is not read")


def _constant(m: Machine, scope: Scope, node: ast.Constant) -> Any:
    if isinstance(node.value, complex | bytes):
        raise _refused(node)
    return node.value


def _walrus(m: Machine, scope: Scope, node: ast.NamedExpr) -> Any:
    m.assign(scope, node.target, value(m, scope, node.value))
    return scope.names[node.target.id]


RULES: dict[type[ast.expr], Callable[[Machine, Scope, Any], Any]] = {
    ast.Constant: _constant, ast.Name: _name, ast.Attribute: _attribute, ast.UnaryOp: _unary,
    ast.Compare: _compare, ast.BoolOp: _logic, ast.Subscript: _subscript, ast.Dict: _dict,
    ast.ListComp: _comprehension, ast.GeneratorExp: _comprehension, ast.Call: _call,
    ast.NamedExpr: _walrus, ast.JoinedStr: lambda m, scope, node: "",
    ast.Tuple: lambda m, scope, node: tuple(value(m, scope, x) for x in node.elts),
    ast.List: lambda m, scope, node: [value(m, scope, x) for x in node.elts],
    ast.IfExp: lambda m, scope, node: value(
        m, scope, node.body if truth(value(m, scope, node.test)) else node.orelse),
    ast.Lambda: lambda m, scope, node: routine_of(
        "lambda", node.args, [ast.copy_location(ast.Return(node.body), node)], scope),
    ast.BinOp: lambda m, scope, node: combined(
        m, node.op, value(m, scope, node.left), value(m, scope, node.right),
        (node.left, node.right)),
}  # fmt: skip
