"""Sums over an index, turned into matrix form: every piece below a sum becomes a family.

The tree is rewritten before shapes are found, so what follows sees products, traces and sums of
entries only. What has no such form is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from matgrad.errors import AmbiguousError, ParseError, UnsupportedError
from matgrad.syntax.adding import added, ranged, reduced
from matgrad.syntax.diagonals import kept_apart, with_ones
from matgrad.syntax.families import LAZY, RULES, Below
from matgrad.syntax.forms import (
    Form,
    call,
    column,
    forced,
    is_transposed,
    transposed,
    unsupported,
)
from matgrad.syntax.guards import GUARDS
from matgrad.syntax.members import check_constant
from matgrad.syntax.parse import BY_ENTRIES, INSIDE
from matgrad.syntax.products import KindOf, multiplied, scaled, tail_of
from matgrad.syntax.ranges import ShapeOf, from_one
from matgrad.syntax.tree import Node, number_of_literal, postorder

assert GUARDS  # declared there, used by name here
REDUCTIONS = ("prod", "mean", "max", "min")  # over an index as well
SUMS = {("sum", 4), ("Σ", 2), *((name, 4) for name in REDUCTIONS)}  # with limits, and without
SUMS |= {(BY_ENTRIES, 2), (INSIDE, 2)}
Choose = Callable[[Node], str]  # do x_1, x_2, … stand in the rows or the columns of this?


def is_sum(node: Node) -> bool:
    """Is this a sum over an index?"""
    return node.kind == "call" and (node.text, len(node.args)) in SUMS


def has_sums(tree: Node) -> bool:
    """Does a sum over an index stand somewhere below?"""
    return any(map(is_sum, postorder(tree)))


def row_or_column(base: Node) -> str:
    """The question that nothing in a text answers."""
    raise AmbiguousError(
        "a row or a column?", base.position, f"{base.text}[i,:] is a row, {base.text}[:,i] a column"
    )


def number_of_index(node: Node) -> UnsupportedError:
    """The error for i*x[i] and the like."""
    return UnsupportedError(
        "an index that is used as a number is not read", node.position,
        "give the sum limits, sum(i, 1, n, …), or declare the vector k of the numbers 1, …, n and "
        "write k[i] for i",
    )  # fmt: skip


class Sums:
    """Rewrites trees; `kind_of` says what pieces without index are, as shapes have them."""

    def __init__(
        self,
        kind_of: KindOf,
        choose: Choose = row_or_column,
        functions: Collection[str] = (),
        shape_of: ShapeOf = lambda name: None,
    ) -> None:
        self.kind_of, self.choose, self.shape_of = kind_of, choose, shape_of
        self.below = Below(kind_of, functions)
        self.forms: dict[Node, Form] = {}
        self.columns: set[str] = set()  # names of matrices whose columns were defined one by one
        self.naming = ""

    def rewritten(self, tree: Node, name: str = "") -> Node:
        """The tree without sums over an index; `name` is what it defines."""
        self.naming = name
        self.check_members(tree)
        tree = from_one(tree, is_sum, self.shape_of, self.choose)
        bound, apart = _bound(tree), kept_apart(tree)
        for node in postorder(tree):
            if node.kind == "name" and node.text in bound[node]:
                self.forms[node] = Form("index", node, (node.text,))
            else:
                check_constant(node, bound[node])
                form = self.form(node, [self.forms[arg] for arg in node.args])
                self.forms[node] = with_ones(self.held(node, form)) if node in apart else form
        return self.forms[tree].node

    def check_members(self, tree: Node) -> None:
        """Refuse z and z[1] where z_i = … defined the members: nobody said if these are rows."""
        if not self.columns:
            return
        bound = _bound(tree)
        for node in (tree, *postorder(tree)):
            pieces = node.args if node is not tree else (tree, *node.args)
            indices = node.args[1:] if node.kind == "index" else ()
            is_member = bool(indices) and all(i.text in bound[i] for i in indices)
            for piece in pieces[1:] if is_member else pieces:
                if piece.kind == "name" and piece.text in self.columns:
                    raise unsupported(
                        piece, f"{piece.text} is defined by its members, so it needs an index"
                    )

    def form(self, node: Node, args: list[Form]) -> Form:
        """The family that a piece stands for."""
        if is_sum(node):
            return self.sum(node, args)
        if all(arg.kind == "plain" for arg in args):
            pieces = tuple(arg.node for arg in args)
            return Form("plain", node if pieces == node.args else replace(node, args=pieces))
        if node.kind == "index":
            return self.part(node, args)
        if node.text == "e" and node.kind == "call" and args[0].kind == "index":
            return Form("vectors", call(node, "I", node.args[1]), args[0].indices)
        if any(arg.kind == "index" for arg in args):
            raise number_of_index(node)
        rule = RULES.get((node.kind, node.text)) or RULES.get((node.kind, ""))
        if rule is None:
            raise unsupported(node)
        if rule in LAZY:
            self.check_row(node, args)
        else:
            args = [multiplied(node, arg, self.kind_of) for arg in args]
        return rule(self.below, node, args)

    def check_row(self, node: Node, args: Sequence[Form]) -> None:
        """Refuse w'*x[i] if nothing says that x[i] is a number: who transposes w means a vector."""
        tail = tail_of(args[0])
        if tail is None or not is_transposed(tail.node) or args[1].kind != "entries":
            return
        names = [n for f in (tail, args[1]) for n in postorder(f.node) if n.kind == "name"]
        if all(self.shape_of(name.text) is None for name in names):
            raise AmbiguousError(
                "a row and a number for each index are multiplied: is the number a vector?",
                node.position, "declare the matrix of all these vectors, for example X: m×n",
            )  # fmt: skip

    def held(self, node: Node, form: Form) -> Form:
        """A family as one matrix of numbers, if it is one of numbers."""
        return forced(multiplied(node, form, self.kind_of))

    # ------------------------------------------------------------ sums

    def sum(self, node: Node, args: Sequence[Form]) -> Form:
        """Add up a family over one of its indices."""
        index, body = node.args[0].text, args[-1]
        if body.kind == "index":
            raise number_of_index(node)
        if node.text in (BY_ENTRIES, INSIDE):
            return self.by_entries(node, self.held(node, body))
        upper = None
        if len(args) == 4:
            if number_of_literal(args[1].node) != 1:
                raise UnsupportedError("sums begin with index 1", args[1].node.position)
            if args[2].kind == "index":
                raise unsupported(node, "a limit that is an index of another sum is not read")
            upper = args[2].node
        if index not in body.indices:
            if upper is None:
                raise unsupported(
                    node, f"the index {index} does not occur, so its range is unknown"
                )
            if node.text in REDUCTIONS:
                raise unsupported(node, f"the index {index} does not occur")
            return scaled(self.held(node, body), upper)
        if node.text in REDUCTIONS:
            return reduced(node, ranged(self.held(node, body), index, upper))
        return added(node, ranged(body, index, upper), index, self.kind_of)

    def by_entries(self, node: Node, body: Form) -> Form:
        """The vector or matrix whose entries are this family, indexed in the order of the text."""
        if node.text == INSIDE:
            return body
        wanted = [node.args[0].text]
        if node.args[1].text == INSIDE:
            wanted.append(node.args[1].args[0].text)
        missing = [index for index in wanted if index not in body.indices]
        if missing:
            raise unsupported(
                node, f"the index {missing[0]} does not occur, so its range is unknown"
            )
        if body.kind == "vectors" and len(wanted) == len(body.indices) == 1 and self.naming:
            self.columns.add(self.naming)
            return Form("plain", body.node)
        if body.kind != "entries" or len(wanted) != len(body.indices):
            raise unsupported(node, "the entries have to be numbers")
        whole = body.node if list(body.indices) == wanted else transposed(body.node)
        return Form("plain", whole)

    # ------------------------------------------------------------ parts

    def part(self, node: Node, args: Sequence[Form]) -> Form:
        """An entry, a row or a column: X[i,j], x[i], X[i,:]."""
        base, *indices = args
        names = [arg.indices[0] if arg.kind == "index" else "" for arg in indices]
        if base.kind == "vectors" and len(names) == 1 and names[0]:
            return Form("entries", base.node, (names[0], base.indices[0]))
        if base.kind != "plain":
            raise unsupported(node)
        if len(names) == 1:
            return self.member(node, base.node, names[0])
        slices = [piece.kind == "slice" for piece in node.args[1:]]
        if slices == [False, True]:
            return Form("rows", transposed(base.node), (names[0],))
        if slices == [True, False]:
            return Form("vectors", base.node, (names[1],))
        if not all(names) or len(names) != 2:
            raise unsupported(node, "an index beside a number is not read")
        if self.kind_of(base.node) == "scalar":
            raise _no_entries(node)
        if names[0] == names[1]:
            return Form("entries", call(node, "diag", base.node), (names[0],))
        if base.node.text in self.columns:  # entry j of the column z_i
            names.reverse()
        return Form("entries", base.node, (names[0], names[1]))

    def member(self, node: Node, base: Node, index: str) -> Form:
        """The entry of a vector, or the row or column of a matrix that x_i means."""
        match self.kind_of(base):
            case "column":
                return Form("entries", column(base), (index,))
            case "row":
                return Form("entries", column(transposed(base)), (index,))
            case "matrix":
                by_rows = base.text not in self.columns and self.choose(base) == "rows"
                return Form("vectors", transposed(base) if by_rows else base, (index,))
            case _:
                raise _no_entries(node)


def _no_entries(node: Node) -> UnsupportedError:
    return UnsupportedError("a scalar has no entries", node.position)


# ---------------------------------------------------------------- adding up


def _bound(tree: Node) -> dict[Node, frozenset[str]]:
    """The indices of the sums around each piece."""
    bound: dict[Node, frozenset[str]] = {tree: frozenset()}
    stack = [tree]
    while stack:
        node = stack.pop()
        inside = bound[node]
        own = frozenset({node.args[0].text}) if is_sum(node) else frozenset[str]()
        if own and node.args[0].kind != "name":
            raise ParseError("the index of a sum is a name", node.args[0].position)
        for position, arg in enumerate(node.args):
            body = own and position in (0, len(node.args) - 1)
            bound[arg] = inside | own if body else inside
        stack.extend(node.args)
    return bound
