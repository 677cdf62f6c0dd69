r"""Functions in which a derivative stands as a prime: r = u' + ku with u(t) = ce^{-at}.

The prime of a function of a number is its derivative, never a transpose. It is worked out and put
in its place; a line says so. Where the function is one of a vector, u'u stays as it is. So are
quotients inside of a definition, E = \frac pQ\frac{dQ}{dp} and M = \frac{\partial U}{\partial x}/y.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from matgrad.app import api
from matgrad.app.ask.formulas.claimed import order_of
from matgrad.app.ask.formulas.notation import GRADIENT, HESSIAN, names_in, whole_name
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.spelling.named_gradients import is_differentiated
from matgrad.app.ask.spelling.patterns import D
from matgrad.app.ask.text.segments import Cut, Segment
from matgrad.app.ask.text.words import DERIVATIVE
from matgrad.core.expr import Expr
from matgrad.errors import MatgradError
from matgrad.render import latex as typeset
from matgrad.render.glyphs import latex_name

_LETTER = r"(?:\\[A-Za-z]+|[A-Za-z])"
_AT = rf"\s*(?:\\left\s*)?\(\s*(?P<at>{_LETTER})\s*(?:\\right\s*)?\)"
_HEAD = re.compile(rf"\s*(?P<f>{_LETTER}){_AT}\s*:?=")
_SEVERAL = re.compile(
    rf"\s*(?P<f>{_LETTER})\s*(?:\\left\s*)?\((?P<of>\s*{_LETTER}(?:\s*,\s*{_LETTER}){{1,3}})\s*"
    r"(?:\\right\s*)?\)\s*:?="
)
_LEFT = re.compile(
    rf"\s*(?P<f>\\mathrm\s*\{{\w+\}}|{_LETTER})(?:\s*_\s*(?:\w|\{{\w+\}}))?(?:\s*\([^()=]*\))?\s*:?="
)
_PRIMES = r"(?P<primes>'{1,2}(?!')|\^\s*(?:\\prime(?![A-Za-z])|\{\s*(?:\\prime\s*){1,2}\}))"
_TWICE = r"\^\s*(?:2|\{\s*2\s*\})\s*"
_FACTORS = r"(?<=(?<![A-Za-z\\])[A-Za-z])|(?<=(?<![A-Za-z\\])[A-Za-z]{2})"  # CV', of no command
_SIGN = re.compile(
    r"\\(?:cdot|times|odot|left|(?:sum|prod)\s*_\s*\w)\Z"
)  # behind which a factor begins
_OF = re.compile(
    rf"\b(?:{DERIVATIVE}s?\s+of|differentiate)\s+(?:the\s+)?(?:[a-z]+\s+){{0,2}}$", re.I
)
DERIVED = "is the derivative"  # in the notes on primes
Reads = Callable[[Cut], Understood]


@dataclass(frozen=True)
class Function:
    """A function of one letter that the text defines."""

    name: str
    by: str
    text: str
    is_one: bool = True  # of no other letter, so that a prime is its derivative

    @property
    def primed(self) -> re.Pattern[str]:
        """Its derivative, as u', u'' or u'(t), or as a quotient."""
        name, by = re.escape(self.name), re.escape(self.by)
        call = r"(?:\s*(?:\\left\s*)?\((?P<point>(?:[^()]|\([^()]*\))*?)(?:\\right\s*)?\))?"
        before = rf"(?:(?<![A-Za-z\\])|{_FACTORS})" if self.name[0].isalpha() else r"(?<!\\)"
        prime = rf"{before if self.is_one else '(?!)'}{name}\s*{_PRIMES}{call}"
        above = rf"{D}\s*(?P<two>{_TWICE})?{name}(?:\s*\([^()]*\))?\s*"
        below = rf"\s*{D}\s*{by}\s*(?(two){_TWICE})"
        quotient = rf"\\[dt]?frac\s*\{{\s*{above}\}}\s*\{{{below}\}}"
        typed = rf"(?<![A-Za-z\\]){D}\s*{name}\s*/\s*{D}\s*{by}(?![A-Za-z])"
        return re.compile(rf"{prime}|{quotient}|{typed}")


def with_inner_primes(cut: Cut, understand: Reads) -> Cut:
    """The text with derivatives of its functions in the place of primes inside of others."""
    given = cut
    for function in _functions(cut):
        places = [n for n, text in _values(cut) if _is_inside(cut, n, function, text)]
        if not places:
            continue
        kinds = {_kind(x) for n in places for x in function.primed.finditer(cut.segments[n].text)}
        told = _numbers(cut, function, understand)
        known = {kind: _derivative(cut, function, kind, told, understand) for kind in kinds}
        if any(value is None for value in known.values()):
            continue
        made = {kind: typeset(value) for kind, value in known.items() if value is not None}
        segments = list(cut.segments)
        for n in places:
            text = _named(cut, n, function, made) or _written(segments[n].text, function, made)
            segments[n] = Segment(True, text)
        notes = (_note(function, kind, latex) for kind, latex in made.items())
        segments += [*_called(cut, places, function, made)]
        segments += [Segment(False, "\n\n"), *told] if told else []
        cut = replace(cut, segments=tuple(segments), notes=(*cut.notes, *notes))
    return cut if cut == given else with_inner_primes(cut, understand)  # v = s' and a = v'


def _is_inside(cut: Cut, n: int, function: Function, text: str) -> bool:
    """Is the derivative in a formula to be worked out? Not in a step, w_1 = w - t dL/dw."""
    signs = [*function.primed.finditer(text)]
    left = _LEFT.match(cut.segments[n].text)
    if not signs or (left is not None and left["f"] == function.by):
        return False
    is_whole = function.primed.fullmatch(text.partition("=")[0].strip(" .,;-")) is not None
    return any(found["primes"] for found in signs) or not is_whole


def _named(cut: Cut, n: int, function: Function, known: dict[str, str]) -> str:
    r"""A derivative that is only given a name, \psi = \rho': what is said of \psi is said of it.

    Where \psi(Ax) or \psi' stands elsewhere it is a function of its own.
    """
    text = cut.segments[n].text
    left = _LEFT.match(text)
    value, sign, more = text[left.end() if left else 0 :].strip(" .,;").partition("=")
    minus = "-" if value.strip().startswith("-") else ""
    whole = function.primed.fullmatch(value.strip().removeprefix("-").strip())
    if left is None or whole is None or _elsewhere(whole, function):
        return ""
    if is_differentiated(left["f"], cut):
        return (
            rf"{left['f']}({function.by}) = {minus}\left({known[_kind(whole)]}\right){sign}{more}"
        )
    twice = "^2" if _kind(whole) == HESSIAN else ""
    name = rf"{function.name}({function.by})"
    derivative = rf"{minus}\frac{{\partial{twice} {name}}}{{\partial {function.by}{twice}}}"
    return f"{left['f']} = {derivative}{sign}{more}"


def _note(function: Function, kind: str, latex: str) -> str:
    sign = "''" if kind == HESSIAN else "'"
    if not function.is_one:
        twice = "²" if kind == HESSIAN else ""
        sign = f"/∂{quoted(function.by).plain}{twice}"
        return f"∂{twice}{quoted(function.name).plain}{sign} {DERIVED} {quoted(latex).plain}"
    return f"{quoted(function.name).plain}{sign} {DERIVED} {quoted(latex).plain}"


def _functions(cut: Cut) -> Iterator[Function]:
    """The functions of one letter, or of some, that are defined once."""
    heads = [m for text in cut.formulas if (m := _HEAD.match(text) or _SEVERAL.match(text))]
    for head in heads:
        if sum(head["f"] == other["f"] for other in heads) > 1 or "'" in head.string:
            continue
        if "at" in head.re.groupindex:
            yield Function(head["f"], head["at"], head.string)
        else:
            letters = re.findall(_LETTER, head["of"])
            yield from (Function(head["f"], x, head.string, is_one=False) for x in letters)


def _values(cut: Cut) -> Iterator[tuple[int, str]]:
    """The definitions of the text, and what is differentiated; no claims about a derivative."""
    for n, each in enumerate(cut.segments):
        before = cut.segments[n - 1].text if n else ""
        if each.is_math and (left := _LEFT.match(each.text)):
            yield n, each.text[left.end() :]
        elif each.is_math and _OF.search(before) and "=" not in each.text:
            yield n, each.text


def _kind(found: re.Match[str]) -> str:
    order = order_of(found["primes"]) if found["primes"] else 2 if found["two"] else 1
    return GRADIENT if order == 1 else HESSIAN


def _written(text: str, function: Function, known: dict[str, str]) -> str:
    """A formula with the derivatives of a function; a dot keeps k(…) from being a call."""

    def worked_out(found: re.Match[str]) -> str:
        before = text[: found.start()].rstrip()
        is_factor = before[-1:].isalpha() and not _SIGN.search(before)
        sign = r"\cdot " if is_factor else ""
        if point := _elsewhere(found, function):
            return rf" {_name(function, _kind(found))}({point})"
        return rf"{sign}\left({known[_kind(found)]}\right)"

    return function.primed.sub(worked_out, text)


def _name(function: Function, kind: str) -> str:
    """What a derivative is called that is applied to something else: g'(Wx), f'(a)."""
    return rf"{function.name}_{{{'second' if kind == HESSIAN else 'prime'}}}"


def _called(
    cut: Cut, places: list[int], function: Function, known: dict[str, str]
) -> Iterator[Segment]:
    """Definitions of the derivatives that are applied to something else than their variable."""
    signs = (x for n in places for x in function.primed.finditer(cut.segments[n].text))
    for kind in dict.fromkeys(_kind(x) for x in signs if _elsewhere(x, function)):
        yield Segment(False, "\n\nHere ")
        yield Segment(True, f"{_name(function, kind)}({function.by}) = {known[kind]}")
        yield Segment(False, ". ")


def _elsewhere(found: re.Match[str], function: Function) -> str:
    """The point of a derivative that is not taken at the variable itself: a of f'(a)."""
    point = (found["point"] or "").strip()
    return "" if point == function.by else point


