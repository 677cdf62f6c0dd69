r"""Limits of sums that have the letter of a matrix: in \sum_{i=1}^K k_i, K is that of all k_i.

The number gets another letter then.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.segments import Cut

_LIMIT = re.compile(
    r"_\s*\{\s*[a-z]\s*=\s*[01]\s*\}\s*\^\s*(?:\{\s*(?P<n>[A-Z])(?![A-Za-z])|(?P<one>[A-Z]))"
)


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
