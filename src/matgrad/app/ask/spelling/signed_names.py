r"""Names with a sign below or above, as of positive and negative examples: k_+, p_-, x^+, x^-.

k_+ is a name where k alone does not occur, for x_+ beside x may be the positive part. Signs above
are marks where the text speaks of such examples; elsewhere A^+ may be an inverse.
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.spelling.patterns import COMMAND
from matgrad.app.ask.text.segments import Cut

_LETTER = r"(?:\\[a-z]+|[A-Za-z])"
_DRESS = r"\\(?:mathbf|boldsymbol|bm|hat|tilde|bar)(?![A-Za-z])\s*"
_STEM = rf"(?P<stem>{_DRESS}(?:\{{\s*{_LETTER}\s*\}}|{_LETTER})|{_LETTER})"
_BELOW = re.compile(rf"{_STEM}\s*_\s*(?:\{{\s*(?P<a>[-+])\s*\}}|(?P<b>[-+]))")
_INDEX = r"(?P<index>\s*_\s*(?:\w|\{\s*\w+\s*\}))?"
_ABOVE = re.compile(rf"{_STEM}{_INDEX}\s*\^\s*(?:\{{\s*(?P<a>[-+])\s*\}}|(?P<b>[-+]))(?!\s*[\w(])")
_NEXT = re.compile(  # x^+ = x - t g, alone or in a line of several: z &= …, \\ h^{+} &= …
    rf"(?:^|\\\\(?:\[\w+\])?|\\q?quad|[,;&]|\\begin\{{\w+\*?\}})\s*{_STEM}{_INDEX}\s*"
    r"\^\s*(?:\{\s*\+\s*\}|\+)\s*&?\s*(?::?=|\\(?:triangleq|coloneqq)(?![A-Za-z]))"
)
_INVERSE = re.compile(r"\^\s*\{\s*-|\\(?:dagger|lim)(?![A-Za-z])")
_WORDS = re.compile(
    r"\b(?:triplet|contrastive|info-?nce|anchor|(?:positive|negative)s?\s+(?:and|key|pair|sample|example"
    r"|exemplar|point)|siamese)\b",
    re.I,
)
_NAMES = {"+": "plus", "-": "minus"}
_ACCENTS = ("tilde", "bar", "check", "breve")


def with_signed_names(cut: Cut) -> Cut:
    """The text with words for the signs that are marks of names."""
    text = " ; ".join(cut.formulas)
    small = [m for m in _BELOW.finditer(text) if not m["stem"].isupper()]
    stems = {m["stem"] for m in small if not _is_alone(m["stem"], text)}
    examples = _ABOVE.finditer(text) if _WORDS.search(cut.words) else ()
    marked = {m["stem"] for m in examples if not m["stem"].isupper()}
    marked |= {m["stem"] for x in cut.formulas for m in _NEXT.finditer(x) if _is_name(m)}
    if not stems and not marked:
        return cut
    free = (accent for accent in _ACCENTS if rf"\{accent}" not in text)
    accents = dict(zip(_NAMES, free, strict=False))
    notes: dict[str, None] = {}

    def below(found: re.Match[str]) -> str:
        word = _NAMES[found["a"] or found["b"]]
        return rf"{found['stem']}_{{{word}}}" if found["stem"] in stems else found[0]

    def above(found: re.Match[str]) -> str:
        name = _above(found, accents) if found["stem"] in marked else found[0]
        if found["index"] and name != found[0]:
            notes[f"{quoted(found[0]).plain} is written {quoted(name).plain}"] = None
        return name

    changed = cut.rewritten(lambda latex: _ABOVE.sub(above, _BELOW.sub(below, latex)))
    return replace(changed, notes=(*changed.notes, *notes))


def _above(found: re.Match[str], accents: dict[str, str]) -> str:
    r"""The name of x^+, and of x_k^+, which has an accent: its index is that of x_k."""
    stem, index, sign = found["stem"], found["index"], found["a"] or found["b"]
    if not index:
        return rf"{stem}_{{{_NAMES[sign]}}}"
    return rf"\{accents[sign]}{{{stem}}}{index}" if sign in accents else found[0]


def _is_name(found: re.Match[str]) -> bool:
    """Is what x^+ = … defines a name? A^+ = (A^TA)^{-1}A^T is a pseudoinverse."""
    is_small = not found["stem"].isupper()
    line = found.string[found.end() :].partition(r"\\")[0]
    return is_small or not _INVERSE.search(line)


def _is_alone(stem: str, text: str) -> bool:
    """Does a letter stand somewhere without an index?"""
    text = text if stem.startswith("\\") else re.sub(COMMAND, " ", text)
    end = r"(?![A-Za-z])" if stem.startswith("\\") else ""
    return re.search(rf"{re.escape(stem)}{end}(?!\s*_)", re.sub(r"_\s*\w", "_", text)) is not None
