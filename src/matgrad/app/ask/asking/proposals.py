"""Which formulas words give as the answer: “I get …”, “is it …?”, “the gradient is …”."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from matgrad.app.ask.asking.tellers import (
    BETWEEN,
    FILLING,
    GIVES,
    LABELLED,
    NAME,
    PERSON,
    SOURCE,
    TELLING,
    TELLS,
    WHENCE,
)
from matgrad.app.ask.formulas.claimed import Claimed
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.text.marks import M, mark_of, numbers
from matgrad.app.ask.text.patterns import ignoring_case
from matgrad.app.ask.text.words import ABOUT, JUST, RESPECT

OTHER = M[0]  # begins a marked formula
_IS = (
    r"(?:\bis|\bare|['’]s|\bequals?|\bbe|(?<!respect )(?<!regard )\bto|\bas"
    r"|\bgives?|\byields?|\bbecomes?|\bget|\bgot|\bobtain(?:ed)?|:"
    r"|\bequal to|\bsays|\bclaims|\bstates|\breads|\bhas)"
)
_ADVERBS = (  # it is just ⟦3⟧, it is the row vector ⟦3⟧
    r"(?:(?:just|simply|really|indeed|then|here|still|also|again|now|equal to|given by|the same as"
    rf"|proportional to|parallel to|a multiple of|{ABOUT})\s+)*"
    r"(?:(?:the|an?)\s+(?:(?:constant|symmetric|diagonal|row|column|usual|well-known|outer)\s+){0,2}"
    r"(?:vector|matrix|row|column|product|mean|expectation|residual|sum|difference|covariance|form"
    r"|expression|formula)\s+)?"
)
_MODAL = r"(?:should|would|could|must|can|might)(?:n['’]t)?"
_BEGINS = (  # also behind “For the function ⟦1⟧”, without a comma
    r"(?:^|[,;:]|\b(?:so|but|and|then|why|or|also|now|finally|lastly)"
    rf"|^\W*(?:for|with|given|when|if|in|of)\s+(?:[a-z-]+\s+){{0,4}}?{M})\s*"
)
_BY = rf"(?:\s+(?:of|wrt|with respect to|by|in|for)\s+(?:[a-z]+\s+){{0,2}}?{M})*"
_MORE = re.compile(
    rf"\s*(?:\([^(){OTHER}]{{0,30}}\)\s*)?,?\s*\b(?:or|and also|and not|not(?: with)?|instead of"
    rf"|rather than|versus|vs|(?:and |but |while |whereas )?{NAME}"
    r"|(?:and |but |while )?(?:somebody|someone|another|others?|the other|a (?:second|third))"
    r"(?: else| one| \w+)?"
    rf"(?: says?| said| gets?| got| has| claims?| that)*)\s+"
    rf"(?:(?:is it|is|just|simply|maybe|perhaps|rather|should it be|(?:equal )?to)\s+)*({M})",
    re.I,
)
_EQUAL = (
    rf"({M})\s+(?:really\s+|then\s+|indeed\s+|just\s+|should\s+|must\s+|(?:has|ought)\s+to\s+|not\s+)?(?:is|be|equals?|gives?|yields?|becomes?"
    rf"|equal)\s+(?:to\s+|just\s+|simply\s+|really\s+|indeed\s+|equal\s+to\s+|given\s+by\s+|the\s+same\s+as\s+)*({M})"
)
_HELD = (  # I would expect ⟦∇f⟧ to be ⟦2Ax⟧; not: I need ⟦∇f⟧ to be ⟦2Ax⟧
    r"\b(?:expect|believ|think|thought|guess|claim|find|found|comput|calculat|deriv|suspect|consider"
    rf"|assum|ha(?:d|ve)|got|get)\w*\s+({M})\s+to\s+(?:be|equal)\s+(?:just\s+|simply\s+)?({M})"
)
_OR = (
    r"\s*,?\s*(?:or|and also|as well as|and even)\s+"
    r"(?:(?:is it|is|(?:must|should|does) (?:one|I|we) write|rather|just|simply|maybe"
    r"|should it be)\s+)*"
)
_ELSE = r"(?:otherwise|in general|else|if not|when not|in the (?:general|other)|(?:if|when|for)\b)"
_LISTED = re.compile(  # is it ⟦1⟧, ⟦2⟧ or ⟦3⟧?
    rf"((?:\s*,\s*{M}){{1,6}})(?=\s*,?\s*(?:or\b|and\s+{M}\s*(?:[.?!;]|$)))", re.I
)
_BOTH = re.compile(
    rf"\s*,?\s*\band\s+(?:also\s+)?({M})(?=\s*(?:[.?!;]|$|,?\s*respectively|{WHENCE}))", re.I
)
_ONLY = (  # a name alone is an answer if nothing more is said of it: Is it A?
    rf"(?:\bis it|\bisn['’]t it|{PERSON}\s+{BETWEEN}{TELLS}|(?:\b{SOURCE}|{NAME})\s+{BETWEEN}"
    rf"{GIVES}|\b{_MODAL}\s+it\s+(?:not\s+)?be|\bit\s+{_MODAL}\s+(?:not\s+)?be)\s+{_ADVERBS}({M})"
    rf"(?=\s*(?:[.?!;]|$|,?\s*(?:or|but|while|whereas|and)\s|,\s*(?:{NAME}|{SOURCE}|I)\s))"
)
# My answers: ⟦1⟧, ⟦3⟧ and ⟦5⟧, in which names are answers as well.
_SERIES = rf"\b{SOURCE}s\s*:\s*((?:{M}\s*(?:,\s*and|,|and)\s*){{1,6}}{M})(?=\s*(?:[.?!;]|$))"
# ⟦1⟧ is the Hessian of ⟦3⟧, and not more than that.
_CALLED = (
    rf"(?:^|[.,;:]\s|\bthat\s)\s*(?:then\s+|so\s+|thus\s+|hence\s+)?({M})\s+(?:is|equals)\s+(?:just\s+|really\s+|indeed\s+)?(?:the|its)\s+",
    rf"(?:\s+of\s+(?:[a-z]+\s+){{0,2}}?{M}{_BY}|\s+(?:wrt|with respect to|in|for)\s+{M})"
    r"\s*(?=[.,;?!]|$)",
)
# A number alone is an answer if nothing is counted by it: the derivative is ⟦12⟧.
_ENDED = rf"({M})(?=\s*(?:[.?!;,]|$|\b(?:at|when|for|if|there|and|or)\b))"
# For the squared norm it is ⟦3⟧: of another function than the one that is asked about.
_OF_ANOTHER = re.compile(
    r"\b(?:for|in)\s+(?:the|a)\s+(?:(?:squared?|un\w+|usual|ordinary|simple[rst]*|plain|other)\s+)*"
    r"(?:(?:frobenius|euclidean|scalar|linear|1-?d|one-?dimensional|real|vector)\s+)*"
    r"(?:norm|square|trace|determinant|logarithm|inverse|exponential|case|version|analogue?)"
    rf"(?:\s+alone|\s+itself)?\s*,?\s*(?:it|that|this|one|I|we|the\s+\w+)\b[^,;.:?!{M[0]}]*$",
    re.I,
)
# This is the same as ⟦1⟧, giving ⟦3⟧: another form of the function, and the answer.
_RESTATED = (
    rf"\b(?:the\s+same\s+as|equivalent\s+to|rewritten\s+as)\s+({M})\s*,\s*(?:giving|which\s+gives|yielding"
    rf"|which\s+yields|so\s+(?:I|we)\s+get)\s+({M})"
)
_HEADED = re.compile(
    r"\W*(?!(?:my|our|his|her|your|their|the|an?|this|that)\b)(?:[a-z-]+\s+){1,4}"
    rf"(?:derivation|calculation|computation)s?\s*:\s*({M})",
    re.I,
)
_BARE = re.compile(r"\\(?:left|right|mathrm|operatorname|text|[,;:! ])|[\\\s(){}]")
_WAY = r"(?:way|approach|version|option|candidate|variant|attempt|try|answer)"


@lru_cache(maxsize=64)
def patterns(word: str) -> tuple[str, ...]:
    """How a formula is given as what a word names."""
    return (
        *TELLING,
        rf"{word}\b[^.?{OTHER}]{{0,120}}?(?:{M}[^.?{OTHER}]{{0,80}}){{0,4}}?{_IS}\s+{_ADVERBS}({M})",
        rf"{word}\b[^.?{OTHER}]{{0,120}}?(?:{M}[^.?{OTHER}]{{0,80}}?){{0,4}}?{_IS}\s+{_ADVERBS}({M})",
        rf"\bha(?:s|ve|d)\s+(?:(?:the|a|as|its|then)\s+)*(?!solution\b){word}\s+({M})",
        rf"(?<!what )\bis (?:it|(?:that|this)(?=\s+{M}))\b{FILLING}({M})",
        rf"\bis it (?:true|correct|right) that ({M}) is\b",
        rf"(?:\bthen|\bso|\bthus|\bhence|\bgeneral|,)\s+it(?:\s+is|['’]s|\s+equals|\s+becomes)\s+"
        rf"{_ADVERBS}({M})",
        rf"(?:\bso|\bthus|\bhence|\bthen)\s+(?:by|with|from|using)\s+(?:[a-z]+\s+){{1,3}}?,?\s*({M})\s*[?.]",
        rf"\b{_MODAL}\s+(?:it|this|that|(?:the|my)\s+\w+)\s+(?:(?!be\b)\w+\s+)?be\s+{_ADVERBS}({M})",
        rf"^\W*(?:i\s+think\s+|probably\s+|so\s+)?{_MODAL}\s+(?:probably\s+)?be\s+{_ADVERBS}({M})",
        rf"\b(?:isn|wasn)['’]t\s+(?:it|this|that|the\s+(?:\w+\s+)?{word})\s+{_ADVERBS}({M})",
        rf"\b(?:is|was)\s+(?:it|this|(?:the|its)\s+{word})\s+not\s+{_ADVERBS}({M})",
        rf"{_BEGINS}is\s+(?:the|its|my|our|this)\s+(?:\w+\s+)??{word}{_BY}\s*,?\s*{_ADVERBS}({M})",
        rf"\b(?:and|but)\s+(?:then\s+|thus\s+|so\s+)?(?:gets?|got|obtain(?:s|ed)?|found)\b{FILLING}({M})",
        rf"\b{SOURCE}s?(?:\s+so far)?\s*:\s*({M})",
        rf"{_BEGINS}(?:(?:first|second|third|one|other|another)\s+{_WAY}|{_WAY}\s+(?:\d|[A-C]))\s*:\s*({M})",
        rf"\b(?:I|we)\s+(?:have|had)\s+({M})(?=\s*(?:for|as|instead|while|but)\b|[.,;]?\s*(?:who|which)\b)",
        rf"{_BEGINS}is\s+({M})\s+(?:[a-z]+\s+){{0,3}}?(?:{word}|correct|right)",
        rf"\b{RESPECT}\s+{M}\s*(?:,?\s*(?:it|this|one|I)\s+)?{_IS}\s+{_ADVERBS}({M})",
        rf"\b(?:I|we)\s+(?:do\s+|seem\s+to\s+)?(?:recall|remember)\s+({M})"
        rf"(?=\s*(?:[.?!;]|$|(?:for|as)\s+the\b|(?:\s*,\s*{M}){{0,6}},?\s*and\s+{M}\s*(?:[.?!;]|$|,?\s*respectively)))",
        # I computed the derivative of ⟦1⟧ as ⟦3⟧
        rf"\b(?:comput|calculat|found|deriv|obtain|got|get|worked|have|has)\w*\b[^.?{OTHER}]{{0,40}}?{word}"
        rf"{_BY}\s+(?:as|to be)\s+({M})",
        _CALLED[0] + word + _CALLED[1],
    )


_NAMED = (  # the gradient is ⟦2Ax⟧, with the names of derivatives alone
    rf"\b(?:gradient|hessian|jacobian)\s+(?:is|equals)\s+{JUST}(?:proportional\s+to\s+)?({M})"
    r"|\b(?:gradient|derivative|hessian|jacobian)(?:\s+of\s+(?:the|this)\s+(?:[a-z-]+\s+){0,2}[a-z-]+)?"
    rf"{_BY}\s+"
    rf"(?:is|equals|equal\s+to|(?:should|must|would)\s+be)\s+{JUST}(?:proportional\s+to\s+)?({M})"
    r"(?=\s*(?:[.?!;]|$|,?\s*(?:and\s+not|not|instead\s+of|rather\s+than|up\s+to|(?:no|right)(?=\s*\?))\b))"
    rf"|{_BEGINS}is\s+(?:the|its)\s+(?:gradient|hessian|jacobian){_BY}\s+({M})"
    r"(?=\s*(?:\?|(?:correct|right|true|wrong)\b))"
    rf"|{_CALLED[0]}(?:gradient|derivative|hessian|jacobian){_CALLED[1]}"
    rf"|{_BEGINS}is\s+({M})\s+{JUST}(?:(?:really|indeed|actually|then)\s+)?(?:the|its)\s+"
    r"(?:(?:right|correct|true|full)\s+)?(?:gradient|derivative|hessian|jacobian)"
    rf"(?:\s+of\s+(?:[a-z]+\s+){{0,2}}?{M}){_BY}(?=\s*(?:[.,;?!]|$))"
)


def claims_in(sentence: str, word: str, reading: Reading) -> list[int]:
    """The formulas that a sentence gives as the answer, in order."""
    found, against = dict[int, None](), set[int]()
    marked = [*numbers(sentence)]
    if not marked:
        return []
    has_formulas = any(n in reading.bare or n in reading.lengths for n in marked)
    for pattern in patterns(word) if has_formulas else ():
        for match in ignoring_case(pattern).finditer(sentence):
            rivals = [*_with_others(sentence, match)]  # is the gradient ⟦x⟧ or ⟦2x⟧?
            against |= {*rivals} if any(n in reading.bare for n in rivals) else set()
            found |= dict.fromkeys(rivals)
    found = {n: None for n in found if n not in _headed(sentence, reading)}
    known = [each.segment for each in reading.defined if each.left.arguments]
    labelled = re.findall(LABELLED.format(M), sentence) if known else ()  # Ann: ⟦2x⟧, Ben: ⟦x⟧
    found |= dict.fromkeys(later := {n for x in labelled for n in numbers(x) if n > min(known)})
    against |= later if later & {*reading.bare} else set()
    if found:  # a colleague says it is ⟦1⟧, I have ⟦3⟧
        have = re.finditer(rf"\b(?:I|we)\s+(?:have|had)\s+({M})", sentence)
        found |= dict.fromkeys(number for each in have for number in numbers(each[1]))
        other = re.finditer(rf"(?:\band|\bor|,)\s+({M})\s+{_ELSE}", sentence, re.I)
        found |= dict.fromkeys(number for each in other for number in numbers(each[1]))
    for match in re.finditer(_RESTATED, sentence, re.I):
        (function,), (answer,) = numbers(match[1]), numbers(match[2])
        found.pop(function, None)
        found |= {answer: None}
    named = re.finditer(_NAMED, sentence, re.I)
    named = [*named, *re.finditer(_ONLY, sentence, re.I), *re.finditer(_SERIES, sentence, re.I)]
    named = {n for each in named for n in numbers(each[each.lastindex or 0])}
    names = [n for n in named | against if len(reading.names.get(n, ())) == 1
             and f"instead of {mark_of(n)}" not in sentence]  # fmt: skip
    ended = {n for each in re.finditer(_ENDED, sentence) for n in numbers(each[1])}
    alone = [n for n in found if n in reading.lengths and n in ended]
    return sorted({*names, *alone, *(number for number in found if number in reading.bare)})


def _headed(sentence: str, reading: Reading) -> list[int]:
    """What stands below a heading and is differentiated later: Kalman gain derivation: ⟦tr(P)⟧."""
    headed = _HEADED.match(sentence)
    functions = {_BARE.sub("", each.derivative.function) for each in reading.claimed}
    below = [*numbers(headed[1])] if headed else []
    return [n for n in below if _BARE.sub("", reading.bare.get(n, "")) in functions]


def is_of_another(sentence: str, number: int) -> bool:
    """Is a formula given for another function: for the squared norm it is ⟦3⟧?"""
    return _OF_ANOTHER.search(sentence.partition(mark_of(number))[0]) is not None


def tell_derivatives(sentence: str, reading: Reading) -> None:
    """Take “is ⟦∇f⟧ equal to ⟦2Ax⟧?” for a claim about the derivative that is named there."""
    places = {segment: each for each, segment in reading.asked}
    named = {d.segment: (d.latex, reading.aliases[d.left.name]) for d in reading.defined
             if d.left.name in reading.aliases}  # fmt: skip
    for match in (x for way in (_EQUAL, _HELD) for x in re.finditer(way, sentence, re.I)):
        (left,), (right,) = numbers(match[1]), numbers(match[2])
        if left in places and right in reading.bare:
            value = reading.bare.pop(right)
            latex = reading.written[left]
            reading.claimed.append(Claimed(places[left], latex, (value,), right))
        elif left in named and right in reading.bare:  # the field ⟦E = -∇φ⟧ equals ⟦…⟧
            name, known = named[left]
            reading.claimed.append(known.claimed(name, [reading.bare.pop(right)], right))
    for claim in list(reading.claimed):
        mark = mark_of(claim.segment)
        other = re.search(rf"{mark}((?:\s*,\s*{M}){{0,6}}(?:{_OR}{M}){{1,5}})", sentence, re.I)
        for number in numbers(other[1]) if other else ():
            if value := reading.formula(number):
                reading.bare.pop(number, None)
                reading.claimed.append(claim.saying(value))


def tell_again(sentence: str, reading: Reading) -> None:
    """Take “⟦∇f = 2x⟧, Bob insists it is ⟦3x⟧” for another claim about the same derivative."""
    claimed = {each.segment: each for each in reading.claimed}
    for match in (x for pattern in TELLING for x in ignoring_case(pattern).finditer(sentence)):
        number = next(numbers(match[1]))
        before = sentence[: match.start(1)]
        last = re.search(
            rf"({M})\s*,?\s*(?:(?:but|and|while|whereas|yet)\s+)?[^{OTHER}.?!;]*$", before
        )
        same = claimed.get(next(numbers(last[1]))) if last else None
        is_it = re.search(r"\bit(?:\s+(?:is|should be|must be|equals)|['’]s)\s*$", before, re.I)
        if same and is_it and number in reading.bare:
            value = reading.bare.pop(number)
            reading.claimed.append(replace(same.saying(value), segment=number))


def _with_others(sentence: str, match: re.Match[str]) -> Iterator[int]:
    """The formula, and those that follow it as alternatives."""
    yield next(numbers(match[1]))
    at = match.end(1)
    if listed := _LISTED.match(sentence, at):
        yield from numbers(listed[1])
        at = listed.end(1)
    if both := _BOTH.match(sentence, at):
        yield next(numbers(both[1]))
    while more := _MORE.match(sentence, at):
        yield next(numbers(more[1]))
        at = more.end()
