r"""The shorthand of programs for a backward pass: dY = Y - T; dW = X^T dY.

There dY is no differential but ∂L/∂Y, the derivative of the loss by Y. It is one where the text
speaks of a backward pass, and every such letter on a right side stands on a left side as well; or
where it speaks of gradients, and no right side has a differential: the gradient dW = r x^T.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from matgrad.app.ask.text.segments import Cut

_WORDS = re.compile(r"\bback-?\s?(?:ward|prop)", re.I)
_GRADIENT = re.compile(
    r"\bgrad(?:ient)?s?\b|\bback-?\s?(?:ward|prop)|\bimplement|\bnumpy\b|\bpytorch\b|\bmy code\b"
    r"|\bfrom scratch\b|\blayer\b",
    re.I,
)
_PRODUCT = re.compile(r"[A-Za-z)}\]].*[A-Za-z(]", re.S)  # and no number or step: dx = 0.1, dx = h
_NAME = r"(?P<name>[A-Za-z])\s*(?:_?\s*\{?\s*(?P<index>\d)\s*\}?)?"
_LEFT = re.compile(rf"^\s*d\s*{_NAME}\s*=")
_INSIDE = re.compile(rf"\\[A-Za-z]+|(?<![A-Za-z])d\s*{_NAME}(?![a-z])")
_LOSS = re.compile(r"^\s*(?P<name>[LJEC]|\\ell|\\mathcal\s*\{?[LJ]\}?|\\mathrm\s*\{loss\})\s*=")
SHORT = "d in front of a name is the derivative of {} by it"  # which has the shape of the name
_POSITIVE = re.compile(r"\(\s*([A-Za-z](?:\s*_\s*(?:\{\w+\}|\w))?)\s*>\s*0\s*\)")


def with_backward(cut: Cut) -> Cut:
    r"""The text with \frac{\partial L}{\partial Y} for dY, where that is meant."""
    lefts = [found for text in cut.formulas if (found := _LEFT.match(text))]
    given = {_key(found) for found in lefts}
    values = [text.partition("=")[2] for text in cut.formulas if _LEFT.match(text)]
    used = {_key(x) for value in values for x in _INSIDE.finditer(value) if x["name"]}
    losses = [found["name"] for text in cut.formulas if (found := _LOSS.match(text))]
    is_pass = len(given) > 1 and used <= given and _WORDS.search(cut.marked) is not None
    is_alone = bool(given) and not used and _GRADIENT.search(cut.marked) is not None
    is_alone = is_alone and all(map(_PRODUCT.search, values))
    if len(losses) != 1 or not (is_pass or is_alone):
        return cut

    def written(found: re.Match[str]) -> str:
        if not found["name"]:
            return found[0]
        below = f"_{{{found['index']}}}" if found["index"] else ""
        return rf"\frac{{\partial {losses[0]}}}{{\partial {found['name']}{below}}}"

    def change(latex: str) -> str:
        if not _LEFT.match(latex):
            return latex
        return _POSITIVE.sub(r"\\operatorname{step}(\1)", _INSIDE.sub(written, latex))

    return cut.rewritten(change, SHORT.format(losses[0]))


def is_short(notes: Iterable[str]) -> bool:
    """Are derivatives written as in programs, where dY has the shape of Y?"""
    begins = SHORT.partition("{}")[0]
    return any(note.startswith(begins) for note in notes)


def _key(found: re.Match[str]) -> tuple[str, str]:
    return found["name"], found["index"] or ""
