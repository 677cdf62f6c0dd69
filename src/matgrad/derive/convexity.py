"""Convex or concave by the structure of the Hessian, with the reason.

A matrix counts as semidefinite only if it is built from parts that make it so: AᵀDA, sums,
Kronecker and Hadamard products of such, Diag of nonnegative entries, and a few known sums.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from matgrad.core.expr import Condition, Expr, Op
from matgrad.core.rule import Context
from matgrad.derive.patterns import is_semidefinite_sum
from matgrad.derive.signs import Known, Signs, known_signs, signs_of
from matgrad.ops import (
    add,
    diag_matrix,
    eye_op,
    hadamard,
    inv,
    kron,
    matmul,
    power_op,
    scale,
    symbol_op,
)
from matgrad.rules import multiplied_out

NAMES = {"psd": ("positive", "convex"), "nsd": ("negative", "concave")}
REASONS: dict[Op, str] = {
    add: "it is a sum of {} semidefinite terms",
    matmul: "it has the form AᵀDA with D {} semidefinite",
    kron: "it is a Kronecker product of semidefinite matrices",
    hadamard: "it is a Hadamard product of semidefinite matrices",
    diag_matrix: "it is diagonal with entries of one sign",
    eye_op: "it is a multiple of the identity",
    inv: "it is the inverse of a definite matrix",
    power_op: "it is a Hadamard power of a semidefinite matrix",
}
DEFINITE: dict[Op, str] = {
    add: "it is a sum of positive semidefinite terms, one of them definite",
    matmul: "it has the form AᵀDA with D positive definite and A of full column rank",
    kron: "it is a Kronecker product of definite matrices",
    diag_matrix: "it is diagonal with positive entries",
    eye_op: "it is a positive multiple of the identity",
    inv: "it is the inverse of a definite matrix",
    symbol_op: "it is a positive multiple of a definite matrix",
}
TOGETHER = "it is a covariance or a projection"
LONGEST = 20_000  # printed parts of a matrix that is looked at: none so long is seen to be anything


class Curvature(NamedTuple):
    """What a Hessian is, what the function is, and why."""

    sign: str  # positive or negative
    shape: str  # convex or concave
    why: str
    is_definite: bool = False


def curvature_because(H: Expr, conditions: Iterable[Condition] = ()) -> Curvature | None:
    """Why a matrix is semidefinite, or None if its structure does not tell or is too long."""
    if H.size > LONGEST:
        return None
    known = known_signs(conditions)
    for way in (lambda: H, lambda: multiplied_out(H, Context())):
        candidate = way()
        signs = signs_of(candidate, known)
        for word, (sign, shape) in NAMES.items():
            if word in signs and (why := _why_definite(candidate, signs)):
                return Curvature(sign, shape, why, is_definite=True)
            if word in signs:
                return Curvature(sign, shape, _reason(candidate, sign, known))
    return None


def _why_definite(H: Expr, signs: Signs) -> str:
    """Why a matrix is positive definite, if it is seen to be."""
    inner = H.args[-1] if H.op is scale else H
    if H.is_scalar:
        return "it is a number that is always positive" if ">0" in signs else ""
    return DEFINITE.get(inner.op, "") if "pd" in signs else ""


def _reason(H: Expr, sign: str, known: Known) -> str:
    inner = H.args[-1] if H.op is scale else H
    if H.is_scalar:
        return f"it is a number that is never {'negative' if sign == 'positive' else 'positive'}"
    if inner.op is add and is_semidefinite_sum(inner, [signs_of(t, known) for t in inner.args]):
        return TOGETHER
    return REASONS.get(inner.op, "all its parts are").format(sign)
