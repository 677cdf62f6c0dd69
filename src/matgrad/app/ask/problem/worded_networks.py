r"""Networks that words describe with letters for their weights, written out as equations.

“One hidden layer with sigmoid activation and weights ⟦W⟧, and a scalar output with weights ⟦v⟧. No
biases. What is the gradient of the output?” is about y = v^T\mathrm{sigmoid}(Wx). “Input x goes
through a linear layer with weight matrix ⟦W⟧ and bias ⟦b⟧, then a softmax, giving p. The loss is
cross-entropy with one-hot target y” is about L = -\sum_k y_k\log p_k with p of Wx + b.
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.problem.networks import ACTIVATIONS, WHICH_LOSS, described, loss_of
from matgrad.app.ask.text.segments import Cut, Segment

_ONE = r"(?<![A-Za-z])[A-Za-z](?![A-Za-z'’])"
_INPUT = re.compile(rf"\binput\s+(?:vector\s+)?(?P<a>{_ONE})|\bmaps\s+(?P<b>{_ONE})\s+to\b")
_WEIGHTS = re.compile(
    rf"\bweights?\s+(?:matrix\s+|vector\s+)?(?P<a>{_ONE})(?:\s*(?:,|and)\s*(?P<b>{_ONE})(?=\s+maps))?"
)
_BIASES = re.compile(r"\b(?:no|without(?:\s+any)?)\s+bias(?:es)?\b", re.I)
_MORE = re.compile(r"\bresidual|\bskip\b|\bdropout\b|\bnorm\w*|\bdecay\b", re.I)
_OUTPUT = re.compile(rf"\bscalar\s+output(?:\s+(?P<name>{_ONE}))?(?=\W)", re.I)
_OF_OUTPUT = re.compile(r"(?P<of>\b(?:gradient|derivative)\s+of\s+)the\s+output\b", re.I)
_LINEAR = re.compile(
    rf"\binput\s+(?P<x>{_ONE})\b[^.?!]*\blinear\s+layer\s+with\s+weights?\s+(?:matrix\s+)?(?P<W>{_ONE})"
    rf"(?:\s+and\s+bias\s+(?:vector\s+)?(?P<b>{_ONE}))?[^.?!]*?\bsoft-?max\b[^.?!]*?"
    rf"\b(?:giving|gives|yielding|outputs?|producing)\s+(?P<p>{_ONE})\s*[.;,]",
    re.I,
)
_ENTROPY = re.compile(
    rf"\bcross-?\s?entropy\b[^.?!]*?\b(?:one-?hot\s+)?(?:target|label)s?\s+(?:vector\s+)?(?P<y>{_ONE})",
    re.I,
)
# The sentence about the loss, for which there is an equation then.
_SAID = re.compile(r"(?<=[.?!])\s*[^.?!]*\bcross-?\s?entropy\b[^.?!]*[.]", re.I)


def with_worded_networks(cut: Cut) -> Cut:
    """The text with equations for a network that words alone describe."""
    if any("=" in latex for latex in cut.formulas):
        return cut
    words = " ".join("".join(each.text for each in cut.segments).split())
    return _with_output(cut, words) or _with_softmax(cut, words) or cut


def _with_output(cut: Cut, words: str) -> Cut | None:
    """The text with y = v^Tf(Wx), for a scalar output behind one hidden layer."""
    found, output = _INPUT.search(words), _OUTPUT.search(words)
    weights = [x for each in _WEIGHTS.finditer(words) for x in each.groups() if x]
    inner = {name for way, name in ACTIVATIONS if re.search(way, words, re.I)} - {"identity"}
    network = described(words)
    is_open = network is not None and network.questions == [WHICH_LOSS] and not _MORE.search(words)
    is_linear = loss_of(words)[1] == "identity" and _BIASES.search(words) is not None
    if not (found and output and is_open and is_linear) or len(weights) != 2 or len(inner) != 1:
        return None
    if inner & {"softmax", "sigma"} or not weights[0].isupper() or not weights[1].islower():
        return None
    x = found["a"] or found["b"]
    y = output["name"] or next(name for name in "yfz" if name not in (x, *weights))
    made = rf"{y} = {weights[1]}^T \operatorname{{{inner.pop()}}}({weights[0]}{x})"
    segments = [_of_name(each, y) for each in cut.segments]
    return _with(replace(cut, segments=tuple(part for some in segments for part in some)), made)


def _of_name(segment: Segment, name: str) -> list[Segment]:
    """Words with the name of the output in its place."""
    found = None if segment.is_math else _OF_OUTPUT.search(segment.text)
    if found is None:
        return [segment]
    before, after = segment.text[: found.end("of")], segment.text[found.end() :]
    return [Segment(False, before), Segment(True, name), Segment(False, after)]


def _with_softmax(cut: Cut, words: str) -> Cut | None:
    """The text with the cross-entropy of the softmax of a linear layer."""
    layer, loss = _LINEAR.search(words), _ENTROPY.search(words)
    if layer is None or loss is None or "hidden" in words:
        return None
    bias = f" + {layer['b']}" if layer["b"] else ""
    p = layer["p"]
    inside = rf"{p} = \operatorname{{softmax}}({layer['W']}{layer['x']}{bias})"
    loss_is = rf"L = -\sum_k {loss['y']}_k \log {p}_k"
    segments = [
        replace(x, text=x.text if x.is_math else _SAID.sub(" ", x.text)) for x in cut.segments
    ]
    made = _with(replace(cut, segments=tuple(segments)), inside, loss_is)
    if "hot" not in loss[0].lower():
        return made
    told = (Segment(False, " Here "), Segment(True, loss["y"]), Segment(False, " is one-hot."))
    return replace(made, segments=(*made.segments, *told))


def _with(cut: Cut, *equations: str) -> Cut:
    """The text with equations at its end."""
    made = [part for each in equations for part in (Segment(False, " Let "), Segment(True, each))]
    return replace(
        cut, segments=(*cut.segments, Segment(False, "\n\n"), *made, Segment(False, "."))
    )
