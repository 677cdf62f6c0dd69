"""The shapes of all pieces of a formula, for one way of reading its undeclared names.

Declared shapes are given; every product, sum and function adds equations between sizes. What a
reading cannot satisfy is a `Misfit`, which carries the error that a user would see.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from matgrad.core.dims import ONE
from matgrad.core.facts import SQUARE_ONLY, VECTOR_ONLY, close
from matgrad.core.shape import SCALAR, Shape
from matgrad.errors import ShapeError
from matgrad.syntax.functions import FUNCTIONS, operands
from matgrad.syntax.scope import GREEK, Declaration, Scope
from matgrad.syntax.tree import Node, postorder
from matgrad.syntax.unify import Misfit, Sizes

MAX_QUOTE = 32


def convention(name: str) -> str:
    """The kind of thing a letter stands for on paper."""
    if name[0].isupper():
        return "matrix"
    stem = name.rstrip("0123456789").rstrip("_")
    return "scalar" if stem.split("_")[0] in GREEK else "vector"


class Inference:
    """The shapes of one reading: of every piece and of every symbol."""

    def __init__(self, scope: Scope, kinds: Mapping[str, str], source: str) -> None:
        self.scope = scope
        self.kinds = kinds
        self.source = source
        taken = {*scope.declared, *scope.undeclared, *scope.defined, *scope.sizes, *scope.flexible}
        self.sizes = Sizes(scope.flexible, taken)
        self.shapes: dict[Node, Shape] = {}
        self.symbols: dict[str, Shape] = {}
        self.parts: dict[str, Shape] = {}
        self.constants: set[Node] = set()  # pieces in which no variable occurs

    # ------------------------------------------------------------ symbols

    def symbol(self, name: str) -> Shape:
        """The shape of a variable, made up when it is first met."""
        if name not in self.symbols:
            declared = self.scope.declared.get(name, Declaration(name))
            shape = declared.shape or self.made_up(declared.kind or self.kind(name, declared))
            facts = close(declared.facts)
            if facts & SQUARE_ONLY:
                self.sizes.equate(shape.rows, shape.cols)
            self.symbols[name] = shape
            self.sizes.order.extend(shape)
        return self.symbols[name]

    def kind(self, name: str, declared: Declaration) -> str:
        """The kind of a variable without a shape, by its facts, this reading, or convention."""
        if name in self.kinds:
            return self.kinds[name]
        facts = close(declared.facts)
        if facts & SQUARE_ONLY:
            return "matrix"
        return "vector" if facts & VECTOR_ONLY else convention(name)

    def made_up(self, kind: str) -> Shape:
        """A shape of a kind with unknown sizes."""
        if kind == "scalar":
            return SCALAR
        return Shape(self.sizes.fresh(), ONE if kind == "vector" else self.sizes.fresh())

    # ------------------------------------------------------------ formulas

    def formula(self, root: Node) -> Shape:
        """Find the shapes of all pieces of a formula."""
        for node in postorder(root, operands):
            pieces = operands(node)
            shape = self.piece(node, [self.shapes[p] for p in pieces])
            if node.kind in ("number", "infix", "prefix", "call", "postfix") and not (
                node.kind == "call" and FUNCTIONS.get(node.text) and FUNCTIONS[node.text].sizes
            ):
                self.mark_constant(node, pieces, shape)
            self.shapes[node] = shape
        return self.shapes[root]

    def mark_constant(self, node: Node, pieces: Sequence[Node], shape: Shape) -> None:
        if all(p in self.constants for p in pieces) and self.sizes.is_scalar(shape):
            self.constants.add(node)

    def piece(self, node: Node, args: list[Shape]) -> Shape:
        match node.kind:
            case "number" | "slice":
                return SCALAR
            case "name":
                return self.name(node)
            case "prefix":
                return args[0]
            case "postfix":
                return args[0].transposed
            case "index":
                return self.entry(node, args[0])
            case "call":
                return self.call(node, args)
            case _:
                return INFIX[node.text](self, node, args)

    def name(self, node: Node) -> Shape:
        match self.scope.meaning(node.text):
            case "part":
                return self.parts[node.text]
            case "size":
                return SCALAR
            case "constant":
                if node.text == "I":
                    size = self.sizes.fresh()
                    return Shape(size, size)
                self.constants.add(node)
                return SCALAR
            case _:
                return self.symbol(node.text)

    def call(self, node: Node, args: list[Shape]) -> Shape:
        if node.text in self.scope.functions:
            return args[0]
        return FUNCTIONS[node.text].infer(self.sizes, node, args)

    def entry(self, node: Node, shape: Shape) -> Shape:
        known = self.sizes.shape(shape)
        count = len(node.args) - 1
        if count > 2 or (count == 1 and not known.is_vector and not self.sizes.equate(shape.cols, ONE)):
            raise self.misfit(
                f"{self.quote(node.args[0])} is {{0}}, so it has two indices" if count == 1
                else "at most two indices can follow", node, [shape], "A[i,j] or x[i]",
            )  # fmt: skip
        return SCALAR

    # ------------------------------------------------------------ signs

    def sum(self, node: Node, args: list[Shape]) -> Shape:
        pieces = operands(node)
        wide = [(p, s) for p, s in zip(pieces, args, strict=True) if p not in self.constants]
        if not wide:
            return SCALAR
        first, shape = wide[0]
        for piece, other in wide[1:]:
            if not self.sizes.equate_shapes(shape, other):
                raise self.unequal_terms(node, (first, shape), (piece, other))
        return shape

    def unequal_terms(self, node: Node, a: tuple[Node, Shape], b: tuple[Node, Shape]) -> Misfit:
        message = f"cannot add {self.quote(a[0])} ({{0}}) and {self.quote(b[0])} ({{1}})"
        shapes = self.sizes.named([a[1], b[1]])
        hint = None
        for (piece, _), own, other in ((a, *shapes), (b, *reversed(shapes))):
            if own.is_scalar and not other.is_scalar:
                fill = f"ones({other.rows})" if other.is_column else f"ones({other.rows},{other.cols})"
                short = "vector" if other.is_column else "matrix"
                text = self.quote(piece)
                hint = f"{text}*{fill} or {text}*{short}(1) adds it to every entry"
            elif own == other.transposed and not own.is_scalar and hint is None:
                hint = f"transpose one of them: {self.quote(piece)}'"
        both = (min(a[0].start, b[0].start), max(a[0].end, b[0].end))
        error = ShapeError(message.format(*shapes) + f": {_differing(*shapes)} differ", both, hint)
        return Misfit(error, node)

    def product(self, node: Node, args: list[Shape]) -> Shape:
        left, right = map(self.sizes.shape, args)
        if left.is_scalar or right.is_scalar:
            return right if left.is_scalar else left
        one = left.cols == ONE, right.rows == ONE
        # A factor 1 against an unknown size could also mean that one factor is a scalar.
        if one[0] != one[1] or not self.sizes.equate(left.cols, right.rows):
            raise self.cannot_multiply(node, args)
        return Shape(left.rows, right.cols)

    def cannot_multiply(self, node: Node, args: list[Shape]) -> Misfit:
        a, b = map(self.quote, node.args)
        left, right = self.sizes.named(args)
        hint = f"{_bracketed(a)}'*{b} if {left.rows} = {right.rows}"
        if left.is_column and right.is_column:
            hint = f"{a}'*{b} is a scalar, {a}*{b}' a matrix, {a}.*{b} elementwise"
        elif left.rows == right.rows:
            hint = f"{_bracketed(a)}'*{b} is {left.cols}×{right.cols}"
        elif left.cols == right.cols:
            hint = f"{a}*{_bracketed(b)}' is {left.rows}×{right.rows}"
        return self.misfit(
            f"cannot multiply {a} ({{0}}) by {b} ({{1}}): {left.cols} and {right.rows} differ",
            node, args, hint,
        )  # fmt: skip

    def entrywise(self, node: Node, args: list[Shape]) -> Shape:
        wide = [shape for shape in args if not self.sizes.is_scalar(shape)]
        if len(wide) == 2 and not self.sizes.equate_shapes(*wide):
            a, b = map(self.quote, node.args)
            differ = _differing(*self.sizes.named(wide))
            raise self.misfit(
                f"{node.text} needs equal shapes: {a} is {{0}}, {b} is {{1}}: {differ} differ", node, wide
            )
        return wide[0] if wide else SCALAR

    def inner(self, node: Node, args: list[Shape]) -> Shape:
        if not self.sizes.equate_shapes(*args):
            a, b = map(self.quote, node.args)
            differ = _differing(*self.sizes.named(args))
            raise self.misfit(
                f"{a} : {b} needs equal shapes, here {{0}} and {{1}}: {differ} differ", node, args
            )
        return SCALAR

    def quotient(self, node: Node, args: list[Shape]) -> Shape:
        if not self.sizes.equate_shapes(args[1], SCALAR):
            a, b = map(self.quote, node.args)
            raise self.misfit(
                f"cannot divide by {b}, which is {{1}}", node, args,
                f"{a} ./ {b} divides entrywise, inv({b}) is the inverse of a matrix",
            )  # fmt: skip
        return args[0]

    def power(self, node: Node, args: list[Shape]) -> Shape:
        base, exponent = map(self.sizes.shape, args)
        if not exponent.is_vector:
            return exponent  # e^A has two meanings, which is said when it is built
        if not self.sizes.equate_shapes(exponent, SCALAR):
            raise self.misfit(
                "the exponent {1} is not a scalar", node, args, "exp(x) and x.^k act on each entry"
            )
        if not self.sizes.equate(base.rows, base.cols):
            text = self.quote(node.args[0])
            raise self.misfit(
                f"{text} is {{0}}, only scalars and square matrices have powers", node, args,
                f"elementwise: {_bracketed(text)}.^{self.quote(node.args[1])}",
            )  # fmt: skip
        return base

    def entrywise_power(self, node: Node, args: list[Shape]) -> Shape:
        if not self.sizes.equate_shapes(args[1], SCALAR):
            raise self.misfit("the exponent must be a scalar, this is {1}", node, args)
        return args[0]

    def kron(self, node: Node, args: list[Shape]) -> Shape:
        return FUNCTIONS["kron"].infer(self.sizes, node, args)

    # ------------------------------------------------------------ words

    def quote(self, node: Node) -> str:
        """A piece as the user wrote it, or a stand-in if it is long."""
        text = self.source[node.start : node.end]
        return text if 0 < len(text) <= MAX_QUOTE and text.isprintable() else "(…)"

    def misfit(
        self, message: str, node: Node, shapes: Sequence[Shape], hint: str | None = None
    ) -> Misfit:
        """An error about these shapes at this piece."""
        shown = self.sizes.named(shapes)
        return Misfit(ShapeError(message.format(*shown), node.position, hint), node)


def _differing(a: Shape, b: Shape) -> str:
    pairs = zip(a, b, strict=True)
    return next((f"{left} and {right}" for left, right in pairs if left != right), f"{a} and {b}")


def _bracketed(text: str) -> str:
    return text if text.isalnum() or text.endswith(")") and text.startswith("(") else f"({text})"


Rule = Callable[[Inference, Node, list[Shape]], Shape]
INFIX: dict[str, Rule] = {
    "+": Inference.sum,
    "-": Inference.sum,
    "*": Inference.product,
    ".*": Inference.entrywise,
    "./": Inference.entrywise,
    ":": Inference.inner,
    "/": Inference.quotient,
    "^": Inference.power,
    ".^": Inference.entrywise_power,
    "⊗": Inference.kron,
}
