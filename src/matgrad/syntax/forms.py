"""Families of numbers, vectors and matrices with an index, written as one matrix each.

A number y_i for every i is a column of them, a number X_ij a matrix, and a vector x_i for every i
is the matrix whose columns they are. Sums over an index turn families into products: the sum
of x_iᵀ S x_i over i is X : (S X).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from matgrad.errors import MatgradError, UnsupportedError
from matgrad.syntax.parse import infix
from matgrad.syntax.tree import Node, postorder

TWO = Fraction(2)


@dataclass(frozen=True)
class Form:
    """A family: its kind, its indices, and the matrices that hold it.

    plain     no index: `node` is the value itself
    index     the index, as a number
    entries   a number for each index: `node` is a column, or a matrix with the indices (i, j)
    vectors   a column vector for each index: the columns of `node`
    rows      their transposes
    inner     the numbers aᵀb for the columns a of `node` and b of `other`
    outer     the matrices a bᵀ for the columns a of `node` and b of `other`
    norm      the lengths of the columns of `node`, or of their sums with those of `other`
    shifted   sums of a column of `node` and one of `other`, with the indices (i, j);
              "shifted rows" are their transposes
    sums      the sums of the rows of `node`, which has one row for each index
    product   numbers and at most one vector or matrix, the last of `factors`, multiplied later:
              what is summed over decides how
    """

    kind: str
    node: Node
    indices: tuple[str, ...] = ()
    other: Node | None = None
    factors: tuple[Form, ...] = ()

    @property
    def second(self) -> Node:
        """The second matrix."""
        assert self.other is not None
        return self.other


def call(at: Node, name: str, *args: Node) -> Node:
    """A call that stands where `at` stood."""
    return Node("call", name, args, at.start, at.end, at.at, grouped=True)


def is_transposed(node: Node) -> bool:
    """Is this something with a transpose behind it?"""
    return node.kind == "postfix" and node.text == "'"


def transposed(node: Node) -> Node:
    """The transpose; that of a transpose is what it was made of, that of A'B' is BA."""
    if is_transposed(node):
        return node.args[0]
    if node.is_infix("*") and all(map(is_transposed, node.args)):
        return infix("*", *(arg.args[0] for arg in reversed(node.args)))
    return Node("postfix", "'", (node,), node.start, node.end, node.at, grouped=True)


def turned_product(node: Node) -> Node:
    """The transpose, XW' of WX', as people write it where the samples are rows."""
    if node.is_infix("*") and is_transposed(node.args[1]):
        return infix("*", node.args[1].args[0], transposed(node.args[0]))
    return transposed(node)


def minus(node: Node) -> Node:
    """The negative; that of a negative is what it was made of."""
    if is_negative(node):
        return node.args[0]
    return Node("prefix", "-", (node,), *node.position, node.at)


def is_negative(node: Node) -> bool:
    """Is this something with a minus before it?"""
    return node.kind == "prefix" and node.text == "-"


def number(at: Node, value: int) -> Node:
    """An integer that stands where `at` stood."""
    return Node("number", str(value), (), at.start, at.end, at.at, Fraction(value))


def ones(at: Node) -> Node:
    """A column of ones whose length follows from its place."""
    return call(at, "vector", number(at, 1))


def scalar(node: Node) -> Node:
    """The piece itself, if it is a scalar."""
    return node if node.kind == "number" else call(node, "a factor in a sum", node)


def column(node: Node) -> Node:
    """The piece itself, if it is a column."""
    return call(node, "a term of a sum", node)


def diagonal(node: Node) -> Node:
    """The diagonal matrix of a column."""
    return call(node, "Diag", node)


def products(left: Node, right: Node) -> Node:
    """The inner products of the columns of two matrices, as a column."""
    both = (left, right)
    if all(map(is_transposed, both)):
        entrywise = infix(".*", *map(transposed, both))
    else:
        entrywise = transposed(infix(".*", *both))
    return column(infix("*", entrywise, ones(left)))


def unsupported(node: Node, why: str = "this sum has no matrix form that is known") -> MatgradError:
    """The error for a family that cannot be written as one matrix."""
    return UnsupportedError(why, node.position, "write it with matrices, or index by index")


# ---------------------------------------------------------------- other ways to hold a family


def forced(form: Form) -> Form:
    """Numbers as entries, however they were held."""
    match form.kind:
        case "sums":
            held = column(infix("*", form.node, ones(form.node)))
            return Form("entries", held, form.indices)
        case "inner":
            return Form("entries", products(form.node, form.second), form.indices)
        case "norm":
            return _lengths(form)
        case _:
            return form


def _lengths(form: Form) -> Form:
    """The roots of squared lengths.

    Those of the differences x_i − x_j are 0 where i = j, and stay so: √(R + I) − I has a derivative
    there, √R has none.
    """
    squares = forced(squared_norm(form))
    other, at = form.other, form.node
    if other is None or not is_negative(other) or _read(other.args[0]) != _read(at):
        return replace(squares, node=call(at, "sqrt", squares.node))
    identity = call(at, "Diag", ones(at))
    roots = call(at, "sqrt", infix("+", squares.node, identity))
    return replace(squares, node=infix("-", roots, identity))


def _read(node: Node) -> list[tuple[str, str, int]]:
    """What is written, wherever it stands."""
    return [(each.kind, each.text, len(each.args)) for each in postorder(node)]


def squared_norm(form: Form) -> Form:
    """The squares of lengths: aᵀa, or aᵀa + bᵀb + 2 aᵀb for sums."""
    V, W = form.node, form.other
    if W is None:
        return Form("inner", V, form.indices, V)
    is_difference = is_negative(W)
    U = W.args[0] if is_difference else W
    lengths = infix("*", products(V, V), transposed(ones(V)))
    others = infix("*", ones(V), transposed(products(U, U)))
    mixed = infix("*", number(V, 2), infix("*", transposed(V), U))
    total = infix("+", lengths, others)
    return Form("entries", infix("-" if is_difference else "+", total, mixed), form.indices)


def expanded(form: Form, indices: tuple[str, ...]) -> Node:
    """Entries, or one number, written with the given indices."""
    node = form.node
    if form.kind == "plain":
        return call(node, "vector" if len(indices) == 1 else "matrix", node)
    if form.indices == indices:
        return node
    if len(form.indices) == 2:
        return transposed(node)
    if form.indices[0] == indices[0]:
        return infix("*", node, transposed(ones(node)))
    return infix("*", ones(node), transposed(node))


def union(*forms: Form) -> tuple[str, ...]:
    """The indices of entries together, in the order of the first that has two."""
    found: list[str] = []
    for form in sorted(forms, key=lambda form: -len(form.indices)):
        found += [index for index in form.indices if index not in found]
    if len(found) > 2:
        raise unsupported(forms[0].node, "entries with more than two indices are not read")
    return tuple(found)


def mapped(form: Form, *pieces: Node) -> Form:
    """The same family held by other matrices."""
    node, *rest = pieces
    return replace(form, node=node, other=rest[0] if rest else form.other)
