"""Identities of functions of a matrix, and of their derivatives where directions commute."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from matgrad.core.expr import Expr, Op
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
from matgrad.rules.products import flip
from matgrad.rules.terms import chain_of, product_of, scaled
from matgrad.rules.wildcards import M, N, a, rewrite, x

HALF = number(Fraction(1, 2))
ENTRYWISE: dict[Op, Callable[[Expr], Expr]] = {
    expm: exp,
    logm: log,
    sqrtm: lambda v: power(v, Fraction(1, 2)),
}
UNARY = (inv, matrix_power_op, expm, logm, sqrtm)  # what commutes with X commutes with these
DERIVATIVES = (frechet_expm, frechet_logm)


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
        elif node.op in UNARY or (
            node.op in (add, matmul) and all(arg.shape == node.shape for arg in node.args)
        ):
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
        X = X.args[-1]
    return X


@rewrite("scalars and zeros out of a derivative", *DERIVATIVES, sylvester, examples=(
    frechet_expm(M, a * N), frechet_logm(M, 2 * N), sylvester(M, N, a * M),
    frechet_expm(M, zeros("n", "n")),
))  # fmt: skip
def linear_part(context: Context, node: Expr) -> Expr | None:
    """L(X, cE) = c L(X, E)."""
    fixed = 2 if node.op is sylvester else 1
    directions = node.args[fixed:]
    if any(E.op is zeros_op for E in directions):
        return zeros_of(node.shape)
    scalars = [s for E in directions if E.op is scale for s in E.args[:-1]]
    bare = (E.args[-1] if E.op is scale else E for E in directions)
    return scaled(scalars, node.op(*node.args[:fixed], *bare)) if scalars else None


@rewrite("a direction that commutes", *DERIVATIVES, examples=(
    frechet_expm(M, eye("n")), frechet_expm(a * M, M), frechet_logm(M, M),
    frechet_logm(M, matmul(M, expm(M)) + M),
), why="where E commutes with X, the Fréchet derivative is f′(X) E")  # fmt: skip
def commuting_direction(context: Context, node: Expr) -> Expr | None:
    """L(X, E) = f′(X) E if E commutes with X."""
    X, E, *others = node.args
    if others or not commute(X, E):
        return None
    return multiply(E, expm(X)) if node.op is frechet_expm else multiply(inv(X), E)


@rewrite("a Sylvester equation that commutes", sylvester, examples=(
    sylvester(M, M, eye("n")), sylvester(M, M, matmul(M, M)),
), why="where C commutes with A, the W with A W + W A = C is A⁻¹C/2")  # fmt: skip
def commuting_equation(context: Context, node: Expr) -> Expr | None:
    """The W with A W + W A = C is A⁻¹C/2 if A and C commute."""
    A, B, C = node.args
    return scale(HALF, multiply(inv(A), C)) if A is B and commute(A, C) else None


@rewrite("a derivative at a transpose", *DERIVATIVES, examples=(
    frechet_expm(M.T, N), frechet_logm(M.T, N, M.T),
), why="L(Xᵀ, E) = L(X, Eᵀ)ᵀ")  # fmt: skip
def derivative_at_transpose(context: Context, node: Expr) -> Expr | None:
    """L(Xᵀ, E) = L(X, Eᵀ)ᵀ."""
    X, *directions = node.args
    turned = flip(context, X)
    if turned.turns >= X.turns:
        return None
    return node.op(turned, *(flip(context, E) for E in directions)).T


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
        if len(set(fixed)) == 1 and F.shape.is_square and commute(fixed[0], F):
            return trace(multiply(factor.op(*fixed, F), E))
    return None


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
    equation("inverse of expm", inv(expm(M)), expm(-M), why="exp(X)⁻¹ = exp(−X)"),
    equation("expm of logm", expm(logm(M)), M),
    equation("square of sqrtm", matrix_power(sqrtm(M), 2), M, why="X^½ X^½ = X"),
    *TRACES.rules,
)
