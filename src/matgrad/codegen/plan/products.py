"""Matrix products: in which order to multiply, and which cheaper operation a product really is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from matgrad.codegen.plan import association
from matgrad.codegen.plan.arithmetic import peel, product, sum_axis, total_of
from matgrad.codegen.plan.association import (
    FOLDED,
    Factor,
    Splits,
    associate,
    marks,
    marks_of_transposes,
    palindrome,
    taken_apart,
    transposed,
)
from matgrad.codegen.plan.selections import multiplied
from matgrad.codegen.plan.values import Axes, Graph, Value, axes_of, nominal
from matgrad.core.dims import ONE
from matgrad.core.shape import Shape


def multiply(graph: Graph, factors: Sequence[Factor]) -> Value:
    """The product of a chain, associated so that it costs least; scalar factors come out."""
    scalars, bare = _bare(graph, factors)
    done: list[Value] = []
    waiting: list[tuple[list[Value], list[Factor]]] = [([], bare)]
    while waiting:
        inner, chain = waiting.pop()
        found = association.sums(graph, chain)
        if found is None:
            value = _multiplied(graph, chain)
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
        for part in association.apart(graph, rest, shape):
            bare += _diagonals(graph, *part) or taken_apart(graph, *part, least)
    return scalars, bare


def _multiplied(graph: Graph, factors: list[Factor]) -> Value:
    folded = _folded(graph, factors)
    return _combine_all(graph, folded, associate(graph, folded))


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
            turned = twins[-j - 1 : len(twins) - i]
            if done[i, j].value not in graph.apart:
                _keep(graph, factors[i : j + 1], done[i, j].value, turned)
    return done[whole].value


def _keep(
    graph: Graph, factors: Sequence[Factor], product_: Value, turned: tuple[int, ...]
) -> None:
    """Remember the product of a chain, and with it that of the transposes from the back."""
    graph.products.setdefault(marks(graph, factors), product_)
    if product_.is_matrix:
        turned = turned or marks(graph, transposed(graph, factors))
        graph.products.setdefault(turned, graph.transpose(product_))


# ---------------------------------------------------------------- two factors

Pair = Callable[[Graph, Factor, Factor], Value]


def _combine(graph: Graph, left: Factor, right: Factor) -> Factor:
    shape = Shape(left.shape.rows, right.shape.cols)
    value = _light(graph, left, right)
    return Factor(value or _pair(graph, left, right)(graph, left, right), shape)


def _light(graph: Graph, left: Factor, right: Factor) -> Value | None:
    """A product with a selection of rows or columns, if it is one and not a system of equations."""
    if any(factor.value.is_scalar for factor in (left, right)):
        return None
    if "inv" in (_role(graph, left)[:3], _role(graph, right)[:3]):
        return None
    done = multiplied(graph, left.value, right.value, _axes(left, right))
    if done is not None:
        association.remember(graph, left, right, done)
    return done


def _pair(graph: Graph, left: Factor, right: Factor) -> Pair:
    """How to multiply two factors: by what one of them is, else by their kinds."""
    if left.value.is_scalar or right.value.is_scalar:
        return _scaling
    if right.value.op == "Diag" and graph.is_solved(left.value):
        return _diagonal_right  # equations with as many columns cost more than the inverse
    known = _LEFT.get(_role(graph, left)) or _RIGHT.get(_role(graph, right))
    return known or (_outer if left.shape.cols == ONE else _matmul)


def _role(graph: Graph, factor: Factor) -> str:
    """What a factor is, as far as it changes how products with it are computed."""
    value = factor.value
    if value.op in ("Diag", "eye"):
        return value.op
    if graph.is_solved(value):
        return "inv" if value.op == "inv" else "inv.T"
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
    added = sum_axis(graph, A, axis)
    return product(graph, [ones.args[0], added], added.axes)


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
