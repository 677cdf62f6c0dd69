"""The shapes of inputs that nobody tells: those that fit, the likely ones first."""

from __future__ import annotations

import heapq
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Generic, TypeVar

from matgrad import ops
from matgrad.core.dims import ONE, Dim, dim
from matgrad.core.expr import Expr
from matgrad.core.steps import Problem
from matgrad.core.walk import postorder, substitute
from matgrad.errors import MatgradError, ShapeError
from matgrad.programs.arrays.array import Array
from matgrad.programs.listings.likely import CLASSES, kinds_of
from matgrad.programs.listings.machine import COLUMNS, COUNTED, SIZED, Machine
from matgrad.programs.listings.values import Depends, MissingShape, Unread
from matgrad.rules.simplify import simplify
from matgrad.verify.arithmetic import Undecided
from matgrad.verify.lines import EXACT, REAL, WRONG, equality, field_verdicts, report
from matgrad.verify.point import setting

MOST_READINGS = 3000
MOST_INPUTS = 24
CLOSE = 0.8  # readings that are about as likely as the best one
Axes = dict[str, tuple[Dim, ...]]
Done = TypeVar("Done", bound=Machine)


@dataclass(frozen=True)
class Fit(Generic[Done]):
    """A program that was read, with the kinds of shapes of its inputs, and how unusual it is."""

    cost: float
    machine: Done
    kinds: Mapping[str, str]


@dataclass
class Search(Generic[Done]):
    """Looks for shapes with which a program can be read."""

    read: Callable[[Axes, frozenset[str]], Done]
    told: Mapping[str, tuple[str, ...]]  # sizes by name, as far as somebody tells them
    failure: MatgradError | None = None
    blocked: tuple[float, MatgradError] | None = None  # the first refusal that no shape causes
    hopeless: list[dict[str, str]] = field(default_factory=list[dict[str, str]])
    columns: frozenset[str] = frozenset()  # of which columns are taken in d @ x.T, it seems
    used: set[str] = field(default_factory=set[str])  # what the function uses, for sure
    tried: int = 0

    def fits(self) -> list[Fit[Done]]:
        """The likeliest ways to read the program: the best, and those that are as good."""
        found: list[Fit[Done]] = []
        for so_far, fit in self._readings():
            if found and so_far > min(each.cost for each in found) + CLOSE:
                break
            found.append(fit)
        found.sort(key=lambda each: each.cost)
        if self.blocked is not None and (not found or found[0].cost > self.blocked[0]):
            self.failure = self.blocked[1]  # likelier shapes are refused for another reason
            return []
        return [each for each in found if each.cost <= found[0].cost + CLOSE]

    def _readings(self) -> Iterator[tuple[float, Fit[Done]]]:
        """Readings, by how unusual the kinds of inputs are; inputs come up while it is read."""
        order = count()
        heap: list[tuple[float, int, dict[str, str]]] = [(0.0, next(order), {})]
        while heap and self.tried < MOST_READINGS:
            cost, _, kinds = heapq.heappop(heap)
            if any(part.items() <= kinds.items() for part in self.hopeless):
                continue
            try:
                done = self.attempt(kinds)
            except MissingShape as error:
                for more, kind in self._kinds(error.name) if len(kinds) < MOST_INPUTS else ():
                    heapq.heappush(heap, (cost + more, next(order), {**kinds, error.name: kind}))
            except MatgradError as error:
                if isinstance(error, Unread) and self.blocked is None and self._blocks(kinds):
                    self.blocked = (cost, error)
                self.failure = self.failure or error
                self.hopeless.append(kinds)
            else:
                yield cost, Fit(cost + done.cost, done, kinds)

    def _blocks(self, kinds: Mapping[str, str]) -> bool:
        """Does a refusal with these kinds stop the search, so that no others are a way around?"""
        return True

    def _kinds(self, name: str) -> list[tuple[float, str]]:
        told = self.told.get(name)
        if name.startswith(SIZED):
            return [(0.0, "v")]
        if told is not None:
            return [(0.0, "c"), (0.25, "v")] if "?" in told else [(0.0, "told")]
        kinds = kinds_of(name)
        may_be_column = name in self.columns and (0.0, "v") in kinds
        return [*kinds, (0.5, "c")] if may_be_column else kinds

    def attempt(self, kinds: Mapping[str, str]) -> Done:
        """Read the program with these kinds; sizes become equal where they have to."""
        equal: dict[str, Dim] = {}
        while True:
            self.tried += 1
            axes = {name: self._axes(name, kind, equal) for name, kind in kinds.items()}
            try:
                return self.read(axes, frozenset(self.used))
            except Depends as error:
                if error.name in self.used:
                    raise
                self.used.add(error.name)
            except ShapeError as error:
                if error.apart is None or not _join(equal, *error.apart):
                    raise

    def _axes(self, name: str, kind: str, equal: Mapping[str, Dim]) -> tuple[Dim, ...]:
        if kind == "told":
            told = enumerate(self.told[name])
            sizes = tuple(_size(x or f"{size_name(name)}_{axis}") for axis, x in told)
        else:
            first, second = (dim(f"{size_name(name)}_{axis}") for axis in (0, 1))
            sizes = {"s": (), "v": (first,), "m": (first, second), "r": (ONE, second),
                     "c": (first, ONE)}[kind]  # fmt: skip
        return tuple(_replaced(size, equal) for size in sizes)


