"""Words that say something else of each name of a list: A and B are symmetric and orthogonal,
respectively; A and B, of which the first is symmetric."""

from __future__ import annotations

import re

from matgrad.app.ask.text.marks import LIST, M
from matgrad.app.ask.text.words import RESPECT

_EACH = r"resp(?:ectively)?\b"
_WORDS = rf"[^.;:?!(){M[0]}]{{3,120}}?"
_BEHIND = re.compile(rf"({LIST})\s+(?:(is|are|be|being)\s+)?({_WORDS}),?\s+{_EACH}", re.I)
_BEFORE = re.compile(
    rf"({LIST})\s*,?\s+(?:(is|are|be|being)\s+)?{_EACH},?\s+({_WORDS})"
    rf"(?=\s*(?:[.;:?!()]|,\s*(?:and\s+)?(?:[a-z]+\s+)?{M}|$))",
    re.I,
)
_SEVERAL = rf"{M}(?:\s*,\s*{M}){{0,4}}\s*,?\s+and\s+{M}"
_FOR_EACH = re.compile(  # I have ⟦1⟧ and ⟦3⟧ for the gradients by ⟦5⟧ and ⟦7⟧
    r"\b(?:(?:I|we)(?:['’]ve)?\s+(?:(?:just|also|then|now)\s+)?(?:have|had|gett?(?:ing)?|got|find|found"
    r"|obtain(?:ed)?|compute[d]?|derived?|calculated?)|are|were)\s+"
    rf"(?P<claims>{_SEVERAL})\s*,?\s+(?:(?:for|as|to be)\s+)?(?:the\s+|my\s+|its\s+)?"
    r"(?P<what>(?:correct\s+|right\s+|partial\s+){0,2}(?:gradients|derivatives|partials))\s+"
    rf"(?:{RESPECT}|by|for|in)\s+(?:the\s+)?(?P<by>{_SEVERAL})(?P<each>\s*,?\s*{_EACH})?",
    re.I,
)
_PARTS = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+", re.I)
_PLACES = {"former": 0, "first": 0, "latter": 1, "second": 1}
_LATTER = re.compile(  # A and B are matrices, the latter symmetric; not: the second derivative
    rf"({M})(\s+and\s+)({M})(?P<between>(?:\s+[^.;?{M[0]}]{{0,60}}?)?,\s+)"
    r"(?:(?:where|of which)\s+)?the\s+"
    r"(?P<which>latter|former|(?:first|second)(?=\s+(?:of (?:which|them|these)|is|being)\b))"
    r"(?:\s+of (?:which|them|these))?(?:\s+(?:is|being))?\b",
    re.I,
)
_ONLY = re.compile(rf"\bonly\s+(?={M}\s+(?:is|be|being)\b)", re.I)
_OTHER = re.compile(  # symmetric A but general B; A is symmetric whereas B is arbitrary
    rf"(?:,\s*)?\b(?:but|whereas|while)\s+((?:an?\s+)?(?:general|arbitrary)\s+{M}"
    rf"|{M}\s+is\s+(?:general|arbitrary)\b)",
    re.I,
)


def told_behind(marked: str) -> str:
    """The text with the answers behind “the gradients by … are”, where “I get” is before."""
    return _FOR_EACH.sub(_answered, marked)


def _answered(found: re.Match[str]) -> str:
    many = found["what"]
    return f"the {many} with respect to {found['by']} are {found['claims']}{found['each'] or ''}"


def one_by_one(marked: str) -> str:
    """The text with what is said of each name behind this name."""
    for pattern in (_BEHIND, _BEFORE):
        marked = pattern.sub(_told, marked)
    return _OTHER.sub(r" and \1", _ONLY.sub("", _LATTER.sub(_latter, marked)))


def _told(found: re.Match[str]) -> str:
    names, parts = re.findall(M, found[1]), _PARTS.split(found[3].strip(" ,"))
    if len(names) < 2:
        return found[0]
    if len(names) != len(parts):  # so that none of it is established
        return f"{found[1]} {found[2] or ''} perhaps {found[3]}"
    verb = "be" if found[2] == "be" else "is"
    pairs = zip(names, parts, strict=True)
    return " and ".join(f"{name} {verb} {words}" for name, words in pairs)


def _latter(found: re.Match[str]) -> str:
    name = (found[1], found[3])[_PLACES[found["which"].lower()]]
    return f"{found[1]}{found[2]}{found[3]}{found['between']}where {name} is"
