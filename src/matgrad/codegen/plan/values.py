"""Values: what a program computes, as arrays with zero, one or two axes.

An expression is a matrix; its value drops the axes of size one, so that rows and columns are both
flat and transposing them costs nothing. Values are shared like expressions: one per computation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from matgrad.core.dims import ONE, Dim
from matgrad.core.expr import Axes as Counted
from matgrad.core.expr import Expr
from matgrad.core.shape import Shape

Axes = tuple[Dim, ...]
NOMINAL = 1000  # what a size with a name is taken to be where costs are compared


def axes_of(shape: Shape) -> Axes:
    """The axes that the value of an expression has."""
    return tuple(size for size in shape if size != ONE)


def nominal(size: Dim, sizes: Mapping[str, int] | None = None) -> int:
    """A number to compare sizes by: as given, else large."""
    known = sizes or {}
    return size.evaluate({name: known.get(name, NOMINAL) for name in size.names})


def entries(value: Value, sizes: Mapping[str, int] | None = None) -> int:
    """About how many entries a value has."""
    count = 1
    for size in value.axes:
        count *= nominal(size, sizes)
    return count


@dataclass(eq=False, slots=True)  # not frozen: so many are made that it would be felt
class Value:
    """The result of one operation on other values; `node` is the expression it came from."""

    op: str
    args: tuple[Value, ...]
    data: Any
    axes: Axes
    node: Expr | None = None

    @property
    def is_scalar(self) -> bool:
        """Has this no axes?"""
        return not self.axes

    @property
    def is_vector(self) -> bool:
        """Has this one axis?"""
        return len(self.axes) == 1

    @property
    def is_matrix(self) -> bool:
        """Has this two axes?"""
        return len(self.axes) == 2


@dataclass(slots=True)
class Graph:
    """All values of a program, each made once.

    `named` are the values a person gave a name; `kept` are matrices whose inverses are needed as
    such; `products` are chains of factors multiplied already, by the `marks` of the factors;
    `bounds` are sizes that must be at least as large as an index used on them;
    `sizes` are numbers that sizes are expected to be about; `fixed` are the inputs that stay the
    same from call to call, `late` the sizes that only the others tell; `rewrites` say which
    rewrites were made and why, `skipped` are those that are not to be made; `meant` are operators
    that are computed as what they mean in terms of others; `has_cholesky` tells of
    inverses, powers and determinants whether their matrix is known to be definite, `definite` are
    such matrices, `symmetric` says of values that
    were asked about whether they are symmetric; `triangular` are matrices known to be lower (True)
    or upper triangular; `equations` counts the values that need the factors of a matrix;
    `apart` has the factors of products that cost less one by one; `results` are what is returned;
    with families, `members` says how many members a product of values has, and `counted` by what.
    """

    named: dict[Value, str] = field(default_factory=dict[Value, str])
    kept: set[Expr] = field(default_factory=set[Expr])
    products: dict[tuple[int, ...], Value] = field(default_factory=dict[tuple[int, ...], "Value"])
    marks: dict[Hashable, int] = field(default_factory=dict[Hashable, int])
    bounds: list[tuple[Dim, int]] = field(default_factory=list[tuple[Dim, int]])
    sizes: Mapping[str, int] = field(default_factory=dict[str, int])
    fixed: frozenset[Expr] = frozenset()
    late: frozenset[str] = frozenset()
    rewrites: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    skipped: frozenset[str] = frozenset()
    meant: frozenset[str] = frozenset()
    has_cholesky: Callable[[Expr], bool] = lambda node: False
    definite: set[Value] = field(default_factory=set["Value"])
    symmetric: dict[Value, bool] = field(default_factory=dict["Value", bool])
    triangular: dict[Value, bool] = field(default_factory=dict["Value", bool])
    equations: Counter[Value] = field(default_factory=Counter["Value"])
    results: set[Value] = field(default_factory=set["Value"])
    members: Callable[[Sequence[Value]], int] | None = None
    counted: dict[Value, Counted] = field(default_factory=dict["Value", "Counted"])
    apart: dict[Value, tuple[tuple[Value, Shape], ...]] = field(
        default_factory=dict["Value", "tuple[tuple[Value, Shape], ...]"]
    )
    _constant: dict[Value, bool] = field(default_factory=dict["Value", bool])
    _made: dict[Hashable, Value] = field(default_factory=dict[Hashable, Value])

    def make(
        self, op: str, *args: Value, axes: Axes, data: Hashable = None, node: Expr | None = None
    ) -> Value:
        """The value of an operation, the same object each time."""
        key = (op, args, data, axes)
        found = self._made.get(key)
        if found is None:
            found = Value(op, args, data, axes, node)
            if op == "add":  # of which there may be one with the terms in another order
                terms = frozenset(Counter(zip(args, found.data, strict=True)).items())
                found = self._made.setdefault((terms, axes), found)
            self._made[key] = found
        return found

    def again(self, value: Value, args: tuple[Value, ...]) -> Value:
        """The same operation on other arguments."""
        if value.op == "transpose" and value not in self.named:
            return self.transpose(*args)
        return self.make(value.op, *args, axes=value.axes, data=value.data, node=value.node)

    def is_constant(self, value: Value) -> bool:
        """Does this depend on nothing but inputs that stay the same?"""
        if not self.fixed:
            return False
        for each in ordered((value,), self._constant):
            is_known = each.op != "symbol" or each.data in self.fixed
            if each.op == "size":
                is_known = self.late.isdisjoint(each.data.names)
            self._constant[each] = is_known and all(self._constant[arg] for arg in each.args)
        return self._constant[value]

    def rewrote(self, name: str, why: str) -> None:
        """Note a rewrite."""
        if (name, why) not in self.rewrites:
            self.rewrites.append((name, why))

    def replaced(self, better: Mapping[Value, Value]) -> None:
        """Keep what is known of values that others have taken the place of."""
        self.named = {better.get(value, value): name for value, name in self.named.items()}
        self.definite = {better.get(value, value) for value in self.definite}
        self.triangular = {better.get(v, v): lower for v, lower in self.triangular.items()}

    def find(self, op: str, *args: Value, axes: Axes) -> Value | None:
        """The value of an operation if it is computed already."""
        return self._made.get((op, args, None, axes))

    def number(self, value: Fraction | int) -> Value:
        """A number in the program."""
        return self.make("number", data=Fraction(value), axes=())

    def size(self, size: Dim) -> Value:
        """A size as a number, read from the shapes of the inputs when the program runs."""
        known = size.value
        return self.number(known) if known is not None else self.make("size", data=size, axes=())

    def full(self, value: Value, axes: Axes) -> Value:
        """One number in every entry."""
        if not axes:
            return value
        return self.make("full", value, *(self.size(size) for size in axes), axes=axes)

    def eye(self, size: Dim) -> Value:
        """The identity of this size."""
        return self.make("eye", self.size(size), axes=(size, size))

    def transpose(self, A: Value) -> Value:
        """The transpose, which is nothing for a vector."""
        if not A.is_matrix or A.op in ("Diag", "eye"):
            return A
        if self.has(A, "transpose"):
            return A.args[0]
        if self.has(A, "outer"):
            return self.make("outer", *reversed(A.args), axes=A.axes[::-1])
        if self.has(A, "neg") and self.has(A.args[0], "outer"):
            turned = self.make("outer", *reversed(A.args[0].args), axes=A.axes[::-1])
            return self.make("neg", turned, axes=turned.axes)
        return self.make("transpose", A, axes=A.axes[::-1])

    def has(self, value: Value, op: str) -> bool:
        """Is this an operation that may be merged with what uses it, being nobody's name?"""
        return value.op == op and value not in self.named

    def is_solved(self, value: Value) -> bool:
        """Is this an inverse, or its transpose, that is not written out: equations?"""
        bare = value.args[0] if self.has(value, "transpose") else value
        is_kept = bare.node is not None and bare.node.args[0] in self.kept
        return self.has(bare, "inv") and not is_kept


def ordered(roots: tuple[Value, ...], known: Container[Value] = ()) -> list[Value]:
    """The distinct values below the roots, each after those it is computed from."""
    seen: set[Value] = set()
    result: list[Value] = []
    entered: list[Value] = []
    stack: list[Value | None] = list(reversed(roots))
    while stack:
        value = stack.pop()
        if value is None:  # what the last value that was entered is computed from is there
            result.append(entered.pop())
        elif value not in seen and value not in known:
            seen.add(value)
            entered.append(value)
            stack.append(None)
            stack.extend(value.args[::-1])
    return result


def varies(value: Value) -> bool:
    """Does this depend on an input? If not, and if it has no axes, it is a number in code."""
    return any(each.op == "symbol" for each in ordered((value,)))
