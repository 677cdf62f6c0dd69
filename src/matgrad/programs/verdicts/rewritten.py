"""A program as it is read: without what only prints, takes steps or sets sizes; with more names."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from matgrad.programs.listings.execution import is_idle
from matgrad.programs.listings.library import FILLED
from matgrad.programs.verdicts.roles import NUMERICAL, is_gradient
from matgrad.programs.verdicts.source import (
    called,
    called_name,
    functions,
    loaded,
    outside,
    stored,
    walked,
)

# ---------------------------------------------------------------- sizes


def with_open_sizes(body: Sequence[ast.stmt]) -> tuple[list[ast.stmt], frozenset[str]]:
    """The program without numbers that are only sizes of arrays, and the names of these.

    >>> body, names = with_open_sizes(ast.parse("N, D = 64, 10\\nX = np.zeros((N, D))").body)
    >>> [ast.unparse(x) for x in body], sorted(names)
    (['X = np.zeros((N, D))'], ['D', 'N'])
    """
    nodes = walked(body)
    times = Counter(x.id for x in nodes if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store))
    made = [x for x in nodes if isinstance(x, ast.Call) and called_name(x) in FILLED]
    found = {statement: _numbers_set(statement) for statement in body}
    values = Counter(number for each in found.values() for number in each.values())
    sizes = {name for each in found.values() for name, number in each.items()
             if name in loaded(*made) and times[name] == values[number] == 1 < number}  # fmt: skip
    gone = {x: each.keys() for x, each in found.items() if each and each.keys() <= sizes}
    return [x for x in body if x not in gone], frozenset(y for x in gone.values() for y in x)


def _numbers_set(statement: ast.stmt) -> dict[str, int]:
    """The names that a statement sets to whole numbers, and nothing else: N, D = 64, 10."""
    match statement:
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
            pairs = [*zip(targets, values, strict=False)]
        case ast.Assign(targets=[target], value=value):
            pairs = [(target, value)]
        case _:
            return {}
    found = {x.id: y.value for x, y in pairs if isinstance(x, ast.Name)
             and isinstance(y, ast.Constant) and type(y.value) is int}  # fmt: skip
    return found if len(found) == len(pairs) else {}


# ---------------------------------------------------------------- what only uses gradients


def without_uses(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """The program without what only uses its gradients: g = grad(w, X, y), steps, checks.

    The routine is judged itself then, with its parameters as inputs.
    """
    return [*_Uses(body).kept(body)]


class _Uses:
    """Finds what only uses gradients; what is made of it is left out as well."""

    def __init__(self, body: Sequence[ast.stmt]) -> None:
        self.routines = functions(body)
        self.gradients = {name for name in self.routines if is_gradient(name, self.routines)}
        self.values = {x for x in self.routines if x not in self.gradients} - {*self._numerical()}
        self.unwanted = {*self._numerical()}
        self.gone: set[str] = set()  # names that are not set any more
        own = [x for x in outside(body) if not isinstance(x, ast.Expr)]
        simple = [x for each in own for x in (each.body if isinstance(each, ast.For) else [each])]
        self.computed = {x for each in simple for x in _computed_with(each)}
        # With other arguments it may be the gradient of another value.
        self.has_values = any(called(x) & self.values and not self._is_shown(x)
                              for x in simple if not _is_plain(x))  # fmt: skip
        self.unwanted |= set() if self.has_values else self.gradients

    def _numerical(self) -> Iterator[str]:
        return (x for x in self.routines if NUMERICAL.fullmatch(x))

    def kept(self, body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
        """The statements that stay."""
        for each in body:
            match each:
                case ast.FunctionDef(name=name) if NUMERICAL.fullmatch(name):
                    pass
                case ast.For(body=inside):
                    each.body = [*self.kept(inside)]
                    if not all(map(_is_plain, each.body)):
                        yield each
                case ast.Assign() | ast.AugAssign() | ast.AnnAssign() | ast.Expr() if self._is_use(
                    each
                ):
                    self.gone |= stored(each) if not isinstance(each, ast.AugAssign) else set()
                case _:
                    yield each

    def _is_use(self, statement: ast.stmt) -> bool:
        """Does a statement call a gradient, or use what came from one?"""
        if isinstance(getattr(statement, "value", None), ast.Lambda):
            return False
        is_shown = not self.has_values and self._is_shown(statement)
        is_use = is_shown or called(statement) & self.unwanted or loaded(statement) & self.gone
        return bool(is_use)

    def _is_shown(self, statement: ast.stmt) -> bool:
        """Is the value of a function only shown, J = cost(w, X, y), whose gradient is a routine?

        What other values are computed with, a = sigmoid(z) beside sigmoid_prime, is not only shown.
        """
        match statement:
            case (
                ast.Assign(value=ast.Call(func=ast.Name(id=name)))
                | ast.Expr(
                    value=ast.Call(
                        func=ast.Attribute(attr="append"),
                        args=[ast.Call(func=ast.Name(id=name))],
                    )
                )
            ) if name in self.values and not stored(statement) & self.computed:
                own = self.routines[name].parameters
                return any(self.routines[x].parameters == own for x in self.gradients)
            case _:
                return False


def _is_plain(statement: ast.stmt) -> bool:
    """Does a statement compute nothing that has a name?"""
    value = getattr(statement, "value", None)
    is_idle_one = isinstance(statement, ast.Expr | ast.Pass | ast.Break | ast.Continue)
    return is_idle_one or is_idle(statement) or isinstance(value, ast.Lambda)


def _computed_with(statement: ast.stmt) -> set[str]:
    """The names with which a statement computes values."""
    value = statement.value if isinstance(statement, ast.Assign | ast.AugAssign) else None
    return set() if value is None or isinstance(value, ast.Name | ast.Lambda) else loaded(value)


# ---------------------------------------------------------------- inside of activations

_ACTIVATIONS = frozenset(
    "tanh sigmoid expit relu softmax log_softmax gelu silu swish elu leaky_relu softplus"
    " logsigmoid".split()
)
# What people call it, behind the d.
_BASE = re.compile(
    r"d_?(?P<base>[zZ]\w{0,4}|pre\w*|net\w*|logits?\w*|scores?\w*|lin(?:ear)?\w*|act\w*|\w*raw\w*"
    r"|[asu]\d?)"
)
_NUMBER = re.compile(r"\d*$")


def with_inner_names(body: list[ast.stmt]) -> list[ast.stmt]:
    """What stands inside of an activation gets the name that a backward pass has for it.

    >>> code = "h = np.tanh(X @ W)\\ndz = dh * (1 - h**2)"
    >>> print(ast.unparse(ast.Module(with_inner_names(ast.parse(code).body), [])))
    h = np.tanh((z := (X @ W)))
    dz = dh * (1 - h ** 2)
    """
    nodes = walked(body)
    known = loaded(*body) | stored(*body) | {x.arg for x in nodes if isinstance(x, ast.arg)}
    found = (_BASE.fullmatch(x.id) for x in nodes if isinstance(x, ast.Name)
             and isinstance(x.ctx, ast.Store))  # fmt: skip
    bases = [x for x in dict.fromkeys(x["base"] for x in found if x) if x not in known]
    inner = dict(_inner(nodes)) if bases else {}
    numbers = [_end(x) for x in inner.values()]
    named = {x: base for base in bases for x, result in inner.items()
             if numbers.count(_end(base)) == 1 and _end(result) == _end(base)}  # fmt: skip
    left = [x for x in inner if x not in named], [x for x in bases if x not in named.values()]
    if [*map(len, left)] == [1, 1]:
        named[left[0][0]] = left[1][0]
    for each in body:
        _Putting(named).visit(each)
    return body


def _end(name: str) -> str:
    """The number at the end of a name."""
    found = _NUMBER.search(name)
    return found[0] if found else ""


def _inner(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, str]]:
    """The arguments of activations that have no name, as they stand, and what is set to them."""
    for node in nodes:
        if isinstance(node, ast.Assign | ast.Return) and node.value is not None:
            target = node.targets[0] if isinstance(node, ast.Assign) else None
            for argument in filter(None, map(_argument, ast.walk(node.value))):
                if not isinstance(argument, ast.Name | ast.Constant):
                    yield ast.unparse(argument), getattr(target, "id", "")


def _argument(node: ast.AST) -> ast.expr | None:
    """What an activation is taken of: tanh(·), np.maximum(0, ·), 1 / (1 + np.exp(-·))."""
    match node:
        case (
            ast.Call(
                func=ast.Attribute(attr="maximum"),
                args=[ast.Constant(value=0), of] | [of, ast.Constant(value=0)],
            )
            | ast.BinOp(
                op=ast.Div(),
                left=ast.Constant(),
                right=ast.BinOp(
                    op=ast.Add(),
                    right=ast.Call(
                        func=ast.Attribute(attr="exp"),
                        args=[ast.UnaryOp(op=ast.USub(), operand=of)],
                    ),
                ),
            )
        ):
            return of
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name), args=[of, *_]):
            return of if name in _ACTIVATIONS else None
        case _:
            return None


class _Putting(ast.NodeTransformer):
    """Gives what is written so a name where it stands."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit(self, node: ast.AST) -> ast.AST:
        """Put a name around this part, if it has one."""
        name = self.names.get(ast.unparse(node)) if isinstance(node, ast.expr) else None
        if name is None or not isinstance(node, ast.expr):
            return self.generic_visit(node)
        return ast.copy_location(ast.NamedExpr(ast.Name(name, ast.Store()), node), node)
