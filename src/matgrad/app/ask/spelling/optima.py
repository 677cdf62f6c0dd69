r"""Functions behind \min or \max with nothing below: \min\|Ax-b\|^2 is about \|Ax-b\|^2.

In \min(a, b), \max\{0, x\} and \min x the sign is a function of what follows.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.segments import Cut

_SIGN = re.compile(
    r"\s*\\(?:arg\s*\\)?(?:arg)?(?:min|max)(?![A-Za-z])\s*+(?:\\[,;:! ]|\\quad(?![A-Za-z])|~)*+\s*+"
    r"(?!_|\(|\[|\\\{|\\left\s*(?:\(|\[|\\\{)|\\limits|\\?[A-Za-z]\s*$)"
)
# \hat x = \arg\min_x f says what \hat x is called, and f.
_CALLED = re.compile(
    r"\s*(?:\\(?:hat|widehat|tilde|bar)\s*)?\{?\s*\\?[A-Za-z]+\s*\}?\s*(?:[_^]\s*(?:\{[^{}]*\}|\S))?\s*:?=\s*"
    r"(?=\\(?:arg|operatorname\s*\*?\s*\{\s*arg))"
)
READ = "the function to be optimised is read"


def with_optima(cut: Cut) -> Cut:
    """The text without signs of minima before a whole formula, and names of where they are."""
    if any(map(_CALLED.match, cut.formulas)):
        cut = cut.rewritten(
            lambda latex: _CALLED.sub("", latex, count=1) if _CALLED.match(latex) else latex
        )
    if not any(map(_SIGN.match, cut.formulas)):
        return cut
    return cut.rewritten(
        lambda latex: _SIGN.sub("", latex, count=1) if _SIGN.match(latex) else latex, READ
    )
