"""The Hessian of a function of several variables: a block for each pair of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from matgrad.app import api
from matgrad.app.ask.formulas.notation import GRADIENT, HESSIAN
from matgrad.app.ask.problem.choosing import is_about
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.text.sentences import is_asking, sentences
from matgrad.app.derivation import Derivation
from matgrad.core.expr import Expr
from matgrad.core.notation import Spelling
from matgrad.core.steps import Problem
from matgrad.ops import below, beside, transpose
from matgrad.render.document import Equation, Row, Section
from matgrad.render.glyphs import latex_name, plain_name
from matgrad.rules.simplify import simplify

TITLE, BOTH = "Hessian in blocks", "Gradient and Hessian in blocks"
MOST = 4  # variables
_MIXED = re.compile(r"\b(?:mixed|cross|off-?diagonal)\b", re.I)
_WHOLE = re.compile(  # not “the (x, y) block of the Hessian”
    r"\b(?:second(?:[- ]order)?\s+(?:partial\s+)?(?:derivatives|partials)"
    r"|(?<!of the )(?<!of its )hessian(?:\s+matrix)?)\b(?!\s+(?:block|entry|element))",
    re.I,
)


def is_in_blocks(found: Understood) -> bool:
    r"""Is the whole Hessian asked for, and not one mixed derivative, as by \partial x\partial y?"""
    signs = [each.variables for each, _ in found.reading.asked if each.kind == HESSIAN]
    asks_whole = not signs and any(map(_asks_whole, sentences(found.cut.marked)))
    signs += [c.derivative.variables for c in found.reading.claimed]
    alone = {names for names in signs if len(names) == 1} and len(found.variables) > 1
    is_mixed = any(len(names) > 1 for names in signs) and not alone
    is_mixed = is_mixed or _MIXED.search(found.cut.marked) is not None
    is_whole = asks_whole or not is_mixed
    return found.kind == HESSIAN and 1 < len(found.variables) <= MOST and is_whole


def _asks_whole(sentence: str) -> bool:
    """Does a sentence by itself ask for all second derivatives, whatever is told of one of them?"""
    words = _WHOLE.search(sentence) and not _MIXED.search(sentence)
    return bool(words) and is_asking(sentence)


def aimed(found: Understood) -> tuple[str, ...]:
    """The variables of the main derivation: of a Hessian in blocks, those of the first block."""
    return found.variables[:1] if is_in_blocks(found) else found.variables


def other_blocks(found: Understood, problem: Problem) -> list[Derivation]:
    """A derivation for each further block on and above the diagonal, row by row."""
    if not is_in_blocks(found):
        return []
    _, *pairs = combinations_with_replacement(found.variables, 2)
    return [api.hessian(problem, x if x == y else (x, y)) for x, y in pairs]


def by(d: Derivation, name: str) -> str:
    """The variables of a block, of which the gradient is by the first."""
    before = d.trace.before
    first = before.wrt[0].name if before is not None else name
    return name if first == name else f"{first}, {name}"


def whole(found: Understood, problem: Problem, blocks: Sequence[Derivation]) -> Section | None:
    """All blocks as one matrix, where the variables are numbers and columns."""
    names = found.variables
    if not is_in_blocks(found) or not all(problem.symbols[x].shape.is_column for x in names):
        return None
    answers = [next(iter(d.answers.values())) for d in blocks]
    known: dict[tuple[str, str], Expr] = {}
    for (x, y), answer in zip(combinations_with_replacement(names, 2), answers, strict=True):
        known[y, x] = simplify(transpose(answer))
        known[x, y] = answer
    matrix = below(*(beside(*(known[x, y] for y in names)) for x in names))
    f = problem.name
    left = Spelling(f"hessian({f})", f"∇²{plain_name(f)}", rf"\nabla^2 {latex_name(f)}")
    words = (f"in the order {', '.join(map(plain_name, names))}",)
    rows = (*_gradient(found, problem, blocks), Row(Equation(left, matrix), words=words))
    return Section(TITLE if len(rows) == 1 else BOTH, rows)


def _gradient(found: Understood, problem: Problem, blocks: Sequence[Derivation]) -> Iterator[Row]:
    """The gradient as one column, where it is asked for besides."""
    words = [each for each, segment in found.said.asked if is_about(found, segment)]
    if not any(each.kind == GRADIENT for each in (*found.asked, *words)):
        return
    known: dict[str, Expr] = {}
    for before in (d.trace.before for d in blocks if d.trace.before is not None):
        known |= before.forms.get("closed") or ({} if before.definitions else before.results)
    if {*known} == {*found.variables}:
        f = problem.name
        left = Spelling(f"gradient({f})", f"∇{plain_name(f)}", rf"\nabla {latex_name(f)}")
        yield Row(Equation(left, below(*(known[name] for name in found.variables))))
