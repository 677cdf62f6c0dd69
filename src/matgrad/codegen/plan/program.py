"""Straight-line programs: what is computed from which inputs, free of any language."""

from __future__ import annotations

import builtins
import keyword
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, lru_cache
from operator import index
from typing import Any, NamedTuple, cast

from matgrad.codegen.helpers import helpers
from matgrad.codegen.plan.operations import PASSED
from matgrad.codegen.plan.values import Axes, Graph, Value, ordered
from matgrad.core.dims import Dim
from matgrad.core.expr import Expr, catalogue, make
from matgrad.core.shape import Shape
from matgrad.core.walk import postorder
from matgrad.errors import ShapeError, UnsupportedError
from matgrad.ops import Data

# ---------------------------------------------------------------- options

# How a program is to be planned and written.

PRECISIONS = ("", "float32", "float64")


def nothing_known(node: Expr) -> bool:
    """No matrix is known to be positive definite."""
    return False


@dataclass(frozen=True)
class Options:
    """How a program is to be planned.

    `sizes` are numbers that sizes are expected to be about, by which products are ordered; `fixed`
    names inputs that stay the same from call to call; `skip` names rewrites that are not wanted;
    `shard` says along which axis of a mesh of devices the arrays with a size are split; `dtype` is
    the precision to compute in, "" for that of the arrays given; `definite` names parts that are
    positive definite though that does not follow from how they are written.
    """

    sizes: Mapping[str, int] = field(default_factory=dict[str, int])
    fixed: frozenset[str] = frozenset()
    skip: frozenset[str] = frozenset()
    expand: bool = False  # multiply out where that is cheaper, also if it costs digits
    shard: Mapping[str, str] = field(default_factory=dict[str, str])
    dtype: str = ""
    definite: frozenset[str] = frozenset()
    blas: bool = False  # C multiplies matrices by BLAS
    gpu: bool = False  # the code is for a GPU, where starting an operation costs
    guard: bool = False  # products are ordered by the sizes of each call
    # Operators that the language has no code for, which are computed as what they mean.
    meant: frozenset[str] = frozenset()
    # Of an inverse, a power or a determinant: is its matrix known to be positive definite?
    has_cholesky: Callable[[Expr], bool] = field(default=nothing_known, compare=False)

    def __post_init__(self) -> None:
        if self.dtype not in PRECISIONS:
            raise UnsupportedError(
                f"no code computes in {self.dtype}: float32 and float64 are there"
            )


# ---------------------------------------------------------------- names

# Names that are safe in generated code, whatever the user called things.

_GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho"
    " sigma_end sigma tau upsilon phi chi psi omega"
).split()
_SPELLED = {chr(0x3B1 + i): name for i, name in enumerate(_GREEK)}
_SPELLED |= {letter.upper(): name.capitalize() for letter, name in _SPELLED.items()}
_SPELLED |= {"ς": "sigma", "ϵ": "epsilon", "ϕ": "phi", "ϑ": "theta", "ℓ": "l", "∂": "d"}
_SPELLED |= dict.fromkeys("′'ʹ’", "_prime")

# Imports and helpers above a generated function.
_IMPORTS = "np special scipy linalg jax jnp torch math xp array_namespace PartitionSpec".split()
_HELPERS = [
    mark.rstrip("(")
    for language in ("numpy", "jax", "torch", "array_api")
    for mark in helpers(f"{language}.txt")
]
RESERVED = frozenset({*keyword.kwlist, *keyword.softkwlist, *dir(builtins), *_IMPORTS, *_HELPERS})


@lru_cache(1024)
def identifier(name: str) -> str:
    """A plain ASCII identifier close to a name; different names may give the same one.

    >>> identifier("σ′"), identifier("λ₁"), identifier("x-y")
    ('sigma_prime', 'lambda1', 'x_y')
    """
    spelled = "".join(_SPELLED.get(letter, letter) for letter in name)
    plain = unicodedata.normalize("NFKD", spelled).encode("ascii", "ignore").decode("ascii")
    safe = re.sub(r"\W+", "_", plain)[:60] or "v"
    return f"v{safe}" if safe[0].isdigit() or safe.startswith("__") else safe


