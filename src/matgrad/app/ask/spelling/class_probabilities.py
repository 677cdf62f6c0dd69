r"""Probabilities of classes: p(y=k|x) = \frac{e^{w_k^Tx}}{\sum_j e^{w_j^Tx}}, called at a label.

They are put in where they are called, so that the label y_i of \log p(y_i|x_i) chooses w_{y_i}.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.text.segments import Cut, Segment

_GAP = r"(?:\s|\\[,;:!]|\\[bB]ig+[lrm]?(?![A-Za-z]))*"
_BAR = rf"{_GAP}(?:\||\\mid(?![A-Za-z])|\\vert(?![A-Za-z])){_GAP}"
_BOLD = r"\\(?:mathbf|boldsymbol|bm|vec)\s*"
_ONE = rf"(?:[a-z]|{_BOLD}(?:[a-z]|\{{\s*[a-z]\s*\}}))"
_INDEX = r"(?:\s*_\s*(?:\w|\{[^{}]*\})|\s*\^\s*\{?\s*\(\s*\w\s*\)\s*\}?)?"
_P = r"(?P<p>(?<![A-Za-z\\])[pPq]|\\Pr(?![A-Za-z])|\\mathbb\s*\{?\s*P\s*\}?)"
_OPEN, _CLOSE = rf"{_GAP}(?:\\left\s*)?\({_GAP}", rf"{_GAP}(?:\\right\s*)?\)"
_GIVEN = rf"{_BAR}(?P<x>{_ONE}{_INDEX}){_GAP}(?:[;,][^()=|]*?)?"  # x, and parameters
_CALL = re.compile(
    rf"{_P}{_OPEN}(?:(?P<y>[A-Za-z]{_INDEX})\s*=\s*)?(?P<k>[a-z]{_INDEX}){_GIVEN}{_CLOSE}"
)
_DEFINES = re.compile(r"\s*:?=\s*")
_SUMMED = r"\\sum\s*(?:\\limits\s*)?_\s*\{{?\s*{0}(?![A-Za-z])"
_MEMBER = r"(?<=[A-Za-z}}])(?P<below>\s*_\s*(?:\{{\s*{0}\s*\}}|{0}(?![A-Za-z])))"
_FRACTION = re.compile(r"\s*\\[dt]?frac(?![A-Za-z]).*", re.S)
_LOGARITHM = re.compile(r"\\(?:log|ln)(?![A-Za-z])\s*(?:\\left\s*)?\(?\s*$")
_ENDS = " .,;"


@dataclass(frozen=True)
class Model:
    """The probability of class k at x, as a text defines it."""

    p: str
    k: str
    x: str
    value: str
    segment: int

    def called(self, found: re.Match[str]) -> str:
        """The value at another class and another point."""
        if _plain(found["p"]) != _plain(self.p):
            return found[0]
        below = re.compile(_MEMBER.format(self.k))
        value = below.sub(lambda _: f"_{{{found['k']}}}", self.value)
        point = re.compile(rf"{_BOLD}\{{?\s*{_plain(self.x)}\s*\}}?|\\[A-Za-z]+|{_plain(self.x)}")
        value = point.sub(lambda each: self._point(each[0], found["x"]), value)
        is_free = _LOGARITHM.search(found.string[: found.start()]) and _FRACTION.fullmatch(value)
        return value if is_free else rf"\left({value}\right)"

    def _point(self, written: str, other: str) -> str:
        is_letter = _plain(written) == _plain(self.x)
        return other if is_letter else written


def with_class_probabilities(cut: Cut) -> Cut:
    """The text with the probability of a class written out where it is called at a label."""
    models = [each for n, s in enumerate(cut.segments) if s.is_math and (each := _model(s.text, n))]
    if len(models) != 1:
        return cut
    (model,) = models
    others = [s.text for n, s in enumerate(cut.segments) if s.is_math and n != model.segment]
    calls = [m for latex in others for m in _CALL.finditer(latex)]
    if not any(m["k"] != model.k and _plain(m["p"]) == _plain(model.p) for m in calls):
        return cut
    segments = [
        Segment(True, _CALL.sub(model.called, each.text)) if each.is_math else each
        for each in cut.segments
    ]
    left = quoted(f"{model.p}({model.k}|{model.x})").plain
    segments[model.segment] = Segment(False, "the softmax")
    note = f"{left} is put in where it is called"
    return replace(cut, segments=tuple(segments), notes=(*cut.notes, note))


def _model(latex: str, segment: int) -> Model | None:
    """The probability of a class that a formula defines: an exponential with its index."""
    found = _CALL.match(latex.strip())
    equals = _DEFINES.match(found.string, found.end()) if found else None
    if not found or not equals or len(found["k"]) != 1:
        return None
    value = found.string[equals.end() :].rstrip(_ENDS)
    is_ratio = _FRACTION.fullmatch(value) is not None and r"\sum" in value
    is_class = re.search(_MEMBER.format(found["k"]), value) is not None
    is_index = re.search(_SUMMED.format(found["k"]), value) is None
    is_exponential = re.search(r"\\exp(?![A-Za-z])|(?<![A-Za-z\\])e\s*\^", value) is not None
    if not (is_ratio and is_class and is_index and is_exponential):
        return None
    return Model(found["p"], found["k"], found["x"], value, segment)


def _plain(latex: str) -> str:
    return re.sub(r"\\(?:mathbf|boldsymbol|bm|vec|mathbb)|[\s{}]", "", latex)
