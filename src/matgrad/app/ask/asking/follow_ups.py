"""Questions that carry an earlier one on: what about A? And with respect to y?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from matgrad.app.ask.asking.by_what import PROPERTY
from matgrad.app.ask.facts.said import Said, Told
from matgrad.app.ask.formulas.notation import GRADIENT, HESSIAN, Derivative
from matgrad.app.ask.formulas.reading import Reading, names_of
from matgrad.app.ask.text.marks import LIST, M, numbers
from matgrad.app.ask.text.words import RESPECT

_BEGINS = r"^\W*(?:(?:and|or|but|also|then|now|so|next|finally)\b\W*)+"
_NOUN = r"(?:variable|parameter|matrix|vector|scalar|number|weights?|bias|other one|function)"
_WHAT = (  # what is it for ⟦1⟧, what is that of ⟦1⟧
    r"what(?:['’]s|\s+is|\s+would\s+be)\s+(?:it|that|this|the\s+same(?:\s+thing)?"
    r"|the\s+(?:gradient|derivative|result|answer))"
)
_ABOUT = re.compile(
    r"^\W*(?:(?:and|or|but|also|then|now|so)\b\W*)*(?:(?:what|how)\s+about|(?:the\s+|and\s+)?same\s+"
    rf"(?:for|with)|{_WHAT}\s+(?:for|of|with)|(?:likewise|similarly)\s+for)\s+(?:the\s+)?(?:{_NOUN}\s+)?({LIST})\W*$",
    re.I,
)
_WITH = re.compile(  # dV/dr? And with ⟦h⟧? And in the height ⟦h⟧?
    rf"{_BEGINS}(?:with|in|by|for)\s+(?:the\s+(?!{PROPERTY}\b)(?:[a-z]+\s+)??|{_NOUN}\s+)?({LIST})\W*\?\W*$",
    re.I,
)
_ALONE = re.compile(rf"^\W*({M})\s+(?:by|{RESPECT})\s+({LIST})\W*\?\W*$", re.I)  # ⟦1⟧ by ⟦3⟧?
_OF = re.compile(  # And of ⟦3⟧? And ⟦3⟧?
    r"^\W*(?:(?:and|or|but|also|then|now|what\s+about)\b\W*)+(?:(?:that|the\s+(?:one|gradient"
    rf"|derivative|same))\s+)?(?:of\s+(?:the\s+)?|(?={M}\s*\?\W*$))({LIST})\W*$",
    re.I,
)
_OR = re.compile(
    r"^\W*or\s+(?:(?:maybe|perhaps|rather|just|is|it|should|be|simply|instead)\s+){0,4}"
    rf"({LIST})\W*\?\W*$",
    re.I,
)
_EITHER = re.compile(
    r"^\W*(?:(?:is|it|maybe|perhaps|simply|just)\s+){0,3}"
    rf"({M}(?:\s*,\s*{M}){{0,3}}\s*,?\s*or\s+(?:(?:is|it|rather|maybe|just)\s+){{0,3}}{M})[^.?!{M[0]}]{{0,60}}\?",
    re.I,
)
_CHOICE = re.compile(  # (i) ⟦1⟧ (ii) ⟦3⟧
    rf"(?:^|\s)\(?(?:[a-eA-E]|i{{1,3}}|iv|[1-5])[).]\s*({M})"
    r"(?=\s*(?:[.,;?]|\(|$|\b(?:or|and)\b|\w{1,3}[).]))"
)
_RESPECT = re.compile(
    rf"(?:\b{RESPECT}|\bwhat(?:['’]s|\s+is)\s+(?:it|that|this)\s+(?:in(?!\s+terms\b)|by"
    rf"|for(?!\s+(?:an?\s+|the\s+)?{PROPERTY}\b|\s+(?:my|our|your|his|her|this|such|any)\b)))\s+(?:the\s+)?(?:[a-z]+\s+){{0,2}}?"
    rf"({LIST})",
    re.I,
)
_AGAIN = re.compile(rf"{_BEGINS}|\?$|\b(?:what|find|comput\w+|calculat\w+|want|need)\b", re.I)


# and for ⟦3⟧ exactly the same thing: the formula before is claimed once more
_THE_SAME = re.compile(
    rf"\b(?:for|by|{RESPECT})\s+({M})\s*,?\s*(?:(?:it\s+is|is|it['’]s|I\s+get|we\s+get)\s+)?"
    r"(?:(?:exactly|just|also|of course)\s+)*the\s+(?:very\s+)?same\b",
    re.I,
)


def same_again(said: Said, sentence: str, reading: Reading, claims: Sequence[int]) -> list[Told]:
    """The claims of a sentence that it makes for another variable as well."""
    again: list[Told] = []
    for found in _THE_SAME.finditer(sentence):
        (place,) = numbers(found[1])
        before = [each for each in said.told if each.segment in claims and each.segment < place]
        names = reading.names.get(place, [])
        again += [replace(before[-1], by=names[0])] if before and len(names) == 1 else []
    return again


def choices_in(said: Said, sentence: str, reading: Reading) -> list[Told]:
    """The answers that a sentence offers: (i) ⟦1⟧, (ii) ⟦3⟧."""
    choices = [n for mark in _CHOICE.findall(sentence) for n in numbers(mark) if n in reading.bare]
    is_about = reading.asked or reading.defined or said.of or said.mentioned
    if len(choices) < 2 or not is_about:
        return []
    return [Told(n) for n in choices if n not in (*said.claims, *said.of, *said.mentioned)]


def _bare(found: re.Match[str], reading: Reading) -> list[int]:
    """The formulas that a pattern found, of which nothing else is known."""
    return [n for n in numbers(found[1]) if n in reading.bare]


def _offered(said: Said, sentence: str, reading: Reading, claims: Sequence[int]) -> bool:
    """Does a sentence only offer other answers to what was asked or claimed before it?"""
    other = _OR.search(sentence) if not claims else None
    found = _bare(other, reading) if other else []
    if found and said.told:  # … or is it ⟦1⟧?
        said.told += [replace(said.told[-1], segment=n) for n in found]
    elif found and reading.claimed:  # is ⟦∇f = 1⟧? or ⟦3⟧?
        last = reading.claimed[-1]
        reading.claimed += [replace(last.saying(reading.bare.pop(n)), segment=n) for n in found]
    elif choices := choices_in(said, sentence, reading):
        said.told += choices
    else:
        either = _EITHER.match(sentence) if said.asked or reading.asked else None
        found = _bare(either, reading) if either else []  # what is ⟦1⟧? ⟦3⟧, or ⟦5⟧?
        said.told += [Told(n) for n in found if n not in claims]
        return bool(found)
    return True


def follow_up(said: Said, sentence: str, reading: Reading, claims: Sequence[int]) -> None:
    """Keep the further variables, or functions, of which a sentence asks the same."""
    if _offered(said, sentence, reading, claims):
        return
    if (alone := _ALONE.search(sentence)) and not (said.asked or reading.asked):
        segment, names = next(numbers(alone[1])), names_of(alone[2], reading)
        if segment in reading.bare and names:
            said.of.append(segment)
            said.asked.append((Derivative(GRADIENT, "", tuple(names)), segment))
        return
    if not (said.asked or reading.asked or reading.claimed) or claims:
        return
    of = _OF.search(sentence)
    about = of or _ABOUT.search(sentence)
    by = _RESPECT.search(sentence) if about is None and _AGAIN.search(sentence) else None
    marks = about or by or _named(sentence, reading)
    if marks is None:
        return
    kinds = [each.kind for each, _ in said.asked]
    kinds = kinds or [each.kind for each, _ in reading.asked]
    kinds = kinds or [each.derivative.kind for each in reading.claimed]
    kind = kinds[-1] if kinds else GRADIENT
    known = {each.left.name for each in reading.defined}
    given = {*reading.bare, *(each.segment for each in reading.defined)}
    names = [name for name in names_of(marks[1], reading) if name not in known]
    if names and (not of or not re.search(r"\bof\b", sentence)):
        said.asked.append((Derivative(kind, "", tuple(names)), -1))
    for segment in numbers(marks[1]) if about else ():
        if segment in given or {*reading.names.get(segment, ())} & known:
            said.of.append(segment)
            said.asked.append((Derivative(kind, ""), segment))


def _named(sentence: str, reading: Reading) -> re.Match[str] | None:
    """The variables with which a question goes on; “and with ⟦n = 3⟧?” is about a case."""
    found = _WITH.search(sentence)
    is_named = found and all(len(reading.names.get(n, ())) == 1 for n in numbers(found[1]))
    return found if is_named else None


def before_variables(said: Said, sentence: str, reading: Reading) -> set[int]:
    """The formulas of a sentence up to which a text has named no variable in what it asks."""
    if any(each.variables for each, _ in said.asked) or _RESPECT.search(sentence):
        return set()
    named = [segment for each, segment in reading.asked if each.variables]
    return {n for n in numbers("".join(re.findall(M, sentence))) if n < min(named, default=n + 1)}


def give_in_order(said: Said, reading: Reading) -> None:
    """Each of several functions has its own answer: of ⟦1⟧ and of ⟦3⟧? I get ⟦5⟧ and ⟦7⟧."""
    functions = [*{_key(reading, n): n for n in reversed(said.of)}.values()][::-1]
    answers = [each for each in said.told if each.of < 0]
    kinds = {each.kind for each in answers}
    if len(functions) < 2 or len(answers) != len(functions) or len(kinds) > 1:
        return
    given = {each.segment: of for each, of in zip(answers, sorted(functions), strict=True)}
    said.told = [replace(t, of=given.get(t.segment, t.of)) for t in said.told]


def _key(reading: Reading, segment: int) -> str:
    """What tells functions apart: the name of one, or its formula."""
    defined = [each.left.name for each in reading.defined if each.segment == segment]
    names = [*defined, *reading.names.get(segment, ())]
    return names[0] if names else reading.bare.get(segment, str(segment)).replace(" ", "")


def leave_told(said: Said, reading: Reading) -> None:
    """What is only told is not asked: “the Hessian is ⟦1⟧. What is the gradient by ⟦3⟧?”"""
    told = [each for each, _ in said.asked if any(each is other for other in said.stating)]
    asked = [each for each, _ in (*said.asked, *reading.asked) if each.variables]
    kinds = {each.kind for each in asked if not any(each is other for other in told)}
    left = [each for each in told if each.kind == HESSIAN and kinds == {GRADIENT}]
    said.asked = [pair for pair in said.asked if not any(pair[0] is each for each in left)]
