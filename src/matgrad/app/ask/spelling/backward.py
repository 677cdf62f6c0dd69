r"""The shorthand of programs for a backward pass: dY = Y - T; dW = X^T dY.

There dY is no differential but ∂L/∂Y, the derivative of the loss by Y. It is one where the text
speaks of a backward pass, and every such letter on a right side stands on a left side as well; or
where it speaks of gradients, defines \delta or is a program, and a right side has no differential.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from matgrad.app.ask.formulas.quote import readable
from matgrad.app.ask.spelling.pre_activations import with_pre_activations
from matgrad.app.ask.text.segments import Cut, Segment
from matgrad.app.ask.text.words import GIVEN_MATRICES, GIVEN_VECTORS

_WORDS = re.compile(r"\bback-?\s?(?:ward|prop)", re.I)
_GRADIENT = re.compile(
    r"\bgrad(?:ient)?s?\b|\bback-?\s?(?:ward|prop)|\bimplement|\bnumpy\b|\bpytorch\b|\bmy code\b"
    r"|\bfrom scratch\b|\blayer\b",
    re.I,
)
_DELTA = re.compile(r"\s*(?:δ|\\delta(?![A-Za-z]))\s*(?:_\s*\{?\w\}?\s*)?:?=")  # of a layer
# Where dX may be a change of X that is given.
_STEP = re.compile(
    r"\b(?:perturb\w*|increment\w*|steps?|updates?|direction\w*|change|tangent|differentials?|jvp)\b",
    re.I,
)
_PRODUCT = re.compile(r"[A-Za-z)}\]].*[A-Za-z(]", re.S)  # and no number or step: dx = 0.1, dx = h
_NAME = (
    r"(?P<name>[A-Za-z]|\\hat\s*\{\s*[A-Za-z]\s*\})\s*"
    r"(?:_?\s*\{?\s*(?P<index>\d)\s*\}?|_\s*(?:\{\s*(?P<word>[a-z]+)\s*\}|(?P<letter>[a-z])))?"
)
_LEFT = re.compile(rf"^\s*d\s*{_NAME}\s*=")
_INSIDE = re.compile(rf"\\[A-Za-z]+|(?:(?<![A-Za-z])|(?<=\^T))d\s*{_NAME}(?![a-z])")
_LOSS = re.compile(
    r"^\s*(?P<name>[LJEC]|\\ell|\\mathcal\s*\{?[LJ]\}?|\\mathrm\s*\{(?:loss|cost)\})\s*="
)
_SHORT = "d in front of a name is the derivative of {} by it"  # which has the shape of the name
_DEFINED = re.compile(r"\s*&?\s*(?P<name>[A-Za-z])\s*:?=(?!=)")
_OUTPUT = re.compile(
    r"\s*d\s*(?P<name>[A-Za-z])\s*(?:$|:?=\s*(?:\\frac\s*\{\s*\\partial|\\partial|d\s*[A-Z]\s*/))"
)
_GIVEN = re.compile(r"\b(?:given|receives?|upstream|incoming|know(?:ing)?)\b[^.;?!]{0,40}$", re.I)
_CALLED = re.compile(  # with dO the upstream gradient
    r"\s*,?\s*(?:(?:is|being|as|denotes|for|be)\s+)?(?:the|an?)\s+(?:upstream|incoming|given)\b",
    re.I,
)
_NO_LOSS = frozenset("LJE")
_POSITIVE = re.compile(r"\(\s*([A-Za-z](?:\s*_\s*(?:\{\w+\}|\w))?)\s*>\s*0\s*\)")


def with_backward(cut: Cut) -> Cut:
    r"""The text with \frac{\partial L}{\partial Y} for dY, where that is meant."""
    lefts = [found for text in cut.formulas if (found := _LEFT.match(text))]
    given = {_key(found) for found in lefts}
    values = [text.partition("=")[2] for text in cut.formulas if _LEFT.match(text)]
    used = {_key(x) for value in values for x in _INSIDE.finditer(value) if x["name"]}
    losses = [found["name"] for text in cut.formulas if (found := _LOSS.match(text))]
    is_typed = cut.has_stars and not _STEP.search(cut.marked)
    is_free = is_typed and any(_PRODUCT.search(x) and not _moves(x) for x in values)
    is_pass = len(given) > 1 and used <= given
    is_pass = is_pass and (is_free or _WORDS.search(cut.marked) is not None)
    is_told = is_free or _GRADIENT.search(cut.marked) or any(map(_DELTA.match, cut.formulas))
    is_alone = bool(given) and not used and bool(is_told)
    is_alone = is_alone and all(map(_PRODUCT.search, values))
    if len(losses) != 1 or not (is_pass or is_alone):
        return cut
    cut = with_pre_activations(cut, given)

    def written(found: re.Match[str]) -> str:
        if not found["name"]:
            return found[0]
        below = f"_{{{_index(found)}}}" if _index(found) else ""
        return rf"\frac{{\partial {losses[0]}}}{{\partial {found['name']}{below}}}"

    def change(latex: str) -> str:
        if not _LEFT.match(latex):
            return latex
        return _POSITIVE.sub(r"\\operatorname{step}(\1)", _INSIDE.sub(written, latex))

    return replace(cut.rewritten(change, _SHORT.format(readable(losses[0]))), has_shapes=True)


def _moves(latex: str) -> bool:
    """Has a formula a differential in it?"""
    return any(found["name"] for found in _INSIDE.finditer(latex))


def with_given_backward(cut: Cut) -> Cut:
    r"""The text with \frac{\partial L}{\partial O} = G for dO, where that is called given.

    O is what nothing else is made of; dQ is then \frac{\partial L}{\partial Q}.
    """
    defined = {m["name"]: x[m.end() :] for x in cut.formulas if (m := _DEFINED.match(x))}
    used = {*re.findall(r"\\[A-Za-z]+|[A-Za-z]", " ; ".join(defined.values()))}
    outputs = [name for name in defined if name not in used]
    place = next((n for n in range(1, len(cut.segments)) if _is_given(cut, n, outputs)), None)
    letters = {*re.findall(r"\\[A-Za-z]+|[A-Za-z]", " ; ".join(cut.formulas))} | used
    if place is None or _NO_LOSS & {*defined}:
        return cut
    (output,) = outputs
    free = [x for x in (GIVEN_VECTORS if output.islower() else GIVEN_MATRICES) if x not in letters]
    if not free:
        return cut

    def written(found: re.Match[str]) -> str:
        name = found["name"]
        if name == output:
            return f"{free[0]} "
        is_known = name and (name in used or name in defined)
        below = f"_{{{_index(found)}}}" if _index(found) else ""
        return rf"\frac{{\partial L}}{{\partial {name}{below}}} " if is_known else found[0]

    made = cut.rewritten(lambda latex: _INSIDE.sub(written, latex), _SHORT.format("L"))
    segments = list(made.segments)
    segments[place] = Segment(True, rf"\frac{{\partial L}}{{\partial {output}}} = {free[0]}")
    return replace(made, segments=tuple(segments), has_shapes=True)


def _is_given(cut: Cut, n: int, outputs: Sequence[str]) -> bool:
    """Do words call this formula given, and is it the derivative by the output?"""
    here, before = cut.segments[n], cut.segments[n - 1]
    found = _OUTPUT.match(here.text) if here.is_math else None
    behind = cut.segments[n + 1].text if n + 1 < len(cut.segments) else ""
    is_told = not before.is_math and _GIVEN.search(before.text) is not None
    is_told = is_told or "=" in here.text or _CALLED.match(behind) is not None
    return found is not None and [found["name"]] == [*outputs] and is_told


def _key(found: re.Match[str]) -> tuple[str, str]:
    return found["name"], _index(found)


def _index(found: re.Match[str]) -> str:
    return found["index"] or found["word"] or found["letter"] or ""
