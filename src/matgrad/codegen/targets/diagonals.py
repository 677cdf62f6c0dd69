"""A + tI and A + Diag(v), which change the diagonal of A and nothing else."""

from __future__ import annotations

from fractions import Fraction

from matgrad.codegen.targets.forms import Forms
from matgrad.codegen.values import Value

NAME = "diagonal"
WHY = "A + tI changes the diagonal of A only"
# What makes a new array, which may be changed where nothing else uses it.
_NEW = frozenset("add mul div neg matmul outer scale_rows scale_columns exp inverse_spd".split())


def diagonal(forms: Forms, value: Value, rows: int = 1) -> Value | None:
    """A with something added to its diagonal, if it has so many rows; is A a new array?"""
    if not value.is_matrix or forms.length(value, 0) < rows:
        return None
    for place, (minus, term) in enumerate(zip(value.data, value.args, strict=True)):
        added = _on_diagonal(forms, term)
        rest = [i for i in range(len(value.args)) if i != place]
        if added is None or not any(value.args[i].axes == value.axes for i in rest):
            continue
        args, signs = tuple(value.args[i] for i in rest), tuple(value.data[i] for i in rest)
        if len(rest) == 1 and signs[0]:
            return None
        whole = args[0] if len(rest) == 1 else Value("add", args, signs, value.axes)
        is_new = whole.op in _NEW and (len(rest) > 1 or forms.is_inner(whole))
        forms.uses[whole] = max(forms.uses[whole], 1)
        signed = Value("neg", (added,), None, added.axes) if minus else added
        return Value("add_diagonal", (whole, signed), is_new, value.axes)
    return None


def _on_diagonal(forms: Forms, term: Value) -> Value | None:
    """The number or vector that a term has on its diagonal, if it has nothing else."""
    if term.op == "Diag" and forms.is_inner(term):
        return term.args[0]
    if term.op == "eye":
        return Value("number", (), Fraction(1), ())
    scaled = term.op == "mul" and [arg.op == "eye" for arg in term.args] == [False, True]
    return term.args[0] if scaled and term.args[0].is_scalar and forms.is_inner(term) else None
