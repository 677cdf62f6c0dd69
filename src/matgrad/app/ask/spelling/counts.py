r"""The number of samples that answers divide by: 2/n X^T(Xw - y), for mean((X w - y)^2).

Nothing declares n there. It is the number of rows of X, of which the mean is taken; as the name of
another size it would make right answers wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from matgrad.app.ask.spelling.statistics import summed
from matgrad.app.ask.text.segments import Cut, Segment

_MEAN = re.compile(r"\\(?:operatorname|mathrm|text)\s*\{\s*mean\s*\}")
_BELOW = re.compile(r"/\s*([nNmM])(?![A-Za-z_\d])|\}\s*\{\s*(?:\d\s*)?([nNmM])\s*\}")
_ROWS = re.compile(
    r"(?<![A-Za-z\\{])(?P<X>[A-Z])\s*(?:\\cdot\s*)?(?P<w>[a-z]|\\(?:beta|theta)(?![A-Za-z]))"
    r"(?![A-Za-z_^])"
)
_WIDTHS = "dpkqr"


def _made(cut: Cut, inside: list[str]) -> Iterator[str]:
    """What the text defines for that of which the mean is taken."""
    for text in cut.formulas:
        left, _, value = text.partition("=")
        if value and any(_stands(left.strip(), each) for each in inside):
            yield value


def _stands(name: str, text: str) -> bool:
    return re.search(rf"(?<![A-Za-z\\]){re.escape(name)}(?![A-Za-z])", text) is not None


def with_sample_counts(cut: Cut) -> Cut:
    r"""The text with X \in R^{n \times d}, where it divides by n and means over the rows of Xw.

    Otherwise n would be the name of some other size.
    """
    inside = [text[a:b] for text in cut.formulas for a, b in summed(text)]
    matrices = {m["X"] for text in (*inside, *_made(cut, inside)) for m in _ROWS.finditer(text)}
    whole = " ; ".join(cut.formulas)
    counts = {a or b for a, b in _BELOW.findall(whole)}
    free = [x for x in _WIDTHS if not re.search(rf"(?<![A-Za-z\\]){x}(?![A-Za-z])", whole)]
    if len(matrices) != 1 or len(counts) != 1 or not free or not _MEAN.search(whole):
        return cut
    (matrix,), (n,) = matrices, counts
    alone = re.sub(_BELOW, " ", whole)
    is_told = re.search(rf"(?<![A-Za-z\\]){n}(?![A-Za-z])", alone) or re.search(
        rf"\b{n}(?:-| )(?:features|dim\w*|columns|classes|units|variables|vector)", cut.words
    )
    is_declared = re.search(rf"(?<![A-Za-z\\]){matrix}\s*(?:=|\\in)", whole)
    if is_told or is_declared:
        return cut
    size = Segment(True, rf"{matrix} \in \mathbb{{R}}^{{{n} \times {free[0]}}}")
    return replace(
        cut, segments=(*cut.segments, Segment(False, "\n\nHere "), size, Segment(False, "."))
    )
