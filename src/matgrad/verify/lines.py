"""Every line of a derivation must equal the line before it, exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from matgrad.core.expr import Expr, united
from matgrad.core.steps import Definition, Phase, Step, Trace
from matgrad.core.walk import postorder
from matgrad.verify.arithmetic import OutsideDomain, Undecided
from matgrad.verify.ball import precision
from matgrad.verify.comparison import (
    Comparison,
    applied,
    equal,
    equality,
    for_axes,
    result_comparison,
    roots_of,
)
from matgrad.verify.evaluate import Outcome
from matgrad.verify.point import (
    ASSIGNMENTS,
    TRIES,
    Point,
    Setting,
    Sizes,
    field_points,
    real_points,
    setting,
)

EXACT, REAL, WRONG, UNDECIDED = "exact", "real", "wrong", "undecided"
AT_KINKS = 6  # agreements where functions have kinks, and both sides of each must have been seen,
AT_MOST = 20  # or else this many: some arguments have only one sign
MANY = 24  # agreements of real numbers that the field denies: |cos x| is cos x near 0
FEW = "too few points were inside the domain"
ALL_ZERO = 8  # points, at all assignments in turn, where both sides vanish: then they do everywhere


class Verdicts(dict[str, bool | None]):
    """True, False or None for each label, and why there was nothing to compare at points."""

    def __init__(self, labels: Iterable[str] = ()) -> None:
        super().__init__(dict.fromkeys(labels))
        self.reasons: dict[str, Counter[str]] = {}
        self.few: dict[str, str] = {}  # why agreement at points does not suffice
        self.small: dict[str, Sizes] = {}  # where things agree while no larger sizes are seen

    def why(self, label: str) -> str:
        """The most frequent reason for which the two sides could not be compared."""
        reasons = self.reasons.get(label, Counter[str]())
        return max(reasons, key=reasons.__getitem__, default=self.few.get(label, ""))


@dataclass(frozen=True)
class LinesReport:
    """How each step of a derivation fared; `ok` means that none is wrong or undecided."""

    ok: bool
    wrong: bool
    statuses: tuple[str, ...]  # exact, real, wrong or undecided, one per comparison
    details: tuple[str, ...]

    @property
    def summary(self) -> str:
        """A few words about all lines."""
        counts = {word: self.statuses.count(word) for word in (EXACT, REAL, UNDECIDED, WRONG)}
        return ", ".join(f"{n} {word}" for word, n in counts.items() if n) or "no lines"


# ---------------------------------------------------------------- which comparisons a trace needs


def comparisons(trace: Trace) -> list[Comparison]:
    """What must hold for the whole derivation to be right."""
    found = [_of_step(f"step {i} ({s.rule})", s, trace) for i, s in enumerate(trace.steps, 1)]
    if trace.results:
        found.append(result_comparison("the result", trace.wrt, trace.results, trace.structure))
    if trace.maps:
        found.append(result_comparison("the map", trace.wrt, trace.maps))
    for name, form in trace.forms.items():
        for variable, expression in form.items():
            if variable in trace.results:
                label = f"the {name} form for {variable}"
                found.append(equality(label, trace.results[variable], expression))
    return found


def _of_step(label: str, step: Step, trace: Trace) -> Comparison:
    if step.phase is not Phase.RESULT:
        return equality(label, step.before, step.after)
    results = tuple(trace.results.values())
    everything = [(X, trace.results[X.name]) for X in trace.wrt if X.name in trace.results]

    def sides(at: Point) -> tuple[Outcome, Outcome]:
        axes = united(step.before.axes, trace.problem.function.axes)
        before, after = for_axes(at, step.before, axes), at.memo[step.after]
        readings = [applied(at, [(X, step.after)], trace.structure) for X in trace.wrt]
        if len(everything) > 1 and any(equal(at, after, at.memo[G]) is not False for G in results):
            # The line holds all variables at once.
            readings.append(applied(at, everything, trace.structure))
        # One that agrees, or else one that rounding does not tell apart from the line before;
        # a reading that does not fit its variable says nothing while there is another.
        fitting = [r for r in readings if not isinstance(r, Undecided)] or readings
        found = [(equal(at, before, r), r) for r in fitting]
        ranked = sorted(found, key=lambda pair: (True, None, False).index(pair[0]))
        return before, ranked[0][1]

    return Comparison(label, (step.before, step.after, *results), sides)


# ---------------------------------------------------------------- running them


def names_of(trace: Trace) -> tuple[Definition, ...]:
    """All names that a derivation and its forms use."""
    return (*trace.definitions, *chain.from_iterable(trace.form_definitions.values()))


def check_lines(trace: Trace, seed: int = 1) -> LinesReport:
    """Check every step of a derivation, its results and its forms."""
    wanted = comparisons(trace)
    try:
        place = setting(trace.problem, trace.wrt, names_of(trace), roots_of(wanted))
    except Undecided as reason:
        return LinesReport(False, False, (UNDECIDED,) * len(wanted), (str(reason),))
    return report(place, wanted, field_verdicts(place, wanted, seed), seed)


def report(place: Setting, wanted: Sequence[Comparison], exact: Verdicts, seed: int) -> LinesReport:
    """Settle what the field did not in real numbers, and say how each comparison fared."""
    left = [c for c in wanted if not exact[c.label]]
    real = real_verdicts(place, left, exact, seed) if left else Verdicts()
    statuses = [_status(exact[c.label], real.get(c.label)) for c in wanted]
    details = [
        f"{c.label}: {_REASONS[status]}" + because(status == UNDECIDED, real.why(c.label), place)
        for c, status in zip(wanted, statuses, strict=True)
        if status in _REASONS
    ]
    wrong = WRONG in statuses
    return LinesReport(not details, wrong, tuple(statuses), tuple(details))


def because(undecided: bool, why: str, place: Setting) -> str:
    """Why nothing could be compared: that of the comparison, or that of the function itself."""
    reason = ("" if why == FEW else why) or place.failure or FEW if undecided else ""
    return f" ({reason})" if reason else ""


_REASONS = {WRONG: "the two sides differ", UNDECIDED: "no point was found to check it at"}


def _status(exact: bool | None, real: bool | None) -> str:
    if exact:
        return EXACT
    if real:  # the field knows no addition theorems; real numbers have the last word
        return REAL
    return UNDECIDED if exact is None and real is None else WRONG


@dataclass(slots=True)
class Agreed:
    """How often two sides agreed, how often only as 0 = 0, and the bits of the assignments."""

    count: int = 0
    zeros: int = 0
    bits: int = 0


class Tally:
    """Counts agreements until they suffice.

    If it is `strict`, a left side that certainly has no value counts as different: an answer
    must exist wherever the function does.
    """

    def __init__(
        self,
        place: Setting,
        wanted: Sequence[Comparison],
        strict: bool = False,
        doubted: Container[str] = (),
    ) -> None:
        self.place, self.strict, self.doubted = place, strict, doubted
        self.waiting = list(wanted)
        self.nodes = postorder(*roots_of(wanted))
        self.verdicts = Verdicts(c.label for c in wanted)
        self.agreed = {c.label: Agreed() for c in wanted}
        self.sides: dict[Expr | None, set[int]] = {}
        self.enough = ASSIGNMENTS  # agreements, at kinks more

    def count(self, at: Point) -> bool:
        """Compare at a point; is everything settled?"""
        at.fill(self.nodes)
        for node, signs in at.R.sides.items():
            self.sides.setdefault(node, set()).update(signs)
        both = all({1, -1} <= signs for signs in self.sides.values())
        self.enough = (AT_KINKS if both else AT_MOST) if self.sides else ASSIGNMENTS
        bit = self.place.bit(at.R.sizes)
        left = [c for c in self.waiting if not self._settled(c, at, bit)]
        if len(left) < len(self.waiting):
            self.waiting, self.nodes = left, postorder(*roots_of(left))
        return not left

    def has_begun(self) -> bool:
        """Has everything that waits agreed somewhere already, and not only as 0 = 0?"""
        return all(self.agreed[c.label].count for c in self.waiting)

    def _settled(self, c: Comparison, at: Point, bit: int) -> bool:
        """Compare the two sides at a point; is nothing more to be learned about them?"""
        left, right = c.sides(at)
        same, agreed = equal(at, left, right), self.agreed[c.label]
        if same is None:
            if isinstance(left, Undecided) or isinstance(right, Undecided):
                self.verdicts.few[c.label] = str(left if isinstance(left, Undecided) else right)
                return True  # this arithmetic cannot compute it at any point
            self._note(c.label, left if isinstance(left, Exception) else right)
            if self.strict and isinstance(left, OutsideDomain) and left.always:
                same = False
        elif same and isinstance(left, list) and at.R.is_zero(left):
            # 0 = 0 says little: det(X'*X) of a wide X
            agreed.zeros += self.place.is_large(bit)
        elif same:
            agreed.count += 1
            agreed.bits |= bit
        if same is not False and not self._suffices(agreed, c.label):
            if same:
                self._note_few(agreed, c.label, at.R.sizes)
            return False
        self.verdicts[c.label] = same is not False
        return True

    def _note_few(self, agreed: Agreed, label: str, sizes: Sizes) -> None:
        self.verdicts.few[label] = FEW
        if agreed.zeros or self.place.is_large(agreed.bits):
            self.verdicts.small.pop(label, None)
        else:
            self.verdicts.small[label] = sizes

    def _note(self, label: str, failure: Outcome) -> None:
        why = str(failure) if isinstance(failure, Exception) else "rounding hides the difference"
        self.verdicts.reasons.setdefault(label, Counter())[why] += 1

    def _suffices(self, agreed: Agreed, label: str) -> bool:
        if label in self.doubted and agreed.count + agreed.zeros < MANY:
            return False
        if agreed.count < ASSIGNMENTS or not self.place.is_covered(agreed.bits):
            return agreed.zeros >= ALL_ZERO
        return agreed.count >= self.enough


def field_verdicts(place: Setting, wanted: Sequence[Comparison], seed: int) -> Verdicts:
    """True for what agrees at two assignments, False for what differs at a point, else None."""
    tally = Tally(place, wanted)
    for at in _inside_first(place, seed):
        if tally.count(at):
            break
    return tally.verdicts


def _inside_first(place: Setting, seed: int) -> Iterator[Point]:
    """Points where the function has a value, then those where only some lines may have one."""
    outside: list[Point] = []
    for which, at in field_points(place, seed, TRIES):
        if isinstance(at.value(), OutsideDomain):
            outside.append(at)
        else:
            place.inside.add(which)
            yield at
    yield from outside


def real_verdicts(
    place: Setting, wanted: Sequence[Comparison], exact: Verdicts, seed: int
) -> Verdicts:
    """The same with real balls: True for what agrees to many bits at enough points."""
    tally = Tally(place, wanted, doubted=doubted(exact))
    with precision():
        for at in real_points(place, seed, tries_for(exact), tally.has_begun):
            if tally.count(at):
                break
    return tally.verdicts


def doubted(exact: Verdicts) -> set[str]:
    """What the field says is different; real numbers need many points to overrule it."""
    return {label for label, agreed in exact.items() if agreed is False}


def tries_for(exact: Verdicts) -> int:
    """How many real points to draw: many where the field is to be overruled."""
    return TRIES * 8 if doubted(exact) else TRIES
