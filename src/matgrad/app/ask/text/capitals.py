r"""Words of capitals that formulas define: RSS(\beta) = …, and MR = … beside “marginal revenue”."""

from __future__ import annotations

import re
from collections.abc import Sequence

_CAPITALS = re.compile(
    r"\s*(?:([A-Z]{2,5})\s*(?:\\left\s*)?\([^=]{1,60}\)\s*:?=|([A-Z]{2,5})\s*:?=)"
)
_COMMANDS = re.compile(r"\\[A-Za-z]+(?:\s*\{[A-Za-z]+\})?")
# With such a word a phrase begins for which its initials stand.
_FIRST = r"(?:marginal|average|total|mean|net|gross|residual|sum|expected|fixed|variable|kinetic)"


def capitals_in(formulas: Sequence[str], text: str) -> set[str]:
    """The words of capitals that are names in these formulas, not products."""
    starts = list(filter(None, map(_CAPITALS.match, formulas)))
    letters = " ".join(_COMMANDS.sub(" ", latex) for latex in formulas)
    words = {found[1] for found in starts if found[1]}
    others = {found[2] for found in starts if found[2]}
    single = re.sub("|".join(others), " ", letters) if others else ""
    for word in others:
        known = {*word}.intersection(letters.replace(word, " "))
        known = known & {*single} if _is_short(word, text) else known  # MC beside MR
        if not known or (known < {*word} and _is_short(word, text)):
            words.add(word)
    return words


def _is_short(word: str, text: str) -> bool:
    """Does a phrase of the text have these initials: MRS, the marginal rate of substitution?"""
    rest = "".join(rf"[\s-]+(?:of\s+)?{letter}[a-z]+" for letter in word[1:])
    phrase = rf"\b(?={word[0]}){_FIRST}{rest}"
    return re.search(phrase, text, re.I) is not None
