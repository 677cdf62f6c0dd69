"""From the tree to expressions: every piece is built by the constructors of the operators."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from matgrad import ops
from matgrad.core.dims import ONE, Dim, dim
from matgrad.core.expr import Expr, Symbol, make
from matgrad.core.shape import SCALAR, Shape
from matgrad.errors import AmbiguousError, MatgradError, Option, ShapeError
from matgrad.syntax import arithmetic, calls
from matgrad.syntax.broadcast import BY_ROWS, words, written_out
from matgrad.syntax.functions import FUNCTIONS, operands, units, values_first
from matgrad.syntax.inference import Inference
from matgrad.syntax.limits import Limits
from matgrad.syntax.ranges import is_sum
from matgrad.syntax.scope import EULER, IDENTITIES
from matgrad.syntax.signature import SIZE, VALUE, Form, Index, integer
from matgrad.syntax.sizes import dimension
from matgrad.syntax.tree import Node, is_zero, postorder, terms
from matgrad.syntax.unify import is_unknown

Given = Expr | Dim | Index | Shape
UNSIZED = "nothing says how large"  # begins the error about an I of unknown size


class Elaborator:
    """Builds expressions from pieces whose shapes were found."""

    def __init__(
        self, inference: Inference, limits: Limits, symbols: Mapping[str, Expr] | None = None
    ) -> None:
        self.inference = inference
        self.scope = inference.scope
        self.limits = limits
        self.names = inference.sizes.names()
        self.notes: list[str] = []
        self.symbols: dict[str, Expr] = dict(symbols or {})
        self.parts: dict[str, Expr] = {}
        self.values: dict[Node, Expr] = {}

    def formula(self, root: Node) -> Expr:
        """The expression that a tree stands for."""
        for node in values_first(root):
            rule = INFIX[node.text] if node.kind == "infix" else PIECES[node.kind]
            try:
                self.values[node] = rule(self, node, [self.values[p] for p in operands(node)])
            except MatgradError as error:
                raise error.at(node.position, self.inference.source) from None
        return self.values[root]

    # ------------------------------------------------------------ what functions ask for

    def known(self, shape: Shape) -> Shape:
        """The shape with names for the sizes that stay unknown."""
        found = self.inference.sizes.shape(shape)
        return Shape(found.rows.substitute(self.names), found.cols.substitute(self.names))

    def shape(self, node: Node) -> Shape:
        """The shape that was found for a piece."""
        shape = self.known(self.inference.shapes[node])
        if is_unknown(shape.rows) or is_unknown(shape.cols):
            hint = "I(n)" if node.text in IDENTITIES else "ones(n), or ones(m,n)"
            raise ShapeError(f"{UNSIZED} {node.text} is", node.position, hint)
        return shape

    def size(self, node: Node) -> Dim:
        """The size that is written there."""
        return self.inference.sizes.resolve(dimension(node)).substitute(self.names)

    def note(self, words: str) -> None:
        """Tell the user how something was read, once."""
        if words and words not in self.notes:
            self.notes.append(words)

    def given(
        self, form: Form, node: Node, args: Sequence[Expr]
    ) -> Iterator[Expr | Dim | Index | Shape]:
        """What a form is built of: values, sizes and places, and the shape of one that is open."""
        values = iter(args)
        for role, piece in zip(form.roles or [VALUE] * len(args), node.args, strict=True):
            if role == VALUE:
                yield next(values)
            else:
                yield self.size(piece) if role == SIZE else self.index(piece)
        if form.is_open:
            yield self.shape(node)

    def index(self, node: Node) -> Index:
        """The place or the places that are written there."""
        if node.is_infix(":"):
            first, last = map(self.size, node.args)
            return first, last
        if node.kind == "number" and node.value == 0:
            raise ShapeError("entries are counted from 1")
        return integer(node)

    def whole(self, node: Node, piece: Node, value: Expr) -> Expr:
        """A piece as large as the node it belongs to, if it is broadcast."""
        each = self.inference.broadcasts.get((node, piece))
        shape = self.known(self.inference.shapes[node]) if each else SCALAR
        if each is None or shape.is_scalar:
            return value
        if each.kind == "entries":
            self.check_entries(piece, shape)
        self.note(words(self.inference, each))
        return written_out(each, value, shape)

    def check_entries(self, number: Node, shape: Shape) -> None:
        """Ask about a number plus a square matrix, and about the number e plus a vector."""
        if shape.is_square and self.scope.broadcasting != "numpy":
            text = self.inference.quote(number)
            error = arithmetic.matrix_plus_number(str(shape), str(shape.rows), text)
            raise error.at(number.position)
        is_constant = self.scope.meaning(number.text) == "constant"
        if is_constant and (number.kind, number.text) == ("name", EULER):
            ways = [Option("e: vector", "a vector"), Option("exp(1)", "Euler's number")]
            question = "is e Euler's number, or a vector?"
            raise AmbiguousError(question, number.position, ways=ways)

    def symbol(self, name: str) -> Expr:
        """The variable of a name."""
        if name not in self.symbols:
            shape = self.known(self.inference.symbol(name))
            declared = self.scope.declared.get(name)
            facts = declared.facts if declared is not None else frozenset[str]()
            self.symbols[name] = make(ops.symbol_op, (), Symbol(name, shape, facts))
        return self.symbols[name]


def _name(built: Elaborator, node: Node, args: list[Expr]) -> Expr:
    match built.scope.meaning(node.text):
        case "part":
            return built.parts[node.text]
        case "size":
            return ops.size(built.size(node))
        case "constant":
            is_identity = node.text in IDENTITIES
            return ops.eye(built.shape(node).rows) if is_identity else ops.constant(node.text)
        case _:
            return built.symbol(node.text)


def _call(built: Elaborator, node: Node, args: list[Expr]) -> Expr:
    if (derived := built.scope.derived(node.text)) is not None:
        declared, label = derived
        signature = built.inference.function(declared.name)
        return calls.build(calls.function_of(signature, built.known), label, node, args)
    if node.text in built.scope.functions:
        return ops.unspecified(node.text, args[0], node.primes)
    each = built.inference.broadcasts.get((node, node.args[0])) if node.args else None
    form = FUNCTIONS[BY_ROWS[node.text] if each else node.text].forms[len(node.args)]
    made = form.build(*built.given(form, node, args))
    for note in (words(built.inference, each) if each else "", form.note(*args)):
        built.note(note)
    if not node.primes:
        return made
    assert made.op.derivative is not None  # the scope refused other calls with a prime
    return made.op.derivative(made, made.args[0])


def _entry(built: Elaborator, node: Node, args: list[Expr]) -> Expr:
    base, given = args[0], node.args[1:]
    shape = base.shape
    if len(given) == 2:
        axes = tuple(shape)
    else:
        axes = (shape.cols,) if shape.rows == ONE and not shape.is_scalar else (shape.rows,)
    units = [_unit(built, index, axis) for index, axis in zip(given, axes, strict=True)]
    single = all(unit.op is ops.unit_op for unit in units)
    if len(units) == 1:
        other = ops.unit(1, 1) if single else ops.eye(1)
        units = [other, *units] if axes[0] is shape.cols else [*units, other]
    rows, cols = units
    return ops.entry_op(base, rows, cols) if single else ops.part(base, rows, cols)


def _unit(built: Elaborator, index: Node, axis: Dim) -> Expr:
    """The columns of the identity that an index picks: one, some, or all of them."""
    if index.kind == "slice":
        return ops.eye(axis)
    try:
        return units(built.index(index), axis)
    except MatgradError as error:
        raise error.at(index.position) from None


def _grid(built: Elaborator, node: Node, args: list[Expr]) -> Expr:
    if node.text == "rows":
        return ops.below(*args)
    shapes = built.inference.shapes
    blocks = [
        ops.zeros_of(built.known(shapes[piece])) if is_zero(piece) else value
        for piece, value in zip(node.args, args, strict=True)
    ]
    return ops.beside(*blocks)


# ---------------------------------------------------------------- signs


def _sum(built: Elaborator, node: Node, args: list[Expr]) -> Expr:
    signed = terms(node)
    values: list[Expr] = []
    for (sign, piece), value in zip(signed, args, strict=True):
        term = built.whole(node, piece, value)
        values.append(arithmetic.negated(term) if sign == "-" else term)
    return ops.add(*values)


def _product(built: Elaborator, node: Node, args: list[Expr]) -> Expr:
    if node in built.inference.entries:
        built.note(f"the product {built.inference.quote(node)} is taken entry by entry")
        return _hadamard(built, node, args)
    return arithmetic.times(*args, pull=_is_fraction(node.args[1]))


def _dot(built: Elaborator, node: Node, args: list[Expr]) -> Expr:
    if all(arg.shape.is_column and not arg.is_scalar for arg in args):
        return ops.frobenius(*args)
    return _product(built, node, args)


def _hadamard(built: Elaborator, node: Node, args: list[Expr]) -> Expr:
    left, right = (built.whole(node, p, v) for p, v in zip(node.args, args, strict=True))
    if not _is_fraction(node.args[1]):
        return ops.entrywise(left, right)
    scalars, body = arithmetic.factors(right)
    return arithmetic.scaled(scalars, left if body is None else ops.entrywise(left, body))


def _quotient(built: Elaborator, node: Node, args: list[Expr]) -> Expr:
    above, below = (built.whole(node, p, v) for p, v in zip(node.args, args, strict=True))
    try:
        return arithmetic.quotient(above, below)
    except MatgradError as error:
        raise error.at(node.args[1].position) from None


def _power(built: Elaborator, node: Node, args: list[Expr]) -> Expr:
    if node in built.inference.entries:
        built.note(f"the power {built.inference.quote(node)} is taken entry by entry")
        return _entrywise_power(built, node, args)
    return arithmetic.raised(*args, bits=built.limits.power_bits)


def _entrywise_power(built: Elaborator, node: Node, args: list[Expr]) -> Expr:
    return arithmetic.entrywise_raised(*args, bits=built.limits.power_bits)


def _kron(built: Elaborator, node: Node, args: list[Expr]) -> Expr:
    return ops.kron(*args)


def _is_fraction(node: Node) -> bool:
    return node.is_infix("/", "./") and not node.grouped


Rule = Callable[[Elaborator, Node, list[Expr]], Expr]
PIECES: dict[str, Rule] = {
    "number": lambda _, node, args: ops.number(node.value),
    "name": _name,
    "prefix": lambda _, node, args: arithmetic.negated(args[0]) if node.text == "-" else args[0],
    "postfix": lambda _, node, args: ops.transpose(args[0]),
    "index": _entry,
    "grid": _grid,
    "call": _call,
}
INFIX: dict[str, Rule] = {
    "+": _sum,
    "-": _sum,
    "*": _product,
    "⋅": _dot,
    ".*": _hadamard,
    "./": _quotient,
    ":": lambda _, node, args: ops.frobenius(*args),
    "/": _quotient,
    "^": _power,
    ".^": _entrywise_power,
    "⊗": _kron,
}


# ---------------------------------------------------------------- sizes that only formulas name


def size_notes(built: Elaborator, trees: Sequence[Node], latex: bool = False) -> list[str]:
    """What was found out about sizes; two limits of sums that are one size are asked about.

    So is, in LaTeX, a limit that is another name than the declared length.
    """
    scope, sizes = built.scope, built.inference.sizes
    notes: list[str] = []
    known = {name: sizes.resolve(dim(name)) for name in sizes.solution if name in scope.flexible}
    sums = [node for tree in trees if known for node in postorder(tree) if is_sum(node)]
    uppers = [node.args[2] for node in sums if len(node.args) == 4]
    limits = {n.text: n for upper in uppers for n in postorder(upper) if n.kind == "name"}
    for name, size in known.items():
        found = str(size.substitute(built.names))
        is_declared = latex and name.lower() != found.lower() and scope.sizes & size.names
        if {name, found} <= {upper.text for upper in uppers}:
            question = (
                f"a sum runs to {name}, another to {found}, over the same: are these one size, or "
                "is the one a part of the other?"
            )
        elif is_declared and name in limits:  # N may well be the declared n
            question = (
                f"is {name} the declared length here, so that it is {found}, or is this a sum over "
                "a part?"
            )
        else:
            notes.append(f"the size {name} is {found} (inferred)")
            continue
        hint = f"write {found} for both; a part has numbers as limits, or a mask as a factor"
        raise AmbiguousError(question, limits[name].position, hint)
    clash = sorted(scope.sizes & set(scope.declared))
    words = "is a size and a variable; in formulas it is the variable"
    return [*notes, *(f"{name} {words}" for name in clash)]
