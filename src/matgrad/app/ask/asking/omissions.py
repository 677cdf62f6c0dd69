"""What is claimed of a function without a part: “without the penalty it is ⟦3⟧; with it, ⟦5⟧”."""

from __future__ import annotations

import re

from matgrad.app.ask.facts.said import Said
from matgrad.app.ask.text.marks import numbers

# Without a proof the formula is the same.
_OF_TELLING = (
    r"(?:proofs?|derivations?|explanations?|justifications?|reasons?|details?|comments?|references?"
    r"|doubts?|calculations?|computations?|steps?|hints?|problems?|success|trouble|help|intuition"
    r"|arguments?|intermediate|explicit|motivation|ado|discussion)\b"
)
_LEFT_OUT = re.compile(  # a part of the function: without the penalty, ignoring the l1 term
    r"\bwithout (?:the|a|any|this)\b(?! (?:assumption|condition|symmetry|restriction))"
    rf"(?! (?:further |more |detailed |formal |single |word of )?{_OF_TELLING})"
    r"|\b(?:ignor|neglect|dropp|omitt|exclud)ing\b(?!(?: the| all)? (?:const|fact|assum|symm))"
    r"|\bunregulari|\b(?:leaving out|apart from|except for) the\b"
    r"(?! (?:overall |minus )?(?:sign|factor|constant))",
    re.I,
)
_OF_FORMULA = re.compile(  # a colleague has it without the minus: this formula, not the function
    r"\b(?:has|have|had|gets?|got|writes?|wrote|states?|gives?)\s+(?:it|this|that|the\s+same(?:\s+\w+)?)\s+"
    r"(?:but\s+|just\s+|only\s+)?without\b",
    re.I,
)
_ENDS = re.compile(r"[.?!]\W*$")
_WITH_IT = re.compile(  # from here on it is the whole function
    r"(?:^|[;,]|\b(?:and|but|while|whereas))\s*(?:with|including)\s+"
    r"(?:it|them|this|that|the\s+[a-z0-9-]+\s+term)\b",
    re.I,
)


def hear_omissions(said: Said, sentence: str, before: str) -> None:
    """Keep the formulas of a clause that leaves a part out, or goes on with one that does."""
    sentence, before = (_OF_FORMULA.sub("", x) for x in (sentence, before))
    part = _WITH_IT.split(sentence.lstrip(), maxsplit=1)[0]
    goes_on = _LEFT_OUT.search(before) and not _ENDS.search(before)
    if _LEFT_OUT.search(part) or goes_on:
        said.partial |= {*numbers(part)}
    elif _LEFT_OUT.search(sentence):  # with it …, without it …
        said.partial |= {*numbers(sentence)}
