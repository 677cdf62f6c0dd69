"""Programs that can be called: source, checked inputs, and arrays out."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

from matgrad.codegen.c.native import callable_or_why
from matgrad.codegen.c.source import Native
from matgrad.codegen.plan.operations import VIEWS, Cost, total
from matgrad.codegen.plan.planning import Outputs, Wanted, program
from matgrad.codegen.plan.program import Program, measure, whole
from matgrad.codegen.plan.values import NOMINAL, Value, ordered, varies
from matgrad.codegen.run import quick
from matgrad.codegen.run.arrays import LIBRARIES
from matgrad.codegen.run.prepared import Names, Prepared, listed
from matgrad.codegen.run.quick import Direct, Shapes, guarded, shapes_of, straightened, types_of
from matgrad.codegen.targets import TARGETS, listing, unknown_target, written
from matgrad.codegen.write.into import source_into
from matgrad.codegen.write.lines import Listing
from matgrad.core.expr import Expr
from matgrad.core.steps import Definition
from matgrad.errors import DomainError, ShapeError, UnknownNameError, UnsupportedError
from matgrad.optional import load

# ---------------------------------------------------------------- shapes

# Do arrays fit together, and what sizes do they have? Shapes that do are remembered.

# What a size that is too small means, by what it must be at least.
PARTS = {0: "a part that is taken ends beyond its array:", 1: "a part that is taken has no entry:"}
MOST_SHAPES = 64  # combinations of shapes that are remembered


class Fitting:
    """What the arrays given to a program tell about its sizes."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._known: dict[tuple[tuple[int, ...], ...], dict[str, int]] = {}

    def __call__(self, arrays: Sequence[Any], given: Mapping[str, int]) -> dict[str, int]:
        """The sizes that the arrays have; ShapeError if they do not fit together."""
        shapes = tuple([array.shape for array in arrays])
        if given:
            return self._measured(shapes, given)
        sizes = self._known.get(shapes)
        if sizes is None:
            sizes = self._measured(shapes, given)
            if len(self._known) >= MOST_SHAPES:
                self._known.clear()
            self._known[shapes] = sizes
        return dict(sizes)

    def _measured(
        self, actual: Sequence[tuple[int, ...]], given: Mapping[str, int]
    ) -> dict[str, int]:
        sizes = measure(self._program.inputs, actual, given)
        for size, index in self._program.bounds:
            if size.names <= sizes.keys() and size.evaluate(sizes) < index:
                what = PARTS.get(index, f"index {index} is used, but")
                raise ShapeError(f"{what} {size} = {size.evaluate(sizes)}")
        return sizes


# ---------------------------------------------------------------- errors

# What the array libraries refuse, in words of our own.

# Errors without a type of their own: of PyTorch's LU factors, and SciPy's of nan and inf.
WORDS = ("torch.linalg.lu_factor: U[", "array must not contain infs or NaNs")


def in_our_words(error: Exception) -> DomainError | None:
    """A DomainError where a matrix is singular or has no factors; None for other errors.

    NumPy and PyTorch have each an error of their own for this, known here by its name: neither
    library need be there.
    """
    named = type(error).__name__.lstrip("_") == "LinAlgError"
    if not named and not str(error).startswith(WORDS):
        return None
    said = str(error).partition("\n")[0].rstrip(".")
    return DomainError(
        f"the result is not defined for these arrays: {said}",
        hint="a matrix is singular or not finite, or not positive definite where it has to be",
    )


# ---------------------------------------------------------------- shared memory

# Results that are another look at memory that somebody else has.


def shared(program: Program) -> tuple[bool, ...]:
    """Which results are views of an input, of what is used otherwise, or another result again."""
    uses = Counter(arg for value in program.values for arg in value.args)
    uses.update(program.results)
    results = program.results
    return tuple(v in results[:i] or _is_shared(v, uses) for i, v in enumerate(results))


def _is_shared(value: Value, uses: Counter[Value]) -> bool:
    if value.op not in VIEWS:
        return False
    while value.op in VIEWS and value.args:
        value = value.args[0]
        if uses[value] > 1:
            return True
    return value.op in VIEWS


# ---------------------------------------------------------------- source that runs

# Source and programs made callable.


def native_function(planned: Program, code: Native | None = None) -> Callable[..., Any]:
    """The program as machine code, or as NumPy code where nothing can compile it."""
    found = callable_or_why(planned, code)
    if isinstance(found, str):
        warnings.warn(f"{found}, so NumPy computes this", RuntimeWarning, stacklevel=3)
        return run("numpy", TARGETS["numpy"].write(planned), planned.name)
    return found


