"""The order in which the terms of a sum are read: positive ones first, polynomials by degree."""

from __future__ import annotations

from collections.abc import Sequence

from matgrad.core.expr import DIFFERENTIAL, Expr, number_value
from matgrad.ops import (
    eye_op,
    hadamard,
    kron,
    matmul,
    matrix_power_op,
    number_op,
    ones_op,
    power_op,
    scale,
    symbol_op,
    transpose,
)
from matgrad.rules.terms import as_term

Word = tuple[tuple[str, bool], ...]  # letters, and whether each is transposed
PRODUCTS = (matmul, hadamard, kron, scale)
NOTHING = (eye_op, ones_op, number_op)
LONGEST = 24  # letters of a word


def in_reading_order(terms: Sequence[Expr]) -> list[Expr]:
    """b − Ax rather than −Ax + b, 1 − x rather than −x + 1, and x³ before x²."""
    signs = {term: as_term(term).coefficient.numerator < 0 for term in terms}
    constants = any(signs.values())
    ranks = {term: (signs[term], _is_constant(term) is not constants) for term in terms}
    words = order_of_words(terms) if len({*ranks.values()}) < len(terms) else {}
    return sorted(terms, key=lambda term: (ranks[term], words.get(term, ())))


def _is_constant(node: Expr) -> bool:
    body = node.args[-1] if node.op is scale else node
    return body.op in (ones_op, number_op)


def order_of_words(terms: Sequence[Expr]) -> dict[Expr, tuple[int, Word]]:
    """Keys that order the terms of a polynomial, or nothing where there is none.

    x⁴ comes before x³, and AX² + XAX + X²A are as in a dictionary.
    """
    if not any(node.occurring & POWERS for node in terms):
        return {}
    if any(node.occurring & ~SPELLED for node in terms):
        return {}
    words = {term: _word(term) for term in terms}
    letters = {frozenset(name for name, _ in word or ()) for word in words.values()}
    if None in words.values() or len(letters - {frozenset()}) != 1:
        return {}
    return {term: (-len(word or ()), word or ()) for term, word in words.items()}


POWERS = matrix_power_op.bit | power_op.bit
SPELLED = DIFFERENTIAL | POWERS
SPELLED |= sum({op.bit for op in (symbol_op, transpose, *PRODUCTS, *NOTHING)})


def _word(term: Expr) -> Word | None:
    """The letters of a product of symbols in their order, each power written out."""
    found: list[tuple[str, bool]] = []
    waiting = [(term, False)]
    while waiting:
        node, turned = waiting.pop()
        if node.op is symbol_op:
            found.append((node.lead.swapcase(), turned))
        elif node.op is transpose:
            waiting.append((node.args[0], not turned))
        elif node.op in PRODUCTS:
            waiting += [(arg, turned) for arg in (node.args if turned else node.args[::-1])]
        elif node.op not in NOTHING:
            k = _exponent(node)
            if k < 1 or k > LONGEST:
                return None
            waiting += [(node.args[0], turned)] * k
        if len(found) + len(waiting) > LONGEST:
            return None
    return tuple(found)


def _exponent(node: Expr) -> int:
    """The k of a whole power, or 0."""
    if node.op is matrix_power_op:
        return node.data
    k = number_value(node.args[1]) if node.op is power_op else None
    return 0 if k is None or k.denominator != 1 else k.numerator
