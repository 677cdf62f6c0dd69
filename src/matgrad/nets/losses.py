"""Losses: from the last z to the prediction ŷ and the number f that is minimised."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from matgrad.core.expr import Expr, Facts
from matgrad.errors import UnknownNameError
from matgrad.nets.layers import softmax_of
from matgrad.ops import (
    add,
    filled,
    frobenius,
    hadamard,
    log,
    minus,
    multiply,
    number,
    power,
    relu,
    scale,
    sigmoid,
    softplus,
    total,
)

HALF = number(Fraction(1, 2))


@dataclass(frozen=True)
class Loss:
    """How ŷ is made from z, what f is, and what must be known of the target y."""

    predict: Callable[[Expr], Expr]
    value: Callable[[Expr, Expr, Expr], Expr]  # from z, ŷ and y; summed over all entries
    target: tuple[str, ...] = ()  # facts of y for one sample
    targets: tuple[str, ...] = ()  # and of Y for a batch
    known: tuple[str, ...] = ()  # facts of ŷ for one sample
    known_rows: tuple[str, ...] = ()
    words: str = ""
    is_difference: bool = False  # its gradient by z is ŷ − y

    def facts(self, batch: bool) -> tuple[Facts, Facts]:
        """What is assumed of the target, and what follows for the prediction."""
        given = self.targets if batch else self.target
        known = self.known_rows if batch else self.known
        return frozenset(given), frozenset(known)


def inner(A: Expr, B: Expr) -> Expr:
    """aᵀb for one sample, A : B for a batch."""
    return multiply(A.T, B) if A.shape.is_column else frobenius(A, B)


def _squared(A: Expr) -> Expr:
    return power(A, 2) if A.is_scalar else frobenius(A, A)


def _sum(A: Expr) -> Expr:
    return A if A.is_scalar else total(A)


def _huber(z: Expr, prediction: Expr, y: Expr) -> Expr:
    """½r² up to |r| = 1 and |r| − ½ beyond it: what is more than 1 is taken off on both sides."""
    r, less = minus(prediction, y), number(Fraction(-1, 2))
    above = relu(minus(r, filled(1, r.shape)))
    below = relu(minus(minus(y, prediction), filled(1, r.shape)))
    return add(scale(HALF, _squared(r)), scale(less, _squared(above)), scale(less, _squared(below)))


LOSSES: Mapping[str, Loss] = {
    "softmax_cross_entropy": Loss(
        softmax_of,
        lambda z, p, y: scale(number(-1), inner(y, log(p))),
        target=("simplex",),
        targets=("simplex_rows",),
        known=("simplex", "positive"),
        known_rows=("simplex_rows", "positive"),
        words="cross-entropy of softmax; the entries of the target sum to one",
        is_difference=True,
    ),
    "binary_cross_entropy": Loss(
        sigmoid,
        lambda z, p, y: minus(_sum(softplus(z)), y * z if z.is_scalar else inner(y, z)),
        known=("positive",),
        known_rows=("positive",),
        words="−y : log(ŷ) − (1 − y) : log(1 − ŷ), written in z so that it does not overflow",
        is_difference=True,
    ),
    "squared_error": Loss(
        lambda z: z,
        lambda z, p, y: scale(HALF, _squared(minus(p, y))),
        words="half the sum of squares",
        is_difference=True,
    ),
    "hinge": Loss(
        lambda z: z,
        lambda z, p, y: _sum(
            relu(minus(filled(1, p.shape), y * p if p.is_scalar else hadamard(y, p)))
        ),
        words="hinge loss; the targets are −1 and 1",
    ),
    "huber": Loss(lambda z: z, _huber, words="Huber loss with threshold 1"),
}
ALIASES = {
    "softmax_ce": "softmax_cross_entropy",
    "cross_entropy": "softmax_cross_entropy",
    "ce": "softmax_cross_entropy",
    "binary_ce": "binary_cross_entropy",
    "bce": "binary_cross_entropy",
    "mse": "squared_error",
    "squared": "squared_error",
}


def loss(name: str) -> Loss:
    """The loss of this name.

    >>> loss("softmax-ce").target
    ('simplex',)
    """
    return LOSSES[full_name(name)]


def full_name(name: str) -> str:
    """The name of a loss without abbreviations."""
    plain = name.replace("-", "_")
    found = ALIASES.get(plain, plain)
    if found not in LOSSES:
        raise UnknownNameError(f"unknown loss {name!r}", hint="known ones: " + ", ".join(LOSSES))
    return found


def decay(weights: list[Expr], strength: Expr) -> Expr:
    """Weight decay: half the strength times the sum of squares of all weights."""
    squares = [scale(HALF, strength, _squared(W)) for W in weights]
    return squares[0] if len(squares) == 1 else add(*squares)


def averaged(value: Expr, count: Expr) -> Expr:
    """The mean over the samples of a batch."""
    return scale(power(count, -1), value)