def run(target: str, source: str, name: str) -> Callable[..., Any]:
    """The function that a source defines."""
    for mark, package in TARGETS[target].packages.items():
        if f"\n{mark}" in f"\n{source}":
            load(package)
    namespace: dict[str, Any] = {}
    exec(compile(source, f"<matgrad {name}>", "exec"), namespace)  # our own text only
    return namespace[name]


# ---------------------------------------------------------------- explanations

# A program line by line, with what each line costs, and the rewrites that led to it.

_LOOPS = "{target} code has loops and calls for these lines, which are written as in NumPy"


def explain(target: str, program: Program, told: Mapping[str, int]) -> str:
    """The lines of a target with their operations and bytes, for sizes told or assumed."""
    _check(program, told)
    sizes = {**program.options.sizes, **{name: whole(name, told[name]) for name in told}}
    shown = listing(target, program)
    rows = [*_lines(shown, sizes), ("in all", Cost(0, 0))]
    rows[-1] = ("in all", Cost(sum(c.operations for _, c in rows), sum(c.bytes for _, c in rows)))
    before, once = _once(target, program, sizes)
    width = max(len(code) for code, _ in [*rows, *once])
    notes = [] if TARGETS[target].lines else [_LOOPS.format(target=target.upper())]
    head = f"{shown.program.name} for {_sizes(shown.program, sizes) or 'any sizes'}"
    parts = [head, *notes, f"{'':{width}}  {'ops':>7}  {'bytes':>7}"]
    parts += [*_table(rows, width), *(f"rewrite {name!r}: {why}" for name, why in program.rewrites)]
    if once:
        more = _sizes(before, sizes, _named(shown.program))
        parts += [f"by prepare, once{f', for {more}' if more else ''}:", *_table(once, width)]
    return "\n".join(parts)


def _lines(shown: Listing, sizes: Mapping[str, int]) -> list[tuple[str, Cost]]:
    """What is written, and what it costs where it stands first."""
    done: set[Value] = set()
    rows: list[tuple[str, Cost]] = []
    written = [(line.value, f"{line.name} = {line.code}") for line in shown.lines]
    results = dict(zip(shown.program.results, shown.results, strict=True))
    for value, code in [*written, *((value, f"return {c}") for value, c in results.items())]:
        new = ordered((value,), done)
        done.update(new)
        rows.append((code, total(new, sizes)))
    return rows


def _once(
    target: str, program: Program, sizes: Mapping[str, int]
) -> tuple[Program, list[tuple[str, Cost]]]:
    """What stays the same from call to call, and its lines."""
    if program.prepared is None:
        return program, []
    shown = listing(target, replace(program.prepared, options=program.options))
    return shown.program, _lines(shown, sizes)[: len(shown.lines)]


def _table(rows: Sequence[tuple[str, Cost]], width: int) -> list[str]:
    return [f"{code:{width}}  {_short(c.operations):>7}  {_short(c.bytes):>7}" for code, c in rows]


def _check(program: Program, told: Mapping[str, int]) -> None:
    """Every size that is told has to be one of the program, or of what is prepared for it."""
    known: set[str] = set(program.options.sizes)
    for each in (program, program.prepared):
        shapes = (
            [] if each is None else [*(i.axes for i in each.inputs), *(v.axes for v in each.values)]
        )
        known |= {name for shape in shapes for size in shape for name in size.names}
    for name in told:
        if name not in known:
            there = f"there are {', '.join(sorted(known))}" if known else "it has none"
            raise UnknownNameError(f"explain: no size is called {name}", hint=there)


def _short(count: int) -> str:
    """A number with three digits and a letter for its thousands.

    >>> _short(12), _short(1234567)
    ('12', '1.23M')
    """
    size = float(count)
    for letter in ("", "k", "M", "G", "T"):
        if size < 1000 or letter == "T":
            return f"{size:.3g}{letter}" if size < 1000 else f"{size:.0f}{letter}"
        size /= 1000
    return ""


def _named(program: Program) -> set[str]:
    return {name for value in program.values for size in value.axes for name in size.names}


def _sizes(program: Program, sizes: Mapping[str, int], said: Container[str] = ()) -> str:
    """The sizes for which costs are counted, but for those that were said before."""
    used = [name for name in sorted(_named(program)) if name not in said]
    known = [f"{name} = {sizes[name]}" for name in used if name in sizes]
    assumed = ", ".join(name for name in used if name not in sizes)
    return "; ".join([*known, *([f"{assumed} assumed to be {NOMINAL}"] if assumed else [])])


# ---------------------------------------------------------------- functions


