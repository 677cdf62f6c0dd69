"""The sentences of a text, and whether one asks for something or tells it."""

from __future__ import annotations

import re

from matgrad.app.ask.text.marks import LIST, M
from matgrad.app.ask.text.words import DERIVATIVE, RESPECT

LONGEST = 800  # characters of a sentence
_ASKS = re.compile(
    r"\?$|\b(?:what|how|comput\w+|find|derive|calculat\w+|determine|differentiate|show|give|please"
    r"|evaluate|want|would like|need|trying|try|looking|interested|ask\w*)\b",
    re.I,
)
_KNOWS = re.compile(
    r"^\W*(?:I|we)\s+(?:already\s+|also\s+)?(?:know|can|understand|found|have|see|get|got)\b"
    r"(?!\s+(?:to|no)\b)(?!.*\?$)",
    re.I,
)
ITEM = r"(?:\(?(?:[a-h]|\d|[ivx]{1,4})[.)]\s*)?"
# The gradient of ⟦1⟧ with respect to ⟦3⟧, in a list of tasks.
_PHRASE = re.compile(
    rf"^\W*{ITEM}(?:also\s+)?(?:the\s+)?{DERIVATIVE}s?\s+of\s+(?:the\s+)?{LIST}"
    rf"(?:\s+(?:by|wrt|with respect to)\s+{LIST})?\W*$",
    re.I,
)
_NEXT = re.compile(  # Then the Hessian. Also the Hessian, if it is not too ugly.
    r"^\W*(?:(?:and|then|also|next|finally|plus|besides|ideally|maybe|perhaps|if\s+possible)\s*,?\s+)+"
    rf"(?:the|its|my)\s+(?:{DERIVATIVE}|second derivative)"
    rf"(?:\s*,?\s*\b(?:please|too|also|as\s+well|if\s+[^.?!{M[0]}]{{1,60}}"
    r"|would\s+(?:also\s+)?be\s+(?:nice|great|good|helpful|useful)))*\W*$",
    re.I,
)
# Find the gradient of ⟦1⟧, then the Hessian of ⟦3⟧, and the Jacobian by ⟦5⟧ of ⟦7⟧: three tasks.
_THE = r"(?:the\s+)?(?:(?:function|map|loss|objective|expression|vector|matrix)\s+)?"
_TASKS = re.compile(
    r"(?:\s*[,;]\s*(?:and\s+)?|\s+and\s+)(?:(?:also|then|finally|next)\s+)?"
    r"(?:(?:find|compute|calculate|derive|determine|give|what(?:['’]s|\s+is|\s+are))\s+)?"
    rf"(?=(?:the\s+)?(?:(?:second|partial|first)\s+)?{DERIVATIVE}\s+"
    rf"(?:(?:by|wrt|with respect to)\s+{M}\s+)?of\s+{_THE}{M}"
    rf"|(?:the\s+)?(?:(?:second|partial|first)\s+)?{DERIVATIVE}\s+"
    rf"(?:by|w\.?r\.?t\.?|with respect to)\s+(?:the\s+)?{M}(?!\s+(?:is|are|equals?|=))"
    rf"|its\s+{DERIVATIVE}\b(?!\s+of\b)(?=.*\bof\s+{_THE}{M}))",
    re.I | re.S,
)
_OF = re.compile(rf"\bof\s+{_THE}({M})", re.I)
_WHOLE = re.compile(
    rf"\bof\s+{_THE}{M}|{DERIVATIVE}\s+(?:by|w\.?r\.?t\.?|with respect to)\s+", re.I
)
_ITS = re.compile(rf"its\s+({DERIVATIVE})\b", re.I)
# The gradient of ⟦1⟧ is ⟦3⟧, and the gradient of ⟦5⟧ is ⟦7⟧: two sentences.
_TWO = re.compile(
    r"(?:[;,]\s*(?:and|but|while|whereas)?|\b(?:and|but|while|whereas))\s+"
    rf"(?=(?:the|that)\s+(?:of|{DERIVATIVE}\s+of)\s+"
    rf"{M}\s+(?:(?:by|wrt|with respect to)\s+{M}\s+)?(?:is|equals)\s+{M})",
    re.I,
)


