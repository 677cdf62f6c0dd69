"""PyTorch: operations in the forms that its libraries are fastest at, where sizes are large.

Its BLAS has no product that computes one half of what is symmetric, so such products are put
together from pieces; what is added to a diagonal touches the diagonal only, and tall matrices are
read by blocks of rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from matgrad.codegen import row_blocks
from matgrad.codegen.program import Program
from matgrad.codegen.targets import diagonals, outer_sums, pair_forms, row_forms
from matgrad.codegen.targets.forms import Forms, Rules, made, rewritten
from matgrad.codegen.values import Value

_HALVES = 192  # columns from which on Z'Z is put together from blocks
_DIAGONAL = 128  # rows from which on an identity is not written out
WHY = {
    row_blocks.NAME: row_blocks.WHY,
    pair_forms.NAME: pair_forms.WHY,
    diagonals.NAME: diagonals.WHY,
    outer_sums.NAME: outer_sums.WHY,
    "turned": "A' + B' is (A + B)', a sum with a product in one call",
}


def prepared(program: Program) -> Program:
    """The same program in these forms."""
    first = outer_sums.merged(program).program
    return rewritten(first, _rules(first)).program


def notes(program: Program) -> Sequence[tuple[str, str]]:
    """The rewrites that are made when a program is written, with their reasons."""
    first = outer_sums.merged(program)
    return [*made(first, WHY), *made(rewritten(first.program, _rules(first.program)), WHY)]


def _rules(program: Program) -> Rules:
    return {
        "matmul": ((pair_forms.NAME, _gram), (row_blocks.NAME, row_forms.rule(program))),
        "einsum": ((pair_forms.NAME, pair_forms.pairs),),
        "add": ((diagonals.NAME, partial(diagonals.diagonal, rows=_DIAGONAL)), ("turned", _sum)),
    }


# ---------------------------------------------------------------- halves


def _gram(forms: Forms, value: Value) -> Value | None:
    """Z'Z, and X'Diag(w)²X without the matrix Diag(w)X."""
    A, B = value.args
    if not (_turned(A) is B or _turned(B) is A):
        return None
    if not _HALVES <= forms.length(A, 0) <= forms.length(A, 1):
        return None
    if B.op == "scale_rows" and forms.is_inner(A) and forms.is_inner(B, 2):
        return Value("scaled_gram", B.args[::-1], None, value.axes)
    return Value("gram", (B,), None, value.axes)


def _turned(value: Value) -> Value | None:
    return value.args[0] if value.op == "transpose" else None


# ---------------------------------------------------------------- sums


def _sum(forms: Forms, value: Value) -> Value | None:
    """A sum of transposes as the transpose of a sum, if there is a product in it."""
    inside = [_turned(arg) for arg in value.args]
    if not value.is_matrix or not all(map(forms.is_inner, value.args)):
        return None
    if any(each is None for each in inside) or all(each.op != "matmul" for each in inside if each):
        return None
    terms = tuple(each for each in inside if each is not None)
    total = Value("add", terms, value.data, value.axes[::-1])
    forms.uses[total] = 1
    return Value("transpose", (total,), None, value.axes)
