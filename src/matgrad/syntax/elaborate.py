"""From the tree to expressions: every piece is built by the constructors of the operators."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from matgrad import ops
from matgrad.core.dims import ONE, Dim
from matgrad.core.expr import Expr, Symbol, make
from matgrad.core.shape import Shape
from matgrad.errors import MatgradError, ShapeError
from matgrad.syntax import arithmetic
from matgrad.syntax.functions import FUNCTIONS, integer, operands
from matgrad.syntax.infer import Inference
from matgrad.syntax.limits import Limits
from matgrad.syntax.sizes import dimension
from matgrad.syntax.tree import Node, postorder, terms
from matgrad.syntax.unify import is_unknown


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
        for node in postorder(root, operands):
            try:
                self.values[node] = self.piece(node, [self.values[p] for p in operands(node)])
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
            hint = "I(n)" if node.text == "I" else "ones(n), ones(m,n)"
            raise ShapeError(f"nothing says how large {node.text} is", node.position, f"write {hint}")
        return shape

    def size(self, node: Node) -> Dim:
        """The size that is written there."""
        return self.inference.sizes.resolve(dimension(node)).substitute(self.names)

    def note(self, words: str) -> None:
        """Tell the user how something was read, once."""
        if words not in self.notes:
            self.notes.append(words)

    # ------------------------------------------------------------ pieces

    def piece(self, node: Node, args: list[Expr]) -> Expr:
        match node.kind:
            case "number":
                return ops.number(node.value)
            case "name":
                return self.name(node)
            case "prefix":
                return arithmetic.negated(args[0]) if node.text == "-" else args[0]
            case "postfix":
                return ops.transpose(args[0])
            case "index":
                return self.entry(node, args[0])
            case "call":
                return self.call(node, args)
            case _:
                return INFIX[node.text](self, node, args)

    def name(self, node: Node) -> Expr:
        match self.scope.meaning(node.text):
            case "part":
                return self.parts[node.text]
            case "size":
                return ops.size(self.size(node))
            case "constant":
                return ops.eye(self.shape(node).rows) if node.text == "I" else ops.constant(node.text)
            case _:
                return self.symbol(node.text)

    def symbol(self, name: str) -> Expr:
        """The variable of a name."""
        if name not in self.symbols:
            shape = self.known(self.inference.symbol(name))
            declared = self.scope.declared.get(name)
            facts = declared.facts if declared is not None else frozenset[str]()
            self.symbols[name] = make(ops.symbol_op, (), Symbol(name, shape, facts))
        return self.symbols[name]

    def call(self, node: Node, args: list[Expr]) -> Expr:
        if node.text in self.scope.functions:
            return ops.unspecified(node.text, args[0], node.primes)
        return FUNCTIONS[node.text].build(self, node, args)

    def entry(self, node: Node, base: Expr) -> Expr:
        i, *rest = (integer(index) for index in node.args[1:])
        for index, where in zip((i, *rest), node.args[1:], strict=True):
            if index < 1:
                raise ShapeError("entries are counted from 1", where.position)
        if not rest and base.shape.rows == ONE:
            return ops.entry(base, 1, i)
        return ops.entry(base, i, *rest)

    # ------------------------------------------------------------ signs

    def sum(self, node: Node, args: list[Expr]) -> Expr:
        signed = terms(node)
        constants = self.inference.constants
        shape = next(
            (v.shape for (_, p), v in zip(signed, args, strict=True) if p not in constants), args[0].shape
        )
        values: list[Expr] = []
        for (sign, piece), value in zip(signed, args, strict=True):
            term = arithmetic.negated(value) if sign == "-" else value
            values.append(self.filled(term, piece, shape) if piece in constants else term)
        return ops.add(*values)

    def filled(self, number: Expr, piece: Node, shape: Shape) -> Expr:
        if shape.is_scalar:
            return number
        if shape.is_square:
            raise arithmetic.matrix_plus_number(str(shape), str(shape.rows)).at(piece.position)
        text = self.inference.quote(piece)
        what = "vector" if shape.is_vector else "matrix"
        self.note(f"the number {text} is added to every entry of the {what}")
        return ops.filled(number, shape)

    def product(self, node: Node, args: list[Expr]) -> Expr:
        return arithmetic.times(*args, pull=_is_fraction(node.args[1]))

    def hadamard(self, node: Node, args: list[Expr]) -> Expr:
        left, right = args
        if not _is_fraction(node.args[1]):
            return ops.entrywise(left, right)
        scalars, body = arithmetic.factors(right)
        return arithmetic.scaled(scalars, left if body is None else ops.entrywise(left, body))

    def quotient(self, node: Node, args: list[Expr]) -> Expr:
        try:
            return arithmetic.quotient(*args)
        except MatgradError as error:
            raise error.at(node.args[1].position) from None

    def power(self, node: Node, args: list[Expr]) -> Expr:
        return arithmetic.raised(*args, bits=self.limits.power_bits)

    def entrywise_power(self, node: Node, args: list[Expr]) -> Expr:
        return arithmetic.entrywise_raised(*args, bits=self.limits.power_bits)

    def kron(self, node: Node, args: list[Expr]) -> Expr:
        return FUNCTIONS["kron"].build(self, node, args)


def _is_fraction(node: Node) -> bool:
    return node.is_infix("/", "./") and not node.grouped


Rule = Callable[[Elaborator, Node, list[Expr]], Expr]
INFIX: dict[str, Rule] = {
    "+": Elaborator.sum,
    "-": Elaborator.sum,
    "*": Elaborator.product,
    ".*": Elaborator.hadamard,
    "./": Elaborator.quotient,
    ":": lambda _, node, args: ops.frobenius(*args),
    "/": Elaborator.quotient,
    "^": Elaborator.power,
    ".^": Elaborator.entrywise_power,
    "⊗": Elaborator.kron,
}
