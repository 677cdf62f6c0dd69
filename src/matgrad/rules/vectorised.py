"""vec, unvec and the selection of diagonals: products with matrices wherever there are some."""

from __future__ import annotations

from itertools import pairwise

from matgrad.core.dims import ONE
from matgrad.core.expr import Expr, make
from matgrad.core.rule import Context, Table, equation
from matgrad.core.shape import Shape, shape_of
from matgrad.ops import (
    add,
    commutation,
    commutation_op,
    diag,
    diag_matrix,
    diagonal_selection,
    exp,
    eye,
    frobenius,
    hadamard,
    kron,
    matmul,
    norm1,
    norm2,
    normF,
    power,
    power_op,
    scale,
    selection_op,
    symbol,
    total,
    transpose,
    unvec,
    unvec_op,
    vec,
    zeros_of,
    zeros_op,
)
from matgrad.rules.functions import ELEMENTWISE
from matgrad.rules.kronecker import splits
from matgrad.rules.terms import Term, as_term, from_term, product_of, scaled
from matgrad.rules.wildcards import A, B, C, M, a, rewrite, u, x, y

P = symbol("P", "k", "l")
v = symbol("v", symbol("A", "m", "n").shape.rows * symbol("A", "m", "n").shape.cols)
V = unvec(v, A.shape)


@rewrite("scalars out of vec", vec, unvec_op, examples=(
    vec(2 * A), unvec(a * v, A.shape), vec(zeros_of(A.shape)),
))  # fmt: skip
def scalars_out(context: Context, node: Expr) -> Expr | None:
    """vec(c A) = c vec(A)."""
    (inner,) = node.args
    if inner.op is zeros_op:
        return zeros_of(node.shape)
    if inner.op is not scale or inner.is_scalar:
        return None
    return scaled(inner.args[:-1], make(node.op, (inner.args[-1],), node.data))


@rewrite("vec of a vector, of unvec, of an outer product", vec, examples=(
    vec(x), vec(x.T), vec(V), vec(matmul(u, x.T)), vec(matmul(A, x, u.T)), vec(a),
))  # fmt: skip
def simple_vec(context: Context, node: Expr) -> Expr | None:
    """vec(x) = x, vec(unvec(v)) = v and vec(x yᵀ) = y ⊗ x."""
    (inner,) = node.args
    if inner.shape.cols == ONE:
        return inner
    if inner.shape.rows == ONE:
        return inner.T
    if inner.op is unvec_op:
        return inner.args[0]
    if inner.op is matmul:
        for i, factor in enumerate(inner.args[:-1], start=1):
            if factor.shape.cols == ONE:
                return kron(product_of(inner.args[i:]).T, product_of(inner.args[:i]))
    return None


@rewrite("unvec of vec, of a Kronecker product, of a product with one", unvec_op, examples=(
    unvec(vec(A), A.shape), unvec(x, shape_of("n")), unvec(x, shape_of(1, "n")),
    unvec(kron(x, u), A.shape), unvec(matmul(kron(C.T, M), kron(x, y)), shape_of("n", "k")),
    unvec(matmul(commutation("m", "n"), v), shape_of("n", "m")),
))  # fmt: skip
def simple_unvec(context: Context, node: Expr) -> Expr | None:  # noqa: PLR0911
    """unvec(vec(A)) = A, unvec(y ⊗ x) = x yᵀ and unvec((B ⊗ A) v) = A unvec(v) Bᵀ."""
    (inner,), shape = node.args, node.shape
    if shape.cols == ONE:
        return inner
    if shape.rows == ONE:
        return inner.T
    if inner.op is vec:
        return inner.args[0] if inner.args[0].shape == shape else None
    for first, second in splits(inner):
        if (second.shape.rows, first.shape.rows) == shape:
            return matmul(second, first.T)
    if inner.op is not matmul:
        return None
    left, rest = inner.args[0], product_of(inner.args[1:])
    if left.op is commutation_op and left.data.transposed == shape:
        return unvec(rest, left.data).T
    for first, second in splits(left):
        sides = second.shape.cols, first.shape.cols
        if (second.shape.rows, first.shape.rows) == shape and ONE not in sides:
            return matmul(second, unvec(rest, shape_of(*sides)), first.T)
    return None


@rewrite("vec of a sum with unvec in it, and the other way round", vec, unvec_op, examples=(
    vec(V + A), unvec(vec(A) + v, A.shape), unvec(kron(x, u) - 2 * vec(A), A.shape),
))  # fmt: skip
def over_sums(context: Context, node: Expr) -> Expr | None:
    """unvec(vec(A) + v) = A + unvec(v): a sum is taken apart where a term gets simpler."""
    (inner,) = node.args
    if inner.op is not add:
        return None
    rule = simple_vec if node.op is vec else simple_unvec
    terms = [make(node.op, (term,), node.data) for term in inner.args]
    bare = [term.args[-1] if term.op is scale else term for term in inner.args]
    if all(rule.apply(context, make(node.op, (t,), node.data)) is None for t in bare):
        return None
    return add(*terms)


