"""Loops: carried out entry by entry, or over all samples at once."""

from __future__ import annotations

import ast
from typing import Any, cast

from matgrad import ops
from matgrad.app.arrays import Array, as_array
from matgrad.app.listings.assignment import Assigning
from matgrad.app.listings.derivatives import PLAIN, derivative_of
from matgrad.app.listings.evaluation import value
from matgrad.app.listings.operators import combined
from matgrad.app.listings.samples import Outer, Samples, is_whole
from matgrad.app.listings.values import Index, Made, Returned, Scope, Unread, parts_of

ONCE = "a loop that only takes steps is read once: one step of it"


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
    names = {x.id for x in ast.walk(node.target) if isinstance(x, ast.Name)}
    found = [statement for statement in node.body if _is_step(statement)]
    others = [x for x in node.body if not isinstance(x, ast.If | ast.Expr)]
    used = {x.id for statement in others for x in ast.walk(statement) if isinstance(x, ast.Name)}
    return [] if names & used else found


def _is_step(statement: ast.stmt) -> bool:
    """Is this w -= lr * dw, or w = w - lr * dw, a step along a derivative?"""
    match statement:
        case ast.AugAssign(target=ast.Name(id=name), op=ast.Sub(), value=step):
            pass
        case ast.Assign(
            targets=[ast.Name(id=name)],
            value=ast.BinOp(left=ast.Name(id=other), op=ast.Sub(), right=step),
        ) if name == other:
            pass
        case _:
            return False
    inside = [x.id for x in ast.walk(step) if isinstance(x, ast.Name)]
    return any(derivative_of(x, [name]) or PLAIN.fullmatch(x) for x in inside)


def _over_samples(m: Assigning, scope: Scope, node: ast.For, over: Any) -> None:
    """A loop over all samples at once: it may only add up, or collect one value for each."""
    m.enter(over)
    _see_that_it_adds_up(node)
    held = {name: x for name, x in scope.names.items() if isinstance(x, Array)}
    lengths = {name: len(x) for name, x in _lists(scope).items()}
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
    lists = _lists(scope)
    for name, x in list(scope.names.items()):
        if name in lists and len(lists[name]) != lengths.get(name, len(lists[name])):
            scope.names[name] = _collected(name, lists[name])
        elif isinstance(x, Array) and held.get(name) is not x:
            scope.names[name] = m.named(scope, name, x)


def _lists(scope: Scope) -> dict[str, list[Any]]:
    held = scope.names.items()
    return {name: cast("list[Any]", x) for name, x in held if isinstance(x, list)}


def _collected(name: str, entries: list[Any]) -> Array:
    """What a list holds to which each sample has added one value."""
    if len(entries) != 1 or not isinstance(entries[0], Samples):
        raise Unread(f"what is collected in {name} is not read")
    return entries[0].stacked


def _loop_of(entry: Any) -> Index:
    parts = [x for x in parts_of(entry) if isinstance(x, Index | Samples)]
    found = [x if isinstance(x, Index) else x.index for x in parts]
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


def accumulated(
    m: Assigning, op: ast.operator, old: Any, added: Any, nodes: tuple[ast.expr, ast.expr]
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
