r"""Marks of typed names: w* = …, s_+, \dot q, theta_dot, q̇, beta hat. Each is made one word.

A star makes a name only before an equals sign; elsewhere it is a product.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.greek import SIGNS
from matgrad.syntax.tokens import GREEK

_GREEK = "|".join(sorted(SIGNS, key=len, reverse=True))
_LETTER = rf"\\(?:{_GREEK})(?![A-Za-z])|[A-Za-zα-ω](?![A-Za-z])"
_STARRED = re.compile(rf"(?<![\w\\*^$`)])(?P<name>{_GREEK}|[A-Za-zα-ω])\*(?=\s*:?=(?!=))")
_SIGNED = re.compile(r"(?<![A-Za-z\\])(?P<name>[d∂]?[a-zα-ω])_(?P<sign>[-+])(?![\w({.])")
_DOTTED = re.compile(
    rf"\\dot\s*(?:\{{\s*(?P<a>{_LETTER})\s*\}}|(?P<b>{_LETTER}))"
    rf"|(?<![A-Za-z\\])(?P<by>[d∂]?)(?P<c>{_GREEK}|[a-z]|[A-Z](?=_?dot(?!\()))_?dot(?![A-Za-z])"
    "|(?P<d>[A-Za-zα-ω])\N{COMBINING DOT ABOVE}"
)
_HAT = re.compile(
    rf"(?<![A-Za-z\\])(?:(?P<greek>{_GREEK})[ _-]?|(?P<of>[A-Za-zα-ω])_|(?P<one>[A-Za-zα-ω])[ -])"
    r"(?P<mark>hat|bar|tilde)(?![A-Za-z])(?(one)(?=\s*:?=))"
)
_MOVED = re.compile(r"(?<![A-Za-z\\])(?P<d>[d∂])(?P<of>[a-z])hat(?![A-Za-z])")  # dL/dxhat


def with_accents(typed: str) -> str:
    r"""The text with marks in LaTeX beside their names.

    >>> with_accents(r"dL/ds_+ and w* = A^{-1}b, where L = \dot q^2")
    'dL/ds_{+} and w^{\\star} = A^{-1}b, where L = \\dot{q}^2'
    """
    typed = _SIGNED.sub(r"\g<name>_{\g<sign>}", _STARRED.sub(r"\g<name>^{\\star}", typed))
    typed = _MOVED.sub(r"\g<d>\\hat{\g<of>}", typed)
    typed = _HAT.sub(
        lambda m: rf"\{m['mark']}{{{_spelled(m['greek'] or m['of'] or m['one'])}}}", typed
    )
    return _DOTTED.sub(_dotted, typed)


def _dotted(found: re.Match[str]) -> str:
    letter = found["a"] or found["b"] or found["c"] or found["d"]
    return rf"{found['by'] or ''}\dot{{{_spelled(letter)}}}"


def _spelled(letter: str) -> str:
    letter = GREEK.get(letter, letter)
    return rf"\{letter}" if letter in SIGNS else letter
