"""What the pieces of a formula are: their shapes, and the expressions that they stand for.

Declared shapes are given; every product, sum and function adds equations between sizes. What a
reading of undeclared names cannot satisfy is a `Misfit`, with the error that a user would see.
Where all shapes are found, every piece is built by the constructors of the operators.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from matgrad import ops
from matgrad.core.dims import ONE, Dim, dim
from matgrad.core.expr import Expr
from matgrad.core.shape import SCALAR, Shape
from matgrad.errors import AmbiguousError, MatgradError, Option, ParseError, ShapeError
from matgrad.syntax import arithmetic, calls, members, parts
from matgrad.syntax.broadcast import (
    Piece,
    as_whole,
    check_one,
    divided,
    stands_alone,
    with_spread,
)
from matgrad.syntax.forms import is_transposed
from matgrad.syntax.functions import (
    FUNCTIONS,
    SIZE,
    VALUE,
    Form,
    Index,
    integer,
    operands,
    units,
    values_first,
)
from matgrad.syntax.inference import (
    Broadcast,
    Inference,
    Kind,
    Origin,
    convention,
    is_rather_vector,
    on_paper,
)
from matgrad.syntax.scope import EULER, IDENTITIES
from matgrad.syntax.sizes import dimension
from matgrad.syntax.tree import Node, is_sum, is_zero, number_of_literal, postorder, terms
from matgrad.syntax.unify import Misfit, is_unknown

Given = Expr | Dim | Index | Shape
CALLED = {".*": "product", "./": "quotient", ".^": "power"}
UNSIZED = "nothing says how large"  # begins the error about an I of unknown size


def find_shapes(found: Inference, root: Node) -> Shape:
    """Find the shapes of all pieces of a formula."""
    if found.scope.broadcasts:
        found.centred.update(_centred(n) for n in values_first(root) if _is_standardised(n))
    found.root = root
    for node in values_first(root):
        pieces = operands(node)
        shape = _kind(node).shape(found, node, [found.shapes[p] for p in pieces])
        _mark(found, node, pieces, shape)
        if found.scope.around:
            members.mark(found, node, pieces, shape)
        found.shapes[node] = shape
    return found.shapes[root]


def _mark(found: Inference, node: Node, pieces: Sequence[Node], shape: Shape) -> None:
    """Note what makes a piece a number, if its own pieces are numbers for one reason."""
    if (pieces or node.kind == "number") and found.sizes.is_scalar(shape):
        origins = {found.origins.get(piece) for piece in pieces} - {Origin.CONSTANT}
        origin = Origin.CONSTANT if not origins else origins.pop()
        if origin is not None and not origins:
            found.origins[node] = origin


def _centred(node: Node) -> Node:
    """What is divided, without factors before it."""
    above = node.args[0]
    while above.is_infix("*", ".*"):
        above = above.args[1]
    return above


def _is_standardised(node: Node) -> bool:
    """Is this (x − μ)/σ or γ (x − μ)/σ, with a Greek number below?"""
    if not node.is_infix("/", "./") or not _centred(node).is_infix("-"):
        return False
    names = [n.text for n in values_first(node.args[1]) if n.kind == "name"]
    return bool(names) and all(convention(name) == "scalar" for name in names)


def expression(found: Inference, root: Node) -> Expr:
    """The expression that a tree stands for, once all shapes are found."""
    found.root = root
    for node in values_first(root):
        args = [found.values[piece] for piece in operands(node)]
        sign = found.signs.get(node)
        if sign in CALLED:
            found.note(f"the {CALLED[sign]} {found.quote(node)} is taken entry by entry")
        kind = SIGNS[sign] if sign else _kind(node)
        try:
            found.values[node] = kind.build(found, node, args)
        except MatgradError as error:
            raise error.at(node.position, found.source) from None
    return found.values[root]


# ---------------------------------------------------------------- names, calls and parts


def _shape_of_name(found: Inference, node: Node, args: list[Shape]) -> Shape:
    scope, name = found.scope, node.text
    if name in scope.around.get(node, ()):
        return SCALAR
    match scope.meaning(name):
        case "part":
            return found.parts[name]
        case "constant" if name in IDENTITIES:
            size = found.identities[node] = found.sizes.fresh()
            return Shape(size, size)
        case "constant":
            found.origins[node] = Origin.CONSTANT
            return SCALAR
        case meaning:
            is_open = name in scope.undeclared
            if is_open and found.kinds.get(name, on_paper(scope, name)) == "scalar":
                found.origins[node] = Origin.SOFT
            if scope.broadcasts and (meaning == "size" or scope.is_number(name)):
                found.origins[node] = Origin.GIVEN
            return SCALAR if meaning == "size" else found.symbol(name)


def _build_name(found: Inference, node: Node, args: list[Expr]) -> Expr:
    if node.text in found.scope.around.get(node, ()):
        return members.build_index(found, node)
    match found.scope.meaning(node.text):
        case "part":
            return found.defined[node.text]
        case "size":
            return ops.size(_size(found, node))
        case "constant":
            is_identity = node.text in IDENTITIES
            return ops.eye(_sized(found, node).rows) if is_identity else ops.constant(node.text)
        case _:
            return found.variable(node.text)


def _sized(found: Inference, node: Node) -> Shape:
    """The shape of an I, or of ones, which the formula around it has to say."""
    shape = found.known(found.shapes[node])
    if is_unknown(shape.rows) or is_unknown(shape.cols):
        hint = "I(n)" if node.text in IDENTITIES else "ones(n), or ones(m,n)"
        raise ShapeError(f"{UNSIZED} {node.text} is", node.position, hint)
    return shape


def _size(found: Inference, node: Node) -> Dim:
    """The size that is written there."""
    return found.sizes.resolve(dimension(node)).substitute(found.names)


def _shape_of_call(found: Inference, node: Node, args: list[Shape]) -> Shape:
    if found.scope.around and (known := members.kind_of(node)):
        return known.shape(found, node, args)
    if (derived := found.scope.derived(node.text)) is not None:
        return calls.shape(found, node, args, *derived)
    if node.text in found.scope.functions:
        return args[0]
    return FUNCTIONS[node.text][len(node.args)].infer(found.sizes, node, args)


def _build_call(found: Inference, node: Node, args: list[Expr]) -> Expr:
    if found.scope.around and (known := members.kind_of(node)):
        return known.build(found, node, args)
    if (derived := found.scope.derived(node.text)) is not None:
        declared, label = derived
        signature = found.function(declared.name)
        return calls.build(calls.function_of(signature, found.known), label, node, args)
    if node.text in found.scope.functions:
        return ops.unspecified(node.text, args[0], node.primes)
    form = FUNCTIONS[node.text][len(node.args)]
    made = form.build(*_given(found, form, node, args))
    found.note(form.note(*args))
    if not node.primes:
        return made
    assert made.op.derivative is not None  # the scope refused other calls with a prime
    return made.op.derivative(made, made.args[0])


def _given(found: Inference, form: Form, node: Node, args: Sequence[Expr]) -> Iterator[Given]:
    """What a form is built of: values, sizes and places, and the shape of one that is open."""
    values = iter(args)
    for role, piece in zip(form.roles, node.args, strict=True):
        if role == VALUE:
            yield next(values)
        else:
            yield _size(found, piece) if role == SIZE else _index(found, piece)
    if form.is_open:
        yield _sized(found, node)


def _index(found: Inference, node: Node) -> Index:
    """The place or the places that are written there."""
    if node.is_infix(":"):
        first, last = (_size(found, bound) for bound in node.args)
        return first, last
    if node.kind == "number" and node.value == 0:
        raise ShapeError("entries are counted from 1")
    return integer(node)


def _refuse_slice(found: Inference, node: Node, args: list[Shape]) -> Shape:
    hint = "as in A[:,1], the first column"
    raise ParseError("a colon by itself stands for all indices, in brackets", node.position, hint)


def _shape_of_entry(found: Inference, node: Node, args: list[Shape]) -> Shape:
    is_counted = any(members.is_index(found, place) for place in node.args[1:])
    return (members.shape_of_entry if is_counted else parts.part)(found, node, args)


def _build_entry(found: Inference, node: Node, args: list[Expr]) -> Expr:
    base, given = args[0], node.args[1:]
    counted = [members.is_index(found, place) for place in given]
    if any(counted):
        sides = zip(given, counted, base.shape, strict=False)
        fixed = [ops.eye(n) if is_index else _unit(found, place, n) for place, is_index, n in sides]
        return members.build_entry(found, node, ops.part(base, *fixed) if given[1:] else base)
    shape = base.shape
    if len(given) == 2:
        axes = tuple(shape)
    else:
        axes = (shape.cols,) if shape.rows == ONE and not shape.is_scalar else (shape.rows,)
    units = [_unit(found, index, axis) for index, axis in zip(given, axes, strict=True)]
    single = all(unit.op is ops.unit_op for unit in units)
    if len(units) == 1:
        other = ops.unit(1, 1) if single else ops.eye(1)
        units = [other, *units] if axes[0] is shape.cols else [*units, other]
    rows, cols = units
    return ops.entry_op(base, rows, cols) if single else ops.part(base, rows, cols)


def _unit(found: Inference, index: Node, axis: Dim) -> Expr:
    """The columns of the identity that an index picks: one, some, or all of them."""
    if index.kind == "slice":
        return ops.eye(axis)
    try:
        return units(_index(found, index), axis)
    except MatgradError as error:
        raise error.at(index.position) from None


def _build_grid(found: Inference, node: Node, args: list[Expr]) -> Expr:
    if node.text == "rows":
        return ops.below(*args)
    shapes = found.shapes
    blocks = [
        ops.zeros_of(found.known(shapes[piece])) if is_zero(piece) else value
        for piece, value in zip(node.args, args, strict=True)
    ]
    return ops.beside(*blocks)


# ---------------------------------------------------------------- what has equal shapes


def _shape_of_sum(found: Inference, node: Node, args: list[Shape]) -> Shape:
    every = [*zip(operands(node), args, strict=True)]
    wide = [(piece, shape) for piece, shape in every if not stands_alone(found, node, piece)]
    if not wide:
        return SCALAR
    for piece, _ in every:
        if stands_alone(found, node, piece):
            found.broadcasts[node, piece] = Broadcast(node, piece, "entries", wide[0][0])
    return _equal(found, node, with_spread(found, node, wide))


def _shape_of_entrywise(found: Inference, node: Node, args: list[Shape]) -> Shape:
    pairs = zip(node.args, args, strict=True)
    large = [(piece, shape) for piece, shape in pairs if not found.sizes.is_scalar(shape)]
    if found.scope.broadcasting == "paper" and any(not shape.is_vector for _, shape in large):
        for piece in node.args:
            check_one(found, node, piece)  # X ./ sum(X)
    wide = with_spread(found, node, large)
    return _equal(found, node, wide) if wide else SCALAR


def _shape_of_inner(found: Inference, node: Node, args: list[Shape]) -> Shape:
    _equal(found, node, [*zip(node.args, args, strict=True)])
    return SCALAR


def _equal(found: Inference, node: Node, pieces: Sequence[Piece]) -> Shape:
    """The one shape that all these pieces have."""
    first, shape = pieces[0]
    for piece, other in pieces[1:]:
        one_soft = [found.origins.get(p) for p in (first, piece)].count(Origin.SOFT) == 1
        is_soft = one_soft and found.sizes.is_scalar(shape) != found.sizes.is_scalar(other)
        if not is_soft:
            parts.align_blocks(found, first, piece)
        is_unfit = is_soft or _is_outer(found, shape, other)
        if is_unfit or not found.sizes.equate_shapes(shape, other):
            raise _unequal(found, node, (first, piece), (shape, other))
    return shape


def _is_outer(found: Inference, *terms: Shape) -> bool:
    """Is this a column beside a row? Neither becomes a number to make it fit."""
    shapes = [found.sizes.shape(shape) for shape in terms]
    if not found.scope.broadcasts or any(shape.is_scalar for shape in shapes):
        return False
    return all(shape.is_vector for shape in shapes) and shapes[0].is_column != shapes[1].is_column


def _unequal(
    found: Inference, node: Node, pieces: tuple[Node, Node], shapes: Sequence[Shape]
) -> Misfit:
    (a, b), (left, right) = map(found.quote, pieces), found.sizes.named(shapes)
    message = f"{node.text} needs equal shapes: {a} is {left}, {b} is {right}"
    if node.is_infix("+", "-"):
        message = f"cannot add {a} ({left}) and {b} ({right})"
    both = min(p.start for p in pieces), max(p.end for p in pieces)
    hint = _hint_for_equal(found, node, pieces, (left, right))
    return Misfit(ShapeError(f"{message}: {_differing(left, right)} differ", both, hint), node)


def _hint_for_equal(
    found: Inference, node: Node, pieces: tuple[Node, Node], shapes: tuple[Shape, Shape]
) -> str | None:
    """What may be meant: a piece turned, rows scaled, a number in every entry, an outer sum."""
    texts = {piece: found.quote(piece) for piece in pieces}
    (a, b), (left, right) = pieces, shapes
    if left == right.transposed:
        bases = [n.args[0] if is_transposed(n) else n for n in pieces]
        own, is_name = bases[0].text, all(n.kind == "name" for n in bases)
        if is_name and own == bases[1].text and not left.is_square:
            other = "z" if own != "z" else "y"
            return f"{own}' is the transpose; a second point has its own name, as {other}"
        turned = b if is_transposed(b) else a
        texts[turned] = _turned(found, turned)
        first, second = sorted(pieces, key=lambda piece: piece.start)
        return f"{texts[first]}{found.source[first.end : second.start]}{texts[second]}"
    if not node.is_infix("+", "-"):
        scales = left.is_column and left.rows == right.rows
        return f"Diag({texts[a]})*{texts[b]} multiplies each row by an entry" if scales else None
    for piece, other, own, whole in ((a, b, left, right), (b, a, right, left)):
        if own.is_scalar:
            sizes = whole.rows if whole.is_column else f"{whole.rows},{whole.cols}"
            return f"{texts[piece]}*ones({sizes})"
        if own.rows == ONE and whole.is_column:
            return f"{texts[other]}*ones({own.cols})' + ones({whole.rows})*{texts[piece]}"
    return None


def _build_sum(found: Inference, node: Node, args: list[Expr]) -> Expr:
    signed = zip(terms(node), args, strict=True)
    whole = [(sign, as_whole(found, node, piece, value)) for (sign, piece), value in signed]
    return ops.add(*(arithmetic.negated(term) if sign == "-" else term for sign, term in whole))


# ---------------------------------------------------------------- products


def _shape_of_product(found: Inference, node: Node, args: list[Shape]) -> Shape:
    left, right = map(found.sizes.shape, args)
    if left.is_scalar or right.is_scalar:
        return right if left.is_scalar else left
    is_pair = left.is_column and right.is_column
    if is_pair and node in found.scope.entrywise and not _is_open(found, node):
        found.signs[node] = ".*"
        return _shape_of_entrywise(found, node, args)
    one = left.cols == ONE, right.rows == ONE
    # A factor 1 against an unknown size could also mean that one factor is a scalar.
    is_over = node.args[1] in found.signs and _is_fraction(node.args[1])  # A*x/c is no A*(x/c)
    is_fit = one[0] == one[1] and not is_over and found.sizes.equate(left.cols, right.rows)
    if not is_fit and not parts.fits_by_factors(found, node):
        raise _cannot_multiply(found, node, args)
    return Shape(left.rows, right.cols)


def _is_open(found: Inference, node: Node) -> bool:
    """May a factor or divisor as well be a number: a letter of which nothing is known?

    Below a sum that is one for which people often write a number, as c.
    """
    bases = (arg.args[0] if arg.is_infix("^") else arg for arg in node.args)
    letters = {base.text for base in bases if base.kind == "name"} & found.scope.undeclared.keys()
    is_summed = node in found.scope.summed
    return any(not (is_summed and is_rather_vector(letter)) for letter in letters)


def _shape_of_dot(found: Inference, node: Node, args: list[Shape]) -> Shape:
    """v · w of two columns is their inner product, every other product is one of matrices."""
    if all(shape.is_column and not shape.is_scalar for shape in map(found.sizes.shape, args)):
        found.signs[node] = ":"
        return _shape_of_inner(found, node, args)
    return _shape_of_product(found, node, args)


def _cannot_multiply(found: Inference, node: Node, args: list[Shape]) -> Misfit:
    (x, y), (left, right) = node.args, found.sizes.named(args)
    a, b = map(found.quote, node.args)
    ways = [
        Option(f"{_turned(found, x)}*{b}", "the inner product"),
        Option(f"{a}*{_turned(found, y)}", "the outer product"),
        Option(f"{a} .* {b}", "the product of entries"),
    ]
    is_pair = left == right and left.is_column
    fits = left.rows == right.rows != ONE, left.cols == right.cols, is_pair
    ways = [way for way, is_fit in zip(ways, fits, strict=True) if is_fit]
    hint = ", or ".join(way.text for way in ways)
    if not ways and (left.cols.value is None or right.rows.value is None):
        hint = f"the product needs {left.cols} = {right.rows}"
    message = f"cannot multiply {a} ({{0}}) by {b} ({{1}}): {left.cols} and {right.rows} differ"
    misfit = found.misfit(message, node, args, hint or None)
    if is_pair:
        question = f"is {found.quote(node)} the inner product, or the product of entries?"
        options = [ways[0], ways[-1]]
        misfit.error.question = AmbiguousError(question, node.position, ways=options)
    return misfit


def _build_product(found: Inference, node: Node, args: list[Expr]) -> Expr:
    return arithmetic.times(*args, pull=_is_fraction(node.args[1]))


def _build_entrywise(found: Inference, node: Node, args: list[Expr]) -> Expr:
    left, right = (as_whole(found, node, p, v) for p, v in zip(node.args, args, strict=True))
    if not _is_fraction(node.args[1]):
        return ops.entrywise(left, right)
    scalars, body = arithmetic.factors(right)
    return arithmetic.scaled(scalars, left if body is None else ops.entrywise(left, body))


# ---------------------------------------------------------------- quotients and powers


def _shape_of_quotient(found: Inference, node: Node, args: list[Shape]) -> Shape:
    if divided(found, node, args):
        return args[1]
    below = found.sizes.shape(args[1])
    is_pair = not below.is_scalar and below.rows != ONE
    if is_pair and node in found.scope.entrywise and not _is_open(found, node):
        found.signs[node] = "./"
        return _shape_of_entrywise(found, node, args)
    if not found.sizes.equate_shapes(args[1], SCALAR):
        a, b = map(found.quote, node.args)
        over, under = map(_bracketed, (a, b))
        inverse = f"inv{under}" if under.startswith("(") else f"inv({b})"
        raise found.misfit(
            f"cannot divide by {b}, which is {{1}}", node, args,
            f"{over} ./ {under} divides entrywise, {inverse} is the inverse of a matrix",
        )  # fmt: skip
    return args[0]


def _build_quotient(found: Inference, node: Node, args: list[Expr]) -> Expr:
    above, below = (as_whole(found, node, p, v) for p, v in zip(node.args, args, strict=True))
    try:
        return arithmetic.quotient(above, below)
    except MatgradError as error:
        raise error.at(node.args[1].position) from None


def _shape_of_power(found: Inference, node: Node, args: list[Shape]) -> Shape:
    base, exponent = map(found.sizes.shape, args)
    if not exponent.is_vector:
        return exponent  # e^A has two meanings, which is said when it is built
    _need_number(found, node, args)
    if not base.is_scalar and node in found.scope.entrywise and _has_powers(found, node, base):
        found.signs[node] = ".^"
        return args[0]
    if found.scope.printed and base.rows != base.cols:
        found.signs[node] = ".^"
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


def _need_number(found: Inference, node: Node, args: list[Shape]) -> None:
    if not found.sizes.equate_shapes(args[1], SCALAR):
        base, exponent = map(found.quote, node.args)
        hint = f"exp({_bracketed(exponent)} .* log({base}))"
        raise found.misfit("the exponent {1} is not a scalar", node, args, hint)


def _shape_of_entrywise_power(found: Inference, node: Node, args: list[Shape]) -> Shape:
    base = node.args[0]
    if base.kind == "name" and base.text == EULER and found.scope.meaning(EULER) == "constant":
        return args[1]  # e.^x is exp(x)
    _need_number(found, node, args)
    return args[0]


def _build_power(found: Inference, node: Node, args: list[Expr]) -> Expr:
    return arithmetic.raised(*args, bits=found.scope.limits.power_bits)


def _build_entrywise_power(found: Inference, node: Node, args: list[Expr]) -> Expr:
    return arithmetic.entrywise_raised(*args, bits=found.scope.limits.power_bits)


def _is_fraction(node: Node) -> bool:
    return node.is_infix("/", "./") and not node.grouped


def _differing(a: Shape, b: Shape) -> str:
    pairs = zip(a, b, strict=True)
    return next((f"{left} and {right}" for left, right in pairs if left != right), f"{a} and {b}")


def _bracketed(text: str) -> str:
    return text if text.isalnum() or (text.endswith(")") and text.startswith("(")) else f"({text})"


def _turned(found: Inference, node: Node) -> str:
    """The transpose of a piece, as it is written."""
    if is_transposed(node):
        return found.quote(node.args[0])
    return f"{_bracketed(found.quote(node))}'"


# ---------------------------------------------------------------- the kinds of pieces


def _kind(node: Node) -> Kind:
    return SIGNS[node.text] if node.kind == "infix" else PIECES[node.kind]


PIECES: dict[str, Kind] = {
    "number": Kind(lambda _, node, args: SCALAR, lambda _, node, args: ops.number(node.value)),
    "slice": Kind(_refuse_slice, lambda _, node, args: ops.number(0)),
    "name": Kind(_shape_of_name, _build_name),
    "prefix": Kind(
        lambda _, node, args: args[0],
        lambda _, node, args: arithmetic.negated(args[0]) if node.text == "-" else args[0],
    ),
    "postfix": Kind(
        lambda _, node, args: args[0].transposed, lambda _, node, args: ops.transpose(args[0])
    ),
    "index": Kind(_shape_of_entry, _build_entry),
    "member": Kind(members.shape_of_member, members.build_member),
    "grid": Kind(parts.grid, _build_grid),
    "call": Kind(_shape_of_call, _build_call),
}
SIGNS: dict[str, Kind] = {
    "+": Kind(_shape_of_sum, _build_sum),
    "-": Kind(_shape_of_sum, _build_sum),
    "*": Kind(_shape_of_product, _build_product),
    "⋅": Kind(_shape_of_dot, _build_product),
    ".*": Kind(_shape_of_entrywise, _build_entrywise),
    "./": Kind(_shape_of_entrywise, _build_quotient),
    ":": Kind(_shape_of_inner, lambda _, node, args: ops.frobenius(*args)),
    "/": Kind(_shape_of_quotient, _build_quotient),
    "^": Kind(_shape_of_power, _build_power),
    ".^": Kind(_shape_of_entrywise_power, _build_entrywise_power),
    "⊗": Kind(
        lambda found, node, args: FUNCTIONS["kron"][2].infer(found.sizes, node, args),
        lambda _, node, args: ops.kron(*args),
    ),
}


# ---------------------------------------------------------------- sizes that only formulas name


def size_notes(found: Inference, trees: Sequence[Node], latex: bool = False) -> list[str]:
    """What was found out about sizes; two limits of sums that are one size are asked about.

    So is, in LaTeX, a limit that is another name than the declared length.
    """
    scope, sizes = found.scope, found.sizes
    notes: list[str] = []
    known = {name: sizes.resolve(dim(name)) for name in sizes.solution if name in scope.flexible}
    sums = [node for tree in trees if known for node in postorder(tree) if is_sum(node)]
    uppers = [node.args[2] for node in sums if len(node.args) == 4]
    limits = {n.text: n for upper in uppers for n in postorder(upper) if n.kind == "name"}
    for name, size in known.items():
        length = str(size.substitute(found.names))
        is_declared = latex and name.lower() != length.lower() and scope.sizes & size.names
        if {name, length} <= {upper.text for upper in uppers} or (is_declared and name in limits):
            raise AmbiguousError(
                f"is {name} the same size as {length} here, or is this a sum over a part?",
                limits[name].position,
                f"write {length} for both; a part has numbers as limits, or a mask as a factor",
            )
        notes.append(f"the size {name} is {length} (inferred)")
    clash = sorted(scope.sizes & set(scope.declared))
    words = "is a size and a variable; in formulas it is the variable"
    return [*notes, *(f"{name} {words}" for name in clash)]
