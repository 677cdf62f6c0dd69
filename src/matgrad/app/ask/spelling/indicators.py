r"""Indicators, however they are written: 1[x > 0], \mathbf{1}_{\{x > 0\}}, I(x > 0), [x > 0]."""

from __future__ import annotations

import re

from matgrad.app.ask.text.segments import Cut

_FONT = r"\\(?:mathbf|mathbb|mathbbm|mathds|boldsymbol|bm|mathrm|operatorname)\s*"
_FREE = r"(?:(?<![\w.\\^])|(?<=\\odot)|(?<=\\cdot)|(?<=\\circ)|(?<=\\times)|(?<=\\ast))"  # no 21
_ONE = rf"(?:{_FONT}(?:\{{\s*[1I]\s*\}}|[1I](?![A-Za-z]))|{_FREE}1|(?<![A-Za-z\\])I|\\chi)"
_OPEN = re.compile(
    rf"(?P<one>{_ONE})\s*(?:(?P<below>_\s*)\{{|(?:\\left\s*)?(?P<open>\\\{{|[\[(]))"
    r"|(?<![A-Z}\]_^])(?P<alone>(?:\\left\s*)?\[)"  # no E[x > 0]
)
_SUM = re.compile(r"\\sum\s*(?:\\limits\s*)?_\s*\{\s*(?P<i>[a-z])\s*(?::|\\mid|\|)")
_ADDED = re.compile(r"[-+]")  # behind a sum: whether it belongs to the sum is left open
_GAP = re.compile(r"\\[,;:! ]|~|\\q?quad(?![A-Za-z])")
_CLOSED_BY = {"[": "]", "(": ")", r"\{": r"\}", "{": "}"}
_SIGN = re.compile(r"[<>≥≤]|\\(?:geq?|leq?|geqslant|leqslant|gt|lt)(?![A-Za-z])")
_NO_CONDITION = re.compile(r"[=,;:]|\\(?:in|to|mid)(?![A-Za-z])")
_BRACKETS = re.compile(
    r"\s*(?:\\left\s*)?(?:\\\{|[\[(])(?P<inside>.*?)(?:\\right\s*)?(?:\\\}|[\])])\s*"
)


def with_indicators(cut: Cut) -> Cut:
    r"""The text with \mathbf{1}[x > 0] for all indicators."""
    return cut.rewritten(lambda x: _in_sums(_written(x)) if _SIGN.search(x) else x)


def _in_sums(latex: str) -> str:
    r"""The formula with \sum_i \mathbf{1}[y_i < 1] for \sum_{i: y_i < 1}, before one product."""
    found = _SUM.search(latex)
    close = _close(latex, found.end(), "{") if found else 0
    inside = _GAP.sub(" ", latex[found.end() : close]).strip() if found else ""
    if not found or not _is_condition(inside) or _ADDED.search(latex, close):
        return latex
    made = rf"\sum_{{{found['i']}}} \mathbf{{1}}[{inside}] "
    return latex[: found.start()] + made + latex[close + 1 :]


def _written(latex: str) -> str:
    position = 0
    while found := _OPEN.search(latex, position):
        position = found.end()
        opened = "{" if found["below"] else found["open"] or "["
        close = _close(latex, found.end(), opened)
        inside = latex[found.end() : close].removesuffix(r"\right").strip() if close else ""
        if found["below"] and (group := _BRACKETS.fullmatch(inside)):
            inside = group["inside"].strip()
        if not _is_condition(inside):
            continue
        made = rf"\mathbf{{1}}[{inside}]"
        latex = latex[: found.start()] + made + latex[close + len(_CLOSED_BY[opened]) :]
        position = found.start() + len(made)
    return latex


def _is_condition(inside: str) -> bool:
    """Is this one comparison, and nothing else?"""
    sides = _SIGN.split(inside)
    return len(sides) == 2 and all(map(str.strip, sides)) and not _NO_CONDITION.search(inside)


def _close(latex: str, at: int, opened: str) -> int:
    """Where the bracket closes that is open here; 0 if it does not."""
    depth = 1
    signs = re.compile(
        rf"\\[A-Za-z]+|(?P<open>{re.escape(opened)})|(?P<close>{re.escape(_CLOSED_BY[opened])})|\\."
    )
    for found in signs.finditer(latex, at):
        depth += bool(found["open"]) - bool(found["close"])
        if depth == 0:
            return found.start()
    return 0
