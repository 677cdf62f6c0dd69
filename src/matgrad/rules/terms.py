"""Terms and factors: the normal form that replaces associative and commutative matching.

A term is a rational coefficient, scalar factors with exponents, and a body without scalars.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from matgrad.core.expr import Expr, is_differential, number_value
from matgrad.core.shape import Shape
from matgrad.ops import (
    add,
    eye_op,
    hadamard,
    matmul,
    number,
    power_op,
    scale,
    total_sum,
    transpose,
    zeros_of,
)

ONE = Fraction(1)
FIRST = number(1)  # the exponent that is not written


class Term(NamedTuple):
    """coefficient · scalars · body; a scalar term has no body."""

    coefficient: Fraction
    scalars: tuple[Expr, ...]
    body: Expr | None


@lru_cache(1024)  # one rule after the other asks for the terms of a sum
def as_term(node: Expr) -> Term:
    """Take a term apart."""
    if node.op is not scale:
        value = _number(node)
        if value is not None:
            return Term(value, (), None)
        return Term(ONE, (node,), None) if node.is_scalar else Term(ONE, (), node)
    body = None if node.is_scalar else node.args[-1]
    coefficient, scalars = ONE, list[Expr]()
    for arg in node.args if body is None else node.args[:-1]:
        value = _number(arg)
        if value is None:
            scalars.append(arg)
        else:
            coefficient = value if coefficient is ONE else coefficient * value
    return Term(coefficient, tuple(scalars), body)


def _number(node: Expr) -> Fraction | None:
    """The value of a number; among scalars the identity is one as well."""
    return ONE if node.op is eye_op and node.is_scalar else number_value(node)


def from_term(term: Term, shape: Shape) -> Expr:
    """Put a term together, without a coefficient of one."""
    k, scalars, body = term
    parts = scalars if body is None else (*scalars, body)
    if k is not ONE or not parts:
        if k == 0:
            return zeros_of(shape)
        if k != 1 or not parts:
            parts = (number(k), *parts)
    return parts[0] if len(parts) == 1 else scale(*parts)


def scaled(factors: Iterable[Expr], body: Expr) -> Expr:
    """Scalar factors in front of a body; none leave it as it is."""
    scalars = tuple(factors)
    return scale(*scalars, body) if scalars else body


def sum_of(terms: Sequence[Expr], shape: Shape) -> Expr:
    """The sum of any number of terms."""
    return total_sum(terms, shape)


def product_of(factors: Sequence[Expr]) -> Expr:
    """The matrix product of at least one factor."""
    return factors[0] if len(factors) == 1 else matmul(*factors)


def hadamard_of(factors: Sequence[Expr]) -> Expr:
    """The Hadamard product of at least one factor."""
    return factors[0] if len(factors) == 1 else hadamard(*factors)


def chain_of(node: Expr) -> tuple[Expr, ...]:
    """The factors of a matrix product, or the node itself."""
    return node.args if node.op is matmul else (node,)


def terms_of(node: Expr) -> tuple[Expr, ...]:
    """The terms of a sum, or the node itself."""
    return node.args if node.op is add else (node,)


def collect_powers(factors: Iterable[Expr]) -> dict[Expr, Expr]:
    """Factors that commute, as base → exponent; exponents of equal bases are added."""
    exponents: dict[Expr, list[Expr]] = {}
    for factor in factors:
        base, exponent = factor.args if factor.op is power_op else (factor, FIRST)
        exponents.setdefault(base, []).append(exponent)
    return {base: _sum_exponents(parts) for base, parts in exponents.items()}


def _sum_exponents(parts: list[Expr]) -> Expr:
    if len(parts) == 1:
        return parts[0]
    total = sum((v for p in parts if (v := number_value(p)) is not None), Fraction(0))
    symbolic = [p for p in parts if number_value(p) is None]
    if not symbolic:
        return number(total)
    return add(*symbolic, number(total)) if total else total_sum(symbolic, symbolic[0].shape)


def raised(base: Expr, exponent: Expr) -> Expr:
    """base^exponent, without an exponent of one."""
    return base if exponent is FIRST else power_op(base, exponent)


def reading_key(chain: tuple[Expr, ...]) -> tuple[object, ...]:
    """Which of two readings of a product is simpler: no differential first, few transposes.

    Scalar factors do not count: the transpose of a skew M is −M, and that sign is pulled out.
    """
    bodies = [_unsigned(arg) for arg in chain]
    transposes = sum(arg.turns for arg in bodies)
    differential_first = bodies[0].op is transpose and is_differential(bodies[0].args[0])
    return (
        differential_first,
        transposes,
        [arg.lead.swapcase() for arg in bodies],
        [arg.digest for arg in bodies],
    )


def _unsigned(factor: Expr) -> Expr:
    """A factor without its scalars, and a sum of negative terms without their signs."""
    if factor.op is scale:
        return factor.args[-1]
    if factor.op is not add or not all(term.op is scale for term in factor.args):
        return factor
    terms = [as_term(term) for term in factor.args]
    if any(term.coefficient >= 0 for term in terms):
        return factor
    shape = factor.shape
    return add(*(from_term(t._replace(coefficient=-t.coefficient), shape) for t in terms))
