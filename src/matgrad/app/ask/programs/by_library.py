"""Derivatives that a program has its library work out: jax.grad(loss)(w, X, y) asks for them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from matgrad.programs.listings.parsing import parsed

_OF_FUNCTION = re.compile(
    r"(?:(?:jax|autograd|torch\.func|functorch)\.)?"
    r"(?P<kind>grad|value_and_grad|jacfwd|jacrev|jacobian|hessian)"
)
_IN_WORDS = re.compile(
    r"(?<!`)`([^`\n]+)`(?!`)"
    r"|(?<![\w.`])((?:\w+\.){0,2}(?:value_and_)?(?:grad|jacfwd|jacrev|jacobian|hessian)"
    r"\(\s*\w+\s*(?:,[^()\n]{1,40}(?:\([\d, ]*\))?)?\))"
)
_OF_VALUE = re.compile(r"(?:torch\.)?autograd\.grad|\w*tape\w*\.gradient")


@dataclass(frozen=True)
class Wanted:
    """What a library is asked for: of which function, by what."""

    of: str
    by: tuple[str, ...]
    is_second: bool = False
    is_jacobian: bool = False


def wanted_of(body: Sequence[ast.stmt], words: str = "") -> Wanted | None:
    """The derivative that a program has worked out, or words write, of a function of its own."""
    parameters = dict(_parameters(body))
    written = (x[1] or x[2] for x in _IN_WORDS.finditer(words))
    quoted = [x for x in map(parsed, written) if x is not None]
    for node in (node for statement in (*body, *quoted) for node in ast.walk(statement)):
        if isinstance(node, ast.Call) and (found := _wanted(node, parameters)) is not None:
            return found
    return None


def is_by_library(node: ast.Call) -> bool:
    """Does a call have a library differentiate something?"""
    written = ast.unparse(node.func)
    return bool(_OF_FUNCTION.fullmatch(written) or _OF_VALUE.fullmatch(written))


def _parameters(body: Sequence[ast.stmt]) -> Iterator[tuple[str, list[str]]]:
    for statement in body:
        match statement:
            case (
                ast.FunctionDef(name=name, args=given)
                | ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda(args=given))
            ):
                yield name, [x.arg for x in given.args]
            case _:
                pass


def _wanted(node: ast.Call, parameters: Mapping[str, Sequence[str]]) -> Wanted | None:
    written = ast.unparse(node.func)
    match node.args:
        case [ast.Name(id=of), *others] if of in parameters:
            found = _OF_FUNCTION.fullmatch(written)
            numbers = _numbers([*others, *(x.value for x in node.keywords if x.arg == "argnums")])
            by = tuple(parameters[of][n] for n in numbers if n < len(parameters[of]))
            if found is None or not by or written in parameters:
                return None
            is_jacobian = found["kind"].startswith("jac")
            return Wanted(of, by, found["kind"] == "hessian", is_jacobian)
        case [ast.Name(id=of), ast.Name() | ast.List() | ast.Tuple() as inputs, *_]:
            names = [x.id for x in ast.walk(inputs) if isinstance(x, ast.Name)]
            return Wanted(of, tuple(names)) if _OF_VALUE.fullmatch(written) else None
        case _:
            return None


def _numbers(given: Sequence[ast.expr]) -> list[int]:
    """Which arguments are meant: the first, or those that are numbered."""
    nodes = [x for each in given for x in ast.walk(each) if isinstance(x, ast.Constant)]
    return [x.value for x in nodes if isinstance(x.value, int)] or [0]
