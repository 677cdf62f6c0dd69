"""A question that is put more precisely further down: “How to differentiate ⟦1⟧? More precisely, I
have ⟦g(x) = …⟧.” The later function is the one that is asked about.
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.facts.said import Said
from matgrad.app.ask.formulas.notation import Derivative, left_side, names_in
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.text.marks import M, numbers

_CUE = (
    r"(?:(?:more\s+)?(?:precisely|specifically|concretely|exactly)|(?:more\s+)?in\s+particular|namely"
    r"|actually|to\s+be\s+(?:(?:more|very)\s+)?(?:exact|precise|specific|concrete|clear|accurate)"
    r"|in\s+(?:my|our)\s+(?:(?:concrete|actual|specific|particular)\s+)?(?:case|problem|setting)"
    r"|what\s+(?:I|we)\s+(?:really|actually)(?=\s+(?:have|need|want))"
    r"|(?:my|the|our)\s+(?:actual|exact|precise|concrete|specific|real)(?=\s+(?:function|problem)))"
)
_LEADING = (  # words that say nothing but that a function follows
    r"(?:I|we|I['’]?m|am|are|have|['’]ve|had|got|need|want|wish|would|like|to|differentiate|find|compute"
    r"|calculate|the|an?|gradient|derivative|differential|hessian|jacobian|of|for|my|our|function|loss"
    r"|objective|cost|energy|functional|expression|term|problem|form|is|looking|at|after|interested|in"
    r"|let|consider|take|suppose|given|what|working|dealing|work|deal|with|trying|following|this|now"
    r"|say|here|has|really|actually|really|minimi[sz]e|vector|matrix)"
)
_PRECISE = re.compile(rf"\b{_CUE}\b[\s,:]*(?:{_LEADING}\b[\s,:]*){{0,12}}({M})", re.I)

# ⟦1⟧ composed with a linear operator, that is ⟦F(x) = …⟧
_CHANGED = re.compile(
    rf"{M}\s+(?:composed|combined|precomposed)\b[^.?!;]{{0,80}}?[,:(]\s*(?:that is|i\.?e\.?|so)"
    rf"\s*[,:]?\s*({M})",
    re.I,
)


def turn_to_precise(said: Said, marked: str, reading: Reading) -> None:
    """Ask about the function that a text states more precisely, not about the one before it."""
    cues = (*_PRECISE.finditer(marked), *_CHANGED.finditer(marked))
    places = [n for found in cues for n in numbers(found[1])]
    earlier = [*said.of, *said.mentioned, *(n for each, n in reading.asked if _is_of_formula(each))]
    places = [n for n in places if _is_function(said, reading, n, earlier)]
    if not places:
        return
    place = places[-1]
    earlier = [n for n in dict.fromkeys(earlier) if n < place and _formula(reading, n)]
    if not earlier:
        return
    _move(said, reading, earlier, place)
    said.used |= {_formula(reading, n) for n in earlier}
    shown = quoted(_formula(reading, earlier[0])).plain
    said.implied.append(f"{shown} is put aside: the text says more precisely what is meant")


def _is_of_formula(each: Derivative) -> bool:
    """Is a derivative that of a formula, not of a function with a name?"""
    return bool(each.function) and left_side(each.function) is None


def _formula(reading: Reading, number: int) -> str:
    """A formula that may be a function, if a mark stands for one."""
    defined = [d.equation for d in reading.defined if d.segment == number and d.left.arguments]
    asked = [x.function for x, n in reading.asked if n == number and _is_of_formula(x)]
    return next(iter((*defined, *asked)), reading.bare.get(number, ""))


def _is_function(said: Said, reading: Reading, number: int, earlier: list[int]) -> bool:
    """Is a formula a function, and neither an answer nor a part of what stands before it?"""
    if number in said.claims or number in said.rejected:
        return False
    inside = {x for n in earlier if n < number for x in names_in(_formula(reading, n))}
    used = {x for d in reading.defined for value in d.values for x in names_in(value)}
    own = [d.left for d in reading.defined if d.segment == number]
    is_whole = any(left.arguments or left.name not in inside | used for left in own)
    return is_whole or (number in reading.bare and bool(names_in(reading.bare[number])))


def _move(said: Said, reading: Reading, earlier: list[int], place: int) -> None:
    """Let what is asked of earlier formulas be asked of a later one, by variables that it has."""
    values = [value for d in reading.defined if d.segment == place for value in d.values]
    given = [x for d in reading.defined if d.segment == place for x in d.left.arguments or ()]
    inside = {
        x for latex in (*values, *given, reading.bare.get(place, "")) for x in names_in(latex)
    }

    def moved(each: Derivative) -> Derivative:
        is_inside = {*each.variables} <= inside
        return replace(each, function="", variables=each.variables if is_inside else ())

    said.told = [
        replace(x, of=earlier[-1]) if x.segment < place and x.of < 0 else x for x in said.told
    ]
    said.asked = [(moved(x), place) if n in earlier else (x, n) for x, n in said.asked]
    reading.asked = [(moved(x), n) if n in earlier else (x, n) for x, n in reading.asked]
    said.mentioned = [n for n in said.mentioned if n not in earlier]
    said.of = [place, *(n for n in said.of if n not in earlier and n != place)]
