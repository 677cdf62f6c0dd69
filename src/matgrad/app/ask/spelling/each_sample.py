r"""Quantities of one sample inside of a sum over all: L = \sum_i (y_i - p)^2, where p = w^Tx_i.

There is one p for each i, which is written p_i. A vector of one sample, r = Wx_i - y_i or r_i = …,
is put into the sums, as no matrix has been named for all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.spelling.patterns import LETTER, TURNED
from matgrad.app.ask.text.segments import Cut, Segment

_BELOW = r"\\sum\s*(?:\\limits\s*)?_\s*"
_INDEX = re.compile(rf"{_BELOW}\{{?\s*(?P<i>[a-z])(?![A-Za-z])")
_MARKED = rf"(?:\\(?:hat|tilde)\s*(?:\{{\s*[A-Za-z]\s*\}}|[A-Za-z])|{LETTER})"
_LEFT = (
    rf"\s*(?P<name>{_MARKED})(?P<below>\s*_\s*(?:\{{\s*I\s*\}}|I))?\s*&?\s*:?=(?!=)(?P<value>[^=]+)"
)
_MAP = r"\s*(?:-\s*)?(?:\\mathbf\s*\{\s*)?[A-Z]\}?\s*[a-z]\s*_"  # W x_i
_NAMED = r"\s*(?:\\(?:operatorname|mathrm|text\w*)\s*\{\s*\w+\s*\}|\\[a-z]+)\s*(?:\\left\s*)?\("
_SOFTMAX = r"\s*\\(?:operatorname|mathrm|text\w*)\s*\{\s*softmax\s*\}"
_VECTOR = re.compile(rf"(?:{_NAMED})?{_MAP}|{_SOFTMAX}")  # and σ(W x_i)
_DRESSED = re.compile(  # the h of \mathbf{h} is part of another name
    r"\\(?:math\w+|hat|tilde|bar|dot|vec|boldsymbol|bm|operatorname|text\w*)\s*\{\s*\Z"
)


@dataclass(frozen=True)
class Each:
    """What the text defines for one sample."""

    segment: int
    name: str
    value: str
    is_indexed: bool

    def found_in(self, latex: str, index: str) -> bool:
        """Does a formula have it?"""
        return any(not _DRESSED.search(latex[: m.start()]) for m in self._all(latex, index))

    def _all(self, latex: str, index: str) -> Iterator[re.Match[str]]:
        return re.finditer(self._pattern(index), latex)

    def _pattern(self, index: str) -> str:
        below = rf"\s*_\s*(?:\{{\s*{index}\s*\}}|{index}(?![A-Za-z]))"
        below = below if self.is_indexed else r"(?!\s*[_'(A-Za-z]|\s*\\left\s*\()"
        return rf"(?:(?<![A-Za-z\\])|(?<=\^T)){re.escape(self.name)}(?![A-Za-z]){below}"

    def is_vector(self, formulas: list[str], index: str) -> bool:
        """Is it a vector: is its norm taken, is it or what is before it transposed, or is it Wx?"""
        own = self._pattern(index)
        ways = re.compile(rf"\\\|\s*{own}\s*(?:\\right\s*)?\\\||{own}{TURNED}|{TURNED}\s*{own}")
        return bool(_VECTOR.match(self.value) or any(map(ways.search, formulas)))

    def written(self, latex: str, index: str, value: str = "") -> str:
        """A formula with its index, or with its value."""
        made = rf"\left({value}\right)" if value else f"{self.name}_{{{index}}} "

        def put(found: re.Match[str]) -> str:
            return found[0] if _DRESSED.search(latex[: found.start()]) else made

        return re.sub(self._pattern(index), put, latex)


def with_each_sample(cut: Cut) -> Cut:
    """The text with an index for what is defined for one sample."""
    indices = {m["i"] for latex in cut.formulas for m in _INDEX.finditer(latex)}
    for index in sorted(indices):
        running = re.compile(
            rf"{_BELOW}(?:{index}(?![A-Za-z])|\{{\s*[i-n]{{0,2}}{index}[i-n]{{0,2}}\s*\}}"
            rf"|\{{[^{{}}]*?(?<![A-Za-z\\]){index}(?![A-Za-z]))"
        )
        found = _defined(cut, index, running)
        summed = {n for n, x in enumerate(cut.segments) if x.is_math and running.search(x.text)}
        places = summed | {each.segment for each in found}
        for each in found:
            texts = [cut.segments[n].text for n in places if n != each.segment]
            if any(each.found_in(latex, index) for latex in texts) and summed:
                cut = _changed(cut, each, index, places)
    return cut


def _defined(cut: Cut, index: str, running: re.Pattern[str]) -> list[Each]:
    """The definitions whose values have the index of a sum, or use such a quantity without it."""
    left = re.compile(_LEFT.replace("I", index))
    free = re.compile(rf"_\s*(?:\{{\s*{index}\s*\}}|{index}(?![A-Za-z]))")
    given = {
        n: Each(n, m["name"].strip(), m["value"].strip().rstrip(".,;"), bool(m["below"]))
        for n, x in enumerate(cut.segments)
        if x.is_math and (m := left.fullmatch(x.text)) and not running.search(x.text)
    }
    names = [each.name for each in given.values()]
    found = {n: x for n, x in given.items() if free.search(x.value) and names.count(x.name) == 1}
    for n, each in given.items():  # p = σ(z) behind z = w^T x_i
        bare = [x for x in found.values() if not x.is_indexed and x.found_in(each.value, index)]
        if bare and names.count(each.name) == 1:
            found[n] = each
    return [*found.values()]


def _changed(cut: Cut, each: Each, index: str, places: set[int]) -> Cut:
    texts = [cut.segments[n].text for n in sorted(places)]
    is_vector = each.is_vector(texts, index)
    if each.is_indexed and not is_vector:
        return cut
    value = each.value if is_vector else ""
    segments = [
        replace(x, text=each.written(x.text, index, value)) if n in places else x
        for n, x in enumerate(cut.segments)
    ]
    if is_vector:
        segments[each.segment] = Segment(False, "that")
    shown = quoted(f"{each.name}_{{{index}}}").plain
    note = f"{quoted(each.name).plain} = {quoted(each.value).plain} is one for each {index}"
    note += ", put into the sum" if is_vector else f", called {shown}"
    return replace(cut, segments=tuple(segments), notes=(*cut.notes, note))
