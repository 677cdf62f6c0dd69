"""Positive semidefinite by structure: a reason that can be read off an expression.

Nothing here is numerical. A matrix counts as semidefinite only if it is built from parts that make
it so: AᵀDA, sums, Kronecker and Hadamard products of such, Diag of nonnegative entries.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from matgrad.core.expr import Expr, Op, number_value
from matgrad.core.facts import facts_of
from matgrad.core.walk import fold
from matgrad.ops import (
    absolute,
    add,
    diag_matrix,
    exp,
    eye_op,
    hadamard,
    kron,
    matmul,
    number_op,
    ones_op,
    power_op,
    scale,
    sigmoid,
    softmax,
    softplus,
    sqrt,
    symbol_op,
)
from matgrad.ops.linear import is_transpose_of

Signs = frozenset[str]  # semidefinite (matrices), nonnegative and at_most_one (entries)
NONE: Signs = frozenset()
Below = Sequence[Signs]


def semidefinite_because(H: Expr) -> str | None:
    """Why a matrix is positive semidefinite, or None if its structure does not tell."""
    if "semidefinite" not in signs_of(H):
        return None
    inner = H.args[-1] if H.op is scale else H
    return REASONS.get(inner.op, "all its parts are")


def signs_of(root: Expr) -> Signs:
    """What the structure of an expression tells about signs."""
    return fold(root, _visit)


def _visit(node: Expr, below: list[Signs]) -> Signs:
    found = _from_facts(node)
    rule = RULES.get(node.op)
    if rule is not None:
        found |= rule(node, below)
    if node.is_scalar and found & {"semidefinite", "nonnegative"}:
        found |= {"semidefinite", "nonnegative"}
    return found


def _from_facts(node: Expr) -> Signs:
    if node.op is not symbol_op:
        return NONE
    facts = facts_of(node)
    found = {"nonnegative"} if facts & {"positive", "nonnegative"} else set[str]()
    return frozenset(found | ({"semidefinite"} if "positive_definite" in facts else set()))


def _all(*wanted: str) -> Callable[[Expr, Below], Signs]:
    return lambda node, below: frozenset(w for w in wanted if all(w in signs for signs in below))


def _add(node: Expr, below: Below) -> Signs:
    found = _all("semidefinite", "nonnegative")(node, below)
    if len(node.args) == 2 and _is_one_minus(node.args, below):
        found |= {"nonnegative", "at_most_one"}
    if any(
        _is_softmax_covariance(*pair) for pair in (node.args, node.args[::-1]) if len(pair) == 2
    ):
        found |= {"semidefinite"}
    return found


def _negated(term: Expr) -> Expr | None:
    """X if the term is −X."""
    if term.op is scale and len(term.args) == 2 and number_value(term.args[0]) == -1:
        return term.args[1]
    return None


def _is_one_minus(terms: Sequence[Expr], below: Below) -> bool:
    for (one, _), (other, signs) in (
        ((terms[0], below[0]), (terms[1], below[1])),
        ((terms[1], below[1]), (terms[0], below[0])),
    ):
        if one.op is ones_op or number_value(one) == 1:
            inner = _negated(other)
            return inner is not None and "minus_at_most_one" in signs
    return False


def _is_softmax_covariance(first: Expr, second: Expr) -> bool:
    """Diag(p) − p pᵀ with p ≥ 0 and sum(p) = 1: the covariance of a one-hot random vector."""
    outer = _negated(second)
    if first.op is not diag_matrix or outer is None or outer.op is not matmul:
        return False
    p = first.args[0]
    facts = facts_of(p)
    return outer.args == (p, p.T) and {"simplex", "nonnegative"} <= facts


def _scale(node: Expr, below: Below) -> Signs:
    scalars, body = below[:-1], below[-1]
    if all("nonnegative" in signs for signs in scalars):
        return body & {"semidefinite", "nonnegative"}
    minus = len(node.args) == 2 and number_value(node.args[0]) == -1
    return frozenset({"minus_at_most_one"}) if minus and "at_most_one" in body else NONE


def _matmul(node: Expr, below: Below) -> Signs:
    low, high = 0, len(node.args) - 1
    while low < high:
        if not is_transpose_of(node.args[low], node.args[high]):
            return _all("nonnegative")(node, below)
        low, high = low + 1, high - 1
    mirrored = low > high or "semidefinite" in below[low]
    return _all("nonnegative")(node, below) | ({"semidefinite"} if mirrored else NONE)


def _power(node: Expr, below: Below) -> Signs:
    k = number_value(node.args[1])
    even = k is not None and k.denominator == 1 and k % 2 == 0
    return frozenset({"nonnegative"}) if even or "nonnegative" in below[0] else NONE


def _number(node: Expr, below: Below) -> Signs:
    value: Fraction = node.data
    found = {"nonnegative"} if value >= 0 else set[str]()
    return frozenset(found | ({"at_most_one"} if value <= 1 else set[str]()))


def _always(*signs: str) -> Callable[[Expr, Below], Signs]:
    return lambda node, below: frozenset(signs)


RULES: dict[Op, Callable[[Expr, Below], Signs]] = {
    add: _add,
    scale: _scale,
    matmul: _matmul,
    power_op: _power,
    number_op: _number,
    hadamard: _all("semidefinite", "nonnegative", "at_most_one"),
    kron: _all("semidefinite", "nonnegative"),
    diag_matrix: lambda node, below: (
        frozenset({"semidefinite"}) if "nonnegative" in below[0] else NONE
    ),
    eye_op: _always("semidefinite", "nonnegative", "at_most_one"),
    ones_op: _always("nonnegative", "at_most_one"),
    exp: _always("nonnegative"),
    absolute: _always("nonnegative"),
    sqrt: _always("nonnegative"),
    softplus: _always("nonnegative"),
    sigmoid: _always("nonnegative", "at_most_one"),
    softmax: _always("nonnegative", "at_most_one"),
}

REASONS: dict[Op, str] = {
    add: "it is a sum of positive semidefinite terms",
    matmul: "it has the form AᵀDA with D positive semidefinite",
    kron: "it is a Kronecker product of positive semidefinite matrices",
    hadamard: "it is a Hadamard product of positive semidefinite matrices",
    diag_matrix: "it is diagonal with nonnegative entries",
    eye_op: "it is a multiple of the identity",
}
