r"""Brackets, bars and groups: |X|, \|x\|_p, \langle A, B \rangle_F."""

from __future__ import annotations

from typing import NamedTuple

from matgrad.errors import AmbiguousError, ParseError, UnsupportedError
from matgrad.syntax.latex_braces import check_braces
from matgrad.syntax.latex_functions import (
    BARS,
    NORM_WITH_EXPONENT,
    NORMS,
    SUM_OF_POWERS,
    WEIGHTED_NORM,
    WEIGHTED_PRODUCT,
    WEIGHTED_SQUARE,
)
from matgrad.syntax.latex_glyphs import Glyph
from matgrad.syntax.latex_names import index_text, read_name, written_names
from matgrad.syntax.latex_reader import Job, Reader, Scripts, Span
from matgrad.syntax.latex_rows import check_behind, check_row
from matgrad.syntax.latex_scripts import above, apply
from matgrad.syntax.latex_tokens import name_token, token
from matgrad.syntax.latex_variables import name

FENCED = {"norm": "‖", "abs": "|"}  # commands of packages whose group stands between signs
FENCES = {"⟨": "dot", "|": BARS, "⌊": "floor", "⌈": "ceil"}
EXPONENTS = frozenset("pqr")  # letters that stand below norms for an exponent
BARRED = ("F", "p", "infty")  # below single bars, as numbers are: |x|_2 is a norm


class Norm(NamedTuple):
    """The function that a norm is, where its second argument stands, and if it has its power."""

    name: str
    second: tuple[int, int] | None = None
    powered: bool = False


def fence(reader: Reader, span: Span, glyph: Glyph) -> None:
    """Something in brackets, between bars or in a group."""
    if span.at not in reader.source.brackets:
        raise ParseError(f"nothing was opened that {glyph.text} closes", glyph.position)
    if glyph.kind == "group" and read_name(reader.source, span.at, span.end) is not None:
        name(reader, span, glyph)
        return
    behind = reader.source.inside(span.at).after
    inner, sign = _innermost(reader, span.at)
    if sign == "group":
        check_braces(reader, span)
    span.at = inner
    between(reader, span, glyph, sign, behind)


def group_of_fence(reader: Reader, span: Span, glyph: Glyph) -> int:
    r"""Where the group of \norm*{x} or \norm[\big]{x} opens, or 0: the size of bars means nothing.

    What else stands in square brackets may be the index of the norm, as some define it.
    """
    at = reader.source.skip_spaces(span.at + 1, span.end)
    if at < span.end and reader.glyphs[at].text == "*":
        at = reader.source.skip_spaces(at + 1, span.end)
    bracket = reader.source.brackets.get(at) if at < span.end else None
    if bracket is not None and bracket.sign == "[" and reader.glyphs[at].kind != "left":
        lo, hi, after = reader.source.inside(at)
        at = reader.source.skip_spaces(after, span.end)
        is_group = at < span.end and reader.glyphs[at].kind == "group"
        if not is_group:
            return 0
        if reader.source.skip_spaces(lo, hi) != hi:
            raise AmbiguousError(
                f"does this choose which \\{glyph.text} is meant?",
                (reader.glyphs[lo].start, reader.glyphs[hi - 1].end),
                r"\norm{x}_1 has an index; leave the square brackets out otherwise",
            )  # fmt: skip
    return at if at < span.end and reader.glyphs[at].kind == "group" else 0


def _innermost(reader: Reader, at: int) -> tuple[int, str]:
    r"""The fence that is all of a group, and its sign: marks of {\|x\|}_1 are those of the norm."""
    sign = reader.source.brackets[at].sign
    while sign == "group":
        lo, hi, _ = reader.source.inside(at)
        lo = reader.source.skip_spaces(lo, hi)
        fenced = FENCED.get(reader.glyphs[lo].text, "") if lo < hi else ""
        inner = reader.source.brackets.get(lo + bool(fenced)) if lo < hi else None
        if inner is None or inner.sign not in ("group", "‖", "|", "⟨"):
            break
        if reader.source.skip_spaces(inner.close + 1, hi) != hi:
            break
        at, sign = lo + bool(fenced), fenced or inner.sign
    return at, sign


