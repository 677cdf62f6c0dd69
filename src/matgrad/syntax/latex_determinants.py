r"""Bars around a square matrix inside of a logarithm or a power: |\Sigma|^{-1/2}, \log|X|.

As absolute values they would make a matrix of the whole function; as a determinant, a number.
"""

from __future__ import annotations

from collections.abc import Sequence

from matgrad import ops
from matgrad.core.expr import Expr
from matgrad.core.steps import Problem
from matgrad.core.walk import postorder

_AROUND = frozenset({"log", "power", "matrix_power", "inv", "sqrt"})


def is_determinant(by_entries: Sequence[Problem], with_determinants: Sequence[Problem]) -> bool:
    """Are determinants meant, of these readings?"""
    return (
        bool(by_entries and with_determinants)
        and all(problem.function.is_scalar for problem in with_determinants)
        and not any(problem.function.is_scalar for problem in by_entries)
        and all(_is_inside(problem) for problem in by_entries)
    )


def _is_inside(problem: Problem) -> bool:
    """Do absolute values of square matrices stand in logarithms and powers only?"""
    roots = [problem.function, *(each.value for each in problem.definitions)]
    if any(map(_is_absolute, roots)):
        return False
    nodes = postorder(*roots)
    parents = [node for node in nodes if any(map(_is_absolute, node.args))]
    return bool(parents) and all(node.op.name in _AROUND for node in parents)


def _is_absolute(node: Expr) -> bool:
    return node.op is ops.absolute and node.shape.is_square and not node.is_scalar
