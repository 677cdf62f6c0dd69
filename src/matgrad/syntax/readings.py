"""Which of the possible readings of undeclared names fits: the conventional one, or the nearest.

A name is read as paper has it (A matrix, x vector, lam scalar). If that cannot be, the fewest
names are read otherwise (x scalar, mu vector). Two equally near readings are a question back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from matgrad.core.dims import ONE
from matgrad.core.shape import SCALAR, Shape
from matgrad.errors import AmbiguousError, ShapeError
from matgrad.syntax.functions import operands, values_first
from matgrad.syntax.infer import find_shapes
from matgrad.syntax.inference import Inference, convention, on_paper, value_kind
from matgrad.syntax.scope import Scope
from matgrad.syntax.tree import Node, postorder
from matgrad.syntax.unify import Misfit

MAX_TRIALS = 400
MAX_CHANGES = 6
Reading = frozenset[str]
_CALLED = {"square": "matrix", "row": "row vector"}
_OTHERWISE = {"vector": "scalar", "scalar": "vector"}


def infer(
    scope: Scope, definitions: Sequence[tuple[str, Node]], function: Node, source: str, scalar: bool
) -> Inference:
    """The shapes of the nearest reading that fits, or the error of the conventional one."""

    def attempt(changed: Reading) -> Inference:
        kinds = {name: _OTHERWISE[convention(name)] for name in changed}
        inference = Inference(scope, kinds, source)
        for name, value in definitions:
            inference.parts[name] = find_shapes(inference, value)
        find_shapes(inference, function)
        _check_result(inference, function, scalar)
        formulas = (function, *(value for _, value in definitions))
        _check_kinds(inference, formulas)
        _check_symbols(inference, formulas)
        _check_vectors(inference, formulas)
        return inference

    try:
        return attempt(frozenset())
    except Misfit as misfit:
        first = misfit
    try:
        return _nearest(scope, attempt, first)
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


def _check_result(inference: Inference, function: Node, scalar: bool) -> None:
    shape, sizes = inference.shapes[function], inference.sizes
    if not scalar:
        return
    capitals, transposed = _matrices(inference), _transposed(inference)
    large = [symbol for symbol in (*capitals, *transposed) if not sizes.is_scalar(symbol)]
    matrices = [symbol for symbol in capitals if not sizes.shape(symbol).is_vector]
    refused = inference.misfit(  # made now: afterwards the function would be said to be 1×1
        "a gradient needs a scalar function, this one is {0}", function, [shape],
        "ask for the jacobian, or take sum(…) or norm2(…)^2 of it",
    )  # fmt: skip
    fits = sizes.equate_shapes(shape, SCALAR)
    # Only to make it fit, A is no number or row in A*x, and y is none in x*y'.
    shrunk = any(map(sizes.is_scalar, large))
    if not fits or shrunk or any(sizes.shape(symbol).is_vector for symbol in matrices):
        raise refused


def _matrices(inference: Inference) -> list[Shape]:
    """The shapes of what is a matrix on paper, values of functions among them."""
    values = [
        value
        for declared, value, _ in inference.functions.values()
        if declared.shape is None and value_kind(declared) == "matrix"
    ]
    names = [name for name in _capitals(inference) if name not in COUNTS]
    return [*(inference.symbols[name] for name in names), *values]


def _transposed(inference: Inference) -> list[Shape]:
    """The shapes of names that are transposed, as nobody does with a number."""
    scope = inference.scope
    found = inference.symbols.items()
    return [x for name, x in found if name in scope.undeclared and name in scope.transposed]


def _capitals(inference: Inference) -> list[str]:
    """The capitals of which nobody said more than what they are assumed to be."""
    scope = inference.scope
    given = {name: d for name, d in scope.declared.items() if d.shape is None and d.kind is None}
    return [
        name
        for name in inference.symbols
        if (name in scope.undeclared or name in given) and convention(name) == "matrix"
    ]


COUNTS = frozenset({"N"})  # a capital that often is a number: N/2*logdet(S)
BY_ROWS = {"softmax": "softmax_rows"}
# Of a single number they say nothing.
VECTORS_ONLY = frozenset("softmax layernorm norm2 mean var logsumexp".split())


def _check_vectors(inference: Inference, formulas: Sequence[Node]) -> None:
    """Refuse readings in which a function of vectors is given a number."""
    for formula in formulas if inference.scope.undeclared else ():
        for node in values_first(formula):
            if node.kind == "call" and node.text in VECTORS_ONLY:
                shape = inference.sizes.shape(inference.shapes[node.args[0]])
                if shape.is_scalar:
                    raise inference.misfit(
                        f"{node.text} needs a vector, this is a scalar",
                        node,
                        [],
                        "for the derivative of a vector, ask for the jacobian; c*ones(n) adds a "
                        "number to each entry",
                    )


def _check_kinds(inference: Inference, formulas: Sequence[Node]) -> None:
    """Refuse readings in which what is declared as a matrix or a vector is less than that."""
    for name, shape in inference.symbols.items():
        declared = inference.scope.declared.get(name)
        if declared is None or declared.shape is not None or declared.kind in (None, "scalar"):
            continue
        known, called = inference.sizes.shape(shape), _CALLED.get(declared.kind, declared.kind)
        if known.is_scalar or (called == "matrix" and known.is_vector):
            less = "a number" if known.is_scalar else "a vector ({0})"
            misfit = inference.misfit(
                f"{name} would have to be {less} here, but it is called a {called}",
                formulas[0],
                [known],
            )
            raise Misfit(misfit.error, *formulas)


def _check_symbols(inference: Inference, formulas: Sequence[Node]) -> None:
    """Refuse readings that make a capital a vector, or I or what 1' adds a number."""
    for name in _capitals(inference):
        shape = inference.sizes.shape(inference.symbols[name])
        if shape.is_vector and not shape.is_scalar:
            misfit = inference.misfit(
                f"{name} would have to be a vector ({{0}}) here, but capitals are matrices",
                inference.scope.undeclared.get(name, formulas[-1]),
                [shape],
                f"declare it, for example {name}: n",
            )
            raise Misfit(misfit.error, *formulas)
    for node, size in inference.identities.items():
        if inference.sizes.resolve(size) == ONE:
            misfit = inference.misfit("I would have to be 1×1 here", node, [], "write c*I, or 1")
            raise Misfit(misfit.error, *formulas)
    for node in (node for formula in formulas for node in postorder(formula)):
        adds = node.is_infix("*") and _ends_with_ones(node.args[0])
        if adds and inference.sizes.is_scalar(inference.shapes[node.args[1]]):
            misfit = inference.misfit("the entries of a number are added", node, [])
            raise Misfit(misfit.error, *formulas)


