r"""Names in formulas: variables, entries, constants, differentials, and functions of one's own."""

from __future__ import annotations

from matgrad.errors import AmbiguousError, UnsupportedError
from matgrad.syntax.calls import TIME
from matgrad.syntax.latex_calls import Head, call, head_of, is_of_time, jacobian_of
from matgrad.syntax.latex_checks import (
    check_call,
    check_differential,
    check_look,
    check_operator,
    check_order,
    check_pi,
    check_power,
    check_word,
)
from matgrad.syntax.latex_entries import indexed, write_name
from matgrad.syntax.latex_functions import EXPONENTIAL
from matgrad.syntax.latex_glyphs import Glyph
from matgrad.syntax.latex_marks import is_of_whole
from matgrad.syntax.latex_names import Found, Written, index_text, read_name
from matgrad.syntax.latex_reader import Job, Reader, Scripts, Span
from matgrad.syntax.latex_scripts import (
    above,
    apply,
    entry_of_marked,
    index_parts,
    index_tokens,
    is_shifted,
    is_sliced,
    is_transpose,
    range_tokens,
    sized,
)
from matgrad.syntax.latex_tables import FONTS, LETTERS
from matgrad.syntax.latex_tokens import Position, name_token, token
from matgrad.syntax.tokens import Kind, Token

# Constant matrices that the answers write with their sizes below.
ENTRY_OF_MATRIX = len("[i,j]")  # tokens
SIZED = {("K", 2): "commutation", ("D", 1): "duplication", ("E", 1): "diagonal_selection"}
SIZED |= {("L", 1): "elimination", ("C", 2): "toeplitz_columns", ("R", 2): "toeplitz_rows"}


def name(reader: Reader, span: Span, glyph: Glyph) -> None:
    """A letter or a word with its indices."""
    found = _differential(reader, span) or read_name(reader.source, span.at, span.end)
    assert found is not None
    check_word(reader, span, found)
    check_differential(reader, found, glyph.position)
    if _constant(reader, span, glyph, found):
        return
    scripts = reader.scripts(found.after, span.end)
    below = scripts.below
    if below is not None and (is_shifted(reader, below) or is_sliced(reader, below)):
        _shifted(reader, span, glyph, found, scripts)
        return
    _named(reader, span, glyph, found, scripts)


def _named(reader: Reader, span: Span, glyph: Glyph, found: Found, scripts: Scripts) -> None:
    """A name, which may be that of a function and stand before its arguments."""
    written = _with_index(reader, found.name, scripts)
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
    check_power(reader, span, found, position)
    check_call(reader, span, found, text, position)
    check_pi(reader, written, scripts, position)
    start = reader.operand(span, glyph, "constant" if written == Written("pi") else "name")
    span.at = scripts.after
    index = write_name(reader, written, text, position)
    marks = scripts._replace(below=None)
    if _is_of_whole(reader, written, index, scripts, position):
        entry_of_marked(reader, marks, start, lambda: reader.out.extend(index))
        return
    reader.out.extend(index)
    if found.transposed:
        reader.out.append(Token(Kind.SIGN, "'", *position))
    apply(reader, marks, start)


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
    if head is not None or written in reader.names.own:
        return head
    return Head(text, (TIME,)) if is_of_time(reader, found.after, span.end) else None


def _mean(reader: Reader, span: Span, glyph: Glyph, found: Found) -> bool:
    r"""The mean of x, if \bar x \mathbf{1} is taken from the vector x of the text."""
    base = found.name._replace(accent="")
    own = reader.names.is_known(found.name) or found.name in reader.names.own
    if found.name.accent != "bar" or own or not reader.names.is_variable(base):
        return False
    at = reader.source.skip_spaces(found.after, span.end)
    if at + 1 >= span.end or reader.glyphs[at].text not in FONTS:
        return False
    inside = reader.source.argument(at + 1, span.end)
    if reader.source.word(inside.lo, inside.hi) != "1":
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


def _with_index(reader: Reader, written: Written, scripts: Scripts) -> Written:
    """The name with an index that stands behind an exponent: x^2_1."""
    if scripts.below is None:
        return written
    lo, hi, _ = scripts.below
    text = index_text(reader.source, lo, hi)
    if text is None or written.below:
        raise UnsupportedError("an index that is a formula is not read", reader.glyphs[lo].position)
    return written._replace(below=text)


