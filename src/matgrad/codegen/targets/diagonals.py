"""A + tI and A + Diag(v), which change the diagonal of A and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from matgrad.codegen.targets.forms import Forms
from matgrad.codegen.values import Value

NAME = "diagonal"
WHY = "A + tI changes the diagonal of A only"
# What makes a new array, which may be changed where nothing else uses it.
NEW = frozenset("add mul div neg matmul outer scale_rows scale_columns exp inverse_spd".split())
_STACK = 3  # axes of an array of matrices


def diagonal(forms: Forms, value: Value, rows: int = 1, stacked: bool = False) -> Value | None:
    """A with something added to its diagonal, if it has so many rows; is A a new array?

    An array of matrices may be `stacked` along its first axis.
    """
    is_stack = stacked and len(value.axes) == _STACK
    if not (value.is_matrix or is_stack) or forms.length(value, 0) < rows:
        return None
    for place, (minus, term) in enumerate(zip(value.data, value.args, strict=True)):
        added = _on_diagonals(forms, term) if is_stack else _on_diagonal(forms, term)
        rest = [i for i in range(len(value.args)) if i != place]
        if added is None or not any(value.args[i].axes == value.axes for i in rest):
            continue
        args, signs = tuple(value.args[i] for i in rest), tuple(value.data[i] for i in rest)
        if len(rest) == 1:
            whole = Value("neg", args, None, value.axes) if signs[0] else args[0]
        else:
            whole = Value("add", args, signs, value.axes)
        is_new = whole.op in NEW and (len(rest) > 1 or forms.is_inner(whole))
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


def _on_diagonals(forms: Forms, term: Value) -> Value | None:
    """The vectors that an array of matrices has on their diagonals, if it has nothing else."""
    *scalars, whole = term.args if term.op == "mul" else (term,)
    inner = [term, whole] if scalars else [term]
    if whole.op != "einsum" or not all(map(forms.is_inner, inner)):
        return None
    given, shown = whole.data.split("->")
    for word, other, eye, v in zip(*_both(given.split(",")), *_both(whole.args), strict=True):
        spots = (shown[0] + letter for letter in shown[1:])
        if eye.op == "eye" and {*word} == {*shown[1:]} and other in spots:
            scaled = any(not s.is_scalar for s in scalars)
            return None if scaled else Value("mul", (*scalars, v), None, v.axes) if scalars else v
    return None


def _both(pair: Sequence[Any]) -> tuple[Sequence[Any], Sequence[Any]]:
    """Two things in both orders; none where there are not two."""
    return (pair, pair[::-1]) if len(pair) == 2 else ((), ())
