"""Families added up over one of their indices."""

from __future__ import annotations

from collections.abc import Sequence

from matgrad.syntax.forms import (
    Form,
    call,
    column,
    forced,
    infix,
    is_transposed,
    mapped,
    number,
    ones,
    transposed,
    unsupported,
)
from matgrad.syntax.products import (
    SCALARS,
    KindOf,
    collected,
    entries,
    multiplied,
    product,
    tail_of,
)
from matgrad.syntax.tree import Node


def ranged(form: Form, index: str, upper: Node | None) -> Form:
    """The family, with a check that the index runs up to its limit."""
    if upper is None:
        return form
    if form.kind == "product":
        place = next(k for k, factor in enumerate(form.factors) if index in factor.indices)
        checked = ranged(form.factors[place], index, upper)
        factors = (*form.factors[:place], checked, *form.factors[place + 1 :])
        return Form("product", factors[0].node, form.indices, None, factors)
    form = forced(form) if form.kind == "norm" else form
    by_rows = form.kind in ("entries", "sums") and form.indices[0] == index
    name = "terms of a sum" if by_rows else "vectors of a sum"
    guarded = call(form.node, name, form.node, upper)
    return mapped(form, guarded, guarded) if form.other is form.node else mapped(form, guarded)


def added(node: Node, form: Form, index: str, kind_of: KindOf) -> Form:
    """The sum of a family over one index."""
    if form.kind == "product":
        return _contracted(node, form, index, kind_of)
    V = form.node
    total = {
        "inner": lambda: _inner_total(V, form.second),
        "outer": lambda: infix("*", V, transposed(form.second)),
        "vectors": lambda: infix("*", V, ones(V)),
        "rows": lambda: transposed(infix("*", V, ones(V))),
    }.get(form.kind)
    if total is not None:
        return Form("plain", total())
    if form.kind == "sums":
        return Form("plain", call(node, "sum", transposed(V) if is_transposed(V) else V))
    form = forced(form)
    if form.kind != "entries":
        raise unsupported(node)
    return _total(node, form, index)


def reduced(node: Node, form: Form) -> Form:
    """The product, the mean or the largest of numbers with one index."""
    held = forced(form)
    if held.kind != "entries" or len(held.indices) != 1:
        raise unsupported(node, f"{node.text} over an index is read for numbers with one index")
    return Form("plain", call(node, node.text, held.node))


def _total(node: Node, form: Form, index: str) -> Form:
    """The sum of entries over their only index, or over one of two."""
    V = form.node
    if len(form.indices) == 1:
        return Form("plain", call(node, "sum", V))
    first = form.indices[0] == index
    return Form("sums", transposed(V) if first else V, (form.indices[1 if first else 0],))


def _inner_total(V: Node, W: Node) -> Node:
    return infix("^", call(V, "normF", V), number(V, 2)) if V is W else infix(":", V, W)


def _contracted(node: Node, form: Form, index: str, kind_of: KindOf) -> Form:
    """Sum the factors that have the index; the others stay as they are."""
    numbers = [factor for factor in form.factors if factor.kind in SCALARS]
    tail = tail_of(form)
    bound = [factor for factor in numbers if index in factor.indices]
    free = [factor for factor in numbers if index not in factor.indices]
    if tail is not None and index in tail.indices:
        whole = added(node, multiplied(node, collected(bound, [tail]), kind_of), index, kind_of)
        return product(node, collected(free, []), whole, kind_of) if free else whole
    summed = _contraction(node, [forced(factor) for factor in bound], index)
    rest = [Form("plain", summed.node)] if summed.kind == "plain" else []
    left = collected([*free, *([] if rest else [summed])], []) if free or not rest else rest[0]
    if rest and free:
        left = product(node, rest[0], left, kind_of)
    if tail is None:
        return left
    if left.kind == tail.kind == "plain":
        return Form("plain", infix("*", left.node, tail.node))
    return product(node, left, tail, kind_of)


def _contraction(node: Node, factors: Sequence[Form], index: str) -> Form:
    """Σ_k A_ik B_kj is the product AB, Σ_k A_ik v_k is Av; vectors join the matrices they scale."""
    matrices = sorted(factors, key=lambda form: len(form.indices))
    while len(matrices) > 2 or (len(matrices) == 2 and _same(*matrices)):
        first, *rest = matrices
        partner = next((f for f in rest if set(first.indices) <= set(f.indices)), None)
        if partner is None:
            raise unsupported(node, "this sum over a product of three matrices has no matrix form")
        matrices = [entries(first, partner), *(f for f in rest if f is not partner)]
        matrices.sort(key=lambda form: len(form.indices))
    if len(matrices) == 1:
        return _total(node, matrices[0], index)
    a, b = matrices
    right = b.node if b.indices[0] == index else transposed(b.node)
    (j,) = set(b.indices) - {index}
    if len(a.indices) == 1:
        return Form("entries", column(infix("*", transposed(right), a.node)), (j,))
    left = a.node if a.indices[1] == index else transposed(a.node)
    (i,) = set(a.indices) - {index}
    return Form("entries", infix("*", left, right), (i, j))


def _same(a: Form, b: Form) -> bool:
    return set(a.indices) == set(b.indices)
