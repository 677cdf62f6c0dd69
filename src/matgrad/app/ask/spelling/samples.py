r"""Samples with their number above, as courses write them: \sum_i (h(x^{(i)}) - y^{(i)})^2.

They are x_i and y_i, and x_j^{(i)} is the entry X_{ij}. Numbers of layers, as in W^{(2)}, stay.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.segments import Cut

_INDEX = re.compile(r"\\(?:sum|prod)\s*(?:\\limits)?\s*_\s*\{?\s*([a-z])(?![A-Za-z])")
_STEM = r"(?P<stem>[A-Za-z])"
_OTHER = r"\\[A-Za-z]+|_\s*[A-Za-z\d]"  # a command, or what stands below another letter
_BELOW = r"\s*_\s*(?:\{\s*(?P<a>[a-z\d])\s*\}|(?P<b>[a-z\d]))"
_TURNED = r"(?P<turned>T|\\top|\\intercal|\\mathsf\s*\{?\s*T\s*\}?)?"


def with_samples(cut: Cut) -> Cut:
    r"""The text with x_i for x^{(i)}, and X_{ij} for x_j^{(i)}, where i is the index of a sum."""
    indices = dict.fromkeys(i for latex in cut.formulas for i in _INDEX.findall(latex))
    for index in indices:
        above = rf"\s*\^\s*\{{\s*\(\s*{index}\s*\)\s*{_TURNED}\s*\}}"
        if not any(re.search(above, latex) for latex in cut.formulas):
            continue
        cut = cut.rewritten(lambda latex, i=index, a=above: _lowered(latex, i, a))
    return cut


def _lowered(latex: str, index: str, above: str) -> str:
    """The formula with the number of the sample below."""

    def entry(found: re.Match[str]) -> str:
        below = found["a"] or found["b"]
        return f"{found['stem'].upper()}_{{{index}{below}}}" if below else found[0]

    def member(found: re.Match[str]) -> str:
        return f"_{{{index}}}" + (rf"^{{{found['turned']}}}" if found["turned"] else "")

    for way in (rf"{_STEM}{_BELOW}{above}", rf"{_STEM}{above}{_BELOW}"):
        latex = re.sub(rf"{way}|{_OTHER}", entry, latex)
    return re.sub(above, member, latex)
