"""Are two expressions equal? Asked in exact arithmetic at random points."""

from matgrad.core.expr import Expr, is_differential
from matgrad.core.steps import Problem
from matgrad.core.walk import substitute, symbols
from matgrad.ops import symbol
from matgrad.verify.point import field_points, setting

ENOUGH, TRIES = 6, 60


def whole(problem: Problem) -> Expr:
    """The function of a problem, with the named parts filled in."""
    function = problem.function
    for part in reversed(problem.definitions):
        function = substitute(function, {part.symbol: part.value})
    return function


def agree(a: Expr, b: Expr) -> bool | None:
    """True if two expressions agree, False if they differ somewhere, None if nothing is known."""
    if a is b:
        return True
    moved = {d: symbol(f"D{d.name}", *d.shape) for d in symbols(a, b) if is_differential(d)}
    a, b = substitute(a, moved), substitute(b, moved)
    if a.shape != b.shape:
        return False
    agreed = 0
    for _, point in field_points(setting(Problem(a), (), (), (b,)), 7, TRIES):
        values = point.evaluate([a, b])
        x, y = values[a], values[b]
        if not (isinstance(x, list) and isinstance(y, list)):
            continue
        if not point.R.agree(x, y):
            return False
        agreed += 1
        if agreed >= ENOUGH:
            return True
    return True if agreed else None
