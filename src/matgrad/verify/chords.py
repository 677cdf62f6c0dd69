"""Chords: two points with the one halfway between them, where a convex function cannot lie above.

They show that a function is not convex, in numbers to be redone by hand, and every line of a proof
that it is convex is tried at them: a proof that one of them contradicts is not shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from random import Random

from matgrad.core.expr import Expr
from matgrad.core.steps import Problem
from matgrad.render.glyphs import plain_input
from matgrad.verify.arithmetic import Matrix, OutsideDomain, Undecided
from matgrad.verify.ball import BallJets, Balls, precision
from matgrad.verify.counterexamples import written
from matgrad.verify.evaluate import Outcome
from matgrad.verify.point import Point, Setting, setting
from matgrad.verify.reals import WholeSampler
from matgrad.verify.sample import Holding

HALF = Fraction(1, 2)
# How large the numbers are, and what parts of 1 they are.
REACHES = ((2, 1), (3, 1), (2, 2), (4, 1), (4, 2), (2, 4), (9, 1), (9, 4), (30, 1), (3, 8))
DRAWS = 5  # chords for each
STYLES = ("generic", "positive", "small", "wide", "near identity")
CHECKS = 8  # chords for a proof, of each style
Values = dict[str, list[list[str]]]


@dataclass(frozen=True)
class Chord:
    """Two points and the one halfway, at which a function is not convex, or not concave."""

    against: str  # convex or concave
    sizes: dict[str, int]
    constants: Values
    left: Values
    right: Values
    middle: Values
    values: tuple[str, str, str]  # of the function, on the left, on the right and halfway
    mean: str

    def __str__(self) -> str:
        given = f"with {_listed(self.constants)}, " if self.constants else ""
        left, right, middle = self.values
        side = "above" if self.against == "convex" else "below"
        return (
            f"not {self.against}: {given}at {_listed(self.left)} and at {_listed(self.right)} "
            f"the values are {left} and {right}; halfway, at {_listed(self.middle)}, "
            f"it is {middle}, {side} their mean {self.mean}"
        ).replace(" -", " −")


@dataclass(frozen=True)
class _Points:
    left: Point
    middle: Point
    right: Point

    def values(self, nodes: Sequence[Expr]) -> Iterator[tuple[Expr, tuple[Outcome, ...]]]:
        """The three values of each node."""
        for at in (self.left, self.middle, self.right):
            at.evaluate(nodes)
        for node in nodes:
            yield node, tuple(at.memo[node] for at in (self.left, self.middle, self.right))


def find_chord(problem: Problem, variables: Sequence[Expr], against: str) -> Chord | None:
    """A chord that shows that a function is not convex, or not concave, the smallest first."""
    try:
        place = setting(problem, variables)
    except Undecided:
        return None
    with precision():
        for points in _whole_chords(place, 1):
            values = [at.value() for at in (points.left, points.middle, points.right)]
            entry = _bent(values, "concave" if against == "convex" else "convex")
            if entry is not None:
                return _shown(place, points, against, entry)
    return None


def contradicted(
    problem: Problem, variables: Sequence[Expr], claims: Sequence[tuple[Expr, str]]
) -> tuple[Expr, str] | None:
    """The first claim about a part of the function that a sampled chord speaks against."""
    try:
        place = setting(problem, variables, others=[node for node, _ in claims])
    except Undecided:
        return None
    nodes = [*dict.fromkeys(node for node, _ in claims)]
    with precision():
        for points in _drawn_chords(place, 7):
            if any(not isinstance(at.value(), list) for at in (points.left, points.right)):
                continue
            found = dict(points.values(nodes))
            for node, word in claims:
                if _is_against(found[node], word):
                    return node, word
    return None


def _is_against(values: tuple[Outcome, ...], word: str) -> bool:
    kind, _, shape = word.rpartition("-")
    if kind == "log":
        values = tuple(_logarithm(value) for value in values)
    elif kind == "matrix":
        values = tuple(_form(value) for value in values)
    elif kind:
        return False
    opposite = {"convex": "concave", "concave": "convex"}[shape]
    return _bent(values, opposite) is not None


def _logarithm(value: Outcome) -> Outcome:
    try:
        return Balls({}).apply("log", value) if isinstance(value, list) else value
    except (OutsideDomain, Undecided) as reason:
        return reason


def _form(value: Outcome) -> Outcome:
    """vᵀMv for a fixed v."""
    if not isinstance(value, list):
        return value
    R = Balls({})
    v = [[R.rational(Fraction((-1) ** i * (2 * i + 3), i + 2))] for i in range(len(value))]
    return R.matmul(R.transpose(v), value, v)


def _bent(values: Sequence[Outcome], way: str) -> tuple[int, int] | None:
    """An entry that certainly bends this way along a chord: above it if concave."""
    left, middle, right = values
    if not (isinstance(left, list) and isinstance(middle, list) and isinstance(right, list)):
        return None
    for i, row in enumerate(middle):
        for j, half in enumerate(row):
            apart = left[i][j] + right[i][j] - 2 * half
            if (apart < 0) if way == "concave" else (apart > 0):
                return i, j
    return None


# ---------------------------------------------------------------- points


class _Whole(Holding, WholeSampler):
    """Draws whole numbers, but for the symbols whose values are known."""


Sampling = Callable[[Balls], Holding]


def _whole_chords(place: Setting, seed: int) -> Iterator[_Points]:
    """Chords between points with small numbers, the smallest first."""
    sizes = sorted(place.sizes, key=lambda each: sorted(each.values(), reverse=True))[:3]
    for reach, parts in REACHES:
        for each in sizes:
            for i in range(2 * DRAWS):
                random = Random(seed * 7919 + i)
                style = "positive" if i % 2 == 0 else "any"
                yield from _chord(place, each, partial(_whole, random, style, reach, parts))


def _whole(random: Random, style: str, reach: int, parts: int, R: Balls) -> Holding:
    S = _Whole(R, random, style)
    S.reach, S.parts = reach, parts
    return S


def _drawn_chords(place: Setting, seed: int) -> Iterator[_Points]:
    for number, each in enumerate(place.sizes[:3]):
        for i in range(CHECKS * len(STYLES) // 3):
            random = Random(seed * 7919 + 101 * number + i)
            style = STYLES[i % len(STYLES)]
            yield from _chord(place, each, partial(Holding, random=random, style=style))


def _chord(place: Setting, sizes: dict[str, int], sampler: Sampling) -> Iterator[_Points]:
    """Two drawn points with the same constants, and the one halfway."""
    try:
        left = _point(place, sizes, sampler, {})
        still = {x: left.R.values[x] for x in place.inputs if x not in place.wrt}
        right = _point(place, sizes, sampler, still)
        R, half = left.R, [[left.R.rational(HALF)]]
        between = {
            x: R.scale(half, R.add(left.R.values[x], right.R.values[x]))
            for x in place.wrt
            if x in left.R.values
        }
        yield _Points(left, _point(place, sizes, sampler, still | between), right)
    except (OutsideDomain, Undecided):
        return


def _point(
    place: Setting, sizes: dict[str, int], sampler: Sampling, known: dict[Expr, Matrix]
) -> Point:
    R = Balls(sizes)
    S = sampler(R)
    S.known = known
    return Point(place, R, BallJets(R), S)


# ---------------------------------------------------------------- words


def _shown(place: Setting, points: _Points, against: str, entry: tuple[int, int]) -> Chord:
    i, j = entry
    left, middle, right = points.left, points.middle, points.right
    values = (at.value() for at in (left, right, middle))
    numbers = [value[i][j] for value in values if isinstance(value, list)]
    (a,), (b,), (c,), (mean,) = written([[x] for x in (*numbers, (numbers[0] + numbers[1]) / 2)], 6)
    moving = [x for x in place.inputs if x in place.wrt]
    return Chord(
        against,
        dict(left.R.sizes),
        _values(left, [x for x in place.inputs if x not in place.wrt]),
        _values(left, moving),
        _values(right, moving),
        _values(middle, moving),
        (a, b, c),
        mean,
    )


def _values(at: Point, symbols: Sequence[Expr]) -> Values:
    return {x.name: written(at.R.values[x], 6) for x in symbols}


def _listed(values: Values) -> str:
    """A = [1 2; 3 4], b = 1."""
    each = ((name, ["  ".join(row) for row in rows]) for name, rows in values.items())
    shown = (
        (name, lines[0] if len(lines) == 1 and " " not in lines[0] else f"[{'; '.join(lines)}]")
        for name, lines in each
    )
    return ", ".join(f"{plain_input(name)} = {value}".replace("-", "−") for name, value in shown)
