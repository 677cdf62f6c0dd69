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


def arrangements(trace: Trace, results: dict[str, Expr]) -> list[Comparison]:
    """Each matrix in the layout asked for has the entries of the answer, where they belong."""
    F, moved = trace.problem.function.shape, trace.arranged
    of_columns = [X for X in trace.wrt if X.name in moved and X.name in results]
    of_columns = [X for X in of_columns if acts_on_columns(results[X.name], F, X)]
    return [_comparison(trace, X, results[X.name], moved[X.name]) for X in of_columns]


def _comparison(trace: Trace, X: Expr, J: Expr, moved: Expr) -> Comparison:
    F, (order, layout) = trace.problem.function, trace.arranged_as

    def sides(at: Point) -> tuple[Outcome, Outcome]:
        value, f, x = at.memo[J], at.memo[F], at.memo[X]
        if not (isinstance(value, list) and isinstance(f, list) and isinstance(x, list)):
            return value, at.memo[moved]
        if order == "rows":
            columns = _by_rows(x) if len(value[0]) == len(x) * len(x[0]) else range(len(value[0]))
            value = [[value[i][j] for j in columns] for i in _by_rows(f)]
        return at.R.transpose(value) if layout == "denominator" else value, at.memo[moved]

    return Comparison(f"the layout by {X.name}", (J, F, X, moved), sides)


def _by_rows(matrix: Matrix) -> Sequence[int]:
    """Where each entry, row by row, stands among those that are counted column by column."""
    rows, cols = len(matrix), len(matrix[0])
    return [j * rows + i for i in range(rows) for j in range(cols)]
