"""Forms that do not overflow: log(1 + exp(x)), exp(x)/(1 + exp(x)), exp(x)/sum(exp(x)), 1/|x|², …

They are chosen among values, after everything else, because people write and derive the naive ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from matgrad.codegen.arithmetic import product
from matgrad.codegen.values import Graph, Value, ordered


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


def _beside_one(value: Value) -> tuple[bool, Value] | None:
    """The other term of a sum of two that has 1 as the first, and whether it is subtracted."""
    if value.op != "add" or len(value.args) != 2:
        return None
    for one, other in ((0, 1), (1, 0)):
        term = value.args[one]
        if term.op == "number" and term.data == 1 and not value.data[one]:
            return value.data[other], value.args[other]
    return None


def _log(graph: Graph, value: Value) -> Value | None:
    (arg,) = value.args
    if arg.op == "exp":
        return arg.args[0]
    if arg.op == "sum" and arg.args[0].op == "exp":
        return graph.make("logsumexp", *arg.args[0].args, axes=())
    if arg.op == "sigmoid":  # log σ(x) = −log(1 + exp(−x))
        soft = graph.make("softplus", _minus(graph, arg.args[0]), axes=value.axes)
        return graph.make("neg", soft, axes=value.axes)
    found = _beside_one(arg)
    if found is None:
        return None
    minus, term = found
    if term.op == "exp" and not minus:
        return graph.make("softplus", *term.args, axes=value.axes)
    term = graph.make("neg", term, axes=value.axes) if minus else term
    return graph.make("log1p", term, axes=value.axes)


def _div(graph: Graph, value: Value) -> Value | None:
    top, below = value.args
    if below.op == "sum" and below.args[0].op == "exp":
        return _with(graph, value, below.args[0], "softmax")
    minus, term = _beside_one(below) or (True, below)
    if minus or term.op != "exp":
        return None
    (x,) = term.args  # exp(x)/(1 + exp(x)) = σ(x) and 1/(1 + exp(x)) = σ(−x)
    other = graph.make("sigmoid", _minus(graph, x), axes=x.axes)
    return _with(graph, value, term, "sigmoid") or product(graph, [top, other], value.axes)


def _add(graph: Graph, value: Value) -> Value | None:
    """1 − σ(x) is σ(−x), which does not lose its digits where σ(x) is close to one."""
    found = _beside_one(value)
    if found is None or not found[0] or found[1].op != "sigmoid":
        return None
    (x,) = found[1].args
    return graph.make("sigmoid", _minus(graph, x), axes=x.axes)


def _minus(graph: Graph, x: Value) -> Value:
    return x.args[0] if x.op == "neg" else graph.make("neg", x, axes=x.axes)


def _with(graph: Graph, value: Value, exponential: Value, name: str) -> Value | None:
    """The quotient whose numerator has a factor exp(x), by the function that exp(x)/… is."""
    top = value.args[0]
    factors = list(top.args) if top.op == "mul" else [top]
    if exponential not in factors:
        return None
    place = factors.index(exponential)
    factors[place] = graph.make(name, *exponential.args, axes=exponential.axes)
    return product(graph, factors, value.axes)


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
    "log": _log,
    "div": _div,
    "add": _add,
}
