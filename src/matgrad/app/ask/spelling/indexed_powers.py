r"""Powers with the index of a product above, as likelihoods have them: \prod_i p_i^{y_i}.

Of something positive such a power is \exp(y_i\log p_i), which the language reads.
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.text.segments import Cut, Segment

_INDEX = re.compile(r"\\prod\s*(?:\\limits\s*)?_\s*\{?\s*([a-z])(?![A-Za-z])")
_NAME = r"(?<![A-Za-z\\])(?:\\[A-Za-z]+|[A-Za-z])\s*(?:_\s*(?:\{[^{}]*\}|\w))?"
_GROUP = r"(?:\\left\s*)?\((?P<group>(?:[^()]|\((?:[^()]|\([^()]*\))*\))*?)(?:\\right\s*)?\)"
_ABOVE = r"(?P<above>[^{{}}]*_\s*(?:\{{\s*)?{0}(?:\s*\}})?[^{{}}]*)"
_OPEN, _CLOSE = (
    "\0",
    "\1",
)  # around the exponent of an exponential, until those beside it are joined
_WHOLE = re.compile(  # a product of nothing else: the exponential of a sum
    r"\\prod\s*(?:\\limits\s*)?((?:[_^]\s*(?:\{[^{}]*\}|\w)\s*)*)"
    rf"{_OPEN}([^{_OPEN}{_CLOSE}]*){_CLOSE}(?=\s*(?:$|[.,;=+)-]))"
)
NOTE = "{} to the power {} is read for what is positive"


def with_indexed_powers(cut: Cut) -> Cut:
    r"""The text with exponentials for powers with the index of a product above."""
    notes: list[str] = []

    def written(latex: str) -> str:
        for index in dict.fromkeys(_INDEX.findall(latex)):
            power = rf"(?:(?P<name>{_NAME})|{_GROUP})\s*\^\s*\{{{_ABOVE.format(index)}\}}"
            latex = re.sub(power, lambda found: _exp(found, notes), latex)
        latex = re.sub(rf"{_CLOSE}\s*(?:\\,)?\s*{_OPEN}", " + ", latex)
        latex = _WHOLE.sub(rf"{_OPEN}\\sum\1\\left(\2\\right){_CLOSE}", latex)
        return latex.replace(_OPEN, r"\exp\left(").replace(_CLOSE, r"\right)")

    segments = tuple(Segment(x.is_math, written(x.text)) if x.is_math else x for x in cut.segments)
    return replace(cut, segments=segments, notes=(*cut.notes, *dict.fromkeys(notes)))


def _exp(found: re.Match[str], notes: list[str]) -> str:
    base, above = found["name"] or found["group"], found["above"]
    if base.strip() == "e":
        return found[0]
    notes.append(NOTE.format(quoted(base).plain, quoted(above).plain))
    return rf"{_OPEN}\left({above}\right) \log\left({base}\right){_CLOSE}"
