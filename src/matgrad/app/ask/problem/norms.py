"""Norms of numbers, which nobody writes: a Greek letter there is a vector, as ε in ‖W(x + σε)‖."""

from __future__ import annotations

from matgrad.app.ask.problem.domains import attempt
from matgrad.app.ask.problem.function import declarations, read_function, script_of
from matgrad.app.ask.problem.understood import Understood
from matgrad.core.steps import Problem
from matgrad.core.walk import postorder
from matgrad.ops import norm2
from matgrad.render.glyphs import plain_name
from matgrad.syntax.tokens import GREEK


def widen_norms(found: Understood) -> None:
    """Take a Greek letter to be a vector where all others would be numbers below a norm."""
    problem, chosen = found.problem, found.function
    if problem is None or chosen is None or not _is_of_number(problem):
        return
    told = {*found.said.kinds, *(each.name for each in declarations(found))}
    open_ = [n for n, x in problem.symbols.items() if x.is_scalar and n in GREEK.values()]
    for name in (n for n in open_ if n not in told):
        found.said.kinds[name] = "vector"
        other = attempt(script_of(found, chosen, found.is_scalar, found.kept))
        if other is not None and not _is_of_number(other):
            read_function(found, found.is_scalar)
            found.notes.append(
                f"{plain_name(name)} is taken to be a vector, as norms are of vectors"
            )
            return
        del found.said.kinds[name]


def _is_of_number(problem: Problem) -> bool:
    """Is the length of a number taken?"""
    roots = (*(d.value for d in problem.definitions), problem.function)
    return any(node.op is norm2 and node.args[0].is_scalar for node in postorder(*roots))
