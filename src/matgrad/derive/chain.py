"""The chain form: a derivative as a product of Jacobians, ∂f/∂y · ∂y/∂z · ∂z/∂X.

It runs through the names that all of f depends on X through, so it exists for every composition.
Matrices are read in rows: ∂z/∂W of z = W x is I ⊗ xᵀ. The product is then multiplied out from the
left, one factor at a time, which is backward propagation.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from matgrad.core.dims import ONE
from matgrad.core.expr import Expr, Symbol, make, number_value
from matgrad.core.rule import Context
from matgrad.core.steps import Definition, Phase, Problem, Step, Trace
from matgrad.core.walk import dependents, substitute, symbols
from matgrad.derive.differential import forward
from matgrad.derive.direct_terms import Apart, split
from matgrad.derive.linear_map import matrix_of
from matgrad.derive.linearise import pull
from matgrad.derive.start import begin
from matgrad.errors import UnsupportedError
from matgrad.ops import (
    add,
    diag_matrix,
    differential_symbol,
    eye_op,
    hadamard,
    kron,
    multiply,
    number,
    symbol_op,
    transpose,
    vec,
    zeros_of,
)
from matgrad.render.glyphs import plain_name
from matgrad.rules import shortest, simplify

BY_DIAGONAL = "multiplying by a diagonal matrix is a Hadamard product"
IN_BLOCKS = "each entry of the row is multiplied by the same row"


@dataclass(frozen=True)
class Link:
    """One factor: how `upper`, which is `value`, depends on `lower`."""

    upper: Expr
    lower: Expr
    value: Expr
    differential: Expr
    jacobian: Expr
    through: tuple[Definition, ...] = ()  # the names on the way, if there are several ways


@dataclass(frozen=True)
class Chain:
    """The factors from f down to a variable, their product, and the product multiplied out."""

    variable: Expr
    links: tuple[Link, ...]
    product: Expr  # 1×N for the N entries of the variable, row by row
    steps: tuple[Step, ...]  # from the product to the entries of the gradient in one row
    gradient: Expr  # or the Jacobian
    names: tuple[Definition, ...]  # of the backward pass, and of derivatives such as c = cos(b)
    apart: Apart | None = None  # terms of f that depend on the variable directly

    @property
    def whole(self) -> Expr:
        """The product, with what the terms apart add to it."""
        return add(self.product, in_a_row(self.apart.gradient)) if self.apart else self.product


def chain(trace: Trace, variable: str) -> Chain:
    """The chain form of one gradient of a derivation, or of the Jacobian of a vector."""
    (X,) = (x for x in trace.wrt if x.name == variable)
    apart = split(trace, X) if trace.kind == "gradient" else None
    whole, trace = trace, apart.through if apart else trace
    links = tuple(_link(trace, *ends) for ends in _ends(trace, X))
    if not links:
        raise UnsupportedError(f"{trace.problem.name} does not depend on {variable}")
    product = multiplied([link.jacobian for link in links])
    gradient = trace.results[X.name]
    is_row = trace.kind == "gradient"
    steps = _contract(trace, links, product) if is_row else []
    last = steps[-1].after if steps else product
    last = add(last, in_a_row(apart.gradient)) if apart else last
    rows = in_a_row(gradient) if is_row else gradient
    if last is not rows:
        why = f"the entries of ∂{whole.problem.name}/∂{plain_name(variable)}, row by row"
        steps.append(Step(Phase.FORM, last, rows, "read", why))
    names = tuple(d for d in trace.definitions if d.role != "intermediate")
    return Chain(X, links, product, tuple(steps), gradient, names, apart)


def factor_steps(chain: Chain) -> tuple[Step, ...]:
    """For each factor, that it takes a small change of what it is by to the differential."""
    return tuple(
        Step(
            Phase.FORM, in_a_row(link.differential).T, multiply(link.jacobian, change), "factor", ""
        )
        for link in chain.links
        for change in [in_a_row(differential_symbol(link.lower)).T]
    )


def multiplied(factors: list[Expr]) -> Expr:
    """The product of factors without those that are 1 or I, unless all of them are."""
    kept = [J for J in factors if J.op is not eye_op and number_value(J) != 1]
    result = kept[0] if kept else factors[-1]
    for J in kept[1:]:
        result = multiply(result, J)
    return result


def in_a_row(A: Expr) -> Expr:
    """The entries of a matrix in one row, row by row."""
    if A.shape.is_column:
        return A if A.is_scalar else A.args[0] if A.op is transpose else A.T
    return A if A.shape.is_vector else vec(A.T).T


# ---------------------------------------------------------------- which names it runs through


def _ends(trace: Trace, X: Expr) -> list[tuple[Expr, Expr, list[Definition]]]:
    """The consecutive names that everything depends on X through, and what lies between them."""
    assert trace.function is not None
    f = make(symbol_op, (), Symbol(trace.problem.name, trace.function.shape))
    parts = [d for d in trace.definitions if d.role == "intermediate"]
    ordered = [*parts, Definition(f, trace.function)]
    used = _needed(ordered, X)
    place = {X: -1} | {d.symbol: i for i, d in enumerate(used)}
    lowest = {
        d.symbol: min(place[s] for s in symbols(d.value) if s in place) for d in used
    }  # how far down each name reaches
    if not used or used[-1].symbol is not f:
        return []
    cuts = [
        d.symbol
        for i, d in enumerate(used)
        if all(lowest[above.symbol] >= i for above in used[i + 1 :])
    ]
    ends: list[tuple[Expr, Expr, list[Definition]]] = []
    for lower, upper in zip([X, *cuts], cuts, strict=False):
        between = used[place[lower] + 1 : place[upper]]
        ends.append((upper, lower, between))
    return ends[::-1]


def _needed(ordered: list[Definition], X: Expr) -> list[Definition]:
    """The definitions that depend on X and that the last one depends on."""
    moving: set[Expr] = {X}
    for d in ordered:
        if d.value in dependents((d.value,), moving):
            moving.add(d.symbol)
    wanted = {ordered[-1].symbol}
    for d in reversed(ordered):
        if d.symbol in wanted:
            wanted.update(symbols(d.value))
    return [d for d in ordered if d.symbol in moving and d.symbol in wanted]


# ---------------------------------------------------------------- one factor


def _link(trace: Trace, upper: Expr, lower: Expr, between: list[Definition]) -> Link:
    values = {d.symbol: d.value for d in trace.definitions}
    value = values.get(upper, trace.function)
    assert value is not None
    given = tuple(replace(d, role="intermediate") for d in between)
    known = {s.name: s for s in symbols(value, *(d.value for d in given))}
    problem = Problem(value, upper.name, given, known, is_named=True)
    start = begin(problem, [lower])
    dF = forward(start)
    dF = substitute(dF, {d.value: d.symbol for d in trace.definitions if d.value.args})
    if dF.is_scalar and lower.shape.is_vector:  # the transposed gradient
        row = in_a_row(simplify(_adjoint(dF, number(1), lower), start.context))
        return Link(upper, lower, value, dF, row, given)
    return Link(upper, lower, value, dF, row_jacobian(dF, lower, start.context), given)


def row_jacobian(linear: Expr, X: Expr, context: Context) -> Expr:
    """The matrix M with row-order vec(F) = M times row-order vec(dX)."""
    dX = differential_symbol(X)
    if X.is_scalar:
        column = shortest(substitute(linear, {dX: number(1)}), context)
        return shortest(in_a_row(column).T, context)
    if not X.shape.is_vector:  # rows of X are the columns of its transpose
        turned = make(symbol_op, (), Symbol(dX.name, X.shape.transposed, differential_of=X.name))
        linear, dX = substitute(linear, {dX: turned.T}), turned
    if not linear.shape.is_column:
        linear = linear.T
    matrix = matrix_of(shortest(linear, context), dX)
    if matrix is None:
        raise UnsupportedError(f"the Jacobian by {X.name} has no matrix in this notation")
    return shortest(matrix, context)


# ---------------------------------------------------------------- the product, from the left


def _contract(trace: Trace, links: tuple[Link, ...], product: Expr) -> list[Step]:
    """Multiply the factors from the left; names of the backward pass are used where they fit."""
    context = Context()
    names = _names(trace)
    steps: list[Step] = []
    line, row, adjoint = product, links[0].jacobian, _first_adjoint(links[0], context)
    for i, link in enumerate(links[1:], 1):
        rest = [later.jacobian for later in links[i + 1 :]]
        adjoint = simplify(_adjoint(link.differential, adjoint, link.lower), context)
        row, why = _times(row, link, in_a_row(adjoint), trace.problem.name)
        line = _write(steps, line, multiplied([row, *rest]), why)
        name = names.get(link.lower) or names.get(adjoint)
        if name is not None:
            adjoint, row = name, in_a_row(name)
            why = f"the definition of {plain_name(name.name)}"
            line = _write(steps, line, multiplied([row, *rest]), why)
    return steps


def _names(trace: Trace) -> dict[Expr, Expr]:
    """The names of the backward pass, by what they stand for and by whose adjoint they are."""
    adjoints = [d for d in trace.definitions if d.role == "adjoint"]
    found = {d.value: d.symbol for d in adjoints}
    by_name = {d.symbol.name: d.symbol for d in adjoints}
    for d in trace.definitions:
        chosen = trace.problem.adjoints.get(d.symbol.name)
        if chosen in by_name:
            found[d.symbol] = by_name[chosen]
    return found


def _first_adjoint(link: Link, context: Context) -> Expr:
    return simplify(_adjoint(link.differential, number(1), link.lower), context)


def _times(row: Expr, link: Link, multiplied_out: Expr, name: str) -> tuple[Expr, str]:
    """A row times a Jacobian, in the form that shows why."""
    J = link.jacobian
    if J.op is diag_matrix and row.shape.rows == ONE:
        return hadamard(row, J.args[0].T), BY_DIAGONAL
    if J.op is kron and J.args[0].op is eye_op and len(J.args) == 2 and J.args[1].shape.rows == ONE:
        return kron(row, J.args[1]), IN_BLOCKS
    if J.op is eye_op:
        return row, ""
    if not J.args or J.op is transpose:
        return multiply(row, J), ""
    of, by = plain_name(name), plain_name(link.lower.name)
    return multiplied_out, f"together they are ∂{of}/∂{by}"


def _write(steps: list[Step], line: Expr, new: Expr, why: str) -> Expr:
    if new is not line:
        steps.append(Step(Phase.FORM, line, new, "multiply", why))
    return new


def _adjoint(linear: Expr, G: Expr, lower: Expr) -> Expr:
    dX = differential_symbol(lower)
    return pull(linear, G, {dX})[0].get(dX, zeros_of(lower.shape))