def size_name(name: str) -> str:
    """A name that sizes may have."""
    return "".join(x if x.isalnum() or x == "_" else "" for x in name)


def _size(written: str) -> Dim:
    return dim(int(written)) if written.isdigit() else dim(written)


def _replaced(size: Dim, equal: Mapping[str, Dim]) -> Dim:
    """A size in those that are left after some were made equal."""
    while size.names & equal.keys():
        size = size.substitute(dict(equal))
    return size


def _join(equal: dict[str, Dim], one: object, other: object) -> bool:
    """Make two sizes equal, if one of them is a name that is free."""
    if not (isinstance(one, Dim) and isinstance(other, Dim)) or ONE in (one, other):
        return False
    if _rank(one) == _rank(other) == 1:
        return False  # both are told, and differ
    sides = sorted((one, other), key=lambda size: (_rank(size), str(size)))
    for size, by in (sides, sides[::-1]):
        if size.name is not None and size.name not in by.names and size.name not in equal:
            equal[size.name] = by
            return True
    return False


def _rank(size: Dim) -> int:
    """Names that were made up here give way to those that somebody told."""
    is_made_up = size.name is not None and _MADE_UP.fullmatch(size.name) is not None
    return 0 if is_made_up else 1


LETTERS = "n d k m h p q r l s t u v i j".split()
ONE_HOT = "the columns of {0} are taken to be one-hot, as the softmax is one of columns"
SAMPLES = "{0} is taken to be the number of samples, a size of {1}"
_MADE_UP = re.compile(r"\w+_[01]")
_OF_ROWS = frozenset({"softmax_rows", "logsumexp_rows"})
_SUMMED = frozenset({"onehot", "simplex"})


def settled(m: Done, read: Callable[[Axes], Done]) -> Done:
    """The program read again with sizes that have names, and without what changes nothing."""
    axes = {name: m.axes[name] for name in m.axes}
    axes |= _counts(m)
    axes |= {f"{COLUMNS}{name}": () for name in one_hot_columns(m)}
    names = _names(m, axes)
    put = {old: dim(new) for old, new in names.items()}
    again = read({x: tuple(size.substitute(put) for size in y) for x, y in axes.items()})
    for name in _counts(m):
        counted = name.removeprefix(COUNTED)
        again.note(SAMPLES.format(counted, _sampled(m)))
    for name in one_hot_columns(m):
        again.note(ONE_HOT.format(name))
    return without_shifts(again)


def _sampled(m: Machine) -> str:
    """The array that tells how many samples there are: the labels, the data, or the first one."""
    arrays = {name: x for name, x in m.inputs.items() if x.axes and name not in m.upstream}
    labels = [
        n for n in arrays if CLASSES.fullmatch(n.removesuffix(" (one-hot)")) or n in ("Y", "T")
    ]
    return next(iter([*labels, *(name for name in arrays if name.startswith("X")), *arrays]), "")


