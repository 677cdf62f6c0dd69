r"""One font around a formula: \mathbf{X^TX} is \mathbf X^T\mathbf X."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from matgrad.syntax.latex_decoration import group_end
from matgrad.syntax.latex_glyphs import Glyph
from matgrad.syntax.latex_tables import ACCENTS, CALLS, FONTS, FRACTIONS, LETTERS, SIGNS, WORDS

_BOLD = frozenset(name for name, font in FONTS.items() if font in ("bf", "sf")) - {"vec"}
_ROMAN = frozenset({"mathrm", "mathit", "rm", "it"})
_MARKS = frozenset({*FONTS, *WORDS})
_TAKING = frozenset({*FRACTIONS, *FONTS, *WORDS, *ACCENTS, "sqrt"})
_SCRIPTS = ("sub", "sup", "prime", "raised")
_OF_FORMULAS = frozenset({*SIGNS, *FRACTIONS, "sqrt", ","}) - {"in"}
LONGEST_WORD = 2  # letters side by side that are rather a product than a word


def spread(found: list[Glyph]) -> list[Glyph]:
    """The glyphs with the font of a group that holds a formula at each of its letters."""
    result: list[Glyph] = []
    at = 0
    while at < len(found):
        glyph = found[at]
        is_font = glyph.kind == "command" and glyph.text in _BOLD | _ROMAN
        if is_font and at + 1 < len(found) and found[at + 1].kind == "group":
            end = group_end(found, at + 1)
            inside = found[at + 2 : end - 1]
            is_marked = end < len(found) and found[end].kind in _SCRIPTS
            is_read = _is_formula(inside) and _has_no_word(inside, glyph.text)
            if is_read and not is_marked and _stands_free(result, inside):
                result += _in_font(inside, glyph)
                at = end
                continue
        result.append(glyph)
        at += 1
    return result


def _is_formula(inside: Sequence[Glyph]) -> bool:
    """Is this more than a name, a word or a number: does a sign or a mark stand in it?"""
    begins = bool(inside) and inside[0].kind == "digit"  # 2Ax
    if begins or any(glyph.text in _OF_FORMULAS for glyph in inside):
        return any(_is_letter(glyph) for glyph in inside)
    marks = [at for at, glyph in enumerate(inside) if glyph.kind in ("sup", "prime")]
    names = [at for at in marks if _is_index(inside, at)]
    return len(marks) > len(names)


def _stands_free(before: Sequence[Glyph], inside: Sequence[Glyph]) -> bool:
    """Is this no argument of a command or a script, which would end with its first letter?"""
    if not before or before[-1].kind not in ("sub", "sup", "command", "end"):
        return True
    is_argument = before[-1].kind in ("sub", "sup") or before[-1].text in _TAKING
    is_sum = any(g.text in ("+", "-", "minus") and g.kind == "sign" for g in inside)
    return not is_argument and not (before[-1].kind == "end" and is_sum)


def _is_index(inside: Sequence[Glyph], at: int) -> bool:
    """Is what stands above an index in brackets, as in W^{(1)}?"""
    return any(glyph.text in ("(", "[") for glyph in inside[at + 1 : at + 3])


def _has_no_word(inside: Sequence[Glyph], font: str) -> bool:
    """Is no word spelled here, as tr in \\mathbf{tr(A)}, which letters by themselves would not?"""
    is_roman = font in _ROMAN
    return not any(
        (run,) in CALLS or (len(run) > LONGEST_WORD and (is_roman or run.islower()))
        for run in _runs(inside)
        if len(run) > 1
    )


def _runs(inside: Sequence[Glyph]) -> Iterator[str]:
    """Letters side by side."""
    run = ""
    for glyph in inside:
        if glyph.kind == "letter":
            run += glyph.text
        elif run:
            yield run
            run = ""
    if run:
        yield run


def _in_font(inside: Sequence[Glyph], font: Glyph) -> Iterator[Glyph]:
    """The glyphs, each letter of a name behind the font; indices and a single mark stay plain."""
    at = 0
    while at < len(inside):
        glyph = inside[at]
        end = _left_alone(inside, at)
        if end:
            yield from inside[at:end]
            at = end
            continue
        if _is_letter(glyph) and font.text in _BOLD:
            yield font._replace(start=glyph.start, end=glyph.start)
        yield glyph
        at += 1


def _left_alone(inside: Sequence[Glyph], at: int) -> int:
    """Where what keeps its own look ends: an index, an exponent T, a word; 0 if none begins."""
    glyph = inside[at]
    if at + 1 >= len(inside):
        return 0
    if glyph.kind in ("sub", "sup"):
        end = group_end(inside, at + 1)
        letters = [g for g in inside[at + 1 : end] if _is_letter(g)]
        return end if glyph.kind == "sub" or len(letters) < 2 else 0
    is_word = glyph.kind == "command" and glyph.text in _MARKS and glyph.text not in ACCENTS
    return group_end(inside, at + 1) if is_word else 0


def _is_letter(glyph: Glyph) -> bool:
    return glyph.kind == "letter" or (glyph.kind == "command" and glyph.text in LETTERS)
