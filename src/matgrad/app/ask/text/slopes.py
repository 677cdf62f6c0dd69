r"""The slope of a leaky ReLU, which the words tell: LeakyReLU(w'x) with slope 0.1."""

from __future__ import annotations

import re

_NAME = re.compile(
    r"(?:\\(?:operatorname|mathrm|text|textrm|mathsf)\s*\{\s*)?(?<![A-Za-z])"
    r"(?:[Ll]eaky[-_ ]?[Rr]e[Ll][Uu]|PRe[Ll][Uu]|prelu)(?![A-Za-z])\s*\}?(?=\s*(?:\\left\s*)?\()"
)
_SLOPE = re.compile(
    r"\b(?:with|of|using|and|where)\s+(?:(?:a|the|negative|its|constant|fixed)\s+){0,3}"
    r"(?:slope|leak|parameter)\s+(?:(?:of|is|equal to|=)\s+)?"
    r"\$?(?P<slope>\d*\.?\d+|\\[a-z]+|[a-zα-ω])(?![A-Za-z\d])"
    r"|\bslope\s*=\s*\$?(?P<equal>\d*\.?\d+|\\[a-z]+|[a-zα-ω])(?![A-Za-z\d])"
)
LONGEST = 300  # characters of an argument


def with_slopes(text: str) -> str:
    """The text with leakyrelu(w'x, 0.1) where one slope is told."""
    slopes = {found["slope"] or found["equal"] for found in _SLOPE.finditer(text)}
    if len(slopes) != 1 or not _NAME.search(text):
        return text
    (slope,) = slopes
    parts: list[str] = []
    position = 0
    for found in _NAME.finditer(text):
        close = _close(text, found.end())
        inside = text[found.end() : close]
        if close == 0 or found.start() < position or "," in inside:
            continue
        is_latex = found[0].startswith("\\")
        name = r"\operatorname{leakyrelu}" if is_latex else "leakyrelu"
        bracket = r"\right)" if inside.endswith(r"\right)") else ")"
        body = inside.removesuffix(bracket).rstrip()
        parts += [text[position : found.start()], f"{name}{body}, {slope}{bracket}"]
        position = close
    return "".join([*parts, text[position:]])


def _close(text: str, at: int) -> int:
    """Behind the bracket that opens here; 0 if it does not close."""
    depth = 0
    for end in range(at, min(len(text), at + LONGEST)):
        depth += (text[end] == "(") - (text[end] == ")")
        if depth == 0 and text[end] == ")":
            return end + 1
    return 0
