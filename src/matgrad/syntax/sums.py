"""Sums over an index, turned into matrix form: every piece below a sum becomes a family.

The tree is rewritten before shapes are found, so what follows sees products, traces and sums of
entries only. What has no such form is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace

from matgrad.core.dims import Dim, dim
from matgrad.core.expr import catalogue
from matgrad.errors import AmbiguousError, ParseError, UnsupportedError
from matgrad.syntax.conditions import MASKS
from matgrad.syntax.families import (
    ACROSS,
    ADDED,
    DOWN,
    Family,
    Labels,
    aligned,
    fresh,
    lengths,
    of,
    of_piece,
    product,
    read,
    squared,
    total,
    unsupported,
)
from matgrad.syntax.forms import (
    call,
    column,
    infix,
    is_transposed,
    number,
    ones,
    part,
    scalar,
    transposed,
    written,
)
from matgrad.syntax.functions import FUNCTIONS, ROWS
from matgrad.syntax.ranges import Ranges, ShapeOf, size
from matgrad.syntax.tree import (
    BY_ENTRIES,
    INSIDE,
    LENGTH_BARS,
    REDUCTIONS,
    Node,
    is_sum,
    number_of_literal,
    postorder,
)

KindOf = Callable[[Node], str]  # scalar, column, row or matrix
Choose = Callable[[Node], str]  # do x_1, x_2, … stand in the rows or the columns of this?
Count = Callable[[Dim], str]  # the name of the vector of the numbers 1, 2, … up to a size
OWN: dict[str, Labels] = {"scalar": (), "column": (DOWN,), "row": (ACROSS,)}
Piece = Node | Family  # what has no index stays a piece of syntax

LENGTHS = frozenset({"norm2", "norm", "normF", "‖·‖", "‖·‖2", "‖·‖F"})
ELEMENTWISE = {"e^": "exp"} | dict.fromkeys(("|·|", "|·| of a vector", "|·| of a matrix"), "abs")
ELEMENTWISE |= {
    name: name for op in catalogue.values() if op.derivative is not None for name in op.spellings
}
_NOT_AT_ZERO = frozenset({"log", "ln", "log2", "log10", "sqrt"})  # or without a derivative there


def row_or_column(base: Node) -> AmbiguousError:
    """The question that nothing in a text answers."""
    hint = f"{base.text}[i,:] is a row, {base.text}[:,i] a column"
    return AmbiguousError("a row or a column?", base.position, hint)


@dataclass
class Sums:
    """Rewrites trees; `kind_of` says what pieces without index are, as shapes have them."""

    kind_of: KindOf
    choose: Choose
    functions: Collection[str]  # of each entry, which are only named
    shape_of: ShapeOf
    count: Count = lambda size: ""
    columns: set[str] = field(default_factory=set[str])  # matrices defined column by column

    def rewritten(self, tree: Node, name: str = "") -> Node:
        """The tree without sums over an index; `name` is what it defines."""
        self.naming = name
        for node in postorder(tree):
            if is_sum(node) and node.args[0].kind != "name":
                raise ParseError("the index of a sum is a name", node.args[0].position)
        self.ranges = Ranges(tree, self.shape_of, self.choose)
        self.around = self.ranges.around
        self.apart = _pairs_apart(tree, self.ranges)
        self.measured: dict[Node, Family] = {}  # of lengths, which may be squared
        made: dict[Node, Piece] = {}
        for node in postorder(tree, self.operands):
            made[node] = self.piece(node, [made[arg] for arg in self.operands(node)])
        found = made[tree]
        assert isinstance(found, Node)
        return found

    def operands(self, node: Node) -> tuple[Node, ...]:
        """The pieces of a node that have values: no indices and no limits."""
        if is_sum(node):
            return node.args[-1:]
        if node.kind == "index":
            is_member = node.args[0].text in self.columns and self.is_bound(*node.args[1:])
            return () if is_member else node.args[:1]
        is_unit = node.kind == "call" and node.text == "e" and len(node.args) == 2
        return () if is_unit and self.is_bound(node.args[0]) else node.args

    def is_bound(self, *indices: Node) -> bool:
        """Are these indices of sums?"""
        return all(index.text in self.around[index] for index in indices)

    # ------------------------------------------------------------ pieces

    def piece(self, node: Node, args: list[Piece]) -> Piece:
        """What a piece stands for."""
        if node.kind == "name":
            return self.counted(node) if self.is_bound(node) else self.constant(node)
        if is_sum(node):
            return self.sum(node, args[0])
        if node.kind == "index":
            return self.part(node, *args)
        if node.args and not args:
            return of(call(node, "I", node.args[1]), (DOWN, node.args[0].text))
        held = [arg for arg in args if isinstance(arg, Node)]
        if len(held) == len(args):
            return node if tuple(held) == node.args else replace(node, args=tuple(held))
        rule = RULES.get((node.kind, node.text)) or RULES.get((node.kind, ""))
        if rule is None:
            raise unsupported(node)
        return rule(self, node, *args)

    def constant(self, node: Node) -> Node:
        """A name, unless it looks as if it changed with the index, but is one value as declared."""
        if node.text in self.columns:
            raise unsupported(node, f"{node.text} is defined by its members, so it needs an index")
        indices = self.around[node].keys()
        below = filter(None, node.text.replace("__", "_").split("_")[1:])
        if any(part in indices or {*part} <= indices for part in below):
            stem = node.text.partition("_")[0]
            matrix = stem.upper() if len(stem) == 1 else stem
            raise AmbiguousError(
                f"does {node.text} change with the index of the sum, or is it one value?",
                node.position,
                f"where it changes, declare the whole, as in {matrix}: n x d with the rows "
                f"{matrix}[i,:]; where it does not, give it a name without this index",
            )
        return node

    def counted(self, node: Node) -> Family:
        """An index that is a number: entry i of the vector of the numbers 1, 2, …"""
        limits = self.ranges.of.get(self.around[node][node.text])
        start = limits.first.value if limits is not None else None
        shift = max(0, 1 - int(start)) if start is not None else 0
        name = self.count(limits.last + dim(shift)) if limits and start is not None else ""
        if limits is None or not name:
            raise UnsupportedError(
                "an index that is used as a number is not read", node.position,
                "give the sum limits, sum(i, 1, n, …), or declare the vector k of the numbers "
                "1, …, n and write k[i] for i",
            )  # fmt: skip
        numbers = replace(node, text=name)
        if limits.first != dim(1):
            ends = (size(node, end + dim(shift)) for end in (limits.first, limits.last))
            numbers = part(numbers, infix(":", *ends))
        if shift:
            numbers = infix("-", numbers, call(node, "vector", number(node, shift)))
        return of(column(numbers), (node.text,))

    def family(self, piece: Piece, own: Labels | None = None) -> Family:
        """A piece as a family; `own` says what each member is, where its place tells."""
        if not isinstance(piece, Node):
            return piece
        return of_piece(piece, OWN.get(self.kind_of(piece), (DOWN, ACROSS)) if own is None else own)

    def part(self, node: Node, base: Piece | None = None) -> Piece:
        """An entry, a row or a column: X[i,j], x[i], X[i,:]."""
        base, places = node.args[0] if base is None else base, node.args[1:]
        uses = [self.ranges.uses.get((node, number)) for number in range(len(places))]
        if not any(uses) and isinstance(base, Node):
            return node if base is node.args[0] else replace(node, args=(base, *places))
        each = zip(uses, places, (DOWN, ACROSS), strict=False)
        labels = [use.name if use else own * (place.kind == "slice") for use, place, own in each]
        if not all(labels) or len(labels) < len(places) or not isinstance(base, Node):
            raise unsupported(node, "an index beside a number is not read")
        found = self.member(node, labels, *self.ranges.cut(node, base))
        for use in uses:
            if use is not None and use.range is not None:
                found = found.counted(use.name, use.range.length)
        return found

    def member(self, node: Node, labels: list[str], base: Node, axis: str) -> Family:
        """The numbers, rows or columns of a vector or matrix whose places have these labels."""
        if base.text in self.columns:  # z_i that were defined one by one: z_ij is entry j
            return of(base, [*labels, DOWN][1::-1])
        kind = "matrix" if axis or {DOWN, ACROSS} & {*labels} else self.kind_of(base)
        if kind == "scalar":
            raise UnsupportedError("a scalar has no entries", node.position)
        if len(labels) == 1 and kind != "matrix":
            return of(column(base if kind == "column" else transposed(base)), labels)
        if len(labels) == 1:
            is_row = (axis or self.choose(base)) == "rows"
            return of(transposed(base) if is_row else base, (DOWN, *labels))
        if labels[0] == labels[1]:
            return of(call(node, "diag", base), labels[:1])
        return of(transposed(base), labels[::-1]) if ACROSS in labels else of(base, labels)

    # ------------------------------------------------------------ sums

    def sum(self, node: Node, body: Piece) -> Piece:
        """Add up a family over one of its indices."""
        index, limits = node.args[0].text, self.ranges.of.get(node)
        if node.text in (BY_ENTRIES, INSIDE):
            return self.by_entries(node, self.family(body))
        if limits is not None and limits.mask:
            mask = of(written(node, limits.mask), (limits.after, index))
            for label in (limits.after, index):
                mask = mask.counted(label, limits.length)
            body = product(node, mask, self.family(body))
        if isinstance(body, Node) or index not in body.indices:
            if limits is None or node.text in REDUCTIONS or not isinstance(body, Node):
                raise unsupported(
                    node, f"the index {index} does not occur, so its range is unknown"
                )
            return infix("*", scalar(limits.length), body)
        if node.text in REDUCTIONS:
            if body.free != (index,):
                why = f"{node.text} over an index is read for numbers with one index"
                raise unsupported(node, why)
            return call(node, node.text, body.whole())
        if not all(any(index in f.axes for f in term.factors) for term in body.terms):
            raise unsupported(node)
        label = fresh(ADDED)
        found = body.renamed({index: label}, label)
        if found.indices:
            return found.mapped() if found.own and len(found.free) <= 2 else found
        return transposed(found.whole()) if found.own == (ACROSS,) else found.whole()

    def by_entries(self, node: Node, body: Family) -> Piece:
        """The vector or matrix whose entries are this family, indexed in the order of the text."""
        if node.text == INSIDE:
            return body
        inner = node.args[1]
        wanted = (node.args[0].text, *([inner.args[0].text] if inner.text == INSIDE else []))
        missing = [index for index in wanted if index not in body.indices]
        if missing:
            why = f"the index {missing[0]} does not occur, so its range is unknown"
            raise unsupported(node, why)
        if body.own == (DOWN,) and wanted == body.indices and self.naming:
            self.columns.add(self.naming)
            return body.whole()
        if body.own or len(wanted) != len(body.indices):
            raise unsupported(node, "the entries have to be numbers")
        return body.whole(wanted)

    # ------------------------------------------------------------ signs

    def sign(self, node: Node, a: Family) -> Family:
        """A sign before a family, or a transpose behind it."""
        if node.kind == "postfix":
            return a.turned(node)
        return a.negated() if node.text == "-" else a

    def add(self, node: Node, a: Piece, b: Piece) -> Family:
        """Sums and differences."""
        own = next(each.own for each in (a, b) if not isinstance(each, Node))
        return total(node, self.family(a, own), self.family(b, own))

    def times(self, node: Node, a: Piece, b: Piece) -> Family:
        """Products: of matrices, of entries, and the inner product v ⋅ w of two columns."""
        self.check_row(node, a, b)
        one, two = self.family(a), self.family(b)
        is_inner = node.text == "⋅" and one.own == two.own == (DOWN,)
        return product(node, one, two, (DOWN, DOWN) if is_inner else (ACROSS, DOWN))

    def check_row(self, node: Node, a: Piece, b: Piece) -> None:
        """Refuse w'*x[i] if nothing says that x[i] is a number: who transposes w means a vector."""
        is_row = is_transposed(a) if isinstance(a, Node) else a.own == (ACROSS,)
        if not is_row or isinstance(b, Node) or b.own or len(b.terms[0].factors) > 1:
            return
        roots = [each if isinstance(each, Node) else each.terms[0].factors[0].node
                 for each in (a, b)]  # fmt: skip
        names = [n for root in roots for n in postorder(root) if n.kind == "name"]
        if all(self.shape_of(name.text) is None for name in names):
            raise AmbiguousError(
                "a row and a number for each index are multiplied: is the number a vector?",
                node.position, "declare the matrix of all these vectors, for example X: m×n",
            )  # fmt: skip

    def divide(self, node: Node, a: Piece, b: Piece) -> Family:
        """Quotients by a scalar, or by a number for each index."""
        if isinstance(b, Node):
            return product(node, self.family(a), of_piece(infix("/", number(b, 1), b), ()))
        if b.own:
            raise unsupported(node)
        above = scalar(a) if isinstance(a, Node) else number(b.terms[0].factors[0].node, 1)
        found = self.not_zero(node, b).mapped(lambda held: infix("./", above, held))
        return found if isinstance(a, Node) else product(node, a, found)

    def power(self, node: Node, a: Piece, b: Piece) -> Family:
        """Powers of numbers, and squares of lengths."""
        if not isinstance(b, Node):  # x_i^{a_i} is exp(a_i log x_i)
            (base, exponent), indices = aligned(node, self.family(a, ()), b)
            return of(call(node, "exp", infix(".*", exponent, call(node, "log", base))), indices)
        given, exponent = self.family(a), number_of_literal(b)
        inside = self.measured.get(node.args[0])
        if exponent == 2 and inside is not None:
            return squared(inside)
        if exponent is None or exponent <= 0 or exponent.denominator != 1:
            given = self.not_zero(node, given)
        if given.own and node.text != ".^":
            raise unsupported(node)
        return given.mapped(lambda held: infix(".^", held, b))

    # ------------------------------------------------------------ functions

    def call(self, node: Node, *args: Piece) -> Piece:
        """Functions of numbers and of vectors."""
        name = node.text
        families = [self.family(each, () if name in ("max", "min") else None) for each in args]
        if len(args) == 2 and name in ("max", "min"):
            held, indices = aligned(node, *families)
            return of(replace(node, args=tuple(held)), indices)
        a, *others = families
        if name == "dot" and [len(each.own) for each in families] == [1, 1]:
            return product(node, a, others[0], (a.own[0], others[0].own[0]))
        if not others:
            if name in LENGTHS or (name == LENGTH_BARS and a.own):
                return self.length(node, a)
            if name in ELEMENTWISE or name in self.functions:
                return self.of_entries(node, a)
            if len(a.own) == 1 and name in FUNCTIONS:
                return self.of_vectors(node, a)
        if name in FUNCTIONS:
            raise unsupported(node)
        message = f"{name} of each term has no matrix form, unless it is a function of each entry"
        raise UnsupportedError(message, node.position, f"function {name}")

    def length(self, node: Node, a: Family) -> Family:
        """The lengths of vectors."""
        if len(a.own) != 1:
            raise AmbiguousError(
                "the norm of a number for each index: is it a vector?", node.position,
                "declare the matrix of all these vectors, for example X: m×n",
            )  # fmt: skip
        self.measured[node] = a
        return lengths(a)

    def of_entries(self, node: Node, a: Family) -> Family:
        """A function of each entry."""
        name = ELEMENTWISE.get(node.text, node.text)
        a = self.not_zero(node, a) if name in _NOT_AT_ZERO else a
        return a.mapped(lambda held: replace(node, text=name, args=(held,)))

    def of_vectors(self, node: Node, a: Family) -> Piece:
        """A function of each vector: one of the rows of a matrix."""
        name = node.text
        if name in ("‖·‖1", "norm1"):
            name, a = "sum", a.mapped(lambda held: call(held, "abs", held))
        if f"{name}_rows" not in FUNCTIONS or len(a.indices) != 1:
            raise unsupported(node)
        whole = a.whole()
        if whole.is_infix("*") and is_transposed(whole.args[1]):  # XW' of WX': samples are rows
            rows = infix("*", *map(transposed, reversed(whole.args)))
        else:
            rows = transposed(whole)
        held = call(node, f"{name}_rows", rows)
        return of(held, a.indices + a.own if name in ROWS else a.indices)

    # ------------------------------------------------------------ pairs that are left out

    def not_zero(self, node: Node, given: Family) -> Family:
        """Numbers for pairs, with ones where i = j if the sum leaves that out: i < j, i ≠ j.

        The pairs of one sum are a matrix, whose diagonal may be one where a function has no value.
        """
        is_apart = len(given.free) == 2 and {*given.free} in self.apart[node]
        return given.mapped(_with_ones) if is_apart else given


