"""Sums that begin elsewhere than at 1, and indices that are shifted: x[i+1] − x[i].

They are rewritten to sums from 1 over parts of the whole: with i from 1 to n−1, x[i+1] is entry i
of x[2:n]. A sum over j > i is one over all j with ones above the diagonal as a factor.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from matgrad.core.dims import Dim, dim
from matgrad.core.shape import Shape
from matgrad.errors import MatgradError, ShapeError, UnsupportedError
from matgrad.syntax.forms import call, infix, number, transposed
from matgrad.syntax.sizes import bounds, polynomial
from matgrad.syntax.tree import Node, postorder

ShapeOf = Callable[[str], Shape | None]  # of a name, where it is declared


@dataclass(frozen=True)
class Limits:
    """A sum, and what its index runs through."""

    node: Node
    first: Dim
    last: Dim


@dataclass(frozen=True)
class Use:
    """An index of an entry or a row: which sum it belongs to, and how far it is shifted."""

    sum: Limits
    shift: Dim


def bound(tree: Node, is_sum: Callable[[Node], bool]) -> dict[Node, dict[str, Node]]:
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


class Ranges:
    """Rewrites the sums of one tree."""

    def __init__(
        self,
        tree: Node,
        is_sum: Callable[[Node], bool],
        shape_of: ShapeOf,
        choose: Callable[[Node], str],
    ) -> None:
        self.tree, self.shape_of, self.choose = tree, shape_of, choose
        self.around = bound(tree, is_sum)
        self.limits = {
            node: self.read(node)
            for node in postorder(tree)
            if is_sum(node) and len(node.args) == 4
        }
        for limits in list(self.limits.values()):
            self.extend(limits)
        self.uses = {
            (node, place): use
            for node in postorder(tree)
            if node.kind == "index"
            for place, piece in enumerate(node.args[1:])
            if (use := self.use(piece)) is not None
        }

    def read(self, node: Node) -> Limits:
        """The limits of a sum; one that begins after another index begins at 1, with a mask."""
        _, lower, upper, _ = node.args
        outer = self.around[node]
        first, last = bounds(lower, upper, outer)
        if outer.keys() & last.names:
            raise UnsupportedError(
                "a limit that is the index of another sum is not read here", upper.position,
                "let the inner sum begin after it: sum(i, 1, n, sum(j, i+1, n, …))",
            )  # fmt: skip
        return Limits(node, first, last)

    def extend(self, limits: Limits) -> None:
        """Let i run to n as j does, where it runs to n − 1: the sum over j > n is empty."""
        before = self.after(limits)
        outer = self.limits.get(self.around[limits.node][before]) if before else None
        if before is None or outer is None or limits.first - dim(before) != dim(1):
            return
        body = outer.node.args[-1]
        while body.is_infix("*") and body is not limits.node:
            body = next((arg for arg in body.args if limits.node in postorder(arg)), body.args[0])
        if body is limits.node and limits.last - outer.last == dim(1):
            self.limits[outer.node] = replace(outer, last=limits.last)

    def after(self, limits: Limits) -> str | None:
        """The index i of an outer sum if this one begins at i + 1 or at i."""
        names = self.around[limits.node].keys() & limits.first.names
        return next(iter(names), None)

    def use(self, piece: Node) -> Use | None:
        """What an index of an entry says; None if no sum around binds it."""
        names = {n.text for n in postorder(piece) if n.kind == "name"} & self.around[piece].keys()
        if not names:
            return None
        value = polynomial(piece)
        name = min(names)
        node = self.around[piece][name]
        shift = value - dim(name)
        if len(names) > 1:
            hint = "sums of x[i+j] are convolutions: conv(x, y), or toeplitz(c, r)*x"
            raise UnsupportedError("an index made of two indices is not read", piece.position, hint)
        if name in shift.names:
            hint = "indices of the form i, i+1 and i-1 are read"
            raise UnsupportedError("this index does not run one by one", piece.position, hint)
        if node not in self.limits and shift != Dim({}):
            raise UnsupportedError(
                "a shifted index needs a sum with limits", piece.position, "sum(i, 1, n-1, …)"
            )
        return Use(self.limits[node], shift) if node in self.limits else None

    # ------------------------------------------------------------ which parts are cut out

    def is_cut(self, node: Node, place: int) -> bool:
        """Is a part of the whole needed, rather than all of it?"""
        use = self.uses[node, place]
        first = Dim({}) + 1 if self.after(use.sum) else use.sum.first
        if first != dim(1):
            return True
        shifts = [
            other.shift
            for (piece, at), other in self.uses.items()
            if other.sum is use.sum and at == place and _same(piece.args[0], node.args[0])
        ]
        return any(shift != Dim({}) for shift in shifts) or self.is_shorter(node, place, use.sum)

    def is_shorter(self, node: Node, place: int, limits: Limits) -> bool:
        """Does the index end before the declared size does: 3 of n, or n − 1 of n?"""
        shape = self.shape(node.args[0])
        if shape is None:
            return False
        if len(node.args) == 2 and not shape.is_vector:
            gaps = [(size - limits.last).value for size in shape]
            return limits.last not in shape and any(gap is not None and gap > 0 for gap in gaps)
        size = shape.cols if place == 1 or shape.rows == dim(1) else shape.rows
        missing = size - limits.last
        if missing.value is not None:
            return missing.value > 0
        return limits.last.value is not None

    def shape(self, base: Node) -> Shape | None:
        """The declared shape of what is indexed."""
        return self.shape_of(base.text) if base.kind == "name" else None

    def axis(self, node: Node, limits: Limits) -> str | None:
        """Are the x_i of a matrix its rows or its columns? The one that the limit fits."""
        shape = self.shape(node.args[0])
        if shape is None or shape.is_vector:
            return None
        missing = [(size - limits.last).value for size in shape]
        fitting = [gap is not None and gap >= 0 for gap in missing]
        if fitting[0] != fitting[1]:
            return "rows" if fitting[0] else "columns"
        return self.choose(node.args[0])

    # ------------------------------------------------------------ writing

    def rewritten(self) -> Node:
        """The tree with sums from 1, over parts."""
        made: dict[Node, Node] = {}
        for node in postorder(self.tree):
            args = tuple(made[arg] for arg in node.args)
            new = node if args == node.args else replace(node, args=args)
            if node.kind == "index":
                new = self.entry(node, new)
            elif node in self.limits:
                new = self.sum(node, new)
            made[node] = new
        return made[self.tree]

    def entry(self, node: Node, new: Node) -> Node:
        """x[2:n][i] for x[i+1]."""
        places = range(len(node.args) - 1)
        cut = [place for place in places if (node, place) in self.uses and self.is_cut(node, place)]
        if not cut:
            return new
        base, *indices = new.args
        kept = [Node("slice", ":", (), node.start, node.end, node.at)] * len(indices)
        for place in cut:
            use = self.uses[node, place]
            first = dim(1) if self.after(use.sum) else use.sum.first
            span = [_size(node, end + use.shift) for end in (first, use.sum.last)]
            kept[place] = infix(":", *span)
            indices[place] = use.sum.node.args[0]
        if len(indices) == 1 and (axis := self.axis(node, self.uses[node, 0].sum)) is not None:
            return _member(new, kept[0], indices[0], axis)
        return replace(new, args=(replace(new, args=(base, *kept)), *indices))

    def sum(self, node: Node, new: Node) -> Node:
        """The sum from 1; over j > i it has ones above the diagonal as a factor."""
        limits = self.limits[node]
        index, _, _, body = new.args
        before = self.after(limits)
        if before is None:
            count = limits.last - limits.first + 1
            if count == polynomial(new.args[2]) and limits.first == dim(1):
                return new
            return replace(new, args=(index, number(node, 1), _size(node, count), body))
        outer = self.limits.get(self.around[node][before])
        mask = self.mask(node, limits, outer, limits.first - dim(before))
        outer_index = Node("name", before, (), node.start, node.end, node.at)
        factor = Node("index", "[]", (mask, outer_index, index), *node.position, node.at)
        masked = infix("*", factor, body)
        return replace(new, args=(index, number(node, 1), new.args[2], masked))

    def mask(self, node: Node, limits: Limits, outer: Limits | None, gap: Dim) -> Node:
        """Ones where j > i, or where j ≥ i: constant along diagonals."""
        n = limits.last
        if outer is None or outer.first != dim(1) or gap.value not in (0, 1):
            raise UnsupportedError(
                "sums over j > i begin at j = i + 1 or j = i, with i from 1", node.position,
                "sum(i, 1, n, sum(j, i+1, n, …))",
            )  # fmt: skip
        if outer.last != n:
            raise UnsupportedError(
                "both indices of a sum over j > i run to the same limit", node.position,
                f"sum(i, 1, {n}, sum(j, i+1, {n}, …)): the term with i = {n} is empty",
            )  # fmt: skip
        zeros = call(node, "zeros", _size(node, n))
        if gap.value == 0:
            first = call(node, "e", number(node, 1), _size(node, n))
            return call(node, "toeplitz", first, call(node, "ones", _size(node, n)))
        row = Node("grid", "row", (number(node, 0),), *node.position, node.at)
        rest = call(node, "ones", _size(node, n - 1))
        below = Node("grid", "row", (rest,), *node.position, node.at)
        return call(
            node, "toeplitz", zeros, Node("grid", "rows", (row, below), *node.position, node.at)
        )


def _member(node: Node, span: Node, index: Node, axis: str) -> Node:
    """x_{i+1} of a matrix X: row i of X[2:n,:] as a column, or column i of X[:,2:n]."""
    whole = Node("slice", ":", (), node.start, node.end, node.at)
    if axis == "columns":
        part = replace(node, args=(node.args[0], whole, span))
        return replace(node, args=(part, whole, index))
    part = replace(node, args=(node.args[0], span, whole))
    return transposed(replace(node, args=(part, index, whole)))


def _same(a: Node, b: Node) -> bool:
    return a.kind == b.kind == "name" and a.text == b.text


def _size(at: Node, value: Dim) -> Node:
    """A size as a piece of syntax."""
    if value.value is not None:
        if value.value < 1:
            raise ShapeError(f"an index begins at 1, this one at {value}", at.position)
        return number(at, value.value)
    made: Node | None = None
    for names, coefficient in value.terms:
        pieces = [Node("name", name, (), at.start, at.end, at.at) for name in names]
        size = int(abs(coefficient))
        if size != abs(coefficient):
            raise ShapeError(f"a limit is an integer, {value} may be none", at.position)
        if size != 1 or not pieces:
            pieces.insert(0, number(at, size))
        term = pieces[0]
        for piece in pieces[1:]:
            term = infix("*", term, piece)
        if made is None:
            made = (
                Node("prefix", "-", (term,), at.start, at.end, at.at) if coefficient < 0 else term
            )
        else:
            made = infix("-" if coefficient < 0 else "+", made, term)
    assert made is not None
    return made


def from_one(
    tree: Node,
    is_sum: Callable[[Node], bool],
    shape_of: ShapeOf,
    choose: Callable[[Node], str],
) -> Node:
    """The tree in which all sums run from 1 and no index is shifted."""
    try:
        return Ranges(tree, is_sum, shape_of, choose).rewritten()
    except MatgradError as error:
        raise error.at(tree.position) from None
