"""Sizes that only formulas name: what they turn out to be, and sums over a part that they tell."""

from __future__ import annotations

from collections.abc import Collection

from matgrad.errors import AmbiguousError
from matgrad.syntax.elaborate import Elaborator
from matgrad.syntax.scope import Scope
from matgrad.syntax.sums import is_sum
from matgrad.syntax.tree import Node, postorder


def size_notes(scope: Scope, builder: Elaborator, trees: Collection[Node]) -> list[str]:
    """What was found out about sizes; two limits of sums that are one size are asked about."""
    sizes = builder.inference.sizes
    uppers = _upper_limits(trees)
    notes: list[str] = []
    for name, value in sizes.solution.items():
        if name in scope.flexible:
            found = str(sizes.resolve(value).substitute(builder.names))
            if name in uppers and found in uppers:
                raise _is_part(name, found, uppers[name])
            notes.append(f"the size {name} is {found} (inferred)")
    clash = sorted(scope.sizes & set(scope.declared))
    return notes + [
        f"{name} is a size and a variable; in formulas it is the variable" for name in clash
    ]


def _uppers(trees: Collection[Node]) -> list[Node]:
    """The limits up to which sums run."""
    sums = [node for tree in trees for node in postorder(tree) if is_sum(node)]
    return [node.args[2] for node in sums if len(node.args) == 4]


def _upper_limits(trees: Collection[Node]) -> dict[str, Node]:
    """The names up to which sums run."""
    return {node.text: node for node in _uppers(trees) if node.kind == "name"}


def _is_part(name: str, whole: str, at: Node) -> AmbiguousError:
    return AmbiguousError(
        f"a sum runs to {name}, another to {whole}, over the same: are these one size, or is the"
        " one a part of the other?",
        at.position, f"write {whole} for both; a part has numbers as limits, or a mask as a factor",
    )  # fmt: skip
