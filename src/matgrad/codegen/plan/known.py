"""What is known of values, whatever the inputs are: signs, definite and symmetric matrices."""

from __future__ import annotations

from collections import Counter

from matgrad.codegen.plan.arithmetic import peel, product, total_of
from matgrad.codegen.plan.operations import ENTRYWISE
from matgrad.codegen.plan.values import Graph, Value, ordered
from matgrad.core.facts import facts_of

_NEVER_NEGATIVE = frozenset(
    "exp sigmoid softplus softmax softmax_rows abs square step relu cosh norm1 norm2 normF sqrt"
    " Phi eye unit size onehot_max onehot_min".split()
)
_AT_MOST_ONE = frozenset({"sigmoid", "softmax", "softmax_rows", "Phi", "step", "tanh"})
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
            known[each] = each.op in _NEVER_NEGATIVE or kept
    return known[value]


def _below_one(value: Value) -> bool:
    """1 − p with p ≤ 1."""
    if len(value.args) != 2 or value.data != (False, True):
        return False
    one, p = value.args
    if p.op == "power" and p.args[0].op == "tanh":
        p = p.args[0]
    return one.op == "number" and one.data >= 1 and p.op in _AT_MOST_ONE


# ---------------------------------------------------------------- definite matrices

# Which matrices are known to be positive definite: declared, or sums like AᵀA + εI.


def is_definite(graph: Graph, matrix: Value) -> bool:
    """Is this matrix positive definite, whatever the inputs are?"""
    if matrix in graph.definite:
        return True
    if matrix.op != "add" or any(matrix.data) or not all(arg.is_matrix for arg in matrix.args):
        return False
    kinds = [_kind(graph, term) for term in matrix.args]
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


def doubled(graph: Graph, value: Value, uses: Counter[Value]) -> Value | None:
    """S + Sᵀ is 2 S."""
    signed = Counter(zip(value.data, value.args, strict=True))
    if len(signed) == len(value.args):
        return None
    terms = [
        product(graph, [graph.number(-times if minus else times), arg], arg.axes)
        for (minus, arg), times in signed.items()
    ]
    return total_of(graph, terms, value.axes)


def untransposed(graph: Graph, value: Value, uses: Counter[Value]) -> Value | None:
    """Sᵀ is S, and xᵀS is S x, which may be there already."""
    *left, S = value.args
    if not all(x.is_vector for x in left) or not S.is_matrix:
        return None
    if not is_symmetric(graph, S, graph.symmetric):
        return None
    return graph.make("matmul", S, *left, axes=value.axes) if left else S
