r"""What stands above and below an operand: transposes, inverses, powers and indices."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

from matgrad.errors import AmbiguousError, MatgradError, ParseError, UnsupportedError
from matgrad.syntax.latex_functions import PLUS
from matgrad.syntax.latex_glyphs import Glyph
from matgrad.syntax.latex_marks import (
    INVERSE_TRANSPOSES,
    above,
    check_inverse,
    check_iterate,
    check_power_of_T,
    check_power_turned,
    check_transpose,
    has_two_indices,
    is_integer,
    is_known,
    is_of_whole,
)
from matgrad.syntax.latex_names import index_text, read_name
from matgrad.syntax.latex_reader import Job, Reader, Scripts, Span
from matgrad.syntax.latex_source import Range
from matgrad.syntax.latex_tables import MARKS, TRANSPOSES
from matgrad.syntax.latex_tokens import Position, name_token, number_token
from matgrad.syntax.tokens import Kind, Token

_ADJOINTS = {
    "*": "the adjoint, an optimum or the pseudo-inverse",
    "ast": "the adjoint, an optimum or the pseudo-inverse",
    "star": "an optimum or the adjoint",
    "dagger": "the adjoint or the pseudo-inverse",
    "H": "the complex adjoint, or a power",
    "t": "the transpose, or a power",
    "dag": "the adjoint or the pseudo-inverse",
}
FREE = "ijklpqrsct"  # letters that are indices of an entry where no sum binds them
RANGE_SIGNS = {":": ":", ",": ",", "+": "+", "-": "-", "minus": "-"}
_POWER_TURNED = re.compile(r"(\d{1,4})(T|top|intercal)")
POWERED = frozenset({"tr", "trace", "logdet"})  # whose power is not that of the argument


def apply(reader: Reader, scripts: Scripts, start: int, head: str = "") -> None:
    """Write the marks after an operand; its tokens begin at `start`.

    `head` is the name of the function whose value is marked, if it is one.
    """
    end = reader.glyphs[scripts.after - 1].end if scripts.after else 0
    position = reader.out[start].start, end
    below, rest = scripts.below, scripts._replace(below=None)
    if below is not None:
        is_marked = scripts.above is not None or scripts.primes > 0
        if is_marked and has_two_indices(reader, below):
            is_behind = scripts.above is not None and below.lo > scripts.above.lo
            if is_of_whole(reader, scripts, is_behind, True, position):
                entry_of_marked(reader, rest, start, lambda: _index(reader, below, start))
                return
        _index(reader, below, start)
    if scripts.primes:
        if scripts.above is not None and is_transpose(reader, scripts.above):
            raise AmbiguousError(
                "a prime and a transpose: is this another name, or transposed twice?", position,
                r"x_2 is another name than x; x^\top is the transpose",
            )  # fmt: skip
        _prime(reader, scripts.primes, start, head, position)
    if scripts.above is not None:
        _raise(reader, scripts.above, start, head, position)


def entry_of_marked(
    reader: Reader, scripts: Scripts, start: int, index: Callable[[], None]
) -> None:
    r"""Write the marks of a matrix and then the index: A^{-1}_{ij}."""

    def inside() -> None:
        here = reader.out[start].start, reader.out[start].start
        reader.out.insert(start, Token(Kind.SIGN, "(", *here))
        reader.write(Token(Kind.SIGN, ")", *reader.out[-1].position))
        index()

    reader.schedule(lambda: apply(reader, scripts, start), inside)


def _prime(reader: Reader, primes: int, start: int, head: str, position: Position) -> None:
    """A prime, which transposes; two of them would not."""
    check_transpose(head, position)
    if primes > 1:
        raise AmbiguousError(
            "two primes: a second derivative, or another name?", position,
            r"a derivative is asked for beside the function; x_2 is another name than x",
        )  # fmt: skip
    alone = reader.out[start].text if len(reader.out) == start + 1 else ""
    reader.primed.append((alone, position))
    reader.out.append(Token(Kind.SIGN, "'", *position))


def marked(reader: Reader, span: Span, start: int, head: str = "") -> Callable[[], None]:
    """The job that reads the marks after an operand whose tokens begin at `start`."""

    def job() -> None:
        scripts = reader.scripts(span.at, span.end)
        span.at = scripts.after
        if scripts.after:
            apply(reader, scripts, start, head)

    return job


def is_transpose(reader: Reader, found: Range) -> bool:
    """Is what stands above a mark of the transpose, or of the pseudo-inverse?"""
    text = "".join(above(reader, found))
    return text == "+" or (text in TRANSPOSES and not (text == "T" and is_known(reader, "T")))


def _raise(reader: Reader, found: Range, start: int, head: str, position: Position) -> None:
    words = above(reader, found)
    here = reader.glyphs[found.lo].start, reader.glyphs[found.hi - 1].end
    text = "".join(words)
    integer = is_integer(words)
    if text in TRANSPOSES:
        check_power_of_T(reader, text, here)
        check_transpose(head, position)
        reader.out.append(Token(Kind.SIGN, "'", *here))
    elif integer is not None:
        check_inverse(integer, head, position)
        if head in POWERED and not reader.setting.strict:
            reader.notes.append(f"{head}(…)^{integer} is read as ({head}(…))^{integer}")
        reader.out.append(Token(Kind.RAISED, str(integer), *here, Fraction(integer)))
    elif len(words) > 1 and text in INVERSE_TRANSPOSES:
        reader.out.append(Token(Kind.RAISED, "-1", *here, Fraction(-1)))
        reader.out.append(Token(Kind.SIGN, "'", *here))
    elif found_power := _POWER_TURNED.fullmatch(text):
        check_power_turned(reader, found_power, here)
        power = int(found_power[1])
        reader.out.append(Token(Kind.RAISED, str(power), *here, Fraction(power)))
        reader.out.append(Token(Kind.SIGN, "'", *here))
    elif text == "+":
        is_entry = any(token.text in reader.bound for token in reader.out[start:])
        reader.wrap(start, "relu" if is_entry else PLUS, position)
    elif text in MARKS:
        reader.wrap(start, MARKS[text], position)
    elif text in _ADJOINTS and text not in reader.bound and not is_known(reader, text):
        raise AmbiguousError(
            f"this means {_ADJOINTS[text]}", here, r"write ^\top for the transpose"
        )
    else:
        check_iterate(reader, text, start, here)
        _power(reader, found, words, here)


def _power(reader: Reader, found: Range, words: list[str], here: Position) -> None:
    sign, lo = "^", found.lo
    if words[:1] == ["["] and ["]", "_"] not in map(list, pairwise(words)):  # [x]_2 is an entry
        raise AmbiguousError(
            "an index above, or a power?", here, r"W^{(1)} is a name of its own, W^{2} a power"
        )
    if words[:1] in (["odot"], ["circ"]):
        sign, lo = ".^", reader.source.skip_spaces(found.lo, found.hi) + 1
    if lo == found.hi:
        raise ParseError("the exponent is missing", here)
    opening = [Token(Kind.SIGN, sign, *here), Token(Kind.SIGN, "(", here[0], here[0])]
    reader.schedule(*opening, Span(lo, found.hi), Token(Kind.SIGN, ")", here[1], here[1]))


# ---------------------------------------------------------------- indices


def _index(reader: Reader, found: Range, start: int) -> None:
    """The entry of something in brackets: [X]_{2,3} or (Ax)_i."""
    first, last = reader.glyphs[found.lo], reader.glyphs[found.hi - 1]
    text = index_text(reader.source, found.lo, found.hi)
    parts = index_parts(reader, text) if text else None
    here = first.start, last.end
    if (first.text, found.hi - found.lo) == ("+", 1):  # (x)_+ is the positive part
        reader.wrap(start, "relu", (reader.out[start].start, last.end))
        return
    if is_sliced(reader, found):
        reader.out.extend(range_tokens(reader, found, here))
        return
    if parts is None:
        parts = text.split(",") if text and "," in text else list(text or "")
        if not parts or not all(part in FREE or part.isdigit() for part in parts):
            raise _free_index(text, here)
    elif text and text.isdigit() and len(text) == 2 and not reader.setting.strict:
        raise AmbiguousError("one index, or two?", here, rf"_{{{text[0]},{text[1]}}} has two")
    reader.out.extend(index_tokens(parts, here))


def index_parts(reader: Reader, text: str) -> list[str] | None:
    """The indices of an entry, integers or indices of sums around; None if there are others."""
    pieces = text.split(",") if "," in text else [text]
    if len(pieces) == 1 and not text.isdigit() and text not in reader.bound:
        pieces = list(text)
    good = all(piece.isdigit() or piece in reader.bound for piece in pieces)
    return pieces if good else None


def is_shifted(reader: Reader, found: Range) -> bool:
    """Is this index a formula in the index of a sum around, such as i+1?"""
    glyphs = reader.glyphs[found.lo : found.hi]
    formula = any(glyph.text in ("+", "-") and glyph.kind == "sign" for glyph in glyphs)
    return formula and any(glyph.text in reader.bound for glyph in glyphs)


def is_sliced(reader: Reader, found: Range) -> bool:
    """Is this the index of a row or a column, as i,: or :,2?"""
    return any(glyph.text == ":" for glyph in reader.glyphs[found.lo : found.hi])


def range_tokens(reader: Reader, found: Range, here: Position) -> list[Token]:
    """The tokens of [1:2,:], whose bounds are sizes."""
    tokens, at = [Token(Kind.SIGN, "[", *here)], found.lo
    while at < found.hi:
        glyph, after = reader.glyphs[at], at + 1
        if glyph.kind == "digit":
            while after < found.hi and reader.glyphs[after].kind == "digit":
                after += 1
            digits = "".join(g.text for g in reader.glyphs[at:after])
            new = number_token(int(digits[:10]), glyph.position)
        elif glyph.text in RANGE_SIGNS:
            new = Token(Kind.SIGN, RANGE_SIGNS[glyph.text], *glyph.position)
        elif glyph.kind in ("space", "group", "end"):
            at = after
            continue
        else:
            name = read_name(reader.source, at, found.hi)
            if name is None:
                raise _free_index(None, here)
            new, after = name_token(reader.names.text(name.name, here), here), name.after
        if new.kind is not Kind.SIGN and tokens[-1].kind is not Kind.SIGN:
            tokens.append(Token(Kind.SIGN, "*", *glyph.position))
        tokens.append(new)
        at = after
    return [*tokens, Token(Kind.SIGN, "]", *here)]


def index_tokens(parts: list[str], here: Position) -> list[Token]:
    """The tokens of [i,j]."""
    tokens = [Token(Kind.SIGN, "[", *here)]
    for number, part in enumerate(parts):
        if number:
            tokens.append(Token(Kind.SIGN, ",", *here))
        is_number = part.isdigit() and len(part) < 10
        tokens.append(number_token(int(part), here) if is_number else name_token(part, here))
    return [*tokens, Token(Kind.SIGN, "]", *here)]


def _free_index(text: str | None, here: Position) -> MatgradError:
    if text is None:
        return UnsupportedError("an index that is a formula is not read", here)
    return UnsupportedError(
        f"the index {text} is bound by no sum, so this has many values", here, "give the whole"
    )


def sized(reader: Reader, name: str, glyph: Glyph, found: Range) -> list[Job]:
    r"""A constant with its sizes: I_{n} or \mathbf{1}_{m \times n}."""
    jobs: list[Job] = [name_token(name, glyph.position), Token(Kind.SIGN, "(", *glyph.position)]
    lo = found.lo
    for index in range(found.lo, found.hi + 1):
        at_end = index == found.hi
        if at_end or reader.glyphs[index].text in ("times", ","):
            jobs.append(Span(lo, index))
            last = reader.glyphs[index - 1 if at_end else index]
            jobs.append(Token(Kind.SIGN, ")" if at_end else ",", *last.position))
            lo = index + 1
    return jobs
