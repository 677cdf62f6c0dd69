"""Rewrites of a program that make it cheaper and leave its results the same.

Each pass is a table of rules, value by value, and has a name by which it can be switched off.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from matgrad.codegen import (
    deltas,
    entries,
    equations,
    merged,
    others,
    selections,
    symmetry,
    termwise,
    turned,
)
from matgrad.codegen.arithmetic import product
from matgrad.codegen.definite import is_definite
from matgrad.codegen.signs import is_nonnegative
from matgrad.codegen.values import Graph, Value, ordered
from matgrad.core.dims import ONE

Uses = Counter[Value]
Rule = Callable[[Graph, Value, Uses], Value | None]


class Pass(NamedTuple):
    """Rules by operation, and what they are good for."""

    rules: dict[str, Rule]
    why: str


def optimise(graph: Graph, roots: tuple[Value, ...]) -> tuple[Value, ...]:
    """The same results at less cost; every rewrite is noted in the graph."""
    if deltas.NAME not in graph.skipped:
        roots = deltas.without_deltas(graph, roots)
    values = ordered(roots)
    occurring = {value.op for value in values}
    for name, each in PASSES.items():
        if name in graph.skipped or occurring.isdisjoint(each.rules):
            continue
        better = _run(graph, roots, values, name, each)
        if better != roots:
            roots, values = better, ordered(better)
            occurring = {value.op for value in values}
    return roots


def _run(
    graph: Graph, roots: tuple[Value, ...], values: list[Value], name: str, each: Pass
) -> tuple[Value, ...]:
    uses: Uses = Counter(arg for value in values for arg in value.args)
    uses.update(roots)
    better: dict[Value, Value] = {}
    graph.results, graph.equations = set(roots), equations.counted(values)
    for value in values:
        args = tuple(better[arg] for arg in value.args)
        new = value
        if args != value.args:
            new = graph.again(value, args)
            uses[new] = uses[value]
            graph.equations[new] += graph.equations[value]
            graph.results |= {new} if value in graph.results else set()
        rule = each.rules.get(new.op)  # a transpose may have become another outer product
        found = rule(graph, new, uses) if rule else None
        if found is not None and found is not new:
            graph.rewrote(name, each.why)
            uses[found] = uses[value]
        better[value] = found or new
    graph.replaced(better)
    return tuple(better[root] for root in roots)


# ---------------------------------------------------------------- products


def _transposed(graph: Graph, value: Value, uses: Uses) -> Value | None:
    A, B = value.args
    if not (A.op == B.op == "transpose" and value.is_matrix):
        return None
    product_ = graph.make("matmul", B.args[0], A.args[0], axes=value.axes[::-1])
    return graph.transpose(product_)


def _syrk(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """Xᵀ Diag(d) X with d ≥ 0 is ZᵀZ with Z = Diag(√d) X, of which BLAS computes one half."""
    left, right = value.args
    if left.op == "scale_columns" and left.args[0] is graph.transpose(right):
        weights, X = left.args[1], right
    elif right.op == "scale_rows" and left is graph.transpose(right.args[1]):
        weights, X = right.args
    else:
        return None
    if not is_nonnegative(weights) or X.op == "transpose":
        return None
    root = graph.make("sqrt", weights, axes=weights.axes)
    Z = graph.make("scale_rows", root, X, axes=X.axes)
    return graph.make("matmul", graph.transpose(Z), Z, axes=value.axes)


# ---------------------------------------------------------------- functions of entries


def _half_angle(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """sin(x) cos(x) is sin(2x)/2, if neither is needed by itself."""
    sines = {f.args[0]: f for f in value.args if f.op == "sin" and uses[f] == 1}
    for cosine in value.args:
        sine = sines.get(cosine.args[0]) if cosine.op == "cos" and uses[cosine] == 1 else None
        if sine is not None:
            (x,) = sine.args
            twice = product(graph, [graph.number(2), x], x.axes)
            both = graph.make("sin", twice, axes=x.axes)
            rest = [f for f in value.args if f is not sine and f is not cosine]
            half = graph.make("div", graph.number(1), graph.number(2), axes=())
            return product(graph, [half, both, *rest], value.axes)
    return None


# ---------------------------------------------------------------- arrays with more axes


def _outer_array(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """A Kronecker product seen as an array with four axes is an outer product."""
    whole = value.args[0]
    scalars = [] if whole.op != "mul" else [arg for arg in whole.args if arg.is_scalar]
    inside = whole.args[-1] if whole.op == "mul" else whole
    if inside.op != "kron" or (whole.op == "mul" and len(scalars) != len(whole.args) - 1):
        return None
    A, B = inside.args
    if not (A.is_matrix and B.is_matrix):
        return None
    letters = {"b": B.axes[0], "a": A.axes[0], "d": B.axes[1], "c": A.axes[1]}
    shown = "".join(name for name, size in letters.items() if size != ONE)
    if tuple(letters[name] for name in shown) != value.axes:
        return None
    names = ["".join(n for n in pair if letters[n] != ONE) for pair in ("ac", "bd")]
    A, B = (_dropped(graph, part) for part in (A, B))
    if scalars:
        A = product(graph, [*scalars, A], A.axes)
    sizes = [graph.size(size) for size in value.axes]
    if B.op == "eye" and len(names[0]) == 2:
        return graph.make("identity_blocks", A, *sizes, axes=value.axes)
    data = (names[0], names[1], shown)
    return graph.make("outer_array", A, B, *sizes, data=data, axes=value.axes)


def _dropped(graph: Graph, part: Value) -> Value:
    """Without axes of size one."""
    if ONE not in part.axes:
        return part
    axes = tuple(size for size in part.axes if size != ONE)
    if part.op in ("as_row", "as_column"):
        return part.args[0]
    return graph.make("reshape", part, *map(graph.size, axes), axes=axes)


# ---------------------------------------------------------------- positive definite matrices


def _definite(graph: Graph, A: Value) -> Value | None:
    """The Cholesky factor of a matrix that is known to have one."""
    matrix = A.args[0] if A.op == "transpose" else A
    if not is_definite(graph, matrix):
        return None
    return graph.make("cholesky", matrix, axes=matrix.axes)


def _by_cholesky(name: str) -> Rule:
    def rule(graph: Graph, value: Value, uses: Uses) -> Value | None:
        L = _definite(graph, value.args[0])
        return None if L is None else graph.make(name, L, *value.args[1:], axes=value.axes)

    return rule


def _determinant(graph: Graph, value: Value, uses: Uses) -> Value | None:
    L = _definite(graph, value.args[0])
    if L is None:
        return None
    root = graph.make("prod", graph.make("diag", L, axes=L.axes[:1]), axes=())
    return graph.make("power", root, graph.number(2), axes=())


PASSES: dict[str, Pass] = {
    equations.TRIANGULAR: Pass(equations.TRIANGULAR_RULES, equations.WHY_TRIANGULAR),
    "cholesky": Pass(
        {
            "inv": _by_cholesky("inverse_spd"),
            "solve": _by_cholesky("solve_spd"),
            "logdet": _by_cholesky("logdet_spd"),
            "det": _determinant,
        },
        "a positive definite matrix is factored once, at half the cost of LU",
    ),
    termwise.NAME: Pass({"matmul": termwise.distributed}, termwise.WHY),
    selections.RUNNING: Pass(
        {"add": merged.with_own, "toeplitz": merged.triangle}, selections.RUNNING_WHY
    ),
    selections.NAME: Pass(
        {
            "transpose": merged.turned_diagonals,
            **dict.fromkeys(("mul", "div", "neg"), merged.scaled_diagonals),
            "add": merged.in_sums,
        },
        selections.WHY,
    ),
    "syrk": Pass({"matmul": _syrk}, "X'DX with D >= 0 is Z'Z, of which one half is computed"),
    "transposes": Pass({"matmul": _transposed}, "A'B' is (BA)', which may be there already"),
    symmetry.NAME: Pass(
        {
            "transpose": symmetry.untransposed,
            "matmul": symmetry.one_sided,
            "add": symmetry.doubled,
        },
        symmetry.WHY,
    ),
    equations.NAME: Pass(equations.RULES, equations.WHY),
    "half angle": Pass({"mul": _half_angle}, "sin(x)cos(x) = sin(2x)/2 is one function, not two"),
    others.NAME: Pass({"div": others.quotient, "mul": others.distributed}, others.WHY),
    "centred": Pass(
        {"add": entries.centred}, "Diag(p)A - p v' is Diag(p)(A - 1v'): one pass, and stable"
    ),
    "spread": Pass(
        {"add": entries.spread, "mul": entries.spread},
        "rows and columns of equal entries are not written out",
    ),
    "inner": Pass({"sum": entries.inner}, "the sum of A .* B is one pass, without that matrix"),
    "thin": Pass(
        {"matmul": turned.thin}, "AB with few columns is (B'A')', which libraries do faster"
    ),
    "slim": Pass({"matmul": turned.slim}, "AB with few columns is (B'A')', also if it is small"),
    "turned": Pass(
        {"matmul": turned.turned}, "A'B with fewer columns than rows is (B'A)', which is faster"
    ),
    "outer arrays": Pass(
        {"tensor": _outer_array}, "a Kronecker product as an array is an outer product"
    ),
}