@rewrite("products with vec", matmul, examples=(
    matmul(kron(C.T, P), vec(symbol("X", "l", "n"))), matmul(vec(A).T, vec(B)),
    matmul(vec(symbol("X", "k", "n")).T, kron(C, P)), matmul(commutation("m", "n"), vec(A)),
    matmul(vec(A).T, commutation("n", "m")), matmul(diagonal_selection("n"), x),
    matmul(diagonal_selection("n").T, vec(M)), matmul(u, vec(A).T, vec(B)),
    matmul(diagonal_selection("n").T, diagonal_selection("n")),
), needs=(vec, selection_op))  # fmt: skip
def products(context: Context, node: Expr) -> Expr | None:
    """(B ⊗ A) vec(X) = vec(A X Bᵀ), vec(A)ᵀ vec(B) = A : B and K vec(A) = vec(Aᵀ)."""
    for i, (left, right) in enumerate(pairwise(node.args)):
        new = _applied(left, right)
        if new is None and (_is_turned(left, vec) or _is_turned(left, selection_op)):
            new = _turned_applied(left.args[0], right)
        if new is None:
            continue
        before, after = node.args[:i], node.args[i + 2 :]
        if new.is_scalar and (before or after):
            return scale(new, product_of((*before, *after)))
        return product_of((*before, new, *after))
    return None


def _is_turned(node: Expr, op: object) -> bool:
    return node.op is transpose and node.args[0].op is op


def _applied(left: Expr, right: Expr) -> Expr | None:
    """A matrix times vec(X), as vec of something."""
    if left.op is selection_op and right.shape.cols == ONE:
        return vec(diag_matrix(right))
    if right.op is not vec:
        return None
    (X,) = right.args
    if left.op is commutation_op and left.data == X.shape:
        return vec(X.T)
    for first, second in splits(left):
        if (second.shape.cols, first.shape.cols) == X.shape:
            return vec(matmul(second, X, first.T))
    return None


def _turned_applied(left: Expr, right: Expr) -> Expr | None:
    """vec(X)ᵀ or the transposed selection, times something."""
    if left.op is selection_op:
        if right.op is vec and right.args[0].shape.is_square:
            return diag(right.args[0])
        return eye(left.shape.cols) if right is left else None
    (X,) = left.args
    if right.op is vec and right.args[0].shape == X.shape:
        return frobenius(X, right.args[0])
    if right.op is commutation_op and right.data.transposed == X.shape:
        return vec(X.T).T
    for first, second in splits(right):
        if (second.shape.rows, first.shape.rows) == X.shape:
            return vec(matmul(second.T, X, first)).T
    return None


@rewrite("vec outside of what acts on each entry", *ELEMENTWISE, power_op, examples=(
    exp(vec(A)), power(vec(A), 3),
), needs=(vec,))  # fmt: skip
def of_each_entry(context: Context, node: Expr) -> Expr | None:
    """f(vec(A)) = vec(f(A)) for a function of each entry."""
    inner, *rest = node.args
    return vec(node.op(inner.args[0], *rest)) if inner.op is vec else None


@rewrite("entrywise products of vecs", hadamard, examples=(hadamard(vec(A), vec(B)),), needs=(vec,))
def entrywise_products(context: Context, node: Expr) -> Expr | None:
    """vec(A) ⊙ vec(B) = vec(A ⊙ B)."""
    if not all(arg.op is vec for arg in node.args):
        return None
    inner = [arg.args[0] for arg in node.args]
    return vec(hadamard(*inner)) if len({X.shape for X in inner}) == 1 else None


@rewrite("sum of vecs", add, examples=(vec(A) - 2 * vec(B), vec(A) + v + vec(B)), needs=(vec,))
def sum_of_vecs(context: Context, node: Expr) -> Expr | None:
    """vec(A) + vec(B) = vec(A + B)."""
    terms = [as_term(arg) for arg in node.args]
    groups: dict[Shape, list[int]] = {}
    for i, term in enumerate(terms):
        if term.body is not None and term.body.op is vec:
            groups.setdefault(term.body.args[0].shape, []).append(i)
    for shape, members in groups.items():
        if len(members) > 1:
            inner = [_inside(terms[i], shape) for i in members]
            others = [arg for i, arg in enumerate(node.args) if i not in members]
            return add(vec(add(*inner)), *others) if others else vec(add(*inner))
    return None


def _inside(term: Term, shape: Shape) -> Expr:
    assert term.body is not None
    return from_term(term._replace(body=term.body.args[0]), shape)


COLLECT_VECTORISED = Table("sums of vecs", sum_of_vecs)
VECTORISED = Table(
    "vec and unvec",
    scalars_out,
    simple_vec,
    simple_unvec,
    over_sums,
    products,
    of_each_entry,
    entrywise_products,
    equation("sum of vec", total(vec(A)), total(A), why="vec keeps the entries"),
    equation("norm of vec", norm2(vec(A)), normF(A), why="vec keeps the entries"),
    equation("norm of vec", normF(vec(A)), normF(A), why="vec keeps the entries"),
    equation("norm of vec", norm1(vec(A)), norm1(A), why="vec keeps the entries"),
)
