r"""Vectors by what is said of them: x in x - \mu, with \mu the mean of x; n is the length of x."""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.text.marks import M, numbers
from matgrad.app.ask.text.segments import Cut, Segment

_NAME = r"(?:\\[a-z]+|[a-z]|\\bar\s*\{?\s*[a-z]\s*\}?)(?:_\s*\{?\w\}?)?"
_LIMIT = r"(?:\s*\^\s*(?:\{[^{}]*\}|\w))?"
_MEAN = re.compile(  # \mu = \frac1n \sum_i x_i
    rf"\s*(?P<mean>{_NAME})\s*:?=\s*(?:\\[dt]?frac\s*\{{?\s*1\s*\}}?\s*\{{?\s*[nmdNMK]\s*\}}?"
    r"|1\s*/\s*[nmdNMK])\s*\\sum\s*(?:\\limits)?\s*"
    rf"_\s*(?:\{{[^{{}}]*\}}|\w){_LIMIT}\s*(?P<x>[a-z])\s*_\s*\{{?\s*[ijk]\s*\}}?\s*[.,]?\s*"
)
_TAKEN = re.compile(  # x_i - \bar x
    r"(?<![A-Za-z\\])(?P<x>[a-z])\s*_\s*\{?\s*(?P<i>[ijkl])\s*\}?\s*-\s*"
    r"\\bar\s*(?:\{\s*(?P=x)\s*\}|(?P=x)(?![A-Za-z]))"
)
_FIXED = re.compile(r"\b(?:fixed|held|constant|reference|target|adjoint|conjugate|reverse)\b", re.I)
_LENGTH = re.compile(
    rf"({M})\s+(?:is|be|denotes|being)\s+the\s+(?:length|dimension|size|number\s+of\s+(?:entries"
    rf"|elements|components|coordinates))\s+of\s+(?:the\s+)?(?:vector\s+)?({M})",
    re.I,
)
_SIZE = re.compile("[nmdkpqNMDKT]")
_VECTOR = re.compile(r"[a-z]|\\(?:mathbf|boldsymbol|bm|vec)\s*\{?\s*[a-z]\s*\}?")
_ONES = r"(?!\s*(?:\\mathbf|\\boldsymbol|\\bm|\\mathbb|1|_))"


def with_means(cut: Cut) -> Cut:
    r"""The text with a definition of \bar x, where it is taken from the x_i and nothing defines it.

    Nobody writes \sum_i (x_i - \bar x)^2 for another bar than the mean.
    """
    added: list[Segment] = []
    notes: list[str] = []
    for found in (m for text in cut.formulas for m in _TAKEN.finditer(text)):
        x, i = found["x"], found["i"]
        bar = rf"\\bar\s*(?:\{{\s*{re.escape(x)}\s*\}}|{re.escape(x)}(?![A-Za-z]))"
        text = " ; ".join(cut.formulas)
        is_told = re.search(rf"{bar}\s*(?:_\s*\w\s*)?:?=", text) or _FIXED.search(cut.words)
        limit = re.search(rf"_\s*\{{\s*{i}\s*=\s*1\s*\}}\s*\^\s*(?:\{{(\w+)\}}|(\w))", text)
        if (
            is_told
            or added
            or not re.search(rf"\\sum\s*(?:\\limits\s*)?_\s*\{{?\s*{i}(?!\w)", text)
        ):
            continue
        n, j = (limit[1] or limit[2]) if limit else "n", "j" if i != "j" else "i"
        value = rf"\bar {{{x}}} = \frac{{1}}{{{n}}} \sum_{{{j}=1}}^{{{n}}} {x}_{j}"
        added += [Segment(False, "\n\nHere "), Segment(True, value), Segment(False, ".")]
        notes.append(f"{x} with a bar is the mean of the {x}_{i}")
    segments = (*cut.segments, *added)
    return replace(cut, segments=segments, notes=(*cut.notes, *notes)) if added else cut


def with_ones(cut: Cut) -> Cut:
    r"""The text with x - \mu\mathbf{1} for x - \mu, where \mu is defined as the mean of x."""
    formulas = cut.formulas
    means = [(m["mean"].strip(), m["x"]) for text in formulas if (m := _MEAN.fullmatch(text))]
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
