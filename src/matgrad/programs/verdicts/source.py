"""What the source of a program tells before it is read: columns, counts, layers, its order."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Sequence
from textwrap import dedent

from matgrad.programs.listings.execution import HARMLESS
from matgrad.programs.listings.likely import COUNT
from matgrad.programs.listings.parsing import parsed

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


# ---------------------------------------------------------------- sizes

_MAKERS = frozenset("randn rand zeros ones empty randint arange normal uniform full range".split())


def with_open_sizes(body: Sequence[ast.stmt]) -> tuple[list[ast.stmt], frozenset[str]]:
    """The program without numbers that are only sizes of arrays, and the names of these.

    >>> body, names = with_open_sizes(ast.parse("N, D = 64, 10\\nX = np.zeros((N, D))").body)
    >>> [ast.unparse(x) for x in body], sorted(names)
    (['X = np.zeros((N, D))'], ['D', 'N'])
    """
    nodes = [node for each in body for node in ast.walk(each)]
    calls = [x for x in nodes if isinstance(x, ast.Call) and _called(x) in _MAKERS]
    given = [y for x in calls for y in (*x.args, *(k.value for k in x.keywords))]
    sizes = _names([x for each in given for x in _parts(each)], ast.Load)
    pairs = [pair for x in body for pair in _numbers_set(x) if pair[1] > 1]
    values = [number for _, number in pairs]
    numbers = {name for name, number in pairs if values.count(number) == 1}
    stored = [x.id for x in nodes if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store)]
    free = {x for x in numbers if x in sizes and stored.count(x) == 1}
    gone = {id(x) for x in body if (pairs := _numbers_set(x)) and {n for n, _ in pairs} <= free}
    names = {n for x in body if id(x) in gone for n, _ in _numbers_set(x)}
    return [x for x in body if id(x) not in gone], frozenset(names)


def _called(call: ast.Call) -> str:
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def _parts(size: ast.expr) -> list[ast.expr]:
    """The sizes among the arguments of a call: N, or (N, D)."""
    found = size.elts if isinstance(size, ast.Tuple | ast.List) else [size]
    return [x for x in found if isinstance(x, ast.Name)]


def _numbers_set(statement: ast.stmt) -> list[tuple[str, int]]:
    """The names that a statement sets to whole numbers, and nothing else: N, D = 64, 10."""
    match statement:
        case ast.Assign(targets=[ast.Name() as name], value=ast.Constant() as value):
            pairs: list[tuple[ast.expr, ast.expr]] = [(name, value)]
        case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
            pairs = [*zip(names, values, strict=False)]
        case _:
            return []
    found = [(x.id, y.value) for x, y in pairs if isinstance(x, ast.Name)
             and isinstance(y, ast.Constant) and type(y.value) is int]  # fmt: skip
    return found if len(found) == len(pairs) else []


# ---------------------------------------------------------------- order


def in_order(given: Sequence[str]) -> list[str]:
    """The pieces of a program, each behind those that compute what it uses.

    >>> in_order(["cost = np.sum((A - Y)**2)", "A = W @ X"])
    ['A = W @ X', 'cost = np.sum((A - Y)**2)']
    """
    blocks = [*map(dedent, given)]
    bodies = [x.body if (x := parsed(block)) is not None else [] for block in blocks]
    left, done = list(range(len(blocks))), list[int]()
    while left:
        known = {x for n in done for x in _names(bodies[n], ast.Store)}
        ready = (n for n in left if not any(
            (_needs(bodies[n]) - known) & _computed(bodies[k]) for k in left if k > n))  # fmt: skip
        done.append(next(ready, left[0]))
        left.remove(done[-1])
    return [blocks[n] for n in done]


def _needs(body: Sequence[ast.stmt]) -> set[str]:
    """What a piece uses and does not set; nothing if it only defines routines."""
    if any(isinstance(x, ast.FunctionDef | ast.ClassDef) for x in body):
        return set()
    return _names(body, ast.Load) - _names(body, ast.Store)


def _computed(body: Sequence[ast.stmt]) -> set[str]:
    """The names that are set to what is computed, not to numbers that a program begins with."""
    values = (x for x in body if isinstance(x, ast.Assign) and _names([x.value], ast.Load))
    return {name for x in values for name in _names([x], ast.Store) - _names([x.value], ast.Load)}


def _names(body: Iterable[ast.AST], context: type[ast.expr_context]) -> set[str]:
    nodes = (x for each in body for x in ast.walk(each) if isinstance(x, ast.Name))
    return {x.id for x in nodes if isinstance(x.ctx, context)}


# ---------------------------------------------------------------- what changes nothing


def without_idle(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """The statements without conditions under which something is only printed or so."""
    kept = [x for x in body if not (isinstance(x, ast.If) and is_idle(x))]
    for each in kept:
        match each:
            case ast.For(body=inside) | ast.While(body=inside) | ast.FunctionDef(body=inside):
                each.body = without_idle(inside) or [ast.copy_location(ast.Pass(), each)]
            case _:
                pass
    return kept


def is_idle(statement: ast.stmt) -> bool:
    """Does a statement only print, or so?"""
    if isinstance(statement, ast.If):
        return all(map(is_idle, (*statement.body, *statement.orelse)))
    match statement:
        case ast.Pass():
            return True
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name))):
            return name in HARMLESS
        case _:
            return False
