"""What generated functions say of themselves: the function, and the formula that is computed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

from matgrad.codegen import Program
from matgrad.core.expr import Expr
from matgrad.core.steps import Problem, Trace
from matgrad.core.walk import fold, rebuild, substitute, symbols
from matgrad.derive.definitions import closed_values
from matgrad.ops import add, below, matmul, number, ones, toeplitz, unspecified, zeros

DOCUMENTED = 2_000  # nodes of a formula that stands in the docstring of its code
_SHORT = 200  # those of a function
_DEFINITIONS = 12  # names that are told beside it


def label(trace: Trace, name: str) -> str:
    """How the derivative with respect to a variable is called."""
    by = "" if trace.kind == "differential" else f"/d{name}"
    return f"d{trace.problem.name}{by}"


def function_lines(problem: Problem) -> list[str]:
    """The function in the given variables, or in names that are told before it."""
    names = list(problem.definitions)
    whole = substitute(problem.function, closed_values(names)) if names else problem.function
    if whole.size <= _SHORT:
        return [f"{problem.name} = {_told(whole)}"]
    told = [f"{each.symbol.name} = {_shown(each.value)}" for each in names]
    last = f"{problem.name} = {_shown(problem.function)}"
    return [*(told if len(told) <= _DEFINITIONS else []), last]


def trace_lines(trace: Trace) -> list[str]:
    """The function, and the derivatives of it that are differentiated in turn."""
    lines = function_lines(trace.origin.problem)
    for before, after in pairwise(trace.orders):
        lines.append(f"{after.problem.name} = {label(before, before.wrt[0].name)}")
    return lines


def formula_lines(trace: Trace, results: Mapping[str, Expr]) -> list[str]:
    """The answers, each by its name."""
    return [f"{label(trace, name)} = {formula(value)}" for name, value in results.items()]


def formula(value: Expr) -> str:
    """A formula, unless it is too long to be read."""
    return _told(value) if value.size <= DOCUMENTED else "…"


def in_given_variables(trace: Trace, results: Mapping[str, Expr], made: Program) -> Program:
    """The program, whose docstring uses no names that its lines do not have.

    Where products are multiplied out, or computed beforehand, names of parts may be gone.
    """
    there = set(made.names.values())
    lost = closed_values([each for each in trace.definitions if each.symbol.name not in there])
    closed = trace.forms.get("closed", {})
    said = made.docstring
    for name, value in results.items():
        if any(each in lost for each in symbols(value)):
            line = f"{label(trace, name)} = "
            told = [substitute(value, lost), *(closed[each] for each in (name,) if each in closed)]
            shortest = min((formula(each) for each in told), key=len)
            said = said.replace(line + formula(value), line + shortest, 1)
    return replace(made, docstring=said)


def _shown(value: Expr) -> str:
    return _told(value) if value.size <= _SHORT else "…"


def _told(value: Expr) -> str:
    """A formula as people write it: running sums by the name that they have."""
    return str(fold(value, _running))


def _running(node: Expr, args: list[Expr]) -> Expr:
    """x + L x, where L has ones below its diagonal, is cumsum(x)."""
    for term in args if node.op is add else ():
        own = _summed(term)
        if own is not None and own in args:
            kept = [each for each in args if each is not term]
            kept[kept.index(own)] = unspecified("cumsum", own)
            return add(*kept) if len(kept) > 1 else kept[0]
    return rebuild(node, args)


def _summed(term: Expr) -> Expr | None:
    """x, if this is L x."""
    if term.op is not matmul or term.args[0].op.name != "toeplitz":
        return None
    first, *rest = term.args
    n = first.shape.rows
    if first is not toeplitz(below(number(0), ones(n - 1)), zeros(n)):
        return None
    return matmul(*rest) if len(rest) > 1 else rest[0]
