"""The state of a program while it is read: its inputs, and the values that got names."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from matgrad import ops
from matgrad.core.dims import Dim, dim
from matgrad.core.expr import Expr
from matgrad.core.shape import shape_of
from matgrad.core.steps import Definition, Problem
from matgrad.core.walk import postorder, substitute
from matgrad.errors import ShapeError, UnknownNameError
from matgrad.programs.arrays.array import Array
from matgrad.programs.arrays.functions import Condition
from matgrad.programs.listings.likely import (
    FLAT_AXIS,
    FLAT_INPUT,
    FLAT_TURNED,
    SPREAD,
    UNLIKE_SHIFT,
    UPSTREAM,
    arriving_at,
    derivative_of,
    scale_and_shift,
    unusual,
)
from matgrad.programs.listings.values import (
    Instance,
    MissingShape,
    Record,
    Routine,
    Samples,
    Scope,
    ToldShape,
    Unread,
)
from matgrad.syntax.scope import check_declared
from matgrad.syntax.sizes import read_size

_DIFFERENTIAL = re.compile(r"d_?([A-Za-z]\w*)")
CALLED = "{0} of the program is called {1} here"
_LETTERS = {"lambda_": "lam", "lmbda": "lam", "lambd": "lam", "lam": "lam"}


@dataclass
class Naming:
    """Which names are taken, and what each name of the program is called at the moment."""

    taken: set[str] = field(default_factory=set[str])
    called: dict[str, str] = field(default_factory=dict[str, str])
    notes: list[str] = field(default_factory=list[str])

    def of(self, name: str) -> str:
        """What an input is called."""
        return self._keep(name, self._free(_allowed(name)))

    def new(self, name: str) -> str:
        """What a value is called that the program computes, perhaps not the first of its name."""
        if name in self.called:
            return self._keep(name, self._numbered(name, 2), is_told=False)
        return self.of(name)

    def free(self, name: str) -> None:
        """Its last value has no name any more."""
        self.taken.discard(self.called.pop(name))

    def fresh(self, *letters: str) -> str:
        """A letter that nothing is called."""
        found = next((x for x in letters if x not in self.taken), letters[0])
        return self._keep(f"({found})", self._free(found), is_told=False)

    def _keep(self, name: str, chosen: str, is_told: bool = True) -> str:
        self.taken.add(chosen)
        self.called[name] = chosen
        if is_told and chosen not in (name, _turned(name)):
            self.notes.append(CALLED.format(name, chosen))
        return chosen

    def _free(self, name: str) -> str:
        return name if name not in self.taken else self._numbered(name, 2)

    def _numbered(self, name: str, number: int) -> str:
        base = _allowed(name)
        base = base if not base[-1].isdigit() else f"{base}_"
        while (found := f"{base}_{number}".replace("__", "_")) in self.taken:
            number += 1
        return found


def _turned(name: str) -> str:
    """A derivative keeps its name for the eye: dW is d_W."""
    return f"d_{name[1:].lstrip('_')}" if name.startswith("d") else name


def _allowed(name: str) -> str:
    """A name that formulas can have: dx would be a differential there, sum a function."""
    name = _LETTERS.get(name, name.strip("_") or "v")
    if found := _DIFFERENTIAL.fullmatch(name):
        name = f"d_{found[1]}" if len(found[1]) < 3 else name
    try:
        check_declared(name, None)
    except UnknownNameError:
        return f"{name}_1"
    return name


ONE_HOT = " (one-hot)"  # behind the name of class numbers, for the matrix that they stand for
COLUMNS = "columns "  # before the name of a matrix whose samples are columns
SIZED = "size "  # before the name of an argument that is the size of arrays
PLACE = " (place)"  # behind the name of a whole number, for the vector with a one in its place
COUNTED = "number "  # before the name of a size that no array has, for what it is taken to be
PLACED = "{0} chooses one place; {1} has a one there, and zeros elsewhere"
CHOSEN = "{0} holds the class of each sample; {1} has a one there in each row, and zeros elsewhere"
OVER_SAMPLES = "a loop over samples is read only if their number is told"
AT_ONCE = (
    "X.T @ d is the sum of np.outer(X[i], d[i]): write what is computed for all samples at once"
)
LONGEST_RANGE = 50
MOST_STEPS = 4000  # statements and expressions, loops written out
DEEPEST = 12  # routines that call each other
LARGEST = 2000  # parts of one value
NESTED = 5  # lists inside of each other
_OF_ROWS = {"onehot": "simplex_rows", "simplex": "simplex_rows"}
_OF_VECTORS = frozenset("onehot simplex unit".split())
_OF_ALL = frozenset("positive nonnegative nonzero constant integer".split())


@dataclass
class Machine:
    """What is known of a program so far; shapes of inputs that nobody tells are tried out."""

    axes: Mapping[str, tuple[Dim, ...]]  # of inputs
    naming: Naming
    told: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    inputs: dict[str, Array] = field(default_factory=dict[str, Array])
    definitions: list[Definition] = field(default_factory=list[Definition])
    latest: dict[str, Array] = field(default_factory=dict[str, Array])  # by name, of any scope
    versions: dict[str, list[Array]] = field(default_factory=dict[str, list[Array]])
    size_names: dict[str, str] = field(default_factory=dict[str, str])  # n, d = X.shape
    main: Scope = field(default_factory=Scope)
    function: Array | None = None
    called_so: str = "f"
    frames: list[Scope] = field(default_factory=list[Scope])
    facts: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    started: frozenset[str] = frozenset()  # variables, though they are set to numbers at first
    needed: list[str] = field(default_factory=list[str])  # inputs, in the order of their use
    notes: dict[str, None] = field(default_factory=dict[str, None])
    cost: float = 0.0  # how unlikely the shapes are that were tried
    counted: dict[str, Dim] = field(default_factory=dict[str, Dim])  # names that are sizes
    classes: dict[str, Array] = field(default_factory=dict[str, Array])  # one-hot matrices
    chosen: dict[Expr, tuple[Array, Array]] = field(
        default_factory=dict[Expr, tuple[Array, Array]]
    )  # entries that class numbers choose: of what, and the one-hot rows
    cleared: dict[Expr, Expr] = field(default_factory=dict[Expr, Expr])  # values without those
    shifts: dict[Expr, Expr | None] = field(default_factory=dict[Expr, Expr | None])
    sizes: frozenset[str] = frozenset()  # names of sizes that somebody tells
    library: str = ""  # whose methods arrays have, if only one is used
    is_backward: bool = False  # is a derivative being computed?
    masked: dict[str, Any] = field(default_factory=dict[str, Any])  # before entries were set
    upstream: dict[str, tuple[str, Array]] = field(default_factory=dict[str, tuple[str, Array]])
    turned: set[Expr] = field(default_factory=set[Expr])  # vectors of which .T is taken
    steps: int = 0
    routines: dict[str, Routine] = field(default_factory=dict[str, Routine])
    made: list[Instance] = field(default_factory=list[Instance])  # objects

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
        found = derivative_of(name, computed) or arriving_at(name, computed)
        if UPSTREAM.fullmatch(name):
            return found or (computed[-1] if computed else None)
        return found if self.is_backward else None

    def hand(self, name: str, target: str) -> Array:
        """A derivative that comes from above, by what is computed here."""
        axes = self.latest[target].axes
        self.see_that_it_fits(name, self.latest[target], ToldShape)
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

    def open_size(self, name: str) -> Any:
        """An argument that is a size, of which nothing else is known."""
        key = f"{SIZED}{name}"
        if key not in self.axes:
            raise MissingShape(key)
        (size,) = self.axes[key]
        if size.name is not None:
            self.size_names.setdefault(size.name, name)
        return Array(ops.size(size), ()) if size.value is None else size.value

    def declare(self, name: str, axes: tuple[Dim, ...]) -> Array:
        """A new input."""
        facts = fitting_facts(self.facts.get(name, ()), len(axes))
        if f"{COLUMNS}{name}" in self.axes:
            facts = [x for x in facts if x != "simplex_rows"]
        symbol = ops.symbol(self.naming.of(name), *shape_of(*axes), facts=facts)
        self.inputs[name] = self.latest[name] = Array(symbol, axes)
        self._see_that_labels_fit(name)
        if name not in self.needed:
            self.needed.append(name)
        return self.inputs[name]

    # ------------------------------------------------------------ objects and routines

    def record(self, scope: Scope, node: ast.expr) -> Record | None:
        """The object that an expression names, if it is one."""
        match node:
            case ast.Name(id=name):
                holder = scope.find(name)
                if holder is None and name == "self":
                    holder = self.main
                    holder.names["self"] = Record()
                found = holder.names[name] if holder else None
            case ast.Attribute(value=of, attr=name):
                outer = self.record(scope, of)
                found = outer.parts.get(name) if outer is not None else None
            case _:
                found = None
        return found if isinstance(found, Record) else None

    def call(self, routine: Routine, args: Sequence[Any], options: Mapping[str, Any]) -> Any:
        """What a routine of the program returns."""
        raise NotImplementedError

    def assign(self, scope: Scope, target: ast.expr, found: Any) -> None:
        """Set what a target names."""
        raise NotImplementedError

    def entries(self, over: Any) -> list[Any]:
        """What a loop runs over: the entries of a list, or the rows of an array."""
        match over:
            case Samples() | Array(axes=[Dim(value=None), *_]):
                raise Unread(OVER_SAMPLES, hint=AT_ONCE)
            case range() if len(over) > LONGEST_RANGE:
                raise Unread("a loop is too long to be read")
            case Array() if over.axes:
                return list(over)
            case list() | tuple() | range() | dict():
                return list(cast("Iterable[Any]", over))
            case _:
                raise Unread("a loop over this is not read")

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
        self.note(CHOSEN.format(name, self.classes[name].expr.name))
        return self.classes[name]

    def label_of(self, held: Array) -> str:
        """The input of class numbers that an array is."""
        inputs = self.inputs.items() if held.ndim == 1 else ()
        return next((name for name, x in inputs if x.expr is held.expr), "")

    def place(self, name: str, size: Dim) -> Array:
        """The vector with a one in the place that a whole number tells, and zeros elsewhere."""
        key = f"{name}{PLACE}"
        if key not in self.inputs:
            symbol = ops.symbol(
                self.naming.fresh("e", "u", "o"), *shape_of(size), facts=("onehot",)
            )
            self.inputs[key] = Array(symbol, (size,))
        if (found := self.inputs[key]).axes != (size,):
            raise ShapeError("one place in arrays of several sizes").between(found.axes[0], size)
        self.note(PLACED.format(name, found.expr.name))
        return found

    def _see_that_labels_fit(self, name: str) -> None:
        """There is one class number for each row."""
        if name in self.inputs and name in self.classes and self.inputs[name].axes:
            numbers, rows = self.inputs[name].axes[0], self.classes[name].axes[0]
            if numbers != rows:
                raise ShapeError("there is one class number for each row").between(numbers, rows)

    # ------------------------------------------------------------ how likely shapes are

    def weigh(
        self, op: ast.operator, left: Any, right: Any, nodes: tuple[ast.expr, ast.expr]
    ) -> None:
        """Count what is unusual about two operands."""
        given = {x.expr for x in self.inputs.values()}
        self.cost += unusual(op, left, right, nodes, given)
        pair = [self.inputs[x].axes for x in scale_and_shift(op, nodes) if x in self.inputs]
        self.cost += UNLIKE_SHIFT if len({*pair}) > 1 else 0.0

    def weigh_call(
        self, name: str, given: Sequence[Any], axis: Any = None, *, is_loss: bool = False
    ) -> None:
        """Count what is unusual about the arguments of a function."""
        arrays = [x for x in given if isinstance(x, Array)]
        first = given[0] if given and isinstance(given[0], Array) else None
        if first is not None and first.ndim == 1:
            self.cost += FLAT_AXIS if axis == 0 else 0.0  # nobody needs to say it
            self.cost += FLAT_INPUT if name == "linear" else 0.0  # no axis for samples
        if is_loss and len({x.axes for x in arrays}) > 1 and all(x.axes for x in arrays):
            self.cost += SPREAD  # predictions and targets have the same axes
        if name == "transpose" and first is not None and first.ndim < 2:
            self.cost += FLAT_TURNED if first.expr not in self.turned else 0.0
            self.turned.add(first.expr)

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
        self.see_that_it_fits(name, value)
        value = self._with_old_inside(name, value) if is_own else value
        symbol = ops.symbol(self.naming.new(name), *value.expr.shape)
        self.definitions.append(Definition(symbol, value.expr, given=True))
        found = Array(symbol, value.axes, value.is_shared)
        if isinstance(value, Condition):  # under its name it still is one
            found = replace(value, expr=symbol, opposite=None)
        self._keep(name, found, is_own)
        self.versions.setdefault(name, []).append(found)
        return found

    def _keep(self, name: str, value: Array, is_own: bool) -> None:
        """What a name stands for last; a routine that is called hides no name of the program."""
        if is_own or name not in self.latest:
            self.latest[name] = value

    def see_that_it_fits(
        self, name: str, value: Array, error: type[ShapeError] = ShapeError
    ) -> None:
        """A comment may tell which shape a value has."""
        told = self.told.get(name)
        if told is None or name in self.inputs:
            return
        if len(told) != value.ndim:
            raise error(f"{name} has another shape than the text says")
        for size, axis in zip(told, value.axes, strict=True):
            if size and (wanted := read_size(int(size) if size.isdigit() else size)) != axis:
                raise error(f"{name} has another size than the text says").between(wanted, axis)

    def _with_old_inside(self, name: str, value: Array) -> Array:
        """A value that is made of the one its name had before, if nothing else uses that one."""
        old = self.naming.called.get(name, "")
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
                yield from inside(name, found)

    def version(self, name: str, of: Expr) -> Array | None:
        """What a name stands for in an expression: the last value in it that has this name."""
        inside = self.uses(of)
        if name in self.inputs and self.inputs[name].expr in inside:
            return self.inputs[name]
        return next((x for x in reversed(self.versions.get(name, [])) if x.expr in inside), None)

    def uses(self, expr: Expr) -> set[Expr]:
        """The names, of values and inputs, that an expression is made of."""
        found = {x for x in postorder(expr) if x.op is ops.symbol_op}
        for each in reversed(self.definitions):
            if each.symbol in found:
                found |= {x for x in postorder(each.value) if x.op is ops.symbol_op}
        return found

    def closed(self, expr: Expr, free: Collection[Expr] = ()) -> Expr:
        """An expression in the inputs and what is free."""
        known: dict[Expr, Expr] = {}
        for each in self.definitions:
            if each.symbol not in free:
                known[each.symbol] = substitute(each.value, known)
        return substitute(expr, known) if known else expr


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
            parts = [(n, x) for n, x in found.parts.items()]
        case _:
            pass
    for name, each in parts if depth < NESTED else []:
        yield from inside(name, each, depth + 1)


def fitting_facts(facts: Sequence[str], rank: int) -> list[str]:
    """What is said of an array, as far as it can be said of one with so many axes."""
    if rank == 2:
        return sorted({_OF_ROWS.get(x, x) for x in facts} - {"unit"})
    return [x for x in facts if x in _OF_ALL or (rank == 1 and x in _OF_VECTORS)]


def problem_of(m: Machine, free: Sequence[Array] = ()) -> Problem:
    """The function of a program; what is computed and stands among `free` is a variable."""
    assert m.function is not None
    variables = {x.expr for x in free}
    used = m.uses(m.function.expr)
    steps = tuple(
        replace(d, value=m.cleared.get(d.symbol, d.value))
        for d in m.definitions
        if d.symbol in used and d.symbol not in variables
    )
    name = m.called_so
    own = next((d for d in steps if d.symbol is m.function.expr), None)
    function = m.function.expr
    if own is not None:  # the value has the name of the function itself
        function, name = own.value, own.symbol.name
        steps = tuple(d for d in steps if d is not own)
    roots = [function, *(d.value for d in steps)]
    inside = {x for root in roots for x in m.uses(root)} - {d.symbol for d in steps}
    order = [m.inputs[x].expr for x in m.inputs] + [x.expr for x in free]
    symbols = {x.name: x for x in dict.fromkeys(order) if x in inside or x in variables}
    taken = {*symbols, *(d.symbol.name for d in steps)}
    name = name if name not in taken else next(x for x in ("f", "F", "L") if x not in taken)
    reserved = frozenset({*m.naming.taken, *m.latest})  # they mean something else in claims
    return Problem(function, name, steps, symbols, reserved=reserved)
