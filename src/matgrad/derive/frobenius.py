"""The pass from df to Σ G : dX: substitute a differential, move its factors across, repeat."""

from __future__ import annotations

from dataclasses import dataclass, field

from matgrad.core.expr import Axes, Expr, is_differential, number_value
from matgrad.core.rule import Context
from matgrad.core.steps import Definition, Phase
from matgrad.core.walk import dependents, postorder, substitute, symbols
from matgrad.derive.definitions import in_known_names, in_names, learn
from matgrad.derive.linearise import linearise, pull, rule_of
from matgrad.derive.start import Start
from matgrad.ops import (
    add,
    differential_symbol,
    frobenius,
    multiply,
    number,
    scale,
    symbol_op,
    total_sum,
    zeros_of,
)
from matgrad.ops.families import named_part, sum_op, sum_over_all
from matgrad.render.glyphs import plain_name
from matgrad.rules import light, shortest, simplify

LONG = 16  # an adjoint of this size is named before it is carried further
SHARED = 8  # the same when it is needed in more than one term
SCALAR = number(1).shape


@dataclass
class Pass:
    """The line df = Σ G : dv as it stands, term by term."""

    start: Start
    line: Expr
    terms: dict[Expr, Expr] = field(default_factory=dict[Expr, Expr])  # symbol v -> G
    sources: dict[Expr, Expr] = field(default_factory=dict[Expr, Expr])  # dv -> v
    differentials: dict[Expr, Expr] = field(default_factory=dict[Expr, Expr])  # v -> dv
    simple: dict[Expr, Expr] = field(default_factory=dict[Expr, Expr])  # parts q = 1 − p

    def __post_init__(self) -> None:
        definitions = self.start.parts.definitions
        self.simple = {d.symbol: d.value for d in definitions if _is_one_less(d)}
        self.differentials = {v: differential_symbol(v) for v in self.start.parts.varying}
        self.sources = {dv: v for v, dv in self.differentials.items()}

    @property
    def context(self) -> Context:
        """Where rewrites are recorded."""
        return self.start.context

    def advance(self, line: Expr, rule: str, why: str) -> None:
        """Write the next line."""
        tidied = light(line, self.context)
        if tidied is not self.line:
            self.context.trail.record(Phase.LINE, self.line, tidied, rule, why)
            self.line = tidied

    def write(self, replaced: dict[Expr, Expr] | None = None) -> Expr:
        """The line Σ G : dv, with some differentials replaced by what they are."""
        given = replaced or {}
        terms: list[Expr] = []
        for v, G in self.terms.items():
            dv = self.differentials[v]
            term = inner(G, given.get(dv, dv), is_first=not terms)
            terms.append(_added_up(v.axes, term))
        return total_sum(terms, SCALAR)


def run(start: Start) -> Pass:
    """Go through the cascade from the end until only the variables are left."""
    state = Pass(start, start.df)
    _first_lines(state)
    for definition in reversed(list(start.parts.definitions)):
        if definition.symbol in state.terms:
            _substitute(state, definition.symbol)
    return state


def inner(G: Expr, dv: Expr, is_first: bool = True) -> Expr:
    """G : dv, written as a product for scalars; a sign stands before all but the first term."""
    if dv.is_scalar:
        return multiply(G, dv)
    coefficient = number_value(G.args[0]) if G.op is scale else None
    if is_first or coefficient is None or coefficient >= 0:
        return frobenius(G, dv)
    rest = G.args[1:] if coefficient == -1 else (number(-coefficient), *G.args[1:])
    positive = rest[0] if len(rest) == 1 else scale(*rest)
    return scale(number(-1), frobenius(positive, dv))


def _added_up(axes: Axes, term: Expr) -> Expr:
    """The sum of a term over the members of a family, with its sign before the sum."""
    is_negative = term.op is scale and number_value(term.args[0]) == -1 and len(term.args) == 2
    if not axes or not is_negative:
        return sum_over_all(axes, term)
    return scale(number(-1), sum_over_all(axes, term.args[1]))


def _first_lines(state: Pass) -> None:
    """df as the rules of differentiation give it, then with each dv alone on the right."""
    function = state.start.function
    df = linearise(function, state.start.parts.varying)
    if df is None:
        state.advance(number(0), "constant", "the function does not depend on the variables")
        return
    named = in_names if state.start.parts.is_named else in_known_names
    df = named(df, state.start.parts)
    why = rules_used(function, state.start.parts.varying)
    if _is_inner(df):
        _pull(state, {}, df, number(1), why)
    else:
        state.advance(df, function.op.name, why)
        _pull(state, {}, df, number(1))


