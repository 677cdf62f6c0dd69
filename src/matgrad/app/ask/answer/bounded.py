"""What a derivative by a number is where the text bounds it: for x > 1, |x - 1| has slope 1."""

from __future__ import annotations

import re
from collections.abc import Iterator

from matgrad.app import api
from matgrad.app.ask.answer.making import Made
from matgrad.app.ask.claims.subjects import Subjects
from matgrad.app.ask.formulas.notation import GRADIENT, whole_name
from matgrad.core.expr import Expr, Symbol, make
from matgrad.core.notation import Spelling
from matgrad.core.shape import SCALAR
from matgrad.core.steps import Problem
from matgrad.core.walk import substitute
from matgrad.errors import MatgradError
from matgrad.ops import add, minus, number, scale, symbol_op
from matgrad.render.glyphs import latex_name, plain_name
from matgrad.rules.simplify import simplify

_BOUND = re.compile(r"\s*(?P<x>\\?[A-Za-z]+)\s*(?P<sign><|>|\\leq?|\\geq?)\s*(?P<c>-?\d{1,6})\s*")


def within_bounds(subjects: Subjects) -> Iterator[Made]:
    """The derivative on the side of each bound on its variable, where that is shorter."""
    found, problem = subjects.found, subjects.main.problem
    first = subjects.main.first
    if found.kind != GRADIENT or len(found.variables) != 1 or first is None:
        return
    x = problem.symbols[found.variables[0]]
    for latex in list(found.reading.bare.values()) if x.is_scalar else ():
        bound = _BOUND.fullmatch(latex)
        if bound is None or whole_name(bound["x"]) != x.name:
            continue
        is_above = bound["sign"] == ">" or bound["sign"].startswith("\\g")
        try:
            value = _there(problem, x, int(bound["c"]), is_above)
        except MatgradError:
            continue
        if value is not None and value.size < first.answers[x.name].size:
            found.used.add(latex)
            side = f"If {plain_name(x.name)} {'>' if is_above else '<'} {bound['c']}"
            yield Made(side, _slope(problem.name, x.name), value, ())


def _there(problem: Problem, x: Expr, c: int, is_above: bool) -> Expr | None:
    """The derivative at c + p, or at c - p, with a positive p, written in x again."""
    name = next(n for n in ("p", "s", "q", "u") if n not in problem.symbols)
    p = make(symbol_op, (), Symbol(name, SCALAR, frozenset({"positive"})))
    moved = add(number(c), p) if is_above else minus(number(c), p)
    parts = {d.symbol: d.value for d in problem.definitions}
    function = problem.function
    for _ in parts:
        function = substitute(function, parts)
    symbols = {**{n: s for n, s in problem.symbols.items() if n != x.name}, name: p}
    d = api.gradient(Problem(substitute(function, {x: moved}), problem.name, symbols=symbols), name)
    if not d.verdict.ok:
        return None
    back = minus(x, number(c)) if is_above else minus(number(c), x)
    slope = substitute(d.answers[name], {p: back})
    return simplify(slope if is_above else scale(number(-1), slope))


def _slope(f: str, x: str) -> Spelling:
    latex = rf"\frac{{\partial {latex_name(f)}}}{{\partial {latex_name(x)}}}"
    return Spelling(f"d{f}/d{x}", f"∂{plain_name(f)}/∂{plain_name(x)}", latex)
