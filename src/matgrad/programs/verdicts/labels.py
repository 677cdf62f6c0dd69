"""Labels beside a softmax: those of each sample sum to one, in a row or in a column."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from matgrad import ops
from matgrad.core.expr import Expr, make
from matgrad.core.walk import postorder
from matgrad.programs.listings.likely import CLASSES
from matgrad.programs.listings.machine import COLUMNS
from matgrad.programs.listings.values import bare
from matgrad.programs.verdicts.reading import Reader
from matgrad.render.plain import plain
from matgrad.verify.unsaid import Unsaid, columns_sum, sums

BINARY = "all entries of {} have the value 0 or 1"


def known_columns(m: Reader) -> dict[Expr, Expr]:
    """What is known of the matrices whose columns are said to be one-hot."""
    found = [x.expr for name, x in m.inputs.items() if f"{COLUMNS}{name}" in m.axes]
    return {x: y for each in found for x, y in columns_sum(each).values.items()}


def zeros_and_ones(m: Reader, wrt: Expr, known: Mapping[Expr, Expr]) -> dict[Expr, Expr]:
    """Class numbers have zeros and ones in each row, whatever else sums to one."""
    rows = (known.get(x.expr, x.expr) for x in m.classes.values() if x.expr is not wrt)
    return {
        x: make(x.op, (), x.data._replace(facts=x.data.facts | {"integer"}))
        for x in rows
        if x.op is ops.symbol_op
    }


def usual(m: Reader) -> Iterator[Unsaid]:
    """What may hold of labels though nobody says so."""
    yield from may_sum(m)
    yield from may_be_binary(m)


def may_be_binary(m: Reader) -> Iterator[Unsaid]:
    """Labels beside a sigmoid, which are zero or one though nobody says so: a step has these."""
    nodes = {*postorder(m.closed(m.whole))}
    if not any(x.op is ops.sigmoid for x in nodes):
        return
    claimed = {each.target for each in m.claims}
    for name, x in m.inputs.items():
        is_label = CLASSES.fullmatch(bare(name)) is not None and name not in claimed
        if is_label and x.expr in nodes and name not in m.upstream:
            yield Unsaid({x.expr: ops.step(x.expr)}, BINARY.format(plain(x.expr)))


def may_sum(m: Reader) -> Iterator[Unsaid]:
    """What may sum to one though nobody says so: inputs like a softmax that no claim is about."""
    nodes = [*postorder(m.closed(m.whole))]
    shares = {x.shape for x in nodes if x.op in (ops.softmax, ops.softmax_rows, ops.exp)}
    shares |= {x.args[0].shape for x in nodes if x.op in (ops.logsumexp, ops.logsumexp_rows)}
    shares |= {shape.transposed for shape in shares}
    claimed = {each.target for each in m.claims}
    known = {name for name in m.inputs if f"{COLUMNS}{name}" in m.axes}
    for name, x in m.inputs.items():
        is_free = name not in claimed and name not in known and name not in m.upstream
        if is_free and x.axes and x.expr in nodes and x.expr.shape in shares:
            yield from sums(x.expr)
