r"""What stands above and below an operand: transposes, inverses, powers and indices."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

from matgrad.errors import AmbiguousError, MatgradError, ParseError, UnsupportedError
from matgrad.syntax.latex_glyphs import Glyph
from matgrad.syntax.latex_names import MARKS_OF_NAMES, index_text, read_name
from matgrad.syntax.latex_reader import Job, Reader, Scripts, Span
from matgrad.syntax.latex_source import Range
from matgrad.syntax.latex_tables import MARKS, TRANSPOSES
from matgrad.syntax.latex_tokens import Position, name_token, number_token
from matgrad.syntax.tokens import RAISED, Kind, Token

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
_ITERATE = re.compile(r"\([a-z][-+]\d\)")
POWERED = frozenset({"tr", "trace", "logdet"})  # whose power is not that of the argument
SCALAR_OF_MATRIX = frozenset({"tr", "trace", "logdet", "sum", "mean"})


def above(reader: Reader, found: Range) -> list[str]:
    """The glyphs above as words, without fonts and spaces."""
    glyphs = reader.glyphs[found.lo : found.hi]
    return [
        glyph.text.translate(RAISED) if glyph.kind == "raised" else glyph.text
        for glyph in glyphs
        if not (glyph.kind == "command" and glyph.text in MARKS_OF_NAMES)
        and glyph.kind not in ("space", "group", "end")
    ]


def apply(reader: Reader, scripts: Scripts, start: int, head: str = "") -> None:
    """Write the marks after an operand; its tokens begin at `start`.

    `head` is the name of the function whose value is marked, if it is one.
    """
    end = reader.glyphs[scripts.after - 1].end if scripts.after else 0
    position = reader.out[start].start, end
    if scripts.below is not None:
        _index(reader, scripts.below, start)
    for _ in range(scripts.primes):
        _check_transpose(head, position)
        reader.out.append(Token(Kind.SIGN, "'", *position))
    if scripts.above is not None:
        _raise(reader, scripts.above, start, head, position)


def marked(reader: Reader, span: Span, start: int, head: str = "") -> Callable[[], None]:
    """The job that reads the marks after an operand whose tokens begin at `start`."""

    def job() -> None:
        scripts = reader.scripts(span.at, span.end)
        span.at = scripts.after
        if scripts.after:
            apply(reader, scripts, start, head)

    return job


def is_integer(words: list[str]) -> int | None:
    """The integer that is written above, or None."""
    text = "".join(words).replace("minus", "-")
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 5 else None


def is_transpose(reader: Reader, found: Range) -> bool:
    """Is what stands above a mark of the transpose, or of the pseudo-inverse?"""
    text = "".join(above(reader, found))
    return text == "+" or (text in TRANSPOSES and not (text == "T" and _is_known(reader, "T")))


def is_turned(reader: Reader, found: Range) -> bool:
    """Is this the mark of a transpose, or of an inverse that is transposed?"""
    text = "".join(above(reader, found))
    return text in TRANSPOSES or text in _INVERSE_TRANSPOSES


def _raise(reader: Reader, found: Range, start: int, head: str, position: Position) -> None:
    words = above(reader, found)
    here = reader.glyphs[found.lo].start, reader.glyphs[found.hi - 1].end
    text = "".join(words)
    integer = is_integer(words)
    if text in TRANSPOSES:
        _check_power_of_T(reader, text, here)
        _check_transpose(head, position)
        reader.out.append(Token(Kind.SIGN, "'", *here))
    elif integer is not None:
        _check_inverse(integer, head, position)
        if head in POWERED and not reader.setting.strict:
            reader.notes.append(f"{head}(…)^{integer} is read as ({head}(…))^{integer}")
        reader.out.append(Token(Kind.RAISED, str(integer), *here, Fraction(integer)))
    elif len(words) > 1 and text in _INVERSE_TRANSPOSES:
        reader.out.append(Token(Kind.RAISED, "-1", *here, Fraction(-1)))
        reader.out.append(Token(Kind.SIGN, "'", *here))
    elif text in MARKS or text == "+":
        reader.wrap(start, MARKS.get(text, "pinv"), position)
    elif text in _ADJOINTS and not _is_known(reader, text):
        raise AmbiguousError(
            f"this means {_ADJOINTS[text]}", here, r"write ^\top for the transpose"
        )
    else:
        _check_iterate(reader, text, start, here)
        _power(reader, found, words, here)


_INVERSE_TRANSPOSES = {
    form for t in ("T", "top", "intercal") for form in (f"-{t}", f"-1{t}", f"minus{t}")
}


def _is_known(reader: Reader, name: str) -> bool:
    return name in reader.setting.scalars


def _check_power_of_T(reader: Reader, text: str, here: Position) -> None:
    if text == "T" and _is_known(reader, "T"):
        raise AmbiguousError(
            "the transpose, or the power T?", here, r"write ^\top for the transpose"
        )


def _check_inverse(integer: int, head: str, position: Position) -> None:
    if integer == -1 and head in SCALAR_OF_MATRIX:
        raise AmbiguousError(
            f"the inverse of the argument, or one over the value of {head}?", position,
            rf"\{head}\left(X^{{-1}}\right) or \frac{{1}}{{\{head}(X)}}",
        )  # fmt: skip


def _check_transpose(head: str, position: Position) -> None:
    r"""Refuse \operatorname{tr}(A-B)^\top(A-B): a trace is a number, so its argument goes on."""
    if head in SCALAR_OF_MATRIX:
        raise AmbiguousError(
            f"{head} is a number: does its argument go on behind this bracket?", position,
            rf"\{head}\left(X^\top Y\right)",
        )  # fmt: skip


def _check_iterate(reader: Reader, text: str, start: int, here: Position) -> None:
    """Ask about x^{(k+1)}: the brackets make it the next iterate, which is another name."""
    if _ITERATE.fullmatch(text) and len(reader.out) == start + 1:
        raise AmbiguousError(
            "the index of an iterate, or a power?", here,
            "a power has no brackets, x^{k+1}; an iterate needs a name of its own, x_{new}",
        )  # fmt: skip


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
