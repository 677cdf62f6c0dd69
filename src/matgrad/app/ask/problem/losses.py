"""Losses that a text only names: “the Huber loss of ⟦r = Xw − y⟧” is no question about r."""

from __future__ import annotations

import re
from collections.abc import Iterator

from matgrad.app.ask.formulas.notation import GRADIENT
from matgrad.app.ask.problem.understood import Understood
from matgrad.app.ask.spelling.joined import DERIVATIVES
from matgrad.app.ask.text.marks import M, mark_of
from matgrad.app.ask.text.patterns import ignoring_case
from matgrad.render.glyphs import plain_name

_LOSS = (
    r"\b(?:huber|(?:squared[- ])?hinge|(?:root[- ])?mean[- ](?:squared?|absolute)(?:[- ]error)?"
    r"|r?mse|mae|(?:binary[- ]|categorical[- ])?cross[- ]entropy|entropy"
    r"|(?:kl|kullback[- ]leibler)\b(?:[- ]divergence)?"
    r"|(?:logistic|log|triplet|contrastive|focal|quantile|pinball|poisson|exponential|squared"
    r"|absolute|l[12])[- ](?:loss|error))\b(?:\s+(?:loss|error|cost|objective|criterion))?"
)
_TAKES = (
    rf"(?P<loss>{_LOSS})\s+(?:function\s+)?(?:of|on|between)\s+(?:the\s+|an?\s+)?(?:\w+\s+){{0,2}}"
)
# A function with one of these names is the loss itself.
_OWN = re.compile(r"(?:[fJLE]|loss|cost|obj|err|ell|mathcal_?[JLEC])\w*", re.I)


def unwritten_loss(found: Understood) -> Iterator[str]:
    """A loss of which there is no formula, where its gradient is asked for and not another."""
    function, problem = found.function, found.problem
    assert function is not None and problem is not None
    text = " ".join(found.cut.marked.split())
    taken = re.search(rf"{_TAKES}{mark_of(function.segment)}", text, re.I)
    if taken is not None and not _OWN.fullmatch(function.left.name):
        yield _question(taken["loss"])
        return
    named = ignoring_case(_LOSS).search(text)
    is_open = not problem.function.is_scalar and _is_gradient(found) and not _is_named(text)
    if named is not None and is_open:
        name = plain_name(problem.name)
        yield f"{name} is {problem.function.shape}, no loss. {_question(named[0])}"


def _question(words: str) -> str:
    return f"What is the {words} here? Write it as a formula."


def _is_gradient(found: Understood) -> bool:
    """Is a gradient asked for, of nothing that is named?"""
    kinds = {each.kind for each in found.asked}
    return kinds <= {GRADIENT} and not any(each.function for each in found.asked)


def _is_named(text: str) -> bool:
    """Does the text ask for the derivative of a formula, or of what it has a name for?"""
    way = rf"{DERIVATIVES}\b[^.?!]{{0,80}}?\b(?:of|for)\s[^.?!]{{0,60}}?{M}"
    return re.search(way, text, re.I) is not None
