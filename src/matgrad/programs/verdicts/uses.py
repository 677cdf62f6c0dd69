"""A program without what only uses gradients: g = grad(w, X, y), steps, checks, jax.grad(f)(x)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from matgrad.programs.verdicts.roles import NUMERICAL, is_gradient

_BY_LIBRARY = re.compile(
    r"(?:(?:jax|autograd|torch\.func|functorch)\.)?(?:grad|value_and_grad|jacfwd|jacrev|jacobian|hessian)"
    r"|(?:torch\.)?autograd\.grad|\w*tape\w*\.gradient"
)
_SIMPLE = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr)


def without_uses(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """The program without statements that call its gradient behind the routines.

    The routine is judged itself then, with its parameters as inputs.
    """
    routines = {x.name: x for x in _routines(body)}
    gradients = {x.name for x in routines.values() if is_gradient(x.name, x.body, routines)}
    gradients |= {x for x in routines if NUMERICAL.fullmatch(x)}
    calls = (x for each in body for x in ast.walk(each) if isinstance(x, ast.Call))
    if not gradients and not any(map(is_by_library, calls)):
        return [*body]
    return [*Uses(routines, gradients, body).kept(body)]


@dataclass(frozen=True)
class Function:
    """A function of a program, as it is written."""

    name: str
    parameters: list[str]
    body: Sequence[ast.stmt]


def _routines(body: Sequence[ast.stmt]) -> Iterator[Function]:
    for statement in body:
        match statement:
            case ast.FunctionDef(name=name, args=given, body=inside):
                yield Function(name, [x.arg for x in given.args], inside)
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda(args=given, body=value)):
                yield Function(name, [x.arg for x in given.args], [ast.Return(value)])
            case _:
                pass


class Uses:
    """Finds what only uses gradients; what is made of it is left out as well."""

    def __init__(
        self, routines: Mapping[str, Function], gradients: set[str], body: Sequence[ast.stmt]
    ) -> None:
        self.routines = routines
        self.gradients = gradients
        self.gone: set[str] = set()  # names that are not set any more
        self.needed = {x for each in body for x in _computed_with(each)}
        own = (x for x in body if not isinstance(x, ast.FunctionDef | ast.ClassDef | ast.Expr))
        self.has_values = any(self._is_value(x) for each in own for x in _simple(each))

    def kept(self, body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
        """The statements that stay."""
        for statement in body:
            if isinstance(statement, ast.FunctionDef) and NUMERICAL.fullmatch(statement.name):
                continue
            if isinstance(statement, ast.For):
                inside = [*self.kept(statement.body)]
                if inside == statement.body:
                    yield statement
                elif not all(map(_does_nothing, inside)):
                    new = ast.For(statement.target, statement.iter, inside, [])
                    yield ast.copy_location(new, statement)
            elif isinstance(statement, _SIMPLE) and self._is_use(statement):
                if not isinstance(statement, ast.AugAssign):
                    self.gone |= _names(statement, ast.Store)
            else:
                yield statement

    def _is_use(self, statement: ast.stmt) -> bool:
        """Does a statement call a gradient, or use what came from one?"""
        if isinstance(getattr(statement, "value", None), ast.Lambda):
            return False
        calls = [x for x in ast.walk(statement) if isinstance(x, ast.Call)]
        called = {_name(x) for x in calls}
        if self._is_by_library(calls):
            return True
        if self.has_values:  # with other arguments it may be the gradient of another value
            gone = any(NUMERICAL.fullmatch(x) for x in called & self.gradients)
        else:
            gone = bool(called & self.gradients) or self._is_shown(statement)
        return gone or bool(_names(statement, ast.Load) & self.gone)

    def _is_by_library(self, calls: Sequence[ast.Call]) -> bool:
        """Does a library differentiate here? A routine of the program may have the same name."""
        return any(is_by_library(x) and _name(x) not in self.routines for x in calls)

    def _is_value(self, statement: ast.stmt) -> bool:
        """Does the program itself compute with a function that is no gradient?"""
        if isinstance(getattr(statement, "value", None), ast.Lambda):
            return False
        called = {_name(x) for x in ast.walk(statement) if isinstance(x, ast.Call)}
        return bool(called & self.routines.keys() - self.gradients) and not self._is_shown(
            statement
        )

    def _is_shown(self, statement: ast.stmt) -> bool:
        """Is the value of a function only shown, J = cost(w, X, y), whose gradient is a routine?

        What other values are computed with, a = sigmoid(z) beside sigmoid_prime, is not only shown.
        """
        match statement:
            case ast.Assign(value=ast.Call() as call):
                if _names(statement, ast.Store) & self.needed:
                    return False
            case ast.Expr(
                value=ast.Call(func=ast.Attribute(attr="append"), args=[ast.Call() as call])
            ):
                pass
            case _:
                return False
        function = self.routines.get(_name(call))
        if function is None or function.name in self.gradients:
            return False
        return any(self.routines[x].parameters == function.parameters for x in self.gradients)


def _computed_with(statement: ast.stmt) -> set[str]:
    """The names with which statements outside of routines compute values."""
    if isinstance(statement, ast.For):
        return {x for each in statement.body for x in _computed_with(each)}
    value = statement.value if isinstance(statement, ast.Assign | ast.AugAssign) else None
    is_computed = value is not None and not isinstance(value, ast.Name | ast.Lambda)
    return _names(value, ast.Load) if value is not None and is_computed else set()


def _does_nothing(statement: ast.stmt) -> bool:
    """Does a statement only print, or so?"""
    if isinstance(statement, ast.If):
        return all(map(_does_nothing, (*statement.body, *statement.orelse)))
    return isinstance(statement, ast.Expr | ast.Pass | ast.Break | ast.Continue)


def _simple(statement: ast.stmt) -> Iterator[ast.stmt]:
    """A statement, or those inside of a loop."""
    inside = statement.body if isinstance(statement, ast.For) else [statement]
    return (x for x in inside if not _does_nothing(x))


def _names(statement: ast.AST, context: type[ast.expr_context]) -> set[str]:
    nodes = ast.walk(statement)
    return {x.id for x in nodes if isinstance(x, ast.Name) and isinstance(x.ctx, context)}


def _name(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else ""


def is_by_library(node: ast.Call) -> bool:
    """Does a call have a library differentiate something?"""
    return _BY_LIBRARY.fullmatch(ast.unparse(node.func)) is not None
