r"""Singular value decompositions: with X = U\Sigma V^T, the product UV^T is the polar factor of X.

U and V themselves are not known here; a formula with UV^T is one with polar(X). Of the factors of a
decomposition the text says by its name what they are: in an eigendecomposition A = Q\Lambda Q^T
the matrix Q is orthogonal and \Lambda is diagonal. That is written out behind its sentence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from matgrad.app.ask.text.segments import Cut, Segment

_SVD = re.compile(r"\bSVD\b|\bsingular[- ]value decomposition\b", re.I)
_T = r"\s*(?:\^\s*(?:T|\\top|\{\s*(?:T|\\top)\s*\})|')"
_LETTER = r"(?:\\(?:mathbf|bm|boldsymbol)\s*\{\s*[A-Z]\s*\}|[A-Z])"
_MIDDLE = r"(?:\\(?:Sigma|Lambda)(?![A-Za-z])|[SDΣΛ]|\\operatorname\s*\{\s*diag\s*\}\s*\([^()]*\))"
_EQUATION = re.compile(
    rf"\s*(?P<X>{_LETTER})\s*=\s*(?P<U>{_LETTER})\s*(?P<D>{_MIDDLE})\s*(?P<V>{_LETTER}){_T}\s*[.,;]?\s*"
)
_EIGEN = re.compile(
    r"\beigen-?\s?decompos|\beigen-?value decompos|\bspectral decompos"
    r"|\borthogonal(?:ly)? diagonali",
    re.I,
)
_END = re.compile(r"[.?!](?=\s|$)")


def with_decompositions(cut: Cut) -> Cut:
    """The text with what the names of decompositions say of their factors."""
    polar = _with_polar(cut)
    return _with_factors(cut) if polar is cut else polar


def _places(cut: Cut) -> list[tuple[int, re.Match[str]]]:
    """The equations of decompositions."""
    return [
        (i, found)
        for i, each in enumerate(cut.segments)
        if each.is_math and (found := _EQUATION.fullmatch(each.text))
    ]


def _with_factors(cut: Cut) -> Cut:
    """The text with the facts of A = QΛQ^T or A = UΣV^T, where it speaks of one decomposition."""
    places = _places(cut)
    if len(places) != 1:
        return cut
    ((at, found),) = places
    U, D, V = found["U"], found["D"], found["V"]
    is_declared = any(rf"{D}\in" in each.replace(" ", "") for each in cut.formulas)
    if U == V and _EIGEN.search(cut.words):
        facts = [Segment(True, U), Segment(False, " is orthogonal")]
    elif U != V and _SVD.search(cut.words) and not is_declared:
        both = [Segment(True, f"{each}^T {each} = I") for each in (U, V)]
        facts = [both[0], Segment(False, ", "), both[1]]
    else:
        return cut
    if "diag" not in D:
        facts += [Segment(False, " and "), Segment(True, D), Segment(False, " is diagonal")]
    more = [Segment(False, " Here "), *facts, Segment(False, ".")]
    return replace(cut, segments=_behind(cut.segments, at, more))


def _behind(segments: Sequence[Segment], at: int, more: Sequence[Segment]) -> tuple[Segment, ...]:
    """The segments with more of them behind the sentence in which one stands."""
    for i in range(at + 1, len(segments)):
        end = None if segments[i].is_math else _END.search(segments[i].text)
        if end is not None:
            text = segments[i].text
            parts = (Segment(False, text[: end.end()]), *more, Segment(False, text[end.end() :]))
            return (*segments[:i], *parts, *segments[i + 1 :])
    return (*segments, Segment(False, "."), *more)


def _with_polar(cut: Cut) -> Cut:
    """The text with polar(X) for UV^T, where it speaks of the singular values of X = USV^T."""
    places = _places(cut)
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
