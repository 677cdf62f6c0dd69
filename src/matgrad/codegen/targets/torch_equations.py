"""Equations in PyTorch, by factors that are there, or with a triangular matrix."""

from __future__ import annotations

from matgrad.codegen.lines import Text
from matgrad.codegen.program import Program
from matgrad.codegen.targets.python import ATOM, Written, atom
from matgrad.codegen.values import Value


def solve_spd(program: Program, value: Value, parts: list[Text]) -> Written:
    """The solution by a Cholesky factor; equations of PyTorch have matrices on the right."""
    L, b = parts
    if value.is_vector:
        return f"torch.cholesky_solve({atom(b)}[:, None], {L.code})[:, 0]", ATOM
    return f"torch.cholesky_solve({b.code}, {L.code})", ATOM


def solve_lu(program: Program, value: Value, parts: list[Text]) -> Written:
    """The solution by LU factors, those of the transposed matrix too."""
    factors, b = parts
    turned = ", adjoint=True" if value.data else ""
    if value.is_vector:
        return f"torch.linalg.lu_solve(*{factors.code}, {atom(b)}[:, None]{turned})[:, 0]", ATOM
    return f"torch.linalg.lu_solve(*{factors.code}, {b.code}{turned})", ATOM


def solve_triangular(program: Program, value: Value, parts: list[Text]) -> Written:
    """The solution with a triangular matrix."""
    A, b = parts
    kind = f"upper={not value.data}"
    if value.is_vector:
        return f"torch.linalg.solve_triangular({A.code}, {atom(b)}[:, None], {kind})[:, 0]", ATOM
    return f"torch.linalg.solve_triangular({A.code}, {b.code}, {kind})", ATOM