@dataclass(frozen=True, eq=False, repr=False)
class Compiled:
    """A function of arrays with readable source.

    Inputs are passed by the names the user gave them, or in the order of `inputs`; unspecified
    functions (`functions`) and sizes that no input tells (`sizes`) by keyword.
    """

    target: str
    source: str
    program: Program
    entry: str = ""  # the function to call, if it is not the one that the program describes

    def __repr__(self) -> str:
        given = (*self.inputs, *self.functions, *self.sizes)
        return f"<{type(self).__name__} {self.target} function {self.name}({', '.join(given)})>"

    @cached_property
    def function(self) -> Callable[..., Any]:
        """The function as it stands in the source, without any check of what it is given."""
        if TARGETS[self.target].compiled:
            return native_function(self.program)
        return run(self.target, self.source, self.name)

    @property
    def name(self) -> str:
        """The name of the function in the source."""
        return self.entry or self.program.name

    @cached_property
    def inputs(self) -> tuple[str, ...]:
        """The names of the arrays it takes."""
        return tuple(given.label for given in self.program.inputs)

    @cached_property
    def functions(self) -> tuple[str, ...]:
        """The names of the elementwise functions it takes by keyword."""
        return tuple(parameter.label for parameter in self.program.functions)

    @cached_property
    def sizes(self) -> tuple[str, ...]:
        """The names of the sizes it takes by keyword."""
        return tuple(parameter.label for parameter in self.program.sizes)

    def __getstate__(self) -> dict[str, Any]:
        """What it is made of: the rest follows, where it is read again."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Compute the results; shapes that do not fit raise ShapeError.

        `out` is an array for the result, or several, that NumPy and C write into.
        """
        try:
            quick = self._quick
            if quick is not None:
                given = args
                if kwargs:  # the inputs in order, as far as keywords tell
                    in_order = not args and len(kwargs) == len(self.inputs)
                    given = [kwargs.get(name) for name in self.inputs] if in_order else (None,)
                result = quick(*given)
                if result is NotImplemented and (usual := self._straightened(given)) is not None:
                    result = quick(*usual)
                if result is not NotImplemented:
                    return result
            return self._carefully(args, kwargs)
        except (ValueError, RuntimeError) as error:
            said = in_our_words(error)
            if said is None:
                raise
            raise said from error

    def _carefully(self, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        """Compute the results from arrays that may have any type and shape."""
        if "out" in kwargs and "out" not in self.inputs:
            return self._into(kwargs.pop("out"), args, kwargs)
        library = self._library
        given = self.bind(args, kwargs)
        arrays, place = LIBRARIES[library].enter(
            self.program.inputs, given, self.program.options.dtype
        )
        self.check(arrays, {n: given[n] for n in self.sizes})
        keywords = {p.name: given[p.label] for p in (*self.program.functions, *self.program.sizes)}
        returned = self.function(*arrays, **keywords)
        found = self._finish(returned, LIBRARIES[library].leave, place)
        # What has to be turned into another type goes this way again.
        if self._seen is not None and types_of(returned) == types_of(found):
            self._seen.add(shapes_of(self.program.inputs, arrays))
        return found

    def _into(self, out: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """Write the results into arrays."""
        quick.refuse(self.target, TARGETS[self.target].library)
        given = self.bind(args, kwargs)
        planned = self.program
        arrays, dtype = LIBRARIES["numpy"].enter(planned.inputs, given, planned.options.dtype)
        sizes = self.check(arrays, {n: given[n] for n in self.sizes})
        outs = quick.outputs(out, len(planned.results))
        shapes = [tuple(d.evaluate(sizes) for d in value.axes) for value in planned.results]
        quick.check(outs, shapes)
        keywords = {p.name: given[p.label] for p in (*planned.functions, *planned.sizes)}
        self._writer(arrays, outs, dtype, **keywords)
        return out

    @cached_property
    def _writer(self) -> Callable[..., None]:
        """Takes inputs, arrays for the results and their type."""
        writer = getattr(self.function, "into", None)
        if writer is not None:
            return writer
        np: Any = load("numpy")
        function = run("numpy", source_into(self.program), self.name)

        def write(arrays: Sequence[Any], outs: Sequence[Any], dtype: Any, **keywords: Any) -> None:
            used = [  # new arrays where those given do not fit
                out
                if out.dtype == dtype and not quick.shares(out, arrays)
                else np.empty(out.shape, dtype)
                for out in outs
            ]
            function(*arrays, *used, **keywords)
            for out, found in zip(outs, used, strict=True):
                if found is not out:
                    out[...] = found

        return write

    @cached_property
    def _views(self) -> tuple[bool, ...]:
        return shared(self.program)

    @cached_property
    def _seen(self) -> set[Shapes] | None:
        """The shapes that are known to fit, if NumPy's arrays may go straight in and out."""
        target = TARGETS[self.target]
        plain = not any(self._views) and all(value.args for value in self.program.results)
        arrays = all(value.axes or varies(value) for value in self.program.results)
        fits = plain and arrays and not self.functions and not self.sizes
        return set() if target.library == "numpy" and (fits or target.compiled) else None

    @cached_property
    def _quick(self) -> Callable[..., Any] | None:
        """Calls the function at once if its arguments are arrays in shapes that were checked."""
        if self._seen is None:
            return None
        if hasattr(self.function, "quick"):
            return getattr(self.function, "quick", None)
        return guarded(self.program, self.function, self._seen)

    @cached_property
    def _straightened(self) -> Callable[[Sequence[Any]], list[Any] | None]:
        return straightened(self.program, by_rows=TARGETS[self.target].compiled)

    def prepare(self, /, *args: Any, **kwargs: Any) -> Prepared:
        """The function of the inputs that change, with everything else computed beforehand.

        It is given the inputs that were said to be fixed, and a size where none of them tells it.
        """
        program = self.program
        before = program.prepared
        if before is not None:
            made = self._like(replace(before, options=program.options))
            sizes, *_ = made.entered(args, kwargs)
            labels = self.inputs[-len(before.results) :]
            known = dict(zip(labels, made(*args, **kwargs), strict=True))
            return Prepared(self, known, made.inputs, sizes)
        fixed = tuple(each for each in program.inputs if each.label in program.options.fixed)
        if not fixed:
            raise UnsupportedError("no input is said to be fixed", hint='compile(…, fixed=["A"])')
        # Nothing follows from these alone: copies are kept, whatever becomes of the arrays given.
        made = replace(self, program=replace(program, inputs=fixed, functions=(), sizes=()))
        sizes, arrays, place = made.entered(args, kwargs)
        leave = LIBRARIES[self._library].leave
        known = {n: leave(a, place, True) for n, a in zip(made.inputs, arrays, strict=True)}
        return Prepared(self, known, made.inputs, sizes)

    def _like(self, planned: Program) -> Compiled:
        """Another program in the same way."""
        return compile_program(self.target, planned)

    def entered(
        self, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> tuple[dict[str, int], list[Any], Any]:
        """The sizes that arguments tell, the arguments as arrays, and what these have in common."""
        given = self.bind(args, kwargs)
        enter = LIBRARIES[self._library].enter
        arrays, place = enter(self.program.inputs, given, self.program.options.dtype)
        return self.check(arrays, {n: given[n] for n in self.sizes}), arrays, place

    @property
    def _library(self) -> str:
        library = TARGETS[self.target].library
        if not library:
            raise UnsupportedError(f"{self.target} code is not run from Python: take its source")
        return library

    def explain(self, **sizes: int) -> str:
        """The program line by line with what each line costs, and the rewrites behind it."""
        made = (*self.program.rewrites, *TARGETS[self.target].notes(self.program))
        return explain(self.target, replace(self.program, rewrites=made), sizes)

    @cached_property
    def _names(self) -> Names:
        """What it is called with."""
        before, more = self.program.prepared, ""
        if before is not None:
            fixed = ", ".join(f"{each.label}=…" for each in (*before.inputs, *before.sizes))
            made = listed(self.inputs[-len(before.results) :])
            more = f"; prepare({fixed}) gives {made}"
        return Names(self.inputs, self.functions, self.sizes, more)

    def bind(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments by label; every one exactly once."""
        return self._names.bind(args, kwargs)

    @cached_property
    def check(self) -> Fitting:
        """Tells the sizes that arrays have; ShapeError if they do not fit together."""
        return Fitting(self.program)

    def _finish(self, returned: Any, leave: Callable[[Any, Any, bool], Any], place: Any) -> Any:
        """Results in one precision that share no memory with the inputs."""
        groups = self.program.groups
        views = iter(self._views)
        if groups is None:
            return leave(returned, place, next(views))
        return tuple(
            leave(part, place, next(views))
            if count is None
            else tuple(leave(each, place, next(views)) for each in part)
            for part, count in zip(returned, groups, strict=True)
        )


class CompiledC(Direct, Compiled):
    """A function whose calls go straight to machine code, once there is some."""

    @cached_property
    def _quick(self) -> Callable[..., Any] | None:
        self.go_by(getattr(self.function, "direct", None))
        return super()._quick


def compile_program(target: str, planned: Program) -> Compiled:
    """Write a program as a function in a target language."""
    if target not in TARGETS:
        raise unknown_target(target)
    called = TARGETS[target].renamed(planned)
    made = CompiledC if TARGETS[target].compiled else Compiled
    return made(target, written(target, called), called)


def compile_numpy(
    outputs: Outputs,
    definitions: Sequence[Definition] = (),
    inputs: Sequence[Expr] | None = None,
    name: str = "f",
) -> Compiled:
    """Write `outputs` as a NumPy function and make it callable.

    Definitions become lines with their names; `inputs` defaults to the symbols that occur.
    """
    return compile_program("numpy", program(Wanted(outputs, definitions, inputs, name)))
