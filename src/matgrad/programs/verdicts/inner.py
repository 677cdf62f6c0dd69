"""What stands inside of an activation gets the name that a backward pass has for it.

h = np.tanh(X @ W + b) with dz = dh * (1 - h**2) speaks of z = X @ W + b, which has no name.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass

_ACTIVATIONS = frozenset(
    "tanh sigmoid expit relu softmax log_softmax gelu silu swish elu leaky_relu softplus"
    " logsigmoid".split()
)
# What people call it, behind the d.
_BASE = re.compile(
    r"d_?(?P<base>[zZ]\w{0,4}|pre\w*|net\w*|logits?\w*|scores?\w*|lin(?:ear)?\w*|act\w*|\w*raw\w*"
    r"|[asu]\d?)"
)
_NUMBER = re.compile(r"\d+$")


@dataclass(frozen=True)
class Inner:
    """An argument of an activation that has no name, and the name that the result gets."""

    node: ast.expr
    result: str

    @property
    def key(self) -> str:
        """Two of them are the same if they are written alike."""
        return ast.dump(self.node)


def with_inner_names(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """The program with names for what its backward pass differentiates by."""
    nodes = [node for statement in body for node in ast.walk(statement)]
    known = {x.id for x in nodes if isinstance(x, ast.Name)}
    known |= {x.arg for x in nodes if isinstance(x, ast.arg)}
    wanted = [x["base"] for x in map(_BASE.fullmatch, _assigned(nodes)) if x]
    bases = [x for x in dict.fromkeys(wanted) if x not in known]
    inner = list({x.key: x for x in _inner(nodes)}.values()) if bases else []
    names = _matched(bases, inner)
    if not names:
        return [*body]
    return [*_named(deepcopy(body), names)]


def _assigned(nodes: Sequence[ast.AST]) -> list[str]:
    return [x.id for x in nodes if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store)]


def _inner(nodes: Sequence[ast.AST]) -> Iterator[Inner]:
    """The arguments of activations that have no name."""
    for node in nodes:
        if isinstance(node, ast.Assign | ast.Return) and node.value is not None:
            target = node.targets[0] if isinstance(node, ast.Assign) else None
            result = target.id if isinstance(target, ast.Name) else ""
            for each in ast.walk(node.value):
                argument = _argument(each)
                if argument is not None and not isinstance(argument, ast.Name | ast.Constant):
                    yield Inner(argument, result)


def _argument(node: ast.AST) -> ast.expr | None:
    """What an activation is taken of: tanh(·), np.maximum(0, ·), 1 / (1 + np.exp(-·))."""
    match node:
        case ast.Call(
            func=ast.Attribute(attr="maximum"),
            args=[ast.Constant(value=0), of] | [of, ast.Constant(value=0)],
        ):
            return of
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name), args=[of, *_]):
            return of if name in _ACTIVATIONS else None
        case ast.BinOp(
            op=ast.Div(),
            left=ast.Constant(),
            right=ast.BinOp(
                op=ast.Add(),
                right=ast.Call(
                    func=ast.Attribute(attr="exp"),
                    args=[ast.UnaryOp(op=ast.USub(), operand=of)],
                ),
            ),
        ):
            return of
        case _:
            return None


def _matched(bases: Sequence[str], inner: Sequence[Inner]) -> dict[str, str]:
    """Which name belongs to which argument: by the number at their ends, or the only one."""
    found: dict[str, str] = {}
    for base in bases:
        number = _NUMBER.search(base)
        same = [x for x in inner if number and x.result.endswith(number[0])]
        if len(same) == 1 and same[0].key not in found:
            found[same[0].key] = base
    left = [x for x in inner if x.key not in found]
    open_ones = [x for x in bases if x not in found.values()]
    if len(left) == 1 and len(open_ones) == 1:
        found[left[0].key] = open_ones[0]
    return found


class _Putting(ast.NodeTransformer):
    """Puts names in the places of arguments, and remembers which."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names
        self.put: dict[str, ast.expr] = {}

    def visit(self, node: ast.AST) -> ast.AST:
        """A name, where it stands for this part."""
        name = self.names.get(ast.dump(node)) if isinstance(node, ast.expr) else None
        if name is None:
            return self.generic_visit(node)
        assert isinstance(node, ast.expr)
        self.put[name] = node
        return ast.copy_location(ast.Name(name, ast.Load()), node)


def _named(body: Sequence[ast.stmt], names: dict[str, str]) -> Iterator[ast.stmt]:
    """Statements before which the arguments that they use get their names."""
    for statement in body:
        match statement:
            case ast.Assign() | ast.Return():
                putting = _Putting(names)
                new = putting.visit(statement)
                assert isinstance(new, ast.stmt)
                for name, value in putting.put.items():
                    target = ast.Name(name, ast.Store())
                    made = ast.Assign([target], value)
                    yield ast.fix_missing_locations(ast.copy_location(made, statement))
                yield new
            case ast.FunctionDef(body=inside) | ast.ClassDef(body=inside) | ast.For(body=inside):
                statement.body = [*_named(inside, names)]
                yield statement
            case _:
                yield statement
