"""Straight-line programs: what is computed from which inputs, free of any language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any

from matgrad.codegen import expand
from matgrad.codegen.applied import NAME, WHY, applied
from matgrad.codegen.cost import total
from matgrad.codegen.hoist import split
from matgrad.codegen.inverses import inverses_kept
from matgrad.codegen.lower import lower
from matgrad.codegen.names import Names, identifier
from matgrad.codegen.optimise import optimise
from matgrad.codegen.options import Options
from matgrad.codegen.sizes import Axis, Reading, readings, told
from matgrad.codegen.stable import stabilise
from matgrad.codegen.stored import packed, unpacked
from matgrad.codegen.values import Axes, Graph, Value, axes_of, ordered
from matgrad.core.dims import Dim
from matgrad.core.expr import Expr
from matgrad.core.shape import Shape
from matgrad.core.steps import Definition
from matgrad.core.walk import symbols
from matgrad.errors import UnknownNameError
from matgrad.ops import NAMED, Data

# One result; several; or a value together with a group of results.
Outputs = Expr | tuple["Expr | tuple[Expr, ...]", ...]
Groups = tuple[int | None, ...] | None
# Calls of functions that a program is given.
PASSED = ("unspecified", *(op.name for op in NAMED), "named_map", "named_hessian")


@dataclass(frozen=True)
class Parameter:
    """Something a program is called with: what the user calls it, and what the code does."""

    label: str
    name: str


@dataclass(frozen=True)
class Input(Parameter):
    """An array that a program is called with."""

    shape: Shape


@dataclass(frozen=True)
class Program:
    """Values in order of computation and the names they have in code.

    `sizes` are parameters for the sizes that no input tells, `read` says how the others are found.
    `groups` says how results are returned: None for a single one, else for each part None if it
    is one result and its length if it is a tuple of them.
    """

    inputs: tuple[Input, ...]
    functions: tuple[Parameter, ...]
    sizes: tuple[Parameter, ...]
    read: tuple[tuple[Axis, Reading], ...]
    values: tuple[Value, ...]
    results: tuple[Value, ...]
    names: dict[Value, str]
    size_names: dict[str, str]
    function_names: dict[Any, str]  # by what stands for the function in the values
    bounds: tuple[tuple[Dim, int], ...]
    allocate: Names
    groups: Groups = None
    name: str = "f"
    docstring: str = ""
    rewrites: tuple[tuple[str, str], ...] = ()
    options: Options = field(default_factory=Options)
    given: tuple[Expr, ...] = ()  # the symbols that the inputs are
    prepared: Program | None = None  # computes the inputs that follow from fixed ones

    def __reduce__(self) -> tuple[Any, ...]:
        return unpacked, (Program, packed(self))


def program(  # noqa: PLR0913, PLR0917
    outputs: Outputs,
    definitions: Sequence[Definition] = (),
    inputs: Sequence[Expr] | None = None,
    name: str = "f",
    docstring: str = "",
    tensors: Sequence[Axes | None] = (),
    options: Options | None = None,
) -> Program:
    """The program that computes `outputs`, in which definitions keep their names.

    `tensors` gives the axes of results that stand for arrays with more than two: a matrix that
    acts on vec(dX) and gives vec(dF) becomes an array of the axes of F followed by those of X.
    """
    chosen = options or Options()
    planned, graph = _plan(flat(outputs), definitions, inputs, tensors, chosen)
    may_expand = (chosen.fixed or chosen.expand) and expand.NAME not in chosen.skip
    if may_expand and expand.is_expandable(flat(outputs), definitions):
        other, differs = expand.expanded(flat(outputs), definitions)
        if differs or chosen.fixed:  # without names, more may follow from fixed inputs
            given = inputs if inputs is not None else _given(flat(outputs), definitions)
            second, its_graph = _plan(other, (), given, tensors, chosen)
            if _price(second, its_graph) < _price(planned, graph):
                its_graph.rewrote(expand.NAME, expand.WHY)
                planned, graph = second, its_graph
    if chosen.fixed:
        planned = split(planned, graph, assemble)
    if planned.prepared is not None:
        planned, docstring = _told_of_preparation(planned, name, docstring)
    return replace(
        planned,
        groups=grouping(outputs),
        name=Names().take(name),
        docstring=docstring,
        rewrites=tuple(graph.rewrites),
        options=chosen,
    )


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


def _plan(
    outputs: list[Expr],
    definitions: Sequence[Definition],
    inputs: Sequence[Expr] | None,
    tensors: Sequence[Axes | None],
    chosen: Options,
) -> tuple[Program, Graph]:
    definitions = _needed(definitions, outputs)
    acting = None if NAME in chosen.skip else applied(outputs, definitions, chosen.fixed)
    if acting is not None:
        outputs, definitions = acting
    roots = [*(d.value for d in definitions), *outputs]
    given = _inputs(roots, {d.symbol for d in definitions}, inputs)
    fixed = frozenset(s for s in given if s.name in chosen.fixed)
    graph = Graph(
        kept=inverses_kept(roots, chosen.sizes),
        sizes=chosen.sizes,
        fixed=fixed,
        late=frozenset(told(given) - told(fixed)) if fixed else frozenset(),
        skipped=chosen.skip,
        has_cholesky=chosen.has_cholesky,
    )
    if acting is not None:
        graph.rewrote(NAME, WHY)
    memo = {each: _entering(graph, each) for each in given}
    graph.definite |= {memo[each] for each in given if each.name in chosen.definite}
    for definition in definitions:
        value = lower(graph, definition.value, memo)
        memo[definition.symbol] = value
        if value.op != "symbol":
            graph.named.setdefault(value, definition.symbol.name)
        if definition.symbol.name in chosen.definite:
            graph.definite.add(value)
    results = tuple(
        _leaving(graph, lower(graph, e, memo), e.shape)
        if axes is None
        else _as_tensor(graph, lower(graph, e, memo), axes)
        for e, axes in zip_longest(outputs, tensors)
    )
    return assemble(graph, given, optimise(graph, stabilise(graph, results))), graph


def _given(outputs: list[Expr], definitions: Sequence[Definition]) -> list[Expr]:
    needed = _needed(definitions, outputs)
    roots = [*(d.value for d in needed), *outputs]
    return _inputs(roots, {d.symbol for d in needed}, None)


def _price(planned: Program, graph: Graph) -> int:
    """Operations and, at a quarter each, bytes of what is computed in every call."""
    values = [value for value in planned.values if not graph.is_constant(value)]
    found = total(values, graph.sizes)
    return found.operations + found.bytes // 4


def _needed(definitions: Sequence[Definition], outputs: list[Expr]) -> list[Definition]:
    """The definitions that the outputs use, directly or through others."""
    used = set(symbols(*outputs))
    kept: list[Definition] = []
    for definition in reversed(definitions):
        if definition.symbol in used:
            kept.append(definition)
            used.update(symbols(definition.value))
    return kept[::-1]


def flat(outputs: Outputs) -> list[Expr]:
    """The expressions that are computed, in order."""
    if isinstance(outputs, Expr):
        return [outputs]
    return [e for part in outputs for e in ((part,) if isinstance(part, Expr) else part)]


def grouping(outputs: Outputs) -> Groups:
    """How the results are grouped when they are returned."""
    if isinstance(outputs, Expr):
        return None
    return tuple(None if isinstance(part, Expr) else len(part) for part in outputs)


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


def _leaving(graph: Graph, value: Value, shape: Shape) -> Value:
    if shape.is_vector and not shape.is_column:
        return graph.make("as_row", value, axes=tuple(shape))
    return value


def _as_tensor(graph: Graph, value: Value, axes: Axes) -> Value:
    """The same entries with other axes, the first running fastest."""
    if value.axes == axes:
        return value
    return graph.make("tensor", value, *(graph.size(size) for size in axes), axes=axes)


def assemble(graph: Graph, given: list[Expr], results: tuple[Value, ...]) -> Program:
    """The program that computes values from inputs, with names for everything."""
    reached = set(ordered(results))
    forward = (value for value in graph.named if value in reached)
    values = ordered((*forward, *results))  # definitions come in the order they were given
    names = Names()
    inputs = tuple(Input(s.name, names.take(s.name), s.shape) for s in given)
    by_symbol = dict(zip(given, inputs, strict=True))
    taken = {v: names.take(graph.named[v]) for v in values if v in graph.named}
    # An input keeps its name, also where it is what became of a definition: S' of a symmetric S.
    taken |= {v: by_symbol[v.data].name for v in values if v.op == "symbol"}
    for value in values:
        if value.op == "flatten" and value not in taken and value.args[0] in taken:
            taken[value] = taken[value.args[0]]  # the row is not used again, so its name is free
    calls = dict.fromkeys(v.data for v in values if v.op in PASSED)
    functions = {data: Parameter(*_function(data, names)) for data in calls}
    sizes, read, size_names = _sizes(values, given, names)
    return Program(
        inputs=inputs,
        functions=tuple(functions.values()),
        sizes=sizes,
        read=read,
        values=tuple(values),
        results=results,
        names=taken,
        size_names=size_names,
        function_names={data: f.name for data, f in functions.items()},
        bounds=tuple(graph.bounds),
        allocate=names,
        given=tuple(given),
    )


def _function(data: Any, names: Names) -> tuple[str, str]:
    derived = isinstance(data, Data)
    name, primes = (data.label(), data.primes) if derived else data
    label = identifier(name) + "_prime" * primes
    return label, names.take(label)


def _sizes(
    values: list[Value], given: list[Expr], names: Names
) -> tuple[tuple[Parameter, ...], tuple[tuple[Axis, Reading], ...], dict[str, str]]:
    """The size names that the values need: those to be passed, those to be read, their names."""
    every = list(readings([s.shape for s in given], set()))
    wanted = {n for v in values if v.op == "size" for n in v.data.names}
    read: list[tuple[Axis, Reading]] = []
    for axis, reading in reversed(every):
        if reading.name in wanted:
            wanted |= reading.rest.names | reading.factor.names
            read.append((axis, reading))
    told = {reading.name for _, reading in read}
    allocated = {n: names.take(n) for n in sorted(wanted)}
    passed = tuple(Parameter(n, allocated[n]) for n in sorted(wanted - told))
    return passed, tuple(reversed(read)), allocated
