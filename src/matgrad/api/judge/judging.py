"""Is a formula the derivative? In several lines each = is a step; the first wrong one is named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from matgrad.api.judge.claim import Claim, as_claim
from matgrad.api.judge.labels import (
    Label,
    behind_d,
    check_label,
    label_of,
    moved_in,
    name_in,
)
from matgrad.api.judge.lines import Line, Side, lines_of
from matgrad.api.judge.near import MISFIT, fits, nearest
from matgrad.api.judge.steps import check_differential, judge_steps, likely
from matgrad.api.judge.truth import Truth, named_in
from matgrad.core.expr import Expr
from matgrad.core.steps import Definition
from matgrad.core.walk import substitute
from matgrad.errors import MatgradError, ShapeError
from matgrad.ops import symbol, zeros_of
from matgrad.render.glyphs import plain_shape
from matgrad.render.plain import plain
from matgrad.syntax import Limits, Meaning, near_formulas
from matgrad.verify.claim import LAYOUT, RIGHT, UNDECIDED
from matgrad.verify.lines import WRONG

NO_CLAIM = "no line says what the derivative is"
SET_TO_ZERO = "the last side says where it vanishes"
READ_AS = "read as {}, it would be right"
DIFFERENTIAL = "differential"
OTHER_ORDER = "the indices are in the other order"
MOST = 4  # readings of one formula that are compared


@dataclass(frozen=True)
class _Said:
    """What is found about one line, and whether it is about the derivative of the function."""

    claim: Claim
    is_claim: bool = True


def judged(truth: Truth, text: str, limits: Limits | None = None) -> Claim:
    """The verdict on a claim; the lines that give names are used by those that follow."""
    lines = lines_of(truth.as_formula(text, limits), limits)
    given = [line for n, line in enumerate(lines) if line.is_given or _is_used(line, lines[:n])]
    if len(given) < len(lines):
        lines = [*given, *(line for line in lines if line not in given)]
    found = Claim(UNDECIDED, NO_CLAIM, place=lines[-1].place)
    for line in lines:
        is_last = line is lines[-1]
        part = named_part(truth, line) if line in given or not is_last else None
        if part is not None:
            truth = truth.knowing([part])
            continue
        said = _judged_line(truth, line.sides, is_last)
        if not said.claim.right and len(lines) > len(given) + 1:
            return said.claim.after(f"line {line.number}")
        found = said.claim if said.is_claim else found
    return found


def _is_used(line: Line, before: Sequence[Line]) -> bool:
    """Is the name that a line defines used by lines before it?"""
    name = name_in(line.sides[0]) if len(line.sides) == 2 else ""
    return bool(name) and any(each.uses(name) for each in before)


def gaps(truth: Truth, equation: str) -> list[Expr]:
    """What vanishes where an equation holds: the differences of its sides."""
    sides = [side for line in lines_of(equation) for side in line.sides]
    whole = next(side for side in sides if not side.text.isdigit() and side.text != "I")
    first = truth.read(whole.text)[0].value
    read = [truth.read(side.text, first.shape)[0].value for side in sides]
    return [substitute(a - b, dict(truth.closed)) for a, b in pairwise(read)]


def named_part(truth: Truth, line: Line) -> Definition | None:
    """The part that a line gives a new name to."""
    label, *values = line.sides
    name = name_in(label)
    taken = {*truth.names, truth.problem.name}
    is_taken = name in taken or moved_in(label, truth.names) in taken
    if len(values) != 1 or not name or is_taken or _label(truth, label) is not None:
        return None
    value = truth.read(values[0].text)[0].value
    return Definition(symbol(name, *value.shape), value)


def _label(truth: Truth, side: Side) -> Label | None:
    return label_of(side, truth.problem.name, truth.names)


def _judged_line(truth: Truth, sides: Sequence[Side], is_last: bool) -> _Said:
    first, others = sides[0], sides[1:]
    name, problem = name_in(first), truth.problem
    label = _label(truth, first) if others else None
    if label is not None:
        check_label(label, truth.kind, [x.name for x in truth.own], truth.names, problem.name)
        there = truth.turned() if label.is_turned else truth
        return _Said(_judged_sides(there, others, label.entries))
    is_map = truth.kind == DIFFERENTIAL
    values = {**truth.names, problem.name: problem.function}
    if others and _is_differential(truth, first):
        return _Said(_differential(truth, others))
    if others and (moved := _moved(truth, first)) is not None:
        own = judge_steps(problem, truth.moving, (), [moved, problem.function])
        return _Said(_differential(truth, sides, is_whole=False), own.right)
    if others and name in values and (not is_last or name == problem.name):
        shape = values[name].shape
        read = [truth.read(side.text, shape)[0].value for side in others]
        report = judge_steps(problem, truth.own, (), [values[name], *read])
        return _Said(as_claim(report, _place(sides)), is_claim=False)
    claimed = others if others and name and name not in values else sides  # g = 2*A*x
    return _Said((_differential if is_map else _judged_sides)(truth, claimed))


def _place(sides: Sequence[Side]) -> tuple[int, int]:
    return sides[0].place[0], sides[-1].place[1]


def _is_differential(truth: Truth, side: Side) -> bool:
    """Is this df, or dF of a function f where nothing else is called F?"""
    moved, name = moved_in(side, truth.names), truth.problem.name
    return moved == name or (moved.lower() == name.lower() and moved not in truth.names)


def _moved(truth: Truth, side: Side) -> Expr | None:
    """The formula whose differential stands on the left of a line."""
    name = moved_in(side, truth.names)
    if name in truth.names:
        return truth.names[name]
    text = behind_d(side)
    try:
        return truth.read(text)[0].value if text else None
    except MatgradError:
        return None


def _differential(truth: Truth, sides: Sequence[Side], is_whole: bool = True) -> Claim:
    lines = [side.text for side in sides]
    if not is_whole:
        lines[0] = f"d({behind_d(sides[0]) or moved_in(sides[0], truth.names)})"
    report = check_differential(truth.problem, truth.moving, lines, is_whole)
    return as_claim(report, _place(sides))


# ---------------------------------------------------------------- formulas


def _judged_sides(truth: Truth, sides: Sequence[Side], entries: Sequence[str] = ()) -> Claim:
    """Each side must be the derivative; the first that is not is named."""
    is_zero = truth.value is zeros_of(truth.value.shape)
    notes: tuple[str, ...] = ()
    if len(sides) > 1 and sides[-1].text == "0" and not is_zero:
        sides, notes = sides[:-1], (SET_TO_ZERO,)
    is_entry = bool(entries) and all(index.isdigit() for index in entries)
    if is_entry:
        truth = truth.entry(entries)
    found = Claim(RIGHT)
    formulas: list[Expr] = []
    for number, side in enumerate(sides, 1):
        found = judged_formula(truth, side, () if is_entry else entries)
        if entries and found.status == LAYOUT:
            found = replace(found, status=WRONG, slip=OTHER_ORDER)
        formulas += found.formulas
        if found.right and formulas[-1].shape != formulas[0].shape:
            words = f"it changes the shape to {plain_shape(formulas[-1].shape)}"
            found = Claim(WRONG, words, place=side.place)
        notes += found.notes
        if not found.right:
            words = f"step {number} is the first that is wrong" if len(sides) > 1 else ""
            found = found.after(words)
            break
    return replace(found, formulas=tuple(formulas), notes=tuple(dict.fromkeys(notes)))


def judged_formula(truth: Truth, side: Side, free: Sequence[str] = ()) -> Claim:
    """A formula is right if one of its likeliest readings is."""
    try:
        meanings = truth.read(side.text, truth.value.shape, free)
    except ShapeError as error:
        slip = "; ".join(filter(None, (f"{MISFIT}: {error.message}", _nearest(truth, side))))
        return Claim(WRONG, slip, place=side.place)
    close, others = likely(
        (each._replace(value=substitute(each.value, dict(truth.closed))) for each in meanings),
        truth.shapes,
    )
    claims = [_compared(truth, side, meanings, each) for each in close[:MOST]]
    found = min(claims, key=lambda each: (each.status != RIGHT, not each.right))
    if found.right:
        return found
    for each in (*close[MOST:], *others)[:MOST]:
        if truth.compared(each.value).right:
            slip = READ_AS.format(plain(each.value))
            return replace(found, slip="; ".join(filter(None, (found.slip, slip))))
    if found.status == WRONG and not (found.slip and fits(close[0].value, truth.value)):
        slip = "; ".join(filter(None, (found.slip, _nearest(truth, side))))
        return replace(found, slip=slip)
    return found


def _compared(truth: Truth, side: Side, meanings: Sequence[Meaning], each: Meaning) -> Claim:
    shown = next((m.value for m in meanings if m.cost == each.cost), each.value)
    return as_claim(truth.compared(each.value), side.place, each.notes, (shown,))


def _nearest(truth: Truth, side: Side) -> str:
    """The formula that was meant, where the shapes of a claim do not fit."""
    try:
        others = near_formulas(side.text, truth.names, named_in(truth.problem))
        return nearest(truth.problem, truth.x, truth.value, others, truth.closed)
    except MatgradError:
        return ""
