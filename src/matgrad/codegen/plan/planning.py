"""Programs planned: expressions lowered to values, and the cheapest way to compute them taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import zip_longest
from typing import NamedTuple

from matgrad.codegen.plan import members, rewriting
from matgrad.codegen.plan.lower import lower
from matgrad.codegen.plan.operations import total
from matgrad.codegen.plan.optimise import optimise
from matgrad.codegen.plan.program import (
    Groups,
    Names,
    Options,
    Program,
    array_of,
    assemble,
    names_taken,
    told,
)
from matgrad.codegen.plan.rewriting import Rewritten, needed, rewritten
from matgrad.codegen.plan.stable import stabilise
from matgrad.codegen.plan.values import Axes, Graph, Value, axes_of, nominal, ordered
from matgrad.core.dims import ONE
from matgrad.core.expr import Axes as Counted
from matgrad.core.expr import Expr
from matgrad.core.shape import Shape
from matgrad.core.steps import Definition
from matgrad.core.walk import postorder, substitute, symbols
from matgrad.errors import UnknownNameError
from matgrad.ops import inv, matmul, matrix_power_op, symbol, transpose

# ---------------------------------------------------------------- what stays the same

# What stays the same from call to call, computed once: Gram matrices, factors, products.

_CHEAP = frozenset({"symbol", "number", "size", "constant", "full", "eye", "unit"})


def split(planned: Program, graph: Graph) -> Program:
    """The program of one call, with what stays the same from call to call in `prepared`."""
    constant = {value for value in planned.values if graph.is_constant(value)}
    users = [value for value in planned.values if value not in constant]
    used = dict.fromkeys(arg for value in users for arg in value.args)
    used.update(dict.fromkeys(planned.results))
    kept = _kept([v for v in used if v in constant])
    if not kept:
        return planned
    # Inputs for what is kept, with the names that it has, or new ones.
    names = names_taken(planned)
    labels = [names.take(planned.names.get(v, f"fixed{i + 1}")) for i, v in enumerate(kept)]
    symbols_ = [symbol(label, *v.axes) for label, v in zip(labels, kept, strict=True)]
    better: dict[Value, Value] = {
        v: graph.make("symbol", data=s, axes=v.axes) for v, s in zip(kept, symbols_, strict=True)
    }
    for value in planned.values:
        if value not in better:
            better[value] = graph.again(value, tuple(better[arg] for arg in value.args))
    fixed = [s for s in planned.given if s in graph.fixed]
    varying = [s for s in planned.given if s not in graph.fixed]
    results = tuple(better[value] for value in planned.results)
    left = _still_needed(fixed, [*varying, *symbols_], results)
    kept += [graph.make("symbol", data=s, axes=axes_of(s.shape)) for s in left]
    graph.named.update({v: s.name for v, s in zip(kept, symbols_, strict=False)})
    prepared = assemble(graph, fixed, tuple(kept))
    prepared = replace(prepared, groups=tuple(None for _ in kept), name="prepare")
    graph.named = {better.get(v, v): n for v, n in graph.named.items() if v not in constant}
    return replace(assemble(graph, [*varying, *symbols_, *left], results), prepared=prepared)


def _kept(constant: list[Value]) -> list[Value]:
    """The arrays from which constant values are read: rows and columns of one are no input."""
    found: dict[Value, None] = {}
    waiting = constant[::-1]
    while waiting:
        value = waiting.pop()
        is_array = len(value.axes) <= 2 and ONE not in value.axes  # a vector of one is a number
        if value.op in _CHEAP or value in found:
            continue
        if is_array and value.op != "transpose":  # to be turned costs nothing
            found[value] = None
        else:
            waiting += value.args[::-1]
    return list(found)


def _still_needed(fixed: list[Expr], given: list[Expr], results: tuple[Value, ...]) -> list[Expr]:
    """The fixed inputs that each call reads itself, for their entries or for their sizes."""
    values = ordered(results)
    used = {value.data for value in values if value.op == "symbol"}
    left = [s for s in fixed if s in used]
    named = {name for value in values for size in value.axes for name in size.names}
    named |= {name for value in values if value.op == "size" for name in value.data.names}
    untold = named - told([*given, *left])
    return [s for s in fixed if s in left or any(size.names & untold for size in array_of(s))]


# ---------------------------------------------------------------- inverses

# Inverses and powers of matrices: which are needed as matrices, and which only in products.

_THIN = 4  # so many times as many rows as columns: equations cost less than an inverse
_MANY = 4  # so many times as many columns as rows: a product with the inverse costs less


class Way(NamedTuple):
    """What is computed, and the matrices whose inverses are written out for it."""

    outputs: Sequence[Expr]
    definitions: Sequence[Definition]
    kept: set[Expr]


def ways(
    outputs: Sequence[Expr], definitions: Sequence[Definition], sizes: Mapping[str, int]
) -> list[Way]:
    """With inverses that stand in several products written out and, if there are any, without.

    Other inverses stand in one product, for equations, or are needed as matrices.
    """
    needed, shared = _needed_inverses([*(d.value for d in definitions), *outputs], sizes)
    found = [Way(outputs, definitions, needed | shared)]
    opened, named = _without_names(outputs, definitions)
    least, _ = _needed_inverses([*(d.value for d in named), *opened], sizes)
    return [*found, Way(opened, named, least)] if len(least) < len(found[0].kept) else found


def _without_names(
    outputs: Sequence[Expr], definitions: Sequence[Definition]
) -> tuple[list[Expr], list[Definition]]:
    """The same without names for inverses."""
    values: dict[Expr, Expr] = {}
    named: list[Definition] = []
    for each in definitions:
        value = substitute(each.value, values) if values else each.value
        if value.op is inv:
            values[each.symbol] = value
        else:
            named.append(replace(each, value=value))
    return [substitute(output, values) if values else output for output in outputs], named


def _needed_inverses(
    roots: Sequence[Expr], sizes: Mapping[str, int]
) -> tuple[set[Expr], set[Expr]]:
    """The matrices whose inverses are needed as such, and others that are in several products."""
    needed = {matrix for matrix, _ in _inverted(roots)}
    times: Counter[Expr] = Counter()
    for node in postorder(*roots):
        if node.op is matmul:
            lengths = {n: nominal(n, sizes) for arg in node.args for n in arg.shape}
            for matrix, power in _inverted(node.args):
                rows = nominal(matrix.shape.rows, sizes)
                if _THIN * min(lengths.values()) > rows:  # no vector, nothing with few columns
                    times[matrix] += power
                # Are there far more right-hand sides than unknowns? Products are faster then.
                others = [length for n, length in lengths.items() if n != matrix.shape.rows]
                if others and min(others) >= _MANY * rows:
                    needed.add(matrix)
        elif node.op is not transpose:
            needed.update(matrix for matrix, _ in _inverted(node.args))
    return needed, {matrix for matrix, count in times.items() if count > 1}


def _inverted(nodes: Sequence[Expr]) -> list[tuple[Expr, int]]:
    """The matrices of which some nodes are inverses, or powers of such, and those powers."""
    found: list[tuple[Expr, int]] = []
    for node in nodes:
        bare = node.args[0] if node.op is transpose else node
        power = -1 if bare.op is inv else bare.data if bare.op is matrix_power_op else 0
        if power < 0:
            found.append((bare.args[0], -power))
    return found


# ---------------------------------------------------------------- plans

EQUATIONS = frozenset({"solve", "solve_lu", "solve_spd", "solve_triangular"})
_STARTED = EQUATIONS | {"matmul", "einsum", "gram", "scaled_gram", "pair_sums"}
_START = 60_000_000  # operations that a GPU does in the 3 µs until a product begins
# One result; several; or a value together with a group of results.
Outputs = Expr | tuple["Expr | tuple[Expr, ...]", ...]


@dataclass(frozen=True)
class Wanted:
    """What a program is to compute, and what it says of itself.

    Definitions keep their names in it; `inputs` are the symbols that occur, if none are given.
    `tensors` gives the axes of results that stand for arrays with more than two: a matrix that
    acts on vec(dX) and gives vec(dF) becomes an array of the axes of F followed by those of X.
    `indices` gives the order of the axes that count the members of results which are families.
    """

    outputs: Outputs
    definitions: Sequence[Definition] = ()
    inputs: Sequence[Expr] | None = None
    name: str = "f"
    docstring: str = ""
    tensors: Sequence[Axes | None] = ()
    indices: Sequence[Counted | None] = ()

    @cached_property
    def has_families(self) -> bool:
        """Is there an index in it?"""
        roots = [*self.flat, *(each.value for each in self.definitions)]
        return any(self.indices) or members.has_families(roots)

    @property
    def counted(self) -> list[Counted]:
        """The axes of each result that count members, in the order in which they are."""
        wanted = zip_longest(self.flat, self.indices)
        return [each.axes if axes is None else axes for each, axes in wanted]

    @property
    def flat(self) -> list[Expr]:
        """The expressions that are computed, in order."""
        if isinstance(self.outputs, Expr):
            return [self.outputs]
        return [e for part in self.outputs for e in ((part,) if isinstance(part, Expr) else part)]

    @property
    def groups(self) -> Groups:
        """How the results are grouped when they are returned."""
        if isinstance(self.outputs, Expr):
            return None
        return tuple(None if isinstance(part, Expr) else len(part) for part in self.outputs)


def program(wanted: Wanted | Outputs, options: Options | None = None) -> Program:
    """The program that computes what is wanted, or expressions of which no more is to be said."""
    task = wanted if isinstance(wanted, Wanted) else Wanted(wanted)
    chosen = options or Options()
    planned, graph = _cheapest(task, chosen)
    docstring = task.docstring
    if chosen.fixed:
        planned = split(planned, graph)
    if planned.prepared is not None:
        planned, docstring = _told_of_preparation(planned, task.name, docstring)
    return replace(
        planned,
        groups=task.groups,
        has_families=task.has_families,
        name=Names().take(task.name),
        docstring=docstring,
        rewrites=tuple(graph.rewrites),
        options=chosen,
    )


def _cheapest(task: Wanted, chosen: Options) -> tuple[Program, Graph]:
    """The plan as it is written or, where that may be, multiplied out if it costs less."""
    planned, graph = _Plan(task, chosen).made()
    allowed = (chosen.fixed or chosen.expand) and rewriting.EXPANSION not in chosen.skip
    allowed = allowed and not task.has_families
    roots = [*task.flat, *(each.value for each in task.definitions)]
    if not allowed or not any(node.op is matmul for node in postorder(*roots)):
        return planned, graph
    other, differs = rewriting.expanded(task.flat, task.definitions)
    if not differs and not chosen.fixed:  # without names, more may follow from fixed inputs
        return planned, graph
    closed = Wanted(tuple(other), (), planned.given, tensors=task.tensors)
    second, its_graph = _Plan(closed, chosen).made()
    if _price(second, its_graph, chosen) >= _price(planned, graph, chosen):
        return planned, graph
    its_graph.rewrote(rewriting.EXPANSION, rewriting.WHY_EXPANSION)
    return second, its_graph


def _told_of_preparation(planned: Program, name: str, said: str) -> tuple[Program, str]:
    """The program and what is said of it, with where the inputs come from that are prepared."""
    assert planned.prepared is not None
    count = len(planned.prepared.results)
    made = ", ".join(each.name for each in planned.inputs[-count:])
    told = (*planned.prepared.inputs, *planned.prepared.functions, *planned.prepared.sizes)
    fixed = ", ".join(each.name for each in told)
    stays = f"What stays the same from call to call of {name}: {made}."
    before = replace(planned.prepared, docstring=stays)
    return replace(planned, prepared=before), f"{said}\n{made} from prepare({fixed})".lstrip()


class _Plan:
    """One way to compute what is wanted."""

    def __init__(self, task: Wanted, chosen: Options) -> None:
        self._chosen = chosen
        self._tensors = task.tensors
        self._orders = task.counted if task.has_families else None
        outputs, definitions, self._rewrites, self._narrow = (
            Rewritten(task.flat, needed(task.definitions, task.flat), [], ())
            if task.has_families
            else rewritten(task.flat, task.definitions, chosen)
        )
        roots = [*(d.value for d in definitions), *outputs]
        self._given = _inputs(roots, {d.symbol for d in definitions}, task.inputs)
        self._ways = ways(outputs, definitions, chosen.sizes)

    def made(self) -> tuple[Program, Graph]:
        """The program, and the graph of its values: equations or inverses, as they cost less."""
        found = [self._made(way) for way in self._ways]
        if len(found) == 1:
            return found[0]
        return min(found, key=lambda made: _price(*made, self._chosen))

    def _made(self, way: Way) -> tuple[Program, Graph]:
        chosen = self._chosen
        fixed = frozenset(s for s in self._given if s.name in chosen.fixed)
        graph = Graph(
            kept=way.kept,
            sizes=chosen.sizes,
            fixed=fixed,
            late=frozenset(told(self._given) - told(fixed)) if fixed else frozenset(),
            skipped=chosen.skip if self._orders is None else chosen.skip | members.SINGLE,
            meant=chosen.meant,
            has_cholesky=chosen.has_cholesky,
            rewrites=[*self._rewrites],
        )
        if self._orders is not None:
            graph.members = partial(members.count, graph)
        memo = self._lowered(graph, way.definitions)
        results = tuple(
            _leaving(graph, lower(graph, e, memo), e.shape, axes)
            for e, axes in zip_longest(way.outputs, self._tensors)
        )
        found = optimise(graph, stabilise(graph, results))
        if self._orders is not None:
            graph.symmetric = {}
            found = members.arranged(graph, found, self._orders)
        planned = assemble(graph, self._given, found)
        return replace(planned, narrow=self._narrow), graph

    def _lowered(self, graph: Graph, definitions: Sequence[Definition]) -> dict[Expr, Value]:
        """The values of inputs and definitions, which are given their names."""
        definite = self._chosen.definite
        memo = {each: _entering(graph, each) for each in self._given}
        graph.definite |= {memo[each] for each in self._given if each.name in definite}
        for definition in definitions:
            value = lower(graph, definition.value, memo)
            memo[definition.symbol] = value
            if value.op != "symbol":
                graph.named.setdefault(value, definition.symbol.name)
            if definition.symbol.name in definite:
                graph.definite.add(value)
        return memo


def _price(planned: Program, graph: Graph, chosen: Options) -> int:
    """Operations and, at a quarter each, bytes of what is computed in every call.

    Equations run at two thirds of the speed of products. On a GPU each product is started by
    itself, sums and functions of entries along with their neighbours.
    """
    values = [value for value in planned.values if not graph.is_constant(value)]
    found = total(values, graph.sizes)
    slow = total((value for value in values if value.op in EQUATIONS), graph.sizes)
    begun = sum(value.op in _STARTED for value in values) if chosen.gpu else 0
    return found.operations + slow.operations // 2 + found.bytes // 4 + _START * begun


def _inputs(roots: list[Expr], defined: set[Expr], given: Sequence[Expr] | None) -> list[Expr]:
    found = [s for s in symbols(*roots) if s not in defined]
    if given is None:
        return sorted(found, key=lambda s: s.data.differential_of is not None)
    listed = set(given)
    for each in found:
        if each not in listed:
            raise UnknownNameError(f"{each.name} is used but is not among the inputs")
    return [s for s in given if s not in defined]


def _entering(graph: Graph, given: Expr) -> Value:
    value = graph.make("symbol", data=given, axes=axes_of(given.shape))
    if given.shape.is_vector and not given.shape.is_column:
        return graph.make("flatten", value, axes=value.axes)
    return value


def _leaving(graph: Graph, value: Value, shape: Shape, axes: Axes | None) -> Value:
    """A result: a row has two axes, an array others, of which the first runs fastest."""
    if axes is None and shape.is_vector and not shape.is_column:
        return graph.make("as_row", value, axes=tuple(shape))
    if axes is None or value.axes == axes:
        return value
    return graph.make("tensor", value, *map(graph.size, axes), axes=axes)
