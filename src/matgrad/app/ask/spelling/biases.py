r"""Biases beside products of matrices: in Y = XW + b, b is added to each row, in WX + b to columns.

A number or a vector alone could not be added to the product; a line says how it is read. So it is
in the next layer, with what is defined by such a product or as a function of it. Other letters are
added to rows or columns where words say so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.text.marks import M, mark_of
from matgrad.app.ask.text.segments import Cut

_BIAS = r"\s*\+\s*(?P<b>b(?:_\w|_\{\w\})?)(?=\s*(?:$|[),.;&]|\\right))"
_INDEX = r"(?:_\w|_\{\w\})?"
_DATA, _WEIGHTS = (rf"{letter}{_INDEX}" for letter in ("[XH]", "W"))
_DOT = r"\s*(?:\\cdot\s*)?"
_T = r"(?:\^\s*(?:T(?![A-Za-z])|\{?\s*\\top\s*\}?|\{\s*T\s*\})|')?"
_BEGINS = r"(?<![A-Za-z\\^'}])"
_WHERE = ("row", "column")
_DEFINED = re.compile(rf"\s*(?P<name>[A-Za-z]{_INDEX})\s*:?=(?P<value>[^=]+)")
_FUNCTION = re.compile(  # of one name: relu(z), max(0, z)
    rf"\s*(?:\\?[A-Za-z]+\s*|\\(?:operatorname|mathrm)\s*\{{\s*\w+\s*\}}\s*)(?:\\left\s*)?[({{]"
    rf"(?:\s*\\?\{{?\s*0\s*,)?\s*(?P<of>[A-Za-z]{_INDEX})\s*(?:,\s*0\s*)?(?:\\right\s*)?[)}}]\s*[.,;]?\s*"
)
_VECTOR = re.compile(  # X ∈ R^n
    r"[XH]\s*\\in\s*\\mathbb\s*\{?\s*R\s*\}?\s*\^\s*(?:\w|\{\s*\w+\s*\})\s*$"
)


_TOLD = re.compile(  # b is a row vector added to each row
    rf"(?P<b>{M})(?:[^.;?!{M[0]}]|{M}(?= row| column| vector)){{0,40}}?\b"
    r"(?:added|broadcast(?:ed|s)?|applied|subtracted)\s+(?:to|from|over|across|along)\s+"
    r"(?:(?:each|every|all|the|of)\s+)*(?P<where>row|column|sample|example)s?\b",
    re.I,
)
_LETTER = r"(?:\\[a-z]+|[A-Za-zα-ω])(?:_\w|_\{\w+\})?"


def with_biases(cut: Cut) -> Cut:
    """The text with ones beside the biases that are added to products of matrices."""
    told = dict(_told(cut))
    for b, where in told.items():
        cut = _changed(cut, _added(b), where)
    if any(map(_VECTOR.search, cut.formulas)):
        return cut
    for where in _WHERE:
        cut = _in_layers(cut, where)
    return cut


def _in_layers(cut: Cut, where: str) -> Cut:
    """The text with ones beside the biases of one layer after the other."""
    layers = {_DATA: None}
    defined = [found for found in map(_DEFINED.fullmatch, cut.formulas) if found]
    for _ in defined:
        product = _product(layers, where)
        new = (x["name"] for x in defined if _is_layer(x["value"], product, {*layers}))
        more = [name for name in map(re.escape, new) if name not in layers]
        if not more:
            break
        layers |= dict.fromkeys(more)
    return _changed(cut, _product(layers, where), where)


def _product(data: Iterable[str], where: str) -> re.Pattern[str]:
    """A product of data with weights, and a bias behind it."""
    data = rf"(?:{'|'.join(data)})"
    both = (
        rf"{data}{_DOT}{_WEIGHTS}\s*{_T}" if where == "row" else rf"{_WEIGHTS}\s*{_T}{_DOT}{data}"
    )
    return re.compile(rf"(?P<product>{_BEGINS}{both}){_BIAS}")


def _is_layer(value: str, product: re.Pattern[str], names: set[str]) -> bool:
    """Is what defines a name a product with a bias, or a function of a name that has one?"""
    function = _FUNCTION.fullmatch(value)
    return product.search(value) is not None or bool(
        function and re.escape(function["of"]) in names
    )


def _told(cut: Cut) -> Iterator[tuple[str, str]]:
    """The letters of which words say that they are added to each row, or to each column."""
    for found in _TOLD.finditer(cut.marked):
        name = cut.segments[int(found["b"][1:-1])].text.partition(r"\in")[0].strip()
        if re.fullmatch(_LETTER, name):
            yield name, "column" if found["where"].lower() == "column" else "row"


def _added(b: str) -> re.Pattern[str]:
    """Where this letter is added to a matrix."""
    return re.compile(
        rf"(?P<product>(?<![A-Za-z\\])[A-Z][^=;]*?)(?P<sign>[-+])\s*(?P<b>{re.escape(b)})"
        r"(?![A-Za-z_^'])(?=\s*(?:$|[),.;&}]|\\right))"
    )


def _changed(cut: Cut, pattern: re.Pattern[str], where: str) -> Cut:
    """The text with ones beside a bias: 1 b^T where it is a column, 1 b where it is a row."""

    def written(found: re.Match[str]) -> str:
        b, sign = found["b"], found.groupdict().get("sign") or "+"
        row = b if _is_row(b, cut) else f"{b}^T"
        bias = rf"\mathbf{{1}} {row}" if where == "row" else rf"{b} \mathbf{{1}}^T"
        return f"{found['product']} {sign} {bias}"

    found = [m for latex in cut.formulas for m in pattern.finditer(latex)]
    notes = dict.fromkeys(f"{_shown(m)} each {where}" for m in found)
    return cut.rewritten(lambda latex: pattern.sub(written, latex), *notes) if found else cut


def _shown(found: re.Match[str]) -> str:
    is_minus = found.groupdict().get("sign") == "-"
    name = quoted(found["b"].strip("{}")).plain
    return f"{name} is subtracted from" if is_minus else f"{name} is added to"


def _is_row(b: str, cut: Cut) -> bool:
    """Does the text call it a row vector, or declare it as 1×n?"""
    name = re.escape(b)
    declared = re.compile(
        rf"\s*{name}\s*\\in\s*\\mathbb\s*\{{?R\}}?\s*\^\s*[{{(]\s*1\s*(?:\\times|×|,)"
    )
    marks = [i for i, each in enumerate(cut.segments) if each.is_math and each.text.strip() == b]
    said = (
        rf"{mark_of(i)} (?:is|be|being|denotes) [^.;]{{0,30}}\b(?:an? row|row[- ]vector)\b"
        rf"|\brow(?: vector)? {mark_of(i)}"
        for i in marks
    )
    return any(map(declared.match, cut.formulas)) or any(re.search(x, cut.marked) for x in said)
