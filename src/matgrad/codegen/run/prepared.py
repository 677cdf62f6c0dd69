"""Functions some of whose inputs stay the same, and what they are called with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from matgrad.codegen.plan.program import measure, whole
from matgrad.codegen.run.arrays import LIBRARIES
from matgrad.codegen.targets import TARGETS
from matgrad.errors import ShapeError, UnknownNameError, UnsupportedError

if TYPE_CHECKING:
    from matgrad.codegen.run.compiled import Compiled


@dataclass(frozen=True)
class Names:
    """What a function is called with: arrays in order, then functions and sizes by keyword."""

    inputs: tuple[str, ...]
    functions: tuple[str, ...] = ()
    sizes: tuple[str, ...] = ()
    more: str = ""  # where inputs come from that the caller does not have

    def bind(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments by name; every one exactly once."""
        wanted = dict.fromkeys((*self.inputs, *self.functions, *self.sizes))
        hint = f"inputs: {listed(wanted)}" + self.more
        if len(args) > len(self.inputs):
            raise UnknownNameError(f"{len(args)} arrays given", hint=hint)
        given = dict(zip(self.inputs, args, strict=False))
        for name, value in kwargs.items():
            if name not in wanted:
                raise UnknownNameError(f"no input {name!r}", hint=hint)
            if name in given:
                raise UnknownNameError(f"input {name!r} is given twice")
            given[name] = value
        missing = [name for name in wanted if name not in given]
        if missing:
            untold = [name for name in missing if name in self.sizes]
            about = f"; no array tells the size {listed(untold)}" if untold else ""
            raise UnknownNameError(f"missing: {listed(missing)}", hint=hint + about)
        for name in self.functions:
            if not callable(given[name]):
                raise UnsupportedError(f"{name} is a {type(given[name]).__name__}, not a function")
        return given | {name: whole(name, given[name]) for name in self.sizes}


@dataclass(frozen=True, eq=False, repr=False)
class Prepared:
    """A compiled function some of whose inputs are there already.

    `known` are those, or what follows from them; `fixed` says what the caller fixed, `sizes` what
    sizes that tells.
    """

    compiled: Compiled
    known: Mapping[str, Any]
    fixed: tuple[str, ...]
    sizes: Mapping[str, int]

    def __repr__(self) -> str:
        name, fixed = self.compiled.name, ", ".join(self.fixed)
        return f"<{self.compiled.target} function {name}({', '.join(self.inputs)}); fixed: {fixed}>"

    @cached_property
    def inputs(self) -> tuple[str, ...]:
        """The names of the arrays it takes."""
        return tuple(name for name in self.compiled.inputs if name not in self.known)

    @property
    def functions(self) -> tuple[str, ...]:
        """The names of the elementwise functions it takes by keyword."""
        return self.compiled.functions

    @property
    def target(self) -> str:
        """The language that it is written in."""
        return self.compiled.target

    @property
    def source(self) -> str:
        """The text of the compiled function."""
        return self.compiled.source

    def explain(self, **sizes: int) -> str:
        """The program line by line, for the sizes that what is fixed tells."""
        inputs = self.compiled.program.inputs
        names = {name for each in inputs for size in each.axes for name in size.names}
        known = {name: size for name, size in self.sizes.items() if name in names}
        return self.compiled.explain(**{**known, **sizes})

    @cached_property
    def _last(self) -> tuple[Any, ...] | None:
        """What is known, if it comes after all that is not."""
        is_last = self.compiled.inputs == (*self.inputs, *self.known)
        return tuple(self.known.values()) if is_last else None

    @cached_property
    def _is_unseen(self) -> bool:
        """Does an input have a size that is fixed, but of no array that a call still reads?"""
        given: set[str] = set()
        read: set[str] = set()
        for each in self.compiled.program.inputs:
            there = read if each.label in self.known else given
            there.update(name for size in each.axes for name in size.names)
        return bool(given & self.sizes.keys() - read)

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        """Compute the results."""
        if self._is_unseen:
            self._check(args, kwargs)
        try:
            if self._last is not None and not kwargs:
                return self.compiled(*args, *self._last)
            given = dict(zip(self.inputs, args, strict=len(args) > len(self.inputs)))
            return self.compiled(**given, **kwargs, **self.known)
        except (ShapeError, UnknownNameError, TypeError, ValueError):
            self._check(args, kwargs)  # in words of what the caller gave
            raise

    def _check(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> None:
        """Raise an error if the inputs do not fit what is fixed."""
        compiled = self.compiled
        for name in (*self.fixed, *self.known):
            if name in kwargs:
                raise UnknownNameError(f"input {name!r} is fixed already")
        names = Names(self.inputs, compiled.functions, compiled.sizes)
        given = names.bind(args, {name: kwargs[name] for name in kwargs if name != "out"})
        wanted = [each for each in compiled.program.inputs if each.label in self.inputs]
        library = LIBRARIES[TARGETS[compiled.target].library]
        arrays, _ = library.enter(wanted, given, compiled.program.options.dtype)
        told = {name: given[name] for name in compiled.sizes}
        measure(wanted, [array.shape for array in arrays], {**self.sizes, **told}, "as fixed")


def listed(names: Iterable[str]) -> str:
    """Names in a row."""
    return ", ".join(names) or "none"
