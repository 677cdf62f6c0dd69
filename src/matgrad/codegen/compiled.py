"""Programs that can be called: source, checked inputs, and arrays out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

from matgrad.codegen import buffers
from matgrad.codegen.arrays import LIBRARIES
from matgrad.codegen.explain import explain
from matgrad.codegen.faults import in_our_words
from matgrad.codegen.fitting import Fitting
from matgrad.codegen.planning import Outputs, Wanted, program
from matgrad.codegen.prepared import Names, Prepared, listed
from matgrad.codegen.program import Program
from matgrad.codegen.quick import Direct, Shapes, guarded, shapes_of, straightened, types_of
from matgrad.codegen.running import native_function, run
from matgrad.codegen.targets import TARGETS, unknown_target
from matgrad.codegen.targets.numpy_into import source_into
from matgrad.codegen.together import written
from matgrad.codegen.values import varies
from matgrad.codegen.views import shared
from matgrad.core.expr import Expr
from matgrad.core.steps import Definition
from matgrad.errors import UnsupportedError
from matgrad.optional import load


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
                given = args if not kwargs else self._in_order(args, kwargs)
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
        buffers.refuse(self.target, TARGETS[self.target].library)
        given = self.bind(args, kwargs)
        planned = self.program
        arrays, dtype = LIBRARIES["numpy"].enter(planned.inputs, given, planned.options.dtype)
        sizes = self.check(arrays, {n: given[n] for n in self.sizes})
        outs = buffers.outputs(out, len(planned.results))
        shapes = [tuple(d.evaluate(sizes) for d in value.axes) for value in planned.results]
        buffers.check(outs, shapes)
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
            fits = [
                None
                if out.dtype == dtype and not buffers.shares(out, arrays)
                else np.empty(out.shape, dtype)
                for out in outs
            ]
            buffers.through(outs, fits, lambda used: function(*arrays, *used, **keywords))

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

    def _in_order(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Sequence[Any]:
        """The inputs in order, as far as keywords tell."""
        if args or len(kwargs) != len(self.inputs):
            return (None,)
        return [kwargs.get(name) for name in self.inputs]

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
