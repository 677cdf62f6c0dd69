"""An index that no sum runs over: x[i] is eᵢᵀx, with eᵢ a unit vector."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from matgrad.syntax.forms import column, infix, transposed
from matgrad.syntax.ranges import free_indices
from matgrad.syntax.scope import Declaration
from matgrad.syntax.tree import Node, mapped, postorder


def with_units(
    trees: Sequence[Node], declared: dict[str, Declaration]
) -> tuple[list[Node], list[str]]:
    """The trees with unit vectors for free indices, which are declared, and notes."""
    free = _free_indices(trees, declared)
    found = [mapped(tree, lambda node: _chosen(node, free)) if free else tree for tree in trees]
    for unit in free.values():
        declared[unit] = Declaration(unit, None, "vector", frozenset({"onehot"}))
    return found, [f"{unit} is the unit vector with its 1 at place {i}" for i, unit in free.items()]


def _free_indices(trees: Sequence[Node], declared: dict[str, Declaration]) -> dict[str, str]:
    """The names that stand as indices, and nowhere else, with the names of their unit vectors."""
    if not any(node.kind == "index" for tree in trees for node in postorder(tree)):
        return {}
    shapes = [d.shape for d in declared.values() if d.shape is not None]
    sizes = {name for shape in shapes for size in shape for name in size.names}
    names = [n.text for tree in trees for n in postorder(tree) if n.kind in ("name", "call")]
    places = [index.text for tree in trees for index in free_indices(tree)]
    return {
        name: f"e_{name}"
        for name in dict.fromkeys(places)
        if names.count(name) == places.count(name)
        and not {name, f"e_{name}"} & {*declared, *sizes}
        and f"e_{name}" not in names
    }


def _chosen(node: Node, free: dict[str, str]) -> Node:
    """eᵢᵀx for x[i], eᵢᵀA eⱼ for A[i,j], and A eⱼ for A[:,j]."""
    if node.kind != "index":
        return node
    base, *indices = node.args
    units = [
        replace(index, text=free[index.text])
        if index.kind == "name" and index.text in free
        else None
        for index in indices
    ]
    if not any(units):
        return node
    if len(indices) == 1:
        return infix("*", transposed(units[0] or base), column(base))
    whole = Node("slice", ":", (), node.start, node.end, node.at)
    rest = tuple(whole if unit else index for unit, index in zip(units, indices, strict=True))
    part = base if all(each.kind == "slice" for each in rest) else replace(node, args=(base, *rest))
    if units[1] is not None:
        part = infix("*", part, units[1])
    return part if units[0] is None else infix("*", transposed(units[0]), part)
