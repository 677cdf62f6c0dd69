r"""Sums, means and variances of entries, as programs write them: mean(x), var(x), sum(m^2).

What they are taken of is a vector, its powers are those of the entries, and x - mean(x) is taken
entry by entry. Nothing is changed where an argument holds products, indices or defined names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from matgrad.app.ask.formulas.notation import names_in
from matgrad.app.ask.text.segments import Cut, Segment
from matgrad.syntax.latex_tables import LETTERS

_HEAD = re.compile(r"\\(?:operatorname|mathrm|text)\s*\{\s*(?:sum|mean|var|std)\s*\}\s*(?=\()")
_COMMAND = re.compile(r"\\(?:operatorname|mathrm)\s*\{[^{}]*\}|\\(?!top|sum|odot|cdot|\|)[A-Za-z]+")
_PRODUCT = re.compile(r"[A-Z]|'|_|\^\s*\{?\s*(?:T|\\top)|\\(?:top|sum|odot|cdot|\|)|:")
_POWER = re.compile(r"\^\s*(?:\{\s*(\d+)\s*\}|(\d))")
_OVER = re.compile(r"/(?=\s*(?:\\operatorname|\\mathrm|\\[a-z]+(?![A-Za-z])|[a-zα-ω(]))")
_NUMBERS = re.compile(r"\b(?:scalars?|numbers?)\b", re.I)
_CENTRED = re.compile(
    r"(?P<x>[a-z]|\\[a-z]+|\\mathrm\s*\{[a-z]+\})\s*-\s*"
    r"(?P<mean>\\operatorname\s*\{\s*mean\s*\}\s*\(\s*(?P=x)\s*\))(?!\s*\\mathbf)"
)
_LETTER = r"[a-z]|\\[a-z]+|\\mathrm\s*\{[a-z]+\}"
_ALONE = re.compile(rf"{_HEAD.pattern}\(\s*(?P<x>{_LETTER})\s*(?:\^\s*\{{?\s*\d\s*\}}?\s*)?\)")
_DEFINED = re.compile(rf"\s*(?P<name>{_LETTER})\s*:?=")
# A star between names or brackets, which programs have for entries: γ * (x - mean(x)); behind a
# capital, A * (x - mean(x)) and x^T * y, it is a product of matrices.
_STAR = re.compile(rf"([a-zα-ω)}}])\s*\\cdot(?!\s*\d)(?!\s*{_HEAD.pattern})")


def with_statistics(cut: Cut) -> Cut:
    """The text with entrywise powers and ones where entries are added, and what are vectors."""
    arguments = [text[a:b] for text in cut.formulas for a, b in summed(text)]
    sides = [text.partition("=") for text in cut.formulas if "=" in text]
    defined = {name for left, _, _ in sides for name in names_in(left)}
    means = {name for left, _, value in sides if _is_one(value) for name in names_in(left)}
    inside = dict.fromkeys(name for latex in arguments for name in names_in(latex))
    vectors = [name for name in inside if name not in means]  # (x - m)^2, with m = mean(x)
    is_simple = not any(_PRODUCT.search(_COMMAND.sub("x", latex)) for latex in arguments)
    if _NUMBERS.search(cut.words):
        return cut.rewritten(_centred)
    if not vectors or not is_simple or {*vectors} & defined:
        alone = (m["x"] for text in cut.formulas for m in _ALONE.finditer(text))
        return _with_vectors(cut.rewritten(_centred), [*dict.fromkeys(alone)])
    return _with_vectors(cut.rewritten(_written), [_latex(name) for name in vectors])


def _with_vectors(cut: Cut, names: list[str]) -> Cut:
    """The text with a sentence that calls these names vectors: of a number there is no sum."""
    heads = (_DEFINED.match(text) for text in cut.formulas)
    defined = {head["name"] for head in heads if head}
    names = [name for name in names if name not in defined]
    if not names:
        return cut
    told = [(Segment(True, name), Segment(False, " is a vector. ")) for name in names]
    here = (Segment(False, "\n\nHere "), *(segment for pair in told for segment in pair))
    return replace(cut, segments=(*cut.segments, *here))


def _is_one(value: str) -> bool:
    """Is a value one sum or mean, and so a number?"""
    found = _HEAD.match(value.strip())
    inside = [*summed(value.strip())] if found else []
    return len(inside) == 1 and inside[0][1] + 1 == len(value.strip().rstrip(".,;"))


def _latex(name: str) -> str:
    if len(name) == 1:
        return name
    return rf"\{name}" if name in LETTERS else rf"\mathrm{{{name}}}"


def summed(latex: str) -> Iterator[tuple[int, int]]:
    """Where the arguments of sums and means stand, the outermost."""
    last = 0
    for found in _HEAD.finditer(latex):
        depth = 0
        for end in range(found.end(), len(latex) if found.start() >= last else 0):
            depth += (latex[end] == "(") - (latex[end] == ")")
            if depth == 0:
                yield found.end() + 1, end
                last = end
                break


def _written(latex: str) -> str:
    for start, end in reversed([*summed(latex)]):
        entries = _POWER.sub(r"^{\\odot \1\2}", latex[start:end])
        entries = _OVER.sub(r"\\oslash ", entries)
        latex = latex[:start] + entries + latex[end:]
    latex = _centred(latex)
    return _STAR.sub(r"\1 \\odot", latex) if _HEAD.search(latex) else latex


def _centred(latex: str) -> str:
    """The formula with x - mean(x) entry by entry: of a number there is no mean."""
    return _CENTRED.sub(r"\g<x> - \g<mean>\\mathbf{1}", latex)
