"""`/api/preview`: how the input is read, before anything is derived."""

from __future__ import annotations

from dataclasses import replace

from matgrad.app.ask.answer.rows import understood_rows, unread_rows
from matgrad.app.ask.answer.unused import unused
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.server.tasks.given import KINDS, SCALAR_KINDS, Given, Request, read, suggested
from matgrad.app.server.tasks.shown import Data, kind_of, named, row_data, shape_latex, sizes
from matgrad.core.expr import Expr
from matgrad.render import latex
from matgrad.render.document import Row
from matgrad.render.glyphs import latex_name
from matgrad.render.marked import with_shapes

INFERRED = "(inferred)"


def preview(request: Request) -> Data:
    """The input typeset, with shapes, what can be asked of it, and how it was understood."""
    given = read(request)
    problem = given.problem
    function, name = problem.function, latex_name(problem.name)
    kind, wrt = suggested(problem, given.understood)
    asked = problem.asked or (given.understood and given.understood.variables)
    return {
        "ok": True,
        "mode": given.mode,
        "name": problem.name,
        "latex": f"{name} = {latex(function)}",
        "latex_shapes": f"{name} = {with_shapes(function, names_in(given))}",
        "shape": sizes(function.shape),
        "shape_latex": shape_latex(function.shape),
        "symbols": symbols(given),
        "definitions": [named(d) for d in problem.definitions],
        "variables": list(problem.symbols),
        "kinds": [k for k in KINDS if function.is_scalar or k not in SCALAR_KINDS],
        "asked": {"kind": kind, "wrt": list(wrt)} if asked else None,
        "suggested": {"kind": kind, "wrt": list(wrt)},
        **understanding(given),
        "notes": list(problem.notes),
        "error": None,
    }


def names_in(given: Given) -> dict[str, Expr]:
    """The symbols, those of intermediates among them."""
    parts = {d.symbol.name: d.symbol for d in given.problem.definitions}
    return {**given.problem.symbols, **parts}


def symbols(given: Given) -> list[Data]:
    """The variables as chips show them."""
    notes = given.problem.notes
    inferred = {note.split(":")[0] for note in notes if note.endswith(INFERRED)}
    return [
        {
            "name": name,
            "latex": latex(x),
            "kind": kind_of(x.shape),
            "shape": sizes(x.shape),
            "shape_text": str(x.shape),
            "shape_latex": shape_latex(x.shape),
            "inferred": name in inferred,
            "assume": sorted(x.data.facts),
        }
        for name, x in given.problem.symbols.items()
    ]


def understanding(given: Given) -> Data:
    """Of a question: how it was read, and what has to be asked back."""
    found = given.understood
    if found is None:
        return {"understood": [], "questions": []}
    left = [Row(words=("not used: ", quoted(x))) for x in unused(found)]
    left += [replace(row, words=("not read: ", *row.words)) for row in unread_rows(found)]
    rows = [row_data(row, "short") for row in (*understood_rows(found), *left)]
    return {"understood": rows, "questions": list(found.questions)}
