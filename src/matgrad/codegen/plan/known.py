"""What is known of values, whatever the inputs are, and which factors matrices need for that.

Signs, definite, symmetric and triangular matrices.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from math import inf

from matgrad.codegen.plan.arithmetic import peel, product, total_of
from matgrad.codegen.plan.operations import ENTRYWISE
from matgrad.codegen.plan.values import Graph, Value, ordered
from matgrad.core.expr import catalogue
from matgrad.core.facts import facts_of

Uses = Counter[Value]
Rule = Callable[[Graph, Value, Uses], Value | None]

_KEPT = frozenset("mul div add outer Diag sum sum_axis full transpose diag entry as_row".split())


def is_nonnegative(value: Value) -> bool:
    """Is no entry negative, whatever the inputs are?

    Signs follow from operations only; subtraction is understood in 1 − σ(x) and 1 − tanh(x)².
    """
    known: dict[Value, bool] = {}
    for each in ordered((value,)):
        if each.op == "number":
            known[each] = each.data >= 0
        elif each.op == "add" and any(each.data):
            known[each] = _below_one(each)
        elif each.op == "power":
            p = each.args[1]
            even = p.op == "number" and p.data.denominator == 1 and p.data % 2 == 0
            known[each] = even or known[each.args[0]]
        else:
            kept = each.op in _KEPT and all(known[arg] for arg in each.args)
            known[each] = kept or each.op == "size" or reach(each)[0] >= 0
    return known[value]


def reach(value: Value) -> tuple[float, float]:
    """Between which numbers the entries of an operation lie, whatever it is applied to."""
    known = catalogue.get(value.op)
    return (-inf, inf) if known is None else known.reach


def _below_one(value: Value) -> bool:
    """1 − p with p ≤ 1."""
    if len(value.args) != 2 or value.data != (False, True):
        return False
    one, p = value.args
    if p.op == "power" and reach(p.args[0]) == (-1, 1):
        p = p.args[0]
    return one.op == "number" and one.data >= 1 and reach(p)[1] <= 1


# ---------------------------------------------------------------- definite matrices

# Which matrices are known to be positive definite: declared, or sums like AᵀA + εI.


def is_definite(graph: Graph, matrix: Value) -> bool:
    """Is this matrix positive definite, whatever the inputs are?"""
    if matrix in graph.definite or matrix.op != "add" or any(matrix.data):
        return matrix in graph.definite
    kinds = [_kind(graph, term) if term.is_matrix else "" for term in matrix.args]
    return "" not in kinds and "definite" in kinds


def _kind(graph: Graph, term: Value) -> str:
    """A term that is definite, at least "semidefinite", or "" of which nothing is known."""
    scalars, bare = peel(graph, term)
    whole = bare.op == "eye" or bare in graph.definite
    if whole and all(map(_is_positive, scalars)):
        return "definite"
    square = _is_square(graph, bare) or (bare.op == "Diag" and is_nonnegative(bare.args[0]))
    known = (whole or square) and all(is_nonnegative(s) or _is_positive(s) for s in scalars)
    return "semidefinite" if known else ""


def _is_square(graph: Graph, value: Value) -> bool:
    """Is this A Aᵀ, or u uᵀ?"""
    if value.op == "matmul":
        left, right = value.args
        return left.is_matrix and graph.transpose(left) is right
    return value.op == "outer" and value.args[0] is value.args[1]


def _is_positive(value: Value) -> bool:
    if value.op == "number":
        return value.data > 0
    if value.op == "symbol":
        return "positive" in facts_of(value.data)
    return value.op == "exp"


# ---------------------------------------------------------------- symmetric matrices

# Which matrices are symmetric, so that they are not transposed and one product serves for two.

SYMMETRY = "symmetry"
WHY_SYMMETRY = "a symmetric matrix is its own transpose"

# What keeps symmetry beside what acts entry by entry, and what is symmetric in any case.
_KEEPING = ENTRYWISE | {"inv", "transpose"}
_SYMMETRIC = frozenset({"eye", "Diag", "inverse_spd"})


def is_symmetric(graph: Graph, value: Value, known: dict[Value, bool]) -> bool:
    """Is this its own transpose, whatever the inputs are?"""
    for each in ordered((value,), known):
        known[each] = each.is_scalar or (each.is_matrix and _symmetric(graph, each, known))
    return known[value]


def _symmetric(graph: Graph, value: Value, known: dict[Value, bool]) -> bool:
    if value in graph.definite or value.op in _SYMMETRIC:
        return True
    if value.op == "symbol":
        return "symmetric" in facts_of(value.data)
    if value.op != "add":
        keeps = value.op in _KEEPING and all(known[arg] for arg in value.args)
        return keeps or _is_square(graph, value)
    # Each term that is not symmetric has its transpose beside it: A + Aᵀ.
    signed = zip(value.data, value.args, strict=True)
    rest = [(minus, arg) for minus, arg in signed if not known[arg]]
    turned = Counter((minus, graph.transpose(arg)) for minus, arg in rest if arg.is_matrix)
    return Counter(rest) == turned


def doubled(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """S + Sᵀ is 2 S."""
    signed = Counter(zip(value.data, value.args, strict=True))
    if len(signed) == len(value.args):
        return None
    terms = [
        product(graph, [graph.number(-times if minus else times), arg], arg.axes)
        for (minus, arg), times in signed.items()
    ]
    return total_of(graph, terms, value.axes)


def untransposed(graph: Graph, value: Value, uses: Uses) -> Value | None:
    """Sᵀ is S, and xᵀS is S x, which may be there already."""
    *left, S = value.args
    if not all(x.is_vector for x in left) or not S.is_matrix:
        return None
    if not is_symmetric(graph, S, graph.symmetric):
        return None
    return graph.make("matmul", S, *left, axes=value.axes) if left else S


# ---------------------------------------------------------------- factors

# Equations, determinants and inverses of one matrix: by factors that are computed once.

FACTORS = "factors"
WHY_FACTORS = "equations with one matrix, and with its transpose, share its factors"
TRIANGULAR = "triangular"
WHY_TRIANGULAR = "a triangular matrix needs no factors"
# What is computed from factors: the operation that takes the matrix, and the one that takes those.
FACTORED = {"solve": "solve_lu", "inv": "inverse_lu", "det": "det_lu", "logdet": "logdet_lu"}


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
