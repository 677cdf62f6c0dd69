"""Cases that others treat define nothing: “the book does it for A = I, but I need it in general”.

Where the sentence tells what comes out in that case, “the book gets 2x for A = I”, it is a claim.
"""

from __future__ import annotations

import re
from dataclasses import replace

from matgrad.app.ask.formulas.notation import names_in, whole_name
from matgrad.app.ask.formulas.quote import quoted
from matgrad.app.ask.spelling.writing import ANY, ONE, Writing, has_marks
from matgrad.app.ask.text.segments import Cut

_WHO = (
    r"\b(?:books?|textbooks?|notes|lectures?|lecturer|course|slides?|script|wikipedia|papers?|articles?"
    r"|authors?|cookbook|references?|sources?|proofs?|tutorials?|blogs?|posts?|videos?|answers?|threads?"
    r"|professor|prof|teacher|instructor|everyone|everybody|people|they|he|she|solutions?|chapter)"
)
_TREATS = (
    r"(?:do(?:es|ne)?|did|ha(?:s|ve|d)|treat(?:s|ed)?|cover(?:s|ed)?|derive[sd]?|handle[sd]?|prove[sd]?"
    r"|discuss(?:es|ed)?|show(?:s|ed|n)?|give[sn]?|gave|work(?:s|ed)?\s+(?:it\s+)?out|solve[sd]?|state[sd]?"
    r"|look(?:s|ed)?\s+at|explain(?:s|ed)?|only|just)"
)
_MINE = (
    r"\b(?:I|we)\s+(?:(?:can|could|know\s+how\s+to|understand\s+how\s+to|see\s+how\s+to|managed\s+to"
    r"|(?:was|were|am|are)\s+able\s+to|already|only)\s+)+(?:do|did|solve[d]?|derive[d]?|find|found|show|have|get|got"
    r"|compute[d]?|work(?:ed)?\s+(?:it\s+)?out|handle[d]?|understand|understood)"
)
_IT = r"(?:(?:it|this|that|these|those|everything|only|just|the\s+\w+|so|same)\s+){0,3}?"
_FOR = (
    r"(?:(?:only|just)\s+)?(?:for|when|if|in(?=\s+the)|(?=the\s+(?:\w+\s+)?case))\s+"
    r"(?:the\s+)?(?:(?:special|simple|simpler|particular|easy|easier|trivial|scalar)\s+)?"
    r"(?:case\s+)?(?:of\s+|where\s+|when\s+|that\s+)?"
)
_IS = r"\s+(?:is|was|has\s+been)\s+(?:(?:only|just|the\s+one|what\s+is|well|already|usually)\s+)*"
_TREATED = r"(?:treated|covered|derived|handled|discussed|done|solved|worked\s+out)\b"
_KNOWN = r"(?:known|easy|clear|trivial|standard|understood|simple|fine)\b"
_CASES = (
    rf"{_WHO}\s+(?:[a-z]+ly\s+|only\s+|just\s+|on\s+\w+\s+)?{_TREATS}\s+{_IT}{_FOR}{ONE}",
    rf"{_WHO}\s+(?:only\s+|just\s+)?(?:treat|cover|handle|discuss)(?:s|ed|es)?\s+(?:only\s+)?(?:the\s+(?:\w+\s+)?case\s+(?:of\s+)?)?{ONE}",
    rf"{_MINE}\s+{_IT}{_FOR}{ONE}",
    rf"\bthe\s+(?:\w+\s+)?case\s+(?:of\s+)?{ONE}{_IS}(?:{_TREATED}|{_KNOWN})",
    rf"{_WHO}\s*,?\s+{ONE}{_IS}{_TREATED}",
)
_PATTERNS = tuple(re.compile(case, re.I) for case in _CASES)
_NAME = r"(?:\\(?!frac|nabla|partial)[A-Za-z]+|[A-Za-z])(?:\s*_\s*(?:\w|\{\s*\w+\s*\}))?"
_SPECIAL = (  # a number, the identity, a unit vector, another letter, and multiples of them
    rf"[-+]?\s*(?:\d+(?:\.\d+)?|\\frac\s*\{{?\d\}}?\s*\{{?\d\}}?)?\s*(?:\\?(?:{_NAME})\s*){{0,2}}"
    r"|\\math(?:bf|bb|rm)\s*\{\s*\w\s*\}(?:\s*_\s*\{?\w\}?)?"
)
_EQUATION = re.compile(rf"\s*(?P<name>{_NAME})\s*=\s*(?P<value>{_SPECIAL})\s*[.,]?\s*")
_CLAUSE = re.compile(r"[.?!;:]\s|[.?!;]\Z|\n\s*\n|\b(?:but|while|whereas|however|yet|though)\b")
NOTE = "{0} is not used: the text only speaks of that case"


def with_other_cases(cut: Cut) -> Cut:
    """The text without equations that are cases of which it says only that somebody treats them."""
    if has_marks(cut):
        return cut
    writing = Writing.of(cut)
    notes: list[str] = []
    for pattern in _PATTERNS:
        for found in reversed([*pattern.finditer(writing.text)]):
            at = next(i for i, mark in enumerate(found.groups(), 1) if mark)
            latex = writing.formula(found[at])
            if _is_case(writing, latex, found.end()):
                start, end = found.start(at) - 1, found.end(at) + 1  # with the brackets of the mark
                writing.put(start, end, "another case")
                notes.append(NOTE.format(quoted(latex).plain))
    return replace(writing.recut(cut), notes=(*cut.notes, *notes)) if notes else cut


def _is_case(writing: Writing, latex: str, end: int) -> bool:
    """Does an equation set a letter of other formulas, with nothing told of what comes out?"""
    equation = _EQUATION.fullmatch(latex)
    if equation is None:
        return False
    stop = _CLAUSE.search(writing.text, end)
    is_told = re.search(ANY, writing.text[end : stop.start() if stop else None]) is not None
    name = whole_name(equation["name"])
    stem = name.partition("_")[0] if name else ""
    others = (x for formula in writing.formulas if formula is not latex for x in names_in(formula))
    is_used = any(x.partition("_")[0] == stem for x in others)
    return is_used and not is_told
