"""Jacobians that a text writes out entry by entry, compared at the sizes that they have."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from matgrad.app import api
from matgrad.app.ask.formulas.notation import any_name, key, names_in, source_of
from matgrad.app.ask.formulas.reading import Declared, Defined
from matgrad.app.ask.problem.calls import applied
from matgrad.app.ask.problem.function import script_of
from matgrad.app.ask.problem.script import Script
from matgrad.app.ask.problem.shapes import settled
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.judge.truth import ROW_ORDER
from matgrad.core.dims import Dim
from matgrad.core.steps import Problem
from matgrad.derive.layout import arrange
from matgrad.errors import MatgradError, UnsupportedError
from matgrad.render.glyphs import latex_name
from matgrad.render.labels import acts_on_vec
from matgrad.syntax.latex_problem import parse_latex_expression
from matgrad.verify.claim import LAYOUT, ClaimReport, check_claim

_GRID = re.compile(r"^\s*\\begin\{([bp]?matrix)\}(.*)\\end\{\1\}\s*$", re.DOTALL)
_STARTS = ("letter", "command", "group")
Sizes = Mapping[str, int]


def grid_size(latex: str) -> tuple[int, int] | None:
    """Rows and columns, if a formula is one matrix written out."""
    found = _GRID.match(latex)
    if found is None or r"\begin" in found[2] or r"\partial" in found[2]:
        return None
    rows = [row for row in found[2].split(r"\\") if row.strip()]
    widths = {row.count("&") + 1 for row in rows}
    return (len(rows), widths.pop()) if len(widths) == 1 else None


def check_grid(found: Understood, chosen: Defined, variable: str, latex: str) -> ClaimReport:
    """Compare a matrix that is written out with a Jacobian."""
    size = grid_size(latex)
    assert size is not None
    problem = sized_problem(found, chosen, variable, size)
    known = {**problem.symbols, **{d.symbol.name: d.symbol for d in problem.definitions}}
    lengths = {name: x.shape.rows.value or 0 for name, x in known.items() if x.shape.is_column}
    meant = with_entries(applied(latex, found.meaning), lengths)
    claimed = parse_latex_expression(meant, known, found.meaning.unspecified)
    d = api.jacobian(problem, variable)
    X = problem.symbols[variable]
    first = check_claim(problem, X, claimed, d.result)
    if first.right or not acts_on_vec(d.trace, variable):
        return first
    by_rows = check_claim(
        problem, X, claimed, arrange(d.trace, "rows", "numerator").arranged[variable]
    )
    return replace(by_rows, status=LAYOUT, slip=ROW_ORDER) if by_rows.right else first


def sized_problem(
    found: Understood, chosen: Defined, variable: str, size: tuple[int, int]
) -> Problem:
    """The function at the sizes that make its Jacobian this large."""
    script = script_of(found, chosen, scalar=False, kept=(variable,))
    lengths = {variable: size[1]}
    try:
        open_, _ = settled(script)
        sizes = solved(open_, variable, size)
        shapes = {name: [_size(n, sizes) for n in x.shape] for name, x in open_.symbols.items()}
    except (MatgradError, KeyError):
        shapes = {variable: [str(size[1]), "1"]}
    declared = tuple(
        Declared(name, latex_name(name), _space(sides), -1) for name, sides in shapes.items()
    )
    given = with_sizes(script, declared, lengths)
    return settled(given)[0]


def with_sizes(script: Script, declared: tuple[Declared, ...], lengths: Sizes) -> Script:
    """The script with these declarations, and with entries of vectors whose length is known."""
    value = with_entries(script.function, lengths)
    return replace(script, declared=declared, function=value, scalar=False)


def solved(problem: Problem, variable: str, size: tuple[int, int]) -> Sizes:
    """The sizes for which the Jacobian has this many rows and columns."""
    sizes: dict[str, int] = {}
    rows = problem.function.shape.rows
    if rows.value is None and len(rows.names) == 1:
        sizes[next(iter(rows.names))] = size[0]
    left = size[1]
    unknown: list[str] = []
    for side in problem.symbols[variable].shape:
        value = side.value or sizes.get(next(iter(side.names), ""))
        if value is None:
            unknown += side.names
        elif left % value:
            raise UnsupportedError("the matrix is too large or too small for this derivative")
        else:
            left //= value
    if len(unknown) == 1:
        sizes[unknown[0]] = left
    return sizes


def _size(size: Dim, sizes: Sizes) -> str:
    return str(sizes.get(str(size), size))


def _space(sides: list[str]) -> str:
    shown = sides[:1] if sides[1] == "1" else sides
    inside = r" \times ".join(shown)
    return rf"\mathbb{{R}}^{{{inside}}}"


def lengths_of(problem: Problem) -> Sizes:
    """The vectors whose length is a number, so that x_1 is an entry."""
    vectors = ((n, x) for n, x in problem.symbols.items() if x.shape.is_column)
    return {name: x.shape.rows.value or 0 for name, x in vectors if not x.is_scalar}


def with_entries(latex: str, lengths: Sizes) -> str:
    """The formula with x_2 as an entry of x, where x is a vector of at least two entries."""
    if not any(name.rstrip("0123456789") in lengths for name in names_in(latex)):
        return latex
    source = source_of(latex)
    parts: list[str] = []
    at, position = 0, 0
    while source is not None and at < len(source.glyphs):
        glyph = source.glyphs[at]
        is_start = glyph.kind in _STARTS
        name = any_name(source, at, len(source.glyphs)) if is_start else None
        if name is None:
            at += 1
            continue
        below = name.name.below
        base = key(name.name._replace(below=""))
        if below.isdigit() and 0 < int(below) <= lengths.get(base, 0):
            spelled = latex[glyph.start : source.glyphs[name.after - 1].end].partition("_")[0]
            parts += [latex[position : glyph.start], rf"\left[{spelled}\right]_{{{below}}}"]
            position = source.glyphs[name.after - 1].end
        at = name.after
    return "".join([*parts, latex[position:]])
