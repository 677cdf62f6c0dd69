r"""Names in formulas: variables, entries, constants, differentials, and functions of one's own."""

from __future__ import annotations

from matgrad.errors import AmbiguousError, UnsupportedError
from matgrad.syntax.calls import TIME
from matgrad.syntax.latex_calls import Head, call, head_of, is_of_time, jacobian_of
from matgrad.syntax.latex_checks import (
    check_call,
    check_defined,
    check_look,
    check_operator,
    check_order,
    check_pi,
    check_word,
    shown,
)
from matgrad.syntax.latex_constants import constant
from matgrad.syntax.latex_differentials import check_differential
from matgrad.syntax.latex_entries import is_beside, write_name
from matgrad.syntax.latex_families import indexed
from matgrad.syntax.latex_glyphs import Glyph
from matgrad.syntax.latex_marks import above, is_integer, is_of_whole
from matgrad.syntax.latex_means import is_beside_entry, is_beside_ones
from matgrad.syntax.latex_names import Found, Written, index_text, read_name
from matgrad.syntax.latex_reader import Job, Reader, Scripts, Span
from matgrad.syntax.latex_scripts import (
    apply,
    entry_of_marked,
    is_shifted,
    is_sliced,
    range_tokens,
)
from matgrad.syntax.latex_tables import FONTS, LETTERS
from matgrad.syntax.latex_tokens import Position, name_token, token
from matgrad.syntax.tokens import Kind, Token

ENTRY_OF_MATRIX = len("[i,j]")  # tokens
_LIKE_SUMS = {"Sigma": "sum", "Pi": "prod"}  # letters that look like the signs


def name(reader: Reader, span: Span, glyph: Glyph) -> None:
    """A letter or a word with its indices."""
    found = _differential(reader, span) or read_name(reader.source, span.at, span.end)
    assert found is not None
    check_word(reader, span, found)
    check_differential(reader, found, glyph.position)
    if constant(reader, span, glyph, found):
        return
    scripts = reader.scripts(found.after, span.end)
    below = scripts.below
    if below is not None and (is_shifted(reader, below) or is_sliced(reader, below)):
        _shifted(reader, span, glyph, found, scripts)
        return
    _named(reader, span, glyph, found, scripts)


def _named(reader: Reader, span: Span, glyph: Glyph, found: Found, scripts: Scripts) -> None:
    """A name, which may be that of a function and stand before its arguments."""
    part = scripts if _is_positive_part(reader, found, scripts) else None
    written = _with_index(reader, found.name, scripts._replace(below=None) if part else scripts)
    position = (glyph.start, reader.glyphs[found.after - 1].end)
    if _mean(reader, span, glyph, found):
        return
    check_look(reader, written, position)
    text = reader.names.text(written, position)
    head = _head(reader, span, found, written, position)
    if head is not None:
        span.at = found.after
        call(reader, span, glyph, head, position)
        return
    check_operator(reader, span, found, position)
    check_order(reader, span, found, position)
    check_defined(reader, span, found, position)
    check_call(reader, span, found, text, position)
    check_pi(reader, written, scripts, position)
    start = reader.operand(span, glyph, "constant" if written == Written("pi") else "name")
    span.at = scripts.after
    is_powered = scripts.above is not None and is_integer(above(reader, scripts.above)) is not None
    index = write_name(reader, written, text, position, is_powered and len(written.below) == 2)
    if is_powered and not index:
        _check_block(reader, written, scripts, position)
    marks = scripts._replace(below=None)
    if _is_of_whole(reader, written, index, scripts, position):
        entry_of_marked(reader, marks, start, lambda: reader.out.extend(index))
        return
    reader.out.extend(index)
    if found.transposed:
        reader.out.append(Token(Kind.SIGN, "'", *position))
    apply(reader, part or marks, start)


