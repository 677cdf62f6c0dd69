"""What is known of each name: shape, kind, facts, dependence, each with its evidence and place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from matgrad.core.facts import IMPLIES, SQUARE_ONLY
from matgrad.core.shape import SCALAR, Shape
from matgrad.syntax.declarations import CONTRADICTIONS
from matgrad.syntax.scope import Declaration

STATED, IMPLIED, SUPPOSED, DENIED = "stated", "implied", "supposed", "denied"
OF_ENTRIES = frozenset({"positive", "nonnegative"})  # P > 0 of a matrix may mean definite, too
ORTHONORMAL = "orthonormal"  # QᵀQ = I of a matrix that need not be square


@dataclass(frozen=True)
class Evidence:
    """One thing that a text says of a name."""

    what: str  # a fact, a kind, or a shape
    how: str  # stated, implied, supposed or denied
    place: tuple[int, int]


@dataclass
class Symbol:
    """A name of the text."""

    name: str
    shape: Shape | None = None
    kind: str | None = None
    facts: set[str] = field(default_factory=set[str])
    denied: set[str] = field(default_factory=set[str])
    params: tuple[str, ...] = ()  # what it depends on
    evidence: list[Evidence] = field(default_factory=list[Evidence])
    conflict: bool = False  # two shapes were given

    def declaration(self, more: Iterable[str] = ()) -> Declaration:
        """What the grammar is told of it; facts that were denied are no facts."""
        more = {*more}
        against = {
            a for one, two in CONTRADICTIONS for a, b in ((one, two), (two, one)) if b in more
        } - more
        facts = (self.facts - self.denied - against) | more
        if ORTHONORMAL in facts:
            is_open = self.shape is not None and not self.shape.is_square
            facts = (facts - {ORTHONORMAL}) | {"orthogonal_columns" if is_open else "orthogonal"}
        kind = (
            self.kind if self.shape is None and self.kind in ("vector", "matrix", "row") else None
        )
        shape = SCALAR if self.kind == "scalar" and self.shape is None else self.shape
        is_vector = shape is not None and shape.is_vector and not shape.is_scalar
        if is_vector or kind in ("vector", "row") or (shape is None and self.name[:1].islower()):
            facts -= SQUARE_ONLY
        if shape is not None and not shape.is_square:
            facts -= SQUARE_ONLY
        if self.name[:1].isupper() and not (shape is not None and shape.is_scalar):
            facts -= OF_ENTRIES
        for pair in CONTRADICTIONS:
            facts -= {*pair} if {*pair} <= facts else set[str]()
        return Declaration(
            self.name, shape, kind, frozenset(facts & IMPLIES.keys()), params=self.params
        )


@dataclass
class Symbols:
    """All names of a text."""

    by_name: dict[str, Symbol] = field(default_factory=dict[str, Symbol])
    every: set[str] = field(default_factory=set[str])  # facts of all matrices
    named: dict[str, str] = field(default_factory=dict[str, str])  # σ is a known function

    def of(self, name: str) -> Symbol:
        """The symbol of a name, new if the text has not met it."""
        return self.by_name.setdefault(name, Symbol(name))

    def declare(self, found: Declaration, place: tuple[int, int]) -> None:
        """Take a declaration; of two shapes the first one stays, and the doubt is kept."""
        symbol = self.of(found.name)
        if found.shape is not None:
            symbol.conflict |= symbol.shape is not None and symbol.shape != found.shape
            symbol.shape = symbol.shape or found.shape
            symbol.evidence.append(Evidence(str(found.shape), STATED, place))
        self.add_facts((found.name,), found.facts, STATED, place)

    def add_kind(self, names: Iterable[str], kind: str, place: tuple[int, int]) -> None:
        """Take a kind: vector, matrix, scalar, row."""
        for name in names:
            symbol = self.of(name)
            symbol.kind = symbol.kind or kind
            symbol.evidence.append(Evidence(kind, STATED, place))

    def add_facts(
        self, names: Iterable[str], facts: Iterable[str], how: str, place: tuple[int, int]
    ) -> None:
        """Take facts; what is denied stays denied."""
        facts = set(facts)
        for name in names:
            symbol = self.of(name)
            if how == DENIED:
                symbol.denied |= facts
            else:
                symbol.facts |= facts
            symbol.evidence += [Evidence(fact, how, place) for fact in sorted(facts)]

    def is_fixed(self, name: str) -> bool:
        """Is this said to be fixed?"""
        return name in self.by_name and "fixed" in self.by_name[name].facts

    def depends(self, names: Iterable[str], on: Iterable[str]) -> None:
        """Take a dependence."""
        on = tuple(on)
        for name in names:
            if name not in on:
                self.of(name).params = on

    def declaration(self, name: str, more: Iterable[str] = ()) -> Declaration | None:
        """What the grammar is told of a name; nothing if the text says nothing."""
        symbol = self.by_name.get(name)
        is_matrix = name[:1].isupper() and (symbol is None or symbol.kind in (None, "matrix"))
        everywhere = self.every if is_matrix else set[str]()
        if symbol is None:
            return Declaration(name, facts=frozenset(everywhere)) if everywhere else None
        found = symbol.declaration((*more, *everywhere))
        is_square = symbol.shape is None and "square" in {*symbol.facts, *more}
        return replace(found, kind="square") if is_square else found
