"""Tall matrices read by blocks of rows, by libraries that have no such function themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from matgrad.codegen import row_blocks
from matgrad.codegen.lines import Text
from matgrad.codegen.operations import ENTRYWISE
from matgrad.codegen.program import Program
from matgrad.codegen.row_blocks import Turn
from matgrad.codegen.targets.forms import Forms, Rule
from matgrad.codegen.targets.python import ATOM, Writer, Written, fill
from matgrad.codegen.values import Value, ordered

_TALL = 8  # times as many rows as columns has a matrix that is read by blocks of rows
_LARGE = 1 << 20  # entries of a matrix that does not stay in the cache
_LONGEST = 12  # operations in one line


def rule(program: Program) -> Rule:
    """A'φ(Ax) for a tall matrix A that is given, as everything in φ is, in one expression."""
    known = program.values if program.options.sizes else ()
    turns = {turn.last: turn for turn in row_blocks.turns(known, ENTRYWISE).values()}
    return lambda forms, value: _blocks(turns, forms, value)


def _is_tall(forms: Forms, matrix: Value) -> bool:
    """Has a matrix many rows, and more entries than stay in the cache?"""
    rows, columns = (forms.length(matrix, axis) for axis in (0, 1))
    return rows >= _TALL * columns and rows * columns >= _LARGE


def _blocks(turns: Mapping[Value, Turn], forms: Forms, value: Value) -> Value | None:
    turn = turns.get(value)
    if turn is None or not _is_tall(forms, turn.matrix):
        return None
    own = [turn.first, *turn.members, value]
    outside = dict.fromkeys(arg for each in own for arg in each.args if arg not in own)
    given = dict.fromkeys(arg.args[0] if arg.op == "transpose" else arg for arg in outside)
    given = [each for each in given if each.op != "number"]
    if len(own) > _LONGEST or any(forms.uses[each] > 1 for each in own[:-1]):
        return None
    split = [each for each in given if each.axes[:1] == turn.first.axes]
    if any(each.op != "symbol" for each in given) or turn.first.args[1] in split:
        return None
    others = [each for each in given if each not in split]
    return Value("by_rows", (*split, *others), (len(split), value), value.axes)


def gram(forms: Forms, value: Value) -> Value | None:
    """X'Diag(w)²X of a tall matrix X, without the matrix Diag(w)X."""
    A, B = value.args
    if A.op != "transpose" or A.args[0] is not B or B.op != "scale_rows":
        return None
    w, X = B.args
    if not (forms.is_inner(A) and forms.is_inner(B, 2) and _is_tall(forms, X)):
        return None
    return Value("scaled_gram", (X, w), None, value.axes)


def write(
    code_of: Callable[[str], Writer | str], program: Program, value: Value, parts: list[Text]
) -> Written:
    """A sum over blocks of rows of one expression, in which arrays have the names of the whole."""
    count, last = value.data
    texts = dict(zip(value.args, parts, strict=True))
    for each in ordered((last,), texts):
        code, args = code_of(each.op), [texts[arg] for arg in each.args]
        written = fill(code, each, args) if isinstance(code, str) else code(program, each, args)
        texts[each] = Text(*written)
    names = ", ".join(part.code for part in parts[:count])
    return f"by_rows(lambda {names}: {texts[last].code}, {names})", ATOM
