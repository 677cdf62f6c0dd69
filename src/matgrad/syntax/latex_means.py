r"""Bars that mean the mean: \bar x of \bar x\mathbf{1}, and of x_i - \bar x below a sum."""

from __future__ import annotations

from matgrad.core.notation import capital
from matgrad.syntax.latex_names import Found, Written, read_name
from matgrad.syntax.latex_reader import Reader, Span
from matgrad.syntax.latex_tables import FONTS

_MINUS = ("-", "minus")


def is_beside_ones(reader: Reader, span: Span, found: Found) -> bool:
    r"""Does \mathbf{1} stand behind this name?"""
    at = reader.source.skip_spaces(found.after, span.end)
    if at + 1 >= span.end or reader.glyphs[at].text not in FONTS:
        return False
    inside = reader.source.argument(at + 1, span.end)
    return reader.source.word(inside.lo, inside.hi) == "1"


def is_beside_entry(reader: Reader, span: Span, found: Found, base: Written) -> bool:
    r"""Is this \bar x the whole of one side of x_i - \bar x, where a sum binds i?

    Of vectors x_i, the rows of a matrix X, the mean would be a vector.
    """
    whole = base._replace(stem=capital(base.stem))
    is_given = reader.names.is_known(base)
    if not is_given and whole != base and reader.names.is_known(whole):
        return False
    text = reader.names.text(base, (0, 0))
    if text in reader.setting.scalars or text in reader.setting.matrices:
        return False
    at = reader.source.skip_spaces(found.after, span.end)
    last = [token.text for token in reader.out[-5:]]
    is_end = at == span.end
    if is_end and len(last) == 5 and last[2] in reader.bound:
        return last == [text, "[", last[2], "]", "-"]
    is_start = reader.out[-1:] == [] or not reader.has_operand()
    if is_end or not is_start or reader.glyphs[at].text not in _MINUS:
        return False
    other = read_name(reader.source, reader.source.skip_spaces(at + 1, span.end), span.end)
    is_entry = other is not None and other.name._replace(below="") == base
    return is_entry and other is not None and other.name.below in reader.bound