def between(reader: Reader, span: Span, glyph: Glyph, sign: str, behind: int | None = None) -> None:
    r"""What stands between signs, or in the group of a command that means them: \norm{x}.

    `behind` is where its marks stand, if not right behind what closes.
    """
    check_row(reader, span.at)
    check_behind(reader, span.at, sign)
    lo, hi, after = reader.source.inside(span.at)
    after = after if behind is None else behind
    start = reader.operand(span, glyph, "other")
    scripts = reader.scripts(after, span.end)
    jobs: list[Job] = []
    second: list[Job] = []
    rest = scripts
    if sign == "‖" or (sign == "|" and _is_norm(reader, scripts)):
        norm = _norm(reader, scripts)
        rest = scripts._replace(below=None, above=None if norm.powered else scripts.above)
        jobs = [name_token(norm.name, glyph.position)]
        second = [token(",", glyph), Span(*norm.second)] if norm.second else []
    elif sign == "⟨" and scripts.below and _is_weight(reader, *scripts.below[:2]):
        rest = scripts._replace(below=None)
        jobs = [name_token(WEIGHTED_PRODUCT, glyph.position)]
        second = [token(",", glyph), Span(*scripts.below[:2])]
    elif sign in FENCES:
        rest = scripts._replace(below=None) if _is_frobenius(reader, sign, scripts) else scripts
        jobs = [name_token(FENCES[sign], glyph.position)]
    span.at = scripts.after
    bars = _bars_alone(reader, lo, hi) if sign == "‖" else None
    if bars is not None:  # the norm of a number would be no reason for bars
        inside = [name_token("abs", glyph.position), token("(", glyph), Span(*bars)]
        jobs += [token("(", glyph), *inside, token(")", reader.glyphs[hi]), *second]
    else:
        jobs += [token("(", glyph), Span(lo, hi, commas=sign == "⟨"), *second]
    reader.schedule(*jobs, token(")", reader.glyphs[hi]), lambda: apply(reader, rest, start))


def _bars_alone(reader: Reader, lo: int, hi: int) -> tuple[int, int] | None:
    """What stands between single bars, if nothing else stands here."""
    lo = reader.source.skip_spaces(lo, hi)
    bracket = reader.source.brackets.get(lo)
    if bracket is None or bracket.sign != "|":
        return None
    inside = reader.source.inside(lo)
    is_all = reader.source.skip_spaces(inside.after, hi) == hi
    return (inside.lo, inside.hi) if is_all else None


def _is_norm(reader: Reader, scripts: Scripts) -> bool:
    """Does the index of single bars name a norm? An entry would be that of |x|, in brackets."""
    if scripts.below is None:
        return False
    text = index_text(reader.source, scripts.below.lo, scripts.below.hi) or ""
    return text in BARRED or (text.isdigit() and text != "0")


def _is_frobenius(reader: Reader, sign: str, scripts: Scripts) -> bool:
    r"""Does an index only name the usual inner product, as in \langle A, B \rangle_F?"""
    if scripts.below is None or sign != "⟨":
        return False
    return index_text(reader.source, scripts.below.lo, scripts.below.hi) in ("F", "2")


def _norm(reader: Reader, scripts: Scripts) -> Norm:
    if scripts.below is None:
        return Norm(NORMS[""])
    lo, hi, _ = scripts.below
    text = index_text(reader.source, lo, hi) or "".join(g.text for g in reader.glyphs[lo:hi])
    if text in NORMS:
        return Norm(NORMS[text])
    raised = [] if scripts.above is None else above(reader, scripts.above)
    if text in EXPONENTS or (text.isdigit() and text != "0"):
        powered = raised == [text]
        return Norm(SUM_OF_POWERS if powered else NORM_WITH_EXPONENT, (lo, hi), powered)
    if _is_weight(reader, lo, hi):
        powered = raised == ["2"]
        return Norm(WEIGHTED_SQUARE if powered else WEIGHTED_NORM, (lo, hi), powered)
    position = reader.glyphs[lo].start, reader.glyphs[hi - 1].end
    hint = r"2, F, 1, p, * or \infty; a matrix that stands elsewhere, too, is a weight"
    raise UnsupportedError(f"the norm with index {text} is not read", position, hint)


def _is_weight(reader: Reader, lo: int, hi: int) -> bool:
    """Is this a matrix that is inverted here, or that also stands elsewhere?"""
    found = read_name(reader.source, lo, hi)
    if found is None or not found.name.stem[:1].isupper():
        return False
    if found.after < hi:
        scripts = reader.scripts(found.after, hi)
        return scripts.above is not None and above(reader, scripts.above) == ["-", "1"]
    outside = written_names(reader.source, 0, lo) | written_names(reader.source, hi)
    return reader.names.is_known(found.name) or found.name in outside
