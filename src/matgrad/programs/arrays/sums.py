"""Sums of products of arrays whose axes have labels, as the letters of np.einsum."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import combinations
from typing import Any

from matgrad import ops
from matgrad.core.dims import ONE
from matgrad.core.shape import Shape
from matgrad.errors import AxisError
from matgrad.programs.arrays.array import Array, as_array, product
from matgrad.programs.arrays.tables import unknown

MOST_ARRAYS = 4
Labels = tuple[Hashable, ...]
Factor = tuple[Labels, Array]


def einsum(subscripts: str, *operands: Any) -> Array:
    """The sum of products that the letters say."""
    arrays = [as_array(operand) for operand in operands]
    left, arrow, out = subscripts.replace(" ", "").partition("->")
    if not arrow:  # letters that occur once, in alphabetical order
        letters = left.replace(",", "")
        out = "".join(sorted(c for c in {*letters} if letters.count(c) == 1))
    inputs = left.split(",")
    if [len(letters) for letters in inputs] != [array.ndim for array in arrays]:
        raise AxisError(f"{subscripts!r} names other axes than the arrays have")
    if len(arrays) > MOST_ARRAYS or not {*out} <= {*left}:
        raise unknown("numpy.einsum")
    return summed([(tuple(x), array) for x, array in zip(inputs, arrays, strict=True)], tuple(out))


def summed(factors: Sequence[Factor], out: Labels) -> Array:
    """The product of arrays, added up over all labels but these."""
    left = [*factors]
    for n, (labels, array) in enumerate(left):  # what no other has can be added up first
        others = {x for m, (each, _) in enumerate(left) if m != n for x in each} | {*out}
        left[n] = _reduced(labels, array, tuple(x for x in dict.fromkeys(labels) if x in others))
    while len(left) > 1:
        left = _with_two_in_one(left, out)
    return _reduced(*left[0], out)[1]


def _with_two_in_one(factors: list[Factor], out: Labels) -> list[Factor]:
    """Two of the arrays multiplied, if what they give has at most two axes."""
    for pair in combinations(factors, 2):
        rest = [x for x in factors if x is not pair[0] and x is not pair[1]]
        kept = {*out, *(label for labels, _ in rest for label in labels)}
        if (found := _multiplied(*pair, kept, out)) is not None:
            return [found, *rest]
    raise unknown("numpy.einsum")


def _multiplied(one: Factor, other: Factor, kept: set[Hashable], out: Labels) -> Factor | None:
    """The product of two arrays, added up over the labels that are not kept."""
    (at, A), (by, B) = one, other
    labels = tuple(dict.fromkeys(at + by))
    left = tuple(x for x in labels if x in kept)
    over = tuple(x for x in at if x in by and x not in kept)
    if len(over) == 2:
        return (), Array(ops.frobenius(A.expr, _reduced(by, B, at)[1].expr), ())
    if not over and not {*at} & {*by} and len(at) == len(by) == 1:
        return labels, Array(ops.multiply(A.expr, B.expr.T), (*A.axes, *B.axes))
    if len(over) == 1 and len(labels) == len(left) + 1 and not {*at} & {*by} & kept:
        if out and out[0] in by:  # in the order that leaves least to transpose
            return _multiplied(other, one, kept, out)
        first = _reduced(at, A, tuple(sorted(at, key=lambda x: x in over)))[1]
        last = _reduced(by, B, tuple(sorted(by, key=lambda x: x not in over)))[1]
        return left, product(first, last)
    if len(labels) > 2:
        return None
    return _reduced(labels, _spread(at, A, labels) * _spread(by, B, labels), left)


def _spread(at: Labels, x: Array, labels: Labels) -> Array:
    """An array with axes in this order, of length one where it has none."""
    x = _reduced(at, x, tuple(label for label in labels if label in at))[1]
    return x[:, None] if len(labels) == 2 and at == labels[:1] else x


def _reduced(labels: Labels, x: Array, out: Labels) -> Factor:
    """An array with these of its axes, in this order, added up over the others."""
    if len({*labels}) < len(labels):  # the diagonal
        found = Array(ops.diag(x.expr), x.axes[:1]) if out else Array(ops.trace(x.expr), ())
        return out, found
    if labels == out:
        return out, x
    if not out:
        return out, Array(ops.total(x.expr), ())
    turned = x if labels[0] == out[0] else x.T
    if len(out) == len(labels):
        return out, turned
    columns = ops.filled(1, Shape(turned.expr.shape.cols, ONE))
    return out, Array(ops.multiply(turned.expr, columns), turned.axes[:1])