_BY_SIGN = (("+ -", Sums.add), ("* ⋅ .*", Sums.times), ("/ ./", Sums.divide), ("^ .^", Sums.power))
RULES: dict[tuple[str, str], Callable[..., Piece]] = {
    **{("infix", sign): rule for signs, rule in _BY_SIGN for sign in signs.split()},
    **{("prefix", ""): Sums.sign, ("postfix", "'"): Sums.sign, ("call", ""): Sums.call},
}


def _pairs_apart(tree: Node, ranges: Ranges) -> dict[Node, tuple[set[str], ...]]:
    """The pairs of indices around each piece that are never the same, as in a sum over i < j."""
    strict = [read(written(tree, MASKS[sign])) for sign in ("<", "≠")]
    found: dict[Node, tuple[set[str], ...]] = {tree: ()}
    stack = [tree]
    while stack:
        node = stack.pop()
        pairs, limits = found[node], ranges.of.get(node)
        if limits is not None and limits.mask == MASKS["<"]:
            pairs += ({limits.after, node.args[0].text},)
        mask = node.args[0] if node.is_infix("*") else node
        if mask.kind == "index" and len(mask.args) == 3 and read(mask.args[0]) in strict:
            pairs += ({arg.text for arg in mask.args[1:]},)
        found.update((arg, pairs) for arg in node.args)
        stack.extend(node.args)
    return found


def _with_ones(held: Node) -> Node:
    """Entries of pairs with ones on their diagonal, which is 0; of powers, in their base."""
    around: list[Node] = []
    while held.is_infix(".^") or (held.kind == "call" and held.text == "abs"):
        around.append(held)
        held = held.args[0]
    if held.is_infix("-") and held.args[1].text == "Diag":  # √(R + I) − I of lengths
        held = held.args[0]
    else:
        held = infix("+", held, call(held, "Diag", ones(held)))
    for node in reversed(around):
        held = replace(node, args=(held, *node.args[1:]))
    return held
