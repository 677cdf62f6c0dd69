"""The function of a text that names none: the definition or formula that no other uses."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from matgrad.app.ask.formulas.notation import JACOBIAN, left_side, names_in, whole_name, with_bases
from matgrad.app.ask.formulas.reading import Defined, names_of
from matgrad.app.ask.problem.choosing import (
    OBJECTIVES,
    reached,
    squeezed,
    unless_named,
    unnamed,
)
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.text.marks import LIST, M, mark_of, numbers
from matgrad.app.ask.text.words import DERIVATIVE

_LETTERS = re.compile(r"[A-Za-z]+")  # of what is not read: a part of it is not the function
_RELATION = re.compile(r"\\(?:sim|approx|propto|to|rightarrow|mapsto)(?![A-Za-z])")
_TERMS = re.compile(rf"\bin terms of\s+(?:the\s+)?(?:[a-z]+\s+)?({LIST})", re.I)
_AND = re.compile(r"\s*(?:,|;|,?\s*and(?:\s+let)?)\s*", re.I)
_SO = re.compile(r"\b(?:so|hence|thus|therefore|gives|giving|yields|yielding)\s*,?\s*$", re.I)
_SCORE = re.compile(  # which is a derivative; not: the exponential of the score
    r"(?<!\bof )(?<!\bof the )\b(?:score(?:\s+function)?|gradient|marginal\s+\w+)"
    rf"\s+(?:is|equals|:)\s*({M})",
    re.I,
)
_INDEX = re.compile(r"_\s*(?:\{\s*([ijk])\s*\}|([ijk]))")
_BOUND = re.compile(r"\\(?:sum|prod|max|min|bigcup)\s*(?:\\limits\s*)?_\s*\{?\s*([a-z])")
_MARK = re.compile(r"(?:hat)?(?:0|_(?:0|eq|e|c|opt|min|max))?(?:__(?:star|opt))?")  # of points
_ENDS = re.compile(r"[.?!](?:\s|$)|\n\s*\n")
_WITH = re.compile(rf"\b(?:with|where|using|setting|letting)\s*(?:{M}\s+is\s+the\s+)?$", re.I)


def topmost(found: Understood, wanted: Sequence[str]) -> Defined | None:
    """The definition or formula that no other uses, and in which the wanted variables occur."""
    alone = _alone(found)
    top = _unused(found, alone, wanted)
    whole = [d for d in top if d.left.arguments and not _is_entry(d.values[0])]
    parts = [x for x in alone if not whole or not _is_entry(x)]  # entries y_i - h(x_i) beside f
    built = [unnamed(found, x) for x in parts if {*names_in(x)} & {*found.meaning.defined}]
    fitting = [d for d in (*top, *built) if set(wanted) <= reached(found, d)]
    called = [d for d in fitting if {*map(whole_name, d.left.arguments or ())} & {*wanted}]
    called = called if wanted else [d for d in fitting if d.left.arguments]
    fitting = [d for d in fitting if not called or not _is_aside(found, d, called)]
    other = {*found.said.instead.values()}  # the book has …, but for J = f/2
    fitting = [d for d in fitting if d.segment not in other] or fitting
    fitting = _spoken_of(found, fitting)
    having = [x for x in alone if {*wanted} <= {*with_bases(names_in(x))}]
    simple = [x for x in having if not _is_right_side(found, x)]
    if fitting or ((top or built) and not (wanted and simple)):
        row = _in_one_breath(found, fitting or top or built)
        found.beside = row[1:]
        return row[0]
    return unnamed(found, simple[0]) if simple else None


def _is_entry(latex: str) -> bool:
    """Has a formula an index over which nothing is summed?"""
    indices = {a or b for a, b in _INDEX.findall(latex)}
    return bool(indices - {*_BOUND.findall(latex)})


def _spoken_of(found: Understood, fitting: list[Defined]) -> list[Defined]:
    """The one f(x) whose gradient a text speaks of before it names other things: the step p = …

    Or beside which, in one sentence, it names others: with f(x) = … and p = …, differentiate in t.
    So is the one that has a name, log p = …, before formulas that have none.
    """
    called = [d for d in fitting if d.left.arguments] or [d for d in fitting if d.segment >= 0]
    others = [d for d in fitting if d not in called]
    if len(called) != 1 or not others or any(d.left.name in OBJECTIVES for d in others):
        return fitting
    bare = {latex: n for n, latex in found.reading.bare.items()}
    places = [d.segment if d.segment >= 0 else bare.get(d.values[0], -1) for d in others]
    if min(places) <= called[0].segment:
        return fitting
    behind = found.cut.marked.partition(mark_of(called[0].segment))[2]
    between = behind.partition(mark_of(min(places)))[0]
    is_other = not called[0].left.arguments
    is_other = is_other or any(each.kind == JACOBIAN for each, _ in found.said.asked)
    is_other = is_other or any(d.left.name[0].isupper() for d in others)  # the energy E = …
    is_beside = not is_other and not _ENDS.search(between)
    return called if is_beside or re.search(DERIVATIVE, between, re.I) else fitting


def _alone(found: Understood) -> list[str]:
    """The formulas without an equals sign that may be functions."""
    said, reading = found.said, found.reading
    taken = {*said.claims, *said.rejected, *reading.products}
    taken |= {value for _, value in said.meant}  # let P be …
    taken |= {*said.instead.values()} if reading.defined else set()  # …, but for f/2
    taken |= {n for each in _SCORE.finditer(found.cut.marked) for n in numbers(each[1])}
    formulas = (latex for n, latex in reading.bare.items() if names_in(latex) and n not in taken)
    return [latex for latex in formulas if not _is_call(latex) or _is_value(found, latex)]


def _unused(found: Understood, alone: Sequence[str], wanted: Sequence[str]) -> list[Defined]:
    """The definitions whose names stand nowhere else; each preference only where it leaves one."""
    defined = unless_named(found.reading, found.meaning.defined.values())
    beside = {*found.said.instead.values()}  # J = f/2 does not make f a part
    bodies = [*(value for d in defined if d.segment not in beside for value in d.values), *alone]
    used = {name for latex in bodies for name in with_bases(names_in(latex))}
    used |= {letter for latex in found.reading.unread for letter in _LETTERS.findall(latex)}
    top = [d for d in defined if not {*with_bases([d.left.name])} & used]  # d_i, where d is used
    helping, other = _helping(found), {*wanted, *_terms(found)}
    likely: tuple[Callable[[Defined], bool], ...] = (
        lambda d: not {*with_bases([d.left.name])} & helping,
        lambda d: not d.left.name.startswith("delta"),  # errors of layers
        lambda d: bool(names_in(d.values[0])),  # a step size of 1/2 is no function
        lambda d: not d.left.name.endswith("_next"),  # x_{t+1} = Ax_t
        lambda d: d.left.name not in other,  # M = L^TL, by M
        lambda d: d.left.arguments is not None or not _is_point(d.left.name, defined),
    )
    for is_likely in likely:
        top = [*filter(is_likely, top)] or top
    return top


def _is_point(name: str, defined: Sequence[Defined]) -> bool:
    """Is a name that of a point, x_0 or x_eq, beside a function of x?"""
    given = {whole_name(part) or "" for d in defined for part in d.left.arguments or ()} - {""}
    longer = [x for x in given if name.startswith(x) and name != x]
    return any(_MARK.fullmatch(name, len(x)) for x in longer)


def _helping(found: Understood) -> set[str]:
    """The names that claims use."""
    told = [found.reading.formula(number) for number in found.said.claims]
    told += [value for claim in found.reading.claimed for value in claim.values]
    told += [each.right for each in found.said.solved]
    return {name for latex in told for name in names_in(latex)}


def _in_one_breath(found: Understood, some: Sequence[Defined]) -> list[Defined]:
    """The last definition, and those that are joined to it: let u = … and v = …"""
    row = [some[-1]]
    for each in reversed(some[:-1]):
        between = found.cut.segments[each.segment + 1 : row[0].segment]
        is_joined = len(between) == 1 and _AND.fullmatch(between[0].text) is not None
        if not is_joined or (each.left.arguments is None) != (row[0].left.arguments is None):
            break
        row.insert(0, each)
    return row


def _is_call(latex: str) -> bool:
    r"""Is this only a call, as N(\mu, \Sigma), or a relation, as x \sim N(\mu, \Sigma)?"""
    if _RELATION.search(latex):
        return True
    left = left_side(latex)
    return left is not None and left.arguments is not None


def _is_value(found: Understood, latex: str) -> bool:
    r"""Is this \log p(x) of a p that the text defines, or \lambda_{\max}(X)?"""
    left = left_side(latex)
    known = {*found.meaning.defined, "lambda_max"}
    return left is not None and left.name.removeprefix("log") in known


def _is_right_side(found: Understood, latex: str) -> bool:
    """Does an equals sign stand before a formula, so that it is that of something not read?"""
    here = [n for n, each in found.reading.bare.items() if each == latex]
    return any(found.cut.segments[n].text.lstrip().startswith("=") for n in here)


def _terms(found: Understood) -> list[str]:
    """The names in terms of which an answer is asked for."""
    marked = " ".join(found.cut.marked.split())
    return [name for each in _TERMS.finditer(marked) for name in names_of(each[1], found.reading)]


def _is_aside(found: Understood, each: Defined, called: Sequence[Defined]) -> bool:
    """Is a name only introduced, "with M = L^TL", or for a part of f(x) = ‖Ax − b‖²: r = Ax − b?"""
    before = found.cut.marked.partition(mark_of(each.segment))[0] if each.segment > 0 else ""
    is_part = any(squeezed(each.values[0]) in squeezed(d.values[0]) for d in called if d != each)
    is_led = _WITH.search(before) is not None or _SO.search(before) is not None
    return each.left.arguments is None and (is_part or is_led)
