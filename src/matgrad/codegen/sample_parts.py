"""What becomes of a value when samples are taken chunk by chunk, and how that is written down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto

from matgrad.codegen.names import Names
from matgrad.codegen.values import Axes, Graph, Value
from matgrad.core.dims import ONE, Dim
from matgrad.core.expr import Expr
from matgrad.errors import UnsupportedError
from matgrad.ops import symbol


class Kind(Enum):
    """When a value is known."""

    SAME = auto()  # for every chunk the same
    EACH = auto()  # of each sample by itself
    LATE = auto()  # when all samples were seen


@dataclass(frozen=True)
class Part:
    """What became of a value, or of one term of it.

    Samples lie along `axis`; `factor` is a number, known late, to be multiplied by.
    """

    kind: Kind
    value: Value
    axis: int = 0
    factor: Value | None = None


def places(axes: Sequence[Dim], size: Dim) -> list[int]:
    """The axes along which samples lie; sizes made from theirs are refused."""
    (name,) = size.names
    for each in axes:
        if name in each.names and each != size:
            raise UnsupportedError(f"an array of size {each} is not taken apart along {name}")
    return [i for i, each in enumerate(axes) if each == size]


@dataclass
class Cut:
    """The two programs as far as they are known: values, and which of them are added up."""

    size: Dim
    names: Names
    code: Callable[[Value], str]  # how a part of the program is written
    graph: Graph = field(default_factory=Graph)
    parts: dict[Value, list[Part]] = field(default_factory=dict[Value, list[Part]])
    sums: dict[Expr, Value] = field(default_factory=dict[Expr, Value])

    def same(
        self, value: Value, args: Sequence[Value] | None = None, axes: Axes | None = None
    ) -> Value:
        """The same operation, on other values if they are given."""
        given = value.args if args is None else tuple(args)
        shape = value.axes if axes is None else axes
        return self.graph.make(value.op, *given, axes=shape, data=value.data, node=value.node)

    def total(self, value: Value, factor: Value | None) -> Part:
        """Add a value up over all samples: afterwards it is an input, flat if it has many axes."""
        graph, axes = self.graph, value.axes
        if len(axes) > 2:
            count = ONE
            for size in axes:
                count = count * size
            value = graph.make("reshape", value, graph.size(count), axes=(count,))
        known = [each for each, sum_ in self.sums.items() if sum_ is value]
        if not known:
            known = [symbol(self.names.take(f"total{len(self.sums) + 1}"), *value.axes)]
            self.sums[known[0]] = value
        late = graph.make("symbol", data=known[0], axes=value.axes)
        if len(axes) > 2:
            late = graph.make("reshape", late, *(graph.size(size) for size in axes), axes=axes)
        return Part(Kind.LATE, self.times(factor, late))

    def times(self, factor: Value | None, value: Value) -> Value:
        """The value with its number multiplied in."""
        return value if factor is None else self.graph.make("mul", factor, value, axes=value.axes)

    def factor(self, value: Value, parts: Sequence[Part]) -> Value | None:
        """The product of the numbers that parts are still to be multiplied by."""
        factors = [part.factor for part in parts if part.factor is not None]
        factors += [p.value for p in parts if p.kind is Kind.LATE and not p.value.axes]
        if any(p.kind is Kind.LATE and p.value.axes for p in parts):
            raise self.refused(value, "it needs sums over all of them first")
        if len(factors) < 2:
            return factors[0] if factors else None
        return self.graph.make("mul", *factors, axes=())

    def late(self, parts: list[Part], value: Value) -> Value:
        """A result."""
        if parts[0].kind is Kind.EACH:
            raise self.refused(value, "the result has entries for each of them")
        return parts[0].value

    def refused(self, value: Value, why: str) -> UnsupportedError:
        """Why samples cannot be taken chunk by chunk."""
        (over,) = self.size.names
        shown = str(value.node)[:80] if value.node is not None else self.code(value)
        if value.op == "symbol":
            shown = value.data.name
        return UnsupportedError(
            f"this is no sum over {over} that can be taken in parts: {shown}: {why}",
            hint=f"sums over {over}, and what follows from them and other inputs, are possible",
        )
