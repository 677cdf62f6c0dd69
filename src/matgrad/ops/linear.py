"""Sums, products and transposes: the operators all others are built on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from matgrad.core.curves import LINEAR
from matgrad.core.expr import (
    NO_FACTS,
    Expr,
    Facts,
    is_differential,
    make,
    number_value,
    operator,
    order,
)
from matgrad.core.facts import facts_of
from matgrad.core.notation import HADAMARD, INNER, PRODUCT, Infix, Postfix, Scaled, Spelling, Sum
from matgrad.core.shape import SCALAR, Shape, chain, same
from matgrad.errors import ShapeError
from matgrad.ops.code import code
from matgrad.ops.leaves import ones_op

Args = tuple[Expr, ...]


# ---------------------------------------------------------------- sums


LONG_SUM = 64  # a sum of so many terms stays one term of a larger sum, lest depth cost squared


def _flatten(op_name: str, below: float = float("inf")) -> Any:
    def flat(args: Args) -> Args:
        inner = [arg.op.name == op_name and len(arg.args) < below for arg in args]
        if not any(inner):
            return args
        parts = zip(args, inner, strict=True)
        return tuple(p for arg, taken in parts for p in (arg.args if taken else (arg,)))

    return flat


_KEPT_BY_SUMS = frozenset(
    "symmetric diagonal skew positive_definite positive lower_triangular upper_triangular "
    "toeplitz nonnegative integer".split()
)


def _add_facts(node: Expr, below: Sequence[Facts]) -> Facts:
    known = frozenset.intersection(*below) & _KEPT_BY_SUMS
    if node.shape.is_square and "symmetric" not in known:
        others = [t for t, facts in zip(node.args, below, strict=True) if "symmetric" not in facts]
        if Counter(map(mirror, others)) == Counter(others):  # X + Xᵀ and the like
            known |= {"symmetric"}
    return known


def mirror(node: Expr) -> Expr:
    """The transpose of a term as it would be written, taken one level down."""
    if node.op is transpose:
        return node.args[0]
    if node.op is scale:
        return scale(*node.args[:-1], mirror_factor(node.args[-1]))
    return mirror_factor(node)


def mirror_factor(node: Expr) -> Expr:
    """The transpose of a product, factor by factor."""
    factors = node.args if node.op is matmul else (node,)
    turned = [_turn(factor) for factor in reversed(factors)]
    return turned[0] if len(turned) == 1 else matmul(*turned)


def _turn(factor: Expr) -> Expr:
    if factor.op is transpose:
        return factor.args[0]
    if factor.op is ones_op:
        return make(ones_op, (), factor.shape.transposed)
    return factor if is_symmetric(factor) else factor.T


SHORT = 30  # nodes of a factor that is looked into


def is_symmetric(factor: Expr) -> bool:
    """Is a short factor known to be symmetric?"""
    return factor.shape.is_square and factor.size <= SHORT and "symmetric" in facts_of(factor)


add = operator(
    "add",
    shape=lambda args, data: same(*(arg.shape for arg in args)),
    notation=Sum(),
    value=lambda R, node, *terms: R.add(*terms),
    adjoints=lambda G, i, args: G,
    jointly=True,
    why="sum rule: d(A + B) = dA + dB",
    across="the Frobenius product distributes over sums",
    normal=_flatten("add", LONG_SUM),
    facts=_add_facts,
    curves=LINEAR,
    samples=((("m", "n"), ("m", "n")), (("n",), ("n",), ("n",)), ((), ())),
    letters="r",
    doc="sum of terms of one shape",
)


# ---------------------------------------------------------------- products


def _scalar_order(node: Expr) -> tuple[int, str, int, int]:
    """Numbers first, then letters, functions, sums, what stands below, differentials."""
    base = node.args[0] if node.op.name == "power" else node
    if number_value(node) is not None:
        rank = 0
    elif is_differential(node):
        rank = 5
    elif base is not node and (number_value(node.args[1]) or 0) < 0:
        rank = 4
    else:
        rank = 3 if node.op.name == "add" else 1 if not base.args else 2
    return rank, *order(node)


def _scale_normal(args: Args) -> Args:
    *scalars, last = _flatten("scale")(args)
    if last.is_scalar:
        return tuple(sorted((*scalars, last), key=_scalar_order))
    return (*sorted(scalars, key=_scalar_order), last)


def _scale_shape(args: Args, data: object) -> Shape:
    for arg in args[:-1]:
        if not arg.is_scalar:
            raise ShapeError(f"a scalar factor is needed, this one is {arg.shape}")
    return args[-1].shape


def _scale_facts(node: Expr, below: Sequence[Facts]) -> Facts:
    kept = {"symmetric", "diagonal", "skew", "lower_triangular", "upper_triangular", "toeplitz"}
    positive = all("positive" in facts for facts in below[:-1])
    if positive:
        kept |= {"positive", "positive_definite", "invertible", "nonzero", "nonnegative"}
    if all("nonzero" in facts for facts in below[:-1]):
        kept |= {"invertible", "nonzero"}
    if all("integer" in facts for facts in below[:-1]):
        kept |= {"integer"}
    return below[-1] & kept


def _scale_adjoint(G: Expr, i: int, args: Args) -> Expr:
    rest = args[:i] + args[i + 1 :]
    if args[i].is_scalar and not args[-1].is_scalar:
        *scalars, last = rest
        return scale(*scalars, frobenius(G, last))  # G : (c A) = (G : A) c
    return scale(*rest, G)  # G : (c A) = (c G) : A


_FREELY = "a scalar moves freely: G : (c A) = c G : A"

scale = operator(
    "scale",
    shape=_scale_shape,
    notation=Scaled(),
    value=lambda R, node, *args: R.scale(*args),
    adjoints=_scale_adjoint,
    why="product rule: d(c A) = dc A + c dA",
    across=_FREELY,
    normal=_scale_normal,
    facts=_scale_facts,
    samples=(((), ("m", "n")), ((), ()), ((), (), ("n",))),
    doc="scalars times a scalar, vector or matrix",
)


def _matmul_shape(args: Args, data: object) -> Shape:
    return chain(*(arg.shape for arg in args))


def _product(args: Args) -> Expr:
    return args[0] if len(args) == 1 else matmul(*args)


def _matmul_adjoint(G: Expr, i: int, args: Args) -> Expr:
    left, right = args[:i], args[i + 1 :]  # G : A dX B = AᵀGBᵀ : dX
    result = _product(left).T @ G if left else G
    return result @ _product(right).T if right else result


def _matmul_facts(node: Expr, below: Sequence[Facts]) -> Facts:
    known: set[str] = set()
    for fact in ("diagonal", "orthogonal", "invertible", "lower_triangular", "upper_triangular"):
        if all(fact in facts for facts in below):
            known.add(fact)
    if is_palindrome(node.args, below):
        known.add("symmetric")
    return frozenset(known)


def is_palindrome(args: Args, below: Sequence[Facts]) -> bool:
    """Does the product read the same transposed, as AᵀSA with symmetric S does?"""
    low, high = 0, len(args) - 1
    while low < high:
        same = args[low] is args[high] and "symmetric" in below[low]
        if not same and not is_transpose_of(args[low], args[high]):
            return False
        low, high = low + 1, high - 1
    return low > high or "symmetric" in below[low]


def is_transpose_of(A: Expr, B: Expr) -> bool:
    """Is A written as the transpose of B, or B as that of A, or are they one symmetric matrix?"""
    if A.op is transpose:
        return A.args[0] is B
    if B.op is transpose:
        return B.args[0] is A
    return A is B and is_symmetric(A)


matmul = operator(
    "matmul",
    shape=_matmul_shape,
    notation=Infix(Spelling("*", "", " "), PRODUCT),
    value=lambda R, node, *factors: R.matmul(*factors),
    adjoints=_matmul_adjoint,
    why="product rule: d(A B) = dA B + A dB",
    across="C : A B = AᵀC : B = C Bᵀ : A",
    normal=_flatten("matmul"),
    facts=_matmul_facts,
    samples=((("m", "n"), ("n", "k")), (("m", "n"), ("n",)), (("m", "n"), ("n", "k"), ("k", "l"))),
    doc="matrix product",
)

hadamard = operator(
    "hadamard",
    shape=lambda args, data: same(*(arg.shape for arg in args)),
    notation=Infix(Spelling(" .* ", " ⊙ ", r" \odot "), HADAMARD),
    value=lambda R, node, *factors: R.hadamard(*factors),
    adjoints=lambda G, i, args: hadamard(*args[:i], *args[i + 1 :], G),
    why="product rule: d(A ⊙ B) = dA ⊙ B + A ⊙ dB",
    across="A : (B ⊙ C) = (A ⊙ B) : C",
    normal=_flatten("hadamard"),
    facts=lambda node, below: (
        frozenset.intersection(*below)
        & {"symmetric", "diagonal", "positive", "nonzero", "positive_definite", "nonnegative"}
        | (frozenset({"diagonal"}) if any("diagonal" in f for f in below) else NO_FACTS)
    ),
    samples=((("m", "n"), ("m", "n")), (("n",), ("n",), ("n",))),
    doc="elementwise (Hadamard) product",
)

frobenius = operator(
    "frobenius",
    shape=lambda args, data: same(*(arg.shape for arg in args)) and SCALAR,
    notation=Infix(Spelling(" : ", " : ", " : "), INNER),
    value=lambda R, node, A, B: [[R.inner(A, B)]],
    code={"numpy": "np.sum({0} * {1})"},
    adjoints=(
        lambda G, A, B: G * B,
        lambda G, A, B: G * A,
    ),
    why="product rule: d(A : B) = dA : B + A : dB",
    across="A : B = B : A",
    across_last=_FREELY,
    samples=((("m", "n"), ("m", "n")), (("n",), ("n",))),
    doc="Frobenius product A : B = tr(AᵀB)",
)

_TURNED = {
    "full_row_rank": "full_column_rank",
    "full_column_rank": "full_row_rank",
    "lower_triangular": "upper_triangular",
    "upper_triangular": "lower_triangular",
}
_OF_COLUMNS = frozenset({"simplex", "simplex_rows", "onehot"})

transpose = operator(
    "transpose",
    shape=lambda args, data: args[0].shape.transposed,
    notation=Postfix(Spelling("'", "ᵀ", r"^{\top}")),
    value=lambda R, node, A: R.transpose(A),
    code=code("{0}.T", julia="{0}'", matlab="{0}.'"),
    adjoints=(lambda G, A: G.T,),
    turns=1,
    why="transposition is linear: d(Aᵀ) = (dA)ᵀ",
    across="G : Aᵀ = Gᵀ : A",
    facts=lambda node, below: frozenset(_TURNED.get(fact, fact) for fact in below[0] - _OF_COLUMNS),
    curves=LINEAR,
    samples=((("m", "n"),), (("n",),)),
    doc="transpose",
)
