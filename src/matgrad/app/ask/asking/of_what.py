"""Of what a sentence asks for a derivative: the gradient of f, and of g."""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.asking.by_what import BY
from matgrad.app.ask.formulas.notation import left_side
from matgrad.app.ask.formulas.reading import Reading
from matgrad.app.ask.text.marks import LIST, M, numbers
from matgrad.app.ask.text.patterns import ignoring_case
from matgrad.app.ask.text.words import JUST

_APPLIED = re.compile(  # ⟦\\nabla_x⟧ of the function ⟦3⟧
    rf"({M})\s+(?:of|applied\s+to|acting\s+on)\s+(?:(?:the|my|our|this)\s+)?"
    rf"(?:(?:[a-z-]+\s+)?(?:function|loss|cost|objective|quotient|expression|energy)\s+)?({M})",
    re.I,
)


def differentiated(sentence: str, word: str) -> re.Match[str] | None:
    """Where a sentence says of what: the gradient of ⟦1⟧; the gradient with respect to x of ⟦1⟧."""
    verbs = r"(?:to zero|in terms|gives?|yields?|leads?|becomes?|vanishes)\b"
    cases = r"(?:when|if|where|with|assuming|given|provided|under|while|using|setting)\b"
    other = rf"{BY}(?![a-z-])|(?:along|towards?)\b|{verbs}|{cases}"
    other += rf"|(?:is|are|equals?)\s+{JUST}{M}"
    first = rf"(?:{word})\s+((?!{other})[a-z*-]+:?\s+){{0,6}}?({M})"
    later = rf"(?:{word})\s+{BY}\s+(?:[a-z]+\s+){{0,3}}?{LIST}\s+"
    later += rf"((?:of|for)\s+(?:[a-z]+\s+){{0,5}}?)({M})"
    inside = (
        rf"(?:{word})\s+(?:[a-z*]+\s+){{0,6}}?{M}\s+(inside(?:\s+of)?|within)\s+(?:the\s+)?({M})"
    )
    found = (ignoring_case(pattern).search(sentence) for pattern in (inside, first, later))
    return next(filter(None, found), None)


def apply_signs(marked: str, reading: Reading) -> None:
    r"""Give a sign of a derivative that stands alone what it is applied to: ⟦\nabla_x⟧ of ⟦3⟧."""
    applied = {n: m for sign, of in _APPLIED.findall(marked) for n, m in [numbers(sign + of)]}
    defined = {each.segment: each.latex for each in reading.defined}

    def of(segment: int) -> str:
        latex = reading.bare.get(segment, "")
        if latex and left_side(latex) is not None:
            return ""  # \log p(x), of a p that the text defines
        return defined.get(segment) or latex or reading.formula(segment)

    reading.asked[:] = [
        (replace(each, function=each.function or of(applied.get(n, -1))), n)
        for each, n in reading.asked
    ]


def also(sentence: str, of: re.Match[str] | None) -> list[int]:
    """The formulas that follow another one: the gradient of ⟦1⟧ and of ⟦3⟧."""
    more = rf"(?:\s*,\s*{M}(?=[^.?!]{{0,40}}\band\b)){{0,6}}"  # the gradient of ⟦1⟧, ⟦3⟧ and ⟦5⟧
    more += rf"(?:\s*,?\s*and\s+(?:(?:the\s+[a-z]+\s+)?of\s+(?:the\s+)?)?{M})+"
    found = re.compile(more, re.I).match(sentence, of.end()) if of else None
    made = r"(?:(?:product|sum|difference|quotient|ratio|composition)\s+)?"
    far = re.compile(
        r"(?:\band|\bthen)\s+(?:what(?:['’]s|\s+is|\s+are)\s+)?(?:the\s+[a-z]+\s+|(?:that|those)\s+)?"
        rf"of\s+(?:(?:the|their)\s+{made})?({M})",
        re.I,
    )  # , and what is that of ⟦3⟧
    others = (
        [n for each in far.finditer(sentence, of.end()) for n in numbers(each[1])] if of else []
    )
    return list(dict.fromkeys([*(numbers(found[0]) if found else ()), *others]))
