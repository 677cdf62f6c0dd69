r"""Sums that count their members from 0: \sum_{i=0}^{N-1} x_i is one over N members.

They are counted from 1 where the index only stands below names, none of which has the index 0. A
limit that has the letter of a matrix, as K beside k_i, gets another one.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.segments import Cut

_SUM = re.compile(
    r"(?P<sum>\\sum\s*(?:\\limits)?\s*)_\s*\{\s*(?P<i>[a-z])\s*=\s*0\s*\}\s*\^\s*"
    r"(?:\{\s*(?P<n>[A-Za-z])\s*(?P<less>-\s*1)?\s*\}|(?P<one>[A-Za-z]))"
)
_LIMIT = re.compile(
    r"_\s*\{\s*[a-z]\s*=\s*[01]\s*\}\s*\^\s*(?:\{\s*(?P<n>[A-Z])(?![A-Za-z])|(?P<one>[A-Z]))"
)
_ZERO = re.compile(r"_\s*(?:\{\s*0\s*\}|0)")


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


def with_sums_from_one(cut: Cut) -> Cut:
    """The text with sums from 1 for those from 0."""
    text = " ; ".join(cut.formulas)
    indices = {found["i"] for found in _SUM.finditer(text)}
    if not indices or _ZERO.search(text) or not all(_is_below(i, text) for i in indices):
        return cut

    def from_one(found: re.Match[str]) -> str:
        last = found["n"] if found["less"] else f"{found['n'] or found['one']}+1"
        return rf"{found['sum']}_{{{found['i']}=1}}^{{{last}}}"

    shown = " and ".join(sorted(indices))
    return cut.rewritten(lambda latex: _SUM.sub(from_one, latex), f"{shown} is counted from 1")


def _is_below(index: str, text: str) -> bool:
    """Does an index stand only below names and signs, never as a number?"""
    rest = re.sub(r"\\[A-Za-z]+", " ", text)
    rest = re.sub(rf"_\s*(?:\{{\s*{index}\s*(?:=\s*0\s*)?\}}|{index}(?![A-Za-z]))", " ", rest)
    return re.search(rf"(?<![A-Za-z]){index}(?![A-Za-z])", rest) is None