def _ends_with_ones(node: Node) -> bool:
    """Does a product end with a row of ones, which adds the entries of what follows?"""
    while node.is_infix("*"):
        node = node.args[1]
    inside = node.args[0] if node.kind == "postfix" else node
    return inside is not node and inside.kind == "call" and inside.text in ("ones", "vector")


def _nearest(scope: Scope, attempt: Callable[[Reading], Inference], first: Misfit) -> Inference:
    tried: set[Reading] = {frozenset()}
    level: list[tuple[Reading, Misfit]] = [(frozenset(), first)]
    for _ in range(MAX_CHANGES):
        fitting: list[tuple[Reading, Inference]] = []
        unfit: list[tuple[Reading, Misfit]] = []
        for changed in _changes(scope, level, tried):
            try:
                fitting.append((changed, attempt(changed)))
            except Misfit as misfit:
                unfit.append((changed, misfit))
        fitting = _preferred(fitting)
        if len({_outcome(inference) for _, inference in fitting}) > 1:
            raise _ambiguous([reading for reading, _ in fitting], first)
        if fitting:
            return fitting[0][1]
        questions = [m.error for _, m in unfit if isinstance(m.error, AmbiguousError)]
        if questions:  # all shapes fit but for what has to be asked
            raise questions[0]
        level = unfit
    raise first.error


def _preferred(fitting: list[tuple[Reading, Inference]]) -> list[tuple[Reading, Inference]]:
    """A letter is a scalar only where it must be, so those readings yield that need none."""
    greek = [f for f in fitting if all(convention(name) == "scalar" for name in f[0])]
    return greek or fitting


def _outcome(inference: Inference) -> tuple[tuple[str, Shape], ...]:
    """The shapes of the symbols: readings that end in the same shapes are one reading."""
    shapes = inference.sizes.named(inference.symbols.values())
    return tuple(zip(inference.symbols, shapes, strict=True))


def _changes(
    scope: Scope, level: Iterable[tuple[Reading, Misfit]], tried: set[Reading]
) -> list[Reading]:
    found: list[Reading] = []
    for reading, misfit in level:
        for name in sorted(_changeable(scope, misfit.nodes)):
            changed = reading | {name}
            if changed not in tried and len(tried) < MAX_TRIALS:
                tried.add(changed)
                found.append(changed)
    return found


def _changeable(scope: Scope, nodes: Iterable[Node]) -> set[str]:
    """The undeclared names below these pieces that could be read otherwise."""
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
            elif name in scope.undeclared and _may_change(scope, name):
                found.add(name)
    return found


def _may_change(scope: Scope, name: str) -> bool:
    kind = on_paper(scope, name)
    # Nobody transposes a scalar, so what is transposed stays a vector.
    return kind == "scalar" or (kind == "vector" and name not in scope.transposed)


def _ambiguous(readings: Sequence[Reading], first: Misfit) -> AmbiguousError:
    shown = ", or ".join(" and ".join(map(_as_other, sorted(r))) for r in readings[:3])
    example = sorted(readings[0])[0]
    return AmbiguousError(
        f"several readings fit: {shown}",
        first.error.position,
        f"declare which, for example {example}: {_OTHERWISE[convention(example)]}",
    )


def _as_other(name: str) -> str:
    return f"{name} as a {_OTHERWISE[convention(name)]}"


def describe(shape: Shape) -> str:
    """A shape in words."""
    if shape.is_scalar:
        return "scalar"
    return f"vector of length {shape.rows}" if shape.cols == ONE else f"{shape} matrix"
