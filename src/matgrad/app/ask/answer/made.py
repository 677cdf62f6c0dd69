"""What is made of a derivative and can be worked out: Laplacian, divergence, ∇²f v, …"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

from matgrad.app import api
from matgrad.app.ask.answer.making import Made, formulas_of
from matgrad.app.ask.asking.beyond import INFORMATION, LAPLACIAN, NEGATIVE, asked_for
from matgrad.app.ask.claims.along import shortest
from matgrad.app.ask.claims.evaluated import valued
from matgrad.app.ask.claims.subjects import Subject, Subjects
from matgrad.app.ask.formulas.notation import GRADIENT, HESSIAN, JACOBIAN
from matgrad.app.ask.formulas.reading import names_of
from matgrad.app.ask.text.marks import M
from matgrad.app.derivation import Derivation
from matgrad.core.expr import Expr, Symbol, make
from matgrad.core.notation import Spelling
from matgrad.core.shape import SCALAR
from matgrad.core.steps import Problem
from matgrad.core.walk import substitute, symbols
from matgrad.errors import MatgradError, UnsupportedError
from matgrad.ops import (
    add,
    below,
    beside,
    det,
    frobenius,
    inv,
    multiply,
    number,
    scale,
    symbol_op,
    trace,
)
from matgrad.render.glyphs import latex_name, plain_name
from matgrad.rules.simplify import simplify

_ALONG = rf"(?:\s+(?:with|by|and|times)\s+(?:the\s+|an?\s+)?(?:[a-z]+\s+)?(?P<v>{M}))?"
_DIRECTION = (
    r"[^.?!;]{0,60}?\b(?:in|along)\s+(?:the\s+)?(?:directions?\s+)?(?:of\s+)?(?:the\s+)?"
    rf"(?P<v>{M})"
)
OF_JACOBIAN, OF_HESSIAN = "Determinant of the Jacobian", "Determinant of the Hessian"
EQUAL = "for the {} of its Jacobian, {} is taken to have as many entries as {}"


Answer = tuple[Expr, Sequence[Derivation]]
Make = Callable[[Subject, Sequence[Expr], str], Answer]


@dataclass(frozen=True)
class Kind:
    """Words for what is made of a derivative, its name for f and x, and how it is made."""

    words: str
    title: str
    spelling: tuple[str, str, str]
    make: Make
    besides: str = ""  # words that say that something else is meant
    needs: str = ""  # a condition
    is_known: bool = False  # where words for the derivative tell answers apart already


def _of(kind: str, op: Callable[[Expr], Expr]) -> Make:
    """A function of the derivative as a whole, such as its trace."""

    def made(subject: Subject, xs: Sequence[Expr], _: str) -> Answer:
        if len(xs) > 1 and kind == JACOBIAN and all(x.is_scalar for x in xs):
            columns = [api.jacobian(subject.problem, x.name) for x in xs]
            whole = beside(*(d.answers[x.name] for d, x in zip(columns, xs, strict=True)))
            return shortest(subject.problem, xs[0], op(whole)), columns
        (x,) = xs
        if op is _determinant and x.is_scalar and subject.problem.function.is_scalar:
            raise UnsupportedError("it is that of one number by one; name all of the functions")
        d: Derivation = getattr(api, subject.kind(kind))(subject.problem, x.name)
        word = _OF_SQUARES.get(op)
        if word and not d.answers[x.name].shape.is_square and (equal := subject.squared()):
            subject.found.notes.append(EQUAL.format(word, plain_name(subject.problem.name), x.name))
            return made(equal, [equal.problem.symbols[x.name]], _)
        return shortest(subject.problem, x, op(d.answers[x.name])), [d]

    return made


def _determinant(matrix: Expr) -> Expr:
    """The determinant, worked out of a matrix that is written by its entries, three by three."""
    matrix = simplify(matrix)
    rows = matrix.args if matrix.op is below else (matrix,)
    entries = [row.args if row.op is beside else (row,) for row in rows]
    is_small = len(entries) <= 3 and all(len(row) == len(entries) for row in entries)
    if not is_small or not all(each.is_scalar for row in entries for each in row):
        return det(matrix)
    return _expanded(entries)


def _expanded(entries: Sequence[Sequence[Expr]]) -> Expr:
    """The determinant by its first row."""
    first, *rest = entries
    if not rest:
        return first[0]
    terms = [
        scale(number((-1) ** n), each, _expanded([[*row[:n], *row[n + 1 :]] for row in rest]))
        for n, each in enumerate(first)
    ]
    return add(*terms)


def _laplacian(subject: Subject, xs: Sequence[Expr], _: str) -> Answer:
    """The trace of the Hessian, by all variables."""
    found = [api.hessian(subject.problem, x.name) for x in xs]
    raw = add(*(trace(d.answers[x.name]) for d, x in zip(found, xs, strict=True)))
    return shortest(subject.problem, xs[0], raw), found


def _of_hessian(subject: Subject, xs: Sequence[Expr], _: str) -> Answer:
    """The determinant of the Hessian, by a vector or by all of several numbers."""
    if len(xs) > 1 and not all(x.is_scalar for x in xs):
        raise UnsupportedError("it is by several variables that are not all numbers")
    names = [x.name for x in xs]
    pairs = [*combinations_with_replacement(names, 2)]
    found = [api.hessian(subject.problem, x if x == y else (x, y)) for x, y in pairs]
    known = {
        frozenset(p): next(iter(d.answers.values())) for p, d in zip(pairs, found, strict=True)
    }
    matrix = below(*(beside(*(known[frozenset((x, y))] for y in names)) for x in names))
    return shortest(subject.problem, xs[0], _determinant(matrix)), found


def _times(subject: Subject, xs: Sequence[Expr], v: str) -> Answer:
    """The Hessian times v: the gradient of ∇f : v."""
    (x,) = xs
    first = api.gradient(subject.problem, x.name)
    direction = _letter(subject.problem, x, v)
    d = api.gradient(_like(subject.problem, frobenius(first.answers[x.name], direction)), x.name)
    return d.answers[x.name], [first, d]


def _second(subject: Subject, xs: Sequence[Expr], v: str) -> Answer:
    """The second derivative along v: that of f(x + tv) by t at 0."""
    (x,) = xs
    names = {*subject.problem.symbols, v}
    t = make(symbol_op, (), Symbol(next(c for c in ("t", "s", "tau") if c not in names), SCALAR))
    moved = add(x, scale(t, _letter(subject.problem, x, v)))
    d = api.hessian(
        _like(subject.problem, substitute(_closed(subject.problem), {x: moved})), t.name
    )
    return valued(d.answers[t.name], {t: number(0)}), []


def _newton(subject: Subject, xs: Sequence[Expr], _: str) -> Answer:
    """The step to the zero of the gradient of the quadratic approximation."""
    (x,) = xs
    if not x.shape.is_column:
        raise UnsupportedError(f"{plain_name(x.name)} is no vector")
    found = [api.gradient(subject.problem, x.name), api.hessian(subject.problem, x.name)]
    g, H = (d.answers[x.name] for d in found)
    return shortest(subject.problem, x, -multiply(inv(H), g)), found


_OF_SQUARES: dict[Callable[..., Expr], str] = {trace: "trace", _determinant: "determinant"}
KINDS = (
    Kind(LAPLACIAN, "Laplacian",
         ("laplacian({f})", "Δ{f}", r"\Delta {f}"), _laplacian, r"\bgraph|\blaplacian matri"),
    Kind(r"\bdivergence\b", "Divergence",
         ("div({f})", "div {f}", r"\operatorname{{div}} {f}"), _of(JACOBIAN, trace),
         r"\b(?:KL\}?|Kullback\S*|Leibler|Bregman|Jensen\S*|R[eé]nyi|alpha|f)[- ]*divergence"
         r"|\bdivergences? (?:between|from)"),
    Kind(r"\bjacobian\b[^?!]{0,40}?\bits determinant\b|\bdeterminant of (?:the|its) jacobian"
         r"|\bjacobian determinant", OF_JACOBIAN,
         ("det(jacobian({f}))", "det ∂{f}/∂{x}", r"\det\frac{{\partial {f}}}{{\partial {x}}}"),
         _of(JACOBIAN, _determinant)),
    Kind(r"\bdeterminant of (?:the|its) hessian|\bhessian determinant", OF_HESSIAN,
         ("det(hessian({f}))", "det ∇²{f}", r"\det\nabla^2 {f}"), _of_hessian),
    Kind(r"\btrace of (?:the|its) hessian|\bhessian\b[^.?!]{0,40}?\bits trace\b",
         "Trace of the Hessian",
         ("tr(hessian({f}))", "tr ∇²{f}", r"\operatorname{{tr}}\nabla^2 {f}"), _laplacian),
    Kind(r"\btrace of (?:the|its) jacobian|\bjacobian\b[^.?!]{0,40}?\bits trace\b",
         "Trace of the Jacobian",
         ("tr(jacobian({f}))", "tr ∂{f}/∂{x}",
          r"\operatorname{{tr}}\frac{{\partial {f}}}{{\partial {x}}}"), _of(JACOBIAN, trace)),
    Kind(NEGATIVE, "Negative gradient",
         ("-gradient({f})", "−∇{f}", r"-\nabla {f}"), _of(GRADIENT, lambda g: -g),
         is_known=True),
    Kind(INFORMATION, "Observed information",
         ("-hessian({f})", "−∇²{f}", r"-\nabla^2 {f}"), _of(HESSIAN, lambda H: -H),
         r"\b(?:fisher|expected)(?:['’]s)?\s+information"),
    Kind(r"\bnewton(?:['’]s)?(?:[- ]raphson)?\s+(?:step|direction|update|iteration)s?\b",
         "Newton step", ("newton({f})", "−(∇²{f})⁻¹∇{f}", r"-(\nabla^2 {f})^{{-1}}\nabla {f}"),
         _newton, needs="the Hessian is invertible"),
    Kind(rf"\bhessian[- ]vector products?\b{_ALONG}", "Hessian times {v}",
         ("hessian({f})*{v}", "∇²{f} {v}", r"\nabla^2 {f}\,{v}"), _times),
    Kind(rf"\bsecond(?:[- ]order)?(?:\s+directional)?\s+derivatives?\b{_DIRECTION}"
         r"|\bD\s*\^\s*\{?2\}?\s*\\?\w+\s*\([^()]*\)\s*[\[(]\s*(?P<h>\w)\s*,\s*(?P=h)\s*[\])]",
         "Second derivative along {v}",
         ("second({f}, {v})", "{f}″({x}; {v}, {v})", r"{f}''({x}; {v}, {v})"), _second),
)  # fmt: skip


def made_of(subjects: Subjects) -> list[Made]:
    """What the text asks for that is made of a derivative; what fails is named."""
    found, subject = subjects.found, subjects.main
    marked = " ".join(found.cut.marked.split())
    written = " ".join(" ".join(segment.text.split()) for segment in found.cut.segments)
    xs = [subject.problem.symbols[name] for name in found.variables]
    made: list[Made] = []
    for kind in KINDS:
        ways = (asked_for(kind.words, text, subject.problem.name) for text in (marked, written))
        asked = next(filter(None, ways), None)
        besides = f"{marked} {written}"
        if asked is None or (kind.besides and re.search(kind.besides, besides, re.I)):
            continue
        mark = asked.groupdict().get("v") or ""
        letter = asked.groupdict().get("h") or ("v" if xs[0].shape.is_column else "V")
        v = next(iter(names_of(mark, found.reading)), letter)
        try:
            made.append(_made(kind, subject, xs, v))
        except (MatgradError, ValueError) as error:
            why = f": {error.message}" if isinstance(error, MatgradError) else ""
            found.questions.append(f"The {kind.title.format(v=v).lower()} is not worked out{why}.")
        found.made.append(kind.title)
        found.used |= {x for x in found.reading.bare.values() if re.search(kind.words, x, re.I)}
    return [*made, *formulas_of(subject)]


def _made(kind: Kind, subject: Subject, xs: Sequence[Expr], v: str) -> Made:
    value, derived = kind.make(subject, xs, v)
    if not all(d.verdict.ok for d in derived):
        raise UnsupportedError("it could not be verified")
    f, names = subject.problem.name, [x.name for x in xs]
    ways_to_name = (str, plain_name, latex_name)
    known = [{"f": name(f), "x": _listed(map(name, names)), "v": name(v)} for name in ways_to_name]
    plain, ways = known[1], zip(kind.spelling, known, strict=True)
    left = Spelling(*(spelling.format(**each) for spelling, each in ways))
    needed = dict.fromkeys(each.words for d in derived for each in d.assumptions)
    needed |= {kind.needs: None} if kind.needs else {}
    return Made(
        kind.title.format(**plain), left, value, tuple(needed), "" if kind.is_known else kind.words
    )


def _listed(names: Iterable[str]) -> str:
    """One variable, or several in brackets."""
    first, *others = names
    return f"({', '.join((first, *others))})" if others else first


def _letter(problem: Problem, x: Expr, v: str) -> Expr:
    """The direction, which has the shape of the variable."""
    known = problem.symbols.get(v)
    is_known = known is not None and known.shape == x.shape
    return known if known is not None and is_known else make(symbol_op, (), Symbol(v, x.shape))


def _closed(problem: Problem) -> Expr:
    """The function without names for its parts."""
    parts = {d.symbol: d.value for d in problem.definitions}
    value = problem.function
    for _ in parts:
        value = substitute(value, parts)
    return value


def _like(problem: Problem, function: Expr) -> Problem:
    known = {**problem.symbols, **{x.name: x for x in symbols(function)}}
    return Problem(function, problem.name, symbols=known)
