"""Families added up over one of their indices."""

from __future__ import annotations

from collections.abc import Sequence

from matgrad.syntax.forms import (
    Form,
    call,
    column,
    diagonal,
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
    SHIFTED,
    KindOf,
    collected,
    column_parts,
    entries,
    multiplied,
    multiplied_entries,
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
        indices = {i for factor in bound for i in factor.indices}
        if {*tail.indices} < indices or (bound and tail.kind in SHIFTED):
            whole = _mixed(node, [forced(factor) for factor in bound], tail, index)
            return product(node, collected(free, []), whole, kind_of) if free else whole
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


def _mixed(node: Node, bound: Sequence[Form], tail: Form, index: str) -> Form:
    """Σ_j M_ij v_j for the columns v_j of V: the columns of V Mᵀ, one for each i."""
    weights = multiplied_entries(bound)
    others = [i for i in weights.indices if i != index]
    if tail.kind not in ("vectors", "rows", *SHIFTED) or len(others) != 1:
        raise unsupported(node)
    by_rows = weights.indices[0] == index
    held = weights.node if by_rows else transposed(weights.node)
    total: Node | None = None
    for negative, part in column_parts(tail):
        if part.indices == (index,):
            term = infix("*", part.node, held)
        else:  # Σ_j M_ij u_i is u_i times the sum of a row
            sums = column(infix("*", transposed(held), ones(held)))
            term = infix("*", part.node, diagonal(sums))
        total = term if total is None else infix("-" if negative else "+", total, term)
    assert total is not None
    return Form("rows" if "rows" in tail.kind else "vectors", total, (others[0],))


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
