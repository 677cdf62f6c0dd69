r"""Matrices that have the letter as an index on which they depend: K_\theta^{-1}, by \theta.

They are written K(\theta), and so is a K without the index where the text has no other one.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.spelling.patterns import COMMAND, D
from matgrad.app.ask.text.segments import Cut
from matgrad.app.ask.text.words import RESPECT

_GREEK = r"\\[a-z]+"
_INDEXED = re.compile(
    rf"(?<![A-Za-z\\])(?P<name>[A-Z])\s*_\s*"
    rf"(?:\{{\s*(?P<a>{_GREEK})\s*\}}|(?P<b>{_GREEK})(?![A-Za-z]))"
)
_LETTERS = re.compile(r"\\[A-Za-z]+|[A-Za-z]")
NOTE = "{0}_{1} depends on {1}: {0}({1}) is written for it, and for {0}"


def with_indexed_dependence(cut: Cut) -> Cut:
    r"""The text with K for K_\theta, which depends on \theta, where that is the variable."""
    text = _LETTERS.sub(lambda found: f" {found[0]} ", " ; ".join(cut.formulas))
    pairs = {(x["name"], x["a"] or x["b"]) for x in _INDEXED.finditer(text)}
    for name, by in sorted(pairs):
        if _is_other(text, name, by) or not _is_variable(cut, by):
            continue
        index = rf"(?:\{{\s*{re.escape(by)}\s*\}}|{re.escape(by)}(?![A-Za-z])\s*)"
        own = re.compile(rf"(?P<own>{name}\s*_\s*{index})|{COMMAND}")
        note = NOTE.format(name, quoted(by).plain)
        cut = cut.rewritten(partial(_without_index, own=own, name=name), note)
        cut = replace(cut, depends=(*cut.depends, (name, by)))
    return cut


def _without_index(latex: str, own: re.Pattern[str], name: str) -> str:
    return own.sub(lambda found: name if found["own"] else found[0], latex)


def _is_other(text: str, name: str, by: str) -> bool:
    r"""Is the letter anything else: \mathbb{E}_\theta[…], a vector θ, K_\theta = …, K_{ij}, f_K?"""
    sign, of = re.escape(by), rf"(?<![A-Za-z\\]){name}\s*_\s*"
    index = rf"(?:\{{\s*{sign}\s*\}}|{sign}(?![A-Za-z]))"
    other = (
        rf"{of}(?!\s*{index})",
        rf"{of}{index}\s*(?:\\left\s*)?[(\[=:]",
        rf"(?<![A-Za-z\\]){name}\s*(?:\\left\s*)?\(|[_^]\s*\{{?\s*{name}(?![A-Za-z])",
        rf"(?:^|;)\s*{name}\s*:?=",
        rf"{sign}\s*(?:_|\^\s*\{{?\s*(?:T|\\top)|\\in\b[^=;]*\^)|\\\|\s*{sign}",
    )
    return any(re.search(pattern, text) for pattern in other)


def _is_variable(cut: Cut, by: str) -> bool:
    """Is something differentiated by a letter, in formulas or in words?"""
    sign = re.escape(by)
    below = rf"\{{\s*{D}\s*{sign}(?![A-Za-z])|\\nabla\s*_\s*\{{?\s*{sign}(?![A-Za-z])"
    is_below = any(re.search(below, latex) for latex in cut.formulas)
    alone = [n for n, each in enumerate(cut.segments) if each.is_math and each.text.strip() == by]
    before = [cut.segments[n - 1].text for n in alone if n]
    return is_below or any(re.search(rf"\b{RESPECT}\s*$", x, re.I) for x in before)
