"""Identities of elementwise functions."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from matgrad.core.expr import Expr, Op, catalogue, number_value
from matgrad.core.rule import Context, Table, equation
from matgrad.ops import (
    absolute,
    add,
    cos,
    exp,
    filled,
    frobenius,
    hadamard,
    log,
    maximum,
    minimum,
    norm2,
    normF,
    number,
    power,
    power_op,
    relu,
    scale,
    sign,
    sin,
    square,
    step,
    symbol,
    tan,
    tanh,
    transpose,
    zeros,
    zeros_op,
)
from matgrad.rules.terms import (
    Term,
    as_term,
    collect_powers,
    from_term,
    hadamard_of,
    raised,
    sum_of,
)
from matgrad.rules.wildcards import A, P, a, b, rewrite

Z, z = symbol("Z", "m", "n", facts=("mask",)), symbol("z", facts=("mask",))


def is_elementwise(op: Op) -> bool:
    """Does this function of one argument act on each entry by itself?"""
    return op.derivative is not None


ELEMENTWISE = tuple(op for op in catalogue.values() if is_elementwise(op))
ODD = tuple(op for op in catalogue.values() if op.parity < 0)
EVEN = tuple(op for op in catalogue.values() if op.parity > 0)


@rewrite("odd and even functions", *ODD, *EVEN, examples=(sin(-A), cos(-A), tanh(-2 * A)))
def parity(context: Context, node: Expr) -> Expr | None:
    """sin(−x) = −sin(x), cos(−x) = cos(x)."""
    (inner,) = node.args
    term = as_term(inner)
    if term.coefficient >= 0:
        return None
    turned = node.op(from_term(term._replace(coefficient=-term.coefficient), inner.shape))
    return turned if node.op.parity > 0 else scale(number(-1), turned)


@rewrite("functions that are zero at zero", *ODD, absolute, relu, step, examples=(
    sin(zeros("m", "n")), sign(zeros("n")), relu(number(0)),
))  # fmt: skip
def zero_at_zero(context: Context, node: Expr) -> Expr | None:
    """sin(0) = 0, and sign(0) = step(0) = 0 by convention."""
    (inner,) = node.args
    return inner if inner.op is zeros_op or number_value(inner) == 0 else None


@rewrite(
    "functions of positive numbers",
    sign, step, absolute, relu,
    examples=(sign(P), step(P), absolute(P), relu(P)),
    needs_fact=True,
)  # fmt: skip
def of_positive(context: Context, node: Expr) -> Expr | None:
    """sign(x) = step(x) = 1 for x > 0, and |x| = relu(x) = x for x ≥ 0."""
    (inner,) = node.args
    if node.op in (absolute, relu):
        return inner if context.has(inner, "nonnegative") else None
    return filled(1, node.shape) if context.has(inner, "positive") else None


@rewrite("function of a transpose", *ELEMENTWISE, examples=(sin(A.T), exp(A.T)), needs=(transpose,))
def of_transpose(context: Context, node: Expr) -> Expr | None:
    """f(Aᵀ) = f(A)ᵀ for a function of each entry."""
    (inner,) = node.args
    return node.op(inner.args[0]).T if inner.op is transpose else None


@rewrite(
    "powers of steps and signs",
    power_op,
    examples=(power(step(A), 2), power(sign(A), 3), power(sign(P), 2), power(absolute(A), 2)),
    needs=(step, sign, absolute),
)
def powers_of_steps(context: Context, node: Expr) -> Expr | None:
    """step² = step, sign³ = sign, |x|² = x²."""
    base, exponent = node.args
    k = number_value(exponent)
    if k is None or k.denominator != 1:
        return None
    if base.op is step and k > 0:
        return base
    if base.op is sign and k % 2:
        return base
    if base.op is sign and context.has(base.args[0], "nonzero"):  # sign(0) = 0
        return filled(1, node.shape)
    if base.op is absolute and k % 2 == 0:
        return power(base.args[0], k)
    return None


@rewrite(
    "powers of zeros and ones", power_op, examples=(power(Z, 2), power(z, 3)), needs_fact=True,
    why="M ⊙ M = M where all entries of M are 0 or 1",
)  # fmt: skip
def powers_of_masks(context: Context, node: Expr) -> Expr | None:
    """0² = 0 and 1² = 1."""
    base, exponent = node.args
    k = number_value(exponent)
    return base if k is not None and k > 0 and context.has(base, "mask") else None


@rewrite("even powers of norms and absolute values", power_op, square, examples=(
    power(norm2(A), 2), power(normF(A), 4), power(absolute(A), 2), square(absolute(A)),
), needs=(norm2, normF, absolute), why="‖x‖² = x : x and |x|² = x²")  # fmt: skip
def even_powers(context: Context, node: Expr) -> Expr | None:
    """‖x‖⁴ = (x : x)² and |x|² = x²: what is smooth everywhere needs no x ≠ 0."""
    base = node.args[0]
    k = Fraction(2) if node.op is square else number_value(node.args[1])
    if k is None or k <= 0 or k.denominator != 1 or k % 2:
        return None
    if base.op is absolute:
        return square(base.args[0]) if node.op is square else power(base.args[0], k)
    if base.op not in (norm2, normF):
        return None
    inner = frobenius(base.args[0], base.args[0])
    return inner if k == 2 else power(inner, k / 2)


@rewrite("maximum with zero, or of equals", maximum, minimum, examples=(
    maximum(A, zeros("m", "n")), maximum(zeros("m", "n"), A), maximum(a, number(0)), minimum(A, A),
))  # fmt: skip
def maximum_with_zero(context: Context, node: Expr) -> Expr | None:
    """max(x, 0) = relu(x), max(x, x) = x."""
    if node.args[0] is node.args[1]:
        return node.args[0]
    for one, other in (node.args, node.args[::-1]):
        if node.op is minimum:
            return None
        if other.op is zeros_op or number_value(other) == 0:
            return relu(one)
    return None


@rewrite(
    "functions of scalars with signs",
    scale,
    examples=(scale(a, sign(a)), scale(a, step(a)), scale(sign(a), absolute(a))),
    needs=(sign, step),
)
def scalar_signs(context: Context, node: Expr) -> Expr | None:
    """x sign(x) = |x| and x step(x) = relu(x), for scalars."""
    for factor in node.args:
        if factor.op not in (sign, step):
            continue
        (inner,) = factor.args
        pairs = {inner: absolute(inner) if factor.op is sign else relu(inner)}
        if factor.op is sign:
            pairs |= {absolute(inner): inner, power(absolute(inner), -1): power(inner, -1)}
        else:
            pairs[relu(inner)] = relu(inner)
        for other in node.args:
            if other in pairs and other is not factor:
                rest = [arg for arg in node.args if arg is not factor and arg is not other]
                return scale(*rest[:-1], pairs[other], rest[-1]) if rest else pairs[other]
    return None


@rewrite("signs and steps where nothing is zero", hadamard, scale, examples=(
    hadamard(power(sign(A), 2), power(absolute(A), Fraction(-3, 2))),
    hadamard(power(sign(A), 2), power(A, -1)), scale(power(sign(a), 2), power(a, -2)),
    hadamard(step(A), power(relu(A), -2)), scale(step(a), power(relu(a), 3), A),
), needs=(sign, step))  # fmt: skip
def ones_off_zero(context: Context, node: Expr) -> Expr | None:
    """sign(x)² ⊘ |x| = 1 ⊘ |x| and step(x) ⊙ relu(x)ᵏ = relu(x)ᵏ: where x = 0 has no value."""
    body = None if node.op is hadamard or node.is_scalar else node.args[-1]
    factors = node.args if body is None else node.args[:-1]
    exponents = {b: number_value(e) or 0 for b, e in collect_powers(factors).items()}
    for factor in factors:
        base = factor.args[0] if factor.op is power_op else factor
        if base.op not in (sign, step) or (base.op is sign and exponents[base] % 2):
            continue
        (inner,) = base.args
        others = (relu(inner),) if base.op is step else (inner, absolute(inner))
        if any(exponents.get(o, 0) < 0 or (o.op is relu and exponents.get(o, 0)) for o in others):
            rest = [arg for arg in node.args if arg is not factor]
            return rest[0] if len(rest) == 1 else node.op(*rest)
    return None


@rewrite("tangent", hadamard, scale, examples=(
    hadamard(sin(A), power(cos(A), -1)), hadamard(cos(A), power(sin(A), -1), A),
    scale(sin(a), power(cos(a), -2)),
), why="sin(x)/cos(x) = tan(x)", needs=(sin, cos))  # fmt: skip
def find_tangent(context: Context, node: Expr) -> Expr | None:
    """sin(x)/cos(x) = tan(x) and cos(x)/sin(x) = 1/tan(x)."""
    body = None if node.op is hadamard or node.is_scalar else node.args[-1]
    powers = collect_powers(node.args if body is None else node.args[:-1])
    exponents = {base: number_value(e) or 0 for base, e in powers.items()}
    for base, e in exponents.items():
        if e < 1 or base.op not in (sin, cos):
            continue
        other = (cos if base.op is sin else sin)(*base.args)
        if exponents.get(other, 0) > -1:
            continue
        left = {**powers, base: number(e - 1), other: number(exponents[other] + 1)}
        kept = [raised(b, k) for b, k in left.items() if number_value(k) != 0]
        kept.append(power(tan(*base.args), 1 if base.op is sin else -1))
        if node.op is hadamard:
            return hadamard_of(kept)
        parts = kept if body is None else [*kept, body]
        return parts[0] if len(parts) == 1 else scale(*parts)
    return None


@rewrite("sine and cosine of one number", add, examples=(
    power(sin(a), 2) + power(cos(a), 2), b - b * power(cos(a), 2) - b * power(sin(a), 2),
    scale(power(sin(a), 2), A) + scale(power(cos(a), 2), A),
), why="sin²(x) + cos²(x) = 1", needs=(sin, cos))  # fmt: skip
def find_one(context: Context, node: Expr) -> Expr | None:
    """c sin²(x) + c cos²(x) = c, for numbers x."""
    terms = [as_term(arg) for arg in node.args]
    for i, left in enumerate(terms):
        for factor in left.scalars:
            rest, partner = _partner(left, factor)
            j = next((j for j, term in enumerate(terms) if partner and _same(term, partner)), None)
            if rest is not None and j is not None:
                others = [arg for k, arg in enumerate(node.args) if k not in (i, j)]
                return sum_of([*others, from_term(rest, node.shape)], node.shape)
    return None


def _partner(term: Term, factor: Expr) -> tuple[Term, Term] | tuple[None, None]:
    """A term without its factor sin²(x), and with cos²(x) instead."""
    if (
        factor.op is not power_op
        or number_value(factor.args[1]) != 2
        or factor.args[0].op is not sin
    ):
        return None, None
    scalars = tuple(each for each in term.scalars if each is not factor)
    other = power(cos(*factor.args[0].args), 2)
    return term._replace(scalars=scalars), term._replace(scalars=(*scalars, other))


def _same(one: Term, two: Term) -> bool:
    is_same = (one.coefficient, one.body) == (two.coefficient, two.body)
    return is_same and Counter(one.scalars) == Counter(two.scalars)


FUNCTIONS = Table(
    "elementwise functions",
    parity,
    zero_at_zero,
    of_positive,
    of_transpose,
    powers_of_steps,
    powers_of_masks,
    maximum_with_zero,
    scalar_signs,
    ones_off_zero,
    find_tangent,
    find_one,
    equation("x sign(x) = |x|", hadamard(A, sign(A)), absolute(A)),
    equation("x step(x) = relu(x)", hadamard(A, step(A)), relu(A)),
    equation("sign(x)|x| = x", hadamard(sign(A), absolute(A)), A),
    equation("sign(x)/|x| = 1/x", hadamard(sign(A), power(absolute(A), -1)), power(A, -1)),
    equation("log of exp", log(exp(A)), A),
)
