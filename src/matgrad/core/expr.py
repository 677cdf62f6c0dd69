"""The one node type, the record that describes an operator, and the catalogue of operators.

`Expr` is interned: two expressions are equal exactly when they are the same object, so `==` and
`hash` cost nothing and every walk can keep its memo in a dictionary of nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf
from typing import Any, NamedTuple, NoReturn
from zlib import crc32

from matgrad.core.curves import Curves
from matgrad.core.dims import Dim
from matgrad.core.interned import Interned, not_pickled, nothing
from matgrad.core.notation import Notation
from matgrad.core.shape import Shape
from matgrad.errors import ShapeError

Facts = frozenset[str]
NO_FACTS: Facts = frozenset()
DIFFERENTIAL = 1  # the bit in `Expr.occurring` that says that some dX occurs


@dataclass(frozen=True, eq=False, kw_only=True)
class Op:
    """Everything there is to know about one operator, in one place.

    Exactly one derivative fact is given: `adjoints` if the operator is linear in each argument
    (`jointly` if it is linear in all of them together), `partials` otherwise; a leaf has neither.
    """

    name: str
    shape: Callable[[tuple[Expr, ...], Any], Shape]
    notation: Notation
    # What it computes, as value(arithmetic, node, *arguments); without one, what it `means`.
    value: Callable[..., Any]
    # adjoints[i](G, *args): what G becomes when argument i is moved alone to the right of G :;
    # an operator with any number of arguments gives one function (G, i, args).
    adjoints: tuple[Callable[..., Expr], ...] | Callable[..., Expr] | None = None
    jointly: bool = False
    # partials[i](Y, *args, dX) is the part of dY that is linear in dX, the differential of arg i.
    partials: tuple[Callable[..., Expr], ...] | None = None
    # The adjoints for those arguments in which an operator with partials happens to be linear.
    linear_in: Mapping[int, Callable[..., Expr]] = field(default_factory=dict[int, Any])
    # The elementwise f′ as derivative(Y, X) for operators that act on each entry by itself.
    derivative: Callable[[Expr, Expr], Expr] | None = None
    why: str = ""  # the rule of differentiation, as a sentence
    why_last: str = ""  # what is added to it where the last argument varies, as an exponent
    across: str = ""  # why a factor may move across the Frobenius product
    across_last: str = ""  # the same where only the last argument varies, if that is plainer
    code: Mapping[str, Any] = field(default_factory=dict[str, Any])  # templates by language
    # What it is in terms of others: code computes this where a language has no code of its own.
    means: Callable[..., Expr] | None = None
    # Where nothing else says what its values are: a number and the value there, from which the
    # differential equation f′ = derivative(f, x) gives all others.
    begins: tuple[Fraction | int, Fraction | int] | None = None
    # g, s and t with 1 − f(x) = s g(t x), where a difference would lose the digits.
    complement: tuple[str, int, int] | None = None
    entrywise: bool = False  # does it act on the entries at one place of all its arguments?
    parity: int = 0  # 1 for f(−x) = f(x), −1 for f(−x) = −f(x)
    of_number: Callable[[Expr], Expr] | None = None  # what it is of a single number
    of_one_row: Callable[[Expr], Expr] | None = None  # and a function of each row, of a single one
    reach: tuple[float, float] = (-inf, inf)  # between which numbers all entries lie, in any case
    work: int = 1  # operations that each entry counts as
    cubes: float = 0  # operations for each cube of its size, if it goes by that
    normal: Callable[[tuple[Expr, ...]], tuple[Expr, ...]] | None = None
    # The axes of the family that it makes, if these are not all axes of its arguments.
    axes: Callable[[tuple[Expr, ...], Any], Axes] | None = None
    binds: bool = False  # does it go over the innermost axis of its argument, as a sum does?
    # Its data with other names of axes, where it has such names; a number is one fixed member.
    renamed: Callable[[Any, Callable[[Place], Place]], Any] | None = None
    # What stands in its place where it need not be made.
    instead: Callable[[tuple[Expr, ...], Any], Expr | None] | None = None
    facts: Callable[[Expr, Sequence[Facts]], Facts] | None = None
    conditions: Callable[[Expr], Sequence[Condition]] | None = None
    # How it curves, or a function that tells it of a node, as of x^p.
    curves: Curves | Callable[[Expr], Curves] = ()
    # Shapes of arguments to try it at; a number stands for itself.
    samples: tuple[tuple[tuple[str | int, ...] | int, ...], ...] = ()
    spellings: tuple[str, ...] = ()  # the names a user may write for it as a function
    # The name of the function of entries that SymPy has, if it is another, or how SymPy writes it.
    sympy: str | Callable[[Any, Any], Any] = ""
    # What is said where it is read: of a name that means something else elsewhere, or of "" always.
    notes: Mapping[str, str] = field(default_factory=dict[str, str])
    # What it lacks, with the reason: "text", "latex", "numpy", "field", "ball" or "matrix".
    holes: Mapping[str, str] = field(default_factory=dict[str, str])
    letters: str = ""  # names that suit its value, best first
    turns: int = 0  # 1 for the transpose
    bit: int = 0  # its place in `Expr.occurring`
    digest: int = 0  # a reproducible number for its name
    doc: str = ""

    @property
    def is_leaf(self) -> bool:
        """Does this operator take no arguments?"""
        return self.adjoints is None and self.partials is None

    def __repr__(self) -> str:
        return f"<{self.name}>"

    def __call__(self, *args: Expr, data: Hashable = None) -> Expr:
        """The operator applied to arguments."""
        return make(self, args, data)


class Axis(NamedTuple):
    """What the members of a family are counted by: a name, and how many there are.

    Inside of a sum its index has no name: #0 belongs to the innermost sum around, #1 to the next.
    """

    name: str
    size: Dim


Axes = tuple[Axis, ...]
Place = str | int  # an axis, or one member


class Condition(NamedTuple):
    """Something an answer needs: a predicate name applied to an expression, or a convention."""

    predicate: str  # nonzero, positive, invertible, … or "convention"
    subject: Expr
    words: str  # with {0} where the subject is printed


class Symbol(NamedTuple):
    """The data of a symbol: its name, what is assumed of it, and what it is the differential of.

    A family has axes, in the order in which its index is written; all else is that of each member.
    """

    name: str
    shape: Shape
    facts: Facts = NO_FACTS
    differential_of: str | None = None
    axes: Axes = ()

    @property
    def told(self) -> str:
        """The same words for the same symbol in every process: a set has no order of its own."""
        is_set = len(self.facts) > 1
        plain = self._replace(facts=NO_FACTS if is_set else self.facts, axes=())
        words = str(plain).replace(", axes=()", "") + f" {sorted(self.facts)}" * is_set
        return words + f" {[(name, str(size)) for name, size in self.axes]}" * bool(self.axes)

    @property
    def is_differential(self) -> bool:
        """Is this dX, and not a direction with a name of its own?"""
        return self.differential_of is not None and self.name == f"d{self.differential_of}"


class Expr:
    """An operator applied to expressions; made by `make`, compared by identity.

    `size` counts the nodes of the printed tree, `turns` the transposes in it, `lead` is the first
    name in it and `digest` a reproducible number: they give sums and products their order.
    `occurring` has the bit of every operator that occurs, and of differentials: most rules need
    one that does not. A family has `axes`, ordered by name; its shape is that of each member.
    """

    __slots__ = (
        *("__weakref__", "args", "axes", "data", "digest", "is_scalar"),
        *("lead", "occurring", "op", "shape", "size", "turns"),
    )

    op: Op
    args: tuple[Expr, ...]
    data: Any
    shape: Shape
    is_scalar: bool
    size: int
    turns: int
    lead: str
    digest: int
    occurring: int
    axes: Axes

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("expressions are immutable")

    __reduce__ = not_pickled

    @property
    def name(self) -> str:
        """The name of a symbol."""
        return self.data.name

    # Sugar. The operators themselves are declared above this layer and looked up in the catalogue.
    def __add__(self, other: Expr | float) -> Expr:
        return _sugar["add"](self, other)

    def __radd__(self, other: float) -> Expr:
        return _sugar["add"](other, self)

    def __sub__(self, other: Expr | float) -> Expr:
        return _sugar["subtract"](self, other)

    def __rsub__(self, other: float) -> Expr:
        return _sugar["subtract"](other, self)

    def __neg__(self) -> Expr:
        return _sugar["multiply"](-1, self)

    def __mul__(self, other: Expr | float) -> Expr:
        return _sugar["multiply"](self, other)

    def __rmul__(self, other: float) -> Expr:
        return _sugar["multiply"](other, self)

    def __matmul__(self, other: Expr) -> Expr:
        return _sugar["multiply"](self, other)

    def __truediv__(self, other: Expr | float) -> Expr:
        return _sugar["divide"](self, other)

    def __rtruediv__(self, other: float) -> Expr:
        return _sugar["divide"](other, self)

    def __pow__(self, other: Expr | float) -> Expr:
        return _sugar["power"](self, other)

    @property
    def T(self) -> Expr:
        """The transpose."""
        return _sugar["transpose"](self)

    def __str__(self) -> str:
        return display.get("text", _outline)(self)

    def __repr__(self) -> str:
        return f"<{self}: {self.shape}>"

    def latex(self) -> str:
        """This expression as LaTeX that parses back."""
        return display["latex"](self)

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"


def _outline(node: Expr) -> str:
    """A word for a node where no printer is loaded."""
    return node.name if isinstance(node.data, Symbol) else f"{node.op.name}(…)"


# Filled by the layers above: operators by name, operator sugar, and printers.
catalogue: dict[str, Op] = {}
_sugar: dict[str, Callable[..., Expr]] = {}
display: dict[str, Callable[[Expr], str]] = {}

_interned: Interned[tuple[Op, tuple[Expr, ...], Hashable], Expr] = Interned()
_MIX = (1 << 61) - 1
_set = object.__setattr__  # expressions refuse it for themselves


def make(op: Op, args: tuple[Expr, ...] = (), data: Hashable = None) -> Expr:
    """The expression op(args): shapes are checked, nothing is simplified, equal is identical."""
    key = (op, args, data)
    found = _interned.get(key, nothing)()
    if found is None and op.instead is not None and (other := op.instead(args, data)) is not None:
        return other
    if found is None and op.normal is not None:
        args = op.normal(args)
        if len(args) == 1:
            return args[0]
        key = (op, args, data)
        found = _interned.get(key, nothing)()
    if found is not None:
        return found
    shape = op.shape(args, data)
    with _interned.lock:
        found = _interned.get(key, nothing)()
        if found is None:
            found = _interned.keep(key, _new(op, args, data, shape))
    return found


def _new(op: Op, args: tuple[Expr, ...], data: Hashable, shape: Shape) -> Expr:
    node = object.__new__(Expr)
    digest, occurring, size, turns = op.digest, op.bit, 1, op.turns
    for arg in args:
        digest = (digest * 1_000_003 + arg.digest) % _MIX
        occurring |= arg.occurring
        size += arg.size
        turns += arg.turns
    if data is not None:
        told = str(data)
        if isinstance(data, Symbol):
            told = data.told
        occurring |= DIFFERENTIAL * (isinstance(data, Symbol) and data.differential_of is not None)
        digest = (digest * 1_000_003 + crc32(told.encode())) % _MIX
    _set(node, "op", op)
    _set(node, "args", args)
    _set(node, "data", data)
    _set(node, "shape", shape)
    _set(node, "is_scalar", shape.is_scalar)
    _set(node, "size", min(size, 1 << 62))
    _set(node, "turns", min(turns, 1 << 62))
    lead = data.name if isinstance(data, Symbol) else args[0].lead if args else ""
    _set(node, "lead", lead)
    _set(node, "digest", digest)
    _set(node, "occurring", occurring)
    _set(node, "axes", op.axes(args, data) if op.axes is not None else _united(args))
    return node


def _united(args: tuple[Expr, ...]) -> Axes:
    """The axes of all arguments: an operator acts on each member by itself."""
    found: Axes = ()
    for arg in args:
        if arg.axes and arg.axes != found:
            found = united(found, arg.axes)
    return found


def united(*several: Axes) -> Axes:
    """All of these axes, ordered by name."""
    sizes: dict[str, Dim] = {}
    for name, size in (axis for axes in several for axis in axes):
        if sizes.setdefault(name, size) != size:
            message = f"the index {name} runs to {sizes[name]} and to {size}"
            raise ShapeError(message).between(sizes[name], size)
    return tuple([Axis(name, sizes[name]) for name in sorted(sizes)])


def order(node: Expr) -> tuple[str, int, int]:
    """A reproducible order for terms and factors: by leading name, then size."""
    return node.lead, node.size, node.digest


def operator(name: str, **fields: Any) -> Op:
    """Declare an operator; declaring it is registering it.

    >>> operator("add")
    Traceback (most recent call last):
    ...
    ValueError: operator 'add' is declared twice
    """
    if name in catalogue:
        raise ValueError(f"operator {name!r} is declared twice")
    given = [k for k in ("adjoints", "partials", "derivative") if fields.get(k) is not None]
    if len(given) > 1:
        raise ValueError(f"operator {name!r} has {len(given)} derivative facts, not one")
    if (derivative := fields.get("derivative")) is not None:
        fields["partials"] = (elementwise_partial(derivative),)
    if "means" in fields:
        fields.setdefault("value", _meant)
    fields |= {"name": name, "bit": 2 << len(catalogue), "digest": crc32(name.encode())}
    return catalogue.setdefault(name, Op(**fields))


def _meant(R: Any, node: Expr, *args: Any) -> Any:
    """The value of an operator that is said in terms of others."""
    return R.meant(node, args)


def elementwise_partial(derivative: Callable[[Expr, Expr], Expr]) -> Callable[..., Expr]:
    """The differential f′(X) ⊙ dX of an operator that acts on each entry by itself."""

    def partial(Y: Expr, X: Expr, dX: Expr) -> Expr:
        return _sugar["entrywise"](derivative(Y, X), dX)

    return partial


def sugar(name: str) -> Callable[[Callable[..., Expr]], Callable[..., Expr]]:
    """Make a function available as operator sugar on expressions."""

    def register(function: Callable[..., Expr]) -> Callable[..., Expr]:
        _sugar[name] = function
        return function

    return register


def is_differential(node: Expr) -> bool:
    """Is this the differential of a symbol?"""
    return isinstance(node.data, Symbol) and node.data.differential_of is not None


def number_value(node: Expr) -> Fraction | None:
    """The rational number that this node is, or None."""
    return node.data if type(node.data) is Fraction else None  # isinstance would ask its ABC
