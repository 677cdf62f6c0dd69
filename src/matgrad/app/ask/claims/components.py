"""Claims about one entry of a derivative, ∂f/∂x_k = …, or along a direction, Df(x)[h] = …."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from matgrad.app.along import directional
from matgrad.app.ask.claims.imposing import with_given
from matgrad.app.ask.claims.reach import unequal_indices
from matgrad.app.ask.claims.steps import NOT_READ, Verdict
from matgrad.app.ask.claims.subjects import Subject
from matgrad.app.ask.claims.targets import Target
from matgrad.app.ask.formulas.claimed import Claimed
from matgrad.app.ask.formulas.directions import entry_of, member_of, stands_in_rows
from matgrad.app.ask.formulas.notation import (
    GRADIENT,
    HESSIAN,
    JACOBIAN,
    Derivative,
    left_side,
    names_in,
)
from matgrad.app.ask.problem.calls import replaced
from matgrad.app.ask.problem.expressions import read_claimed
from matgrad.app.ask.problem.names import Names
from matgrad.core.dims import Dim
from matgrad.core.expr import Expr, Symbol, make
from matgrad.core.shape import Shape
from matgrad.core.steps import Problem
from matgrad.core.walk import substitute, symbols
from matgrad.errors import MatgradError, ShapeError
from matgrad.ops import diag, diag_matrix, eye, frobenius, symbol_op
from matgrad.render.glyphs import latex_name, plain_name
from matgrad.verify.claim import ClaimReport, check_claim
from matgrad.verify.lines import WRONG

_SMALL = re.compile(r"(?<![A-Za-z\\])([a-z])(?=\s*_\s*\{\s*[a-z]\s*,?\s*[a-z]\s*\})")
_ONE = r"(?:\\math(?:bf|bb|bbm|ds|rm)\s*(?:\{\s*[1I]\s*\}|[1I])|(?<![\w.])1|\bI)"
_SAME = r"\s*(?P<a{0}>[a-z])\s*=\s*(?P<b{0}>[a-z])\s*"
_EQUAL = re.compile(  # 1[j = c], \\mathbb{1}_{j = c}, [j = c]
    rf"{_ONE}\s*_\s*\{{(?:\\\{{)?{_SAME.format(1)}(?:\\\}})?\}}"
    rf"|(?:{_ONE}\s*)?(?:\\left\s*)?(?:\[|\\\{{){_SAME.format(2)}(?:\\right\s*)?(?:\]|\\\}})"
    rf"|{_ONE}\s*(?:\\left\s*)?\({_SAME.format(3)}(?:\\right\s*)?\)"
)
_PLACED = re.compile(r"\\delta\s*_\s*\{\s*(?P<a>\w)\s*,?\s*(?P<b>\w)\s*\}")
_DELTA = re.compile(r"\\delta(?=\s*_\s*\{(?P<indices>\s*\w\s*,?\s*\w\s*)\})")
_BEFORE = re.compile(  # A_{ij}(…) is a product
    r"(?<![A-Za-z\\])([A-Za-z]\s*_\s*(?:[a-z]|\{\s*[a-z]\s*,?\s*[a-z]?\s*\}))\s*(?=\(|\\left\s*\()"
)
_INDEX = re.compile(r"[A-Za-z]+_([a-z])")


@dataclass(frozen=True)
class Part:
    """The part of a derivative that a claim gives: what it is, by which variable, along what."""

    true: Expr
    variable: Expr
    along: tuple[Expr, ...]  # a direction, or weights for the entries
    read: Callable[[str, Names], Expr]
    is_entry: bool = True
    whole: Expr | None = None  # the derivative whose entries they are, to be shown


def check_entry(subject: Subject, claim: Claimed, entries: Sequence[str]) -> Verdict | None:
    """A formula with free indices: it is right if its sum with any weights v_k is v : ∇f."""
    entry = entry_of(entries[0], subject.problem.symbols)
    if claim.derivative.kind == HESSIAN:
        return _second(subject, claim, entries)
    if entry is None or len(entries) > 1:
        return _member(subject, claim, entries)
    base, below = entry
    x, value = subject.problem.symbols[base], subject.problem.function
    left = left_side(claim.derivative.function)
    row = _INDEX.fullmatch(left.name) if left else None
    if value.is_scalar and x.shape.is_vector == (len(below) == 1):
        indices, shape, kind = below, x.shape, GRADIENT
    elif row and value.shape.is_column and x.shape.is_column:
        indices, kind = row[1] if row[1] == below else row[1] + below, JACOBIAN
        shape = Shape(value.shape.rows, x.shape.rows)
    else:
        return None
    true = subject.derivative(kind, base)
    if kind == JACOBIAN and len(indices) == 1:
        if not shape.is_square:
            return None
        true, shape = diag(true), x.shape
    return _indexed(subject, claim, x, true, indices)


def _indexed(subject: Subject, claim: Claimed, x: Expr, true: Expr, indices: str) -> Verdict:
    """A formula for the entries of a derivative with these indices, all of them or for i ≠ j."""
    weight = free_symbol(subject.names, "vuqpz" if len(indices) == 1 else "VUQPZ", true.shape)
    apart = unequal_indices(subject.found, claim.segment) if true.shape.is_square else ""
    off = {weight: weight - diag_matrix(diag(weight))} if apart else {}

    def read(latex: str, names: Names) -> Expr:
        total = summed(subject, [latex], names, [(weight.name, indices)])
        return substitute(total, off)

    total = substitute(frobenius(true, weight), off)
    part = Part(total, x, (weight,), read, whole=true)
    verdict = check_part(subject, claim, part)
    words = "; ".join(filter(None, (f"for {apart}", verdict.words)))
    return replace(verdict, words=words) if apart else verdict


def _member(subject: Subject, claim: Claimed, entries: Sequence[str]) -> Verdict | None:
    """A formula for the row or column x_k of X: it is right if the sum of v_kᵀ(it) is V : ∇f."""
    member = member_of(entries[0], subject.problem.symbols)
    if member is None or len(entries) > 1 or not subject.problem.function.is_scalar:
        return None
    (base, index), x = member, subject.problem.symbols[member[0]]
    free = [letter for letter in "VUQPZ" if letter.lower() not in subject.names.known]
    weight = free_symbol(subject.names, free, x.shape)
    notes = *subject.problem.notes, *subject.found.notes
    count = x.shape.rows if stands_in_rows(notes, base) else x.shape.cols

    def read(latex: str, names: Names) -> Expr:
        inside = _entries(latex.strip(), names, {index: count})
        total = rf"\sum_{{{index}}} {weight.name.lower()}_{{{index}}}^T \left({inside}\right)"
        return read_claimed(total, subject.found, names)

    part = Part(frobenius(subject.derivative(GRADIENT, base), weight), x, (weight,), read)
    return check_part(subject, claim, part)


def _second(subject: Subject, claim: Claimed, entries: Sequence[str]) -> Verdict | None:
    """The entry of the Hessian of a vector for two indices, or for one on the diagonal."""
    known = [entry_of(name, subject.problem.symbols) for name in entries]
    bases = {each[0] for each in known if each}
    indices = "".join(each[1] for each in known if each)
    if None in known or len(bases) != 1 or len(indices) != len(entries) or len(entries) > 2:
        return None
    x = subject.problem.symbols[bases.pop()]
    if not x.shape.is_column or not subject.problem.function.is_scalar:
        return None
    hessian = subject.derivative(HESSIAN, x.name)
    true = diag(hessian) if len(indices) == 1 else hessian
    return _indexed(subject, claim, x, true, indices)


def check_indexed(subject: Subject, latex: str, label: str, aim: Target) -> Verdict | None:
    """A formula of vectors of one length whose signs are all meant for the entries."""
    x, names = subject.problem.symbols[aim.variables[0]], subject.names
    if aim.kind != GRADIENT or len(aim.variables) > 1 or not x.shape.is_column or x.is_scalar:
        return None
    used = [names.known[n] for n in names_in(latex) if n in names.known]
    wide = [each for each in used if not each.is_scalar]
    if "i" in names.known or any(each.shape != x.shape for each in wide):
        return None
    for each in wide:
        latex = replaced(latex, each.name, rf"{latex_name(each.name)}_{{i}}")
    latex = latex.replace(r"\odot", r"\cdot").replace(r"\oslash", "/")
    weight = free_symbol(names, "vuqpz", x.shape)
    part = Part(
        frobenius(aim.true(subject), weight), x, (weight,),
        lambda value, names: summed(subject, [value], names, [(weight.name, "i")]),
    )  # fmt: skip
    given = Claimed(Derivative(GRADIENT, ""), "", (latex,), -1, label)
    return check_part(subject, given, part)


def free_symbol(names: Names, letters: Iterable[str], shape: Shape) -> Expr:
    """A symbol with a name of its own."""
    name = next(x for x in letters if x not in names.known and x not in names.functions)
    return make(symbol_op, (), Symbol(name, shape))


def summed(
    subject: Subject, terms: Sequence[str], names: Names, weights: Sequence[tuple[str, str]]
) -> Expr:
    """The sum of all entries with their weights; a_{ij} are entries of A, and delta those of I.

    Where there are several weights the formula comes in `terms`, which may begin with a sign.
    """
    is_split = len(weights) > 1
    names = replace(names, known=dict(names.known))
    sizes = {
        index: size
        for name, indices in weights
        for index, size in zip(indices, names.known[name].shape, strict=False)
    }
    indices = ",".join(index for _, each in weights for index in each)
    factors = " ".join(f"{name}_{{{each}}}" for name, each in weights)
    total = ""
    for latex in terms:
        inside = _entries(latex.strip(), names, sizes)
        sign = inside[0] if is_split and inside[:1] in ("+", "-") else "+"
        inside = inside.removeprefix(sign)
        total += rf"{sign} \sum_{{{indices}}} {factors} \left({inside}\right)"
    return read_claimed(total.removeprefix("+"), subject.found, names)


def _entries(latex: str, names: Names, sizes: Mapping[str, Dim]) -> str:
    """A formula of entries, in which a_{ij} is A_{ij} and delta is the entry of an identity."""
    latex = _EQUAL.sub(_same, _BEFORE.sub(r"\1\\cdot ", latex))
    latex = _PLACED.sub(lambda found: _of_unit(found, names, sizes), latex)
    for small in dict.fromkeys(_SMALL.findall(latex)):
        if small not in names.known and small.upper() in names.known:
            latex = re.sub(rf"(?<![A-Za-z\\]){small}(?=\s*_)", small.upper(), latex)

    def unit(found: re.Match[str]) -> str:
        known = [sizes[i] for i in found["indices"] if i in sizes] or [*sizes.values()][-1:]
        name = next((n for n, x in names.known.items() if names.closed.get(x) is eye(known[0])), "")
        if not name:
            made = free_symbol(names, "EFGKMNOPQ", Shape(known[0], known[0]))
            name, names.known[made.name], names.closed[made] = made.name, made, eye(known[0])
        return name

    return _DELTA.sub(unit, latex)


def _same(found: re.Match[str]) -> str:
    """An indicator of equal indices as a delta."""
    one, other = (next(filter(None, (found[f"{x}{n}"] for n in (1, 2, 3)))) for x in "ab")
    return rf"\delta_{{{one}{other}}}"


def _of_unit(found: re.Match[str], names: Names, sizes: Mapping[str, Dim]) -> str:
    """An entry of e_c for a delta whose index c is a fixed place, at which e_c has its one."""
    for running, fixed in ((found["a"], found["b"]), (found["b"], found["a"])):
        unit = names.known.get(f"e_{fixed}")
        if running in sizes and fixed not in sizes and unit is not None:
            made = free_symbol(names, "stuvwqrh", unit.shape)
            names.known[made.name], names.closed[made] = made, unit
            return rf"{made.name}_{{{running}}}"
    return found[0]


def check_along(subject: Subject, claim: Claimed, variable: str) -> Verdict:
    """A derivative along a direction is G : h."""
    x, name = subject.problem.symbols[variable], claim.derivative.direction
    h = subject.names.known.get(name) or make(symbol_op, (), Symbol(name, x.shape))
    if h.shape != x.shape:
        words = f"{plain_name(name)} is {h.shape}, {plain_name(variable)} is {x.shape}"
        return Verdict(claim.label, NOT_READ, words)
    part = Part(_along(subject, variable, h), x, (h,), lambda latex, names: read_claimed(
        latex, subject.found, names), is_entry=False)  # fmt: skip
    return check_part(subject, claim, part)


def _along(subject: Subject, variable: str, h: Expr) -> Expr:
    """The derivative along h: G : h, and of what is not a number the differential with h in it."""
    if subject.kind(GRADIENT) == GRADIENT:
        return frobenius(subject.derivative(GRADIENT, variable), h)
    return directed_along(subject, variable, h)


def directed_along(subject: Subject, variable: str, h: Expr) -> Expr:
    """The differential of the function with h for that of the variable."""
    name = free_symbol(subject.names, "hHsSkK", h.shape).name
    d = directional(subject.problem, variable, name)
    result = next(iter(d.answers.values()))  # in which the direction is a differential
    return substitute(result, {x: h for x in symbols(result) if x.name == name})


def _weighted(result: ClaimReport, part: Part) -> str:
    """The slip, unless it is about the weights, which the text does not know; these are named."""
    named = [plain_name(each.name) for each in part.along]
    names = "|".join(map(re.escape, named))
    slip = "" if re.search(rf"\b(?:{names})\b", result.slip) else result.slip
    is_shown = part.is_entry and result.counterexample is not None
    return slip or (f"{', '.join(named)} are weights for the entries" if is_shown else "")


def check_part(subject: Subject, claim: Claimed, part: Part) -> Verdict:
    """Each formula of a claim against the truth; the first that is wrong is named."""
    label, problem, true = claim.label, subject.problem, part.true
    along = {each.name: each for each in part.along}
    known = {**subject.names.known, **along}
    names = replace(subject.names, known=known, closed=dict(subject.names.closed))
    number = true if true.is_scalar else frobenius(true, true)
    there = Problem(number, problem.name, symbols={**problem.symbols, **along})
    best = Verdict(label, NOT_READ)
    for line, value in enumerate(claim.values, 1):
        try:
            claimed = substitute(part.read(value, names), names.closed)
            result = check_claim(there, part.variable, claimed, true)
        except ShapeError as error:
            return Verdict(label, WRONG, f"its shapes do not fit: {error.message}")
        except MatgradError as error:
            return Verdict(label, NOT_READ, error.message)
        step = line if len(claim.values) > 1 else None
        words = _weighted(result, part)
        best = Verdict(label, result.status, words, result, step, claimed, part.whole or true)
        if best.is_wrong:
            at = Subject(subject.found, there, names)
            given = with_given(at, part.variable.name, claimed, true, claim.segment)
            new = given and replace(best, status=given.status, words=given.slip, report=given)
            return new or best
    return replace(best, line=None)
