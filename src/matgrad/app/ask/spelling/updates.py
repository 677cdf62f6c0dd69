r"""Steps of gradient descent: w_{t+1} = w_t - \eta g says that the gradient at w is g.

A step with a plus is one of ascent where the text maximises something, and else goes along -g.
The size of a step takes a positive factor. Steps with the sign of the gradient itself say nothing
that could be checked, unless they go on: x^+ = x - \eta\nabla f(x) = x - \eta A^T(Ax - b) is an
equation. Those with more terms are not read.
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.text.segments import Cut, Segment

_LETTER = r"(?:\\[a-z]+|[A-Za-z])"
_NEXT = (
    r"(?:_\s*\{\s*(?:[a-z]\s*\+\s*1|new|next|\\(?:text|mathrm)\s*\{\s*(?:new|next)\s*\})\s*\}"
    r"|\^\s*(?:\+|\{\s*\(?\s*(?:[a-z]\s*)?\+(?:\s*1)?\s*\)?\s*\}))"
)
_RATE = (
    r"(?:\\(?:eta|alpha|gamma|mu|tau|rho|epsilon)(?![a-z])|\\(?:mathrm|text)\s*\{\s*lr\s*\}|lr(?![a-z])"
    r"|\\operatorname\s*\{\s*lr\s*\}|l_\{?r\}?)(?:\s*_\s*(?:\w|\{\w\}))?\s*(?:\\cdot\s*)?(?:\\,\s*)?"
)
_STEP = re.compile(
    rf"\s*(?P<w>{_LETTER})\s*{_NEXT}?\s*(?::?=|\\(?:leftarrow|gets))\s*(?P<old>(?P=w)[^-+]{{0,14}}?)\s*"
    rf"(?P<sign>[-+])\s*{_RATE}(?P<value>[^=]+?)\s*[.,;]?\s*",
)
_CHAIN = re.compile(
    rf"\s*(?P<new>{_LETTER}\s*{_NEXT})\s*:?=\s*(?P<step>[^=]*\\nabla[^=]*)=(?P<value>(?:(?!\\nabla)[^=])+)"
)
_DEFINED = re.compile(
    r"\s*(?P<name>\\[A-Za-z]+(?:\s*\{\w+\})?|[A-Za-z])\s*(?:\([^()=]*\)\s*)?:?=(?!=)"
)
_OBJECTIVE = re.compile(
    r"[fFLJEQC]|\\(?:ell|mathcal\s*\{[LJEF]\}|(?:mathrm|text|operatorname)\s*\{(?:loss|cost|MSE|RSS)\})"
)
_WORDS = re.compile(r"\b(?:updat|gradient (?:de|a)scent|learning rate|step|iterat|sgd)\w*", re.I)
_ASCENT = re.compile(r"\bascen[td]|\bmaximi[sz]|\blog-?\s?likelihood", re.I)
_DERIVATIVE = re.compile(r"\\nabla|\\partial|\\frac\s*\{\s*d")
READ = "the step {} is read as what it says of the gradient"


def with_updates(cut: Cut) -> Cut:
    """The text with gradients for the steps that are made along them."""
    cut = _with_equations(cut)
    names = [m["name"] for x in cut.formulas if (m := _DEFINED.match(x)) and not _STEP.fullmatch(x)]
    if not names or not _WORDS.search(cut.words):
        return cut
    function = next(filter(_OBJECTIVE.fullmatch, names), names[0])
    is_ascent = _ASCENT.search(cut.words) is not None
    segments: list[Segment] = []
    notes: list[str] = []
    for each in cut.segments:
        step = _STEP.fullmatch(each.text) if each.is_math else None
        if step is None or _has_terms(step["value"]):
            segments.append(each)
            continue
        gradient = rf"\nabla_{{{step['w']}}} {function}"
        if not _DERIVATIVE.search(step["value"]):
            segments.append(Segment(False, " up to a positive factor, "))
            gradient += f" = {_value(step, is_ascent)}"
            notes.append(READ.format(quoted(each.text.strip(" .,;")).plain))
        segments.append(Segment(True, gradient))
    return replace(cut, segments=tuple(segments), notes=(*cut.notes, *notes))


def _with_equations(cut: Cut) -> Cut:
    """The text with what steps that go on claim, without names of new points that stand once."""
    others = [latex for latex in cut.formulas if not _CHAIN.fullmatch(latex)]

    def claimed(latex: str) -> str:
        found = _CHAIN.fullmatch(latex)
        if found is None or any(found["new"].strip() in other for other in others):
            return latex
        return f"{found['step'].strip()} ={found['value']}"

    return cut.rewritten(claimed)


def _has_terms(latex: str) -> bool:
    """Are there several terms, outside of all brackets?"""
    depth = 0
    for at, sign in enumerate(latex):
        depth += (sign in "([{") - (sign in ")]}")
        if sign in "+-" and depth == 0 and latex[:at].strip():
            return True
    return False


def _value(step: re.Match[str], is_ascent: bool) -> str:
    """What a step says that the gradient is."""
    value = step["value"].replace(step["old"].strip(), step["w"] + " ")
    return rf"-\left({value}\right)" if step["sign"] == "+" and not is_ascent else value
