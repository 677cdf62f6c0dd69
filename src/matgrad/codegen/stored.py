"""Programs as plain data, for pickle and copy: expressions and values in lists, not in graphs.

Expressions exist once in a process, so they are made again where a program is read; lists have no
depth, so a program of any length is stored.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from matgrad.codegen.options import nothing_known
from matgrad.codegen.values import Value, ordered
from matgrad.core.expr import Expr, catalogue, make
from matgrad.core.walk import postorder

if TYPE_CHECKING:
    from matgrad.codegen.program import Program


class _Place(NamedTuple):
    """An expression, by its place in the list."""

    at: int


class Stored(NamedTuple):
    """A program without graphs: `rest` are the fields that hold neither values nor expressions."""

    expressions: list[tuple[str, tuple[int, ...], Any]]
    values: list[tuple[str, tuple[int, ...], Any, Any, int | None]]
    order: list[int]
    results: list[int]
    names: list[tuple[int, str]]
    given: list[int]
    rest: dict[str, Any]


_APART = ("values", "results", "names", "given")


def packed(program: Program) -> Stored:
    """The program as data."""
    values = ordered((*program.values, *program.results, *program.names))
    roots = [*_expressions(values), *program.given]
    nodes = postorder(*roots)
    at = {node: i for i, node in enumerate(nodes)}
    place = {value: i for i, value in enumerate(values)}
    rest = {f.name: getattr(program, f.name) for f in fields(program) if f.name not in _APART}
    # What is known of matrices has been used in planning.
    rest["options"] = replace(program.options, has_cholesky=nothing_known)
    return Stored(
        [(node.op.name, tuple(at[arg] for arg in node.args), node.data) for node in nodes],
        [
            (
                each.op,
                tuple(place[arg] for arg in each.args),
                _Place(at[each.data]) if isinstance(each.data, Expr) else each.data,
                each.axes,
                None if each.node is None else at[each.node],
            )
            for each in values
        ],
        [place[value] for value in program.values],
        [place[value] for value in program.results],
        [(place[value], name) for value, name in program.names.items()],
        [at[node] for node in program.given],
        rest,
    )


def _expressions(values: Iterable[Value]) -> list[Expr]:
    found = [each.data for each in values if isinstance(each.data, Expr)]
    return found + [each.node for each in values if each.node is not None]


def unpacked(kind: type[Program], stored: Stored) -> Program:
    """The program again."""
    nodes: list[Expr] = []
    for name, args, data in stored.expressions:
        nodes.append(make(catalogue[name], tuple(nodes[i] for i in args), data))
    values: list[Value] = []
    for op, args, data, axes, node in stored.values:
        said = nodes[data.at] if isinstance(data, _Place) else data
        came_from = None if node is None else nodes[node]
        values.append(Value(op, tuple(values[i] for i in args), said, axes, came_from))
    return kind(
        values=tuple(values[i] for i in stored.order),
        results=tuple(values[i] for i in stored.results),
        names={values[i]: name for i, name in stored.names},
        given=tuple(nodes[i] for i in stored.given),
        **stored.rest,
    )
