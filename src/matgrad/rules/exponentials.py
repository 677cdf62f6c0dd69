"""Quotients and sums of exponentials by the names people know: softmax, sigmoid, tanh."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from matgrad.core.dims import ONE
from matgrad.core.expr import Expr, number_value
from matgrad.core.rule import Context, Table, equation
from matgrad.ops import (
    add,
    cosh,
    exp,
    filled,
    hadamard,
    log,
    logsumexp,
    logsumexp_rows,
    matmul,
    number,
    ones,
    ones_op,
    power,
    power_op,
    scale,
    sigmoid,
    sinh,
    softmax,
    softmax_rows,
    softplus,
    symbol,
    tanh,
    total,
    transpose,
    unvec,
    vec,
)
from matgrad.rules.terms import (
    Term,
    as_term,
    chain_of,
    collect_powers,
    from_term,
    hadamard_of,
    raised,
    scaled,
    sum_of,
    terms_of,
)
from matgrad.rules.wildcards import A, B, a, b, rewrite, x, y

p = symbol("p", "n", facts=("simplex",))
R = symbol("R", "m", "n", facts=("simplex_rows",))


def negated(node: Expr) -> Expr:
    """Minus an expression, term by term."""
    terms = [as_term(term) for term in terms_of(node)]
    turned = [from_term(t._replace(coefficient=-t.coefficient), node.shape) for t in terms]
    return sum_of(turned, node.shape)


def are_opposite(left: Expr, right: Expr) -> bool:
    """Is one written as minus the other?"""
    return Counter(terms_of(negated(left))) == Counter(terms_of(right))


# ---------------------------------------------------------------- softmax


def _sums_below(scalars: Sequence[Expr]) -> dict[Expr, Expr]:
    """For each scalar 1/sum(exp(z))^k, the exp(z) in it."""
    found: dict[Expr, Expr] = {}
    for scalar in scalars:
        if scalar.op is power_op and scalar.args[0].op is total:
            inner = scalar.args[0].args[0]
            k = number_value(scalar.args[1])
            if inner.op is exp and k is not None and k <= -1:
                found[scalar] = inner
    return found


def _share(X: Expr) -> Expr:
    """exp(X)/sum(exp(X)), for a matrix by the vector of its entries."""
    return softmax(X) if X.shape.is_column else unvec(softmax(vec(X)), X.shape)


def _with_share(node: Expr, E: Expr) -> Expr | None:
    """The product with one factor exp(z) replaced by softmax(z), or None if there is none."""
    share = _share(E.args[0])
    if node is E:
        return share
    if node.op in (hadamard, matmul):
        for i, arg in enumerate(node.args):
            if arg in (E, E.T):
                new = share if arg is E else share.T
                return node.op(*node.args[:i], new, *node.args[i + 1 :])
    return None


@rewrite("softmax", scale, examples=(
    exp(x) / total(exp(x)), scale(power(total(exp(x)), -1), matmul(A, exp(x))),
    scale(power(total(exp(x)), -2), matmul(y.T, exp(x))),
    scale(power(total(exp(x)), -1), hadamard(y, exp(x))), exp(A) / total(exp(A)),
), why="exp(x)/sum(exp(x)) = softmax(x)", needs=(exp,))  # fmt: skip
def find_softmax(context: Context, node: Expr) -> Expr | None:
    """exp(x)/sum(exp(x)) = softmax(x), also inside a product."""
    for over, E in _sums_below(node.args).items():
        for i, arg in enumerate(node.args):
            new = _with_share(arg, E)
            if new is not None:
                rest = [*node.args[:i], new, *node.args[i + 1 :]]
                k = number_value(over.args[1]) or 0
                rest[rest.index(over)] = power(total(E), k + 1)
                if k == -1:
                    rest.remove(power(total(E), 0))
                return _scalars(rest)
    return None


def _row_sums(node: Expr) -> Expr | None:
    """The A of A 1 1ᵀ, the sum of each row in every entry of the row."""
    chain = chain_of(node)
    if len(chain) == 2 and chain[1].op is ones_op and chain[1].shape.is_square:
        return chain[0]
    is_split = len(chain) == 3 and chain[1].op is ones_op and _is_row_of_ones(chain[2])
    return chain[0] if is_split else None


def _is_row_of_ones(node: Expr) -> bool:
    inner = node.args[0] if node.op is transpose else node
    return inner.op is ones_op and node.shape.rows == ONE


def _powers_of_sums(node: Expr) -> tuple[Expr, Fraction] | None:
    """A and k of (A 1 1ᵀ)ᵏ, entry by entry, also written as (A 1)ᵏ 1ᵀ."""
    chain = chain_of(node)
    is_split = len(chain) == 2 and chain[0].op is power_op and _is_row_of_ones(chain[1])
    inner = chain[0] if is_split else node
    k = number_value(inner.args[1]) if inner.op is power_op else None
    if k is None:
        return None
    base = matmul(inner.args[0], chain[1]) if is_split else inner.args[0]
    A = _row_sums(base)
    return None if A is None else (A, k)


@rewrite("softmax of each row", hadamard, examples=(
    hadamard(exp(A), power(matmul(exp(A), ones("n"), ones(1, "n")), -1)),
    hadamard(exp(A), power(matmul(exp(A), ones("n", "n")), -1), B),
    hadamard(exp(A), matmul(power(matmul(exp(A), ones("n")), -2), ones("n").T)),
), why="each row of exp(X) over its sum is softmax_rows(X)", needs=(exp,))  # fmt: skip
def find_softmax_rows(context: Context, node: Expr) -> Expr | None:
    """exp(X) ⊘ (exp(X) 1 1ᵀ) = softmax_rows(X)."""
    for i, arg in enumerate(node.args):
        E, k = _powers_of_sums(arg) or (arg, 0)
        if k > -1 or E.op is not exp or E not in node.args:
            continue
        rest = [f for j, f in enumerate(node.args) if j != i and f is not E]
        sums = matmul(E, ones(E.shape.cols))
        left = [] if k == -1 else [matmul(power(sums, k + 1), ones(1, E.shape.cols))]
        return hadamard_of([*rest, *left, softmax_rows(E.args[0])])
    return None


SOFTMAX = Table(
    "softmax",
    find_softmax,
    find_softmax_rows,
    equation("logsumexp", log(total(exp(A))), logsumexp(A), why="log(sum(exp(x))) = logsumexp(x)"),
    equation(
        "logsumexp of each row",
        log(matmul(exp(A), ones("n"))),
        logsumexp_rows(A),
        why="log(exp(X) 1) = logsumexp_rows(X)",
    ),
    equation(
        "log of softmax",
        log(softmax(x)),
        x - scale(logsumexp(x), ones("n")),
        why="log softmax(x) = x − logsumexp(x)",
    ),
    equation(
        "log of softmax of each row",
        log(softmax_rows(A)),
        A - matmul(logsumexp_rows(A), ones(1, "n")),
        why="log softmax_rows(X) = X − logsumexp_rows(X) 1ᵀ",
    ),
)

SHARES = Table(
    "entries that sum to one",
    equation("the entries sum to one", total(p), number(1), {p: "simplex"}, "1ᵀp = 1"),
    equation(
        "each row sums to one",
        matmul(R, ones("n")),
        ones("m"),
        {R: "simplex_rows"},
        "P 1 = 1",
    ),
)

# ---------------------------------------------------------------- sigmoid and hyperbolic functions


@rewrite("sigmoid", power_op, examples=(
    power(filled(1, A.shape) + exp(A), -1), power(1 + exp(a), -2), power(1 + exp(-a), -1),
), why="1/(1 + exp(−x)) = sigmoid(x)", needs=(exp,))  # fmt: skip
def find_sigmoid(context: Context, node: Expr) -> Expr | None:
    """1/(1 + exp(x)) = sigmoid(−x)."""
    base, exponent = node.args
    k = number_value(exponent)
    found = _one_plus_exp(base)
    if found is None or k is None or k.denominator != 1 or k >= 0:
        return None
    return raised(sigmoid(negated(found)), number(-k))


def _one_plus_exp(node: Expr) -> Expr | None:
    """The x of 1 + exp(x)."""
    if node.op is not add or len(node.args) != 2:
        return None
    for one, other in (node.args, node.args[::-1]):
        if (one.op is ones_op or number_value(one) == 1) and other.op is exp:
            return other.args[0]
    return None


@rewrite("softplus", log, examples=(
    log(filled(1, A.shape) + exp(A)), log(1 + exp(a)),
), why="log(1 + exp(x)) = softplus(x)", needs=(exp,))  # fmt: skip
def find_softplus(context: Context, node: Expr) -> Expr | None:
    """log(1 + exp(x)) = softplus(x)."""
    found = _one_plus_exp(node.args[0])
    return None if found is None else softplus(found)


@rewrite("quotients of exponentials", hadamard, scale, examples=(
    hadamard(exp(A), sigmoid(-A)), scale(b, exp(a), power(sigmoid(-a), 2)),
    hadamard(exp(-A), sigmoid(A), B), scale(exp(a), sigmoid(-a), A),
    hadamard(sinh(A), power(cosh(A), -1)), scale(b, sinh(a), power(cosh(a), -2)),
), why="exp(x) sigmoid(−x) = sigmoid(x), sinh(x)/cosh(x) = tanh(x)", needs=(exp, sinh))  # fmt: skip
def merge_exponentials(context: Context, node: Expr) -> Expr | None:
    """exp(x) sigmoid(−x) = sigmoid(x) and sinh(x)/cosh(x) = tanh(x)."""
    body = None if node.op is hadamard or node.is_scalar else node.args[-1]
    powers = collect_powers(node.args if body is None else node.args[:-1])
    exponents = {base: number_value(e) or 0 for base, e in powers.items()}
    for base in [base for base, e in exponents.items() if e >= 1 and base.op in (exp, sinh)]:
        for other, e in exponents.items():
            pair = base.op is exp and other.op is sigmoid and e >= 1
            if pair and are_opposite(base.args[0], other.args[0]):
                steps, name = (-1, -1), sigmoid
            elif base.op is sinh and other is cosh(*base.args) and e <= -1:
                steps, name = (-1, 1), tanh
            else:
                continue
            changed = {base: exponents[base] + steps[0], other: e + steps[1]}
            left = {**powers, **{b: number(k) for b, k in changed.items()}}
            kept = [raised(b, k) for b, k in left.items() if number_value(k) != 0]
            kept.append(name(base.args[0]))
            if body is not None:
                return scaled(kept, body)
            return hadamard_of(kept) if node.op is hadamard else _scalars(kept)
    return None


def _scalars(factors: list[Expr]) -> Expr:
    return factors[0] if len(factors) == 1 else scale(*factors)


@rewrite("exponentials of opposite sign", add, examples=(
    exp(A) + exp(-A), exp(x - y) / 2 - exp(y - x) / 2, exp(a) - exp(-a) + b,
), why="exp(x) + exp(−x) = 2 cosh(x), exp(x) − exp(−x) = 2 sinh(x)", needs=(exp,))  # fmt: skip
def find_hyperbolic(context: Context, node: Expr) -> Expr | None:
    """exp(x) + exp(−x) = 2 cosh(x), exp(x) − exp(−x) = 2 sinh(x)."""
    terms = [as_term(arg) for arg in node.args]
    for i, left in enumerate(terms):
        for j, right in enumerate(terms[:i]):
            new = _hyperbolic(left, right)
            if new is not None:
                others = [arg for k, arg in enumerate(node.args) if k not in (i, j)]
                return sum_of([*others, from_term(new, node.shape)], node.shape)
    return None


def _hyperbolic(left: Term, right: Term) -> Term | None:
    """The sum of c exp(x) and ± c exp(−x) as one term."""
    U, V = _exponent(left), _exponent(right)
    if U is None or V is None or abs(left.coefficient) != abs(right.coefficient):
        return None
    if (left.body is not None and left.scalars != right.scalars) or not are_opposite(U, V):
        return None
    name = cosh if left.coefficient == right.coefficient else sinh
    upright = as_term(terms_of(U)[0]).coefficient > 0
    factor, inside = (left.coefficient, U) if upright else (right.coefficient, V)
    if left.body is None:
        return Term(2 * factor, (name(inside),), None)
    return Term(2 * factor, left.scalars, name(inside))


def _exponent(term: Term) -> Expr | None:
    """The x of a term that is exp(x), up to scalars for vectors and matrices."""
    body = term.body
    if body is None and len(term.scalars) == 1:
        body = term.scalars[0]
    return body.args[0] if body is not None and body.op is exp else None


SIGMOIDS = Table(
    "sigmoid and hyperbolic functions",
    find_sigmoid,
    find_softplus,
    merge_exponentials,
    find_hyperbolic,
)

EXPONENTIALS = SOFTMAX + SIGMOIDS
