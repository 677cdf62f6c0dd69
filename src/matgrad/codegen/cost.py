"""What a program costs: operations and bytes of each value, for sizes given or assumed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from matgrad.codegen.values import NOMINAL, Value
from matgrad.core.dims import Dim

_FREE = frozenset(
    "symbol number size constant transpose flatten as_row as_column as_vector diag entry reshape"
    " unvec unit eye full".split()
)
_HEAVY = frozenset(
    "sin cos tan asin acos atan sinh cosh tanh exp log log1p erf sigmoid softplus silu Phi gelu"
    " power softmax softmax_rows logsumexp logsumexp_rows".split()
)
_TRANSCENDENTAL = 15  # operations that one such function counts as


class Cost(NamedTuple):
    """Operations on numbers, and bytes read or written."""

    operations: int
    bytes: int


def cost(value: Value, sizes: Mapping[str, int]) -> Cost:
    """What one value costs once its arguments are there."""
    if value.op in _FREE:
        return Cost(0, 0)
    lengths = [_entries(arg, sizes) for arg in value.args if arg.op not in ("number", "size")]
    count = _entries(value, sizes)
    rule = _OPERATIONS.get(value.op)
    if rule is not None:
        operations = rule(value, sizes)
    else:
        each = _TRANSCENDENTAL if value.op in _HEAVY else max(1, len(value.args) - 1)
        operations = each * max([count, *lengths])
    return Cost(operations, 8 * (count + sum(lengths)))


def total(values: Iterable[Value], sizes: Mapping[str, int]) -> Cost:
    """What several values cost together."""
    costs = [cost(value, sizes) for value in values]
    return Cost(sum(c.operations for c in costs), sum(c.bytes for c in costs))


def length(size: Dim, sizes: Mapping[str, int]) -> int:
    """A size as a number; sizes that are not given are taken to be large."""
    return size.evaluate({name: sizes.get(name, NOMINAL) for name in size.names})


def _entries(value: Value, sizes: Mapping[str, int]) -> int:
    count = 1
    for size in value.axes:
        count *= length(size, sizes)
    return count


def _product(value: Value, sizes: Mapping[str, int]) -> int:
    shared = value.args[0].axes[-1]
    twice = 1 if value.args[0] == value.args[1] else 2
    if value.args[0].op == "transpose" and value.args[0].args[0] is value.args[1]:
        twice = 1  # AᵀA is symmetric: half of it is computed
    return twice * _entries(value, sizes) * length(shared, sizes)


def _cubic(times: float) -> Callable[[Value, Mapping[str, int]], int]:
    return lambda value, sizes: int(times * length(value.args[0].axes[0], sizes) ** 3)


def _solve(value: Value, sizes: Mapping[str, int]) -> int:
    n = length(value.args[0].axes[0], sizes)
    return 2 * n**3 // 3 + 2 * n * _entries(value, sizes)


_OPERATIONS: dict[str, Callable[[Value, Mapping[str, int]], int]] = {
    "matmul": _product,
    "solve": _solve,
    "inv": _cubic(2),
    "inv_spd": _cubic(1),
    "det": _cubic(2 / 3),
    "logdet": _cubic(2 / 3),
    "logdet_spd": _cubic(1 / 3),
    "adj": _cubic(20),
    "chol": _cubic(1 / 3),
    "matrix_power": _cubic(4),
    "expm": _cubic(30),
    "logm": _cubic(60),
    "sqrtm": _cubic(30),
}
