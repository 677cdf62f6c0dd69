r"""Claims that a derivative is zero, or what it is at a fixed point: \nabla f = 0, f'(1) = 3."""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.asking.conditions import is_zero, tell_condition
from matgrad.app.ask.asking.enough import IF_BEFORE, IF_BEHIND
from matgrad.app.ask.asking.solutions import IMPLIED, MEANS
from matgrad.app.ask.facts.said import Point, Said
from matgrad.app.ask.formulas.claimed import listed
from matgrad.app.ask.formulas.constants import constant, primed
from matgrad.app.ask.formulas.derivatives import derivative
from matgrad.app.ask.formulas.lists import NUMBER
from matgrad.app.ask.formulas.notation import Left, left_side
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.text.marks import LIST, M, mark_of, numbers

_CONDITION = re.compile(  # words before an equation that make it one to be solved
    r"\b(?:set|setting|solv\w*|where|such that|st|until|put|putting|impos\w*|requir\w*|satisf\w*"
    r"|(?<!\bwe )(?<!\bI )(?<!\bone )(?<!\bthey )find"  # we find ⟦f'(0) = 1⟧
    r"|for which|needs?|must|wants?|should|equat\w*|zero|condition\w*|equations?)\b"
    r"|\b(?:if|when|whenever)\b[^,]*$",
    re.I,
)
_OPTIMUM = re.compile(
    r"\b(?:minim\w*|maxim\w*|optim\w*|stationary|critical|first[- ]order|saddle|roots?|equilib\w*)",
    re.I,
)
_AT_OPTIMUM = re.compile(
    r"\b(?:at|in|for)\s+(?:the|an?|any|every|each|its|our|this)\s+(?:[a-z-]+\s+){0,2}?"
    + _OPTIMUM.pattern,
    re.I,
)
_THERE = re.compile(
    rf"\s*,?\s*(?:holds?\s+)?(?:when|where|at|for|if|iff|exactly (?:at|when))\s+({M})"
)
_CONSEQUENCE = re.compile(rf"{MEANS.pattern}(?:\s+[a-z-]+){{0,2}}?\s+({M})", re.I)
_SOLVED = re.compile(r"\s*,?\s*(?:has|have|admits?|is solved|is impossible|cannot|never)\b", re.I)
_FIRST_ORDER = re.compile(
    r"\b(?:FOCs?|first[- ]order (?:optimality )?conditions?|normal equations?"
    r"|optimality conditions?|stationarity(?: conditions?)?)\b"
    rf"[^.?!]{{0,40}}?({LIST})",
    re.I,
)


def tell_points(said: Said, sentence: str, reading: Reading) -> None:
    """Take the equations of a sentence for claims that do not say what is to be solved."""
    for found in _FIRST_ORDER.finditer(sentence):
        for number in numbers(found[1]):
            tell_condition(said, reading, number)
    for segment in [n for mark in re.findall(M, sentence) for n in numbers(mark)]:
        point = point_in(reading, segment)
        mark = mark_of(segment)
        before, _, after = sentence.partition(mark)
        if is_zero(reading, segment) and _is_judged_there(said, before, after):
            left, *_ = reading.equal.pop(segment)
            said.given = [each for each in said.given if each.left != left]
            said.given_for = {x: of for x, of in said.given_for.items() if x.left != left}
            continue
        if point is None or _CONDITION.search(before) or _OPTIMUM.search(sentence):
            continue
        is_elsewhere = _is_elsewhere(reading, segment, before, after)
        said.points.append(replace(point, is_elsewhere=is_elsewhere))
        reading.equal.pop(segment, None)
        reading.claimed = [c for c in reading.claimed if c.segment != segment]


def is_condition(sentence: str, reading: Reading, number: int) -> bool:
    """Is it what holds at an optimum that no formula names: at the minimum the gradient is ⟦0⟧?"""
    value = reading.lengths.get(number) or reading.bare.get(number, "")
    is_nil = all(constant(each) == "0" for each in (listed(value) or [value]))
    return is_nil and _AT_OPTIMUM.search(sentence) is not None


def _is_judged_there(said: Said, before: str, after: str) -> bool:
    """Is it a condition for an equation that is judged itself: ⟦∇f = 0⟧ implies ⟦Ax = b⟧?"""
    beside = (_CONSEQUENCE.match(after), IMPLIED.search(before))
    beside += (IF_BEHIND.match(after), IF_BEFORE.search(before))
    marks = [n for found in beside if found for n in numbers(found[1])]
    return bool({each.segment for each in said.solved}.intersection(marks))


def _is_elsewhere(reading: Reading, segment: int, before: str, after: str) -> bool:
    """Is it about the points that another formula gives?"""
    there = _THERE.match(after)
    facts = {each.segment for each in reading.stated}
    number_there = next(numbers(there[1])) if there else -1
    if there and number_there not in facts and number_there not in reading.names:
        return True
    implied = IMPLIED.search(before)
    is_implied = implied and {*reading.equal}.intersection(numbers(implied[1]))
    is_condition = (
        _SOLVED.match(after)
        or segment in reading.supposing
        or _CONSEQUENCE.match(after)
        or is_implied
    )
    return is_zero(reading, segment) and bool(is_condition)


def point_in(reading: Reading, segment: int) -> Point | None:
    """The claim that a formula is, if it is one of these."""
    pieces = reading.equal.get(segment, ())
    claims = [c for c in reading.claimed if c.segment == segment]
    if not pieces and len(claims) == 1 and len(claims[0].values) == 1:
        pieces = (claims[0].latex, *claims[0].values)
    if len(pieces) != 2:
        return None
    first, value = pieces
    if known := primed(first):
        return Point(segment, f"{first} = {value}", *known, value)
    found = derivative(first)
    if found is None or found.direction or len(found.variables) > 1:
        return None
    left = left_side(found.function) if found.function else None
    given = (left.arguments or ()) if left else ()
    at = constant(given[0]) if len(given) == 1 else ""
    if len(given) > 1 and all(map(NUMBER.fullmatch, given)):
        at = f"({','.join(given)})"
        if constant(value) != "0":  # which is compared as a list
            return None
    if not at and constant(value) != "0":
        return None
    if not at and len(given) == 1 and not _are_its_own(reading, left):
        at = given[0]
    of = replace(found, function=found.function.partition("(")[0].strip()) if at else found
    return Point(segment, f"{first} = {value}", of, at, value)


def _are_its_own(reading: Reading, left: Left | None) -> bool:
    """Are these the variables that a function is defined with, and no point?"""
    if left is None or left.arguments is None:
        return True
    known = [d.left.arguments for d in reading.defined if d.left.name == left.name]
    return all(given in (None, left.arguments) for given in known)
