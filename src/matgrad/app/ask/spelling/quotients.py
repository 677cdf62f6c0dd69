r"""Inner products that a slash divides by a number: e^{q^Tk_i/\tau} has \frac{q^Tk_i}{\tau} above.

q^T(k_i/\tau) would be the same, so that it need not be asked what belongs together. And a quotient
before a function, a sum or a norm is its factor, as in n/2\log s and 1/\beta\log Z: nobody writes a
function below a slash without brackets. A blank sets a bracket apart, k/2 (x - y)^2. How many
there are, n in n\cdot\log s, is a number, too.
"""

from __future__ import annotations

import re

from matgrad.app.ask.spelling.patterns import TURNED
from matgrad.app.ask.text.segments import Cut

_NAME = r"(?:\\[a-z]+(?![A-Za-z])|[a-z])(?:\s*_\s*(?:\{\s*\w+\s*\}|\w))?"
_TURNED = rf"{TURNED}\s*"
_DIVIDED = re.compile(
    rf"(?P<before>^|[{{(=+-]\s*)(?P<above>{_NAME}{_TURNED}{_NAME})\s*/\s*"
    r"(?P<below>\\sqrt\s*(?:\{[^{}]*\}|\w)|\\[a-z]+(?![A-Za-z])|[a-z](?![A-Za-z])|\d+)"
    r"(?=\s*(?:$|[})+,.;=-]))"
)
_LETTER = (
    r"(?:\\mathrm\s*\{\s*\w+\s*\}|\\(?!frac|mathrm)[a-z]+(?![A-Za-z])|[A-Za-z])"
    r"(?:\s*_\s*(?:\{\s*\w+\s*\}|\w))?"
)
_COUNT = rf"(?:\d+|\d*\s*{_LETTER}|\([^()]{{1,20}}\))"
_SUM = r"\\sum\s*_\s*(?:\{[^{}]*\}|\w)\s*"
_FACTOR = re.compile(
    rf"(?P<before>^|[{{(=+,&-]\s*|{_SUM})(?:(?P<a>{_COUNT})\s*/\s*(?P<b>\d+)"
    rf"|(?P<c>\d+)\s*/\s*(?P<d>{_LETTER}))"
    r"(?=(?<=\d)\s+(?:\\left\s*)?\(|\s*(?:\\(?:log|ln|exp|det|sum|operatorname|mathrm|text|tr|Tr|lVert|Vert|sqrt)(?![a-z])"
    rf"|\\(?:left|[bB]igg?l?)?\s*\\?\||\|\||{_LETTER}{_TURNED}))"
)
_COUNTED = re.compile(  # n/2 · log s, N · log det Σ
    r"(?P<n>(?<![A-Za-z\\_^{])[nNmMK](?:\s*/\s*\d+)?|\\frac\s*\{\s*\d*\s*[nNmMK]\s*\}\s*\{\s*\d+\s*\})\s*"
    r"\\cdot(?=\s*\\(?:operatorname\s*\{\s*)?(?:log|ln|exp|det)(?![a-z]))"
)


def with_quotients(cut: Cut) -> Cut:
    """The text with bars for the slashes behind inner products and before functions."""

    def changed(latex: str) -> str:
        latex = _DIVIDED.sub(r"\g<before>\\frac{\g<above>}{\g<below>}", latex)
        return _FACTOR.sub(_factor, latex)

    cut = cut.rewritten(lambda latex: _COUNTED.sub(lambda found: _counted(found, cut), latex))
    return cut.rewritten(lambda latex: changed(latex) if "/" in latex else latex)


def _counted(found: re.Match[str], cut: Cut) -> str:
    """A number before a function without the dot, which may be that of two vectors."""
    letter = re.sub(r"\\frac|[^A-Za-z]", "", found["n"])
    vector = re.compile(
        rf"(?<![A-Za-z\\]){letter}\s*\}}?(?:\s*_|{_TURNED}|[\s,\w]*\\in(?![A-Za-z]))"
    )
    is_told = re.search(r"\bvectors?\b", cut.words, re.I) or any(map(vector.search, cut.formulas))
    return found[0] if is_told else f"{found['n']} "


def _factor(found: re.Match[str]) -> str:
    above, below = found["a"] or found["c"], found["b"] or found["d"]
    above = above[1:-1] if above.startswith("(") else above
    return rf"{found['before']}\frac{{{above.strip()}}}{{{below.strip()}}}"
