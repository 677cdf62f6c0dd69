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
    number,
    power,
    power_op,
    scale,
    size,
    total,
)
from matgrad.rules.terms import Term, as_term, from_term, hadamard_of, sum_of
from matgrad.rules.wildcards import A, B, a, b, rewrite, x


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
    2 * filled(1, A.shape) - 2 * hadamard(A, power(A + B, -1)) + B,
), why="1 − u/(u + v) = v/(u + v)")  # fmt: skip
def rest_of_whole(context: Context, node: Expr) -> Expr | None:
    """1 − u ⊘ (u + v) = v ⊘ (u + v)."""
    terms = [as_term(arg) for arg in node.args]
    ones = {i: t for i, t in enumerate(terms) if _is_constant(t, node)}
    for i, whole in ones.items():
        for j, term in enumerate(terms):
            found = _over_sum(term) if term.coefficient == -whole.coefficient else None
            if found is None:
                continue
            D, part = found
            u = from_term(
                part._replace(coefficient=part.coefficient / term.coefficient), node.shape
            )
            if u not in D.args:
                continue
            left = sum_of([arg for arg in D.args if arg is not u], node.shape)
            top = scale(number(whole.coefficient), left)
            quotient = scale(top, power(D, -1)) if node.is_scalar else hadamard(top, power(D, -1))
            others = [arg for k, arg in enumerate(node.args) if k not in (i, j)]
            return sum_of([*others, quotient], node.shape)
    return None


def _is_constant(term: Term, node: Expr) -> bool:
    if node.is_scalar:
        return not term.scalars
    return not term.scalars and term.body is filled(1, node.shape)


QUOTIENTS = Table(
    "quotients",
    rest_of_whole,
    equation("a normalised layer sums to zero", total(layernorm(x)), number(0)),
    equation(
        "a normalised layer has variance one",
        matmul(layernorm(x).T, layernorm(x)),
        size("n"),
        why="its entries have mean 0 and variance 1",
    ),
)
