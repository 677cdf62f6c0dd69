r"""Singular value decompositions: with X = U\Sigma V^T, the product UV^T is the polar factor of X.

U and V themselves are not known here; a formula with UV^T is one with polar(X).
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.text.segments import Cut, Segment

_SVD = re.compile(r"\bSVD\b|\bsingular[- ]value decomposition\b", re.I)
_T = r"\s*(?:\^\s*(?:T|\\top|\{\s*(?:T|\\top)\s*\})|')"
_LETTER = r"(?:\\(?:mathbf|bm|boldsymbol)\s*\{\s*[A-Z]\s*\}|[A-Z])"
_MIDDLE = r"(?:\\(?:Sigma|Lambda)(?![A-Za-z])|[SD]|\\operatorname\s*\{\s*diag\s*\}\s*\([^()]*\))"
_EQUATION = re.compile(
    rf"\s*(?P<X>{_LETTER})\s*=\s*(?P<U>{_LETTER})\s*{_MIDDLE}\s*(?P<V>{_LETTER}){_T}\s*[.,;]?\s*"
)


def with_decompositions(cut: Cut) -> Cut:
    """The text with polar(X) for UV^T, where it speaks of the singular values of X = USV^T."""
    places = [
        (i, found)
        for i, each in enumerate(cut.segments)
        if each.is_math and (found := _EQUATION.fullmatch(each.text))
    ]
    if len(places) != 1 or not _SVD.search(cut.words):
        return cut
    ((at, found),) = places
    both = re.compile(rf"{re.escape(found['U'])}\s*{re.escape(found['V'])}{_T}")
    polar = rf"\\operatorname{{polar}}({found['X']})"
    if not any(both.search(each.text) for i, each in enumerate(cut.segments) if i != at):
        return cut
    segments = [
        Segment(True, both.sub(polar, each.text)) if each.is_math else each for each in cut.segments
    ]
    segments[at] = Segment(True, found["X"])
    U, V, X = (found[name][-1] if found[name].isalpha() else found[name] for name in "UVX")
    note = f"{U}{V}ᵀ of the singular value decomposition is polar({X}), if {X} has full rank"
    return replace(cut, segments=tuple(segments), notes=(*cut.notes, note))
