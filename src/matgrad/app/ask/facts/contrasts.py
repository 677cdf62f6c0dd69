"""What a sentence says instead of what it denies: “⟦A⟧ is not diagonal, only symmetric”.

The negation reaches up to “but”, “only” or “it is”, and what stands behind is told without it. In a
sentence of its own the denial is kept, for it may take back what is said elsewhere; where other
words lead up to it, as in “if ⟦A⟧ is not diagonal but symmetric”, these hold for both.
"""

from __future__ import annotations

import re

from matgrad.app.ask.text.adjectives import ANY_FACT
from matgrad.app.ask.text.marks import M

_ONE = rf"(?:an?\s+)?(?:(?:{ANY_FACT}|square|dense|full[- ]rank|real)(?!-)(?:\s+matrix)?)"
_FACT = rf"(?P<fact>{_ONE}(?:(?:\s*,?\s*\band\b|,)?\s+{_ONE}){{0,2}})"
_STOP = r"(?=\s*(?:[.,;:?!)]|$|(?:and|so|since|because|as|then|matri\w+)\b))"
_NOT = r"(?:\s*n['’]t|\s+not|\s+neither)\s+"
_ONLY = r"(?:only|just|merely|simply)"
_MORE = rf"(?:(?:{_ONLY}|rather|instead|still|also|even|in\s+fact|indeed|certainly|at\s+least)\s+)"
_IT_IS = r"(?:(?:it|they)\s*(?:\s(?:is|are)|['’](?:s|re))\s+)"
_DENIED = r"(?P<denied>[\w'’-]+(?:\s+(?!but\b)[\w'’-]+){0,6}?)"
_LEAD = re.compile(
    r"\W*(?:(?:sorry|edit|update|ps|here|now|actually|however|note\s+that|but|and|the|my|our|this"
    r"|matrix|\d)\W*)*",
    re.I,
)
_WHO = rf"(?:(?P<who>{M})\s+)?\b(?P<verb>is|are|be|being|was|were)"
_BUT = rf"\s*(?:[,;:]\s*|\s)(?:but\s+{_IT_IS}?{_MORE}*|{_IT_IS}{_MORE}*|{_MORE}{{1,3}})"
_CONTRAST = re.compile(rf"{_WHO}{_NOT}(?!{_ONLY}\b){_DENIED}{_BUT}{_FACT}{_STOP}", re.I)
_NOT_ONLY = re.compile(
    rf"{_WHO}{_NOT}{_ONLY}\s+{_FACT.replace('<fact>', '<first>')}{_BUT}{_FACT}", re.I
)
_GENERALLY = (
    r"(?:in\s+general|generally|usually|normally|typically|necessarily|always|often|mostly)"
)
_HERE = (
    r"(?:here|now|for\s+(?:us|me)|in\s+(?:my|our|this|the\s+present)\s+"
    r"(?:case|problem|setting|example|application|exercise|question))"
)
_BUT_HERE = (
    rf"\s*,?\s*(?:but|yet|though)\s+(?:{_HERE}\s*,?\s*it\s+{{0}}|it\s+{{0}}\s+{_HERE}){_STOP}"
)
_IN_GENERAL = rf"(?:\b{_GENERALLY}\s*,?\s*)?(?P<who>{M})\s+is"
_IS_HERE = re.compile(
    rf"{_IN_GENERAL}{_NOT}(?:{_GENERALLY}\s+)?{_FACT}(?:\s+{_GENERALLY})?"
    + _BUT_HERE.format(r"(?:actually\s+|indeed\s+)?is"),
    re.I,
)
_IS_NOT_HERE = re.compile(
    rf"{_IN_GENERAL}\s+(?:{_GENERALLY}\s+)?{_FACT}(?:\s+{_GENERALLY})?"
    + _BUT_HERE.format(r"is(?:n['’]t|\s+not)"),
    re.I,
)
_THOUGH = re.compile(rf"{_FACT}\s*,?\s*(?:al)?though\s+(?:it\s+is\s+)?(?=not\s+{_ONE})", re.I)
_IT = re.compile(  # ⟦A⟧ is not diagonal. It is symmetric.
    rf"(?P<first>(?P<who>{M})\s+is(?:n['’]t|\s+not)?\s+[^.?!{M[0]}]*?{_ONE}\s*\.\s+)It\s+is\s+{_MORE}?"
    rf"{_FACT}{_STOP}",
    re.I,
)
_OTHER = re.compile(  # ⟦f⟧ is not convex, but ⟦A⟧ is symmetric
    rf"(?P<first>{M}\s+(?:is|are){_NOT}{_DENIED})\s*,?\s*\b(?:but|though|however|yet)\s+"
    rf"(?=(?:the\s+matrix\s+)?{M}\s+(?:is|are)\s+{_ONE}{_STOP})",
    re.I,
)
_SENTENCE = re.compile(r"[.?!;](?=\s)")


def with_contrasts(marked: str) -> str:
    """The text in which nothing is denied that a sentence says in the place of what it denies."""
    marked = _IS_HERE.sub(r"here \g<who> is \g<fact>", marked)
    marked = _IS_NOT_HERE.sub(r"here \g<who> is not \g<fact>", marked)
    marked = _OTHER.sub(_apart, _NOT_ONLY.sub(_both, marked))
    marked = _THOUGH.sub(r"\g<fact>, but ", _CONTRAST.sub(_instead, marked))
    return _IT.sub(r"\g<first>\g<who> is \g<fact>", marked)


def _both(found: re.Match[str]) -> str:
    who = f"{found['who']} " if found["who"] else ""
    return f"{who}{found['verb']} {found['first']} and {found['fact']}"


def _instead(found: re.Match[str]) -> str:
    who, verb, fact = found["who"], found["verb"], found["fact"]
    if not who:
        return f"{verb} {fact}"
    denial = f"{who} {verb} not {found['denied']}. " if _begins(found) else ""
    return f"{denial}{who} {verb} {fact}"


def _apart(found: re.Match[str]) -> str:
    if _begins(found):
        return f"{found['first']}. "
    return found[0] if re.search(_ONE, found["denied"], re.I) else ""  # if ⟦f⟧ is not convex, but


def _begins(found: re.Match[str]) -> bool:
    """Does a sentence begin here, or only after words that change nothing?"""
    lead = _SENTENCE.split(found.string[: found.start()])[-1]
    return _LEAD.fullmatch(lead) is not None
