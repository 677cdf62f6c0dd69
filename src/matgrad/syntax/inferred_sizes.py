"""Sizes that only formulas name: what they turn out to be, and sums over a part that they tell."""

from __future__ import annotations

from collections.abc import Collection

from matgrad.errors import AmbiguousError
from matgrad.syntax.elaborate import Elaborator
from matgrad.syntax.ranges import is_sum
from matgrad.syntax.scope import Scope
from matgrad.syntax.tree import Node, postorder


def size_notes(
    scope: Scope, builder: Elaborator, trees: Collection[Node], latex: bool = False
) -> list[str]:
    """What was found out about sizes; two limits of sums that are one size are asked about.

    So is, in LaTeX, a limit that is another name than the declared length.
    """
    sizes = builder.inference.sizes
    uppers, limits = _upper_limits(trees), _in_limits(trees)
    notes: list[str] = []
    for name, value in sizes.solution.items():
        if name in scope.flexible:
            found = str(sizes.resolve(value).substitute(builder.names))
            if name in uppers and found in uppers:
                raise _is_part(name, found, uppers[name])
            is_other = name.lower() != found.lower() and scope.sizes & sizes.resolve(value).names
            if latex and name in limits and is_other:  # N may well be the declared n
                raise _is_other(name, found, limits[name])
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


def _in_limits(trees: Collection[Node]) -> dict[str, Node]:
    """The names that stand in limits: k of k - 1."""
    inside = (node for upper in _uppers(trees) for node in postorder(upper))
    return {node.text: node for node in inside if node.kind == "name"}


def _is_part(name: str, whole: str, at: Node) -> AmbiguousError:
    return AmbiguousError(
        f"a sum runs to {name}, another to {whole}, over the same: are these one size, or is the"
        " one a part of the other?",
        at.position, f"write {whole} for both; a part has numbers as limits, or a mask as a factor",
    )  # fmt: skip


def _is_other(name: str, found: str, at: Node) -> AmbiguousError:
    return AmbiguousError(
        f"is {name} the declared length here, so that it is {found}, or is this a sum over a part?",
        at.position, "write the declared one; a part has numbers as limits, or a mask as a factor",
    )  # fmt: skip
