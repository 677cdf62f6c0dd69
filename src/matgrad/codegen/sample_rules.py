"""What each operation does to samples: leaves them apart, adds them up, or needs all at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from matgrad.codegen.sample_parts import Cut, Kind, Part
from matgrad.codegen.values import Value
from matgrad.core.dims import dim

Rule = Callable[[Cut, Value, list[Part]], Part]


def entrywise(cut: Cut, value: Value, parts: list[Part]) -> Part:
    """A function of entries at the same place; a number from sums only where it factors out."""
    (axis,) = {part.axis for part in parts if part.kind is Kind.EACH}
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
        axis = max(part.axis for _, part in group)
        if not any(part.kind is Kind.EACH for _, part in group):
            raise cut.refused(value, "it needs sums over all of them first")
        signs = tuple(minus for minus, _ in group)
        values = [part.value for _, part in group]
        if len(values) > 1:
            core = cut.graph.make("add", *values, axes=value.axes, data=signs)
        else:
            core = cut.graph.make("neg", *values, axes=value.axes) if signs[0] else values[0]
        found.append(Part(Kind.EACH, core, axis, factor))
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


def _outer_array(value: Value) -> tuple[list[str], str]:
    left, right, shown = value.data
    return [left, right], shown


def _moved(where: Callable[[int], int]) -> Rule:
    """The same entries with samples along another axis."""

    def rule(cut: Cut, value: Value, parts: list[Part]) -> Part:
        (part,) = parts
        return replace(part, value=cut.same(value, [part.value]), axis=where(part.axis))

    return rule


def _sum_axis(value: Value) -> tuple[list[str], str]:
    return ["ij"], "i" if value.data else "j"


def _of_rows(cut: Cut, value: Value, parts: list[Part]) -> Part:
    """A function of each row by itself."""
    (part,) = parts
    if part.axis != 0 or len(part.value.axes) < 2 or part.factor is not None:
        raise cut.refused(value, f"{value.op} needs all of them at once")
    return replace(part, value=cut.same(value, [part.value]))


def _through(before: str, after: str = "") -> Rule:
    """The sum of a function of entries, and a function of that sum."""

    def rule(cut: Cut, value: Value, parts: list[Part]) -> Part:
        (part,) = parts
        if part.factor is not None and (before or after):
            raise cut.refused(value, "it needs sums over all of them first")
        terms = part.value
        if before == "square" and terms.is_vector:
            added = cut.graph.make("matmul", terms, terms, axes=())
        else:
            terms = cut.graph.make(before, terms, axes=terms.axes) if before else terms
            added = cut.graph.make("sum", terms, axes=())
        found = cut.total(added, part.factor)
        late = found.value
        if after == "mean":
            count = dim(1)
            for size in value.args[0].axes:
                count = count * size
            late = cut.graph.make("div", late, cut.graph.size(count), axes=())
        elif after:
            late = cut.graph.make(after, late, axes=())
        return Part(Kind.LATE, late)

    return rule


def _join(cut: Cut, value: Value, parts: list[Part]) -> Part:
    """Columns beside each other, all of them with a row for each sample."""
    beside = 1 if value.data and value.args[0].is_matrix else 0
    if {(p.kind, p.axis, p.factor) for p in parts} != {(Kind.EACH, 1 - beside, None)}:
        raise cut.refused(value, "it puts samples behind each other")
    return Part(Kind.EACH, cut.same(value, [part.value for part in parts]), 1 - beside)


LINEAR = frozenset(
    "mul div neg matmul outer scale_rows scale_columns einsum outer_array sum_axis sum mean"
    " transpose as_row as_column flatten".split()
)
RULES: dict[str, Rule] = {
    "matmul": _summed(_matmul),
    "outer": _summed(lambda value: (["i", "j"], "ij")),
    "scale_rows": _summed(lambda value: (["i", "ij"], "ij")),
    "scale_columns": _summed(lambda value: (["ij", "j"], "ij")),
    "einsum": _summed(_einsum),
    "outer_array": _summed(_outer_array),
    "vdot": _summed(lambda value: (["ij", "ij"], "")),
    "sum_axis": _summed(_sum_axis),
    "transpose": _moved(lambda axis: 1 - axis),
    "as_row": _moved(lambda axis: 1),
    "as_column": _moved(lambda axis: 0),
    "flatten": _moved(lambda axis: 0),
    "softmax_rows": _of_rows,
    **dict.fromkeys("logsumexp_rows max_rows onehot_rows prod_rows".split(), _of_rows),
    "sum": _through(""),
    "norm1": _through("abs"),
    "norm2": _through("square", "sqrt"),
    "normF": _through("square", "sqrt"),
    "mean": _through("", "mean"),
    "join": _join,
}
