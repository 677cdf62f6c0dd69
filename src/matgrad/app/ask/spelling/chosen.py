r"""What a label chooses: w_{y_i} is the w with the number y_i, p_{iy_i} an entry in row i of p.

With a matrix Y that has a one in each row, at the place of the label, it is \sum_k Y_{ik}w_k. So
-w_{y_i}^Tx_i + \log\sum_j e^{w_j^Tx_i} needs no numbers of classes; \mathbf{1}[y_i = k] is Y_{ik}.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.spelling.patterns import LETTER, TURNED
from matgrad.app.ask.text.segments import Cut, Segment

_TURNED = rf"{TURNED}\s*"
_Y = r"(?P<y>[a-z])\s*_\s*(?:\{\s*(?P<i>[a-z])\s*\}|(?P<j>[a-z]))"
_NO_SIGN = r"(?!\\(?:nabla|partial)(?![A-Za-z]))(?<!\\nabl)(?<!\\partia)"  # not: ∇_{r_k}
_CHOSEN = re.compile(
    rf"(?P<x>{_NO_SIGN}{LETTER})\s*_\s*\{{\s*(?:(?P<row>[a-z])\s*,?\s*)?{_Y}\s*\}}"
)
_NAME = rf"{LETTER}(?:\s*_\s*(?:\{{\s*\w+\s*\}}|\w))?"
_PRODUCT = re.compile(rf"{_CHOSEN.pattern}{_TURNED}(?P<with>{_NAME})")
_LOG = re.compile(
    rf"\\(?P<log>log|ln)(?![A-Za-z])\s*(?:\\left\s*)?\(?\s*{_CHOSEN.pattern}\s*(?:\\right\s*)?\)?"
)
_ONE = r"(?:\\(?:mathbf|mathbb|mathbbm|mathds|bm)\s*\{?\s*[1I]\s*\}?|(?<![\w\\])1|(?<![A-Za-z\\])I)"
_K = r"(?P<k>[a-z])"
_SAME = (  # 1[y_i = k], 1_{y_i = k}, δ_{k,y_i}
    *(
        re.compile(
            rf"{_ONE}\s*(?:\\left\s*)?{opened}\s*"
            rf"(?:{_Y}\s*=+\s*{_K}|{_K.replace('<k', '<k2')}\s*=+\s*{_Y.replace('<', '<o')})"
            rf"\s*(?:\\right\s*)?{closed}"
        )
        for opened, closed in (
            (r"_\s*\{\s*\\\{", r"\\\}\s*\}"),
            (r"_\s*\{\s*\[", r"\]\s*\}"),
            (r"_\s*\{", r"\}"),
            (r"\\\{", r"\\\}"),
            (r"\[", r"\]"),
            (r"\(", r"\)"),
        )
    ),
    re.compile(
        rf"\\delta\s*_\s*\{{\s*(?:{_Y}\s*,?\s*{_K}"
        rf"|{_K.replace('<k', '<k2')}\s*,?\s*{_Y.replace('<', '<o')})\s*\}}"
    ),
)
_RATIO = re.compile(r"\\(?P<log>log|ln)(?![A-Za-z])\s*(?:\\left\s*\(|\()?\s*\\[dt]?frac\s*\{")
_POWER = re.compile(
    r"\s*(?:e\s*\^\s*\{(?P<a>.*)\}|\\exp\s*(?:\\left\s*)?\((?P<b>.*?)(?:\\right\s*)?\))\s*"
)
_SOFTMAX = (  # p_i = softmax(W x_i + b), of which p_{y_i} is the entry at the label
    r"\s*{x}(?:\s*_\s*\{{?\s*{i}\s*\}}?)?\s*:?=\s*\\(?:mathrm|operatorname|text)\s*\{{\s*softmax\s*\}}\s*"
    r"(?:\\left\s*)?\(\s*(?P<W>[A-Z])(?P<T>{turned})?\s*(?P<of>[a-z]\s*_\s*\{{?\s*{i}\s*\}}?)\s*"
    r"(?:\+\s*(?P<b>[a-z])\s*)?(?:\\right\s*)?\)\s*[.,;]?\s*"
)
_LIMIT = r"\\sum\s*_\s*\{\s*(?P<k>[a-z])\s*=\s*1\s*\}\s*\^\s*(?P<end>\{[^{}]*\}|\w)"
INDICES, MATRICES, LENGTHS = "kjlmcq", "YTO", "KCM"


@dataclass(frozen=True)
class Labels:
    """The letter of the labels, the matrix that stands for them, and the index of a class."""

    letter: str
    matrix: str
    index: str
    last: str = ""  # how many classes there are

    def written(self, latex: str) -> str:
        """A formula with sums over the classes for what a label chooses."""
        latex = _without_ratios(latex)
        for pattern in _SAME:
            latex = pattern.sub(self._same, latex)
        latex = _PRODUCT.sub(lambda x: self._sum(x, f"{self._member(x)}^T {x['with']}"), latex)
        latex = _LOG.sub(lambda x: self._sum(x, rf"\{x['log']} {self._member(x)}"), latex)
        return _CHOSEN.sub(lambda x: self._sum(x, self._member(x)), latex)

    def _member(self, found: re.Match[str]) -> str:
        row = found["row"] or ""
        return f"{found['x']}_{{{row}{self.index}}}"

    def _sum(self, found: re.Match[str], value: str) -> str:
        if found["y"] != self.letter:
            return found[0]
        i = found["i"] or found["j"]
        return rf"\left({self._over} {self.matrix}_{{{i}{self.index}}} {value}\right)"

    @property
    def _over(self) -> str:
        return rf"\sum_{{{self.index}=1}}^{self.last}" if self.last else rf"\sum_{{{self.index}}}"

    def _same(self, found: re.Match[str]) -> str:
        y, i = found["y"] or found["oy"], found["i"] or found["j"] or found["oi"] or found["oj"]
        k = found["k"] or found["k2"]
        return f"{self.matrix}_{{{i}{k}}} " if y == self.letter else found[0]


def with_chosen(cut: Cut) -> Cut:
    """The text with a matrix of ones and zeros for its labels, where they choose something."""
    cut = _with_scores(cut)
    found = [m for latex in cut.formulas for m in _CHOSEN.finditer(latex)]
    letters = {m["y"] for m in found}
    text = " ; ".join(re.sub(r"\\[A-Za-z]+", " ", latex) for latex in cut.formulas)
    index = _own_index(cut, found) or next((k for k in INDICES if k not in text), "")
    matrix = _matrix(cut, found, text)
    if len(letters) != 1 or not index or not matrix or any(_is_of_each(cut, m) for m in found):
        return cut
    last = _last(cut, found[0]["x"])
    if not last and not _is_summed(cut, found[0]["x"]):  # the classes are not as many as samples
        last = next((x for x in LENGTHS if x not in text), "")
    labels = Labels(letters.pop(), matrix, index, last)
    shown = quoted(found[0][0]).plain
    note = (
        f"the rows of {matrix} are one-hot: row i has its one at the place {labels.letter}_i, "
        f"where {shown} stands"
    )
    return cut.rewritten(labels.written, note)


def _matrix(cut: Cut, found: Sequence[re.Match[str]], text: str) -> str:
    """The letter of the matrix: that of the labels, if it is nothing else; or one that is free."""
    own = found[0]["y"].upper() if found else ""
    beside = any(own in each.string for each in found)
    defined = any(re.match(rf"\s*{own}\s*(?:\(|:?=)", latex) for latex in cut.formulas)
    return (
        own
        if own and not beside and not defined
        else next((x for x in MATRICES if x not in text), "")
    )


def _own_index(cut: Cut, found: Sequence[re.Match[str]]) -> str:
    """The index with which the text defines what is chosen from, if no sum beside it has it."""
    for each in found:
        row = rf"\s*{each['row']}\s*,?" if each["row"] else ""
        left = re.compile(rf"\s*{re.escape(each['x'])}\s*_\s*\{{?{row}\s*(?P<k>[a-z])\s*\}}?\s*:?=")
        for m in filter(None, map(left.match, cut.formulas)):
            if not re.search(rf"\\sum\s*_\s*\{{?\s*{m['k']}(?![A-Za-z])", each.string):
                return m["k"]
    return ""


def _last(cut: Cut, name: str) -> str:
    """The end of a sum over the same classes, if there is one."""
    text = " ; ".join(cut.formulas)
    ends = {
        m["end"]
        for m in re.finditer(_LIMIT, text)
        if re.search(rf"(?<![A-Za-z\\]){re.escape(name)}\s*_\s*\{{?\s*{m['k']}(?![A-Za-z])", text)
    }
    return ends.pop() if len(ends) == 1 else ""


def _is_summed(cut: Cut, name: str) -> bool:
    """Does a sum of the text run over all members or entries with this letter?"""
    text = " ; ".join(cut.formulas)
    running = re.findall(r"\\sum\s*_\s*\{?\s*([a-z])(?![A-Za-z])", text)
    below = "|".join(sorted({*running})) or "(?!)"
    stem = rf"(?<![A-Za-z\\]){re.escape(name)}"
    return re.search(rf"{stem}\s*_\s*\{{?\s*[a-z]?,?\s*(?:{below})(?![A-Za-z_])", text) is not None


def _is_of_each(cut: Cut, found: re.Match[str]) -> bool:
    """Is there another such vector for each sample, of which the entry is not written with it?"""
    i, name = found["i"] or found["j"], re.escape(found["x"])
    left = re.compile(rf"\s*{name}(?:\s*_\s*\{{?\s*{i}\s*\}}?)?\s*:?=.*_\s*\{{?\s*{i}(?![A-Za-z])")
    return not found["row"] and any(map(left.match, cut.formulas))


def _with_scores(cut: Cut) -> Cut:
    r"""The text with w_{y_i}^Tx_i - \log\sum_j e^{w_j^Tx_i} for \log p_{y_i} of a softmax."""
    for found in [m for latex in cut.formulas for m in _LOG.finditer(latex)]:
        i, x = found["i"] or found["j"], re.escape(found["x"])
        pattern = re.compile(_SOFTMAX.format(x=x, i=i, turned=_TURNED))
        given = [(n, m) for n, s in enumerate(cut.segments) if (m := pattern.fullmatch(s.text))]
        text = re.sub(r"\\[A-Za-z]+", " ", " ; ".join(cut.formulas))
        index = next((k for k in INDICES[::-1] if k not in text), "")
        if len(given) != 1 or not index or given[0][1]["W"].lower() in text:
            continue
        n, m = given[0]
        score = f"{m['W'].lower()}_{{K}}^T {m['of']}" + (f" + {m['b']}_{{K}}" if m["b"] else "")
        chosen = score.replace("K", f"{found['y']}_{i}")
        total = rf"\log\sum_{{{index}}} e^{{{score.replace('K', index)}}}"
        cut = cut.rewritten(
            lambda x, a=found[0], b=rf"\left({chosen} - {total}\right)": x.replace(a, b)
        )
        which = "columns" if m["T"] else "rows"
        told = (Segment(True, f"{m['W'].lower()}_{index}"), Segment(False, f" are the {which} of "))
        segments = [*cut.segments]
        segments[n : n + 1] = [*told, Segment(True, m["W"])]
        cut = replace(cut, segments=tuple(segments))
    return cut


def _without_ratios(latex: str) -> str:
    r"""The formula with a - \log b for \log\frac{e^a}{b}, if a label chooses something in a."""
    position = 0
    while found := _RATIO.search(latex, position):
        position = found.end()
        middle = _close(latex, found.end())
        below = re.compile(r"\s*\{").match(latex, middle + 1)
        end = _close(latex, below.end()) if middle and below else 0
        above = _POWER.fullmatch(latex[found.end() : middle]) if end else None
        if not above or not below or not _CHOSEN.search(above[0]):
            continue
        rest = re.compile(r"\s*(?:\\right\s*)?\)").match(latex, end + 1)
        is_open = "(" in found[0]
        if is_open and not rest:
            continue
        value = (
            rf"{above['a'] or above['b']} - \{found['log']}\left({latex[below.end() : end]}\right)"
        )
        stop = rest.end() if is_open and rest else end + 1
        latex = rf"{latex[: found.start()]}\left({value}\right){latex[stop:]}"
    return latex


def _close(latex: str, at: int) -> int:
    """Where the brace closes that is open here; 0 if it does not."""
    depth = 1
    for place in range(at, len(latex)):
        depth += (latex[place] == "{") - (latex[place] == "}")
        if depth == 0:
            return place
    return 0
