r"""The one of many vectors that a label chooses: w_y in -w_y^Tx + \log\sum_k\exp(w_k^Tx).

It is one of the w_k, and no vector beside them: with a one-hot o it is \sum_q o_q w_q.
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.spelling.patterns import TURNED
from matgrad.app.ask.text.segments import Cut, Segment

_RUNNING = re.compile(r"\\sum\s*(?:\\limits\s*)?_\s*\{?\s*([a-z])(?![A-Za-z])")
_BELOW = r"\s*_\s*(?:\{{\s*{0}\s*\}}|{0}(?![A-Za-z]))"
_TURNED = rf"{TURNED}\s*"
_LABELS = ("y", "c")
_LETTERS, _INDICES = "ouv", "qlm"


def with_chosen_class(cut: Cut) -> Cut:
    """The text with a sum over all members for the one that stands at the place of a label."""
    for label in _LABELS:
        for latex in cut.formulas:
            running = {*_RUNNING.findall(latex)} - {label}
            chosen = {
                m[1] for m in re.finditer(rf"(?<![A-Za-z\\])([a-z]){_BELOW.format(label)}", latex)
            }
            for stem in sorted(chosen):
                member = re.compile(rf"(?<![A-Za-z\\]){stem}(?:{_any(running)}){_TURNED}")
                if running and member.search(latex):
                    return _written(cut, stem, label)
    return cut


def _any(indices: set[str]) -> str:
    return "|".join(_BELOW.format(index) for index in sorted(indices)) or "(?!)"


def _written(cut: Cut, stem: str, label: str) -> Cut:
    letters = re.sub(r"\\[A-Za-z]+", " ", " ".join(cut.formulas))
    name = next((x for x in _LETTERS if x not in letters), "")
    index = next((x for x in _INDICES if x not in letters), "")
    own = rf"(?<![A-Za-z\\]){stem}{_BELOW.format(label)}"
    asked = re.compile(rf"\\(?:partial|nabla)\s*_?\s*\{{?\s*{own}|^\s*{own}\s*$")
    if not name or not index or any(map(asked.search, cut.formulas)):
        return cut
    one = rf"{name}_{{{index}}} {stem}_{{{index}}}"
    product = re.compile(rf"{own}{_TURNED}(?P<with>[a-z](?:_\w)?)(?![A-Za-z])")

    def written(latex: str) -> str:
        latex = product.sub(lambda m: rf"\left(\sum_{{{index}}} {one}^T {m['with']}\right)", latex)
        return re.sub(own, lambda _: rf"\left(\sum_{{{index}}} {one}\right)", latex)

    shown = quoted(f"{stem}_{label}").plain
    note = f"{name} is one-hot, with its one at the place {label}, where {shown} stands"
    made = cut.rewritten(written, note)
    told = (
        Segment(False, "\n\nHere "),
        Segment(True, name),
        Segment(False, " is a one-hot vector."),
    )
    return replace(made, segments=(*made.segments, *told))
