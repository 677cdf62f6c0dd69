"""Equations, determinants and inverses of one matrix: by factors that are computed once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from matgrad.codegen.plan.arithmetic import total_of
from matgrad.codegen.plan.values import Graph, Value

NAME = "factors"
WHY = "equations with one matrix, and with its transpose, share its factors"
TRIANGULAR = "triangular"
WHY_TRIANGULAR = "a triangular matrix needs no factors"
# What is computed from factors: the operation that takes the matrix, and the one that takes those.
FACTORED = {"solve": "solve_lu", "inv": "inverse_lu", "det": "det_lu", "logdet": "logdet_lu"}

Uses = Counter[Value]
Rule = Callable[[Graph, Value, Uses], Value | None]


def base_of(matrix: Value) -> tuple[Value, bool]:
    """The matrix that is factored, and whether its transpose was asked for."""
    turned = matrix.op == "transpose"
    return (matrix.args[0] if turned else matrix), turned


def counted(values: Iterable[Value]) -> Uses:
    """How many values need the factors of each matrix that is not only asked for its determinant.

    Determinants may be zero; factors for equations may be refused then.
    """
    found = [(value.op, base_of(value.args[0])[0]) for value in values if value.op in FACTORED]
    solved = {base for op, base in found if op in ("solve", "inv")}
    return Counter(base for _, base in found if base in solved)


def _shared(graph: Graph, value: Value, uses: Uses) -> Value | None:
    base, turned = base_of(value.args[0])
    if graph.is_constant(base):
        return _by_inverse(graph, value)
    if graph.equations[base] < 2:
        return None
    factors = graph.make("lu", base, axes=base.axes)
    data = turned if value.op == "solve" else None
    found = graph.make(FACTORED[value.op], factors, *value.args[1:], axes=value.axes, data=data)
    return graph.transpose(found) if turned and value.op == "inv" else found


def _by_inverse(graph: Graph, value: Value) -> Value | None:
    """Of a matrix that stays the same the inverse is there in every call."""
    if value.op != "solve" or graph.is_constant(value):
        return None
    matrix, right = value.args
    base, turned = base_of(matrix)
    inverse = graph.make("inv", base, axes=base.axes)
    left = graph.transpose(inverse) if turned else inverse
    return graph.make("matmul", left, right, axes=value.axes)


# ---------------------------------------------------------------- triangular matrices


def _equations(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """Solutions, and the inverse as that of equations with an identity on the right."""
    base, turned = base_of(value.args[0])
    lower = graph.triangular.get(base)
    if lower is None:
        return None
    args = value.args if value.op == "solve" else (*value.args, graph.eye(value.axes[0]))
    return graph.make("solve_triangular", *args, axes=value.axes, data=lower != turned)


def _determinant(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """The product of the diagonal, or the sum of its logarithms.

    To this the logarithm of the product of signs is added: 0, or nan if that is negative.
    """
    base, _ = base_of(value.args[0])
    if base not in graph.triangular:
        return None
    diagonal = graph.make("diag", base, axes=base.axes[:1])
    if value.op == "det":
        return graph.make("prod", diagonal, axes=())
    size = graph.make("abs", diagonal, axes=diagonal.axes)
    logs = graph.make("log", size, axes=diagonal.axes)
    signs = graph.make("prod", graph.make("sign", diagonal, axes=diagonal.axes), axes=())
    sign = graph.make("log", signs, axes=())
    return total_of(graph, [graph.make("sum", logs, axes=()), sign], ())


RULES: dict[str, Rule] = dict.fromkeys(FACTORED, _shared)
TRIANGULAR_RULES: dict[str, Rule] = {
    **dict.fromkeys(("solve", "inv"), _equations),
    **dict.fromkeys(("det", "logdet"), _determinant),
}
