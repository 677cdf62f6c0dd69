r"""Weights of mixtures that are called \pi beside the number \pi: they get a letter of their own.

\pi_k, and \pi beside 1 - \pi, are weights; in 2\pi of a density it is the number. N_k below a sum
over k is how many there are of each kind, and written with a small letter: it is no row of an N.
"""

from __future__ import annotations

import re

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.spelling.distributions import calls
from matgrad.app.ask.text.segments import Cut

_PI = r"\\pi(?![A-Za-z])"
_NUMBER = re.compile(rf"2\s*{_PI}")
_BELOW = r"(?:\s*_\s*(?:\{[^{}]*\}|\w|\\[A-Za-z]+))"
_WEIGHT = re.compile(rf"{_PI}{_BELOW}|1\s*-\s*{_PI}")
_POLICY = re.compile(rf"{_PI}{_BELOW}?\s*(?:\\left\s*)?\([^()]*(?:\||\\mid|;)")
_ANY = re.compile(rf"(?P<number>(?<![\d.])2\s*{_PI}(?!\s*_))|{_PI}")
_LETTERS = (r"\omega", r"\alpha", r"\rho", r"\kappa")
NOTE = "π is a weight here, called {}, and the number π only in 2π"
_RUNNING = re.compile(r"\\sum\s*(?:\\limits\s*)?_\s*\{?\s*(?P<k>[a-z])(?![A-Za-z])")
_COUNT = r"(?<![A-Za-z\\])N\s*_\s*(?:\{{\s*{k}\s*\}}|{k}(?![A-Za-z]))"
_OTHER = r"\s*(?:\^\s*\{{?\s*(?:T|\\top)|'|\()"  # N_k^T, N_k(x)
_MATRICES = r"(?P<S>\\Sigma|\\Lambda|[A-Z])\s*_\s*\{{?\s*{k}\s*\}}?\s*\^\s*\{{\s*-\s*1\s*\}}"
COUNTS = "N_{k} is a number for each {k}, called {n}_{k}"
SEVERAL = (
    "{S}_{k} is another matrix for each {k}, and sums over matrices are not read. Write the terms "
    "out, or ask about one of them, with its weight held fixed."
)


def with_counts(cut: Cut) -> Cut:
    """The text with a small letter for N_k, where a sum runs over k and it is no vector."""
    text = " ; ".join(cut.formulas)
    letters = re.sub(r"\\[A-Za-z]+", " ", text)
    small = next((x for x in "nmcr" if x not in letters), "")
    for k in sorted({found["k"] for found in _RUNNING.finditer(text)}):
        count = re.compile(_COUNT.format(k=k))
        is_vector = re.search(count.pattern + _OTHER.format(), text) is not None
        if small and count.search(text) and not is_vector and rf"\mathcal{{N}}_{k}" not in text:
            note = COUNTS.format(k=k, n=small)
            return cut.rewritten(lambda x, c=count, k=k: c.sub(f"{small}_{{{k}}} ", x), note)
    return cut


def unknown_families(cut: Cut) -> str | None:
    """The question about another matrix for each member of a sum, as in mixtures of normals."""
    for latex in cut.formulas:
        for found in _RUNNING.finditer(latex):
            k = found["k"]
            several = re.search(_MATRICES.format(k=k), latex)
            if several and r"\det" in latex:
                return SEVERAL.format(S=quoted(several["S"]).plain, k=k)
    return None


def with_mixtures(cut: Cut) -> Cut:
    r"""The text with another letter for weights \pi, if densities have the number \pi besides."""
    text = " ; ".join(cut.formulas)
    has_number = _NUMBER.search(text) or any(call.x for call in calls(text))
    letter = next((x for x in _LETTERS if not re.search(rf"\{x}(?![A-Za-z])", text)), "")
    if not _WEIGHT.search(text) or _POLICY.search(text) or not has_number or not letter:
        return cut

    def renamed(found: re.Match[str]) -> str:
        return found[0] if found["number"] else f"{letter} "

    return cut.rewritten(lambda latex: _ANY.sub(renamed, latex), NOTE.format(quoted(letter).plain))
