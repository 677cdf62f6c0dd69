r"""Derivatives of a function of a number at another letter: V''(r_0), where the text has V(r).

Where the letter stands in V itself, or nothing is claimed, it is the point r = r_0, and so is 2a in
f'(2a) of an f that has the a; a letter to which the text gives a value, r_0 = 2a/b, is that value.
Otherwise it is another name of the variable: \sigma'(z) = \sigma(z)(1-\sigma(z)) beside \sigma(x).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from matgrad.app.ask.formulas.notation import names_in
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.spelling.patterns import COMMAND, STAR
from matgrad.app.ask.text.marks import M, numbers
from matgrad.app.ask.text.segments import Cut, Segment

_LETTER = r"(?:\\[A-Za-z]+|[A-Za-z])"
BELOW = r"(?:\s*_\s*(?:\w|\{\s*(?:\w+|\\(?:mathrm|text)\s*\{\s*\w+\s*\})\s*\}))"
_MARKED = rf"\\(?:wide)?(?:hat|bar|tilde)\s*(?:\{{\s*{_LETTER}\s*\}}|{_LETTER})"
_OPEN, _CLOSE = r"\s*(?:\\left\s*)?\(\s*", r"\s*(?:\\right\s*)?\)"
_HEAD = re.compile(
    rf"\s*(?P<f>{_LETTER}{BELOW}?){_OPEN}(?P<x>{_LETTER}){_CLOSE}\s*:?=(?P<value>.*)", re.DOTALL
)
_POINT = rf"(?:{_MARKED}|{_LETTER}){BELOW}?(?:{STAR})?"
_DEFINED = re.compile(rf"\s*(?P<name>{_POINT})\s*:?=(?P<value>[^=<>]+)(?:=.*)?", re.DOTALL)
_NUMBERS = (r"\pi", r"\infty")
_PRIMES = r"\s*(?:'{1,2}(?!')|\^\s*(?:\\prime(?![A-Za-z])|\{\s*(?:\\prime\s*){1,2}\}))"
# {0} is the name of the function.
DERIVATIVE = rf"(?P<sign>{{0}}{_PRIMES}){_OPEN}(?P<at>(?:[^()=]|\([^()=]*\))+?){_CLOSE}"
# Behind its derivative stands nothing, or what it is equal to.
_WHOLE = (
    rf"(?P<before>\s*(?:-\s*)?){DERIVATIVE}"
    r"(?P<rest>\s*[.,;?]?|\s*(?:=|\\approx|\\neq?(?![A-Za-z])|[<>]|\\[gl]eq?(?![A-Za-z])).*)"
)
_SPECIAL = re.compile(  # what words call a point that some equation gives
    r"\b(?:equilibri\w*|minim\w*|maxim\w*|optim\w*|roots?|zeros?|solutions?|stationary|critical|saddle"
    r"|inflection|fixed|satisf\w*|solves?|such\s+that|there\s+(?:is|exists)|extrem\w*|peak|turning"
    r"|for\s+which|find)\b",
    re.I,
)
_SENTENCE = re.compile(r"[.?!;]\s")
_WHERE = re.compile(r"\s*,?\s*\b(?:for|where|with|when|if|using)\s+$", re.I)  # ⟦V'(x_0) = 0⟧ for
UNUSED = "what the text says of {} is not used"


@dataclass(frozen=True)
class Function:
    """A function of one letter that the text defines, and where its derivative is taken."""

    name: str
    by: str
    value: str

    @property
    def called(self) -> re.Pattern[str]:
        """Its derivative somewhere, with what it is equal to."""
        return re.compile(_WHOLE.replace("{0}", re.escape(self.name)), re.DOTALL)


@dataclass(frozen=True)
class _Told:
    """What the text says of points: their values, and those that only words describe."""

    values: Mapping[str, str]
    special: frozenset[str]


def with_primed_points(cut: Cut) -> Cut:
    """The text with derivatives by the letter with which their functions are given."""
    functions = [*functions_in(cut)]
    if not functions:
        return cut
    told = _told(cut)
    segments: list[Segment] = []
    notes: list[str] = []
    for each in cut.segments:
        ways = (_written(each.text, f, told, notes) for f in functions if each.is_math)
        segments += next(filter(None, ways), [each])
    segments = [*_without_used(segments, told)] if segments != [*cut.segments] else segments
    return replace(cut, segments=tuple(segments), notes=(*cut.notes, *dict.fromkeys(notes)))


def _without_used(segments: list[Segment], told: _Told) -> Iterator[Segment]:
    """The text without “for ⟦x_0 = 2a⟧”, where no formula has the x_0 any more."""
    dropped: set[int] = set()
    for n, each in enumerate(segments[1:], 1):
        found = _DEFINED.fullmatch(each.text) if each.is_math else None
        name = found["name"].strip() if found else ""
        others = [x.text for m, x in enumerate(segments) if x.is_math and m != n]
        is_used = _bare(name) in told.values and not any(has(x, name) for x in others)
        dropped |= {n} if is_used and name and _WHERE.search(segments[n - 1].text) else set()
    for n, each in enumerate(segments):
        if n + 1 in dropped:
            yield Segment(False, _WHERE.sub(" ", each.text))
        elif n not in dropped:
            yield each


def functions_in(cut: Cut) -> Iterator[Function]:
    """The functions of one letter that the text defines once."""
    heads = [found for latex in cut.formulas if (found := _HEAD.fullmatch(latex))]
    for head in heads:
        if sum(head["f"] == other["f"] for other in heads) == 1:
            yield Function(head["f"].strip(), head["x"], head["value"])


def _told(cut: Cut) -> _Told:
    given: dict[str, set[str]] = {}
    for found in filter(None, map(_DEFINED.fullmatch, cut.formulas)):
        given.setdefault(_bare(found["name"]), set()).add(found["value"].strip(" .,;?"))
    marks = re.finditer(M, marked := cut.marked)
    ends = [0, *(each.end() for each in _SENTENCE.finditer(marked)), len(marked)]
    described: set[str] = {name for name, values in given.items() if len(values) > 1}
    for mark in marks:
        name = _bare(cut.segments[next(numbers(mark[0]))].text)
        start = max(end for end in ends if end <= mark.start())
        sentence = marked[start : min(end for end in ends if end >= mark.end())]
        described |= {name} if re.fullmatch(_POINT, name) and _SPECIAL.search(sentence) else set()
    values = {name: next(iter(each)) for name, each in given.items() if len(each) == 1}
    return _Told(values, frozenset(described))


def _bare(latex: str) -> str:
    return re.sub(r"\s", "", latex).strip(".,;?")


def _written(latex: str, f: Function, told: _Told, notes: list[str]) -> list[Segment]:
    """A derivative at another letter, by the variable; nothing if it is none."""
    found = f.called.fullmatch(latex)
    point = found["at"].strip() if found else f.by
    if found is None or point in (f.by, *_NUMBERS):
        return []
    if re.fullmatch(_POINT, point):
        return _at_letter(found, f, point, told, notes)
    inside = {*names_in(point)} - {"pi", "e"}
    is_own = bool(inside) and inside <= {*names_in(f.value)} - {*names_in(f.by)}
    return _at(found, f, point, found["rest"]) if is_own else []


def _at_letter(
    found: re.Match[str], f: Function, point: str, told: _Told, notes: list[str]
) -> list[Segment]:
    """A derivative at one letter: the point, its value, or another name of the variable."""
    rest, name = found["rest"], _bare(point)
    if has(f.value, point) or point == "e":
        return _at(found, f, point, rest)
    if value := told.values.get(name):
        if has(value, f.by) or has(value, f.name):
            return []  # f'(y) with y = f(x): by which of both is asked
        return _at(found, f, value, put(rest, point, rf"\left({value}\right)"))
    is_claimed = bool(rest.strip(" .,;?"))
    if is_claimed and name not in told.special and not has(rest, f.by):
        left = rf"{found['before']}{found['sign']}({f.by})"
        return [Segment(True, left + put(rest, point, f.by))]
    notes += [UNUSED.format(quoted(point).plain)] if name in told.special else []
    return _at(found, f, point, rest)


def _at(found: re.Match[str], f: Function, point: str, rest: str) -> list[Segment]:
    """A derivative at a point, and what is said of it there."""
    left = rf"{found['before']}{found['sign']}"
    if not {*names_in(point)} - {"pi"}:
        return [Segment(True, f"{left}({point}){rest}")]
    place = [Segment(False, " at "), Segment(True, f"{f.by} = {point}")]
    return [Segment(True, f"{left}({f.by}){rest}"), *place]


def has(latex: str, name: str) -> bool:
    """Does a name stand in a formula?"""
    return any(found["is"] for found in _places(name).finditer(latex))


def put(latex: str, name: str, other: str) -> str:
    """A formula with another name in the place of one."""
    return _places(name).sub(lambda found: other if found["is"] else found[0], latex)


def _places(name: str) -> re.Pattern[str]:
    """Where a name stands, as group “is”; commands and longer names are met as a whole."""
    end = r"(?![A-Za-z])" if name.startswith("\\") else ""
    return re.compile(rf"(?P<is>{re.escape(name)}{end}(?!\s*_))|{COMMAND}")
