"""Rays of points p·2^k through many magnitudes, and the middle of two points.

The magnitudes reach beyond those of the numbers in expressions, both ways: tanh(10²⁰x) is flat to
all digits where x is about one, and is no constant where x is about 10⁻²⁰.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from random import Random

from matgrad.core.expr import Expr, number_value
from matgrad.core.facts import CURVED, close
from matgrad.core.walk import symbols
from matgrad.verify.arithmetic import Matrix, OutsideDomain, Undecided
from matgrad.verify.ball import Balls
from matgrad.verify.evaluate import value_of
from matgrad.verify.point import Setting
from matgrad.verify.sample import Sampler

OCTAVES = (*range(-54, 0, 9), -3, 0, 3, *range(6, 42, 6), *range(42, 163, 20))
FARTHEST = 1 << 16  # octaves
ROOTS = (1, 2, 3)  # a power of x reaches a magnitude where x itself reaches its root
BENT = CURVED - {"integer"}  # integers lie on lines
SCALELESS = BENT | {"simplex", "simplex_rows", "identity"}
SIGNED = frozenset({"positive", "nonnegative", "positive_definite", "simplex", "simplex_rows"})

Values = dict[Expr, Matrix]


def octaves_for(nodes: Iterable[Expr]) -> list[int]:
    """The octaves to look at, the nearest to one first."""
    found = {*OCTAVES}
    for bits in set(_magnitudes(nodes)):
        for reach in {abs(bits) // root + 1 for root in ROOTS}:
            far = {-reach, reach}
            found |= {k for k in far if not OCTAVES[0] <= k <= OCTAVES[-1]}
    return sorted(found, key=abs)


def _magnitudes(nodes: Iterable[Expr]) -> Iterator[int]:
    """The binary logarithms of all constants."""
    for node in nodes:
        value = number_value(node)
        if value:
            yield value.numerator.bit_length() - value.denominator.bit_length()
        elif (
            value is None and node.args and node.is_scalar and not any(True for _ in symbols(node))
        ):
            yield from _logarithm(node)


def _logarithm(node: Expr) -> Iterator[int]:
    try:
        ((x,),) = value_of(Balls({}), node)
    except (OutsideDomain, Undecided, KeyError):
        return
    if not x.contains(0):
        bits = round(float(abs(x).log() / Balls({}).flint.arb(2).log()))
        if abs(bits) <= FARTHEST:
            yield bits


def ray(
    place: Setting, sizes: dict[str, int], seed: int, number: int, octaves: Sequence[int]
) -> dict[int, Values]:
    """Values by their octave, the nearest first: of all symbols, of the variables, or of some."""
    R, random = Balls(sizes), Random(seed * 6007 + number // 2)
    S = Sampler(R, random, "generic")
    try:
        start = {x: S.value(x) for x in place.inputs}
    except OutsideDomain:
        return {}
    some = {x for x in place.inputs if random.random() < 0.5}
    moving = ({*place.inputs}, {*place.wrt}, some | {*place.wrt[:1]})[number // 2 % 3]
    if number % 2:  # the opposite ray
        start = {
            x: value if x not in moving else _turned(R, x, value) for x, value in start.items()
        }
    return {
        k: {x: _scaled(R, x, value, k) if x in moving else value for x, value in start.items()}
        for k in octaves
    }


def _turned(R: Balls, x: Expr, value: Matrix) -> Matrix:
    facts = close(x.data.facts)
    return value if facts & (SIGNED | {"identity"}) else R.scale(R.number(-1), value)


def _scaled(R: Balls, x: Expr, value: Matrix, octave: int) -> Matrix:
    facts = close(x.data.facts)
    if facts & SCALELESS or ("integer" in facts and octave < 0):
        return value
    return R.scale(R.number(Fraction(2) ** octave), value)


def between(left: Values, right: Values) -> Values:
    """The middle, or what cannot be moved as it is."""
    found: Values = {}
    for x, value in left.items():
        facts = close(x.data.facts)
        if facts & BENT:
            found[x] = value
        else:
            pairs = (zip(a, b, strict=True) for a, b in zip(value, right[x], strict=True))
            middle = [[(a + b) / 2 for a, b in row] for row in pairs]
            is_whole = "integer" in facts
            found[x] = [[c.floor() for c in row] for row in middle] if is_whole else middle
    return found
