"""Loops: carried out entry by entry, or over all samples at once."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Iterable, Sequence
from typing import Any, cast

from matgrad.programs.arrays.array import Array
from matgrad.programs.listings import library
from matgrad.programs.listings.assignment import Assigning, Place
from matgrad.programs.listings.derivatives import PLAIN, derivative_of
from matgrad.programs.listings.evaluation import value
from matgrad.programs.listings.operators import combined
from matgrad.programs.listings.parts import rows_of
from matgrad.programs.listings.passes import (
    NOT_READ,
    Each,
    Index,
    Pass,
    added_up,
    as_each,
    is_whole,
    labels_of,
    ones,
    renamed,
    together,
)
from matgrad.programs.listings.passes import combined as in_passes
from matgrad.programs.listings.values import Made, Misfit, Returned, Scope, Unread, parts_of

STEP = re.compile(r"step|update\w*|zero_grad\w*|apply_grad\w*")
UNDER = "{0} is set under a condition in a loop, which is not read"
LAST = "{0} is what the last pass of a loop sets, which is not read"
ONCE = "a loop that only takes steps is read once: one step of it"
CARRIED = "{0} changes from one pass of the loop to the next"
ONLY_SUMS = "in a loop over samples only sums are read"


def loop(m: Assigning, scope: Scope, node: ast.For) -> None:
    """Carry out a loop."""
    if node.orelse:
        raise Unread("“else” behind a loop is not read")
    if updates := _updates(node):
        m.note(ONCE)
        m.run([x for x in node.body if x not in updates], scope)
        return
    over = value(m, scope, node.iter)
    if is_whole(over):
        _over_samples(m, scope, node, over)
    else:
        for entry in m.entries(over):
            m.assign(scope, node.target, entry)
            m.run(node.body, scope)


def _updates(node: ast.For) -> list[ast.stmt]:
    """The steps of a training loop, w -= lr * dw, in which nothing else depends on the loop."""
    names = _names(node.target)
    found = [statement for statement in node.body if _is_step(statement)]
    others = [x for x in node.body if not isinstance(x, ast.If | ast.Expr)]
    return [] if names & _names(*others) else found


def _is_step(statement: ast.stmt) -> bool:
    """Is this w -= lr * dw, or w = w - lr * dw, or opt.step(): a step along a derivative?"""
    match statement:
        case ast.AugAssign(target=target, op=ast.Sub(), value=step):
            pass
        case ast.Assign(
            targets=[target], value=ast.BinOp(left=before, op=ast.Sub(), right=step)
        ) if ast.unparse(target) == ast.unparse(before):
            pass
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name))):
            return STEP.fullmatch(name) is not None
        case _:
            return False
    names = [_last_name(x) for x in ast.walk(step)]
    own = _last_name(target)
    return bool(own) and any(derivative_of(x, [own]) or PLAIN.fullmatch(x) for x in names if x)


def _last_name(node: ast.AST) -> str:
    """The name of a value, also of self.w, net.w and params["w"]."""
    match node:
        case (
            ast.Name(id=name)
            | ast.Attribute(attr=name)
            | ast.Subscript(slice=ast.Constant(value=str(name)))
        ):
            return name
        case _:
            return ""


def _names(*nodes: ast.AST, context: type[ast.expr_context] = ast.expr_context) -> set[str]:
    names = (x for each in nodes for x in ast.walk(each) if isinstance(x, ast.Name))
    return {x.id for x in names if isinstance(x.ctx, context)}


# ---------------------------------------------------------------- over all samples at once


def _over_samples(m: Assigning, scope: Scope, node: ast.For, over: Any) -> None:
    """A loop over all samples at once: it may only add up, or collect one value for each."""
    if not m.passes:
        _see_that_it_adds_up(node)
    held = dict(scope.names)
    lengths = {name: len(x) for name, x in _lists(scope).items()}
    outer, mask, scope.is_main = scope.is_main, m.mask, False
    (entry,) = m.entries(over)
    m.passes.append(Pass(_loop_of(entry), _set_in(node.body)))
    try:
        m.assign(scope, node.target, entry)
        m.run(node.body, scope)
    except Returned:
        raise Unread("“return” inside of a loop over samples is not read") from None
    finally:
        inner = m.passes.pop()
        scope.is_main, m.mask = outer, mask
    if m.passes:
        _forget(scope, inner.names, LAST)
        return
    lists = _lists(scope)
    for name, x in list(scope.names.items()):
        if name in lists and len(lists[name]) != lengths.get(name, len(lists[name])):
            scope.names[name] = _collected(name, lists[name])
        elif isinstance(x, Array) and held.get(name) is not x:
            m.keep(Place(scope.names, name, scope.key(name), scope), x)


def _lists(scope: Scope) -> dict[str, list[Any]]:
    held = scope.names.items()
    return {name: cast("list[Any]", x) for name, x in held if isinstance(x, list)}


def _collected(name: str, entries: list[Any]) -> Array:
    """What a list holds to which each sample has added one value."""
    if len(entries) != 1 or not isinstance(entries[0], Each):
        raise Unread(f"what is collected in {name} is not read")
    return entries[0].array()


def _loop_of(entry: Any) -> Index:
    parts = [x for x in parts_of(entry) if isinstance(x, Index | Each)]
    found = [x if isinstance(x, Index) else x.loops[0] for x in parts]
    return found[0]


def _set_in(body: Sequence[ast.stmt]) -> frozenset[str]:
    """The names that a body sets, without those that it only adds to."""
    nodes = [node for statement in body for node in ast.walk(statement)]
    added = {x.target for x in nodes if isinstance(x, ast.AugAssign)}
    return frozenset(x.id for x in nodes if isinstance(x, ast.Name)
                     and isinstance(x.ctx, ast.Store) and x not in added)  # fmt: skip


def _forget(scope: Scope, names: Iterable[str], why: str) -> None:
    """Names that mean nothing any more."""
    for name in names:
        if isinstance(scope.names.get(name), Each | Array | int | float | bool):
            scope.names[name] = Misfit(name, Unread(why.format(name)))


def where_it_holds(m: Assigning, scope: Scope, node: ast.If, test: Each) -> None:
    """A condition in a loop over samples: what is added counts only where it holds."""
    outer, (*body, last) = m.mask, node.body
    is_left = isinstance(last, ast.Continue)
    holds = test.plain()
    m.mask = together(outer, holds)
    m.run(body if is_left else node.body, scope)
    m.mask = together(outer, in_passes(operator.sub, 1, holds))
    m.run(node.orelse, scope)
    if not is_left:  # else the rest of the pass is left out where it holds
        m.mask = outer
    _forget(scope, _set_in([node]), UNDER)


def accumulated(
    m: Assigning, op: ast.operator, old: Any, added: Any, nodes: tuple[ast.expr, ast.expr]
) -> Any:
    """The new value of what is added to; what all passes add is their sum."""
    name = nodes[0].id if isinstance(nodes[0], ast.Name) else ""
    depth = max((n + 1 for n, x in enumerate(m.passes) if name in x.names), default=0)
    if over := [x.index for x in m.passes[depth:]]:
        if not isinstance(op, ast.Add | ast.Sub):
            raise Unread(ONLY_SUMS)
        added = added_up(added if m.mask is None else in_passes(operator.mul, added, m.mask), over)
    elif m.mask is not None:
        raise Unread(UNDER.format(name or ast.unparse(nodes[0])))
    is_zero = isinstance(old, int | float) and old == 0
    is_zero = is_zero or (isinstance(old, Made) and old.number == 0 and isinstance(added, Array)
                          and old.axes == added.axes)  # fmt: skip
    if is_zero and isinstance(op, ast.Add | ast.Sub):
        return added if isinstance(op, ast.Add) else -added
    return combined(m, op, old, added, nodes)


def added_to(m: Assigning, scope: Scope, node: ast.AugAssign, target: ast.Subscript) -> Any:
    """What dW[:, j] += X[i] makes of an array: all passes add to places of it."""
    if not isinstance(node.op, ast.Add | ast.Sub):
        raise Unread(ONLY_SUMS)
    held = value(m, scope, target.value)
    old = as_each(library.as_constant(held))
    keys = target.slice.elts if isinstance(target.slice, ast.Tuple) else [target.slice]
    keys = [*keys, *[ast.Slice()] * (len(old.own) - len(keys))]
    at = [None if isinstance(x, ast.Slice) else value(m, scope, x) for x in keys]
    more = _in_places(m, old, at, as_each(value(m, scope, node.value)))
    more = more if isinstance(node.op, ast.Add) else -more
    is_zero = isinstance(held, Made) and held.number == 0 and held.axes == more.axes
    return more if is_zero else combined(m, ast.Add(), held, more, (target, node.value))


def _in_places(m: Assigning, old: Each, at: Sequence[Any], added: Each) -> Any:
    """What all passes add to an array that is the same in all, or to that of each pass."""
    places, free = list[Index](), list[Index]()
    factors = m.mask.factors if m.mask is not None else ()
    for axis, key in zip(old.own, at, strict=True):
        place = key
        if key is None:
            free.append(place := Index(axis.count))
        elif isinstance(key, Each):
            rows = rows_of(m, key)
            (place,), factors = rows.own, rows.factors + factors
        if not isinstance(place, Index):
            raise Unread(NOT_READ)
        place.see_that_it_runs_along(axis)
        places.append(place)
    if len(added.own) != len(free):
        raise Unread(NOT_READ)
    made = renamed(Each(factors + added.factors), dict(zip(added.own, free, strict=True))).factors
    missing = (ones(x).factors for x in places if x not in labels_of(made))
    over = [x.index for x in m.passes if x.index not in (*places, *old.loops)]
    return added_up(Each(sum(missing, made), tuple(places)), over)


# ---------------------------------------------------------------- what a loop may do


def _see_that_it_adds_up(node: ast.For) -> None:
    """Refuse a loop over samples in which one of them changes what the next one starts from."""
    stored = {x.id for statement in node.body for x in ast.walk(statement)
              if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store)}  # fmt: skip
    _Passes(stored | _changed(node.body)).follow(node.body, _names(node.target))


def _changed(body: Sequence[ast.stmt]) -> set[str]:
    """The arrays of which entries are changed."""
    nodes = (node for statement in body for node in ast.walk(statement))
    targets = (x.target for x in nodes if isinstance(x, ast.AugAssign))
    return {x.value.id for x in targets
            if isinstance(x, ast.Subscript) and isinstance(x.value, ast.Name)}  # fmt: skip


class _Passes:
    """Follows the statements of a loop: which names are set in this pass when they are read?"""

    def __init__(self, stored: set[str]) -> None:
        self.stored = stored

    def follow(self, body: Sequence[ast.stmt], known: set[str]) -> set[str]:
        """Read statements one after the other; what is set for sure behind them."""
        for statement in body:
            known = self._behind(statement, known)
        return known

    def _behind(self, statement: ast.stmt, known: set[str]) -> set[str]:
        match statement:
            case ast.For(target=target, iter=over, body=body):
                self._read(over, known, statement)
                self.follow(body, known | _names(target))
                return known
            case ast.If(test=test, body=body, orelse=orelse):
                self._read(test, known, statement)
                there, elsewhere = self.follow(body, known), self.follow(orelse, known)
                is_left = bool(body) and isinstance(body[-1], ast.Continue)
                return elsewhere if is_left else there & elsewhere
            case ast.AugAssign(target=target, op=op, value=value):
                self._read(value, known, statement)
                is_own = isinstance(target, ast.Name) and target.id in known
                if not isinstance(op, ast.Add | ast.Sub) and not is_own:
                    raise Unread(ONLY_SUMS).on(statement.lineno)
                if isinstance(target, ast.Subscript):
                    self._read(target.slice, known, statement)
                return known
            case _:
                self._read(statement, known, statement)
                return known | {x.id for x in ast.walk(statement) if isinstance(x, ast.Name)
                                and isinstance(x.ctx, ast.Store)}  # fmt: skip

    def _read(self, node: ast.AST, known: set[str], statement: ast.stmt) -> None:
        own = {x.id for each in ast.walk(node) if isinstance(each, ast.comprehension)
               for x in ast.walk(each.target) if isinstance(x, ast.Name)}  # fmt: skip
        read = {x.id for x in ast.walk(node)
                if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Load)}  # fmt: skip
        if carried := (read & self.stored) - known - own:
            raise Unread(CARRIED.format(min(carried))).on(statement.lineno)
