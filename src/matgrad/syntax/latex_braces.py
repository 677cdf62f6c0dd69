r"""Braces that print nothing, though a reader may take them for brackets: {A+B}C, {AB}^\top."""

from __future__ import annotations

from matgrad.errors import AmbiguousError
from matgrad.syntax.latex_divisions import top_level
from matgrad.syntax.latex_names import read_name
from matgrad.syntax.latex_reader import Reader, Span
from matgrad.syntax.latex_tables import CALLS, SIGNS
from matgrad.syntax.latex_waiting import ENDS_SUM

_ADDING = ("+", "-", "minus")


def check_braces(reader: Reader, span: Span) -> None:
    """Ask about braces at this place that change the formula only if they are brackets."""
    if reader.setting.strict or (span.waiting and not reader.has_operand()):
        return  # the argument of a function may stand in braces
    lo, hi, after = reader.source.inside(span.at)
    scripts = reader.scripts(after, span.end)
    is_marked = scripts.after > after and not _is_one(reader, lo, hi)
    if is_marked or (_is_sum(reader, lo, hi) and _is_factor(reader, span, after)):
        raise AmbiguousError(
            "these braces are not printed: are they brackets?",
            (reader.glyphs[span.at].start, reader.glyphs[after - 1].end),
            r"\left(…\right) for brackets; or leave the braces out",
        )


def _is_one(reader: Reader, lo: int, hi: int) -> bool:
    r"""Is this one thing with its marks, A^{-1}, \frac ab or \exp(x), so that marks behind fit?"""
    lo = reader.source.skip_spaces(lo, hi)
    if lo == hi:
        return True
    found = read_name(reader.source, lo, hi)
    at = found.after if found else reader.source.argument(lo, hi).after
    while at < hi and reader.glyphs[at].kind == reader.glyphs[lo].kind == "digit":
        at += 1
    at = reader.scripts(at, hi).after
    glyph = reader.glyphs[lo]
    is_function = (glyph.is_command(glyph.text) and (glyph.text,) in CALLS) or (
        found is not None and (found.is_word or bool(reader.names.arguments.get(found.name)))
    )
    if is_function and reader.source.is_call(at, hi):
        at = reader.scripts(reader.source.inside(at).after, hi).after
    return reader.source.skip_spaces(at, hi) == hi


def _is_sum(reader: Reader, lo: int, hi: int) -> bool:
    return any(reader.glyphs[at].text in _ADDING for at in top_level(reader.source, lo, hi))


def _is_factor(reader: Reader, span: Span, after: int) -> bool:
    """Is this multiplied by what stands beside it, or taken away?"""
    last = reader.out[-1].text if reader.out else ""
    is_behind = reader.has_operand() or (last not in ("", "+", "=", ",", "(", "["))
    after = reader.source.skip_spaces(after, span.end)
    if after == span.end:
        return is_behind
    glyph = reader.glyphs[after]
    sign = SIGNS.get(glyph.text, glyph.text) if glyph.kind in ("sign", "command") else ""
    return is_behind or sign not in ENDS_SUM
