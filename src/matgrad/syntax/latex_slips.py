r"""Spellings that set something else than what they may mean: 2\frac12, x^1/2, x^-1, W \ast x."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from matgrad.errors import AmbiguousError, ParseError
from matgrad.syntax.latex_glyphs import Glyph
from matgrad.syntax.latex_source import Source
from matgrad.syntax.latex_tables import FRACTIONS, WORDS

_SCRIPTS = ("sup", "sub")
_WITH_ARGUMENTS = {**dict.fromkeys(FRACTIONS, 2), "sqrt": 1}


def check_spelling(source: Source, declared: Collection[str]) -> None:
    """Ask about a formula alone in which such a spelling stands."""
    _check_mixed(source)
    _check_scripts(source)
    _check_stars(source)
    _check_words(source, declared)


def _check_mixed(source: Source) -> None:
    r"""Ask about 1\frac12, which is one and a half at school and a product elsewhere."""
    glyphs = source.glyphs
    held = _arguments(source)
    for at, glyph in enumerate(glyphs):
        is_fraction = glyph.kind == "command" and glyph.text in FRACTIONS
        if not is_fraction or not at or glyphs[at - 1].kind != "digit" or at - 1 in held:
            continue
        first = at - 1
        while first > 0 and (glyphs[first - 1].kind == "digit" or glyphs[first - 1].text == "."):
            first -= 1
        sides = list(_sides(source, at, 2))
        is_mixed = len(sides) == 2 and all(_is_whole(source, *side) for side in sides)
        if is_mixed and not (first and glyphs[first - 1].kind in _SCRIPTS):
            raise AmbiguousError(
                "a number before a fraction: their sum, or their product?",
                (glyphs[first].start, glyph.end), r"write 2 + \frac12, or 2 \cdot \frac12",
            )  # fmt: skip


def _arguments(source: Source) -> set[int]:
    r"""Where the digits of \frac12 and \sqrt2 stand that belong to these."""
    return {
        place
        for at, glyph in enumerate(source.glyphs)
        if glyph.kind == "command" and glyph.text in _WITH_ARGUMENTS
        for lo, hi in _sides(source, at, _WITH_ARGUMENTS[glyph.text])
        for place in range(lo, hi)
    }


def _sides(source: Source, at: int, count: int) -> Iterator[tuple[int, int]]:
    """The arguments of the command that stands here, as far as there are some."""
    end, at = len(source.glyphs), at + 1
    for _ in range(count):
        if at >= end:
            return
        lo, hi, at = source.argument(at, end)
        yield lo, hi


def _is_whole(source: Source, lo: int, hi: int) -> bool:
    return lo < hi and all(glyph.kind == "digit" for glyph in source.glyphs[lo:hi])


def _check_scripts(source: Source) -> None:
    """Ask about x^1/2, and refuse x^-1, above which only the minus stands."""
    for sup, first, second, third in _runs(source.glyphs):
        if sup.kind != "sup":
            continue
        is_digit = second is not None and second.kind == "digit"
        if first.text in ("-", "minus") and is_digit and second is not None:
            raise ParseError(
                "only the minus stands above here", (sup.start, second.end),
                f"write ^{{-{second.text}}}",
            )  # fmt: skip
        is_quotient = second is not None and second.text == "/" and third is not None
        if first.text == "1" and is_quotient and third is not None and third.kind == "digit":
            raise AmbiguousError(
                "is the exponent 1, or the fraction?", (sup.start, third.end),
                f"write ^{{1/{third.text}}}, or leave the exponent out",
            )  # fmt: skip


def _runs(glyphs: Sequence[Glyph]) -> Iterator[tuple[Glyph, Glyph, Glyph | None, Glyph | None]]:
    """Each glyph with the three behind it."""
    for at in range(len(glyphs) - 1):
        after = [*glyphs[at + 2 : at + 4], None, None]
        yield glyphs[at], glyphs[at + 1], after[0], after[1]


def _check_stars(source: Source) -> None:
    r"""Ask about W \ast x; a number beside the sign is a factor."""
    glyphs = source.glyphs
    for at, glyph in enumerate(glyphs):
        if not glyph.is_command("ast") or at + 1 == len(glyphs):
            continue
        before = glyphs[at - 1] if at else None
        is_mark = before is None or before.kind in (*_SCRIPTS, "group")
        if not is_mark and before is not None and "digit" not in (before.kind, glyphs[at + 1].kind):
            raise AmbiguousError(
                "a convolution, or a product?", glyph.position,
                r"\operatorname{conv}(w, x) is the convolution of vectors, Wx the product",
            )  # fmt: skip


def _check_words(source: Source, declared: Collection[str]) -> None:
    """Ask about AB where A, B and AB are declared."""
    words = [w for w in declared if len(w) > 1 and w.isalpha() and {*w} <= {*declared}]
    for word in words:
        for at in range(len(source.glyphs) - len(word) + 1):
            found = source.glyphs[at : at + len(word)]
            product = r" \cdot ".join(word)
            before = source.glyphs[max(at - 2, 0) : at]
            if before and before[0].kind == "command" and before[0].text in WORDS:
                continue  # \mathrm{AB}
            if all(g.kind == "letter" for g in found) and "".join(g.text for g in found) == word:
                raise AmbiguousError(
                    f"is {word} one name here, or a product?", (found[0].start, found[-1].end),
                    rf"\mathrm{{{word}}} is the name, {product} the product",
                )  # fmt: skip
