"""Points at which a text wants the derivative: at t = 0, evaluated at X = I, ∇f(0), f'(0)."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import replace
from itertools import takewhile

from matgrad.app.ask.asking.place_words import HAPPENS, with_points
from matgrad.app.ask.facts.said import Point, Said
from matgrad.app.ask.formulas.constants import constant, constant_list, primed
from matgrad.app.ask.formulas.lists import NUMBER, as_column
from matgrad.app.ask.formulas.notation import (
    GRADIENT,
    HESSIAN,
    Derivative,
    left_side,
    names_in,
    whole_name,
)
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.text.marks import M, numbers
from matgrad.app.ask.text.sentences import clauses
from matgrad.app.ask.text.words import RESPECT

_POINT = (
    r"(?:(?:the|a|an|any|some)\s+)?(?:(?:special\s+)?(?:(?P<point>points?)|identity(?:\s+matrix)?|origin|value"
    r"|matrix|vector)\s+)?(?:where\s+|when\s+|with\s+)?"
)
_AT = re.compile(
    r",?\s?\b(?:(?:evaluated|taken|computed)\s+)?"
    r"(?:(?P<at>(?<!look )(?<!looking )(?<!arrive )at|(?P<about>(?:what|how)\s+about(?:\s+at)?))"
    r"|(?P<case>when|for|if)|where|with)\s+"
    rf"{_POINT}"
    rf"(?P<marks>{M}(?:\s*(?:,\s*and|,|and)\s*{M}(?!\s+(?:at|when|for|if)\b)){{0,3}})",
    re.I,
)
_NAMED = re.compile(
    rf"\s?\b(?:evaluated\s+)?at\s+(?:the\s+)?(?P<word>origin|zero|identity)\b(?:\s+matrix)?(?!\s*{M})",
    re.I,
)
_ONLY = re.compile(
    rf"\b(?:only|exactly|precisely)\s+(?:if|for|when|at|where)\s+{_POINT}(?:{M}|origin|zero)$", re.I
)
_EVERYWHERE = re.compile(
    r"\b(?:in general|generally|everywhere|for (?:all|any|every|each))\b", re.I
)
_WHERE = ("before", "behind")


def _pointed(where: str) -> str:
    return rf"(?:only\s+)?at\s+(?:the\s+)?(?:point\s+)?(?P<{where}>{M}|origin)"


_NIL = r"(?:zero|0(?!\.\d)|the zero vector)\b"
_OF = rf"(?P<kind>gradient|derivative|hessian)\b(?:\s+of\s+{M})?(?:\s+{RESPECT}\s+{M})?"
_IS_NIL = (
    rf"(?:(?:is|equals|becomes|must be|should be)\s+(?:equal\s+to\s+|also\s+)?{_NIL}|vanishes)"
)
_ZERO = re.compile(
    rf"\b(?:is|does)\s+(?:the|its)\s+{_OF}"
    rf"(?:\s+{_pointed('before')}\s*,?\s+(?:(?:equal\s+to|also)\s+)?(?:{_NIL}|vanish)"
    rf"|\s+(?:(?:equal\s+to\s+)?{_NIL}|vanish)\s+{_pointed('behind')})",
    re.I,
)
_IS_ZERO = re.compile(  # the gradient vanishes at ⟦3⟧
    rf"(?<!where )(?<!when )(?<!if )(?<!such that )\b(?:the|its)\s+{_OF}"
    rf"(?:\s+(?:also\s+)?{_IS_NIL}\s+{_pointed('behind')}|\s+{_pointed('before')}\s+{_IS_NIL})",
    re.I,
)
_GRID = re.compile(r"\\begin\{[bp]matrix\}(?P<rows>.*)\\end\{[bp]matrix\}\s*$", re.DOTALL)
WORDS = {"origin": "0", "zero": "0", "identity": "I"}
_STARRED = re.compile(r"[A-Za-z]\s*\^\s*\{?\s*(?:\*|\\star|\\ast)\s*\}?")
ANY = ""  # the variable, whatever it is called


def tell_places(said: Said, marked: str, reading: Reading) -> str:
    """Keep the points that a text names, and give back its words without them."""
    _in_brackets(said, reading)
    marked = _with_points(marked, reading)
    moving, begins = _moving(reading), clauses(marked)
    _tell_clauses(said, marked, begins)
    _tell_zeros(said, marked, begins, reading)

    def keep(found: re.Match[str], name: str, value: str) -> None:
        if HAPPENS.search(found.string, 0, found.start()):
            return
        here = bisect_right(begins, found.end() - 1)
        said.at.setdefault(name, value)
        said.at_in.setdefault(here, {}).setdefault(name, value)
        said.only_in |= {here} if _ONLY.search(marked[: found.end()]) else set()

    def kept(found: re.Match[str]) -> str:
        values, rest = _values_in(found, reading, moving)
        for number, each in zip(numbers(found["marks"]), values, strict=False):
            keep(found, *each)
            said.points_called |= {each[1]} if found["point"] else set()
            reading.forget(number)
        return rest if values else found[0]

    def named(found: re.Match[str]) -> str:
        keep(found, ANY, WORDS[found["word"].lower()])
        return ""

    marked = _NAMED.sub(named, _AT.sub(kept, marked))
    _leave_solved(said)
    _tell_numbers(said, reading)
    _tell_lengths(said, reading)
    return marked


def _values_in(
    found: re.Match[str], reading: Reading, moving: set[str]
) -> tuple[list[tuple[str, str]], str]:
    """The names and values of the points that words name, and what is left of their formulas."""
    given = [_given(reading, number) for number in numbers(found["marks"])]
    if found["at"]:
        given = [_of_point(reading, each, moving) if each else None for each in given]
    if found["about"] and not (given[0] and constant_list(given[0][1])):
        return [], ""
    is_case = found["case"] is not None  # with x = By defines x
    is_sure = found["at"] is not None or _are_values(reading, given, moving, is_case)
    values = [each for each in takewhile(bool, given) if each]
    is_first = found["at"] is not None and bool(values)  # at ⟦(1,1)⟧, ⟦∇f = 0⟧
    if not is_sure or (len(values) < len(given) and not is_first):
        return [], ""
    behind = re.sub(rf"^(?:\s*(?:,|and)*\s*{M}){{{len(values)}}}", "", found["marks"])
    return values, behind if len(values) < len(given) else ""


def _with_points(marked: str, reading: Reading) -> str:
    """The text with one wording for all points that words call a minimum, a corner, there."""
    moving = _moving(reading)

    def value_at(number: int) -> tuple[str, str] | None:
        given = _given(reading, number)
        return _of_point(reading, given, moving) if given else None

    def is_any(number: int) -> bool:
        given = value_at(number)
        return given is not None and given[0] in {ANY, *moving}

    def is_sure(number: int) -> bool:
        name, value = value_at(number) or (ANY, "")
        is_list = name == ANY and as_column(value) != value
        return is_list or (name in moving and constant_list(value))

    return with_points(marked, is_sure, is_any)


def _tell_zeros(said: Said, marked: str, begins: list[int], reading: Reading) -> None:
    """Keep the claims in words that a derivative is zero at a point: is it zero at ⟦3⟧?"""
    told = [each for way in (_ZERO, _IS_ZERO) for each in way.finditer(marked)]
    moving = _moving(reading)
    for n, found in enumerate(told):
        kind = HESSIAN if found["kind"].lower() == "hessian" else GRADIENT
        segment = -2 - n
        said.clause_of[segment] = bisect_right(begins, found.start())
        where = next(filter(None, (found[each] for each in _WHERE)), "")
        given = _given(reading, next(numbers(where))) if re.fullmatch(M, where) else (ANY, "0")
        is_all = given is not None and (given[0] == ANY or moving == {given[0]})
        at = given[1] if given and is_all else ""
        label = (
            rf"\text{{{found['kind'].lower()} at }} {at} = 0"
            if at
            else rf"\text{{{found['kind'].lower()}}} = 0"
        )
        said.points.append(Point(segment, label, Derivative(kind, ""), at, "0", is_there=not at))


def _leave_solved(said: Said) -> None:
    """A claim that a gradient vanishes where an equation holds is told as that already."""
    solved = {said.clause_of.get(each.segment) for each in said.solved} - {*said.at_in}
    said.points = [x for x in said.points if said.clause_of.get(x.segment) not in solved]


def _tell_clauses(said: Said, marked: str, begins: list[int]) -> None:
    """Keep in which clause each formula stands, and the clauses that speak of all points."""
    for found in re.finditer(M, marked):
        (number,) = numbers(found[0])
        said.clause_of.setdefault(number, bisect_right(begins, found.start()))
    said.everywhere |= {bisect_right(begins, x.start()) for x in _EVERYWHERE.finditer(marked)}


def _tell_numbers(said: Said, reading: Reading) -> None:
    """Arguments of which each has a number at the point are numbers: of f(x, y) at (1, 2)."""
    listed = as_column(said.at.get(ANY, ""))
    rows = listed.split(r"\\") if listed != said.at.get(ANY, "") and "&" not in listed else []
    for each in reading.defined:
        names = [whole_name(x) or "" for x in each.left.arguments or ()]
        alone = [said.at.get(name, "") for name in names]
        is_given = all(map(NUMBER.fullmatch, alone)) and any(x.strip() != "0" for x in alone)
        if len(names) > 1 and (len(rows) == len(names) or is_given):
            for name in names:
                said.kinds.setdefault(name, "scalar")


def _tell_lengths(said: Said, reading: Reading) -> None:
    """Declare the vectors whose points are lists of numbers."""
    moving = sorted(_moving(reading))
    for name, value in said.at.items():
        column = as_column(value)
        one = name or (moving[0] if len(moving) == 1 else ANY)  # at (1, 2), a function of x
        if one and (name or column != value) and (grid := _GRID.match(column)):
            rows = grid["rows"].strip().removesuffix(r"\\").split(r"\\")
            reading.enlarge(one, len(rows), rows[0].count("&") + 1)
    for claim in reading.claimed:  # and so does \nabla f(1, 2), where f is a function of x
        left = left_side(claim.derivative.function) if claim.derivative.function else None
        given = (left.arguments or ()) if left else ()
        name = _argument(reading, left.name) if left else ANY
        if name != ANY and len(given) > 1 and all(map(NUMBER.fullmatch, given)):
            reading.enlarge(name, len(given), 1)


def _in_brackets(said: Said, reading: Reading) -> None:
    r"""Keep the points of what is asked for: \nabla f(0), f'(0)."""
    for number, latex in list(reading.bare.items()):
        if found := primed(latex):
            reading.asked.append((found[0], number))
            reading.written[number] = reading.bare.pop(number)
            said.at.setdefault(_argument(reading, found[0].function), found[1])
    for i, (each, number) in enumerate(reading.asked):
        left = left_side(each.function) if each.function else None
        given = (left.arguments or ()) if left else ()
        is_list = len(given) > 1 and all(map(NUMBER.fullmatch, given))
        at = f"({', '.join(given)})" if is_list else constant(given[0]) if len(given) == 1 else ""
        if left is not None and at:
            said.at.setdefault(ANY if is_list else _argument(reading, left.name), at)
            reading.asked[i] = replace(each, function=each.function.split("(")[0].strip()), number