def _numbers(cut: Cut, function: Function, understand: Reads) -> list[Segment]:
    """Sentences on the capitals that are numbers in the whole text, as the A of A sin(t)."""
    problem = understand(cut).problem
    known = problem.symbols if problem else {}
    letters = (name for name in names_in(function.text) if name[0].isupper())
    numbers = [latex_name(name) for name in letters if name in known and known[name].is_scalar]
    return [part for x in numbers for part in (Segment(True, x), Segment(False, " is a number. "))]


def _derivative(
    cut: Cut, function: Function, kind: str, told: list[Segment], understand: Reads
) -> Expr | None:
    """The derivative of a function of a number; none if it is not one, or not known."""
    inside = {*names_in(function.text)}
    others = [
        Segment(True, text)
        for text in cut.formulas
        if (left := _LEFT.match(text)) and text != function.text
        if whole_name(left["f"]) in inside - {whole_name(function.name)} and "'" not in text
    ]
    parts = [part for each in others for part in (each, Segment(False, ". "))]
    asked = (
        Segment(True, function.text), Segment(False, ". "), *parts, *told,
        Segment(False, "What is the derivative of "), Segment(True, function.name),
        Segment(False, " with respect to "), Segment(True, function.by), Segment(False, "? "),
    )  # fmt: skip
    found = understand(replace(cut, segments=asked, notes=()))
    name = whole_name(function.by) or ""
    problem = found.problem
    if problem is None or name not in problem.symbols or found.questions:
        return None
    if not (problem.function.is_scalar and problem.symbols[name].is_scalar):
        return None
    try:
        d = getattr(api, kind)(problem, name)
    except MatgradError:
        return None
    return d.answers[name] if d.verdict.ok else None
