"""What was understood and what became of claims, as rows of a document."""

from __future__ import annotations

import re
from typing import Any

from matgrad.app.ask.claims.steps import Verdict
from matgrad.app.ask.formulas.notation import (
    HESSIAN,
    JACOBIAN,
    names_in,
    source_of,
    whole_name,
)
from matgrad.app.ask.formulas.quote import quoted, readable, shown
from matgrad.app.ask.problem.understood import Understood
from matgrad.core.expr import Expr
from matgrad.core.notation import Spelling
from matgrad.render import plain
from matgrad.render.document import Equation, Row
from matgrad.render.glyphs import latex_name, plain_name, with_plain_names
from matgrad.render.outline import INFERRED

NAMES = {HESSIAN: "Hessian", JACOBIAN: "Jacobian"}  # after people


def understood_rows(found: Understood) -> list[Row]:
    """How the question was understood, so that a person can correct it."""
    rows: list[Row] = []
    problem = found.problem
    if problem is not None:
        rows.append(Row(words=("the function: ", named(problem.name), " = ", problem.function)))
        rows += [Row(words=("with ", d.symbol, " = ", d.value)) for d in problem.definitions]
        given = [note for note in problem.notes if not note.endswith(INFERRED)]
        rows += [Row(words=(note,)) for note in given]
    else:
        known = dict.fromkeys(f"{d.latex} = {d.values[0]}" for d in found.reading.defined)
        rows += [Row(words=("read: ", quoted(latex))) for latex in known]
    inside = [latex for latex in found.cut.formulas if whole_name(latex) is None]
    used = {name for latex in inside for name in names_in(latex)}
    for name, function in found.meaning.functions.items():
        if problem is not None and not function and name not in used:
            continue
        what = function or "a function of which only the name is known, applied to each entry"
        rows.append(Row(words=(named(name), f" is {what}")))
    if found.variables:
        words: list[Any] = [f"asked: the {NAMES.get(found.kind, found.kind)} with respect to "]
        for i, name in enumerate(found.variables):
            words += [", " if i else "", named(name)]
        for name in found.others:
            words += [", and by ", named(name)]
        rows.append(Row(words=tuple(w for w in words if w != "")))
    rows += [Row(words=(note,)) for note in found.notes]
    for error in found.errors:
        rows.append(Row(words=(f"not understood: {without_commands(error.message)}",)))
        if error.source:
            rows.append(Row(words=(f"in {error.source}",)))
    return rows


def named(name: str) -> Spelling:
    """A name in the three spellings."""
    return Spelling(name, plain_name(name), latex_name(name))


def claim_rows(claim: Verdict) -> list[Row]:
    """A claim, the verdict, and numbers to redo by hand."""
    verdict = claim.status + (f" ({claim.who})" if claim.who else "")
    verdict += f": {without_commands(claim.words)}" if claim.words else ""
    first, *values = claim.latex.split(" = ")
    at = min(claim.line or len(values), len(values)) - 1
    rows = [
        Row(
            Equation(None if i else quoted(first), quoted(value)),
            words=(verdict,) if i == at else (),
        )
        for i, value in enumerate(values)
    ]
    example = claim.report.counterexample if claim.report else None
    if claim.is_wrong and claim.true is not None:
        rows.append(Row(words=("right is ", claim.true)))
    if example is not None:
        given = {with_plain_names(name): rows for name, rows in example.inputs.items()}
        values = ", ".join(f"{name} = {matrix(rows)}" for name, rows in given.items())
        rows += [Row(words=(f"for example with {values}:",))] if values else []
        claimed, true = matrix(example.claimed), matrix(example.true)
        rows.append(Row(words=(f"the claim gives {claimed}, right is {true}",)))
    return rows


def without_commands(words: str) -> str:
    """The words of a verdict or an error, which may quote LaTeX, as they are read."""
    words = re.sub(r"\\(dot|ddot|hat|bar|tilde|vec)(?=\s+is\s)", r"\1", words)  # above no letter
    words = readable(words) if re.search(r"\\|\^", words) else words
    return with_plain_names(words)


def matrix(rows: list[list[str]]) -> str:
    """A small matrix in one line."""
    lines = ["  ".join(row) for row in rows]
    return lines[0] if len(rows) == 1 and len(rows[0]) == 1 else "[" + "; ".join(lines) + "]"


def unread_rows(found: Understood) -> list[Row]:
    """Formulas that could not be read; of the function itself, the error is said."""
    reading = found.reading
    used = found.function.values if found.function is not None else ()
    whole = [latex for latex in reading.bare.values() if latex not in used]
    whole += [" = ".join((c.latex, *c.values)) for c in reading.claimed]
    broken = [latex for latex in (*whole, *reading.identities) if source_of(latex) is None]
    rows = [
        Row(words=(shown(x),)) for x in dict.fromkeys(reading.unread) if x and x not in found.used
    ]
    return rows + [Row(words=(quoted(x).text,)) for x in dict.fromkeys(broken)]


def row_text(row: Row) -> str:
    """The words of a row."""
    return "".join(
        w if isinstance(w, str) else plain(w) if isinstance(w, Expr) else w.plain for w in row.words
    )
