"""What the source of a program tells before it is read: its names, columns and counts."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable

from matgrad.programs.listings.likely import COUNT
from matgrad.programs.listings.objects import routine_of
from matgrad.programs.listings.values import Routine, Scope

_AXES = frozenset("axis dim keepdims keepdim".split())


def walked(body: Iterable[ast.AST]) -> list[ast.AST]:
    """All parts of some statements."""
    return [node for each in body for node in ast.walk(each)]


def loaded(*body: ast.AST) -> set[str]:
    """The names that statements use."""
    return _names(body, ast.Load)


def stored(*body: ast.AST) -> set[str]:
    """The names that statements set."""
    return _names(body, ast.Store)


def _names(body: Iterable[ast.AST], context: type[ast.expr_context]) -> set[str]:
    nodes = (x for x in walked(body) if isinstance(x, ast.Name))
    return {x.id for x in nodes if isinstance(x.ctx, context)}


def parts_set(body: Iterable[ast.AST], own: str = "self") -> set[str]:
    """The parts of an object that statements set: p of self.p = …"""
    found: set[str] = set()
    for node in walked(body):
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=part, ctx=ast.Store()):
                found |= {part} if name == own else set()
            case _:
                pass
    return found


def called_name(call: ast.Call) -> str:
    """The name of what is called, of whichever module or object."""
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def called(node: ast.AST) -> set[str]:
    """The names of what is called in a piece of a program."""
    calls = (x.func for x in ast.walk(node) if isinstance(x, ast.Call))
    return {x.id for x in calls if isinstance(x, ast.Name)}


def functions(nodes: Iterable[ast.AST]) -> dict[str, Routine]:
    """The functions among some statements, as they are written."""
    found: dict[str, Routine] = {}
    for node in nodes:
        match node:
            case ast.FunctionDef(name=name, args=given, body=body):
                found[name] = routine_of(name, given, body, Scope())
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda(args=given, body=value)):
                found[name] = routine_of(name, given, [ast.Return(value)], Scope())
            case _:
                pass
    return found


def outside(body: Iterable[ast.stmt]) -> list[ast.stmt]:
    """The statements that stand in no function and no class."""
    return [x for x in body if not isinstance(x, ast.FunctionDef | ast.ClassDef)]


# ---------------------------------------------------------------- columns


def columns_in(body: Iterable[ast.stmt]) -> frozenset[str]:
    """The names whose transpose is the last factor of a product; none where samples are counted."""
    found: set[str] = set()
    for node in walked(body):
        match node:
            case ast.keyword(arg=name) if name in _AXES:
                return frozenset()
            case ast.Attribute(attr="shape") | ast.Call(func=ast.Name(id="len")):
                return frozenset()
            case ast.BinOp(op=ast.Div(), right=ast.Name(id=name)) if COUNT.fullmatch(name):
                return frozenset()
            case (
                ast.BinOp(op=ast.MatMult(), right=ast.Attribute(value=ast.Name(id=name), attr="T"))
                | ast.Call(
                    func=ast.Attribute(attr="dot" | "matmul"),
                    args=[*_, ast.Attribute(value=ast.Name(id=name), attr="T")],
                )
            ):
                found.add(name)
            case _:
                pass
    return frozenset(found)


# ---------------------------------------------------------------- counts

_OF_ARRAYS = frozenset(
    "sum mean norm dot outer inner vdot tanh sigmoid softmax relu exp sin cos matmul transpose"
    " maximum minimum square".split()
)
_OF_SIZES = frozenset("range arange zeros ones eye randn reshape sqrt".split())


def counts(body: Iterable[ast.stmt], names: Collection[str]) -> frozenset[str]:
    """The names for numbers of samples: nothing is done with them that is done with arrays.

    >>> counts(ast.parse("f = np.sum((a - n)**2) / m").body, ["n", "m"])
    frozenset({'m'})
    """
    arrays, added, numbers = set[str](), set[str](), set[str]()
    for node in walked(body):
        match node:
            case ast.BinOp(op=ast.MatMult(), left=left, right=right):
                arrays |= _named(left, right)
            case ast.Attribute(value=part) | ast.Subscript(value=part):
                arrays |= _named(part)
            case ast.BinOp(op=ast.Div(), right=ast.Name(id=name)):
                numbers.add(name)
            case ast.BinOp(left=left, right=right) if ast.Constant in (type(left), type(right)):
                pass
            case ast.BinOp(op=ast.Add() | ast.Sub(), left=left, right=right):
                added |= _named(left, right)
            case ast.BinOp(left=left, right=right):
                numbers |= _named(left, right)
            case ast.Call(func=ast.Attribute(attr=called) | ast.Name(id=called), args=given):
                arrays |= _named(*given) if called in _OF_ARRAYS else set()
                numbers |= _named(*given) if called in _OF_SIZES else set()
            case _:
                pass
    return frozenset(x for x in names if COUNT.fullmatch(x)) - arrays - (added - numbers)


def _named(*parts: ast.expr) -> set[str]:
    return {x.id for x in parts if isinstance(x, ast.Name)}
