"""The layout in which a text says that it writes derivatives, and what a claim is in it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from matgrad.app.ask.claims.targets import MIXED, Target
from matgrad.app.ask.formulas.notation import GRADIENT, JACOBIAN
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.text.marks import M, mark_of
from matgrad.core.expr import Expr
from matgrad.ops import transpose, zeros_of
from matgrad.verify.claim import LAYOUT, RIGHT, ClaimReport
from matgrad.verify.lines import WRONG
from matgrad.verify.slips import TRANSPOSED

NUMERATOR, DENOMINATOR = "numerator", "denominator"
HERE = {JACOBIAN: NUMERATOR, GRADIENT: DENOMINATOR}  # in which the answers are given
TURNED = "in {} layout it is the transpose"
IN_OTHER = "it is right in numerator layout only"
OTHER_ORDER = "it is right with the two variables in the other order"
_LAYOUT = re.compile(r"\b(numerator|denominator)[- ](?:layout|convention|form)", re.I)
_NOT = re.compile(r"(?:\bnot\b|n['’]t\b|\binstead of\b|\brather than\b)[^.;]{0,30}$", re.I)


def said_layout(text: str) -> str:
    """The one layout that a text names, or nothing if it names none or both."""
    places = [x for x in _LAYOUT.finditer(text) if not _NOT.search(text[: x.start()])]
    named = {x[1].lower() for x in places}
    return named.pop() if len(named) == 1 else ""


def said_later(text: str, claim: int) -> bool:
    """Is the layout named only behind a claim, perhaps for another one: not right behind it?"""
    at = text.find(mark_of(claim))
    end = at + len(mark_of(claim))
    behind = re.split(rf"{M}|[.?!](?:\s|$)|;|\b(?:and|but|while|whereas)\b", text[end:])[0]
    return at >= 0 and not said_layout(text[:at]) and not said_layout(behind)


def in_layout(
    result: ClaimReport, aim: Target, said: str, sides: tuple[Expr, Expr],
    check: Callable[[Expr], ClaimReport],
) -> ClaimReport:  # fmt: skip
    """The verdict in the layout that the text names; `check` judges another claim."""
    claimed, true = sides
    is_other = said not in ("", HERE.get(aim.kind, said))
    is_zero = claimed is zeros_of(true.shape)  # of any size
    if claimed.shape not in (true.shape, true.shape.transposed) or true.is_scalar or is_zero:
        return result
    if true.shape.is_vector:
        return _of_vector(result, said, is_other) if said else result
    if not is_other:
        is_free = aim.kind == MIXED and result.status == WRONG and true.shape.is_square
        is_turned = is_free and check(transpose(claimed)).status == RIGHT
        return ClaimReport(LAYOUT, OTHER_ORDER) if is_turned else _as_here(result, aim, said)
    if result.status == LAYOUT or (
        result.status == WRONG and check(transpose(claimed)).status == RIGHT
    ):
        return ClaimReport(LAYOUT, f"it is in {said} layout, the transpose of what is given here")
    if result.status == RIGHT and check(transpose(claimed)).status != RIGHT:
        return ClaimReport(WRONG, TURNED.format(said))
    return result


def _as_here(result: ClaimReport, aim: Target, said: str) -> ClaimReport:
    """The verdict where the text names the layout that is used here, or none."""
    if said and result.status == LAYOUT and aim.kind in HERE:
        return ClaimReport(WRONG, TURNED.format(said))
    is_open = result.slip == TRANSPOSED and aim.kind == GRADIENT and not said
    return replace(result, slip=f"{TRANSPOSED}; {IN_OTHER}") if is_open else result


def _of_vector(result: ClaimReport, said: str, is_other: bool) -> ClaimReport:
    """A row or a column in the layout that the text names: nobody takes one for a slip."""
    if result.status == LAYOUT:
        words = f"in {said} layout, the transpose of what is given here"
        return ClaimReport(RIGHT, words) if is_other else ClaimReport(LAYOUT, TURNED.format(said))
    is_against = is_other and result.status == RIGHT
    return ClaimReport(LAYOUT, TURNED.format(said)) if is_against else result


def other_layout(found: Understood) -> list[str]:
    """The line that says that answers are given in another layout than the text names."""
    said, here = said_layout(found.cut.marked), HERE.get(found.kind, "")
    known = found.problem.symbols if found.problem else {}
    shapes = [known[name].shape for name in found.variables if name in known]
    is_number = found.problem is not None and found.problem.function.is_scalar
    is_same = is_number and all(shape.is_scalar for shape in shapes)
    line = f"answers are given in {here} layout: in {said} layout they are the transposes"
    return [line] if said and here not in ("", said) and shapes and not is_same else []
