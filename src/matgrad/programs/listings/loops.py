"""Loops: carried out entry by entry, or over all samples at once."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, cast

from matgrad import ops
from matgrad.programs.arrays.array import Array, as_array
from matgrad.programs.arrays.functions import total
from matgrad.programs.listings.assignment import Assigning
from matgrad.programs.listings.cells import (
    Cells,
    Columns,
    both,
    numbers,
    otherwise,
    summed_cells,
    weight,
    weighted,
)
from matgrad.programs.listings.derivatives import PLAIN, derivative_of
from matgrad.programs.listings.evaluation import value
from matgrad.programs.listings.operators import combined
from matgrad.programs.listings.passes import ONLY_SUMS, see_that_it_adds_up
from matgrad.programs.listings.samples import Outer, Samples, is_whole
from matgrad.programs.listings.values import Index, Made, Misfit, Returned, Scope, Unread, parts_of

STEP = re.compile(r"step|update\w*|zero_grad\w*|apply_grad\w*")
_VALUES = (Samples, Cells, Columns, Array, int, float)
UNDER = "{0} is set under a condition in a loop, which is not read"
LAST = "{0} is what the last pass of a loop sets, which is not read"
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


def _over_samples(m: Assigning, scope: Scope, node: ast.For, over: Any) -> None:
    """A loop over all samples at once: it may only add up, or collect one value for each."""
    if m.loop is not None:
        _over_inner(m, scope, node, over)
        return
    see_that_it_adds_up(node)
    held = {name: x for name, x in scope.names.items() if isinstance(x, Array)}
    lengths = {name: len(x) for name, x in _lists(scope).items()}
    (entry,) = m.entries(over)
    outer, scope.is_main = scope.is_main, False
    m.loop, m.local = _loop_of(entry), (_set_in(node.body), frozenset())
    try:
        m.assign(scope, node.target, entry)
        m.run(node.body, scope)
    except Returned:
        raise Unread("“return” inside of a loop over samples is not read") from None
    finally:
        scope.is_main, m.loop, m.mask = outer, None, None
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


def _over_inner(m: Assigning, scope: Scope, node: ast.For, over: Any) -> None:
    """A loop inside of a loop over samples, over all of its passes at once."""
    if m.inner is not None or not isinstance(over, Index):
        raise Unread("of loops inside of a loop over samples, one over a size is read")
    outer, mask = m.local, m.mask
    m.inner, m.local = Index(over.count, is_inner=True), (outer[0], _set_in(node.body))
    try:
        m.assign(scope, node.target, m.inner)
        m.run(node.body, scope)
    finally:
        inner, m.inner, m.local, m.mask = m.local[1], None, outer, mask
    _forget(scope, inner, LAST)


def _set_in(body: Sequence[ast.stmt]) -> frozenset[str]:
    """The names that a body sets, without those that it only adds to."""
    nodes = [node for statement in body for node in ast.walk(statement)]
    added = {x.target for x in nodes if isinstance(x, ast.AugAssign)}
    return frozenset(x.id for x in nodes if isinstance(x, ast.Name)
                     and isinstance(x.ctx, ast.Store) and x not in added)  # fmt: skip


def _forget(scope: Scope, names: Iterable[str], why: str) -> None:
    """Names that mean nothing any more."""
    for name in names:
        if isinstance(
            scope.names.get(name), Samples | Cells | Columns | Array | int | float | bool
        ):
            scope.names[name] = Misfit(name, Unread(why.format(name)))


def where_it_holds(m: Assigning, scope: Scope, node: ast.If, test: Any) -> None:
    """A condition in a loop over samples: what is added counts only where it holds."""
    outer, (*body, last) = m.mask, node.body
    is_left = isinstance(last, ast.Continue)
    m.mask = both(outer, numbers(test))
    m.run(body if is_left else node.body, scope)
    m.mask = both(outer, otherwise(test))
    m.run(node.orelse, scope)
    if not is_left:  # else the rest of the pass is left out where it holds
        m.mask = outer
    _forget(scope, _set_in([node]), UNDER)


def accumulated(
    m: Assigning, op: ast.operator, old: Any, added: Any, nodes: tuple[ast.expr, ast.expr]
) -> Any:
    """The new value of what is added to; what all samples add is their sum."""
    name = nodes[0].id if isinstance(nodes[0], ast.Name) else ""
    if m.loop is not None and name not in m.local[m.inner is not None]:
        if not isinstance(op, ast.Add | ast.Sub):
            raise Unread(ONLY_SUMS)
        is_own = m.inner is not None and name in m.local[0]
        added = _in_each(m, added) if is_own else _summed(m, added)
    elif m.mask is not None:
        raise Unread(UNDER.format(name or ast.unparse(nodes[0])))
    is_zero = isinstance(old, int | float) and old == 0
    is_zero = is_zero or (isinstance(old, Made) and old.number == 0 and isinstance(added, Array)
                          and old.axes == added.axes)  # fmt: skip
    if is_zero and isinstance(op, ast.Add | ast.Sub):
        return added if isinstance(op, ast.Add) else -added
    return combined(m, op, old, added, nodes)


def _summed(m: Assigning, added: Any) -> Any:
    """What all passes add up to, where conditions hold."""
    assert m.loop is not None
    if m.inner is not None:
        return summed_cells(added, weight(m.mask, m.loop, m.inner))
    if m.mask is not None and isinstance(added, Samples):
        added = added * m.mask
    elif m.mask is not None and isinstance(added, Outer):
        factor = m.mask if added.factor is None else added.factor * m.mask
        added = replace(added, factor=factor)
    if isinstance(added, Samples | Outer):
        return added.total()
    count = Array(ops.size(m.loop.count), ()) if m.mask is None else m.mask.total()
    return as_array(added) * count  # once for each sample


def _in_each(m: Assigning, added: Any) -> Samples:
    """What the passes of an inner loop add up to, for each sample."""
    assert m.loop is not None
    assert m.inner is not None
    found = weighted(added, weight(m.mask, m.loop, m.inner))
    if not isinstance(found, Cells):
        raise Unread("what is added up in the inner loop is not read")
    return Samples(total(found.stacked, 1), m.loop)
