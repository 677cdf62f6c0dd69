r"""Probabilities of categories: p(y=k|x) = e^{w_k^Tx}/\sum_j e^{w_j^Tx} are entries of a vector.

Below a sum over k it is p_k; elsewhere k is one of the places, and it is e_k^Tp, with a one there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from matgrad.app.ask.spelling.fixed_entries import (
    is_variable,
    members_in,
    one_hot,
    with_members_at,
)
from matgrad.app.ask.text.segments import Cut, Segment

_P = r"(?P<p>\\pi(?![A-Za-z])|(?<![A-Za-z\\])[pPq](?![A-Za-z]))"
_BELOW = r"(?:\s*_\s*(?:\{[^{}]{1,12}\}|\\[a-z]+|[A-Za-z]))?"
_BAR = r"\s*(?:\\mid(?![A-Za-z])|\\vert(?![A-Za-z])|\||;)\s*"
_CALL = re.compile(
    rf"{_P}{_BELOW}\s*(?:\\left\s*)?\(\s*(?:[A-Za-z]\s*=\s*)?(?P<k>[a-z]){_BAR}"
    r"[^()=|]{1,40}?\s*(?:\\right\s*)?\)"
)
_SUM = re.compile(
    r"\\sum\s*(?:\\limits\s*)?_\s*(?:\{\s*(?P<b>[a-z]'?)\s*(?:=[^{}]*)?\}|(?P<c>[a-z]))"
)
_LIMITS = re.compile(r"\\sum\s*(?:\\limits\s*)?_\s*\{\s*[a-z]\s*=[^{}]*\}\s*\^\s*(?:\{[^{}]*\}|\w)")
_GREEK = r"\\(?:theta|beta|omega|phi|eta|lambda|alpha)(?![A-Za-z])|[w]"
_POLICY = re.compile(  # \nabla\ln\pi(a|s,\theta)
    rf"\\nabla(?=\s*\\(?:log|ln)\s*(?:\\pi|p)(?:\s*_\s*\{{?\s*(?P<below>{_GREEK})\s*\}}?)?\s*(?:\\left\s*)?\("
    rf"[^()|]*?(?:\||\\mid)[^()|]*?(?P<of>{_GREEK})?\s*(?:\\right\s*)?\))"
)
_PI = re.compile(r"(?<![\d}])\\pi(?![A-Za-z_(])")
INDICES = "kjil"


@dataclass(frozen=True)
class Categories:
    """The formula that gives the probability of each category, and how it is written."""

    segment: int
    letter: str
    index: str  # of the category
    other: str  # that of the sum
    value: str

    @property
    def name(self) -> str:
        """What the vector is called."""
        return self.letter if self.letter in "pq" else "p"

    def defined(self, free: list[str]) -> str:
        """The entries of the vector, with indices that run."""
        k = self.index if self.index in INDICES else free[0]
        j = self.other if self.other in INDICES else next(x for x in free if x != k)
        value = _renamed(_renamed(self.value, self.other, "@"), self.index, k).replace("@", j)
        value = _LIMITS.sub(lambda _: rf"\sum_{{{j}}}", value)  # over all categories
        return f"{self.name}_{k} = {value}"

    def written(self, latex: str) -> str:
        """Another formula with the vector, or an entry of it, for each probability."""
        for call in [*_CALL.finditer(latex)]:
            latex = _running(latex, call["k"]) if _is_running(call) else latex
        latex = _CALL.sub(self._entry, latex)
        return _PI.sub(f"{self.name} ", latex) if self.letter == r"\pi" else latex

    def _entry(self, call: re.Match[str]) -> str:
        index = call["k"]
        if _is_running(call):
            return f"{self.name}_{index} "
        return rf"\left(e_{index}^T {self.name}\right)"


def with_categories(cut: Cut) -> Cut:
    """The text with a vector of probabilities, where one formula gives them all."""
    given = (_given(at, each) for at, each in enumerate(cut.segments) if each.is_math)
    found = next(filter(None, given), None)
    letters = "".join(re.sub(r"\\[A-Za-z]+", " ", _CALL.sub(" ", text)) for text in cut.formulas)
    own = (found.index, found.other) if found else ()
    free = [x for x in INDICES if x not in letters or x in own]
    if found is None or len(free) < 2 or is_variable(cut, found.index):
        return cut
    formulas = [x.text for i, x in enumerate(cut.segments) if x.is_math and i != found.segment]
    calls = (call for latex in formulas for call in _CALL.finditer(latex))
    placed = {call["k"] for call in calls if not _is_running(call)}
    made = cut.rewritten(lambda latex: found.written(_POLICY.sub(_by, latex))).segments
    defined = Segment(True, found.defined(free))
    segments = [defined if i == found.segment else each for i, each in enumerate(made)]
    for i in _logarithms(cut, found):
        segments[i - 1 : i + 2] = [Segment(False, "")] * 3
    note = f"{found.name} is the vector of the probabilities of all categories"
    changed = replace(cut, segments=tuple(segments), notes=(*cut.notes, note))
    members = members_in(found.value, found.index)
    changed = with_members_at(changed, sorted(placed), members, found.segment)
    return one_hot(changed, sorted(placed), found.name)


def _logarithms(cut: Cut, found: Categories) -> list[int]:
    """Where the logarithm of the formula stands that was spelled out for it."""
    whole = rf"\log\left({found.value}\right)".replace(" ", "")
    lines = enumerate(each.text.replace(" ", "") for each in cut.segments)
    return [i for i, text in lines if text.endswith(f"={whole}") and i > found.segment]


def _is_running(call: re.Match[str]) -> bool:
    """Does a sum in the same formula run over the category?"""
    running = rf"\\sum\s*(?:\\limits\s*)?_\s*\{{?\s*{call['k']}(?![A-Za-z])"
    return re.search(running, call.string) is not None


def _given(at: int, each: Segment) -> Categories | None:
    """What a formula gives as the probability of a category: it has the index of that below."""
    call = _CALL.match(each.text.strip())
    value = each.text.strip()[call.end() :].strip(" .,;") if call else ""
    total = _SUM.search(value)
    if call is None or total is None or not value.startswith("=") or not value[1:].strip():
        return None
    index, other = call["k"], total["b"] or total["c"]
    below = rf"_\s*(?:\{{\s*{index}\s*\}}|{index})(?!')"
    is_one = re.search(below, value) is not None and index != other
    return Categories(at, call["p"], index, other, value[1:].strip()) if is_one else None


def _by(found: re.Match[str]) -> str:
    """The gradient of a policy is by its parameter."""
    variable = found["below"] or found["of"]
    return rf"\nabla_{{{variable}}} " if variable else found[0]


def _running(latex: str, index: str) -> str:
    """A formula with a usual letter for the index of a sum over categories."""
    used = re.sub(r"\\[A-Za-z]+", " ", latex)
    free = [x for x in INDICES if x not in used]
    if index in INDICES or not free:
        return latex
    called = _CALL.sub(lambda x: _at(x, free[0]) if x["k"] == index else x[0], latex)
    return _renamed(called, index, free[0])


def _at(call: re.Match[str], index: str) -> str:
    start, end = (place - call.start() for place in call.span("k"))
    return f"{call[0][:start]}{index}{call[0][end:]}"


def _renamed(latex: str, index: str, other: str) -> str:
    """A formula with another letter for an index, also where a sum names it."""
    below = rf"_\s*(?:\{{\s*{index}\s*(?P<range>=[^{{}}]*)?\}}|{index}(?!'))"
    return re.sub(below, lambda found: f"_{{{other}{found['range'] or ''}}}", latex)
