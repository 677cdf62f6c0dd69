"""What the index of a sum runs through: where it begins and ends, shifts, and pairs left out.

An index from 2 to n, or one that is shifted as in x[i+1], belongs to a part: with i from 1 to n−1,
x[i+1] is entry i of x[2:n]. A sum over j > i is one over all j with zeros and ones as a factor.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from matgrad.core.dims import Dim, dim
from matgrad.core.notation import capital
from matgrad.core.shape import Shape
from matgrad.errors import AmbiguousError, ShapeError, UnsupportedError
from matgrad.syntax.conditions import MASKS, masked
from matgrad.syntax.forms import call, everything, infix, name, number, part, transposed, written
from matgrad.syntax.parse import by_entries
from matgrad.syntax.scope import Declaration
from matgrad.syntax.sizes import bounds, polynomial
from matgrad.syntax.tokens import Kind, Token
from matgrad.syntax.tree import (
    DELTA,
    Node,
    bound,
    is_sum,
    number_of_literal,
    places_of,
    postorder,
    rebuilt,
)

# Where that stands which must not be zero, or has no derivative there.
_PLACES_NOT_ZERO = {"/": 1, "./": 1, "^": 0, ".^": 0}
_PLACES_NOT_ZERO |= dict.fromkeys(("log", "ln", "log2", "log10", "sqrt"), 0)
ShapeOf = Callable[[str], Shape | None]  # of a name, where it is declared
ONE = dim(1)


def free_indices(tree: Node) -> list[Node]:
    """The names in the places of entries that no sum around them binds."""
    around = bound(tree)
    entries = (node for node in postorder(tree) if node.kind == "index")
    places = (place for node in entries for place in node.args[1:] if not place.is_infix(":"))
    names = (node for place in places for node in postorder(place) if node.kind == "name")
    return [node for node in names if node.text not in around[node]]


def with_entries(tree: Node, indices: Iterable[str]) -> Node:
    """The vector or matrix whose entries with these indices a formula gives."""
    return by_entries(tree, [Token(Kind.NAME, name, *tree.position) for name in indices])


class Range(NamedTuple):
    """What the index of a sum runs through; all from 1, where it begins `after` another index."""

    node: Node
    first: Dim
    last: Dim
    after: str = ""
    mask: str = ""  # what is 1 where the pair of indices is added

    @property
    def length(self) -> Node:
        """How many values it has."""
        upper, count = self.node.args[2], self.last - self.first + 1
        return upper if count == polynomial(upper) else size(upper, count)


class Use(NamedTuple):
    """An index at a place of an entry: of which sum it is, and how far it is shifted."""

    name: str
    shift: Dim
    range: Range | None


def with_plain_sums(
    trees: Sequence[Node],
    shape_of: ShapeOf,
    choose: Callable[[Node], str],
    count: Callable[[Dim], str] = lambda size: "",
) -> list[Node]:
    """The trees in which every index runs from 1, one by one, and is no number by itself.

    `count` gives the name of the vector of the numbers 1, 2, … up to a size.
    """
    return [Ranges(tree, shape_of, choose, count).plain() for tree in trees]


class Ranges:
    """The ranges of the sums of one tree, and how its entries use their indices."""

    def __init__(
        self,
        tree: Node,
        shape_of: ShapeOf,
        choose: Callable[[Node], str],
        count: Callable[[Dim], str],
    ) -> None:
        self.tree, self.shape_of, self.choose, self.count = tree, shape_of, choose, count
        self.around = bound(tree)
        self.of: dict[Node, Range] = {}
        pieces = postorder(tree)
        for node in reversed(pieces):
            if is_sum(node) and len(node.args) == 4:
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
        if gap == ONE and around is not None and last - around.last == ONE:
            body = around.node.args[-1]
            while body.is_infix("*") and body is not node:
                body = body.args[1]
            if body is node:  # all that the other sum adds up; with i = n it adds nothing
                around = self.of[outer[before]] = around._replace(last=last)
        is_one = around is not None and (around.first, around.last) == (ONE, last)
        if not is_one or gap.value not in (0, 1):
            raise UnsupportedError(
                "sums over j > i begin at j = i + 1 or j = i, with i from 1 to the same limit",
                node.position, f"sum(i, 1, {last}, sum(j, i+1, {last}, …))",
            )  # fmt: skip
        return Range(node, ONE, last, before, MASKS["<" if gap == ONE else "≤"])

    def use(self, piece: Node) -> Use | None:
        """What an index of an entry says; None if no sum around binds it."""
        names = {n.text for n in postorder(piece) if n.kind == "name"} & self.around[piece].keys()
        if not names:
            return None
        value, letter = polynomial(piece), min(names)
        shift, known = value - dim(letter), self.of.get(self.around[piece][letter])
        if len(names) > 1:
            hint = "sums of x[i+j] are convolutions: conv(x, y), or toeplitz(c, r)*x"
            raise UnsupportedError("an index made of two indices is not read", piece.position, hint)
        if letter in shift.names:
            hint = "indices of the form i, i+1 and i-1 are read"
            raise UnsupportedError("this index does not run one by one", piece.position, hint)
        if known is None and shift != Dim({}):
            raise UnsupportedError(
                "a shifted index needs a sum with limits", piece.position, "sum(i, 1, n-1, …)"
            )
        return Use(letter, shift, known)

    def plain(self) -> Node:
        """The tree with parts where an index is shifted, and masks where pairs are left out."""
        places = {
            each for node in self.around for arg in places_of(node) for each in postorder(arg)
        }
        self.apart = self.pairs_apart()

        def changed(old: Node, node: Node) -> Node:
            if is_sum(old) and old in self.of:
                limits, (index, *_, body) = self.of[old], node.args
                if limits.mask:
                    pair = name(old, limits.after), index
                    body = masked(body, written(old, limits.mask), pair)
                return replace(node, args=(index, number(old, 1), limits.length, body))
            if old.kind == "index":
                return self.entry(old, node)
            if old.text == "e" and old.kind == "call" and len(old.args) == 2:
                index, length = old.args
                if index.text in self.around[index]:
                    return part(call(old, "I", length), everything(old), index)
            if old.kind == "name" and old not in places:
                return self.counted(old) if old.text in self.around[old] else self.constant(old)
            return self.not_zero(old, node) if self.apart[old] else node

        return rebuilt(self.tree, changed)

    def entry(self, old: Node, node: Node) -> Node:
        """An entry of the part whose entries it takes, with the plain index."""
        uses = [self.uses.get((old, place)) for place in range(len(old.args) - 1)]
        if not any(uses):
            return node
        base, axis = self.cut(old, node.args[0])
        places = [
            name(place, use.name) if use else place
            for use, place in zip(uses, node.args[1:], strict=True)
        ]
        if axis:
            places.insert(int(axis == "rows"), everything(old))
        found = replace(node, args=(base, *places))
        return transposed(found) if axis == "rows" else found

    def constant(self, node: Node) -> Node:
        """A name, unless it looks as if it changed with the index, but is one value as declared."""
        indices = self.around[node].keys()
        below = filter(None, node.text.replace("__", "_").split("_")[1:])
        if any(part in indices or {*part} <= indices for part in below):
            stem = node.text.partition("_")[0]
            matrix = capital(stem)
            raise AmbiguousError(
                f"does {node.text} change with the index of the sum, or is it one value?",
                node.position,
                f"where it changes, declare the whole, as in {matrix}: n x d with the rows "
                f"{matrix}[i,:]; where it does not, give it a name without this index",
            )
        return node

    def counted(self, node: Node) -> Node:
        """An index that is a number: entry i of the vector of the numbers 1, 2, …"""
        limits = self.of.get(self.around[node][node.text])
        start = limits.first.value if limits is not None else None
        shift = max(0, 1 - int(start)) if start is not None else 0
        numbers = self.count(limits.last + dim(shift)) if limits and start is not None else ""
        if limits is None or not numbers:
            raise UnsupportedError(
                "an index that is used as a number is not read", node.position,
                "give the sum limits, sum(i, 1, n, …), or declare the vector k of the numbers "
                "1, …, n and write k[i] for i",
            )  # fmt: skip
        held = replace(node, text=numbers)
        if limits.first != ONE:
            ends = (size(node, end + dim(shift)) for end in (limits.first, limits.last))
            held = part(held, infix(":", *ends))
        found = part(held, node)
        return infix("-", found, number(node, shift)) if shift else found

    # ------------------------------------------------------------ pairs that are left out

    def pairs_apart(self) -> dict[Node, tuple[set[str], ...]]:
        """The pairs of indices around each piece that are never the same, as where i < j."""
        strict = [spelt(written(self.tree, MASKS[sign])) for sign in ("<", "≠")]
        found: dict[Node, tuple[set[str], ...]] = {self.tree: ()}
        stack = [self.tree]
        while stack:
            node = stack.pop()
            pairs, limits = found[node], self.of.get(node)
            if limits is not None and limits.mask == MASKS["<"]:
                pairs += ({limits.after, node.args[0].text},)
            mask = node.args[0] if node.is_infix("*") else node
            if mask.kind == "index" and len(mask.args) == 3 and spelt(mask.args[0]) in strict:
                pairs += ({arg.text for arg in mask.args[1:]},)
            found.update((arg, pairs) for arg in node.args)
            stack.extend(node.args)
        return found

    def not_zero(self, old: Node, node: Node) -> Node:
        """What divides, and what a logarithm is taken of, with 1 added where i = j is left out."""
        at = _PLACES_NOT_ZERO.get(node.text) if node.kind in ("infix", "call") else None
        if at is None or at >= len(node.args):
            return node
        exponent = number_of_literal(node.args[1]) if node.is_infix("^", ".^") else None
        if exponent is not None and exponent > 0 and exponent.denominator == 1:
            return node
        below = {n.text for n in postorder(old.args[at])} & self.around[old].keys()
        if below not in self.apart[old]:
            return node
        one, other = sorted(below)
        delta = call(old, DELTA, name(old, one), name(old, other))
        args = [*node.args]
        args[at] = infix("+", args[at], delta)
        return replace(node, args=tuple(args))

    # ------------------------------------------------------------ parts

    def cut(self, node: Node, base: Node) -> tuple[Node, str]:
        """The part whose entries an entry takes, and "rows" or "columns" if these are meant."""
        spans = [self.span(node, place) for place in range(len(node.args) - 1)]
        if not any(spans):
            return base, ""
        places, axis = [span or everything(node) for span in spans], ""
        shape, use = self.shape(node), self.uses.get((node, 0))
        if len(spans) == 1 and shape and not shape.is_vector and use and use.range:
            rows, columns = ((size - use.range.last).value is not None for size in shape)
            axis = self.choose(base) if rows == columns else "rows" if rows else "columns"
            places.insert(int(axis == "rows"), everything(node))
        return replace(part(base, *places), start=node.start, end=node.end), axis

    def span(self, node: Node, place: int) -> Node | None:
        """The part that is needed, 2:n, or None where all is."""
        use, whole = self.uses.get((node, place)), node.args[0].text
        if use is None or use.range is None:
            return None
        limits = use.range
        shifts = [
            other.shift
            for (piece, at), other in self.uses.items()
            if other.range is limits and at == place and piece.args[0].text == whole
        ]
        is_all = limits.first == ONE and all(shift == Dim({}) for shift in shifts)
        if is_all and not self.is_shorter(node, place, limits.last):
            return None
        return infix(":", *(size(node, end + use.shift) for end in (limits.first, limits.last)))

    def is_shorter(self, node: Node, place: int, last: Dim) -> bool:
        """Does the index end before the declared size does: 3 of n, or n − 1 of n?"""
        shape = self.shape(node)
        if shape is None:
            return False
        if len(node.args) == 2 and not shape.is_vector:
            return last not in shape and any((size - last).value is not None for size in shape)
        missing = ((shape.cols if place == 1 or shape.rows == ONE else shape.rows) - last).value
        return missing > 0 if missing is not None else last.value is not None

    def shape(self, node: Node) -> Shape | None:
        """The declared shape of what is indexed."""
        base = node.args[0]
        return self.shape_of(base.text) if base.kind == "name" else None


def spelt(node: Node) -> list[object]:
    """What is written, wherever it stands."""
    return [(each.kind, each.text, each.value, len(each.args)) for each in postorder(node)]


def size(at: Node, value: Dim) -> Node:
    """A size as a piece of syntax."""
    if value.value is not None and value.value < 1:
        raise ShapeError(f"an index begins at 1, this one at {value}", at.position)
    if not value.is_whole:
        raise ShapeError(f"a limit is an integer, {value} may be none", at.position)
    return written(at, str(value))


# ---------------------------------------------------------------- means

# Letters for numbers of terms: n of 1/n Σᵢ xᵢ and of 1/n 𝟏𝟏ᵀx, where nothing else says it.
COUNTS = frozenset("n N m M T".split())
_SIGNS = ("*", "⋅", "/")


def with_averages(
    trees: Sequence[Node],
    notes: Sequence[str],
    declared: Mapping[str, Declaration],
    taken: Collection[str],
) -> tuple[Sequence[Node], list[str]]:
    """The trees with these counts as the limits of sums and the sizes of ones, and a note."""
    shaped = {name: d.shape for name, d in declared.items() if d.shape is not None}
    sizes = {name for shape in shaped.values() for size in shape for name in size.names}
    letters = COUNTS - {*taken, *sizes}
    counts: dict[Node, Node] = {}
    for tree in trees:
        inside: set[Node] = set()
        for node in reversed(postorder(tree)):
            if node.is_infix(*_SIGNS) and node not in inside:
                above, below = _factors(node, inside)
                bases = [each.args[0] if each.is_infix("^") else each for each in below]  # n of n²
                count = next((each for each in bases if each.text in letters), None)
                for open_one, around in _averaged(above) if count else ():
                    names = {n.text for each in around for n in postorder(each)}
                    counts |= {} if count is None or names & shaped.keys() else {open_one: count}

    def changed(old: Node, node: Node) -> Node:
        """A sum up to its limit, or ones of their length."""
        if old not in counts:
            return node
        if is_sum(node):
            return call(node, "sum", node.args[0], number(node, 1), counts[old], node.args[1])
        return call(node, "ones", counts[old])

    said = sorted({count.text for count in counts.values()})
    words = (f"{name} is read as the number of terms that it divides the sum of" for name in said)
    return [rebuilt(tree, changed) for tree in trees] if counts else trees, [*notes, *words]


def _factors(root: Node, inside: set[Node]) -> tuple[list[Node], list[Node]]:
    """The factors of a product of products and quotients, above and below; it notes its pieces."""
    sides: tuple[list[Node], list[Node]] = [], []
    waiting = [(root, 0)]
    while waiting:
        node, side = waiting.pop()
        inside.add(node)
        if node.is_infix(*_SIGNS):
            other = 1 - side if node.text == "/" else side
            waiting += [(node.args[0], side), (node.args[1], other)]
        elif node.kind == "prefix":
            waiting.append((node.args[0], side))
        else:
            sides[side].append(node)
    return sides


def _averaged(above: Sequence[Node]) -> Iterator[tuple[Node, Sequence[Node]]]:
    """The sums without limits and the ones among the factors, and what has their lengths."""
    for factor in above:
        node = factor.args[0] if factor.kind == "postfix" else factor
        if node.kind == "call" and node.text == "vector" and number_of_literal(node.args[0]) == 1:
            yield node, above
        yield from ((each, [each]) for each in _nested(factor))


def _nested(node: Node) -> Iterator[Node]:
    """A sum without limits, and those that it adds up."""
    while node.kind == "call" and node.text == "Σ":
        yield node
        node = node.args[1]
