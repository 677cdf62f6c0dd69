"""Which of the possible readings of undeclared names fits: the conventional one, or the nearest.

A name is read as paper has it (A matrix, x vector, lam scalar). If that cannot be, the fewest
names are read otherwise (x scalar, mu vector). Two equally near readings are a question back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from matgrad.core.dims import ONE
from matgrad.core.facts import SQUARE_ONLY, VECTOR_ONLY, close
from matgrad.core.shape import Shape
from matgrad.errors import AmbiguousError, ShapeError
from matgrad.syntax.functions import operands
from matgrad.syntax.infer import find_shapes
from matgrad.syntax.inference import Inference, on_paper
from matgrad.syntax.parts import shrink_zeros
from matgrad.syntax.plain_numbers import check_labels, rather_numbers
from matgrad.syntax.plausible import check_kinds, check_result, check_symbols, check_vectors
from matgrad.syntax.scope import Scope
from matgrad.syntax.tree import Node, postorder
from matgrad.syntax.unify import Misfit
from matgrad.syntax.vectors import check_numbers, spoken_for

MAX_TRIALS = 400
MAX_CHANGES = 6
Reading = frozenset[str]
BY_ROWS = {"softmax": "softmax_rows"}
_OTHERWISE = {"vector": "scalar", "scalar": "vector"}


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
    def attempt(changed: Reading) -> Inference:
        kinds = {name: _OTHERWISE[on_paper(scope, name)] for name in changed}
        inference = Inference(scope, kinds, source)
        for name, value in definitions:
            inference.parts[name] = find_shapes(inference, value)
        find_shapes(inference, function)
        shrink_zeros(inference)
        check_result(inference, function, scalar)
        formulas = (function, *(value for _, value in definitions))
        check_kinds(inference, formulas)
        check_symbols(inference, formulas)
        check_vectors(inference, formulas)
        return inference

    try:
        return attempt(frozenset())
    except Misfit as misfit:
        first = misfit
    try:
        return _by_changes(scope, attempt, first)
    except ShapeError as error:
        call = _by_rows(scope, (*definitions, ("", function)), source)
        if call is None:
            raise
        raise ShapeError(
            f"{call.text} acts on one vector, and this would be a matrix",
            call.position,
            f"{BY_ROWS[call.text]} acts on each row of a matrix",
        ) from error


def _by_rows(scope: Scope, formulas: Sequence[tuple[str, Node]], source: str) -> Node | None:
    """The function of a vector that is given a matrix, if that is all that does not fit."""
    calls = [n for _, f in formulas for n in postorder(f) if n.kind == "call" and n.text in BY_ROWS]
    if not calls or any(name in scope.functions for name in BY_ROWS):
        return None
    inference = Inference(scope, {}, source)
    try:
        for name, value in formulas:
            inference.parts[name] = find_shapes(inference, _with_rows(value))
    except Misfit:
        return None
    return calls[0]


def _with_rows(root: Node) -> Node:
    """The same formula with functions of each row in place of those of a vector."""
    made: dict[Node, Node] = {}
    for node in postorder(root):
        args = tuple(made[arg] for arg in node.args)
        text = BY_ROWS.get(node.text, node.text) if node.kind == "call" else node.text
        made[node] = replace(node, text=text, args=args)
    return made[root]


def _by_changes(scope: Scope, attempt: Callable[[Reading], Inference], first: Misfit) -> Inference:
    """The nearest reading; names of which a fact is known are read otherwise only if they must."""
    try:
        return _nearest(scope, attempt, first, frozenset(scope.undeclared))
    except ShapeError:
        assumed = frozenset(name for name in scope.declared if _is_open(scope, name))
        if not assumed:
            raise
    return _nearest(scope, attempt, first, assumed.union(scope.undeclared))


def _is_open(scope: Scope, name: str) -> bool:
    """Is no more said of a name than what numbers and vectors may be, as positive?"""
    said = scope.declared[name]
    shaped = said.shape is not None or said.kind is not None or said.params
    return not shaped and not close(said.facts) & (SQUARE_ONLY | VECTOR_ONLY)


def _nearest(
    scope: Scope, attempt: Callable[[Reading], Inference], first: Misfit, names: frozenset[str]
) -> Inference:
    tried: set[Reading] = {frozenset()}
    level: list[tuple[Reading, Misfit]] = [(frozenset(), first)]
    for _ in range(MAX_CHANGES):
        fitting: list[tuple[Reading, Inference]] = []
        unfit: list[tuple[Reading, Misfit]] = []
        for changed in _changes(scope, level, tried, names):
            try:
                fitting.append((changed, attempt(changed)))
            except Misfit as misfit:
                unfit.append((changed, misfit))
        fitting = _preferred(fitting)
        if len({_outcome(inference) for _, inference in fitting}) > 1:
            raise _ambiguous(scope, [reading for reading, _ in fitting], first)
        if fitting:
            return fitting[0][1]
        questions = [m.error for _, m in unfit if isinstance(m.error, AmbiguousError)]
        if questions:  # all shapes fit but for what has to be asked
            raise questions[0]
        level = unfit
    raise first.error


def _preferred(fitting: list[tuple[Reading, Inference]]) -> list[tuple[Reading, Inference]]:
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
) -> list[Reading]:
    found: list[Reading] = []
    for reading, misfit in level:
        for name in sorted(_changeable(scope, misfit.nodes, names)):
            changed = reading | {name}
            if changed not in tried and len(tried) < MAX_TRIALS:
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
    others = [[f"{x} as a {_OTHERWISE[on_paper(scope, x)]}" for x in sorted(r)] for r in readings]
    shown = ", or ".join(map(" and ".join, others[:3]))
    example = sorted(readings[0])[0]
    return AmbiguousError(
        f"several readings fit: {shown}",
        first.error.position,
        f"declare which, for example {example}: {_OTHERWISE[on_paper(scope, example)]}",
    )


def describe(shape: Shape) -> str:
    """A shape in words."""
    if shape.is_scalar:
        return "scalar"
    return f"vector of length {shape.rows}" if shape.cols == ONE else f"{shape} matrix"
