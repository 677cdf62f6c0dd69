"""Forms that do not overflow: log(1 + exp(x)), exp(x)/(1 + exp(x)), exp(x)/sum(exp(x)), 1/|x|², …

Others do not lose their digits: exp(x) − 1, 1 − σ(x), 1 − erf(x), log(x + √(x² + 1)).

They are chosen among values, after everything else, because people write and derive the naive ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from matgrad.codegen.plan.arithmetic import product, total_of
from matgrad.codegen.plan.operations import LENGTHS
from matgrad.codegen.plan.values import Axes, Graph, Value, ordered, varies
from matgrad.core.expr import catalogue

# ---------------------------------------------------------------- exponents

# Logarithms and quotients of sums with exponentials, by forms that do not overflow.


def beside_one(value: Value) -> tuple[bool, Value] | None:
    """The other term of a sum of two that has 1 as the first, and whether it is subtracted."""
    if value.op != "add" or len(value.args) != 2:
        return None
    for one, other in ((0, 1), (1, 0)):
        term = value.args[one]
        if term.op == "number" and term.data == 1 and not value.data[one]:
            return value.data[other], value.args[other]
    return None


def minus_of(graph: Graph, x: Value) -> Value:
    """−x, without two signs."""
    return x.args[0] if x.op == "neg" else graph.make("neg", x, axes=x.axes)


# ---------------------------------------------------------------- logarithms


def log(graph: Graph, value: Value) -> Value | None:
    """A logarithm, if there is a better form of it."""
    (arg,) = value.args
    rule = _LOGARITHMS.get(arg.op)
    return rule(graph, arg) if rule else None


def _log_sigmoid(graph: Graph, f: Value) -> Value:
    """log σ(x) = −log(1 + exp(−x))."""
    return minus_of(graph, graph.make("softplus", minus_of(graph, f.args[0]), axes=f.axes))


def _log_cosh(graph: Graph, f: Value, times: Fraction = Fraction(1)) -> Value:
    """cosh(x) = (exp(x) + exp(−x))/2."""
    (x,) = f.args
    double = _log_of_two(graph, x, minus_of(graph, x), f.axes)
    if times == 2:
        return double
    less = graph.make("log", graph.number(2 / times), axes=())
    return total_of(graph, [double, minus_of(graph, less)], f.axes)


def _log_mul(graph: Graph, whole: Value) -> Value | None:
    """log(c cosh(x)) for a positive number c."""
    times, *rest = whole.args
    if len(rest) != 1 or rest[0].op != "cosh" or times.op != "number" or times.data <= 0:
        return None
    return _log_cosh(graph, rest[0], times.data)


def _log_add(graph: Graph, total: Value) -> Value | None:
    found = beside_one(total)
    if found is None:
        pair = _two_exponents(graph, total)
        return _asinh(graph, total) or (_log_of_two(graph, *pair, total.axes) if pair else None)
    minus, term = found
    if term.op == "exp" and not minus:
        return graph.make("softplus", *term.args, axes=total.axes)
    term = graph.make("neg", term, axes=total.axes) if minus else term
    return graph.make("log1p", term, axes=total.axes)


def _log_div(graph: Graph, quotient: Value) -> Value | None:
    """log((1 + x)/(1 − x)), twice the atanh of x; not both of 1 + x and 1 − x are negative."""
    top, below = map(beside_one, quotient.args)
    if top is None or below is None or top[1] is not below[1] or top[0] == below[0]:
        return None
    signed = (minus_of(graph, top[1]) if minus else top[1] for minus in (top[0], below[0]))
    above, under = (graph.make("log1p", x, axes=quotient.axes) for x in signed)
    return total_of(graph, [above, minus_of(graph, under)], quotient.axes)


def _log_of_two(graph: Graph, a: Value, b: Value, axes: Axes) -> Value:
    soft = graph.make("softplus", _apart(graph, a, b, axes), axes=axes)
    return total_of(graph, [b, soft], axes)


def _apart(graph: Graph, a: Value, b: Value, axes: Axes) -> Value:
    """a − b."""
    if b.op == "number" and not b.data:
        return a
    if a.op == "number" and not a.data:
        return minus_of(graph, b)
    if minus_of(graph, a) is b:
        return product(graph, [graph.number(2), a], axes)
    return total_of(graph, [a, minus_of(graph, b)], axes)


def _two_exponents(graph: Graph, total: Value) -> tuple[Value, Value] | None:
    """a and b of exp(a) + exp(b), where a number c is exp(log(c))."""
    if total.op != "add" or len(total.args) != 2 or any(total.data):
        return None
    found = [_exponent(graph, term) for term in total.args]
    if not any(term.op == "exp" for term in total.args) or None in found:
        return None
    a, b = (each for each in found if each is not None)
    return (a, b) if total.args[0].op == "exp" else (b, a)


def _exponent(graph: Graph, term: Value) -> Value | None:
    if term.op == "exp":
        return term.args[0]
    if term.op == "number" and term.data > 0:
        return graph.number(0) if term.data == 1 else graph.make("log", term, axes=())
    return None


def _asinh(graph: Graph, total: Value) -> Value | None:
    """log(x + √(x² + 1)), whose terms cancel where x is far below zero."""
    if total.op != "add" or len(total.args) != 2 or any(total.data):
        return None
    for x, root in (total.args, total.args[::-1]):
        found = beside_one(root.args[0]) if root.op == "sqrt" else None
        if found is not None and not found[0] and _base(found[1]) is x:
            return graph.make("asinh", x, axes=total.axes)
    return None


def _base(value: Value) -> Value | None:
    """x of x²."""
    if value.op == "square":
        return value.args[0]
    is_square = value.op == "power" and value.args[1].op == "number" and value.args[1].data == 2
    return value.args[0] if is_square else None


# ---------------------------------------------------------------- quotients


def div(graph: Graph, value: Value) -> Value | None:
    """A quotient, if there is a better form of it."""
    _, below = value.args
    if below.op == "sum" and below.args[0].op == "exp":
        return _with(graph, value, below.args[0], "softmax")
    return (
        _sigmoid(graph, value)
        or _tanh(graph, value)
        or _hyperbolic(graph, value)
        or _logistic(graph, value)
        or _density(graph, value)
        or _of_asinh(graph, value)
    )


def _sigmoid(graph: Graph, value: Value) -> Value | None:
    """exp(x)/(1 + exp(x)) is σ(x), and 1/(1 + exp(x)) is σ(−x)."""
    top, below = value.args
    minus, term = beside_one(below) or (True, below)
    if minus or term.op != "exp":
        return None
    (x,) = term.args
    other = graph.make("sigmoid", minus_of(graph, x), axes=x.axes)
    return _with(graph, value, term, "sigmoid") or product(graph, [top, other], value.axes)


def _tanh(graph: Graph, value: Value) -> Value | None:
    """(exp(a) − exp(b))/(exp(a) + exp(b)) is tanh((a − b)/2)."""
    top, below = value.args
    pair = _two_exponents(graph, below)
    if pair is None or top.op != "add" or len(top.args) != 2 or sum(top.data) != 1:
        return None
    first, second = top.args[:: -1 if top.data[0] else 1]
    for a, b in (pair, pair[::-1]):
        if _exponent(graph, first) is a and _exponent(graph, second) is b:
            factors = [graph.number(Fraction(1, 2)), _apart(graph, a, b, below.axes)]
            half = product(graph, factors, below.axes)
            return graph.make("tanh", half, axes=value.axes)
    return None


def _hyperbolic(graph: Graph, value: Value) -> Value | None:
    """sinh(x)/cosh(x) is tanh(x), beside other factors too."""
    tops, belows = (list(part.args) if part.op == "mul" else [part] for part in value.args)
    for i, top in enumerate(tops):
        for k, below in enumerate(belows):
            if top.op == "sinh" and below.op == "cosh" and top.args == below.args:
                tops[i] = graph.make("tanh", *top.args, axes=top.axes)
                rest = belows[:k] + belows[k + 1 :]
                over = [graph.make("div", graph.number(1), b, axes=b.axes) for b in rest]
                return product(graph, [*tops, *over], value.axes)
    return None


def _logistic(graph: Graph, value: Value) -> Value | None:
    """exp(a)/(exp(a) + exp(b)) is σ(a − b)."""
    found = _split(graph, *value.args)
    return None if found is None else product(graph, found, value.axes)


def _density(graph: Graph, value: Value) -> Value | None:
    """exp(a) exp(b)/(exp(a) + exp(b))² is σ(a − b) σ(b − a)."""
    base = _base(value.args[1])
    found = None if base is None else _split(graph, value.args[0], base)
    if found is None or base is None:
        return None
    part, *rest = found
    over = graph.make("div", product(graph, rest, value.axes), base, axes=value.axes)
    again = _sigmoid(graph, over) or _logistic(graph, over) or over
    return product(graph, [part, again], value.axes)


def _split(graph: Graph, top: Value, below: Value) -> list[Value] | None:
    """top/(exp(a) + exp(b)), if it has a factor exp(a): σ(a − b), and its other factors."""
    pair = _two_exponents(graph, below)
    factors = list(top.args) if top.op == "mul" else [top]
    for a, b in (pair, pair[::-1]) if pair else ():
        found = [i for i, each in enumerate(factors) if each.op == "exp" and each.args[0] is a]
        if found:
            apart = _apart(graph, a, b, below.axes)
            part = graph.make("sigmoid", apart, axes=below.axes)
            return [part, *factors[: found[0]], *factors[found[0] + 1 :]]
    return None


def _of_asinh(graph: Graph, value: Value) -> Value | None:
    """(x/y + 1)/(x + y) is 1/y: the derivative of asinh, whose terms cancel too."""
    top, below = value.args
    minus, part = beside_one(top) or (True, top)
    if minus or part.op != "div" or below.op != "add" or any(below.data):
        return None
    x, y = part.args
    if len(below.args) != 2 or {*below.args} != {x, y}:
        return None
    return graph.make("div", graph.number(1), y, axes=value.axes)


def _with(graph: Graph, value: Value, exponential: Value, name: str) -> Value | None:
    """The quotient whose numerator has a factor exp(x), by the function that exp(x)/… is."""
    top = value.args[0]
    factors = list(top.args) if top.op == "mul" else [top]
    if exponential not in factors:
        return None
    place = factors.index(exponential)
    factors[place] = graph.make(name, *exponential.args, axes=exponential.axes)
    return product(graph, factors, value.axes)


_LOGARITHMS: dict[str, Callable[[Graph, Value], Value | None]] = {
    "exp": lambda graph, f: f.args[0],
    "sum": lambda graph, f: (
        graph.make("logsumexp", *f.args[0].args, axes=()) if f.args[0].op == "exp" else None
    ),
    "sigmoid": _log_sigmoid,
    "cosh": _log_cosh,
    "mul": _log_mul,
    "add": _log_add,
    "div": _log_div,
}


# ---------------------------------------------------------------- the pass


def stabilise(graph: Graph, roots: tuple[Value, ...]) -> tuple[Value, ...]:
    """The same values by forms that stay finite and accurate where the naive ones do not."""
    better: dict[Value, Value] = {}
    values = ordered(roots)
    measured = {value.args[0]: value.op for value in values if value.op in LENGTHS}
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


def _add(graph: Graph, value: Value) -> Value | None:
    """1 − σ(x) is σ(−x), which does not lose its digits where σ(x) is close to one."""
    ones = [i for i, term in enumerate(value.args) if term.op == "number" and abs(term.data) == 1]
    if len(value.args) != 2 or len(ones) != 1:
        return None
    one, other = ones[0], 1 - ones[0]
    f = value.args[other]
    is_below = value.data[one] != (value.args[one].data < 0)  # is 1 subtracted?
    known = catalogue[f.op].complement if f.op in catalogue else None
    if known is None or is_below == value.data[other] or not varies(f):
        return None
    name, sign, side = known
    (x,) = f.args
    done = graph.make(name, x if side > 0 else minus_of(graph, x), axes=value.axes)
    return done if is_below == (sign < 0) else minus_of(graph, done)


# ---------------------------------------------------------------- lengths


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
