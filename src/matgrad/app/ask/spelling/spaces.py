r"""Spaces between factors: c\,(x^Tx) is a product if c is no function, a\cdot x\,b is (a·x)b.

The signs of programs for entries, 1./(b - Ax) and a.*x, are those of formulas.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.segments import Cut

_SPACED = re.compile(
    r"(?<![A-Za-z\\_^{])(?P<c>[a-eik-ps-z]|\\(?:alpha|beta|gamma|lambda|mu|nu|eta|tau|kappa|rho))"
    r"\s*\\[,;:](?:\s|\\[,;:])*(?=(?:\\left\s*)?[(\[])"
)

# A space ends the argument of a function without brackets: \sin\theta\,(a + b).
_ENDED = re.compile(
    r"(?P<f>\\(?:sin|cos|tan|sinh|cosh|tanh|exp|log|ln)(?![A-Za-z]))\s*"
    r"(?P<of>[a-z]|\\(?:alpha|beta|theta|phi|varphi|omega|psi|tau|lambda)(?![A-Za-z]))"
    r"\s*\\[,;:](?:\s|\\[,;:])*(?=(?:\\left\s*)?[(\[])"
)
_DOT = re.compile(r"(?<=[\w)\]}'])\s*\.(?P<sign>[*/])\s*(?=[A-Za-z(\[\\])")
_SIGNS = {"*": r"\odot ", "/": r"\oslash "}
_LETTER = r"(?:\\(?:mathbf|vec|boldsymbol|bm)\s*\{\s*[a-z]\s*\}|[a-z])(?:_\w|_\{\w+\})?"
_DOTTED = re.compile(
    rf"(?<![A-Za-z\\_^{{)])(?P<dot>{_LETTER}\s*\\cdot\s*{_LETTER})(?P<space>(?:\s*\\[,;: ])+\s*)"
    rf"(?={_LETTER}(?![A-Za-z^']))"
)
_LAST = re.compile(rf"(?<=\)\\, )(?P<dot>{_LETTER}\s*\\cdot\s*{_LETTER})(?![A-Za-z^'(]|\s*\\cdot)")


def with_spaced_products(cut: Cut) -> Cut:
    r"""The text with c \cdot (…) for c\,(…)."""
    text = " ; ".join((*cut.formulas, cut.marked))

    def product(found: re.Match[str]) -> str:
        name = re.escape(found["c"])
        is_called = re.search(rf"(?<![A-Za-z\\]){name}\s*(?:\\left\s*)?\([^()]*\)\s*:?=", text)
        return found[0] if is_called else rf"{found['c']} \cdot "

    def grouped(latex: str) -> str:
        latex = _DOT.sub(lambda found: f" {_SIGNS[found['sign']]}", latex)
        latex = _ENDED.sub(r"\g<f>(\g<of>) \\cdot ", latex)
        return _LAST.sub(r"(\g<dot>)", _DOTTED.sub(r"(\g<dot>)\\, ", _SPACED.sub(product, latex)))

    return cut.rewritten(grouped)
