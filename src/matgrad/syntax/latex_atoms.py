r"""What each kind of glyph begins: a name, a number, a function, a fraction, a fence."""

from __future__ import annotations

from fractions import Fraction

from matgrad.errors import AmbiguousError, ParseError, UnsupportedError
from matgrad.syntax.latex_application import function
from matgrad.syntax.latex_calls import derivative, dotted
from matgrad.syntax.latex_checks import check_value
from matgrad.syntax.latex_environments import environment, indicator, indicator_below
from matgrad.syntax.latex_fences import FENCED, between, fence, group_of_fence
from matgrad.syntax.latex_glyphs import Glyph
from matgrad.syntax.latex_names import NAMED, Written, read_name
from matgrad.syntax.latex_numbers import constant, number, point
from matgrad.syntax.latex_questions import after_d
from matgrad.syntax.latex_reader import Handler, Job, Reader, Span, unknown
from matgrad.syntax.latex_scripts import (
    marked,
)
from matgrad.syntax.latex_source import Range
from matgrad.syntax.latex_sums import index_sum, is_extreme
from matgrad.syntax.latex_tables import (
    CALLS,
    CONSTANTS,
    FONTS,
    FRACTIONS,
    LETTERS,
    PROSE,
    SHORT,
    WITH_INDEX,
    WORDS,
)
from matgrad.syntax.latex_tokens import name_token, token
from matgrad.syntax.latex_variables import letters, name
from matgrad.syntax.latex_waiting import SHARE
from matgrad.syntax.tokens import Kind, Token

# ---------------------------------------------------------------- functions


# Functions that are written as a letter with an index.
SPECTRAL = {("lambda", "max"): "eigmax", ("sigma", "max"): "normspec", ("lambda", "min"): "eigmin"}


def letter(reader: Reader, span: Span, glyph: Glyph) -> None:
    """A letter: a name, or a function that the text names so."""
    found = named_function(reader, span.at, span.end)
    if found is None:
        name(reader, span, glyph)
    else:
        called, span.at = found
        function(reader, span, glyph, called)


def named_function(reader: Reader, at: int, end: int) -> tuple[str, int] | None:
    r"""The function that a name stands for in this text, or \lambda_{\max}(X) everywhere."""
    found = read_name(reader.source, at, end)
    if found is None or reader.names.is_known(found.name):
        return None
    called = reader.setting.aliases.get(found.name)
    if called is not None:
        check_value(reader, found, end)
    plain = found.name == Written(found.name.stem, below=found.name.below)
    if called is None and plain and reader.source.is_call(found.after, end):
        called = SPECTRAL.get((found.name.stem, found.name.below))
    return (called, found.after) if called else None


def function_at(reader: Reader, at: int, end: int) -> tuple[str, int] | None:
    """The function whose name stands here, and where reading goes on."""
    words: list[str] = []
    ends = [at]
    while len(words) < 3 and ends[-1] < end:
        word, after = _word_at(reader, ends[-1], end)
        if word is None:
            break
        words.append(word)
        ends.append(after)
    for count in range(len(words), 0, -1):
        found = CALLS.get(tuple(words[:count]))
        if found is not None:
            return found, ends[count]
    short = words[0].lower().replace("_", "") if words else ""
    is_letter = reader.glyphs[at].text in LETTERS
    return (short, ends[1]) if short in SHORT and not is_letter else None


def _with_index(reader: Reader, at: int, end: int) -> tuple[str, int] | None:
    r"""The function that a word with an index is, as \operatorname{L}_{\exp}(A, E)."""
    if not reader.glyphs[at].is_command("operatorname"):
        return None
    inside = reader.source.argument(at + 1, end)
    below = reader.scripts(inside.after, end).below
    glyphs = reader.glyphs[below.lo : below.hi] if below else []
    index = [g.text for g in glyphs if g.kind in ("letter", "command") and g.text != "mathrm"]
    called = WITH_INDEX.get((reader.source.word(inside.lo, inside.hi) or "", "".join(index)))
    return (called, below.after) if called and below else None


