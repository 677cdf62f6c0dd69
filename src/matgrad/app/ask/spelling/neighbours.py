r"""Recurrences: beside h_t, the vector h_{t-1} is a name of its own, and called h_prev."""

from __future__ import annotations

import re

from matgrad.app.ask.text.segments import Cut

_FONT = (
    r"\\(?:mathbf|boldsymbol|bm|mathrm|mathit|vec|hat|tilde|bar)\s*"
    r"(?:\{\s*\\?[A-Za-z]+\s*\}|\\?[A-Za-z]+)"
)
_STEM = rf"(?P<stem>{_FONT}|\\[A-Za-z]+|(?<!\\)[A-Za-z])"
_SHIFTED = re.compile(
    rf"{_STEM}\s*_\s*\{{\s*(?P<index>[a-z])\s*(?P<sign>[-+])\s*(?P<by>[1-9])\s*\}}"
)
_PLAIN = re.compile(rf"{_STEM}\s*_\s*(?:\{{\s*(?P<index>[a-z])\s*\}}|(?P<one>[a-z]))")
# An index that runs, or a list that goes on to it: x_1, …, x_{n+1}.
_RUNNING = r"\\(?:sum|prod|max|min|bigcup)\s*(?:\\limits\s*)?_\s*\{?[^{}]*"
_LISTED = re.compile(r"\\[lcv]?dots|…|\.\.\.")
NAMES = {"-": "prev", "+": "next"}


def with_neighbours(cut: Cut) -> Cut:
    """The text with h_prev for h_{t-1}, where h_t stands somewhere and t is no index of a sum."""
    formulas = cut.formulas
    shifted = {found["index"] for text in formulas for found in _SHIFTED.finditer(text)}
    free = {x for x in shifted if not any(re.search(_RUNNING + x, text) for text in formulas)}
    pairs = [
        (_letter(found["stem"]), found["index"] or found["one"])
        for text in formulas
        for found in _PLAIN.finditer(text)
        if not _LISTED.search(text)
    ]
    summed = {  # x_{i+1} beside x_i in a sum over i: the x_i are entries, also those next to x_k
        _letter(found["stem"])
        for text in formulas
        for found in _SHIFTED.finditer(text)
        if found["index"] not in free
    }
    known = {pair for pair in pairs if pair[1] in free and pair[0] not in summed}
    seen: dict[str, str] = {}

    def called(found: re.Match[str]) -> str:
        stem, index = found["stem"], found["index"]
        if (_letter(stem), index) not in known:
            return found[0]
        name = NAMES[found["sign"]] + ("" if found["by"] == "1" else found["by"])
        shown = f"{_letter(stem)}_{{{index}{found['sign']}{found['by']}}}"
        seen[shown] = f"{shown} is called {_letter(stem)}_{name}"
        return rf"{stem}_{{\text{{{name}}}}}"

    if not known:
        return cut
    made = cut.rewritten(lambda latex: _SHIFTED.sub(called, latex))
    return made.rewritten(lambda latex: latex, *seen.values()) if seen else cut


def _letter(stem: str) -> str:
    """The letter of a name without its font."""
    return re.findall(r"[A-Za-z]+", stem)[-1]
