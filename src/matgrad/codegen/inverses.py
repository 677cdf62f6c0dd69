"""Inverses and powers of matrices: which are needed as matrices, and which only in products."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from matgrad.codegen.association import Factor
from matgrad.codegen.values import Graph, Value, nominal
from matgrad.core.dims import Dim
from matgrad.core.expr import Expr
from matgrad.core.shape import Shape
from matgrad.core.steps import Definition
from matgrad.core.walk import postorder, substitute

_THIN = 4  # so many times as many rows as columns: equations cost less than an inverse
_MANY = 4  # so many times as many columns as rows: a product with the inverse costs less
_LONGEST = 32  # factors that a power is taken apart into


class Way(NamedTuple):
    """What is computed, and the matrices whose inverses are written out for it."""

    outputs: Sequence[Expr]
    definitions: Sequence[Definition]
    kept: set[Expr]


def ways(
    outputs: Sequence[Expr], definitions: Sequence[Definition], sizes: Mapping[str, int]
) -> list[Way]:
    """With inverses that stand in several products written out and, if there are any, without.

    Other inverses stand in one product, for equations, or are needed as matrices.
    """
    needed, shared = _kept([*(d.value for d in definitions), *outputs], sizes)
    found = [Way(outputs, definitions, needed | shared)]
    opened, named = _without_names(outputs, definitions)
    least, _ = _kept([*(d.value for d in named), *opened], sizes)
    return [*found, Way(opened, named, least)] if len(least) < len(found[0].kept) else found


def _without_names(
    outputs: Sequence[Expr], definitions: Sequence[Definition]
) -> tuple[list[Expr], list[Definition]]:
    """The same without names for inverses."""
    values: dict[Expr, Expr] = {}
    named: list[Definition] = []
    for each in definitions:
        value = substitute(each.value, values) if values else each.value
        if value.op.name == "inv":
            values[each.symbol] = value
        else:
            named.append(replace(each, value=value))
    return [substitute(output, values) if values else output for output in outputs], named


def _kept(roots: Sequence[Expr], sizes: Mapping[str, int]) -> tuple[set[Expr], set[Expr]]:
    """The matrices whose inverses are needed as such, and others that are in several products."""
    needed = {matrix for matrix, _ in _inverted(roots)}
    times: Counter[Expr] = Counter()
    for node in postorder(*roots):
        if node.op.name == "matmul":
            for matrix, power in _inverted(node.args):
                if not _is_thin(node, matrix.shape.rows, sizes):
                    times[matrix] += power
                if _has_many(node, matrix.shape.rows, sizes):
                    needed.add(matrix)
        elif node.op.name != "transpose":
            needed.update(matrix for matrix, _ in _inverted(node.args))
    return needed, {matrix for matrix, count in times.items() if count > 1}


def _inverted(nodes: Sequence[Expr]) -> list[tuple[Expr, int]]:
    """The matrices of which some nodes are inverses, or powers of such, and those powers."""
    found: list[tuple[Expr, int]] = []
    for node in nodes:
        bare = node.args[0] if node.op.name == "transpose" else node
        power = -1 if bare.op.name == "inv" else bare.data if is_power(bare) else 0
        if power < 0:
            found.append((bare.args[0], -power))
    return found


def is_power(node: Expr) -> bool:
    """Is this a matrix to an integer power?"""
    return node.op.name == "matrix_power"


def _is_thin(node: Expr, rows: Dim, sizes: Mapping[str, int]) -> bool:
    """Does a product have a vector in it, or a matrix with few rows or columns?"""
    least = min(nominal(size, sizes) for arg in node.args for size in arg.shape)
    return _THIN * least <= nominal(rows, sizes)


def _has_many(node: Expr, rows: Dim, sizes: Mapping[str, int]) -> bool:
    """Are there far more right-hand sides than unknowns? Products are faster than equations."""
    others = {size for arg in node.args for size in arg.shape} - {rows}
    known = [nominal(size, sizes) for size in others]
    return bool(known) and min(known) >= _MANY * nominal(rows, sizes)


def matrix_power(graph: Graph, node: Expr, A: Value) -> Value:
    """Aᵏ; if k is negative, a power of the inverse."""
    base = graph.make("inv", A, axes=A.axes, node=node) if node.data < 0 else A
    power = abs(node.data)
    if power == 1:
        return base
    return graph.make("matrix_power", base, axes=A.axes, data=power, node=node)


def taken_apart(graph: Graph, value: Value, shape: Shape, least: int) -> list[Factor]:
    """The factors of a power in a product, if that is `least` wide and one by one they cost less.

    By squaring, a power needs few products, but of matrices: R⁻²v is two equations with R.
    """
    turned = graph.has(value, "transpose")
    power = value.args[0] if turned else value
    if not graph.has(power, "matrix_power") or power.data > _LONGEST:
        return [Factor(value, shape)]
    products = power.data.bit_length() + power.data.bit_count() - 1
    if power.data * least > products * nominal(shape.rows, graph.sizes):
        return [Factor(value, shape)]
    (base,) = power.args
    return [Factor(graph.transpose(base) if turned else base, shape)] * power.data
