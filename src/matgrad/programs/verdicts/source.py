"""What the source of a program tells before it is read: columns, counts, layers, its order."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Sequence

from matgrad.programs.listings.likely import COUNT
from matgrad.programs.listings.parsing import parsed
from matgrad.programs.listings.starts import FILLED, RANDOM

_AXES = frozenset("axis dim keepdims keepdim".split())


def columns_in(body: Sequence[ast.stmt]) -> frozenset[str]:
    """The names whose transpose is the last factor of a product; none where samples are counted."""
    nodes = [node for statement in body for node in ast.walk(statement)]
    if any(map(_is_of_samples, nodes)):
        return frozenset()
    return frozenset(name for node in nodes if (name := _turned_last(node)))


def _turned_last(node: ast.AST) -> str:
    match node:
        case (
            ast.BinOp(op=ast.MatMult(), right=ast.Attribute(value=ast.Name(id=name), attr="T"))
            | ast.Call(
                func=ast.Attribute(attr="dot" | "matmul"),
                args=[*_, ast.Attribute(value=ast.Name(id=name), attr="T")],
            )
        ):
            return name
        case _:
            return ""


def _is_of_samples(node: ast.AST) -> bool:
    """Does a program speak of several samples: along an axis, by their number?"""
    match node:
        case ast.keyword(arg=name):
            return name in _AXES
        case ast.Attribute(attr="shape") | ast.Call(func=ast.Name(id="len")):
            return True
        case ast.BinOp(op=ast.Div(), right=ast.Name(id=name)):
            return COUNT.fullmatch(name) is not None
        case _:
            return False


# ---------------------------------------------------------------- counts

_OF_ARRAYS = frozenset(
    "sum mean norm dot outer inner vdot tanh sigmoid softmax relu exp sin cos matmul transpose"
    " maximum minimum square".split()
)
_OF_SIZES = frozenset("range arange zeros ones eye randn reshape sqrt".split())


def counts(body: Sequence[ast.stmt], names: Collection[str]) -> frozenset[str]:
    """The names for numbers of samples: nothing is done with them that is done with arrays.

    >>> counts(ast.parse("f = np.sum((a - n)**2) / m").body, ["n", "m"])
    frozenset({'m'})
    """
    found = [x for x in names if COUNT.fullmatch(x)]
    uses: dict[str, set[str]] = {x: set() for x in found}
    for node in (node for statement in body for node in ast.walk(statement)):
        for name, use in _uses(node):
            if name in uses:
                uses[name].add(use)
    return frozenset(x for x in found if not _is_array(uses[x]))


def _is_array(uses: Collection[str]) -> bool:
    """Is it what only arrays are, or added to others and nothing else?"""
    return "array" in uses or ("added" in uses and "number" not in uses)


def _uses(node: ast.AST) -> list[tuple[str, str]]:
    """What is done with names in one place: as with an array, added, or as with a number."""
    parts: Sequence[ast.AST] = ()
    use = "number"
    match node:
        case ast.BinOp(op=ast.MatMult(), left=left, right=right):
            parts, use = (left, right), "array"
        case ast.Attribute(value=part) | ast.Subscript(value=ast.Name() as part):
            parts, use = (part,), "array"
        case ast.BinOp(op=ast.Div(), right=ast.Name() as part):
            parts = (part,)
        case ast.BinOp(op=op, left=left, right=right):
            use = "added" if isinstance(op, ast.Add | ast.Sub) else use
            is_plain = isinstance(left, ast.Constant) or isinstance(right, ast.Constant)
            parts = () if is_plain else (left, right)
        case ast.Call(func=ast.Attribute(attr=called) | ast.Name(id=called), args=given):
            use = "array" if called in _OF_ARRAYS else use
            parts = given if called in _OF_ARRAYS or called in _OF_SIZES else ()
        case _:
            pass
    return [(x.id, use) for x in parts if isinstance(x, ast.Name)]


def makes_layers(body: Iterable[ast.stmt]) -> bool:
    """Does a program use layers, its own or those of torch.nn?"""
    nodes = (node for statement in body for node in ast.walk(statement))
    return any(isinstance(x, ast.ClassDef) or (isinstance(x, ast.Attribute) and x.attr == "Linear")
               for x in nodes)  # fmt: skip


# ---------------------------------------------------------------- order


def in_order(blocks: Sequence[str]) -> list[str]:
    """The pieces, each behind those that compute what it uses.

    >>> in_order(["cost = np.sum((A - Y)**2)", "A = W @ X"])
    ['A = W @ X', 'cost = np.sum((A - Y)**2)']
    """
    modules = [parsed(x) for x in blocks]
    bodies = [x.body if x is not None else [] for x in modules]
    sets = [_computed(x) for x in bodies]
    waits = [_waits(n, bodies, sets) for n in range(len(blocks))]
    done: list[int] = []
    while len(done) < len(blocks):
        left = [n for n in range(len(blocks)) if n not in done]
        ready = (n for n in left if waits[n] <= {*done})
        done.append(next(ready, left[0]))
    return [blocks[n] for n in done]


def _waits(n: int, bodies: Sequence[Sequence[ast.stmt]], sets: Sequence[set[str]]) -> set[int]:
    """The later pieces that compute what a piece uses and no earlier one computes."""
    if any(isinstance(x, ast.FunctionDef | ast.ClassDef) for x in bodies[n]):
        return set()
    names = _names(bodies[n], ast.Load) - _names(bodies[n], ast.Store)
    names -= {x for each in sets[:n] for x in each}
    return {k for k in range(n + 1, len(bodies)) if sets[k] & names}


def _computed(body: Sequence[ast.stmt]) -> set[str]:
    """The names that statements set to what they compute, not to what they only begin with."""
    found: set[str] = set()
    for statement in body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                is_new = name not in _names([value], ast.Load)
                found |= {name} if is_new and not _is_start(value) else set()
            case _:
                pass
    return found


def _is_start(value: ast.expr) -> bool:
    """Are these numbers, zeros or random ones?"""
    called = value.func if isinstance(value, ast.Call) else None
    is_made = isinstance(called, ast.Attribute) and called.attr in FILLED | RANDOM
    return is_made or not _names([value], ast.Load)


def _names(body: Iterable[ast.AST], context: type[ast.expr_context]) -> set[str]:
    nodes = (x for each in body for x in ast.walk(each) if isinstance(x, ast.Name))
    return {x.id for x in nodes if isinstance(x.ctx, context)}
