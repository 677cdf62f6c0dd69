r"""Functions of a length, V(r) with r = \|x\|, whose gradient is wanted: it is that by x.

The derivative of V by the number r is written V'(r) or dV/dr, and \nabla V is that by the place x.
So V(r) is written V(x) where nothing is differentiated by r, and \nabla V as \nabla_x V else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.spelling.patterns import D
from matgrad.app.ask.text.marks import M, numbers
from matgrad.app.ask.text.segments import Cut
from matgrad.app.ask.text.words import RESPECT

_LETTER = r"(?:\\(?!nabla|partial|left|right)[A-Za-z]+|[A-Za-z])"
_BOLD = r"\\(?:vec|mathbf|boldsymbol|bm)\s*(?:\{\s*\\?[A-Za-z]+\s*\}|[A-Za-z](?![A-Za-z]))"
_FONT = re.compile(r"\\(?:vec|mathbf|boldsymbol|bm)(?![A-Za-z])|[{}]")
_OPEN = r"(?:\\left\s*)?(?:\\\||\\lVert|\\Vert|\|\||‖)"
_CLOSE = r"(?:\\right\s*)?(?:\\\||\\rVert|\\Vert|\|\||‖)(?:\s*_\s*\{?2\}?)?"
_BAR = r"(?:\\left\s*|\\right\s*)?(?:\||\\[lr]vert)"
_SQUARE = r"[a-z]\s*\^\s*\{?2\}?"
_LENGTH = re.compile(  # r = \|x\|, r = |\mathbf x|, r = \sqrt{x^2 + y^2}
    rf"\s*(?P<r>{_LETTER})\s*:?=\s*(?:{_OPEN}\s*(?P<x>{_BOLD}|[a-z])\s*{_CLOSE}"
    rf"|{_BAR}\s*(?P<y>{_BOLD})\s*{_BAR}"
    rf"|\\sqrt\s*\{{\s*(?P<all>{_SQUARE}(?:\s*\+\s*{_SQUARE}){{1,2}})\s*\}})\s*[.,;]?\s*"
)
_HEAD = re.compile(rf"\s*(?P<f>{_LETTER})\s*\(\s*(?P<r>{_LETTER})\s*\)\s*:?=")
_WORDS = re.compile(
    r"\b(?:grad(?:ients?)?|laplacian|harmonic|forces?|force\s+field|electric\s+field)\b", re.I
)
_BY = re.compile(rf"\b(?:{RESPECT}|derivative\s+(?:by|in))\s+(?:the\s+)?(?:[a-z]+\s+)?({M})", re.I)


def with_radial(cut: Cut) -> Cut:
    """The text with V(x) for the V(r) of which a gradient is wanted, where r is the length of x."""
    lengths = {m["r"]: _place(m) for latex in cut.formulas if (m := _LENGTH.fullmatch(latex))}
    heads = {m["f"]: m["r"] for latex in cut.formulas if (m := _HEAD.match(latex))}
    for f, r in heads.items():
        cut = _of_place(cut, f, r, lengths[r]) if r in lengths else cut
    return cut


def _place(length: re.Match[str]) -> str:
    """The vector of which this is the length, or its entries."""
    return length["x"] or length["y"] or ", ".join(re.findall(r"[a-z]", length["all"]))


def _of_place(cut: Cut, name: str, length: str, place: str) -> Cut:
    """The text with a function of a length as one of the place, if its gradient is wanted."""
    f, r = re.escape(name), re.escape(length)
    nabla = re.compile(
        rf"(?:∇²?|\\(?:nabla|Delta)(?![A-Za-z])(?:\s*\^\s*\{{?2\}}?)?)(?=\s*{f}(?![A-Za-z]))"
    )
    slopes = [latex for latex in cut.formulas if not nabla.search(latex)]
    is_slope = _is_slope(cut, slopes, f, r)
    is_wanted = len(slopes) < len(cut.formulas) or (_WORDS.search(cut.words) and not is_slope)
    if not is_wanted:
        return cut
    call = re.compile(rf"(?<![A-Za-z\\]){f}\s*(?:\\left\s*)?\(\s*{r}\s*(?:\\right\s*)?\)")
    prime = re.compile(rf"{f}\s*('{{1,2}})(?:\s*\(\s*{r}\s*\))?|\\[A-Za-z]+")  # \frac2ru'

    def change(latex: str) -> str:
        if nabla.search(latex):
            latex = prime.sub(lambda x: _quotient(name, length, x[1]) if x[1] else x[0], latex)
        if is_slope:
            return nabla.sub(lambda found: rf"{found[0]}_{{{place}}} ", latex)
        return call.sub(lambda found: f"{found[0].partition('(')[0]}({place})", latex)

    of, by = (quoted(_FONT.sub("", each)).plain for each in (name, place))
    return cut.rewritten(change, f"the gradient of {of} is by {by}, not by the length")


def _quotient(f: str, r: str, primes: str) -> str:
    power = "^2" if len(primes) > 1 else ""
    return rf"\frac{{d{power} {f}}}{{d {r}{power}}} "


def _is_slope(cut: Cut, formulas: Sequence[str], f: str, r: str) -> bool:
    """Is anything differentiated by the length itself: V'(r), dV/dr, with respect to r?"""
    above, below = rf"{D}\s*{f}(?:\s*\([^()]*\))?\s*", rf"{D}\s*{r}(?![A-Za-z])"
    slope = re.compile(
        rf"(?<![A-Za-z\\]){f}\s*'|{above}(?:\}}\s*\{{|/)\s*{below}"
        rf"|\\frac\s*\{{\s*{D}\s*\}}\s*\{{\s*{below}"
    )
    named = [n for found in _BY.finditer(cut.marked) for n in numbers(found[1])]
    is_named = any(re.fullmatch(rf"\s*{r}\s*", cut.segments[n].text) for n in named)
    return is_named or any(map(slope.search, formulas))