def letters(reader: Reader, span: Span, glyph: Glyph) -> bool:
    r"""Several letters in one font, as \mathbf{Ax}: a product."""
    inside = reader.source.argument(span.at + 1, span.end)
    glyphs = reader.glyphs[inside.lo : inside.hi]
    plain = all(g.kind == "letter" or (g.kind == "command" and g.text in LETTERS) for g in glyphs)
    if len(glyphs) < 2 or not plain:
        return False
    for letter in glyphs:
        written = Written(letter.text, font=FONTS[glyph.text])
        reader.operand(span, letter, "name")
        text = reader.names.text(written, letter.position)
        reader.out.extend(write_name(reader, written, text, letter.position))
    if reader.scripts(inside.after, span.end).after > inside.after:
        raise AmbiguousError(
            "do these marks belong to all letters, or to the last?",
            (glyph.start, reader.glyphs[inside.after].end), "use brackets",
        )  # fmt: skip
    span.at = inside.after
    return True


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


def _constant(reader: Reader, span: Span, glyph: Glyph, found: Found) -> bool:
    """The identity, a unit vector, Euler's number to a power, or a constant with sizes."""
    written, below = found.name, found.below
    is_upright = reader.glyphs[span.at].is_command("operatorname")
    if reader.names.is_known(written) and not is_upright:
        return False
    scripts = reader.scripts(found.after, span.end)
    is_letter = written in (Written("e"), Written("e", font="bf")) and scripts.below is None
    if is_letter and written not in reader.names.own:
        return _euler(reader, span, glyph, found)
    if below is None and scripts.below is not None:  # sizes that are formulas, as in I_{m + n}
        below, scripts = scripts.below, scripts._replace(below=None)
    inside = reader.glyphs[below.lo : below.hi] if below else []
    count = 1 + sum(inner.text == "," for inner in inside)
    if delta := _kronecker(reader, written, glyph):
        return _write(reader, span, glyph, scripts, delta)
    is_sized = reader.setting.strict or is_upright
    called = SIZED.get((written.stem, count)) if is_sized else None
    if written.stem == "I" and not (written.accent or written.above):
        if below is None:
            return _write(reader, span, glyph, scripts, [name_token("I", glyph.position)])
        called = "I"
    elif written.stem == "e" and written.font == "bf" and count == 2:
        called = "e"
    if called is None or below is None:
        return False
    return _write(reader, span, glyph, scripts, sized(reader, called, glyph, below))


def _kronecker(reader: Reader, written: Written, glyph: Glyph) -> list[Job]:
    r"""The tokens of \delta_{ij} in a sum over i or j, where δ is nothing else: an entry of I."""
    base = written._replace(below="")
    is_delta = (
        base == Written("delta") and not reader.setting.strict and not reader.names.is_known(base)
    )
    parts = index_parts(reader, written.below) if is_delta and written.below else None
    if (
        parts is None
        or len(parts) != 2
        or not {*parts} & {*reader.bound}
        or base in reader.names.own
    ):
        return []
    reader.notes.append("delta with two indices is read as Kronecker's delta")
    return [name_token("I", glyph.position), *index_tokens(parts, glyph.position)]


def _write(reader: Reader, span: Span, glyph: Glyph, scripts: Scripts, jobs: list[Job]) -> bool:
    start = reader.operand(span, glyph, "name")
    span.at = scripts.after
    reader.schedule(*jobs, lambda: apply(reader, scripts, start))
    return True


def _euler(reader: Reader, span: Span, glyph: Glyph, found: Found) -> bool:
    """Euler's number to a power; e with a transpose, or a bold one, is a name."""
    scripts = reader.scripts(found.after, span.end)
    exponent = scripts.above
    if scripts.primes or found.name.font:
        return False
    if exponent is None or is_transpose(reader, exponent):
        if not reader.setting.strict and not _is_vector(reader, found.name):
            raise AmbiguousError(
                "is e Euler's number, or a name of your own?", glyph.position,
                r"declare e, or write \exp(1)",
            )  # fmt: skip
        return False
    reader.operand(span, glyph, "function", "exp")
    span.at = scripts.after
    inside = Span(exponent.lo, exponent.hi)
    opening = [name_token(EXPONENTIAL, glyph.position), token("(", glyph)]
    reader.schedule(*opening, inside, token(")", glyph))
    return True


def _is_vector(reader: Reader, name: Written) -> bool:
    """Is this letter transposed somewhere by a mark that cannot be an exponent, or is it bare?"""
    letters = enumerate(reader.glyphs)
    places = [at for at, g in letters if g.kind == "letter" and g.text == name.stem]
    found = [reader.scripts(at + 1, len(reader.glyphs)) for at in places]
    turned = [s for s in found if s.primes or (s.above and is_transpose(reader, s.above))]
    sure = any(s.primes or (s.above and above(reader, s.above) != ["T"]) for s in turned)
    return sure or (bool(turned) and any(s.above is None for s in found))
