"""Functions written for JAX, which takes no arrays but its own: they are copied before the call.

In the copy, modules and functions of JAX that the function names, in its own module, around it or
by an import inside of it, are stand-ins: these take our arrays, and give all others to JAX.
Functions that it calls by name are copied as well. JAX is neither changed nor loaded.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from types import CellType, FunctionType, MethodType, ModuleType
from typing import Any, cast

from matgrad.optional import imported
from matgrad.programs.arrays.array import Array
from matgrad.programs.arrays.tables import unknown
from matgrad.programs.bridges.jax_arrays import MODULES, called_jax

TRANSPARENT = frozenset("jit checkpoint remat named_call".split())  # change no value
TRANSFORMED = "vmap, jax.grad and the like"  # what gave a function, which does not tell
TRANSFORMS = frozenset("grad value_and_grad vmap pmap jacfwd jacrev hessian jvp vjp".split())


def taken(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with stand-ins for what it has from JAX, if that is loaded at all."""
    return _Copies().of(function) if "jax" in sys.modules else function


class _Module:
    """A module of JAX."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._module, name)
        if isinstance(value, ModuleType):
            return _Module(value)
        return _Function(value, self._module.__name__, name) if _is_function(value) else value


class _Function:
    """A function of JAX: ours if one of our arrays is given, and otherwise its own."""

    def __init__(self, own: Callable[..., Any], module: str, name: str) -> None:
        self._own, self._module, self._name = own, module, name

    def __call__(self, *args: Any, **options: Any) -> Any:
        if self._module == "jax" and self._name in TRANSFORMS:
            raise unknown(f"jax.{self._name}")
        if self._module == "jax" and self._name in TRANSPARENT and args:
            return args[0]
        if any(map(_has_array, (*args, *options.values()))):
            return called_jax(self._module, self._name, args, options)
        return self._own(*args, **options)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._own, name)


def _has_array(value: Any) -> bool:
    """Is this one of our arrays, or a list with one?"""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, Array):
            return True
        if isinstance(each, list | tuple):
            waiting.extend(cast("list[Any]", each))
    return False


def _is_function(value: Any) -> bool:
    return callable(value) and not isinstance(value, type)  # types are passed on, as dtype


def _is_of_jax(module: Any) -> bool:
    return isinstance(module, str) and module.partition(".")[0] in ("jax", "jaxlib")


def _public() -> dict[int, tuple[str, str]]:
    """Where the functions of JAX stand for all to use, by identity."""
    found: dict[int, tuple[str, str]] = {}
    for name in MODULES:
        module = sys.modules.get(name)
        for each in dir(module) if module else ():
            found.setdefault(id(getattr(module, each)), (name, each))
    return found


class _Copies:
    """The copies of the functions that one function calls; each is made once."""

    def __init__(self) -> None:
        self.public = _public()
        self.made: dict[int, FunctionType] = {}
        self.builtins = {**vars(builtins), "__import__": self._imported}

    def of(self, value: Any) -> Any:
        """What takes the place of a value: most stay as they are."""
        is_public = id(value) in self.public
        if isinstance(value, MethodType):
            return MethodType(self._plain(value.__func__), value.__self__)
        if isinstance(value, partial) and not is_public:
            whole = cast("partial[Any]", value)
            return partial(self._plain(whole.func), *whole.args, **whole.keywords)
        return self._plain(value)

    def _plain(self, value: Any) -> Any:
        while type(value).__name__ == "PjitFunction" and id(value) not in self.public:
            value = value.__wrapped__  # jax.jit changes no value
        if id(value) in self.public and _is_function(value):
            return _Function(value, *self.public[id(value)])
        if isinstance(value, ModuleType) and _is_of_jax(value.__name__):
            return _Module(value)
        if not isinstance(value, FunctionType):
            return value
        if _is_of_jax(value.__globals__.get("__name__")):
            return _Function(value, "jax", TRANSFORMED)
        return self.made.get(id(value)) or self._copied(value)

    def _copied(self, function: FunctionType) -> FunctionType:
        """A copy with stand-ins for what it names, in its module and around it."""
        names = _Names({**function.__globals__, "__builtins__": self.builtins}, self.of)
        cells = tuple(CellType() for _ in function.__closure__ or ())
        copy = FunctionType(
            function.__code__, names, function.__name__, function.__defaults__, cells
        )
        copy.__kwdefaults__ = function.__kwdefaults__
        self.made[id(function)] = copy  # before it meets itself in what it names
        for cell, held in zip(cells, function.__closure__ or (), strict=True):
            with suppress(ValueError):  # nothing is bound yet
                cell.cell_contents = self.of(held.cell_contents)
        return copy

    def _imported(self, name: str, *rest: Any) -> Any:
        return self.of(imported(name, *rest))


class _Names(dict[str, Any]):
    """The names of a module, with stand-ins for what is read."""

    def __init__(self, names: dict[str, Any], taken: Callable[[Any], Any]) -> None:
        super().__init__(names)
        self.taken = taken

    def __getitem__(self, name: str) -> Any:
        return self.taken(super().__getitem__(name))
