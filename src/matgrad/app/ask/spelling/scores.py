r"""Scores inside of a function: J = \|\nabla_x\log p(x) - s(x)\|^2, with a density p of the text.

The logarithm of the density gets a letter, so that its gradient is put in like that of others.
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.text.segments import Cut, Segment

_P = r"(?P<p>[pq])(?P<below>\s*_\s*(?:\{[^{}]*\}|\\[a-z]+|\w))?\s*\(\s*(?P<x>[a-z])\s*\)"
_SCORE = re.compile(
    rf"\\nabla\s*(?:_\s*(?:\{{\s*[a-z]\s*\}}|[a-z])\s*)?\\(?:log|ln)(?![A-Za-z])\s*{_P}"
)
_DENSITY = re.compile(rf"\s*{_P}\s*:?=(?P<value>[^=]+?)[.,;]?\s*", re.DOTALL)
_POWER = re.compile(r"\\exp\s*\\left\((?P<inside>.*)\\right\)", re.DOTALL)
_LEFT = re.compile(r"\s*\\?[A-Za-z]+\s*(?:\([^()=]*\))?\s*:?=")
_LETTERS = "hguv"


def with_scores(cut: Cut) -> Cut:
    r"""The text with \nabla h(x) for \nabla\log p(x) in a definition, and h(x) = \log p(x)."""
    densities = {_key(m): m for latex in cut.formulas if (m := _DENSITY.fullmatch(latex))}
    letters = re.sub(r"\\[A-Za-z]+", " ", " ".join(cut.formulas))
    free = [x for x in _LETTERS if x not in letters]
    made: dict[str, str] = {}

    def written(latex: str) -> str:
        left = _LEFT.match(latex)
        if left is None or _SCORE.match(latex, left.end()) or _DENSITY.fullmatch(latex):
            return latex

        def called(found: re.Match[str]) -> str:
            key = _key(found)
            if key not in densities or (key not in made and not free):
                return found[0]
            if key not in made:
                made[key] = free.pop(0)
            return rf"\nabla {made[key]}({found['x']})"

        return _SCORE.sub(called, latex)

    cut = cut.rewritten(written)
    for key, name in made.items():
        cut = _told(cut, name, densities[key])
    return cut


def _told(cut: Cut, name: str, density: re.Match[str]) -> Cut:
    power = _POWER.fullmatch(density["value"].strip())
    value = power["inside"] if power else rf"\log\left({density['value'].strip()}\right)"
    last = (Segment(False, "\n\nHere "), Segment(True, f"{name}({density['x']}) = {value}"))
    shown = quoted(density.string.partition("=")[0]).plain
    note = f"log {shown} is called {name}({density['x']})"
    segments = (*cut.segments, *last, Segment(False, "."))
    return replace(cut, segments=segments, notes=(*cut.notes, note))


def _key(found: re.Match[str]) -> str:
    return re.sub(r"[\s{}]", "", f"{found['p']}{found['below'] or ''}({found['x']})")
