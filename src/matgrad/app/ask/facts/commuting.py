"""Matrices of which words say that they commute: “A and B are symmetric and they commute”.

The clause gets its names, as in “and A and B commute”; one that denies it says nothing of them.
"""

from __future__ import annotations

import re

from matgrad.app.ask.formulas.reading import Reading, names_of
from matgrad.app.ask.text.marks import LIST, M

_EACH = r"(?:\s+with\s+(?:each\s+other|one\s+another))?"
_ALSO = r"(?:(?:both|all|also|mutually|pairwise|do|in\s+fact|indeed|even)\s+)*"
_NOT = (
    r"(?P<not>(?:in\s+general\s+|generally\s+)?(?:(?:do|does|need|may|might|will|would|can|should|must)"
    r"(?:\s+not|n['’]t)|cannot|never|are\s+not\s+(?:assumed|supposed|required|known)\s+to)\s+"
    r"(?:(?:necessarily|always|generally|in\s+general|have\s+to|need\s+to)\s+)*)?"
)
_COMMUTE = rf"{_ALSO}{_NOT}commute\b{_EACH}(?:\s+in\s+general)?"
_THEY = (
    r"(?:they|both(?:\s+of\s+them)?|the\s+two(?:\s+matrices)?|these(?:\s+two)?(?:\s+matrices)?"
    r"|(?:the|both|all)\s+matrices)"
)
_KNOWN = r"(?:(?:it\s+is|we|I)\s+(?:also\s+)?(?:known|given|assumed|know|assume)\s+that\s+)?"
_LEAD = (
    r"(?P<lead>\s*[,;(]?\s*(?:(?:and|but|also|so|hence|thus|therefore|moreover|which|that"
    rf"|in\s+general|generally|where|though|although)\s*,?\s+)*{_KNOWN})"
)
_OPEN = r"(?:if|iff|when(?:ever)?|unless|whether|until|or|only|because|since|as|provided)"
_CLAUSE = re.compile(  # A and B are symmetric and they commute; … matrices that commute
    rf"(?P<list>{LIST})(?P<said>\s*,?\s+(?:(?:are|be|being|is|to\s+be|both|all|two)\s+)*"
    rf"(?:(?!{_OPEN}\b)[a-z-]+,?\s+|{M}\s+){{0,8}}?(?!{_OPEN}\b)[a-z-]+)"
    rf"{_LEAD}(?:(?<=\s|\()(?:{_THEY}\s+)?{_COMMUTE}|{_ALSO}commuting(?!\s+[a-z{M[0]}]))\s*\)?",
    re.I,
)
_PRONOUN = re.compile(rf"\b{_THEY}\s+(?={_COMMUTE})", re.I)
_WITH = re.compile(rf"({M})\s+commutes\s+with\s+({M})")
_AMONG = re.compile(rf"(?<=commute){_EACH}(?=\s*[.,;:?!)]|\s+and\b)", re.I)
NEAR = 300  # characters before a pronoun in which its names stand


def with_commuting(marked: str, reading: Reading) -> str:
    """The text with the names of the matrices before “commute”."""
    marked = _WITH.sub(r"\1 and \2 commute", marked)
    if "commut" not in marked.lower():
        return marked

    def clause(found: re.Match[str]) -> str:
        if not _are_matrices(found["list"], reading) or re.search("[.?!]", found["lead"]):
            return found[0]
        said = f"{found['list']}{found['said']}"
        return said if found["not"] else f"{said}, and {found['list']} commute"

    def named(found: re.Match[str]) -> str:
        before = marked[max(0, found.start() - NEAR) : found.start()]
        lists = [each[0] for each in re.finditer(LIST, before)]
        own = next((each for each in reversed(lists) if _are_matrices(each, reading)), None)
        return f"{own} " if own else found[0]

    marked = _CLAUSE.sub(clause, marked)
    marked = _PRONOUN.sub(named, marked)
    return _AMONG.sub("", marked)


def _are_matrices(marks: str, reading: Reading) -> bool:
    """Are these several names, all with capitals?"""
    names = names_of(marks, reading)
    return len(names) > 1 and all(name.lstrip("\\")[:1].isupper() for name in names)
