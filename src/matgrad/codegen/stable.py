"""Forms that do not overflow: log(1 + exp(x)), exp(x)/(1 + exp(x)), exp(x)/sum(exp(x)), 1/|x|², …

Others do not lose their digits: exp(x) − 1, 1 − σ(x), 1 − erf(x), log(x + √(x² + 1)).

They are chosen among values, after everything else, because people write and derive the naive ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from matgrad.codegen.exponents import div, log, minus_of
from matgrad.codegen.values import Graph, Value, ordered, varies


def stabilise(graph: Graph, roots: tuple[Value, ...]) -> tuple[Value, ...]:
    """The same values by forms that stay finite and accurate where the naive ones do not."""
    better: dict[Value, Value] = {}
    values = ordered(roots)
    measured = {value.args[0]: value.op for value in values if value.op in _LENGTHS}
    lengths: dict[Value, str] = {}
    for value in values:
        args = tuple(better[arg] for arg in value.args)
        new = value
        if args != value.args:
            new = graph.again(value, args)
        rule = _RULES.get(value.op)
        found = (rule(graph, new) if rule else None) or _by_length(graph, new, lengths)
        better[value] = found or new
        if value in measured:
            lengths[better[value]] = measured[value]
    graph.replaced(better)
    return tuple(better[root] for root in roots)


# What 1 − f(x) is, for functions that come close to one; of exp(x), which does near zero, −(…).
_COMPLEMENTS = {"sigmoid": "sigmoid", "erf": "erfc", "exp": "expm1"}


def _add(graph: Graph, value: Value) -> Value | None:
    """1 − σ(x) is σ(−x), which does not lose its digits where σ(x) is close to one."""
    ones = [i for i, term in enumerate(value.args) if term.op == "number" and abs(term.data) == 1]
    if len(value.args) != 2 or len(ones) != 1:
        return None
    one, other = ones[0], 1 - ones[0]
    f = value.args[other]
    is_below = value.data[one] != (value.args[one].data < 0)  # is 1 subtracted?
    if f.op not in _COMPLEMENTS or is_below == value.data[other] or not varies(f):
        return None
    (x,) = f.args
    x = minus_of(graph, x) if f.op == "sigmoid" else x
    done = graph.make(_COMPLEMENTS[f.op], x, axes=value.axes)
    return done if is_below == (f.op == "exp") else minus_of(graph, done)


# ---------------------------------------------------------------- lengths

_LENGTHS = frozenset({"norm2", "normF"})


def _by_length(graph: Graph, value: Value, lengths: Mapping[Value, str]) -> Value | None:
    """a / xᵀx where |x| is there: a / |x| / |x|, because squares overflow and vanish first."""
    if value.op != "div" or value.is_matrix or not lengths:
        return None
    x = _squared(value.args[1])
    if x is None or x not in lengths:
        return None
    length = graph.make(lengths[x], x, axes=())
    once = graph.make("div", value.args[0], length, axes=value.axes)
    return graph.make("div", once, length, axes=value.axes)


def _squared(value: Value) -> Value | None:
    """x, if this is the sum of its squares."""
    whole = value.args[0] if value.op == "sum" else value
    is_sum = whole.op == "mul" if value.op == "sum" else value.op == "matmul" and value.is_scalar
    x, *others = whole.args if is_sum else (value,)
    return x if len(others) == 1 and others[0] is x else None


_RULES: dict[str, Callable[[Graph, Value], Value | None]] = {
    "log": log,
    "div": div,
    "add": _add,
}