def _counts(m: Machine) -> Axes:
    """What a count stands for that is the size of nothing: n in sum(…) / n."""
    sizes = {size for x in m.inputs.values() for size in x.axes}
    free = [name for name, size in m.counted.items() if size not in sizes]
    of = _sampled(m)
    axis = -1 if of and are_columns(m) else 0
    return {f"{COUNTED}{name}": (m.inputs[of].axes[axis],) for name in free if of}


def _names(m: Machine, axes: Mapping[str, tuple[Dim, ...]]) -> dict[str, str]:
    """Letters for sizes that have none: those of the program, or the usual ones."""
    found: dict[str, str] = {}
    own_counts = {x.removeprefix(COUNTED) for x in axes if x.startswith(COUNTED)}
    taken = {*m.naming.taken, *m.sizes} - own_counts
    counted = {x[0].name: name.removeprefix(COUNTED) for name, x in axes.items() if COUNTED in name}
    samples = sorted(m.inputs, key=lambda name: not name.startswith(("X", "x", "data")))
    used = [x for name in samples for size in m.inputs[name].axes for x in sorted(size.names)]
    own = [x for x in used if not _MADE_UP.fullmatch(x)]
    free = (x for x in LETTERS if x not in {*taken, *own, *m.size_names.values(), *m.counted})
    for name in dict.fromkeys(x for x in used if _MADE_UP.fullmatch(x)):
        wanted = counted.get(name) or m.size_names.get(name)
        is_free = wanted is not None and wanted not in {*taken, *own, *found.values()}
        found[name] = wanted if wanted is not None and is_free else next(free, name)
    return found


def are_columns(m: Machine) -> bool:
    """Are samples columns, by the softmax of the function?"""
    assert m.function is not None
    found = set[bool]()
    for node in (x for x in postorder(m.closed(m.function.expr)) if x.args):
        is_turned = node.args[0].op is ops.transpose
        first = node.args[0].args[0] if is_turned else node.args[0]
        if node.op.name in _OF_ROWS or (node.op is ops.matmul and first.op is ops.exp):
            found.add(is_turned)  # a softmax, or exponentials that are added up
    return found == {True}


def one_hot_columns(m: Machine) -> list[str]:
    """The matrices that are said to be one-hot, where samples are columns."""
    told = [
        x for x, array in m.inputs.items() if array.ndim == 2 and {*m.facts.get(x, ())} & _SUMMED
    ]
    return told if told and are_columns(m) else []


# ---------------------------------------------------------------- largest entries


def without_shifts(m: Done) -> Done:
    """The program without largest entries that are only subtracted for safety."""
    assert m.function is not None
    if not m.shifts:
        return m
    whole = m.closed(m.function.expr)
    zeros = zeros_for(m.shifts)
    if are_equal(whole, substitute(whole, zeros)):
        values: dict[Expr, Expr] = zeros
    else:
        values = {s: x for s, x in m.shifts.items() if x is not None}
    if missing := [s for s in m.shifts if s not in values and s in m.uses(m.function.expr)]:
        raise Unread(f"the largest entries of rows are not read here ({len(missing)})")
    m.cleared = {d.symbol: _tidy(d.value, values) for d in m.definitions}
    m.function = Array(_tidy(m.function.expr, values), m.function.axes)
    return m


def zeros_for(shifts: Iterable[Expr]) -> dict[Expr, Expr]:
    """Zeros in the places of largest entries."""
    return {s: ops.number(0) if s.is_scalar else ops.filled(0, s.shape) for s in shifts}


def _tidy(expr: Expr, values: Mapping[Expr, Expr]) -> Expr:
    new = substitute(expr, dict(values))
    return expr if new is expr else simplify(new)


def are_equal(left: Expr, right: Expr) -> bool:
    """Have two expressions the same values, for sure?"""
    return compared(left, right) is True


def compared(left: Expr, right: Expr) -> bool | None:
    """Have two expressions the same values? None if that is not decided."""
    if left is right:
        return True
    try:
        place = setting(Problem(left), (), (), [right])
        wanted = [equality("the same", left, right)]
        (status,) = report(place, wanted, field_verdicts(place, wanted, 1), 1).statuses
    except (Undecided, MatgradError):
        return None
    return {EXACT: True, REAL: True, WRONG: False}.get(status)
