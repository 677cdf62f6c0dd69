"""Arrays of zeros and ones, which words call so instead of binary."""

from __future__ import annotations

import re

from matgrad.app.ask.text.marks import M

_ONES = r"(?:1['’]?s|ones)"
_ZEROS = r"(?:0['’]?s|zeroe?s)"
_BOTH = rf"(?:{_ZEROS}\s(?:and|or|&)\s{_ONES}|{_ONES}\s(?:and|or|&)\s{_ZEROS})"


def made_of_both(name: str) -> re.Pattern[str]:
    """M of zeros and ones; M contains only zeros and ones; M is (m, n), zeros and ones."""
    return re.compile(
        rf"(?P<with>\bwith\s{{1,3}})?(?P<name>{name})(?:\s?[,:])?\s{{1,3}}"
        rf"(?:an?\s(?P<size>{M})\s(?=matri|array|mask|vector)|\([^()]{{1,40}}\)\s?,?\s?"
        r"|(?:is|are|be|being|has|have|holds?|contains?|consists?|consisting|filled|made|up|with|of"
        r"|only|just|all|an?|the|matri(?:x|ces)|arrays?|vectors?|masks?|entries|either)\s{1,3}){0,12}"
        rf"{_BOTH}(?:\s(?:only|as\s(?:its\s)?entries|entries))?"
        r"(?=\s?(?:[.,;)?!]|$|(?:and|with|where|that|which)\b))",
        re.I | re.M,
    )


_MARKED = made_of_both(M)


def binary(marked: str) -> str:
    """What is said to be made of zeros and ones is binary."""
    return _MARKED.sub(_said, marked)


def _said(found: re.Match[str]) -> str:
    name, size = found["name"], found["size"]
    large = f" and {name} is a {size} matrix" if size else ""
    return f"{'where ' if found['with'] else ''}{name} is binary{large}"
