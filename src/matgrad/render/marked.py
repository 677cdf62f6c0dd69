r"""LaTeX with something around chosen parts: marks where a step was, shapes under names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from matgrad.core.expr import Expr, Symbol
from matgrad.core.notation import Grid
from matgrad.core.walk import dependents
from matgrad.render.glyphs import latex_size
from matgrad.render.latex import USUAL, Latex
from matgrad.render.rope import Piece

OLD, NEW = "mg-old", "mg-new"  # what the next step replaces, and what the last one wrote


class Marked(Latex):
    """The usual LaTeX with a pair of strings around each chosen part."""

    def __init__(self, around: Mapping[Expr, tuple[str, str]]) -> None:
        super().__init__()
        self.around = around

    def string(self, root: Expr) -> str:
        """The expression with its marks; what holds none of them is spelled as ever."""
        touched = dependents([root], self.around)
        whole = {arg for node in touched for arg in node.args if arg not in touched}
        self.known = {node: USUAL.spelled(node) for node in whole}
        return super().string(root)

    def piece(self, node: Expr, parts: list[Piece]) -> Piece:
        """Spell a node, and put around it what belongs there."""
        spelled = super().piece(node, parts)
        found = self.around.get(node)
        if found is None or isinstance(node.op.notation, Grid):  # blocks are joined by their parent
            return spelled
        opening, closing = found
        return replace(spelled, body=((opening, spelled.body, closing), ""))


def with_marks(expr: Expr, old: frozenset[Expr], new: frozenset[Expr]) -> str:
    r"""LaTeX with \htmlClass around what was replaced and what was written."""
    around: dict[Expr, tuple[str, str]] = {}
    for name, some in ((OLD, old), (NEW, new)):
        for node in some:
            before, after = around.get(node, ("", ""))
            around[node] = (rf"\htmlClass{{{name}}}{{{before}", after + "}")
    return Marked(around).string(expr)


def with_shapes(expr: Expr, symbols: Mapping[str, Expr]) -> str:
    """LaTeX with the shape under every name."""
    return Marked({x: _under(x) for x in symbols.values()}).string(expr)


def _under(x: Expr) -> tuple[str, str]:
    rows, cols = (latex_size(size) for size in x.shape)
    shape = rows if x.shape.is_column else rf"{rows} \times {cols}"
    return rf"\underset{{\,\htmlClass{{mg-shape}}{{{shape}}}\,}}{{", "}"


def changes(before: Expr, after: Expr) -> tuple[frozenset[Expr], frozenset[Expr]]:
    """The smallest parts in which two expressions differ: those replaced, and what replaces them.

    >>> from matgrad.ops import frobenius, symbol
    >>> x, y, z = (symbol(name, "n") for name in "xyz")
    >>> old, new = changes(frobenius(x, y), frobenius(x, z))
    >>> [s.name for s in old], [s.name for s in new]
    (['y'], ['z'])
    """
    old: set[Expr] = set()
    new: set[Expr] = set()
    waiting = [(before, after)]
    while waiting:
        one, other = waiting.pop()
        if one is other:
            continue
        gone = _rest(one, other) if _alike(one, other) else []
        came = _rest(other, one) if gone else []
        if gone and len(gone) == len(came):
            waiting += zip(gone, came, strict=True)
        elif gone and came:
            old.update(gone)
            new.update(came)
        else:
            old.add(one)
            new.add(other)
    return frozenset(old), frozenset(new)


def _alike(one: Expr, other: Expr) -> bool:
    """Are these the same operation, so that the difference is in the arguments?"""
    is_name = isinstance(one.data, Symbol)
    return one.op is other.op and one.data == other.data and bool(one.args) and not is_name


def _rest(one: Expr, other: Expr) -> list[Expr]:
    """The arguments that the other does not have."""
    left = Counter(other.args)
    rest: list[Expr] = []
    for arg in one.args:
        if left[arg]:
            left[arg] -= 1
        else:
            rest.append(arg)
    return rest
