"""Products of families with an index, and of families with what has none."""

from __future__ import annotations

from collections.abc import Callable

from matgrad.errors import MatgradError, ShapeError
from matgrad.syntax.forms import (
    Form,
    call,
    column,
    diagonal,
    forced,
    infix,
    mapped,
    ones,
    scalar,
    transposed,
    unsupported,
)
from matgrad.syntax.tree import Node

KindOf = Callable[[Node], str]  # scalar, column, row or matrix


def product(node: Node, left: Form, right: Form, kind_of: KindOf) -> Form:
    """The product of two families; at least one has an index."""
    if left.kind == "plain":
        return _from_left(node, left.node, right, kind_of(left.node))
    if right.kind == "plain":
        return _from_right(node, left, right.node, kind_of(right.node))
    left, right = forced(left), forced(right)
    rule = _BOTH.get((left.kind, right.kind))
    if rule is None:
        raise unsupported(node)
    return rule(node, left, right)


def scaled(form: Form, factor: Node) -> Form:
    """Every member times one scalar."""
    return mapped(form, infix("*", scalar(factor), form.node))


def _from_left(node: Node, p: Node, form: Form, kind: str) -> Form:
    if kind == "scalar":
        return scaled(form, p)
    V = form.node
    if V.kind == "call" and V.text == "I" and kind == "matrix":  # A times unit vectors
        return mapped(form, call(p, "vectors of a sum", p, V.args[0]))
    match form.kind, kind:
        case (("vectors" | "outer"), "matrix"):
            return mapped(form, infix("*", p, V))
        case "vectors", "row":
            return Form("entries", column(transposed(infix("*", p, V))), form.indices)
        case "rows", "column":
            return Form("outer", infix("*", column(p), transposed(ones(p))), form.indices, V)
        case (("entries" | "inner" | "norm"), _):
            return _spread(node, p, form, kind)
        case _:
            raise _unfit(node, form, kind)


def _from_right(node: Node, form: Form, p: Node, kind: str) -> Form:
    if kind == "scalar":
        return scaled(form, p)
    V = form.node
    match form.kind, kind:
        case "rows", "matrix":
            return mapped(form, infix("*", transposed(p), V))
        case "rows", "column":
            return Form("entries", column(infix("*", transposed(V), p)), form.indices)
        case "vectors", "row":
            spread = infix("*", column(transposed(p)), transposed(ones(p)))
            return Form("outer", V, form.indices, spread)
        case "outer", "matrix":
            return mapped(form, V, infix("*", transposed(p), form.second))
        case (("entries" | "inner" | "norm"), _):
            return _spread(node, p, form, kind)
        case _:
            raise _unfit(node, form, kind)


def _spread(node: Node, p: Node, form: Form, kind: str) -> Form:
    """One vector times a number for each index."""
    v = forced(form)
    if len(v.indices) != 1 or kind == "matrix":
        raise unsupported(node)
    vector = column(p if kind == "column" else transposed(p))
    held = infix("*", vector, transposed(v.node))
    return Form("vectors" if kind == "column" else "rows", held, v.indices)


def _unfit(node: Node, form: Form, kind: str) -> MatgradError:
    if form.kind in ("vectors", "rows"):
        return ShapeError(f"a {kind} and these {form.kind} cannot be multiplied", node.position)
    return unsupported(node)


# ---------------------------------------------------------------- both have indices


def _entries(node: Node, a: Form, b: Form) -> Form:
    if a.indices == b.indices:
        return Form("entries", infix(".*", a.node, b.node), a.indices)
    if len(a.indices) > len(b.indices):
        a, b = b, a
    if set(a.indices) == set(b.indices):
        return Form("entries", infix(".*", transposed(a.node), b.node), b.indices)
    if len(b.indices) == 1:
        return Form("entries", infix("*", a.node, transposed(b.node)), a.indices + b.indices)
    if len(a.indices) == 1:
        return _scaled_matrix(node, a, b)
    return _pair(node, a, b)


def _scaled_matrix(node: Node, a: Form, b: Form) -> Form:
    if a.indices[0] == b.indices[0]:
        return Form("entries", infix("*", diagonal(a.node), b.node), b.indices)
    if a.indices[0] == b.indices[1]:
        return Form("entries", infix("*", b.node, diagonal(a.node)), b.indices)
    raise unsupported(node)


def _pair(node: Node, a: Form, b: Form) -> Form:
    shared = set(a.indices) & set(b.indices)
    if len(shared) != 1:
        raise unsupported(node)
    (k,) = shared
    left = a.node if a.indices[1] == k else transposed(a.node)
    right = b.node if b.indices[0] == k else transposed(b.node)
    (i,), (j,) = set(a.indices) - shared, set(b.indices) - shared
    return Form("pair", left, (i, k, j), right)


def _weighted(node: Node, a: Form, b: Form) -> Form:
    """Each member times its own number."""
    if a.kind != "entries":
        a, b = b, a
    if a.indices != b.indices:
        raise unsupported(node)
    return mapped(b, infix("*", b.node, diagonal(a.node)))


def _inner(node: Node, a: Form, b: Form) -> Form:
    if a.indices == b.indices:
        return Form("inner", a.node, a.indices, b.node)
    return Form("entries", infix("*", transposed(a.node), b.node), a.indices + b.indices)


def _outer(node: Node, a: Form, b: Form) -> Form:
    if a.indices != b.indices:
        raise unsupported(node)
    return Form("outer", a.node, a.indices, b.node)


def inner(node: Node, a: Form, b: Form, kind_of: KindOf) -> Form:
    """The inner product of two vectors, at least one of which has an index."""
    if a.kind == "vectors":
        return product(node, Form("rows", a.node, a.indices), b, kind_of)
    if b.kind == "vectors":
        return inner(node, b, a, kind_of)
    raise unsupported(node)


_BOTH: dict[tuple[str, str], Callable[[Node, Form, Form], Form]] = {
    ("entries", "entries"): _entries,
    ("rows", "vectors"): _inner,
    ("vectors", "rows"): _outer,
    **{pair: _weighted for kind in ("vectors", "rows", "outer")
       for pair in (("entries", kind), (kind, "entries"))},
}  # fmt: skip
