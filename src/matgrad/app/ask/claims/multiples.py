"""Whether what is said to be zero is a gradient times something that is not: for f = c‖Ax − b‖²
the condition ∇f = 0 is written without 2c, which c > 0 allows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from matgrad.app.judge.near import TIMES
from matgrad.core.expr import Expr, number_value
from matgrad.core.facts import close
from matgrad.core.steps import Problem
from matgrad.core.walk import postorder, symbols
from matgrad.ops import exp, number, power, power_op, sigmoid, symbol_op
from matgrad.render.glyphs import plain_name
from matgrad.rules.simplify import simplify
from matgrad.rules.terms import Term, as_term, collect_powers, from_term
from matgrad.verify.claim import ClaimReport, check_claim

SIGN = "the sign is wrong"
MULTIPLE = "a multiple of the gradient vanishes with it"
NOT_ZERO = "{} where {} is not zero"
POSITIVE = (exp, sigmoid)
POWERS = (1, -1, 2, -2)


def multiple(problem: Problem, x: Expr, claim: Expr, gradient: Expr) -> str:
    """Why a claim vanishes just where the gradient does, if it is such a multiple of it."""
    if claim.shape != gradient.shape:
        return ""
    if _is_multiple(check_claim(problem, x, claim, gradient)):
        return MULTIPLE
    letters = [s for s in symbols(claim, gradient) if s.is_scalar and s is not x]
    bare, bare_gradient = (_without(each, letters) for each in (claim, gradient))
    for factor, tried in _tried(bare, letters):
        if _is_multiple(check_claim(problem, x, tried, bare_gradient)):
            left_out = [*_left_out(claim, letters), *_left_out(gradient, letters), *factor]
            return _worded(left_out, problem.function)
    return ""


def _is_multiple(result: ClaimReport) -> bool:
    return result.right or result.slip.endswith(TIMES) or result.slip == SIGN


def _without(node: Expr, letters: Iterable[Expr]) -> Expr:
    """The expression without those of its factors that are not zero: letters, exp(t), 1/‖r‖."""
    term = as_term(simplify(node))
    powers = [(s, *next(iter(collect_powers([s]).items()))) for s in term.scalars]
    kept = [
        s
        for s, base, exponent in powers
        if base not in letters and base.op not in POSITIVE and (number_value(exponent) or 0) >= 0
    ]
    if not kept and term.body is None:
        return node
    return from_term(Term(term.coefficient, tuple(kept), term.body), node.shape)


def _left_out(node: Expr, letters: Iterable[Expr]) -> Iterator[Expr]:
    """The letters among the factors that may be zero: not those of which it is a quotient."""
    for base, exponent in collect_powers(as_term(simplify(node)).scalars).items():
        if base in letters and (number_value(exponent) or 0) >= 0:
            yield base


def _tried(claim: Expr, letters: list[Expr]) -> Iterator[tuple[list[Expr], Expr]]:
    """The claim, also with one letter as a factor that its terms share: x − v + λAᵀ(Ax − b)."""
    yield [], claim
    for letter in letters:
        for exponent in POWERS:
            yield [letter], power(letter, number(exponent)) * claim


def _worded(letters: Iterable[Expr], function: Expr) -> str:
    """The words, with the letters that nothing keeps from being zero."""
    powers = (node.args for node in postorder(function) if node.op is power_op)
    divisors = {base for base, exponent in powers if (number_value(exponent) or 0) < 0}
    open_ones = [
        s
        for s in dict.fromkeys(letters)
        if s.op is symbol_op and "nonzero" not in close(s.data.facts) and s not in divisors
    ]
    names = " and ".join(plain_name(s.data.name) for s in open_ones)
    return NOT_ZERO.format(MULTIPLE, names) if names else MULTIPLE
