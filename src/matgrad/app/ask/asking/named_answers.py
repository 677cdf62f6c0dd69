"""Which definitions words give as the answer: “I get H = …”, “its gradient h(x) = …”."""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.asking.tellers import SOURCE, TELLING
from matgrad.app.ask.formulas.claimed import Claimed
from matgrad.app.ask.formulas.notation import (
    DIFFERENTIAL,
    GRADIENT,
    HESSIAN,
    JACOBIAN,
    Derivative,
    names_in,
    whole_name,
)
from matgrad.app.ask.formulas.reading import Defined, Reading
from matgrad.app.ask.text.marks import M, mark_of, numbers
from matgrad.app.ask.text.patterns import ignoring_case

_OWN = (  # its gradient ⟦…⟧, with the Hessian given by ⟦…⟧
    r"\b(?:its|whose|with|has|have|and)\s+(?:the\s+|a\s+)?(gradient|hessian|jacobian)\s*,?\s*"
    r"(?:(?:is|being|equals|equal\s+to|given\s+by)\s+)*"
)
_ENTRY = re.compile(r"[HJ]_[i-n]{2}")
_IS_RIGHT = re.compile(rf"\bis\s+({M})\s+(?:right|correct|ok(?:ay)?|true|wrong|fine)\b", re.I)
_DIFFERENTIAL = re.compile(r"(?<![A-Za-z\\])d\s*\\?[A-Za-z]")
ANSWERS = {"g": GRADIENT, "G": GRADIENT, "H": HESSIAN, "J": JACOBIAN}  # what they are called


def name_answers(sentence: str, reading: Reading) -> None:
    """Take “I get H = …” for an answer, where no other formula makes use of the name H."""
    if M[0] not in sentence:
        return
    for pattern in TELLING:
        for match in ignoring_case(pattern).finditer(sentence):
            number = next(numbers(match[1]))
            is_for = re.search(r"\bfor\s*$", sentence[: match.start(1)])  # they say that for ⟦1⟧ …
            here = [d for d in reading.defined if d.segment == number and not is_for]
            is_answer = len(here) == 1 and len(here[0].values) == 1 and len(reading.defined) > 1
            if is_answer and here[0].left.name in ANSWERS and _is_alone(here[0], reading):
                reading.defined.remove(here[0])
                reading.bare[number] = here[0].values[0]
    for each in [d for d in reading.defined if _ENTRY.fullmatch(d.left.name)]:
        _name_entries(sentence, each, reading)
    for each in [d for d in reading.defined if d.left.name not in reading.aliases]:
        kind = ANSWERS.get(each.left.name, "")
        mark = mark_of(each.segment)
        called = rf"\b{kind}(?:\s+(?!of\b)[a-z]+){{0,4}}\s*[:,]?\s*{mark}"
        mine = rf"(?:\b(?:I|we)\s+(?:have|had)\s+(?:the\s+)?|\b{SOURCE}\s*:\s*){mark}"
        then = rf"\bif\b[^.?!]*{M}[^.?!]*?,?\s*\bthen\s*,?\s*(?:the\s+)?{mark}"  # if ⟦f(x) = …⟧
        ways = called if kind == GRADIENT else f"{called}|{mine}|{then}"
        is_called = kind and re.search(ways, sentence, re.I) and each.left.arguments is None
        kind = kind if is_called else _kind_of(sentence, each, reading)
        is_alone = _is_alone(each, reading)
        if kind and (is_alone or is_called):  # or something else is made of g
            given = Claimed(Derivative(kind, ""), each.latex, each.values, each.segment)
            reading.claimed += [given] if given not in reading.claimed else []
            reading.defined = [d for d in reading.defined if d is not each or not is_alone]


def name_backward(sentence: str, reading: Reading) -> None:
    """Take dW = … for the derivative by W where “Is dW right?” asks, and W has no equation.

    A value with differentials, as in dW = A dX, makes it a differential itself.
    """
    defined = {each.left.name for each in reading.defined}
    asked = {reading.bare.get(n, "").replace(" ", "") for x in _IS_RIGHT.finditer(sentence)
             for n in numbers(x[1])}  # fmt: skip
    for at, each in enumerate(reading.claimed):
        name = whole_name(each.derivative.function) if each.derivative.function else None
        is_own = each.derivative.kind == DIFFERENTIAL and name and name not in defined
        is_plain = not any(_DIFFERENTIAL.search(value) for value in each.values)
        if is_own and is_plain and each.latex.replace(" ", "") in asked:
            by = Derivative(GRADIENT, "", (name,) if name else ())
            reading.claimed[at] = replace(each, derivative=by)


def _name_entries(sentence: str, each: Defined, reading: Reading) -> None:
    """The Jacobian ⟦J_{ij} = …⟧ is J wherever that stands: in matrix form, ⟦J = …⟧."""
    letter = each.left.name[0]
    kind = ANSWERS[letter]
    if not re.search(
        rf"\b{kind}\b\s*(?:is\s+|has entries\s+)?[:,]?\s*{mark_of(each.segment)}", sentence, re.I
    ):
        return
    reading.defined.remove(each)
    reading.equal.setdefault(each.segment, (each.latex, *each.values))
    for whole in [d for d in reading.defined if d.left.name == letter and not d.left.arguments]:
        reading.defined.remove(whole)
        given = Derivative(kind, "")
        reading.claimed.append(Claimed(given, whole.latex, whole.values, whole.segment))


def _kind_of(sentence: str, each: Defined, reading: Reading) -> str:
    """What a sentence calls a function of its own: ⟦f(x) = …⟧, and its gradient ⟦h(x) = …⟧."""
    is_second = any(d.left.arguments == each.left.arguments and d.segment < each.segment
                    for d in reading.defined)  # fmt: skip
    found = re.search(_OWN + mark_of(each.segment), sentence, re.I)
    is_own = found and is_second and each.left.arguments
    return found[1].lower() if found and is_own else ""  # as the kinds are called


def _is_alone(definition: Defined, reading: Reading) -> bool:
    """Does its name stand in no other formula?"""
    others = [value for d in reading.defined if d is not definition for value in d.values]
    others += [value for claim in reading.claimed for value in claim.values]
    others += [claim.derivative.function for claim in reading.claimed]
    others += [each.function for each, _ in reading.asked]
    others += reading.bare.values()
    return not any(definition.left.name in names_in(latex) for latex in others if latex)
