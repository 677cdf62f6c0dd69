"""The values of a program that have names, and what expressions are made of."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from matgrad import ops
from matgrad.core.dims import Dim
from matgrad.core.expr import Expr
from matgrad.core.steps import Definition
from matgrad.core.walk import postorder, substitute
from matgrad.errors import ShapeError
from matgrad.programs.arrays.array import Array, shared
from matgrad.programs.arrays.conditions import Condition
from matgrad.programs.listings.naming import Naming
from matgrad.programs.listings.values import Record, Scope, Unread
from matgrad.syntax.sizes import read_size

LARGEST = 2000  # parts of one value
DEEPEST = 5  # lists inside of each other


@dataclass
class Defined:
    """The names of a program so far, and what each stands for."""

    axes: Mapping[str, tuple[Dim, ...]]  # of inputs
    naming: Naming
    told: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    inputs: dict[str, Array] = field(default_factory=dict[str, Array])
    definitions: list[Definition] = field(default_factory=list[Definition])
    latest: dict[str, Array] = field(default_factory=dict[str, Array])  # by name, of any scope
    versions: dict[str, list[Array]] = field(default_factory=dict[str, list[Array]])
    arguments: dict[str, list[Array]] = field(default_factory=dict[str, list[Array]])  # of methods
    size_names: dict[str, str] = field(default_factory=dict[str, str])  # n, d = X.shape
    aliases: dict[Expr, Expr] = field(default_factory=dict[Expr, Expr])  # other names of values
    main: Scope = field(default_factory=Scope)
    function: Array | None = None
    called_so: str = "f"
    frames: list[Scope] = field(default_factory=list[Scope])

    def define(self, name: str, value: Array, *, is_own: bool = True) -> Array:
        """Give a value the name that it has in the program, or in a routine that it calls."""
        if not value.expr.args or value.expr.op is ops.size_op:
            self._keep(name, value, is_own)
            if isinstance(value.expr.data, Dim) and value.expr.data.name:
                self.size_names.setdefault(value.expr.data.name, name)
            if "." not in name and self._is_part_alone(value.expr):
                self.versions.setdefault(name, []).append(value)
            return value
        if sum(1 for _ in postorder(value.expr)) > LARGEST:
            raise Unread("a value of the program is too large to be read")
        self.see_that_it_fits(name, value)
        value = self._with_old_inside(name, value) if is_own else value
        symbol = ops.symbol(self.naming.new(name, is_told=is_own), *value.expr.shape)
        self.definitions.append(Definition(symbol, value.expr, given=True))
        found = Array(symbol, value.axes, value.is_shared)
        if isinstance(value, Condition):  # under its name it still is one
            found = replace(value, expr=symbol, opposite=None)
        self._keep(name, found, is_own)
        self.versions.setdefault(name, []).append(found)
        return found

    def _is_part_alone(self, symbol: Expr) -> bool:
        """Is this a part of an object that has no name in the program yet, as h = fc.forward(x)?"""
        names = [
            name for name, held in self.versions.items() if any(x.expr is symbol for x in held)
        ]
        return bool(names) and all("." in name for name in names)

    def argument(self, name: str, value: Array) -> Array:
        """A value as the argument of a method: a derivative by it is that of the method alone.

        In fc.forward(h) + h, what the method of fc hands back is no derivative by h.
        """
        if not value.expr.args and value.expr.op is not ops.symbol_op:
            return value
        found = (
            self.define(name, value, is_own=False) if value.expr.args else self._also(name, value)
        )
        self.arguments.setdefault(name, []).append(found)
        return found

    def _also(self, name: str, value: Array) -> Array:
        """Another name for a value that has one."""
        symbol = ops.symbol(self.naming.new(name, is_told=False), *value.expr.shape)
        self.definitions.append(Definition(symbol, value.expr, given=True))
        self.aliases[symbol] = self.aliases.get(value.expr, value.expr)
        found = shared(value, Array(symbol, value.axes))
        self._keep(name, found, is_own=False)
        self.versions.setdefault(name, []).append(found)
        return found

    def _keep(self, name: str, value: Array, is_own: bool) -> None:
        """What a name stands for last; a routine that is called hides no name of the program."""
        if is_own or name not in self.latest:
            self.latest[name] = value

    def see_that_it_fits(self, name: str, value: Array) -> None:
        """A comment may tell which shape a value has."""
        told = self.told.get(name)
        if told is None or name in self.inputs:
            return
        if len(told) != value.ndim:
            raise ShapeError(f"{name} has another shape than the text says")
        for size, axis in zip(told, value.axes, strict=True):
            if size and (wanted := read_size(int(size) if size.isdigit() else size)) != axis:
                raise ShapeError(f"{name} has another size than the text says").between(
                    wanted, axis
                )

    def _with_old_inside(self, name: str, value: Array) -> Array:
        """A value that is made of the one its name had before, if nothing else uses that one."""
        old = self.naming.current(name)
        before = next((d for d in self.definitions if d.symbol.name == old), None)
        if before is None or before.symbol not in postorder(value.expr):
            return value
        used = any(before.symbol in postorder(d.value) for d in self.definitions)
        held = any(before.symbol in postorder(x.expr) for key, x in self.held() if key != name)
        if used or held:
            return value
        self.definitions.remove(before)
        self.naming.free(name)
        return Array(substitute(value.expr, {before.symbol: before.value}), value.axes)

    def held(self) -> Iterator[tuple[str, Array]]:
        """All arrays that names stand for, with these names; those of a list are in it."""
        for scope in (self.main, *self.frames):
            for name, found in scope.names.items():
                yield from inside(scope.key(name), found)

    def version(self, name: str, of: Expr) -> Array | None:
        """What a name stands for in an expression: an argument, or the last value that it has."""
        inside = self.uses(of)
        if name in self.inputs and self.inputs[name].expr in inside:
            return self.inputs[name]
        held = [*self.versions.get(name, []), *self.arguments.get(name, [])]
        found = next((x for x in reversed(held) if x.expr in inside), None)
        root = self.aliases.get(found.expr) if found is not None else None
        if found is None or root is None or root in self.uses(of, but_for=found.expr):
            return found
        return Array(root, found.axes)  # nothing else uses it, so that both names mean the same

    def uses(self, expr: Expr, but_for: Expr | None = None) -> set[Expr]:
        """The names, of values and inputs, that an expression is made of, but for one value."""
        found = {x for x in postorder(expr) if x.op is ops.symbol_op}
        for each in reversed(self.definitions):
            if each.symbol in found and each.symbol is not but_for:
                found |= {x for x in postorder(each.value) if x.op is ops.symbol_op}
        return found

    def without_aliases(self, expr: Expr, free: Collection[Expr] = ()) -> Expr:
        """An expression with one name for each value, but for those that are free."""
        known: dict[Expr, Expr] = {}
        for each in self.definitions:
            if each.symbol in self.aliases and each.symbol not in free:
                known[each.symbol] = substitute(each.value, known)
        return substitute(expr, known) if known else expr

    def closed(self, expr: Expr) -> Expr:
        """An expression in the inputs alone."""
        known: dict[Expr, Expr] = {}
        for each in self.definitions:
            known[each.symbol] = substitute(each.value, known)
        return substitute(expr, known)


def inside(key: str, found: Any, depth: int = 0) -> Iterator[tuple[str, Array]]:
    """The arrays of a value, which may be a list of them."""
    parts: list[tuple[str, Any]] = []
    match found:
        case Array():
            yield key, found
        case list() | tuple():
            parts = [(f"{key}[…]", x) for x in cast("Sequence[Any]", found)]
        case dict():
            parts = [(f"{key}[{n}]", x) for n, x in cast("dict[Any, Any]", found).items()]
        case Record():
            parts = [(found.key(n), x) for n, x in found.parts.items()]
        case _:
            pass
    for name, each in parts if depth < DEEPEST else []:
        yield from inside(name, each, depth + 1)
