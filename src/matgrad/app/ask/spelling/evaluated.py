r"""Derivatives at a point in other dress: (\nabla g)(Ax) and \nabla g|_{Ax} are \nabla g(Ax).

So it is where the text defines g as a function: the brackets hold its derivative, and no factor.
And (f\circ g)'(x) is \frac{d}{dx}f(g(x)).
"""

from __future__ import annotations

import re

from matgrad.app.ask.spelling.patterns import LETTER
from matgrad.app.ask.text.segments import Cut

_NABLA = r"\\nabla\s*(?:[_^]\s*(?:\{[^{}]*\}|\w)\s*){0,2}"
_SIGN = rf"(?P<sign>{_NABLA}(?P<f>{LETTER})|(?P<g>{LETTER})\s*'{{1,2}})"
_OPEN, _CLOSE = r"(?:\\left\s*)?\(\s*", r"\s*(?:\\right\s*)?\)"
# Behind the point no power stands: (∇f)(x - y)^T may be a product of a column and a row.
_CALLED = re.compile(rf"{_OPEN}{_SIGN}{_CLOSE}(?=\s*(?P<at>{_OPEN}[^()^]*{_CLOSE})(?!\s*[\^']))")
_BAR = re.compile(
    rf"(?:\\left\s*\.\s*)?{_SIGN}\s*(?:\\(?:right|[bB]igg?r?)\s*)?(?:\||\\vert(?![A-Za-z]))\s*_\s*"
    r"\{(?P<at>[^{}=]+)\}"
)
_COMPOSED = re.compile(
    rf"{_OPEN}(?P<f>{LETTER})\s*\\circ\s*(?P<g>{LETTER}){_CLOSE}\s*'(?!')\s*{_OPEN}(?P<x>{LETTER}){_CLOSE}"
)
_DEFINED = re.compile(rf"\s*(?P<f>{LETTER})\s*(?:\\left\s*)?\([^()=]*\)\s*:?=")


def with_evaluated(cut: Cut) -> Cut:
    r"""The text with \nabla g(Ax) for such derivatives."""
    functions = {m["f"] for latex in cut.formulas if (m := _DEFINED.match(latex))}

    def called(found: re.Match[str]) -> str:
        return found["sign"] if (found["f"] or found["g"]) in functions else found[0]

    def at_bar(found: re.Match[str]) -> str:
        is_known = (found["f"] or found["g"]) in functions
        return f"{found['sign']}({found['at'].strip()})" if is_known else found[0]

    def composed(found: re.Match[str]) -> str:
        f, g, x = found["f"], found["g"], found["x"]
        is_known = f in functions and g in functions
        return rf"\frac{{d}}{{d{x}}} {f}({g}({x}))" if is_known else found[0]

    cut = cut.rewritten(lambda latex: _COMPOSED.sub(composed, latex))
    return cut.rewritten(lambda latex: _BAR.sub(at_bar, _CALLED.sub(called, latex)))
