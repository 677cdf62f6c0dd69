"""Programs that can be called: source, checked inputs, and arrays out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from matgrad.codegen.program import Input, Outputs, Program, program
from matgrad.codegen.sizes import measure
from matgrad.codegen.targets import numpy as numpy_target
from matgrad.core.expr import Expr
from matgrad.core.steps import Definition
from matgrad.errors import ShapeError, UnknownNameError, UnsupportedError
from matgrad.optional import load


@dataclass(frozen=True)
class Target:
    """A language that programs are written in, and the packages its code imports."""

    write: Callable[[Program], str]
    packages: Mapping[str, str]  # what an import in the source looks like: the package it needs


TARGETS: dict[str, Target] = {
    "numpy": Target(numpy_target.source, {"import numpy": "numpy", "from scipy": "scipy"}),
}
_VIEWS = frozenset({"symbol", "flatten", "transpose", "entry", "diag", "as_row"})


@dataclass(frozen=True)
class Compiled:
    """A function of arrays with readable source.

    Inputs are passed by the names the user gave them, or in the order of `inputs`; unspecified
    functions (`functions`) and sizes that no input tells (`sizes`) by keyword.
    """

    target: str
    source: str
    program: Program = field(repr=False)
    function: Callable[..., Any] = field(repr=False)

    @property
    def name(self) -> str:
        """The name of the function in the source."""
        return self.program.name

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of the arrays it takes."""
        return tuple(given.label for given in self.program.inputs)

    @property
    def functions(self) -> tuple[str, ...]:
        """The names of the elementwise functions it takes by keyword."""
        return tuple(parameter.label for parameter in self.program.functions)

    @property
    def sizes(self) -> tuple[str, ...]:
        """The names of the sizes it takes by keyword."""
        return tuple(parameter.label for parameter in self.program.sizes)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Compute the results; shapes that do not fit raise ShapeError."""
        given = self._bind(args, kwargs)
        arrays, dtype = _arrays(self.program.inputs, given)
        self._check(arrays, {n: int(given[n]) for n in self.sizes})
        keywords = {p.name: given[p.label] for p in (*self.program.functions, *self.program.sizes)}
        return self._finish(self.function(*arrays, **keywords), dtype)

    def _bind(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments by label; every one exactly once."""
        wanted = dict.fromkeys((*self.inputs, *self.functions, *self.sizes))
        if len(args) > len(self.inputs):
            raise UnknownNameError(f"{len(args)} arrays given, inputs: {_listed(self.inputs)}")
        given = dict(zip(self.inputs, args, strict=False))
        for name, value in kwargs.items():
            if name not in wanted:
                raise UnknownNameError(f"no input {name!r}", hint=f"inputs: {_listed(wanted)}")
            if name in given:
                raise UnknownNameError(f"input {name!r} is given twice")
            given[name] = value
        missing = [name for name in wanted if name not in given]
        if missing:
            hint = f"inputs: {_listed(wanted)}"
            raise UnknownNameError(f"missing: {_listed(missing)}", hint=hint)
        return given

    def _check(self, arrays: Sequence[Any], given: Mapping[str, int]) -> None:
        shapes = [each.shape for each in self.program.inputs]
        sizes = measure(self.inputs, shapes, [array.shape for array in arrays], given)
        for size, index in self.program.bounds:
            if size.names <= sizes.keys() and size.evaluate(sizes) < index:
                raise ShapeError(f"index {index} is used, but {size} = {size.evaluate(sizes)}")

    def _finish(self, returned: Any, dtype: Any) -> Any:
        """Results in one precision that share no memory with the inputs."""
        groups = self.program.groups
        views = iter([value.op in _VIEWS for value in self.program.results])
        if groups is None:
            return _result(returned, dtype, next(views))
        return tuple(
            _result(part, dtype, next(views))
            if count is None
            else tuple(_result(each, dtype, next(views)) for each in part)
            for part, count in zip(returned, groups, strict=True)
        )


def compile_program(target: str, planned: Program) -> Compiled:
    """Write a program as a function in a target language and make it callable."""
    if target not in TARGETS:
        known = ", ".join(sorted(TARGETS))
        raise UnsupportedError(f"no code is written for {target!r}", hint=f"known targets: {known}")
    source = TARGETS[target].write(planned)
    for mark, package in TARGETS[target].packages.items():
        if f"\n{mark}" in f"\n{source}":
            load(package)
    namespace: dict[str, Any] = {}
    exec(compile(source, f"<matgrad {planned.name}>", "exec"), namespace)  # our own text only
    return Compiled(target, source, planned, namespace[planned.name])


def compile_numpy(
    outputs: Outputs,
    definitions: Sequence[Definition] = (),
    inputs: Sequence[Expr] | None = None,
    name: str = "f",
    docstring: str = "",
) -> Compiled:
    """Write `outputs` as a NumPy function and make it callable.

    Definitions become lines with their names; `inputs` defaults to the symbols that occur.
    """
    return compile_program("numpy", program(outputs, definitions, inputs, name, docstring))


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"


def _arrays(inputs: Sequence[Input], given: Mapping[str, Any]) -> tuple[list[Any], Any]:
    """Arrays of one real type: single precision if every array given has it, else double."""
    np: Any = load("numpy")
    arrays = [_array(np, each, given[each.label]) for each in inputs]
    # Lists and Python numbers take the precision of the arrays beside them.
    strong = [hasattr(given[each.label], "dtype") for each in inputs]
    dtypes = {array.dtype for array, counts in zip(arrays, strong, strict=True) if counts}
    dtype = np.dtype("float32" if dtypes == {np.dtype("float32")} else "float64")
    return [array.astype(dtype, copy=False) for array in arrays], dtype


def _array(np: Any, wanted: Input, value: Any) -> Any:
    try:
        array = np.asarray(value)
    except ValueError:
        raise ShapeError(f"{wanted.label} is not an array: its rows differ in length") from None
    if array.dtype.kind not in "fiub":
        kind = array.dtype
        raise UnsupportedError(f"{wanted.label} has entries of type {kind}, not real numbers")
    is_row = wanted.shape.is_vector and not wanted.shape.is_column
    return array.reshape(1, -1) if is_row and array.ndim == 1 else array


def _result(value: Any, dtype: Any, is_view: bool) -> Any:
    np: Any = load("numpy")
    array = np.array(value, dtype=dtype) if is_view else np.asarray(value, dtype=dtype)
    return array if array.ndim else array[()]
