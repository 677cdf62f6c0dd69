"""Sums that are positive semidefinite as a whole although a term is negative."""

from __future__ import annotations

from collections.abc import Sequence

from matgrad.core.dims import ONE
from matgrad.core.expr import Expr, number_value
from matgrad.core.facts import facts_of
from matgrad.ops import (
    add,
    commutation_op,
    diag_matrix,
    eye,
    eye_op,
    kron,
    matmul,
    number,
    ones,
    power,
    power_op,
    scale,
    size,
    softmax_rows,
    total,
    vec,
    zeros_op,
)
from matgrad.rules import simplify
from matgrad.rules.terms import as_term, chain_of, product_of

Below = Sequence[frozenset[str]]


def is_semidefinite_sum(node: Expr, below: Below) -> bool:
    """Is this one of the sums of two terms that are known to be positive semidefinite?"""
    if len(node.args) != 2 or not node.shape.is_square or node.is_scalar:
        return False
    return any(test(node.args[i], node.args[1 - i], below[i]) for i in (0, 1) for test in TESTS)


def _is_swap(first: Expr, second: Expr, signs: frozenset[str]) -> bool:
    """I + K: twice the projection onto symmetric matrices."""
    return first.op is eye_op and second.op is commutation_op


def _is_covariance(first: Expr, second: Expr, signs: frozenset[str]) -> bool:
    """Diag(p) − ppᵀ/s with p ≥ 0 and s ≥ sum(p): at least the covariance of a unit vector."""
    if first.op is not diag_matrix:
        return False
    (p,) = first.args
    if "nonnegative" not in facts_of(p):
        return False
    whole = number(1) if "simplex" in facts_of(p) else total(p)
    larger = [whole, *(s for s in _divisors(second) if s.op is add and _exceeds(s, whole))]
    return any(_is_minus(second, scale(power(s, -1), matmul(p, p.T))) for s in larger)


def _divisors(term: Expr) -> list[Expr]:
    powers = [s for s in as_term(term).scalars if s.op is power_op]
    return [s.args[0] for s in powers if number_value(s.args[1]) == -1]


def _exceeds(total_: Expr, part: Expr) -> bool:
    """Is this sum the part and something positive?"""
    rest = [term for term in total_.args if term is not part]
    return len(rest) < len(total_.args) and all((number_value(t) or -1) > 0 for t in rest)


def _is_covariance_of_rows(first: Expr, second: Expr, signs: frozenset[str]) -> bool:
    """D − D(11ᵀ ⊗ I)D, D = Diag(vec(P)): such a covariance for each row of P = softmax_rows(X)."""
    if first.op is not diag_matrix or first.args[0].op is not vec:
        return False
    (P,) = first.args[0].args
    if P.op is not softmax_rows:
        return False
    rows, columns = P.shape
    together = kron(ones(columns, columns), eye(rows))
    return _is_minus(second, matmul(first, together, first))


def _is_projection(first: Expr, second: Expr, signs: frozenset[str]) -> bool:
    """A − Auuᵀ A/(uᵀAu) with A semidefinite, by the inequality of Cauchy and Schwarz."""
    term = as_term(second)
    if "psd" not in signs or term.coefficient >= 0 or term.body is None:
        return False
    chain = chain_of(term.body)
    middle = next((i for i, f in enumerate(chain, 1) if f.shape.cols == ONE), 0)
    left = chain[:middle]
    u = left if first.op is eye_op else left[1:] if left[:1] == (first,) else ()
    if not u:
        return False
    Au, form = matmul(first, *u), matmul(product_of(u).T, first, *u)
    return _is_minus(second, scale(power(form, -1), matmul(Au, Au.T)))


def _is_centring(first: Expr, second: Expr, signs: frozenset[str]) -> bool:
    """I − 11ᵀ/n: the projection onto vectors with mean zero."""
    n = first.shape.rows
    return first.op is eye_op and _is_minus(second, scale(power(size(n), -1), ones(n, n)))


def _is_minus(term: Expr, expected: Expr) -> bool:
    return simplify(add(term, expected)).op is zeros_op


TESTS = (_is_swap, _is_covariance, _is_covariance_of_rows, _is_projection, _is_centring)
