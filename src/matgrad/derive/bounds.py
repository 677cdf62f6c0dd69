"""Strong convexity and smoothness: μ I ⪯ ∂²f/∂x² ⪯ L I, where the Hessian shows it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from matgrad.core.expr import Expr
from matgrad.core.rule import Context
from matgrad.core.shape import SCALAR
from matgrad.core.steps import Problem
from matgrad.core.walk import symbols
from matgrad.derive.curvature import Composition
from matgrad.derive.hessian import hessian
from matgrad.derive.signs import signs_of
from matgrad.errors import MatgradError
from matgrad.ops import (
    add,
    diag_matrix,
    eigmax,
    entrywise,
    eye,
    eye_op,
    filled,
    hadamard,
    minus,
    number,
    scale,
    sigmoid,
    softmax,
    total_sum,
    zeros_op,
)
from matgrad.render.plain import plain
from matgrad.rules import multiplied_out, simplify
from matgrad.rules.terms import Term, as_term, chain_of, from_term, product_of, terms_of

LONGEST = 200  # nodes of a function that is looked at
MOST = 60  # nodes of a term whose second derivative is taken


class Bound(NamedTuple):
    """A bound of the Hessian, as a number that can be computed, and as people write it."""

    value: Expr
    words: str
    is_positive: bool


def bounds(problem: Problem, proof: Composition) -> tuple[Bound | None, Bound | None]:
    """μ and L of a convex function of one variable, as far as its terms tell.

    The terms that are quadratic have a Hessian that does not vary. The other terms, being convex,
    add nothing below zero; L needs them to be bounded as those of softplus and logsumexp are.
    """
    if proof.function.size > LONGEST or len(proof.variables) > 1:
        return None, None
    (X,) = proof.variables
    if not X.shape.is_column:
        return None, None
    moving = [term for term in terms_of(proof.function) if term in proof.varying]
    second = {term: _second(problem, X, term) for term in moving if not proof.is_affine(term)}
    fixed = {term: H for term, H in second.items() if H is not None and X not in symbols(H)}
    others = [term for term in second if term not in fixed]
    if any("convex" not in proof.words(term) for term in others):
        return None, None
    strong = _extreme([*fixed.values()], is_least=True) if fixed else None
    above = [_above(H) if H is not None else None for H in map(second.__getitem__, others)]
    most = [*fixed.values(), *(H for H in above if H is not None)]
    if len(most) < len(second) or not most or any(X in symbols(H) for H in most):
        return strong, None
    return strong, _extreme(most, is_least=False)


def _second(problem: Problem, X: Expr, term: Expr) -> Expr | None:
    """The second derivative of a term, where it has one everywhere."""
    if term.size > MOST or not term.is_scalar:
        return None
    try:
        before, after = hessian(Problem(term, problem.name, symbols=problem.symbols), X, X)
    except MatgradError:
        return None
    if any(X in symbols(condition.subject) for condition in before.conditions):
        return None
    (H,) = (after.forms["closed"] or after.results).values()
    return H


def _extreme(parts: Sequence[Expr], is_least: bool) -> Bound:
    """The smallest or the largest eigenvalue of a sum: that of c I + k M is c + k λ(M)."""
    whole = multiplied_out(total_sum(parts, parts[0].shape), Context())
    shift, rest = list[Expr](), list[Expr]()
    for term in terms_of(whole):
        k, scalars, body = as_term(term)
        if body is None or body.op is eye_op:
            shift.append(from_term(Term(k, scalars, None), SCALAR))
        elif term.op is not zeros_op:
            rest.append(term)
    value, words = list[Expr](shift), [plain(each) for each in shift]
    if rest:
        k, scalars, body = as_term(rest[0])
        if len(rest) > 1 or scalars or body is None or k < 0:
            k, body = Fraction(1), total_sum(rest, whole.shape)
        extreme = -eigmax(-body) if is_least else eigmax(body)
        value.append(scale(number(k), extreme))
        factor = "" if k == 1 else f"{k} "
        words.append(f"{factor}λ_{'min' if is_least else 'max'}({plain(body)})")
    signs = [signs_of(each) for each in shift]
    grows = any(">0" in each for each in signs) and all("≥0" in each for each in signs)
    is_positive = grows and all("psd" in signs_of(each) for each in rest)
    return Bound(total_sum(value, SCALAR), " + ".join(words) or "0", is_positive)


def _above(H: Expr) -> Expr | None:
    """A matrix AᵀCA ⪰ H = AᵀDA that does not vary: σ(1 − σ) ≤ ¼, and a covariance is ⪯ ½ I."""
    k, scalars, body = as_term(H)
    if body is None:  # of a single number
        return None if (most := _quarter(H)) is None else most
    if k < 0 or any("≥0" not in signs_of(each) for each in scalars):
        return None
    chain = chain_of(body)
    D = chain[len(chain) // 2]
    if len(chain) % 2 == 0 or not D.shape.is_square:
        return None
    if D.op is diag_matrix:
        v = _quarter(D.args[0])
        C = None if v is None else diag_matrix(v)
    else:
        first = D.args[0] if D.op is add else D
        is_covariance = first.op is diag_matrix and first.args[0].op is softmax
        C = scale(number(Fraction(1, 2)), eye(D.shape.rows)) if is_covariance else None
    if C is None:
        return None
    bounded = product_of([C if each is D else each for each in chain])
    return simplify(from_term(Term(k, scalars, bounded), H.shape))


def _quarter(v: Expr) -> Expr | None:
    """The largest value of a product with σ(u)(1 − σ(u)) in it, whose other factors are ≥ 0."""
    factors = list(v.args) if v.op in (hadamard, scale) else [v]
    for s in factors:
        t = next((each for each in factors if _is_rest(each, s)), None)
        if s.op is sigmoid and t is not None:
            rest = [each for each in factors if each is not s and each is not t]
            if all("≥0" in signs_of(each) for each in rest):
                quarter = filled(Fraction(1, 4), v.shape)
                return entrywise(quarter, *rest) if rest else quarter
    return None


def _is_rest(node: Expr, s: Expr) -> bool:
    """Is this 1 − s?"""
    one = filled(1, node.shape)
    return simplify(minus(node, minus(one, s))).op is zeros_op or node is minus(one, s)