def rules_used(function: Expr, varying: set[Expr]) -> str:
    """The rules of differentiation that give df, the outermost first.

    Two are said; those of linear operators, sums and products among them, yield to others.
    """
    moving = dependents((function,), varying)
    nodes = [n for n in reversed(postorder(function)) if n in moving and n.op.why]
    whys = [*dict.fromkeys(rule_of(n, moving) for n in nodes)]
    plain = {n.op.why for n in nodes if n.op.adjoints is not None}
    chosen = sorted(whys, key=lambda why: why in plain)[:2]
    return "; ".join(why for why in whys if why in chosen)


def _is_inner(df: Expr) -> bool:
    """Is this already a sum of products with a differential alone on one side?"""
    terms = [_without_sums(term) for term in (df.args if df.op is add else (df,))]
    return all(
        term.op is frobenius and any(is_differential(arg) for arg in term.args) for term in terms
    )


def _without_sums(term: Expr) -> Expr:
    while term.op is sum_op:
        term = term.args[0]
    return term


def _pull(  # noqa: PLR0913, PLR0917
    state: Pass,
    before: dict[Expr, Expr],
    linear: Expr,
    G: Expr,
    why: str = "",
    axes: Axes = (),
) -> None:
    """Replace G : linear by Σ H : dv, after the terms before it, and write the line."""
    pulled, reasons = pull(linear, G, state.sources, axes)
    after = {v: H for v, H in state.terms.items() if v not in before}
    state.terms = dict(before)
    for dv, H in pulled.items():
        _add(state, state.sources[dv], H)
    for v, H in after.items():
        if v in state.terms:
            _add(state, v, H)
        else:
            state.terms[v] = H
    state.advance(state.write(), "move across", why or "; ".join(main_reasons(reasons)))


def _add(state: Pass, v: Expr, H: Expr) -> None:
    total = add(state.terms[v], H) if v in state.terms else H
    state.terms[v] = simplify(total, state.context)
    if state.terms[v] is zeros_of(v.shape):
        del state.terms[v]


def main_reasons(reasons: list[str]) -> list[str]:
    """The reasons worth saying: that scalars and sums move along goes without saying."""
    silent = (scale.across, add.across, "")
    kept = [reason for reason in reasons if reason not in silent]
    return kept[:2] or [reason for reason in reasons if reason][:1]


def _substitute(state: Pass, v: Expr) -> None:
    """Put the differential of v into the line and move its factors across."""
    dv = state.start.differentials.of.get(v)
    if dv is None:
        return
    G = state.terms[v]
    count = len(dv.args) if dv.op is add else 1
    chosen = v.name in state.start.problem.adjoints and G.op is not symbol_op
    if G.size > SHARED:
        G = _put_in(state, v, G)
    if chosen or G.size > LONG or (count > 1 and G.size > SHARED):
        G = _name_adjoint(state, v, G)
    line = state.write({differential_symbol(v): dv})
    state.advance(line, "substitute", f"d{plain_name(v.name)} from its definition")
    names = list(state.terms)
    before = {w: state.terms[w] for w in names[: names.index(v)]}
    del state.terms[v]
    _pull(state, before, dv, G, axes=v.axes)


def _put_in(state: Pass, v: Expr, G: Expr) -> Expr:
    """A factor without a part q = 1 − p, where it is shorter so: p − y for q(p(1 − y)/q − y)."""
    simple = {x: state.simple[x] for x in symbols(G) if x in state.simple}
    again = shortest(substitute(G, simple), state.context) if simple else G
    if again.size >= G.size:
        return G
    state.terms[v] = again
    names = " and ".join(plain_name(symbol.name) for symbol in simple)
    its = "its definition" if len(simple) == 1 else "their definitions"
    state.advance(state.write(), "substitute", f"{names} from {its}")
    return again


def _is_one_less(definition: Definition) -> bool:
    """Is this a name of ours for 1 − p of a name p, a number or a vector?"""
    value = definition.value
    if definition.given or value.op is not add or len(value.args) != 2:
        return False
    plain = [symbols(arg) for arg in value.args]
    return sorted(map(len, plain)) == [0, 1] and all(arg.size <= 3 for arg in value.args)


def _name_adjoint(state: Pass, v: Expr, G: Expr) -> Expr:
    parts, chosen = state.start.parts, state.start.problem.adjoints.get(v.name)
    if chosen is None or G in parts.by_value:
        name = parts.name(G, "adjoint", "g" if v.shape.is_vector else "G")
    else:
        name = parts.define(named_part(chosen, G).symbol, G, "adjoint")
    learn(name, G, state.context)
    state.context.trail.record(Phase.DEFINE, name, G, "definition", "a name for a long factor")
    state.terms[v] = name
    named, factor = plain_name(name.name), plain_name(v.name)
    state.advance(state.write(), "name", f"{named} for the factor of d{factor}")
    return name
