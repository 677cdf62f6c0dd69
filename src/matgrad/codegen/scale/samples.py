"""Programs that take samples chunk by chunk: what is summed over them, and what follows from sums.

A value is the same for every chunk, or has an entry, row or column for each sample that depends on
that sample alone, or can be had only when all samples were seen. Where samples are added up, a
program is cut: one part computes the sums of a chunk, the other the results from the totals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from fractions import Fraction
from functools import partial, reduce
from itertools import product
from operator import mul

from matgrad.codegen.plan.operations import ENTRYWISE, LENGTHS
from matgrad.codegen.plan.program import Names, Program, array_of, assemble, names_taken
from matgrad.codegen.plan.values import Axes, Graph, Value, ordered
from matgrad.codegen.targets import listing
from matgrad.core.dims import ONE, Dim, dim
from matgrad.core.expr import Expr, catalogue
from matgrad.errors import UnknownNameError, UnsupportedError
from matgrad.ops import symbol

# ---------------------------------------------------------------- parts

# What becomes of a value when samples are taken chunk by chunk, and how that is written down.


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
    """The two programs as far as they are known: values, and which of them are added up.

    `add` goes through a program, value by value.
    """

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
            count = _count(axes)
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

    def add(self, value: Value, name: str | None) -> None:
        """Find out what becomes of a value; those it is computed from are known."""
        terms = [self.parts[arg] for arg in value.args]
        if value.op == "add" and any(part.kind is Kind.EACH for each in terms for part in each):
            found = add(self, value, terms)
        else:
            found = [self._part(value, list(each)) for each in product(*terms)]
            found = self._merged(value, found) if len(found) > 1 else found
        self.parts[value] = found
        if name and len(found) == 1 and found[0].value.op not in ("symbol", "mul"):
            self.graph.named.setdefault(found[0].value, name)

    def _merged(self, value: Value, found: list[Part]) -> list[Part]:
        """The terms of an operation that was done to each term of what it is done to."""
        if value.op not in LINEAR or len(found) > MOST:
            raise self.refused(value, "it needs sums over all of them first")
        if found[0].kind is Kind.EACH:
            return found
        values = [part.value for part in found]
        signs = tuple(False for _ in values)
        return [Part(Kind.LATE, self.graph.make("add", *values, axes=value.axes, data=signs))]

    def _part(self, value: Value, parts: list[Part]) -> Part:
        (over,) = self.size.names
        if value.op == "symbol":
            found = places(value.axes, self.size)
            if len(found) > 1:
                raise self.refused(value, f"it has {over} along both axes")
            return Part(Kind.EACH if found else Kind.SAME, self.same(value), sum(found))
        if value.op == "size":
            kind = Kind.LATE if over in value.data.names else Kind.SAME
            return Part(kind, self.same(value))
        if value.op == "full" and places(value.axes, self.size):
            return self._full(value, parts[0])
        if all(part.kind is not Kind.EACH for part in parts):
            if places(value.axes, self.size):
                raise self.refused(value, "it tells samples apart")
            kind = Kind.LATE if any(p.kind is Kind.LATE for p in parts) else Kind.SAME
            return Part(kind, self.same(value, [part.value for part in parts]))
        rule = RULES.get(value.op) or (entrywise if value.op in ENTRYWISE else None)
        if rule is None:
            raise self.refused(value, f"{value.op} needs all of them at once")
        return rule(self, value, parts)

    def _full(self, value: Value, filler: Part) -> Part:
        (axis, *more) = places(value.axes, self.size)
        if more:
            raise self.refused(value, "it has an entry for each pair of them")
        lengths = [self.graph.size(size) for size in value.axes]
        if filler.kind is Kind.LATE:
            one = self.same(value, [self.graph.number(1), *lengths])
            return Part(Kind.EACH, one, axis, filler.value)
        return Part(Kind.EACH, self.same(value, [filler.value, *lengths]), axis)


# ---------------------------------------------------------------- rules

# What each operation does to samples: leaves them apart, adds them up, or needs all at once.

Rule = Callable[[Cut, Value, list[Part]], Part]


def _axis(value: Value, part: Part) -> int:
    """Where samples lie in a value: arrays with fewer axes have the last ones of it."""
    return part.axis + max(0, len(value.axes) - len(part.value.axes))


def entrywise(cut: Cut, value: Value, parts: list[Part]) -> Part:
    """A function of entries at the same place; a number from sums only where it factors out."""
    (axis,) = {_axis(value, part) for part in parts if part.kind is Kind.EACH}
    if value.op == "mul":
        kept = [part.value for part in parts if part.kind is not Kind.LATE]
        factor = cut.factor(value, parts)
        core = kept[0] if len(kept) == 1 else cut.same(value, kept)
        return Part(Kind.EACH, core, axis, factor)
    if value.op == "div" and parts[1].kind is Kind.LATE:
        below = cut.factor(value, parts[1:])
        assert below is not None
        top = cut.factor(value, parts[:1]) or cut.graph.number(Fraction(1))
        factor = cut.graph.make("div", top, below, axes=())
        return Part(Kind.EACH, parts[0].value, axis, factor)
    factors = {part.factor for part in parts if part.kind is Kind.EACH}
    linear = value.op == "neg" or (value.op == "div" and parts[1].factor is None)
    late = any(part.kind is Kind.LATE for part in parts)
    if late or len(factors) > 1 or (factors != {None} and not linear):
        raise cut.refused(value, "it needs sums over all of them first")
    return Part(Kind.EACH, cut.same(value, [p.value for p in parts]), axis, factors.pop())


def add(cut: Cut, value: Value, terms: list[list[Part]]) -> list[Part]:
    """A sum, with what has the same factor added up."""
    groups: dict[Value | None, list[tuple[bool, Part]]] = {}
    for minus, parts in zip(value.data, terms, strict=True):
        for part in parts:
            if part.kind is Kind.LATE:  # a number, added to every entry
                raise cut.refused(value, "it needs sums over all of them first")
            groups.setdefault(part.factor, []).append((minus, part))
    found: list[Part] = []
    for factor, group in groups.items():
        axes = [_axis(value, part) for _, part in group if part.kind is Kind.EACH]
        if not axes:
            raise cut.refused(value, "it needs sums over all of them first")
        signs = tuple(minus for minus, _ in group)
        values = [part.value for _, part in group]
        if len(values) > 1:
            core = cut.graph.make("add", *values, axes=value.axes, data=signs)
        else:
            core = cut.graph.make("neg", *values, axes=value.axes) if signs[0] else values[0]
        found.append(Part(Kind.EACH, core, max(axes), factor))
    return found


def _summed(labels: Callable[[Value], tuple[list[str], str]]) -> Rule:
    """A sum of products over equal labels: each operand's axes and the result's have labels."""

    def rule(cut: Cut, value: Value, parts: list[Part]) -> Part:
        given, shown = labels(value)
        pairs = zip(given, parts, strict=False)
        along = {names[part.axis] for names, part in pairs if part.kind is Kind.EACH}
        if len(along) > 1:
            raise cut.refused(value, "it has an entry for each pair of them")
        factor = cut.factor(value, parts)
        core = cut.same(value, [part.value for part in parts])
        (label,) = along
        if label in shown:
            return Part(Kind.EACH, core, shown.index(label), factor)
        return cut.total(core, factor)

    return rule


def _matmul(value: Value) -> tuple[list[str], str]:
    left, right = ("ik"[-len(value.args[0].axes) :], "kj"[: len(value.args[1].axes)])
    return [left, right], (left + right).replace("k", "")


def _einsum(value: Value) -> tuple[list[str], str]:
    given, shown = value.data.split("->")
    return given.split(","), shown


def _moved(where: Callable[[int], int]) -> Rule:
    """The same entries with samples along another axis."""

    def rule(cut: Cut, value: Value, parts: list[Part]) -> Part:
        (part,) = parts
        return replace(part, value=cut.same(value, [part.value]), axis=where(part.axis))

    return rule


def _aligned(cut: Cut, value: Value, parts: list[Part]) -> Part:
    """The same entries with axes in another order."""
    (part,) = parts
    found = cut.same(value, [part.value])
    return replace(part, value=found, axis=value.data.index(part.axis))


def _of_members(cut: Cut, value: Value, parts: list[Part]) -> Part:
    """A function of each matrix of a stack."""
    (part,) = parts
    if part.axis >= len(part.value.axes) - 2 or part.factor is not None:
        raise cut.refused(value, f"{value.op} needs all of them at once")
    return replace(part, value=cut.same(value, [part.value]))


def _of_rows(cut: Cut, value: Value, parts: list[Part]) -> Part:
    """A function of each row by itself."""
    (part,) = parts
    if part.axis == len(part.value.axes) - 1 or part.factor is not None:
        raise cut.refused(value, f"{value.op} needs all of them at once")
    return replace(part, value=cut.same(value, [part.value]))


def _through(before: str, after: str = "") -> Rule:
    """The sum of a function of entries, and a function of that sum."""

    def rule(cut: Cut, value: Value, parts: list[Part]) -> Part:
        (part,) = parts
        if part.factor is not None and (before or after):
            raise cut.refused(value, "it needs sums over all of them first")
        terms, make = part.value, cut.graph.make
        if before == "square" and terms.is_vector:
            added = make("matmul", terms, terms, axes=())
        else:
            terms = make(before, terms, axes=terms.axes) if before else terms
            added = make("sum", terms, axes=())
        late = cut.total(added, part.factor).value
        if after == "mean":
            count = cut.graph.size(_count(value.args[0].axes))
            return Part(Kind.LATE, make("div", late, count, axes=()))
        return Part(Kind.LATE, make(after, late, axes=()) if after else late)

    return rule


def _count(axes: Axes) -> Dim:
    """How many entries an array has."""
    return reduce(mul, axes, ONE)


def _join(cut: Cut, value: Value, parts: list[Part]) -> Part:
    """Columns beside each other, all of them with a row for each sample."""
    beside = 1 if value.data and value.args[0].is_matrix else 0
    if {(p.kind, p.axis, p.factor) for p in parts} != {(Kind.EACH, 1 - beside, None)}:
        raise cut.refused(value, "it puts samples behind each other")
    return Part(Kind.EACH, cut.same(value, [part.value for part in parts]), 1 - beside)


LINEAR = frozenset(
    "mul div neg matmul outer scale_rows scale_columns einsum contract outer_array sum_axis sum"
    " mean transpose as_row as_column flatten aligned".split()
)
RULES: dict[str, Rule] = {
    "matmul": _summed(_matmul),
    "outer": _summed(lambda value: (["i", "j"], "ij")),
    "scale_rows": _summed(lambda value: (["i", "ij"], "ij")),
    "scale_columns": _summed(lambda value: (["ij", "j"], "ij")),
    **dict.fromkeys(("einsum", "contract"), _summed(_einsum)),
    "aligned": _aligned,
    **dict.fromkeys(("inverses", "logdets"), _of_members),
    "outer_array": _summed(lambda value: ([*value.data[:2]], value.data[2])),
    "vdot": _summed(lambda value: (["ij", "ij"], "")),
    "sum_axis": _summed(lambda value: (["ij"], "i" if value.data else "j")),
    "transpose": _moved(lambda axis: 1 - axis),
    "as_row": _moved(lambda axis: 1),
    "as_column": _moved(lambda axis: 0),
    "flatten": _moved(lambda axis: 0),
    **{name: _of_rows for name, op in catalogue.items() if op.of_one_row is not None},
    "sum": _through(""),
    "norm1": _through("abs"),
    **dict.fromkeys(LENGTHS, _through("square", "sqrt")),
    "mean": _through("", "mean"),
    "join": _join,
}


# ---------------------------------------------------------------- programs cut in two

MOST = 64  # terms with different factors in one value


@dataclass(frozen=True)
class Chunked:
    """A program cut in two: `sums` of the samples in a chunk, `finish` from the totals.

    `samples` names the inputs that hold samples and the axis along which they lie in arrays.
    """

    over: str
    samples: dict[str, int]
    sums: Program
    finish: Program


def chunked(planned: Program, over: str) -> Chunked:
    """Cut a program where samples are added up; UnsupportedError if that cannot be done."""
    size = dim(over)
    known = sorted({n for each in planned.inputs for d in each.axes for n in d.names})
    if over not in known:
        raise UnknownNameError(f"no size is called {over}", hint=f"sizes: {', '.join(known)}")
    if planned.functions:
        raise UnsupportedError("unspecified functions are not sent to workers")
    holding = [each for each in planned.given if places(array_of(each), size)]
    cut = Cut(size, names_taken(planned), partial(_code, planned))
    for value in planned.values:
        cut.add(value, planned.names.get(value) if value.op != "symbol" else None)
    results = [cut.late(cut.parts[value], value) for value in planned.results]
    others = [each for each in planned.given if each not in holding]
    sums = assemble(cut.graph, list(planned.given), tuple(cut.sums.values()))
    finish = assemble(cut.graph, [*cut.sums, *others], tuple(results))
    axes = {s.name: places(array_of(s), size)[0] for s in holding}
    groups = tuple(None for _ in cut.sums)
    return Chunked(
        over,
        axes,
        replace(
            sums, groups=groups, has_families=planned.has_families, name="sums",
            docstring=f"The sums over {over} of a chunk.",
        ),
        replace(
            finish, groups=planned.groups, has_families=planned.has_families, name=planned.name,
            docstring=f"{planned.docstring}\n\nfrom sums over {over}".lstrip(),
        ),
    )  # fmt: skip


def _code(planned: Program, value: Value) -> str:
    """A part of a program as NumPy has it, in the names of other parts, not in its own."""
    parts = ordered((value,))
    own = {value} if value.args else set[Value]()
    names = {part: planned.names[part] for part in parts if part in planned.names.keys() - own}
    part = replace(planned, values=tuple(parts), results=(value,), names=names, groups=None)
    return listing("numpy", part).results[0]