def _argument(reading: Reading, function: str) -> str:
    """The one variable that a function of the text is defined with."""
    known = [d.left.arguments for d in reading.defined if d.left.name == function]
    names = [whole_name(x) for each in known for x in each or ()]
    return (names[0] or ANY) if len(names) == 1 else ANY


def _moving(reading: Reading) -> set[str]:
    """The names that are variables for sure: arguments, and those below a derivative."""
    arguments = [x for d in reading.defined for x in d.left.arguments or ()]
    names = {whole_name(x) or "" for x in arguments}
    asked = [*(each for each, _ in reading.asked), *(c.derivative for c in reading.claimed)]
    return names.union(*(each.variables for each in asked)) - {ANY}


def _given(reading: Reading, number: int) -> tuple[str, str] | None:
    """The variable and its value in t = 0; the value alone, for any variable, in 0 or x_0."""
    pieces = reading.equal.get(number, ())
    for each in reading.defined:
        if each.segment == number and each.left.arguments is None:
            pieces = (each.latex, *each.values)
    name = whole_name(pieces[0]) if len(pieces) == 2 else None
    if len(pieces) == 2 and _STARRED.fullmatch(pieces[0].strip()):  # at x^* = 0
        name = ANY
    if name is not None:
        return name, pieces[1]
    if number in reading.lengths:
        return ANY, reading.lengths[number]
    if as_column(listed := reading.bare.get(number, "")) != listed:  # at (1, 2)
        return ANY, listed
    declaring = {each.segment for each in (*reading.declared, *reading.stated)}
    if _STARRED.fullmatch(reading.formula(number)):  # the optimum: a point without a formula
        return ANY, ""
    is_point = number in reading.names and number not in declaring and not pieces
    return (ANY, reading.formula(number)) if is_point else None


