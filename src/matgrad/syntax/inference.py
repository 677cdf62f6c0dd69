"""One way of reading the undeclared names of a problem: what is known of every shape so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property
from typing import NamedTuple

from matgrad.core.dims import ONE, Dim
from matgrad.core.expr import Axes, Axis, Expr, Symbol, make
from matgrad.core.facts import SQUARE_ONLY, VECTOR_ONLY, close
from matgrad.core.shape import SCALAR, Shape
from matgrad.errors import AmbiguousError, ShapeError
from matgrad.ops import symbol_op
from matgrad.syntax.scope import Declaration, Scope
from matgrad.syntax.tree import Node
from matgrad.syntax.unify import Misfit, Sizes

MAX_QUOTE = 32
TIMES = frozenset({"t", "s"})  # arguments that are numbers on paper
SCALAR_FUNCTIONS = "fgh"
COEFFICIENTS = frozenset("acdkmnst")  # small letters that often are numbers
# Greek letters, spelled out, are scalars on paper.
GREEK = frozenset(
    "alpha beta gamma delta epsilon eps zeta eta theta iota kappa lambda lam mu nu xi rho sigma "
    "tau upsilon phi chi psi omega pi varepsilon vartheta varphi varrho varsigma al la th".split()
)


def convention(name: str) -> str:
    """The kind of thing a letter stands for on paper."""
    if name[0].isupper():
        return "matrix"
    stem = name.rstrip("0123456789").rstrip("_")
    return "scalar" if stem.split("_")[0] in GREEK else "vector"


def is_rather_vector(name: str) -> bool:
    """Is this a small letter that hardly ever stands for a number, as x does?"""
    stem = name.rstrip("_0123456789")
    return convention(name) == "vector" and len(stem) == 1 and stem not in COEFFICIENTS


def on_paper(scope: Scope, name: str) -> str:
    """The kind of an undeclared name: its letter decides, but nobody transposes a scalar."""
    is_entry = any(name in each and not each & scope.transposed for each in scope.tables)
    kind = "scalar" if is_entry else convention(name)
    kind = "matrix" if name in scope.gridded else kind
    is_column = name in scope.transposed or name in scope.columns
    return "vector" if kind == "scalar" and is_column else kind


class Signature(NamedTuple):
    """A function that is only named, with the shapes of its value and its arguments."""

    declared: Declaration
    value: Shape
    domain: tuple[Shape, ...]


def is_number(param: str) -> bool:
    """Is an argument of this name a number by convention, as time is?"""
    return param in TIMES or convention(param) == "scalar"


def value_kind(declared: Declaration) -> str:
    """What a function without a shape gives: A(t) a matrix, x(t) a vector, f(X) a number."""
    facts = close(declared.facts)
    if facts & SQUARE_ONLY or declared.name[0].isupper():
        return "matrix"
    curve = all(map(is_number, declared.params)) and declared.name[0] not in SCALAR_FUNCTIONS
    return convention(declared.name) if curve else "vector" if facts & VECTOR_ONLY else "scalar"


class Origin(Enum):
    """What makes a piece a number: no name stands in it, it is declared, or only paper has it so.

    Such a name, as mu, may turn out to be a vector.
    """

    CONSTANT = auto()
    GIVEN = auto()
    SOFT = auto()


class Doubt(NamedTuple):
    """Letters that are read as paper hardly has them: what that costs, and what is to be said."""

    names: frozenset[str]
    cost: int = 0
    is_guess: bool = False
    rather: str = "vector"  # what else may be meant, in a guess
    question: AmbiguousError | None = None


@dataclass(frozen=True)
class Broadcast:
    """A piece of a sum, product or quotient that stands for something as large as `beside`.

    entries   a number in every entry
    columns   a column in every column
    rows      a row in every row
    turned    a column, transposed, in every row
    over      a number over a column, which divides it entry by entry
    """

    node: Node
    piece: Node
    kind: str
    beside: Node
    guessed: bool = False  # a column that might as well stand in every column


class Inference:
    """One reading of all formulas: the shape of every piece and symbol, then what is built."""

    def __init__(
        self, scope: Scope, kinds: Mapping[str, str], source: str, spread: bool = False
    ) -> None:
        self.scope = scope
        self.kinds = kinds
        self.source = source
        self.spread = spread  # may something smaller stand beside something larger?
        self.broadcasts: dict[tuple[Node, Node], Broadcast] = {}
        taken = {*scope.declared, *scope.undeclared, *scope.defined, *scope.sizes, *scope.flexible}
        self.sizes = Sizes(scope.flexible, taken)
        self.shapes: dict[Node, Shape] = {}
        self.symbols: dict[str, Shape] = {}
        self.functions: dict[str, Signature] = {}
        self.parts: dict[str, Shape] = {}
        self.part_axes: dict[str, Axes] = {}  # of those that are families
        self.ranges: dict[Node, Dim] = {}  # how many terms each sum has
        self.free: dict[Node, dict[str, Dim]] = {}  # by formulas, indices that no sum binds
        self.by_columns: set[str] = set()  # parts whose members are columns
        self.root: Node | None = None  # the formula at hand
        self.changing: dict[Node, frozenset[str]] = {}  # the indices with which a piece changes
        self.signs: dict[Node, str] = {}  # what * / ^ ⋅ mean where they act on each entry
        self.zeros: list[Dim] = []  # the sizes of rows and columns of blocks with zeros alone
        self.identities: dict[Node, Dim] = {}  # the sizes of each bare I
        self.origins: dict[Node, Origin] = {}  # of numbers
        self.centred: set[Node] = set()  # x − μ of (x − μ)/σ, in which μ is a number like σ
        self.doubts: Sequence[Doubt] = ()
        self.strain = 0  # how many names are read otherwise than paper has them
        self.variables: dict[str, Expr] = {}
        self.defined: dict[str, Expr] = {}
        self.values: dict[Node, Expr] = {}
        self.notes: list[str] = []

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

    def function(self, name: str) -> Signature:
        """The shapes of a function that is only named, made up when it is first met."""
        if name not in self.functions:
            declared = self.scope.functions[name]
            value = declared.shape or self.made_up(declared.kind or value_kind(declared))
            if close(declared.facts) & SQUARE_ONLY:
                self.sizes.equate(value.rows, value.cols)
            self.sizes.order.extend(value)
            domain = declared.domain or tuple(map(self.argument, declared.params))
            self.functions[name] = Signature(declared, value, domain)
        return self.functions[name]

    def argument(self, param: str) -> Shape:
        """The shape of an argument: a number by convention, or what it is called with."""
        known = self.scope.declared.get(param)
        is_wide = known is not None and known.shape is not None and not known.shape.is_scalar
        if is_number(param) and not is_wide:
            return SCALAR
        return Shape(self.sizes.fresh(), self.sizes.fresh())

    def kind(self, name: str, declared: Declaration) -> str:
        """The kind of a variable without a shape, by its facts, this reading, or convention."""
        if name in self.kinds:
            return self.kinds[name]
        facts = close(declared.facts)
        if facts & SQUARE_ONLY:
            return "matrix"
        return "vector" if facts & VECTOR_ONLY else on_paper(self.scope, name)

    def made_up(self, kind: str) -> Shape:
        """A shape of a kind with unknown sizes."""
        if kind == "scalar":
            return SCALAR
        if kind in ("square", "row"):
            size = self.sizes.fresh()
            return Shape(size if kind == "square" else ONE, size)
        return Shape(self.sizes.fresh(), ONE if kind == "vector" else self.sizes.fresh())

    def is_number(self, name: str) -> bool:
        """Is a variable known to be a number?"""
        return self.sizes.is_scalar(self.symbols[name])

    def shape(self, node: Node) -> Shape:
        """The shape that was found for a piece, as far as it is known."""
        return self.sizes.shape(self.shapes[node])

    # ------------------------------------------------------------ what is built

    @cached_property
    def names(self) -> dict[str, Dim]:
        """Names for the sizes that stay unknown, once all shapes are found."""
        return self.sizes.names()

    def known(self, shape: Shape) -> Shape:
        """The shape with names for the sizes that stay unknown."""
        found = self.sizes.shape(shape)
        return Shape(*(size.substitute(self.names) for size in found)) if self.names else found

    def known_size(self, size: Dim) -> Dim:
        """The size, with a name if it stays unknown."""
        return self.sizes.resolve(size).substitute(self.names)

    def known_axes(self, axes: Axes) -> Axes:
        """The axes with names for the sizes that stay unknown."""
        return tuple(Axis(name, self.known_size(size)) for name, size in axes)

    def variable(self, name: str) -> Expr:
        """The variable of a name."""
        if name not in self.variables:
            declared = self.scope.declared.get(name)
            facts = declared.facts if declared is not None else frozenset[str]()
            axes = self.known_axes(declared.axes) if declared is not None else ()
            symbol = Symbol(name, self.known(self.symbol(name)), facts, None, axes)
            self.variables[name] = make(symbol_op, (), symbol)
        return self.variables[name]

    def note(self, words: str) -> None:
        """Tell the user how something was read, once."""
        if words and words not in self.notes:
            self.notes.append(words)

    # ------------------------------------------------------------ words

    def quote(self, node: Node) -> str:
        """A piece as the user wrote it, or a stand-in if it is long."""
        text = self.source[node.start : node.end].replace("{0}", "0").replace("{1}", "1")
        is_whole = text.count("{") == text.count("}")  # not \frac{x}{|x|
        return text if 0 < len(text) <= MAX_QUOTE and text.isprintable() and is_whole else "(…)"

    def misfit(
        self, message: str, node: Node, shapes: Sequence[Shape], hint: str | None = None
    ) -> Misfit:
        """An error about these shapes at this piece."""
        shown = self.sizes.named(shapes)
        return Misfit(ShapeError(filled(message, shown), node.position, hint), node)


def filled(message: str, shapes: Sequence[Shape]) -> str:
    """The message with shapes for {0} and {1}; other braces are the user's own, as in LaTeX."""
    for number, shape in enumerate(shapes):
        message = message.replace(f"{{{number}}}", str(shape))
    return message


@dataclass(frozen=True)
class Kind:
    """How the pieces of one kind are read: their shape and their expression."""

    shape: Callable[[Inference, Node, list[Shape]], Shape]
    build: Callable[[Inference, Node, list[Expr]], Expr]
