"""Products of matrices turned round: AB as (BᵀAᵀ)ᵀ, the same numbers in another order.

Libraries are not equally fast at both where the product is narrow; measured with OpenBLAS and MKL.
"""

from __future__ import annotations

from collections import Counter

from matgrad.codegen.symmetry import NAME, is_symmetric
from matgrad.codegen.values import Graph, Value, nominal

NAMES = frozenset({"thin", "slim", "turned"})
_ONE = 8  # columns of what is as good as a vector
_FEW = 32  # columns of a thin matrix
_MANY = 256  # rows of a large matrix
_WORK = 1 << 18  # multiplications below which other things cost more than the product


def thin(graph: Graph, value: Value, uses: Counter[Value]) -> Value | None:
    """A product with a few columns, of matrices whose sizes are said to be large."""
    m, n, k = _sizes(graph, value)
    return _turn(graph, value) if _ONE < n <= _FEW and min(m, k) >= _MANY else None


def slim(graph: Graph, value: Value, uses: Counter[Value]) -> Value | None:
    """The same for smaller matrices."""
    m, n, k = _sizes(graph, value)
    fits = _ONE < n <= min(_FEW, m // 2) and min(m, k) < _MANY and m * n * k >= _WORK
    return _turn(graph, value) if fits else None


def turned(graph: Graph, value: Value, uses: Counter[Value]) -> Value | None:
    """AᵀB with few columns, or with fewer than rows if it is a result and nothing meets it."""
    A, B = value.args
    if A.op != "transpose" or B.op == "transpose":
        return None
    m, n, k = _sizes(graph, value)
    alone = value in graph.results and uses[value] == 1
    narrow = n <= _FEW or (alone and 4 * m >= 5 * n)
    return _turn(graph, value) if n > _ONE and m >= n and narrow and m * n * k >= _WORK else None


def _sizes(graph: Graph, value: Value) -> tuple[int, int, int]:
    """Rows, columns and what is summed over; zeros where nothing is said, or half is computed."""
    A, B = value.args
    if not (graph.sizes and value.is_matrix) or B is graph.transpose(A):
        return 0, 0, 0
    rows, columns = (nominal(size, graph.sizes) for size in value.axes)
    return rows, columns, nominal(A.axes[1], graph.sizes)


def _turn(graph: Graph, value: Value) -> Value:
    left, right = (_transposed(graph, factor) for factor in reversed(value.args))
    product = graph.make("matmul", left, right, axes=value.axes[::-1])
    return graph.make("transpose", product, axes=value.axes)


def _transposed(graph: Graph, value: Value) -> Value:
    symmetric = NAME not in graph.skipped and is_symmetric(graph, value, graph.symmetric)
    return value if symmetric else graph.transpose(value)
