r"""Limits of sums: \sum_i x_i has n terms where \sum_{i=1}^n x_i stands in the text as well.

A limit may have the letter of a matrix: in \sum_{i=1}^K k_i, K is that of all k_i. The number gets
another letter then.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.segments import Cut

_LIMIT = re.compile(
    r"_\s*\{\s*[a-z]\s*=\s*[01]\s*\}\s*\^\s*(?:\{\s*(?P<n>[A-Z])(?![A-Za-z])|(?P<one>[A-Z]))"
)

# One sign stands below a sum without braces: \sum_ix_i is \sum_i x_i.
_JOINED = re.compile(r"(\\(?:sum|prod)\s*(?:\\limits\s*)?_\s*[a-z])(?=[A-Za-z])")
_COUNTED = re.compile(
    r"\\sum\s*_\s*\{\s*(?P<i>[a-z])\s*=\s*1\s*\}\s*\^\s*\{?\s*(?P<n>[A-Za-z])(?![A-Za-z\d])"
    r"\s*\}?(?P<added>.*)"
)


def with_indices_apart(cut: Cut) -> Cut:
    """The text with a space behind the index of a sum."""
    return cut.rewritten(lambda latex: _JOINED.sub(r"\1 ", latex))


def with_same_limits(cut: Cut) -> Cut:
    r"""The text with \sum_{i=1}^n for \sum_i x_i beside a factor n: it counts the same x_i."""
    counts: dict[tuple[str, str], set[str]] = {}
    for found in filter(None, map(_COUNTED.search, cut.formulas)):
        for name in _added(found["added"], found["i"]):
            counts.setdefault((found["i"], name), set()).add(found["n"])

    def counted(latex: str) -> str:
        for (index, name), (n, *others) in counts.items():
            is_factor = re.search(rf"(?<![A-Za-z\\_^{{]){n}(?![A-Za-z_])", latex) is not None
            if is_factor and not others and name in _added(latex, index):
                limits = rf"\sum_{{{index}=1}}^{{{n}}} "
                latex = re.sub(
                    rf"\\sum\s*_\s*(?:\{{\s*{index}\s*\}}|{index})(?!\s*\^)",
                    lambda _, x=limits: x,
                    latex,
                )
        return latex

    return cut.rewritten(counted) if counts else cut


def _added(latex: str, index: str) -> set[str]:
    """The letters that have this index."""
    return {*re.findall(rf"(?<![A-Za-z\\])([A-Za-z])\s*_\s*\{{?\s*{index}(?![A-Za-z])", latex)}


def with_other_limits(cut: Cut) -> Cut:
    r"""The text with \sum_{i=1}^N k_i for \sum_{i=1}^K k_i: K is the matrix of all k_i."""
    text = " ; ".join(re.sub(r"\\[A-Za-z]+", " ", latex) for latex in cut.formulas)
    members = {m[1].upper() for m in re.finditer(r"([a-z])\s*_\s*\{?\s*[a-z]", text)}
    for letter in sorted({m["n"] or m["one"] for m in _LIMIT.finditer(text)} & members):
        limit = re.compile(rf"(\^\s*|\^\s*\{{\s*){letter}(?=\W|[A-Za-z\\])")
        free = next((x for x in "NMRS" if x not in text and x.lower() not in text), "")
        if not free or text.count(letter) > len(limit.findall(text)):
            continue
        note = f"the number {letter} is called {free}: {letter} is a matrix here"
        cut = cut.rewritten(lambda latex, o=limit, x=free: o.sub(rf"\1{x}", latex), note)
    return cut
