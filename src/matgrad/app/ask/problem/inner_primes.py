r"""Functions in which a derivative stands as a prime: r = u' + ku with u(t) = ce^{-at}.

The prime of a function of a number is its derivative, never a transpose. It is worked out and put
in its place; a line says so. Where the function is one of a vector, u'u stays as it is.
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
from matgrad.app.ask.text.segments import Cut, Segment
from matgrad.app.ask.text.words import DERIVATIVE
from matgrad.core.expr import Expr
from matgrad.errors import MatgradError
from matgrad.render import latex as typeset
from matgrad.render.glyphs import latex_name

_LETTER = r"(?:\\[A-Za-z]+|[A-Za-z])"
_AT = rf"\s*(?:\\left\s*)?\(\s*(?P<at>{_LETTER})\s*(?:\\right\s*)?\)"
_HEAD = re.compile(rf"\s*(?P<f>{_LETTER}){_AT}\s*:?=")
_LEFT = re.compile(
    rf"\s*(?P<f>\\mathrm\s*\{{\w+\}}|{_LETTER})(?:\s*_\s*(?:\w|\{{\w+\}}))?(?:\s*\([^()=]*\))?\s*:?="
)
_PRIMES = r"(?P<primes>'{1,2}(?!')|\^\s*(?:\\prime(?![A-Za-z])|\{\s*(?:\\prime\s*){1,2}\}))"
_FACTORS = r"(?<=(?<![A-Za-z\\])[A-Za-z])|(?<=(?<![A-Za-z\\])[A-Za-z]{2})"  # CV', of no command
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

    @property
    def primed(self) -> re.Pattern[str]:
        """Its derivative, as u', u'' or u'(t)."""
        by = re.escape(self.by)
        call = rf"(?:\s*(?:\\left\s*)?\(\s*{by}\s*(?:\\right\s*)?\))?"
        before = rf"(?:(?<![A-Za-z\\])|{_FACTORS})" if self.name[0].isalpha() else r"(?<!\\)"
        return re.compile(rf"{before}{re.escape(self.name)}\s*{_PRIMES}{call}")


def _alone(name: str) -> str:
    r"""The pattern of a name that no longer one ends with: A^T\psi has \psi."""
    before = r"(?<![A-Za-z\\])" if name[0].isalpha() else r"(?<!\\)"
    return before + re.escape(name)


def with_inner_primes(cut: Cut, understand: Reads) -> Cut:
    """The text with derivatives of its functions in the place of primes inside of others."""
    given = cut
    for function in _functions(cut):
        places = [n for n, text in _values(cut) if function.primed.search(text)]
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
        segments += [Segment(False, "\n\n"), *told] if told else []
        cut = replace(cut, segments=tuple(segments), notes=(*cut.notes, *notes))
    return cut if cut == given else with_inner_primes(cut, understand)  # v = s' and a = v'


def _named(cut: Cut, n: int, function: Function, known: dict[str, str]) -> str:
    r"""A derivative that is only given a name, \psi = \rho': what is said of \psi is said of it.

    Where \psi(Ax) or \psi' stands elsewhere it is a function of its own.
    """
    text = cut.segments[n].text
    left = _LEFT.match(text)
    value, sign, more = text[left.end() if left else 0 :].strip(" .,;").partition("=")
    minus = "-" if value.strip().startswith("-") else ""
    whole = function.primed.fullmatch(value.strip().removeprefix("-").strip())
    if left is None or whole is None or bool(minus) > bool(sign):
        return ""
    used = re.compile(rf"{_alone(left['f'])}(?:\s*['^]|(?!{_AT})\s*(?:\\left\s*)?\()")
    if any(used.search(other) for other in cut.formulas if other != text):
        return (
            rf"{left['f']}({function.by}) = {minus}\left({known[_kind(whole)]}\right){sign}{more}"
        )
    twice = "^2" if _kind(whole) == HESSIAN else ""
    name = rf"{function.name}({function.by})"
    derivative = rf"{minus}\frac{{\partial{twice} {name}}}{{\partial {function.by}{twice}}}"
    return f"{left['f']} = {derivative}{sign}{more}"


def _note(function: Function, kind: str, latex: str) -> str:
    sign = "''" if kind == HESSIAN else "'"
    return f"{quoted(function.name).plain}{sign} {DERIVED} {quoted(latex).plain}"


def _functions(cut: Cut) -> Iterator[Function]:
    """The functions of one letter that are defined once."""
    heads = [(m, text) for text in cut.formulas if (m := _HEAD.match(text))]
    for head, text in heads:
        if sum(head["f"] == other["f"] for other, _ in heads) == 1 and "'" not in text:
            yield Function(head["f"], head["at"], text)


def _values(cut: Cut) -> Iterator[tuple[int, str]]:
    """The definitions of the text, and what is differentiated; no claims about a derivative."""
    for n, each in enumerate(cut.segments):
        before = cut.segments[n - 1].text if n else ""
        if each.is_math and (left := _LEFT.match(each.text)):
            yield n, each.text[left.end() :]
        elif each.is_math and _OF.search(before) and "=" not in each.text:
            yield n, each.text


def _kind(found: re.Match[str]) -> str:
    return GRADIENT if order_of(found["primes"]) == 1 else HESSIAN


def _written(text: str, function: Function, known: dict[str, str]) -> str:
    """A formula with the derivatives of a function; a dot keeps k(…) from being a call."""

    def put(found: re.Match[str]) -> str:
        is_factor = re.search(r"[A-Za-z]\s*\Z", text[: found.start()]) is not None
        sign = r"\cdot " if is_factor else ""
        return rf"{sign}\left({known[_kind(found)]}\right)"

    return function.primed.sub(put, text)


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
