"""Functions of the eigenvalues of a symmetric matrix, as functions of the matrix itself."""

from __future__ import annotations

from matgrad.core.expr import Expr, number_value
from matgrad.core.rule import Context, Table, equation
from matgrad.ops import (
    absolute,
    det,
    diag_matrix,
    eigmax,
    eigvals_sym,
    eigvecs_sym,
    exp,
    expm,
    inv,
    log,
    logdet,
    matmul,
    matrix_power,
    max_entry,
    min_entry,
    norm1,
    norm2,
    normF,
    normnuc,
    power,
    power_op,
    prod,
    sqrt,
    sqrtm,
    symbol,
    total,
    trace,
)
from matgrad.rules.wildcards import S, rewrite

LARGEST = 12  # power of a matrix
SYMMETRIC = {S: "symmetric"}
D = symbol("D", "n", "n", facts=("positive_definite",))
DEFINITE = {D: "positive_definite"}
TRACE = "the trace of f(S) is the sum of f(λ)"
PRODUCT = "det(S) is the product of all λ"
SINGULAR = "|λ| are the singular values"
V, L = eigvecs_sym(S), eigvals_sym(S)


@rewrite("power sums of eigenvalues", total, examples=(
    total(power(L, 2)), total(power(L, -1)),
), why="tr(Sᵏ) is the sum of λᵏ", needs=(eigvals_sym,))  # fmt: skip
def power_sums(context: Context, node: Expr) -> Expr | None:
    """sum(λᵏ) = tr(Sᵏ) for an integer k."""
    (inner,) = node.args
    if inner.op is not power_op or inner.args[0].op is not eigvals_sym:
        return None
    (X,), k = inner.args[0].args, number_value(inner.args[1])
    if k is None or k.denominator != 1 or not -LARGEST < k < LARGEST:
        return None
    if not context.has(X, "symmetric"):
        return None
    return trace(inv(X) if k == -1 else matrix_power(X, int(k)))


SPECTRA = Table(
    "functions of eigenvalues",
    power_sums,
    equation("sum of eigenvalues", total(L), trace(S), SYMMETRIC, TRACE),
    equation("sum of logs", total(log(eigvals_sym(D))), logdet(D), DEFINITE, PRODUCT),
    equation("sum of exponentials", total(exp(L)), trace(expm(S)), SYMMETRIC, TRACE),
    equation("sum of roots", total(sqrt(eigvals_sym(D))), trace(sqrtm(D)), DEFINITE, TRACE),
    equation("product of eigenvalues", prod(L), det(S), SYMMETRIC, PRODUCT),
    equation("norm of eigenvalues", norm2(L), normF(S), SYMMETRIC, "‖S‖² is the sum of λ²"),
    equation("sum of |λ|", norm1(L), normnuc(S), SYMMETRIC, SINGULAR),
    equation("sum of |λ|", total(absolute(L)), normnuc(S), SYMMETRIC, SINGULAR),
    equation("largest eigenvalue", max_entry(L), eigmax(S), SYMMETRIC),
    equation("smallest eigenvalue", min_entry(L), -eigmax(-S), SYMMETRIC),
    equation("S from its eigenvectors", matmul(V, diag_matrix(L), V.T), S, SYMMETRIC, "S = VΛVᵀ"),
    equation(
        "S⁻¹ from its eigenvectors",
        matmul(V, diag_matrix(power(L, -1)), V.T),
        inv(S),
        SYMMETRIC,
        "S⁻¹ = VΛ⁻¹Vᵀ",
    ),
)
