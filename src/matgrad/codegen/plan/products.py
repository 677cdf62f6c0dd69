"""Matrix products: in which order to multiply, and which cheaper operation a product really is."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate, takewhile
from operator import add
from typing import NamedTuple

from matgrad.codegen.plan.arithmetic import peel, product, sum_axis, total_of
from matgrad.codegen.plan.selections import is_light, multiplied
from matgrad.codegen.plan.values import Axes, Graph, Value, axes_of, nominal
from matgrad.core.dims import ONE
from matgrad.core.expr import Expr
from matgrad.core.shape import Shape

# ---------------------------------------------------------------- orders

# In which order to multiply the factors of a product, and which are taken apart for that.

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
                least = min(options)
                cost = 0 if fixed[i] and all(fixed[i : j + 1]) else least
                last = j - 1 - options[::-1].index(least)
                splits[i, j] = i + options.index(least) if columns[j] else last
            rows[i].append(cost)
            backs[j].append(cost)
    return splits, rows[0][-1]


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

    if graph.members is None:
        return prices
    members, values = graph.members, [factor.value for factor in factors]

    def prices_of_all(i: int, j: int) -> list[int]:
        many = members(values[i : j + 1])
        return [many * price for price in prices(i, j)]

    return prices_of_all


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


def sum_inside(
    graph: Graph, factors: Sequence[Factor]
) -> tuple[int, list[tuple[bool, Value]]] | None:
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


# ---------------------------------------------------------------- powers

_LONGEST_POWER = 32  # factors that a power is taken apart into


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


# ---------------------------------------------------------------- chains


def factors_of(nodes: Sequence[Expr], values: Sequence[Value]) -> list[Factor]:
    """The values of expressions with the shapes that these have."""
    return [Factor(value, node.shape) for node, value in zip(nodes, values, strict=True)]


def multiply(graph: Graph, factors: Sequence[Factor]) -> Value:
    """The product of a chain, associated so that it costs least; scalar factors come out."""
    scalars, bare = _bare(graph, factors)
    done: list[Value] = []
    waiting: list[tuple[list[Value], list[Factor]]] = [([], bare)]
    while waiting:
        inner, chain = waiting.pop()
        found = sum_inside(graph, chain)
        if found is None:
            folded = _folded(graph, chain)
            value = _combine_all(graph, folded, associate(graph, folded))
            done.append(product(graph, [*inner, value], value.axes) if inner else value)
            continue
        place, terms = found
        for minus, term in reversed(terms):
            part = Factor(term, chain[place].shape)
            more, new = _bare(graph, [*chain[:place], part, *chain[place + 1 :]])
            sign = [graph.number(-1)] if minus else []
            waiting.append(([*inner, *sign, *more], new))
    whole = total_of(graph, done, done[0].axes)
    return product(graph, [*scalars, whole], whole.axes) if scalars else whole


def _bare(graph: Graph, factors: Sequence[Factor]) -> tuple[list[Value], list[Factor]]:
    """The numbers in front of a product, and its factors taken apart as far as that helps."""
    scalars: list[Value] = []
    bare: list[Factor] = []
    least = min(nominal(size, graph.sizes) for _, shape in factors for size in shape)
    for value, shape in factors:
        found, rest = peel(graph, value)
        scalars += found
        for part in apart(graph, rest, shape):
            bare += _diagonals(graph, *part) or taken_apart(graph, *part, least)
    return scalars, bare


def _folded(graph: Graph, factors: list[Factor]) -> list[Factor]:
    """P M Pᵀ of a chain that is the same from both ends: P is multiplied once, if that is less."""
    count = palindrome(graph, factors)
    if not count:
        return factors
    half, rest = factors[:count], factors[count : len(factors) - count]
    done = _combine_all(graph, half, associate(graph, half))
    graph.rewrote(FOLDED, "a chain that is the same from both ends is multiplied from one")
    P = Factor(done, Shape(half[0].shape.rows, half[-1].shape.cols))
    return [P, *rest, Factor(graph.transpose(done), P.shape.transposed)]


def _diagonals(graph: Graph, value: Value, shape: Shape) -> list[Factor]:
    """Diag(u ⊙ v) is Diag(u) Diag(v), of which one may be part of a product that is there."""
    if graph.has(value, "Diag") and graph.has(value.args[0], "mul"):
        vectors = value.args[0].args
        if all(vector.is_vector for vector in vectors):
            return [Factor(graph.make("Diag", v, axes=value.axes), shape) for v in vectors]
    return []


def _combine_all(graph: Graph, factors: Sequence[Factor], splits: Splits) -> Value:
    done = {(i, i): factor for i, factor in enumerate(factors)}
    chain, twins = marks(graph, factors), marks_of_transposes(graph, factors)
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
            value = done[i, j].value
            if value not in graph.apart:  # and with it the product of the transposes from the back
                graph.products.setdefault(chain[i : j + 1], value)
                if value.is_matrix:
                    turned = twins[-j - 1 : len(twins) - i]
                    turned = turned or marks(graph, transposed(graph, factors[i : j + 1]))
                    graph.products.setdefault(turned, graph.transpose(value))
    return done[whole].value


# ---------------------------------------------------------------- two factors

Pair = Callable[[Graph, Factor, Factor], Value]


def _combine(graph: Graph, left: Factor, right: Factor) -> Factor:
    shape = Shape(left.shape.rows, right.shape.cols)
    return Factor(_light(graph, left, right) or _pair(graph, left, right), shape)


def _light(graph: Graph, left: Factor, right: Factor) -> Value | None:
    """A product with a selection of rows or columns, if it is one and not a system of equations."""
    if any(factor.value.is_scalar for factor in (left, right)):
        return None
    if graph.is_solved(left.value) or graph.is_solved(right.value):
        return None
    done = multiplied(graph, left.value, right.value, _axes(left, right))
    if done is not None:
        remember(graph, left, right, done)
    return done


def _pair(graph: Graph, left: Factor, right: Factor) -> Value:
    """The product of two factors: by what one of them is, else by their kinds."""
    if left.value.is_scalar or right.value.is_scalar:
        return product(graph, [left.value, right.value], _axes(left, right))
    known = _LEFT.get(_role(graph, left)) or _RIGHT.get(_role(graph, right))
    if right.value.op == "Diag" and graph.is_solved(left.value):
        known = _diagonal_right  # equations with as many columns cost more than the inverse
    if known is None and left.shape.cols == ONE:
        return graph.make("outer", left.value, right.value, axes=_axes(left, right))
    return (known or _matmul)(graph, left, right)


def _role(graph: Graph, factor: Factor) -> str:
    """What a factor is, as far as it changes how products with it are computed."""
    value = factor.value
    if value.op in ("Diag", "eye"):
        return value.op
    if graph.is_solved(value):
        return "inv"
    kind = "row" if factor.shape.rows == ONE else "column" if factor.shape.cols == ONE else ""
    return f"{kind} {value.op}" if kind and value not in graph.named else ""


def _axes(left: Factor, right: Factor) -> Axes:
    return axes_of(Shape(left.shape.rows, right.shape.cols))


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


def _inverted(graph: Graph, inverse: Value) -> Value:
    """The matrix that something is the inverse of, which may be transposed."""
    is_turned = inverse.op == "transpose"
    A = inverse.args[0].args[0] if is_turned else inverse.args[0]
    return graph.transpose(A) if is_turned else A


def _solve(graph: Graph, left: Factor, right: Factor) -> Value:
    return graph.make("solve", _inverted(graph, left.value), right.value, axes=_axes(left, right))


def _solve_right(graph: Graph, left: Factor, right: Factor) -> Value:
    """B A⁻¹ is (A⁻ᵀ Bᵀ)ᵀ."""
    matrix = graph.transpose(_inverted(graph, right.value))
    axes = _axes(left, right)[::-1]
    return graph.transpose(graph.make("solve", matrix, graph.transpose(left.value), axes=axes))


def _summed(graph: Graph, ones: Value, A: Value, axis: int) -> Value:
    """1ᵀA adds up the rows, A 1 the columns."""
    added = graph.make("sum", A, axes=()) if A.is_vector else sum_axis(graph, A, axis)
    return product(graph, [ones.args[0], added], added.axes)


def _pick(graph: Graph, unit: Value, A: Value, axis: int) -> Value:
    """eᵢᵀA is a row, A eⱼ a column."""
    if axis and A.is_matrix:
        return graph.make("entry", A, data=(None, unit.data - 1), axes=A.axes[:1])
    return graph.make("entry", A, data=(unit.data - 1,), axes=A.axes[1:])


_LEFT: dict[str, Pair] = {
    "eye": lambda graph, left, right: right.value,
    "Diag": _diagonal_left,
    "inv": _solve,
    "row full": lambda graph, left, right: _summed(graph, left.value, right.value, 0),
    "row unit": lambda graph, left, right: _pick(graph, left.value, right.value, 0),
}
_RIGHT: dict[str, Pair] = {
    "eye": lambda graph, left, right: left.value,
    "Diag": _diagonal_right,
    "inv": _solve_right,
    "column full": lambda graph, left, right: _summed(graph, right.value, left.value, 1),
    "column unit": lambda graph, left, right: _pick(graph, right.value, left.value, 1),
}
