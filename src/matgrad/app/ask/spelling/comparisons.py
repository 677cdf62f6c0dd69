r"""Comparisons as factors, as in programs: (Wx > 0) ⊙ g is g where Wx is positive, and 0 elsewhere.

Without a sign of a product beside it, (x > 0) may say where a formula holds, and is left alone.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.segments import Cut

_POSITIVE = re.compile(
    r"(?:\\left\s*)?\(\s*(?P<x>(?:[^()<>=,;]|\([^()<>=]*\)){1,80}?)\s*>\s*0(?:\.0?)?\s*"
    r"(?:\\right\s*)?\)"
)
_TIMES = r"(?:\\odot|\\cdot|\\circ|\\ast|\.?\*)"
_BEFORE = re.compile(rf"{_TIMES}\s*$")
_BEHIND = re.compile(rf"\s*{_TIMES}(?![A-Za-z])")


def with_comparisons(cut: Cut) -> Cut:
    r"""The text with \operatorname{step}(x) for the factor (x > 0)."""
    return cut.rewritten(lambda latex: _POSITIVE.sub(_step, latex) if ">" in latex else latex)


def _step(found: re.Match[str]) -> str:
    latex = found.string
    is_factor = _BEHIND.match(latex, found.end()) or _BEFORE.search(latex[: found.start()])
    return rf"\operatorname{{step}}({found['x']})" if is_factor else found[0]
