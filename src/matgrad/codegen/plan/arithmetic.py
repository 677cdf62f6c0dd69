"""Sums, entrywise products and parts of values, with signs and numbers in readable places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from matgrad.codegen.plan.values import Axes, Graph, Value, entries
from matgrad.core.dims import Dim, dim

_LONGEST = 8  # terms or factors on one line
_SCALED = {"outer": 2, "matmul": 2, "placed": 1}  # arguments of which any may be scaled for all


@dataclass(slots=True)
class _Factors:
    """A product taken apart: coefficient × scalars / divisors × arrays / quotients, and ones."""

    coefficient: Fraction = Fraction(1)
    scalars: list[Value] = field(default_factory=list[Value])
    divisors: list[Value] = field(default_factory=list[Value])
    arrays: list[Value] = field(default_factory=list[Value])
    quotients: list[Value] = field(default_factory=list[Value])


def _is_literal(number: Fraction) -> bool:
    """Is this number written out in decimals?"""
    try:
        near = float(number)
    except OverflowError:
        return True
    return number in (Fraction(near), Fraction(repr(near)))


def _collect(graph: Graph, factors: Iterable[Value]) -> _Factors:
    parts = _Factors()
    waiting = list(factors)[::-1]
    while waiting:
        value = waiting.pop()
        if graph.has(value, "number"):
            parts.coefficient *= value.data
        elif graph.has(value, "neg"):
            parts.coefficient = -parts.coefficient
            waiting.append(value.args[0])
        elif graph.has(value, "full"):
            waiting.append(value.args[0])
        elif graph.has(value, "mul") and (value.is_scalar or value.args[0].is_scalar):
            waiting.extend(reversed(value.args))
        elif graph.has(value, "div") and any(arg.is_scalar for arg in value.args):
            top, below = value.args
            (parts.divisors if below.is_scalar else parts.quotients).append(below)
            waiting.append(top)
        else:
            (parts.scalars if value.is_scalar else parts.arrays).append(value)
    return parts


def _times(graph: Graph, factors: Sequence[Value], axes: Axes) -> Value | None:
    """The product of factors, in lines of bounded length; none at all is None."""
    if not factors:
        return None
    done, *rest = factors
    for start in range(0, len(rest), _LONGEST):
        done = graph.make("mul", done, *rest[start : start + _LONGEST], axes=axes)
    return done


def _over(graph: Graph, top: Value | None, below: Value | None, axes: Axes) -> Value | None:
    if below is None:
        return top
    return graph.make("div", top or graph.number(1), below, axes=axes)


def product(graph: Graph, factors: Iterable[Value], axes: Axes) -> Value:
    """The entrywise product of factors, of which scalars and equal axes `axes` may occur."""
    parts = _collect(graph, factors)
    coefficient = abs(parts.coefficient)
    if not coefficient:
        return graph.full(graph.number(0), axes)
    if not _is_literal(coefficient):
        parts.divisors.insert(0, graph.number(coefficient.denominator))
        coefficient = Fraction(coefficient.numerator)
    if coefficient != 1:
        parts.scalars.insert(0, graph.number(coefficient))
    scalar = _times(graph, parts.scalars, ())
    below = _times(graph, parts.divisors, ())
    array = _times(graph, parts.arrays, axes)
    whole = _over(graph, array, _times(graph, parts.quotients, axes), axes)
    result = _scaled(graph, scalar, below, whole, axes)
    if parts.coefficient > 0:
        return result
    if graph.has(result, "full"):
        return graph.full(graph.make("neg", result.args[0], axes=()), result.axes)
    return graph.make("neg", result, axes=result.axes)


def _scaled(
    graph: Graph, scalar: Value | None, below: Value | None, array: Value | None, axes: Axes
) -> Value:
    if array is None:
        return graph.full(_over(graph, scalar, below, ()) or graph.number(1), axes)
    if scalar is None and below is None:
        return array
    if graph.has(array, "div") and array.args[0].is_scalar:  # c (1 / x) is c / x
        top = _over(graph, scalar, below, ())
        return graph.make("div", top or graph.number(1), array.args[1], axes=axes)
    around, small = _smallest(graph, array)
    if graph.has(small, "full"):
        factor = _over(graph, scalar, below, ()) or graph.number(1)
        (inside, *_), one = small.args, graph.number(1)
        entry = factor if inside is one else graph.make("mul", factor, inside, axes=())
        done = graph.full(entry, small.axes)
    elif scalar is None:
        done = graph.make("div", small, below or graph.number(1), axes=small.axes)
    else:
        factor = _over(graph, scalar, below, ()) or scalar
        done = graph.make("mul", factor, small, axes=small.axes)
    for outer, index in reversed(around):
        args = (*outer.args[:index], done, *outer.args[index + 1 :])
        done = graph.make(outer.op, *args, axes=outer.axes, data=outer.data)
    return done


def _smallest(graph: Graph, array: Value) -> tuple[list[tuple[Value, int]], Value]:
    """The part of a product that costs least to scale, and the way down to it."""
    around: list[tuple[Value, int]] = []
    while array.op in _SCALED and graph.has(array, array.op):
        if array.op == "placed" and len(array.data) > 1:
            break
        sizes = [entries(arg) for arg in array.args[: _SCALED[array.op]]]
        if min(sizes) >= entries(array):
            break
        index = sizes.index(min(sizes))
        around.append((array, index))
        array = array.args[index]
    return around, array


def peel(graph: Graph, value: Value) -> tuple[list[Value], Value]:
    """The scalar factors in front of a value, and the value without them."""
    scalars: list[Value] = []
    while True:
        if graph.has(value, "neg"):
            scalars.append(graph.number(-1))
            value = value.args[0]
        elif graph.has(value, "mul") and value.args[0].is_scalar and value.axes:
            scalar, value = value.args  # an array has one scalar in front of it
            scalars.append(scalar)
        elif graph.has(value, "div") and value.args[1].is_scalar and value.axes:
            top, below = value.args
            scalars.append(graph.make("div", graph.number(1), below, axes=()))
            value = top
        else:
            return scalars, value


def total(graph: Graph, terms: Sequence[Value], axes: Axes) -> Value:
    """The sum of terms; a number in every entry is added by itself where another term is full."""
    solid = [term for term in terms if not graph.has(term, "full")]
    flat = [term.args[0] for term in terms if graph.has(term, "full")]
    if flat and not solid:
        return graph.full(total_of(graph, flat, ()), axes)
    loose = [term.args[0] if graph.has(term, "full") else term for term in terms]
    return total_of(graph, loose, axes)


def total_of(graph: Graph, terms: Sequence[Value], axes: Axes) -> Value:
    """The sum of terms as signed values, in lines of bounded length; of none it is zero."""
    if not terms:
        return graph.full(graph.number(0), axes) if axes else graph.number(0)
    signed = [_signed(graph, term) for term in terms]
    first = next((i for i, (minus, _) in enumerate(signed) if not minus), 0)
    signed.insert(0, signed.pop(first))  # b − Ax reads better than −Ax + b
    if len(signed) == 1:
        return terms[0]
    minus, done = signed[0]
    for start in range(1, len(signed), _LONGEST):
        piece = signed[start : start + _LONGEST]
        signs = (minus, *(sign for sign, _ in piece))
        done = graph.make("add", done, *(value for _, value in piece), axes=axes, data=signs)
        minus = False
    return done


def sum_axis(graph: Graph, A: Value, axis: int) -> Value:
    """The sums over an axis of a matrix; over the other one where it is written transposed."""
    axes = (A.axes[1 - axis],)
    entrywise = graph.has(A, "mul") or graph.has(A, "power")
    if graph.has(A, "transpose"):
        axis, A = 1 - axis, A.args[0]
    elif entrywise and all(arg.is_scalar or graph.has(arg, "transpose") for arg in A.args):
        args = [arg if arg.is_scalar else arg.args[0] for arg in A.args]
        axis, A = 1 - axis, graph.make(A.op, *args, axes=A.axes[::-1], data=A.data)
    return graph.make("sum_axis", A, data=axis, axes=axes)


def _signed(graph: Graph, term: Value) -> tuple[bool, Value]:
    if graph.has(term, "neg"):
        return True, term.args[0]
    if graph.has(term, "number") and term.data < 0:
        return True, graph.number(-term.data)
    return False, term


def negated(graph: Graph, minus: bool, term: Value) -> Value:
    """A term of a sum with its sign."""
    return graph.make("neg", term, axes=term.axes) if minus else term


# ---------------------------------------------------------------- parts

# Parts of values by places and ranges, as Python counts.

# A border between entries, as Python counts: a number, negative from the end, None at either end,
# or a size. An index is a place, a range between two borders, or None for all.
Border = int | Dim | None
Index = int | tuple[Border, Border] | None


def indexed(graph: Graph, A: Value, found: Sequence[Index], axes: Axes) -> Value:
    """A value with an index; borders that are sizes become arguments, numbered in the data."""
    sizes: list[Dim] = []

    def border(end: Border) -> int | str | None:
        if not isinstance(end, Dim):
            return end
        sizes.append(end)
        return f"{{{len(sizes)}}}"

    data = tuple(i if not isinstance(i, tuple) else (border(i[0]), border(i[1])) for i in found)
    return graph.make("entry", A, *map(graph.size, sizes), data=data, axes=axes)


def between(start: Dim, stop: Dim, size: Dim) -> Index:
    """The range from one border to before another, of so many entries."""
    return _border(start, size) or None, _border(stop, size) or None


def _border(end: Dim, size: Dim) -> Border:
    if end.value is not None:
        return end.value
    from_the_end = (end - size).value
    return end if from_the_end is None else from_the_end


def cut(graph: Graph, A: Value, axis: int, start: Dim, length: Dim) -> Value:
    """Some rows or columns of a value, that follow each other."""
    size = A.axes[axis]
    if length == size:
        return A
    axes = (*A.axes[:axis], length, *A.axes[axis + 1 :])
    if graph.has(A, "full"):
        return graph.full(A.args[0], axes)
    place = between(start, start + length, size)
    return indexed(graph, A, [*[None] * axis, place], axes)


def size_of(value: Value) -> Dim:
    """The size that a number in a program is."""
    return value.data if value.op == "size" else dim(int(value.data))
