r"""What stands below bars and below \\min in a formula: points, and sets that declare names."""

from __future__ import annotations

import re

# \right|_{t=0}, \Big|_{t=0}, ]_{t=0}; the index of a norm has no equals sign
_BAR = re.compile(
    r"(?P<right>\\right\s*)?(?:\\[bB]igg?[rlm]?\s*)?"
    r"(?:\\r?vert(?![A-Za-z])|(?<![\\|])\||(?P<square>\]))\s*_\s*"
    r"\{(?P<place>[^{}=]{1,40}=(?:[^{}]|\{[^{}]*\}){1,80})\}"
)
_BELOW = re.compile(  # \min_{w \in \mathbb{R}^d}
    r"(?P<min>\\(?:min|max|inf|sup|operatorname\s*\*?\s*\{[^{}]*(?:min|max)\s*\})\s*(?:\\limits)?)\s*_\s*"
    r"\{(?P<name>[^{}]{1,20}?)(?P<set>\\in\b(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\}){1,60})\}"
)
_OPEN = re.compile(r"\\left\s*\.")
_SQUARE = re.compile(r"(?:\\left\s*|\\[bB]igg?l?\s*)?\[")


def without_bars(formula: str) -> tuple[str, list[str]]:
    r"""A formula without its bars, and what stands below them: t=0 in \left. … \right|_{t=0}."""
    places: list[str] = []
    while found := _BAR.search(formula):
        before, after = formula[: found.start()], formula[found.end() :]
        opens = _SQUARE if found["square"] else _OPEN
        opening = [*opens.finditer(before)][-1:] if found["right"] or found["square"] else []
        for each in opening:
            before = before[: each.start()] + before[each.end() :]
        formula = before + after
        places.append(found["place"])
    return formula, places


def without_sets(formula: str) -> tuple[str, list[str]]:
    r"""A formula without the sets below \min, and what these declare: w\in\mathbb{R}^d."""
    declared = [f"{found['name'].strip()} {found['set']}" for found in _BELOW.finditer(formula)]
    return _BELOW.sub(lambda found: f"{found['min']}_{{{found['name']}}}", formula), declared