# If ⟦1⟧, it is ⟦3⟧, and if ⟦5⟧, it is ⟦7⟧; ⟦1⟧ for ⟦3⟧ and ⟦5⟧ for ⟦7⟧: two clauses.
_CLAUSE = re.compile(
    r"(?<=[a-z\d\N{RIGHT WHITE SQUARE BRACKET})])[.?!](?:\s+|$)|\n\s*\n|;\s"
    r"|[,;]?\s+(?:and|but|while|whereas)\s+(?=(?:(?:that|then|it is)\s+)?(?:if|when|for|at|where)\b"
    rf"|(?:(?:it is|is|equals)\s+)?{M}\s*,?\s*(?:if|when|for|at)\b)",
    re.I,
)


def clauses(marked: str) -> list[int]:
    """Where the clauses of a text begin, each of which has conditions of its own."""
    return [0, *(found.end() for found in _CLAUSE.finditer(marked))]


_ONLY_BY = re.compile(rf"\W*(?:(?:and|but)\s+)?{RESPECT}\s+(?:[a-z]+\s+){{0,3}}{LIST}\s*", re.I)
_SPLIT = re.compile(  # not behind “w.r.t.”
    r"(?<=[a-z\d\N{RIGHT WHITE SQUARE BRACKET})])(?<!r\.t)([.?!])(?:\s+|$)|\n\s*\n"
)


def sentences(marked: str) -> list[str]:
    """The sentences of a text; a formula at the end of a line does not end one."""
    parts = _SPLIT.split(marked)
    whole = [text + (mark or "") for text, mark in zip(parts[::2], [*parts[1::2], ""], strict=True)]
    tasks = [task for text in whole for told in _told(text) for task in _tasks(told)]
    return [piece for task in tasks for piece in _pieces(task)]


def _told(sentence: str) -> list[str]:
    """What a sentence tells of several functions, one by one: …, that of ⟦5⟧ is ⟦7⟧."""
    start = re.search(M, sentence)  # in front of the first formula, nothing is told yet
    lead = sentence[: start.start()] if start else ""
    first, *others = _TWO.split(sentence[len(lead) :])
    first = lead + first
    if others and _ONLY_BY.fullmatch(first):  # With respect to ⟦1⟧, the derivative of ⟦3⟧ is ⟦5⟧
        return [sentence]
    kinds = re.findall(DERIVATIVE, first, re.I)
    of = f"the {kinds[-1]} of" if kinds else "that of"
    return [first, *(re.sub(r"^that\s+of\b", of, each, flags=re.I) for each in others)]


def _tasks(sentence: str) -> list[str]:
    """What a sentence asks for of several functions, one by one."""
    first, *others = _TASKS.split(sentence)
    if not others or not is_asking(first) or not _WHOLE.search(first):
        return [sentence]
    tasks = [first]
    for each in others:
        of = _OF.findall(tasks[-1])[-1:]
        its = rf"the \1 of {of[0]}" if of else r"the \1"
        tasks.append("find " + _ITS.sub(its, each))
    return tasks


def _pieces(sentence: str) -> list[str]:
    """A sentence without end in pieces, so that searching stays quick."""
    if len(sentence) <= LONGEST:
        return [sentence]
    return [
        found[0] for found in re.finditer(rf"(?s).{{1,{LONGEST}}}(?:\s|$)|.{{{LONGEST}}}", sentence)
    ]


def is_asking(sentence: str) -> bool:
    """Does a sentence want something, or does it tell?"""
    is_said = _ASKS.search(sentence) or _PHRASE.search(sentence) or _NEXT.search(sentence)
    return is_said is not None and not _KNOWS.search(sentence)
