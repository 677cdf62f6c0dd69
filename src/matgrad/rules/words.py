"""Products read as words, so that the terms of a polynomial come in the order of their degrees."""

from __future__ import annotations

from collections.abc import Sequence

from matgrad.core.expr import Expr, number_value
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

Word = tuple[tuple[str, bool], ...]  # letters, and whether each is transposed
PRODUCTS = (matmul, hadamard, kron, scale)
NOTHING = (eye_op, ones_op, number_op)
LONGEST = 24  # letters of a word


def order_of_words(terms: Sequence[Expr]) -> dict[Expr, tuple[int, Word]]:
    """Keys that order the terms of a polynomial, or nothing where there is none.

    x⁴ comes before x³, and AX² + XAX + X²A are as in a dictionary.
    """
    if not any(node.occurring & POWERS for node in terms):
        return {}
    words = {term: _word(term) for term in terms}
    letters = {frozenset(name for name, _ in word or ()) for word in words.values()}
    if None in words.values() or len(letters - {frozenset()}) != 1:
        return {}
    return {term: (-len(word or ()), word or ()) for term, word in words.items()}


POWERS = matrix_power_op.bit | power_op.bit


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