def _word_at(reader: Reader, at: int, end: int) -> tuple[str | None, int]:
    glyph = reader.glyphs[at]
    if glyph.kind != "command" or glyph.text in ("sum", "vec", "dot"):
        return None, at
    if glyph.text in WORDS:
        found = read_name(reader.source, at, end)
        return (found.name.stem, found.after) if found and found.is_word else (None, at)
    if glyph.text in FONTS and not reader.setting.strict:  # \mathsf{tr}
        inside = reader.source.argument(at + 1, end)
        word = reader.source.word(inside.lo, inside.hi) or ""
        is_function = len(word) > 1 and (word,) in CALLS
        given = all(reader.names.is_name(letter) for letter in word)
        return (word, inside.after) if is_function and not given else (None, at)
    return glyph.text, at + 1


# ---------------------------------------------------------------- commands


def command(reader: Reader, span: Span, glyph: Glyph) -> None:
    """A command: a letter, a function, a fraction, a root, or something special."""
    special = reader.handlers.get("\\" + glyph.text)
    fenced = FENCED.get(glyph.text)
    if fenced and (group := group_of_fence(reader, span, glyph)):
        span.at = group
        between(reader, span, glyph, fenced)
        return
    special = index_sum if is_extreme(reader, span.at, span.end) else special
    if special is not None:
        special(reader, span, glyph)
        return
    indexed = _with_index(reader, span.at, span.end)
    named = indexed or named_function(reader, span.at, span.end)
    found = named or function_at(reader, span.at, span.end)
    if found is not None and (named or not _is_name(reader, span, glyph)):
        if named is None:
            _check_letter(reader, glyph)
        called, span.at = found
        function(reader, span, glyph, called)
    elif glyph.text in FONTS and (constant(reader, span, glyph) or letters(reader, span, glyph)):
        return
    elif _can_be_name(reader, span, glyph):
        name(reader, span, glyph)
    else:
        unknown(reader, span, glyph)


def _can_be_name(reader: Reader, span: Span, glyph: Glyph) -> bool:
    r"""Is this a name, or \text{const} for a term that does not matter?"""
    found = read_name(reader.source, span.at, span.end)
    return found is not None and (glyph.text not in PROSE or found.name.stem in CONSTANTS)


def _check_letter(reader: Reader, glyph: Glyph) -> None:
    r"""Refuse a letter that is also the name of a function, as \Phi; answers write it so."""
    if glyph.text in LETTERS and not reader.setting.strict:
        raise AmbiguousError(
            f"the function {glyph.text}, or a name of your own?", glyph.position,
            rf"declare {glyph.text}, or write \operatorname{{{glyph.text}}}(x)",
        )  # fmt: skip


def _is_name(reader: Reader, span: Span, glyph: Glyph) -> bool:
    r"""Is what looks like a function the name of a variable, given or as \Phi w has it?"""
    found = read_name(reader.source, span.at, span.end)
    is_letter = glyph.text in LETTERS and not reader.setting.strict
    is_factor = is_letter and found is not None and found.name in reader.names.bare
    is_own = found is not None and glyph.text == NAMED and bool(found.name.below)
    return found is not None and (reader.names.is_known(found.name) or is_factor or is_own)


def fraction(reader: Reader, span: Span, glyph: Glyph) -> None:
    r"""\frac{a}{b} is ((a)/(b))."""
    top = reader.source.argument(span.at + 1, span.end)
    bottom = reader.source.argument(top.after, span.end)
    _check_derivative(reader, top, bottom, glyph)
    words = [reader.source.word(side.lo, side.hi) for side in (top, bottom)]
    is_share = words[0] is not None and words[0].isdigit() and words[1] is not None
    start = reader.operand(span, glyph, SHARE if is_share else "other")
    span.at = bottom.after
    over, under = _side(reader, top), _side(reader, bottom)
    opening, closing = token("(", glyph), token(")", glyph)
    jobs: list[Job] = [opening, *over, token("/", glyph), *under, closing]
    reader.schedule(*jobs, marked(reader, span, start))


