r"""Inner products that a slash divides by a number: e^{q^Tk_i/\tau} has \frac{q^Tk_i}{\tau} above.

q^T(k_i/\tau) would be the same, so that it need not be asked what belongs together.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.segments import Cut

_NAME = r"(?:\\[a-z]+(?![A-Za-z])|[a-z])(?:\s*_\s*(?:\{\s*\w+\s*\}|\w))?"
_TURNED = r"\s*(?:'|\^\s*(?:T|\\top(?![A-Za-z])|\{\s*(?:T|\\top)\s*\}))\s*"
_DIVIDED = re.compile(
    rf"(?P<before>^|[{{(=+-]\s*)(?P<above>{_NAME}{_TURNED}{_NAME})\s*/\s*"
    r"(?P<below>\\[a-z]+(?![A-Za-z])|[a-z](?![A-Za-z])|\d+)(?=\s*(?:$|[})+,.;=-]))"
)


def with_quotients(cut: Cut) -> Cut:
    """The text with bars for the slashes behind inner products."""
    bar = r"\g<before>\\frac{\g<above>}{\g<below>}"
    return cut.rewritten(lambda latex: _DIVIDED.sub(bar, latex) if "/" in latex else latex)
