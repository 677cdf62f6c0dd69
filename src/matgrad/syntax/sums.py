"""Sums over an index, turned into matrix form: every piece below a sum becomes a family.

The tree is rewritten before shapes are found, so what follows sees products, traces and sums of
entries only. What has no such form is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from matgrad.core.dims import Dim, dim
from matgrad.core.expr import catalogue
from matgrad.errors import AmbiguousError, ParseError, UnsupportedError
from matgrad.syntax.conditions import MASKS
from matgrad.syntax.families import (
    ACROSS,
    DOWN,
    Family,
    Labels,
    added,
    entrywise,
    guarded,
    lengths,
    of,
    of_piece,
    product,
    read,
    spread_out,
    squared,
    total,
    unsupported,
)
from matgrad.syntax.forms import (
    TWO,
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
from matgrad.syntax.functions import FUNCTIONS
from matgrad.syntax.parse import BY_ENTRIES, INSIDE
from matgrad.syntax.ranges import REDUCTIONS, Ranges, ShapeOf, is_sum, size
from matgrad.syntax.tree import Node, number_of_literal, postorder

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
_BY_ROWS = {"softmax": "softmax_rows", "logsumexp": "logsumexp_rows"}
_ZERO_AT_ZERO = frozenset({"abs", "sqrt", "sin", "tan", "tanh", "sinh"})
_NOT_AT_ZERO = frozenset({"log", "ln", "log2", "log10", "sqrt"})  # or without a derivative there


def row_or_column(base: Node) -> str:
    """The question that nothing in a text answers."""
    raise AmbiguousError(
        "a row or a column?", base.position, f"{base.text}[i,:] is a row, {base.text}[:,i] a column"
    )


def subscripts(name: str) -> tuple[str, ...]:
    """What stands below and above a name: ('i',) for x_i, ('1', 'i') for x_1__i."""
    below, _, above = name.partition("__")
    return tuple(part for part in (*below.split("_")[1:], above) if part)


class Sums:
    """Rewrites trees; `kind_of` says what pieces without index are, as shapes have them."""

    def __init__(
        self,
        kind_of: KindOf,
        choose: Choose = row_or_column,
        functions: Collection[str] = (),
        shape_of: ShapeOf = lambda name: None,
        count: Count = lambda size: "",
    ) -> None:
        self.kind_of, self.choose, self.shape_of, self.count = kind_of, choose, shape_of, count
        self.functions = functions
        self.columns: set[str] = set()  # names of matrices whose columns were defined one by one
        self.naming = ""

    def rewritten(self, tree: Node, name: str = "") -> Node:
        """The tree without sums over an index; `name` is what it defines."""
        self.naming = name
        for node in postorder(tree):
            if is_sum(node) and node.args[0].kind != "name":
                raise ParseError("the index of a sum is a name", node.args[0].position)
        self.ranges = Ranges(tree, self.shape_of, self.choose)
        self.around = self.ranges.around
        self.apart = _pairs_apart(tree, self.ranges)
        self.check_members(tree)
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
            return node.args[:1]
        return () if self.is_unit(node) else node.args

    def is_unit(self, node: Node) -> bool:
        """Is this the unit vector e(i, n) with an index of a sum?"""
        is_call = node.kind == "call" and node.text == "e" and len(node.args) == 2
        return is_call and node.args[0].text in self.around[node]

    def check_members(self, tree: Node) -> None:
        """Refuse z and z[1] where z_i = … defined the members: nobody said if these are rows."""
        members = {
            node.args[0]
            for node in postorder(tree)
            if node.kind == "index" and all(i.text in self.around[i] for i in node.args[1:])
        }
        for node in postorder(tree) if self.columns else ():
            if node.kind == "name" and node.text in self.columns and node not in members:
                why = f"{node.text} is defined by its members, so it needs an index"
                raise unsupported(node, why)

    # ------------------------------------------------------------ pieces

    def piece(self, node: Node, args: list[Piece]) -> Piece:
        """What a piece stands for."""
        if node.kind == "name":
            return self.counted(node) if node.text in self.around[node] else self.constant(node)
        if is_sum(node):
            return self.sum(node, args[0])
        if node.kind == "index":
            return self.part(node, args[0])
        if self.is_unit(node):
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
        indices = self.around[node].keys()
        below = subscripts(node.text) if indices else ()
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
        name = (
            self.count(limits.last + dim(shift)) if limits is not None and start is not None else ""
        )
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
        if isinstance(piece, Family):
            return piece
        return of_piece(piece, OWN.get(self.kind_of(piece), (DOWN, ACROSS)) if own is None else own)

    def part(self, node: Node, base: Piece) -> Piece:
        """An entry, a row or a column: X[i,j], x[i], X[i,:]."""
        uses = [self.ranges.uses.get((node, place)) for place in range(len(node.args) - 1)]
        names = [use.index if use is not None else "" for use in uses]
        if isinstance(base, Family):
            if len(base.own) != 1 or not all(names) or len(names) != 1:
                raise unsupported(node)
            found = base.renamed({base.own[0]: names[0]})
            return replace(found, free=(names[0], *base.indices))
        if not any(names):
            return node if base is node.args[0] else replace(node, args=(base, *node.args[1:]))
        whole, axis = self.ranges.cut(node, base)
        if len(names) == 1:
            return self.member(node, whole, names[0], axis)
        labels = [
            name or (label if place.kind == "slice" else "")
            for name, place, label in zip(names, node.args[1:], (DOWN, ACROSS), strict=False)
        ]
        if not all(labels) or len(names) != 2:
            raise unsupported(node, "an index beside a number is not read")
        if all(names) and self.kind_of(whole) == "scalar":
            raise _no_entries(node)
        if labels[0] == labels[1]:
            return of(call(node, "diag", whole), labels[:1])
        if labels[1] == ACROSS:
            return of(transposed(whole), labels[::-1])
        # Of z_i that were defined one by one as columns, z_ij is entry j.
        return of(whole, labels[::-1] if whole.text in self.columns else labels)

    def member(self, node: Node, base: Node, index: str, axis: str) -> Family:
        """The entry of a vector, or the row or column of a matrix that x_i means."""
        kind = "matrix" if axis else self.kind_of(base)
        if kind == "scalar":
            raise _no_entries(node)
        if kind != "matrix":
            return of(column(base if kind == "column" else transposed(base)), (index,))
        by_rows = base.text not in self.columns and (axis or self.choose(base)) == "rows"
        return of(transposed(base) if by_rows else base, (DOWN, index))

    # ------------------------------------------------------------ sums

    def sum(self, node: Node, body: Piece) -> Piece:
        """Add up a family over one of its indices."""
        index, limits = node.args[0].text, self.ranges.of.get(node)
        if node.text in (BY_ENTRIES, INSIDE):
            return self.by_entries(node, self.family(body))
        if limits is not None and limits.mask:
            mask = of(written(node, limits.mask), (limits.after, index))
            body = product(node, mask, self.family(body))
        upper = limits.count if limits is not None else None
        if isinstance(body, Node) or index not in body.indices:
            if upper is None:
                why = f"the index {index} does not occur, so its range is unknown"
                raise unsupported(node, why)
            if node.text in REDUCTIONS:
                raise unsupported(node, f"the index {index} does not occur")
            if isinstance(body, Node):
                return infix("*", scalar(upper), body)
            return body.scaled(lambda held: infix("*", scalar(upper), held))
        if node.text not in REDUCTIONS:
            return added(node, body, index, upper)
        if body.free != (index,):
            raise unsupported(node, f"{node.text} over an index is read for numbers with one index")
        return call(node, node.text, guarded(body.mapped(), index, upper).node)

    def by_entries(self, node: Node, body: Family) -> Piece:
        """The vector or matrix whose entries are this family, indexed in the order of the text."""
        if node.text == INSIDE:
            return body
        wanted = [node.args[0].text]
        if node.args[1].text == INSIDE:
            wanted.append(node.args[1].args[0].text)
        missing = [index for index in wanted if index not in body.indices]
        if missing:
            why = f"the index {missing[0]} does not occur, so its range is unknown"
            raise unsupported(node, why)
        if body.own == (DOWN,) and len(wanted) == len(body.indices) == 1 and self.naming:
            self.columns.add(self.naming)
            return body.whole()
        if body.own or len(wanted) != len(body.indices):
            raise unsupported(node, "the entries have to be numbers")
        return body.whole(wanted)

    # ------------------------------------------------------------ signs

    def add(self, node: Node, a: Piece, b: Piece) -> Family:
        """Sums and differences."""
        own = next(each.own for each in (a, b) if isinstance(each, Family))
        return total(node, node.text, self.family(a, own), self.family(b, own))

    def times(self, node: Node, a: Piece, b: Piece) -> Piece:
        """Products."""
        for one, other in ((a, b), (b, a)):
            if isinstance(one, Node) and self.kind_of(one) == "scalar":
                if isinstance(other, Node):
                    return infix("*", scalar(one), other)
                return other.scaled(lambda held, one=one: infix("*", scalar(one), held))
        self.check_row(node, a, b)
        return product(node, self.family(a), self.family(b))

    def check_row(self, node: Node, a: Piece, b: Piece) -> None:
        """Refuse w'*x[i] if nothing says that x[i] is a number: who transposes w means a vector."""
        is_row = is_transposed(a) if isinstance(a, Node) else a.own == (ACROSS,)
        if not is_row or isinstance(b, Node) or b.own or len(b.terms[0].factors) > 1:
            return
        roots = (a if isinstance(a, Node) else a.node, b.node)
        names = [n for root in roots for n in postorder(root) if n.kind == "name"]
        if all(self.shape_of(name.text) is None for name in names):
            raise AmbiguousError(
                "a row and a number for each index are multiplied: is the number a vector?",
                node.position, "declare the matrix of all these vectors, for example X: m×n",
            )  # fmt: skip

    def dot(self, node: Node, a: Piece, b: Piece) -> Piece:
        """The inner product of two columns, the product of anything else."""
        both = all(self.family(each).own == (DOWN,) for each in (a, b))
        return self.inner(node, a, b) if both else self.times(node, a, b)

    def inner(self, node: Node, a: Piece, b: Piece) -> Family:
        """The inner product of two vectors."""
        one, two = self.family(a), self.family(b)
        if len(one.own) != 1 or len(two.own) != 1:
            raise unsupported(node)
        one = one if one.own == (ACROSS,) else one.turned(node)
        return product(node, one, two if two.own == (DOWN,) else two.turned(node))

    def hadamard(self, node: Node, a: Piece, b: Piece) -> Piece:
        """Entrywise products."""
        if any(isinstance(each, Node) and self.kind_of(each) == "scalar" for each in (a, b)):
            return self.times(node, a, b)
        return entrywise(node, self.family(a), self.family(b))

    def divide(self, node: Node, a: Piece, b: Piece) -> Piece:
        """Quotients by a scalar, or by a number for each index."""
        if isinstance(b, Node):
            assert isinstance(a, Family)
            return a.scaled(lambda held: infix("/", held, b))
        if b.own:
            raise unsupported(node)
        below = self.not_zero(node, b)
        if isinstance(a, Node):
            guard = call(a, "a factor in a sum", a)
            return replace(below.mapped(lambda held: infix("./", guard, held)), vanishes=False)
        if not a.own and a.indices == below.indices:
            held = infix("./", a.whole(), below.whole())
            return of(held, a.free, a.vanishes)
        reciprocal = below.mapped(lambda held: infix("./", number(held, 1), held))
        return product(node, a, replace(reciprocal, vanishes=False))

    def power(self, node: Node, a: Piece, b: Piece) -> Family:
        """Powers of numbers, and squares of lengths."""
        if isinstance(b, Family):  # x_i^{a_i} is exp(a_i log x_i)
            base, exponent, indices = self.alike(node, a, b)
            held = infix(".*", exponent, call(node, "log", base))
            return of(call(node, "exp", held), indices)
        assert isinstance(a, Family)
        exponent = number_of_literal(b)
        inside = self.measured.get(node.args[0])
        if exponent == TWO and inside is not None:
            return squared(inside)
        if exponent is None or exponent <= 0 or exponent.denominator != 1:
            a = self.not_zero(node, a)
        if a.own and node.text != ".^":
            raise unsupported(node)
        return a.mapped(lambda held: infix(".^", held, b))

    def negate(self, node: Node, a: Family) -> Family:
        """The negative of each member."""
        if len(a.free) > 2:
            return a.negated()
        return a.mapped(lambda held: replace(node, args=(held,)))

    def transpose(self, node: Node, a: Family) -> Family:
        """Transposes of vectors."""
        return a.turned(node)

    # ------------------------------------------------------------ functions

    def call(self, node: Node, *args: Piece) -> Piece:
        """Functions of numbers and of vectors."""
        name, a = node.text, args[0]
        if len(args) == 2 and name in ("max", "min"):
            one, two, indices = self.alike(node, *args)
            return of(replace(node, args=(one, two)), indices)
        if len(args) == 2 and name == "dot":
            return self.inner(node, *args)
        if isinstance(a, Family) and len(args) == 1:
            if name in LENGTHS or (name == "|·| of a vector" and a.own):
                self.measured[node] = self.vectors(node, a)
                return lengths(a)
            if name in ELEMENTWISE or name in self.functions:
                return self.of_entries(node, a)
            if len(a.own) == 1 and name in FUNCTIONS:
                return self.of_vectors(node, a)
        if name in FUNCTIONS:
            raise unsupported(node)
        message = f"{name} of each term has no matrix form, unless it is a function of each entry"
        raise UnsupportedError(message, node.position, f"function {name}")

    def vectors(self, node: Node, a: Family) -> Family:
        """The family, if its members are vectors."""
        if len(a.own) != 1:
            raise AmbiguousError(
                "the norm of a number for each index: is it a vector?", node.position,
                "declare the matrix of all these vectors, for example X: m×n",
            )  # fmt: skip
        return a

    def of_entries(self, node: Node, a: Family) -> Family:
        """A function of each entry."""
        name = ELEMENTWISE.get(node.text, node.text)
        if name in _NOT_AT_ZERO:
            a = self.not_zero(node, a)
        found = a.mapped(lambda held: replace(node, text=name, args=(held,)))
        return replace(found, vanishes=a.vanishes and name in _ZERO_AT_ZERO)

    def of_vectors(self, node: Node, a: Family) -> Piece:
        """A function of each vector that has a form for rows, and sums of entries."""
        if node.text in ("sum", "‖·‖1", "norm1"):
            if node.text != "sum":
                a = a.mapped(lambda held: call(held, "abs", held))
            return added(node, a, a.own[0])
        by_rows = _BY_ROWS.get(node.text)
        if by_rows not in FUNCTIONS or len(a.indices) != 1:
            raise unsupported(node)
        assert by_rows is not None
        held = call(node, by_rows, _turned_product(a.whole()))
        if node.text == "softmax":
            return of(held, a.indices + a.own)
        return of(held, a.indices)

    def alike(self, node: Node, a: Piece, b: Piece) -> tuple[Node, Node, Labels]:
        """Two families of numbers as matrices with the same indices."""
        both = [self.family(piece, ()) for piece in (a, b)]
        free = total(node, "+", *both).free
        if both[0].own or len(free) > 2:
            raise unsupported(node)
        one, two = (spread_out(each, free) for each in both)
        return one, two, free

    # ------------------------------------------------------------ pairs that are left out

    def not_zero(self, node: Node, family: Family) -> Family:
        """A family of pairs with ones where i = j, if it is 0 there and the sum leaves that out.

        The pairs of one sum are a matrix, which has a diagonal although i < j leaves it out.
        """
        if not family.vanishes or len(family.free) != 2 or {*family.free} not in self.apart[node]:
            return family.mapped()
        return replace(family.mapped(_with_ones), vanishes=False)


RULES: dict[tuple[str, str], Callable[..., Piece]] = {
    ("infix", "+"): Sums.add,
    ("infix", "-"): Sums.add,
    ("infix", "*"): Sums.times,
    ("infix", "⋅"): Sums.dot,
    ("infix", ".*"): Sums.hadamard,
    ("infix", "/"): Sums.divide,
    ("infix", "./"): Sums.divide,
    ("infix", "^"): Sums.power,
    ("infix", ".^"): Sums.power,
    ("prefix", ""): Sums.negate,
    ("postfix", "'"): Sums.transpose,
    ("call", ""): Sums.call,
}


def _no_entries(node: Node) -> UnsupportedError:
    return UnsupportedError("a scalar has no entries", node.position)


def _turned_product(node: Node) -> Node:
    """The transpose, XW' of WX', as people write it where the samples are rows."""
    if node.is_infix("*") and is_transposed(node.args[1]):
        return infix("*", node.args[1].args[0], transposed(node.args[0]))
    return transposed(node)


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
