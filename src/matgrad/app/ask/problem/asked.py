"""Which derivatives a text asks for, in formulas and in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from matgrad.app.ask.facts.said import Said
from matgrad.app.ask.formulas.claimed import Claimed, differentials_in
from matgrad.app.ask.formulas.derivatives import derivative
from matgrad.app.ask.formulas.notation import (
    DIFFERENTIAL,
    GRADIENT,
    HESSIAN,
    JACOBIAN,
    Derivative,
    head_of,
    left_side,
    whole_name,
    with_bases,
)
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.problem.choosing import is_about, is_recalled, reached
from matgrad.app.ask.problem.understood import Understood
from matgrad.render.glyphs import plain_name


def about_function(found: Understood, asked: list[Derivative]) -> list[Derivative]:
    """What is asked of the function itself, not of another formula."""
    other = [each for each, segment in found.said.asked if not is_about(found, segment)]
    own = [each for each, s in found.said.asked if s >= 0 and is_about(found, s)]
    kept = [each for each in asked if not any(each is o for o in other)] or own or asked
    return [each for each in kept if not _is_of_another(found, each)] or kept


def _is_of_another(found: Understood, asked: Derivative) -> bool:
    """Is a derivative that of another function, by what does not stand in this one: ∂T/∂v of U?"""
    left = left_side(asked.function) if asked.function else None
    function = found.function
    if left is None or function is None or left.name == function.left.name:
        return False
    is_defined = any(d.left.name == left.name and d.left.arguments for d in found.reading.defined)
    inside = {*reached(found, function), function.left.name}
    is_apart = left.name not in inside and not {*with_bases(asked.variables)} & inside
    return is_defined and is_apart and bool(asked.variables)


def questions_in(reading: Reading, said: Said) -> list[Derivative]:
    """The derivatives that are asked for; those that are claimed, if no other is."""
    asked = [e for e, _ in reading.asked if e.kind != DIFFERENTIAL or not said.asked]
    asked += [each for each in in_words(said) if each.variables or each.kind != GRADIENT]
    claims = [c.derivative for c in reading.claimed]
    claims = [each for each in claims if not is_recalled(reading, said, each)]
    if not asked:
        asked = [each for each in claims if each.kind != DIFFERENTIAL]
        asked += [each.derivative for each in said.points]
        named = [each.derivative for each in reading.aliases.values()]
        asked += [x for x in named if not any(x.kind == other.kind for other in asked)]
        asked += [*_set_to_zero(reading)]
    if not asked and not said.asked:  # d(X^2) = 2X dX is about its left side
        asked = [each for each in claims if left_side(each.function) is None]
    return asked or [each for each, _ in said.asked or said.named]


def of_a_derivative(reading: Reading, said: Said) -> str | None:
    """What to ask where the derivative of what is one itself is wanted: of F = -∇V."""
    named = [name for segment in said.of for name in reading.names.get(segment, ())]
    named += filter(None, (whole_name(each.function) for each, _ in reading.asked))
    name = next((name for name in named if name in reading.aliases), None)
    if name is None:
        return None
    shown = quoted(reading.aliases[name].derivative.function.partition("(")[0]).plain
    return f"{plain_name(name)} is a derivative of {shown} itself; ask for the Hessian of {shown}."


def _set_to_zero(reading: Reading) -> Iterator[Derivative]:
    """The derivatives that a text sets to zero, ∂f/∂b = 0, which it is about then."""
    for first, *values in reading.equal.values():
        found = derivative(first) if values == ["0"] else None
        if found is not None and found.kind != DIFFERENTIAL:
            yield found


def tell_differentials(found: Understood) -> None:
    """An answer that is written with dX is one for the differential: I think it is 3X^2 dX."""
    function, problem = found.function, found.problem
    if function is None or problem is None or "d" in problem.symbols:
        return
    for told in list(found.said.told):
        latex = found.reading.bare.get(told.segment, "")
        if told.kind == HESSIAN or not {*differentials_in(latex)} & problem.symbols.keys():
            continue
        found.said.told.remove(told)
        name = head_of(function.latex)
        claim = Claimed(Derivative(DIFFERENTIAL, name), f"d{name}", (latex,), told.segment)
        found.reading.claimed.append(claim)
        del found.reading.bare[told.segment]


def is_jacobian(said: Said, asked: Sequence[Derivative]) -> bool:
    """Is a Jacobian asked for? The quotient of two differentials may be one."""
    words = {each.kind for each, _ in said.asked}
    is_said = JACOBIAN in words and GRADIENT not in words
    return is_said or (bool(asked) and asked[0].kind == JACOBIAN)


def in_words(said: Said) -> list[Derivative]:
    """What words ask for; what they only mention of another formula may still name the variable."""
    here = [each for each, segment in said.asked if segment not in said.mentioned]
    other = [each for each, segment in said.asked if segment in said.mentioned]
    if not said.of or not here:
        return [each for each, _ in said.asked]
    is_open = not any(each.variables for each in here)
    return here + [replace(each, kind=here[0].kind) for each in other if is_open]


def undefined(found: Understood, asked: Sequence[Derivative]) -> str | None:
    """The function that the text is about, if it has a name but no definition."""
    own = {each.function for each, _ in found.reading.asked}
    is_given = any(n in found.reading.bare for n in found.said.of)  # and claims call it f
    is_told = any(n in found.reading.bare for n in (*found.said.of, *found.said.mentioned))
    asked = [x for x in asked if not (is_told and x.function == "f")]  # of the notation alone
    written = [x.function for x in asked if x.function and (x.function in own or not is_given)]
    if not written and not found.said.of and not found.said.mentioned:
        claimed = [c.derivative for c in found.reading.claimed]
        written = [each.function for each in claimed if each.kind != DIFFERENTIAL]
    left = left_side(written[0]) if written and written[0] else None
    known = {*with_bases(d.left.name for d in found.reading.defined)}  # y_i = … is one of y
    return left.name if left and not known & {*with_bases([left.name])} else None