class Names:
    """Hands out identifiers that are neither reserved nor taken.

    >>> names = Names()
    >>> names.take("lambda"), names.take("x"), names.take("x")
    ('lambda_', 'x', 'x_')
    """

    def __init__(self, taken: frozenset[str] = RESERVED) -> None:
        self._taken = set(taken)
        self._count = 0

    def take(self, name: str) -> str:
        """The identifier closest to `name` that is still free."""
        safe = identifier(name)
        while safe in self._taken:
            safe += "_"
        self._taken.add(safe)
        return safe

    def copy(self) -> Names:
        """The same names taken, for a user that takes more of them."""
        twin = Names(frozenset(self._taken))
        twin._count = self._count
        return twin

    def fresh(self) -> str:
        """A name for something nobody named: t1, t2, …"""
        self._count += 1
        while f"t{self._count}" in self._taken:
            self._count += 1
        self._taken.add(f"t{self._count}")
        return f"t{self._count}"


# ---------------------------------------------------------------- sizes

# Sizes: which axis of which input tells each one, and whether given arrays agree.


class Reading(NamedTuple):
    """One size name read off an axis: name = (axis − rest) / factor."""

    name: str
    rest: Dim
    factor: Dim


def whole(name: str, size: object) -> int:
    """A number for a size, which is whole and not less than one."""
    try:
        found = 0 if isinstance(size, bool) else index(cast("int", size))
    except TypeError:
        found = 0
    if found < 1:
        raise ShapeError(f"{name} is {size!r}, which is no size", hint="1, 2, 3, …")
    return found


def read(size: Dim, known: Collection[str]) -> Reading | None:
    """The one unknown name that a size determines once the names in `known` are known.

    >>> read(Dim({("m", "n"): 1}), {"m"})
    Reading(name='n', rest=Dim(0), factor=Dim(m))
    """
    unknown = size.names.difference(known)
    holding = [(m, c) for m, c in size.terms if not unknown.isdisjoint(m)]
    if len(unknown) != 1 or len(holding) != 1:
        return None
    (name,), ((monomial, coefficient),) = unknown, holding
    if monomial.count(name) > 1:
        return None
    others = tuple(other for other in monomial if other != name)
    rest = Dim({m: c for m, c in size.terms if m != monomial})
    return Reading(name, rest, Dim({others: coefficient}))


class Axis(NamedTuple):
    """One axis of an input: its position in the list of inputs, which axis, and its size."""

    source: int
    axis: int
    size: Dim


def axes(arrays: Iterable[Axes]) -> list[Axis]:
    """The axes of arrays, one by one."""
    return [
        Axis(source, axis, size)
        for source, sizes in enumerate(arrays)
        for axis, size in enumerate(sizes)
    ]


def array_shape(shape: Shape) -> Axes:
    """The shape of the array that stands for a matrix: (), (n,) or (m, n)."""
    return () if shape.is_scalar else (shape.rows,) if shape.is_column else tuple(shape)


def array_of(symbol: Expr) -> Axes:
    """The shape of the array that stands for a symbol: of a family its indices come first."""
    return (*(axis.size for axis in symbol.data.axes), *array_shape(symbol.shape))


def readings(
    given: Iterable[Expr | Input], known: Collection[str] = ()
) -> Iterator[tuple[Axis, Reading]]:
    """Every size name that can be read off inputs, in an order in which that is possible."""
    arrays = [each.axes if isinstance(each, Input) else array_of(each) for each in given]
    waiting, found = axes(arrays), set(known)
    progress = True
    while waiting and progress:
        progress = False
        later: list[Axis] = []
        for axis in waiting:
            reading = read(axis.size, found)
            if reading is not None:
                found.add(reading.name)
                progress = True
                yield axis, reading
            elif not axis.size.names <= found:
                later.append(axis)
        waiting = later


def told(given: Iterable[Expr]) -> set[str]:
    """The names of sizes that can be read off inputs."""
    return {reading.name for _, reading in readings(given)}


def measure(
    inputs: Sequence[Input],
    actual: Sequence[tuple[int, ...]],
    given: Mapping[str, int],
    why: str = "as given",
) -> dict[str, int]:
    """The sizes of the arrays given; raises ShapeError where two of them do not fit together."""
    for each, found in zip(inputs, actual, strict=True):
        if len(found) != len(each.axes):
            raise _wrong_axes(each, found)
    sizes = dict(given)
    origin = dict.fromkeys(given, why)
    for (source, axis, size), (name, rest, factor) in readings(inputs, given):
        length = actual[source][axis]
        value, left = divmod(length - rest.evaluate(sizes), factor.evaluate(sizes))
        if left or value < 1:
            raise ShapeError(f"{inputs[source].label} has size {length}, which is no {size}")
        sizes[name] = value
        origin[name] = f"from {inputs[source].label}"
    for source, axis, size in axes(each.axes for each in inputs):
        length = actual[source][axis]
        if size.names <= sizes.keys() and size.evaluate(sizes) != length:
            because = [f"{n} = {sizes[n]} {origin[n]}" for n in sorted(size.names)]
            expected = f"{size}, where {', '.join(because)}" if because else str(size)
            label = inputs[source].label
            raise ShapeError(f"axis {axis} of {label} has size {length}, expected {expected}")
    return sizes


