"""A star of typed formulas whose meaning the text tells: where * is the elementwise product.

So it is beside what is called a mask: M * (X - A), mask * r.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from matgrad.app.ask.text.words import ENTRYWISE

_QUOTED = r"\$\s*(?:\*|\\ast)\s*\$|`\*`|[\"'“‘]\*[\"'”’]|(?<![\w*)\]'^_{])\*"
_STATED = re.compile(
    rf"(?P<sign>{_QUOTED})(?=\s+(?:(?:here\s+)?(?:is|denotes?|means?|being|stands?\s+for|represents?)\s+|=\s+)"
    r"(?:(?:the|an?)\s+)?(?P<words>[^.;,?()$]{2,60}))",
    re.I,
)
_ENTRYWISE = re.compile(rf"hadamard|schur|{ENTRYWISE}", re.I)
_STAR = re.compile(r"(?<=[\w)\]'}|‖²³ᵀ])(?P<space> ?)\*(?!\*)(?P=space)(?=[\w(\[|‖])")
_NUMBER_BEFORE = re.compile(r"(?<![\w.])[\d.]+$")
_NUMBER = re.compile(r"[\d.]+(?![\w.])")
_MASK = re.compile(  # mask M; M is a binary mask, M binary; mask * x
    r"\bmask(?:ing matrix)? (?P<a>[A-Z])(?!\w)|(?<![\w$\\])(?P<b>[A-Z])\$?"
    r"(?: \([^()]*\))?(?: (?:is|being|denotes)| =|,)? (?:an? |the )?(?:[a-z]+ ){0,2}?"
    r"(?:mask|binary|0[-/]1)(?![A-Za-z])(?! (?:cross|class|log|entropy))"
    r"|(?<![\w$\\])(?P<c>mask)(?= ?\*)"
)
Typed = Callable[[str, Callable[[str], tuple[str, list[str]]]], tuple[str, tuple[str, ...]]]


def with_stars(text: str, in_typed: Typed) -> str:
    """The text with ⊙ for typed stars that it calls elementwise; the star that is told of, marked.

    What else a marked sign may mean is found, or asked about, where notation is read.
    """
    if masks := "|".join({m["a"] or m["b"] or m["c"] for m in _MASK.finditer(text)}):
        beside = re.compile(
            rf"(?<![\w'\\])({masks}) ?\*(?!\*) ?(?=[A-Za-z(])"
            rf"|(?<=[\w)]) ?\*(?!\*) ?(?=(?:{masks})(?!\w))"
        )
        text = in_typed(text, lambda x: (beside.sub(lambda m: f"{m[1] or ''} .* ", x), []))[0]
    stated = _STATED.search(text)
    if stated is None:
        return text
    text = f"{text[: stated.start()]}$*${text[stated.end() :]}"
    if not _ENTRYWISE.search(stated["words"]):
        return text
    return in_typed(text, lambda typed: (_of_entries(typed), []))[0]


def _of_entries(typed: str) -> str:
    """The star beside a number stays: 2*x.

    >>> _of_entries("2*a*(a*x - b)")
    '2*a⊙(a⊙x - b)'
    """

    def sign(found: re.Match[str]) -> str:
        before, after = typed[: found.start()], typed[found.end() :]
        is_number = _NUMBER_BEFORE.search(before) or _NUMBER.match(after)
        return found[0] if is_number else found[0].replace("*", "⊙")

    return _STAR.sub(sign, typed)
