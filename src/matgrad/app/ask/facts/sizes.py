"""How large words say that vectors and matrices are: an m×n matrix A, x in R^n, of length n."""

from __future__ import annotations

import re

from matgrad.app.ask.facts.said import Said
from matgrad.app.ask.formulas.reading import Reading, names_of
from matgrad.app.ask.text.marks import LIST, M, numbers
from matgrad.render.glyphs import latex_name

_SIZED = re.compile(rf"({LIST})\s*,?\s*(?:is|are|be|being)\s+(?:[A-Za-z-]+,?\s+){{0,7}}?({M})")
_SIZED_BEFORE = re.compile(rf"({M})[\s-]+((?:[A-Za-z-]+,?\s+){{0,5}}?matri(?:x|ces))\s+({LIST})")
_SIZED_BESIDE = re.compile(  # X an n×p matrix
    rf"({M})\s*,?\s+an?\s+(?:[a-z-]+\s+){{0,3}}?({M})[\s-]+(?:[a-z-]+\s+){{0,3}}?(?:matrix|vector)\b"
)
_OF_SIZE = re.compile(
    rf"({LIST})\s*,?\s+(?:\w+\s+){{0,2}}?(?:of|has|have|with)\s+(?:size|dimensions?|shape|order)\s+({M})"
)
_WITHIN = re.compile(
    rf"({LIST})\s*,?\s+(?:(?:is|are|be|lies?|lives?|belongs?|both|an?|vectors?|matri(?:x|ces)|element"
    rf"|real|column|fixed|given|any|some)\s+){{0,4}}(?:in|of|from|to)\s+(?:the\s+space\s+)?({M})"
)
_LONG = (  # names, and the length of these vectors
    re.compile(rf"({LIST})\s+(?:[a-z]+\s+){{1,3}}?({M})[- ](?:dimensional\b|vectors?\b)"),
    re.compile(rf"({LIST})\s+(?:[a-z]+\s+){{1,4}}?(?:length|dimension)\s+({M})"),
)
_LONG_BEFORE = re.compile(rf"({M})-dimensional\s+(?:[a-z]+\s+){{0,2}}?vectors?\s+({LIST})")


def listen_to_sizes(said: Said, marked: str, reading: Reading) -> None:
    """Keep the sizes that words give."""
    found = [(m[1], m[2]) for m in _SIZED.finditer(marked)]
    found += [(m[1], m[2]) for m in _OF_SIZE.finditer(marked)]
    found += [(m[1], m[2]) for m in _SIZED_BESIDE.finditer(marked)]
    found += [(m[3], m[1]) for m in _SIZED_BEFORE.finditer(marked)]
    for subject, sizes in found:
        size = reading.sizes.get(next(numbers(sizes)))
        for name in names_of(subject, reading) if size else ():
            said.sizes.setdefault(name, size or "")
    for within in _WITHIN.finditer(marked):
        _keep(said, names_of(within[1], reading), reading.spaces.get(next(numbers(within[2]))))
    long = [(m[1], m[2]) for pattern in _LONG for m in pattern.finditer(marked)]
    long += [(m[2], m[1]) for m in _LONG_BEFORE.finditer(marked)]
    for subject, length in long:
        number = next(numbers(length))
        name = next(iter(reading.names.get(number, ())), None)
        size = latex_name(name) if name else reading.lengths.get(number)
        space = rf"\mathbb{{R}}^{{{size}}}" if size else None
        _keep(said, names_of(subject, reading), space)


def _keep(said: Said, names: list[str], space: str | None) -> None:
    for name in names if space else ():
        said.spaces.setdefault(name, space or "")
