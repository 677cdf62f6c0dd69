"""Matrix products: in which order to multiply, and which cheaper operation a product really is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import NamedTuple

from matgrad.codegen.arithmetic import peel, product
from matgrad.codegen.values import Axes, Graph, Value, axes_of, nominal
from matgrad.core.dims import ONE
from matgrad.core.shape import Shape

_LONGEST = 40  # factors that are associated by dynamic programming, which is cubic


class Factor(NamedTuple):
    """A value together with the shape it has as a matrix: a flat value may be a row or a column."""

    value: Value
    shape: Shape


def multiply(graph: Graph, factors: Sequence[Factor]) -> Value:
    """The product of a chain, associated so that it costs least; scalar factors come out."""
    scalars: list[Value] = []
    bare: list[Factor] = []
    for value, shape in factors:
        found, rest = peel(graph, value)
        scalars += found
        bare += _diagonals(graph, rest, shape)
    splits = _associate(graph, bare) if len(bare) <= _LONGEST else _one_by_one(bare)
    done = _combine_all(graph, bare, splits)
    return product(graph, [*scalars, done], done.axes) if scalars else done


def _diagonals(graph: Graph, value: Value, shape: Shape) -> list[Factor]:
    """Diag(u ⊙ v) is Diag(u) Diag(v), of which one may be part of a product that is there."""
    if graph.has(value, "Diag") and graph.has(value.args[0], "mul"):
        vectors = value.args[0].args
        if all(vector.is_vector for vector in vectors):
            return [Factor(graph.make("Diag", v, axes=value.axes), shape) for v in vectors]
    return [Factor(value, shape)]


# ---------------------------------------------------------------- association

Splits = dict[tuple[int, int], int]  # (i, j): the product of factors i to j splits after this one


def _associate(graph: Graph, factors: Sequence[Factor]) -> Splits:
    """The cheapest way to put parentheses; products that are there already cost nothing, nor do
    their transposes.

    Ties go to the left, as Python reads products, except before a column: uᵀ(A x) is likelier to
    share A x with the function than to share uᵀA.
    """
    count = len(factors)
    chain, twins = _marks(graph, factors), _marks_of_transposes(graph, factors)
    prices = _prices(graph, factors)
    fixed = [graph.is_constant(factor.value) for factor in factors]
    cost = [[0] * count for _ in factors]
    splits: Splits = {}
    for width in range(1, count):
        for i in range(count - width):
            j = i + width
            options = [
                cost[i][k] + cost[k + 1][j] + price for k, price in enumerate(prices(i, j), start=i)
            ]
            least = min(options)
            is_column = factors[j].shape.cols == ONE
            last = options.index(least) if is_column else width - 1 - options[::-1].index(least)
            splits[i, j] = i + last
            known = (
                chain[i : j + 1] in graph.products or twins[-j - 1 : count - i] in graph.products
            )
            cost[i][j] = 0 if known or all(fixed[i : j + 1]) else least
    return splits


def _prices(graph: Graph, factors: Sequence[Factor]) -> Callable[[int, int], list[int]]:
    """What multiplying (i … k) by (k+1 … j) costs, for each k."""
    ends = [factors[0].shape.rows, *(f.shape.cols for f in factors)]
    bounds = [nominal(size, graph.sizes) for size in ends]
    # How many factors before each one do not merely scale rows or columns.
    others = list(accumulate((not _is_scaling(f) for f in factors), initial=0))

    def prices(i: int, j: int) -> list[int]:
        left, right, first, last = bounds[i], bounds[j + 1], others[i], others[j + 1]
        between = zip(bounds[i + 1 : j + 1], others[i + 1 : j + 1], strict=True)
        if first == last:
            return [left] * (j - i)
        return [
            (middle if count == first else left * middle) * (1 if count == last else right)
            for middle, count in between
        ]

    return prices


def _marks(graph: Graph, factors: Sequence[Factor]) -> tuple[int, ...]:
    """A number for each factor, with its shape: x xᵀ and xᵀx have the same values."""
    return tuple(graph.marks.setdefault(factor, len(graph.marks)) for factor in factors)


def _transposed(graph: Graph, factors: Sequence[Factor]) -> list[Factor]:
    """The factors of the transposed product."""
    return [Factor(graph.transpose(value), shape.transposed) for value, shape in reversed(factors)]


def _marks_of_transposes(graph: Graph, factors: Sequence[Factor]) -> tuple[int, ...]:
    """Those of the transposed product; none if it is not to be looked for."""
    return () if "transposes" in graph.skipped else _marks(graph, _transposed(graph, factors))


def _is_scaling(factor: Factor) -> bool:
    return factor.value.op in ("Diag", "eye")


def _one_by_one(factors: Sequence[Factor]) -> Splits:
    """Very long chains go from the right if a column stands there, else from the left."""
    last = len(factors) - 1
    if factors[-1].shape.cols == ONE:
        return {(i, last): i for i in range(last)}
    return {(0, j): j - 1 for j in range(1, last + 1)}


def _combine_all(graph: Graph, factors: Sequence[Factor], splits: Splits) -> Value:
    done = {(i, i): factor for i, factor in enumerate(factors)}
    chain, twins = _marks(graph, factors), _marks_of_transposes(graph, factors)
    whole = (0, len(factors) - 1)
    stack = [whole]
    while stack:
        i, j = stack[-1]
        if (i, j) in done:
            stack.pop()
            continue
        known = graph.products.get(chain[i : j + 1])
        if known is None and (twin := graph.products.get(twins[-j - 1 : len(twins) - i])):
            graph.rewrote("transposes", "A'B' is (BA)', which is there already")
            known = graph.transpose(twin)
        if known is not None:
            done[i, j] = Factor(known, Shape(factors[i].shape.rows, factors[j].shape.cols))
            continue
        k = splits[i, j]
        missing = [part for part in ((k + 1, j), (i, k)) if part not in done]
        stack += missing
        if not missing:
            done[i, j] = _combine(graph, done[i, k], done[k + 1, j])
            turned = twins[-j - 1 : len(twins) - i]
            _keep(graph, factors[i : j + 1], done[i, j].value, turned)
    return done[whole].value


def _keep(
    graph: Graph, factors: Sequence[Factor], product_: Value, turned: tuple[int, ...]
) -> None:
    """Remember the product of a chain, and with it that of the transposes from the back."""
    graph.products.setdefault(_marks(graph, factors), product_)
    if product_.is_matrix:
        turned = turned or _marks(graph, _transposed(graph, factors))
        graph.products.setdefault(turned, graph.transpose(product_))


# ---------------------------------------------------------------- two factors

Pair = Callable[[Graph, Factor, Factor], Value]


def _combine(graph: Graph, left: Factor, right: Factor) -> Factor:
    shape = Shape(left.shape.rows, right.shape.cols)
    return Factor(_pair(graph, left, right)(graph, left, right), shape)


def _pair(graph: Graph, left: Factor, right: Factor) -> Pair:
    """How to multiply two factors: by what one of them is, else by their kinds."""
    if left.value.is_scalar or right.value.is_scalar:
        return _scaling
    known = _LEFT.get(_role(graph, left)) or _RIGHT.get(_role(graph, right))
    return known or (_outer if left.shape.cols == ONE else _matmul)


def _role(graph: Graph, factor: Factor) -> str:
    """What a factor is, as far as it changes how products with it are computed."""
    value = factor.value
    if value.op in ("Diag", "eye"):
        return value.op
    if graph.has(value, "inv"):
        return "" if value.node in graph.kept else "inv"
    if graph.has(value, "transpose") and graph.has(value.args[0], "inv"):
        return "" if value.args[0].node in graph.kept else "inv.T"
    kind = "row" if factor.shape.rows == ONE else "column" if factor.shape.cols == ONE else ""
    return f"{kind} {value.op}" if kind and value not in graph.named else ""


def _axes(left: Factor, right: Factor) -> Axes:
    return axes_of(Shape(left.shape.rows, right.shape.cols))


def _scaling(graph: Graph, left: Factor, right: Factor) -> Value:
    return product(graph, [left.value, right.value], _axes(left, right))


def _outer(graph: Graph, left: Factor, right: Factor) -> Value:
    return graph.make("outer", left.value, right.value, axes=_axes(left, right))


def _matmul(graph: Graph, left: Factor, right: Factor) -> Value:
    A, B, axes = left.value, right.value, _axes(left, right)
    if A.is_matrix and B.is_matrix:
        return graph.make("matmul", A, B, axes=axes)
    # uᵀA and Aᵀu are the same flat vector, uᵀv and vᵀu the same number: compute it once
    if A.is_vector and graph.has(B, "transpose"):
        return graph.make("matmul", B.args[0], A, axes=axes)
    twin = graph.find("matmul", graph.transpose(B), graph.transpose(A), axes=axes)
    return twin or graph.make("matmul", A, B, axes=axes)


def _diagonal_left(graph: Graph, left: Factor, right: Factor) -> Value:
    (v,), A = left.value.args, right.value
    if A.op == "Diag":
        return graph.make("Diag", product(graph, [v, A.args[0]], v.axes), axes=A.axes)
    if A.is_vector:
        return product(graph, [v, A], v.axes)
    return graph.make("scale_rows", v, A, axes=A.axes)


def _diagonal_right(graph: Graph, left: Factor, right: Factor) -> Value:
    A, (v,) = left.value, right.value.args
    if A.is_vector:
        return product(graph, [A, v], v.axes)
    return graph.make("scale_columns", A, v, axes=A.axes)


def _solve(transposed: bool) -> Pair:
    def solve(graph: Graph, left: Factor, right: Factor) -> Value:
        A = left.value.args[0].args[0] if transposed else left.value.args[0]
        matrix = graph.transpose(A) if transposed else A
        return graph.make("solve", matrix, right.value, axes=_axes(left, right))

    return solve


def _solve_right(transposed: bool) -> Pair:
    def solve(graph: Graph, left: Factor, right: Factor) -> Value:
        A = right.value.args[0].args[0] if transposed else right.value.args[0]
        matrix = A if transposed else graph.transpose(A)  # B A⁻¹ = (A⁻ᵀ Bᵀ)ᵀ
        axes = _axes(left, right)[::-1]
        return graph.transpose(graph.make("solve", matrix, graph.transpose(left.value), axes=axes))

    return solve


def _sum_rows(graph: Graph, left: Factor, right: Factor) -> Value:
    """1ᵀA adds up the rows."""
    return _summed(graph, left.value, right.value, 0)


def _sum_columns(graph: Graph, left: Factor, right: Factor) -> Value:
    """A 1 adds up the columns."""
    return _summed(graph, right.value, left.value, 1)


def _summed(graph: Graph, ones: Value, A: Value, axis: int) -> Value:
    if A.is_vector:
        return product(graph, [ones.args[0], graph.make("sum", A, axes=())], ())
    axes = (A.axes[1 - axis],)
    return product(graph, [ones.args[0], graph.make("sum_axis", A, data=axis, axes=axes)], axes)


def _pick_row(graph: Graph, left: Factor, right: Factor) -> Value:
    A, i = right.value, left.value.data
    return graph.make("entry", A, data=(i - 1,), axes=A.axes[1:])


def _pick_column(graph: Graph, left: Factor, right: Factor) -> Value:
    A, j = left.value, right.value.data
    if A.is_vector:
        return graph.make("entry", A, data=(j - 1,), axes=())
    return graph.make("entry", A, data=(None, j - 1), axes=A.axes[:1])


_LEFT: dict[str, Pair] = {
    "eye": lambda graph, left, right: right.value,
    "Diag": _diagonal_left,
    "inv": _solve(transposed=False),
    "inv.T": _solve(transposed=True),
    "row full": _sum_rows,
    "row unit": _pick_row,
}
_RIGHT: dict[str, Pair] = {
    "eye": lambda graph, left, right: left.value,
    "Diag": _diagonal_right,
    "inv": _solve_right(transposed=False),
    "inv.T": _solve_right(transposed=True),
    "column full": _sum_columns,
    "column unit": _pick_column,
}
