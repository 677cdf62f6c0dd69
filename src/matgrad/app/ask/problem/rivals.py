r"""A formula without a name that a text minimises, and a function that it defines behind it.

“Maximise ⟦u^TSu⟧. With a multiplier, ⟦L = u^TSu - \lambda(u^Tu - 1)⟧. Compute the derivative” is
about L. Where it is not plain which of the two is meant, it is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from matgrad.app.ask.formulas.notation import (
    GRADIENT,
    HESSIAN,
    Derivative,
    names_in,
    whole_name,
    with_bases,
)
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.formulas.reading import Defined
from matgrad.app.ask.problem.choosing import (
    LAGRANGIANS,
    OBJECTIVES,
    functions_in,
    reached,
    squeezed,
)
from matgrad.app.ask.problem.entries import settled_entries
from matgrad.app.ask.problem.function import script_of
from matgrad.app.ask.problem.understood import Understood
from matgrad.errors import MatgradError

_NEXT = re.compile(r".*_next|.*__star|.*hat(?:_.*)?|delta.*")  # points, steps and errors of layers
_LETTERS = OBJECTIVES | LAGRANGIANS | {"l"}  # also of a log-likelihood


def turn_to_later(found: Understood, asked: Sequence[Derivative]) -> None:
    """Take the one function that is defined behind a formula without a name that is the aim."""
    chosen, said = found.function, found.said
    if chosen is None or chosen.segment >= 0 or any(each.function for each in asked):
        return
    same = {n for n, latex in found.reading.bare.items() if latex == chosen.values[0]}
    aims = same & {*said.objectives}
    if not aims or same & {*said.of, *said.mentioned}:
        return
    wanted = [name for each in asked for name in each.variables]
    behind = [d for d in _beside(found, chosen, wanted) if d.segment > min(aims)]
    own = [d for d in behind if _is_function(d, chosen, wanted)]
    if len(own) == 1:
        found.function = own[0]


def leave_helpers(found: Understood, asked: Sequence[Derivative]) -> None:
    """Take the scalar functions alone where a gradient or Hessian is asked of several.

    A Hessian is of these only; a gradient is of all but the matrices that others are written with,
    as A(x) = Diag(x) beside f(x) = b^T(M + Diag(x))^{-1}b.
    """
    kinds = {each.kind for each in asked} or {GRADIENT}
    if found.function is None or not found.beside or not kinds <= {GRADIENT, HESSIAN}:
        return
    row = [found.function, *found.beside]
    scalar = [each for each in row if _has_values(found, each, is_scalar=True)]
    whole = [squeezed(each.values[0]) for each in scalar]
    left = [
        each
        for each in row
        if each in scalar
        or not (HESSIAN in kinds or any(squeezed(each.values[0]) in x for x in whole))
    ]
    if scalar and len(left) < len(row):
        found.function, *found.beside = left


def _beside(found: Understood, chosen: Defined, wanted: Sequence[str]) -> Iterator[Defined]:
    """The definitions that are no part of a function, nor anything that belongs to an answer."""
    said, reading = found.said, found.reading
    taken = {*said.claims, *said.rejected, *said.instead.values(), *said.instead}
    inside = reached(found, chosen)
    others = [value for d in reading.defined for value in d.values]
    told = [each.right for each in said.solved]
    told += [value for claim in reading.claimed for value in claim.values]
    told += [reading.formula(n) for n in said.claims]
    used = inside.union(*(with_bases(names_in(latex)) for latex in (*others, *told)))
    for each in functions_in(reading):
        name, value = each.left.name, squeezed(each.values[0])
        is_known = name in used or name in wanted or _NEXT.fullmatch(name) is not None
        is_part = value in squeezed(chosen.values[0])
        is_free = not is_known and not is_part and each.segment >= 0 and each.segment not in taken
        if is_free and {*wanted} <= reached(found, each):
            yield each


def _is_function(some: Defined, aim: Defined, wanted: Sequence[str]) -> bool:
    """Is a definition that of a function: L(x), a loss, or the aim and something besides?"""
    given = {*filter(None, map(whole_name, some.left.arguments or ()))}
    is_of = bool(given & {*wanted} if wanted else given)
    is_called = some.left.arguments is None and some.left.name in _LETTERS
    return is_of or is_called or squeezed(aim.values[0]) in squeezed(some.values[0])


def rival(found: Understood) -> Iterator[str]:
    """The question which function is meant, where a text names one and the answer has another."""
    chosen = found.function
    assert chosen is not None
    is_said = found.said.of or found.said.mentioned
    is_named = is_said or any(each.function for each in found.asked)
    is_bare = chosen.segment < 0 and chosen.values[0] in found.reading.bare.values()
    if not is_bare or is_named or not found.variables:
        return
    for each in _beside(found, chosen, found.variables):
        given = {*filter(None, map(whole_name, each.left.arguments or ()))}
        if (given & {*found.variables} or not given) and _is_readable(found, each):
            shown, own = quoted(each.equation).plain, quoted(chosen.values[0]).plain
            yield f"Which function is meant, {own} or {shown}?"
            return


def _is_readable(found: Understood, some: Defined) -> bool:
    """Is a definition a function with values as those of the one that was taken?"""
    assert found.problem is not None
    return _has_values(found, some, found.problem.function.is_scalar, found.is_scalar)


def _has_values(found: Understood, some: Defined, is_scalar: bool, is_meant: bool = False) -> bool:
    """Can a definition be read, and are its values numbers, or are they not?"""
    notes = [*found.notes]
    try:
        problem, _ = settled_entries(script_of(found, some, is_meant, found.kept), found)
    except MatgradError:
        return False
    finally:
        found.notes[:] = notes
    return problem.function.is_scalar == is_scalar
