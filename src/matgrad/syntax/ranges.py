"""What the index of a sum runs through: where it begins and ends, shifts, and pairs left out.

An index from 2 to n, or one that is shifted as in x[i+1], belongs to a part: with i from 1 to n−1,
x[i+1] is entry i of x[2:n]. A sum over j > i is one over all j with zeros and ones as a factor.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from matgrad.core.dims import Dim, dim
from matgrad.core.shape import Shape
from matgrad.errors import ShapeError, UnsupportedError
from matgrad.syntax.conditions import MASKS
from matgrad.syntax.forms import everything, infix, part, written
from matgrad.syntax.parse import BY_ENTRIES, INSIDE
from matgrad.syntax.sizes import bounds, polynomial
from matgrad.syntax.tree import Node, postorder

ShapeOf = Callable[[str], Shape | None]  # of a name, where it is declared
REDUCTIONS = ("prod", "mean", "max", "min")  # over an index as well
SUMS = {("sum", 4), ("Σ", 2), *((name, 4) for name in REDUCTIONS)}  # with limits, and without
SUMS |= {(BY_ENTRIES, 2), (INSIDE, 2)}
ONE = dim(1)


def is_sum(node: Node) -> bool:
    """Is this a sum over an index?"""
    return node.kind == "call" and (node.text, len(node.args)) in SUMS


def has_sums(tree: Node) -> bool:
    """Does a sum over an index stand somewhere below?"""
    return any(map(is_sum, postorder(tree)))


def bound(tree: Node) -> dict[Node, dict[str, Node]]:
    """The sums around each piece, by their indices."""
    found: dict[Node, dict[str, Node]] = {tree: {}}
    stack = [tree]
    while stack:
        node = stack.pop()
        own = {node.args[0].text: node} if is_sum(node) else {}
        for position, arg in enumerate(node.args):
            inside = own and position in (0, len(node.args) - 1)
            found[arg] = found[node] | own if inside else found[node]
        stack.extend(node.args)
    return found


@dataclass(frozen=True)
class Range:
    """What the index of a sum runs through; all from 1, where it begins `after` another index."""

    node: Node
    first: Dim
    last: Dim
    after: str = ""
    mask: str = ""  # what is 1 where the pair of indices is added

    @property
    def count(self) -> Node:
        """How many values it has."""
        *_, upper, _ = self.node.args
        count = self.last - self.first + 1
        return upper if self.first == ONE and count == polynomial(upper) else size(upper, count)


@dataclass(frozen=True)
class Use:
    """An index at a place of an entry: of which sum it is, and how far it is shifted."""

    index: str
    shift: Dim
    range: Range | None


class Ranges:
    """The ranges of the sums of one tree, and how its entries use their indices."""

    def __init__(self, tree: Node, shape_of: ShapeOf, choose: Callable[[Node], str]) -> None:
        self.shape_of, self.choose = shape_of, choose
        self.around = bound(tree)
        self.of: dict[Node, Range] = {}
        pieces = postorder(tree)
        sums = [node for node in pieces if is_sum(node) and len(node.args) == 4]
        for node in reversed(sums):
            self.of[node] = self.read(node)
        self.uses = {
            (node, place): use
            for node in pieces
            if node.kind == "index"
            for place, piece in enumerate(node.args[1:])
            if (use := self.use(piece)) is not None
        }

    def read(self, node: Node) -> Range:
        """What the limits of a sum say."""
        _, lower, upper, _ = node.args
        outer = self.around[node]
        first, last = bounds(lower, upper, outer)
        if outer.keys() & last.names:
            raise UnsupportedError(
                "a limit that is the index of another sum is not read here", upper.position,
                "let the inner sum begin after it: sum(i, 1, n, sum(j, i+1, n, …))",
            )  # fmt: skip
        before = next(iter(outer.keys() & first.names), "")
        if not before:
            return Range(node, first, last)
        gap, around = first - dim(before), self.of.get(outer[before])
        if gap == ONE and around is not None and last - around.last == ONE and _alone(node, around):
            around = self.of[outer[before]] = replace(around, last=last)  # i = n adds nothing
        if around is None or around.first != ONE or gap.value not in (0, 1):
            raise UnsupportedError(
                "sums over j > i begin at j = i + 1 or j = i, with i from 1", node.position,
                "sum(i, 1, n, sum(j, i+1, n, …))",
            )  # fmt: skip
        if around.last != last:
            raise UnsupportedError(
                "both indices of a sum over j > i run to the same limit", node.position,
                f"sum(i, 1, {last}, sum(j, i+1, {last}, …)): the term with i = {last} is empty",
            )  # fmt: skip
        return Range(node, ONE, last, before, MASKS["<" if gap == ONE else "≤"])

    def use(self, piece: Node) -> Use | None:
        """What an index of an entry says; None if no sum around binds it."""
        names = {n.text for n in postorder(piece) if n.kind == "name"} & self.around[piece].keys()
        if not names:
            return None
        value, name = polynomial(piece), min(names)
        shift, known = value - dim(name), self.of.get(self.around[piece][name])
        if len(names) > 1:
            hint = "sums of x[i+j] are convolutions: conv(x, y), or toeplitz(c, r)*x"
            raise UnsupportedError("an index made of two indices is not read", piece.position, hint)
        if name in shift.names:
            hint = "indices of the form i, i+1 and i-1 are read"
            raise UnsupportedError("this index does not run one by one", piece.position, hint)
        if known is None and shift != Dim({}):
            raise UnsupportedError(
                "a shifted index needs a sum with limits", piece.position, "sum(i, 1, n-1, …)"
            )
        return Use(name, shift, known)

    # ------------------------------------------------------------ parts

    def cut(self, node: Node, base: Node) -> tuple[Node, str]:
        """The part whose entries an entry takes, and "rows" or "columns" if these are meant."""
        places = range(len(node.args) - 1)
        spans = [self.span(node, place) or everything(node) for place in places]
        if all(span.kind == "slice" for span in spans):
            return base, ""
        use = self.uses[node, 0] if len(spans) == 1 else None
        axis = self.axis(node, use.range) if use is not None and use.range is not None else ""
        if axis:
            spans.insert(int(axis == "rows"), everything(node))
        return replace(part(base, *spans), start=node.start, end=node.end), axis

    def span(self, node: Node, place: int) -> Node | None:
        """The part that is needed, 2:n, or None where all is."""
        use = self.uses.get((node, place))
        if use is None or use.range is None:
            return None
        base, limits = node.args[0], use.range
        shifts = [
            other.shift
            for (piece, at), other in self.uses.items()
            if other.range is limits and at == place and _is_same(piece.args[0], base)
        ]
        is_all = limits.first == ONE and all(shift == Dim({}) for shift in shifts)
        if is_all and not self.is_shorter(node, place, limits):
            return None
        return infix(":", *(size(node, end + use.shift) for end in (limits.first, limits.last)))

    def is_shorter(self, node: Node, place: int, limits: Range) -> bool:
        """Does the index end before the declared size does: 3 of n, or n − 1 of n?"""
        shape = self.shape(node.args[0])
        if shape is None:
            return False
        if len(node.args) == 2 and not shape.is_vector:
            gaps = [(size - limits.last).value for size in shape]
            return limits.last not in shape and any(gap is not None and gap > 0 for gap in gaps)
        length = shape.cols if place == 1 or shape.rows == ONE else shape.rows
        missing = (length - limits.last).value
        return missing > 0 if missing is not None else limits.last.value is not None

    def shape(self, base: Node) -> Shape | None:
        """The declared shape of what is indexed."""
        return self.shape_of(base.text) if base.kind == "name" else None

    def axis(self, node: Node, limits: Range) -> str:
        """Are the x_i of a matrix its rows or its columns? The one that the limit fits."""
        shape = self.shape(node.args[0])
        if shape is None or shape.is_vector:
            return ""
        gaps = [(size - limits.last).value for size in shape]
        rows, columns = (gap is not None and gap >= 0 for gap in gaps)
        return self.choose(node.args[0]) if rows == columns else "rows" if rows else "columns"


def _alone(node: Node, around: Range) -> bool:
    """Is a sum all that another adds up, but for factors before it?"""
    body = around.node.args[-1]
    while body.is_infix("*") and body is not node:
        body = next((arg for arg in body.args if node in postorder(arg)), body.args[0])
    return body is node


def _is_same(a: Node, b: Node) -> bool:
    return a.kind == b.kind == "name" and a.text == b.text


def size(at: Node, value: Dim) -> Node:
    """A size as a piece of syntax."""
    if value.value is not None and value.value < 1:
        raise ShapeError(f"an index begins at 1, this one at {value}", at.position)
    if not value.is_whole:
        raise ShapeError(f"a limit is an integer, {value} may be none", at.position)
    return written(at, str(value))
