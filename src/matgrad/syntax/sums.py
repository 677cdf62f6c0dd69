"""Sums over an index, turned into matrix form: every piece below a sum becomes a family.

The tree is rewritten before shapes are found, so what follows sees products, traces and sums of
entries only. What has no such form is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from matgrad.errors import AmbiguousError, ParseError, UnsupportedError
from matgrad.syntax.families import RULES, Below
from matgrad.syntax.forms import (
    Form,
    call,
    column,
    forced,
    infix,
    mapped,
    number,
    ones,
    transposed,
    unsupported,
)
from matgrad.syntax.guards import GUARDS
from matgrad.syntax.products import KindOf, scaled
from matgrad.syntax.tree import Node, number_of_literal, postorder

assert GUARDS  # declared there, used by name here
SUMS = {("sum", 4), ("Σ", 2)}  # with limits, and without
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


class Sums:
    """Rewrites trees; `kind_of` says what pieces without index are, as shapes have them."""

    def __init__(
        self, kind_of: KindOf, choose: Choose = row_or_column, functions: Collection[str] = ()
    ) -> None:
        self.kind_of, self.choose = kind_of, choose
        self.below = Below(kind_of, functions)
        self.forms: dict[Node, Form] = {}

    def rewritten(self, tree: Node) -> Node:
        """The tree without sums over an index."""
        bound = _bound(tree)
        for node in postorder(tree):
            if node.kind == "name" and node.text in bound[node]:
                self.forms[node] = Form("index", node, (node.text,))
            else:
                self.forms[node] = self.form(node, [self.forms[arg] for arg in node.args])
        return self.forms[tree].node

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
            raise unsupported(node, "an index that is used as a number is not read")
        rule = RULES.get((node.kind, node.text)) or RULES.get((node.kind, ""))
        if rule is None:
            raise unsupported(node)
        return rule(self.below, node, args)

    # ------------------------------------------------------------ sums

    def sum(self, node: Node, args: Sequence[Form]) -> Form:
        """Add up a family over one of its indices."""
        index, body = node.args[0].text, args[-1]
        if body.kind == "index":
            raise unsupported(node, "an index that is used as a number is not read")
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
            return scaled(forced(body), upper) if body.kind != "plain" else _repeated(body, upper)
        return _added(
            node, _ranged(forced(body) if body.kind == "norm" else body, index, upper), index
        )

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
        if names[0] == names[1]:
            return Form("entries", call(node, "diag", base.node), (names[0],))
        return Form("entries", base.node, (names[0], names[1]))

    def member(self, node: Node, base: Node, index: str) -> Form:
        """The entry of a vector, or the row or column of a matrix that x_i means."""
        match self.kind_of(base):
            case "column":
                return Form("entries", column(base), (index,))
            case "row":
                return Form("entries", column(transposed(base)), (index,))
            case "matrix":
                by_rows = self.choose(base) == "rows"
                return Form("vectors", transposed(base) if by_rows else base, (index,))
            case _:
                raise UnsupportedError("a scalar has no entries", node.position)


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


def _repeated(body: Form, count: Node) -> Form:
    return Form("plain", infix("*", count, body.node))


def _ranged(form: Form, index: str, upper: Node | None) -> Form:
    """The family, with a check that the index runs up to its limit."""
    if upper is None:
        return form
    by_rows = form.kind == "entries" and form.indices[0] == index
    name = "terms of a sum" if by_rows else "vectors of a sum"
    guarded = call(form.node, name, form.node, upper)
    return mapped(form, guarded, guarded) if form.other is form.node else mapped(form, guarded)


def _inner_total(V: Node, W: Node) -> Node:
    return infix("^", call(V, "normF", V), number(V, 2)) if V is W else infix(":", V, W)


def _added(node: Node, form: Form, index: str) -> Form:
    V = form.node
    total = {
        "inner": lambda: _inner_total(V, form.second),
        "outer": lambda: infix("*", V, transposed(form.second)),
        "vectors": lambda: infix("*", V, ones(V)),
        "rows": lambda: transposed(infix("*", V, ones(V))),
    }.get(form.kind)
    if total is not None:
        return Form("plain", total())
    if form.kind == "pair" and form.indices[1] == index:
        return Form("entries", infix("*", V, form.second), (form.indices[0], form.indices[2]))
    if form.kind != "entries":
        raise unsupported(node)
    if len(form.indices) == 1:
        return Form("plain", call(node, "sum", V))
    first = form.indices[0] == index
    held = infix("*", transposed(V) if first else V, ones(V))
    return Form("entries", column(held), (form.indices[1] if first else form.indices[0],))
