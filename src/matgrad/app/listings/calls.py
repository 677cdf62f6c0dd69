"""Calls: of functions of libraries, of methods, and of the routines of the program itself."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any, cast

from matgrad import ops
from matgrad.app.array_functions import total
from matgrad.app.array_numbers import number
from matgrad.app.arrays import Array
from matgrad.app.listings import library
from matgrad.app.listings.largest import largest
from matgrad.app.listings.machine import Machine
from matgrad.app.listings.parts import of_chosen, one_hot
from matgrad.app.listings.samples import Outer, Samples
from matgrad.app.listings.values import Bound, Builtin, Index, Known, Made, Routine, Scope, Unread
from matgrad.core.dims import Dim, dim
from matgrad.errors import ShapeError

Evaluate = Callable[[Machine, Scope, ast.expr], Any]
LONGEST_RANGE = 50
MOST_NUMBERS = 64  # of an array that a program writes out
_BY_CLASS = ("cross_entropy", "one_hot", "nll_loss", "sparse_categorical_crossentropy")
_EXTREME = ("max", "amax")


def applied(m: Machine, scope: Scope, node: ast.Call, value: Evaluate) -> Any:
    """What a call gives."""
    function = _function(m, scope, node.func, value)
    name = function.name if isinstance(function, Known | Bound | Routine) else ""
    nodes = [*_given(node)]
    if isinstance(function, Known) and name in _BY_CLASS and (found := _labelled(m, scope, nodes)):
        how = {x.arg: value(m, scope, x.value) for x in node.keywords if x.arg}
        return _by_class(m, scope, name, (nodes[0], found, how), value)
    given = [value(m, scope, each) for each in nodes]
    options = {each.arg: value(m, scope, each.value) for each in node.keywords if each.arg}
    match function:
        case Routine():
            return m.call(function, given, options)
        case Builtin(name=name):
            return BUILTINS[name](m, *given)
        case Known(name=name, of=of):
            return _library(m, name, given, options, of)
        case Bound(of=of, name=name):
            return _method(m, of, name, given, options)
        case _:
            raise Unread(f"{ast.unparse(node.func)}(…) is not read")


def _given(node: ast.Call) -> Sequence[ast.expr]:
    """The arguments by position."""
    match node:
        case ast.Call(args=given):
            return given


def _function(m: Machine, scope: Scope, node: ast.expr, value: Evaluate) -> Any:
    """What is called; sigmoid(z) is known though the program does not define it."""
    match node:
        case ast.Name(id=name) if scope.find(name) is None and name not in BUILTINS:
            if library.is_known(name) or name in _BY_CLASS:
                return Known(name)
            raise Unread(f"{name}(…) is not defined in the program")
        case _:
            return value(m, scope, node)


def _library(
    m: Machine, name: str, given: Sequence[Any], options: Mapping[str, Any], of: str = ""
) -> Any:
    """What a function of a library gives; a method is one of the library that the program uses."""
    if wrong := [x for x in options if x in library.REFUSED]:
        raise Unread(f"{name} with {wrong[0]} is not read")
    if name in ("arange", "range"):
        return _range(m, *given)
    if name in _EXTREME and given and isinstance(given[0], Array) and given[0].axes:
        return _largest(m, given, options)
    if len(given) == 1 and isinstance(given[0], Array):
        found = of_chosen(m, name, given[0])
        if found is not None:
            return found
    given = [_array(x) for x in given]
    m.weigh_call(name, given)
    m.weigh_axis(given[0] if given else None, options)
    return library.call(name, given, options, of)


def _array(x: Any) -> Any:
    """Lists of arrays stay, lists of numbers become arrays."""
    entries = _entries(x)
    rows = [_entries(row) for row in entries]
    if _are_numbers(entries):
        return _written([[entry] for entry in entries], (dim(len(entries)),))
    if rows and all(map(_are_numbers, rows)):
        if len({len(row) for row in rows}) > 1:
            raise Unread("the rows of an array have different lengths")
        return _written(rows, (dim(len(rows)), dim(len(rows[0]))))
    return x


def _entries(x: Any) -> list[Any]:
    """The entries of a list; anything else has none."""
    return cast("list[Any]", x) if isinstance(x, list) else []


def _are_numbers(entries: Sequence[Any]) -> bool:
    return bool(entries) and all(isinstance(entry, int | float) for entry in entries)


def _written(rows: Sequence[Sequence[Any]], axes: tuple[Dim, ...]) -> Array:
    """An array of numbers that a program writes out."""
    if len(rows) * len(rows[0]) > MOST_NUMBERS:
        raise Unread("an array of so many numbers is not read")
    return Array(ops.below(*(ops.beside(*map(number, row)) for row in rows)), axes)


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
        case Array() | Samples() | Made():
            if name.endswith("_") and name != "requires_grad_":
                raise Unread(f".{name}() changes an array in place")
            return _library(m, name, [of, *given], options, m.library)
        case _:
            raise Unread(f".{name}(…) is not read")


def _largest(m: Machine, given: Sequence[Any], options: Mapping[str, Any]) -> Any:
    """The largest entry of an array, of all or of each row: it is often only subtracted."""
    named = {library.OPTIONS.get(k, k): x for k, x in options.items()}
    if len(given) > 1 and isinstance(given[1], Array | float):
        return library.call("maximum", given, {})
    axis = named.get("axis", given[1] if len(given) > 1 else None)
    return largest(m, given[0], axis, bool(named.get("keepdims", False)))


# ---------------------------------------------------------------- class numbers


def _labelled(m: Machine, scope: Scope, nodes: Sequence[ast.expr]) -> str:
    """The name of the class numbers among the arguments, unless it is known as a matrix."""
    match nodes:
        case [ast.Name(id=name)] | [_, ast.Name(id=name), *_]:
            holder = scope.find(name)
            held = holder.names[name] if holder is not None else m.inputs.get(name)
            is_input = held is None or held is m.inputs.get(name)
            return name if is_input and len(m.told.get(name, ("",))) == 1 else ""
        case _:
            return ""


def _by_class(
    m: Machine,
    scope: Scope,
    name: str,
    given: tuple[ast.expr, str, Mapping[str, Any]],
    value: Evaluate,
) -> Any:
    """A loss that takes class numbers, or the one-hot rows themselves."""
    first, labels, options = given
    if name == "one_hot":
        return one_hot(m, labels)
    scores = value(m, scope, first)
    if name == "nll_loss":
        losses = -total(scores * one_hot(m, labels), 1)
        how = options.get("reduction", "mean")
        if how == "none" or {*options} - {"reduction"}:
            raise Unread("this loss is not read")
        return library.call(how, [losses], {})
    return library.call("cross_entropy", [scores, one_hot(m, labels)], options)


# ---------------------------------------------------------------- Python's own functions


def _range(m: Machine, *ends: Any) -> Any:
    """Whole numbers, or all samples where their number is a size."""
    match ends:
        case [Array() as count] | [0, Array() as count] if isinstance(count.expr.data, Dim):
            return Index(count.expr.data)
        case [Array()] | [_, Array()] | [_, _, Array()] | [Array(), _] | [Array(), _, _]:
            raise Unread("a loop over a part of the samples is not read")
        case _:
            found = range(*ends)
            if len(found) > LONGEST_RANGE:
                raise Unread("a loop is too long to be read")
            return found


def _length(m: Machine, x: Any) -> Any:
    return x.shape[0] if isinstance(x, Array) else len(x)


def _added(m: Machine, x: Any, start: Any = 0) -> Any:
    """Python's sum; of an array, NumPy's."""
    if isinstance(x, Array):
        return library.call("sum", [x], {"axis": 0} if x.ndim == 2 else {})
    found = m.entries(x)
    if any(isinstance(each, Samples | Outer) for each in found):
        (only,) = found
        return only.total()
    return reduce(lambda a, b: a + b, found, start)


def _zipped(m: Machine, *lists: Any) -> Any:
    if all(isinstance(x, list | tuple | range) for x in lists):
        return list(zip(*lists, strict=False))
    counts = {x.count if isinstance(x, Index) else x.axes[0] for x in lists}
    if len(counts) > 1:
        one, other = sorted(counts, key=str)[:2]
        raise ShapeError("a loop over two arrays that differ in length").between(one, other)
    index = Index(counts.pop())
    return [tuple(index if isinstance(x, Index) else Samples(x, index) for x in lists)]


def _numbered(m: Machine, x: Any) -> Any:
    if isinstance(x, Array):
        index = Index(x.axes[0])
        return [(index, Samples(x, index))]
    return list(enumerate(m.entries(x)))


def _number(m: Machine, x: Any) -> Any:
    """A number as it is; entries that would be rounded are not known."""
    if isinstance(x, Array) and not isinstance(x.expr.data, Dim):
        return _unrounded(x)
    return x


def _unrounded(x: Array) -> Array:
    if x.axes:
        raise Unread("entries are not turned into numbers")
    return x


def _whole(m: Machine, x: Any) -> Any:
    if isinstance(x, Array) and not isinstance(x.expr.data, Dim):
        raise Unread("a value that is rounded is not read")
    return int(x) if isinstance(x, float) else x


def _absolute(m: Machine, x: Any) -> Any:
    return abs(x) if isinstance(x, int | float) else library.call("absolute", [x], {})


def _nothing(m: Machine, *_: Any) -> None:
    """What is printed does not matter."""


def _list(m: Machine, x: Any = ()) -> list[Any]:
    return m.entries(x)


def _tuple(m: Machine, x: Any = ()) -> tuple[Any, ...]:
    return tuple(m.entries(x))


def _reversed(m: Machine, x: Any) -> list[Any]:
    return m.entries(x)[::-1]


def _power(m: Machine, x: Any, y: Any) -> Any:
    return x**y


def _maximum(m: Machine, *x: Any) -> Any:
    return _library(m, "max" if len(x) == 1 else "maximum", x, {})


def _minimum(m: Machine, *x: Any) -> Any:
    return _library(m, "min" if len(x) == 1 else "minimum", x, {})


BUILTINS: dict[str, Callable[..., Any]] = {
    "range": _range, "len": _length, "sum": _added, "zip": _zipped, "enumerate": _numbered,
    "float": _number, "int": _whole, "abs": _absolute, "print": _nothing, "list": _list,
    "tuple": _tuple, "reversed": _reversed, "round": _whole, "pow": _power, "max": _maximum,
    "min": _minimum,
}  # fmt: skip
