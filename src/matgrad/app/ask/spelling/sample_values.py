r"""Values of a function at each sample that have no equation: p_i, where p(x;\beta) is defined.

Beside samples x_i, p_i is p(x_i;\beta).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.text.segments import Cut, Segment

_LETTER = r"(?:\\(?:pi|mu|sigma|phi|psi|eta)(?![A-Za-z])|[A-Za-z])"
_HEAD = re.compile(  # p(x;\beta) = …, h(x) = …, p(x|w) = …
    rf"\s*(?P<f>{_LETTER})\s*\(\s*(?P<x>[a-z])\s*(?P<more>(?:[;|]|\\mid(?![A-Za-z]))[^()=]*)?\)\s*:?=(?P<value>.*)",
    re.S,
)
_INDEX = r"\s*_\s*(?:\{\s*(?P<i>[ijkn])\s*\}|(?P<j>[ijkn]))"  # p_ix_i
_T = r"\^\s*(?:T|\\top(?![A-Za-z])|\{\s*(?:T|\\top)\s*\})"


def with_sample_values(cut: Cut) -> Cut:
    """The text with equations for values at samples which it uses and does not define."""
    made = [*_values(cut)]
    more = [
        segment
        for value, at in made
        for segment in (
            Segment(False, "\n\nLet "),
            Segment(True, f"{value} = {at}"),
            Segment(False, "."),
        )
    ]
    notes = (f"{quoted(value).plain} is {quoted(at).plain}" for value, at in made)
    return replace(cut, segments=(*cut.segments, *more), notes=(*cut.notes, *notes))


def _values(cut: Cut) -> Iterator[tuple[str, str]]:
    r"""The values p_i without an equation, and the calls p(x_i;\beta) that they are."""
    for head in filter(None, map(_HEAD.match, cut.formulas)):
        x, more = head["x"], (head["more"] or "").strip()
        own = re.compile(rf"(?<![A-Za-z\\]){re.escape(head['f'])}{_INDEX}")
        is_known = any(re.match(rf"\s*{own.pattern}\s*:?=", latex) for latex in cut.formulas)
        value = re.sub(_T, " ", head["value"])
        is_whole = re.search(rf"(?<![A-Za-z\\]){x}(?!\s*_|[A-Za-z])", value)
        indices = {m["i"] or m["j"] for latex in cut.formulas for m in own.finditer(latex)}
        if is_known or not is_whole or len(indices) != 1:
            continue
        (i,) = indices
        if _are_samples(cut, head["f"], x, i):
            yield f"{head['f']}_{{{i}}}", f"{head['f']}({x}_{{{i}}}{more})"


def _are_samples(cut: Cut, f: str, x: str, i: str) -> bool:
    """Are x_i arguments of the function, or vectors? The f_i beside entries x_i of x is another."""
    one = rf"{x}\s*_\s*(?:\{{\s*{i}\s*\}}|{i})"
    told = re.compile(rf"{_T}\s*{one}|(?<![A-Za-z\\]){one}\s*{_T}|{re.escape(f)}\s*\(\s*{one}")
    return any(map(told.search, cut.formulas))
