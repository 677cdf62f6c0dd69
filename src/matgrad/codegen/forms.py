"""How each operation on matrices is read as sums over indices."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import product as every

from matgrad.codegen.arithmetic import peel
from matgrad.codegen.indices import Space
from matgrad.codegen.terms import Form, Term
from matgrad.codegen.values import Value
from matgrad.core.dims import ONE, Dim

_MOST_TERMS = 8
_MOST_PARTS = 20

Forms = Mapping[Value, Form]
Rule = Callable[[Space, Value, Forms], Form | None]


def read(space: Space, value: Value, forms: Forms) -> Form | None:
    """A value by the forms of its arguments; None if it is not made of larger parts."""
    rule = _RULES.get(value.op)
    return rule(space, value, forms) if rule else None


def _pairs(
    space: Space, left: Form, right: Form, join: Callable[[Term, Term], Term | None]
) -> Form | None:
    """All products of a term with a term."""
    if len(left.terms) * len(right.terms) > _MOST_TERMS:
        return None
    terms: list[Term] = []
    for one, other in every(left.terms, right.terms):
        term = join(one, other)
        if term is None or len(term.parts) > _MOST_PARTS:
            return None
        terms.append(term)
    return Form(tuple(terms), left.gains or right.gains)


def _kron(space: Space, value: Value, forms: Forms) -> Form | None:
    def join(one: Term, other: Term) -> Term:
        new = space.copied(other)
        rows, cols = one.rows + new.rows, one.cols + new.cols
        return Term(one.scalars + new.scalars, one.parts + new.parts, rows, cols)

    A, B = value.args
    return _pairs(space, forms[A], forms[B], join)


def _outer(space: Space, value: Value, forms: Forms) -> Form | None:
    def join(one: Term, other: Term) -> Term:
        new = space.copied(other)
        return Term(one.scalars + new.scalars, one.parts + new.parts, one.rows, new.rows)

    u, v = value.args
    return _pairs(space, forms[u], forms[v], join)


def _matmul(space: Space, value: Value, forms: Forms) -> Form | None:
    left, right = value.args
    first = forms[left].turned if left.is_vector else forms[left]
    return None if value.is_scalar else _product(space, first, forms[right], value)


def _product(space: Space, left: Form, right: Form, value: Value) -> Form | None:
    if not (left.is_split or right.is_split):
        return None
    found = _pairs(space, left, right, space.product)
    if found is None:
        return None
    if value.is_vector and not found.terms[0].rows:
        found = found.turned
    return replace(found, gains=True)


def _scale_rows(space: Space, value: Value, forms: Forms) -> Form | None:
    v, A = value.args
    return _product(space, _diagonal(forms[v]), forms[A], value)


def _scale_columns(space: Space, value: Value, forms: Forms) -> Form | None:
    A, v = value.args
    return _product(space, forms[A], _diagonal(forms[v]), value)


def _diagonal(form: Form) -> Form:
    return replace(form, terms=tuple(replace(t, cols=t.rows) for t in form.terms))


def _vec(space: Space, value: Value, forms: Forms) -> Form | None:
    form = forms[value.args[0]]
    if any(set(t.rows) & set(t.cols) for t in form.terms):
        return None  # vec(Diag(v)) would have one index twice, which says more than its lengths
    return replace(form, terms=tuple(replace(t, rows=t.cols + t.rows, cols=()) for t in form.terms))


def _unvec(space: Space, value: Value, forms: Forms) -> Form | None:
    form, (m, n) = forms[value.args[0]], value.axes
    if any(space.lengths(t.rows) != (n, m) for t in form.terms):
        return None
    terms = tuple(replace(t, rows=t.rows[1:], cols=t.rows[:1]) for t in form.terms)
    return replace(form, terms=terms)


def _add(space: Space, value: Value, forms: Forms) -> Form | None:
    if any(arg.axes != value.axes for arg in value.args):
        return None
    found = [forms[arg] for arg in value.args]
    if not any(form.is_split for form in found) and not all(map(_selects, value.args)):
        return None
    model = max((t for form in found for t in form.terms), key=lambda t: len(t.rows + t.cols))
    terms: list[Term] = []
    for minus, form in zip(value.data, found, strict=True):
        sign = (space.graph.number(-1),) if minus else ()
        for term in form.terms:
            new = _like(space, term, model)
            if new is None:
                return None
            terms.append(replace(new, scalars=sign + new.scalars))
    if len(terms) > _MOST_TERMS:
        return None
    return Form(tuple(terms), any(form.gains for form in found))


def _selects(term: Value) -> bool:
    """Is this a multiple of columns of the identity, or of their transpose?"""
    while term.op in ("neg", "mul", "transpose"):
        term = term.args[-1]
    return term.op == "units" and term.is_matrix


def _like(space: Space, term: Term, model: Term) -> Term | None:
    """The term with rows and columns split as those of another."""
    for side in ("rows", "cols"):
        mine, other = getattr(term, side), getattr(model, side)
        if space.lengths(mine) == space.lengths(other):
            continue
        new = space.split(term, mine[0], space.lengths(other)) if len(mine) == 1 else None
        if new is None or space.lengths(getattr(new, side)) != space.lengths(other):
            return None
        term = new
    return term


def _scaled(space: Space, value: Value, forms: Forms) -> Form | None:
    scalars, bare = peel(space.graph, value)
    if not scalars or bare not in forms:
        return None
    form = forms[bare]
    return replace(
        form, terms=tuple(replace(t, scalars=(*scalars, *t.scalars)) for t in form.terms)
    )


def _eye(space: Space, value: Value, forms: Forms) -> Form | None:
    at = tuple(space.index(size) for size in value.axes)
    return Form((Term((), ((value, at),), at[:1], at[1:]),))


def _commutation(space: Space, value: Value, forms: Forms) -> Form | None:
    m, n = (space.index(_length(arg)) for arg in value.args)
    return Form((Term((), (), (m, n), (n, m)),))


def _selection(space: Space, value: Value, forms: Forms) -> Form | None:
    """E with E v = vec(Diag(v)): three indices that are one."""
    i = space.index(value.axes[1])
    return Form((Term((), (), (i, i), (i,)),), gains=True)


def _length(size: Value) -> Dim:
    return size.data if size.op == "size" else ONE * int(size.data)


def _turned(sides: Sequence[str]) -> Rule:
    """A row or a column of a vector's entries."""

    def rule(space: Space, value: Value, forms: Forms) -> Form | None:
        form = forms[value.args[0]]
        return form.turned if "cols" in sides else form

    return rule


_RULES: dict[str, Rule] = {
    "kron": _kron,
    "outer": _outer,
    "matmul": _matmul,
    "scale_rows": _scale_rows,
    "scale_columns": _scale_columns,
    "Diag": lambda space, value, forms: _diagonal(forms[value.args[0]]),
    "vec": _vec,
    "unvec": _unvec,
    "add": _add,
    "neg": _scaled,
    "mul": _scaled,
    "div": _scaled,
    "eye": _eye,
    "units": _eye,
    "diagonal_selection": _selection,
    "commutation": _commutation,
    "transpose": lambda space, value, forms: forms[value.args[0]].turned,
    "as_row": _turned(("cols",)),
    "as_column": _turned(("rows",)),
}
