r"""Vectors by what is said of them: x in x - \mu, with \mu the mean of x; n is the length of x."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from matgrad.app.ask.spelling.patterns import ONES
from matgrad.app.ask.text.marks import M, numbers
from matgrad.app.ask.text.segments import Cut, Segment

_NAME = r"(?:\\[a-z]+|[a-zα-ω]|\\bar\s*\{?\s*[a-z]\s*\}?)(?:_\s*\{?\w\}?)?"
_LIMIT = r"(?:\s*\^\s*(?:\{[^{}]*\}|\w))?"
_MEAN = re.compile(  # \mu = \frac1n \sum_i x_i
    rf"\s*(?P<mean>{_NAME})\s*:?=\s*(?:\\[dt]?frac\s*\{{?\s*1\s*\}}?\s*\{{?\s*[nmdNMK]\s*\}}?"
    r"|1\s*/\s*[nmdNMK])\s*\\sum\s*(?:\\limits)?\s*"
    rf"_\s*(?:\{{[^{{}}]*\}}|\w){_LIMIT}\s*(?P<x>[a-z])\s*_\s*\{{?\s*[ijk]\s*\}}?\s*[.,]?\s*"
)
_BRACKETED = re.compile(  # (1/n)\sum
    r"(?:\\left)?\((?P<of>\s*(?:\\[dt]?frac\s*\{?\s*1\s*\}?\s*\{?\s*[nmdNMK]\s*\}?|1\s*/\s*[nmdNMK])\s*)"
    r"(?:\\right)?\)(?=\s*\\sum)"
)
_CALL = re.compile(  # m = \operatorname{mean}(x)
    rf"\s*(?P<mean>{_NAME})\s*:?=\s*\\(?:operatorname|mathrm|text)\s*\{{\s*mean\s*\}}\s*\(\s*(?P<x>[a-z])\s*\)"
    r"\s*[.,]?\s*"
)
_TURNED = re.compile(  # \mu = (1/d) 1^T x
    rf"\s*(?P<mean>{_NAME})\s*:?=\s*\(?\s*(?:\\[dt]?frac\s*\{{?\s*1\s*\}}?\s*\{{?\s*[nmdNMK]\s*\}}?"
    rf"|1\s*/\s*[nmdNMK])\s*\)?\s*{ONES}(?:_\w)?\s*(?:\^\s*(?:T|\{{?\s*\\top\s*\}}?|\{{\s*T\s*\}})|')"
    r"\s*(?P<x>[a-z])\s*[.,]?\s*"
)
_TAKEN = re.compile(  # x_i - \bar x
    r"(?<![A-Za-z\\])(?P<x>[a-z])\s*_\s*\{?\s*(?P<i>[ijkl])\s*\}?\s*-\s*"
    r"\\bar\s*(?:\{\s*(?P=x)\s*\}|(?P=x)(?![A-Za-z]))"
)
_BAR = re.compile(r"\\bar\s*(?:\{\s*(?P<a>[a-z])\s*\}|(?P<b>[a-z])(?![A-Za-z]))")
_SUMMED = (
    r"\\sum\s*(?:\\limits\s*)?_\s*\{{?\s*(?P<i>[ijkl])(?!\w).*?"
    r"(?<![A-Za-z\\]){}\s*_\s*\{{?\s*(?P=i)(?!\w)"
)
_AVERAGE = re.compile(r"\b(?:mean|average)\b", re.I)
_FIXED = re.compile(r"\b(?:fixed|held|constant|reference|target|adjoint|conjugate|reverse)\b", re.I)
FIXED = "Is the bar the mean, which changes with the entries, or a fixed number? Give it a letter."
_LENGTH = re.compile(
    rf"({M})\s+(?:is|be|denotes|being)\s+the\s+(?:length|dimension|size|number\s+of\s+(?:entries"
    rf"|elements|components|coordinates))\s+of\s+(?:the\s+)?(?:vector\s+)?({M})",
    re.I,
)
_SIZE = re.compile("[nmdkpqNMDKT]")
_VECTOR = re.compile(r"[a-z]|\\(?:mathbf|boldsymbol|bm|vec)\s*\{?\s*[a-z]\s*\}?")
_MEANS = (_MEAN, _CALL, _TURNED)
_ONES = r"(?!\s*(?:\\mathbf|\\boldsymbol|\\bm|\\mathbb|1|_))"


def with_means(cut: Cut) -> Cut:
    r"""The text with a definition of \bar x, where the x_i are added and nothing defines it.

    Nobody writes \sum_i (x_i - \bar x)^2, or \bar x - \mu beside \sum_i (x_i - \mu), for another
    bar than the mean. Where it stands alone, words may say what it is.
    """
    cut = cut.rewritten(lambda latex: _BRACKETED.sub(r"\g<of>", latex))
    means = _means(cut)
    if not means or _FIXED.search(cut.words):
        return cut
    added = [(Segment(False, "\n\nHere "), Segment(True, x), Segment(False, ".")) for x, _ in means]
    segments = (*cut.segments, *(each for parts in added for each in parts))
    return replace(cut, segments=segments, notes=(*cut.notes, *(note for _, note in means)))


def unknown_mean(cut: Cut) -> str | None:
    r"""What to ask where words hold something fixed that may be the \bar x of x_i - \bar x."""
    is_open = any(map(_TAKEN.search, cut.formulas)) and _FIXED.search(cut.words)
    return FIXED if is_open and _means(cut) else None


def _means(cut: Cut) -> list[tuple[str, str]]:
    """The definitions of means that nothing defines, and what is told of them."""
    text = " ; ".join(cut.formulas)
    taken = dict(_summed(cut)) | {found["x"]: found["i"] for found in _TAKEN.finditer(text)}
    return [_mean(text, x, i) for x, i in taken.items() if _is_mean(text, x, i)]


def _summed(cut: Cut) -> Iterator[tuple[str, str]]:
    r"""The letters with a bar inside of formulas whose entries or samples x_i are added, and i."""
    bars = [found for latex in cut.formulas for found in _BAR.finditer(latex)]
    for x in dict.fromkeys(found["a"] or found["b"] for found in bars):
        alone = any(_BAR.fullmatch(latex.strip()) for latex in cut.formulas)
        sums = (re.search(_SUMMED.format(x), latex, re.DOTALL) for latex in cut.formulas)
        found = next(filter(None, sums), None)
        if found and (not alone or _AVERAGE.search(cut.words)):
            yield x, found["i"]


def _is_mean(text: str, x: str, index: str) -> bool:
    """Is x_i summed over i, and its bar defined nowhere?"""
    bar = rf"\\bar\s*(?:\{{\s*{x}\s*\}}|{x}(?![A-Za-z]))"
    is_summed = re.search(rf"\\sum\s*(?:\\limits\s*)?_\s*\{{?\s*{index}(?!\w)", text)
    return is_summed is not None and not re.search(rf"{bar}\s*(?:_\s*\w\s*)?:?=", text)


def _mean(text: str, x: str, index: str) -> tuple[str, str]:
    """The definition of a mean, and what is told of it."""
    limit = re.search(rf"_\s*\{{\s*{index}\s*=\s*1\s*\}}\s*\^\s*(?:\{{(\w+)\}}|(\w))", text)
    n, j = (limit[1] or limit[2]) if limit else "n", "j" if index != "j" else "i"
    value = rf"\bar {{{x}}} = \frac{{1}}{{{n}}} \sum_{{{j}=1}}^{{{n}}} {x}_{j}"
    return value, f"{x} with a bar is the mean of the {x}_{index}"


def with_ones(cut: Cut) -> Cut:
    r"""The text with x - \mu\mathbf{1} for x - \mu, where \mu is defined as the mean of x."""
    formulas = cut.formulas
    found = (m for text in formulas for pattern in _MEANS if (m := pattern.fullmatch(text)))
    means = [(m["mean"].strip(), m["x"]) for m in found]
    notes: list[str] = []
    segments = list(cut.segments)
    for mean, x in means:
        taken = re.compile(
            rf"(?<![A-Za-z\\])({x}|\\mathbf\s*\{{{x}\}})(\s*-\s*{re.escape(mean)})(?![A-Za-z]){_ONES}"
        )
        for i, segment in enumerate(segments):
            if segment.is_math and taken.search(segment.text):
                segments[i] = Segment(True, taken.sub(r"\1\2\\mathbf{1}", segment.text))
                notes.append(f"the mean is taken from each entry of {x}")
    return replace(cut, segments=tuple(segments), notes=(*cut.notes, *dict.fromkeys(notes)))


def with_sizes_told(cut: Cut) -> Cut:
    """The text with x in R^n for “n is the length of x”, which is no norm."""
    segments = list(cut.segments)
    for found in _LENGTH.finditer(cut.marked):
        size, vector = next(numbers(found[1])), next(numbers(found[2]))
        told = segments[size].text.strip(), segments[vector].text.strip()
        if vector == size + 2 and _SIZE.fullmatch(told[0]) and _VECTOR.fullmatch(told[1]):
            segments[size] = Segment(True, rf"{told[1]} \in \mathbb{{R}}^{{{told[0]}}}")
            segments[size + 1] = segments[vector] = Segment(False, "")
    return replace(cut, segments=tuple(each for each in segments if each.text))
