"""A problem as a text that is read as the very same problem: declarations, names, what is asked."""

from __future__ import annotations

from collections.abc import Iterator

from matgrad.core.expr import Expr, Facts
from matgrad.core.shape import Shape
from matgrad.core.steps import Problem
from matgrad.core.walk import postorder
from matgrad.ops import Function, functions_of
from matgrad.render.indexed import how_far


def problem_form(problem: Problem) -> str:
    """The problem in the language that answers are printed in, with everything declared.

    >>> from matgrad.syntax import parse_problem
    >>> print(problem_form(parse_problem("||Ax||^2; gradient wrt x")))
    A: m x n; x: n
    f = norm2(A*x)^2
    gradient of f wrt x
    """
    lines = [*_declared_functions(problem), _declared_variables(problem)]
    lines += [f"{each.symbol} = {each.value}" for each in problem.definitions]
    lines.append(f"{problem.name} = {problem.function}")
    if problem.asked is not None:
        kind, names = problem.asked
        shown = ", ".join(str(problem.symbols.get(name, name)) for name in names)
        lines.append(f"{kind} of {problem.name} wrt {shown}")
    return "\n".join(line for line in lines if line)


def named_functions(problem: Problem) -> dict[str, Function | None]:
    """The functions that are only named; those that act on each entry have no shapes."""
    return functions_of(postorder(problem.function, *(d.value for d in problem.definitions)))


def variables(problem: Problem) -> dict[str, Expr]:
    """The variables that are declared in the form: no intermediates and no functions."""
    other = {each.symbol.name for each in problem.definitions} | named_functions(problem).keys()
    return {name: X for name, X in problem.symbols.items() if name not in other}


def _declared_variables(problem: Problem) -> str:
    found = [_declared(str(X), X.shape, X.data.facts) + how_far(X.data.axes)
             for X in variables(problem).values()]  # fmt: skip
    assumed = "; ".join(guess.words for guess in problem.reading.guesses)
    return "; ".join(found) + (f"  # assumed: {assumed}" if assumed else "")


def _declared(name: str, shape: Shape, facts: Facts) -> str:
    words = " ".join((_sizes(shape), *sorted(facts)))
    return f"{name}: {words}"


def _sizes(shape: Shape) -> str:
    if shape.is_scalar:
        return "scalar"
    return str(shape.rows) if shape.is_column else f"{shape.rows} x {shape.cols}"


def _declared_functions(problem: Problem) -> Iterator[str]:
    for name, function in named_functions(problem).items():
        if function is None:
            yield f"function {name}"
        else:
            called = f"{name}({', '.join(function.params)})"
            yield f"function {_declared(called, function.shape, function.facts)}"