def _check_block(reader: Reader, written: Written, scripts: Scripts, position: Position) -> None:
    r"""Ask about X^{-1}_{11} alone; in A_{12}X^{-1}_{22} it is the inverse of a block."""
    is_pair = len(written.below) == 2 and written.below.isdigit() and written.stem[:1].isupper()
    is_behind = scripts.below is not None and is_pair
    is_own = reader.names.is_known(written) or written in reader.names.own
    if (
        is_behind
        and not is_own
        and not is_beside(reader, (position[0], reader.glyphs[scripts.after - 1].end))
    ):
        power = "".join(above(reader, scripts.above)) if scripts.above else ""
        raise AmbiguousError(
            "an entry of the power of the matrix, or the power of a block?", position,
            rf"\left[{written.stem}^{{{power}}}\right]_{{{','.join(written.below)}}}, or "
            rf"{written.stem}_{{{written.below}}}^{{{power}}}",
        )  # fmt: skip


def _is_of_whole(
    reader: Reader, written: Written, index: list[Token], scripts: Scripts, position: Position
) -> bool:
    """Do the marks beside two indices belong to the matrix?"""
    if len(index) != ENTRY_OF_MATRIX or (scripts.above is None and not scripts.primes):
        return False
    is_capital = written.stem[:1].isupper()
    return is_of_whole(reader, scripts, scripts.below is not None, is_capital, position)


def _head(
    reader: Reader, span: Span, found: Found, written: Written, position: Position
) -> Head | None:
    """The function that a name calls here."""
    text = reader.names.text(written, position)
    head = jacobian_of(reader, written, position) or head_of(reader, text)
    if head is None and written in reader.names.applied and _is_applied(reader, span, found):
        return Head(text, tuple(name.stem for name in reader.names.arguments[written]))
    if head is not None or written in reader.names.own:
        return head
    return Head(text, (TIME,)) if is_of_time(reader, found.after, span.end) else None


def _is_applied(reader: Reader, span: Span, found: Found) -> bool:
    """Do parentheses stand behind this name, with nothing but spaces between?"""
    opens = reader.source.before_brackets(found.after, span.end)
    is_call = reader.source.is_call(opens, span.end)
    return is_call and reader.source.brackets[opens].sign == "("


def _mean(reader: Reader, span: Span, glyph: Glyph, found: Found) -> bool:
    r"""The mean of x, if \bar x \mathbf{1} or \bar x is taken from the vector x or from its x_i."""
    base = found.name._replace(accent="")
    own = reader.names.is_known(found.name) or found.name in reader.names.own
    if found.name.accent != "bar" or own or found.name.below or found.name.above:
        return False
    from_entry = is_beside_entry(reader, span, found, base)
    if not from_entry and not (
        reader.names.is_variable(base) and is_beside_ones(reader, span, found)
    ):
        return False
    text = reader.names.text(base, glyph.position)
    reader.operand(span, glyph, "function")
    span.at = found.after
    here = glyph.position
    reader.out += [name_token("mean", here), token("(", glyph), name_token(text, here)]
    reader.out.append(token(")", glyph))
    reader.notes.append(f"{text} with a bar is read as the mean of {text}")
    return True


def _shifted(reader: Reader, span: Span, glyph: Glyph, found: Found, scripts: Scripts) -> None:
    """An entry whose index is a formula in the index of a sum, x_{i+1}; a row X_{i,:}."""
    assert scripts.below is not None
    position = (glyph.start, reader.glyphs[found.after - 1].end)
    start = reader.operand(span, glyph, "name")
    span.at = scripts.after
    reader.out.append(name_token(indexed(reader, found.name, position), position))
    rest = scripts._replace(below=None)
    inside = Span(scripts.below.lo, scripts.below.hi, commas=True)
    jobs: list[Job] = [token("[", glyph), inside, token("]", glyph)]
    if is_sliced(reader, scripts.below):
        jobs = [*range_tokens(reader, scripts.below, position)]
    reader.schedule(*jobs, lambda: apply(reader, rest, start))


