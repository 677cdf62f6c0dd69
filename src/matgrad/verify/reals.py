"""A claim once more with real numbers: on both sides of zero, far out, and to many digits.

The finite field takes √x² for |x| or for x, as its point has it, and knows no order; that is no
harm to a derivation, whose answer is compared with real numbers besides. What people claim is
compared here, also at the size of the numbers that stand in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Any

from matgrad.core.expr import Expr, Facts, number_value
from matgrad.core.facts import close
from matgrad.core.rule import Context
from matgrad.core.walk import postorder, symbols
from matgrad.ops import size_op
from matgrad.rules.simplify import multiplied_out, simplify
from matgrad.verify.arithmetic import OutsideDomain, Scalar, Undecided
from matgrad.verify.ball import BallJets, Balls, precision
from matgrad.verify.comparison import equal, equality
from matgrad.verify.evaluate import value_of
from matgrad.verify.jumps import sits_at_kink
from matgrad.verify.point import Point, Setting
from matgrad.verify.regions import OneSided, explored, has_pieces
from matgrad.verify.sample import Sampler
from matgrad.verify.sizes import LARGEST, dimensions_in

BITS = 1024  # a claim may be wrong by 10⁻⁶⁰
FINEST = 1 << 14  # 1 − tanh(1000)² is not 0
FEW = 200  # nodes that are evaluated with so many bits
REACHES = (2, 3, 16)
DRAWS = 10  # for each reach
FARTHEST = 1 << 20
LOST = 500  # of the logarithm of a number
SIZES = 4  # assignments that points are drawn at


@dataclass(frozen=True)
class Seen:
    """Where two expressions were compared: how often they agreed, and a point where they differ.

    `missing` counts points where the second has a value and the first has none; `by` is by what
    they differ, where it is too little to be seen in their values; `one_sided` are the kinks of
    which one side was not met.
    """

    agreed: int
    missing: int
    differ: Point | None
    by: Expr | None = None
    one_sided: tuple[OneSided, ...] = ()


class WholeSampler(Sampler):
    """Draws integers of both signs up to a reach, so that a person can redo the computation.

    With `parts` they are halves or quarters; those of `definite` are positive definite.
    """

    reach, parts = 2, 1
    definite: frozenset[Expr] = frozenset()
    spread = Fraction(1)

    def scalar(self) -> Scalar:
        """A nonzero number."""
        low = 1 if self.style == "positive" else -self.reach
        drawn = self.random.choice((self.random.randint(low, -1), 0)) if low < 0 else 0
        return self._part(drawn or self.random.randint(1, self.reach))

    def facts(self, symbol: Expr) -> Facts:
        """What a value obeys."""
        more = {"positive_definite"} if symbol in self.definite else ()
        return close(symbol.data.facts.union(more))

    def positive(self) -> Scalar:
        """A positive number."""
        return self._part(self.random.randint(1, self.reach + 1))

    def _part(self, count: int) -> Scalar:
        return self.R.rational(Fraction(count, self.parts))


def fine(bits: int = BITS) -> Any:
    """A context in which balls have so many bits."""
    return precision(bits)


def compared(place: Setting, left: Expr, right: Expr, seed: int, is_doubted: bool = False) -> Seen:
    """Compare at whole points where the function has a value, and on all pieces that it has.

    What only real numbers confirm is doubted, and is compared to more digits.
    """
    seen = _at_whole_points(place, left, right, seed, DRAWS)
    roots = (left, right, *(plan.value for plan in place.plans))
    if seen.differ is not None or not (is_doubted or has_pieces(*roots)):
        return seen
    if is_doubted and len(postorder(*roots)) < FEW:
        finest = _at_whole_points(place, left, right, seed, 1, FINEST)
        if finest.differ is not None:
            return finest
    more = explored(place, equality("claim", left, right), seed)
    return replace(seen, differ=more.differ, one_sided=more.left_open(is_doubted))


def _at_whole_points(  # noqa: PLR0913, PLR0917
    place: Setting, left: Expr, right: Expr, seed: int, draws: int, bits: int = BITS
) -> Seen:
    """Compare until a difference is found."""
    agreed = missing = 0
    by = _difference(left, right)
    with fine(bits):
        for at in _points(place, left, right, seed, draws):
            if not isinstance(at.value(), list):
                continue
            memo = at.evaluate([left, right])
            missing += isinstance(memo[left], OutsideDomain) and isinstance(memo[right], list)
            same = equal(at, memo[left], memo[right])
            if same is False and sits_at_kink(at.R):
                continue  # there people have different conventions
            if same is False:
                return Seen(agreed, missing, at)
            if same and by is not None and _is_nonzero(at, by):
                return Seen(agreed, missing, at, by)
            agreed += bool(same)
    return Seen(agreed, missing, None)


def _difference(left: Expr, right: Expr) -> Expr | None:
    """What is left of left − right, if they hold numbers that are lost beside others."""
    if left.shape != right.shape or not any(map(_is_lost, postorder(left, right))):
        return None
    context = Context()
    return simplify(multiplied_out(simplify(left - right, context), context), context)


def _is_lost(node: Expr) -> bool:
    """Is this a number such as exp(−1000), too small or too large for the bits that are used?"""
    if not node.args or not node.is_scalar or any(True for _ in symbols(node)):
        return False
    with fine(LOST // 8):
        try:
            ((x,),) = value_of(Balls({}), node)
        except (OutsideDomain, Undecided, KeyError):
            return False
        return not x.contains(0) and abs(float(abs(x).log())) > LOST


def _is_nonzero(at: Point, by: Expr) -> bool:
    value = at.evaluate([by])[by]
    return isinstance(value, list) and any(not x.contains(0) for row in value for x in row)


def _reaches(*roots: Expr) -> list[int]:
    """How far out to look: well beyond the numbers in the expressions."""
    numbers = (number_value(node) for node in postorder(*roots))
    sizes = {min(8 * round(abs(x)), FARTHEST) for x in numbers if x is not None and abs(x) > 2}
    return sorted({*REACHES, *sizes})


def _larger(place: Setting, *roots: Expr) -> list[dict[str, int]]:
    """Sizes beyond the numbers in expressions that compute with sizes, as (n − 4)·x does."""
    nodes = postorder(*roots)
    if not any(node.op is size_op for node in nodes):
        return []
    numbers = (number_value(node) for node in nodes)
    most = max((round(abs(x)) for x in numbers if x is not None and abs(x) <= LARGEST), default=0)
    wanted = ({n: size + more for n, size in place.sizes[0].items()} for more in {4, most + 2})
    return [
        sizes
        for sizes in wanted
        if all(1 <= d.evaluate(sizes) <= LARGEST for d in dimensions_in(nodes)[0])
    ]


def _points(place: Setting, left: Expr, right: Expr, seed: int, draws: int) -> Iterator[Point]:
    reaches = _reaches(left, right)
    tried = [*place.sizes[:SIZES], *_larger(place, left, right)]
    for i, reach in enumerate(reach for reach in reaches for _ in range(draws)):
        R = Balls(tried[i % len(tried)])
        S = WholeSampler(R, Random(seed * 7919 + i), "positive" if i % draws == 0 else "any")
        S.reach = reach
        try:
            yield Point(place, R, BallJets(R, place.order), S)
        except OutsideDomain:
            continue
