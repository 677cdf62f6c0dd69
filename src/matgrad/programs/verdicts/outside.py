"""Names that routines set and that others use: dw = 2 * X.T @ r, or h in def backward(dh)."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence

from matgrad.programs.listings.derivatives import PLAIN, derivative_of
from matgrad.programs.verdicts.roles import NUMERICAL, OBJECTIVE, is_gradient


def used_outside(body: Sequence[ast.stmt], sizes: Collection[str]) -> dict[str, tuple[str, ...]]:
    """The names that nothing but routines sets, though others use them, and which routines.

    Others are the statements outside of routines, and the routines that compute derivatives.
    """
    routines = [x for x in body if isinstance(x, ast.FunctionDef)]
    if not routines:
        return {}
    names = [x.name for x in routines]
    gradients = [x for x in routines if is_gradient(x.name, x.body, names)]
    values = [x for x in routines if x not in gradients and not NUMERICAL.fullmatch(x.name)]
    free = _free(body) - _taken(routines) - _needed(body, names)
    inside = {x for each in gradients for x in _free_in(each)}
    free |= inside - _names_outside(body, ast.Store) - _taken(values)
    known = {x.id for each in body for x in ast.walk(each) if isinstance(x, ast.Name)}
    found = {x: _setting_it(x, values) for x in sorted(free - {*sizes, *names})}
    return {
        name: tuple(x.name for x in _different(name, set_in))
        for name, set_in in found.items()
        if set_in and not (PLAIN.fullmatch(name) or derivative_of(name, known - {name}))
    }


def parted(
    body: Sequence[ast.stmt], names: Collection[str]
) -> tuple[list[ast.stmt], list[ast.stmt]]:
    """The statements before the first that uses one of these names, with all routines; the rest."""
    routines = [x for x in body if isinstance(x, ast.FunctionDef)]
    needed = {*names} | {x.name for x in routines if _free_in(x) & {*names}}
    own = [x for x in body if not isinstance(x, ast.FunctionDef | ast.ClassDef)]
    first = next((n for n, x in enumerate(own) if _names(x, ast.Load) & needed), len(own))
    later = own[first:]
    return [x for x in body if x not in later], later


def _free(body: Sequence[ast.stmt]) -> set[str]:
    """The names that statements outside of routines use and do not set."""
    own = [x for x in body if not isinstance(x, ast.FunctionDef | ast.ClassDef)]
    given = {x.arg for each in own for x in ast.walk(each) if isinstance(x, ast.arg)}
    return _names_outside(body, ast.Load) - _names_outside(body, ast.Store) - given


def _free_in(routine: ast.FunctionDef) -> set[str]:
    """The names that a routine uses, and neither sets nor takes."""
    given = {x.arg for x in ast.walk(routine) if isinstance(x, ast.arg)}
    return _names(routine, ast.Load) - _names(routine, ast.Store) - given


def _names_outside(body: Sequence[ast.stmt], context: type[ast.expr_context]) -> set[str]:
    own = (x for x in body if not isinstance(x, ast.FunctionDef | ast.ClassDef))
    return {x for each in own for x in _names(each, context)}


def _setting_it(name: str, routines: Sequence[ast.FunctionDef]) -> list[ast.FunctionDef]:
    """The routines that set a name; those that no other calls, if there are any."""
    called = _called(routines)
    found = [x for x in routines if name in _own(x)]
    return [x for x in found if x.name not in called] or found


def _needed(body: Sequence[ast.stmt], routines: Collection[str]) -> set[str]:
    """The names of which the program itself makes a function, or hands to a routine."""
    own = [x for x in body if not isinstance(x, ast.FunctionDef | ast.ClassDef)]
    simple = [x for each in own for x in ast.walk(each) if isinstance(x, ast.Assign)]
    needed: set[str] = set()
    for each in reversed(simple):
        used, stored = _names(each, ast.Load), _names(each, ast.Store)
        if stored & needed or used & {*routines} or any(map(OBJECTIVE.fullmatch, stored)):
            needed |= used
    return needed


def _taken(routines: Sequence[ast.FunctionDef]) -> set[str]:
    """The parameters of routines that no other calls: inputs of the program."""
    called = _called(routines)
    return {x.arg for each in routines if each.name not in called for x in each.args.args}


def _called(routines: Sequence[ast.FunctionDef]) -> set[str]:
    """The names of what routines call."""
    return {
        x.func.id
        for each in routines
        for x in ast.walk(each)
        if isinstance(x, ast.Call) and isinstance(x.func, ast.Name)
    }


def _different(name: str, routines: Sequence[ast.FunctionDef]) -> list[ast.FunctionDef]:
    """The routines that set a name in different ways, one of each."""
    return [*{tuple(_setting(name, x)): x for x in routines}.values()]


def _setting(name: str, routine: ast.FunctionDef) -> Iterator[str]:
    """How a routine sets a name."""
    for node in ast.walk(routine):
        if isinstance(node, ast.Assign | ast.AugAssign) and name in _names(node, ast.Store):
            yield ast.unparse(node)


def _own(routine: ast.FunctionDef) -> set[str]:
    """The names that a routine sets, but for its parameters."""
    return _names(routine, ast.Store) - {x.arg for x in routine.args.args}


def _names(node: ast.AST, context: type[ast.expr_context]) -> set[str]:
    found = (x for x in ast.walk(node) if isinstance(x, ast.Name))
    return {x.id for x in found if isinstance(x.ctx, context)}
