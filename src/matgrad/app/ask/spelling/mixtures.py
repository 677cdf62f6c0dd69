r"""Weights of mixtures that are called \pi beside the number \pi: they get a letter of their own.

\pi_k, and \pi beside 1 - \pi, are weights; in 2\pi of a density it is the number.
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
