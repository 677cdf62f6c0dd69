"""Words for points: at the minimum ⟦(1,1)⟧, in the corner ⟦(0,2)⟧, the Hessian there.

All of them are written as “at the point ⟦n⟧”, which places.py reads. What is meant by another noun
than these is a point only if its formula can be nothing else: a list of numbers, or a value of a
variable.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

from matgrad.app.ask.facts.said import Said
from matgrad.app.ask.text.marks import M, numbers
from matgrad.app.ask.text.sentences import sentences
from matgrad.app.ask.text.words import POINT

_NO_NOUN = (  # what stands between, where the formula is told of something else
    r"(?:I|we|you|he|she|it|they|is|are|was|be|gets?|has|have|gives?|finds?|yields?|equals?|becomes?"
    r"|should|must|would|with|by|for|if|and|or|then|that|this|my|our|the|an?"
    r"|gradient|derivative|hessian|jacobian|slope|end|moment|time|beginning|top|bottom|cost)\b"
)
_THE = r"(?:the|a|an|its|our|my|this|that|any|some)\s+"
_OF = rf"(?:\s+of\s+(?:(?:the|this|that)\s+)?(?:{M}|function|loss|objective|cost|problem))?"
_WITHIN = r"(?:\s+of\s+the\s+(?:square|box|cube|domain|region|polygon|triangle|simplex|grid))?"
_CALLED = re.compile(
    rf"\b(?:at|in)\s+(?:{_THE})?(?:(?!{_NO_NOUN})[a-z-]+\s+){{0,3}}?{POINT}{_OF}\s*,?\s*"
    rf"(?:(?:i\.?e\.?|namely|which is|that is)\s*,?\s*)?(?:(?:at|with)\s+)?(?P<mark>{M}){_WITHIN}",
    re.I,
)
_ANY = re.compile(rf"\bat\s+{_THE}(?:(?!{_NO_NOUN})[a-z-]+\s+){{1,3}}?(?P<mark>{M}){_WITHIN}", re.I)
_TOLD = re.compile(  # the point ⟦1⟧ is a minimum; the minimum is at ⟦1⟧
    rf"\b{POINT}{_OF}\s*,?\s+(?:(?:is|lies|sits)\s+)?(?:(?:at|in)\s+)?(?P<mark>{M})", re.I
)
_THERE = re.compile(
    r"(?:(?<=gradient )|(?<=hessian )|(?<=derivative )|(?<=jacobian )|(?<=slope ))there\b"
    r"|\bthere\b(?!\s+(?:is|are|was|exists?|must|should|seems?|has|have|can|may|might|will|needs?)\b)"
    rf"|\b(?:at|in)\s+(?:this|that|the same)\s+{POINT}\b(?!\s*,?\s*{M})",
    re.I,
)
HAPPENS = re.compile(  # the derivative would jump at ⟦x = 0⟧: what is there, not what is wanted
    r"\b(?:jump(?:s|ed|ing)?|kinks?|breaks?|discontinu\w+|(?:not|non-?)\s*(?:differentiable|defined|continuous)"
    r"|undefined|(?:blows?|blowing) up|diverg\w+|singular\w*)\s*\Z",
    re.I,
)
_CASE_OF_IT = re.compile(  # at ⟦t = 0⟧ it is ⟦3⟧. For ⟦A = I⟧ that is ⟦7⟧
    rf"\s*(?:and|so|then|thus|hence|but)?\s*,?\s*(?:for|when|if|with|where|in case)\s+({M})"
    r"(?:\s+[a-z-]+){0,2}?\s*,?\s*(?:it|this|that)(?:'s|\u2019s)?\b",
    re.I,
)


def carry_points(said: Said, marked: str) -> None:
    """What “it” is in a special case has the point of the clause before it."""
    for before, sentence in pairwise(sentences(marked)):
        found, told = _CASE_OF_IT.match(sentence), [*numbers("".join(re.findall(M, before)))]
        here = said.clause_of.get(next(numbers(found[1]))) if found else None
        there = said.clause_of.get(told[-1]) if told else None
        if here is not None and there in said.at_in:
            said.at_in.setdefault(here, said.at_in[there])


def with_points(marked: str, is_sure: Callable[[int], bool], is_any: Callable[[int], bool]) -> str:
    """The text with “at the point” for all words for points; two tests of formulas are given."""

    def written(test: Callable[[int], bool]) -> Callable[[re.Match[str]], str]:
        def write(found: re.Match[str]) -> str:
            (number,) = numbers(found["mark"])
            return f"at the point {found['mark']}" if test(number) else found[0]

        return write

    marked = _ANY.sub(written(is_sure), _CALLED.sub(written(is_any), marked))
    return _THERE.sub(lambda found: _there(found, marked, is_sure), marked)


def _there(found: re.Match[str], marked: str, is_sure: Callable[[int], bool]) -> str:
    """The point of which a text has spoken last."""
    told = [each["mark"] for each in _TOLD.finditer(marked, 0, found.start())]
    sure = [mark for mark in told if all(map(is_sure, numbers(mark)))]
    return f"at the point {sure[-1]}" if sure else found[0]
