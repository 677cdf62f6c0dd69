"""Both sides of every kink: points along rays, and what lies between those on different pieces.

A function such as |x − 50| has pieces, and small numbers meet one of them. Points are taken on
rays p·2^k through many magnitudes. Where the pieces of two neighbours differ, the stretch between
them is halved again and again, so that each piece on the ray is met, however narrow it is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

from matgrad.core.expr import Expr, number_value
from matgrad.core.steps import Problem
from matgrad.core.walk import postorder, substitute, symbols
from matgrad.ops import WHOLE, power_op, size_op, sqrt
from matgrad.render.plain import plain
from matgrad.verify.arithmetic import OutsideDomain, Undecided
from matgrad.verify.ball import BallJets, precision
from matgrad.verify.certain import is_certain
from matgrad.verify.comparison import Comparison, equal
from matgrad.verify.evaluate import Outcome
from matgrad.verify.point import Point, Setting
from matgrad.verify.rays import Values, between, octaves_for, ray
from matgrad.verify.sample import Holding
from matgrad.verify.strain import Strained

BITS = 512  # 2^160 + 3 is told apart from 2^160
RAYS = 6
HALVINGS = 24  # of the stretch between two points
MOST, LEAST, WORK = 480, 80, 48_000  # points that are tried; about so many nodes are evaluated
SIZES = 3  # assignments of sizes
_WHOLE = {op.name for op in WHOLE}
Path = tuple[tuple[Expr | None, int], ...]  # the side of each kink, in the order of evaluation


class Watched(Strained):
    """Real arithmetic that remembers on which pieces of all functions a point was."""

    def __init__(self, sizes: dict[str, int]) -> None:
        super().__init__(sizes)
        self.path: list[tuple[Expr | None, int]] = []

    def seen(self, sign: int) -> int:
        """Note the side of a kink."""
        self.path.append((self.node, sign))
        return super().seen(sign)

    def function(self, name: str, x: Any) -> Any:
        """An elementwise function; one with jumps has a piece for each of its values."""
        value = super().function(name, x)
        if name in _WHOLE:
            self.path.append((self.node, int(value.unique_fmpz())))
        return value


@dataclass(frozen=True)
class OneSided:
    """A kink of which one side was met, in words; is it a matter of sizes only?"""

    words: str
    by_sizes: bool


@dataclass(frozen=True)
class Explored:
    """A point where a comparison fails, or the kinks of which only one side was met."""

    differ: Point | None
    agreed: int
    one_sided: tuple[OneSided, ...] = ()

    def left_open(self, is_doubted: bool) -> tuple[OneSided, ...]:
        """What is still to be said; the field tries both sides, except of what sizes decide."""
        return tuple(each for each in self.one_sided if is_doubted or each.by_sizes)


def has_pieces(*roots: Expr) -> bool:
    """Does a function occur that has a kink or a jump, or hides one, as √x² does?"""
    return any(map(asks_for_sign, postorder(*roots)))


def asks_for_sign(node: Expr) -> bool:
    """Has this function a kink or a jump, or does it hide one?"""
    return gap(node) is not None or _is_root(node)


def gap(node: Expr) -> Expr | None:
    """What changes its sign where a function has a kink; its operator declares a convention."""
    conditions = node.op.conditions(node) if node.op.conditions is not None else ()
    return next((c.subject for c in conditions if c.predicate == "convention"), None)


def _is_root(node: Expr) -> bool:
    exponent = number_value(node.args[1]) if node.op is power_op else None
    is_even = exponent is not None and exponent.denominator % 2 == 0
    return (is_even or node.op is sqrt) and any(True for _ in symbols(node.args[0]))


def explored(
    place: Setting, wanted: Comparison, seed: int = 1, inside: Sequence[Expr] = ()
) -> Explored:
    """Compare on all pieces that are found, where what must be positive `inside` is so."""
    search = _Search(place, wanted, inside)
    with precision(BITS):
        for number in range(RAYS):
            sizes = search.sizes(number)
            if search.follow(ray(place, sizes, seed, number, search.octaves), sizes):
                break
        search.halve()
    return Explored(search.differ, search.agreed, tuple(dict.fromkeys(search.one_sided())))


@dataclass(frozen=True)
class _Stretch:
    """Two points on different pieces."""

    sizes: dict[str, int]
    left: tuple[Values, Path]
    right: tuple[Values, Path]
    halvings: int = HALVINGS


class _Search:
    """Points that were tried, and the stretches between them that are still to be halved."""

    def __init__(self, place: Setting, wanted: Comparison, inside: Sequence[Expr]) -> None:
        self.place, self.wanted, self.inside = place, wanted, inside
        nodes = postorder(*wanted.roots, *inside, *(plan.value for plan in place.plans))
        self.left = max(LEAST, min(MOST, WORK // len(nodes)))
        self.agreed, self.differ = 0, None
        self.sides: dict[Expr, set[int]] = {}
        self.octaves = octaves_for(nodes)
        self.telling = False  # has a point been met at which no digits hide a difference?
        self.strained: dict[Expr, None] = {}
        self.waiting: deque[_Stretch] = deque()
        self.still: dict[
            tuple[int, ...], int
        ] = {}  # entries that are always at a kink, as 0 in |0|

    def sizes(self, number: int) -> dict[str, int]:
        """The assignment for a ray: small ones in turn."""
        tried = [self.place.sizes[i] for i in self.place.larger][:SIZES]
        return tried[number // 2 % len(tried)]

    def follow(self, ray: dict[int, Values], sizes: dict[str, int]) -> bool:
        """Try the points of a ray, the smallest first; has one decided it?"""
        paths: dict[int, Path] = {}
        for k, values in ray.items():
            if self.left <= 0 or self.differ is not None:
                return True
            paths[k] = self.visit(values, sizes)
        steps = sorted(paths)
        for a, b in pairwise(steps):
            if paths[a] != paths[b]:
                self.waiting.append(_Stretch(sizes, (ray[a], paths[a]), (ray[b], paths[b])))
        return False

    def halve(self) -> None:
        """Try the points between two on different pieces, until nothing or no time is left."""
        while self.waiting and self.left > 0 and self.differ is None:
            each = self.waiting.popleft()
            middle = between(each.left[0], each.right[0])
            found = middle, self.visit(middle, each.sizes)
            for a, b in ((each.left, found), (found, each.right)):
                if a[1] != b[1] and each.halvings:
                    self.waiting.append(_Stretch(each.sizes, a, b, each.halvings - 1))

    def visit(self, values: Values, sizes: dict[str, int]) -> Path:
        """Compare at a point, and say on which pieces it is."""
        self.left -= 1
        R = Watched(sizes)
        S = Holding(R, Random(self.left))
        S.known = values
        try:
            at = Point(self.place, R, BallJets(R, self.place.order), S)
            if not isinstance(at.value(), list):
                return ()
            at.evaluate([*self.wanted.roots, *self.inside])
            signs = [(each, sign) for each in self.inside for sign in _signs(at.memo[each])]
            if all(sign > 0 for _, sign in signs):
                self._compare(at, R)
        except (OutsideDomain, Undecided):
            return ()
        return (*R.path, *signs)

    def _compare(self, at: Point, R: Watched) -> None:
        zeros = sum(not sign and node.op not in WHOLE for node, sign in R.path if node)
        still = self.still.setdefault(tuple(R.sizes.values()), zeros)
        if zeros > still:  # at the kink itself people have different conventions
            return
        same = equal(at, *self.wanted.sides(at))
        if same is False:
            self.differ = at
        elif same:
            self.agreed += 1
            self.strained |= dict.fromkeys(R.strained)
            self.telling = self.telling or not R.strained
            for node, sign in R.path:
                if node is not None and (sign or node.op in WHOLE):
                    self.sides.setdefault(node, set()).add(sign)

    def one_sided(self) -> Iterator[OneSided]:
        """The kinks that were met on one side only, though nothing says that there is no other.

        And what was nowhere seen as what it is, but as a constant or a straight line.
        """
        closed = _closed(self.place.problem)
        if self.strained and not self.telling:
            node = substitute(next(iter(self.strained)), closed)
            yield OneSided(f"{plain(node)} cannot be told from a simpler function", False)
        for met, signs in self.sides.items():
            node = substitute(met, closed)
            between, moves = gap(node), any(True for _ in symbols(node))
            if len(signs) != 1 or between is None or not (moves or _has_size(node)):
                continue
            (sign,) = signs
            if node.op in WHOLE:
                yield OneSided(f"{node} = {sign}", not moves)
            elif not is_certain(between, sign, self.inside):
                yield OneSided(f"{between} {'>' if sign > 0 else '<'} 0", not moves)


def _has_size(node: Expr) -> bool:
    return any(each.op is size_op for each in postorder(node))


def _closed(problem: Problem) -> dict[Expr, Expr]:
    found: dict[Expr, Expr] = {}
    for each in problem.definitions:
        found[each.symbol] = substitute(each.value, found)
    return found


def _signs(value: Outcome) -> list[int]:
    """The sign of each entry; 0 for what cannot be told from zero, or has no value."""
    if not isinstance(value, list):
        return [0]
    return [1 if x > 0 else -1 if x < 0 else 0 for row in value for x in row]
