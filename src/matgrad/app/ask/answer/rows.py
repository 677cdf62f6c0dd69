"""What was understood and what became of claims, as rows of a document."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from matgrad.app.ask.answer.ells import as_declared
from matgrad.app.ask.claims.solutions import NOT_ZERO
from matgrad.app.ask.claims.steps import Verdict
from matgrad.app.ask.formulas.claimed import Claimed
from matgrad.app.ask.formulas.dress import undressed
from matgrad.app.ask.formulas.notation import (
    GRADIENT,
    HESSIAN,
    names_in,
    source_of,
    whole_name,
)
from matgrad.app.ask.formulas.quote import quoted, readable, shown
from matgrad.app.ask.formulas.spaced import spaced
from matgrad.app.ask.formulas.typeset import can_be_set
from matgrad.app.ask.problem.understood import Understood
from matgrad.core.expr import Expr
from matgrad.core.notation import Spelling
from matgrad.core.steps import Problem
from matgrad.errors import MatgradError
from matgrad.render import plain
from matgrad.render.document import Equation, Row, Section, Verbatim, Words
from matgrad.render.glyphs import GREEK, latex_name, plain_input, plain_name, with_plain_names
from matgrad.render.labels import with_set_names
from matgrad.render.outline import INFERRED

NOT_TAKEN = re.compile(
    r"(?P<name>\S+(?:, \S+)*(?: and \S+)?) (?:is|are) not taken to be (?P<what>[^:]+): (?P<why>.+)"
)
_MISFIT = re.compile(
    r"(cannot (?:multiply|add) )(.+?)( ?\(\S+×\S+\) (?:by|and|to) )(.+?)( ?\(\S+×\S+\))"
)
_DIFFERENTIAL = re.compile(  # B dV r, where TeX has no spaces
    r"(?<=[A-Za-z0-9})]) (?=d(?:[A-Za-z]|\\[a-z]+)(?![A-Za-z]))"
    r"|(?<=(?<![A-Za-z\\])d[A-Za-z]) (?=[A-Za-z])"
)
REPAIRED = "would be right"  # what is right is said with the slip
_PEOPLE = re.compile(r"\b(?:hessian|jacobian|laplacian|lagrangian|gram)\b")  # named after people


def understood_rows(found: Understood, needless: Collection[str] = ()) -> list[Row]:
    """How the question was understood, so that a person can correct it, less `needless` notes."""
    rows: list[Row] = []
    problem = found.problem
    if problem is not None:
        rows.append(Row(words=("the function: ", named(problem.name), " = ", problem.function)))
        rows += [Row(words=("with ", d.symbol, " = ", d.value)) for d in problem.definitions]
        given = [note for note in problem.notes if not note.endswith(INFERRED)]
        rows += [Row(words=with_set_names(in_signs(note, problem))) for note in given]
    else:
        known = dict.fromkeys(f"{d.latex} = {d.values[0]}" for d in found.reading.defined)
        rows += [Row(words=("read: ", quoted(latex))) for latex in known]
    inside = [latex for latex in found.cut.formulas if whole_name(latex) is None]
    used = {name for latex in inside for name in names_in(latex)}
    for name, function in found.meaning.functions.items():
        if problem is not None and name not in used:
            continue
        unknown = "a function of which only the name is known, applied to each entry"
        what = f"the function {function}" if function else unknown
        rows.append(Row(words=(named(name), f" is {what}")))
    if found.variables:
        both = "gradient and the " if _wants_both(found) else ""
        words: list[Any] = [f"asked: the {both}{_with_capitals(found.kind)} with respect to "]
        for i, name in enumerate(found.variables):
            words += [", " if i else "", named(name)]
        for name in found.others:
            words += [", and by ", named(name)]
        rows.append(Row(words=tuple(w for w in words if w != "")))
    notes = _together([x for x in dict.fromkeys(found.notes) if x not in needless])
    rows += [Row(words=with_set_names(in_signs(note, problem))) for note in notes]
    return rows + [row for error in found.errors for row in _error_rows(found, error)]


def _wants_both(found: Understood) -> bool:
    """Is the gradient, which a Hessian is derived from, asked for as well?"""
    asked = [each for each, _ in (*found.said.asked, *found.reading.asked)]
    told = found.said.stating
    is_asked = any(each.kind == GRADIENT and each not in told for each in asked)
    return found.kind == HESSIAN and is_asked


def _together(notes: list[str]) -> list[str]:
    """Lines about what is not taken to hold, those of one kind as one."""
    merged: list[str] = []
    for note in notes:
        last = NOT_TAKEN.fullmatch(merged[-1]) if merged else None
        this = NOT_TAKEN.fullmatch(note)
        if last and this and last["why"] == this["why"] and last["name"] == this["name"]:
            merged[-1] = last.expand(rf"\g<name> is not taken to be \g<what> or {this['what']}")
        elif last and this and last["why"] == this["why"] and last["what"] == this["what"]:
            names = re.sub(r" and (?=\S+$)", ", ", last["name"]) + f" and {this['name']}"
            merged[-1] = f"{names} are not taken to be {this['what']}"
        else:
            merged.append(note)
            continue
        merged[-1] += f": {this['why']}"
    return merged


def _error_rows(found: Understood, error: MatgradError) -> list[Row]:
    """Why something was not understood, unless it is asked back in the same words."""
    asked = [question.lower() for question in found.questions]
    if any(question.startswith(error.message.lower()) for question in asked):
        return []
    words = in_signs(without_commands(error.message), found.problem)
    rows = [Row(words=(f"not understood: {words}",))]
    return [*rows, Row(words=("in ", shown(error.source)))] if error.source else rows


def unsaid(section: Section, told: Sequence[Words], found: Understood) -> Section:
    """A section without the lines, and the definitions, that stand above."""
    given = found.problem.definitions if found.problem else ()
    known = [Row(Equation(each.symbol, each.value)) for each in given]
    new = (row for row in section.rows if row not in known)
    left = (row for row in new if row.equation or row.words not in told)
    return replace(section, rows=tuple(as_declared(row, found.reading.declared) for row in left))


def asked_rows(found: Understood) -> list[Row]:
    """What is asked back."""
    questions = dict.fromkeys(map(without_commands, found.questions))
    return [Row(words=(in_signs(words, found.problem),)) for words in questions]


def in_signs(words: str, problem: Problem | None) -> str:
    """Our own words with names as they are printed; what is quoted stays as it is."""
    known = {d.symbol.name for d in problem.definitions} if problem else set[str]()
    names = {*GREEK, *known, *(problem.symbols if problem else ())}
    pieces = re.split(r"(“[^”]*”)", words)
    said = (x if x.startswith("“") else with_plain_names(x, names) for x in pieces)
    return _with_capitals("".join(said))


def _with_capitals(words: str) -> str:
    """The words, with the names of people in them as these are written."""
    return _PEOPLE.sub(lambda found: found[0].capitalize(), words)


def named(name: str) -> Spelling:
    """A name in the three spellings."""
    return Spelling(name, plain_name(name), latex_name(name))


def claim_rows(claim: Verdict) -> list[Row]:
    """A claim, the verdict, and numbers to redo by hand."""
    verdict = claim.status + (f" ({claim.who})" if claim.who else "")
    verdict += f": {without_commands(claim.words)}" if claim.words else ""
    first, *values = claim.latex.split(" = ")
    at = min(claim.line or len(values), len(values)) - 1
    lefts = (_with_capitals(first), *("" for _ in values[1:]))
    rows = [
        _claim_row(left, value, verdict if i == at else "")
        for i, (left, value) in enumerate(zip(lefts, values, strict=False))
    ]
    if claim.sides is not None:
        rows = [Row(Equation(*claim.sides), words=(verdict,))]
    example = claim.report.counterexample if claim.report else None
    if claim.is_wrong and claim.true is not None and REPAIRED not in claim.words:
        rows.append(Row(words=("right is ", claim.true)))
    if example is not None:
        given = {plain_input(name): rows for name, rows in example.inputs.items()}
        values = ", ".join(f"{name} = {matrix(rows)}" for name, rows in given.items())
        rows += [Row(words=(f"for example with {values}:",))] if values else []
        claimed, true = matrix(example.claimed), matrix(example.true)
        both = f"the claim gives {claimed}, right is {true}"
        there = f"the gradient there is {true}"  # which is not what is claimed
        rows.append(Row(words=(there if claim.words == NOT_ZERO else both,)))
    return rows


def _claim_row(left: str, right: str, verdict: str) -> Row:
    """A line of a claim; what cannot be set is shown as it was typed."""
    words = (verdict,) if verdict else ()
    if can_be_set(undressed(left)) and can_be_set(undressed(right)):
        shown = _DIFFERENTIAL.sub(r"\\, ", right)
        return Row(Equation(quoted(left) if left else None, quoted(shown)), words=words)
    typed = Verbatim(f"{left} = {right}".strip())
    return Row(words=(typed, *(f"  {each}" for each in words)))


def without_commands(words: str) -> str:
    """The words of a verdict or an error, which may quote LaTeX, as they are read."""
    words = re.sub(r"\\(dot|ddot|hat|bar|tilde|vec)(?=\s+is\s)", r"\1", words)  # above no letter
    words = readable(words) if re.search(r"\\|\^", words) else words
    words = re.sub(r" (?=[.,;:?!](?:\s|$))", "", words)
    return _MISFIT.sub(lambda found: "".join(map(_factor, found.groups())), with_plain_names(words))


def _factor(words: str) -> str:
    """A part of what is said of two factors, or terms, whose shapes do not fit."""
    return words if words.startswith((" ", "cannot")) else spaced(words)


def matrix(rows: list[list[str]]) -> str:
    """A small matrix in one line."""
    lines = ["  ".join(re.sub(r"(?<!e)-", "−", x) for x in row) for row in rows]
    return lines[0] if len(rows) == 1 and len(rows[0]) == 1 else "[" + "; ".join(lines) + "]"


def unread_rows(found: Understood) -> list[Row]:
    """Formulas that could not be read; of the function itself, the error is said."""
    reading = found.reading
    used = found.function.values if found.function is not None else ()
    whole = [latex for latex in reading.bare.values() if latex not in used]
    whole += reading.identities
    broken = [latex for latex in whole if source_of(latex) is None]
    broken += [latex for c in reading.claimed for latex in _broken_sides(c)]
    rows = [
        Row(words=(shown(x),)) for x in dict.fromkeys(reading.unread) if x and x not in found.used
    ]
    return rows + [Row(words=(Verbatim(quoted(x).text),)) for x in dict.fromkeys(broken)]


def _broken_sides(claim: Claimed) -> list[str]:
    """What cannot be read of a claim: some of its sides, or all of it."""
    whole = " = ".join((claim.latex, *claim.values))
    if source_of(whole) is not None:
        return []
    sides = [f"= {side}" for side in claim.values if source_of(side) is None]
    return sides if len(claim.values) > 1 and sides else [whole]


def row_text(row: Row) -> str:
    """The words of a row."""
    return "".join(
        w if isinstance(w, str) else plain(w) if isinstance(w, Expr) else w.plain for w in row.words
    )


def left_sections(found: Understood, unused: Sequence[str]) -> list[Section]:
    """What is left open: questions back, formulas without a use, and what was not read."""
    return [
        Section("Not clear", tuple(asked_rows(found))),
        Section("Not used", tuple(Row(words=(shown(latex),)) for latex in unused)),
        Section("Not read", tuple(unread_rows(found))),
    ]
