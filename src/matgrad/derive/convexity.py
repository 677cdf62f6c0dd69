"""Convex or concave by the structure of the Hessian, with the reason.

A matrix counts as semidefinite only if it is built from parts that make it so: AᵀDA, sums,
Kronecker and Hadamard products of such, Diag of nonnegative entries, and a few known sums.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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
    number_op,
    power_op,
    scale,
    size_op,
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
HOLES = frozenset({"nonzero", "invertible", "full_column_rank", "full_row_rank"})
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


Part = tuple[Expr, str, str]  # a part of a Hessian, what it is, and why


def proof_of_sign(H: Expr, conditions: Iterable[Condition] = ()) -> tuple[str, list[Part]] | None:
    """That a Hessian is semidefinite, as "convex" or "concave", with the parts that make it so."""
    if H.size > LONGEST:
        return None
    known = known_signs(conditions)
    for candidate in (H, multiplied_out(H, Context())):
        signs = signs_of(candidate, known)
        for word, (sign, shape) in NAMES.items():
            if word in signs:
                opened = [(candidate, "⪰ 0" if word == "psd" else "⪯ 0", "multiplied out")]
                parts = [*_parts(candidate, word, sign, known)]
                return shape, parts if candidate is H else [*opened, *parts]
    return None


def _parts(H: Expr, word: str, sign: str, known: Known) -> Iterator[Part]:
    """Why a matrix is semidefinite, with the parts of which it is made, the innermost first."""
    found: list[Part] = []
    waiting = [(H, word)]
    while waiting:
        node, form = waiting.pop()
        if node.op in (eye_op, symbol_op, number_op, size_op):
            continue
        relation = {"psd": "⪰ 0", "nsd": "⪯ 0", "≥0": "≥ 0", "≤0": "≤ 0"}[form]
        below = [(arg, word) for arg in node.args for word in _inside(node, arg, form, known)]
        positive = form in ("psd", "≥0")
        sign = "positive" if positive else "negative"
        why = _reason(node, sign, known)
        if form in ("≥0", "≤0") or node.is_scalar:
            why = f"it is never {'negative' if positive else 'positive'}"
        found.append((node, relation, why.removeprefix("it is ")))
        waiting += below
    return reversed(dict.fromkeys(found))


def _inside(node: Expr, arg: Expr, form: str, known: Known) -> Iterator[str]:
    """What is to be known of an argument, for a matrix to be semidefinite."""
    if node.is_scalar or form in ("≥0", "≤0"):
        return
    if node.op is diag_matrix:
        yield "≥0" if form == "psd" else "≤0"
    elif node.op is scale:
        signs = signs_of(arg, known)
        if arg is node.args[-1]:
            yield from (word for word in ("psd", "nsd") if word in signs)
    elif node.op is matmul:
        middle = node.args[len(node.args) // 2]
        if len(node.args) % 2 and arg is middle:
            yield from (word for word in ("psd", "nsd") if word in signs_of(arg, known))
    elif node.op in (add, kron, hadamard):
        yield from (word for word in ("psd", "nsd") if word in signs_of(arg, known))


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
