"""Which of the possible readings of undeclared names fits: the conventional one, or the nearest.

A name is read as paper has it (A matrix, x vector, lam scalar). If that cannot be, the fewest
names are read otherwise (x scalar, mu vector). Two equally near readings are a question back.
Broadcasting comes after that, and a number that nobody writes so, as x in sum(x), last of all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from matgrad.core.dims import ONE
from matgrad.core.facts import SQUARE_ONLY, VECTOR_ONLY, close
from matgrad.core.shape import Shape
from matgrad.errors import AmbiguousError, Option
from matgrad.syntax.broadcast import check_sides, may_spread
from matgrad.syntax.functions import operands
from matgrad.syntax.infer import find_shapes
from matgrad.syntax.inference import Inference, Spread, on_paper
from matgrad.syntax.parts import shrink_zeros
from matgrad.syntax.plain_numbers import check_labels, rather_numbers
from matgrad.syntax.plausible import (
    check_kinds,
    check_result,
    check_symbols,
    check_vectors,
    needs_scalar,
    numbers_against_paper,
)
from matgrad.syntax.scope import Scope
from matgrad.syntax.tree import Node, postorder
from matgrad.syntax.unify import Misfit
from matgrad.syntax.vectors import check_numbers, spoken_for

MAX_TRIALS = 400
FEW_TRIALS = 60  # with broadcasting, or for something better than a doubtful reading
MAX_CHANGES = 6
Reading = frozenset[str]
Fitting = list[tuple[Reading, Inference]]
SPREADS = tuple(Spread)
_OTHERWISE = {"vector": "scalar", "scalar": "vector"}


class Unread(NamedTuple):
    """No reading fits that paper would have: the first error, and readings that are doubtful."""

    first: Misfit | None
    doubtful: Fitting


def infer(
    scope: Scope, definitions: Sequence[tuple[str, Node]], function: Node, source: str, scalar: bool
) -> Inference:
    """The shapes of the nearest reading that fits, or the error of the conventional one.

    A Greek letter that would be a number, though something speaks for a vector, is read as one
    in another reading, unless that does not fit; so are letters that are rather numbers.
    """
    formulas = (function, *(value for _, value in definitions))
    while True:
        found = _infer(scope, definitions, function, source, scalar)
        columns = spoken_for(found, formulas) - scope.columns
        numbers = rather_numbers(found, formulas) - scope.numbers
        if not columns and not numbers:
            check_numbers(found, formulas)
            check_labels(found, formulas)
            return found
        scope.columns |= columns
        scope.numbers |= numbers


def _infer(
    scope: Scope, definitions: Sequence[tuple[str, Node]], function: Node, source: str, scalar: bool
) -> Inference:
    """The nearest reading: without broadcasting, with it, and last of all one against paper."""
    formulas = (function, *(value for _, value in definitions))

    def search(spread: Spread, scalar: bool) -> Inference | Unread:
        def attempt(changed: Reading) -> Inference:
            kinds = {name: _OTHERWISE[on_paper(scope, name)] for name in changed}
            inference = Inference(scope, kinds, source, spread)
            scope.tally.characters += len(source)
            for name, value in definitions:
                inference.parts[name] = find_shapes(inference, value)
            find_shapes(inference, function)
            shrink_zeros(inference)
            check_result(inference, function, scalar)
            check_kinds(inference, formulas)
            check_symbols(inference, formulas)
            check_vectors(inference, formulas)
            numbers_against_paper(inference, formulas)
            if spread and not inference.is_doubtful:
                check_sides(inference)
            return inference

        return _by_changes(scope, attempt, FEW_TRIALS if spread else MAX_TRIALS)

    found = search(Spread.NONE, scalar)
    if isinstance(found, Inference):
        return found
    wider = SPREADS[1:] if scope.broadcasts and any(map(may_spread, formulas)) else ()
    for spread in wider:
        wide = search(spread, scalar)
        if isinstance(wide, Inference):
            return wide
    # No vector becomes a number only to make the function one.
    for spread in (SPREADS[0], *wider) if scalar and scope.broadcasts and found.doubtful else ():
        meant = search(spread, False)
        if isinstance(meant, Inference):
            raise needs_scalar(meant, function).error
    if not found.doubtful:
        assert found.first is not None
        raise found.first.error
    return _only(scope, found.doubtful, found.first)


def _by_changes(
    scope: Scope, attempt: Callable[[Reading], Inference], trials: int
) -> Inference | Unread:
    """The nearest reading; names of which a fact is known are read otherwise only if they must."""
    found = _nearest(scope, attempt, frozenset(scope.undeclared), trials)
    assumed = frozenset(name for name in scope.declared if _is_open(scope, name))
    if isinstance(found, Inference) or not assumed:
        return found
    return _nearest(scope, attempt, assumed.union(scope.undeclared), trials)


def _is_open(scope: Scope, name: str) -> bool:
    """Is no more said of a name than what numbers and vectors may be, as positive?"""
    said = scope.declared[name]
    shaped = said.shape is not None or said.kind is not None or said.params
    return not shaped and not close(said.facts) & (SQUARE_ONLY | VECTOR_ONLY)


def _nearest(
    scope: Scope, attempt: Callable[[Reading], Inference], names: frozenset[str], trials: int
) -> Inference | Unread:
    tried: set[Reading] = {frozenset()}
    waiting: list[Reading] = [frozenset()]
    first: Misfit | None = None
    doubtful: Fitting = []
    for _ in range(MAX_CHANGES + 1):
        fitting: Fitting = []
        unfit: list[tuple[Reading, Misfit]] = []
        for changed in waiting:
            try:
                fitting.append((changed, attempt(changed)))
            except Misfit as misfit:
                unfit.append((changed, misfit))
                first = first or misfit
        kept = [f for f in fitting if not (scope.broadcasts and f[1].is_doubtful)]
        if kept:
            return _only(scope, kept, first)
        if fitting and not doubtful:
            doubtful, trials = fitting, min(trials, len(tried) + FEW_TRIALS)
        questions = [m.error for _, m in unfit if isinstance(m.error, AmbiguousError)]
        if questions and not doubtful:  # all shapes fit but for what has to be asked
            raise questions[0]
        waiting = _changes(scope, unfit, tried, names, trials)
    return Unread(first, doubtful)


def _only(scope: Scope, fitting: Fitting, first: Misfit | None) -> Inference:
    """The one reading of those that fit, or a question."""
    fitting = _preferred(fitting)
    if first is not None and len({_outcome(inference) for _, inference in fitting}) > 1:
        raise _ambiguous(scope, [reading for reading, _ in fitting], first)
    return fitting[0][1]


def _preferred(fitting: Fitting) -> Fitting:
    """A letter is a scalar only where it must be, so those readings yield that need none."""
    greek = [f for f in fitting if all(on_paper(f[1].scope, x) == "scalar" for x in f[0])]
    return greek or fitting


def _outcome(inference: Inference) -> tuple[tuple[str, Shape], ...]:
    """The shapes of the symbols: readings that end in the same shapes are one reading."""
    shapes = inference.sizes.named(inference.symbols.values())
    return tuple(zip(inference.symbols, shapes, strict=True))


def _changes(
    scope: Scope,
    level: Iterable[tuple[Reading, Misfit]],
    tried: set[Reading],
    names: frozenset[str],
    trials: int,
) -> list[Reading]:
    found: list[Reading] = []
    for reading, misfit in level:
        for name in sorted(_changeable(scope, misfit.nodes, names)):
            changed = reading | {name}
            if changed not in tried and len(tried) < trials:
                tried.add(changed)
                found.append(changed)
    return found


def _changeable(scope: Scope, nodes: Iterable[Node], names: frozenset[str]) -> set[str]:
    """Those of some names below these pieces that could be read otherwise."""
    found: set[str] = set()
    waiting, seen = list(nodes), set[str]()
    while waiting:
        for node in postorder(waiting.pop(), operands):
            if node.kind != "name":
                continue
            name = node.text
            if name in scope.defined and name not in seen:
                seen.add(name)
                waiting.append(scope.defined[name])
            elif name in names and _may_change(scope, name):
                found.add(name)
    return found


def _may_change(scope: Scope, name: str) -> bool:
    kind = on_paper(scope, name)
    # Nobody transposes a scalar or has powers of its entries, so these stay vectors.
    return kind == "scalar" or (kind == "vector" and name not in scope.transposed | scope.dotted)


def _ambiguous(scope: Scope, readings: Sequence[Reading], first: Misfit) -> AmbiguousError:
    kinds = [{x: _OTHERWISE[on_paper(scope, x)] for x in sorted(r)} for r in readings[:3]]
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
