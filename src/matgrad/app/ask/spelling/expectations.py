r"""Expectations that are written with a plain letter: E[x] is \mathbb{E}[x], no product with E.

What they are taken over, x \sim p below them, is left out, as they are refused. So are variances
of inner products, \operatorname{Var}(w^Tx): there x is random, and no list of numbers.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.segments import Cut

_EXPECTED = re.compile(
    r"(?<![A-Za-z\\_^])(?:E|\\(?:operatorname|mathrm|text|mathsf)\s*\{\s*E\s*\})"
    r"(?=(?:\s*_\s*(?:\{[^{}]*\}|\\?\w+))?\s*(?:\\left\s*|\\[bB]igg?l?\s*)?\[)"
)
_LETTER = re.compile(  # of which something else is said, or that is a factor elsewhere
    r"(?<![A-Za-z\\])E\s*(?::?=|\\in\b|\^|[A-Za-z]|\()|[A-Za-z)]\s*E(?![A-Za-z\[{])|\s*E\s*\Z"
)
_BELOW = re.compile(
    r"(?P<sign>\\mathbb\s*(?:\{\s*E\s*\}|E(?![A-Za-z])))\s*_\s*(?:\{(?:[^{}]|\{[^{}]*\})*\}|\\?\w+)"
    r"(?=\s*(?:\\left\s*|\\[bB]igg?l?\s*)?[\[(])"
)
_VARIANCE = re.compile(
    r"\\(?:operatorname|mathrm|text|mathbb|mathsf)\s*\{\s*(?:Var|Cov|V)\s*\}\s*(?:\\left\s*)?[(\[]"
    r"[^()\[\]]*?(?:\^\s*\{?\s*(?:T|\\top)|')"
)
RANDOM = (
    "Variances and covariances of random vectors are not worked out; write Var(wᵀx) as wᵀΣw, with "
    "the covariance matrix Σ."
)


def unknown_variance(cut: Cut) -> str | None:
    """The question what the variance of an inner product is."""
    is_defined = any(m and "=" in x[m.end() :] for x in cut.formulas if (m := _VARIANCE.match(x)))
    return RANDOM if not is_defined and any(map(_VARIANCE.search, cut.formulas)) else None


def with_expectations(cut: Cut) -> Cut:
    r"""The text with \mathbb{E} for an E that only stands before square brackets."""
    cut = cut.rewritten(lambda latex: _BELOW.sub(lambda found: found["sign"], latex))
    rest = [_EXPECTED.sub("", latex) for latex in cut.formulas]
    if any(map(_LETTER.search, rest)):
        return cut
    cut = cut.rewritten(lambda latex: _EXPECTED.sub(r"\\mathbb{E}", latex))
    return cut.rewritten(lambda latex: _BELOW.sub(lambda found: found["sign"], latex))
