"""A Jacobian in another layout, compared entry by entry with the one that was derived."""

from __future__ import annotations

from collections.abc import Sequence

from matgrad.core.expr import Expr
from matgrad.core.steps import Trace
from matgrad.derive.layout import acts_on_columns
from matgrad.verify.arithmetic import Matrix
from matgrad.verify.comparison import Comparison
from matgrad.verify.evaluate import Outcome
from matgrad.verify.point import Point
from matgrad.verify.result import Reparse, read_back


def arrangements(
    trace: Trace, results: dict[str, Expr], reparse: Reparse | None
) -> list[Comparison]:
    """Each matrix in the layout asked for has the entries of the answer, where they belong.

    So has what is read of it after printing.
    """
    F, moved = trace.problem.function.shape, trace.arranged
    of_columns = [X for X in trace.wrt if X.name in moved and X.name in results]
    of_columns = [X for X in of_columns if acts_on_columns(results[X.name], F, X)]
    wanted = [(X, moved[X.name]) for X in of_columns]
    wanted += [
        (X, again)
        for X, J in wanted
        if reparse
        for again in dict.fromkeys(read_back(reparse, J))
        if again is not J
    ]
    return [
        _comparison(f"the layout by {X.name}" + f" ({i})" * (i > 0), trace, X, results[X.name], J)
        for i, (X, J) in enumerate(wanted)
    ]


def _comparison(label: str, trace: Trace, X: Expr, J: Expr, moved: Expr) -> Comparison:
    F, (order, layout) = trace.problem.function, trace.arranged_as

    def sides(at: Point) -> tuple[Outcome, Outcome]:
        value, f, x = at.memo[J], at.memo[F], at.memo[X]
        if not (isinstance(value, list) and isinstance(f, list) and isinstance(x, list)):
            return value, at.memo[moved]
        if order == "rows":
            columns = _by_rows(x) if len(value[0]) == len(x) * len(x[0]) else range(len(value[0]))
            value = [[value[i][j] for j in columns] for i in _by_rows(f)]
        return at.R.transpose(value) if layout == "denominator" else value, at.memo[moved]

    return Comparison(label, (J, F, X, moved), sides)


def _by_rows(matrix: Matrix) -> Sequence[int]:
    """Where each entry, row by row, stands among those that are counted column by column."""
    rows, cols = len(matrix), len(matrix[0])
    return [j * rows + i for i in range(rows) for j in range(cols)]
