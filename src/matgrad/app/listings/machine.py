"""The state of a program while it is read: its inputs, and the values that got names."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from matgrad import ops
from matgrad.app.arrays import Array
from matgrad.app.listings.derivatives import UPSTREAM, derivative_of
from matgrad.app.listings.facts import fitting_facts
from matgrad.app.listings.likely import FLAT_AXIS, FLAT_TURNED, unusual
from matgrad.app.listings.naming import Naming
from matgrad.app.listings.samples import Samples, is_whole
from matgrad.app.listings.values import Index, MissingShape, Routine, Scope, Unread
from matgrad.core.dims import Dim, dim
from matgrad.core.expr import Expr
from matgrad.core.shape import shape_of
from matgrad.core.steps import Definition
from matgrad.core.walk import postorder, substitute
from matgrad.errors import ShapeError
from matgrad.rules.simplify import simplify
from matgrad.syntax.sizes import read_size

ONE_HOT = " (one-hot)"  # behind the name of class numbers, for the matrix that they stand for
COUNTED = "number "  # before the name of a size that no array has, for what it is taken to be
MOST_STEPS = 4000  # statements and expressions, loops written out
DEEPEST = 12  # routines that call each other
LARGEST = 2000  # parts of one value


@dataclass
class Machine:
    """What is known of a program so far; shapes of inputs that nobody tells are tried out."""

    axes: Mapping[str, tuple[Dim, ...]]  # of inputs
    naming: Naming
    facts: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    started: frozenset[str] = frozenset()  # variables, though they are set to numbers at first
    inputs: dict[str, Array] = field(default_factory=dict[str, Array])
    needed: list[str] = field(default_factory=list[str])  # inputs, in the order of their use
    definitions: list[Definition] = field(default_factory=list[Definition])
    latest: dict[str, Array] = field(default_factory=dict[str, Array])  # by name, of any scope
    main: Scope = field(default_factory=Scope)
    frames: list[Scope] = field(default_factory=list[Scope])
    notes: dict[str, None] = field(default_factory=dict[str, None])
    cost: float = 0.0  # how unlikely the shapes are that were tried
    counted: dict[str, Dim] = field(default_factory=dict[str, Dim])  # names that are sizes
    classes: dict[str, Array] = field(default_factory=dict[str, Array])  # one-hot matrices
    told: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    chosen: dict[Expr, tuple[Array, Array]] = field(
        default_factory=dict[Expr, tuple[Array, Array]]
    )  # entries that class numbers choose: of what, and the one-hot rows
    cleared: dict[Expr, Expr] = field(default_factory=dict[Expr, Expr])  # values without those
    shifts: dict[Expr, Expr | None] = field(default_factory=dict[Expr, Expr | None])
    sizes: frozenset[str] = frozenset()  # names of sizes that somebody tells
    library: str = ""  # whose methods arrays have, if only one is used
    handed: frozenset[str] = frozenset()  # derivatives that come from above, by what words say
    is_backward: bool = False  # is a derivative being computed?
    masked: set[str] = field(default_factory=set[str])  # derivatives that are handed on in place
    loop: Index | None = None  # over all samples
    upstream: dict[str, tuple[str, Array]] = field(default_factory=dict[str, tuple[str, Array]])
    versions: dict[str, list[Array]] = field(default_factory=dict[str, list[Array]])
    size_names: dict[str, str] = field(default_factory=dict[str, str])  # n, d = X.shape
    steps: int = 0

    def tick(self) -> None:
        """Count what is done, so that no loop goes on for long."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise Unread("the program does too much to be read")

    def note(self, words: str) -> None:
        """Tell something about how the program is read."""
        self.notes[words] = None

    # ------------------------------------------------------------ inputs

    def given(self, name: str) -> Array:
        """What a name stands for that no statement before has set."""
        if name in self.inputs:
            return self.inputs[name]
        if (target := self.upstream_of(name)) is not None:
            return self.hand(name, target)
        if name in self.told:
            return self.input(name)
        if name in self.sizes:
            self.counted.setdefault(name, dim(name))
            return Array(ops.size(self.axes.get(f"{COUNTED}{name}", (dim(name),))[0]), ())
        return self.input(name)

    def upstream_of(self, name: str) -> str | None:
        """The value whose derivative, by what comes behind it, a name that is given must be."""
        computed = [x for x in self.latest if x not in self.inputs]
        if UPSTREAM.fullmatch(name):
            return derivative_of(name, computed) or (computed[-1] if computed else None)
        is_one = self.is_backward or name in self.handed
        return derivative_of(name, computed) if is_one else None

    def hand(self, name: str, target: str) -> Array:
        """A derivative that comes from above, by what is computed here."""
        axes = self.latest[target].axes
        self._see_that_it_fits(name, self.latest[target])
        symbol = ops.symbol(self.naming.fresh("G", "H", "U"), *shape_of(*axes))
        self.inputs[name] = self.latest[name] = Array(symbol, axes)
        self.upstream[name] = (target, self.latest[target])
        return self.inputs[name]

    def input(self, name: str) -> Array:
        """The input of this name; its shape is told, or tried."""
        if name in self.inputs:
            return self.inputs[name]
        if name not in self.needed:
            self.needed.append(name)
        if name not in self.axes:
            raise MissingShape(name)
        return self.declare(name, self.axes[name])

    def declare(self, name: str, axes: tuple[Dim, ...]) -> Array:
        """A new input."""
        facts = fitting_facts(self.facts.get(name, ()), len(axes))
        symbol = ops.symbol(self.naming.of(name), *shape_of(*axes), facts=facts)
        self.inputs[name] = self.latest[name] = Array(symbol, axes)
        self._see_that_labels_fit(name)
        if name not in self.needed:
            self.needed.append(name)
        return self.inputs[name]

    # ------------------------------------------------------------ values that have names

    def define(self, name: str, value: Array, *, is_own: bool = True) -> Array:
        """Give a value the name that it has in the program, or in a routine that it calls."""
        if not value.expr.args or value.expr.op is ops.size_op:
            self._keep(name, value, is_own)
            if isinstance(value.expr.data, Dim) and value.expr.data.name:
                self.size_names.setdefault(value.expr.data.name, name)
            return value
        if sum(1 for _ in postorder(value.expr)) > LARGEST:
            raise Unread("a value of the program is too large to be read")
        self._see_that_it_fits(name, value)
        value = self._with_old_inside(name, value) if is_own else value
        symbol = ops.symbol(self.naming.new(name, is_told=is_own), *value.expr.shape)
        self.definitions.append(Definition(symbol, value.expr, given=True))
        found = Array(symbol, value.axes, value.is_shared)
        self._keep(name, found, is_own)
        self.versions.setdefault(name, []).append(found)
        return found

    def _keep(self, name: str, value: Array, is_own: bool) -> None:
        """What a name stands for last; a routine that is called hides no name of the program."""
        if is_own or name not in self.latest:
            self.latest[name] = value

    def _see_that_it_fits(self, name: str, value: Array) -> None:
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
        used = [d for d in self.definitions if before.symbol in postorder(d.value)]
        held = [x for x in self._arrays() if x.expr is not before.symbol]
        if used or any(before.symbol in postorder(x.expr) for x in held):
            return value
        self.definitions.remove(before)
        self.naming.free(name)
        return Array(substitute(value.expr, {before.symbol: before.value}), value.axes)

    def _arrays(self) -> list[Array]:
        scopes = [self.main, *self.frames]
        return [x for scope in scopes for x in scope.names.values() if isinstance(x, Array)]

    def version(self, name: str, of: Expr) -> Array | None:
        """What a name stands for in an expression: the last of its values that stand in it."""
        inside = self.uses(of)
        if name in self.inputs and self.inputs[name].expr in inside:
            return self.inputs[name]
        held = self.versions.get(name, [])
        return next((x for x in reversed(held) if x.expr in inside), None)

    def uses(self, expr: Expr) -> set[Expr]:
        """The names, of values and inputs, that an expression is made of."""
        found = {x for x in postorder(expr) if x.op is ops.symbol_op}
        for each in reversed(self.definitions):
            if each.symbol in found:
                found |= {x for x in postorder(each.value) if x.op is ops.symbol_op}
        return found

    def closed(self, expr: Expr) -> Expr:
        """An expression in the inputs alone."""
        known: dict[Expr, Expr] = {}
        for each in self.definitions:
            known[each.symbol] = substitute(each.value, known)
        return substitute(expr, known)

    # ------------------------------------------------------------ routines

    def run(self, body: Sequence[ast.stmt], scope: Scope) -> None:
        """Carry out statements."""
        raise NotImplementedError

    def call(self, routine: Routine, args: Sequence[Any], options: Mapping[str, Any]) -> Any:
        """What a routine of the program returns."""
        raise NotImplementedError

    def routine(self, node: ast.Lambda, scope: Scope) -> Routine:
        """A function without a name."""
        raise NotImplementedError

    def assign(self, scope: Scope, target: ast.expr, found: Any) -> None:
        """Set what a target names."""
        raise NotImplementedError

    def entries(self, over: Any) -> list[Any]:
        """What a loop runs over: the entries of a list, or all samples at once."""
        match over:
            case Index():
                return [over]
            case Array() if over.axes and over.axes[0].value is None:
                return [Samples(over, self.loop or Index(over.axes[0]))]
            case Array() if over.axes:
                return list(over)
            case list() | tuple() | range() | dict():
                return list(cast("Iterable[Any]", over))
            case _:
                raise Unread("a loop over this is not read")

    def enter(self, over: Any) -> None:
        """A loop over all samples begins; two of them inside of each other are not read."""
        if is_whole(over) and self.loop is not None:
            raise Unread("loops over samples inside of each other are not read")

    # ------------------------------------------------------------ what may be left out

    def one_hot(self, name: str) -> Array:
        """The matrix whose rows tell the classes that a name holds."""
        if name not in self.classes:
            key = f"{name}{ONE_HOT}"
            self.needed = [x for x in self.needed if x != key] + [key]
            if key not in self.axes:
                raise MissingShape(key)
            letter, axes = self.naming.fresh("Y", "T", "E"), self.axes[key]
            symbol = ops.symbol(letter, *shape_of(*axes), facts=("simplex_rows",))
            self.classes[name] = self.inputs[key] = Array(symbol, self.axes[key])
        self._see_that_labels_fit(name)
        return self.classes[name]

    def _see_that_labels_fit(self, name: str) -> None:
        """There is one class number for each row."""
        if name in self.inputs and name in self.classes and self.inputs[name].axes:
            numbers, rows = self.inputs[name].axes[0], self.classes[name].axes[0]
            if numbers != rows:
                raise ShapeError("there is one class number for each row").between(numbers, rows)

    def tidy(self, expr: Expr) -> Expr:
        """An expression without zeros that were put into it."""
        return simplify(expr)

    # ------------------------------------------------------------ how likely shapes are

    def weigh(
        self, op: ast.operator, left: Any, right: Any, nodes: tuple[ast.expr, ast.expr]
    ) -> None:
        """Count what is unusual about two operands."""
        given = {x.expr for x in self.inputs.values()}
        self.cost += unusual(op, left, right, nodes, given)

    def weigh_call(self, name: str, given: Sequence[Any]) -> None:
        """Count what is unusual about the arguments of a function."""
        if name == "transpose" and given and isinstance(given[0], Array):
            self.cost += FLAT_TURNED if given[0].ndim == 1 else 0

    def weigh_axis(self, x: Any, options: Mapping[str, Any]) -> None:
        """Along an axis of a vector nobody needs to add up."""
        if isinstance(x, Array) and x.ndim == 1 and options.get("axis", options.get("dim")) == 0:
            self.cost += FLAT_AXIS
