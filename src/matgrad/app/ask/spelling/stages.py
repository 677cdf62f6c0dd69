r"""Matrices with the letter of a step below, made of the same letter without it: P_k = (I-KH)P + Q.

There P_k is a name of its own, the next P, and no entry or member of P.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.segments import Cut

_MADE = re.compile(
    r"\s*(?P<x>[A-Z])\s*_\s*(?:\{\s*(?P<a>[k-nt])\s*\}|(?P<b>[k-nt])(?![A-Za-z]))\s*:?="
    r"(?P<value>.+)",
    re.DOTALL,
)


def with_stages(cut: Cut) -> Cut:
    """The text with P_next for P_k, where P_k is made of P."""
    everything = " ; ".join(cut.formulas)
    for latex in cut.formulas:
        made = _MADE.fullmatch(latex)
        if made is None:
            continue
        x, k = made["x"], made["a"] or made["b"]
        below = rf"{x}\s*_\s*(?:\{{\s*{k}\s*\}}|{k}(?![A-Za-z]))"
        is_own = re.search(rf"(?<![a-z\\]){x}(?!\s*[_a-z])", made["value"])
        summed = rf"\\sum\s*_\s*\{{?\s*{k}|(?<![_A-Za-z\\]){k}\s*="
        counted = rf"_\s*\{{(?:[^{{}}]+{k}|{k}[^{{}}]+)\}}"  # P_{k-1}, P_{ik}
        is_index = re.search(f"{summed}|{counted}", everything)
        if is_own and not is_index:
            note = f"{x}_{k}, which is made of {x}, is a name of its own, called {x}_next"
            return cut.rewritten(lambda text, b=below, x=x: re.sub(b, f"{x}_{{next}}", text), note)
    return cut
