"""Sums, scalar factors, Hadamard products and powers in normal form."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain as concatenate

from matgrad.core.expr import Expr, is_differential, number_value
from matgrad.core.rule import Context, Table, equation
from matgrad.ops import (
    absolute,
    add,
    diag,
    diag_matrix,
    eye,
    eye_op,
    filled,
    hadamard,
    number,
    number_op,
    ones_op,
    power,
    power_op,
    scale,
    sqrt,
    square,
    transpose,
    zeros_op,
)
from matgrad.rules.terms import (
    ONE,
    Term,
    as_term,
    collect_powers,
    from_term,
    hadamard_of,
    raised,
    scaled,
    sum_of,
)
from matgrad.rules.wildcards import A, B, M, P, a, b, c, rewrite, x, y
from matgrad.rules.words import in_reading_order

HALF = Fraction(1, 2)


@rewrite("multiply numbers and collect scalar powers", scale, examples=(
    2 * (3 * A), a * (a * A), 0 * A, a * (b / a) * A, 1 * A, 2 * power(number(2), -HALF) * A,
))  # fmt: skip
def scalar_factors(context: Context, node: Expr) -> Expr | None:
    """One number in front, each scalar once."""
    term = as_term(node)
    if term.body is not None and term.body.op is zeros_op:
        return term.body
    powers = collect_powers(term.scalars)
    coefficient = _cancel_roots(term.coefficient, powers)
    kept = tuple(raised(base, e) for base, e in powers.items() if number_value(e) != 0)
    new = from_term(Term(coefficient, kept, term.body), node.shape)
    return None if new is node else new


def _cancel_roots(coefficient: Fraction, powers: dict[Expr, Expr]) -> Fraction:
    """2/√2 = √2 and √3/3 = 1/√3: a root of a number takes up that number, in place."""
    for base, exponent in powers.items():
        n, e = number_value(base), number_value(exponent)
        if n is None or n.denominator != 1 or n < 2 or e is None or e.denominator == 1:
            continue
        while e < 0 and coefficient.numerator % n == 0:
            coefficient, e = coefficient / n, e + 1
        while e > 0 and coefficient.denominator % n == 0:
            coefficient, e = coefficient * n, e - 1
        powers[base] = number(e)
    return coefficient


def _spread(node: Expr) -> tuple[Expr, ...]:
    """The terms of a number times a sum, or the node itself."""
    if node.op is scale and len(node.args) == 2 and node.args[1].op is add:
        factor, inner = node.args
        if factor.op is number_op:
            return tuple(scale(factor, term) for term in inner.args)
    return (node,)


def term_order(node: Expr) -> tuple[int, str, int, int]:
    """Large terms first, then by name, a transpose after what it transposes."""
    inner = node.args[0] if node.op is transpose else node
    return -inner.size, node.lead.swapcase(), node.size, node.digest


@rewrite("collect like terms", add, examples=(
    A + A, A - A + B, 2 * A + 3 * A, A - (A - B), a * x + y - a * x,
))  # fmt: skip
def like_terms(context: Context, node: Expr) -> Expr | None:
    """Each term once, in a reproducible order, none zero."""
    found: dict[tuple[tuple[Expr, ...], Expr | None], Fraction] = {}
    for part in concatenate.from_iterable(map(_spread, node.args)):
        if part.op is zeros_op:
            continue
        k, scalars, body = as_term(part)
        key = (scalars, body)
        found[key] = found[key] + k if key in found else k
    kept = [
        (from_term(Term(ONE, *key), node.shape), Term(k, *key)) for key, k in found.items() if k
    ]
    kept.sort(key=lambda pair: term_order(pair[0]))
    terms = [unit if t.coefficient is ONE else from_term(t, node.shape) for unit, t in kept]
    new = sum_of(in_reading_order(terms), node.shape)
    return None if new is node else new


def factor_order(node: Expr) -> tuple[bool, int, str, int]:
    """Small factors first, then by name; a differential last."""
    return is_differential(node), node.size, node.lead.swapcase(), node.digest


@rewrite("Hadamard factors in order, equal ones as powers", hadamard, examples=(
    hadamard(B, A, B), hadamard(A, power(A, -1)), hadamard(2 * A, B),
    hadamard(A, filled(1, A.shape)), hadamard(A, filled(0, A.shape)),
))  # fmt: skip
def hadamard_factors(context: Context, node: Expr) -> Expr | None:
    """Scalars in front, ones dropped, each base once."""
    scalars, factors = list[Expr](), list[Expr]()
    for arg in node.args:
        body = arg.args[-1] if arg.op is scale else arg
        if body.op is zeros_op:
            return body
        scalars.extend(arg.args[:-1] if arg.op is scale else ())
        factors.extend(body.args if body.op is hadamard else (body,))
    powers = collect_powers(f for f in factors if f.op is not ones_op)
    kept = [raised(base, e) for base, e in powers.items() if number_value(e) != 0]
    kept.sort(key=factor_order)
    body = hadamard_of(kept) if kept else filled(1, node.shape)
    new = scaled(scalars, body)
    return None if new is node else new


@rewrite("identity as a Hadamard factor keeps the diagonal", hadamard, examples=(
    hadamard(M, eye(M.shape.rows)),
), needs=(eye_op,))  # fmt: skip
def hadamard_identity(context: Context, node: Expr) -> Expr | None:
    """I ⊙ A = Diag(diag(A))."""
    rest = [arg for arg in node.args if arg.op is not eye_op]
    if len(rest) == len(node.args) or not rest:
        return None
    return diag_matrix(hadamard_of([diag(arg) for arg in rest]))


def _rational_power(base: Fraction, exponent: Fraction) -> Fraction | None:
    """base^exponent if it is rational and not too long."""
    top, bottom = abs(base.numerator), base.denominator
    if exponent.denominator != 1:
        if base < 0:
            return None
        roots = [round(n ** (1 / exponent.denominator)) for n in (top, bottom)]
        if [r**exponent.denominator for r in roots] != [top, bottom]:
            return None
        top, bottom = roots
    k = exponent.numerator
    if (base == 0 and k <= 0) or max(top, bottom).bit_length() * abs(k) > 1024:
        return None
    sign = -1 if base < 0 and k % 2 else 1
    return sign * Fraction(top, bottom) ** k


@rewrite("powers", power_op, examples=(
    power(number(2), 3), power(number(HALF), HALF), power(a, 1), power(A, 0),
    power(power(A, 2), -1), power(power(P, 2), HALF),
    power(2 * A, 2), power(hadamard(A, B), -1), power(a * b, 2), power(filled(1, A.shape), a),
))  # fmt: skip
def powers(context: Context, node: Expr) -> Expr | None:  # noqa: PLR0911
    """Numbers evaluated, powers of powers and of products multiplied out."""
    base, exponent = node.args
    k = number_value(exponent)
    if base.op is ones_op:
        return base
    if k is None:
        return None
    if k in (0, 1):
        return base if k else filled(1, node.shape)
    value = number_value(base)
    if value is not None:
        folded = _rational_power(value, k)
        if folded is None and value.numerator == 1 < value.denominator:  # √½ = 1/√2
            return power(number(value.denominator), -k)
        return None if folded is None else number(folded)
    whole = k.denominator == 1
    if base.op is power_op:
        return _power_of_power(context, base, k)
    if base.op is scale and (whole or all(_is_positive(context, s) for s in base.args[:-1])):
        return scale(*(power(arg, k) for arg in base.args))
    if base.op is hadamard and (whole or all(_is_positive(context, f) for f in base.args)):
        return hadamard(*(power(f, k) for f in base.args))
    if base.op is zeros_op and k > 0:
        return base
    return None


def _is_positive(context: Context, node: Expr) -> bool:
    return context.has(node, "positive")


def _power_of_power(context: Context, base: Expr, k: Fraction) -> Expr | None:
    inner, exponent = base.args
    j = number_value(exponent)
    if j is None:
        return power(inner, exponent * number(k)) if k.denominator == 1 else None
    if k.denominator == 1 or context.has(inner, "positive"):
        return power(inner, j * k)
    if j.denominator == 1 and j % 2 == 0:  # (x²)^½ = |x|
        return power(absolute(inner), j * k)
    return None


@rewrite("cancel a factor inside a sum", hadamard, examples=(
    hadamard(A, power(A, -1) + B), hadamard(B, A, hadamard(A, power(B, -1)) - B),
), needs=(power_op,))  # fmt: skip
def cancel_in_sum(context: Context, node: Expr) -> Expr | None:
    """s ⊙ (a ⊘ s + b) = a + s ⊙ b."""
    for total in node.args:
        if total.op is not add:
            continue
        below = {base for term in total.args for base in _divisors(term)}
        moved = [f for f in node.args if f is not total and _multiplies(f, below)]
        if moved:
            rest = [f for f in node.args if f is not total and f not in moved]
            return hadamard_of([*rest, add(*(hadamard(*moved, term) for term in total.args))])
    return None


@rewrite("cancel scalars inside a sum", scale, examples=(
    scale(a, b, power(a, -1) - scale(c, power(b, -1))),
    scale(a, scale(power(a, -1), A) + scale(power(a, -2), B)),
), needs=(power_op,))  # fmt: skip
def cancel_scalars(context: Context, node: Expr) -> Expr | None:
    """a b (1/a − c/b) = b − a c, where every term has a divisor that cancels."""
    for total in node.args:
        if total.op is not add:
            continue
        others = [f for f in node.args if f is not total and f.is_scalar]
        below = [_scalar_divisors(term) for term in total.args]
        if all(any(_multiplies(f, bases) for f in others) for bases in below):
            moved = [f for f in others if any(_multiplies(f, bases) for bases in below)]
            new = add(*(scale(*moved, term) for term in total.args))
            kept = [new if f is total else f for f in node.args if f not in moved]
            return kept[0] if len(kept) == 1 else scale(*kept)
    return None


def _scalar_divisors(term: Expr) -> set[Expr]:
    """The scalars that a term divides by."""
    powers = collect_powers(as_term(term).scalars)
    return {base for base, k in powers.items() if (number_value(k) or 0) < 0}


def _multiplies(factor: Expr, bases: set[Expr]) -> bool:
    """Is this a positive power of one of the bases?"""
    return any(
        b in bases and (number_value(k) or 0) > 0 for b, k in collect_powers([factor]).items()
    )


def _divisors(term: Expr) -> list[Expr]:
    """The bases that a term divides by, entry by entry."""
    body = term.args[-1] if term.op is scale else term
    factors = body.args if body.op is hadamard else (body,)
    powers = collect_powers(factors)
    return [base for base, k in powers.items() if (number_value(k) or 0) < 0]


CANONICAL = Table(
    "canonical form",
    scalar_factors,
    like_terms,
    hadamard_factors,
    hadamard_identity,
    cancel_in_sum,
    cancel_scalars,
    powers,
    equation("square root as a power", sqrt(A), power(A, Fraction(1, 2)), why="√x = x^½"),
    equation("square as a power", square(A), power(A, 2), why="square(x) = x²"),
)
