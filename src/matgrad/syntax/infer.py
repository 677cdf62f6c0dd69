"""The shapes of all pieces of a formula, for one way of reading its undeclared names.

Declared shapes are given; every product, sum and function adds equations between sizes. What a
reading cannot satisfy is a `Misfit`, which carries the error that a user would see.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from matgrad.core.dims import ONE
from matgrad.core.shape import SCALAR, Shape
from matgrad.errors import AmbiguousError, Option, ParseError, ShapeError
from matgrad.syntax import calls, parts
from matgrad.syntax.broadcast import by_rows, divided, stands_alone, with_spread
from matgrad.syntax.forms import is_transposed
from matgrad.syntax.functions import FUNCTIONS, operands, values_first
from matgrad.syntax.inference import Broadcast, Inference, Origin, convention, filled, on_paper
from matgrad.syntax.kronecker import fits_by_factors
from matgrad.syntax.scope import IDENTITIES
from matgrad.syntax.tree import Node, number_of_literal
from matgrad.syntax.unify import Misfit


def find_shapes(found: Inference, root: Node) -> Shape:
    """Find the shapes of all pieces of a formula."""
    if found.scope.broadcasts:
        found.centred.update(n.args[0] for n in values_first(root) if _is_standardised(found, n))
    for node in values_first(root):
        pieces = operands(node)
        rule = INFIX[node.text] if node.kind == "infix" else PIECES[node.kind]
        shape = rule(found, node, [found.shapes[p] for p in pieces])
        _mark(found, node, pieces, shape)
        found.shapes[node] = shape
    return found.shapes[root]


def _mark(found: Inference, node: Node, pieces: Sequence[Node], shape: Shape) -> None:
    """Note what makes a piece a number, if its own pieces are numbers for one reason."""
    if not found.sizes.is_scalar(shape) or not (pieces or node.kind == "number"):
        return
    origins = {found.origins.get(piece) for piece in pieces} - {Origin.CONSTANT}
    origin = Origin.CONSTANT if not origins else origins.pop()
    if origin is not None and not origins:
        found.origins[node] = origin


def _is_standardised(found: Inference, node: Node) -> bool:
    """Is this (x − μ)/σ, with a Greek number below?"""
    if not (node.is_infix("/", "./") and node.args[0].is_infix("-")):
        return False
    names = [n.text for n in values_first(node.args[1]) if n.kind == "name"]
    return bool(names) and all(convention(name) == "scalar" for name in names)


def _name(found: Inference, node: Node, args: list[Shape]) -> Shape:
    match found.scope.meaning(node.text):
        case "part":
            return found.parts[node.text]
        case "size":
            if found.scope.broadcasts:
                found.origins[node] = Origin.GIVEN
            return SCALAR
        case "constant":
            if node.text in IDENTITIES:
                size = found.sizes.fresh()
                found.identities[node] = size
                return Shape(size, size)
            found.origins[node] = Origin.CONSTANT
            return SCALAR
        case _:
            name = node.text
            kind = found.kinds.get(name, on_paper(found.scope, name))
            if name in found.scope.undeclared and kind == "scalar":
                found.origins[node] = Origin.SOFT
            if found.scope.broadcasts and found.scope.is_number(name):
                found.origins[node] = Origin.GIVEN
            return found.symbol(name)


def _call(found: Inference, node: Node, args: list[Shape]) -> Shape:
    if (derived := found.scope.derived(node.text)) is not None:
        return calls.shape(found, node, args, *derived)
    if node.text in found.scope.functions:
        return args[0]
    return FUNCTIONS[by_rows(found, node, args)].infer(found.sizes, node, args)


def _slice(found: Inference, node: Node, args: list[Shape]) -> Shape:
    hint = "as in A[:,1], the first column"
    raise ParseError("a colon by itself stands for all indices, in brackets", node.position, hint)


# ---------------------------------------------------------------- signs


def _sum(found: Inference, node: Node, args: list[Shape]) -> Shape:
    pieces = operands(node)
    every = list(zip(pieces, args, strict=True))
    wide = [(p, s) for p, s in every if not stands_alone(found, node, p)]
    if not wide:
        return SCALAR
    for piece in (p for p, _ in every if stands_alone(found, node, p)):
        found.broadcasts[node, piece] = Broadcast(node, piece, "entries", wide[0][0])
    wide = with_spread(found, node, wide)
    first, shape = wide[0]
    for piece, other in wide[1:]:
        one_soft = [found.origins.get(p) for p in (first, piece)].count(Origin.SOFT) == 1
        if one_soft and found.sizes.is_scalar(shape) != found.sizes.is_scalar(other):
            raise _unequal_terms(found, node, (first, shape), (piece, other))
        parts.align_blocks(found, first, piece)
        if _is_outer_sum(found, shape, other) or not found.sizes.equate_shapes(shape, other):
            raise _unequal_terms(found, node, (first, shape), (piece, other))
    return shape


def _is_outer_sum(found: Inference, *terms: Shape) -> bool:
    """Is this a column plus a row? Neither becomes a number to make it fit."""
    shapes = [found.sizes.shape(shape) for shape in terms]
    if not found.scope.broadcasts or any(shape.is_scalar for shape in shapes):
        return False
    return all(shape.is_vector for shape in shapes) and shapes[0].is_column != shapes[1].is_column


def _unequal_terms(
    found: Inference, node: Node, a: tuple[Node, Shape], b: tuple[Node, Shape]
) -> Misfit:
    message = f"cannot add {found.quote(a[0])} ({{0}}) and {found.quote(b[0])} ({{1}})"
    shapes = found.sizes.named([a[1], b[1]])
    hint = None
    pairs = (a[0], b[0], *shapes), (b[0], a[0], *reversed(shapes))
    for piece, beside, own, other in pairs:
        if own.is_scalar and not other.is_scalar:
            sizes = other.rows if other.is_column else f"{other.rows},{other.cols}"
            text = found.quote(piece)
            hint = f"{text}*ones({sizes})"
        elif own == other.transposed and not own.is_scalar:
            if is_transposed(piece):
                turned = found.quote(piece.args[0])
            else:
                turned = f"{_bracketed(found.quote(piece))}'"
            if hint is None or is_transposed(piece):
                hint = _with_term(found, (a[0], b[0]), piece, turned)
        elif own.rows == ONE and other.is_column:
            row, column = map(found.quote, (piece, beside))
            hint = f"{column}*ones({own.cols})' + ones({other.rows})*{row}"
    both = (min(a[0].start, b[0].start), max(a[0].end, b[0].end))
    error = ShapeError(filled(message, shapes) + f": {_differing(*shapes)} differ", both, hint)
    return Misfit(error, node)


def _with_term(found: Inference, both: tuple[Node, Node], piece: Node, new: str) -> str:
    """The two terms with one of them written otherwise."""
    first, second = sorted(both, key=lambda node: node.start)
    sign = found.source[first.end : second.start]
    left, right = (new if node is piece else found.quote(node) for node in (first, second))
    return f"{left}{sign}{right}"


def _product(found: Inference, node: Node, args: list[Shape]) -> Shape:
    left, right = map(found.sizes.shape, args)
    if left.is_scalar or right.is_scalar:
        return right if left.is_scalar else left
    is_pair = left.is_column and right.is_column
    if node in found.scope.entrywise and is_pair and not _is_open(found, node):
        return _by_entries(found, node, args)
    one = left.cols == ONE, right.rows == ONE
    # A factor 1 against an unknown size could also mean that one factor is a scalar.
    is_fit = one[0] == one[1] and found.sizes.equate(left.cols, right.rows)
    if not is_fit and not fits_by_factors(found, node):
        raise _cannot_multiply(found, node, args)
    return Shape(left.rows, right.cols)


def _is_open(found: Inference, node: Node) -> bool:
    """May a factor as well be a number: a letter of which nothing is known, in no sum?"""
    letters = (arg.text for arg in node.args if arg.kind == "name")
    return node not in found.scope.summed and any(x in found.scope.undeclared for x in letters)


def _dot(found: Inference, node: Node, args: list[Shape]) -> Shape:
    """v · w of two columns is their inner product, every other product is one of matrices."""
    left, right = map(found.sizes.shape, args)
    columns = left.is_column and right.is_column and not (left.is_scalar or right.is_scalar)
    return _inner(found, node, args) if columns else _product(found, node, args)


def _cannot_multiply(found: Inference, node: Node, args: list[Shape]) -> Misfit:
    a, b = map(found.quote, node.args)
    left, right = found.sizes.named(args)
    numbers = None not in (left.cols.value, right.rows.value)
    hint = None if numbers else f"the product needs {left.cols} = {right.rows}"
    if b.endswith("'") and right.rows == ONE:
        hint = f"{a}*{b[:-1]}" if left.cols == right.cols else hint
    elif left.is_column and right.is_column:
        hint = f"{a}*{b}'" if left != right else f"{a}'*{b}, or {a}*{b}', or {a} .* {b}"
    elif left.rows == right.rows:
        hint = f"{_bracketed(a)}'*{b}"
    elif left.cols == right.cols:
        hint = f"{a}*{_bracketed(b)}'"
    misfit = found.misfit(
        f"cannot multiply {a} ({{0}}) by {b} ({{1}}): {left.cols} and {right.rows} differ",
        node, args, hint,
    )  # fmt: skip
    if left.is_column and right.is_column and left == right:
        misfit.error.question = AmbiguousError(
            f"is {found.quote(node)} the inner product, or the product of entries?",
            node.position, f"{a}'*{b}, or {a} .* {b}",
            [
                Option(f"{_bracketed(a)}'*{b}", "the inner product"),
                Option(f"{a} .* {b}", "the product of entries"),
            ],
        )  # fmt: skip
    return misfit


def _by_entries(found: Inference, node: Node, args: list[Shape]) -> Shape:
    """A product or quotient of two vectors that is taken entry by entry."""
    found.entries.add(node)
    return _entrywise(found, node, args)


def _entrywise(found: Inference, node: Node, args: list[Shape]) -> Shape:
    pairs = zip(node.args, args, strict=True)
    large = [(piece, shape) for piece, shape in pairs if not found.sizes.is_scalar(shape)]
    wide = [shape for _, shape in with_spread(found, node, large)]
    if len(wide) == 2 and not found.sizes.equate_shapes(*wide):
        a, b = map(found.quote, node.args)
        left, right = shapes = found.sizes.named(wide)
        differ = _differing(*shapes)
        scales = left.is_column and left.rows == right.rows
        raise found.misfit(
            f"{node.text} needs equal shapes: {a} is {{0}}, {b} is {{1}}: {differ} differ",
            node,
            wide,
            f"Diag({a})*{b} multiplies each row by an entry" if scales else None,
        )
    return wide[0] if wide else SCALAR


def _inner(found: Inference, node: Node, args: list[Shape]) -> Shape:
    if not found.sizes.equate_shapes(*args):
        a, b = map(found.quote, node.args)
        differ = _differing(*found.sizes.named(args))
        raise found.misfit(
            f"{a} : {b} needs equal shapes, here {{0}} and {{1}}: {differ} differ", node, args
        )
    return SCALAR


def _quotient(found: Inference, node: Node, args: list[Shape]) -> Shape:
    if divided(found, node, args):
        return args[1]
    below = found.sizes.shape(args[1])
    if node in found.scope.entrywise and not below.is_scalar and below.rows != ONE:
        return _by_entries(found, node, args)
    if not found.sizes.equate_shapes(args[1], SCALAR):
        a, b = map(found.quote, node.args)
        over, under = map(_bracketed, (a, b))
        inverse = f"inv{under}" if under.startswith("(") else f"inv({b})"
        raise found.misfit(
            f"cannot divide by {b}, which is {{1}}", node, args,
            f"{over} ./ {under} divides entrywise, {inverse} is the inverse of a matrix",
        )  # fmt: skip
    return args[0]


def _power(found: Inference, node: Node, args: list[Shape]) -> Shape:
    base, exponent = map(found.sizes.shape, args)
    if not exponent.is_vector:
        return exponent  # e^A has two meanings, which is said when it is built
    if not found.sizes.equate_shapes(exponent, SCALAR):
        raise found.misfit(
            "the exponent {1} is not a scalar", node, args, _powers_of_entries(found, node)
        )
    if node in found.scope.entrywise and not base.is_scalar and _has_powers(found, node, base):
        found.entries.add(node)
        return args[0]
    # A vector that is put together (A*x - b) is not taken for a scalar just to have a power.
    composed = node.args[0].kind != "name" or found.scope.is_called(node.args[0].text, "vector")
    is_vector = composed and base.is_column and not base.is_scalar
    if is_vector or not found.sizes.equate(base.rows, base.cols):
        text = found.quote(node.args[0])
        raise found.misfit(
            f"{text} is {{0}}, only scalars and square matrices have powers", node, args,
            f"{_bracketed(text)}.^{found.quote(node.args[1])}",
        )  # fmt: skip
    return base


def _has_powers(found: Inference, node: Node, base: Shape) -> bool:
    """May the power be one of each entry? Of a matrix only an integer one, below a sum."""
    exponent = number_of_literal(node.args[1])
    is_integer = exponent is not None and exponent.denominator == 1
    return base.is_column or (is_integer and node in found.scope.summed)


def _powers_of_entries(found: Inference, node: Node) -> str:
    """Entries to the powers that are the entries of another vector or matrix."""
    base, exponent = map(found.quote, node.args)
    return f"exp({_bracketed(exponent)} .* log({base}))"


def _entrywise_power(found: Inference, node: Node, args: list[Shape]) -> Shape:
    base = node.args[0]
    if base.kind == "name" and base.text == "e" and found.scope.meaning("e") == "constant":
        return args[1]  # e.^x is exp(x)
    if not found.sizes.equate_shapes(args[1], SCALAR):
        hint = _powers_of_entries(found, node)
        raise found.misfit("the exponent must be a scalar, this is {1}", node, args, hint)
    return args[0]


def _kron(found: Inference, node: Node, args: list[Shape]) -> Shape:
    return FUNCTIONS["kron"].infer(found.sizes, node, args)


def _differing(a: Shape, b: Shape) -> str:
    pairs = zip(a, b, strict=True)
    return next((f"{left} and {right}" for left, right in pairs if left != right), f"{a} and {b}")


def _bracketed(text: str) -> str:
    return text if text.isalnum() or (text.endswith(")") and text.startswith("(")) else f"({text})"


Rule = Callable[[Inference, Node, list[Shape]], Shape]
PIECES: dict[str, Rule] = {
    "number": lambda _, node, args: SCALAR,
    "slice": _slice,
    "name": _name,
    "prefix": lambda _, node, args: args[0],
    "postfix": lambda _, node, args: args[0].transposed,
    "index": parts.part,
    "grid": parts.grid,
    "call": _call,
}
INFIX: dict[str, Rule] = {
    "+": _sum,
    "-": _sum,
    "*": _product,
    "⋅": _dot,
    ".*": _entrywise,
    "./": _entrywise,
    ":": _inner,
    "/": _quotient,
    "^": _power,
    ".^": _entrywise_power,
    "⊗": _kron,
}
