"""Quotients that are shorter together, and what the layer normalisation adds up to."""

from __future__ import annotations

from matgrad.core.expr import Expr, number_value
from matgrad.core.rule import Context, Table, equation
from matgrad.ops import (
    add,
    filled,
    hadamard,
    layernorm,
    matmul,
    norm2,
    number,
    power,
    power_op,
    scale,
    size,
    total,
)
from matgrad.rules.terms import (
    Term,
    as_term,
    chain_of,
    collect_powers,
    from_term,
    hadamard_of,
    product_of,
    raised,
    sum_of,
)
from matgrad.rules.wildcards import A, B, a, b, c, rewrite, x


def _over_sum(term: Term) -> tuple[Expr, Term] | None:
    """D and u for a term u ⊘ D, or u/D, with a sum D below."""
    factors = term.scalars if term.body is None else _factors(term.body)
    for i, factor in enumerate(factors):
        below = factor.op is power_op and number_value(factor.args[1]) == -1
        if below and factor.args[0].op is add:
            rest = (*factors[:i], *factors[i + 1 :])
            if term.body is None:
                return factor.args[0], term._replace(scalars=rest)
            body = hadamard_of(rest) if rest else filled(1, term.body.shape)
            return factor.args[0], term._replace(body=body)
    return None


def _factors(body: Expr) -> tuple[Expr, ...]:
    return body.args if body.op is hadamard else (body,)


@rewrite("one less a part of the whole", add, examples=(
    filled(1, A.shape) - hadamard(A, power(A + B, -1)), 1 - a / (a + b),
    2 * filled(1, A.shape) - 2 * hadamard(A, power(A + B, -1)) + B, 1 - 2 * a / (a + b),
), why="1 − u/(u + v) = v/(u + v)", needs=(power_op,))  # fmt: skip
def rest_of_whole(context: Context, node: Expr) -> Expr | None:
    """1 − u ⊘ (u + v) = v ⊘ (u + v); of numbers 1 − 2u/(u + v) = (v − u)/(u + v), too."""
    terms = [as_term(arg) for arg in node.args]
    one = None if node.is_scalar else filled(1, node.shape)
    ones = {i: t for i, t in enumerate(terms) if not t.scalars and t.body is one}
    for i, whole in ones.items():
        for j, term in enumerate(terms):
            times = -term.coefficient / whole.coefficient
            found = _over_sum(term) if times == 1 or (times == 2 and node.is_scalar) else None
            if found is None:
                continue
            D, part = found
            u = from_term(
                part._replace(coefficient=part.coefficient / term.coefficient), node.shape
            )
            if u not in D.args:
                continue
            kept = [arg for arg in D.args if arg is not u]
            left = sum_of([*kept, -u] if times == 2 else kept, node.shape)
            top = scale(number(whole.coefficient), left)
            quotient = scale(top, power(D, -1)) if node.is_scalar else hadamard(top, power(D, -1))
            others = [arg for k, arg in enumerate(node.args) if k not in (i, j)]
            return sum_of([*others, quotient], node.shape)
    return None


@rewrite("difference of reciprocals", add, examples=(
    1 / a - 1 / (a + b), c / a - c / (a + b) + b,
), why="1/u − 1/(u + v) = v/(u(u + v))", needs=(power_op,))  # fmt: skip
def reciprocals(context: Context, node: Expr) -> Expr | None:
    """1/u − 1/(u + v) = v/(u(u + v)), for scalars."""
    if not node.is_scalar:
        return None
    terms = [as_term(arg) for arg in node.args]
    for i, term in enumerate(terms):
        found = _over_sum(term)
        for j, other in enumerate(terms):
            if found is None or other.coefficient != -term.coefficient:
                continue
            D, rest = found
            u = next((u for u in D.args if _is_over(other, rest, u)), None)
            if u is not None:
                v = sum_of([arg for arg in D.args if arg is not u], node.shape)
                factor = from_term(other, node.shape)
                others = [arg for k, arg in enumerate(node.args) if k not in (i, j)]
                return sum_of([*others, scale(factor, v, power(D, -1))], node.shape)
    return None


def _is_over(term: Term, rest: Term, u: Expr) -> bool:
    """Is this term the rest divided by u?"""
    return sorted((*rest.scalars, power(u, -1)), key=id) == sorted(term.scalars, key=id)


