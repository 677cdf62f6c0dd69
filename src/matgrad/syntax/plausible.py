"""What paper would not have, though its sizes fit: what is refused, and what is doubtful.

Doubts are evidence: each has a cost, and names that would better be read otherwise. What is still
doubtful in the cheapest reading is a guess, or a question.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from matgrad.core.dims import ONE
from matgrad.core.shape import SCALAR
from matgrad.errors import AmbiguousError, Option
from matgrad.syntax.functions import operands, values_first
from matgrad.syntax.inference import TIMES, Doubt, Inference, Origin, convention, value_kind
from matgrad.syntax.scope import Scope
from matgrad.syntax.tree import Node, terms
from matgrad.syntax.unify import Misfit

RATHER = 40  # what it costs to keep a letter of which something says that it is otherwise
AGAINST = 1000  # what it costs that a letter is a number, though nobody writes so
_CALLED = {"square": "matrix", "row": "row vector"}
_VECTORS = frozenset("uvwxyz")  # letters that hardly ever are the number before a matrix
_COUNTS = frozenset({"N"})  # a capital that often is a number: N/2*logdet(S)
_DIVIDING = frozenset("TZ")  # the temperature and the sum that divide something, as no matrix does
_PRODUCTS = ("*", "⋅")
# Norms in text, and as LaTeX writes them with bars.
_NORMS = frozenset("norm1 norm2 norminf ‖·‖ ‖·‖1 ‖·‖2 ‖·‖infty".split())
_OF_MATRICES = frozenset(
    "normF normnuc normspec ‖·‖F ‖·‖mathrmF ‖·‖* ‖·‖ast ‖·‖star ‖·‖nuc ‖·‖op".split()
)
# Of a single number they say nothing; the others nobody takes of one.
_OF_VECTORS = _NORMS | frozenset("softmax layernorm mean var logsumexp Diag diag dot".split())
_OF_MANY = _OF_VECTORS | frozenset("sum max min prod normF".split())
_FOR_VECTORS = (
    "for the derivative of a vector, ask for the jacobian; c*ones(n) adds a number to each entry"
)


def doubts(found: Inference, formulas: Sequence[Node], scalar: bool) -> list[Doubt]:
    """What is doubtful in a reading; what cannot be meant is a misfit."""
    _check_least(found, formulas)
    if scalar:
        _make_scalar(found, formulas)
    if not found.scope.undeclared:
        return []
    pieces = [node for formula in formulas for node in values_first(formula)]
    for node in pieces:
        is_of_vectors = node.kind == "call" and node.text in _OF_VECTORS
        if is_of_vectors and found.shape(node.args[0]).is_scalar:
            message = f"{node.text} needs a vector, this is a scalar"
            raise found.misfit(message, node, [], _FOR_VECTORS)
    return [
        *_numbers(found, pieces),
        *_greek_letters(found, formulas, pieces),
        *_coefficients_of_letters(found, formulas[0], pieces),
        *_labels(found, formulas[0], pieces),
    ]


# ---------------------------------------------------------------- what is refused


def _make_scalar(found: Inference, formulas: Sequence[Node]) -> None:
    """Make the function a number, unless what is more than a number shrinks to make it so."""
    refused = needs_scalar(found, formulas[0])  # made now: afterwards it would be 1×1
    large = [x for x in found.symbols if _least(found.scope, x)[0] and not found.is_number(x)]
    fits = found.sizes.equate_shapes(found.shapes[formulas[0]], SCALAR)
    if not fits or any(found.is_number(x) for x in large if x not in _COUNTS):
        raise refused
    try:
        _check_least(found, formulas)
    except Misfit:
        raise refused from None


def needs_scalar(found: Inference, function: Node) -> Misfit:
    """The error about the gradient of a function that is no number."""
    return found.misfit(
        "a gradient needs a scalar function, this one is {0}",
        function,
        [found.shapes[function]],
        "ask for the jacobian, or take sum(…) or norm2(…)^2 of it",
    )


def _check_least(found: Inference, formulas: Sequence[Node]) -> None:
    """Refuse readings in which a name is less than it must be, or I is a number."""
    values = {x: f.value for x, f in found.functions.items() if value_kind(f.declared) == "matrix"}
    for name, symbol in (*found.symbols.items(), *values.items()):
        kind, why = _least(found.scope, name)
        shape = found.sizes.shape(symbol)
        is_number = shape.is_scalar and (kind != "capital" or name in values)
        is_vector = kind in ("matrix", "capital") and shape.is_vector and not shape.is_scalar
        if kind and (is_number or is_vector):
            raise Misfit(
                found.misfit(
                    f"{name} would have to be a {'vector ({0})' if is_vector else 'number'} here, "
                    f"but {why}",
                    found.scope.undeclared.get(name, formulas[-1]), [shape],
                    f"declare it, for example {name}: {'n' if is_vector else 'scalar'}",
                ).error,
                *formulas,
            )  # fmt: skip
    for node, size in found.identities.items():
        if found.sizes.resolve(size) == ONE:
            misfit = found.misfit("I would have to be 1×1 here", node, [], "write c*I, or 1")
            raise Misfit(misfit.error, *formulas)


def _least(scope: Scope, name: str) -> tuple[str, str]:
    """What a name must be at least, and why."""
    declared = scope.declared.get(name) or scope.functions.get(name)
    if declared is not None and (declared.shape is not None or declared.kind == "scalar"):
        return "", ""
    if declared is not None and declared.kind is not None:
        kind = _CALLED.get(declared.kind, declared.kind)
        return kind, f"it is called a {kind}"
    is_open = name in scope.undeclared
    if convention(name) == "matrix" and (is_open or declared or name in scope.functions):
        return "capital", "capitals are matrices"
    if is_open and name in scope.transposed:
        return "vector", "it is transposed"
    if is_open and name in scope.dotted and convention(name) == "vector":
        return "vector", "the powers of its entries are taken"
    return "", ""


# ---------------------------------------------------------------- numbers against paper


def _numbers(found: Inference, pieces: Sequence[Node]) -> Iterator[Doubt]:
    """The letters that are numbers, though nobody writes so: capitals, x in sum(x), or in Ax.

    Of a capital before a number made of vectors, as C in C‖x‖², that is a guess and no doubt; so
    it is where all letters are numbers, and nothing but their sums and products says so.
    """
    numbers = {x for x in found.symbols.keys() & found.scope.undeclared if found.is_number(x)}
    capitals = {x for x in numbers if convention(x) == "matrix" and _stem(x) not in _COUNTS}
    small = {x for x in numbers if convention(x) == "vector"}
    if not capitals and not small:
        return
    many = small & {name for node in pieces for name in _of_many(found, node)}
    is_plain = len(numbers) == len(found.symbols) and all(map(_is_of_letters, pieces))
    products = [node.args for node in pieces if is_plain and node.is_infix("*")]
    factors = {arg.text for a, b in products if a.text != b.text for arg in (a, b)}
    usual = capitals and _coefficients(found, pieces)
    for name in (x for x in found.symbols if x in capitals | many | (small & factors)):
        is_doubtful = name in many or (name in capitals and name not in usual)
        yield Doubt(frozenset({name}), AGAINST if is_doubtful else 0, True)


def _stem(name: str) -> str:
    return name.rstrip("_0123456789")


def _is_of_letters(node: Node) -> bool:
    """Is this a letter, or a sum or product, which say nothing of shapes?"""
    return node.kind == "name" or node.is_infix("*", "+", "-")


def _of_many(found: Inference, node: Node) -> Iterator[str]:
    """The letters that a piece takes for vectors: in a sum of entries, or beside a matrix."""
    is_reduction = node.kind == "call" and node.text in _OF_MANY and not node.args[1:]
    if (is_reduction or node.kind == "postfix") and found.shape(node.args[0]).is_scalar:
        yield from (n.text for n in values_first(node.args[0]))
    if node.is_infix("*") and node.args[1].text not in TIMES:
        left, right = node.args
        if not _is_outer(found, left) and not found.shape(left).is_vector:
            yield right.text
        if left.text in _VECTORS and not found.shape(right).is_vector:
            yield left.text


def _is_outer(found: Inference, node: Node) -> bool:
    """Is this a product xyᵀ, behind which a number may stand?"""
    first = found.shape(node.args[0]) if node.is_infix(*_PRODUCTS) else SCALAR
    return first.is_column and not first.is_scalar


def _coefficients(found: Inference, pieces: Sequence[Node]) -> set[str]:
    """The letters before numbers that are made of vectors or matrices, and what divides: T, Z."""
    below = [node.args[1] for node in pieces if node.is_infix("/")]
    names = {node.text for root in below for node in values_first(root)} & _DIVIDING
    for left, right in (node.args for node in pieces if node.is_infix(*_PRODUCTS)):
        inside = [node for node in values_first(right) if node.kind == "name"]
        if found.shape(right).is_scalar and not all(found.shape(x).is_scalar for x in inside):
            names |= {node.text for node in values_first(left) if node.kind == "name"}
    return names


# ---------------------------------------------------------------- Greek letters


def _greek_letters(
    found: Inference, formulas: Sequence[Node], pieces: Sequence[Node]
) -> Iterator[Doubt]:
    """The letters that are numbers by convention only, where nobody writes a number.

    That is behind a matrix or a row, as in Aθ, in a norm, as in ‖θ‖, and beside a vector where a
    number would be broadcast.
    """
    if Origin.SOFT not in found.origins.values():
        return
    open_names = found.scope.undeclared.keys()
    names: set[str] = set()
    for node in pieces:
        if node.is_infix(":"):
            names |= {name for arg in node.args for name in _letters(found, arg)}
        if node.kind == "call" and node.text in _NORMS | _OF_MATRICES:
            asked = _behind_matrix(found, node.args[0])
            if node.text in _NORMS:
                names |= asked
            if asked & open_names:
                yield Doubt(frozenset(), 0, False, _number_or_vector(min(asked), "vector", node))
        elif not node.is_infix(*_PRODUCTS):
            names |= {name for arg in operands(node) for name in _behind_matrix(found, arg)}
    for each in found.broadcasts.values():
        is_mean = each.node in found.centred
        if each.kind == "entries" and found.shape(each.node).is_vector and not is_mean:
            names |= _letters(found, each.piece)
    names |= {name for formula in formulas for name in _behind_matrix(found, formula)}
    for name in names & open_names:
        yield Doubt(frozenset({name}), RATHER)


def _behind_matrix(found: Inference, node: Node) -> set[str]:
    """The letters that stand behind a matrix or a row, with nothing but numbers behind them."""
    while node.is_infix(*_PRODUCTS) and _is_number(found, node.args[1]):
        left, right = node.args
        if not (_is_number(found, left) or _ends_with_number(found, left)):
            is_wide = found.shape(left).cols != ONE and not _is_outer(found, left)
            return _letters(found, right) if is_wide else set()
        node = left
    return set()


def _ends_with_number(found: Inference, node: Node) -> bool:
    return node.is_infix(*_PRODUCTS) and _is_number(found, node.args[1])


def _is_number(found: Inference, node: Node) -> bool:
    """Is this a number by convention, or because no name stands in it?"""
    return found.origins.get(node) in (Origin.SOFT, Origin.CONSTANT)


def _letters(found: Inference, node: Node) -> set[str]:
    """The names of a sum of letters, with numbers before them, each a number by convention."""
    names: set[str] = set()
    for _, term in terms(node):
        held = term
        while held.kind == "prefix" or held.is_infix("/") or _is_multiple(found, held):
            held = held.args[held.is_infix("*")]
        if held.kind != "name" or found.origins.get(held) is not Origin.SOFT:
            return set()
        names.add(held.text)
    return names


def _is_multiple(found: Inference, node: Node) -> bool:
    return node.is_infix("*") and found.origins.get(node.args[0]) is Origin.CONSTANT


def _number_or_vector(name: str, rather: str, node: Node) -> AmbiguousError:
    ways = [Option(f"{name}: {rather}", f"a {'number' if rather == 'scalar' else rather}")]
    return AmbiguousError(f"is {name} a number here, or a vector?", node.position, ways=ways)


# ---------------------------------------------------------------- small letters


def _coefficients_of_letters(
    found: Inference, function: Node, pieces: Sequence[Node]
) -> Iterator[Doubt]:
    """The letters before numbers in a formula of plain letters: a and b in ax² + bx + c.

    In a column they stand beside a number: x and y in [x²; xy]. A vector stands behind its
    factors, as in c²x.
    """
    wide = {name for name in found.symbols if not found.is_number(name)}
    is_small = all(convention(name) == "vector" for name in wide - found.scope.columns)
    if found.shape(function).is_scalar or found.scope.declared or found.functions or not is_small:
        return
    if not all(node.kind == "grid" or _is_of_numbers(found, node) for node in pieces):
        return
    tables = [node for node in pieces if node.kind == "grid"]
    columns = [t for t in tables if t.text == "rows" and all(len(r.args) == 1 for r in t.args)]
    columns = [t for t in columns if any(_is_of_open(found, r.args[0]) for r in t.args)]
    products = [node.args for node in pieces if node.is_infix(*_PRODUCTS) and not tables]
    rather = {n.text for t in columns for n in values_first(t)}
    rather |= {_last(left).text for left, right in products if _is_of_open(found, right)}
    for name in rather & wide:
        yield Doubt(frozenset({name}), RATHER)


def _is_of_open(found: Inference, node: Node) -> bool:
    """Is this a number with a small letter in it, as x², and no Greek one?"""
    return found.shape(node).is_scalar and not _is_number(found, node)


def _last(node: Node) -> Node:
    """The last factor of a product."""
    while node.is_infix(*_PRODUCTS):
        node = node.args[1]
    return node


def _is_of_numbers(found: Inference, node: Node) -> bool:
    """May this piece be one of a formula about numbers?"""
    if node.kind == "call":
        args = operands(node)
        is_entrywise = len(args) == 1 and found.shape(node) == found.shape(args[0])
        return is_entrywise and node.text not in _OF_MANY
    is_plain = node.kind in ("number", "name", "prefix") and node not in found.identities
    return is_plain or node.is_infix("+", "-", "/", "^", *_PRODUCTS)


def _labels(found: Inference, function: Node, pieces: Sequence[Node]) -> Iterator[Doubt]:
    """The question about y of 1 + exp(-y wᵀx): a vector yields one value for each of its entries.

    That is about letters before inner products wᵀx, each of which stands only there.
    """
    if found.shape(function).is_scalar:
        return
    names = [node.text for node in pieces if node.kind == "name"]
    sums = [[term for _, term in terms(node)] for node in pieces if node.is_infix("+", "-")]
    sums = [parts for parts in sums if any(found.origins.get(p) is Origin.CONSTANT for p in parts)]
    for node in (n for parts in sums for part in parts for n in values_first(part)):
        if not node.is_infix("*") or not node.args[0].is_infix("*"):
            continue
        first, row = node.args[0].args
        while first.kind == "prefix":
            first = first.args[0]
        is_inner = found.shape(row).rows == ONE and found.shape(node.args[1]).cols == ONE
        is_open = first.text in found.scope.undeclared.keys() - found.scope.transposed
        if is_inner and not found.shape(row).is_scalar and is_open and names.count(first.text) == 1:
            yield Doubt(frozenset(), 0, False, _number_or_vector(first.text, "scalar", first))
