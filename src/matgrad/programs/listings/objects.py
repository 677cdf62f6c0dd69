"""Objects: what classes of the program make, with parts and methods."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from matgrad.programs.listings.machine import Machine
from matgrad.programs.listings.values import (
    Bound,
    Class,
    Instance,
    Misfit,
    Record,
    Routine,
    Scope,
    Unread,
)

MOST_ARGUMENTS = 16
SEVERAL = "several objects are not read together"
ONE = "paste one class: its backward pass is judged by itself, with what comes from above"
SAVE = "save_for_backward"
_CONTEXT = frozenset({SAVE, "mark_dirty", "mark_non_differentiable", "set_materialize_grads"})
_SAVED = ("saved_tensors", "saved_variables")
_SELF = frozenset("to cuda cpu float double train eval requires_grad_".split())
_MODULE = frozenset("parameters named_parameters zero_grad state_dict".split()) | _SELF
_KINDS = ("staticmethod", "classmethod", "property")


# ---------------------------------------------------------------- classes


def routine_of(
    name: str, given: ast.arguments, body: Sequence[ast.stmt], scope: Scope, kind: str = ""
) -> Routine:
    """A function as it is written."""
    placed = [x.arg for x in (*given.posonlyargs, *given.args)]
    known = dict(zip(placed[len(placed) - len(given.defaults) :], given.defaults, strict=True))
    pairs = zip(given.kwonlyargs, given.kw_defaults, strict=True)
    known |= {x.arg: y for x, y in pairs if y is not None}
    names = (*placed, *(x.arg for x in given.kwonlyargs))
    rest = (given.vararg.arg if given.vararg else "", given.kwarg.arg if given.kwarg else "")
    return Routine(name, names, known, tuple(body), scope, kind=kind, rest=rest)


def class_of(m: Machine, scope: Scope, node: ast.ClassDef) -> Class:
    """A class as it is written."""
    bases = tuple(map(ast.unparse, node.bases))
    if own := [x for x in bases if scope.find(x) is not None and x not in ("Module", "Function")]:
        raise Unread(f"{node.name} inherits from {own[0]}, which is not read").on(node.lineno)
    made = Class(node.name, others=tuple(x for x in bases if x != "object"))
    for each in node.body:
        match each:
            case ast.FunctionDef(name=name, args=given, body=body, decorator_list=marks):
                kind = next((x for mark in marks if (x := ast.unparse(mark)) in _KINDS), "")
                made.methods[name] = routine_of(name, given, body, scope, kind)
            case ast.Expr() | ast.Pass() | ast.AnnAssign(value=None):
                pass
            case _:
                kind = type(each).__name__.lower()
                raise Unread(f"“{kind}” inside of a class is not read").on(each.lineno)
    return made


def built(m: Machine, made: Class, args: Sequence[Any], options: Mapping[str, Any]) -> Instance:
    """What a class makes of its arguments; the parts of two objects would have the same names."""
    start = made.method("__init__")
    found = Instance(of=made)
    if m.made:
        raise Unread(SEVERAL, hint=ONE)
    m.made.append(found)
    if start is None:
        if (args or options) and not made.others:
            raise Unread(f"{made.name} takes arguments, but has no __init__ in the program")
        return found
    found.is_starting = True
    m.call(replace(start, own=found), args, options)
    found.is_starting = False
    return found


# ---------------------------------------------------------------- parts and methods


def part(m: Machine, of: Record, name: str) -> Any:
    """A part of an object, or a method of it; a part that nobody sets is an input."""
    if name in of.parts:
        found = of.parts[name]
        if isinstance(found, Misfit):
            raise found.used(name)
        return found
    routine = method_of(m, of, name)
    if routine is not None:
        return _bound(m, of, routine)
    is_module = isinstance(of, Instance) and bool(of.of.others)
    if name in _CONTEXT or (name in _MODULE and is_module):
        return Bound(of, name)
    if name in _SAVED:
        raise Unread(f"nothing is kept with {SAVE} before {name} is used")
    return (True,) * MOST_ARGUMENTS if name == "needs_input_grad" else m.given(name)


def method_of(m: Machine, of: Record, name: str) -> Routine | None:
    """A method; those of a class whose first line is not pasted are routines with self."""
    if isinstance(of, Instance):
        return of.of.method(name)
    found = m.routines.get(name)
    return found if found is not None and found.parameters[:1] == ("self",) else None


def _bound(m: Machine, of: Record, routine: Routine) -> Any:
    """A method that knows whose it is."""
    if routine.kind not in ("", "staticmethod"):
        raise Unread(f"{routine.name} is a {routine.kind}, which is not read")
    return routine if routine.kind else replace(routine, own=of)


def called(m: Machine, of: Instance, args: Sequence[Any], options: Mapping[str, Any]) -> Any:
    """What an object makes of arguments: its __call__, or the forward of a layer."""
    names = ("__call__", "forward") if of.of.others else ("__call__",)
    found = next((x for name in names if (x := of.of.method(name)) is not None), None)
    if found is None:
        raise Unread(f"{of.of.name} has no __call__, so that its objects are not called")
    return m.call(replace(found, own=of), args, options)


def own_method(of: Record, name: str, given: Sequence[Any]) -> Any:
    """What a method does that the library has: it keeps tensors, or changes nothing."""
    if name == SAVE:
        of.parts |= dict.fromkeys(_SAVED, tuple(given))
    return of if name in _SELF else () if name.endswith("parameters") else None


def arguments_of(made: Class) -> tuple[str, ...]:
    """The arguments of a torch.autograd.Function; what it keeps things in is no argument."""
    forward = made.method("forward")
    names = forward.parameters if forward is not None else ()
    return names if made.method("setup_context") is not None else names[1:]
