r"""Steps of a method: x^+ = x - \eta\nabla f(x) = x - \eta A^T(Ax - b) claims its second equation.

The new iterate only gets a name by the first, and no formula has that name besides.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.segments import Cut

_K = r"[kntij]"
_NEW = (
    rf"(?:\\?[A-Za-z]+|\\math\w+\s*\{{\w\}})\s*(?:\^\s*\{{?\s*\+\s*\}}?|_\s*\{{\s*{_K}\s*\+\s*1\s*\}}"
    rf"|\^\s*\{{\s*\(?\s*{_K}\s*\+\s*1\s*\)?\s*\}}|[_^]\s*\{{\s*(?:\\(?:text|mathrm)\s*\{{\s*)?new\s*\}}?\s*\}})"
)
_UPDATE = re.compile(
    rf"\s*(?P<new>{_NEW})\s*:?=\s*(?P<step>[^=]*\\nabla[^=]*)=(?P<value>(?:(?!\\nabla)[^=])+)"
)


def with_updates(cut: Cut) -> Cut:
    """The text with what the steps of methods claim, without the names of the new iterates."""
    others = [latex for latex in cut.formulas if not _UPDATE.fullmatch(latex)]

    def claimed(latex: str) -> str:
        found = _UPDATE.fullmatch(latex)
        if found is None or any(found["new"].strip() in other for other in others):
            return latex
        return f"{found['step'].strip()} ={found['value']}"

    return cut.rewritten(claimed)
