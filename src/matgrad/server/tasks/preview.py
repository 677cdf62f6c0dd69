"""`/api/preview`: how the input is read, before anything is derived."""

from __future__ import annotations

from dataclasses import asdict, replace

from matgrad.api.pipeline import options_of
from matgrad.core.expr import Expr
from matgrad.core.reading import Reading
from matgrad.render import latex
from matgrad.render.glyphs import latex_name
from matgrad.render.marked import with_shapes
from matgrad.render.problem_form import problem_form
from matgrad.server.tasks.given import KINDS, SCALAR_KINDS, Given, Request, read, suggested
from matgrad.server.tasks.shown import Data, kind_of, named, row_data, shape_latex, sizes


def preview(request: Request) -> Data:
    """The input typeset, with shapes, what can be asked of it, and how it was understood."""
    given = read(request)
    problem = given.problem
    function, name = problem.function, latex_name(problem.name)
    kind, wrt = suggested(problem, given.reply)
    asked = problem.asked or given.reply
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
        "reading": reading(given),
        "form": problem_form(replace(problem, asked=(kind, wrt) if wrt else None)),
        "notes": list(problem.notes),
        "error": None,
    }


def names_in(given: Given) -> dict[str, Expr]:
    """The symbols, those of intermediates among them."""
    parts = {d.symbol.name: d.symbol for d in given.problem.definitions}
    return {**given.problem.symbols, **parts}


def symbols(given: Given) -> list[Data]:
    """The variables as chips show them."""
    return [
        {
            "name": name,
            "latex": latex(x),
            "kind": kind_of(x.shape),
            "shape": sizes(x.shape),
            "shape_text": str(x.shape),
            "shape_latex": shape_latex(x.shape),
            "inferred": name in given.problem.inferred,
            "assume": sorted(x.data.facts),
        }
        for name, x in given.problem.symbols.items()
    ]


def reading(given: Given) -> Data:
    """How sure it is that this was meant; of a formula, also the inputs that say otherwise."""
    found, reply = given.problem.reading, given.reply
    if reply is not None:
        found = Reading(tuple(reply.guesses))
    options = () if reply is not None else options_of(given.problem)
    return {**found.to_json(), "options": [asdict(option) for option in options]}


def understanding(given: Given) -> Data:
    """Of a question: how it was read, and what has to be asked back."""
    if given.reply is None:
        return {"understood": [], "questions": []}
    rows = [row_data(row, "short") for row in given.reply.status_rows()]
    return {"understood": rows, "questions": given.reply.questions}
