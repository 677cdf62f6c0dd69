"""What is known of each operation of a program, and what it costs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import prod
from typing import Any, NamedTuple

from matgrad.codegen.plan.values import Value, entries, nominal, ordered
from matgrad.core.expr import catalogue
from matgrad.ops import (
    logsumexp,
    logsumexp_rows,
    norm2,
    normF,
    softmax,
    softmax_rows,
)
from matgrad.ops.code import CALLED, by_name

# Functions of entries that programs have beside those of operators: the work and the code of each.
FUNCTIONS: Mapping[str, Mapping[str, str]] = {
    "log1p": by_name("log1p"),
    "expm1": by_name("expm1"),
    "asinh": by_name("asinh", numpy="np.arcsinh({0})"),
}
# The code that operations have in each language, by themselves and not by that of a target.
DECLARED: Mapping[str, Mapping[str, Any]] = {
    **{name: op.code for name, op in catalogue.items()},
    **FUNCTIONS,
}
# Calls of functions that a program is given.
PASSED = frozenset(name for name, op in catalogue.items() if op.code is CALLED)
# The larger and the smaller of two entries, and the like.
PAIRWISE = frozenset(name for name, op in catalogue.items() if op.entrywise)
ELEMENTWISE = frozenset(
    {*FUNCTIONS, *(name for name, op in catalogue.items() if op.derivative is not None)}
)
# What acts on the entries at one place of its arguments.
ENTRYWISE = ELEMENTWISE | PAIRWISE | frozenset("add mul div neg power".split())
# The other of two that are computed from the same sums of exponentials.
SHARES = {softmax.name: logsumexp.name, softmax_rows.name: logsumexp_rows.name}
TWINS = SHARES | {total: share for share, total in SHARES.items()}
# The root of the sum of all squares.
LENGTHS = frozenset({norm2.name, normF.name})
# The same memory, looked at in another way.
VIEWS = frozenset(
    "symbol flatten transpose entry diag as_row as_column as_vector reshape vec unvec"
    " tensor aligned spread_out".split()
)
# What costs nothing to compute, or next to nothing.
FREE = VIEWS - {"vec", "tensor"} | frozenset("number size constant unit eye full".split())
# What makes a new array, which may be changed where nothing else uses it.
NEW = frozenset("add mul div neg matmul outer scale_rows scale_columns exp inverse_spd".split())


# ---------------------------------------------------------------- costs

# What a program costs: operations and bytes of each value, for sizes given or assumed.

# Operations for each entry, where that is not one; 0 for one less than there are terms.
_TERMS = {"add": 0, "mul": 0, "vdot": 2, "others": 3, "all_but_two": 4}
_TRANSCENDENTAL = 15  # operations that one such function counts as


class Cost(NamedTuple):
    """Operations on numbers, and bytes read or written."""

    operations: int
    bytes: int


def cost(value: Value, sizes: Mapping[str, int]) -> Cost:
    """What one value costs once its arguments are there."""
    if value.op in FREE:
        return Cost(0, 0)
    lengths = [entries(arg, sizes) for arg in value.args if arg.op not in ("number", "size")]
    count = entries(value, sizes)
    rule = _OPERATIONS.get(value.op)
    known, times = catalogue.get(value.op), cubes(value.op)
    if rule is not None:
        operations = rule(value, sizes)
    elif times:
        operations = int(times * _sides(value.args[0], sizes))
    else:
        own = _TRANSCENDENTAL if value.op in FUNCTIONS else 1 if known is None else known.work
        each = _TERMS.get(value.op, own)
        operations = (each or len(value.args) - 1) * max([count, *lengths])
    return Cost(operations, 8 * (count + sum(lengths)))


def total(values: Iterable[Value], sizes: Mapping[str, int]) -> Cost:
    """What several values cost together."""
    costs = [cost(value, sizes) for value in values]
    return Cost(sum(c.operations for c in costs), sum(c.bytes for c in costs))


def _product(value: Value, sizes: Mapping[str, int]) -> int:
    A, B = value.args
    is_half = value.is_matrix and (_is_transpose(A, B) or _is_transpose(B, A))
    return (1 if is_half else 2) * entries(value, sizes) * nominal(A.axes[-1], sizes)


def _is_transpose(A: Value, B: Value) -> bool:
    """Is A = Bᵀ? AB is symmetric then, and one half of it is computed."""
    return A.op == "transpose" and A.args[0] is B


def _sum_over_indices(value: Value, sizes: Mapping[str, int]) -> int:
    """One multiplication, and one addition where there is a sum, for each value of all indices."""
    given, shown = value.data.split("->")
    lengths = {
        name: nominal(size, sizes)
        for word, arg in zip(given.split(","), value.args, strict=True)
        for name, size in zip(word, arg.axes, strict=True)
    }
    is_sum = not lengths.keys() <= {*shown}
    return prod(lengths.values()) * max(1, len(value.args) - 1 + is_sum)


def _pieces(value: Value, sizes: Mapping[str, int]) -> int:
    """One addition for each entry that is placed; zeros cost nothing."""
    return sum(entries(arg, sizes) for arg in value.args if arg.axes)


def _sides(A: Value, sizes: Mapping[str, int]) -> int:
    """The cube of the size of a square matrix, for each one of a stack."""
    return entries(A, sizes) * nominal(A.axes[-1], sizes)


_CUBES = {
    "inverses": Fraction(2),
    "logdets": Fraction(2, 3),
    "lu": Fraction(2, 3),
    "inverse_lu": Fraction(4, 3),
    "cholesky": Fraction(1, 3),
    "inverse_spd": Fraction(2, 3),
}


def cubes(op: str) -> Fraction:
    """How many operations there are for each cube of a size, if it goes by that; else 0."""
    known = catalogue[op].cubes if op in catalogue else 0
    return _CUBES.get(op) or Fraction(known).limit_denominator(100)


def _solve(factor: Fraction) -> Callable[[Value, Mapping[str, int]], int]:
    """Two triangular systems for each column, and the factor of n³ that taking factors costs."""

    def count(value: Value, sizes: Mapping[str, int]) -> int:
        A = value.args[0]
        return int(factor * _sides(A, sizes)) + 2 * nominal(A.axes[-1], sizes) * entries(
            value, sizes
        )

    return count


def _matrix_power(value: Value, sizes: Mapping[str, int]) -> int:
    power = abs(value.data)
    products = power.bit_length() + power.bit_count() - 2 + (value.data < 0)
    return 2 * products * nominal(value.args[0].axes[0], sizes) ** 3


def _power(value: Value, sizes: Mapping[str, int]) -> int:
    exponent = value.args[1]
    is_square = exponent.op == "number" and exponent.data == 2
    return (1 if is_square else _TRANSCENDENTAL) * entries(value, sizes)


def _diagonal_logarithms(value: Value, sizes: Mapping[str, int]) -> int:
    return (_TRANSCENDENTAL + 1) * nominal(value.args[0].axes[0], sizes)


def _convolution(value: Value, sizes: Mapping[str, int]) -> int:
    one, other = (entries(arg, sizes) for arg in value.args)
    return 2 * min(one, other) * (max(one, other) if value.op == "conv" else entries(value, sizes))


def _half(value: Value, sizes: Mapping[str, int]) -> int:
    """One half of a symmetric sum over the rows of the first argument."""
    X = value.args[0]
    scaling = entries(X, sizes) if value.op == "scaled_gram" else 0
    return entries(value, sizes) * nominal(X.axes[0], sizes) + scaling


def _by_rows(value: Value, sizes: Mapping[str, int]) -> int:
    """What is done to all rows, a few at a time."""
    return total(ordered((value.data[1],)), sizes).operations


_OPERATIONS: dict[str, Callable[[Value, Mapping[str, int]], int]] = {
    "matmul": _product,
    **dict.fromkeys(("einsum", "contract"), _sum_over_indices),
    **dict.fromkeys(("gram", "scaled_gram", "pair_sums"), _half),
    "by_rows": _by_rows,
    "power": _power,
    "identity_blocks": lambda value, sizes: 0,
    "placed": _pieces,
    "diagonals": _pieces,
    "add_diagonal": lambda value, sizes: entries(value, sizes) // nominal(value.axes[-1], sizes),
    "conv": _convolution,
    "correlate": _convolution,
    "solve": _solve(Fraction(2, 3)),
    "solve_spd": _solve(Fraction(0)),
    "solve_lu": _solve(Fraction(0)),
    "solve_triangular": lambda value, sizes: _solve(Fraction(0))(value, sizes) // 2,
    "det_lu": lambda value, sizes: nominal(value.args[0].axes[0], sizes),
    "logdet_lu": _diagonal_logarithms,
    "logdet_spd": _diagonal_logarithms,
    "matrix_power": _matrix_power,
}
