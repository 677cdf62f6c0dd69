"""Which of the possible readings of undeclared names is meant: the cheapest one that fits.

A name is read as paper has it (A matrix, x vector, lam scalar). If that cannot be, the fewest
names are read otherwise (x scalar, mu vector). Two equally near readings are a question back.
Broadcasting comes after that, and a number that nobody writes so, as x in sum(x), last of all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Literal, NamedTuple

from matgrad.core.dims import ONE
from matgrad.core.facts import SQUARE_ONLY, VECTOR_ONLY, close
from matgrad.core.shape import Shape
from matgrad.errors import AmbiguousError, MatgradError, Option
from matgrad.syntax.broadcast import check_sides, may_spread
from matgrad.syntax.elaborate import find_shapes
from matgrad.syntax.forms import column
from matgrad.syntax.functions import operands
from matgrad.syntax.inference import Inference, convention, on_paper
from matgrad.syntax.parts import shrink_zeros
from matgrad.syntax.plausible import AGAINST, doubts, needs_scalar
from matgrad.syntax.scope import Scope, check_call
from matgrad.syntax.tree import Node, postorder
from matgrad.syntax.unify import Misfit

MAX_TRIALS = 400
FEW_TRIALS = 60  # with broadcasting, or for something better than a doubtful reading
MAX_CHANGES = 6
# What it costs to read a name otherwise, by what it is on paper, or if a fact of it is known.
CHANGES, OF_DECLARED = {"scalar": 10, "vector": 11}, 12
SPREAD = 100  # what broadcasting costs
LOOSE = 300  # what it costs if the function is no number, though it has to be
_OTHERWISE = {"vector": "scalar", "scalar": "vector"}


class Reading(NamedTuple):
    """The names that are not what they are on paper; is there broadcasting, must f be a number?"""

    changed: frozenset[str]
    spread: bool
    scalar: bool


# What a reading costs, its number, and its shapes where they are known but doubtful.
_Waiting = tuple[int, int, Reading, Inference | None]


def infer(
    scope: Scope, definitions: Sequence[tuple[str, Node]], function: Node, source: str, scalar: bool
) -> Inference:
    """The shapes of the nearest reading that fits, or the error of the conventional one."""
    return _Search(scope, definitions, function, source).nearest(scalar)


@dataclass
class _Search:
    """A search for the cheapest reading; those of a misfit lead to those with one more change."""

    scope: Scope
    definitions: Sequence[tuple[str, Node]]
    function: Node
    source: str
    waiting: list[_Waiting] = field(default_factory=list[_Waiting])
    met: set[Reading] = field(default_factory=set[Reading])
    trials: Counter[bool] = field(default_factory=Counter[bool])  # with and without broadcasting
    first: Misfit | None = None
    evident: set[str] = field(default_factory=set[str])  # names that are better read otherwise

    def nearest(self, scalar: bool) -> Inference:
        """The cheapest reading; a question if there are two, or if what is doubtful is asked."""
        formulas = (self.function, *(value for _, value in self.definitions))
        self.consider(Reading(frozenset(), False, scalar))
        if self.scope.broadcasts and any(map(may_spread, formulas)):
            self.consider(Reading(frozenset(), True, scalar))
        least, fitting, question = 0, list[tuple[Reading, Inference]](), None
        while self.waiting and (self.waiting[0][0] == least or not (fitting or question)):
            least, _, reading, found = heappop(self.waiting)
            try:
                found = found or self.tried(reading, formulas, least)
            except Misfit as misfit:
                self.first = self.first or misfit
                if isinstance(misfit.error, AmbiguousError):
                    question = question or misfit.error
                self.consider_changes(reading, self.names(misfit.nodes))
                continue
            if found is not None:
                fitting.append((reading, found))
        if not fitting and self.first is not None:
            raise question or self.first.error
        return self.only(fitting, scalar)

    def tried(self, reading: Reading, formulas: Sequence[Node], cost: int) -> Inference | None:
        """The shapes of a reading without doubts; a doubtful one has to wait."""
        kinds = {name: _OTHERWISE[on_paper(self.scope, name)] for name in reading.changed}
        found = Inference(self.scope, kinds, self.source, reading.spread)
        self.scope.tally.characters += len(self.source)
        for name, value in self.definitions:
            found.parts[name] = find_shapes(found, value)
        find_shapes(found, self.function)
        shrink_zeros(found)
        found.doubts = doubts(found, formulas, reading.scalar)
        extra = sum(doubt.cost for doubt in found.doubts)
        rather = {x for each in found.doubts if 0 < each.cost < AGAINST for x in each.names}
        self.evident |= rather
        self.consider_changes(reading, {x for x in rather if _may_change(self.scope, x)})
        found.strain = len(reading.changed - self.evident)
        if reading.spread and extra < AGAINST:
            check_sides(found)
        if extra >= AGAINST and reading.scalar and self.scope.broadcasts:
            # No vector becomes a number only to make the function one.
            self.consider(Reading(frozenset(), False, False))
            self.consider(Reading(frozenset(), True, False))
        if extra and not (reading.spread and extra >= AGAINST):
            heappush(self.waiting, (cost + extra, len(self.met), reading, found))
        return None if extra else found

    def consider(self, reading: Reading) -> None:
        """Keep a reading in mind, unless there are too many."""
        most = FEW_TRIALS if reading.spread else MAX_TRIALS
        if reading in self.met or self.trials[reading.spread] >= most:
            return
        self.met.add(reading)
        self.trials[reading.spread] += 1
        undeclared, cost = self.scope.undeclared, SPREAD * reading.spread
        for name in reading.changed:
            is_open = name in undeclared
            cost += CHANGES[on_paper(self.scope, name)] if is_open else OF_DECLARED
        cost += 0 if reading.scalar else LOOSE
        heappush(self.waiting, (cost, len(self.met), reading, None))

    def consider_changes(self, reading: Reading, names: Iterable[str]) -> None:
        """Keep in mind the readings in which one more name is read otherwise."""
        for name in sorted(names):
            if len(reading.changed) < MAX_CHANGES:
                self.consider(reading._replace(changed=reading.changed | {name}))

    def names(self, nodes: Iterable[Node]) -> set[str]:
        """The names below these pieces that could be read otherwise."""
        scope, found, seen = self.scope, set[str](), set[str]()
        waiting = list(nodes)
        while waiting:
            for node in postorder(waiting.pop(), operands):
                name = node.text if node.kind == "name" else ""
                if name in scope.defined and name not in seen:
                    seen.add(name)
                    waiting.append(scope.defined[name])
                elif name and _may_change(scope, name):
                    found.add(name)
        return found

    def only(self, fitting: Sequence[tuple[Reading, Inference]], scalar: bool) -> Inference:
        """The one reading of those that fit, or a question."""
        reading, found = fitting[0]
        if scalar and not reading.scalar:
            raise needs_scalar(found, self.function).error
        if self.first is not None and len({_outcome(each) for _, each in fitting}) > 1:
            raise _ambiguous(self.scope, [reading for reading, _ in fitting], self.first)
        asked = next((doubt.question for doubt in found.doubts if doubt.question), None)
        if asked is not None:
            raise asked
        return found


def _may_change(scope: Scope, name: str) -> bool:
    """May a name be read otherwise? Nobody transposes a scalar or has powers of its entries."""
    if name not in scope.undeclared and not _is_open(scope, name):
        return False
    kind = on_paper(scope, name)
    return kind == "scalar" or (kind == "vector" and name not in scope.transposed | scope.dotted)


def _is_open(scope: Scope, name: str) -> bool:
    """Is no more said of a name than what numbers and vectors may be, as positive?"""
    said = scope.declared.get(name)
    if said is None or said.shape is not None or said.kind is not None or said.params:
        return False
    return not close(said.facts) & (SQUARE_ONLY | VECTOR_ONLY)


def _outcome(inference: Inference) -> tuple[tuple[str, Shape], ...]:
    """The shapes of the symbols: readings that end in the same shapes are one reading."""
    shapes = inference.sizes.named(inference.symbols.values())
    return tuple(zip(inference.symbols, shapes, strict=True))


def _ambiguous(scope: Scope, readings: Sequence[Reading], first: Misfit) -> AmbiguousError:
    kinds = [{x: _OTHERWISE[on_paper(scope, x)] for x in sorted(r.changed)} for r in readings[:3]]
    others = [
        Option(
            "; ".join(f"{x}: {kind}" for x, kind in each.items()),
            " and ".join(f"{x} as a {kind}" for x, kind in each.items()),
        )
        for each in kinds
    ]
    ways = [*_products_of_vectors(scope, first.nodes[0]), *others]
    return AmbiguousError(
        f"several readings fit: {', or '.join(way.words for way in ways)}",
        first.error.position,
        ways=ways,
    )


def _products_of_vectors(scope: Scope, node: Node) -> list[Option]:
    """What x*y may stand for, if both letters are vectors on paper."""
    letters = [arg.text for arg in node.args if arg.kind == "name" and arg.text in scope.undeclared]
    is_pair = node.is_infix("*") and len(letters) == 2
    if not is_pair or any(on_paper(scope, name) != "vector" for name in letters):
        return []
    x, y = letters
    inner = Option(f"{x}'*{y}", f"the inner product {x}'*{y}")
    return [inner, Option(f"{x} .* {y}", f"the product of entries {x} .* {y}")]


def describe(shape: Shape) -> str:
    """A shape in words."""
    if shape.is_scalar:
        return "scalar"
    return f"vector of length {shape.rows}" if shape.cols == ONE else f"{shape} matrix"


def _is_of_vector(node: Node, scope: Scope) -> bool:
    """Is this a capital times a small letter of which nothing is said?"""
    kinds = [convention(arg.text) for arg in node.args if arg.kind == "name"]
    is_product = node.is_infix("*") and len(kinds) == 2
    return (
        is_product
        and kinds[0] == "matrix" != kinds[1]
        and (node.args[1].text not in scope.declared)
    )


def kind_of(
    node: Node, scope: Scope, done: Sequence[tuple[str, Node]], source: str
) -> Literal["scalar", "column", "row", "matrix"]:
    """What the shape of a piece makes it, with the definitions before it."""
    for tree in (*(value for _, value in done), node):
        for each in (piece for piece in postorder(tree) if piece.kind == "call"):
            check_call(each, scope)
    shape = infer(scope, done, node, source, scalar=False).shape(node)
    if not shape.is_vector:
        value = dict(done).get(node.text if node.kind == "name" else "")
        if (
            value is not None
            and convention(node.text) != "matrix"
            and any(_is_of_vector(piece, scope) for piece in postorder(value))
        ):
            with suppress(MatgradError):  # a small letter for Xβ, which is a column if β is one
                infer(scope, done, column(node), source, scalar=False)
                return "column"
        return "matrix"
    return "scalar" if shape.is_scalar else "column" if shape.is_column else "row"
