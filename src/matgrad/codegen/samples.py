"""Programs that take samples chunk by chunk: what is summed over them, and what follows from sums.

A value is the same for every chunk, or has an entry, row or column for each sample that depends on
that sample alone, or can be had only when all samples were seen. Where samples are added up, a
program is cut: one part computes the sums of a chunk, the other the results from the totals.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from itertools import product

from matgrad.codegen.names import Names
from matgrad.codegen.operations import ENTRYWISE
from matgrad.codegen.program import Program, assemble
from matgrad.codegen.sample_parts import Cut, Kind, Part, places
from matgrad.codegen.sample_rules import LINEAR, RULES, add, entrywise
from matgrad.codegen.targets import listing
from matgrad.codegen.values import Value, ordered
from matgrad.core.dims import dim
from matgrad.errors import UnknownNameError, UnsupportedError

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
    known = sorted({n for each in planned.inputs for d in each.shape for n in d.names})
    if over not in known:
        raise UnknownNameError(f"no size is called {over}", hint=f"sizes: {', '.join(known)}")
    if planned.functions:
        raise UnsupportedError("unspecified functions are not sent to workers")
    holding = [each for each in planned.given if places(each.shape, size)]
    cut = _Cutting(size, _taken(planned), partial(_code, planned))
    for value in planned.values:
        cut.add(value, planned.names.get(value) if value.op != "symbol" else None)
    results = [cut.late(cut.parts[value], value) for value in planned.results]
    others = [each for each in planned.given if each not in holding]
    sums = assemble(cut.graph, list(planned.given), tuple(cut.sums.values()))
    finish = assemble(cut.graph, [*cut.sums, *others], tuple(results))
    axes = {s.name: 0 if s.shape.rows == size else 1 for s in holding}
    groups = tuple(None for _ in cut.sums)
    return Chunked(
        over,
        axes,
        replace(sums, groups=groups, name="sums", docstring=f"The sums over {over} of a chunk."),
        replace(
            finish, groups=planned.groups, name=planned.name,
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


def _taken(planned: Program) -> Names:
    names = Names()
    for each in planned.inputs:
        names.take(each.label)
    return names


class _Cutting(Cut):
    """Goes through a program, value by value."""

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
