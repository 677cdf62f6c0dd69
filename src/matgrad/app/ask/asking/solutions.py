r"""Claims about where a gradient vanishes: “setting it to zero gives x = A^{-1}b”, a minimum."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from matgrad.app.ask.asking.conditions import (
    is_given,
    is_of_zero,
    is_origin,
    is_zero,
    tell_condition,
)
from matgrad.app.ask.asking.enough import is_enough
from matgrad.app.ask.asking.found_points import Place, tell_point
from matgrad.app.ask.asking.tellers import SHOWN, SOLVING
from matgrad.app.ask.asking.unknowns import (
    gives_argument,
    is_starred,
    solved_for,
    unknown_in,
    variables_in,
)
from matgrad.app.ask.facts.said import Said, Solved
from matgrad.app.ask.formulas.constants import constant
from matgrad.app.ask.formulas.derivatives import derivative
from matgrad.app.ask.formulas.notation import left_side, names_in, whole_name
from matgrad.app.ask.formulas.reading import Reading, names_of
from matgrad.app.ask.text.marks import M, mark_of, numbers
from matgrad.app.ask.text.patterns import ignoring_case
from matgrad.app.ask.text.sentences import is_asking
from matgrad.app.ask.text.words import ESTIMATE

_OPTIMUM = (
    r"(?:minimi[sz]ers?|minimi[sz]ed|minim(?:um|a)|maximi[sz]ers?|maximi[sz]ed|maxim(?:um|a)"
    r"|optim(?:um|al(?!\s+(?:control|transport)\s+(?!is\b)[a-z])|i[sz]er)"
    r"|stationary points?|critical points?|arg\s?min|arg\s?max"
    rf"|{ESTIMATE})"
)
# Where forces vanish; prices have equilibria of another kind.
_EQUILIBRIUM = (
    r"\bequilibrium\s+(?:distance|separation|position|angle|displacement|radius|bond\s+length)"
)
_IS = (
    r"(?:is|are|be|at|equals?|given by|satisf(?:y|ies)|obeys?|fulfill?s?|when|where|for"
    r"|becomes|reads|has|have|as|by|:)"
)  # fmt: skip
_SETS = r"\b(?:set(?:s|ting)?|put(?:s|ting)?|equat(?:es?|ing)|solv(?:es?|ing)|requir\w+)\s+"
_DERIVATIVE = r"(?:gradients?|derivatives?|differential|partials?|it|this|that|them|these)"
_SET = re.compile(
    rf"{_SETS}(?:[a-z-]+\s+){{0,3}}?{_DERIVATIVE}\b[^.?!;]{{0,60}}?(?:\bzero\b|\bto 0\b|{M})"
    rf"|\b{_DERIVATIVE}\s+(?:[a-z]+\s+){{0,2}}?(?:vanish\w*|(?:is|to be|be|equal to)\s+zero)"
    r"|\b(?:set|put|equat(?:e|ing))(?:ting)?\s+(?:it\s+)?(?:equal\s+)?to\s+(?:zero\b|0\b)"
    rf"|{_SETS}the\s+(?:first|second|former|latter|last)(?:\s+one)?\s+(?:equal\s+)?to\s+(?:zero\b|0\b)",
    re.I,
)
_OPTIMUM_OF = re.compile(rf"\b{_OPTIMUM}\s+(?:of|for)\s+(?:the\s+)?(?:function\s+)?({M})", re.I)
_SET_MARK = re.compile(rf"{_SETS}(?:[a-z]+\s+){{0,2}}?({M})", re.I)
# ⟦∇f = 0⟧ implies ⟦Ax = b⟧, is equivalent to it, and so on.
_BOTH = (
    r"if and only if|iff|(?:exactly|precisely|just) (?:when|if|where)|holds? iff"
    r"|(?:is|are|being) (?:equivalent to|the same as)|amounts to|means"
)
_THEN = r"implies|entails|gives|yields|leads to|then|reduces to|only (?:when|if|where)"
_WORDS = r"(?:\s+(?:that|the|having|and|[a-z]+s)\b){0,4}"
MEANS = re.compile(rf"\s*,?\s*(?:{_BOTH}|{_THEN})\b{_WORDS}", re.I)
IMPLIED = re.compile(rf"({M}){MEANS.pattern}(?:\s+[a-z-]+){{0,2}}\s*$", re.I)
_ZERO_BEHIND = re.compile(rf"\s*,?\s*(?:{_BOTH})\b{_WORDS}\s+({M})", re.I)
_AT_OPTIMUM = re.compile(
    rf"\b{_OPTIMUM}\b[^.?!;]{{0,80}}?{_IS}\s+(?:[a-z-]+\s+){{0,4}}$"
    rf"|(?<!\bat the )(?<!\bat ){_EQUILIBRIUM}\s+(?:(?:then|therefore|really)\s+)?{_IS}\s+$"
    rf"|\bis\s+(?:the|its|an?)\s+(?:[a-z]+\s+)?{_OPTIMUM}\s+(?:just\s+|really\s+)?$"
    rf"|\bat\s+(?:the|an?|any|every)\s+(?:[a-z]+\s+)?{_OPTIMUM}\s*,?\s*(?:(?:we|one)\s+has?(?:ve)?\s+)?$",
    re.I,
)
# What a sentence looks for: where the gradient vanishes, or an optimum.
_SOUGHT = re.compile(
    rf"\b{_DERIVATIVE}\b[^.?!;]{{0,60}}?\b(?:vanish\w*|zero)\b|\b{_OPTIMUM}\b"
    r"|\b(?:mini|maxi)mi[sz](?:e|ing)\b|\b(?:minimal|maximal|smallest|largest)\b",
    re.I,
)
_ZERO = re.compile(r"\bzero\b|\bvanish", re.I)
_SEEKS = re.compile(
    r"\b(?:look|search)(?:ing)?\s+for\b|\bseek|\b(?:mini|maxi)mi[sz](?:ed?|ing)\b", re.I
)
_MORE = re.compile(rf"(?:\s*(?:,|,?\s*(?:and|so|hence|thus|then))\s*{M}){{1,4}}", re.I)
_CONDITION = re.compile(
    r"\b(?:normal equations?|first[- ]order (?:optimality )?conditions?|FOCs?"
    r"|optimality conditions?|stationarity(?: conditions?)?|(?:estimating|score) equations?)\b"
    r"[^.?!;]{0,60}$",
    re.I,
)
_IS_OPTIMUM = re.compile(  # ⟦1⟧ is the minimiser, is ⟦1⟧ the solution?
    rf"\s*(?:(?:is|was)\s+(?:(?:indeed|then|also)\s+)?)?(?:the|an?|our|its)\s+(?:[a-z-]+\s+){{0,2}}?"
    rf"(?:{_OPTIMUM}|solution(?!\s+(?:of|to)\b))\b",
    re.I,
)
# Behind one solution another argument is solved for as well: in the same way, ⟦y = …⟧.
_LIKEWISE = re.compile(
    r"\b(?:in\s+(?:just\s+|exactly\s+)?the\s+same\s+(?:way|manner|fashion)|similarly|likewise"
    r"|analogously|by\s+(?:symmetry|analogy)|correspondingly)\b",
    re.I,
)
NEAR = 400  # characters before a formula in which another one is given as an answer
_CASE = re.compile(r"\b(?:setting|sets?|if|when|for|without|with|put|letting|let|case)\b", re.I)
_IN = re.compile(r"\b(?:setting|sets|if|when|for|without|letting|case)\b", re.I)  # of a case
# How words say that a gradient vanishes: where it is set to zero, what is an optimum, where another
# equation holds just as well, as an answer, by a word that follows its formula, or behind … = 0.
SET, CALLED, SAME, TOLD, HENCE, BEHIND = "set", "called", "same", "told", "hence", "behind"
ENOUGH = "enough"  # where an equation is only said to be enough for that
_BY = re.compile(rf"\b(?:with (?:respect|regard) to|wrt|w\.r\.t\.?)\s+({M})", re.I)
_GRADIENT = re.compile(rf"\b(?:gradient|derivative)\s+(?:[a-z]+\s+){{1,3}}{M}", re.I)
_SO = (  # so the step is ⟦1⟧, which gives ⟦3⟧
    r"\b(?:therefore|hence|thus|consequently|so|(?:which|this|that)\s+(?:then\s+)?(?:gives|yields|implies)"
    r"(?:\s+us)?)\s*,?\s*(?:that\s+)?"
)
_HENCE = re.compile(rf"{_SO}(?:(?:the|my|our)\s+(?:[a-z-]+\s+){{1,3}}?(?:is|equals)\s+)?$", re.I)
_THEN_IS = re.compile(r"^\s*then\s*,?\s*$", re.I)  # with which a sentence begins
_AND = re.compile(r"[,\s](?:and|with|giving)\s+(?:then\s+)?$", re.I)
# The words right before a formula that make it something else than what follows.
_OTHER = re.compile(
    r"\b(?:let|with|where|given|define|denote|of|gradient|derivative|hessian|jacobian|subject to)"
    r"\s*(?:is\s+)?$",
    re.I,
)
_KIND = (
    (re.compile(r"\bminim|\barg\s?min", re.I), "minimum"),
    (re.compile(r"\bmaxim|\barg\s?max|\bMLE\b", re.I), "maximum"),
    (re.compile(r"\boptim", re.I), "optimum"),
)


def tell_solutions(said: Said, sentence: str, reading: Reading, earlier: str = "") -> None:
    """Take the equations of a sentence for claims about the points where a gradient vanishes.

    The sentence before it may ask for them: “Where does it vanish? I get ⟦x = A^{-1}b⟧.”
    """
    answers = _told(sentence)
    told = answers if _is_sought(earlier, reading) else frozenset[int]()
    for segment in [n for mark in re.findall(M, sentence) for n in numbers(mark)]:
        before, _, after = sentence.partition(mark_of(segment))
        is_one_way = is_enough(reading, segment, before, after)
        how = ENOUGH if is_one_way else _how(reading, segment, before, after)
        if not how and segment in answers:
            is_mine = not _CASE.search(before) and is_starred(reading, segment)
            is_told = segment in told or (_is_sought(before, reading) and not _IN.search(before))
            how = SET if is_mine else TOLD if is_told else ""
        if (
            not how
            and said.solved
            and _LIKEWISE.search(before)
            and gives_argument(reading, segment)
        ):
            how = SET
        if not how or (how != ENOUGH and _OTHER.search(before)):
            continue
        words = f"{earlier} {before}" if how == TOLD else before
        words += f" {after}" if how == CALLED else ""
        aim = next((kind for each, kind in _KIND if each.search(words)), "")
        known = len(said.solved)
        if how == SET:
            by = [name for x in _BY.finditer(before) for name in names_of(x[1], reading)]
            said.over += [name for name in by if name not in said.over]
        if how == SET and is_given(before):
            how = TOLD if is_origin(reading, segment) else how
            tell_condition(said, reading, segment)
        _tell_equations(said, reading, segment, how, aim)
        is_answer = segment in answers and how in (TOLD, SET)
        seeking = (earlier if how == TOLD else before) if is_answer else None
        tell_point(said, reading, Place(segment, before, aim, seeking))
        of = _function_of(before, reading)
        said.solved[known:] = [replace(each, of=of) for each in said.solved[known:]]


def _function_of(before: str, reading: Reading) -> str:
    """The function that words name: the minimiser of ⟦g⟧ is, setting ⟦∇g = 0⟧ gives."""
    found = [*_OPTIMUM_OF.finditer(before), *_SET_MARK.finditer(before)]
    last = max(found, key=lambda each: each.start(), default=None)
    number = next(numbers(last[1])) if last else -1
    zero = derivative(reading.equal.get(number, ("",))[0])
    name = left_side(zero.function) if zero and zero.function else None
    names = [name.name] if name else reading.names.get(number, [])
    return next((x for x in names if x in reading.functions), "")


def _how(reading: Reading, segment: int, before: str, after: str) -> str:
    """How the words beside a formula say that a gradient vanishes there, if they do."""
    if not _CASE.search(before) and _IS_OPTIMUM.match(after):
        return CALLED
    if segment in reading.solved or is_zero(reading, segment) or _is_behind_zero(reading, before):
        return BEHIND
    if _is_about_zeros(before, reading):
        return SET
    if _is_equivalent(before, after, reading):
        return SAME
    if any(is_of_zero(reading, n) for x in _SET_MARK.finditer(before) for n in numbers(x[1])):
        return SET if is_starred(reading, segment) else HENCE
    return _follows(reading, segment, before)


def _follows(reading: Reading, segment: int, before: str) -> str:
    """How a word such as “hence” says that a point is where the gradient before it vanishes."""
    if not is_starred(reading, segment) and not _HENCE.search(before):
        return ""
    is_behind = any(claim.segment < segment for claim in reading.claimed)
    is_behind = is_behind or _GRADIENT.search(before) is not None or bool(_told(before[-NEAR:]))
    is_behind = is_behind or any(
        n < segment and pieces[1:] == ("0",) for n, pieces in reading.equal.items()
    )
    beside = re.split(M, before)[-1] if _HENCE.search(before) else before
    if is_starred(reading, segment) and not _CASE.search(beside):
        follows = _HENCE.search(before) or (_THEN_IS.search(before) and is_behind)
        follows = follows and (is_behind or is_starred(reading, segment, own=True))
        return SET if follows or SHOWN.search(before) or (is_behind and _AND.search(before)) else ""
    return HENCE if is_behind and _HENCE.search(before) else ""


def _is_behind_zero(reading: Reading, before: str) -> bool:
    """Is a formula said to follow from a chain that ends with zero: ⟦∇f = … = 0⟧ gives …?"""
    chains = [n for n in numbers("".join(re.findall(M, before))) if n in reading.solved]
    return bool(chains) and bool(_HENCE.search(before) or IMPLIED.search(before))


def _tell_equations(said: Said, reading: Reading, segment: int, how: str, aim: str) -> None:
    """Keep the equations of a formula as claims about where a gradient vanishes."""
    for left, right in list(_equations(reading, segment, how)):
        variables = [*variables_in(reading, said)] or unknown_in(reading, said, left, right)
        name = "" if how == SAME else solved_for(left, variables)  # it holds just there
        inside = {*names_in(left), *names_in(right)} & {*variables}
        is_left = not name and left_side(left) is not None
        is_named = how in (TOLD, BEHIND) and is_left  # I get ⟦g = 2Ax⟧; … = 0 with r = Xw - y
        is_point = name == whole_name(left) and name not in names_in(right)
        if is_point if how == HENCE else name or (inside and not is_named):
            is_open, is_one_way = how == HENCE, how == ENOUGH
            said.solved.append(Solved(segment, left, right, name, aim, is_open, "", is_one_way))
            _forget(said, reading, segment, left)


def _is_sought(earlier: str, reading: Reading) -> bool:
    """Does a sentence look for the points where a gradient vanishes?"""
    marks = [n for mark in re.findall(M, earlier) for n in numbers(mark)]
    is_about = _SOUGHT.search(earlier) or any(is_zero(reading, n) for n in marks)
    is_told = not marks and _ZERO.search(earlier) is not None  # there the derivative vanishes
    return bool(is_about) and (is_asking(earlier) or is_told or bool(_SEEKS.search(earlier)))


@lru_cache(maxsize=1024)  # each sentence is heard twice
def _told(sentence: str) -> frozenset[int]:
    """The formulas that somebody gives as an answer: I get ⟦1⟧ and ⟦3⟧."""
    if M[0] not in sentence:
        return frozenset()
    found = [each for way in SOLVING for each in ignoring_case(way).finditer(sentence)]
    more = [_MORE.match(sentence, each.end(1)) for each in found]
    told = {n for each in found for n in numbers(each[1])}
    return frozenset(told | {n for each in more if each for n in numbers(each[0])})


def _is_about_zeros(before: str, reading: Reading) -> bool:
    """Do the words before a formula say that a gradient vanishes there?"""
    marks = [n for found in _SET_MARK.finditer(before) for n in numbers(found[1])]
    asked = {n for _, n in reading.asked} | {claim.segment for claim in reading.claimed}
    asked |= {n for n in marks if derivative(reading.equal.get(n, ("",))[0])}
    is_set = _SET.search(before) or asked.intersection(marks)
    return bool(is_set or _AT_OPTIMUM.search(before) or _CONDITION.search(before))


def _is_equivalent(before: str, after: str, reading: Reading) -> bool:
    """Is a formula said to hold where a derivative beside it is zero?"""
    beside = [IMPLIED.search(before), _ZERO_BEHIND.match(after)]
    marks = [n for found in beside if found for n in numbers(found[1])]
    return any(is_zero(reading, n) for n in marks)


def _equations(reading: Reading, segment: int, how: str) -> Iterator[tuple[str, str]]:
    pieces, is_same = reading.equal.get(segment, ()), how == SAME
    is_whole = len(pieces) > 0 and whole_name(pieces[0]) is not None
    is_answer = how == TOLD if is_whole else how in (SAME, ENOUGH)
    is_of_zero = pieces[1:] == ("0",) and not is_answer
    if len(pieces) == 2 and not is_of_zero and derivative(pieces[0]) is None:
        yield pieces
    yield from (x for x in reading.following.pop(segment, ())[1:] if len(x) == 2 and x[1] != "0")
    functions = {
        each.function for each, _ in reading.asked
    }  # the optimal cost is V = …, what is ∂V/∂x?
    for each in reading.defined:
        is_point = is_same and constant(each.values[0])  # if and only if ⟦x = 0⟧
        is_own = each.segment == segment and each.left.arguments is None and not is_point
        if is_own and each.latex not in functions:
            yield from ((each.latex, value) for value in each.values)


def _forget(said: Said, reading: Reading, segment: int, left: str) -> None:
    """What is claimed defines nothing, and nothing rests on it."""
    reading.equal.pop(segment, None)
    reading.defined = [each for each in reading.defined if each.segment != segment]
    said.doubtful_given = [each for each in said.doubtful_given if each.left != left]
    said.given = [each for each in said.given if each.left != left]
