r"""The logarithm of a square matrix, or of each entry? \operatorname{tr}(X \log X) is asked."""

from __future__ import annotations

import re

from matgrad.core.expr import Expr
from matgrad.core.steps import Problem
from matgrad.core.walk import postorder
from matgrad.errors import AmbiguousError
from matgrad.ops import matmul, trace, transpose

# Elementwise functions that are also functions of square matrices, and how LaTeX writes them.
VERSIONS = {
    "exp": ("expm", r"\\exp\b"),
    "log": ("logm", r"\\(?:log|ln)\b"),
    "sqrt": ("sqrtm", r"\\sqrt\b"),
}


def check_matrix_functions(problem: Problem, text: str) -> None:
    """Refuse an elementwise function of a square matrix whose value is multiplied or traced.

    Who multiplies log(X) with a matrix may well mean the matrix logarithm.
    """
    for root in (problem.function, *(d.value for d in problem.definitions)):
        for node in postorder(root):
            if node.op in (matmul, trace):
                for arg in node.args:
                    inside = arg.args[0] if arg.op is transpose else arg
                    if _is_unclear(inside) and not _is_summed(node, arg):
                        raise _question(inside, text)


def _is_unclear(node: Expr) -> bool:
    return node.op.name in VERSIONS and node.shape.is_square and not node.is_scalar


def _is_summed(node: Expr, arg: Expr) -> bool:
    """Do vectors of ones stand beside it, so that its entries are added?"""
    others = [factor for factor in node.args if factor is not arg]
    return bool(others) and all("ones" in {n.op.name for n in postorder(f)} for f in others)


def _question(node: Expr, text: str) -> AmbiguousError:
    called, pattern = VERSIONS[node.op.name]
    found = re.search(pattern, text)
    place = (found.start(), found.end()) if found else (0, len(text))
    return AmbiguousError(
        f"{node.op.name} of a square matrix: the matrix function, or of each entry?", place,
        rf"\operatorname{{{called}}}(X); for each entry define it first, L = \{node.op.name}(X)",
    )  # fmt: skip
