"""The formulas of a text of which no use is made: they are shown, never passed over."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from operator import itemgetter

from matgrad.app.ask.asking.conditions import is_zero
from matgrad.app.ask.claims.vanishing import claims_of_derivatives
from matgrad.app.ask.facts.said import MENTIONED, Given
from matgrad.app.ask.formulas.notation import left_side, names_in, whole_name
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.formulas.reading import Defined
from matgrad.app.ask.problem.choosing import functions_in, reached, squeezed
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.spelling.neighbours import NAMES
from matgrad.app.ask.text.marks import M, numbers
from matgrad.app.derivation import Derivation
from matgrad.core.steps import Problem

MOST = 40  # formulas without a use that are listed
_INDICES = re.compile(r"\(?[a-z](?:,[a-z])+\)?")
_STEP = re.compile(r"[\w)}]\+(?:\\[Dd]elta|\\varepsilon|\\epsilon|[dhtεδ])")
_OTHER = re.compile(rf"\bor\s+({M})", re.I)  # a part of the function may be an answer as well
_PUT_IN = re.compile(r"∇²?\s?(\w+)(?:\([^()]*\))? is ")  # whose derivative stands elsewhere


def unused(found: Understood, derivations: Sequence[Derivation] = ()) -> list[str]:
    """Formulas of the text that were read and are neither the function, nor part of it, nor claims.

    They are shown, so that nobody believes them to be taken into account; what is a condition of an
    answer, x ≠ 0, is told with that.
    """
    conditions = {each.words for d in derivations for each in d.assumptions}
    return [latex for latex in _without_use(found) if not {*_conditions(latex)} & conditions]


def listed_once(found: Understood, listed: Sequence[str]) -> tuple[set[str], list[str]]:
    """The notes that need no telling beside a list of unused formulas, and what is left of it.

    An identity between letters of its own, P : Q = Q : P, is nothing that might be assumed: it is
    listed, and no more is said. Of one about the letters of the problem the note says why.
    """
    known = {*found.problem.symbols} if found.problem else set[str]()
    needless, left = set[str](), list[str]()
    for latex in listed:
        pieces = latex.split(" = ")
        notes = [f"{Given(*pair).shown} is not used: {MENTIONED}" for pair in pairwise(pieces)]
        if not {*names_in(latex)} <= known:
            needless.update(notes)
        if not ({*notes} - needless and {*notes} <= {*found.notes}):
            left.append(latex)
    return needless, left


def _conditions(latex: str) -> Iterator[str]:
    """A condition as answers tell it: x ≠ 1 is x − 1 ≠ 0 there, or follows from x > 1."""
    words = " ".join(quoted(latex).plain.split())
    left, sign, right = words.partition(" ≠ ")
    yield words
    if sign:
        yield from (f"{left} > {right}", f"{left} − {right} ≠ 0", f"{right} − {left} ≠ 0")


def _without_use(found: Understood) -> list[str]:
    function = found.function
    if function is None or found.problem is None:
        return []
    functions = (function, *found.answered)
    used = {squeezed(value) for each in functions for value in each.values}
    inside = set[str]().union(*(reached(found, each) for each in functions))
    inside |= {each.left.name for each in found.answered}
    parts = {name for name in inside if name in found.meaning.defined}
    others = {
        found.reading.bare.get(n) for x in _OTHER.findall(found.cut.marked) for n in numbers(x)
    }
    lines = [*_expressions(found, used), *_equations(found, found.problem, used)]
    whole = [*used, *(squeezed(d.values[0]) for d in found.reading.defined if d.left.name in parts)]
    symbols = {*found.problem.symbols}
    lines = [
        latex
        for latex in dict.fromkeys(lines)
        if latex in others or not _is_listed(latex, parts, whole, symbols)
    ]
    solved = () if found.said.solved else found.reading.solved.values()
    return [*lines, *solved, *_defined_in_vain(found, inside, whole)][:MOST]


def _taken(found: Understood) -> set[int]:
    """The formulas that are claims, or of which derivatives are asked for."""
    values = (value for _, value in found.said.meant)
    return {*found.said.claims, *found.said.of, *found.said.mentioned, *values}


def _expressions(found: Understood, used: set[str]) -> list[str]:
    """Formulas without an equals sign of which no use is made."""
    taken = _taken(found)
    moving = {f"d{name}" for name in found.variables}  # in terms of ⟦dA⟧
    moving |= {squeezed(each.left) for each in found.said.solved}  # find ⟦u^*⟧, which is told later
    return [
        latex
        for number, latex in found.reading.bare.items()
        if number not in taken
        and squeezed(latex) not in moving
        and squeezed(latex) not in used
        and names_in(latex)
        and latex not in found.used
    ]


def _equations(found: Understood, problem: Problem, used: set[str]) -> list[str]:
    """Equations that define nothing and of which no use is made."""
    taken = _taken(found)
    judged = claims_of_derivatives(found, problem)
    equations = (*found.reading.equal.items(), *found.reading.beside)
    return [
        " = ".join(pieces)
        for number, pieces in sorted(equations, key=itemgetter(0))
        if number not in taken
        and number not in judged
        and not {squeezed(piece) for piece in pieces} & used
        and not is_zero(found.reading, number)
        and Given(*pieces[:2]).shown not in found.used
    ]


def _defined_in_vain(found: Understood, inside: set[str], whole: Sequence[str]) -> list[str]:
    """Definitions of names of which neither the function nor anything else makes use."""
    function, reading = found.function, found.reading
    assert function is not None
    texts = [value for d in reading.defined for value in d.values]
    texts += [value for claim in reading.claimed for value in claim.values]
    texts += [claim.derivative.function for claim in reading.claimed]
    texts += [each.right for each in found.said.solved]
    texts += [*reading.bare.values(), *(each.function for each, _ in reading.asked)]
    used = inside.union(*(names_in(latex) for latex in texts if latex))
    taken = {function.left.name, *found.meaning.functions, *used}
    taken |= {put[1] for put in map(_PUT_IN.match, found.cut.notes) if put}
    taken |= {name for n in found.said.claims for name in reading.names.get(n, ())}  # is g …?
    symbols = {*found.problem.symbols} if found.problem else set[str]()
    known = {(d.segment, d.values) for d in reading.defined if d.left.name in taken}
    points = _points(found)
    return [
        d.equation
        for d in functions_in(reading)
        if (
            d.equation not in found.used
            and not (
                {d.left.name, _whole(d.left.name)} & taken
                or (d.segment, d.values) in known  # the f of u = f(x) = …
                or any(squeezed(d.values[0]) in each for each in whole)  # r = Ax-b in \|Ax-b\|
                or squeezed(d.values[0]) in points  # x_0 = 2a in V'(x_0)
            )
        )
        or _is_solution(d, found.variables, symbols)
        or _is_moved(d, function)
    ]


def _is_moved(each: Defined, function: Defined) -> bool:
    """Does an equation say what the function is elsewhere, f(x + Δx) = …, where it is known?"""
    given = squeezed(",".join(each.left.arguments or ()))
    is_same = each.left.name == function.left.name and each.segment != function.segment
    return is_same and _STEP.search(given) is not None


def _points(found: Understood) -> set[str]:
    """The points at which the text wants something, or claims it."""
    given = (found.said.at, *found.said.at_in.values())
    points = [value for each in given for value in each.values()]
    return {squeezed(value) for value in (*points, *(x.at for x in found.said.points)) if value}


def _whole(name: str) -> str:
    """What p_i is an entry of; x_next, the next point, is none of x."""
    stem, _, index = name.rpartition("_")
    return "" if index in NAMES.values() else stem


def _is_solution(each: Defined, variables: Sequence[str], symbols: set[str]) -> bool:
    """Does an equation say which value the variable has in what is given: x = A^{-1}b?"""
    is_variable = each.left.name in variables and each.left.arguments is None
    return is_variable and {*names_in(each.values[0])} <= symbols - {each.left.name}


def _is_listed(latex: str, parts: set[str], whole: Iterable[str], symbols: set[str]) -> bool:
    """Is this nothing but a name, a call of one, indices, or a part of what is used?"""
    left, inside = left_side(latex), squeezed(latex)
    if left is not None and left.arguments is not None:  # X(A + B) of a variable X is a product
        return left.name not in symbols or all(map(whole_name, left.arguments))
    if left is not None and left.name in parts:
        return True
    return _INDICES.fullmatch(inside) is not None or any(inside in each for each in whole)