def _is_positive_part(reader: Reader, found: Found, scripts: Scripts) -> bool:
    """Is this x_+, where x stands nowhere by itself, so that x_+ is no next iterate?"""
    below = scripts.below
    if below is None or [g.text for g in reader.glyphs[below.lo : below.hi]] != ["+"]:
        return False
    positions = [at for at, g in enumerate(reader.glyphs) if g.text == found.name.stem]
    is_matrix = found.name.stem[:1].isupper()  # whose positive part may be by its eigenvalues
    if is_matrix or any(not _has_plus_below(reader, at) for at in positions):
        stem = shown(found)
        raise AmbiguousError(
            f"the positive part of {stem}, or another name?", reader.glyphs[below.lo].position,
            rf"({stem})_+ is the positive part, {stem}_{{new}} another name",
        )  # fmt: skip
    return True


def _has_plus_below(reader: Reader, at: int) -> bool:
    """Does _+ stand behind this letter, and the end of a group around it?"""
    while at + 1 < len(reader.glyphs) and reader.glyphs[at + 1].kind == "end":
        at += 1
    below = reader.scripts(at + 1, len(reader.glyphs)).below
    return below is not None and reader.glyphs[below.lo].text == "+"


def _with_index(reader: Reader, written: Written, scripts: Scripts) -> Written:
    """The name with an index that stands behind an exponent: x^2_1."""
    if scripts.below is None:
        return written
    lo, hi, _ = scripts.below
    text = index_text(reader.source, lo, hi)
    if text is None or written.below:
        is_sum = written.stem in _LIKE_SUMS and any(g.text == "=" for g in reader.glyphs[lo:hi])
        sign = _LIKE_SUMS.get(written.stem, "")
        hint = rf"\{written.stem} is a letter: a sum is \{sign}_{{i=1}}^n" if is_sum else None
        raise UnsupportedError(
            "an index that is a formula is not read", reader.glyphs[lo].position, hint
        )
    return written._replace(below=text)


def letters(reader: Reader, span: Span, glyph: Glyph) -> bool:
    r"""Several letters in one font, as \mathbf{Ax}: a product."""
    inside = reader.source.argument(span.at + 1, span.end)
    glyphs = reader.glyphs[inside.lo : inside.hi]
    plain = all(g.kind == "letter" or (g.kind == "command" and g.text in LETTERS) for g in glyphs)
    is_marked = reader.scripts(inside.after, span.end).after > inside.after
    if len(glyphs) < 2 or not (plain or is_marked) or is_name(reader, span):
        return False
    if is_marked:
        raise AmbiguousError(
            "do these marks belong to all letters, or to the last?",
            (glyph.start, reader.glyphs[inside.after].end), "use brackets",
        )  # fmt: skip
    for letter in glyphs:
        written = Written(letter.text, font=FONTS[glyph.text])
        reader.operand(span, letter, "name")
        text = reader.names.text(written, letter.position)
        reader.out.extend(write_name(reader, written, text, letter.position))
    span.at = inside.after
    return True


def is_name(reader: Reader, span: Span) -> bool:
    """Does one name stand here, with all its fonts and accents?"""
    return read_name(reader.source, span.at, span.end) is not None


# ---------------------------------------------------------------- names that are something else


def _differential(reader: Reader, span: Span) -> Found | None:
    """The differential dX of a variable X, if there is one, or the declared name dX."""
    glyph = reader.glyphs[span.at]
    if glyph.text != "d" or glyph.kind != "letter":
        return None
    found = read_name(reader.source, span.at + 1, span.end)
    if found is None:
        return None
    adjacent = reader.glyphs[span.at + 1].start == glyph.end
    of = reader.names.text(found.name, glyph.position)
    own = f"d{of}" if adjacent and reader.names.is_name(f"d{of}") else None
    text = reader.setting.differentials.get(of, own)
    if text is None or (not adjacent and reader.names.is_name("d")):
        return None
    return found._replace(name=reader.names.literal(text))
