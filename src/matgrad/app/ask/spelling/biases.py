r"""Biases beside products of matrices: in Y = XW + b, b is added to each row, in WX + b to columns.

A number or a vector alone could not be added to the product; a line says how it is read.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.segments import Cut

_BIAS = r"\s*\+\s*(?P<b>b(?:_\w|_\{\w\})?)(?=\s*(?:$|[),.;&]|\\right))"
_DATA, _WEIGHTS = (rf"{letter}(?:_\w|_\{{\w\}})?" for letter in ("[XH]", "W"))
_DOT = r"\s*(?:\\cdot\s*)?"
_T = r"(?:\^\s*(?:T(?![A-Za-z])|\{?\s*\\top\s*\}?|\{\s*T\s*\})|')?"
_BEGINS = r"(?<![A-Za-z\\^'}])"
_ROWS = re.compile(rf"(?P<product>{_BEGINS}{_DATA}{_DOT}{_WEIGHTS}\s*{_T}){_BIAS}")
_COLUMNS = re.compile(rf"(?P<product>{_BEGINS}{_WEIGHTS}\s*{_T}{_DOT}{_DATA}){_BIAS}")
_VECTOR = re.compile(  # X ∈ R^n
    r"[XH]\s*\\in\s*\\mathbb\s*\{?\s*R\s*\}?\s*\^\s*(?:\w|\{\s*\w+\s*\})\s*$"
)


def with_biases(cut: Cut) -> Cut:
    """The text with ones beside the biases that are added to products of matrices."""
    if any(map(_VECTOR.search, cut.formulas)):
        return cut
    of_rows = _changed(cut, _ROWS, r"\g<product> + \\mathbf{1} \g<b>^T", "row")
    return _changed(of_rows, _COLUMNS, r"\g<product> + \g<b> \\mathbf{1}^T", "column")


def _changed(cut: Cut, pattern: re.Pattern[str], instead: str, where: str) -> Cut:
    found = [m for latex in cut.formulas for m in pattern.finditer(latex)]
    notes = dict.fromkeys(f"{m['b'].strip('{}')} is added to each {where}" for m in found)
    return cut.rewritten(lambda latex: pattern.sub(instead, latex), *notes) if found else cut
