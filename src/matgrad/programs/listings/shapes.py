"""The shapes of inputs that nobody tells: those that fit, the likely ones first.

A program is read with the likeliest kinds of shapes (a capital is a matrix). Two sizes that would
have to be equal are made so, and it is read again; where that is impossible, other kinds are tried
for what was read so far.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Generic, TypeVar

from matgrad.core.dims import ONE, Dim, dim
from matgrad.errors import MatgradError, ShapeError
from matgrad.programs.listings.likely import CLASSES, kinds_of
from matgrad.programs.listings.machine import SIZED, Machine
from matgrad.programs.listings.values import Depends, MissingShape, Unread, bare

MOST_READINGS = 3000
MOST_INPUTS = 24
CLOSE = 0.8  # readings that are about as likely as the best one
_MADE_UP = re.compile(r"\w*_[01]")
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
    has_layers: bool = False  # nn.Linear makes matrices, of which targets may have one column
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
        kinds = kinds_of(bare(name))
        if name in self.columns and (0.0, "v") in kinds:
            return [*kinds, (0.5, "c")]
        may_be_column = self.has_layers and CLASSES.fullmatch(name) is not None
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
