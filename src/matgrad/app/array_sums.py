"""np.einsum: sums of products of at most two arrays, and quadratic forms, as matrix products."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from matgrad import ops
from matgrad.app.array_tables import unknown
from matgrad.app.arrays import Array, as_array, product
from matgrad.core.dims import ONE
from matgrad.core.shape import Shape


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
        raise unknown("numpy.einsum")
    if len(arrays) == 3 and not out and inputs[1] == inputs[0] + inputs[2]:  # xᵀAy
        return product(product(arrays[0], arrays[1]), arrays[2])
    for order in (slice(None), slice(None, None, -1)):
        for turned in (False, True):
            key = _canonical(inputs[order], out[::-1] if turned else out)
            found: Callable[..., Array] | None = ONE_ARRAY.get(key) or TWO_ARRAYS.get(key)
            if found is not None:
                value = found(*arrays[order])
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
