r"""Samples with their number above, as courses write them: \sum_i (h(x^{(i)}) - y^{(i)})^2.

They are x_i and y_i, and x_j^{(i)} is the entry X_{ij}. Numbers of layers, as in W^{(2)}, stay.
Vectors that are listed, v_1, \dots, v_n \in \mathbb{R}^p, are the members v_i of sums.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from matgrad.app.ask.text.marks import M, numbers
from matgrad.app.ask.text.segments import Cut, Segment

_INDEX = re.compile(r"\\(?:sum|prod)\s*(?:\\limits)?\s*_\s*\{?\s*([a-z])(?![A-Za-z])")
_STEM = r"(?P<stem>[A-Za-z])"
_OTHER = r"\\[A-Za-z]+|_\s*[A-Za-z\d]"  # a command, or what stands below another letter
_BELOW = r"\s*_\s*(?:\{\s*(?P<a>[a-z\d])\s*\}|(?P<b>[a-z\d]))"
_TURNED = r"(?P<turned>T|\\top|\\intercal|\\mathsf\s*\{?\s*T\s*\}?)?"

_ONE = r"(?P<stem>\\(?:mathbf|boldsymbol|bm|vec)\s*\{\s*[A-Za-z]\s*\}|\\[a-z]+|[a-z])"
_PAIRS = r"\\sum\s*(?:\\limits)?\s*_\s*\{\s*[a-z]\s*(?:<|\\l?neq?\b|\\lt\b|,|>)"  # i < j
_COUNT = r"\s*_\s*(?:\w|\{[^{}]*\})\s*"
_LIST = (  # v_1, v_2, \dots, v_n
    rf"(?<![A-Za-z\\]){_ONE}\s*_\s*\{{?\s*[01]\s*\}}?\s*,\s*(?:(?P=stem){_COUNT},\s*){{0,2}}"
    rf"(?:\\[lc]?dots[cb]?|\.\.\.|…)\s*,\s*(?P=stem){_COUNT}"
)
_SPACE = r"(?P<space>\\mathbb\s*\{?\s*R\s*\}?\s*\^\s*(?:\w(?!\w)|\{[^{}]*\}))"
_WITHIN = re.compile(rf"{_LIST}\\in(?![A-Za-z])\s*{_SPACE}")
_SET = re.compile(  # \{v_i\}_{i=1}^n \subset \mathbb{R}^p
    rf"\\\{{\s*{_ONE}{_COUNT}\\\}}\s*(?:_\s*(?:\w|\{{[^{{}}]*\}})\s*(?:\^\s*(?:\w|\{{[^{{}}]*\}})\s*)?)?"
    rf"\\(?:subset|subseteq|in)(?![A-Za-z])\s*{_SPACE}"
)
_CALLED = re.compile(  # v_1, \dots, v_n are vectors in \mathbb{R}^p
    rf"({M})\s+(?:(?:be|are|denote|the|all|some|given|fixed|column|vectors|points|samples)\s+){{0,4}}"
    rf"in\s+({M})"
)
_APART = re.compile(
    rf"({M})\s*,\s*(?:{M}\s*,\s*)?(?:\.\.\.|…)\s*,?\s*({M})"
)  # v_1, ..., v_n in R^p


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


def with_listed_samples(cut: Cut) -> Cut:
    """The text with a declaration of the members of sums that it lists in a space."""
    more: list[Segment] = []
    for stem, space in dict.fromkeys(_listed(cut)):
        if index := _index(cut, stem):
            member = Segment(True, rf"{stem}_{{{index}}} \in {space}")
            more += [Segment(False, "\n\nLet "), member, Segment(False, ".")]
    return replace(cut, segments=(*cut.segments, *more)) if more else cut


def _listed(cut: Cut) -> Iterator[tuple[str, str]]:
    """The letters of vectors that are listed, and the space they are in."""
    for latex in cut.formulas:
        for found in (*_WITHIN.finditer(latex), *_SET.finditer(latex)):
            yield found["stem"], found["space"]
    for words in _APART.finditer(cut.marked):
        first, last = (cut.segments[next(numbers(mark))].text for mark in words.groups())
        if found := _WITHIN.fullmatch(rf"{first.strip()}, \dots, {last.strip()}"):
            yield found["stem"], found["space"]
    for words in _CALLED.finditer(cut.marked):
        first, second = (cut.segments[next(numbers(mark))].text for mark in words.groups())
        listed, space = re.fullmatch(_LIST, first.strip()), re.fullmatch(_SPACE, second.strip())
        if listed and space:
            yield listed["stem"], space["space"]


def _index(cut: Cut, stem: str) -> str:
    """The index with which a letter stands in a sum, unless that member is declared.

    Pairs of members, x_i - x_j, are read by the list.
    """
    apart = rf"(?:(?<![A-Za-z\\])|(?<=_[a-z])){re.escape(stem)}\s*_\s*"
    for latex in cut.formulas:
        found = re.findall(rf"{apart}(?:([a-z])|\{{\s*([a-z])\s*\}})", latex)
        used = {bare or braced for bare, braced in found} & {*_INDEX.findall(latex)}
        if len(used) == 1 and not re.search(_PAIRS, latex):
            (index,) = used
            declared = rf"{apart}\{{?\s*{index}\s*\}}?\s*(?:,[^=]*)?\\in(?![A-Za-z])"
            return "" if any(re.search(declared, each) for each in cut.formulas) else index
    return ""
