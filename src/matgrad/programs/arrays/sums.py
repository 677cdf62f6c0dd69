"""np.einsum: sums of products of at most two arrays, and quadratic forms, as matrix products."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

from matgrad import ops
from matgrad.core.dims import ONE
from matgrad.core.shape import Shape
from matgrad.errors import AxisError, UnsupportedError
from matgrad.programs.arrays.array import Array, as_array, product
from matgrad.programs.arrays.tables import unknown


def _rows(X: Array) -> Array:
    """The sums of the rows."""
    return Array(ops.multiply(X.expr, ops.filled(1, Shape(X.expr.shape.cols, ONE))), X.axes[:1])


def _total(X: Array) -> Array:
    return Array(ops.total(X.expr), ())


# Letters in the order in which they first occur; each line is one way to multiply and add.
ONE_ARRAY: dict[str, Callable[[Array], Array]] = {
    "i->": _total,
    "i->i": lambda x: x,
    "ij->": _total,
    "ij->ij": lambda X: X,
    "ij->ji": lambda X: X.T,
    "ij->i": _rows,
    "ij->j": lambda X: _rows(X.T),
    "ii->": lambda X: Array(ops.trace(X.expr), ()),
    "ii->i": lambda X: Array(ops.diag(X.expr), X.axes[:1]),
}
TWO_ARRAYS: dict[str, Callable[[Array, Array], Array]] = {
    "i,i->": product,
    "i,i->i": lambda x, y: x * y,
    "i,j->ij": lambda x, y: Array(ops.multiply(x.expr, y.expr.T), (*x.axes, *y.axes)),
    "ij,ij->": lambda A, B: Array(ops.frobenius(A.expr, B.expr), ()),
    "ij,ji->": lambda A, B: Array(ops.frobenius(A.expr.T, B.expr), ()),
    "ij,ij->ij": lambda A, B: A * B,
    "ij,ij->i": lambda A, B: _rows(A * B),
    "ij,ij->j": lambda A, B: _rows((A * B).T),
    "ij,ji->i": lambda A, B: _rows(A * B.T),
    "ij,ji->j": lambda A, B: _rows(A.T * B),
    "ij,j->i": product,
    "ij,i->j": lambda A, x: product(A.T, x),
    "ij,jk->ik": product,
    "ij,kj->ik": lambda A, B: product(A, B.T),
    "ij,ik->jk": lambda A, B: product(A.T, B),
    "ij,ki->jk": lambda A, B: product(A.T, B.T),
    "ij,j->ij": lambda A, x: A * x,
    "ij,i->ij": lambda A, x: A * x[:, None],
}


def einsum(subscripts: str, *operands: Any) -> Array:
    """The sum of products that the letters say."""
    arrays = [as_array(operand) for operand in operands]
    inputs, out = _parsed(subscripts)
    if [len(letters) for letters in inputs] != [array.ndim for array in arrays]:
        raise AxisError(f"{subscripts!r} names other axes than the arrays have")
    pairs = list(zip(inputs, arrays, strict=True))
    if len(pairs) > MOST_ARRAYS:
        raise unknown("numpy.einsum")
    for at, (letters, _) in enumerate(pairs if len(pairs) > 1 else ()):
        others = "".join(each for n, (each, _) in enumerate(pairs) if n != at) + out
        if own := _kept(letters, others):
            pairs[at] = (own, _multiplied([pairs[at]], own))
    while len(pairs) > 2:
        pairs = _with_two_in_one(pairs, out)
    return _multiplied(pairs, out)


MOST_ARRAYS = 4
Pairs = list[tuple[str, Array]]


def _kept(letters: str, others: str) -> str:
    """The letters of an array that others have; the rest can be added up first."""
    return "".join(x for x in dict.fromkeys(letters) if x in others)


def _with_two_in_one(pairs: Pairs, out: str) -> Pairs:
    """Two of the arrays multiplied, if what they give has at most two axes."""
    for one, other in combinations(range(len(pairs)), 2):
        rest = [pair for n, pair in enumerate(pairs) if n not in (one, other)]
        both = [pairs[one], pairs[other]]
        left = _kept("".join(x for x, _ in both), "".join(x for x, _ in rest) + out)
        try:
            return [(left, _multiplied(both, left)), *rest]
        except UnsupportedError:
            continue
    raise unknown("numpy.einsum")


def _multiplied(pairs: Pairs, out: str) -> Array:
    """The sum of products of one array or two."""
    for turned in (False, True):
        for ordered in (pairs, pairs[::-1]):
            key = _canonical([x for x, _ in ordered], out[::-1] if turned else out)
            found: Callable[..., Array] | None = ONE_ARRAY.get(key) or TWO_ARRAYS.get(key)
            if found is not None:
                value = found(*(array for _, array in ordered))
                return value.T if turned else value
    raise unknown("numpy.einsum")


def _parsed(subscripts: str) -> tuple[list[str], str]:
    text = subscripts.replace(" ", "")
    left, arrow, out = text.partition("->")
    if not arrow:  # letters that occur once, in alphabetical order
        letters = left.replace(",", "")
        out = "".join(sorted(c for c in set(letters) if letters.count(c) == 1))
    return left.split(","), out


def _canonical(inputs: list[str], out: str) -> str:
    names: dict[str, str] = {}
    for letter in "".join(inputs):
        names.setdefault(letter, "ijklmn"[len(names)] if len(names) < 6 else "?")
    left = ",".join("".join(names[c] for c in each) for each in inputs)
    return f"{left}->{''.join(names.get(c, '?') for c in out)}"
