"""Backward functions as programs name things: dout, grad_output, dY are derivatives of a loss.

Given Y = X W, dX = dY W^T says ∂L/∂X = G W^T with ∂L/∂Y = G. It does so where one output stands in
the text, and its derivative is named and not computed; dY = X dW is a differential.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.words import GIVEN_MATRICES, GIVEN_VECTORS

_DEFINED = re.compile(
    r"(?<![\w.(])(?P<name>[A-Za-z]\d?|(?!d_?\w{1,3}\b|grad)[a-z]{3,}\d?)\s*=(?!=)(?P<value>[^=;\n]{1,80}?)"
    r"(?=[,;.]?\s*(?:$|\n)|[,;.]\s|\s(?:with|and|where|given|is)\b)"
)
_GIVEN = re.compile(r"(?<![\w.])(?:dout|d_out|grad_outputs?|grad_out|dL_dout|dupstream)(?!\w)")
_WORDS = r"\b(?:given|receives?|upstream|incoming)\b"
_PASS = re.compile(r"\b(?:upstream|incoming|backward|back-?prop\w*|layer)\b|\bgrad_", re.I)
_TOLD = r"(?:is|denotes|being)\s+the\s+(?:\w+\s+)?(?:gradient|derivative)\b[^.,;?!]*"
_LOSS = re.compile(r"(?<![\w.])(?:L|J|loss|cost)\s*=(?!=)")


_DOLLARS = re.compile(r"(?<![\\$])\$([^$\\{}\n]+)\$(?!\$)|(?<!`)`([^`\\{}\n]+)`(?!`)")


def with_backward(text: str, marked: re.Pattern[str]) -> tuple[str, bool]:
    """The text with derivatives of a loss for such names, what is given at its end, and if any is.

    Dollars and ticks around formulas without commands, $Y = XW$, are left out for that.
    """
    typed = _DOLLARS.sub(lambda found: found[1] or found[2], text)
    changed = _in_typed(typed) if not marked.search(typed) else typed
    return (text, False) if changed == typed else (changed, True)


def _in_typed(text: str) -> str:
    found = _DEFINED.findall(text)
    defined = {name: value for name, value in found if not re.fullmatch(r"d\w?", name)}
    used = " ".join(defined.values())
    outputs = [name for name in defined if not re.search(rf"(?<!\w){name}(?!\w)", used)]
    letters = {*re.findall(r"(?<![A-Za-z])[A-Za-z]\d?(?![A-Za-z(])", used)}
    letters |= {*"".join(re.findall(r"(?<![A-Za-z])[A-Z]{2,3}(?![A-Za-z(])", used))}  # XW
    inputs = "|".join(sorted(letters))
    if len(outputs) != 1 or _LOSS.search(text) or not inputs:
        return text
    (output,) = outputs
    free = (
        x
        for x in (GIVEN_VECTORS if output.islower() else GIVEN_MATRICES)
        if not re.search(rf"(?<!\w){x}(?!\w)", text)
    )
    letter = next(free, "")
    if not letter or not _is_given(text, output, inputs):
        return text
    upstream = re.compile(rf"{_GIVEN.pattern}|(?<![\w/])d_?{output}(?!\w)")
    derived = re.compile(rf"(?<![\w/])(?:d_?|grad_)(?P<x>{inputs})(?!\w|/)")
    text = derived.sub(r"∂L/∂\g<x>", upstream.sub(letter, text))
    text = re.sub(rf",?\s*(?:where\s+)?(?<!\w){letter}\s+{_TOLD}", "", text)
    return f"{text.rstrip()}\n\nHere ∂L/∂{output} = {letter}."


def _is_given(text: str, output: str, inputs: str) -> bool:
    """Is the derivative by the output named as what is given, and not computed?"""
    d = rf"(?<![\w/])d_?{output}(?![\w/])"
    if re.search(rf"{d}\s*=(?!=)", text):
        return False
    first = rf"{_WORDS}(?:(?!(?<!\w)d_?[A-Za-z]\d?\b)[^.;?]){{0,40}}?{d}"
    inside = rf"(?<![\w/])(?:d_?|grad_)(?:{inputs})\s*=[^=.;?]{{0,60}}?{d}"
    is_pass = re.search(inside, text) is not None and _PASS.search(text) is not None
    return bool(_GIVEN.search(text) or re.search(first, text, re.I) or is_pass)
