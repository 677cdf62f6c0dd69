"""Variables that nothing names: a Lagrangian's, the weights, and the only vector among numbers.

What is taken for granted here is told in a note.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from matgrad.app.ask.asking.by_what import lists_along
from matgrad.app.ask.formulas.lists import numbers_in
from matgrad.app.ask.formulas.notation import names_in, whole_name
from matgrad.app.ask.problem.choosing import functions_in, reached, squeezed
from matgrad.app.ask.problem.fixed import called_fixed
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.text.marks import M
from matgrad.app.ask.text.words import RESPECT
from matgrad.core.steps import Problem
from matgrad.core.walk import postorder
from matgrad.render.glyphs import plain_name

USUAL = ("x", "X", "w", "W", "theta", "beta")  # letters of variables
STEPS = frozenset({"t", "s", "tau", "h"})  # numbers by which people differentiate
_LAGRANGIAN = re.compile(r"\bLagrang(?:ian|e\s+(?:function|multipliers?))\b", re.I)
_SUBJECT = re.compile(r"\bsubject to\b|\bs\.\s?t\.|\bconstrain", re.I)
_WEIGHTS = re.compile(
    rf"\b{RESPECT}\s+(?:(?:all|the|its|our|these|both|remaining|other|trainable|network|model)\s+){{1,3}}"
    rf"weights\b(?!\s*{M[0]})",
    re.I,
)
_LAPLACIAN = re.compile(r"\bLaplacian\b(?! matri)", re.I)
_MULTIPLIER = re.compile(r"(?:lambda|Lambda|mu|nu|alpha|eta|gamma|zeta|omega)(?:_?\d|_[a-z])?")


def is_lagrangian(found: Understood) -> bool:
    """Is the function a Lagrangian, with multipliers of its own, as L(x, λ) beside constraints?"""
    function, problem = found.function, found.problem
    if function is None or problem is None:
        return False
    names = [whole_name(x) or "" for x in function.left.arguments or ()]
    is_given = any(map(_MULTIPLIER.fullmatch, names)) and _SUBJECT.search(found.cut.words)
    if not is_given and not _LAGRANGIAN.search(found.cut.words):
        return False
    is_called = function.left.name[0] == "L" or function.left.name == "f"
    return is_called and any(map(_MULTIPLIER.fullmatch, problem.symbols))


def of_lagrangian(found: Understood, problem: Problem) -> list[str]:
    """The multipliers of a Lagrangian, and the variable that they are multipliers for."""
    if not is_lagrangian(found):
        return []
    fixed = {*called_fixed(found)}
    names = [name for name in problem.symbols if name not in fixed]
    greek = [name for name in names if _MULTIPLIER.fullmatch(name)]
    given, inside = _objective(found)
    equations = [x for pieces in found.reading.equal.values() for x in pieces]
    held = {x for each in equations for x in names_in(each)}  # mu in mu'w = r
    factors = {name for name in greek if _multiplies(problem, name)}
    multipliers = [x for x in greek if x not in inside and (x in factors or x not in held)]
    is_clear = len(multipliers) < 2 or bool(inside) or {*multipliers} <= factors
    others = [name for name in names if name not in greek]
    usual = [name for name in names if name in given]
    usual = usual or [name for name in others if name in USUAL]
    usual = usual or (others if len(others) == 1 else [])
    if (len(usual) != 1 and not given) or not usual or not multipliers or not is_clear:
        return []
    _tell(found, [*usual, *multipliers], "of the Lagrangian")
    return [*usual, *multipliers]


def _objective(found: Understood) -> tuple[set[str], set[str]]:
    """What the objective beside a Lagrangian is a function of, and all letters in it.

    Of these the objective is a function or they are data, no multipliers.
    """
    function = found.function
    assert function is not None
    whole, parts = squeezed(function.values[0]), names_in(function.values[0])
    aims = {*found.said.objectives} - {function.segment}
    given, inside = set[str](), set[str]()
    for each in functions_in(found.reading):
        is_part = each.left.name in parts or squeezed(each.values[0]) in whole
        if each.left.name != function.left.name and (is_part or each.segment in aims):
            given |= {name for x in each.left.variables if (name := whole_name(x))}
            inside |= reached(found, each)
    bare = [found.reading.bare[n] for n in aims & found.reading.bare.keys()]
    inside = inside.union(*(names_in(x) for x in bare if squeezed(x) != whole))
    return given, inside | given


def _multiplies(problem: Problem, name: str) -> bool:
    """Is a letter a factor of sums alone, as λ of (𝟏ᵀx - 1), and none of a product, as γ of xᵀx?"""
    own = problem.symbols[name]
    forms = {own, own.T}
    products = [x for x in postorder(problem.function) if x not in forms and forms & {*x.args}]
    return all([arg.op.name for arg in x.args].count("add") == 1 for x in products)


def of_weights(found: Understood, problem: Problem) -> list[str]:
    """The letters for weights, where words ask by these: with respect to the remaining weights."""
    if not _WEIGHTS.search(found.cut.marked):
        return []
    fixed = {*called_fixed(found)}
    names = [name for name in problem.symbols if name[0] in "wW" and name not in fixed]
    if names:
        verb = "are" if len(names) > 1 else "is"
        found.notes.append(f"{', '.join(map(plain_name, names))} {verb} taken to be the weights")
    return names


def of_coordinates(found: Understood, problem: Problem) -> list[str]:
    """x and y, where a direction or a point of two numbers is given, or the Laplacian is wanted."""
    given = [*lists_along(found.cut), *found.said.at.values()]
    lengths = {len(numbers_in(latex)) for latex in given}
    names = sorted(problem.symbols)
    are_numbers = all(symbol.is_scalar for symbol in problem.symbols.values())
    is_meant = len(names) in lengths or _LAPLACIAN.search(found.cut.words)
    if not are_numbers or not is_meant or names not in (["x", "y"], ["x", "y", "z"]):
        return []
    _tell(found, names, "since nothing else moves")
    return names


def only_vector(found: Understood, problem: Problem) -> list[str]:
    """The one name that is no number: μ and ε in ‖x‖² + μ Σ √(x_i² + ε) are parameters."""
    wide = [name for name, symbol in problem.symbols.items() if not symbol.is_scalar]
    numbers = [name for name in problem.symbols if name not in wide]
    if len(wide) != 1 or not numbers or STEPS.intersection(numbers):
        return []
    is_clear = wide[0] in USUAL or problem.symbols[wide[0]].shape.is_column
    if not is_clear or wide[0] in called_fixed(found):
        return []
    others = ", ".join(map(plain_name, numbers))
    verb = "is a number" if len(numbers) == 1 else "are numbers"
    found.notes.append(f"{plain_name(wide[0])} is taken to be the variable: {others} {verb}")
    return wide


def _tell(found: Understood, names: Sequence[str], of: str) -> None:
    shown = ", ".join(map(plain_name, names))
    found.notes.append(f"{shown} are taken to be the variables {of}")