def _side(reader: Reader, side: Range) -> list[Job]:
    """One side of a fraction in brackets that stand where it begins and ends."""
    start, end = reader.glyphs[side.lo].start, reader.glyphs[side.hi - 1].end
    opening, closing = Token(Kind.SIGN, "(", start, start), Token(Kind.SIGN, ")", end, end)
    return [opening, Span(side.lo, side.hi), closing]


def _check_derivative(reader: Reader, top: Range, bottom: Range, glyph: Glyph) -> None:
    firsts = [reader.glyphs[side.lo] for side in (top, bottom) if side.lo < side.hi]
    if len(firsts) < 2:
        raise ParseError("nothing stands over or under the bar", glyph.position)
    partial = any(first.is_command("partial") for first in firsts)
    ends = [after_d(reader.source, side.lo, side.hi) for side in (top, bottom)]
    is_whole = all(ends) and ends[1] < bottom.hi
    if partial or (is_whole and not reader.names.is_name("d")):
        raise UnsupportedError(
            "a derivative inside a formula is not read",
            (glyph.start, reader.glyphs[bottom.hi - 1].end),
            "give the function, and ask for its derivative",
        )  # fmt: skip
    if all(ends):
        _check_quotient(reader, bottom, glyph)


def _check_quotient(reader: Reader, bottom: Range, glyph: Glyph) -> None:
    """Refuse d/dx where d is a name: d over d times x is what nobody writes, and cancels."""
    after = after_d(reader.source, bottom.lo, bottom.hi)
    found = read_name(reader.source, after, bottom.hi) if after < bottom.hi else None
    if found is not None and (
        found.after == bottom.hi or reader.glyphs[found.after].kind in ("sup", "prime")
    ):
        raise AmbiguousError(
            "this is a derivative, or a quotient with the variable d",
            (glyph.start, reader.glyphs[bottom.hi - 1].end),
            r"\frac{\partial f}{\partial x} is a derivative, \frac{d}{d \cdot x} a quotient",
        )  # fmt: skip


def root(reader: Reader, span: Span, glyph: Glyph) -> None:
    r"""\sqrt{x} and \sqrt[3]{x}."""
    at = span.at + 1
    degree: Range | None = None
    if at < span.end and at in reader.source.brackets and reader.source.brackets[at].sign == "[":
        degree = reader.source.inside(at)
        at = degree.after
    inside = reader.source.argument(at, span.end)
    start = reader.operand(span, glyph, "other")
    span.at = inside.after
    open_, close = token("(", glyph), token(")", glyph)
    body: list[Job] = [open_, Span(inside.lo, inside.hi), close]
    if degree is None:
        jobs: list[Job] = [name_token("sqrt", glyph.position), *body]
    else:
        one = Token(Kind.NUMBER, "1", *glyph.position, Fraction("1"))
        exponent: list[Job] = [open_, one, token("/", glyph), open_, Span(degree.lo, degree.hi)]
        jobs = [open_, *body, token("^", glyph), *exponent, close, close, close]
    reader.schedule(*jobs, marked(reader, span, start))


HANDLERS: dict[str, Handler] = {
    "digit": number,
    "letter": letter,
    "command": command,
    "group": fence,
    "fence": fence,
    "left": fence,
    "\\sqrt": root,
    **dict.fromkeys(("\\sum", "\\prod"), index_sum),
    **dict.fromkeys(("\\nabla", "\\partial"), derivative),
    **dict.fromkeys(("\\dot", "\\ddot"), dotted),
    "sign": point,
    "begin": environment,
    "indicator": indicator,
    "indicator below": indicator_below,
    **dict.fromkeys(("\\" + name for name in FRACTIONS), fraction),
}
