"""Common numbers, scalars and entrywise factors pulled out of sums: 2ax − 2bx = 2(a − b)x."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd

from matgrad.core.expr import Expr, number_value
from matgrad.core.rule import Context, Table
from matgrad.ops import (
    add,
    filled,
    hadamard,
    number,
    ones_op,
    power,
    power_op,
    scale,
)
from matgrad.rules.factors import around_sum, common_factor
from matgrad.rules.terms import (
    as_term,
    collect_powers,
    from_term,
    hadamard_of,
    raised,
)
from matgrad.rules.wildcards import A, B, M, N, a, b, rewrite, x, y

HALF = Fraction(1, 2)


def _content(coefficients: Sequence[Fraction]) -> Fraction:
    """The number to pull out: a common divisor of integers, or a factor that all share."""
    sign = -1 if all(c < 0 for c in coefficients) else 1
    if all(c.denominator == 1 for c in coefficients):
        return Fraction(sign * gcd(*(c.numerator for c in coefficients)))
    first = abs(coefficients[0])
    return sign * first if all(abs(c) == first for c in coefficients) else Fraction(sign)


@rewrite(
    "common number", add, examples=(2 * A - 2 * B, -A - B, number("1/2") * A + number("1/2") * B)
)
def common_number(context: Context, node: Expr) -> Expr | None:
    """2A − 2B = 2(A − B)."""
    terms = [as_term(arg) for arg in node.args]
    content = _content([t.coefficient for t in terms])
    if content == 1:
        return None
    rest = [from_term(t._replace(coefficient=t.coefficient / content), node.shape) for t in terms]
    return scale(number(content), add(*rest))


def _shared(powers: Sequence[dict[Expr, Expr]]) -> tuple[Expr, Fraction] | None:
    """A base that occurs in every product with powers of one sign, and the smallest of them."""
    for base in powers[0]:
        exponents = [number_value(p[base]) if base in p else None for p in powers]
        known = [e for e in exponents if e is not None]
        if base.op is ones_op or len(known) < len(powers):
            continue
        if number_value(base) is not None:  # √2 x − y/√2 = (2x − y)/√2
            if min(known).denominator > 1:
                return base, min(known)
        elif min(known) > 0 or max(known) < 0:
            return base, min(known, key=abs)
    return None


def _divided(powers: dict[Expr, Expr], base: Expr, by: Fraction) -> list[Expr]:
    left = dict(powers)
    exponent = number_value(left[base])
    assert exponent is not None
    left[base] = number(exponent - by)
    return [raised(b, e) for b, e in left.items() if number_value(e) != 0]


@rewrite(
    "common scalar factor",
    add,
    examples=(
        a * A + a * B, a * A + a * (a * B), A / a - power(a, -2) * B,
        power(number(2), HALF) * A - power(number(2), -HALF) * B,
    ),
)  # fmt: skip
def common_scalar(context: Context, node: Expr) -> Expr | None:
    """cA + cB = c(A + B)."""
    terms = [as_term(arg) for arg in node.args]
    powers = [collect_powers(t.scalars) for t in terms]
    shared = _shared(powers)
    if shared is None:
        return None
    rest = [
        from_term(t._replace(scalars=tuple(_divided(p, *shared))), node.shape)
        for t, p in zip(terms, powers, strict=True)
    ]
    return scale(raised(shared[0], number(shared[1])), add(*rest))


@rewrite("common Hadamard factor", add, examples=(
    hadamard(x, y) + hadamard(x, power(y, 3)), x - power(x, 2), hadamard(A, B) - 2 * B,
), needs=(hadamard, power_op))  # fmt: skip
def common_hadamard(context: Context, node: Expr) -> Expr | None:
    """a ⊙ x + a ⊙ y = a ⊙ (x + y)."""
    if node.is_scalar:
        return None
    terms = [as_term(arg) for arg in node.args]
    bodies = [t.body for t in terms if t.body is not None]
    powers = [collect_powers(b.args if b.op is hadamard else (b,)) for b in bodies]
    shared = _shared(powers)
    if shared is None or not any(len(p) > 1 or number_value(p[shared[0]]) != 1 for p in powers):
        return None
    rest: list[Expr] = []
    for term, p in zip(terms, powers, strict=True):
        factors = _divided(p, *shared)
        body = hadamard_of(factors) if factors else filled(1, node.shape)
        rest.append(from_term(term._replace(body=body), node.shape))
    return hadamard(raised(shared[0], number(shared[1])), add(*rest))


@rewrite("multiples of one thing", add, examples=(
    a * x - (a * a) * x, A + a * A + B, a * (x @ y.T) + b * (x @ y.T),
))  # fmt: skip
def same_body(context: Context, node: Expr) -> Expr | None:
    """ax − bx = (a − b)x."""
    if node.is_scalar:
        return None
    terms = [as_term(arg) for arg in node.args]
    groups: dict[Expr | None, list[int]] = {}
    for i, term in enumerate(terms):
        groups.setdefault(term.body, []).append(i)
    for body, members in groups.items():
        if len(members) > 1 and body is not None:
            one = number(1).shape
            factors = [from_term(terms[i]._replace(body=None), one) for i in members]
            others = [arg for i, arg in enumerate(node.args) if i not in members]
            whole = scale(add(*factors), body)
            return add(whole, *others) if others else whole
    return None


@rewrite("a sum as a factor of some terms", add, examples=(
    hadamard(x, y - x) + hadamard(y, y - x) + x, hadamard(A, A + B) - 2 * hadamard(B, A + B) + A,
), needs=(hadamard,))  # fmt: skip
def shared_sum(context: Context, node: Expr) -> Expr | None:
    """a ⊙ (x − y) + b ⊙ (x − y) + c = (a + b) ⊙ (x − y) + c."""
    terms = [as_term(arg) for arg in node.args]
    groups: dict[Expr, list[int]] = {}
    for i, term in reversed([*enumerate(terms)]):  # what is subtracted is taken in first
        if term.body is not None and term.body.op is hadamard and not term.scalars:
            for factor in term.body.args:
                if factor.op is add:
                    groups.setdefault(factor, []).append(i)
    for factor, members in groups.items():
        if 1 < len(members) < len(terms):
            inner: list[Expr] = []
            for i in members:
                rest = [f for f in (terms[i].body or node).args if f is not factor]
                inner.append(from_term(terms[i]._replace(body=hadamard_of(rest)), node.shape))
            others = [arg for i, arg in enumerate(node.args) if i not in members]
            return add(hadamard(add(*inner), factor), *others)
    return None


@rewrite("terms with the same scalar factor", add, examples=(
    a * A + B + a * (2 * B), a * M - power(b, -1) * N - power(b, -1) * N.T,
), needs=(scale,))  # fmt: skip
def same_scalars(context: Context, node: Expr) -> Expr | None:
    """cA + cB + D = c(A + B) + D."""
    terms = [as_term(arg) for arg in node.args]
    groups: dict[tuple[Expr, ...], list[int]] = {}
    for i, term in enumerate(terms):
        if term.scalars and term.body is not None:
            groups.setdefault(term.scalars, []).append(i)
    for scalars, members in groups.items():
        if 1 < len(members) < len(terms):
            inner = [from_term(terms[i]._replace(scalars=()), node.shape) for i in members]
            others = [arg for i, arg in enumerate(node.args) if i not in members]
            return add(scale(*scalars, add(*inner)), *others)
    return None


COLLECT = Table(
    "common factors",
    common_number,
    common_scalar,
    same_body,
    same_scalars,
    common_hadamard,
    shared_sum,
    common_factor,
    around_sum,
)
