"""A point: values for all symbols, tangents for those that move, and what follows from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from random import Random
from typing import NamedTuple

from matgrad.core.expr import Expr, Symbol, is_differential
from matgrad.core.steps import Definition, Problem
from matgrad.core.walk import moves, postorder
from matgrad.verify.arithmetic import Matrix, OutsideDomain, Undecided
from matgrad.verify.ball import BallJets, Balls
from matgrad.verify.evaluate import Memo, Outcome, fill
from matgrad.verify.field import Field
from matgrad.verify.jets import Jets
from matgrad.verify.reasons import kept
from matgrad.verify.sample import MIXED, STYLES, Sampler
from matgrad.verify.sizes import LARGEST, LARGEST_PRODUCT, assignments_in, why_none

TRIES = 64  # points drawn in search of one inside the domain
LONGER = 4  # times as many where some were found, but too few
ASSIGNMENTS = 2  # of sizes, at which things agree before they count as equal
DEEP = 500  # nodes; larger functions are tried at small numbers first

Sizes = Mapping[str, int]


@dataclass(frozen=True)
class Plan:
    """How one name, or the function, is evaluated: its nodes, arguments first."""

    symbol: Expr | None
    value: Expr
    nodes: tuple[Expr, ...]
    uses: tuple[int, ...]  # the plans of the names in it
    moves: bool  # False if it is written in differentials, whose own differential is not known


@dataclass(frozen=True)
class Setting:
    """What is checked: a problem, the variables that move, and all names that were given."""

    problem: Problem
    wrt: tuple[Expr, ...]
    plans: tuple[Plan, ...]  # of the definitions in order, then of the function
    inputs: tuple[Expr, ...]
    sizes: tuple[dict[str, int], ...]  # assignments to try, best first
    order: int = 1
    # Real points that were drawn: lines and result are checked at the same ones.
    drawn: dict[tuple[int, int], Point | OutsideDomain | Undecided] = field(
        default_factory=dict["tuple[int, int]", "Point | OutsideDomain | Undecided"],
        init=False, compare=False, repr=False,
    )  # fmt: skip

    # Assignments at which the function had a value in the field.
    inside: set[int] = field(default_factory=set[int], init=False, compare=False, repr=False)

    @cached_property
    def larger(self) -> list[int]:
        """Sizes of two and more: x xᵀ is invertible for n = 1, and that is not what is meant."""
        numbers = [i for i, sizes in enumerate(self.sizes) if all(n > 1 for n in sizes.values())]
        return numbers or [*range(len(self.sizes))]

    def bit(self, sizes: Sizes) -> int:
        """A bit for this assignment, the same for equal ones."""
        return 1 << self.sizes.index(dict(sizes))

    @cached_property
    def _larger(self) -> int:
        """The bits of the larger assignments."""
        return sum({self.bit(self.sizes[i]) for i in self.larger})

    @cached_property
    def _different(self) -> int:
        """How many different assignments agreements are wanted at."""
        return min(ASSIGNMENTS, len({tuple(sizes.items()) for sizes in self.sizes}))

    def is_large(self, bits: int) -> bool:
        """Is one of these assignments a larger one?"""
        return bool(bits & self._larger)

    def is_covered(self, bits: int) -> bool:
        """Do agreements at these sizes say something of all: two different ones, one larger?"""
        return bits.bit_count() >= self._different and self.is_large(bits)

    @cached_property
    def names(self) -> dict[str, tuple[Expr, int | None]]:
        """What each name stands for: an input, or the value of a plan."""
        found: dict[str, tuple[Expr, int | None]] = {s.name: (s, None) for s in self.inputs}
        for number, plan in enumerate(self.plans):
            name = self.problem.name if plan.symbol is None else plan.symbol.name
            found.setdefault(name, (plan.value, number))
        return found

    def needed(self, wanted: Iterable[int], known: set[int]) -> list[Plan]:
        """These plans and those that they use, in order, but for what is known; now it is."""
        new, waiting = set[int](), [*wanted]
        while waiting:
            number = waiting.pop()
            if number not in known:
                known.add(number)
                new.add(number)
                waiting += self.plans[number].uses
        return [self.plans[number] for number in sorted(new)]

    @property
    def is_defined(self) -> bool:
        """Was a point found at which the function has a value?"""
        return not self.inside.isdisjoint(self.larger)

    @property
    def is_outside(self) -> bool:
        """Were all real points outside of the domain, and most not just at its edge?"""
        failures = [found for found in self.drawn.values() if isinstance(found, OutsideDomain)]
        certain = sum(failure.always for failure in failures)
        return len(failures) == len(self.drawn) and 2 * certain > len(failures)

    @property
    def failure(self) -> str:
        """Why the function has no value and derivative at the real points that were drawn."""
        reasons = Counter(
            str(found) for found in self.drawn.values() if isinstance(found, Exception)
        )
        return max(reasons, key=reasons.__getitem__, default="")


def setting(
    problem: Problem,
    wrt: Sequence[Expr],
    definitions: Iterable[Definition] = (),
    others: Sequence[Expr] = (),
    order: int = 1,
) -> Setting:
    """Collect the inputs of a problem and the sizes to check it at."""
    unique: dict[Expr, Expr] = {}
    for d in chain(problem.definitions, definitions):
        unique.setdefault(d.symbol, d.value)  # the user's own definition, not what became of it
    nodes = postorder(problem.function, *unique.values(), *wrt)
    named = (node for node in nodes if isinstance(node.data, Symbol) and node not in unique)
    inputs = tuple(s for s in named if not is_differential(s))
    nodes += postorder(*others, skip=set(nodes))
    _check_sizes(nodes)
    sizes = tuple(assignments_in(nodes))
    if not sizes:
        raise Undecided(why_none(nodes))
    plans: list[Plan] = []
    numbers: dict[Expr, int] = {}
    for name, value in (*unique.items(), (None, problem.function)):
        below = tuple(postorder(value))
        uses = tuple(numbers[node] for node in below if node in numbers)
        is_moving = not moves(value) and all(plans[number].moves for number in uses)
        if name is not None:
            numbers[name] = len(plans)
        plans.append(Plan(name, value, below, uses, is_moving))
    return Setting(problem, tuple(wrt), tuple(plans), inputs, sizes, order)


def _check_sizes(nodes: Sequence[Expr]) -> None:
    variables = {node.shape for node in nodes if isinstance(node.data, Symbol)}
    for limit, shapes in ((LARGEST, variables), (LARGEST_PRODUCT, {node.shape for node in nodes})):
        if any((d.value or 0) > limit for shape in shapes for d in shape):
            raise Undecided(f"a size above {limit} is too large to check entry by entry")


class Meant(NamedTuple):
    """What has the value or the differential of a symbol, its plan, and which coefficient it is."""

    root: Expr
    plan: int | None
    coefficient: int


class Point:
    """One draw of all inputs: `memo` holds values, `jets` series along the drawn direction.

    The series are found when they are asked for: at a point outside of the domain nobody asks.
    """

    def __init__(self, place: Setting, R: Field | Balls, J: Jets | BallJets, S: Sampler) -> None:
        self.R, self.J, self.place = R, J, place
        self.plans, self.problem = place.plans, place.problem
        moving = {X.name for X in place.wrt}
        self.called = None if place.problem.name in moving else place.problem.name
        self.memo: Memo = {}
        self.jets: Memo = {}
        self._followed: set[int] = set()
        self.directions: dict[Expr, Matrix] = {}
        for symbol in place.inputs:
            value = S.value(symbol)
            still = symbol not in place.wrt
            R.values[symbol] = self.memo[symbol] = value
            self.directions[symbol] = (
                R.zeros(len(value), len(value[0])) if still else S.tangent(symbol, value)
            )

    def value(self) -> Outcome:
        """The value of the function, found without any series."""
        for plan in self.plans:
            self.fill(plan.nodes)
            if plan.symbol is not None:
                self.memo[plan.symbol] = self.memo[plan.value]
        return self.memo[self.problem.function]

    @cached_property
    def function(self) -> Outcome:
        """The series of the function."""
        self._follow([len(self.plans) - 1])
        return self.jets[self.problem.function]

    def _follow(self, wanted: Iterable[int]) -> None:
        """Find the series of these plans, and of those whose names they use."""
        if not self.jets:
            for symbol, tangent in self.directions.items():
                lifted = self.J.lifted(self.R.values[symbol], tangent)
                self.J.values[symbol] = self.jets[symbol] = lifted
        for plan in self.place.needed(wanted, self._followed):
            if plan.moves:
                fill(self.J, plan.nodes, self.jets)
                outcome = self.jets[plan.value]
            else:
                self.fill(plan.nodes)
                outcome = self.memo[plan.value]
            if plan.symbol is not None and plan.moves:
                self.jets[plan.symbol] = outcome
            if plan.symbol is not None and plan.symbol not in self.memo:
                self.memo[plan.symbol] = self._part(outcome, 0) if plan.moves else outcome

    def _part(self, outcome: Outcome, k: int) -> Outcome:
        return self.J.part(outcome, k) if isinstance(outcome, list) else outcome

    @property
    def tangent(self) -> Outcome:
        """The differential of the function in the drawn direction."""
        return self._part(self.function, 1)

    @property
    def curvature(self) -> Outcome:
        """Half the second derivative of the function along the drawn direction."""
        return self._part(self.function, 2)

    def fill(self, nodes: Sequence[Expr]) -> None:
        """Evaluate nodes, arguments first; differentials have the values the point gives them."""
        new = [node for node in nodes if isinstance(node.data, Symbol) and node not in self.memo]
        meant = [self._meant(symbol) for symbol in new]
        self._follow([number for _, number, _ in filter(None, meant) if number is not None])
        for symbol, found in zip(new, meant, strict=True):
            words = f"{symbol.name} stands for nothing"
            self.memo[symbol] = Undecided(words) if found is None else self._known(found)
        fill(self.R, nodes, self.memo)

    def evaluate(self, roots: Sequence[Expr]) -> Memo:
        """The values of expressions at this point, differentials included."""
        self.fill(postorder(*roots))
        return self.memo

    def _meant(self, symbol: Expr) -> Meant | None:
        """What a symbol stands for: a value or a differential."""
        of, names = symbol.data.differential_of, self.place.names
        if of is not None and of == self.called:  # even if a constant has the same name
            return Meant(self.problem.function, len(self.plans) - 1, 1)
        if of in names:
            return Meant(*names[of], 1)
        if symbol.name in names:
            return Meant(*names[symbol.name], 0)
        if symbol.name[:1] == "d" and symbol.name[1:] in names:
            return Meant(*names[symbol.name[1:]], 1)
        return None

    def _known(self, meant: Meant) -> Outcome:
        if meant.root in self.jets:
            return self._part(self.jets[meant.root], meant.coefficient)
        return Undecided("a second differential") if meant.coefficient else self.memo[meant.root]


def field_point(place: Setting, sizes: dict[str, int], seed: int, style: str = "generic") -> Point:
    """A point in the finite field."""
    R = Field(sizes, seed)
    return Point(place, R, Jets(R, place.order), Sampler(R, Random(seed), style))


def _turn(i: int, count: int) -> int:
    """Which assignment comes next: all in turn, then the small ones only, at last all again."""
    return count - 1 - i % min(3, count) if 20 <= i < TRIES else i % count


def field_points(place: Setting, seed: int, tries: int) -> Iterator[tuple[int, Point]]:
    """Points at the assignments in turn, each with the number of its assignment."""
    for i in range(tries):
        which = _turn(i, len(place.sizes))
        # Squares serve identities as well as other numbers and stay inside of domains, but never
        # show what is left of a kink. Every assignment has its turn with them.
        style = "positive" if (i + i // len(place.sizes)) % 4 == 3 else "generic"
        try:
            yield which, field_point(place, place.sizes[which], seed * 7919 + i, style)
        except OutsideDomain:  # a structured symbol hit a singular matrix; draw again
            continue


def real_points(
    place: Setting, seed: int, tries: int = TRIES, is_worth_more: Callable[[], bool] | None = None
) -> Iterator[Point]:
    """Real points at which the function and its derivative exist; more of them if that is asked."""
    goes_on = False
    for i in range(max(tries, LONGER * TRIES)):
        goes_on = goes_on or (i == tries and place.is_outside)
        if i >= tries and not goes_on and not (is_worth_more and is_worth_more()):
            return
        if (seed, i) not in place.drawn:
            place.drawn[seed, i] = _real_point(place, seed, i)
        point = place.drawn[seed, i]
        if isinstance(point, Point):
            yield point


def _real_point(place: Setting, seed: int, i: int) -> Point | OutsideDomain | Undecided:
    point = drawn(place, seed, i)
    if isinstance(point, OutsideDomain):
        return kept(point)
    return point if isinstance(point.function, list) else point.function


def drawn(place: Setting, seed: int, i: int) -> Point | OutsideDomain:
    """The real point of this number, whether or not the function has a value there."""
    deep = sum(len(plan.nodes) for plan in place.plans) > DEEP
    styles = STYLES[::-1] if deep else STYLES
    R = Balls(place.sizes[_turn(i, len(place.sizes))])
    style = styles[i // 2 % len(styles)] if i < TRIES or i % 2 else MIXED
    S = Sampler(R, Random(seed * 7919 + i), style)
    try:
        return Point(place, R, BallJets(R, place.order), S)
    except OutsideDomain as reason:
        return reason
