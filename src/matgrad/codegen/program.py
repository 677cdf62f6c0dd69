"""Straight-line programs: what is computed from which inputs, free of any language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from matgrad.codegen.names import Names, identifier
from matgrad.codegen.options import Options
from matgrad.codegen.sizes import Axis, Reading, readings
from matgrad.codegen.stored import packed, unpacked
from matgrad.codegen.values import Graph, Value, ordered
from matgrad.core.dims import Dim
from matgrad.core.expr import Expr
from matgrad.core.shape import Shape
from matgrad.ops import NAMED, Data

# How results are returned: one, or for each part None or the number of results in it.
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
    narrow: tuple[tuple[Dim, Dim], ...] = ()  # sizes that have to be much smaller than others
    prepared: Program | None = None  # computes the inputs that follow from fixed ones

    def __reduce__(self) -> tuple[Any, ...]:
        return unpacked, (Program, packed(self))


def grouped(results: Iterable[Any], groups: Groups) -> Any:
    """Results as they are returned."""
    rest = iter(results)
    if groups is None:
        return next(rest)
    return tuple(
        next(rest) if count is None else tuple(next(rest) for _ in range(count)) for count in groups
    )


def assemble(graph: Graph, given: list[Expr], results: tuple[Value, ...]) -> Program:
    """The program that computes values from inputs, with names for everything."""
    reached = set(ordered(results))
    forward = (value for value in graph.named if value in reached)
    values = ordered((*forward, *results))  # definitions come in the order they were given
    names = Names()
    inputs = tuple(Input(s.name, names.take(s.name), s.shape) for s in given)
    taken = _named(graph, values, dict(zip(given, inputs, strict=True)), names)
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


def _named(
    graph: Graph, values: list[Value], inputs: Mapping[Expr, Input], names: Names
) -> dict[Value, str]:
    """The names of inputs and definitions."""
    taken = {v: names.take(graph.named[v]) for v in values if v in graph.named}
    # An input keeps its name, also where it is what became of a definition: S' of a symmetric S.
    taken |= {v: inputs[v.data].name for v in values if v.op == "symbol"}
    for value in values:
        if value.op == "flatten" and value not in taken and value.args[0] in taken:
            taken[value] = taken[value.args[0]]  # the row is not used again, so its name is free
    return taken


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
