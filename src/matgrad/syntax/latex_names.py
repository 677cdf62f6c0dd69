r"""Names as they are written in LaTeX, and the names they have in the language.

`W_1`, `\hat y` and `\mathbf{x}` are W1, yhat and x. What looks different in one text stays
different: beside a plain x, a bold one is xbf.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from matgrad.errors import AmbiguousError
from matgrad.syntax.latex_source import Range, Source
from matgrad.syntax.latex_tables import (
    ACCENTS,
    CALLS,
    CONSTANTS,
    FONTS,
    LETTERS,
    PLAIN_LETTER,
    SWITCHES,
    TRANSPOSES,
    WORDS,
)

SHORT = {"lam": "lambda", "eps": "epsilon"}
_SUFFIXES = ("hat", "bar", "tilde", "check", "breve")
_SPLIT = re.compile(r"([^\W\d_]+)(?:_?(\d+)|_(\w+))?")
LONGEST = 16  # glyphs of a name in a group of its own
MOST = 8  # accents and fonts around one letter
_SCRIPT_WORDS = frozenset({"max", "min", "star", "ast", "circ", "infty", "top", "bot", "prime"})


SPELLED = "spelled"  # the font of a word that is no letter: \mathrm{varphi} beside \phi
Form = tuple[str, str, str, str]
MARKS_OF_NAMES = frozenset({*ACCENTS, *FONTS, *WORDS})


class Written(NamedTuple):
    """A name as it stands in LaTeX."""

    stem: str
    accent: str = ""
    font: str = ""
    below: str = ""  # the subscript
    above: str = ""  # what stands in parentheses above: W^{(1)}

    @property
    def form(self) -> Form:
        """The letter, the accent and the indices: what a name of the language can tell apart."""
        stem = self.stem if self.font == SPELLED else PLAIN_LETTER.get(self.stem, self.stem)
        return stem, self.accent, self.below.replace(",", "_"), self.above


class Found(NamedTuple):
    """A name, where reading goes on, and whether it is a word rather than a letter."""

    name: Written
    after: int
    is_word: bool = False
    below: Range | None = None  # where the subscript stands
    transposed: bool = False  # W^{(1)\\top}


@lru_cache(1 << 12)
def form_of(name: str) -> Form:
    """The form of a name of the language: (W, '', 1, '') for W1 and W_1, lambda for lam."""
    below, _, above = name.partition("__")  # W__1 prints as W^{(1)}
    found = _SPLIT.fullmatch(below)
    if found is None:
        return name, "", "", ""
    stem, accent = found[1], ""
    for suffix in _SUFFIXES:
        base = stem.removesuffix(suffix)
        if base != stem and (len(base) == 1 or SHORT.get(base, base) in LETTERS):
            stem, accent = base, suffix
            break
    return SHORT.get(stem, stem), accent, found[2] or found[3] or "", above


def check_apart(names: Iterable[str]) -> None:
    """Refuse names that nobody can tell apart when they are printed, as x1 and x_1."""
    seen: dict[Form, str] = {}
    for name in names:
        other = seen.setdefault(form_of(name), name)
        if other != name:
            raise AmbiguousError(
                f"{other} and {name} are two names that are printed alike",
                hint="give one of them another name",
            )


# ---------------------------------------------------------------- reading


NAMED = "mathit"  # answers write names of several letters so: \mathit{tr}_{1} is no trace


def read_name(source: Source, index: int, end: int) -> Found | None:
    r"""The letter or word that stands here, with accents, fonts and the indices that belong to it.

    >>> from matgrad.syntax.latex_glyphs import glyphs
    >>> read_name(Source(glyphs(r"\hat{\mathbf y}_1")), 0, 7).name
    Written(stem='y', accent='hat', font='bf', below='1', above='')
    """
    look = Written("")
    is_word = False
    closing: list[int] = []  # the groups around the letter end here, innermost last
    while index < end:
        glyph = source.glyphs[index]
        if is_word and glyph.kind == "group":
            lo, hi, after = source.inside(index)
            word = source.word(lo, hi) or _special(source, lo, hi)
            font = SPELLED if word in PLAIN_LETTER else look.font
            found = Found(Written(word or "", look.accent, font), after, True)
            is_own = source.glyphs[index - 1].text == NAMED
            return _close(source, found, [*reversed(closing), end], is_own) if word else None
        if glyph.kind == "letter" or (glyph.kind == "command" and glyph.text in LETTERS):
            found = Found(Written(glyph.text, look.accent, look.font), index + 1, is_word)
            return _close(source, found, [*reversed(closing), end])
        if glyph.kind == "group" and len(closing) < MOST and _holds_name(source, index, look):
            closing.append(source.brackets[index].close)
        elif glyph.kind == "command" and glyph.text in MARKS_OF_NAMES:
            font = look.font or FONTS.get(glyph.text, "")
            look = Written("", look.accent + ACCENTS.get(glyph.text, ""), font)
            is_word = glyph.text in WORDS
        elif not (is_word and glyph.text == "*"):  # \operatorname*
            return None
        index += 1
    return None


def _special(source: Source, lo: int, hi: int) -> str | None:
    r"""The word of \text{const.}, with its full stop, or of \operatorname{softmax_rows}."""
    joined = "".join(glyph.text for glyph in source.glyphs[lo:hi])
    if (joined,) in CALLS:
        return joined
    word = source.word(lo, hi - 1) if lo < hi and source.glyphs[hi - 1].text == "." else None
    return word if word in CONSTANTS else None


def _holds_name(source: Source, index: int, look: Written) -> bool:
    lo, hi, _ = source.inside(index)
    switch = lo < hi and source.glyphs[lo].text in SWITCHES
    indexed = lo + 1 < hi < lo + LONGEST and source.glyphs[lo + 1].kind in ("sub", "sup")
    return look != Written("") or hi - lo == 1 or switch or indexed


def _close(source: Source, found: Found, ends: list[int], is_own: bool = False) -> Found | None:
    """Take the indices after the letter, and go out of the groups around it."""
    name, after, is_word, below, transposed = found
    is_function = is_word and (name.stem,) in CALLS and not is_own
    for level, stop in enumerate(ends, start=1):
        while not is_function and after + 1 < stop:
            script = _index_of_name(source, name, after, stop)
            if script is None:
                break
            below = below or (source.argument(after + 1, stop) if script[0].below else None)
            transposed = transposed or script[2]
            name, after, _ = script
        if level < len(ends):
            if after != stop:
                return None
            after += 1
    return Found(name, after, is_word, below, transposed)


def _index_of_name(
    source: Source, name: Written, index: int, end: int
) -> tuple[Written, int, bool] | None:
    kind = source.glyphs[index].kind
    if kind == "sub" and not name.below:
        lo, hi, after = source.argument(index + 1, end)
        source.check_script(Range(lo, hi, after), end)
        text = index_text(source, lo, hi)
        return (name._replace(below=text), after, False) if text else None
    if kind == "sup" and not name.above and (raised := _raised_index(source, index + 1, end)):
        word, after, transposed = raised
        return name._replace(above=word), after, transposed
    return None


def _raised_index(source: Source, index: int, end: int) -> tuple[str, int, bool] | None:
    r"""The index in brackets above a name, W^{(1)} or W^{[1]}, perhaps with a transpose behind."""
    lo, hi, after = source.argument(index, end)
    bracket = source.brackets.get(lo)
    if bracket is None or bracket.sign not in ("(", "["):
        return None
    rest = [
        glyph.text
        for glyph in source.glyphs[bracket.close + 1 : hi]
        if glyph.kind not in ("space", "group", "end", "sup") and glyph.text not in MARKS_OF_NAMES
    ]
    word = source.word(lo + 1, bracket.close)
    if not word or (rest and not (len(rest) == 1 and rest[0] in TRANSPOSES)):
        return None
    return word, after, bool(rest)


def index_text(source: Source, lo: int, hi: int) -> str | None:
    """A subscript as plain text, or None if it is more than letters, digits and commas."""
    parts: list[str] = []
    for glyph in source.glyphs[lo:hi]:
        if (
            glyph.kind in ("letter", "digit")
            or glyph.text == ","
            or (glyph.kind == "command" and (glyph.text in LETTERS or glyph.text in _SCRIPT_WORDS))
        ):
            parts.append(glyph.text)
        elif glyph.text in ("(", ")") or glyph.kind in ("space", "group", "end"):
            continue
        elif glyph.kind != "command" or glyph.text not in MARKS_OF_NAMES:
            return None
    return "".join(parts) or None


def written_names(source: Source, lo: int = 0, hi: int | None = None) -> dict[Written, bool]:
    """All names of a text, and whether each stands somewhere without parentheses after it."""
    found: dict[Written, bool] = {}
    index, end = lo, len(source.glyphs) if hi is None else hi
    while index < end:
        is_start = source.glyphs[index].kind in ("letter", "command", "group")
        name = read_name(source, index, end) if is_start else None
        font = FONTS.get(source.glyphs[index].text, "") if name is None and is_start else ""
        index += 1
        if font and index < end and source.glyphs[index].kind == "group":
            lo, hi, index = source.inside(index)  # a product in one font
            found |= {Written(glyph.text, font=font): True for glyph in source.glyphs[lo:hi]}
        if name is not None and not (name.is_word and (name.name.stem,) in CALLS):
            after = name.after
            while after < end and source.glyphs[after].kind == "prime":
                after += 1
            is_bare = not source.is_call(after, end)
            found[name.name] = found.get(name.name, False) or is_bare
            index = name.after
    return found


def is_only_above(source: Source, letter: str) -> bool:
    """Does a letter stand only as an exponent, where T is a transpose?"""
    glyphs = source.glyphs
    places = [at for at, g in enumerate(glyphs) if g.kind == "letter" and g.text == letter]
    return all(
        glyphs[at - 1].kind == "sup" or [g.kind for g in glyphs[at - 2 : at]] == ["sup", "group"]
        for at in places
    )
