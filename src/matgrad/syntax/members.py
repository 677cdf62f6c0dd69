"""Names whose subscript is the index of a sum around them: x_i below a sum over i."""

from __future__ import annotations

from collections.abc import Collection

from matgrad.errors import AmbiguousError
from matgrad.syntax.tree import Node


def subscripts(name: str) -> tuple[str, ...]:
    """What stands below and above a name: ('i',) for x_i, ('1', 'i') for x_1__i."""
    below, _, above = name.partition("__")
    return tuple(part for part in (*below.split("_")[1:], above) if part)


def follows(name: str, indices: Collection[str]) -> bool:
    """Does a subscript of this name consist of indices: i of x_i, or ij of A_ij?"""
    return any(part in indices or set(part) <= {*indices} for part in subscripts(name))


def check_constant(node: Node, indices: Collection[str]) -> None:
    """Refuse a name that looks as if it changed with the index, but is one value as declared."""
    if indices and node.kind == "name" and follows(node.text, indices):
        stem = node.text.partition("_")[0]
        matrix = stem.upper() if len(stem) == 1 else stem
        raise AmbiguousError(
            f"does {node.text} change with the index of the sum, or is it one value?",
            node.position,
            f"where it changes, declare the whole, as in {matrix}: n x d with the rows "
            f"{matrix}[i,:]; where it does not, give it a name without this index",
        )
