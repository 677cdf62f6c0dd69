r"""What a mark above is, and whether it belongs to a matrix or to its entry: A^{-1}_{ij}."""

from __future__ import annotations

import re

from matgrad.errors import AmbiguousError
from matgrad.syntax.latex_choices import Question
from matgrad.syntax.latex_names import MARKS_OF_NAMES, index_text
from matgrad.syntax.latex_reader import Reader, Scripts
from matgrad.syntax.latex_source import Range
from matgrad.syntax.latex_tables import TRANSPOSES
from matgrad.syntax.latex_tokens import Position
from matgrad.syntax.tokens import RAISED

INVERSE_TRANSPOSES = {
    form for t in ("T", "top", "intercal") for form in (f"-{t}", f"-1{t}", f"minus{t}")
}
_ITERATE = re.compile(r"\([a-z][-+]\d\)")
SCALAR_OF_MATRIX = frozenset({"tr", "trace", "logdet", "sum", "mean"})
MOST_LETTERS = 3  # of an exponent in a hint
OF_ENTRY, OF_WHOLE = "of the entry", "of the matrix"


def above(reader: Reader, found: Range) -> list[str]:
    """The glyphs above as words, without fonts and spaces."""
    glyphs = reader.glyphs[found.lo : found.hi]
    return [
        glyph.text.translate(RAISED) if glyph.kind == "raised" else glyph.text
        for glyph in glyphs
        if not (glyph.kind == "command" and glyph.text in MARKS_OF_NAMES)
        and glyph.kind not in ("space", "group", "end")
    ]


def is_integer(words: list[str]) -> int | None:
    """The integer that is written above, or None."""
    text = "".join(words).replace("minus", "-")
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 5 else None


def is_turned(reader: Reader, found: Range) -> bool:
    """Is this the mark of a transpose, or of an inverse that is transposed?"""
    text = "".join(above(reader, found))
    return text in TRANSPOSES or text in INVERSE_TRANSPOSES


# ---------------------------------------------------------------- what marks may not be


def is_known(reader: Reader, name: str) -> bool:
    """Is this the name of a number?"""
    return name in reader.setting.scalars


def check_power_of_T(reader: Reader, text: str, here: Position) -> None:
    """Ask about x^T where T is a number."""
    if text == "T" and is_known(reader, "T"):
        raise AmbiguousError(
            "the transpose, or the power T?", here, r"write ^\top for the transpose"
        )


def check_power_turned(reader: Reader, found: re.Match[str], here: Position) -> None:
    r"""Ask about A^{2T}, where T may be a number; A^{2\top} is clear."""
    if found[2] == "T" and not reader.setting.strict:
        raise AmbiguousError(
            "the power 2T, or the transpose of a power?", here,
            rf"\left(A^{{{found[1]}}}\right)^\top, or declare T",
        )  # fmt: skip


def check_inverse(integer: int, head: str, position: Position) -> None:
    r"""Ask about \operatorname{tr}(X)^{-1}."""
    if integer == -1 and head in SCALAR_OF_MATRIX:
        raise AmbiguousError(
            f"the inverse of the argument, or one over the value of {head}?", position,
            rf"\{head}\left(X^{{-1}}\right) or \frac{{1}}{{\{head}(X)}}",
        )  # fmt: skip


def check_transpose(head: str, position: Position) -> None:
    r"""Refuse \operatorname{tr}(A-B)^\top(A-B): a trace is a number, so its argument goes on."""
    if head in SCALAR_OF_MATRIX:
        raise AmbiguousError(
            f"{head} is a number: does its argument go on behind this bracket?", position,
            rf"\{head}\left(X^\top Y\right)",
        )  # fmt: skip


def check_iterate(reader: Reader, text: str, start: int, here: Position) -> None:
    """Ask about x^{(k+1)}: the brackets make it the next iterate, which is another name."""
    if _ITERATE.fullmatch(text) and len(reader.out) == start + 1:
        raise AmbiguousError(
            "the index of an iterate, or a power?", here,
            "a power has no brackets, x^{k+1}; an iterate needs a name of its own, x_{new}",
        )  # fmt: skip


# ---------------------------------------------------------------- marks and two indices


def has_two_indices(reader: Reader, found: Range) -> bool:
    """Do the indices of an entry of a matrix stand here?"""
    text = index_text(reader.source, found.lo, found.hi) or ""
    if "," in text:
        return text.count(",") == 1
    return len(text) == 2 and text.isalpha() and text not in reader.bound


def is_of_whole(
    reader: Reader, scripts: Scripts, is_behind: bool, is_capital: bool, here: Position
) -> bool:
    r"""Is A^{-1}_{ij} an entry of the inverse? `is_behind` says that the index stands last.

    A_{ij}^2 is the square of an entry, and so is a^2_{ij}; A_{ij}^{-1} and A^2_{ij} are asked.
    """
    words = [] if scripts.above is None else above(reader, scripts.above)
    text = "".join(words)
    if scripts.primes or text in TRANSPOSES:
        return _is_entry_of_transpose(is_behind, here)
    if text in INVERSE_TRANSPOSES:
        return True
    if is_integer(words) == -1:
        is_clear = is_behind if is_capital else not is_behind
        return is_behind if is_clear else _asks(reader, "-1", here)
    if text == "+":
        return is_behind and is_capital
    is_entrywise = not words or words[0] in ("odot", "circ")
    if is_entrywise or not (is_behind and is_capital):
        return False
    return _asks(reader, text if text.isalnum() and len(text) < MOST_LETTERS else "p", here)


def _is_entry_of_transpose(is_behind: bool, here: Position) -> bool:
    if not is_behind:
        raise AmbiguousError(
            "an entry is transposed: is it a block, or an entry of the transpose?", here,
            r"A^\top_{ij} is an entry of the transpose; a block needs a name of its own",
        )  # fmt: skip
    return True


def _asks(reader: Reader, power: str, here: Position) -> bool:
    """Is the power that of the matrix? Where it has to be square, the shapes may decide."""
    one = r"\frac{1}{A_{ij}}" if power == "-1" else rf"\left(A_{{ij}}\right)^{power}"
    question = Question(
        f"power {power} of entries", (OF_ENTRY, OF_WHOLE),
        "a power of the entry, or an entry of the power of the matrix?", here,
        rf"{one}, or \left[A^{{{power}}}\right]_{{ij}}",
    )  # fmt: skip
    if reader.choices is None:
        raise AmbiguousError(question.words, question.position, question.hint)
    return reader.choices.choose(question) == OF_WHOLE
