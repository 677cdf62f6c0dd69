"""What a reading must not make of names and formulas, though their sizes would fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from matgrad.core.dims import ONE
from matgrad.core.shape import SCALAR, Shape
from matgrad.syntax.functions import values_first
from matgrad.syntax.inference import TIMES, Inference, convention, value_kind
from matgrad.syntax.tree import Node, postorder
from matgrad.syntax.unify import Misfit

_VECTORS = frozenset("uvwxyz")  # letters that hardly ever are the number before a matrix
_CALLED = {"square": "matrix", "row": "row vector"}


def check_result(inference: Inference, function: Node, scalar: bool) -> None:
    """Refuse readings of a function that has to be scalar in which others shrink to make it so."""
    shape, sizes = inference.shapes[function], inference.sizes
    if not scalar:
        return
    capitals = _matrices(inference)
    vectors = (inference.symbols[name] for name in _no_numbers(inference))
    large = [symbol for symbol in (*capitals, *vectors) if not sizes.is_scalar(symbol)]
    matrices = [symbol for symbol in capitals if not sizes.shape(symbol).is_vector]
    refused = needs_scalar(inference, function)  # made now: afterwards it would be 1×1
    fits = sizes.equate_shapes(shape, SCALAR)
    # Only to make it fit, A is no number or row in A*x, and y is none in x*y'.
    shrunk = any(map(sizes.is_scalar, large))
    if not fits or shrunk or any(sizes.shape(symbol).is_vector for symbol in matrices):
        raise refused


def needs_scalar(inference: Inference, function: Node) -> Misfit:
    """The error about the gradient of a function that is no number."""
    return inference.misfit(
        "a gradient needs a scalar function, this one is {0}",
        function,
        [inference.shapes[function]],
        "ask for the jacobian, or take sum(…) or norm2(…)^2 of it",
    )


def numbers_against_paper(inference: Inference, formulas: Sequence[Node]) -> None:
    """Note the letters that are numbers, though nobody writes so: capitals, x in sum(x), or in Ax.

    Of a capital before a number made of vectors, as C in C‖x‖², that is a guess and no doubt.
    """
    open_symbols = inference.symbols.keys() & inference.scope.undeclared.keys()
    numbers = {x for x in open_symbols if inference.sizes.is_scalar(inference.symbols[x])}
    pieces = [n for formula in formulas if numbers for n in values_first(formula)]
    capitals = {x for x in numbers if convention(x) == "matrix" and x.rstrip(_INDEX) not in COUNTS}
    small = {x for x in numbers if convention(x) == "vector"}
    found = {x for node in pieces if small for x in _of_many(inference, node) if x in small}
    is_plain = len(numbers) == len(inference.symbols) and _is_of_letters(formulas)
    plain = small & _factors(formulas) if is_plain else set[str]()
    inference.guessed = [x for x in inference.symbols if x in found | capitals | plain]
    inference.is_doubtful = bool(found or (capitals and capitals - coefficients(inference, pieces)))


def _is_of_letters(formulas: Sequence[Node]) -> bool:
    """Are these sums and products of letters, as x*y, which say nothing of their shapes?"""
    pieces = [node for formula in formulas for node in values_first(formula)]
    return all(node.kind == "name" or node.is_infix("*", "+", "-") for node in pieces)


def _factors(formulas: Sequence[Node]) -> set[str]:
    """The letters that are multiplied by other letters."""
    pieces = [node for formula in formulas for node in values_first(formula)]
    pairs = [node.args for node in pieces if node.is_infix("*")]
    return {arg.text for pair in pairs if pair[0].text != pair[1].text for arg in pair}


def _of_many(inference: Inference, node: Node) -> Iterator[str]:
    """The letters that a piece takes for vectors: in a sum of entries, or beside a matrix."""
    is_reduction = node.kind == "call" and node.text in _OF_MANY and not node.args[1:]
    if (is_reduction or node.kind == "postfix") and inference.shape(node.args[0]).is_scalar:
        yield from (n.text for n in values_first(node.args[0]))
    if node.is_infix("*") and node.args[1].text not in TIMES:
        left, right = node.args
        first = inference.shape(left.args[0]) if left.is_infix("*") else SCALAR
        is_outer = first.is_column and not first.is_scalar
        if not is_outer and not inference.shape(left).is_vector:
            yield right.text
        if left.text in _VECTORS and not inference.shape(right).is_vector:
            yield left.text


def coefficients(found: Inference, pieces: Sequence[Node]) -> set[str]:
    """The letters before numbers that are made of vectors or matrices, and what divides: T, Z."""
    below = [node.args[1] for node in pieces if node.is_infix("/")]
    names = {node.text for root in below for node in values_first(root) if node.kind == "name"}
    names &= _DIVIDING
    for node in (node for node in pieces if node.is_infix("*", "⋅")):
        left, right = node.args
        if found.shape(right).is_scalar and has_wide(found, right):
            while left.is_infix("*", "⋅", "/"):
                names |= {left.args[1].text} if left.args[1].kind == "name" else set()
                left = left.args[0]
            names |= {left.text} if left.kind == "name" else set()
    return names


def has_wide(found: Inference, root: Node) -> bool:
    """Is this made of vectors or matrices?"""
    names = (node for node in values_first(root) if node.kind == "name")
    return any(not found.shape(node).is_scalar for node in names)


def _matrices(inference: Inference) -> list[Shape]:
    """The shapes of what is a matrix on paper, values of functions among them."""
    values = [
        value
        for declared, value, _ in inference.functions.values()
        if declared.shape is None and value_kind(declared) == "matrix"
    ]
    names = [name for name in _capitals(inference) if name not in COUNTS]
    return [*(inference.symbols[name] for name in names), *values]


def _no_numbers(inference: Inference) -> list[str]:
    """The undeclared names that are transposed or have powers of entries, as no number has."""
    known = inference.scope.transposed & inference.scope.undeclared.keys()
    return [*(name for name in inference.symbols if name in known), *_dotted(inference)]


def _dotted(inference: Inference) -> list[str]:
    """The undeclared small letters the powers of whose entries are taken: x.^2."""
    known = inference.scope.dotted & inference.scope.undeclared.keys()
    return [x for x in inference.symbols if x in known and convention(x) == "vector"]


def _capitals(inference: Inference) -> list[str]:
    """The capitals of which nobody said more than what they are assumed to be."""
    scope = inference.scope
    given = {name: d for name, d in scope.declared.items() if d.shape is None and d.kind is None}
    return [
        name
        for name in inference.symbols
        if (name in scope.undeclared or name in given) and convention(name) == "matrix"
    ]


_INDEX = "_0123456789"
_DIVIDING = frozenset("TZ")  # the temperature and the sum that divide something, as no matrix does
COUNTS = frozenset({"N"})  # a capital that often is a number: N/2*logdet(S)
# Of a single number they say nothing.
VECTORS_ONLY = frozenset("softmax layernorm norm2 mean var logsumexp Diag diag".split())
# These nobody takes of a number.
_OF_MANY = VECTORS_ONLY | frozenset("sum max min prod norm1 normF".split())


def check_vectors(inference: Inference, formulas: Sequence[Node]) -> None:
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


def check_kinds(inference: Inference, formulas: Sequence[Node]) -> None:
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


def check_symbols(inference: Inference, formulas: Sequence[Node]) -> None:
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
    for name in _dotted(inference):
        if inference.sizes.is_scalar(inference.symbols[name]):
            misfit = inference.misfit(
                f"{name} would have to be a number here, but the powers of its entries are taken",
                inference.scope.undeclared[name], [],
                f"if {name} is one, declare it: {name}: scalar; c*ones(n) adds a number to each "
                "entry of a vector",
            )  # fmt: skip
            raise Misfit(misfit.error, *formulas)
    for name in inference.scope.transposed if inference.scope.broadcasts else ():
        shape = inference.symbols.get(name) if name in inference.scope.undeclared else None
        if shape and convention(name) == "vector" and inference.sizes.is_scalar(shape):
            misfit = inference.misfit(
                f"{name} would have to be a number here, but it is transposed",
                inference.scope.undeclared[name], [],
                f"if {name} is one, declare it: {name}: scalar",
            )  # fmt: skip
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
