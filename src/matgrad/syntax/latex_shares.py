r"""Fractions with a slash that are factors: 1/2\|x\|^2, 1/n\sum_i x_i, 1/2 x^\top Ax."""

from __future__ import annotations

from matgrad.syntax.latex_names import read_name
from matgrad.syntax.latex_reader import Reader
from matgrad.syntax.latex_scripts import is_transpose
from matgrad.syntax.latex_source import Range

_COUNTS = frozenset("nmNM")  # letters that are sizes


def share(reader: Reader, at: int, end: int) -> Range | None:
    """The divisor behind the number that ends here, if nobody takes what follows for one, too.

    Before a norm, a sum or a row that is a number or a size; 1/2x stays open.
    """
    at = reader.source.skip_spaces(at, end)
    if reader.has_operand() or at >= end or reader.glyphs[at].text != "/":
        return None
    lo = reader.source.skip_spaces(at + 1, end)
    after = lo
    while after < end and reader.glyphs[after].kind == "digit":
        after += 1
    is_number = after > lo
    if not is_number and lo < end and reader.glyphs[lo].text in _COUNTS:
        after = lo + 1
    behind = reader.source.skip_spaces(after, end)
    if after == lo or behind >= end:
        return None
    is_whole = _is_norm_or_sum(reader, behind) or (is_number and _is_row(reader, behind, end))
    return Range(lo, after, after) if is_whole else None


def _is_norm_or_sum(reader: Reader, at: int) -> bool:
    bracket = reader.source.brackets.get(at)
    is_norm = bracket is not None and bracket.sign == "‖"
    return is_norm or reader.glyphs[at].is_command("sum", "norm")


def _is_row(reader: Reader, at: int, end: int) -> bool:
    """Does a letter or a bracket stand here that is transposed?"""
    bracket = reader.source.brackets.get(at)
    found = read_name(reader.source, at, end) if bracket is None else None
    if bracket is not None and bracket.sign == "(":
        after = reader.source.inside(at).after
    elif found is not None:
        after = found.after
    else:
        return False
    scripts = reader.scripts(after, end)
    is_turned = scripts.above is not None and is_transpose(reader, scripts.above)
    return is_turned or scripts.primes == 1
