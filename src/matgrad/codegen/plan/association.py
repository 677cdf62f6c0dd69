"""In which order to multiply the factors of a product, and which are taken apart for that."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, takewhile
from operator import add
from typing import NamedTuple

from matgrad.codegen.plan.arithmetic import peel
from matgrad.codegen.plan.selections import is_light
from matgrad.codegen.plan.values import Graph, Value, nominal
from matgrad.core.dims import ONE, Dim
from matgrad.core.expr import Expr
from matgrad.core.shape import Shape
from matgrad.core.steps import Definition
from matgrad.core.walk import postorder, substitute

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


# ---------------------------------------------------------------- light products taken apart

# Products of light matrices taken apart again where they meet a vector.
#
# Cumulative sums of a slice are T Sᵀx; a program that has T Sᵀ as a matrix, or a sum of such, would
# fill that matrix to multiply it once.

_MOST = 8  # terms of a sum that is taken apart


def remember(graph: Graph, left: Factor, right: Factor, done: Value) -> None:
    """Note of which factors a product of light matrices is made, if it is one."""
    if done.is_matrix and not is_light(graph, done):
        parts = [*apart(graph, *left), *apart(graph, *right)]
        if all(_is_light(graph, part.value) or _sum(graph, part.value) for part in parts):
            graph.apart[done] = tuple(parts)


def _is_light(graph: Graph, value: Value) -> bool:
    return value.op in ("Diag", "eye") or (value.is_matrix and is_light(graph, value))


def apart(graph: Graph, value: Value, shape: Shape) -> list[Factor]:
    """The factors of a product of light matrices; of everything else, itself."""
    if value in graph.apart:
        return [Factor(*part) for part in graph.apart[value]]
    if value.op == "transpose" and value.args[0] in graph.apart:
        parts = reversed(graph.apart[value.args[0]])
        return [Factor(graph.transpose(A), size.transposed) for A, size in parts]
    return [Factor(value, shape)]


def sums(graph: Graph, factors: Sequence[Factor]) -> tuple[int, list[tuple[bool, Value]]] | None:
    """Where a chain with a vector at its end has a sum of such products, and the terms of that."""
    if not graph.apart or ONE not in (factors[0].shape.rows, factors[-1].shape.cols):
        return None
    for place, (value, _) in enumerate(factors):
        if terms := _sum(graph, value):
            return place, terms
    return None


def _sum(graph: Graph, value: Value) -> list[tuple[bool, Value]]:
    """The terms of a sum of light matrices, some of which are products; none of anything else."""
    terms = _terms(graph, value)
    bare = [peel(graph, term)[1] for _, term in terms]
    known = [len(apart(graph, term, Shape(*term.axes))) > 1 for term in bare]
    pairs = zip(bare, known, strict=True)
    if not any(known) or not all(each or _is_light(graph, term) for term, each in pairs):
        return []
    return terms


def _terms(graph: Graph, value: Value) -> list[tuple[bool, Value]]:
    whole = value.args[0] if value.op == "transpose" else value
    if whole.op != "add" or not all(arg.is_matrix for arg in whole.args):
        return []
    turned = [arg if whole is value else graph.transpose(arg) for arg in whole.args]
    return list(zip(whole.data, turned, strict=True)) if len(turned) <= _MOST else []


# ---------------------------------------------------------------- inverses and powers

# Inverses and powers of matrices: which are needed as matrices, and which only in products.

_THIN = 4  # so many times as many rows as columns: equations cost less than an inverse
_MANY = 4  # so many times as many columns as rows: a product with the inverse costs less
_LONGEST_POWER = 32  # factors that a power is taken apart into


class Way(NamedTuple):
    """What is computed, and the matrices whose inverses are written out for it."""

    outputs: Sequence[Expr]
    definitions: Sequence[Definition]
    kept: set[Expr]


def ways(
    outputs: Sequence[Expr], definitions: Sequence[Definition], sizes: Mapping[str, int]
) -> list[Way]:
    """With inverses that stand in several products written out and, if there are any, without.

    Other inverses stand in one product, for equations, or are needed as matrices.
    """
    needed, shared = _kept([*(d.value for d in definitions), *outputs], sizes)
    found = [Way(outputs, definitions, needed | shared)]
    opened, named = _without_names(outputs, definitions)
    least, _ = _kept([*(d.value for d in named), *opened], sizes)
    return [*found, Way(opened, named, least)] if len(least) < len(found[0].kept) else found


def _without_names(
    outputs: Sequence[Expr], definitions: Sequence[Definition]
) -> tuple[list[Expr], list[Definition]]:
    """The same without names for inverses."""
    values: dict[Expr, Expr] = {}
    named: list[Definition] = []
    for each in definitions:
        value = substitute(each.value, values) if values else each.value
        if value.op.name == "inv":
            values[each.symbol] = value
        else:
            named.append(replace(each, value=value))
    return [substitute(output, values) if values else output for output in outputs], named


def _kept(roots: Sequence[Expr], sizes: Mapping[str, int]) -> tuple[set[Expr], set[Expr]]:
    """The matrices whose inverses are needed as such, and others that are in several products."""
    needed = {matrix for matrix, _ in _inverted(roots)}
    times: Counter[Expr] = Counter()
    for node in postorder(*roots):
        if node.op.name == "matmul":
            for matrix, power in _inverted(node.args):
                if not _is_thin(node, matrix.shape.rows, sizes):
                    times[matrix] += power
                if _has_many(node, matrix.shape.rows, sizes):
                    needed.add(matrix)
        elif node.op.name != "transpose":
            needed.update(matrix for matrix, _ in _inverted(node.args))
    return needed, {matrix for matrix, count in times.items() if count > 1}


def _inverted(nodes: Sequence[Expr]) -> list[tuple[Expr, int]]:
    """The matrices of which some nodes are inverses, or powers of such, and those powers."""
    found: list[tuple[Expr, int]] = []
    for node in nodes:
        bare = node.args[0] if node.op.name == "transpose" else node
        power = -1 if bare.op.name == "inv" else bare.data if is_power(bare) else 0
        if power < 0:
            found.append((bare.args[0], -power))
    return found


def is_power(node: Expr) -> bool:
    """Is this a matrix to an integer power?"""
    return node.op.name == "matrix_power"


def _is_thin(node: Expr, rows: Dim, sizes: Mapping[str, int]) -> bool:
    """Does a product have a vector in it, or a matrix with few rows or columns?"""
    least = min(nominal(size, sizes) for arg in node.args for size in arg.shape)
    return _THIN * least <= nominal(rows, sizes)


def _has_many(node: Expr, rows: Dim, sizes: Mapping[str, int]) -> bool:
    """Are there far more right-hand sides than unknowns? Products are faster than equations."""
    others = {size for arg in node.args for size in arg.shape} - {rows}
    known = [nominal(size, sizes) for size in others]
    return bool(known) and min(known) >= _MANY * nominal(rows, sizes)


def matrix_power(graph: Graph, node: Expr, A: Value) -> Value:
    """Aᵏ; if k is negative, a power of the inverse."""
    base = graph.make("inv", A, axes=A.axes, node=node) if node.data < 0 else A
    power = abs(node.data)
    if power == 1:
        return base
    return graph.make("matrix_power", base, axes=A.axes, data=power, node=node)


def taken_apart(graph: Graph, value: Value, shape: Shape, least: int) -> list[Factor]:
    """The factors of a power in a product, if that is `least` wide and one by one they cost less.

    By squaring, a power needs few products, but of matrices: R⁻²v is two equations with R.
    """
    turned = graph.has(value, "transpose")
    power = value.args[0] if turned else value
    if not graph.has(power, "matrix_power") or power.data > _LONGEST_POWER:
        return [Factor(value, shape)]
    products = power.data.bit_length() + power.data.bit_count() - 1
    if power.data * least > products * nominal(shape.rows, graph.sizes):
        return [Factor(value, shape)]
    (base,) = power.args
    return [Factor(graph.transpose(base) if turned else base, shape)] * power.data