def _of_point(reading: Reading, given: tuple[str, str], moving: set[str]) -> tuple[str, str]:
    """The value alone of P = (1, 2), if P is the name of the point and of nothing else."""
    name, value = given
    formulas = [*(v for d in reading.defined for v in d.values), *reading.bare.values()]
    used = moving.union(*(names_in(latex) for latex in formulas))
    column = _GRID.match(as_column(value))
    if name not in {ANY, *used} and NUMBER.fullmatch(value.strip()):  # at x_0 = 2
        return ANY, value
    if name == ANY or name in used or column is None or "&" in column["rows"]:
        return given
    return ANY, f"({','.join(each.strip() for each in column['rows'].split(chr(92) * 2))})"


def _are_values(
    reading: Reading, given: list[tuple[str, str] | None], moving: set[str], is_case: bool
) -> bool:
    """Are these values of variables? Of numbers, when ⟦m = 2⟧ and ⟦v = 3⟧, one is enough."""
    is_moving = [each is not None and each[0] in moving for each in given]
    if is_case and any(is_moving) and all(each and constant_list(each[1]) for each in given):
        return True
    return all(is_moving) and all(each and _is_value(reading, each, is_case) for each in given)


def _is_value(reading: Reading, given: tuple[str, str], is_case: bool) -> bool:
    r"""Is this a value, not a definition by names of which the text speaks: if q = s(\theta)?"""
    spoken = {name for names in reading.names.values() for name in names} - {given[0]}
    return bool(constant(given[1])) or (is_case and not spoken & {*names_in(given[1])})