@rewrite("fractions within a denominator", scale, examples=(
    scale(power(a, -1), power(b + c / a, -1)), scale(power(a, -2), power(b + c / a, -1)),
    scale(power(a, -2), power(power(a, -2) + 1, -1)),
    scale(power(a, -1), hadamard(A, power(B / a + A, -1))),
    scale(power(a, -1), matmul(A.T, power(B / a + A, -1))),
), why="(1/c)/(u/c + v) = 1/(u + cv)", needs=(power_op,))  # fmt: skip
def clear_denominator(context: Context, node: Expr) -> Expr | None:
    """(1/c) r ⊘ (u/c + v) = r ⊘ (u + cv)."""
    for i, scalar in enumerate(node.args if node.is_scalar else node.args[:-1]):
        k = _divided(scalar)
        rest = [*node.args[:i], *node.args[i + 1 :]] if k else []
        for j, other in enumerate(rest):
            found = _cleared(other, scalar.args[0], k)
            if found is not None:
                rest[j], taken = found
                left = [power(scalar.args[0], taken - k)] if taken < k else []
                return scale(*left, *rest) if left or len(rest) > 1 else rest[0]
    return None


def _divided(node: Expr) -> int:
    """The k of 1/xᵏ, or 0."""
    e = number_value(node.args[1]) if node.op is power_op else None
    return -e.numerator if e is not None and e < 0 and e.denominator == 1 else 0


def _is_reciprocal(node: Expr) -> bool:
    return node.op is power_op and number_value(node.args[1]) == -1


def _cleared(body: Expr, s: Expr, most: int) -> tuple[Expr, int] | None:
    """The body times a power of s that a sum below a fraction bar takes up, and which power."""
    chain = chain_of(body)
    for i, link in enumerate(chain):
        factors = _factors(link)
        for j, factor in enumerate(factors):
            if not _is_reciprocal(factor) or factor.args[0].op is not add:
                continue
            terms = factor.args[0].args
            below = [_divided(t) for term in terms for t in as_term(term).scalars if s in t.args]
            k = max((k for k in below if k <= most), default=0)
            if k:
                up = power(s, k) if k > 1 else s
                cleared = power(add(*(scale(up, term) for term in terms)), -1)
                new = hadamard_of([*factors[:j], cleared, *factors[j + 1 :]])
                return product_of([*chain[:i], new, *chain[i + 1 :]]), k
    return None


@rewrite("cancel a scalar inside a sum", scale, examples=(
    scale(a, b / a + c), scale(a, b, c / a + 1), scale(a, b / a + 1, A),
), why="u(v/u + w) = v + uw", needs=(power_op,))  # fmt: skip
def cancel_scalar(context: Context, node: Expr) -> Expr | None:
    """u(v/u + w) = v + uw, for scalars."""
    scalars = node.args if node.is_scalar else node.args[:-1]
    for i, total_ in enumerate(scalars):
        if total_.op is not add:
            continue
        below = {s for term in total_.args for s in as_term(term).scalars if _is_reciprocal(s)}
        for j, factor in enumerate(scalars):
            if j != i and power(factor, -1) in below:
                whole = add(*(scale(factor, term) for term in total_.args))
                rest = [arg for k, arg in enumerate(node.args) if k not in (i, j)]
                return scale(whole, *rest) if rest else whole
    return None


@rewrite("powers of a norm", scale, examples=(
    scale(power(norm2(x), -1), power(matmul(x.T, x), -1), x), scale(norm2(x), matmul(x.T, x)),
), why="xᵀx = ‖x‖²", needs=(norm2,))  # fmt: skip
def norm_powers(context: Context, node: Expr) -> Expr | None:
    """‖x‖ (xᵀx) = ‖x‖³."""
    powers = collect_powers(node.args if node.is_scalar else node.args[:-1])
    for norm, k in powers.items():
        square = matmul(norm.args[0].T, norm.args[0]) if norm.op is norm2 else None
        j, e = number_value(powers.get(square, number(0))) if square else None, number_value(k)
        if square is None or not j or e is None or not norm.args[0].shape.is_column:
            continue
        left = {**powers, norm: number(e + 2 * j)}
        del left[square]
        kept = [raised(base, p) for base, p in left.items() if number_value(p) != 0]
        parts = kept if node.is_scalar else [*kept, node.args[-1]]
        return parts[0] if len(parts) == 1 else scale(*parts)
    return None


READABLE_QUOTIENTS = Table("readable quotients", norm_powers)
QUOTIENTS = Table(
    "quotients",
    rest_of_whole,
    reciprocals,
    clear_denominator,
    cancel_scalar,
    equation("a normalised layer sums to zero", total(layernorm(x)), number(0)),
    equation(
        "a normalised layer has variance one",
        matmul(layernorm(x).T, layernorm(x)),
        size("n"),
        why="its entries have mean 0 and variance 1",
    ),
)