def _wrong_axes(given: Input, found: tuple[int, ...]) -> ShapeError:
    wanted = given.axes
    text = f"({', '.join(map(str, wanted))}{',' if len(wanted) == 1 else ''})"
    kind = ("a scalar", "a vector", "a matrix")[len(array_shape(given.shape))]
    hint = "a scalar is (), a column vector (n,), a matrix (m, n)"
    if given.indices:
        kind, hint = "a family", f"its members are counted by the first {len(given.indices)} axes"
    return ShapeError(
        f"{given.label} is {kind} of shape {text}, the array given has shape {found}", hint=hint
    )


# ---------------------------------------------------------------- programs

# How results are returned: one, or for each part None or the number of results in it.
Groups = tuple[int | None, ...] | None


@dataclass(frozen=True)
class Parameter:
    """Something a program is called with: what the user calls it, and what the code does."""

    label: str
    name: str


@dataclass(frozen=True)
class Input(Parameter):
    """An array that a program is called with; a family of them has indices."""

    shape: Shape
    indices: Axes = ()

    @cached_property
    def axes(self) -> Axes:
        """The shape of the array."""
        return (*self.indices, *array_shape(self.shape))


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
    has_families: bool = False
    prepared: Program | None = None  # computes the inputs that follow from fixed ones

    def __reduce__(self) -> tuple[Any, ...]:
        return unpacked, (Program, packed(self))


def names_taken(program: Program) -> Names:
    """Names of which those of the inputs are taken."""
    names = Names()
    for each in program.inputs:
        names.take(each.label)
    return names


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
    inputs = tuple(
        Input(s.name, names.take(s.name), s.shape, tuple(axis.size for axis in s.data.axes))
        for s in given
    )
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
    every = list(readings(given))
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


# ---------------------------------------------------------------- as plain data

# Programs as plain data, for pickle and copy: expressions and values in lists, not in graphs.
#
# Expressions exist once in a process, so they are made again where a program is read; lists have no
# depth, so a program of any length is stored.


class _Place(NamedTuple):
    """An expression, by its place in the list."""

    at: int


class Stored(NamedTuple):
    """A program without graphs: `rest` are the fields that hold neither values nor expressions."""

    expressions: list[tuple[str, tuple[int, ...], Any]]
    values: list[tuple[str, tuple[int, ...], Any, Any, int | None]]
    order: list[int]
    results: list[int]
    names: list[tuple[int, str]]
    given: list[int]
    rest: dict[str, Any]


_APART = ("values", "results", "names", "given")


def packed(program: Program) -> Stored:
    """The program as data."""
    values = ordered((*program.values, *program.results, *program.names))
    data = [each.data for each in values if isinstance(each.data, Expr)]
    nodes = postorder(*data, *(each.node for each in values if each.node), *program.given)
    at = {node: i for i, node in enumerate(nodes)}
    place = {value: i for i, value in enumerate(values)}
    rest = {f.name: getattr(program, f.name) for f in fields(program) if f.name not in _APART}
    # What is known of matrices has been used in planning.
    rest["options"] = replace(program.options, has_cholesky=nothing_known)
    return Stored(
        [(node.op.name, tuple(at[arg] for arg in node.args), node.data) for node in nodes],
        [
            (
                each.op,
                tuple(place[arg] for arg in each.args),
                _Place(at[each.data]) if isinstance(each.data, Expr) else each.data,
                each.axes,
                None if each.node is None else at[each.node],
            )
            for each in values
        ],
        [place[value] for value in program.values],
        [place[value] for value in program.results],
        [(place[value], name) for value, name in program.names.items()],
        [at[node] for node in program.given],
        rest,
    )


def unpacked(kind: type[Program], stored: Stored) -> Program:
    """The program again."""
    nodes: list[Expr] = []
    for name, args, data in stored.expressions:
        nodes.append(make(catalogue[name], tuple(nodes[i] for i in args), data))
    values: list[Value] = []
    for op, args, data, axes, node in stored.values:
        said = nodes[data.at] if isinstance(data, _Place) else data
        came_from = None if node is None else nodes[node]
        values.append(Value(op, tuple(values[i] for i in args), said, axes, came_from))
    return kind(
        values=tuple(values[i] for i in stored.order),
        results=tuple(values[i] for i in stored.results),
        names={values[i]: name for i, name in stored.names},
        given=tuple(nodes[i] for i in stored.given),
        **stored.rest,
    )
