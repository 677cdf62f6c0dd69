"""Statements of a program, one after the other: what its names stand for at the end."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from matgrad import ops
from matgrad.app.arrays import Array, as_array
from matgrad.app.listings import library
from matgrad.app.listings.derivatives import BACKWARD, PASSED, PLAIN, derivative_of
from matgrad.app.listings.evaluation import LIBRARIES, combined, truth, value
from matgrad.app.listings.machine import DEEPEST, Machine, MissingShape, is_whole
from matgrad.app.listings.parts import one_hot
from matgrad.app.listings.samples import Outer, Samples
from matgrad.app.listings.values import (
    Index,
    Known,
    Made,
    Misfit,
    Module,
    Record,
    Routine,
    Scope,
    Unread,
)
from matgrad.errors import MatgradError, ShapeError

FEW = 2  # statements of a routine whose values get no names
ONCE = "a loop that only takes steps is read once: one step of it"
STARTS = "{0} is not set before it is added to; it is taken to start at 0"


class Returned(Exception):
    """A routine has come to its end."""

    def __init__(self, found: Any, node: ast.expr | None) -> None:
        super().__init__()
        self.found, self.node = found, node


@dataclass
class Interpreter(Machine):
    """Reads a program statement by statement."""

    routines: dict[str, Routine] = field(default_factory=dict[str, Routine])
    called: set[str] = field(default_factory=set[str])  # routines that others call
    needed_ones: frozenset[str] = frozenset()  # g, where other values are computed from it
    used: frozenset[str] = frozenset()  # values with names of derivatives that the function uses
    written: dict[str, str] = field(default_factory=dict[str, str])  # derivatives, as they stand

    def run(self, body: Sequence[ast.stmt], scope: Scope) -> None:
        """Carry out statements."""
        for statement in body:
            self.tick()
            rule = STATEMENTS.get(type(statement))
            if rule is None:
                kind = type(statement).__name__.lower()
                raise Unread(f"“{kind}” is not read").on(statement.lineno)
            try:
                rule(self, scope, statement)
            except (Unread, ShapeError) as error:
                raise _placed(error, statement.lineno) from None

    def call(self, routine: Routine, args: Sequence[Any], options: Mapping[str, Any]) -> Any:
        """What a routine returns; it has names of its own."""
        if len(self.frames) >= DEEPEST:
            raise Unread(f"{routine.name} calls itself too often")
        is_new = routine.name not in self.called and not library.is_known(routine.name)
        is_main = is_new and len(routine.body) > FEW
        scope = Scope(outer=routine.scope, is_main=is_main, is_own=False)
        self.called.add(routine.name)
        for name, each in routine.defaults.items():
            scope.names[name] = value(self, routine.scope, each)
        scope.names.update(zip(routine.parameters, args, strict=False))
        scope.names.update(options)
        missing = [name for name in routine.parameters if name not in scope.names]
        if missing or len(args) > len(routine.parameters):
            raise Unread(f"{routine.name} is called with other arguments than it takes")
        return self.finish(routine, scope)[0]

    def finish(self, routine: Routine, scope: Scope) -> tuple[Any, ast.expr | None]:
        """Carry out the body of a routine: what it returns, and how that is written."""
        self.frames.append(scope)
        try:
            self.run(routine.body, scope)
        except Returned as end:
            return end.found, end.node
        finally:
            self.frames.pop()
        return None, None

    def routine(self, node: ast.Lambda, scope: Scope) -> Routine:
        """A function without a name."""
        match node:
            case ast.Lambda(args=given, body=body):
                end = ast.copy_location(ast.Return(body), body)
                return _routine("lambda", given, [end], scope)

    def assign(self, scope: Scope, target: ast.expr, found: Any) -> None:
        """Set what a target names."""
        match target:
            case ast.Name(id="_"):
                pass
            case ast.Name(id=name):
                scope.names[name] = self.named(scope, name, found)
            case ast.Tuple(elts=targets) | ast.List(elts=targets):
                for each, part in zip(targets, self._parts(found, targets), strict=True):
                    self.assign(scope, each, part)
            case ast.Attribute(value=ast.Name(id="self"), attr=name):
                self.own(scope).parts[name] = self.named(self.main, name, found)
            case ast.Attribute(attr="grad" | "data" | "requires_grad"):
                pass
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=str(key))):
                holder = scope.find(name)
                held = holder.names[name] if holder else scope.names.setdefault(name, {})
                held = held.parts if isinstance(held, Record) else held
                if not isinstance(held, dict):
                    raise Unread(f"{ast.unparse(target)} = … is not read")
                held[key] = found
            case ast.Starred():
                raise Unread("a star is not read")
            case _:
                raise Unread(f"{ast.unparse(target)} = … changes a part of an array")

    def is_derivative(self, name: str) -> bool:
        """Is a name that is set now that of a derivative, which the function does not use?"""
        known = [x for x in self.latest if x != name]
        is_one = derivative_of(name, known) is not None
        is_one = is_one or PLAIN.fullmatch(name) is not None or PASSED.fullmatch(name) is not None
        return is_one and name not in self.used and name not in self.needed_ones

    def attempt(self, scope: Scope, name: str, node: ast.expr) -> Any:
        """The value of a derivative; one that cannot be computed does not stop the program."""
        self.written[name] = ast.unparse(node)
        outer, self.is_backward = self.is_backward, True
        try:
            return self.named(scope, name, value(self, scope, node))
        except MissingShape:
            raise
        except ShapeError as error:
            if self._is_square_then(error, node):
                raise
            return Misfit(name, error)
        except MatgradError as error:
            return Misfit(name, error)
        finally:
            self.is_backward = outer

    def _is_square_then(self, error: ShapeError, node: ast.expr) -> bool:
        """Would a matrix only have to be square, as A in A + A.T?"""
        sides = {*(error.apart or ())}
        for each in ast.walk(node):
            match each:
                case ast.BinOp(
                    left=ast.Name(id=name), right=ast.Attribute(value=ast.Name(id=other), attr="T")
                ) if name == other and name in self.inputs:
                    return {*self.inputs[name].axes} == sides
                case _:
                    pass
        return False

    def own(self, scope: Scope) -> Record:
        """What self has."""
        holder = scope.find("self")
        return holder.names["self"] if holder else self.main.names.setdefault("self", Record())

    def _parts(self, found: Any, targets: Sequence[ast.expr]) -> Sequence[Any]:
        """The parts of a tuple; of an input that is unpacked, those that have the same names."""
        if isinstance(found, Record):
            return [self.given(x.id if isinstance(x, ast.Name) else "") for x in targets]
        if not isinstance(found, tuple | list) or len(found) != len(targets):
            raise Unread("what is unpacked here has another number of parts")
        return found

    def named(self, scope: Scope, name: str, found: Any) -> Any:
        """A value under the name that it gets."""
        if isinstance(found, Made):
            if found.number is None or name in self.started:
                return self.declare(name, found.axes)
            return found
        if isinstance(found, int | float) and name in self.started and not isinstance(found, bool):
            return self.declare(name, ())
        if isinstance(found, Array) and name in self.started and not self.uses(found.expr):
            return self.declare(name, found.axes)  # numbers to start from
        if isinstance(found, Array) and scope.is_main:
            return self.define(name, found, is_own=scope.is_own)
        if isinstance(found, Array):
            self.latest.setdefault(name, found)
        if isinstance(found, Routine):
            found = replace(found, name=name)
            self.routines[name] = found
        return found

    def change(self, old: Any, new: Any, name: str, scope: Scope) -> None:
        """Give all names of an array that is changed in place its new value."""
        if not (isinstance(old, Array) and old.axes):
            scope.names[name] = self.named(scope, name, new)
            return
        others = [(s, key) for s in (self.main, *self.frames) for key, x in s.names.items()
                  if x is old and (s is not scope or key != name)]  # fmt: skip
        scope.names[name] = found = self.named(scope, name, new)
        for holder, key in others:
            holder.names[key] = found


def _placed(error: MatgradError, line: int) -> MatgradError:
    return error.on(line) if isinstance(error, Unread) else error


def _routine(name: str, given: ast.arguments, body: Sequence[ast.stmt], scope: Scope) -> Routine:
    match given:
        case ast.arguments(
            posonlyargs=first, args=args, kwonlyargs=last, defaults=defaults, kw_defaults=others
        ):
            names = [each.arg for each in (*first, *args, *last)]
            ends = names[len(first) + len(args) - len(defaults) : len(first) + len(args)]
            known = dict(zip(ends, defaults, strict=True))
            known |= {x.arg: y for x, y in zip(last, others, strict=True) if y is not None}
            return Routine(name, tuple(names), known, tuple(body), scope)


# ---------------------------------------------------------------- statements


def _set(m: Interpreter, scope: Scope, node: ast.Assign) -> None:
    match node.targets:
        case [ast.Name(id=name)] if m.is_derivative(name):
            scope.names[name] = m.attempt(scope, name, node.value)
        case [ast.Attribute(value=ast.Name(id="self"), attr=name)] if m.is_derivative(name):
            m.own(scope).parts[name] = m.attempt(scope, name, node.value)
        case [ast.Name(id=name)] if name not in m.used:
            outer, m.is_backward = (
                m.is_backward,
                m.is_backward or BACKWARD.fullmatch(name) is not None,
            )
            try:
                m.assign(scope, node.targets[0], value(m, scope, node.value))
            except MissingShape:
                raise
            except Unread as error:
                scope.names[name] = Misfit(name, error.on(node.lineno))
            finally:
                m.is_backward = outer
        case _:
            found = value(m, scope, node.value)
            for target in node.targets:
                m.assign(scope, target, found)


def _annotated(m: Interpreter, scope: Scope, node: ast.AnnAssign) -> None:
    if node.value is not None:
        m.assign(scope, node.target, value(m, scope, node.value))


def _changed(m: Interpreter, scope: Scope, node: ast.AugAssign) -> None:
    added = value(m, scope, node.value)
    match node.target:
        case ast.Name(id=name):
            holder = scope.find(name)
            is_new = holder is None and name not in m.latest and isinstance(node.op, ast.Add)
            old = holder.names[name] if holder else 0 if is_new else value(m, scope, node.target)
            if is_new:
                m.note(STARTS.format(name))
            nodes = (node.target, node.value)
            if isinstance(old, Array) and old.axes and old.is_shared:
                found = Unread(
                    f"{name} is changed in place and shares its entries with another array"
                )
                (holder or scope).names[name] = Misfit(name, found.on(node.lineno))
                return
            m.change(old, accumulated(m, node.op, old, added, nodes), name, holder or scope)
        case ast.Subscript(
            value=ast.Name(id=name), slice=ast.Tuple(elts=[rows, ast.Name(id=labels)])
        ) if isinstance(node.op, ast.Sub) and isinstance(added, int | float) and added == 1:
            if isinstance(rows, ast.Slice) or not isinstance(value(m, scope, rows), Index | range):
                raise Unread(f"{ast.unparse(node.target)} is changed in place")
            old = value(m, scope, ast.Name(name, ast.Load()))
            m.change(old, old - one_hot(m, labels), name, scope.find(name) or scope)
        case _:
            raise Unread(f"{ast.unparse(node.target)} is changed in place")


def accumulated(
    m: Interpreter, op: ast.operator, old: Any, added: Any, nodes: tuple[ast.expr, ast.expr]
) -> Any:
    """The new value of what is added to; what all samples add is their sum."""
    if isinstance(added, Samples | Outer) and not isinstance(old, Samples):
        if not isinstance(op, ast.Add | ast.Sub):
            raise Unread("in a loop over samples only sums are read")
        added = added.total()
    elif m.loop is not None and not isinstance(old, Samples) and isinstance(op, ast.Add | ast.Sub):
        added = as_array(added) * Array(ops.size(m.loop.count), ())  # once for each sample
    is_zero = isinstance(old, int | float) and old == 0
    is_zero = is_zero or (isinstance(old, Made) and old.number == 0 and isinstance(added, Array)
                          and old.axes == added.axes)  # fmt: skip
    if is_zero and isinstance(op, ast.Add):
        return added
    return combined(m, op, old, added, nodes)


def _loop(m: Interpreter, scope: Scope, node: ast.For) -> None:
    over = value(m, scope, node.iter)
    if node.orelse:
        raise Unread("“else” behind a loop is not read")
    if updates := _updates(node):
        m.note(ONCE)
        m.run([x for x in node.body if x not in updates], scope)
    elif is_whole(over):
        _over_samples(m, scope, node, over)
    else:
        for entry in m.entries(over):
            m.assign(scope, node.target, entry)
            m.run(node.body, scope)


def _updates(node: ast.For) -> list[ast.stmt]:
    """The steps of a training loop, w -= lr * dw, in which nothing depends on the loop itself."""
    names = {x.id for x in ast.walk(node.target) if isinstance(x, ast.Name)}
    found: list[ast.stmt] = []
    for statement in node.body:
        match statement:
            case ast.AugAssign(target=ast.Name(), op=ast.Sub()):
                found.append(statement)
            case ast.Assign(
                targets=[ast.Name(id=name)],
                value=ast.BinOp(left=ast.Name(id=other), op=ast.Sub()),
            ) if name == other:
                found.append(statement)
            case ast.If() | ast.Expr():
                continue
            case _ if names & {x.id for x in ast.walk(statement) if isinstance(x, ast.Name)}:
                return []
            case _:
                pass
    return found


def _over_samples(m: Interpreter, scope: Scope, node: ast.For, over: Any) -> None:
    """A loop over all samples at once: it may only add up, or collect one value for each."""
    m.enter(over)
    _see_that_it_adds_up(node)
    held = {name: x for name, x in scope.names.items() if isinstance(x, Array)}
    lengths = {name: len(x) for name, x in scope.names.items() if isinstance(x, list)}
    (entry,) = m.entries(over)
    outer, scope.is_main = scope.is_main, False
    m.loop = _loop_of(entry)
    try:
        m.assign(scope, node.target, entry)
        m.run(node.body, scope)
    except Returned:
        raise Unread("“return” inside of a loop over samples is not read") from None
    finally:
        scope.is_main, m.loop = outer, None
    for name, x in list(scope.names.items()):
        if isinstance(x, list) and len(x) != lengths.get(name, len(x)):
            if len(x) != 1 or not isinstance(x[0], Samples):
                raise Unread(f"what is collected in {name} is not read")
            scope.names[name] = x[0].stacked
        elif isinstance(x, Array) and held.get(name) is not x:
            scope.names[name] = m.named(scope, name, x)


def _loop_of(entry: Any) -> Index:
    parts = entry if isinstance(entry, tuple) else (entry,)
    found = [
        x if isinstance(x, Index) else x.index for x in parts if isinstance(x, Index | Samples)
    ]
    return found[0]


def _see_that_it_adds_up(node: ast.For) -> None:
    """Refuse a loop over samples in which one of them changes what the next one starts from."""
    later = {x.id for statement in node.body for x in ast.walk(statement)
             if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store)}  # fmt: skip
    summed = {x.target.id for x in node.body if isinstance(x, ast.AugAssign)
              and isinstance(x.target, ast.Name)}  # fmt: skip
    for statement in node.body:
        own = statement.target if isinstance(statement, ast.AugAssign) else None
        read = {x.id for x in ast.walk(statement) if isinstance(x, ast.Name)
                and isinstance(x.ctx, ast.Load) and x is not own}  # fmt: skip
        if carried := read & later:
            raise Unread(f"{min(carried)} changes from one pass of the loop to the next")
        match statement:
            case ast.AugAssign(op=op) if not isinstance(op, ast.Add | ast.Sub):
                raise Unread("in a loop over samples only sums are read")
            case _:
                set_here = {x.id for x in ast.walk(statement) if isinstance(x, ast.Name)
                            and isinstance(x.ctx, ast.Store)}  # fmt: skip
                later -= set_here - summed


def _branch(m: Interpreter, scope: Scope, node: ast.If) -> None:
    if ast.unparse(node.test).startswith("__name__"):
        return
    m.run(node.body if truth(value(m, scope, node.test)) else node.orelse, scope)


def _define(m: Interpreter, scope: Scope, node: ast.FunctionDef) -> None:
    match node:
        case ast.FunctionDef(name=name, args=given, body=body):
            scope.names[name] = m.routines[name] = _routine(name, given, body, scope)


def _class(m: Interpreter, scope: Scope, node: ast.ClassDef) -> None:
    """The functions of a class are those of the program; self has their parts."""
    m.main.names.setdefault("self", Record())
    if "forward" in m.routines and any(getattr(x, "name", "") == "forward" for x in node.body):
        raise Unread("several classes are not read together; ask about one at a time")
    for each in node.body:
        if isinstance(each, ast.FunctionDef) and each.name != "__init__":
            _define(m, scope, each)


def _return(m: Interpreter, scope: Scope, node: ast.Return) -> None:
    raise Returned(None if node.value is None else value(m, scope, node.value), node.value)


def _import(m: Interpreter, scope: Scope, node: ast.Import) -> None:
    for each in node.names:
        root = each.name.partition(".")[0]
        scope.names[each.asname or root] = Module(each.name, LIBRARIES.get(root, ""))


def _import_from(m: Interpreter, scope: Scope, node: ast.ImportFrom) -> None:
    for each in node.names:
        name = each.asname or each.name
        is_module = each.name in library.SUBMODULES or each.name in library.MODULES
        constant = library.CONSTANTS.get(each.name)
        of = LIBRARIES.get((node.module or "").partition(".")[0], "")
        found = Module(each.name, of) if is_module else constant
        scope.names[name] = Known(each.name, of) if found is None else found


def _alone(m: Interpreter, scope: Scope, node: ast.Expr) -> None:
    """A call for its effect: one that changes a list counts, one that changes an array is unread."""
    match node.value:
        case ast.Call(func=ast.Attribute(attr="append")):
            value(m, scope, node.value)
        case ast.Call(func=ast.Attribute(attr=name)) if name.endswith("_"):
            raise Unread(f".{name}() changes an array in place")
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)) if name not in HARMLESS:
            raise Unread(f"{name}(…) may change something, which is not read")
        case _:
            pass


HARMLESS = frozenset(
    "print backward step zero_grad seed manual_seed plot show grid title legend figure train eval"
    " set_printoptions simplefilter set_title xlabel ylabel scatter set_default_dtype".split()
)


def _with(m: Interpreter, scope: Scope, node: ast.With) -> None:
    """A block that only takes steps is left out; one without gradients holds its values fixed."""
    if "no_grad" not in ast.unparse(node.items[0]):
        m.run(node.body, scope)
    elif not all(isinstance(x, ast.AugAssign | ast.Expr | ast.Pass) for x in node.body):
        raise Unread("what is computed without gradients is not read")


def _nothing(m: Interpreter, scope: Scope, node: ast.stmt) -> None:
    pass


Statement = Callable[[Interpreter, Scope, Any], None]
STATEMENTS: dict[type[ast.stmt], Statement] = {
    ast.Assign: _set, ast.AnnAssign: _annotated, ast.AugAssign: _changed, ast.For: _loop,
    ast.If: _branch, ast.FunctionDef: _define, ast.ClassDef: _class, ast.Return: _return,
    ast.Import: _import, ast.ImportFrom: _import_from, ast.Expr: _alone, ast.With: _with,
    ast.Assert: _nothing, ast.Pass: _nothing,
}  # fmt: skip
