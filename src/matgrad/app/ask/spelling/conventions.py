r"""Notation that a text states: \|\cdot\| is the spectral norm, * the Hadamard product.

What the language has is written so that it is read; of anything else the text is asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from matgrad.app.ask.text.marks import M, numbers
from matgrad.app.ask.text.segments import Cut, Segment
from matgrad.app.ask.text.words import ENTRYWISE

_VERB = r"(?:is|are|be|denotes?|being|means?|stands?\s+for|represents?|refers\s+to)"
_SAID = re.compile(
    rf"({M})\s*,?\s+(?:{_VERB}\s+(?:here\s+)?(?:(?:the|an?|any|some)\s+)?|the\s+)"
    r"((?:[^.;,?()]|\.(?=\d)){2,70})",
    re.I,
)
_WRITTEN = re.compile(rf"\b(?:write|use)\s+({M})\s+for\s+(?:the\s+)?([^.;,?()]{{2,60}})", re.I)
_BESIDE = re.compile(  # $\\circ$ Hadamard
    rf"({M})\s*:?\s+((?:hadamard|schur|kronecker|{ENTRYWISE})\b[^.;,?()]{{0,40}})", re.I
)
_DOT = r"\s*(?:\\cdot|\.|\\bullet|-|\\,)\s*"
BARS = re.compile(
    rf"\s*(?:\\left)?\s*(?:\\\||\|\||\\lVert|\\Vert){_DOT}(?:\\right)?\s*(?:\\\||\|\||\\rVert|\\Vert)\s*"
)
_SIGN = re.compile(r"\s*(\*|\\(?:ast|circ|odot|cdot|otimes|star|bullet|times|diamond)|:)\s*")
Table = tuple[tuple[str, str | None], ...]
NORMS: Table = (  # the index below the bars
    (r"dual|weighted|induced|energy|sobolev|p-norm|\bp\b|schatten", None),
    (r"spectral|operator|largest singular", "_2"),
    (r"nuclear|trace norm", "_*"),
    (r"frobenius|hilbert", "_F"),
    (r"(?:\b(?:1|one)|l_?\{?1\}?|l\^1|ell_?\{?1\}?|manhattan|taxicab)[- $]*norm", "_1"),
    (r"(?:\b(?:2|two)|l_?\{?2\}?|l\^2|ell_?\{?2\}?)[- $]*norm", "_2"),
    (r"infinity|max(?:imum)?[- ]norm|supremum|infty|∞", r"_\infty "),
    (r"euclid|usual|standard", ""),
    (r"norm", None),
)
PRODUCTS: Table = (
    (r"convolution|cross|outer|khatri|correlation|tensor", None),
    (rf"hadamard|{ENTRYWISE}|schur", r"\odot "),
    (r"kronecker", r"\otimes "),
    (r"composition|transpos|adjoint|conjug", ""),
    (r"inner|scalar|dot product|frobenius", ""),
    (r"(?:matrix|ordinary|usual|standard)\s+(?:matrix\s+)?(?:product|multiplication)", " "),
    (r"product|operation|multiplication", None),
)
_OPENS = re.compile(r"\\left\s*(?:\\\||\\Vert\b)|\\lVert\b")
_CLOSES = re.compile(r"(?:\\right\s*(?:\\\||\\Vert\b)|\\rVert\b)(?!\s*_)")
_BAR = re.compile(r"(?:\\\||\|\||\\Vert\b)(\s*_)?")
_OWN_PRODUCT = re.compile(
    r"\s*\\langle\s*(?P<x>[A-Za-z])\s*,\s*(?P<y>[A-Za-z])\s*\\rangle\s*:?=(?P<value>.*)"
)
_PAIR = re.compile(
    r"\\langle(?P<u>(?:(?!\\langle|\\rangle)[^,])+),(?P<v>(?:(?!\\langle)[^,])+?)\\rangle"
)
_OF_ENTRIES = re.compile(r"\b(?:usual|euclidean|ordinary|standard|partial)\b", re.I)
_USUAL = r"tr|\\sum|^\s*0\s*$"
_FORM = r"\s*{0}\s*\^\s*\{{?\s*(?:T|\\top)\s*\}}?\s*(?P<M>\\?[A-Za-z]+)?\s*{1}\s*"


def with_conventions(cut: Cut) -> Cut:
    """The text with the notation that it states in the place of the one that everybody reads."""
    for number, change in _changes(cut):
        segments = tuple(
            Segment(True, change(each.text)) if each.is_math and i != number else each
            for i, each in enumerate(cut.segments)
        )
        cut = replace(cut, segments=segments)
    return cut


def unknown_notation(cut: Cut) -> str | None:
    """The question about notation that is stated and not read."""
    for _, words, table in _stated(cut):
        if _meaning(words, table) is None:
            return (
                f"{words.strip()[:60]}: this notation is not read; write the function without it."
            )
    for segment in cut.segments:
        own = _OWN_PRODUCT.fullmatch(segment.text) if segment.is_math else None
        if own and not re.search(_USUAL, own["value"]):
            weight = _weight(own["value"], own["x"], own["y"])
            is_left = any(r"\langle" in latex for latex in cut.formulas if latex != segment.text)
            if weight is None or (weight and is_left):
                return "What is the inner product? Write the function without ⟨…⟩."
    return None


def _changes(cut: Cut) -> Iterator[tuple[int, Callable[[str], str]]]:
    """How formulas change, and which formula only states it."""
    for number, words, table in _stated(cut):
        meaning = _meaning(words, table)
        if not meaning:
            continue
        if table is NORMS:
            yield number, lambda latex, index=meaning: with_index(latex, index)
        else:
            sign = cut.segments[number].text.strip()
            yield number, lambda latex, a=sign, b=meaning: with_sign(latex, a, b)
    # Else the gradient may be that of this inner product, with another matrix before it.
    is_usual = _OF_ENTRIES.search(cut.marked) or any(r"\partial" in x for x in cut.formulas)
    for number, segment in enumerate(cut.segments) if is_usual else ():
        own = _OWN_PRODUCT.fullmatch(segment.text) if segment.is_math else None
        if own and (weight := _weight(own["value"], own["x"], own["y"])):
            yield number, lambda latex, M=weight: with_weight(latex, M)


def with_weight(latex: str, weight: str) -> str:
    r"""The formula with the inner product that a matrix gives.

    >>> with_weight(r"\langle x, Ax \rangle", "G")
    '(x)^T G (Ax)'
    """
    return _PAIR.sub(lambda m: f"({m['u'].strip()})^T {weight} ({m['v'].strip()})", latex)


def _stated(cut: Cut) -> Iterator[tuple[int, str, Table]]:
    """The formulas that are signs alone, what words call them, and what may be meant."""
    marked = cut.marked
    ways = _SAID, _WRITTEN, _BESIDE
    for found in (each for way in ways for each in way.finditer(marked)):
        number = next(numbers(found[1]))
        sign = cut.segments[number].text
        words = re.sub(M, lambda mark: cut.segments[int(mark[0][1:-1])].text, found[2])
        for pattern, table in ((BARS, NORMS), (_SIGN, PRODUCTS)):
            if pattern.fullmatch(sign) and any(re.search(key, words, re.I) for key, _ in table):
                yield number, words, table


def _meaning(words: str, table: Table) -> str | None:
    return next(value for key, value in table if re.search(key, words, re.I))


def _weight(value: str, x: str, y: str) -> str | None:
    """The matrix M of x^TMy; empty for x^Ty, none for anything else."""
    found = re.fullmatch(_FORM.format(x, y), value)
    return (found["M"] or "") if found else None


def with_index(latex: str, index: str) -> str:
    r"""The formula with an index below each norm that has none.

    >>> with_index(r"\|x\|^2 + \|y\|_1", "_F")
    '\\|x\\|_F^2 + \\|y\\|_1'
    """
    latex = _CLOSES.sub(lambda found: found[0] + index, latex)
    opened = 0

    def closed(found: re.Match[str]) -> str:
        nonlocal opened
        is_paired = re.search(r"\\(?:left|right)\s*$", latex[: found.start()])
        if is_paired:
            return found[0]
        opened += 1
        return found[0] + (index if opened % 2 == 0 and not found[1] else "")

    return _BAR.sub(closed, latex)


def is_bare(latex: str) -> bool:
    """Has a formula norms without an index?"""
    return with_index(latex, "_F") != latex


def with_sign(latex: str, sign: str, other: str) -> str:
    """The formula with another sign; one above or below a letter stays."""
    end = r"(?![A-Za-z_])" if sign[-1].isalpha() else ""
    return re.sub(rf"(?<![\^_\\])(?<![\^_]\{{){re.escape(sign)}{end}", lambda _: other, latex)
