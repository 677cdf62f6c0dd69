"""Identities of functions of a matrix, and of their derivatives where directions commute."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

from matgrad.core.expr import Expr, Op, number_value
from matgrad.core.rule import Context, Table, equation
from matgrad.ops import (
    add,
    det,
    diag_matrix,
    exp,
    expm,
    eye,
    eye_op,
    frechet_expm,
    frechet_logm,
    frechet_power,
    integer_power,
    inv,
    log,
    logdet,
    logm,
    matmul,
    matrix_power,
    matrix_power_op,
    multiply,
    number,
    power,
    scale,
    sqrtm,
    sylvester,
    trace,
    transpose,
    zeros,
    zeros_of,
    zeros_op,
)
from matgrad.rules.products import base_and_exponent
from matgrad.rules.terms import chain_of, product_of, scaled
from matgrad.rules.transposes import flip
from matgrad.rules.wildcards import M, N, a, k, rewrite, x

HALF = number(Fraction(1, 2))
ENTRYWISE: dict[Op, Callable[[Expr], Expr]] = {
    expm: exp,
    logm: log,
    sqrtm: lambda v: power(v, Fraction(1, 2)),
}
# What commutes with X commutes with these functions of X.
UNARY = (inv, matrix_power_op, integer_power, expm, logm, sqrtm)
DERIVATIVES = (frechet_expm, frechet_logm, frechet_power)
FIXED = {frechet_expm: 1, frechet_logm: 1, frechet_power: 2, sylvester: 2}  # then come directions


@rewrite("functions of simple matrices", expm, logm, sqrtm, examples=(
    expm(M.T), logm(M.T), sqrtm(M.T), expm(a), expm(diag_matrix(x)), expm(zeros("n", "n")),
    logm(eye("n")), sqrtm(eye("n")),
))  # fmt: skip
def of_simple(context: Context, node: Expr) -> Expr | None:
    """f(Xᵀ) = f(X)ᵀ, and entry by entry for scalars and diagonal matrices."""
    (X,) = node.args
    if X.is_scalar:
        return ENTRYWISE[node.op](X)
    if X.op is transpose:
        return node.op(X.args[0]).T
    if X.op is diag_matrix:
        return diag_matrix(ENTRYWISE[node.op](X.args[0]))
    if X.op is zeros_op and node.op is expm:
        return eye(X.shape.rows)
    if X.op is eye_op and node.op is not expm:
        return X if node.op is sqrtm else zeros_of(X.shape)
    return None


def commute(X: Expr, E: Expr) -> bool:
    """Is E made of the same matrix as X by sums, products, powers, inverses and functions?"""
    base = _base(X)
    waiting = [E]
    while waiting:
        node = waiting.pop()
        if node is base or node.op is eye_op:
            continue
        if node.op is scale:
            waiting.append(node.args[-1])
        elif node.op in UNARY:
            waiting.append(node.args[0])
        elif _is_square_algebra(node):
            waiting.extend(node.args)
        else:
            return False
    return True


def _is_square_algebra(node: Expr) -> bool:
    """Is this a sum or product of square matrices?"""
    return node.op in (add, matmul) and all(arg.shape == node.shape for arg in node.args)


def _base(X: Expr) -> Expr:
    """The matrix that X is a multiple, a power or a function of."""
    while X.op is scale or X.op in UNARY:
        X = X.args[-1 if X.op is scale else 0]
    return X


@rewrite("scalars and zeros out of a derivative", *DERIVATIVES, sylvester, examples=(
    frechet_expm(M, a * N), frechet_logm(M, 2 * N), sylvester(M, N, a * M),
    frechet_expm(M, zeros("n", "n")),
))  # fmt: skip
def linear_part(context: Context, node: Expr) -> Expr | None:
    """L(X, cE) = c L(X, E)."""
    fixed = FIXED[node.op]
    directions = node.args[fixed:]
    if any(E.op is zeros_op for E in directions):
        return zeros_of(node.shape)
    scalars = [s for E in directions if E.op is scale for s in E.args[:-1]]
    bare = (E.args[-1] if E.op is scale else E for E in directions)
    return scaled(scalars, node.op(*node.args[:fixed], *bare)) if scalars else None


def _slope(node: Expr) -> Expr:
    """f′(X) E."""
    X, *parameters, E = node.args
    if node.op is frechet_expm:
        return multiply(E, expm(X))
    if node.op is frechet_logm:
        return multiply(inv(X), E)
    (exponent,) = parameters
    return scale(exponent, multiply(E, integer_power(X, exponent - 1)))


@rewrite("a direction that commutes", *DERIVATIVES, examples=(
    frechet_expm(M, eye("n")), frechet_expm(a * M, M), frechet_logm(M, M),
    frechet_logm(M, matmul(M, expm(M)) + M), frechet_power(M, k, M),
), why="where E commutes with X, the Fréchet derivative is f′(X) E")  # fmt: skip
def commuting_direction(context: Context, node: Expr) -> Expr | None:
    """L(X, E) = f′(X) E if E commutes with X."""
    single = len(node.args) == FIXED[node.op] + 1
    return _slope(node) if single and commute(node.args[0], node.args[-1]) else None


@rewrite("a Sylvester equation that commutes", sylvester, examples=(
    sylvester(M, M, eye("n")), sylvester(M, M, matmul(M, M)),
), why="where C commutes with A, the W with A W + W A = C is A⁻¹C/2")  # fmt: skip
def commuting_equation(context: Context, node: Expr) -> Expr | None:
    """The W with A W + W A = C is A⁻¹C/2 if A and C commute."""
    A, B, C = node.args
    return scale(HALF, multiply(inv(A), C)) if A is B and commute(A, C) else None


@rewrite("a derivative at a transpose", *DERIVATIVES, examples=(
    frechet_expm(M.T, N), frechet_logm(M.T, N, M.T), frechet_power(M.T, k, N),
), why="L(Xᵀ, E) = L(X, Eᵀ)ᵀ")  # fmt: skip
def derivative_at_transpose(context: Context, node: Expr) -> Expr | None:
    """L(Xᵀ, E) = L(X, Eᵀ)ᵀ."""
    X, *rest = node.args
    turned = flip(context, X)
    if turned.turns >= X.turns:
        return None
    return node.op(turned, *(E if E.is_scalar else flip(context, E) for E in rest)).T


@rewrite("a Sylvester equation with transposes", sylvester, examples=(
    sylvester(M.T, N.T, M),
), why="AᵀW + W Bᵀ = C is B Wᵀ + WᵀA = Cᵀ")  # fmt: skip
def transposed_equation(context: Context, node: Expr) -> Expr | None:
    """AᵀW + W Bᵀ = C is B Wᵀ + WᵀA = Cᵀ."""
    A, B, C = node.args
    if A.op is not transpose or B.op is not transpose:
        return None
    return sylvester(B.args[0], A.args[0], flip(context, C)).T


@rewrite("a derivative under the trace", trace, examples=(
    trace(matmul(frechet_expm(M, N), M)), trace(matmul(M, frechet_logm(a * M, N), inv(M))),
    trace(matmul(sylvester(M, M, N), M)), trace(frechet_expm(M, N)),
), why="tr(L(X, E) F) = tr(E f′(X) F) where F commutes with X")  # fmt: skip
def derivative_under_trace(context: Context, node: Expr) -> Expr | None:
    """tr(L(X, E) F) = tr(L(X, F) E), and L(X, F) = f′(X) F if F commutes with X."""
    chain = chain_of(node.args[0])
    for i, factor in enumerate(chain):
        if factor.op not in (*DERIVATIVES, sylvester):
            continue
        *fixed, E = factor.args
        rest = (*chain[i + 1 :], *chain[:i])
        F = product_of(rest) if rest else eye(E.shape.rows)
        single = len(fixed) == FIXED[factor.op] and (
            factor.op is not sylvester or fixed[0] is fixed[1]
        )
        if single and F.shape.is_square and commute(fixed[0], F):
            return trace(multiply(factor.op(*fixed, F), E))
    return None


@rewrite("symbolic powers", integer_power, examples=(
    integer_power(M.T, k), integer_power(a, k), integer_power(M, number(3)),
    integer_power(eye("n"), k), integer_power(inv(M), k),
))  # fmt: skip
def symbolic_power(context: Context, node: Expr) -> Expr | None:
    """(Aᵀ)^k = (A^k)ᵀ, and ordinary powers of scalars and with numbers."""
    A, exponent = node.args
    value = number_value(exponent)
    if value is not None and value.denominator == 1:
        return matrix_power(A, int(value))
    if A.is_scalar:
        return power(A, exponent)
    if A.op is transpose:
        return integer_power(A.args[0], exponent).T
    if A.op is inv:
        return integer_power(A.args[0], scale(number(-1), exponent))
    return A if A.op is eye_op else None


@rewrite("neighbouring symbolic powers of one matrix", matmul, examples=(
    matmul(M, integer_power(M, k)), matmul(integer_power(M, k).T, M.T, N),
), needs=(integer_power,))  # fmt: skip
def merge_symbolic_powers(context: Context, node: Expr) -> Expr | None:
    """A A^k = A^(k + 1)."""
    for i, (left, right) in enumerate(pairwise(node.args)):
        if integer_power not in (_unturned(left).op, _unturned(right).op):
            continue
        base, first, turned = _power_of(left)
        if (base, turned) != (_power_of(right)[0], _power_of(right)[2]):
            continue
        merged = integer_power(base, first + _power_of(right)[1])
        new = merged.T if turned else merged
        return product_of((*node.args[:i], new, *node.args[i + 2 :]))
    return None


def _unturned(node: Expr) -> Expr:
    return node.args[0] if node.op is transpose else node


def _power_of(node: Expr) -> tuple[Expr, Expr, bool]:
    """A factor as a power of a base, transposed or not."""
    inner = _unturned(node)
    if inner.op is integer_power:
        return inner.args[0], inner.args[1], inner is not node
    base, exponent, turned = base_and_exponent(node)
    return base, number(exponent), turned


@rewrite("even powers of a root", matrix_power_op, examples=(
    matrix_power(sqrtm(M), 2), matrix_power(sqrtm(M), -2), matrix_power(sqrtm(M), 6),
), why="X^½ X^½ = X")  # fmt: skip
def even_power_of_root(context: Context, node: Expr) -> Expr | None:
    """(X^½)² = X."""
    (root,), exponent = node.args, node.data
    if root.op is not sqrtm or exponent % 2:
        return None
    return matrix_power(root.args[0], exponent // 2)


TRACES = Table(
    "traces and determinants of functions",
    equation("determinant of expm", det(expm(M)), exp(trace(M)), why="det exp(X) = exp(tr X)"),
    equation("logdet of expm", logdet(expm(M)), trace(M), why="det exp(X) = exp(tr X)"),
    equation("trace of logm", trace(logm(M)), logdet(M), why="tr log(X) = log det(X)"),
)

MATRIX_FUNCTIONS = Table(
    "functions of a matrix",
    of_simple,
    linear_part,
    derivative_at_transpose,
    transposed_equation,
    commuting_direction,
    commuting_equation,
    derivative_under_trace,
    symbolic_power,
    merge_symbolic_powers,
    equation("inverse of expm", inv(expm(M)), expm(-M), why="exp(X)⁻¹ = exp(−X)"),
    equation("expm of logm", expm(logm(M)), M),
    even_power_of_root,
    *TRACES.rules,
)
