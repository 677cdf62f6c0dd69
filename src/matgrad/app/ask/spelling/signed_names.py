r"""Names with a sign below or above, as of positive and negative examples: k_+, p_-, x^+, x^-.

k_+ is a name where k alone does not occur, for x_+ beside x may be the positive part. Signs above
are marks where the text speaks of such examples; elsewhere A^+ may be an inverse.
"""

from __future__ import annotations

import re

from matgrad.app.ask.spelling.patterns import COMMAND
from matgrad.app.ask.text.segments import Cut

_STEM = r"(?P<stem>\\[a-z]+|[A-Za-z])"
_BELOW = re.compile(rf"{_STEM}\s*_\s*(?:\{{\s*(?P<a>[-+])\s*\}}|(?P<b>[-+]))")
_ABOVE = re.compile(rf"{_STEM}\s*\^\s*(?:\{{\s*(?P<a>[-+])\s*\}}|(?P<b>[-+]))(?!\s*[\w(])")
_NEXT = re.compile(rf"\s*{_STEM}\s*\^\s*(?:\{{\s*\+\s*\}}|\+)\s*:?=")  # x^+ = x - t g
_INVERSE = re.compile(r"\^\s*\{\s*-|\\(?:dagger|lim)(?![A-Za-z])")
_WORDS = re.compile(
    r"\b(?:triplet|contrastive|info-?nce|anchor|(?:positive|negative)s?\s+(?:and|key|pair|sample|example"
    r"|exemplar|point)|siamese)\b",
    re.I,
)
_NAMES = {"+": "plus", "-": "minus"}


def with_signed_names(cut: Cut) -> Cut:
    """The text with words for the signs that are marks of names."""
    text = " ; ".join(cut.formulas)
    small = [m for m in _BELOW.finditer(text) if not m["stem"].isupper()]
    stems = {m["stem"] for m in small if not _is_alone(m["stem"], text)}
    examples = _ABOVE.finditer(text) if _WORDS.search(cut.words) else ()
    marked = {m["stem"] for m in examples if not m["stem"].isupper()}
    marked |= {m["stem"] for latex in cut.formulas if (m := _NEXT.match(latex)) and _is_name(m)}
    if not stems and not marked:
        return cut

    def named(found: re.Match[str], known: set[str]) -> str:
        word = _NAMES[found["a"] or found["b"]]
        return rf"{found['stem']}_{{{word}}}" if found["stem"] in known else found[0]

    def change(latex: str) -> str:
        latex = _BELOW.sub(lambda found: named(found, stems), latex)
        return _ABOVE.sub(lambda found: named(found, marked), latex)

    return cut.rewritten(change)


def _is_name(found: re.Match[str]) -> bool:
    """Is what x^+ = … defines a name? A^+ = (A^TA)^{-1}A^T is a pseudoinverse."""
    is_small = not found["stem"].isupper()
    return is_small or not _INVERSE.search(found.string, found.end())


def _is_alone(stem: str, text: str) -> bool:
    """Does a letter stand somewhere without an index?"""
    text = text if stem.startswith("\\") else re.sub(COMMAND, " ", text)
    end = r"(?![A-Za-z])" if stem.startswith("\\") else ""
    return re.search(rf"{re.escape(stem)}{end}(?!\s*_)", re.sub(r"_\s*\w", "_", text)) is not None
