"""Which definitions words give as the answer: “I get H = …”, “its gradient h(x) = …”."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from matgrad.app.ask.asking.tellers import SOURCE, TELLING
from matgrad.app.ask.formulas.claimed import Claimed
from matgrad.app.ask.formulas.notation import (
    DIFFERENTIAL,
    GRADIENT,
    HESSIAN,
    JACOBIAN,
    Derivative,
    head_of,
    names_in,
    whole_name,
)
from matgrad.app.ask.formulas.reading import Defined, Reading
from matgrad.app.ask.text.marks import M, mark_of, numbers
from matgrad.app.ask.text.patterns import ignoring_case

_OWN = (  # its gradient ⟦…⟧, with the Hessian given by ⟦…⟧, the derivative of ⟦f⟧ is ⟦…⟧
    rf"(?:\b(?:its|whose|with|has|have|and)\s+(?:the\s+|a\s+)?|\bthe\s+(?=(?:second\s+)?\w+(?:\s+of\s+{M})?\s+is\b))"
    rf"(?P<kind>gradient|hessian|jacobian|(?:second\s+)?derivative)(?:\s+of\s+(?P<of>{M}))?\s*,?\s*"
    r"(?:(?:is|being|equals|equal\s+to|given\s+by)\s+)*"
)
_ENTRY = re.compile(r"[HJ]_[i-n]{2}")
_IS_RIGHT = re.compile(rf"\bis\s+({M})\s+(?:right|correct|ok(?:ay)?|true|wrong|fine)\b", re.I)
_FOR = r"(?:\s+for\s+the\s+[a-z]+)?"
_AND = re.compile(rf"{_FOR}\s*,?\s*and\s+(?:also\s+)?({M})(?={_FOR}\s*(?:[.,;?!]|$))", re.I)
_REWRITTEN = re.compile(
    r"\b(?:expan|re-?writ|rewrote|simplif|re-?formulat|substitut|multiply|plugg|reparam)", re.I
)
_DIFFERENTIAL = re.compile(r"(?<![A-Za-z\\])d\s*\\?[A-Za-z]")
ANSWERS = {"g": GRADIENT, "G": GRADIENT, "H": HESSIAN, "J": JACOBIAN}  # what they are called

_OF_FUNCTIONS = frozenset("f F L l ell Lcal lcal J E loss".split())  # and not of answers


def name_answers(sentence: str, reading: Reading, is_asked: bool = False) -> None:
    """Take “I get H = …” for an answer, where no other formula makes use of the name H.

    Behind a question any function of the same arguments is one: “find its gradient. I get u(x) = …”
    """
    if M[0] not in sentence:
        return
    for number in _told_in(sentence):
        here = [d for d in reading.defined if d.segment == number]
        is_answer = len(here) == 1 and len(here[0].values) == 1 and len(reading.defined) > 1
        is_called = is_answer and here[0].left.name in ANSWERS
        is_second = is_asked and not _REWRITTEN.search(sentence)
        is_called = is_called or (is_answer and is_second and _is_second(here[0], reading))
        if is_called and _is_alone(here[0], reading):
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
        meant = Derivative(kind, "") if is_called else _meant(sentence, each, reading)
        is_alone = _is_alone(each, reading)
        if meant and (is_alone or is_called):  # or something else is made of g
            given = Claimed(meant, each.latex, each.values, each.segment)
            reading.claimed += [given] if given not in reading.claimed else []
            reading.defined = [d for d in reading.defined if d is not each or not is_alone]


def _told_in(sentence: str) -> Iterator[int]:
    """The formulas that somebody gives as answers: I get ⟦1⟧ and ⟦3⟧."""
    for pattern in TELLING:
        for match in ignoring_case(pattern).finditer(sentence):
            if re.search(r"\bfor\s*$", sentence[: match.start(1)]):
                continue  # they say that for ⟦1⟧ …
            yield next(numbers(match[1]))
            more = _AND.match(sentence, match.end(1))
            yield from numbers(more[1]) if more else ()


def _is_second(each: Defined, reading: Reading) -> bool:
    """Has the text another function of the same arguments before, of which this is not made?"""
    is_word = each.left.arguments is None and re.fullmatch("[A-Z]{2,4}", each.left.name)  # MC
    if (each.left.arguments is None and not is_word) or each.left.name in _OF_FUNCTIONS:
        return False
    before = [d for d in reading.defined if d.segment < each.segment]
    used = {name for value in each.values for name in names_in(value)}
    is_made = any(d.left.name in used for d in before)  # e(x) = r(x)^Tr(x)
    is_like = (d.left.arguments and (is_word or d.left.arguments == each.left.arguments)
               for d in before)  # fmt: skip
    return not is_made and any(is_like)


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


def _meant(sentence: str, each: Defined, reading: Reading) -> Derivative | None:
    """What a sentence calls a function of its own: ⟦f(x) = …⟧, and its gradient ⟦h(x) = …⟧.

    A name without arguments is one where the function is named: the derivative of ⟦f⟧ is ⟦h = …⟧.
    """
    found = re.search(_OWN + mark_of(each.segment), sentence, re.I)
    if found is None:
        return None
    of = [x for n in numbers(found["of"] or "") for x in reading.names.get(n, ())]
    known = [d for d in reading.defined if d.left.arguments and d.segment < each.segment]
    named = [d for d in known if d.left.name in of]
    is_second = any(d.left.arguments == each.left.arguments for d in named or known)
    if not (is_second and each.left.arguments) and not (named and each.left.arguments is None):
        return None
    word = found["kind"].lower()
    kind = GRADIENT if word == "derivative" else HESSIAN if "derivative" in word else word
    return Derivative(kind, head_of(named[0].latex) if named else "")


def _is_alone(definition: Defined, reading: Reading) -> bool:
    """Does its name stand in no other formula?"""
    others = [value for d in reading.defined if d is not definition for value in d.values]
    others += [value for claim in reading.claimed for value in claim.values]
    others += [claim.derivative.function for claim in reading.claimed]
    others += [each.function for each, _ in reading.asked]
    others += reading.bare.values()
    return not any(definition.left.name in names_in(latex) for latex in others if latex)
