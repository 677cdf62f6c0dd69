r"""Exponents whose value the text gives elsewhere: A^k with k = 2 is A^2.

A matrix has a power with a number, and so has an entry that may be below zero: the number is put
in wherever the letter stands in an exponent.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from matgrad.app.ask.formulas.notation import names_in
from matgrad.app.ask.formulas.reading import Defined

_EXPONENT = re.compile(r"\^\s*(?:\{(?P<a>[^{}]*)\}|(?P<b>[a-zA-Z]))")
_WHOLE = re.compile(r"-?\d{1,3}")
_LETTER = re.compile(r"[a-zA-Z]")


Part = tuple[Defined, str]


def with_powers(latex: str, parts: Sequence[Part]) -> tuple[str, list[Part]]:
    """A formula and its parts with numbers in their exponents, and without letters for these."""
    known = {
        d.left.name: value.strip()
        for d, value in parts
        if _LETTER.fullmatch(d.left.name) and _WHOLE.fullmatch(value.strip())
    }
    if not known:
        return latex, list(parts)
    made = [(d, _filled(value, known)) for d, value in parts]
    whole = _filled(latex, known)
    inside = {name for text in (whole, *(value for _, value in made)) for name in names_in(text)}
    return whole, [(d, v) for d, v in made if d.left.name not in known or d.left.name in inside]


def with_known_powers(latex: str, defined: Mapping[str, Defined]) -> str:
    """A formula with numbers in its exponents for the letters that the text gives."""
    values = ((name, d.values[0].strip()) for name, d in defined.items())
    known = {n: v for n, v in values if _LETTER.fullmatch(n) and _WHOLE.fullmatch(v)}
    return _filled(latex, known) if known else latex


def _filled(latex: str, known: Mapping[str, str]) -> str:
    """A formula with numbers for the letters in its exponents."""
    letters = re.compile(rf"\\[A-Za-z]+|(?<![A-Za-z_])(?P<x>{'|'.join(known)})(?![A-Za-z])")

    def number(found: re.Match[str]) -> str:
        return known[found["x"]] if found["x"] else found[0]

    def power(found: re.Match[str]) -> str:
        return f"^{{{letters.sub(number, found['a'] or found['b'])}}}"

    return _EXPONENT.sub(power, latex)
