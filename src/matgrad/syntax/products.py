"""Products of families with an index, and of families with what has none."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from matgrad.errors import MatgradError, ShapeError
from matgrad.syntax.forms import (
    Form,
    call,
    column,
    diagonal,
    expanded,
    forced,
    infix,
    is_negative,
    mapped,
    minus,
    ones,
    scalar,
    transposed,
    unsupported,
)
from matgrad.syntax.tree import Node

KindOf = Callable[[Node], str]  # scalar, column, row or matrix


SCALARS = ("entries", "inner", "norm", "sums")  # families of numbers, which commute with everything
SHIFTED = ("shifted", "shifted rows")


def product(node: Node, left: Form, right: Form, kind_of: KindOf) -> Form:
    """The product of two families; at least one has an index.

    Numbers wait among the factors: a_i a_j x_iᵀ x_j is a_i a_j times the numbers x_iᵀ x_j.
    """
    numbers = [*_numbers(left), *_numbers(right)]
    tails = [tail for form in (left, right) if (tail := tail_of(form)) is not None]
    if len(tails) == 2:
        both = _paired(node, tails[0], tails[1], kind_of)
        numbers, tails = [*numbers, *_numbers(both)], [*filter(None, [tail_of(both)])]
    if tails and tails[0].kind == "plain" and kind_of(tails[0].node) == "scalar":
        return collected([scaled(numbers[0], tails[0].node), *numbers[1:]], [])
    return collected(numbers, tails)


def _numbers(form: Form) -> list[Form]:
    if form.kind == "product":
        return [factor for factor in form.factors if factor.kind in SCALARS]
    return [form] if form.kind in SCALARS else []


def tail_of(form: Form) -> Form | None:
    """What does not commute: a vector or matrix, or a piece without index."""
    if form.kind == "product":
        return form.factors[-1] if form.factors[-1].kind not in SCALARS else None
    return None if form.kind in SCALARS else form


def collected(numbers: Sequence[Form], tails: Sequence[Form]) -> Form:
    """Numbers times what is left; those with the same indices are multiplied at once."""
    by_indices: dict[tuple[str, ...], Form] = {}
    for form in numbers:
        before = by_indices.get(form.indices)
        held = forced(form) if before is not None else form
        by_indices[form.indices] = held if before is None else entries(forced(before), held)
    factors = (*by_indices.values(), *tails)
    if len(factors) == 1:
        return factors[0]
    indices = tuple(dict.fromkeys(i for factor in factors for i in factor.indices))
    return Form("product", factors[0].node, indices, None, factors)


def multiplied(node: Node, form: Form, kind_of: KindOf) -> Form:
    """The factors of a product multiplied, as one family."""
    if form.kind != "product":
        return form
    tail = tail_of(form)
    result = multiplied_entries([forced(factor) for factor in _numbers(form)])
    if tail is None:
        return result
    if tail.kind == "plain":
        return _spread(node, tail.node, result, kind_of(tail.node))
    return _weighted(node, result, tail)


def multiplied_entries(numbers: Sequence[Form]) -> Form:
    """Numbers times numbers, as one family."""
    result = numbers[0]
    for factor in numbers[1:]:
        result = entries(result, factor)
    return result


def _paired(node: Node, left: Form, right: Form, kind_of: KindOf) -> Form:
    if left.kind == "plain":
        return _from_left(node, left.node, right, kind_of(left.node))
    if right.kind == "plain":
        return _from_right(node, left, right.node, kind_of(right.node))
    rule = _BOTH.get((left.kind, right.kind))
    if rule is None:
        raise unsupported(node)
    return rule(node, left, right)


def scaled(form: Form, factor: Node) -> Form:
    """Every member times one scalar."""
    return linearly(form, lambda held: infix("*", scalar(factor), held))


def linearly(form: Form, act: Callable[[Node], Node]) -> Form:
    """The family after a linear map of its members; of a sum of two columns, of both of them."""
    if form.kind == "norm":  # −2‖x‖ is not the length of −2x
        form = forced(form)
    if form.kind not in ("shifted", "shifted rows"):
        return mapped(form, act(form.node))
    other = form.second
    second = minus(act(other.args[0])) if is_negative(other) else act(other)
    return mapped(form, act(form.node), second)


def _from_left(node: Node, p: Node, form: Form, kind: str) -> Form:  # noqa: PLR0911
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
        case "shifted", "row":
            return _with_column(form, transposed(p))
        case "shifted", "matrix":
            return linearly(form, lambda held: infix("*", p, held))
        case "rows", "column":
            return Form("outer", infix("*", column(p), transposed(ones(p))), form.indices, V)
        case _:
            raise _unfit(node, form, kind)


def _from_right(node: Node, form: Form, p: Node, kind: str) -> Form:  # noqa: PLR0911
    if kind == "scalar":
        return scaled(form, p)
    V = form.node
    match form.kind, kind:
        case "rows", "matrix":
            return mapped(form, infix("*", transposed(p), V))
        case "rows", "column":
            return Form("entries", column(infix("*", transposed(V), p)), form.indices)
        case "shifted rows", "column":
            return _with_column(form, p)
        case "shifted rows", "matrix":
            return linearly(form, lambda held: infix("*", transposed(p), held))
        case "vectors", "row":
            spread = infix("*", column(transposed(p)), transposed(ones(p)))
            return Form("outer", V, form.indices, spread)
        case "outer", "matrix":
            return mapped(form, V, infix("*", transposed(p), form.second))
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


def entries(a: Form, b: Form) -> Form:
    """Numbers times numbers, each with one index or two."""
    if a.indices == b.indices:
        return Form("entries", infix(".*", a.node, b.node), a.indices)
    if len(a.indices) > len(b.indices):
        a, b = b, a
    if set(a.indices) == set(b.indices):
        return Form("entries", infix(".*", transposed(a.node), b.node), b.indices)
    if len(b.indices) == 1:
        return Form("entries", infix("*", a.node, transposed(b.node)), a.indices + b.indices)
    if len(a.indices) == 1 and a.indices[0] in b.indices:
        pair = (diagonal(a.node), b.node)
        held = pair if a.indices[0] == b.indices[0] else pair[::-1]
        return Form("entries", infix("*", *held), b.indices)
    raise unsupported(b.node, "numbers with more than two indices are read in products only")


def _weighted(node: Node, a: Form, b: Form) -> Form:
    """Each member times its own number."""
    if a.indices != b.indices:
        raise unsupported(node)
    return mapped(b, infix("*", b.node, diagonal(a.node)))


def _inner(node: Node, a: Form, b: Form) -> Form:
    if a.indices == b.indices:
        return Form("inner", a.node, a.indices, b.node)
    return Form("entries", infix("*", transposed(a.node), b.node), a.indices + b.indices)


def column_parts(form: Form) -> list[tuple[bool, Form]]:
    """The columns that each member is the sum of, and whether they are subtracted."""
    if form.kind in ("vectors", "rows"):
        return [(False, form)]
    first, second = form.indices
    other = form.second
    held = other.args[0] if is_negative(other) else other
    parts = ((False, form.node, first), (is_negative(other), held, second))
    return [(sign, Form("vectors", columns, (index,))) for sign, columns, index in parts]


def _inner_of_sums(node: Node, a: Form, b: Form) -> Form:
    """(a_i + b_j)ᵀ(c_i + d_j) term by term, as numbers with two indices."""
    indices = a.indices if len(a.indices) > 1 else b.indices
    if {*a.indices, *b.indices} != {*indices}:
        raise unsupported(node)
    total: Node | None = None
    for minus_a, left in column_parts(a):
        for minus_b, right in column_parts(b):
            term = expanded(forced(_inner(node, left, right)), indices)
            negative = minus_a != minus_b
            if total is None:
                total = minus(term) if negative else term
            else:
                total = infix("-" if negative else "+", total, term)
    assert total is not None
    return Form("entries", total, indices)


def _with_column(form: Form, p: Node) -> Form:
    """(a_i + b_j)ᵀp, as numbers with two indices."""
    total: Node | None = None
    for negative, part in column_parts(form):
        held = Form("entries", column(infix("*", transposed(part.node), p)), part.indices)
        term = expanded(held, form.indices)
        total = term if total is None else infix("-" if negative else "+", total, term)
    assert total is not None
    return Form("entries", total, form.indices)


def _outer(node: Node, a: Form, b: Form) -> Form:
    if a.indices != b.indices:
        raise unsupported(node)
    return Form("outer", a.node, a.indices, b.node)


def _directed(node: Node, a: Form, b: Form) -> Form:
    """(v_j w_jᵀ)x_i is the number w_jᵀx_i times v_j."""
    number = _inner(node, Form("rows", a.second, a.indices), b)
    return collected([number], [Form("vectors", a.node, a.indices)])


def inner(node: Node, a: Form, b: Form, kind_of: KindOf) -> Form:
    """The inner product of two vectors or two rows, at least one of which has an index."""
    if a.kind == "rows" and b.kind == "rows":
        b = Form("vectors", b.node, b.indices)
    if a.kind == "vectors":
        return product(node, Form("rows", a.node, a.indices), b, kind_of)
    if a.kind == "rows" and b.kind == "vectors":
        return product(node, a, b, kind_of)
    if b.kind in ("vectors", "rows"):
        return inner(node, b, a, kind_of)
    raise unsupported(node)


_BOTH: dict[tuple[str, str], Callable[[Node, Form, Form], Form]] = {
    ("rows", "vectors"): _inner,
    ("vectors", "rows"): _outer,
    ("outer", "vectors"): _directed,
    ("shifted rows", "shifted"): _inner_of_sums,
    ("shifted rows", "vectors"): _inner_of_sums,
    ("rows", "shifted"): _inner_of_sums,
}
