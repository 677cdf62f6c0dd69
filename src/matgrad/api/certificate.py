"""A derivation as a certificate that `matgrad.recheck` confirms without the engine.

Expressions become a list of nodes, arguments before what uses them; a name is a node that stands
for its value, a differential one that stands for the ε-part of what it is the differential of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from matgrad.core.dims import Dim
from matgrad.core.expr import NO_FACTS, Expr, Symbol, is_differential, number_value
from matgrad.core.facts import facts_of
from matgrad.core.shape import Shape
from matgrad.core.steps import Phase, Trace
from matgrad.core.walk import postorder
from matgrad.errors import UnsupportedError
from matgrad.ops import diag, diag_matrix, number, scale, unspecified, unspecified_op
from matgrad.verify import declared
from matgrad.verify.field import Field, P
from matgrad.verify.lines import names_of
from matgrad.verify.point import TRIES, Point, Setting, field_points, setting
from matgrad.verify.regions import asks_for_sign
from matgrad.verify.residues import character

MOST = 8 * TRIES  # draws of a point
POINTS = 4  # two suffice; some lines may have no value at one of them
Node = dict[str, Any]


@dataclass
class _Nodes:
    """The nodes of a certificate; `values` says what names stand for."""

    values: dict[str, Expr]
    items: list[Node] = field(default_factory=list[Node])
    places: dict[Expr, int] = field(default_factory=dict[Expr, int])
    inputs: dict[str, Expr] = field(default_factory=dict[str, Expr])

    def add(self, root: Expr) -> int:
        """The place of an expression in the list, with everything that it needs before it."""
        todo = [root]
        while todo:
            node = todo[-1]
            below = self._below(node)
            missing = [arg for arg in below if arg not in self.places]
            todo += missing
            if not missing:
                todo.pop()
                if node not in self.places:
                    self.places[node] = len(self.items)
                    self.items.append(self._item(node, [self.places[arg] for arg in below]))
        return self.places[root]

    def _below(self, node: Expr) -> tuple[Expr, ...]:
        if node.op.means is not None:
            return (node.op.means(*node.args),)
        if declared.is_needed(node.op):  # its value, of which nothing more is told, and its slope
            assert node.op.derivative is not None
            (X,) = node.args
            value = unspecified(declared.told(node.op), X)
            return value, node.op.derivative(value, X), X
        if not isinstance(node.data, Symbol):
            return node.args
        if is_differential(node):
            return (self._named(node.data.differential_of or "", node),)
        return (self.values[node.name],) if node.name in self.values else ()

    def _named(self, name: str, node: Expr) -> Expr:
        """The symbol or value with a name, for its differential."""
        return self.values.get(name) or node.op(data=Symbol(name, node.shape))

    def _item(self, node: Expr, args: list[int]) -> Node:
        name, data = node.op.name, _data(node)
        if node.op.means is not None:
            name = "name"
        elif declared.is_needed(node.op):
            name = "declared"
        elif node.op is unspecified_op and " " in node.data[0]:
            name = "told"
        elif isinstance(node.data, Symbol):
            name, data = ("d" if is_differential(node) else "name"), None
            if not args:
                name, data = "input", node.name
                self.inputs[node.name] = node
        return {"op": name, "args": args, "data": data, "shape": [*map(_dim, node.shape)]}


def _dim(size: Dim) -> list[list[Any]]:
    return [[c if isinstance(c, int) else str(c), list(names)] for names, c in size.terms]


def _data(node: Expr) -> Any:
    match node.data:
        case Fraction() | str() | int():
            return str(node.data) if isinstance(node.data, Fraction) else node.data
        case Dim() | Shape():
            return _dim(node.data if isinstance(node.data, Dim) else node.data.cols)
        case (int() as i, Dim()):
            return i
        case (str() as name, int() as primes):  # an elementwise function that is only named
            return name + "'" * primes
        case _ if len(node.args) == 2 and (p := number_value(node.args[1])) is not None:
            return str(p)  # the exponent of a power
        case _:
            return None


def certificate(trace: Trace) -> dict[str, Any]:
    """A derivation as JSON: nodes, lines with their rules, the prime and points to check at."""
    definitions = names_of(trace)
    values = {each.symbol.name: each.value for each in definitions}
    values[trace.problem.name] = trace.problem.function
    nodes = _Nodes(values)
    lines = _lines(trace, nodes)
    function = nodes.add(trace.problem.function)
    results = _results(trace, nodes)
    for X in trace.wrt:  # also one that nothing depends on has a direction
        nodes.add(X)
    roots = [root for step in trace.steps for root in (step.before, step.after)]
    place = setting(trace.problem, trace.wrt, definitions, roots)
    before = {} if trace.before is None else {"before": certificate(trace.before)}
    return before | {
        "format": "matgrad certificate 2",
        "kind": trace.kind,
        "function": {"text": str(trace.problem.function), "node": function},
        "wrt": [X.name for X in trace.wrt],
        "results": results,
        "prime": P,
        "nodes": nodes.items,
        "lines": lines,
        "points": [_point(at, nodes.inputs) for at in _points(place, roots)],
    }


def _lines(trace: Trace, nodes: _Nodes) -> list[dict[str, Any]]:
    """The lines of a derivation, each with its rule."""
    return [
        {
            "label": f"{trace.kind} {i}: {label}",
            "rule": rule,
            "left": nodes.add(left),
            "right": nodes.add(right),
        }
        for i, (label, rule, left, right) in enumerate(_claims(trace), 1)
    ]


def _results(trace: Trace, nodes: _Nodes) -> dict[str, dict[str, Any]]:
    """The answers by variable; a map has differentials in it."""
    return {
        name: {
            "text": str(G),
            "node": nodes.add(_weighed(trace, name, G)),
            "map": trace.kind == "differential" or any(map(is_differential, postorder(G))),
        }
        for name, G in trace.results.items()
    }


def _claims(trace: Trace) -> Iterator[tuple[str, str, Expr, Expr]]:
    """Label, rule and both sides of everything that must hold."""
    for step in trace.steps:
        if step.phase is not Phase.RESULT or any(map(is_differential, postorder(step.after))):
            yield f"{step.before} = {step.after}", step.rule, step.before, step.after


def _weighed(trace: Trace, name: str, G: Expr) -> Expr:
    """G by the independent entries, weighed so that its product with all entries is df."""
    if name in trace.coordinates:
        raise UnsupportedError("a matrix that acts on independent entries has no certificate")
    facts = next((facts_of(X) for X in trace.wrt if X.name == name), NO_FACTS)
    if trace.structure != "independent" or "diagonal" in facts:
        return G
    if "toeplitz" in facts:
        raise UnsupportedError("a derivative by the entries of diagonals has no certificate")
    half = number(Fraction(1, 2))
    if "symmetric" in facts:
        return scale(half, G + diag_matrix(diag(G)))
    return scale(half, G) if "skew" in facts else G


def _points(place: Setting, roots: Sequence[Expr]) -> list[Point]:
    """Points where the function has a derivative and what is positive is so, one at larger sizes.

    The field has no order: a line that rests on softplus(y) > 0 holds where the field agrees.
    """
    found: list[Point] = []
    positive = _known_positive(place, roots)
    for _, at in field_points(place, 1, MOST):
        if isinstance(at.tangent, list) and _has_order(at, positive):
            found.append(at)
            if len(found) >= POINTS and any(place.is_large(place.bit(at.R.sizes)) for at in found):
                break
    return found[-POINTS:]


def _known_positive(place: Setting, roots: Sequence[Expr]) -> list[Expr]:
    """What is positive below functions that ask for signs."""
    nodes = postorder(*roots, *(plan.value for plan in place.plans))
    asking = [arg for node in nodes if asks_for_sign(node) for arg in node.args]
    return [node for node in postorder(*asking) if node.args and "positive" in facts_of(node)]


def _has_order(at: Point, positive: Sequence[Expr]) -> bool:
    memo = at.evaluate(positive)
    values = [memo[node] for node in positive]
    return all(
        not isinstance(A, list) or all(character(x) == 1 for row in A for x in row) for A in values
    )


def _point(at: Point, inputs: Iterable[str]) -> dict[str, Any]:
    known = {symbol.name: symbol for symbol in at.directions}
    missing = [name for name in inputs if name not in known]
    if missing:
        raise UnsupportedError(f"{missing[0]} has no value in a certificate")
    assert isinstance(at.R, Field)  # certificates are exact
    return {
        "sizes": at.R.sizes,
        "key": int.from_bytes(at.R.key, "big"),
        "values": {name: at.memo[known[name]] for name in inputs},
        "directions": {name: at.directions[known[name]] for name in inputs},
    }
