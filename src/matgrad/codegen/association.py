"""In which order to multiply the factors of a product: what the whole costs, by its parts."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate, takewhile
from operator import add
from typing import NamedTuple

from matgrad.codegen.selections import is_light
from matgrad.codegen.values import Graph, Value, nominal
from matgrad.core.dims import ONE
from matgrad.core.shape import Shape

FOLDED = "folded"
_SHORTEST = 4  # factors of the shortest chain that may be folded: A B Bᵀ Aᵀ
_LONGEST = 40  # factors that are associated by dynamic programming, which is cubic


class Factor(NamedTuple):
    """A value together with the shape it has as a matrix: a flat value may be a row or a column."""

    value: Value
    shape: Shape


Splits = dict[tuple[int, int], int]  # (i, j): the product of factors i to j splits after this one


def associate(graph: Graph, factors: Sequence[Factor]) -> Splits:
    """Where to split the product of a chain, and each part of it that is split further."""
    return _cheapest(graph, factors)[0] if len(factors) <= _LONGEST else _one_by_one(factors)


def _cheapest(graph: Graph, factors: Sequence[Factor]) -> tuple[Splits, int]:
    """The cheapest way to put parentheses, and what it costs.

    Products that are there already cost nothing, nor do their transposes.
    Ties go to the left, as Python reads products, except before a column: uᵀ(A x) is likelier to
    share A x with the function than to share uᵀA.
    """
    count = len(factors)
    chain, twins = marks(graph, factors), marks_of_transposes(graph, factors)
    prices, there = _prices(graph, factors), graph.products
    fixed = [bool(graph.fixed) and graph.is_constant(factor.value) for factor in factors]
    columns = [factor.shape.cols == ONE for factor in factors]
    rows = [[0] for _ in factors]  # rows[i][k]: the cost of i … i + k
    backs = [[0] for _ in factors]  # backs[j][k]: the cost of j - k … j
    splits: Splits = {}
    for width in range(1, count):
        for i in range(count - width):
            j = i + width
            if chain[i : j + 1] in there or twins[-j - 1 : count - i] in there:
                cost = 0
            else:
                halves = map(add, rows[i], reversed(backs[j]))
                options = list(map(add, halves, prices(i, j)))
                cost = 0 if fixed[i] and all(fixed[i : j + 1]) else min(options)
                splits[i, j] = i + _least(options, first=columns[j])
            rows[i].append(cost)
            backs[j].append(cost)
    return splits, rows[0][-1]


def _least(options: list[int], first: bool) -> int:
    """The place of the least number, the first or the last of them."""
    least = min(options)
    return options.index(least) if first else len(options) - 1 - options[::-1].index(least)


class _Multiples(dict[int, list[int]]):
    """Multiples of numbers, made when they are asked for."""

    def __init__(self, numbers: list[int]) -> None:
        super().__init__()
        self._numbers = numbers

    def __missing__(self, k: int) -> list[int]:
        self[k] = [k * number for number in self._numbers]
        return self[k]


def _prices(graph: Graph, factors: Sequence[Factor]) -> Callable[[int, int], list[int]]:
    """What multiplying (i … k) by (k+1 … j) costs, for each k."""
    ends = [factors[0].shape.rows, *(f.shape.cols for f in factors)]
    bounds = [nominal(size, graph.sizes) for size in ends]
    # How many factors before each one do not merely scale rows or columns.
    others = list(accumulate((not _is_scaling(graph, f) for f in factors), initial=0))
    shifts = list(accumulate((_is_shift(graph, f) for f in factors), initial=0))
    solved = [graph.is_solved(factor.value) for factor in factors]
    times = _Multiples(bounds)

    def prices(i: int, j: int) -> list[int]:
        left, right, first, last = bounds[i], bounds[j + 1], others[i], others[j + 1]
        if first == last:
            # The product of two has more diagonals than both, each of them a pass over the rest.
            several = shifts[j + 1] - shifts[i] > 1
            return [left * right * max(bounds) if several else left] * (j - i)
        p = bisect_right(others, first, i + 1, j + 1)  # up to here, what is left scales rows
        q = bisect_left(others, last, p, j + 1)  # from here on, what is right scales columns
        found = times[right][i + 1 : p] + times[left * right][p:q] + times[left][q : j + 1]
        # Scaled itself, an inverse has to be written out.
        if solved[i] and others[i + 1] == last:
            found[0] = left * right * bounds[i + 1]
        if solved[j] and others[j] == first:
            found[-1] = left * right * bounds[j]
        return found

    return prices


def marks(graph: Graph, factors: Sequence[Factor]) -> tuple[int, ...]:
    """A number for each factor, with its shape: x xᵀ and xᵀx have the same values."""
    return tuple(graph.marks.setdefault(factor, len(graph.marks)) for factor in factors)


def transposed(graph: Graph, factors: Sequence[Factor]) -> list[Factor]:
    """The factors of the transposed product."""
    return [Factor(graph.transpose(value), shape.transposed) for value, shape in reversed(factors)]


def marks_of_transposes(graph: Graph, factors: Sequence[Factor]) -> tuple[int, ...]:
    """Those of the transposed product; none if it is not to be looked for."""
    return () if "transposes" in graph.skipped else marks(graph, transposed(graph, factors))


def palindrome(graph: Graph, factors: Sequence[Factor]) -> int:
    """How many factors at the start are those at the end, transposed, and worth multiplying first.

    P M Pᵀ costs two products beside those in P: of square matrices of one size, about half as many
    as there are. Otherwise other orders may be better.
    """
    twins = marks_of_transposes(graph, factors)
    if FOLDED in graph.skipped or len(factors) < _SHORTEST or not twins:
        return 0
    pairs = zip(marks(graph, factors), twins, strict=True)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    start = factors[: min(same, len(factors) // 2)]
    if sum(not _is_scaling(graph, factor) for factor in start) < 2:
        return 0
    square = len({size for factor in start for size in factor.shape}) == 1
    return len(start) if square or _is_less_folded(graph, factors, start) else 0


def _is_less_folded(graph: Graph, factors: Sequence[Factor], start: Sequence[Factor]) -> bool:
    if len(factors) > _LONGEST:
        return False
    count = len(start)
    shape = Shape(start[0].shape.rows, start[-1].shape.cols)
    P = Factor(Value("matmul", (), None, tuple(shape)), shape)  # only to ask what it would cost
    ends = P, Factor(Value("transpose", (P.value,), None, tuple(shape)[::-1]), shape.transposed)
    folded = [ends[0], *factors[count : len(factors) - count], ends[1]]
    price = _cheapest(graph, start)[1] + _cheapest(graph, folded)[1]
    return price < _cheapest(graph, factors)[1]


def _is_scaling(graph: Graph, factor: Factor) -> bool:
    return factor.value.op in ("Diag", "eye") or _is_shift(graph, factor)


def _is_shift(graph: Graph, factor: Factor) -> bool:
    value = factor.value
    return value.is_matrix and is_light(graph, value)


def _one_by_one(factors: Sequence[Factor]) -> Splits:
    """Very long chains go from the right if a column stands there, else from the left."""
    last = len(factors) - 1
    if factors[-1].shape.cols == ONE:
        return {(i, last): i for i in range(last)}
    return {(0, j): j - 1 for j in range(1, last + 1)}
